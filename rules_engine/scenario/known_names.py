"""Claims about names that nothing in the scenario has: they would hold, or fail, without any rule.

A card that was never there can't be cast, is in no zone and is never seen; a typing error proves whatever it denies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules_engine.model.subtypes import SUBTYPES
from rules_engine.scenario.actions import Action
from rules_engine.scenario.claims import Condition, EventPattern, Expectation
from rules_engine.scenario.fields import PLAYERS, nearest
from rules_engine.scenario.files import ScenarioFile
from rules_engine.scenario.references import parse_reference
from rules_engine.scenario.roles import BASICS, roles
from rules_engine.scenario.schema import Scenario
from rules_engine.scenario.setting_up import Cast

_NO_OBJECT = frozenset({"any", "nothing", *PLAYERS})


def check_names(scenario: Scenario, file: ScenarioFile, cast: Cast) -> None:
    """ScenarioError for the first claim about a name that no card, token or handle of the file has.

    What a card's text mentions may be a token's name; names of the file's other parts are known too.
    """
    known, texts = _known(file, cast)
    for path, text in _mentioned(scenario):
        name = parse_reference(text).name
        if name in known or name in _NO_OBJECT or _plain(name) in texts or _is_of_subtypes(name):
            continue
        where: tuple[str | int, ...] = path if scenario is file.scenario else ()
        hint = nearest(name, sorted(known)) or "; it has no card, token or name given with `as` of that name"
        raise file.document.error(f"there is no {name!r} in this scenario{hint}", where)


def _known(file: ScenarioFile, cast: Cast) -> tuple[set[str], str]:
    """Names of cards, their parts and handles; and all that the cards say, where names of tokens stand."""
    parts = (file.scenario, *file.twins.values(), *file.variants.values())
    known = {*BASICS}
    for part in parts:
        known.update(roles(part))
        known.update(_handles(part))
    for role, definition in cast.definitions.items():
        chars = definition.characteristics
        known.update((role, chars.name, *(half.name for half in chars.parts)))
    told = [definition.text for definition in cast.definitions.values()]
    told += [card.text for name, card in file.stand_ins.items() if name in known]
    return known, _plain(" ".join(told))


def _handles(part: Scenario) -> Iterator[str]:
    for player in part.given.players.values():
        for _, placements in player.zones():
            for placement in placements:
                handle = placement.state.handle or placement.name
                yield handle
                if placement.count > 1:
                    yield from (f"{handle} {number}" for number in range(1, placement.count + 1))


def _plain(name: str) -> str:
    """A name as it compares with words of a text; a token's name ends with a word that its text does not have (CR 111.4)."""
    return name.casefold().removesuffix(" token")


def _is_of_subtypes(name: str) -> bool:
    """Whether a token that a keyword makes can be called so: by its subtypes, which no card's text says (CR 111.4)."""
    return SUBTYPES.issuperset(_plain(name).split())


# ------------------------------------------------------------------------------- what claims speak of


def _mentioned(scenario: Scenario) -> Iterator[tuple[tuple[str | int, ...], str]]:
    for index, line in enumerate(scenario.do):
        if line.try_ is not None:
            yield from ((("do", index), text) for text in _of_action(line.try_))
    for index, expectation in enumerate(scenario.expect):
        yield from ((("expect", index), text) for text in _of_expectation(expectation))


def _of_expectation(expectation: Expectation) -> Iterator[str]:
    yield from _of_condition(expectation.condition)
    if expectation.where is not None:
        yield from _of_condition(expectation.where)


def _of_condition(condition: Condition) -> Iterator[str]:
    for named in (condition.zone, condition.encoded, condition.controller, condition.owner, condition.stack):
        yield from named
    yield from condition.encoded.values()
    yield from condition.on_the_stack
    yield from condition.stack_order or ()
    for text, looks in condition.looks.items():
        yield text
        yield from [looks.attached_to] if looks.attached_to is not None else []
    for values in condition.stack.values():
        yield from values.targets or ()
    for tried in (condition.legal, condition.illegal):
        yield from _of_action(tried) if tried is not None else ()
    yield from _of_events(condition)
    for part in (*condition.any, *([condition.not_] if condition.not_ is not None else [])):
        yield from _of_condition(part)


def _of_action(action: Action) -> Iterator[str]:
    yield action.thing
    yield from action.targets or ()
    yield from action.pay or ()


def _of_events(condition: Condition) -> Iterator[str]:
    patterns: list[EventPattern] = [*([condition.seen] if condition.seen is not None else [])]
    patterns += [*condition.also_seen, *(condition.order or [])]
    patterns += [part.no for part in condition.order or [] if part.no is not None]
    yield from _set(
        name for pattern in patterns for name in (pattern.object, pattern.source, pattern.recipient)
    )


def _set(names: Iterable[str | None]) -> Iterator[str]:
    return (name for name in names if name is not None)
