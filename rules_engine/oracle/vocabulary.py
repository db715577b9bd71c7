"""Words of the game that several parts of the grammar share."""

from __future__ import annotations

from rules_engine.oracle.wordlist import ordered

TYPE_NOUNS = frozenset(
    {"artifact", "battle", "creature", "enchantment", "instant", "kindred", "land", "planeswalker", "sorcery"}
)

# Keyword abilities (CR 702) that are one name without cost, number or quality.
SIMPLE_KEYWORDS = ordered(
    "deathtouch|defender|double strike|first strike|flash|flying|haste|hexproof|indestructible|intimidate|lifelink|"
    "reach|shroud|trample|vigilance|menace|banding|flanking|phasing|shadow|horsemanship|fear|storm|epic|convoke|"
    "haunt|split second|delve|gravestorm|changeling|conspire|persist|wither|retrace|exalted|cascade|rebound|"
    "infect|battle cry|living weapon|undying|soulbond|unleash|cipher|evolve|extort|fuse|prowess|dethrone|exploit|"
    "devoid|ingest|myriad|skulk|melee|improvise|ascend|assist|jump-start|mentor|riot|sunburst|provoke|decayed|"
    "training|compleated|enlist|ravenous|living metal|for mirrodin!|demonstrate|umbra armor|undaunted|aftermath|"
    "daybound|nightbound|read ahead|bargain|hidden agenda|space sculptor|start your engines!|job select",
    "|",
)

# Those that objects are described by: "creature with flying".
COUNTABLE_KEYWORDS = (
    "flying",
    "first strike",
    "double strike",
    "deathtouch",
    "defender",
    "flash",
    "haste",
    "hexproof",
    "indestructible",
    "infect",
    "lifelink",
    "menace",
    "reach",
    "shadow",
    "shroud",
    "trample",
    "vigilance",
    "wither",
    "horsemanship",
    "changeling",
    "cipher",
    "persist",
    "undying",
)
