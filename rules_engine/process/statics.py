"""The static abilities of permanents that are in force, and what they forbid (CR 604)."""

from __future__ import annotations

from rules_engine.model.abilities import (
    Prohibition,
    StaticAbility,
)
from rules_engine.model.effects import PlayerStatement
from rules_engine.model.zones import Zone
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.looking import Seen
from rules_engine.process.matching import holds
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Key


def prohibited(e: Engine, action: str, player: int, done: int = 0) -> bool:
    """Whether a static ability says that the player can't do this, having done it so often this turn."""
    view = look(e.state)
    if any(
        isinstance(f, PlayerStatement) and player in f.players and f"can't {action}" in f.kinds
        for f in e.state.effects
    ):
        return True
    for _, frame, _, static in static_abilities(e):
        effect = static.effect
        if (
            isinstance(effect, Prohibition)
            and effect.action == action
            and done >= (effect.amount or 0)
            and holds(view, frame, static.condition)
        ):
            if effect.who == "player" or (effect.who == "you") is (player == frame.you):
                return True
    return False


def static_abilities(e: Engine) -> list[tuple[Seen, Frame, Key, StaticAbility]]:
    """Static abilities of permanents that are in force now, each with a frame and a key of its own."""
    view = look(e.state)
    known: list[tuple[Seen, Frame, Key, StaticAbility]] | None = view.memory.get("static abilities")
    if known is not None:
        return known
    found = view.memory["static abilities"] = []
    for seen in view.permanents():
        if not seen.chars.abilities:
            continue
        you = seen.controller if seen.controller is not None else seen.obj.owner
        for index, held in enumerate(view.projection(seen.obj.id).held):
            if isinstance(held.ability, StaticAbility) and held.ability.zone is Zone.BATTLEFIELD:
                key: Key = ("static", seen.obj.id, index)
                found.append((seen, Frame(you=you, this=seen.obj.id), key, held.ability))
    return found
