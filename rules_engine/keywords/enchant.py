"""Enchant (CR 702.5): what an Aura spell may target and an Aura may stay on; casting and 704.5m read it."""

from __future__ import annotations

from rules_engine.process.registry import keyword

keyword("enchant", "702.5")
