"""Small data of our own in the real shapes: invented cards, rulings and rules."""

from __future__ import annotations

import uuid
from typing import Any

RULES = """Magic: The Gathering Comprehensive Rules

These rules are effective as of {date}.

Introduction

This is a small book of invented rules in the shape of the real one. Dandân is spelled right in it.

Contents

1. Game Concepts
100. General
101. Golden Things

7. Additional Rules
702. Keyword Abilities

Glossary

Credits

1. Game Concepts

100. General

100.1. Two or more people sit at one table.

100.1a A table has a top. See rule 702.5, “Glimmer.”
Example: A door laid on two barrels is a table.
Example: A shelf is none.

100.2. Everyone brings a box of cards.
     A box that is empty counts as a box.

101. Golden Things

101.1. A card that says otherwise is right. See rules 100.1a and 100.2, and section 7.

7. Additional Rules

702. Keyword Abilities

702.1. A keyword stands for a longer sentence that somebody wrote down here once.

702.5. Glimmer

702.5a Glimmer is an activated ability that works while the card lies in its box.

702.5b Many glimmers on one thing are as good as one.

702.6. Ponder Twice

702.6a Whoever ponders twice looks at the box of each opponent, one after the other.

Glossary

Glimmer
A keyword ability that works from the box. See rule 702.5, “Glimmer.”

Table
1. What people sit at.
2. A list in this book. See rule 100.1.

Old Word (Obsolete)
A word that nobody prints any more.

Credits

Somebody.

1. Not a section
"""

BLANK: dict[str, Any] = {"object": "card", "lang": "en", "layout": "normal", "games": ["paper"]}


def rules_text(date: str = "March 4, 2025", body: str = RULES) -> str:
    return body.replace("{date}", date)


def oracle_id(name: str) -> str:
    """An id that is always the same for a name."""
    return str(uuid.uuid5(uuid.NAMESPACE_DNS, name))


def card(name: str, **fields: Any) -> dict[str, Any]:
    """A card record as `oracle_cards` has it."""
    return {
        **BLANK,
        "id": oracle_id("print of " + name),
        "oracle_id": oracle_id(name),
        "name": name,
        "mana_cost": "{1}{U}",
        "cmc": 2.0,
        "type_line": "Sorcery",
        "oracle_text": f"{name} does what {name} does.",
        "colors": ["U"],
        "color_identity": ["U"],
        "keywords": [],
        "legalities": {"vintage": "legal"},
        "image_uris": {"small": "https://img.example/s.jpg", "normal": "https://img.example/n.jpg"},
        "scryfall_uri": "https://cards.example/x",
        "set": "tst",
        "released_at": "2024-02-02",
        **fields,
    }


def face(name: str, **fields: Any) -> dict[str, Any]:
    return {
        "object": "card_face",
        "name": name,
        "mana_cost": "{2}",
        "type_line": "Instant",
        "oracle_text": f"{name} happens.",
        "colors": [],
        **fields,
    }


def two_faced(front: str, back: str, layout: str, **fields: Any) -> dict[str, Any]:
    """A card whose texts stand on its faces only."""
    record = card(f"{front} // {back}", layout=layout, card_faces=[face(front), face(back)], **fields)
    for key in ("oracle_text", "mana_cost", "colors", "image_uris"):
        if key not in fields:
            del record[key]
    return record


def printing(name: str, lang: str, printed_name: str, **fields: Any) -> dict[str, Any]:
    """A foreign printing as `all_cards` has it."""
    return {
        "object": "card",
        "id": oracle_id(f"{name} {lang} {fields.get('released_at', '')}"),
        "oracle_id": oracle_id(name),
        "name": name,
        "lang": lang,
        "printed_name": printed_name,
        "printed_type_line": f"Type in {lang}",
        "printed_text": f"{printed_name}: text in {lang}.",
        "released_at": "2023-03-03",
        "set": "tst",
        **fields,
    }


def ruling(name: str, comment: str, date: str = "2024-05-05", source: str = "wotc") -> dict[str, Any]:
    return {
        "object": "ruling",
        "oracle_id": oracle_id(name),
        "source": source,
        "published_at": date,
        "comment": comment,
    }
