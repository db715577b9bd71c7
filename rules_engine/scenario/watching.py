"""Watching a line of play: which events fit a pattern that some claim asks about.

Only these hits are kept, and claims are judged from them alone; so two lines of play with the same hits and the same
game can be treated as one from there on.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rules_engine.errors import IllegalAction
from rules_engine.game import Game
from rules_engine.model.decisions import Option
from rules_engine.model.events import Event
from rules_engine.model.objects import Chosen
from rules_engine.model.state import State
from rules_engine.scenario.answering import asked, means, named, parse_described
from rules_engine.scenario.claims import Asked, Condition, EventPattern, Expectation
from rules_engine.scenario.references import Names, Reference, chosen, fits, object_of, parse_reference


@dataclass(frozen=True, slots=True)
class Hit:
    """Something a claim asks about: the patterns it fits (by number), when (equal batch: at the same time).

    For an asked decision `passed` says which of its patterns had the options they expect. mark: a mark in the script.
    at: the place in the log, which orders events and marks.
    """

    patterns: frozenset[int] = frozenset()
    passed: frozenset[int] = frozenset()
    batch: int = 0
    mark: str = ""
    at: int = 0


Pattern = EventPattern | Asked


@dataclass(frozen=True)
class Watch:
    """All patterns of a scenario's claims, by number."""

    patterns: tuple[Pattern, ...]
    names: Names
    _by_kind: dict[str, tuple[tuple[int, Pattern], ...]] = field(
        default_factory=dict, init=False, compare=False
    )

    @classmethod
    def of(cls, expectations: tuple[Expectation, ...], names: Names) -> Watch:
        """The patterns that these claims ask about."""
        found: list[Pattern] = []
        for expectation in expectations:
            found += patterns_of(expectation.condition)
            if expectation.where is not None:
                found += patterns_of(expectation.where)
        return cls(tuple(found), names)

    def number(self, pattern: Pattern) -> int:
        """The number of a pattern (the same object that the claim holds)."""
        return next(index for index, known in enumerate(self.patterns) if known is pattern)

    def hits(self, events: tuple[Event, ...], state: State, start: int) -> tuple[Hit, ...]:
        """The hits among events, in order; `start`: the place of the first one in the log."""
        found = []
        for index, event in enumerate(events, start):
            hit = self._hit(event, state, index)
            if hit is not None:
                found.append(hit)
        return tuple(found)

    def _about(self, kind: str) -> tuple[tuple[int, Pattern], ...]:
        """The patterns that an event of this kind may fit, with their numbers."""
        found = self._by_kind.get(kind)
        if found is None:
            found = self._by_kind[kind] = tuple(
                (index, pattern)
                for index, pattern in enumerate(self.patterns)
                if (kind == "chooses" if isinstance(pattern, Asked) else pattern.event in (None, kind))
            )
        return found

    def _hit(self, event: Event, state: State, at: int) -> Hit | None:
        fitting, passed = set(), set()
        for index, pattern in self._about(event.kind):
            if isinstance(pattern, Asked):
                if event.kind == "chooses" and _is_about(pattern, event, state, self.names):
                    fitting.add(index)
                    if _options_fit(pattern, event, state, self.names):
                        passed.add(index)
            elif event_fits(pattern, event, state, self.names):
                fitting.add(index)
        return Hit(frozenset(fitting), frozenset(passed), event.batch, at=at) if fitting else None

    def refusals(self, game: Game) -> tuple[Hit, ...]:
        """Tries every option that some claim says is refused at the pending decision, and notes whether it is."""
        decision = game.decision
        if decision is None:
            return ()
        found = []
        for index, pattern in enumerate(self.patterns):
            if not isinstance(pattern, Asked) or not pattern.refuses or not named(decision, pattern.decision):
                continue
            if not _same_subject(pattern, decision.player, decision.about, game.view, self.names):
                continue
            right = all(self._is_refused(game, text, rule) for text, rule in pattern.refuses.items())
            found.append(Hit(passed=frozenset({index} if right else ()), batch=-index - 1, at=len(game.log)))
        return tuple(found)

    def _is_refused(self, game: Game, text: str, rule: str) -> bool:
        assert game.decision is not None
        reasons = []
        for option in options_meant(text, game.decision.options, game.view, self.names):
            if option in game.decision.options:
                return False
            tried = game.try_action(option)
            if not isinstance(tried, IllegalAction):
                return False
            reasons.append(tried.rule)
        return bool(reasons) and all(reason == rule for reason in reasons)


def options_meant(text: str, options: tuple[Option, ...], state: State, names: Names) -> list[Option]:
    """Options that a text would mean at a decision with these options, whether they are legal or not."""
    verb = options[0].verb
    if text.lstrip("-").isdigit():
        return [Option(verb, number=int(text))]
    return [Option(verb, object=part.object, player=part.player) for part in chosen(text, state, names)]


def patterns_of(condition: Condition) -> list[Pattern]:
    """Every pattern in a condition, with those inside `any` and `not`."""
    found: list[Pattern] = []
    if condition.seen is not None:
        found.append(condition.seen)
    found += condition.also_seen
    for part in condition.order or []:
        if part.mark is None:
            found.append(part.no if part.no is not None else part)
    if condition.asked is not None:
        found.append(condition.asked)
    for inner in (*condition.any, *([condition.not_] if condition.not_ else [])):
        found += patterns_of(inner)
    return found


def event_fits(pattern: EventPattern, event: Event, state: State, names: Names) -> bool:
    """Whether an event fits a pattern."""
    if pattern.event is not None and pattern.event != event.kind:
        return False
    if pattern.player is not None and (event.player is None or names.players[event.player] != pattern.player):
        return False
    if pattern.amount is not None and not amount_fits(pattern.amount, event.amount):
        return False
    if pattern.start is not None and event.origin != pattern.start:
        return False
    if pattern.to is not None and event.to != pattern.to:
        return False
    if pattern.combat is not None and event.combat is not pattern.combat:
        return False
    if pattern.detail is not None and pattern.detail != event.detail:
        return False
    if pattern.rule is not None and pattern.rule not in event.rules:
        return False
    return _things_fit(pattern, event, state, names)


def _things_fit(pattern: EventPattern, event: Event, state: State, names: Names) -> bool:
    if pattern.object is not None and not (
        _is(pattern.object, event.object, event.name, state, names)
        or (event.was is not None and _is(pattern.object, event.was, "", state, names))
    ):
        return False
    if pattern.source is not None and not _is(pattern.source, event.source, event.source_name, state, names):
        return False
    if pattern.recipient is not None:
        parts = event.targets or ((event.recipient,) if event.recipient is not None else ())
        return any(_is_thing(pattern.recipient, part, state, names) for part in parts)
    return True


def _is_thing(text: str, part: Chosen, state: State, names: Names) -> bool:
    if part.player is not None:
        return names.player(text) == part.player
    return _is(text, part.object, "", state, names)


def _is(text: str, ident: int | None, name: str, state: State, names: Names) -> bool:
    """Whether the object of an event is what the text describes; by its name when nothing else is known of it."""
    if ident is None:
        return False
    obj = object_of(ident, state)
    reference = parse_reference(text)
    if obj is not None:
        return fits(_timeless(reference), obj, state, names)
    return reference.kind in ("copy", "token") and names.names.get(reference.name, reference.name) == name


def _timeless(reference: Reference) -> Reference:
    """The reference without its zone: an event's object may have moved on."""
    return replace(reference, zone=None)


def amount_fits(wanted: str, number: int) -> bool:
    """Whether a number is what "2", "at least 2", "at most 2", "not 2" or "any" asks for."""
    if wanted == "any":
        return True
    value = int(wanted.rsplit(" ", 1)[-1])
    if wanted.startswith("at least"):
        return number >= value
    if wanted.startswith("at most"):
        return number <= value
    if wanted.startswith("not"):
        return number != value
    return number == value


def _is_about(pattern: Asked, event: Event, state: State, names: Names) -> bool:
    kind, _, what = event.detail.partition(":")
    if pattern.decision not in (kind, what):
        return False
    return _same_subject(pattern, event.player, event.object, state, names)


def _same_subject(pattern: Asked, player: int | None, about: int | None, state: State, names: Names) -> bool:
    if pattern.player is not None and (player is None or names.players[player] != pattern.player):
        return False
    return pattern.about is None or _is(pattern.about, about, "", state, names)


def _options_fit(pattern: Asked, event: Event, state: State, names: Names) -> bool:
    decision = asked(event)
    options = decision.options

    def offered(text: str) -> set[Option]:
        return {option for option in options if means(option, text, decision, state, names)}

    if pattern.only is not None:
        wanted = [offered(text) for text in pattern.only]
        if not all(wanted) or set().union(*wanted) != _choices(options):
            return False
    if any(not offered(text) for text in pattern.includes) or any(offered(text) for text in pattern.excludes):
        return False
    if pattern.chosen is not None:
        return parse_described(event.options[0]) in offered(pattern.chosen)
    return True


def _choices(options: tuple[Option, ...]) -> set[Option]:
    """The options that choose something (without "none", "no", "done")."""
    plain = {o for o in options if o.verb not in ("none", "no", "done", "decline")}
    return plain or set(options)
