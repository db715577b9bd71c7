"""How a question is put: its situation, what it asks for, and whether it asks for the denial."""

from __future__ import annotations

import pytest

from bot.answers.concepts import compile_pattern, load_concepts, normalise
from bot.answers.frames import frames
from bot.answers.models import LANGUAGES, Language
from bot.answers.numbers import NumberClaim, claimed_number


@pytest.mark.parametrize(
    ("text", "normalised"),
    [
        ("I can’t cast it, don't I?", "i can not cast it, do not i?"),
        ("Won't it be there? Cannot I?", "will not it be there? can not i?"),
        ('It\'s "gone"', "it is gone"),
        ("Dûl's dont", "dul's do not"),
    ],
)
def test_contractions_and_quotes__are_spelled_out(text: str, normalised: str) -> None:
    assert normalise(text, "en") == normalised.replace("'s", " s") or normalise(text, "en") == normalised


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("not ~ cast|play", "i do not want to cast it", True),
        ("not ~ cast|play", "not one of the many things you might cast", False),
        ("ceas* to? exist", "ceases to exist", True),
        ("cast", "castle", False),
        ("pay the? cost", "pay cost", True),
    ],
)
def test_patterns__mean_words(pattern: str, text: str, found: bool) -> None:
    assert (compile_pattern(pattern, "en").search(text) is not None) is found


@pytest.mark.parametrize(
    ("text", "situation", "head", "denied"),
    [
        ("If I don't cast the copy, can I cast it later?", {"declined"}, "later", False),
        ("Can I cast it later if I don't cast the copy?", {"declined"}, "later", False),
        ("Can't I cast it later if I decline?", {"declined"}, "later", False),
        ("So I can't cast it later once I've declined, right?", {"declined"}, "later", True),
        ("Isn't it true that I can't cast it later if I decline?", {"declined"}, "later", True),
        ("Is it impossible to cast it later if I decline?", {"declined"}, "later", True),
        ("I declined to cast it. Am I unable to cast it later?", {"declined"}, "later", True),
        ("I can't cast it later, can I?", set(), "later", False),
        ("My opponent says the copy is gone when I decline. Is that right?", {"declined"}, "gone", False),
        ("I think the copy isn't gone if I decline. Right?", {"declined"}, "gone", True),
        ("Does the copy not disappear if I decline to cast it?", {"declined"}, "gone", False),
        ("If I cast the copy, does it stay?", {"did_cast"}, "remains", False),
    ],
)
def test_denial_and_situation__are_told_apart(
    text: str, situation: set[str], head: str, denied: bool
) -> None:
    (frame,) = frames(text, "en")
    relevant = {"declined", "did_cast", "free", "paid", "multi_player", "double_strike"}
    assert (set(frame.situation & relevant), frame.head, frame.denied) == (situation, head, denied)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("How many times does it trigger?", "how_many"),
        ("What is X?", "what"),
        ("When can I cast it?", "what"),
        ("When it triggers, can I cast it?", "yes_no"),
        ("Does it stay in exile or does it cease to exist?", "choice"),
        ("Wie oft wird die Fähigkeit ausgelöst?", "how_many"),
        ("これは何回誘発しますか？", "how_many"),
    ],
)
def test_form__is_read_from_the_asking_part(text: str, form: str) -> None:
    language: Language = "de" if "Wie" in text else "ja" if "何" in text else "en"
    assert frames(text, language)[-1].form == form


@pytest.mark.parametrize(
    ("query", "claim"),
    [
        ("does it trigger twice", NumberClaim("equal", 2)),
        ("can x be more than 0", NumberClaim("more", 0)),
        ("is x anything other than zero", NumberClaim("other", 0)),
        ("do i get at least two triggers", NumberClaim("at_least", 2)),
        ("does it cost {2} at once in main phase two", None),
        ("one or two", None),
        ("is rule 704.5 a 2/2", None),
        ("does it trigger once for each player", None),
    ],
)
def test_number_in_the_asking_part__is_a_claim(query: str, claim: NumberClaim | None) -> None:
    assert claimed_number(query, "en") == claim


@pytest.mark.parametrize(
    ("claim", "observed", "holds"),
    [
        (NumberClaim("equal", 2), 2, True),
        (NumberClaim("other", 0), 0, False),
        (NumberClaim("more", 1), 2, True),
        (NumberClaim("less", 2), 2, False),
        (NumberClaim("at_least", 2), 2, True),
        (NumberClaim("at_most", 1), 2, False),
    ],
)
def test_claim__compares_with_what_was_seen(claim: NumberClaim, observed: int, holds: bool) -> None:
    assert claim.holds(observed) is holds


def test_opposites_in_the_data_file__name_each_other_and_have_heads_alike() -> None:
    entries = load_concepts().entries
    for name, entry in entries.items():
        if entry.opposite:
            assert entries[entry.opposite].opposite == name
            assert (entry.head is None) == (entries[entry.opposite].head is None)


def test_every_pattern_of_the_data_file__compiles_and_finds_itself() -> None:
    entries = load_concepts().entries
    lost = []
    for name, entry in entries.items():
        for language in LANGUAGES:
            for pattern in getattr(entry, language):
                plain = " ".join(
                    token.rstrip("?").split("|")[0].replace("*", "")
                    for token in pattern.lstrip("!").split()
                    if token != "~"
                )
                if not compile_pattern(pattern.lstrip("!"), language).search(normalise(plain, language)):
                    lost.append((name, language, pattern))
    assert lost == []
