"""Cipher (CR 702.99): exile the spell card encoded on a creature; the creature gets an ability from exile.

Two options on the trigger, to copy the card and to cast the copy; the encoding ends when the card leaves exile or the
creature leaves the battlefield, and not when type, control or abilities change (702.99c).
"""

from __future__ import annotations

from rules_engine.model.abilities import Ability, CastDuring, CopyCard, DealsDamage, Effect, TriggeredAbility
from rules_engine.model.decisions import NONE, Decision, Option
from rules_engine.model.events import Event
from rules_engine.model.state import State
from rules_engine.model.terms import Encoded, This, Those
from rules_engine.model.zones import Zone
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import happen, is_on, moved_to
from rules_engine.process.matching import untargetable
from rules_engine.process.projecting import GRANTS_FROM_EXILE, look
from rules_engine.process.proposals import Move
from rules_engine.process.registry import keyword
from rules_engine.process.resolving import AFTER_EFFECTS
from rules_engine.process.units import unit

NAME = "cipher"
GRANTED = TriggeredAbility(
    DealsDamage(This(), "player", combat=True),
    Effect((CopyCard(Encoded(), optional=True), CastDuring(Those("copy"), free=True, optional=True))),
)


def _as_if_targeting(e: Engine, frame: Frame, ident: int) -> list[int]:
    view = look(e.state)
    source = view.at(ident)
    own = [s for s in view.permanents() if s.controller == frame.you and "creature" in s.chars.types]
    return [s.obj.id for s in own if untargetable(view, s, source, frame.you) is None]


def _any_permanent(e: Engine, frame: Frame, ident: int) -> list[int]:
    return [seen.obj.id for seen in look(e.state).permanents()]


@unit("608.2d", "any permanent may be chosen", _any_permanent)
@unit("115.10a", "choosing is targeting", _as_if_targeting)
def choosable(e: Engine, frame: Frame, ident: int) -> list[int]:
    """Creatures the player controls as the spell resolves; choosing one is not targeting it (CR 608.2d, 115.10a)."""
    return [
        seen.obj.id
        for seen in look(e.state).permanents()
        if seen.controller == frame.you and "creature" in seen.chars.types
    ]


@unit("702.99a", "cipher does nothing", lambda e, frame: None)
def encode(e: Engine, frame: Frame) -> None:
    """If the spell is represented by a card, exile it encoded on a creature you control (CR 702.99a, 608.2c)."""
    ident = frame.stack_object
    if ident is None or not is_on(e, ident, Zone.STACK):
        return
    # CR 702.99a: "if this spell is represented by a card"; no copy is.
    if not e.state.objects[ident].is_card:
        return
    creatures = choosable(e, frame, ident)
    if not creatures:
        return
    options = (*(Option("choose", object=creature) for creature in creatures), NONE)
    picked = e.choose(Decision(frame.you, "choose", options, "702.99a", ident, what="encode")).object
    if picked is None:
        return
    fields = (("encoded_on", picked),)
    rules = ("702.99a", "608.2c")
    events = happen(e, [Move(ident, Zone.EXILE, "encoded", rules, player=frame.you, fields=fields)])
    card = moved_to(events, ident)
    if card is not None and is_on(e, card, Zone.EXILE):
        e.emit(
            Event(
                "encoded",
                player=frame.you,
                object=card,
                recipient=Option("on", object=picked).chosen,
                name=e.name(card),
                source=picked,
                source_name=e.name(picked),
                rules=("702.99a", "702.99b"),
            )
        )


def grants(state: State) -> list[tuple[int, int, Ability]]:
    """(card, creature, ability) for every card in exile that is encoded on a permanent (CR 702.99a, 702.99c)."""
    if not state.holds("702.99a"):
        return []
    return [
        (obj.id, obj.encoded_on, GRANTED)
        for obj in state.in_zone(Zone.EXILE)
        if obj.encoded_on is not None and obj.base.has_keyword(NAME)
    ]


AFTER_EFFECTS[NAME] = encode
GRANTS_FROM_EXILE.append(grants)
keyword(NAME, "702.99")
