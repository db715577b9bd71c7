"""Steps in the reader's language: complete catalogues, the right forms, and no gap in any step of the library."""

from __future__ import annotations

import importlib.resources
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, get_args

import pytest

from bot.answers.models import LANGUAGES, Language, Step
from bot.views.told import CASES, place_name, tell, teller
from rules_engine.model.events import EventKind
from rules_engine.scenario import Note, Thing, Word, library
from rules_engine.scenario import Step as Told
from rules_engine.scenario.transcript import catalogue
from tests.rules_engine.scenario.texts import play, real_cards

OTHERS = tuple(language for language in LANGUAGES if language != "en")
FIELD = re.compile(r"\{(\w+)\}")
ONE_WORD_FORMS = ("ja", "zh")


def _forms(entry: Any) -> list[str]:
    return list(entry.values()) if isinstance(entry, Mapping) else [entry]


def _fields(entry: Any) -> set[str]:
    """What a text names, whatever the case; the name of a thing is counted as the thing."""
    named = {name for form in _forms(entry) for name in FIELD.findall(form)}
    bare = {re.sub(rf"^({'|'.join(CASES)})_", "", name) for name in named}
    return {{"name": "object", "in": "to"}.get(name, name) for name in bare}


def _told_of(text: str) -> set[str]:
    return {
        {"mana": "detail", "way": "detail"}.get(name, name)
        for name in FIELD.findall(text)
        if name not in ("text", "count")
    }


@pytest.mark.parametrize("language", OTHERS)
def test_catalogue__has_the_entries_and_the_names_in_them_of_the_german_one(language: Language) -> None:
    german, own = teller("de").texts, teller(language).texts
    assert list(own) == list(german)
    for group, entries in german.items():
        assert list(own[group]) == list(entries) or (group in CASES and not own[group]), group
    for key, entry in german["steps"].items():
        assert _fields(own["steps"][key]) == _fields(entry), key
        for form in _forms(own["steps"][key]):
            assert _fields(form) == _fields(own["steps"][key]), key
            assert form.strip() == form != "", key
            assert form[-1] in ".。", key
    for group in ("frame", "notes", "words"):
        for key, entry in german[group].items():
            assert _fields(own[group][key]) == _fields(entry) or group == "notes", (group, key)


@pytest.mark.parametrize("language", OTHERS)
def test_texts_with_forms__have_both_and_only_where_the_language_tells_them_apart(language: Language) -> None:
    counted = [entry for group in teller(language).texts.values() for entry in group.values()]
    forms = [set(entry) for entry in counted if isinstance(entry, Mapping)]
    assert all(one == {"one", "other"} for one in forms)
    assert bool(forms) == (language not in ONE_WORD_FORMS)


@pytest.mark.parametrize("language", OTHERS)
def test_every_step_that_the_engine_tells__has_a_sentence_that_names_the_same(language: Language) -> None:
    say = teller(language)
    for key, text in catalogue().items():
        kind = key.partition("/")[0]
        if not text or kind in ("way", "chance", "times"):
            continue
        assert kind in get_args(EventKind)
        own_key = {"counters put/poison": "counters put/player"}.get(key, key)
        assert own_key in say.texts["steps"], key
        named = _fields(say.texts["steps"][own_key])
        left_out = {"detail"} if kind in ("illegal attempt", "special action", "trigger removed") else set()
        left_out |= {"detail"} if kind in ("does not resolve", "nothing happens") else set()
        left_out |= {"what"} if kind == "chooses" else set()
        assert named <= _told_of(text) | {"to", "origin", "detail"}, key
        assert _told_of(text) - left_out <= named | {"player"}, key


@cache
def _library() -> tuple[Told, ...]:
    """The steps of the part of the library that needs no other cards than the built-in ones."""
    files = [file for file in library().values() if set(file.real_cards) <= set(real_cards())]
    reports = [play(file) for file in files]
    parts = [part for report in reports for part in (report, *report.twins, *report.variants)]
    return tuple(dict.fromkeys(step for part in parts for step in part.steps))


def _numbers(text: str) -> list[str]:
    return sorted(re.findall(r"[0-9]+", text))


@pytest.mark.parametrize("language", OTHERS)
def test_every_step_of_the_library__is_told_whole(language: Language) -> None:
    assert len(_library()) > 1000
    for step in _library():
        told = tell(step, language)
        assert told != step.text
        assert "{" not in re.sub(r"\{[0-9WUBRGCXST/P]+\}", "", told)
        assert not re.search(r"  |\(\)|（）|: \.|：。|\[\]", told), told
        named = {word.name for word in step.words if word.kind in ("card", "copy", "ability")}
        in_english = {name for name in named if name in step.text}
        assert {name for name in in_english if name not in told} == set(), (told, step.text)
        if step.key not in ("chooses/mode", "chooses/replacement"):  # counted from one, and named
            assert _numbers(told) == _numbers(step.text), (told, step.text)


def _step(key: str, **words: Word | list[Word]) -> Step:
    named = [
        {"kind": one.kind, "name": one.name, "role": role}
        for role, found in words.items()
        for one in (found if isinstance(found, list) else [found])
    ]
    return Step.model_validate({"text": "English.", "key": key, "words": named})


def _damage(amount: int) -> Step:
    return _step(
        "damage",
        source=Word("card", "Ember Jab"),
        recipient=Word("player", "A"),
        amount=Word("number", str(amount)),
    )


@pytest.mark.parametrize(
    ("language", "one", "more"),
    [
        ("de", "Ember Jab fügt A 1 Schadenspunkt zu.", "Ember Jab fügt A 2 Schadenspunkte zu."),
        ("es", "Ember Jab hace 1 punto de daño a A.", "Ember Jab hace 2 puntos de daño a A."),
        ("fr", "Ember Jab inflige 1 blessure à A.", "Ember Jab inflige 2 blessures à A."),
        ("it", "Ember Jab infligge 1 danno ad A.", "Ember Jab infligge 2 danni ad A."),
        ("pt", "Ember Jab causa 1 ponto de dano a A.", "Ember Jab causa 2 pontos de dano a A."),
        ("ja", "Ember JabがAに1点のダメージを与える。", "Ember JabがAに2点のダメージを与える。"),
        ("zh", "Ember Jab对A造成1点伤害。", "Ember Jab对A造成2点伤害。"),
    ],
)
def test_numbers__take_the_form_of_the_language(language: Language, one: str, more: str) -> None:
    assert tell(_damage(1), language) == one
    assert tell(_damage(2), language) == more


def test_french__joins_before_a_vowel_and_only_there() -> None:
    step = _step("triggers", source=Word("card", "Arcane Heist"), player=Word("player", "A"))
    assert tell(step, "fr") == "Une capacité d'Arcane Heist se déclenche ; A la contrôle."
    step = _step("triggers", source=Word("card", "Lane Runner"), player=Word("player", "B"))
    assert tell(step, "fr").startswith("Une capacité de Lane Runner ")


@pytest.mark.parametrize(
    ("language", "resolving", "damaged"),
    [
        ("de", "Die Verrechnung der Kopie von Ash beginnt.", "Old Bear fügt dem Wolf-Spielstein 2 Schadenspunkte zu."),
        ("es", "La copia de Ash empieza a resolverse.", "Old Bear hace 2 puntos de daño a la ficha de Wolf."),
        ("fr", "La copie d'Ash commence à se résoudre.", "Old Bear inflige 2 blessures au jeton Wolf."),
        ("it", "La copia di Ash inizia a risolversi.", "Old Bear infligge 2 danni alla pedina Wolf."),
        ("pt", "Começa a resolução da cópia de Ash.", "Old Bear causa 2 pontos de dano à ficha Wolf."),
        ("ja", "Ashのコピーの解決が始まる。", "Old BearがWolf・トークンに2点のダメージを与える。"),
        ("zh", "Ash的复制品开始结算。", "Old Bear对Wolf衍生物造成2点伤害。"),
    ],
)  # fmt: skip
def test_copies_and_tokens__stand_in_the_sentence_as_its_grammar_asks(
    language: Language, resolving: str, damaged: str
) -> None:
    assert tell(_step("resolves/copy of a card", object=Word("copy", "Ash")), language) == resolving
    bear, wolf = Word("card", "Old Bear"), Word("token", "Wolf")
    step = _step("damage", source=bear, recipient=wolf, amount=Word("number", "2"))
    assert tell(step, language) == damaged


def test_names_of_cards__are_never_changed() -> None:
    for language in OTHERS:
        for name in ("Mirror of A La Ficha", "Vite de le jeton X", "Di la copia di Y", "Roba a a cópia Z"):
            told = tell(_step("sacrifices", player=Word("player", "B"), object=Word("card", name)), language)
            assert name in told, (language, told)


def test_marks_in_a_name__are_dropped_and_do_not_multiply() -> None:
    marks = "\ue000".join(f"x\ue000{n}\ue001x\ue000{n}\ue001" for n in range(40))
    targets = [Word("card", f"x{marks}") for _ in range(40)]
    step = _step("casts", player=Word("player", "A"), object=Word("card", "Ash"), targets=targets)
    told = tell(step, "de")
    assert "\ue000" not in told
    assert len(told) < 40 * len(marks)


def test_no_catalogue__has_a_key_twice() -> None:
    for language in OTHERS:
        source = importlib.resources.files("bot") / "locale" / "steps" / f"{language}.yaml"
        keys: list[str] = []
        for line in source.read_text(encoding="utf-8").splitlines():
            found = re.match(r"(  )?([^#\s][^:]*): ", line + " ")
            if found and not found[1]:
                keys = []
            elif found:
                assert found[2] not in keys, (language, found[2])
                keys.append(found[2])


def test_place_and_times__frame_the_sentence() -> None:
    step = _step("draws", player=Word("player", "A"))
    framed = step.model_copy(update={"place": "draw", "times": 7})
    assert tell(framed, "de") == "[Ziehsegment] A zieht eine Karte. (7-mal)"
    assert tell(framed, "ja") == "［ドロー・ステップ］Aがカードを１枚引く。（7回）"
    assert tell(framed, "en") == "English."


def test_part_that_names_nothing__is_left_out() -> None:
    words = {
        "player": Word("player", "A"),
        "object": Word("card", "Ember Jab"),
        "origin": Word("zone", "hand"),
    }
    assert tell(_step("casts", **words), "de") == "A wirkt Ember Jab aus der Hand."
    targets = [Word("player", "B"), Word("copy", "Old Bear")]
    free = _step("casts", **words, detail=Word("way", "free"), targets=targets)
    assert tell(free, "de") == (
        "A wirkt Ember Jab aus der Hand, ohne die Manakosten zu bezahlen (Ziele: B, Kopie von Old Bear)."
    )
    assert (
        tell(_step("casts", **words, detail=Word("way", "evoke")), "de") == "A wirkt Ember Jab aus der Hand."
    )


def test_key_that_a_language_does_not_know__falls_back_to_the_next_one_and_at_last_to_english() -> None:
    player, card = Word("player", "A"), Word("card", "Ember Jab")
    step = _step("chooses/may/Invent", player=player, object=card, chosen=Word("option", "no"))
    assert tell(step, "es").startswith("A decide para Ember Jab si se hace: no.")
    assert tell(_step("unheard of", player=player), "es") == "English."
    assert tell(Step(text="English."), "es") == "English."


def test_counters__are_called_as_on_printed_cards() -> None:
    step = _step("counters put", object=Word("card", "Old Bear"), amount=Word("number", "2"),
                 detail=Word("counter", "charge"))  # fmt: skip
    assert tell(step, "de") == "2 Ladungsmarken werden auf Old Bear gelegt."
    assert tell(step, "fr") == "On met 2 marqueurs « charge » sur Old Bear."
    odd = step.model_copy(
        update={"words": (*step.words[:2], step.words[2].model_copy(update={"name": "ash"}))}
    )
    assert tell(odd, "de") == "2 ash-Marken werden auf Old Bear gelegt."


def test_things_in_a_picture__are_told_with_what_is_on_them() -> None:
    notes = (Note("size", "3/3"), Note("tapped"), Note("counters", "+1/+1", 2), Note("odd", "flipped"))
    thing = Thing(Word("token", "Wolf"), notes, 3)
    assert teller("de").shown(thing) == "3 × Wolf-Spielstein [3/3, getappt, 2 +1/+1-Marken, flipped]"
    assert teller("ja").shown(thing) == "3 × Wolf・トークン [3/3、タップ状態、+1/+1カウンター2個、flipped]"
    assert place_name("end of combat", "fr") == "étape de fin de combat"
    assert place_name("end of combat", "en") == "end of combat"
