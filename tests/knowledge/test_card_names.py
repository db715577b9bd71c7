"""Cards are found by any name that players give them; what is no name, or several, is not guessed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knowledge import Knowledge
from knowledge.card_names import EVERYDAY_FROM
from knowledge.models import Card, Printing
from tests.knowledge.made_up import CARDS, build


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Knowledge]:
    folder = tmp_path_factory.mktemp("names")
    build(folder)
    knowledge = Knowledge.open(folder, model=False)
    yield knowledge
    knowledge.close()


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Knowledge]:
    """Cards whose names are words too."""
    folder = tmp_path_factory.mktemp("words")
    texts = [f"シショウ{number}体を選ぶ。" for number in range(EVERYDAY_FROM)]
    build(
        folder,
        cards=(
            *CARDS,
            Card(oracle_id="forest", name="Forest", type_line="Basic Land — Forest"),
            Card(oracle_id="spark", name="Spark"),
            Card(oracle_id="rest", name="Rest"),
            Card(oracle_id="master", name="Kez, the Master"),
            *(Card(oracle_id=f"chooser-{number}", name=f"Chooser {number}") for number in range(len(texts))),
        ),
        printings=(
            Printing(oracle_id="spark", language="ja", name="稲光", text="稲光は打ち消されない。"),
            Printing(oracle_id="rest", language="ja", name="休息", text="あなたは休息させる。"),
            Printing(oracle_id="master", language="ja", name="シショウ、ケズ"),
            *(
                Printing(oracle_id=f"chooser-{number}", language="ja", name=f"選ぶ者{number}", text=text)
                for number, text in enumerate(texts)
            ),
        ),
    )
    knowledge = Knowledge.open(folder, model=False)
    yield knowledge
    knowledge.close()


@pytest.mark.parametrize(
    "text, language, oracle_id, how",
    [
        ("Does Wombat Warden attack?", "en", "wombat", "exact"),
        ("does WOMBAT   warden attack", "en", "wombat", "exact"),
        ("I have wombat warden's trigger", "en", "wombat", "exact"),
        ("two Wombat Wardens", "en", "wombat", "exact"),
        ("Lym-Dars Vault", "en", "vault", "exact"),
        ("Lým-Ðar's vault resolves", None, "vault", "exact"),
        ("Greift mein Wombatwächter an?", "de", "wombat", "printed"),
        ("Greift mein wombatwachter an?", "de", "wombat", "printed"),
        ("ウォンバットの番人は攻撃できますか？", "ja", "wombat", "printed"),
        ("我的袋熊守卫可以攻击吗", "zh", "wombat", "printed"),
        ("クオラは攻撃できますか", "ja", "quorra", "short"),
        ("When Quorra attacks", "en", "quorra", "short"),
        ("my Tunnel Queen dies", "en", "quorra", "short"),
        ("Delve Deeper", "en", "dig", "exact"),
        ("Dig // Delve Deeper", "en", "dig", "exact"),
        ("Approfondir", "fr", "dig", "printed"),
        ("Puis-je lancer l'Approfondir ?", "fr", "dig", "printed"),
        ("quand dell’Wombat Warden entra", "it", "wombat", "exact"),
        ("Nightsong Digger", "en", "renamed", "exact"),
        ("he has a bolt", "en", "nicked", "nickname"),
        ("Wombat Wardn blocks", "en", "wombat", "fuzzy"),
        ("womabt warden blocks", "en", "wombat", "fuzzy"),
        ("what does wombatwarden do", "en", "wombat", "fuzzy"),
        ("is burrowrushhour a joke", "en", "joke", "fuzzy"),
        ("does [[Nightsogn Burower]] fly", "en", "renamed", "fuzzy"),
    ],
)
def test_name_as_players_write_it__finds_the_card(
    known: Knowledge, text: str, language: str | None, oracle_id: str, how: str
) -> None:
    matches = known.resolve_cards(text, language)
    assert [(match.oracle_id, match.how) for match in matches.cards] == [(oracle_id, how)]
    assert not matches.ambiguous


def test_matched_text__stands_where_it_says(known: Knowledge) -> None:
    text = "If l'Wombat Warden meets Quorra, who wins?"
    matches = known.resolve_cards(text)
    assert [text[match.start : match.end] for match in matches.cards] == ["Wombat Warden", "Quorra"]
    assert [match.matched for match in matches.cards] == ["Wombat Warden", "Quorra"]


def test_shortened_name_of_two_cards__gives_both_and_guesses_none(known: Knowledge) -> None:
    matches = known.resolve_cards("Can Orla attack?")
    assert matches.cards == ()
    assert [sorted(item.candidates) for item in matches.ambiguous] == [
        ["Orla, Keeper of Burrows", "Orla, the Sleepless"]
    ]


def test_shortened_name_after_the_full_one__means_the_same_card(known: Knowledge) -> None:
    matches = known.resolve_cards("Orla, the Sleepless attacks. Is Orla tapped?")
    assert {match.oracle_id for match in matches.cards} == {"orla-2"}
    assert not matches.ambiguous


def test_whole_name_of_an_obscure_card__may_mean_the_well_known_one(tmp_path: Path) -> None:
    """Players shorten "Varnholt, City of Reeds" to what is another card's whole name; marked, or alone, it is that card."""
    build(
        tmp_path,
        cards=(
            *CARDS,
            Card(oracle_id="obscure", name="Varnholt"),
            Card(oracle_id="known", name="Varnholt, City of Reeds"),
            Card(oracle_id="alone", name="Quorvale"),
            Card(oracle_id="no-better", name="Quorvale, the Small"),
        ),
        printings=tuple(
            Printing(oracle_id="known", language=language, name=f"Varnholt {language}")
            for language in ("de", "es", "fr")
        ),
    )
    knowledge = Knowledge.open(tmp_path, model=False)
    (asked,) = knowledge.resolve_cards("I tap Varnholt for mana.", "en").ambiguous
    assert asked.candidates == ("Varnholt", "Varnholt, City of Reeds")
    for text, oracle_id in (
        ("I tap [[Varnholt]] for mana.", "obscure"),
        ("I tap Varnholt, City of Reeds for mana.", "known"),
        ("I tap Quorvale for mana.", "alone"),
    ):
        matches = knowledge.resolve_cards(text, "en")
        assert [match.oracle_id for match in matches.cards] == [oracle_id]
        assert not matches.ambiguous
    knowledge.close()


def test_printed_name_of_two_cards__gives_both(known: Knowledge) -> None:
    matches = known.resolve_cards("Was macht Eilgang?", "de")
    assert matches.cards == ()
    assert [item.candidates for item in matches.ambiguous] == [("Burrow Rush", "Lým-Ðar’s Vault")]


@pytest.mark.parametrize(
    "text, soft",
    [
        ("you need some patience here", True),
        ("Patience is a virtue", True),
        ("With [[Patience]] on the battlefield", False),
        ('With "patience" on the battlefield', False),
        ("With 《patience》 on the battlefield", False),
        ("With Patience on the battlefield", False),
    ],
)
def test_name_that_is_a_common_word__is_soft_unless_marked(known: Knowledge, text: str, soft: bool) -> None:
    matches = known.resolve_cards(text, "en")
    assert [(match.oracle_id, match.soft) for match in matches.cards] == [("patience", soft)]


def test_common_word_of_a_language_with_capital_nouns__stays_soft(known: Knowledge) -> None:
    matches = known.resolve_cards("Da braucht man Geduld.", "de")
    assert all(match.soft for match in matches.cards)


@pytest.mark.parametrize(
    "text, meant",
    [
        ("Patience on a spell: does it resolve?", True),
        ("I have patience on the battlefield", False),
        ("He sighs. Patience!", False),
        ("two Forests", False),
    ],
)
def test_name_that_is_a_common_word__looks_meant_only_when_written_as_a_name(
    named: Knowledge, text: str, meant: bool
) -> None:
    assert [(match.soft, match.looks_meant) for match in named.resolve_cards(text, "en").cards] == [
        (True, meant)
    ]


@pytest.mark.parametrize(
    "text, found",
    [
        ("稲光を撃てますか", ["spark"]),  # only its own text says the word
        ("シショウは攻撃できますか", []),  # a word in katakana that texts use
        ("休息しますか", []),  # a verb
        ("休息を唱えます", ["rest"]),
    ],
)
def test_japanese_name_that_may_be_a_word__is_told_by_texts_and_by_what_follows(
    named: Knowledge, text: str, found: list[str]
) -> None:
    assert [match.oracle_id for match in named.resolve_cards(text, "ja").cards] == found


def test_name_of_a_real_card_and_a_digital_one__means_the_real_one(known: Knowledge) -> None:
    assert [match.oracle_id for match in known.resolve_cards("Burrow Rush").cards] == ["rush"]


def test_longer_name__wins_over_the_shorter_one_in_it(known: Knowledge) -> None:
    assert [match.oracle_id for match in known.resolve_cards("Burrow Rush Hour").cards] == ["joke"]


def test_token_with_a_common_name__is_soft(known: Knowledge) -> None:
    assert all(match.soft for match in known.resolve_cards("my Wombat attacks", "en").cards)


@pytest.mark.parametrize(
    "text",
    ["", "   ", "does it work", "Zorblax the Unfolding", "🦘🦘", "שלום עולם", "\x00\ud800", "the the the"],
)
def test_text_without_a_name__finds_nothing(known: Knowledge, text: str) -> None:
    matches = known.resolve_cards(text)
    assert matches.cards == ()
    assert matches.ambiguous == ()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=150)
@given(
    text=st.one_of(
        st.text(),
        st.lists(
            st.sampled_from(
                [
                    "Wombat",
                    "Warden",
                    "Orla",
                    ",",
                    "[[",
                    "]]",
                    '"',
                    "袋熊",
                    "守卫",
                    "Dig",
                    "//",
                    "patience",
                    "\ud83d",
                ]
            )
        ).map(" ".join),
    ),
    language=st.sampled_from([None, "en", "de", "ja", "zh", "xx"]),
)
def test_any_text__is_answered_with_places_within_it(
    known: Knowledge, text: str, language: str | None
) -> None:
    matches = known.resolve_cards(text, language)
    places = [(match.start, match.end, match.matched) for match in matches.cards]
    places += [(match.start, match.end, match.matched) for match in matches.ambiguous]
    last = 0
    for start, end, matched in sorted(places):
        assert last <= start < end <= len(text)
        assert text[start:end] == matched
        last = end


@pytest.mark.parametrize("piece", ["Wombat Wardn ", "袋熊守", "[[", '"a', "a", "\u202e\u0301", "Orla, "])
def test_very_long_text__is_answered(known: Knowledge, piece: str) -> None:
    text = (piece * 20_000)[:20_000]
    assert isinstance(known.resolve_cards(text).cards, tuple)
    assert isinstance(known.search(text, k=1).hits, tuple)


@pytest.mark.parametrize(
    "name, oracle_id",
    [
        ("wombat warden", "wombat"),
        ("Wombatwächter", "wombat"),
        ("Dig", "dig"),
        ("bolt", "nicked"),
        ("Quorra", "quorra"),
        ("Nightsong Digger", "renamed"),
    ],
)
def test_card_looked_up_by_a_name__is_the_one(known: Knowledge, name: str, oracle_id: str) -> None:
    card = known.card(name)
    assert card is not None
    assert card.oracle_id == oracle_id


@pytest.mark.parametrize("name", ["", "Orla", "Eilgang", "Zorblax", "\ud800", "x" * 20_000])
def test_card_looked_up_by_no_name_or_a_shared_one__is_none(known: Knowledge, name: str) -> None:
    assert known.card(name) is None


def test_cards_named__lists_all_that_share_a_printed_name(known: Knowledge) -> None:
    assert sorted(card.oracle_id for card in known.cards_named("Eilgang")) == ["rush", "vault"]


def test_printed_names__stand_on_the_card(known: Knowledge) -> None:
    card = known.card_by_id("wombat")
    assert card is not None
    assert {lang: printed.name for lang, printed in card.printed.items()} == {
        "de": "Wombatwächter",
        "ja": "ウォンバットの番人",
        "zh": "袋熊守卫",
    }


@pytest.mark.parametrize(
    "prefix, language, expected",
    [
        ("wom", None, ["Wombat Warden", "Wombat"]),
        ("WOMBAT W", None, ["Wombat Warden"]),
        ("ward", None, ["Wombat Warden"]),
        ("wombatw", "de", ["Wombatwächter"]),
        ("wombatw", None, ["Wombatwächter"]),
        ("袋熊", "fr", ["袋熊守卫"]),
        ("袋熊", "zh", ["袋熊守卫"]),
        ("burrow r", None, ["Burrow Rush", "Burrow Rush Hour"]),
        ("", None, []),
        ("zzz", None, []),
        ("\ud800", None, []),
    ],
)
def test_completion__begins_with_names_that_begin_so(
    known: Knowledge, prefix: str, language: str | None, expected: list[str]
) -> None:
    assert known.complete(prefix, language) == expected


def test_completion_of_a_misspelt_prefix__finds_the_nearest(known: Knowledge) -> None:
    assert known.complete("wombta ward", None)[:1] == ["Wombat Warden"]
