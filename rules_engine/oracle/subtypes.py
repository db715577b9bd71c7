"""The subtypes as Oracle text writes them: their plurals."""

from __future__ import annotations

from rules_engine.model.subtypes import SUBTYPES

_IRREGULAR = {
    "elf": "elves",
    "wolf": "wolves",
    "werewolf": "werewolves",
    "dwarf": "dwarves",
    "mouse": "mice",
    "ox": "oxen",
    "child": "children",
    "homunculus": "homunculi",
    "octopus": "octopuses",
    "cyclops": "cyclopes",
    "pegasus": "pegasi",
    "goose": "geese",
    "phoenix": "phoenixes",
    "sphinx": "sphinxes",
    "lynx": "lynxes",
    "thief": "thieves",
    "sheep": "sheep",
    "fish": "fish",
    "merfolk": "merfolk",
    "kithkin": "kithkin",
    "kor": "kor",
    "myr": "myr",
    "moonfolk": "moonfolk",
    "treefolk": "treefolk",
    "samurai": "samurai",
    "ninja": "ninjas",
    "eldrazi": "eldrazi",
    "vedalken": "vedalken",
    "gith": "gith",
    "dauthi": "dauthi",
    "soltari": "soltari",
    "aetherborn": "aetherborn",
    "plains": "plains",
    "sphere": "spheres",
    "djinn": "djinn",
    "efreet": "efreet",
    "drix": "drix",
    "hippogriff": "hippogriffs",
    "urza's": "urza's",
    "jellyfish": "jellyfish",
    "starfish": "starfish",
    "squid": "squid",
    "incarnation": "incarnations",
}


def plural(noun: str) -> str:
    """The plural of a noun as Oracle text spells it."""
    known = _IRREGULAR.get(noun)
    if known:
        return known
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    if noun.endswith(("s", "x", "ch", "sh", "z")):
        return noun + "es"
    if noun.endswith("man") and noun not in ("human", "shaman", "caiman"):
        return noun[:-3] + "men"
    return noun + "s"


PLURALS = {plural(noun): noun for noun in SUBTYPES}
