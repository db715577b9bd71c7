"""Random legal play: positions out of compiled stand-ins, and what must hold after every choice."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from rules_engine.game import Game, Placed, PlayerSetup, Setup, new_game
from rules_engine.model.characteristics import CardDefinition
from rules_engine.model.decisions import Option
from rules_engine.model.zones import Step, Zone
from rules_engine.oracle import CardText, CompiledCard, compile_card
from rules_engine.scenario import library, load
from rules_engine.scenario.files import shared_stand_ins
from rules_engine.scenario.schema import StandIn
from rules_engine.scenario.setting_up import card_text

MECHANICS = Path(__file__).resolve().parents[1] / "rules_engine" / "mechanics"
LANDS = {"Island": "U", "Mountain": "R", "Swamp": "B", "Forest": "G", "Plains": "W"}


@cache
def stand_in_texts() -> Mapping[str, StandIn]:
    """Every stand-in of the library and of the mechanics, in the order of the files."""
    cards = dict(shared_stand_ins())
    for file in library().values():
        cards.update(file.scenario.stand_ins)
    for path in sorted(MECHANICS.glob("*.yaml")):
        cards.update(load(path).scenario.stand_ins)
    return cards


@cache
def stand_ins() -> tuple[CardDefinition, ...]:
    """Those that compile."""
    return tuple(_compiled())


@cache
def _compiled() -> Mapping[CardDefinition, str]:
    """By what they compile to, the name that a file gives them: both names of a split card."""
    compiled = {name: compile_card(card_text(name, card)) for name, card in stand_in_texts().items()}
    return {card.definition: name for name, card in compiled.items() if isinstance(card, CompiledCard)}


def name_of(card: CardDefinition) -> str:
    """The name of a stand-in or a basic land in a scenario file."""
    return _compiled().get(card, card.characteristics.name)


@cache
def land(name: str) -> CardDefinition:
    """A basic land."""
    compiled = compile_card(CardText(name, "", f"Basic Land — {name}", ""))
    assert isinstance(compiled, CompiledCard)
    return compiled.definition


def random_position(rng: random.Random) -> Setup:
    """Two to four players with a few cards in each zone, what may lie on permanents, and lands to pay with."""
    count = rng.choice((2, 2, 2, 3, 3, 4))
    objects: list[Placed] = []
    cards = stand_ins()
    for player in range(count):
        for name in rng.choices(sorted(LANDS), k=5):
            objects.append(Placed(land(name), Zone.BATTLEFIELD, player))
        objects += [permanent(rng, player, count) for _ in range(rng.randint(1, 4))]
        for zone, most in ((Zone.HAND, 4), (Zone.GRAVEYARD, 3)):
            objects += [Placed(rng.choice(cards), zone, player) for _ in range(rng.randint(0, most))]
        objects += [_exiled(rng, player) for _ in range(rng.randint(0, 2))]
        objects += [Placed(rng.choice(cards), Zone.LIBRARY, player) for _ in range(4)]
    named = [replace(placed, handle=f"{number}") for number, placed in enumerate(objects)]
    players = tuple(PlayerSetup(name, life=rng.choice((3, 8, 20))) for name in "ABCD"[:count])
    step = rng.choice((Step.PRECOMBAT_MAIN, Step.UPKEEP, Step.BEGINNING_OF_COMBAT, Step.POSTCOMBAT_MAIN))
    return Setup(players, tuple(linked(rng, named)), active=rng.randrange(count), step=step)


def permanent(rng: random.Random, player: int, players: int) -> Placed:
    """A permanent as it may lie there in the middle of a game, now and then under somebody else's control."""
    card = rng.choice([c for c in stand_ins() if c.characteristics.is_permanent_card])
    counters: tuple[tuple[str, int], ...] = ()
    if rng.random() < 0.2:
        kind = rng.choice(("+1/+1", "-1/-1", "stun", "flying", "finality", "charge"))
        counters = ((kind, rng.randint(1, 2)),)
    return Placed(
        card,
        Zone.BATTLEFIELD,
        player,
        controller=rng.randrange(players) if rng.random() < 0.1 else None,
        tapped=rng.random() < 0.15,
        summoning_sick=rng.random() < 0.2,
        counters=counters,
        damage=1 if "creature" in card.characteristics.types and rng.random() < 0.1 else 0,
        token=rng.random() < 0.1,
    )


def _exiled(rng: random.Random, player: int) -> Placed:
    card = rng.choice(stand_ins())
    chance = rng.random()
    if chance < 0.2 and "land" not in card.characteristics.types:
        return Placed(card, Zone.EXILE, player, plotted_on_turn=4)
    if chance < 0.4 and card.characteristics.has_keyword("foretell"):
        return Placed(card, Zone.EXILE, player, foretold_on_turn=4, face_down=True)
    return Placed(card, Zone.EXILE, player)


def linked(rng: random.Random, objects: list[Placed]) -> Iterator[Placed]:
    """The objects, with Auras, Equipment and encoded cards mostly where they belong: on a creature."""
    creatures = [p.handle for p in objects if p.zone is Zone.BATTLEFIELD and _is_creature(p)]
    for placed in objects:
        chars = placed.definition.characteristics
        here = placed.zone is Zone.BATTLEFIELD
        if creatures and here and chars.subtypes & {"aura", "equipment"} and rng.random() < 0.8:
            yield replace(placed, attached_to=rng.choice(creatures))
        elif creatures and placed.zone is Zone.EXILE and chars.has_keyword("cipher"):
            yield replace(placed, encoded_on=rng.choice(creatures))
        else:
            yield placed


def _is_creature(placed: Placed) -> bool:
    return "creature" in placed.definition.characteristics.types


def choose(game: Game, rng: random.Random) -> Option:
    """A random option of the pending decision; passing is a little likelier than chance."""
    assert game.decision is not None
    options = game.decision.options
    if game.decision.kind == "priority" and rng.random() < 0.35:
        return options[0]
    return rng.choice(options)


def play(game: Game, rng: random.Random, choices: int) -> list[Game]:
    """The game after each of so many random choices."""
    games = [game]
    for _ in range(choices):
        if game.decision is None:
            break
        game = game.apply(choose(game, rng))
        games.append(game)
    return games


def problems(game: Game) -> list[str]:
    """What is wrong with a game: nothing, if the engine is right."""
    state = game.view
    found = []
    places = Counter(ident for ids in state.zones.values() for ident in ids)
    found += [f"object {ident} is in {count} places" for ident, count in places.items() if count != 1]
    found += [f"object {ident} is in no zone" for ident in state.objects if ident not in places]
    found += [f"{ident} is in a zone but does not exist" for ident in places if ident not in state.objects]
    for obj in state.objects.values():
        key = (obj.zone, obj.owner if obj.zone.is_owned else None)
        if obj.id not in state.zones.get(key, ()):
            found.append(f"{obj.name} says {obj.zone} and lies elsewhere")
        if any(count <= 0 for _, count in obj.counters) or obj.damage < 0:
            found.append(f"{obj.name} has counters or damage below zero")
        if obj.encoded_on is not None and obj.encoded_on not in state.objects:
            found.append(f"{obj.name} is encoded on something that is gone")
    cards = Counter(obj.card for obj in state.objects.values() if obj.card is not None)
    found += [f"card {card} is {count} objects" for card, count in cards.items() if count != 1]
    if game.decision is not None and game.decision.kind == "priority":
        for obj in state.objects.values():
            if obj.kind == "token" and obj.zone is not Zone.BATTLEFIELD:
                found.append(f"token {obj.name} is in {obj.zone} when a player has priority")
            if obj.kind.startswith("copy") and obj.zone not in (Zone.STACK, Zone.BATTLEFIELD):
                found.append(f"copy {obj.name} is in {obj.zone} when a player has priority")
    return found


def beginning(seed: int) -> tuple[Game, random.Random]:
    """A random position and the generator that goes on from it."""
    rng = random.Random(seed)
    return new_game(random_position(rng)), rng
