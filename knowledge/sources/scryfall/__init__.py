"""Scryfall's bulk data: the listing, the files, and the way from their records to cards and rulings."""

from knowledge.sources.scryfall.client import API, BulkClient, read_records
from knowledge.sources.scryfall.models import BulkEntry, BulkKind, CardRecord, PrintingRecord, RulingRecord
from knowledge.sources.scryfall.transformer import Cards, Printings, Rulings

__all__ = [
    "API",
    "BulkClient",
    "BulkEntry",
    "BulkKind",
    "CardRecord",
    "Cards",
    "PrintingRecord",
    "Printings",
    "RulingRecord",
    "Rulings",
    "read_records",
]
