"""Kicker and multikicker (CR 702.33): casting offers them as additional costs; "kicked" is what was announced."""

from __future__ import annotations

from rules_engine.process.registry import keyword

keyword("kicker", "702.33")
keyword("multikicker", "702.33c")
