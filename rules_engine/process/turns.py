"""Turns, steps and priority (CR 117, 500–514): the outer loop.

When a player would get priority: state-based actions until there are none, waiting triggers onto the stack, again,
until neither (CR 117.5, 704.3). When all pass in succession, the top of the stack resolves or the step ends.
"""

from __future__ import annotations

from rules_engine.errors import LimitReached
from rules_engine.model.decisions import NO, YES, Decision, Option
from rules_engine.model.events import Event
from rules_engine.model.zones import Step, Zone
from rules_engine.process import combat, history
from rules_engine.process.costs import discard
from rules_engine.process.day_and_night import check_last_turn
from rules_engine.process.engine import Engine
from rules_engine.process.happening import notify
from rules_engine.process.instructions import draw_cards
from rules_engine.process.lasting import (
    after_untap_step,
    end_of_combat_effects,
    end_of_turn_effects,
    next_end_step_effects,
    next_turn_effects,
    notice_control,
)
from rules_engine.process.looking import Seen
from rules_engine.process.phasing import in_untap_step
from rules_engine.process.placing import place_waiting
from rules_engine.process.player_rules import player_has, rules_about
from rules_engine.process.projecting import look
from rules_engine.process.registry import RULE_KINDS
from rules_engine.process.resolving import resolve_top
from rules_engine.process.state_based import check
from rules_engine.process.untapping import untap, within_limits

RULE_KINDS.add("may stay tapped")
TURN = tuple(Step)
HAND_SIZE = 7
# The mark of a permanent with echo in the first of its controller's turns that began while they controlled it.
ECHO_IS_DUE = "echo is due"
MAX_CHECKS = 200


def settle(e: Engine) -> bool:
    """State-based actions and waiting triggers until neither (CR 704.3); True when anything happened."""
    anything = False
    for _ in range(MAX_CHECKS):
        if e.state.over:
            return anything
        if check(e):
            anything = True
        elif e.state.waiting:
            place_waiting(e)
            anything = True
        else:
            return anything
    # CR 104.4b, 731.4: a loop of mandatory actions; here a bound, not a verdict.
    raise LimitReached("state-based actions and triggers did not come to an end")


def give_priority(e: Engine, player: int) -> None:
    """The player gets priority, or the next one in turn order when that player has left (CR 117.3, 800.4j)."""
    settle(e)
    if e.state.over:
        e.change_turn(priority=None)
        return
    if e.state.player(player).lost:
        player = next(p for p in e.state.in_turn_order(player))
    e.change_turn(priority=player)
    e.emit(Event("priority", player=player, detail=e.state.turn.step.value, rules=("117.3",)))


def pass_priority(e: Engine, player: int) -> None:
    """The next player gets priority; when all have passed, the top resolves or the step ends (CR 117.3d, 117.4)."""
    e.emit(Event("passes", player=player, rules=("117.3d",)))
    passes = e.state.turn.passes + 1
    order = e.state.in_turn_order(player)
    if passes < len(order):
        e.change_turn(passes=passes)
        following = order[1] if order[0] == player else order[0]
        give_priority(e, following)
        return
    e.change_turn(passes=0, priority=None)
    if e.state.stack:
        resolve_top(e)
        give_priority(e, _active(e))
    else:
        go_on(e)


def _active(e: Engine) -> int:
    """The active player, or the next one in turn order once the active player has left (CR 800.4j)."""
    active = e.state.turn.active
    return active if not e.state.player(active).lost else e.state.in_turn_order(active)[0]


def go_on(e: Engine) -> None:
    """The step ends, and steps begin until a player gets priority in one (CR 500.2, 500.3)."""
    for _ in range(MAX_CHECKS):
        if e.state.over:
            return
        _end_step(e)
        if _begin_next(e):
            give_priority(e, _active(e))
            return
    raise LimitReached("no player gets priority any more")


def _end_step(e: Engine) -> None:
    """Mana empties (CR 500.5); combat ends with its phase (511.3)."""
    for player in e.state.players:
        if player.mana:
            e.change_player(player.number, mana=())
    if e.state.turn.step is Step.END_OF_COMBAT:
        end_of_combat_effects(e)
        e.change_turn(attacks=(), former=(), attacked=False, dealt_first_strike=frozenset())


def _begin_next(e: Engine) -> bool:
    turn = e.state.turn
    if not turn.upcoming:
        _begin_turn(e)
        turn = e.state.turn
    step, rest = turn.upcoming[0], turn.upcoming[1:]
    e.change_turn(step=step, upcoming=rest, passes=0)
    if _is_skipped(e, step):
        return False
    return begin_step(e, step)


_SKIPPED = {
    Step.UNTAP: "skip the untap step",
    Step.UPKEEP: "skip the upkeep step",
    Step.DRAW: "skip the draw step",
}


def _is_skipped(e: Engine, step: Step) -> bool:
    """Where nobody attacked there are no blockers and no damage (CR 508.8); without first strike one damage step (510.4).

    Attackers that have left since do not undo that there were some: the steps come, with priority in each.
    """
    view, active = look(e.state), e.state.turn.active
    if step in _SKIPPED and player_has(view, active, _SKIPPED[step]):
        # CR 500.11, 614.10: it is skipped as if it were not there.
        return True
    fight = step in (Step.DECLARE_BLOCKERS, Step.FIRST_STRIKE_DAMAGE, Step.COMBAT_DAMAGE)
    if fight and not e.state.turn.attacked:
        return True
    return step is Step.FIRST_STRIKE_DAMAGE and not combat.has_first_strikers(e)


def _begin_turn(e: Engine) -> None:
    turn = e.state.turn
    if turn.extra_turns:
        player, left = turn.extra_turns[0], turn.extra_turns[1:]
    else:
        order = e.state.in_turn_order(turn.active)
        player = next((p for p in order if p != turn.active), turn.active)
        left = ()
    e.change_turn(
        number=turn.number + 1,
        active=player,
        upcoming=TURN,
        extra_turns=left,
        attacks=(),
        former=(),
        attacked=False,
        dealt_first_strike=frozenset(),
    )
    history.end_turn(e, turn.active)
    e.state.once_used = frozenset()
    for other in e.state.players:
        e.change_player(other.number, lands_played=0, drawn_this_turn=0)
    e.emit(Event("turn begins", player=player, amount=turn.number + 1, rules=("500.1",)))
    next_turn_effects(e, player)
    for seen in look(e.state).permanents():
        if seen.controller == player:
            _begins_under_control(e, seen)


def _begins_under_control(e: Engine, seen: Seen) -> None:
    """From now on it has been controlled continuously since the turn began (CR 302.6); the first time, echo is due."""
    obj = seen.obj
    due = obj.summoning_sick and seen.chars.has_keyword("echo")
    if due or ECHO_IS_DUE in obj.marks:
        # CR 702.30a: since the beginning of the last upkeep is since the last turn began.
        e.change(obj.id, marks=obj.marks | {ECHO_IS_DUE} if due else obj.marks - {ECHO_IS_DUE})
    if obj.summoning_sick:
        e.change(obj.id, summoning_sick=False)


def begin_step(e: Engine, step: Step) -> bool:
    """Beginning triggers and turn-based actions of a step (CR 703.4); True when players get priority in it."""
    active = e.state.turn.active
    for player in e.state.players:
        if player.drawn_this_step:
            e.change_player(player.number, drawn_this_step=0)
    if step is Step.END:
        next_end_step_effects(e, active)
    notify(e, Event("step begins", player=active, detail=step.value, rules=(_RULES[step],)))
    if step is Step.UNTAP:
        _untap(e, active)
        return False
    if step is Step.DRAW:
        draw_cards(e, active, 1)
    elif step is Step.DECLARE_ATTACKERS:
        combat.declare_attackers(e)
    elif step is Step.DECLARE_BLOCKERS:
        combat.declare_blockers(e)
    elif step in (Step.FIRST_STRIKE_DAMAGE, Step.COMBAT_DAMAGE):
        combat.combat_damage(e)
    elif step is Step.CLEANUP:
        return _cleanup(e, active)
    return True


_RULES = {
    Step.UNTAP: "502.1",
    Step.UPKEEP: "503.1",
    Step.DRAW: "504.1",
    Step.PRECOMBAT_MAIN: "505.1",
    Step.BEGINNING_OF_COMBAT: "507.1",
    Step.DECLARE_ATTACKERS: "508.1",
    Step.DECLARE_BLOCKERS: "509.1",
    Step.FIRST_STRIKE_DAMAGE: "510.4",
    Step.COMBAT_DAMAGE: "510.1",
    Step.END_OF_COMBAT: "511.1",
    Step.POSTCOMBAT_MAIN: "505.1",
    Step.END: "513.1",
    Step.CLEANUP: "514.1",
}


def _untap(e: Engine, active: int) -> None:
    """The active player's permanents untap at the same time (CR 502.3); triggers wait until upkeep (502.4)."""
    for ident in in_untap_step(e, active):
        arrived = look(e.state).now(ident)
        if arrived is not None and arrived.controller == active:
            # CR 702.26d: phasing does not interrupt control.
            _begins_under_control(e, arrived)
    check_last_turn(e)
    view = look(e.state)
    tapped = [
        seen.obj.id
        for seen in view.permanents()
        if seen.controller == active and seen.obj.tapped and not view.statements(seen.obj.id, "doesn't untap")
    ]
    kept = [i for i in tapped if view.statements(i, "may stay tapped") and _stays_tapped(e, active, i)]
    untap(e, within_limits(e, active, [i for i in tapped if i not in kept]), "502.3", active)
    after_untap_step(e, active)


def _stays_tapped(e: Engine, player: int, ident: int) -> bool:
    """The player determines which permanents untap, where an effect lets them choose (CR 502.3)."""
    return e.choose(Decision(player, "may", (YES, NO), "502.3", ident, what="stay tapped")) == YES


def _cleanup(e: Engine, active: int) -> bool:
    """Discard to hand size, then damage and "until end of turn" end together (CR 514.1–3a)."""
    hand = e.state.zone(Zone.HAND, active)
    view = look(e.state)
    less = sum(rule.amount for rule, _ in rules_about(view, active, "smaller hand"))
    excess = len(hand) - max(0, HAND_SIZE - less)
    if excess > 0 and not player_has(view, active, "no maximum hand size"):
        for _ in range(excess):
            options = tuple(Option("choose", object=i) for i in e.state.zone(Zone.HAND, active))
            pick = e.choose(Decision(active, "cleanup", options, "514.1", what="discard")).object
            assert pick is not None
            discard(e, active, [pick])
    for obj in list(e.state.battlefield):
        if obj.damage:
            e.change(obj.id, damage=0)
    end_of_turn_effects(e)
    notice_control(e)
    if settle(e):
        # CR 514.3a: players get priority, and another cleanup step follows.
        e.change_turn(upcoming=(Step.CLEANUP, *e.state.turn.upcoming))
        return True
    return False
