"""What prevents, redirects and changes damage (CR 614.9, 615)."""

from __future__ import annotations

from rules_engine.model.abilities import (
    DamageChange,
    NoPrevention,
)
from rules_engine.model.effects import DamageIsFirm, DamageShield
from rules_engine.model.events import Event
from rules_engine.model.evolving import replace
from rules_engine.model.objects import Chosen
from rules_engine.model.terms import Attached, Filter, PlayerFilter, This
from rules_engine.process.candidates import Candidate
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.looking import Look, Seen
from rules_engine.process.matching import amount, holds, matches, protected
from rules_engine.process.player_rules import player_protected
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Counters, Damage, Key, Proposal
from rules_engine.process.statics import static_abilities
from rules_engine.process.units import unit


def for_damage(e: Engine, damage: Damage) -> list[Candidate]:
    if damage.amount <= 0:
        return []
    view = look(e.state)
    if not damage.unpreventable and _is_firm(e):
        damage = replace(damage, unpreventable=True)
    source = view.at(damage.source)
    recipient = view.now(damage.recipient.object) if damage.recipient.object is not None else None
    found: list[Candidate] = []
    for effect in e.state.effects:
        if isinstance(effect, DamageShield) and _shields(view, effect, damage, source, recipient):
            found.append(_from_shield(e, effect, damage))
    if (
        source is not None
        and recipient is not None
        and protected(view, recipient, source)
        and not damage.unpreventable
    ):
        key: Key = ("protection", recipient.obj.id)
        found.append(
            Candidate(key, recipient.chars.name, "702.16e", lambda e: _prevent(e, damage, damage.amount))
        )
    if recipient is not None and recipient.obj.counter("shield"):
        shield: Key = ("shield", recipient.obj.id)
        found.append(Candidate(shield, "shield counter", "122.1c", lambda e: _by_counter(e, damage)))
    player = damage.recipient.player
    if source is not None and player is not None and not damage.unpreventable:
        if player_protected(view, player, source):
            of_player: Key = ("protection of player", player)
            found.append(
                Candidate(of_player, "protection", "702.16e", lambda e: _prevent(e, damage, damage.amount))
            )
    for holder, frame, key, static in static_abilities(e):
        effect_ = static.effect
        if isinstance(effect_, DamageChange) and holds(view, frame, static.condition):
            if _damage_matches(view, effect_, damage, source, recipient, holder, frame):
                found.append(_changed(view, effect_, damage, holder, frame, key))
    return found


def _by_counter(e: Engine, damage: Damage) -> list[Proposal]:
    """Prevented, and a shield counter removed; that also where damage can't be prevented (CR 122.1c, 615.12)."""
    assert damage.recipient.object is not None
    left: list[Proposal] = [damage] if damage.unpreventable else _prevent(e, damage, damage.amount)
    return [*left, Counters(damage.recipient.object, "shield", -1, rules=("122.1c",))]


@unit("615.12", "damage can always be prevented", lambda e: False)
def _is_firm(e: Engine) -> bool:
    """Whether something says that damage can't be prevented (CR 615.12)."""
    if any(isinstance(effect, DamageIsFirm) for effect in e.state.effects):
        return True
    view = look(e.state)
    return any(
        isinstance(static.effect, NoPrevention) and holds(view, frame, static.condition)
        for _, frame, _, static in static_abilities(e)
    )


def _shields(
    view: Look, effect: DamageShield, damage: Damage, source: Seen | None, recipient: Seen | None
) -> bool:
    if effect.combat is not None and effect.combat is not damage.combat:
        return False
    if effect.left == 0 or (effect.to is None and damage.unpreventable):
        return False
    if effect.to is not None and damage.fixed:
        return False
    if effect.original is not None and effect.original != damage.recipient:
        yours = effect.and_yours and recipient is not None and recipient.controller == effect.controller
        if not yours:
            return False
    frame = Frame(you=effect.controller, this=effect.source)
    if effect.original_filter is not None and not (
        recipient is not None and matches(view, recipient, effect.original_filter, frame)
    ):
        return False
    if effect.by is not None and effect.by.object != damage.source:
        return False
    if effect.by_filter is not None and not (
        source is not None and matches(view, source, effect.by_filter, frame, anywhere=True)
    ):
        return False
    return effect.to is None or (effect.to != damage.recipient and _can_be_dealt_damage(view, effect.to))


def _can_be_dealt_damage(view: Look, to: Chosen) -> bool:
    """Redirection does nothing when the new recipient is no longer there (CR 614.9)."""
    if to.player is not None:
        return not view.state.player(to.player).lost
    seen = view.now(to.object) if to.object is not None else None
    return seen is not None and bool(seen.chars.types & {"creature", "planeswalker", "battle"})


def _from_shield(e: Engine, effect: DamageShield, damage: Damage) -> Candidate:
    rule = "614.9" if effect.to is not None else "615.7" if effect.left is not None else "615.1a"

    def apply(e: Engine) -> list[Proposal]:
        used = damage.amount if effect.left is None else min(effect.left, damage.amount)
        if effect.once:
            e.replace_effect(next(x for x in e.state.effects if x.id == effect.id), None)
        elif effect.left is not None:
            left = effect.left - used
            current = next((x for x in e.state.effects if x.id == effect.id), None)
            if isinstance(current, DamageShield):
                e.replace_effect(current, replace(current, left=left) if left else None)
        if effect.to is None:
            return _prevent(e, damage, used)
        rest = replace(damage, amount=damage.amount - used)
        moved = replace(damage, amount=used, recipient=effect.to, redirected=True)
        _tell_redirected(e, damage, effect.to, used)
        return [rest, moved] if rest.amount > 0 else [moved]

    return Candidate(("floating", effect.id), effect.source_name, rule, apply, source=effect.source)


def _tell_redirected(e: Engine, damage: Damage, to: Chosen, number: int) -> None:
    e.emit(
        Event(
            "damage redirected",
            source=damage.source,
            source_name=e.name(damage.source),
            recipient=to,
            object=damage.recipient.object,
            player=damage.recipient.player,
            amount=number,
            rules=("614.9",),
        )
    )


def _prevent(e: Engine, damage: Damage, prevented: int) -> list[Proposal]:
    prevented = min(prevented, damage.amount)
    e.emit(
        Event(
            "damage prevented",
            source=damage.source,
            source_name=e.name(damage.source),
            recipient=damage.recipient,
            name=e.name(damage.recipient.object),
            amount=prevented,
            rules=("615.6",),
        )
    )
    rest = replace(damage, amount=damage.amount - prevented)
    return [rest] if rest.amount > 0 else []


def _damage_matches(
    view: Look,
    effect: DamageChange,
    damage: Damage,
    source: Seen | None,
    recipient: Seen | None,
    holder: Seen,
    frame: Frame,
) -> bool:
    if effect.combat is not None and effect.combat is not damage.combat:
        return False
    if effect.kind == "prevent" and damage.unpreventable:
        return False
    if effect.source is not None and not _is_meant(view, effect.source, source, holder, frame):
        return False
    to = effect.to
    if effect.kind == "redirect" and not _can_redirect(view, effect, damage, holder):
        return False
    if effect.and_yours and recipient is not None and recipient.controller == frame.you:
        return recipient.obj.id != holder.obj.id
    if to is None:
        return True
    if to == "you":
        return damage.recipient.player == frame.you
    if isinstance(to, PlayerFilter):
        player = damage.recipient.player
        return player is not None and (to.who == "player" or player != frame.you)
    return _is_meant(view, to, recipient, holder, frame)


def _onto(effect: DamageChange, holder: Seen) -> Chosen | None:
    return holder.obj.attached_to if isinstance(effect.onto, Attached) else Chosen(object=holder.obj.id)


def _can_redirect(view: Look, effect: DamageChange, damage: Damage, holder: Seen) -> bool:
    """Only to what is there and can be dealt damage, and not what must not be dealt to another (CR 614.9)."""
    onto = _onto(effect, holder)
    return (
        onto is not None
        and onto != damage.recipient
        and not damage.fixed
        and _can_be_dealt_damage(view, onto)
    )


def _is_meant(
    view: Look, what: Filter | This | Attached, seen: Seen | None, holder: Seen, frame: Frame
) -> bool:
    if seen is None:
        return False
    if isinstance(what, This):
        return seen.obj.id == holder.obj.id
    if isinstance(what, Attached):
        return holder.obj.attached_to == Chosen(object=seen.obj.id)
    return matches(view, seen, what, frame, anywhere=True)


def _changed(
    view: Look, effect: DamageChange, damage: Damage, holder: Seen, frame: Frame, key: Key
) -> Candidate:
    number = damage.amount if effect.amount is None else amount(view, frame, effect.amount)

    def apply(e: Engine) -> list[Proposal]:
        if effect.kind == "prevent":
            return _prevent(e, damage, number)
        onto = _onto(effect, holder) if effect.kind == "redirect" else None
        if onto is not None:
            _tell_redirected(e, damage, onto, damage.amount)
            return [replace(damage, recipient=onto, redirected=True)]
        if effect.kind == "counters" and damage.recipient.object is not None:
            return [Counters(damage.recipient.object, effect.counter, damage.amount)]
        total = damage.amount * 2 if effect.kind == "double" else damage.amount + number
        return [replace(damage, amount=total)]

    rule = {"prevent": "615.10", "redirect": "614.9"}.get(effect.kind, "614.1a")
    return Candidate(key, holder.chars.name, rule, apply, source=holder.obj.id)
