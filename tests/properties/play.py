"""Random legal play: positions out of compiled stand-ins, and what must hold after every choice."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from pathlib import Path

from rules_engine.game import Game, Placed, PlayerSetup, Setup, new_game
from rules_engine.model.characteristics import CardDefinition
from rules_engine.model.zones import Step, Zone
from rules_engine.oracle import CardText, CompiledCard, compile_card
from rules_engine.scenario import load
from rules_engine.scenario.files import shared_stand_ins

MECHANICS = Path(__file__).resolve().parents[1] / "rules_engine" / "mechanics"
LANDS = {"Island": "U", "Mountain": "R", "Swamp": "B", "Forest": "G", "Plains": "W"}


@cache
def stand_ins() -> tuple[CardDefinition, ...]:
    """Every stand-in of the library and of the mechanics that compiles, in the order of the files."""
    found = []
    cards = dict(shared_stand_ins())
    for path in sorted(MECHANICS.glob("*.yaml")):
        cards.update(load(path).scenario.stand_ins)
    for name, card in cards.items():
        power, _, toughness = (card.pt or "").partition("/")
        text = CardText(
            name, card.mana_cost, card.type, card.text, power or None, toughness or None, card.loyalty
        )
        compiled = compile_card(text)
        if isinstance(compiled, CompiledCard):
            found.append(compiled.definition)
    return tuple(found)


@cache
def land(name: str) -> CardDefinition:
    """A basic land."""
    compiled = compile_card(CardText(name, "", f"Basic Land — {name}", ""))
    assert isinstance(compiled, CompiledCard)
    return compiled.definition


def random_position(rng: random.Random) -> Setup:
    """Two or three players with a few cards in each zone and lands to pay with."""
    count = rng.choice((2, 2, 3))
    objects: list[Placed] = []
    cards = stand_ins()
    for player in range(count):
        for name in rng.choices(sorted(LANDS), k=5):
            objects.append(Placed(land(name), Zone.BATTLEFIELD, player))
        for _ in range(rng.randint(1, 3)):
            card = rng.choice([c for c in cards if c.characteristics.is_permanent_card])
            if "aura" not in card.characteristics.subtypes:
                objects.append(Placed(card, Zone.BATTLEFIELD, player, summoning_sick=rng.random() < 0.2))
        for zone, most in ((Zone.HAND, 4), (Zone.GRAVEYARD, 3), (Zone.EXILE, 1)):
            objects += [Placed(rng.choice(cards), zone, player) for _ in range(rng.randint(0, most))]
        objects += [Placed(rng.choice(cards), Zone.LIBRARY, player) for _ in range(4)]
    players = tuple(PlayerSetup(name, life=rng.choice((3, 8, 20))) for name in "ABC"[:count])
    step = rng.choice((Step.PRECOMBAT_MAIN, Step.UPKEEP, Step.BEGINNING_OF_COMBAT, Step.POSTCOMBAT_MAIN))
    return Setup(players, tuple(objects), active=rng.randrange(count), step=step)


def play(game: Game, rng: random.Random, choices: int) -> list[Game]:
    """The game after each of so many random choices; passing is a little likelier than chance."""
    games = [game]
    for _ in range(choices):
        decision = game.decision
        if decision is None:
            break
        options = decision.options
        option = options[0] if decision.kind == "priority" and rng.random() < 0.35 else rng.choice(options)
        game = game.apply(option)
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
