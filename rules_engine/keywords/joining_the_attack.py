"""Keywords that put tokens onto the battlefield attacking: mobilize and myriad (CR 702.181, 702.116, 508.4)."""

from __future__ import annotations

from rules_engine.model.abilities import (
    Attacks,
    BeginningOf,
    ByRule,
    CreateToken,
    Delayed,
    Effect,
    Exile,
    Keyword,
    SacrificeObject,
    TokenSpec,
    TriggeredAbility,
)
from rules_engine.model.decisions import NO, YES, Decision, Option
from rules_engine.model.objects import Chosen
from rules_engine.model.state import Attack
from rules_engine.model.terms import Fixed, This, Those
from rules_engine.model.zones import Step, Zone
from rules_engine.process.copying import both_faces
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import happen, is_on
from rules_engine.process.projecting import look
from rules_engine.process.proposals import NewToken
from rules_engine.process.registry import EXECUTORS, keyword
from rules_engine.process.resolving import BY_RULE, BY_RULE_OF
from rules_engine.process.triggering import TRIGGERED_KEYWORDS
from rules_engine.process.units import declare

WARRIOR = TokenSpec(
    "warrior", frozenset({"creature"}), frozenset({"warrior"}), frozenset({"R"}), Fixed(1), Fixed(1)
)
JOINED = Those("joined")
declare("508.4", "what enters attacking does not attack")


def join_the_attack(e: Engine, player: int, ident: int, opponents: tuple[int, ...]) -> None:
    """It attacks one of these players or a planeswalker of theirs; it has not been declared (CR 508.4, 508.4c)."""
    turn = e.state.turn
    seen = look(e.state).now(ident)
    if not turn.step.is_combat or turn.active != player or not e.state.holds("508.4"):
        return
    if seen is None or "creature" not in seen.chars.types or seen.controller != player:
        return
    walkers = [
        s.obj.id
        for s in look(e.state).permanents()
        if "planeswalker" in s.chars.types and s.controller in opponents
    ]
    options = tuple(Option("choose", player=opponent) for opponent in opponents)
    options += tuple(Option("choose", object=walker) for walker in walkers)
    if options:
        decision = Decision(player, "choose", options, "508.4", ident, what="attacked")
        attack = Attack(ident, e.choose(decision).chosen)
        e.change_turn(attacks=(*e.state.turn.attacks, attack), attacked=True)


def mobilize(given: Keyword) -> tuple[TriggeredAbility, ...]:
    """Whenever it attacks, N Warriors join it for this turn (CR 702.181a)."""
    return (TriggeredAbility(Attacks(This()), Effect((ByRule("mobilize", amount=given.amount),))),)


def warriors(e: Engine, frame: Frame, rule: ByRule) -> None:
    """1/1 red Warriors, tapped and attacking, sacrificed at the beginning of the next end step (CR 702.181a)."""
    EXECUTORS[CreateToken](e, frame, CreateToken(WARRIOR, rule.amount or Fixed(1), tapped=True))
    made = frame.slots.get("it", ())
    for chosen in made:
        if chosen.object is not None:
            join_the_attack(e, frame.you, chosen.object, e.state.opponents(frame.you))
    frame.remember(JOINED.slot, *made)
    EXECUTORS[Delayed](e, frame, Delayed(BeginningOf(Step.END, "next"), Effect((SacrificeObject(JOINED),))))


def myriad(given: Keyword) -> tuple[TriggeredAbility, ...]:
    """Whenever it attacks, a copy for each other opponent (CR 702.116a)."""
    return (TriggeredAbility(Attacks(This()), Effect((ByRule("myriad"),))),)


def copies(e: Engine, frame: Frame) -> None:
    """For each opponent but the defending player you may create a token copy that attacks there (CR 702.116a)."""
    if frame.this is None or look(e.state).at(frame.this) is None:
        return
    values = both_faces(e, frame.this)
    proposals = []
    for opponent in e.state.opponents(frame.you):
        if opponent == frame.facts.player:
            continue
        decision = Decision(frame.you, "may", (YES, NO), "702.116a", frame.stack_object, what="myriad copy")
        if e.choose(decision) == YES:
            marks = ("marks", frozenset({f"myriad {opponent}"}))
            proposals.append(NewToken(frame.you, values, True, frame.this, fields=(marks,)))
    made = [ev.object for ev in happen(e, proposals) if ev.kind == "token created" and ev.object is not None]
    for ident in made:
        _attack_marked(e, frame.you, ident)
    if made:
        frame.remember(JOINED.slot, *(Chosen(object=ident) for ident in made))
        later = Delayed(BeginningOf(Step.END_OF_COMBAT, "next"), Effect((Exile(JOINED),)))
        EXECUTORS[Delayed](e, frame, later)


def _attack_marked(e: Engine, player: int, ident: int) -> None:
    """The mark says which opponent the token was made for, also where an effect has made two of one."""
    if not is_on(e, ident, Zone.BATTLEFIELD):
        return
    marks = e.state.objects[ident].marks
    for opponent in e.state.opponents(player):
        if f"myriad {opponent}" in marks:
            e.change(ident, marks=marks - {f"myriad {opponent}"})
            join_the_attack(e, player, ident, (opponent,))


TRIGGERED_KEYWORDS["mobilize"] = (Zone.BATTLEFIELD, mobilize)
TRIGGERED_KEYWORDS["myriad"] = (Zone.BATTLEFIELD, myriad)
BY_RULE_OF["mobilize"] = warriors
BY_RULE["myriad"] = copies
keyword("mobilize", "702.181", "702.181a")
keyword("myriad", "702.116", "702.116a")
