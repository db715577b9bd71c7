"""Evasion abilities (CR 509.1b): which creature may block which."""

from __future__ import annotations

from rules_engine.model.terms import Filter
from rules_engine.process.combat import EVASION
from rules_engine.process.frames import Frame
from rules_engine.process.looking import Look, Seen
from rules_engine.process.matching import matches
from rules_engine.process.registry import keyword


def flying(view: Look, blocker: Seen, attacker: Seen) -> bool:
    """Only by creatures with flying and/or reach (CR 702.9b)."""
    return blocker.chars.has_keyword("flying") or blocker.chars.has_keyword("reach")


def fear(view: Look, blocker: Seen, attacker: Seen) -> bool:
    """Only by artifact and/or black creatures (CR 702.36b)."""
    return "artifact" in blocker.chars.types or "B" in blocker.chars.colors


def intimidate(view: Look, blocker: Seen, attacker: Seen) -> bool:
    """Only by artifact creatures and creatures that share a colour (CR 702.13b)."""
    return "artifact" in blocker.chars.types or bool(blocker.chars.colors & attacker.chars.colors)


def shadow(view: Look, blocker: Seen, attacker: Seen) -> bool:
    """Shadow blocks and is blocked by shadow only (CR 702.28b)."""
    return blocker.chars.has_keyword("shadow") == attacker.chars.has_keyword("shadow")


def horsemanship(view: Look, blocker: Seen, attacker: Seen) -> bool:
    """Only by creatures with horsemanship (CR 702.31b)."""
    return blocker.chars.has_keyword("horsemanship")


def skulk(view: Look, blocker: Seen, attacker: Seen) -> bool:
    """Not by creatures with greater power (CR 702.118b)."""
    return (blocker.chars.power or 0) <= (attacker.chars.power or 0)


def landwalk(view: Look, blocker: Seen, attacker: Seen) -> bool:
    """Not while the defending player controls a land of that kind (CR 702.14c)."""
    frame = Frame(you=blocker.controller or 0, this=attacker.obj.id)
    kinds = [k.filter for k in attacker.chars.keywords("landwalk") if isinstance(k.filter, Filter)]
    return not any(
        land.controller == blocker.controller and matches(view, land, kind, frame)
        for kind in kinds
        for land in view.permanents()
    )


EVASION.update(
    {
        "landwalk": landwalk,
        "flying": flying,
        "fear": fear,
        "intimidate": intimidate,
        "shadow": shadow,
        "horsemanship": horsemanship,
        "skulk": skulk,
    }
)
for _name, _rule in (
    ("fear", "702.36"),
    ("intimidate", "702.13"),
    ("shadow", "702.28"),
    ("horsemanship", "702.31"),
    ("skulk", "702.118"),
    ("landwalk", "702.14"),
):
    keyword(_name, _rule, "702.14c" if _name == "landwalk" else "")
