"""From the position of a scenario to a game: the cards compiled, placed and named."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from rules_engine.card_text import FACES
from rules_engine.errors import ScenarioError
from rules_engine.game import Game, Placed, PlayerSetup, Setup, new_game
from rules_engine.model.characteristics import CardDefinition, Characteristics
from rules_engine.model.zones import Step, Zone
from rules_engine.oracle import CardText, CompiledCard, Refusal, compile_card
from rules_engine.process.faces import is_double_faced
from rules_engine.scenario.fields import nearest
from rules_engine.scenario.references import Names
from rules_engine.scenario.report import RanWith, Unsupported
from rules_engine.scenario.roles import BASICS, BLANK, role_name, roles
from rules_engine.scenario.schema import Item, Placement, Scenario, StandIn


class Refused(Exception):
    """A card of the scenario is not understood; not an error of the scenario."""

    def __init__(self, unsupported: tuple[Unsupported, ...]) -> None:
        super().__init__(", ".join(card.card for card in unsupported))
        self.unsupported = unsupported


@dataclass(frozen=True)
class Cast:
    """The cards of a scenario: by role the definition that plays it, and which of them are invented."""

    definitions: dict[str, CardDefinition]
    ran_with: tuple[RanWith, ...]


@dataclass
class Table:
    """Where the cards of a scenario come from: its own stand-ins, the shared ones, real texts, substitutes."""

    stand_ins: Mapping[str, StandIn]
    cards: Mapping[str, CardText]
    substitute: Mapping[str, CardText] = field(default_factory=dict)

    def text(self, name: str) -> tuple[CardText, bool] | None:
        """The card that plays a role, and whether it is a stand-in; None for filler, ScenarioError when unknown."""
        if name in self.substitute:
            return self.substitute[name], False
        if name in self.stand_ins:
            return card_text(name, self.stand_ins[name]), True
        if name in BASICS:
            return CardText(name, "", f"Basic Land — {name}", ""), False
        if name in self.cards:
            return self.cards[name], False
        if name == BLANK:
            return None
        known = sorted({*self.stand_ins, *self.cards, *BASICS})
        raise ScenarioError(
            f"no text for {name!r}: it is neither a stand-in nor among the cards that were given{nearest(name, known)}"
        )


def card_text(name: str, card: StandIn) -> CardText:
    """A stand-in as the compiler reads cards."""
    power, toughness = _size(card.pt)
    return CardText(
        name,
        card.mana_cost,
        card.type,
        card.text,
        power,
        toughness,
        card.loyalty,
        colors=card.colors,
        layout=card.layout,
    )


def _size(printed: str | None) -> tuple[str | None, str | None]:
    """Power and toughness, each of both faces where the card has two: "2/2 // 3/1" is "2 // 3" and "2 // 1"."""
    if printed is None:
        return None, None
    faces = [face.partition("/") for face in printed.split(FACES)]
    return FACES.join(face[0] for face in faces), FACES.join(face[2] for face in faces)


@lru_cache(maxsize=2048)
def compiled_once(text: CardText) -> CompiledCard | Refusal:
    """The compiled card; the same text is compiled once."""
    return compile_card(text)


def gather(scenario: Scenario, table: Table) -> Cast:
    """Compile every card of the scenario; Refused when one is not understood."""
    definitions: dict[str, CardDefinition] = {}
    ran_with: list[RanWith] = []
    refused: list[Unsupported] = []
    for role in roles(scenario):
        found = table.text(role)
        if found is None:
            definitions[role] = CardDefinition(Characteristics(name=BLANK, types=frozenset({"artifact"})))
            continue
        text, stand_in = found
        compiled = compiled_once(text)
        if isinstance(compiled, Refusal):
            refused.append(Unsupported(compiled.card, compiled.text, compiled.reason))
            continue
        definitions[role] = compiled.definition
        if role not in BASICS:
            ran_with.append(RanWith(text.name, stand_in))
    if refused:
        raise Refused(tuple(refused))
    return Cast(definitions, tuple(ran_with))


def start(scenario: Scenario, cast: Cast, without: frozenset[str]) -> tuple[Game, Names]:
    """The game at the position, and what the names of the scenario mean in it."""
    given = scenario.given
    players = tuple(given.players)
    handles = _Handles()
    setups = tuple(
        PlayerSetup(name=name, life=player.life, poison=player.poison)
        for name, player in given.players.items()
    )
    objects = tuple(
        placed
        for name, player in given.players.items()
        for zone, placements in player.zones()
        for placed in _placed(scenario, name, zone, placements, cast, handles)
    )
    setup = Setup(
        setups, objects, players.index(given.active), Step(given.step), given.turn, daytime=given.daytime
    )
    _check_links(objects)
    game = new_game(setup, without=without)
    # A card keeps its number, which is its place in the setup; a token keeps its id as long as it exists.
    numbers = {placed.handle: number for number, placed in enumerate(objects, 1)}
    names = Names(
        players=players,
        cards={placed.handle: numbers[placed.handle] for placed in objects if not placed.token},
        names={role: definition.name for role, definition in cast.definitions.items()},
        backs={
            role: definition.characteristics.parts[0].name
            for role, definition in cast.definitions.items()
            if is_double_faced(definition.characteristics)
        },
        tokens={placed.handle: numbers[placed.handle] for placed in objects if placed.token},
    )
    return game, names


def _check_links(objects: tuple[Placed, ...]) -> None:
    known = [placed.handle for placed in objects if placed.zone is Zone.BATTLEFIELD]
    for placed in objects:
        for link in (placed.attached_to, placed.encoded_on):
            if link and link not in known:
                raise ScenarioError(
                    f"{placed.handle}: there is no {link!r} on the battlefield{nearest(link, known)}"
                )


class _Handles:
    """Gives every placed object a handle of its own: the one in the file, or its name with a number."""

    def __init__(self) -> None:
        self.taken: set[str] = set()

    def take(self, wanted: str | None, role: str) -> str:
        if wanted is not None:
            if wanted in self.taken:
                raise ScenarioError(f"two objects are called {wanted!r}")
            self.taken.add(wanted)
            return wanted
        handle, number = role, 1
        while handle in self.taken:
            number += 1
            handle = f"{role} {number}"
        self.taken.add(handle)
        return handle


def _placed(
    scenario: Scenario, player: str, zone: str, placements: list[Placement], cast: Cast, handles: _Handles
) -> Iterator[Placed]:
    for placement in placements:
        role = role_name(placement.name)
        for number in range(placement.count):
            wanted = placement.state.handle
            if wanted is not None and placement.count > 1:
                wanted = f"{wanted} {number + 1}"
            yield _one_placed(
                scenario,
                player,
                Zone(zone),
                cast.definitions[role],
                placement.state,
                handles.take(wanted, role),
            )


def _one_placed(
    scenario: Scenario, player: str, zone: Zone, definition: CardDefinition, state: Item, handle: str
) -> Placed:
    players = tuple(scenario.given.players)
    for which, name in (("owner", state.owner), ("controller", state.controller)):
        if name is not None and name not in players:
            raise ScenarioError(f"{handle}: {which}: there is no player {name} in this scenario")
    if state.owner not in (None, player) and zone.is_owned:
        raise ScenarioError(
            f"{handle}: a card lies in its owner's {zone.value} (CR 400.3); list it under {state.owner}"
        )
    if state.controller is not None and zone is not Zone.BATTLEFIELD:
        raise ScenarioError(f"{handle}: only what is on the battlefield has a controller (CR 109.4)")
    if state.transformed and not (zone is Zone.BATTLEFIELD and is_double_faced(definition.characteristics)):
        raise ScenarioError(
            f"{handle}: only a double-faced card on the battlefield has its back face up (CR 712.8)"
        )
    owner = players.index(state.owner or player)
    controller = players.index(state.controller or player) if zone is Zone.BATTLEFIELD else None
    turn = scenario.given.turn
    on_turn = {"this turn": turn, "earlier": turn - 1, None: None}
    return Placed(
        definition=definition,
        handle=handle,
        zone=zone,
        owner=owner,
        controller=controller,
        tapped=state.tapped,
        summoning_sick=state.summoning_sick,
        counters=tuple(sorted(state.counters.items())),
        damage=state.damage,
        attached_to=state.attached_to or "",
        encoded_on=state.encoded_on or "",
        plotted_on_turn=on_turn[state.plotted],
        foretold_on_turn=on_turn[state.foretold],
        face_down=state.face_down,
        token=state.token,
        transformed=state.transformed,
    )
