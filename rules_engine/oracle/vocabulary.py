"""Words of the game that several parts of the grammar share."""

from __future__ import annotations

from rules_engine.oracle.wordlist import ordered, words

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
    "daybound|nightbound|read ahead|bargain|hidden agenda|space sculptor|start your engines!|job select|partner",
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
    "foretell",
    "suspend",
)

# Kinds of counters (CR 122.1) that are not a change of power and toughness.
COUNTER_KINDS = words(
    "acorn age aim arrow arrowhead art awakening bait blaze blessing blight blood bloodstain book bounty brain brick "
    "bribery bullet burden cage carrion charge chip chorus cocoon coin collection component contested corpse corruption "
    "credit cube currency curse dash death deathtouch decayed defense delay depletion descent despair devotion discovery "
    "divinity doom double-strike dread dream duty echo egg elixir ember eruption everything evidence experience exposure "
    "eyeball eyestalk fade fate feather feeding fellowship fetch filibuster finality fire first-strike flame flood "
    "flying foreshadow fungus funk fury fuse gem ghostform glass globe glyph gold growth hack harmony hatching "
    "hatchling haste healing hexproof hit hope hoofprint hour hourglass hunger husk ice impostor incarnation incubation "
    "indestructible infection influence ingenuity ingredient intel intervention invasion invitation isolation javelin "
    "judgment ki kick knickknack knowledge landmark level lifelink lore loot love loyalty luck magnet manabond "
    "manifestation mannequin matrix memory menace midway mine mining mire music muster necrodermis nest net night "
    "oil omen ore page pain palliation paralyzation pause petal petrification phylactery phyresis pin plague plot point "
    "polyp possession prey pressure primeval pupa quest rad rally reach rebuilding rejection release reprieve resonance "
    "rev revival ribbon rope rust scream scroll shadow shell shield shoe shred silver skewer sleep sleight slime "
    "slumber soot soul spite spore stall stash storage story strife study stun suspect takeover task taste theft "
    "third-degree-burn tide time token tower training trample trap treasure unity unlock valor velocity verse vigilance "
    "vitality void volatile vortex vow voyage wage winch wind wish wreck"
)
