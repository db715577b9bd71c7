"""Keyword abilities, one file each (CR 702); importing this package gives them their meaning.

`WORDS` are those that other parts of the process read directly off an object (flying, trample …).
"""

from __future__ import annotations

from rules_engine.keywords import (
    bestow,
    buyback,
    cascade,
    cipher,
    cycling,
    enchant,
    equip,
    evasion,
    evoke,
    exalted,
    flashback,
    foretell,
    fuse,
    kicker,
    madness,
    miracle,
    overload,
    persist,
    plot,
    prowess,
    rebound,
    squad,
    storm,
    suspend,
    ward,
)
from rules_engine.process.registry import keyword

WORDS = {
    "deathtouch": "702.2",
    "defender": "702.3",
    "double strike": "702.4",
    "first strike": "702.7",
    "flash": "702.8",
    "flying": "702.9",
    "haste": "702.10",
    "hexproof": "702.11",
    "indestructible": "702.12",
    "lifelink": "702.15",
    "protection": "702.16",
    "reach": "702.17",
    "shroud": "702.18",
    "trample": "702.19",
    "vigilance": "702.20",
    "wither": "702.80",
    "infect": "702.90",
    "menace": "702.111",
    "changeling": "702.73",
}

for _name, _rule in WORDS.items():
    keyword(_name, _rule)

__all__ = [
    "WORDS",
    "bestow",
    "buyback",
    "cascade",
    "cipher",
    "cycling",
    "enchant",
    "equip",
    "evasion",
    "evoke",
    "exalted",
    "flashback",
    "foretell",
    "fuse",
    "kicker",
    "madness",
    "miracle",
    "overload",
    "persist",
    "plot",
    "prowess",
    "rebound",
    "squad",
    "storm",
    "suspend",
    "ward",
]
