"""Cards, rulings and rules of our own invention, in the shapes that sources deliver."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from knowledge.content import Content, Ruleset, RulingRow, RulingTranslation
from knowledge.generations import build_generation
from knowledge.models import Card, CardFace, GlossaryEntry, Printing, Rule

DAY = dt.date(2031, 5, 1)

CARDS = (
    Card(oracle_id="wombat", name="Wombat Warden", type_line="Creature — Wombat", oracle_text="Vigilance"),
    Card(oracle_id="orla-1", name="Orla, Keeper of Burrows", type_line="Legendary Creature — Wombat"),
    Card(oracle_id="orla-2", name="Orla, the Sleepless", type_line="Legendary Creature — Wombat"),
    Card(oracle_id="quorra", name="Quorra, Tunnel Queen", type_line="Legendary Creature — Mole"),
    Card(
        oracle_id="patience", name="Patience", type_line="Enchantment", oracle_text="Wombats have patience."
    ),
    Card(oracle_id="vault", name="Lým-Ðar’s Vault", type_line="Instant"),
    Card(
        oracle_id="rush", name="Burrow Rush", type_line="Sorcery", oracle_text="Draw a card. Show patience."
    ),
    Card(
        oracle_id="dig",
        name="Dig // Delve Deeper",
        layout="split",
        faces=(CardFace(name="Dig", oracle_text="Draw a card."), CardFace(name="Delve Deeper")),
    ),
    Card(oracle_id="renamed", name="Nightsong Burrower", former_names=("Nightsong Digger",)),
    Card(oracle_id="token", name="Wombat", standing="token", type_line="Token Creature — Wombat"),
    Card(oracle_id="joke", name="Burrow Rush Hour", standing="joke"),
    Card(oracle_id="digital", name="Burrow Rush", standing="digital"),
    Card(oracle_id="nicked", name="Lightning Bolt", type_line="Instant", oracle_text="A text of ours."),
)

PRINTINGS = (
    Printing(oracle_id="wombat", language="de", name="Wombatwächter", text="Wachsamkeit", released_at=DAY),
    Printing(oracle_id="wombat", language="ja", name="ウォンバットの番人", text="警戒", released_at=DAY),
    Printing(oracle_id="wombat", language="zh", name="袋熊守卫", text="警戒", released_at=DAY),
    Printing(
        oracle_id="rush", language="de", name="Eilgang", text="Ziehe mit Geduld eine Karte.", released_at=DAY
    ),
    Printing(oracle_id="vault", language="de", name="Eilgang", text="Mit Geduld.", released_at=DAY),
    Printing(
        oracle_id="patience", language="de", name="Geduld", text="Wombats haben Geduld.", released_at=DAY
    ),
    Printing(oracle_id="quorra", language="ja", name="トンネルの女王、クオラ", released_at=DAY),
    Printing(
        oracle_id="dig", language="fr", name="Creuser // Approfondir", face_names=("Creuser", "Approfondir")
    ),
    Printing(oracle_id="nobody", language="fr", name="Personne"),
)

TWICE = "You may look at the burrow twice if a wombat you control is asleep."
RULINGS = (
    RulingRow(oracle_id="wombat", published_at=DAY, source="wotc", comment=TWICE),
    RulingRow(oracle_id="orla-1", published_at=DAY, source="wotc", comment=TWICE),
    RulingRow(
        oracle_id="rush",
        published_at=DAY,
        source="wotc",
        comment="With patience, the card you draw isn’t revealed.",
    ),
    RulingRow(oracle_id="nobody", published_at=DAY, source="wotc", comment="A ruling on no card."),
)

RULES = (
    Rule(number="901", text="Burrows", title="Burrows", effective=DAY),
    Rule(number="901.1", text="A burrow is a place under the battlefield.", title="Burrows", effective=DAY),
    Rule(
        number="901.1a",
        text="Only wombats enter a burrow.",
        title="Burrows",
        examples=("Example: A mole stays outside.",),
        effective=DAY,
    ),
    Rule(number="901.10", text="Burrows collapse at the end of turn.", title="Burrows", effective=DAY),
)


def content(**changes: object) -> Content:
    """The whole invented content, or with other parts."""
    parts: dict[str, object] = {
        "cards": CARDS,
        "printings": PRINTINGS,
        "rulings": RULINGS,
        "translations": (
            RulingTranslation(
                english=TWICE.replace("’", "'"),
                language="zh",
                text="若袋熊入睡，你可以检视洞穴两次。",
                official=True,
                source="wotc",
            ),
        ),
        "rulesets": (
            Ruleset(
                effective=DAY,
                rules=RULES,
                glossary=(GlossaryEntry(term="Burrow", text="See rule 901.", see=("901",), effective=DAY),),
            ),
        ),
        "cards_as_of": DAY,
        "rulings_as_of": DAY,
    }
    return Content(**(parts | changes))  # type: ignore[arg-type]


def build(data_dir: Path, **changes: object) -> Path:
    """A generation of the invented content, without vectors."""
    return build_generation(content(**changes), data_dir)
