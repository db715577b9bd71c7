"""Foreign questions are read in English: by reviewed terms, and by what cards printed twice teach."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.folding import fold_name
from knowledge.gloss import THIS_CARD, gloss, read_english
from knowledge.language import FILE, Language
from knowledge.models import CardMatch, Printing
from knowledge.store import Store
from knowledge.translation_model import FEWEST_LINES, aligned_lines, train
from tests.knowledge.made_up import CARDS, DAY, build


@pytest.mark.parametrize(
    "language, text, english",
    [
        ("de", "Wird Chiffrieren beim Kampfschaden ausgelöst?", {"cipher", "combat", "damage", "trigger"}),
        (
            "es",
            "¿Puedo lanzar la copia sin pagar su coste de maná?",
            {"cast", "copy", "paying", "mana", "cost"},
        ),
        ("fr", "La capacité déclenchée de l'éphémère crypté", {"triggered", "ability", "instant"}),
        ("it", "La creatura lascia il campo di battaglia", {"creature", "leave", "battlefield"}),
        ("pt", "A cópia deixa de existir no cemitério?", {"copy", "cease", "exist", "graveyard"}),
        ("ja", "暗号のコピーを唱える", {"cipher", "copy", "cast"}),
        ("zh", "施放复制品，不需支付其法术力费用", {"cast", "copy", "mana", "cost"}),
    ],
)
def test_question_in_words_of_the_game__is_read_in_english(
    language: str, text: str, english: set[str]
) -> None:
    assert english <= set(gloss(text, language, None).terms)


def test_longest_term__is_read_first() -> None:
    assert "sorcery" not in gloss("法术力费用", "zh", None).terms
    assert "sorcery" in gloss("法术牌", "zh", None).terms
    assert gloss("schadenfreude", "de", None).text == "damage"


def test_name_of_a_card_surely_meant__becomes_this_card() -> None:
    text = "Hat Arkaner Raub ein Ziel?"
    match = CardMatch(
        name="Arcane Heist", oracle_id="x", matched="Arkaner Raub", how="printed", start=4, end=16
    )
    reading = gloss(text, "de", None, [match])
    assert reading.text == f"{THIS_CARD} target"
    soft = gloss(text, "de", None, [match.model_copy(update={"soft": True})])
    assert soft.text == "Arcane Heist target"


def test_english_name_of_a_card__is_left_out_of_the_words_unless_nothing_else_is_there() -> None:
    match = CardMatch(
        name="Arcane Heist", oracle_id="x", matched="Arcane Heist", how="exact", start=5, end=17
    )
    reading = read_english("Does Arcane Heist target?", [match])
    assert reading.text == f"Does {THIS_CARD} target?"
    assert set(reading.terms) == {"target"}
    alone = read_english("Does Arcane Heist", [match])
    assert set(alone.terms) == {"arcane", "heist"}


def test_words_that_cannot_be_read__are_counted() -> None:
    assert gloss("Kreatur", "de", None).unread == 0
    assert gloss("Quatschwort Kreatur Blödsinn", "de", None).unread == 1.0
    assert gloss("どんぐりころころ", "ja", None).unread > 0.5


@given(st.text(), st.sampled_from(["de", "fr", "ja", "zh", "xx"]))
def test_any_text__is_read(text: str, language: str) -> None:
    reading = gloss(text, language, None)
    assert all(0 < weight <= 1 for weight in reading.terms.values())


# Learned words: a little invented language, in which every English word has a counterpart of its own
WORDS = {"draw": "zupf", "discard": "werp", "wombat": "womba", "card": "karto", "two": "dva", "three": "tri"}


def _lines() -> list[tuple[list[str], list[str]]]:
    verbs, numbers, nouns = ("draw", "discard"), ("two", "three"), ("wombat", "card")
    lines = [[verb, number, noun] for verb in verbs for number in numbers for noun in nouns]
    return [([WORDS[word] for word in reversed(line)], line) for line in lines] * 3


def test_words_that_keep_company__are_learned_as_translations() -> None:
    best: dict[str, tuple[float, str]] = {}
    for foreign, english, probability in train(_lines()):
        best[foreign] = max(best.get(foreign, (0.0, "")), (probability, english))
    assert {foreign: english for foreign, (_, english) in best.items()} == {
        foreign: english for english, foreign in WORDS.items()
    }
    assert min(probability for probability, _ in best.values()) > 0.5


def test_generation_with_enough_printed_texts__learns_words_and_copies_them_on(data_dir: Path) -> None:
    cards, printings = [], []
    for place in range(FEWEST_LINES):
        foreign, english = _lines()[place % len(_lines())]
        card = CARDS[0].model_copy(
            update={
                "oracle_id": f"c{place}",
                "name": f"Card {place}",
                "oracle_text": f"{' '.join(english)} {place}",
            }
        )
        cards.append(card)
        printings.append(
            Printing(
                oracle_id=card.oracle_id,
                language="de",
                name=f"Karte {place}",
                text=f"{' '.join(foreign)} {place}",
                released_at=DAY,
            )
        )
    folder = build(data_dir, cards=cards, printings=printings)
    learned = Language(folder)
    assert learned.gloss("de", ["womba", "zupf"]).keys() == {"womba", "zupf"}
    assert learned.gloss("de", ["womba"])["womba"][0][0] == "wombat"
    assert "wombat" in gloss("Hat die Womba eine?", "de", learned).terms
    again = build(data_dir, cards=None, printings=None)
    assert (again / FILE).read_bytes() == (folder / FILE).read_bytes()


def test_lines_that_do_not_pair__are_left_out(data_dir: Path) -> None:
    printing = Printing(oracle_id="wombat", language="de", name="Wombat", text="eins\nzwei", released_at=DAY)
    folder = build(data_dir, printings=(printing,))
    connection = sqlite3.connect(folder / "store.sqlite")
    assert aligned_lines(connection, "de") == []
    connection.close()


def test_words_and_names__are_counted_where_they_stand_as_ordinary_words(data_dir: Path) -> None:
    folder = build(data_dir)
    language = Language(folder)
    assert language.name_counts(["patience"])["patience"] >= 2
    assert language.name_counts([fold_name("Wombat Warden")]) == {}
    assert language.word_counts(["burrow", "zorblax"]).keys() == {"burrow"}
    assert language.english_words(["burrow", "geduld"]) == {"burrow"}


def test_language_file__is_made_anew_when_a_printed_text_changes(data_dir: Path) -> None:
    first = build(data_dir)
    changed = (Printing(oracle_id="wombat", language="de", name="Wombat", text="anders", released_at=DAY),)
    second = build(data_dir, printings=changed)
    assert Language(second).word_counts(["anders"])
    assert not Language(first).word_counts(["anders"])
    assert Store(second).file.query("SELECT count(*) FROM printed") == [(1,)]
