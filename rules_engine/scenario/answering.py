"""From what a script says to the option it means, and from an option to words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rules_engine.errors import ScenarioError
from rules_engine.model.decisions import Decision, Option
from rules_engine.model.events import Event
from rules_engine.model.objects import Chosen
from rules_engine.model.state import State
from rules_engine.model.zones import Zone
from rules_engine.scenario.references import Names, chosen, label, object_of, one

Answer = str | list[Any] | dict[str, Any]

_SAME = {"yes": ("yes", "pay"), "no": ("no", "decline", "none"), "none": ("none", "done"), "done": ("done",)}


def named(decision: Decision, name: str) -> bool:
    """Whether a decision goes by that name: its kind, or the word that says what it is about."""
    return name in (decision.kind, decision.what) or _ALIASES.get(name) in (decision.kind, decision.what)


_ALIASES = {
    "kicker": "kicked",
    "kicked": "kicker",
    "targets": "target",
    "choose": "may",
    "trigger order": "order",
}


def find_option(decision: Decision, answer: Answer, state: State, names: Names) -> Option:
    """The option of the decision that the answer means; ScenarioError lists what there is when it means none."""
    found = [option for option in decision.options if means(option, answer, decision, state, names)]
    if len(found) == 1 or are_alike(found, state):
        return found[0]
    offered = "; ".join(describe(option, state) for option in decision.options[:12])
    who = state.player(decision.player).name if decision.player is not None else "chance"
    what = f"{decision.kind} ({decision.what})" if decision.what else decision.kind
    problem = "could mean several options" if found else "is not among the options"
    raise ScenarioError(f"{answer!r} {problem} of {who}'s decision {what}: {offered}")


def are_alike(options: Sequence[Option], state: State) -> bool:
    """Whether options differ only in which of several cards alike they take: copies of a card in one player's zone."""
    cards = {_plain(option, state) for option in options}
    return len(options) > 1 and len(cards) == 1 and None not in cards


def _plain(option: Option, state: State) -> object:
    obj = state.objects.get(option.object) if option.object is not None else None
    if obj is None or obj.zone in (Zone.BATTLEFIELD, Zone.STACK):
        return None
    if obj.encoded_on is not None:
        return None
    return replace(option, object=0), replace(obj, id=0, timestamp=0, card=0)


def means(option: Option, answer: Answer, decision: Decision, state: State, names: Names) -> bool:
    """Whether the answer means this option."""
    if isinstance(answer, dict):
        return _mapping_means(option, answer, decision, state, names)
    if isinstance(answer, list):
        return _list_means(option, answer, decision, state, names)
    text = answer.strip()
    if option.verb == text or option.verb in _SAME.get(text, ()):
        return option.object is None and option.player is None
    if decision.kind == "mana":
        return "".join(option.extra) == text.replace("{", "").replace("}", "")
    if re.fullmatch(r"-?\d+", text):
        number = int(text) - 1 if decision.kind in ("mode", "replacement") else int(text)
        if decision.kind == "additional cost" and option.number is None:
            return {"0": "decline", "1": "pay"}.get(text) == option.verb
        return option.number == number and option.object is None and option.player is None
    if option.object is None and option.player is None:
        return False
    if decision.what == "name" and option.method:
        # The name of a face that is not up (CR 712.19).
        return option.method == text
    return option.chosen in chosen(text, state, names)


def _mapping_means(
    option: Option, answer: dict[str, Any], decision: Decision, state: State, names: Names
) -> bool:
    if decision.kind == "attackers":
        return _pairs(option) == {
            (one(attacker, state, names).id, _one_chosen(defender, state, names))
            for attacker, defender in answer.items()
        }
    if decision.kind == "blockers":
        return _pairs(option) == {
            (one(blocker, state, names).id, one(attacker, state, names).id)
            for blocker, attackers in answer.items()
            for attacker in ([attackers] if isinstance(attackers, str) else attackers)
        }
    wanted = {(_one_chosen(recipient, state, names), int(amount)) for recipient, amount in answer.items()}
    return {pair for pair in _pairs(option) if pair[1] != 0} == {pair for pair in wanted if pair[1]}


def _list_means(option: Option, answer: list[Any], decision: Decision, state: State, names: Names) -> bool:
    if all(re.fullmatch(r"\d+", str(part)) for part in answer):
        shift = 1 if decision.kind == "order" else 0
        return option.extra == tuple(int(part) - shift for part in answer)
    if decision.kind in ("pay", "choose"):
        # Several objects at once, in any order.
        ids = {part for part in option.extra if isinstance(part, int)}
        meant = [{found.object for found in chosen(str(text), state, names)} for text in answer]
        return len(ids) == len(answer) and all(ids & one for one in meant) and ids <= set().union(*meant)
    parts = [part for part in option.extra if isinstance(part, Chosen)]
    return len(parts) == len(answer) and all(
        part in chosen(str(text), state, names) for part, text in zip(parts, answer, strict=True)
    )


def _pairs(option: Option) -> set[tuple[Any, Any]]:
    return {(pair[0], pair[1]) for pair in option.extra}


def _one_chosen(text: str, state: State, names: Names) -> Chosen:
    player = names.player(text)
    return Chosen(player=player) if player is not None else Chosen(object=one(text, state, names).id)


def asked(event: Event) -> Decision:
    """The decision that a "chooses" event answered, with the options its short words stand for."""
    kind, _, what = event.detail.partition(":")
    options = tuple(parse_described(text) for text in event.options[1:])
    return Decision(event.player, kind, options, "", event.object, what)  # type: ignore[arg-type]


_DESCRIBED = re.compile(
    r"(?P<verb>[^#]*?)(?: #(?P<object>\d+))?(?: player (?P<player>\d+))?(?: (?P<number>-?\d+))?"
)


def parse_described(text: str) -> Option:
    """The option that an event's short word stands for; extras (combat, orders) are not read back."""
    found = _DESCRIBED.fullmatch(text)
    if found is None:
        return Option(text)
    return Option(
        found["verb"],
        object=int(found["object"]) if found["object"] else None,
        player=int(found["player"]) if found["player"] else None,
        number=int(found["number"]) if found["number"] else None,
    )


def several(text: str, state: State) -> str:
    """The objects that an event's short word names when it stands for several at once; empty when it does not."""
    idents = re.findall(r"#(\d+)", text) if _SEVERAL.fullmatch(text) else []
    return " + ".join(label(object_of(int(ident), state), state) for ident in idents)


_SEVERAL = re.compile(r"[a-z ]+(?: #\d+){2,}")


def describe(option: Option, state: State) -> str:
    """An option in words for people: what is done, with which objects, players and numbers."""
    parts = [option.verb]
    if option.object is not None:
        parts.append(label(object_of(option.object, state), state))
    if option.player is not None:
        parts.append(state.player(option.player).name)
    if option.method not in ("", "normal"):
        parts.append(f"({option.method})")
    if option.number is not None:
        parts.append(str(option.number))
    if option.extra:
        parts.append(", ".join(_describe_extra(part, state) for part in option.extra))
    return " ".join(parts)


def _describe_extra(part: object, state: State) -> str:
    if isinstance(part, Chosen):
        return thing(part, state)
    if isinstance(part, tuple):
        return " → ".join(_in_pair(item, state) for item in part)
    return str(part)


def _in_pair(item: object, state: State) -> str:
    if isinstance(item, int) and object_of(item, state) is not None:
        return label(object_of(item, state), state)
    return _describe_extra(item, state)


def thing(part: Chosen, state: State) -> str:
    """A chosen object or player by name."""
    if part.player is not None:
        return state.player(part.player).name
    return label(object_of(part.object, state), state) if part.object is not None else "nothing"
