"""How many tokens and counters instead of those that would be created or put (CR 614.16)."""

from __future__ import annotations

from rules_engine.errors import LimitReached
from rules_engine.model.abilities import MultiplyTokensOrCounters
from rules_engine.model.evolving import replace
from rules_engine.process.candidates import Candidate
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.looking import Look, Seen
from rules_engine.process.matching import holds, matches
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Counters, Key, Move, NewToken, Proposal
from rules_engine.process.statics import static_abilities


def for_numbers(e: Engine, proposal: NewToken | Counters) -> list[Candidate]:
    """More or fewer tokens or counters than would be created or put."""
    view = look(e.state)
    found = []
    for holder, frame, key, static in static_abilities(e):
        effect = static.effect
        if isinstance(effect, MultiplyTokensOrCounters) and holds(view, frame, static.condition):
            if isinstance(proposal, NewToken):
                if effect.what == "tokens" and (effect.whose == "player" or proposal.player == frame.you):
                    copies = effect.factor + effect.offset
                    found.append(_multiplied(proposal, copies, key, holder))
            elif effect.what == "counters" and proposal.amount > 0 and effect.kind in (None, proposal.kind):
                seen = view.now(proposal.object)
                if seen is None or not _counters_meant(view, effect, seen, frame):
                    continue
                if effect.by_effect and proposal.cause == "damage":
                    raise LimitReached(
                        "whether an effect puts counters there that damage results in is unclear"
                    )
                if not (effect.by_effect and proposal.cause):
                    changed = replace(proposal, amount=_more(effect, proposal.amount))
                    found.append(_replaced_by(changed, key, holder))
    return found


def _more(effect: MultiplyTokensOrCounters, number: int) -> int:
    return number * effect.factor + effect.offset


def _counters_meant(view: Look, effect: MultiplyTokensOrCounters, seen: Seen, frame: Frame) -> bool:
    if effect.on is not None and not matches(view, seen, effect.on, frame, anywhere=True):
        return False
    return effect.whose == "player" or seen.controller == frame.you


def entering_numbers(e: Engine, entering: Move | NewToken, seen: Seen) -> list[Candidate]:
    """More counters for what enters with some (CR 614.12, 614.16)."""
    view = look(e.state)
    found = []
    for holder, frame, key, static in static_abilities(e):
        effect = static.effect
        if not isinstance(effect, MultiplyTokensOrCounters) or effect.what != "counters":
            continue
        if not holds(view, frame, static.condition) or not _counters_meant(view, effect, seen, frame):
            continue
        if any(effect.kind in (None, kind) for kind, _ in entering.counters):
            counters = tuple(
                (kind, _more(effect, number) if effect.kind in (None, kind) else number)
                for kind, number in entering.counters
            )
            changed = replace(entering, counters=tuple(part for part in counters if part[1] > 0))
            found.append(_replaced_by(changed, ("counters", *key), holder))
    return found


def _replaced_by(changed: Proposal, key: Key, holder: Seen) -> Candidate:
    return Candidate(key, holder.chars.name, "614.16", lambda e: [changed], source=holder.obj.id)


def _multiplied(proposal: NewToken, copies: int, key: Key, holder: Seen) -> Candidate:
    return Candidate(key, holder.chars.name, "614.16", lambda e: [proposal] * copies, source=holder.obj.id)
