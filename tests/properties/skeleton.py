"""A random game that went wrong, written out as the beginning of a scenario: the position, and the choices to script."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import yaml

from rules_engine.game import Placed, Setup
from rules_engine.model.decisions import Option
from rules_engine.model.zones import Zone
from rules_engine.process.engine import describe_option
from rules_engine.scenario.answering import describe
from tests.properties.play import LANDS, beginning, name_of, random_position, stand_in_texts

_ZONES = (Zone.BATTLEFIELD, Zone.HAND, Zone.LIBRARY, Zone.GRAVEYARD, Zone.EXILE)


def skeleton(seed: int, chosen: Sequence[Option], wrong: Sequence[str]) -> str:
    """A file that can be played, to go on from: what was wrong and what was chosen are comments."""
    setup = random_position(random.Random(seed))
    names = sorted({name_of(placed.definition) for placed in setup.objects} - set(LANDS))
    texts = {name: stand_in_texts()[name] for name in names}
    data: dict[str, object] = {
        "id": f"random-{seed}",
        "title": "What went wrong in a random game",
        "cites": ["117.1"],
        "stand-ins": {
            name: card.model_dump(by_alias=True, exclude_defaults=True) for name, card in texts.items()
        },
        "given": {
            "active": setup.players[setup.active].name,
            "step": setup.step.value,
            "players": {p.name: _player(setup, number) for number, p in enumerate(setup.players)},
        },
    }
    active = setup.players[setup.active].name
    claim = {"id": "begins", "claim": "It is that player's turn", "always": {"active": active}}
    data |= {"do": [{"mark": "here"}], "expect": [claim]}
    told = [f"# wrong: {line}" for text in wrong for line in text.strip().splitlines()]
    told += [f"# {number}. {line}" for number, line in enumerate(_told(seed, chosen), 1)]
    return "\n".join(told) + "\n" + yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=110)


def _told(seed: int, chosen: Sequence[Option]) -> Iterator[str]:
    """Each choice in words; the last as it is written down, since it may be what goes wrong."""
    game, _ = beginning(seed)
    for option in chosen[:-1]:
        decision = game.decision
        assert decision is not None
        who = "chance" if decision.player is None else game.view.player(decision.player).name
        yield f"{game.view.turn.step.value}, {who}, {decision.kind}: {describe(option, game.view)}"
        game = game.apply(option)
    if chosen:
        yield describe_option(chosen[-1])


def _player(setup: Setup, number: int) -> dict[str, object]:
    found: dict[str, object] = {"life": setup.players[number].life}
    for zone in _ZONES:
        here = [_item(p, setup) for p in setup.objects if p.owner == number and p.zone is zone]
        if here:
            found[zone.value] = here
    return found


def _item(placed: Placed, setup: Setup) -> object:
    handles = {p.handle: f"{name_of(p.definition)} {p.handle}" for p in setup.objects}
    links = {p.attached_to for p in setup.objects} | {p.encoded_on for p in setup.objects}
    state: dict[str, object] = {}
    if placed.handle in links:
        state["as"] = handles[placed.handle]
    if placed.controller is not None:
        state["controller"] = setup.players[placed.controller].name
    for field, value in (
        ("tapped", placed.tapped),
        ("summoning sick", placed.summoning_sick),
        ("token", placed.token),
        ("face down", placed.face_down),
    ):
        if value:
            state[field] = "yes"
    if placed.damage:
        state["damage"] = placed.damage
    if placed.counters:
        state["counters"] = dict(placed.counters)
    if placed.attached_to:
        state["attached to"] = handles[placed.attached_to]
    if placed.encoded_on:
        state["encoded on"] = handles[placed.encoded_on]
    if placed.plotted_on_turn is not None:
        state["plotted"] = "earlier"
    if placed.foretold_on_turn is not None:
        state["foretold"] = "earlier"
    name = name_of(placed.definition)
    return {name: state} if state else name
