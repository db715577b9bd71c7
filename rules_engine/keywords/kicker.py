"""Kicker, multikicker (CR 702.33) and entwine (702.42): casting offers them as additional costs."""

from __future__ import annotations

from rules_engine.process.registry import keyword

keyword("kicker", "702.33")
keyword("multikicker", "702.33c")
keyword("entwine", "702.42")
