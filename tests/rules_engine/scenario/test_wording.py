"""Steps as values beside their English sentences: what kind of step, and which things it names."""

from __future__ import annotations

from rules_engine.model.events import Event
from rules_engine.scenario import Note, Step, Thing, Word, frames, library, loads
from rules_engine.scenario.runner import shown_line
from rules_engine.scenario.transcript import catalogue, render
from rules_engine.scenario.wording import key_of, words_of
from tests.rules_engine.scenario.texts import play, real_cards, replaced

SCRIPTED = replaced("  - cast: Ember Jab\n", "  - cast: Ember Jab\n    targets: Old Bear\n")


def _named(step: Step, role: str) -> list[tuple[str, str]]:
    return [(word.kind, word.name) for word in step.words if word.role == role]


def test_step__has_its_kind_and_the_things_that_it_names() -> None:
    pays, casts, resolves, damage, moves, _, dies = play(SCRIPTED).steps
    assert (pays.key, _named(pays, "detail")) == ("pays", [("mana", "{R}")])
    assert casts.key == "casts"
    assert _named(casts, "player") == [("player", "A")]
    assert _named(casts, "object") == [("card", "Ember Jab")]
    assert _named(casts, "origin") == [("zone", "hand")]
    assert _named(casts, "targets") == [("card", "Old Bear")]
    assert resolves.key == "resolves/card"
    assert (damage.key, _named(damage, "amount")) == ("damage", [("number", "2")])
    assert (moves.key, _named(moves, "to")) == ("moves/resolved", [("zone", "graveyard")])
    assert dies.key == "moves/destroyed"


def test_decision__is_told_by_what_it_is_about_and_by_its_options() -> None:
    steps = play(library()["heist-copy-not-cast"], twin=False).steps
    asked = next(step for step in steps if step.key == "chooses/may/cast")
    assert _named(asked, "object") == [("copy", "Arcane Heist")]
    assert _named(asked, "chosen") == [("option", "no")]
    assert _named(asked, "options") == [("option", "yes"), ("option", "no")]
    assert any(step.key == "triggers" and _named(step, "source") for step in steps)
    assert any(word.kind == "ability" for step in steps for word in step.words)


def test_step_that_is_repeated_or_begins_a_step_of_the_turn__says_so() -> None:
    steps = play(library()["step-all-choose-then-act"], twin=False).steps
    assert [step.times for step in steps if step.text == "A draws a card. (7 times)"] == [7]
    file = library()["heist-copy-not-cast"]
    placed = [step for step in play(file, twin=False).steps if step.place]
    assert placed
    assert all(step.text.startswith(f"[{step.place}] ") for step in placed)


def test_json_of_a_step__holds_all_of_it() -> None:
    step = Step("A draws a card.", ("121.1",), "draws", (Word("player", "A", "player"),), "draw", 2)
    assert step.as_json() == {
        "text": "A draws a card.",
        "rules": ["121.1"],
        "key": "draws",
        "words": [{"kind": "player", "name": "A", "role": "player"}],
        "place": "draw",
        "times": 2,
    }


def test_every_drawing__has_the_same_things_as_text_and_as_values() -> None:
    seen = set()
    for file in library().values():
        if not set(file.real_cards) <= set(real_cards()):
            continue
        for frame in frames(file, real_cards()).frames:
            assert len(frame.stack) == len(frame.named)
            for area in [area for seat in frame.seats for area in seat.areas]:
                assert len(area.things) == len(area.named)
                for text, thing in zip(area.things, area.named, strict=True):
                    assert thing.word.name in text
                    seen |= {note.kind for note in thing.notes}
    assert {"size", "tapped", "damage", "counters", "encoded"} <= seen


def test_things_that_look_the_same__are_counted() -> None:
    file = library()["step-all-choose-then-act"]
    things = [
        thing
        for frame in frames(file, real_cards()).frames
        for seat in frame.seats
        for area in seat.areas
        for thing in area.named
    ]
    assert any(thing.count > 1 for thing in things)
    assert Thing(Word("card", "Old Bear"), (Note("size", "2/2"),)).count == 1


def test_every_sentence_of_the_library__names_what_it_is_about() -> None:
    built_in = set(real_cards())
    told = {
        step.text
        for file in library().values()
        if set(file.real_cards) <= built_in
        for step in play(file).steps
    }
    assert not [text for text in told if " ." in text or ": ." in text]
    assert "[declare blockers] Late Scout blocks Old Bear." in told


CREW = """\
id: crew-with-two
title: Two small creatures crew together
cites: [702.122a]
stand-ins:
  Hay Cart:
    mana cost: "{2}"
    type: Artifact — Vehicle
    text: "Crew 2"
    pt: 3/3
  Thin Lad:
    mana cost: "{W}"
    type: Creature — Human
    pt: 1/1
  Stout Lad:
    mana cost: "{W}"
    type: Creature — Human
    pt: 2/2
given:
  active: A
  step: precombat main
  players:
    A:
      battlefield: [Hay Cart, 2 Thin Lad, Stout Lad]
    B: {}
do:
  - {activate: Hay Cart}
  - resolve: top
explore: {decisions: [pay]}
expect:
  - id: crewed
    claim: The vehicle is a creature
    always: {looks: {Hay Cart: {types: [artifact, creature]}}}
"""


def test_several_things_chosen_together__are_named() -> None:
    steps = play(CREW).steps
    (paid,) = [step for step in steps if step.key == "chooses/pay/crew"]
    assert ("several", "Thin Lad + Thin Lad") in _named(paid, "options")
    assert "Thin Lad + Thin Lad" in paid.text
    assert "#" not in paid.text


def test_cards_that_are_revealed__are_no_options() -> None:
    state = next(iter(shown_line(loads(SCRIPTED), real_cards()))).view
    event = Event("chooses", player=0, detail="reveals", options=("Old Bear", "Field Ox", "Unit 7"))
    assert render(event, state, catalogue()) == "A reveals Old Bear, Field Ox, Unit 7."
    assert key_of(event) == "chooses/reveals"
    names = [(word.role, word.name) for word in words_of(event, state) if word.kind == "card"]
    assert names == [("chosen", "Old Bear"), ("options", "Field Ox"), ("options", "Unit 7")]
