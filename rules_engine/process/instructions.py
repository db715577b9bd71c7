"""What the simplest instructions do: damage, draws, life, counters, mana, moves, winning (CR 104, 119–122, 400)."""

from __future__ import annotations

from collections.abc import Iterable

from rules_engine.model.abilities import (
    AddMana,
    DealDamage,
    Draw,
    DrawsMore,
    GainLife,
    LoseGame,
    LoseLife,
    Move,
    PutCounters,
    RemoveCounters,
)
from rules_engine.model.characteristics import Characteristics
from rules_engine.model.objects import Chosen
from rules_engine.model.terms import Owner
from rules_engine.model.zones import Zone
from rules_engine.process.activating import add_chosen_mana
from rules_engine.process.applying import movable, present, relocate
from rules_engine.process.engine import Engine
from rules_engine.process.faces import is_double_faced, turned_over
from rules_engine.process.frames import Frame
from rules_engine.process.happening import happen
from rules_engine.process.leaving import lose, win
from rules_engine.process.matching import amount, as_expected, holds, objects_of, players_of, recipients_of
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Counters, Damage, DrawOne, Key, Life, Proposal
from rules_engine.process.proposals import Move as Moving
from rules_engine.process.registry import STATICS, executes
from rules_engine.process.statics import static_abilities
from rules_engine.process.units import unit

STATICS.add(DrawsMore)


@executes(DealDamage)
def deal_damage(e: Engine, frame: Frame, instruction: DealDamage) -> None:
    """Damage to every recipient at the same time, or divided as announced (CR 120)."""
    view = look(e.state)
    recipients = [chosen for ref in instruction.to for chosen in recipients_of(view, frame, ref)]
    recipients = [c for c in dict.fromkeys(recipients) if _can_be_dealt_damage(e, c)]
    number = amount(view, frame, instruction.amount)
    proposals: list[Proposal] = []
    for ident in objects_of(view, frame, instruction.source)[:1]:
        # CR 608.2h: what left the battlefield deals damage as what it was there.
        expected = as_expected(view, frame, ident)
        source = ident if expected is None else expected.obj.id
        if instruction.divided:
            shares = _shares(frame)
            proposals += [Damage(source, chosen, shares.get(chosen, 0)) for chosen in recipients]
        else:
            for chosen in recipients:
                unpreventable, fixed = _firmness(e, instruction, chosen)
                proposals.append(Damage(source, chosen, number, unpreventable=unpreventable, fixed=fixed))
    events = happen(e, proposals)
    frame.did = any(event.kind == "damage" for event in events)
    hit = [event.recipient for event in events if event.kind == "damage" and event.recipient is not None]
    for slot, only in (("damaged", None), ("damaged creature", "creature")):
        frame.slots[slot] = tuple(c for c in dict.fromkeys(hit) if _is_permanent(e, c, only))


def _is_permanent(e: Engine, chosen: Chosen, kind: str | None) -> bool:
    seen = look(e.state).now(chosen.object) if chosen.object is not None else None
    return seen is not None and (kind is None or kind in seen.chars.types)


def _firmness(e: Engine, instruction: DealDamage, chosen: Chosen) -> tuple[bool, bool]:
    """Whether the text says that this damage can't be prevented, or dealt to another (CR 614.17, 615.12)."""
    if instruction.firm != "to creatures":
        return instruction.firm == "unpreventable", False
    seen = look(e.state).now(chosen.object) if chosen.object is not None else None
    firm = seen is not None and "creature" in seen.chars.types
    return firm, firm


def _shares(frame: Frame) -> dict[Chosen, int]:
    """The announced division by original target; what was meant for an illegal one is lost (CR 608.2d)."""
    record = frame.record
    groups = record.targets if record is not None and record.targets else frame.targets
    announced = [chosen for group in groups for chosen in group]
    return dict(zip(announced, frame.division, strict=False))


def _can_be_dealt_damage(e: Engine, chosen: Chosen) -> bool:
    if chosen.player is not None:
        return not e.state.player(chosen.player).lost
    seen = look(e.state).now(chosen.object) if chosen.object is not None else None
    if seen is None or seen.obj.zone is not Zone.BATTLEFIELD:
        return False
    return bool(seen.chars.types & {"creature", "planeswalker", "battle"})


@executes(Move)
def move(e: Engine, frame: Frame, instruction: Move) -> None:
    """Return or put objects somewhere; onto the battlefield under the player's control that the text names."""
    view = look(e.state)
    controllers = players_of(view, frame, instruction.controller) if instruction.controller else ()
    moves = []
    for ident in movable(e, frame, instruction.what):
        obj = e.state.objects[ident]
        copy_of = back_face_of(e, obj.base) if instruction.transformed else None
        there = copy_of if instruction.transformed else obj.base
        if instruction.to is Zone.BATTLEFIELD and (there is None or not there.is_permanent_card):
            # CR 304.4, 307.4, 712.14a–b: what can't enter the battlefield stays.
            continue
        controller = None
        if instruction.to is Zone.BATTLEFIELD:
            default = obj.owner if instruction.verb == "return" else frame.you
            controller = controllers[0] if controllers else default
            if instruction.controller == Owner(instruction.what):
                # "Under their owners' control": each of them under that of its own owner.
                controller = obj.owner
        moves.append(
            Moving(
                ident,
                instruction.to,
                "returned" if instruction.verb == "return" else "put",
                ("400.7",),
                position=-1 if instruction.position == "bottom" else 0,
                controller=controller,
                tapped=instruction.tapped,
                counters=instruction.counters,
                copy_of=copy_of,
                source=frame.this,
            )
        )
    relocate(e, frame, moves, instruction.slot)


@unit("712.14a", "what is put onto the battlefield transformed has its front face up", lambda e, chars: chars)
def back_face_of(e: Engine, chars: Characteristics) -> Characteristics | None:
    """What enters transformed has its back face up; what has none, or none of a permanent, stays (CR 712.14a, 400.4a)."""
    if not is_double_faced(chars) or not chars.parts[0].is_permanent_card:
        return None
    return turned_over(chars)


@executes(Draw)
def draw(e: Engine, frame: Frame, instruction: Draw) -> None:
    """One card at a time, all of one player's before the next player's, the active player first (CR 121.2, 121.2c)."""
    frame.did = False
    for player in in_drawing_order(e, apnap(e, players_of(look(e.state), frame, instruction.who))):
        number = amount(look(e.state), frame.about(player), instruction.count)
        frame.did = draw_cards(e, player, number) or frame.did


@unit("121.2c", "players draw in the order contrary to the turn's", lambda e, players: players[::-1])
def in_drawing_order(e: Engine, players: list[int]) -> list[int]:
    """Draws of several players are never simultaneous: the active player draws first (CR 121.2c)."""
    return players


def _all_at_once(e: Engine, player: int, number: int) -> bool:
    return any(event.kind == "draws" for event in happen(e, [DrawOne(player)] * number))


@unit("121.2", "all cards are drawn at the same time", _all_at_once)
def draw_cards(e: Engine, player: int, number: int) -> bool:
    """One card at a time (CR 121.2); whether any was drawn."""
    outer = e.applied
    more, keys = more_draws(e, player) if number > 0 else (0, frozenset())
    e.applied = outer | keys
    drawn = False
    for _ in range(number + more):
        events = happen(e, [DrawOne(player, applied=e.applied)])
        drawn = any(event.kind == "draws" for event in events) or drawn
    e.applied = outer
    return drawn


@unit("121.2a", "the number of cards drawn is not changed", lambda e, player: (0, frozenset()))
def more_draws(e: Engine, player: int) -> tuple[int, frozenset[Key]]:
    """How many cards more are drawn, by which effects: before any single draw, each effect once (CR 121.2a, 614.5)."""
    view = look(e.state)
    more, keys = 0, set()
    for _, frame, key, static in static_abilities(e):
        effect = static.effect
        if isinstance(effect, DrawsMore) and key not in e.applied and holds(view, frame, static.condition):
            if effect.who == "player" or (effect.who == "you") is (player == frame.you):
                more += effect.plus
                keys.add(key)
    return more, frozenset(keys)


def apnap(e: Engine, players: Iterable[int]) -> list[int]:
    wanted = list(players)
    return [player for player in e.state.in_turn_order() if player in wanted]


@executes(GainLife)
def gain_life(e: Engine, frame: Frame, instruction: GainLife) -> None:
    """Gain life (CR 119.3)."""
    _life(e, frame, instruction, 1)


@executes(LoseLife)
def lose_life(e: Engine, frame: Frame, instruction: LoseLife) -> None:
    """Lose life (CR 119.3)."""
    _life(e, frame, instruction, -1)


def _life(e: Engine, frame: Frame, instruction: GainLife | LoseLife, sign: int) -> None:
    view = look(e.state)
    proposals = [
        Life(player, sign * amount(view, frame.about(player), instruction.amount), frame.this)
        for player in players_of(view, frame, instruction.who)
    ]
    frame.did = bool(happen(e, proposals))


@executes(AddMana)
def add_mana(e: Engine, frame: Frame, instruction: AddMana) -> None:
    """Mana from a spell or a triggered ability (CR 106.4)."""
    add_chosen_mana(e, frame.you, instruction, frame)


@executes(PutCounters)
def put_counters(e: Engine, frame: Frame, instruction: PutCounters) -> None:
    """Put counters on objects (CR 122.6)."""
    number = amount(look(e.state), frame, instruction.count)
    idents = present(e, frame, instruction.what)
    events = happen(e, [Counters(i, instruction.kind, number, frame.you) for i in idents])
    frame.did = bool(events)


@executes(RemoveCounters)
def remove_counters(e: Engine, frame: Frame, instruction: RemoveCounters) -> None:
    """Remove counters from objects (CR 122.8)."""
    proposals = []
    for ident in present(e, frame, instruction.what):
        there = e.state.objects[ident].counter(instruction.kind)
        number = there if instruction.count is None else amount(look(e.state), frame, instruction.count)
        proposals.append(Counters(ident, instruction.kind, -min(there, number), frame.you, ("122.1",)))
    frame.did = bool(happen(e, proposals))


@executes(LoseGame)
def lose_game(e: Engine, frame: Frame, instruction: LoseGame) -> None:
    """A player loses or wins by an effect (CR 104.3e, 104.2b)."""
    for player in players_of(look(e.state), frame, instruction.who):
        if instruction.wins:
            win(e, player)
        else:
            lose(e, player, "104.3e")
