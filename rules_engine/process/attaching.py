"""What an Aura or Equipment may be attached to, and what an Aura enchants as it enters (CR 303.4, 301.5, 701.3)."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.model.characteristics import Characteristics
from rules_engine.model.decisions import Decision, Option
from rules_engine.model.evolving import replace
from rules_engine.model.objects import Chosen, GameObject
from rules_engine.model.terms import Filter, PlayerFilter
from rules_engine.model.zones import Zone
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.looking import Look, Seen
from rules_engine.process.matching import matches, protected
from rules_engine.process.moving import printed_or_copied
from rules_engine.process.player_rules import player_protected
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Move, NewToken, Proposal
from rules_engine.process.units import declare, unit


def host_of(view: Look, seen: Seen) -> Seen | None:
    """The permanent that it is attached to, if that still is on the battlefield."""
    to = seen.obj.attached_to
    return None if to is None else _permanent(view, to)


def _permanent(view: Look, chosen: Chosen) -> Seen | None:
    found = view.now(chosen.object) if chosen.object is not None else None
    return found if found is not None and found.obj.zone is Zone.BATTLEFIELD else None


def may_be_attached(view: Look, seen: Seen, to: Chosen | None) -> bool:
    """Whether an Aura may enchant that object or player, an Equipment equip it (CR 701.3a)."""
    if to is None:
        return False
    if "aura" in seen.chars.subtypes:
        return _may_enchant(view, seen, to)
    host = _permanent(view, to)
    if "equipment" not in seen.chars.subtypes or "creature" in seen.chars.types or host is None:
        return False
    # CR 301.5c: an Equipment that's also a creature can't equip, and nothing equips itself.
    return "creature" in host.chars.types and host.obj.id != seen.obj.id and not protected(view, host, seen)


def cease_to_be_bestowed(e: Engine, ident: int) -> GameObject:
    """It is a creature again, and no Aura (CR 702.103e–f)."""
    obj = e.state.objects[ident]
    printed = e.state.cards[obj.card] if obj.card is not None else obj.base
    return e.change(ident, base=printed, attached_to=None, marks=obj.marks - {"bestowed"})


def _may_enchant(view: Look, aura: Seen, to: Chosen) -> bool:
    """Whether that fits its enchant ability and has no protection from it (CR 303.4c, 702.16c)."""
    you = aura.controller if aura.controller is not None else aura.obj.owner
    frame = Frame(you=you, this=aura.obj.id)
    enchants = aura.chars.keywords("enchant")
    if to.player is not None:
        fits = all(
            isinstance(k.filter, PlayerFilter) and (k.filter.who == "player" or to.player != you)
            for k in enchants
        )
        return fits and not view.state.player(to.player).lost and not player_protected(view, to.player, aura)
    host = _permanent(view, to)
    if host is None or host.obj.id == aura.obj.id or protected(view, host, aura):
        return False
    return all(isinstance(k.filter, Filter) and matches(view, host, k.filter, frame) for k in enchants)


# ---------------------------------------------------------------------------------------- as it enters


declare("303.4g", "an Aura that can enchant nothing enters all the same")


@unit("303.4f", "an Aura enters attached to nothing", lambda e, proposals: list(proposals))
def with_hosts(e: Engine, proposals: Sequence[Proposal]) -> list[Proposal]:
    """What will happen once it is known what entering Auras enchant; those that can enchant nothing stay (CR 303.4f–g)."""
    found: list[Proposal] = []
    for proposal in proposals:
        entering = _entering_aura(e, proposal)
        found += [proposal] if entering is None else _with_host(e, proposal, entering)
    return found


def _entering_aura(e: Engine, proposal: Proposal) -> Seen | None:
    """The Aura that would enter without being told what to enchant, as it would be on the battlefield."""
    if isinstance(proposal, NewToken):
        given = dict(proposal.fields).get("attached_to")
        chars = proposal.values
        obj = GameObject(0, "token", proposal.player, Zone.BATTLEFIELD, chars, timestamp=0)
        return _as_entered(obj, chars, proposal.player) if _is_aura(chars) and given is None else None
    if (
        not isinstance(proposal, Move)
        or proposal.to is not Zone.BATTLEFIELD
        or proposal.attach_to is not None
    ):
        return None
    moving = e.state.objects.get(proposal.object)
    if moving is None or proposal.face_down:
        return None
    chars = printed_or_copied(e, moving, proposal)
    player = proposal.controller if proposal.controller is not None else moving.owner
    return _as_entered(moving, chars, player) if _is_aura(chars) else None


def _is_aura(chars: Characteristics) -> bool:
    return "aura" in chars.subtypes and "creature" not in chars.types


def _as_entered(obj: GameObject, chars: Characteristics, player: int) -> Seen:
    return Seen(replace(obj, base=chars), chars, player, True)


def _with_host(e: Engine, proposal: Proposal, aura: Seen) -> list[Proposal]:
    view, player = look(e.state), aura.controller
    assert player is not None
    things = [Chosen(object=seen.obj.id) for seen in view.permanents()]
    people = [Chosen(player=other.number) for other in e.state.players]
    options = tuple(
        Option("choose", object=chosen.object, player=chosen.player)
        for chosen in things + people
        if may_be_attached(view, aura, chosen)
    )
    if options:
        pick = e.choose(
            Decision(player, "choose", options, "303.4f", aura.obj.id or None, what="enchant")
        ).chosen
        if isinstance(proposal, NewToken):
            return [replace(proposal, fields=(*proposal.fields, ("attached_to", pick)))]
        assert isinstance(proposal, Move)
        return [replace(proposal, attach_to=pick)]
    if not e.state.holds("303.4g"):
        return [proposal]
    if aura.obj.zone is Zone.STACK and isinstance(proposal, Move):
        # CR 303.4g: it can't stay on the stack.
        return [
            replace(
                proposal, to=Zone.GRAVEYARD, rules=("303.4g",), controller=None, tapped=False, counters=()
            )
        ]
    return []
