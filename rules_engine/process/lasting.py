"""What lasts: floating effects end when their time is up (CR 611.2b, 514.2, 500.5), control changes are noticed."""

from __future__ import annotations

from collections.abc import Callable

from rules_engine.model.effects import ChangeEffect, Expiry, Floating
from rules_engine.model.events import Event
from rules_engine.model.evolving import replace
from rules_engine.model.terms import Duration
from rules_engine.model.zones import Zone
from rules_engine.process.engine import Engine
from rules_engine.process.happening import notify
from rules_engine.process.moving import leave_combat
from rules_engine.process.projecting import look


def expiry(e: Engine, duration: Duration, player: int, depends_on: int | None) -> Expiry:
    """When an effect that begins now with this duration will end."""
    return Expiry(duration, player, e.state.turn.number, depends_on)


def end_effects(e: Engine, is_over: Callable[[Floating], bool], rule: str) -> None:
    """End every floating effect for which this holds, all at the same time."""
    over = [effect for effect in e.state.effects if is_over(effect)]
    if not over:
        return
    e.state.effects = tuple(effect for effect in e.state.effects if effect not in over)
    e.touch()
    batch = e.new_batch()
    for effect in over:
        e.emit(
            Event(
                "effect ends",
                batch=batch,
                source=effect.source,
                source_name=effect.source_name,
                detail=type(effect).__name__,
                rules=(rule,),
            )
        )
    notice_control(e)


def end_of_turn_effects(e: Engine) -> None:
    """ "Until end of turn" and "this turn" end, and "until the end of your next turn" in that turn (CR 514.2)."""
    turn = e.state.turn

    def is_over(effect: Floating) -> bool:
        ends = effect.expiry
        if ends.duration == "until the end of your next turn":
            return ends.player == turn.active and ends.turn != turn.number
        return ends.duration in ("until end of turn", "this turn")

    end_effects(e, is_over, "514.2")


def end_of_combat_effects(e: Engine) -> None:
    """ "Until end of combat" ends with the combat phase (CR 500.5a)."""
    end_effects(e, lambda x: x.expiry.duration == "until end of combat", "500.5a")


def next_turn_effects(e: Engine, player: int) -> None:
    """ "Until your next turn" ends as that turn begins (CR 500.4)."""
    end_effects(
        e, lambda x: x.expiry.duration == "until your next turn" and x.expiry.player == player, "500.4"
    )


def next_end_step_effects(e: Engine, player: int) -> None:
    """ "Until your next end step" ends as that step begins, also in the turn in which the effect began (CR 500.4)."""
    end_effects(
        e, lambda x: x.expiry.duration == "until your next end step" and x.expiry.player == player, "500.4"
    )


def after_untap_step(e: Engine, active: int) -> None:
    """ "… during its controller's next untap step" has had its time for what the active player controls (CR 502.3)."""
    view = look(e.state)
    for effect in e.state.effects:
        duration = effect.expiry.duration
        if isinstance(effect, ChangeEffect) and duration == "its controller's next untap step":
            left = frozenset(
                ident
                for ident in effect.affected
                if (seen := view.now(ident)) is not None and seen.controller != active
            )
            if left != effect.affected:
                e.replace_effect(effect, replace(effect, affected=left) if left else None)
        elif duration == "your next untap step" and effect.expiry.player == active:
            e.replace_effect(effect, None)


def end_dependent_effects(e: Engine) -> None:
    """ "For as long as …" ends as soon as that stops being true (CR 611.2b)."""
    if not e.state.effects:
        return
    view = look(e.state)

    def is_over(effect: Floating) -> bool:
        duration, on = effect.expiry.duration, effect.expiry.depends_on
        if duration not in (
            "for as long as you control this",
            "for as long as this remains on the battlefield",
            "for as long as this remains tapped",
        ):
            return False
        seen = view.now(on) if on is not None else None
        if seen is None or seen.obj.zone not in (Zone.BATTLEFIELD, Zone.STACK):
            return True
        if duration == "for as long as this remains tapped":
            return not seen.obj.tapped
        return duration == "for as long as you control this" and seen.controller != effect.expiry.player

    end_effects(e, is_over, "611.2b")


def _notice_creatures(e: Engine) -> None:
    """An attacking or blocking creature that stops being a creature is removed from combat (CR 506.4)."""
    if not e.state.turn.attacks:
        return
    view = look(e.state)
    for ident in [i for attack in e.state.turn.attacks for i in (attack.attacker, *attack.blockers)]:
        seen = view.now(ident)
        if seen is not None and "creature" not in seen.chars.types:
            leave_combat(e, ident)


def notice_control(e: Engine) -> None:
    """A permanent that comes under another player's control leaves combat and is summoning sick (CR 506.4, 302.6)."""
    _notice_creatures(e)
    view = look(e.state)
    news = [seen for seen in view.permanents() if seen.obj.last_controller != seen.controller]
    if not news:
        return
    for seen in news:
        e.change(seen.obj.id, last_controller=seen.controller)
    changed = [seen for seen in news if seen.obj.last_controller is not None]
    for seen in changed:
        e.change(seen.obj.id, summoning_sick=True)
        leave_combat(e, seen.obj.id)
    if changed:
        notify(
            e,
            *(
                Event(
                    "control changes",
                    object=seen.obj.id,
                    player=seen.controller,
                    name=seen.chars.name,
                    rules=("613.1b", "506.4"),
                )
                for seen in changed
            ),
        )
