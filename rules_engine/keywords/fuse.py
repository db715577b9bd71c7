"""Fuse (CR 702.102): both halves of a split card may be cast together from the hand; casting asks for the part."""

from __future__ import annotations

from rules_engine.process.registry import keyword

keyword("fuse", "702.102")
