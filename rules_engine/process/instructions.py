"""What instructions do: one function for each, in the words of the rules (CR 608.2c, 609)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from rules_engine.model.abilities import (
    AddMana,
    AttachTo,
    Cost,
    CounterSpell,
    CreateCopyToken,
    CreateToken,
    DealDamage,
    Destroy,
    Discard,
    Draw,
    Exile,
    Fight,
    GainLife,
    LoseGame,
    LoseLife,
    Mill,
    Move,
    PutCounters,
    RemoveCounters,
    Sacrifice,
    SacrificeObject,
    Shuffle,
    ShuffleInto,
    Tap,
    TokenSpec,
    Untap,
)
from rules_engine.model.characteristics import Characteristics
from rules_engine.model.decisions import NO, YES, Decision, Option
from rules_engine.model.events import Event
from rules_engine.model.objects import Chosen
from rules_engine.model.terms import ObjectRef
from rules_engine.model.zones import Zone
from rules_engine.process.activating import add_chosen_mana
from rules_engine.process.copying import copiable_values
from rules_engine.process.costs import TotalCost, discard, pay, payable_with, random_cards, sacrifice
from rules_engine.process.drawing import shuffled, top_card
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import happen, move_all, notify
from rules_engine.process.leaving import lose
from rules_engine.process.matching import amount, objects_of, players_of, recipients_of
from rules_engine.process.moving import cease
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Counters, Damage, DrawOne, Life, NewToken, Proposal
from rules_engine.process.proposals import Move as Moving
from rules_engine.process.registry import executes


def present(e: Engine, frame: Frame, ref: ObjectRef) -> list[int]:
    """The objects meant that still exist, each once."""
    found = objects_of(look(e.state), frame, ref)
    return [ident for ident in dict.fromkeys(found) if ident in e.state.objects]


def on_battlefield(e: Engine, frame: Frame, ref: ObjectRef) -> list[int]:
    """The objects meant that are on the battlefield."""
    return [i for i in present(e, frame, ref) if e.state.objects[i].zone is Zone.BATTLEFIELD]


def relocate(e: Engine, frame: Frame, moves: Sequence[Moving], slot: str) -> None:
    """Move objects at the same time and let later instructions find them (CR 400.7j)."""
    moved = move_all(e, moves)
    frame.moved.update(moved)
    frame.remember(slot, *(Chosen(object=moved[m.object]) for m in moves if m.object in moved))
    frame.did = bool(moved)


@executes(DealDamage)
def deal_damage(e: Engine, frame: Frame, instruction: DealDamage) -> None:
    """Damage to every recipient at the same time, or divided as announced (CR 120)."""
    view = look(e.state)
    recipients = [chosen for ref in instruction.to for chosen in recipients_of(view, frame, ref)]
    recipients = [c for c in dict.fromkeys(recipients) if _can_be_dealt_damage(e, c)]
    number = amount(view, frame, instruction.amount)
    proposals: list[Proposal] = []
    for source in objects_of(view, frame, instruction.source)[:1]:
        if instruction.divided:
            shares = _shares(frame)
            proposals += [Damage(source, chosen, shares.get(chosen, 0)) for chosen in recipients]
        else:
            proposals += [Damage(source, chosen, number) for chosen in recipients]
    events = happen(e, proposals)
    frame.did = any(event.kind == "damage" for event in events)


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


@executes(Destroy)
def destroy(e: Engine, frame: Frame, instruction: Destroy) -> None:
    """To the graveyard, unless indestructible (CR 701.8, 702.12b)."""
    view = look(e.state)
    doomed = [
        ident
        for ident in on_battlefield(e, frame, instruction.what)
        if not view.projection(ident).chars.has_keyword("indestructible")
    ]
    moves = [Moving(i, Zone.GRAVEYARD, "destroyed", ("701.8a",), source=frame.this) for i in doomed]
    relocate(e, frame, moves, "it")


@executes(Exile)
def exile(e: Engine, frame: Frame, instruction: Exile) -> None:
    """Into exile (CR 701.13)."""
    objects = [i for i in present(e, frame, instruction.what) if e.state.objects[i].kind != "ability"]
    moves = [
        Moving(i, Zone.EXILE, "exiled", ("701.13a",), face_down=instruction.face_down, source=frame.this)
        for i in objects
    ]
    relocate(e, frame, moves, instruction.slot)


@executes(Move)
def move(e: Engine, frame: Frame, instruction: Move) -> None:
    """Return or put objects somewhere; onto the battlefield under the player's control that the text names."""
    view = look(e.state)
    controllers = players_of(view, frame, instruction.controller) if instruction.controller else ()
    moves = []
    for ident in present(e, frame, instruction.what):
        obj = e.state.objects[ident]
        if instruction.to is Zone.BATTLEFIELD and not obj.base.is_permanent_card:
            # CR 304.4, 307.4: instants and sorceries can't enter the battlefield.
            continue
        controller = None
        if instruction.to is Zone.BATTLEFIELD:
            default = obj.owner if instruction.verb == "return" else frame.you
            controller = controllers[0] if controllers else default
        moves.append(
            Moving(
                ident,
                instruction.to,
                "returned" if instruction.verb == "return" else "put",
                ("400.7",),
                position=-1 if instruction.position == "bottom" else 0,
                controller=controller,
                tapped=instruction.tapped,
                source=frame.this,
            )
        )
    relocate(e, frame, moves, instruction.slot)


@executes(Sacrifice)
def sacrifice_some(e: Engine, frame: Frame, instruction: Sacrifice) -> None:
    """Each player chooses in APNAP order, then all are sacrificed at the same time (CR 701.21, 101.4)."""
    picked: list[tuple[int, int]] = []
    for player in players_of(look(e.state), frame, instruction.who):
        about = frame.about(player)
        pool = payable_with(e, player, instruction.what, about, "sacrifice", own=True)
        count = min(len(pool), amount(look(e.state), about, instruction.count))
        picked += [
            (player, ident)
            for ident in pick(e, player, pool, count, "sacrifice", "701.21a", frame.stack_object)
        ]
    moves = [
        Moving(i, Zone.GRAVEYARD, "sacrificed", ("701.21a",), player=p, source=frame.this) for p, i in picked
    ]
    events = happen(e, moves)
    gone = [ev for ev in events if ev.kind == "moves" and ev.origin is Zone.BATTLEFIELD]
    frame.did = bool(gone)
    frame.remember("it", *(Chosen(object=ev.object) for ev in gone))
    if gone:
        notify(
            e,
            *(
                Event(
                    "sacrifices",
                    player=ev.player,
                    object=ev.object,
                    was=ev.was,
                    name=ev.name,
                    rules=("701.21a",),
                )
                for ev in gone
            ),
        )


def pick(
    e: Engine, player: int, pool: Sequence[int], count: int, what: str, rule: str, about: int | None
) -> list[int]:
    """The player picks so many of these objects."""
    if count >= len(pool):
        return list(pool)
    if count <= 0:
        return []
    if count == 1:
        options = tuple(Option("choose", object=ident) for ident in pool)
        chosen = e.choose(Decision(player, "choose", options, rule, about, what)).object
        return [] if chosen is None else [chosen]
    groups = tuple(Option("choose", extra=group) for group in combinations(pool, count))
    return [int(i) for i in e.choose(Decision(player, "choose", groups, rule, about, what)).extra]


@executes(SacrificeObject)
def sacrifice_object(e: Engine, frame: Frame, instruction: SacrificeObject) -> None:
    """Only its controller can sacrifice a permanent (CR 701.21a); the instruction is theirs to follow."""
    view = look(e.state)
    idents = []
    for ident in on_battlefield(e, frame, instruction.what):
        seen = view.at(ident)
        if (
            seen is not None
            and seen.controller == frame.you
            and not view.statements(ident, "can't be sacrificed")
        ):
            idents.append(ident)
    events = sacrifice(e, frame.you, idents)
    frame.did = any(ev.kind == "moves" for ev in events)


@executes(Discard)
def discard_some(e: Engine, frame: Frame, instruction: Discard) -> None:
    """Players choose what to discard in APNAP order, then all discard at once (CR 701.9, 101.4)."""
    picked: list[tuple[int, list[int]]] = []
    for player in players_of(look(e.state), frame, instruction.who):
        hand = list(e.state.zone(Zone.HAND, player))
        if instruction.count is None:
            cards = hand
        else:
            number = min(len(hand), amount(look(e.state), frame.about(player), instruction.count))
            if instruction.random:
                cards = random_cards(e, player, number)
            else:
                cards = pick(e, player, hand, number, "discard", "701.9b", frame.stack_object)
        picked.append((player, cards))
    frame.did = False
    for player, cards in picked:
        events = discard(e, player, cards)
        gone = [ev for ev in events if ev.kind == "moves"]
        frame.did = frame.did or bool(gone)
        if gone:
            frame.remember("it", *(Chosen(object=ev.object) for ev in gone))


@executes(Draw)
def draw(e: Engine, frame: Frame, instruction: Draw) -> None:
    """One card at a time, all of one player's before the next player's, the active player first (CR 121.2, 121.2c)."""
    frame.did = False
    for player in _apnap(e, players_of(look(e.state), frame, instruction.who)):
        for _ in range(amount(look(e.state), frame.about(player), instruction.count)):
            events = happen(e, [DrawOne(player)])
            drawn = [ev for ev in events if ev.kind == "draws"]
            frame.did = frame.did or bool(drawn)


def _apnap(e: Engine, players: Iterable[int]) -> list[int]:
    wanted = list(players)
    return [player for player in e.state.in_turn_order() if player in wanted]


@executes(Mill)
def mill(e: Engine, frame: Frame, instruction: Mill) -> None:
    """That many cards from the top of the library into the graveyard, at the same time (CR 701.17a)."""
    for player in _apnap(e, players_of(look(e.state), frame, instruction.who)):
        number = amount(look(e.state), frame.about(player), instruction.count)
        if e.state.player(player).library_unordered:
            moved: list[Chosen] = []
            for _ in range(number):
                top = top_card(e, player)
                if top is not None:
                    new = move_all(e, [Moving(top, Zone.GRAVEYARD, "milled", ("701.17a",), player=player)])
                    moved += [Chosen(object=ident) for ident in new.values()]
            frame.remember("it", *moved)
        else:
            cards = e.state.zone(Zone.LIBRARY, player)[:number]
            relocate(
                e,
                frame,
                [Moving(i, Zone.GRAVEYARD, "milled", ("701.17a",), player=player) for i in cards],
                "it",
            )


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


def token_values(e: Engine, frame: Frame, token: TokenSpec) -> Characteristics:
    """The characteristics that the text defines, as fixed when the token is made (CR 111.3)."""
    view = look(e.state)
    return Characteristics(
        name=token.name,
        colors=token.colors,
        supertypes=token.supertypes,
        types=token.types,
        subtypes=token.subtypes,
        abilities=token.abilities,
        power=None if token.power is None else amount(view, frame, token.power),
        toughness=None if token.toughness is None else amount(view, frame, token.toughness),
    )


@executes(CreateToken)
def create_token(e: Engine, frame: Frame, instruction: CreateToken) -> None:
    """Tokens enter under the control of the player who creates them (CR 701.7, 111.2)."""
    values = token_values(e, frame, instruction.token)
    proposals = [
        NewToken(player, values, instruction.tapped, frame.this)
        for player in players_of(look(e.state), frame, instruction.who)
        for _ in range(amount(look(e.state), frame.about(player), instruction.count))
    ]
    _create(e, frame, proposals)


@executes(CreateCopyToken)
def create_copy_token(e: Engine, frame: Frame, instruction: CreateCopyToken) -> None:
    """A token with the copiable values of the object (CR 707.2); counters and encoded cards are not among them."""
    proposals = []
    for ident in objects_of(look(e.state), frame, instruction.of)[:1]:
        if look(e.state).at(ident) is None:
            continue
        values = copiable_values(e, ident)
        for player in players_of(look(e.state), frame, instruction.who):
            number = amount(look(e.state), frame, instruction.count)
            proposals += [NewToken(player, values, source=frame.this) for _ in range(number)]
    _create(e, frame, proposals)


def _create(e: Engine, frame: Frame, proposals: Sequence[NewToken]) -> None:
    events = happen(e, proposals)
    made = [Chosen(object=ev.object) for ev in events if ev.kind == "token created"]
    frame.remember("it", *made)
    frame.did = bool(made)


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


@executes(Tap)
def tap(e: Engine, frame: Frame, instruction: Tap) -> None:
    """Tap untapped permanents (CR 701.26a)."""
    _turn(e, frame, instruction.what, tapped=True)


@executes(Untap)
def untap(e: Engine, frame: Frame, instruction: Untap) -> None:
    """Untap tapped permanents (CR 701.26b)."""
    _turn(e, frame, instruction.what, tapped=False)


def _turn(e: Engine, frame: Frame, what: ObjectRef, *, tapped: bool) -> None:
    changed = [i for i in on_battlefield(e, frame, what) if e.state.objects[i].tapped is not tapped]
    for ident in changed:
        e.change(ident, tapped=tapped)
    frame.did = bool(changed)
    if changed:
        rule = "701.26a" if tapped else "701.26b"
        notify(
            e,
            *(
                Event("tapped" if tapped else "untapped", object=i, name=e.name(i), rules=(rule,))
                for i in changed
            ),
        )


@executes(CounterSpell)
def counter(e: Engine, frame: Frame, instruction: CounterSpell) -> None:
    """A countered spell goes to its owner's graveyard, a countered ability ceases to exist (CR 701.6a)."""
    frame.did = False
    for ident in present(e, frame, instruction.what):
        obj = e.state.objects[ident]
        if obj.zone is not Zone.STACK:
            continue
        seen = look(e.state).at(ident)
        if look(e.state).statements(ident, "can't be countered"):
            e.emit(
                Event(
                    "nothing happens",
                    object=ident,
                    name=obj.name,
                    detail="can't be countered",
                    rules=("101.2",),
                )
            )
            continue
        if instruction.unless_pays is not None and seen is not None and seen.controller is not None:
            if may_pay(e, seen.controller, instruction.unless_pays, frame):
                continue
        frame.did = True
        notify(
            e,
            Event(
                "countered",
                object=ident,
                was=ident,
                player=frame.you,
                source=frame.this,
                name=obj.name,
                source_name=e.name(frame.this),
                rules=("701.6a",),
            ),
        )
        if obj.kind == "ability":
            e.log.append(cease(e, ident, e.new_batch(), ("701.6a",)))
        else:
            relocate(
                e, frame, [Moving(ident, Zone.GRAVEYARD, "countered", ("701.6a",), source=frame.this)], "it"
            )
            frame.did = True


def may_pay(e: Engine, player: int, cost: Cost, frame: Frame) -> bool:
    """The player may pay a cost during a resolution (CR 118.12); False when they can't or don't want to."""

    def attempt(engine: Engine) -> None:
        total = TotalCost()
        total.add(cost)
        pay(
            engine,
            player,
            total,
            Frame(you=player, this=frame.this, stack_object=frame.stack_object, x=frame.x),
        )

    options = (YES, NO) if e.is_possible(attempt) else (NO,)
    if e.choose(Decision(player, "may", options, "118.12", frame.stack_object, what="pay")) == NO:
        return False
    attempt(e)
    return True


@executes(Shuffle)
def shuffle(e: Engine, frame: Frame, instruction: Shuffle) -> None:
    """Shuffle libraries (CR 701.24a)."""
    players = players_of(look(e.state), frame, instruction.who)
    notify(e, *(shuffled(e, player) for player in players))
    frame.did = True


@executes(ShuffleInto)
def shuffle_into(e: Engine, frame: Frame, instruction: ShuffleInto) -> None:
    """All of these players shuffle at the same time, and also when there is nothing to shuffle in (CR 701.24d)."""
    players = players_of(look(e.state), frame, instruction.who)
    moves = [
        Moving(ident, Zone.LIBRARY, "shuffled", ("701.24d",), player=player, position=-1)
        for player in players
        for zone in instruction.zones
        for ident in e.state.zone(zone, player)
    ]
    if moves:
        move_all(e, moves)
    notify(e, *(shuffled(e, player) for player in players))
    frame.did = True


@executes(Fight)
def fight(e: Engine, frame: Frame, instruction: Fight) -> None:
    """Each deals damage equal to its power to the other, if both are there (CR 701.14)."""
    first, second = on_battlefield(e, frame, instruction.first), on_battlefield(e, frame, instruction.second)
    view = look(e.state)
    if not first or not second:
        return
    pair = [view.at(first[0]), view.at(second[0])]
    if any(seen is None or "creature" not in seen.chars.types for seen in pair):
        return
    powers = [seen.chars.power or 0 for seen in pair if seen is not None]
    happen(
        e,
        [
            Damage(first[0], Chosen(object=second[0]), powers[0]),
            Damage(second[0], Chosen(object=first[0]), powers[1]),
        ],
    )


@executes(AttachTo)
def attach(e: Engine, frame: Frame, instruction: AttachTo) -> None:
    """Attach to an object that it may be attached to (CR 701.3)."""
    what, to = on_battlefield(e, frame, instruction.what), on_battlefield(e, frame, instruction.to)
    if not what or not to or e.state.objects[what[0]].attached_to == Chosen(object=to[0]):
        return
    # CR 701.3c: attaching gives a new timestamp.
    e.change(what[0], attached_to=Chosen(object=to[0]), timestamp=e.tick())
    notify(
        e,
        Event(
            "attached",
            object=what[0],
            recipient=Chosen(object=to[0]),
            name=e.name(what[0]),
            source_name=e.name(to[0]),
            rules=("701.3a",),
        ),
    )


@executes(LoseGame)
def lose_game(e: Engine, frame: Frame, instruction: LoseGame) -> None:
    """A player loses or wins by an effect (CR 104.3e, 104.2b)."""
    for player in players_of(look(e.state), frame, instruction.who):
        if instruction.wins:
            for other in e.state.opponents(player):
                lose(e, other, "104.2b")
        else:
            lose(e, player, "104.3e")
