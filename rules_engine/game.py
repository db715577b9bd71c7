"""The public face of the engine: a game as an immutable value, with the decision it waits for.

`apply` answers the decision; `try_action` says which rule forbids something that is not among the options.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any, Literal

import rules_engine.actions
import rules_engine.keywords  # noqa: F401  both register what they do
from rules_engine.errors import IllegalAction
from rules_engine.model.abilities import ActivatedAbility
from rules_engine.model.characteristics import CardDefinition
from rules_engine.model.decisions import PASS, Decision, Option
from rules_engine.model.events import Event
from rules_engine.model.objects import Chosen, GameObject, Player, SpellRecord
from rules_engine.model.state import Attack, State, Turn
from rules_engine.model.zones import Step, Zone
from rules_engine.process import history, special_actions, turns
from rules_engine.process.activating import activate, activated_abilities, may_activate
from rules_engine.process.casting import cast, target_specs
from rules_engine.process.costs import cost_changes
from rules_engine.process.engine import AnswerNeeded, Engine, describe_option
from rules_engine.process.faces import face_down_values, turned_over
from rules_engine.process.frames import Frame
from rules_engine.process.helped_payment import helps
from rules_engine.process.keys import state_key
from rules_engine.process.lasting import notice_control
from rules_engine.process.mana_abilities import available_mana, is_mana_ability
from rules_engine.process.moving import place
from rules_engine.process.permissions import (
    CastWay,
    grants_casting,
    may_be_castable,
    may_begin,
    top_if_castable,
    ways_to_cast,
)
from rules_engine.process.projecting import characteristics, controller_of, look
from rules_engine.process.targeting import legal_targets
from rules_engine.process.units import UNITS, unit

__all__ = ["UNITS", "Game", "Placed", "PlayerSetup", "Setup", "characteristics", "controller_of", "new_game"]


# --------------------------------------------------------------------------------------- setting up


@dataclass(frozen=True, slots=True)
class Placed:
    """A card or token where the game begins; `handle` is the name by which others refer to it.

    owner: player number. controller None: the owner. attached_to, encoded_on: handles. from_turn: plotted/foretold on.
    """

    definition: CardDefinition
    zone: Zone
    owner: int
    handle: str = ""
    controller: int | None = None
    tapped: bool = False
    summoning_sick: bool = False
    counters: tuple[tuple[str, int], ...] = ()
    damage: int = 0
    attached_to: str = ""
    encoded_on: str = ""
    plotted_on_turn: int | None = None
    foretold_on_turn: int | None = None
    face_down: bool = False
    token: bool = False
    transformed: bool = False


@dataclass(frozen=True, slots=True)
class PlayerSetup:
    """A player at the beginning."""

    name: str
    life: int = 20
    mana: tuple[str, ...] = ()
    poison: int = 0
    lands_played: int = 0


@dataclass(frozen=True, slots=True)
class Setup:
    """A position: players, objects in the order of their timestamps, whose turn, which step (its beginning is over).

    attacks: (attacker handle, defending player or planeswalker handle, blocker handles) when combat has begun.
    """

    players: tuple[PlayerSetup, ...]
    objects: tuple[Placed, ...] = ()
    active: int = 0
    step: Step = Step.PRECOMBAT_MAIN
    turn: int = 5
    attacks: tuple[tuple[str, int | str, tuple[str, ...]], ...] = ()
    daytime: Literal["", "day", "night"] = ""


def new_game(setup: Setup, *, without: frozenset[str] = frozenset()) -> Game:
    """The game at its first priority decision, after state-based actions and triggers; `without` switches rules off."""
    state = State(without=without, daytime=setup.daytime)
    state.players = tuple(
        Player(number, p.name, p.life, p.mana, p.poison, p.lands_played)
        for number, p in enumerate(setup.players)
    )
    rest = turns.TURN[turns.TURN.index(setup.step) + 1 :]
    state.turn = Turn(number=setup.turn, active=setup.active, step=setup.step, upcoming=rest)
    state.asked = history.asked_for(
        ability
        for placed in setup.objects
        for chars in (placed.definition.characteristics, *placed.definition.characteristics.parts)
        for ability in chars.abilities
    )
    e = Engine(state)
    handles = _place_all(e, setup)
    _begin_combat(e, setup, handles)
    notice_control(e)
    e.log.clear()
    start = e.state
    return Game._stepped(start, (), (), first=True)


def _place_all(e: Engine, setup: Setup) -> dict[str, int]:
    handles: dict[str, int] = {}
    for number, placed in enumerate(setup.objects):
        obj = _object(e, placed, number)
        place(e, obj, -1)
        if placed.handle:
            handles[placed.handle] = obj.id
    for placed in setup.objects:
        links: dict[str, Any] = {}
        if placed.attached_to:
            links["attached_to"] = Chosen(object=handles[placed.attached_to])
        if placed.encoded_on:
            links["encoded_on"] = handles[placed.encoded_on]
        if links:
            e.change(handles[placed.handle], **links)
    return handles


def _object(e: Engine, placed: Placed, number: int) -> GameObject:
    printed = placed.definition.characteristics
    chars = turned_over(printed) if placed.transformed else printed
    on_field = placed.zone in (Zone.BATTLEFIELD, Zone.STACK)
    controller = placed.controller if placed.controller is not None else placed.owner
    counters = dict(placed.counters)
    if placed.zone is Zone.BATTLEFIELD and "planeswalker" in chars.types and "loyalty" not in counters:
        counters["loyalty"] = chars.loyalty or 0
    card = None if placed.token else number + 1
    if card is not None:
        e.state.cards[card] = printed
    return GameObject(
        id=e.new_id(),
        kind="token" if placed.token else "card",
        owner=placed.owner,
        zone=placed.zone,
        base=face_down_values(chars) if placed.face_down and on_field else chars,
        timestamp=e.tick(),
        card=card,
        controller=controller if on_field else None,
        tapped=placed.tapped,
        summoning_sick=placed.summoning_sick,
        counters=tuple(sorted(counters.items())),
        damage=placed.damage,
        plotted_on_turn=placed.plotted_on_turn,
        foretold_on_turn=placed.foretold_on_turn,
        face_down=placed.face_down,
    )


def _begin_combat(e: Engine, setup: Setup, handles: dict[str, int]) -> None:
    attacks = []
    for attacker, defender, blockers in setup.attacks:
        to = Chosen(player=defender) if isinstance(defender, int) else Chosen(object=handles[defender])
        named = tuple(handles[b] for b in blockers)
        attacks.append(Attack(handles[attacker], to, bool(named), named))
    if attacks:
        e.change_turn(attacks=tuple(attacks), attacked=True)


# ------------------------------------------------------------------------------------------ the game


@dataclass(frozen=True, slots=True)
class Game:
    """A game at a decision. `state` is the snapshot at the last priority, `view` the state at the pending decision.

    `log` holds every event since the start up to the pending decision. Equal answers give equal games.
    """

    state: State
    answers: tuple[Option, ...] = ()
    log: tuple[Event, ...] = ()
    decision: Decision | None = None
    view: State = field(default_factory=State)
    past: tuple[Event, ...] = ()

    @classmethod
    def _stepped(
        cls, state: State, answers: tuple[Option, ...], past: tuple[Event, ...], *, first: bool = False
    ) -> Game:
        """Run the atomic step with these answers; it ends at the next priority or stops where one is missing."""
        e = Engine(state.copy(), answers)
        try:
            if first or state.turn.priority is None:
                # Before the first priority state-based actions and triggers may ask something too.
                turns.give_priority(e, state.turn.active)
            else:
                _take_action(e)
        except AnswerNeeded as needed:
            return cls(state, answers, past + tuple(e.log), needed.decision, e.state, past)
        except IllegalAction as illegal:
            # CR 732.1: the whole action is undone; the player who had priority keeps it (732.2).
            if state.holds("732.1"):
                e = Engine(state.copy())
            e.emit(
                Event(
                    "illegal attempt",
                    player=state.turn.priority,
                    detail=illegal.reason,
                    name=e.name(answers[0].object) if answers else "",
                    rules=(illegal.rule, "732.1"),
                )
            )
        log = past + tuple(e.log)
        if e.state.over or e.state.turn.priority is None:
            return cls(e.state, (), log, None, e.state, log)
        return cls(e.state, (), log, _priority_decision(e), e.state, log)

    @property
    def without(self) -> frozenset[str]:
        """The rules that are switched off."""
        return self.state.without

    def apply(self, option: Option) -> Game:
        """Answer the pending decision; ValueError when there is none or the option is neither one of its options nor a
        mana ability that the player with priority may activate by hand."""
        if self.decision is None:
            raise ValueError("the game is over: nothing is asked")
        by_hand = self.decision.kind == "priority" and option.verb == "activate"
        if option not in self.decision.options and not (by_hand and option in mana_activations(self)):
            raise ValueError(f"{describe_option(option)} is not among the options")
        return self._stepped(self.state, (*self.answers, option), self.past)

    def legal_actions(self) -> tuple[Option, ...]:
        """The options of the pending decision, none when the game is over."""
        return self.decision.options if self.decision is not None else ()

    def try_action(self, option: Option) -> Game | IllegalAction:
        """What the option would lead to, or the refusal with the rule that forbids it.

        At a priority decision the action is also tried to its end: one that can be begun but never completed is
        refused by the rule that stops it.
        """
        if self.decision is None:
            return IllegalAction("the game is over", "104.1")
        if self.decision.kind != "priority":
            if option in self.decision.options:
                return self.apply(option)
            return IllegalAction(f"{describe_option(option)} is not a legal choice here", self.decision.rule)
        return self._try_priority_action(option)

    def _try_priority_action(self, option: Option) -> Game | IllegalAction:
        refusals: list[IllegalAction] = []
        waiting: list[tuple[Option, ...]] = [(option,)]
        for _ in range(2000):
            if not waiting:
                break
            answers = waiting.pop()
            e = Engine(self.state.copy(), answers)
            try:
                _take_action(e)
            except AnswerNeeded as needed:
                waiting.extend((*answers, o) for o in reversed(needed.decision.options))
            except IllegalAction as illegal:
                refusals.append(illegal)
            else:
                listed = self.decision is not None and option in self.decision.options
                return self.apply(option) if listed else self
        return refusals[-1] if refusals else IllegalAction("it can't be done", "601.2e")

    def key(self) -> Hashable:
        """A canonical key: equal keys have the same future, whatever ids and timestamps they carry."""
        return state_key(self.view), self.answers_key

    @property
    def answers_key(self) -> Hashable:
        """What of the answers so far is not in the state yet: the decision in the middle of a step."""
        return (
            () if self.decision is None or self.decision.kind == "priority" else (self.answers, self.decision)
        )

    @property
    def outcome(self) -> str | None:
        """How the game ended, None while it goes on."""
        if not self.view.over:
            return None
        winners = [p.name for p in self.view.players if p.won]
        return f"{winners[0]} wins" if winners else "draw"


def _priority_decision(e: Engine) -> Decision:
    player = e.state.turn.priority
    assert player is not None
    return Decision(player, "priority", (PASS, *_actions(e, player)), "117.1")


def _take_action(e: Engine) -> None:
    """The player with priority does something or passes (CR 117.1); that is the first of the answers."""
    player = e.state.turn.priority
    assert player is not None
    option, e.position = e.answers[0], 1
    if option == PASS:
        turns.pass_priority(e, player)
        return
    _perform(e, player, option)
    e.change_turn(passes=0)
    # CR 117.3c: whoever acted gets priority again.
    turns.give_priority(e, next_after(e, player, option.verb))


def _the_next_player(e: Engine, player: int, verb: str) -> int:
    order = e.state.in_turn_order(player)
    return order[1] if verb in special_actions.ACTIONS and len(order) > 1 else player


@unit("116.3", "after a special action the next player gets priority", _the_next_player)
def next_after(e: Engine, player: int, verb: str) -> int:
    """Whoever cast, activated or took a special action gets priority again (CR 117.3c, 116.3)."""
    return player


def _perform(e: Engine, player: int, option: Option) -> None:
    ident = option.object
    if ident is None:
        raise IllegalAction(f"{option.verb} needs an object", "117.1")
    if option.verb == "cast":
        cast(e, player, ident, _way(e, player, ident, option.method))
    elif option.verb == "activate":
        activate(e, player, ident, option.number or 0)
    elif option.verb in special_actions.ACTIONS:
        special_actions.take(e, player, option.verb, ident)
    else:
        raise IllegalAction(f"there is no action called {option.verb}", "117.1")


def _way(e: Engine, player: int, ident: int, method: str) -> CastWay:
    for way in ways_to_cast(e, player, ident):
        if way.label == method or not method:
            return way
    raise IllegalAction("no rule or effect allows the player to cast it this way", "601.3")


# -------------------------------------------------------------------------------- what may be begun


def _actions(e: Engine, player: int) -> list[Option]:
    """Everything the player could begin now, as far as a quick look tells; what fails later is undone (CR 732.1)."""
    found: list[Option] = []
    for ident in _castable_places(e, player):
        for way in ways_to_cast(e, player, ident):
            if may_begin(e, player, ident, way) is None and _plausible(e, player, ident, way):
                found.append(Option("cast", object=ident, method=way.label))
    found += _activations(e, player)
    for verb, action in special_actions.ACTIONS.items():
        elsewhere = special_actions.playable_lands(e, player) if verb == "play land" else []
        for ident in (*e.state.zone(action.zone, player), *elsewhere):
            if special_actions.refused(e, player, verb, ident) is None and _can_pay_for(
                e, player, verb, ident
            ):
                found.append(Option(verb, object=ident))
    return found


def _castable_places(e: Engine, player: int) -> list[int]:
    """The hand, and elsewhere what a keyword, a designation or an effect may let somebody cast."""
    idents = list(e.state.zone(Zone.HAND, player))
    anything = grants_casting(e)
    if anything:
        idents += top_if_castable(e, player)
    for zone in (Zone.GRAVEYARD, Zone.EXILE):
        idents += [obj.id for obj in e.state.in_zone(zone) if anything or may_be_castable(e, obj)]
    return idents


def _plausible(e: Engine, player: int, ident: int, way: CastWay) -> bool:
    """Enough mana for the least it costs, and at least one legal target where one is needed."""
    chars = way.chars or look(e.state).projection(ident).chars
    cost = way.cost.mana if way.cost is not None else chars.mana_cost
    if not way.free:
        if cost is None and way.cost is None:
            return False
        if way.face_down:
            # CR 708.4: what changes its cost sees the face-down spell, which is not there yet.
            return True
        more, less = cost_changes(e, ident, player, chars=way.chars)
        symbols = cost.symbols if cost is not None else ()
        # CR 107.4f: life pays for a Phyrexian symbol too.
        with_life = sum(symbol.endswith("/P") for symbol in symbols)
        needed = (cost.mana_value() if cost is not None else 0) - with_life + more - less
        if needed > available_mana(e, player) + helps(e, player, chars):
            return False
    frame = Frame(you=player, this=ident)
    specs = target_specs(chars, SpellRecord(method=way.method))
    return all(
        spec.minimum == 0 or spec.only_if is not None or legal_targets(look(e.state), spec, frame)
        for spec in specs
    )


def _activations(e: Engine, player: int) -> list[Option]:
    found: list[Option] = []
    view = look(e.state)
    places = [
        seen.obj.id
        for seen in view.permanents()
        if seen.controller == player
        or any(isinstance(a, ActivatedAbility) and a.anyone for a in seen.chars.abilities)
    ]
    for zone in (Zone.HAND, Zone.GRAVEYARD):
        places += e.state.zone(zone, player)
    for ident in places:
        if not view.projection(ident).chars.abilities:
            continue
        for index, ability in activated_abilities(e, ident):
            if is_mana_ability(ability) or may_activate(e, player, ident, ability) is not None:
                continue
            option = Option("activate", object=ident, number=index)
            if e.is_possible(lambda x, o=option: _perform(x, player, o)):  # type: ignore[misc]
                found.append(option)
    return found


def _can_pay_for(e: Engine, player: int, verb: str, ident: int) -> bool:
    return e.is_possible(lambda x: special_actions.take(x, player, verb, ident))


def mana_activations(game: Game) -> tuple[Option, ...]:
    """Mana abilities the player with priority could activate by hand; they are legal, but not listed as actions."""
    player = game.state.turn.priority
    if player is None:
        return ()
    e = Engine(game.state.copy())
    found = []
    for seen in look(e.state).permanents():
        if seen.controller == player:
            for index, ability in activated_abilities(e, seen.obj.id):
                if is_mana_ability(ability):
                    found.append(Option("activate", object=seen.obj.id, number=index))
    return tuple(found)
