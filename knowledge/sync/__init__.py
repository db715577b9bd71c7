"""Keeping the data folder as fresh as its sources."""

from knowledge.sync.imports import ImportReport, import_rulings
from knowledge.sync.options import PARTS, Part, SyncOptions, parse_only
from knowledge.sync.report import Change, PartReport, SyncReport
from knowledge.sync.run import sync
from knowledge.sync.watch import next_sync, watch

__all__ = [
    "PARTS",
    "Change",
    "ImportReport",
    "Part",
    "PartReport",
    "SyncOptions",
    "SyncReport",
    "import_rulings",
    "next_sync",
    "parse_only",
    "sync",
    "watch",
]
