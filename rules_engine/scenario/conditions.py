"""Whether a condition of a scenario holds at a moment of a line of play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules_engine.errors import IllegalAction, ScenarioError
from rules_engine.game import Game, characteristics, controller_of
from rules_engine.model.objects import Chosen, GameObject
from rules_engine.model.state import State
from rules_engine.model.zones import Zone
from rules_engine.process.matching import mana_value
from rules_engine.process.projecting import look
from rules_engine.scenario.attempts import attempt
from rules_engine.scenario.claims import (
    Asked,
    Condition,
    EventPattern,
    Looks,
    OnStack,
    OrderPart,
    SeenPattern,
    Tried,
)
from rules_engine.scenario.references import Names, chosen, find
from rules_engine.scenario.watching import Hit, Watch, amount_fits

Value = int | str


@dataclass(frozen=True)
class Moment:
    """A moment of a line of play: the game then, and the hits of the stretch that the claim is about."""

    game: Game
    hits: tuple[Hit, ...]
    watch: Watch

    @property
    def state(self) -> State:
        """The state at this moment, in the middle of a resolution too."""
        return self.game.view

    @property
    def names(self) -> Names:
        """What names mean."""
        return self.watch.names


@dataclass
class Judgement:
    """Whether a condition holds, the first number seen on the way, and why not."""

    holds: bool = True
    value: Value | None = None
    reason: str = ""

    def need(self, ok: bool, reason: str) -> None:
        """Note that something that is needed holds or not."""
        if not ok and self.holds:
            self.holds, self.reason = False, reason

    def number(self, wanted: str, number: int | None, what: str) -> None:
        """Note a number that was asked for."""
        if self.value is None and number is not None:
            self.value = number
        self.need(number is not None and amount_fits(wanted, number), f"{what} is {number}, not {wanted}")


def judge(condition: Condition, moment: Moment) -> Judgement:
    """Whether everything in the condition holds at the moment."""
    found = Judgement()
    _history(condition, moment, found)
    _places(condition, moment, found)
    _players(condition, moment, found)
    _objects(condition, moment, found)
    _stack(condition, moment, found)
    if found.holds:
        _attempts(condition, moment, found)
    if condition.any:
        found.need(any(judge(part, moment).holds for part in condition.any), "none of the alternatives holds")
    if condition.not_ is not None:
        found.need(not judge(condition.not_, moment).holds, "what must not hold holds")
    return found


def is_history(condition: Condition) -> bool:
    """Whether it asks only about events and decisions, and so is judged once over a whole stretch."""
    fields = condition.model_fields_set - {"not_", "not", "any"}
    inner = [*condition.any, *([condition.not_] if condition.not_ else [])]
    return fields <= {"seen", "also_seen", "order", "asked"} and all(is_history(part) for part in inner)


# ------------------------------------------------------------------------------------------ places


def _places(condition: Condition, moment: Moment, found: Judgement) -> None:
    for text, place in condition.zone.items():
        objects = find(text, moment.state, moment.names)
        if place == "gone":
            found.need(not objects, f"{text} still exists, in {_where(objects)}")
        elif place == "not gone":
            found.need(bool(objects), f"{text} is gone")
        else:
            zone, owner = parse_place(place, moment.names)
            there = [o for o in objects if o.zone is zone and (owner is None or _of(o, moment) == owner)]
            found.need(
                bool(objects) and len(there) == len(objects),
                f"{text} is in {_where(objects) or 'no zone'}, not in {place}",
            )
    for text, creature in condition.encoded.items():
        for obj in find(text, moment.state, moment.names):
            hosts = {o.id for o in find(creature, moment.state, moment.names)}
            right = obj.encoded_on is None if creature == "nothing" else obj.encoded_on in hosts
            found.need(right, f"{text} is not encoded on {creature}")
        found.need(bool(find(text, moment.state, moment.names)), f"there is no {text}")
    for place, wanted in condition.cards.items():
        zone, owner = parse_place(place, moment.names)
        ids = moment.state.zone(zone, owner)
        if not zone.is_owned and owner is not None:
            ids = tuple(ident for ident in ids if _of(moment.state.objects[ident], moment) == owner)
        found.number(wanted, len(ids), f"the number of cards in {place}")


def parse_place(text: str, names: Names) -> tuple[Zone, int | None]:
    """A place such as "exile", "B's graveyard", "hand of A"."""
    owner: int | None = None
    rest = text
    if text[1:3] == "'s":
        owner, rest = names.player(text[0]), text[3:].strip()
        if owner is None:
            raise ScenarioError(f"no player {text[0]} in {text!r}")
    if rest not in {zone.value for zone in Zone}:
        raise ScenarioError(
            f"unknown zone {text!r}; expected one of: {', '.join(zone.value for zone in Zone)}, gone"
        )
    return Zone(rest), owner


def _of(obj: GameObject, moment: Moment) -> int:
    """In whose zone it is; on battlefield and stack who controls it, in exile who owns it."""
    if obj.zone in (Zone.BATTLEFIELD, Zone.STACK):
        controller = controller_of(moment.state, obj.id)
        return obj.owner if controller is None else controller
    if obj.zone.is_owned:
        players = (player for (zone, player), ids in moment.state.zones.items() if obj.id in ids)
        return next((player for player in players if player is not None), obj.owner)
    return obj.owner


def _where(objects: list[GameObject]) -> str:
    return ", ".join(
        f"{'ABCD'[obj.owner]}'s {obj.zone.value}" if obj.zone.is_owned else obj.zone.value for obj in objects
    )


# ----------------------------------------------------------------------------------------- players


def _players(condition: Condition, moment: Moment, found: Judgement) -> None:
    state = moment.state
    for player, wanted in condition.life.items():
        number = moment.names.number(player)
        found.number(wanted, state.player(number).life, f"{player}'s life")
    for player, lost in condition.lost.items():
        number = moment.names.number(player)
        found.need(state.player(number).lost is lost, f"{player} has {'not ' if lost else ''}lost")
    if condition.step is not None:
        found.need(state.turn.step == condition.step, f"the step is {state.turn.step}")
    if condition.active is not None:
        found.need(moment.names.players[state.turn.active] == condition.active, "another player's turn")
    if condition.undecided is not None:
        found.need(bool(state.undecided), "the rules settle it")


# ----------------------------------------------------------------------------------------- objects


def _objects(condition: Condition, moment: Moment, found: Judgement) -> None:
    for text, player in condition.controller.items():
        objects = find(text, moment.state, moment.names)
        found.need(bool(objects), f"there is no {text}")
        for obj in objects:
            controller = controller_of(moment.state, obj.id)
            name = moment.names.players[controller] if controller is not None else "nobody"
            found.need(name == player, f"{name} controls {text}")
    for text, player in condition.owner.items():
        objects = find(text, moment.state, moment.names)
        found.need(bool(objects), f"there is no {text}")
        for obj in objects:
            found.need(
                moment.names.players[obj.owner] == player, f"{moment.names.players[obj.owner]} owns {text}"
            )
    for text, looks in condition.looks.items():
        objects = find(text, moment.state, moment.names)
        found.need(bool(objects), f"there is no {text}")
        for obj in objects:
            _looks(text, looks, obj, moment, found)


def _looks(text: str, looks: Looks, obj: GameObject, moment: Moment, found: Judgement) -> None:
    now = characteristics(moment.state, obj.id)
    if looks.name is not None:
        found.need(now.name == looks.name, f"{text} is called {now.name}")
    if looks.mana_value is not None:
        view = look(moment.state)
        seen = view.at(obj.id)
        assert seen is not None
        found.number(looks.mana_value, mana_value(view, seen), f"{text}'s mana value")
    if looks.power is not None:
        found.number(looks.power, now.power, f"{text}'s power")
    if looks.toughness is not None:
        found.number(looks.toughness, now.toughness, f"{text}'s toughness")
    if looks.damage is not None:
        found.number(looks.damage, obj.damage, f"damage on {text}")
    for kind, wanted in looks.counters.items():
        found.number(wanted, obj.counter(kind), f"{kind} counters on {text}")
    found.need(set(looks.types) <= now.types, f"{text} is {', '.join(sorted(now.types))}")
    found.need(not set(looks.not_types) & now.types, f"{text} is {', '.join(sorted(now.types))}")
    found.need(
        {s.lower() for s in looks.subtypes} <= now.subtypes, f"{text} is {', '.join(sorted(now.subtypes))}"
    )
    if looks.colors is not None:
        found.need(
            set(looks.colors) == set(now.colors), f"{text} is {''.join(sorted(now.colors)) or 'colourless'}"
        )
    for keyword in looks.has:
        found.need(_has(now, keyword), f"{text} does not have {keyword}")
    for keyword in looks.has_not:
        found.need(not _has(now, keyword), f"{text} has {keyword}")
    _status(text, looks, obj, moment, found)


def _has(now: object, keyword: str) -> bool:
    """Whether it has the keyword; "abilities" means any ability at all."""
    abilities = getattr(now, "abilities", ())
    return bool(abilities) if keyword == "abilities" else bool(getattr(now, "has_keyword")(keyword))  # noqa: B009


def _status(text: str, looks: Looks, obj: GameObject, moment: Moment, found: Judgement) -> None:
    if looks.tapped is not None:
        found.need(obj.tapped is looks.tapped, f"{text} is {'tapped' if obj.tapped else 'untapped'}")
    if looks.plotted is not None:
        found.need(
            (obj.plotted_on_turn is not None) is looks.plotted,
            f"{text} is{'' if obj.plotted_on_turn else ' not'} plotted",
        )
    if looks.face_down is not None:
        found.need(obj.face_down is looks.face_down, f"{text} is face {'down' if obj.face_down else 'up'}")
    if looks.attacking is not None:
        attacking = any(attack.attacker == obj.id for attack in moment.state.turn.attacks)
        found.need(attacking is looks.attacking, f"{text} is{'' if attacking else ' not'} attacking")
    if looks.attached_to is not None:
        hosts = chosen(looks.attached_to, moment.state, moment.names)
        right = obj.attached_to is None if looks.attached_to == "nothing" else obj.attached_to in hosts
        found.need(right, f"{text} is not attached to {looks.attached_to}")


# ------------------------------------------------------------------------------------------- stack


def _stack(condition: Condition, moment: Moment, found: Judgement) -> None:
    state, names = moment.state, moment.names
    for text, wanted in condition.on_the_stack.items():
        count = sum(1 for obj in find(text, state, names) if obj.zone is Zone.STACK)
        found.number(wanted, count, f"the number of {text} on the stack")
    if condition.stack_order is not None:
        ids = list(reversed(state.stack))
        fits = [
            ident in {o.id for o in find(text, state, names)}
            for ident, text in zip(ids, condition.stack_order, strict=False)
        ]
        found.need(len(ids) == len(condition.stack_order) and all(fits), "the stack holds other things")
    for text, values in condition.stack.items():
        objects = [obj for obj in find(text, state, names) if obj.zone is Zone.STACK]
        found.need(bool(objects), f"{text} is not on the stack")
        for obj in objects:
            _on_stack(text, values, obj, moment, found)


def _on_stack(text: str, values: OnStack, obj: GameObject, moment: Moment, found: Judgement) -> None:
    spell, ability = obj.spell, obj.ability
    record = spell or ability
    if record is None:
        found.need(False, f"{text} has no choices")
        return
    if values.x is not None:
        found.number(values.x, record.x, f"X of {text}")
    if values.kicked is not None:
        found.number(values.kicked, spell.kicked if spell else 0, f"times {text} was kicked")
    if values.controller is not None:
        controller = controller_of(moment.state, obj.id)
        name = moment.names.players[controller] if controller is not None else "nobody"
        found.need(name == values.controller, f"{name} controls {text}")
    if values.method is not None:
        found.need(
            spell is not None and spell.method == values.method,
            f"{text} was cast {spell.method if spell else 'not'}",
        )
    if values.targets is not None:
        targets = [target for group in record.targets for target in group]
        right = len(targets) == len(values.targets) and all(
            _targets(target, wanted, moment) for target, wanted in zip(targets, values.targets, strict=True)
        )
        found.need(right, f"{text} has other targets")


def _targets(target: Chosen, wanted: str, moment: Moment) -> bool:
    return target in chosen(wanted, moment.state, moment.names)


# ---------------------------------------------------------------------------------------- attempts


def _attempts(condition: Condition, moment: Moment, found: Judgement) -> None:
    if condition.legal is not None:
        refused = attempt(moment.game, condition.legal, moment.names, why=False)
        found.need(refused is None, f"it is not legal: {refused}")
    if condition.illegal is not None:
        refused = attempt(moment.game, condition.illegal, moment.names)
        found.need(refused is not None, "it is legal")
        _right_rule(condition.illegal, refused, found)


def _right_rule(tried: Tried, refused: IllegalAction | None, found: Judgement) -> None:
    if refused is not None and tried.rule is not None:
        found.need(
            refused.rule == tried.rule, f"it is illegal by {refused.rule or 'no rule'}, not by {tried.rule}"
        )


# ----------------------------------------------------------------------------------------- history


def _history(condition: Condition, moment: Moment, found: Judgement) -> None:
    patterns: list[SeenPattern] = [*([condition.seen] if condition.seen else []), *condition.also_seen]
    for pattern in patterns:
        _seen(pattern, moment, found)
    if condition.order is not None:
        found.need(_in_order(condition.order, moment), "the events did not happen in that order")
    if condition.asked is not None:
        _asked(condition.asked, moment, found)


def _seen(pattern: SeenPattern, moment: Moment, found: Judgement) -> None:
    number = moment.watch.number(pattern)
    hits = [hit for hit in moment.hits if number in hit.patterns]
    found.number(pattern.count, len(hits), f"the number of such events ({_words(pattern)})")
    if pattern.together:
        found.need(len({hit.batch for hit in hits}) <= 1, "they did not happen at the same time")


def _words(pattern: EventPattern) -> str:
    fields = pattern.model_dump(by_alias=True, exclude_unset=True)
    return ", ".join(
        f"{name}: {value}" for name, value in fields.items() if name not in ("count", "together")
    )


def _asked(pattern: Asked, moment: Moment, found: Judgement) -> None:
    number = moment.watch.number(pattern)
    hits = [hit for hit in moment.hits if number in hit.patterns]
    found.number(pattern.count, len(hits), f"how often {pattern.decision} was asked")
    found.need(all(number in hit.passed for hit in hits), f"{pattern.decision} had other options")
    if pattern.refuses:
        tries = [hit for hit in moment.hits if hit.batch == -number - 1]
        refused = bool(tries) and all(number in hit.passed for hit in tries)
        found.need(
            refused or not hits,
            f"{pattern.decision} does not refuse {', '.join(pattern.refuses)} by that rule",
        )


def _in_order(parts: list[OrderPart], moment: Moment) -> bool:
    """Whether the hits contain the parts in that order; a `no` forbids its event between its neighbours."""
    return any(True for _ in _matches(list(_steps(parts, moment.watch)), moment.hits, 0, frozenset()))


def _steps(parts: list[OrderPart], watch: Watch) -> Iterator[tuple[bool, int | str]]:
    for part in parts:
        if part.mark is not None:
            yield True, part.mark
        elif part.no is not None:
            yield False, watch.number(part.no)
        else:
            yield True, watch.number(part)


def _matches(
    steps: list[tuple[bool, int | str]], hits: tuple[Hit, ...], start: int, forbidden: frozenset[int]
) -> Iterator[bool]:
    if not steps:
        if not any(hit.patterns & forbidden for hit in hits[start:]):
            yield True
        return
    wanted, what = steps[0]
    if not wanted:
        assert isinstance(what, int)
        yield from _matches(steps[1:], hits, start, forbidden | {what})
        return
    for index in range(start, len(hits)):
        hit = hits[index]
        if what in hit.patterns or (isinstance(what, str) and hit.mark == what):
            yield from _matches(steps[1:], hits, index + 1, frozenset())
        if hit.patterns & forbidden:
            return
