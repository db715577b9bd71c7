"""Losing, leaving and the end of the game (CR 104, 800.4)."""

from __future__ import annotations

from rules_engine.model.effects import ChangeEffect
from rules_engine.model.events import Event
from rules_engine.model.zones import Zone
from rules_engine.process.engine import Engine
from rules_engine.process.happening import happen
from rules_engine.process.lasting import end_effects, notice_control
from rules_engine.process.moving import cease, remove
from rules_engine.process.player_rules import player_has
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Move


def lose(e: Engine, player: int, rule: str) -> None:
    """A player loses the game and leaves it; the last one left wins (CR 104.2a, 104.3)."""
    lose_together(e, {player: rule})


def can_lose(e: Engine, player: int) -> bool:
    """Whether nothing says that the player can't lose the game (CR 101.2, 104.3)."""
    return not player_has(look(e.state), player, "can't lose the game")


def can_win(e: Engine, player: int) -> bool:
    """Whether nothing says that the player can't win the game (CR 101.2, 104.2)."""
    return not player_has(look(e.state), player, "can't win the game")


def win(e: Engine, player: int) -> None:
    """An effect says that the player wins: all others lose, whatever keeps them from losing (CR 104.2b)."""
    if can_win(e, player):
        _lose(e, dict.fromkeys(e.state.opponents(player), "104.2b"))


def lose_together(e: Engine, losers: dict[int, str]) -> None:
    """Players lose at the same time; if nobody is left the game is a draw (CR 104.4a)."""
    _lose(e, {player: rule for player, rule in losers.items() if can_lose(e, player)})


def _lose(e: Engine, losers: dict[int, str]) -> None:
    batch = e.new_batch()
    for player, rule in losers.items():
        if not e.state.player(player).lost:
            e.change_player(player, lost=True, lost_by=rule)
            e.emit(Event("loses the game", batch=batch, player=player, rules=(rule,)))
    left = [p.number for p in e.state.players if not p.lost]
    if len(left) <= 1:
        e.state.over = True
        if left:
            e.change_player(left[0], won=True)
            e.emit(Event("wins the game", player=left[0], rules=("104.2a",)))
        else:
            e.emit(Event("draw", rules=("104.4a",)))
        return
    for player in losers:
        _leave(e, player)


def _leave(e: Engine, player: int) -> None:
    """What a player owns leaves with them, what they control of others' ends or is exiled (CR 800.4a)."""
    e.emit(Event("leaves the game", player=player, rules=("800.4a",)))
    e.state.waiting = tuple(pending for pending in e.state.waiting if pending.controller != player)
    for obj in list(e.state.objects.values()):
        if obj.owner == player and obj.id in e.state.objects and obj.kind != "ability":
            remove(e, obj)
    end_effects(e, lambda x: isinstance(x, ChangeEffect) and x.new_controller == player, "800.4a")
    batch = e.new_batch()
    for ident in list(e.state.stack):
        if look(e.state).projection(ident).controller == player:
            e.log.append(cease(e, ident, batch, ("800.4a",)))
    rest = [s.obj.id for s in look(e.state).permanents() if s.controller == player]
    if rest:
        happen(e, [Move(ident, Zone.EXILE, "exiled", ("800.4a",)) for ident in rest])
    notice_control(e)
