"""Combat (CR 506–511): attacking and blocking declarations, combat damage.

A declaration is legal as a whole or not at all, so it is one decision over all legal declarations (508.1, 509.1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import TypeVar

from rules_engine.errors import LimitReached
from rules_engine.model.decisions import Decision, Option
from rules_engine.model.events import Event
from rules_engine.model.evolving import replace
from rules_engine.model.objects import Chosen
from rules_engine.model.state import Attack
from rules_engine.model.zones import Step
from rules_engine.process.attack_limits import (
    attack_tax,
    blocks_within_limits,
    can_pay_tax,
    pay_tax,
    within_limits,
)
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import happen, notify
from rules_engine.process.looking import Look, Seen
from rules_engine.process.matching import defending_player, matches, protected
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Damage
from rules_engine.process.registry import RULE_KINDS, means_nothing

MAX_DECLARATIONS = 20_000
T = TypeVar("T")
RULE_KINDS.update(
    {
        "can't attack",
        "can't block",
        "can't be blocked",
        "attacks if able",
        "blocks if able",
        "can't be blocked except by",
        "can't be blocked by",
        "can't attack you",
        "can't attack you or your planeswalkers",
        "must be blocked",
        "doesn't untap",
        "can't be sacrificed",
        "activated abilities can't be activated",
        "assigns no combat damage",
        "can attack despite defender",
        "can block only",
        "can't be blocked by more than one creature",
        "all able block this",
    }
)
# Evasion that keywords give: name → may this blocker block that attacker; filled by keywords/.
EVASION: dict[str, Callable[[Look, Seen, Seen], bool]] = {}


# ----------------------------------------------------------------------------------- attackers (508)


def declare_attackers(e: Engine) -> None:
    """The active player declares attackers (CR 508.1)."""
    view = look(e.state)
    active = e.state.turn.active
    able = [seen for seen in view.permanents() if _may_attack(view, seen, active)]
    choices = [_attack_choices(e, view, seen, active) for seen in able]
    if not any(choices):
        return
    tapping = frozenset(s.obj.id for s in able if not s.chars.has_keyword("vigilance"))
    options = tuple(
        Option("attack", extra=declaration)
        for declaration in _legal_attacks(e, view, able, choices)
        if can_pay_tax(e, active, attack_tax(e, declaration), tapping & {ident for ident, _ in declaration})
    )
    picked = e.choose(Decision(active, "attackers", options, "508.1"))
    if not picked.extra:
        return
    attacks = tuple(Attack(attacker, defender) for attacker, defender in picked.extra)
    tax = attack_tax(e, picked.extra)
    tapped = [a.attacker for a in attacks if a.attacker in tapping]
    for ident in tapped:
        # CR 508.1f: tapping an attacker is no cost.
        e.change(ident, tapped=True)
    pay_tax(e, active, tax)
    e.change_turn(attacks=attacks, attacked=bool(attacks))
    events = [
        Event("tapped", object=i, name=e.name(i), detail="attacking", rules=("508.1f",)) for i in tapped
    ]
    events += [
        Event(
            "attacks",
            player=active,
            object=attack.attacker,
            recipient=attack.defender,
            name=e.name(attack.attacker),
            rules=("508.1k",),
        )
        for attack in attacks
    ]
    notify(e, *events)


def _may_attack(view: Look, seen: Seen, active: int) -> bool:
    """Untapped, no battle, haste or controlled since the turn began (CR 508.1a), and nothing says it can't (508.1c)."""
    return (
        seen.controller == active
        and "creature" in seen.chars.types
        and "battle" not in seen.chars.types
        and not seen.obj.tapped
        and (not seen.obj.summoning_sick or seen.chars.has_keyword("haste"))
        and (
            not seen.chars.has_keyword("defender")
            or bool(view.statements(seen.obj.id, "can attack despite defender"))
        )
        and not view.statements(seen.obj.id, "can't attack")
    )


def _attack_choices(e: Engine, view: Look, seen: Seen, active: int) -> list[Chosen]:
    """Players and planeswalkers the creature may attack (CR 508.1b, 506.2)."""
    both = {s.controller for s in view.statements(seen.obj.id, "can't attack you or your planeswalkers")}
    barred = {s.controller for s in view.statements(seen.obj.id, "can't attack you")} | both
    found = [Chosen(player=p) for p in e.state.opponents(active) if p not in barred]
    for other in view.permanents():
        if "planeswalker" in other.chars.types and other.controller not in (active, None, *both):
            found.append(Chosen(object=other.obj.id))
    return found


Attacking = tuple[tuple[int, Chosen], ...]


def _legal_attacks(
    e: Engine, view: Look, able: Sequence[Seen], choices: Sequence[list[Chosen]]
) -> Iterator[Attacking]:
    """Declarations that obey as many requirements as possible without a cost that need not be paid (CR 508.1d)."""
    declarations = []
    for combination in _combinations([[None, *options] for options in choices]):
        attacks = tuple((s.obj.id, to) for s, to in zip(able, combination, strict=True) if to is not None)
        if within_limits(e, attacks):
            declarations.append(attacks)
    required = {s.obj.id for s in able if view.statements(s.obj.id, "attacks if able")}
    free = declarations if not required else [d for d in declarations if not attack_tax(e, d)]
    most = max(sum(ident in required for ident, _ in d) for d in free)
    return (d for d in declarations if sum(ident in required for ident, _ in d) >= most)


def _combinations(lists: Sequence[Sequence[T]]) -> Iterator[tuple[T, ...]]:
    total = 1
    for options in lists:
        total *= len(options)
        if total > MAX_DECLARATIONS:
            raise LimitReached("too many creatures to try every declaration")
    return iter(product(*lists))


# ------------------------------------------------------------------------------------ blockers (509)


def declare_blockers(e: Engine) -> None:
    """Each defending player declares blockers, in APNAP order (CR 509.1, 802.4)."""
    if not e.state.turn.attacks:
        return
    events: list[Event] = []
    for player in e.state.opponents(e.state.turn.active):
        events += _declare_for(e, player)
    attacks = tuple(replace(attack, blocked=bool(attack.blockers)) for attack in e.state.turn.attacks)
    e.change_turn(attacks=attacks)
    events += [
        Event(
            "becomes blocked",
            object=a.attacker,
            source=a.blockers[0],
            name=e.name(a.attacker),
            rules=("509.1h",),
        )
        for a in attacks
        if a.blocked
    ]
    events += [
        Event(
            "is unblocked",
            object=a.attacker,
            recipient=a.defender,
            name=e.name(a.attacker),
            rules=("509.1h",),
        )
        for a in attacks
        if not a.blocked
    ]
    if events:
        notify(e, *events)


def _declare_for(e: Engine, player: int) -> list[Event]:
    view = look(e.state)
    attackers = [
        seen
        for attack in e.state.turn.attacks
        if defending_player(view, attack.defender) == player
        and (seen := view.now(attack.attacker)) is not None
    ]
    able = [seen for seen in view.permanents() if _may_block(view, seen, player)]
    choices = [[a.obj.id for a in attackers if can_block(view, seen, a)] for seen in able]
    if not any(choices):
        return []
    options = tuple(Option("block", extra=blocks) for blocks in _legal_blocks(e, view, able, choices))
    picked = e.choose(Decision(player, "blockers", options, "509.1"))
    blocks = [(int(blocker), int(attacker)) for blocker, attacker in picked.extra]
    e.change_turn(
        attacks=tuple(
            replace(attack, blockers=(*attack.blockers, *(b for b, a in blocks if a == attack.attacker)))
            for attack in e.state.turn.attacks
        )
    )
    return [
        Event(
            "blocks",
            player=player,
            object=b,
            source=a,
            name=e.name(b),
            source_name=e.name(a),
            rules=("509.1g",),
        )
        for b, a in blocks
    ]


def _may_block(view: Look, seen: Seen, player: int) -> bool:
    """An untapped creature of the defending player that nothing keeps from blocking (CR 509.1a–b)."""
    return (
        seen.controller == player
        and "creature" in seen.chars.types
        and "battle" not in seen.chars.types
        and not seen.obj.tapped
        and not view.statements(seen.obj.id, "can't block")
    )


def can_block(view: Look, blocker: Seen, attacker: Seen) -> bool:
    """Whether this creature could block that attacker, looking at the two alone (CR 509.1b, 702)."""
    you = attacker.controller if attacker.controller is not None else attacker.obj.owner
    frame = Frame(you=you, this=attacker.obj.id)
    if view.statements(attacker.obj.id, "can't be blocked") or protected(view, attacker, blocker):
        return False
    for statement in view.statements(blocker.obj.id, "can block only"):
        if statement.rule.filter is not None and not matches(view, attacker, statement.rule.filter, frame):
            return False
    for statement in view.statements(attacker.obj.id, "can't be blocked except by"):
        if statement.rule.filter is not None and not matches(view, blocker, statement.rule.filter, frame):
            return False
    for statement in view.statements(attacker.obj.id, "can't be blocked by"):
        if statement.rule.filter is not None and matches(view, blocker, statement.rule.filter, frame):
            return False
    return all(
        may(view, blocker, attacker)
        for name, may in EVASION.items()
        if _matters(name, blocker, attacker) and not means_nothing(name, view.state.without)
    )


def _matters(name: str, blocker: Seen, attacker: Seen) -> bool:
    # Shadow restricts both ways (CR 702.28b); other evasion is the attacker's.
    return attacker.chars.has_keyword(name) or (name == "shadow" and blocker.chars.has_keyword(name))


Blocking = tuple[tuple[int, int], ...]


def _legal_blocks(
    e: Engine, view: Look, able: Sequence[Seen], choices: Sequence[list[int]]
) -> Iterator[Blocking]:
    """Declarations that obey every restriction and as many requirements as possible (CR 509.1b–c)."""
    declarations: list[Blocking] = []
    for combination in _combinations([[None, *options] for options in choices]):
        blocks = tuple((s.obj.id, to) for s, to in zip(able, combination, strict=True) if to is not None)
        if _menace_obeyed(view, blocks) and blocks_within_limits(e, len(blocks)):
            declarations.append(blocks)
    must = {s.obj.id for s in able if view.statements(s.obj.id, "blocks if able")}
    lured = {
        attacker
        for options in choices
        for attacker in options
        if view.statements(attacker, "must be blocked")
    }

    luring = {a for options in choices for a in options if view.statements(a, "all able block this")}

    def obeyed(blocks: Blocking) -> int:
        by_all = sum(a in luring for _, a in blocks)
        return sum(b in must for b, _ in blocks) + len(lured & {a for _, a in blocks}) + by_all

    most = max(obeyed(blocks) for blocks in declarations)
    return (blocks for blocks in declarations if obeyed(blocks) == most)


def _menace_obeyed(view: Look, blocks: Blocking) -> bool:
    """Menace: not except by two or more creatures (CR 702.111b); "not by more than one creature" the other way."""
    for attacker in {a for _, a in blocks}:
        count = sum(a == attacker for _, a in blocks)
        if count < 2 and view.projection(attacker).chars.has_keyword("menace"):
            return False
        if count > 1 and view.statements(attacker, "can't be blocked by more than one creature"):
            return False
    return True


# --------------------------------------------------------------------------------------- damage (510)


def has_first_strikers(e: Engine) -> bool:
    """Whether an attacking or blocking creature has first or double strike as the step begins (CR 510.4)."""
    view = look(e.state)
    return any(_strikes_first(view, ident) for ident in _in_combat(e))


def _in_combat(e: Engine) -> list[int]:
    idents = [a.attacker for a in e.state.turn.attacks]
    idents += [b for a in e.state.turn.attacks for b in a.blockers]
    return [ident for ident in dict.fromkeys(idents) if ident in e.state.objects]


def _strikes_first(view: Look, ident: int) -> bool:
    chars = view.projection(ident).chars
    return chars.has_keyword("first strike") or chars.has_keyword("double strike")


def combat_damage(e: Engine) -> None:
    """All combat damage of this step is assigned, then dealt at the same time (CR 510.1, 510.2)."""
    view = look(e.state)
    first = e.state.turn.step is Step.FIRST_STRIKE_DAMAGE
    if first:
        dealing = {ident for ident in _in_combat(e) if _strikes_first(view, ident)}
        e.change_turn(dealt_first_strike=frozenset(dealing))
    else:
        done = e.state.turn.dealt_first_strike
        dealing = {
            ident
            for ident in _in_combat(e)
            if ident not in done or view.projection(ident).chars.has_keyword("double strike")
        }
    damage: list[Damage] = []
    for attack in e.state.turn.attacks:
        if attack.attacker in dealing:
            damage += _attacker_assigns(e, view, attack)
    for player in e.state.opponents(e.state.turn.active):
        damage += _blockers_assign(e, view, player, dealing)
    if not damage:
        return
    if e.state.holds("510.2"):
        happen(e, damage)
    else:
        for part in damage:
            happen(e, [part])


def _power(view: Look, ident: int) -> int:
    if view.statements(ident, "assigns no combat damage"):
        return 0
    return view.projection(ident).chars.power or 0


def _attacker_assigns(e: Engine, view: Look, attack: Attack) -> list[Damage]:
    seen = view.now(attack.attacker)
    power = _power(view, attack.attacker) if seen is not None else 0
    if seen is None or power <= 0 or seen.controller is None:
        return []
    defender = _still_attacked(view, attack.defender)
    if not attack.blocked:
        return [Damage(attack.attacker, defender, power, combat=True)] if defender is not None else []
    blockers = [b for b in attack.blockers if view.now(b) is not None]
    trample = seen.chars.has_keyword("trample")
    if not blockers:
        # CR 702.19d: with trample, all of it goes to what is attacked; otherwise none is assigned (510.1c).
        return (
            [Damage(attack.attacker, defender, power, combat=True)]
            if trample and defender is not None
            else []
        )
    splits = _splits(view, seen, blockers, power, defender if trample else None)
    return _assign(e, seen.controller, attack.attacker, splits)


def _still_attacked(view: Look, defender: Chosen) -> Chosen | None:
    """A planeswalker that has left combat is not attacked any more (CR 506.4c)."""
    if defender.player is not None:
        return None if view.state.player(defender.player).lost else defender
    seen = view.now(defender.object) if defender.object is not None else None
    return defender if seen is not None and "planeswalker" in seen.chars.types else None


Split = tuple[tuple[Chosen, int], ...]


def _splits(view: Look, seen: Seen, blockers: list[int], power: int, beyond: Chosen | None) -> list[Split]:
    """Every way to divide the damage among blockers, and beyond them with trample (CR 510.1c, 702.19b)."""
    recipients = [Chosen(object=b) for b in blockers]
    found: list[Split] = []
    for shares in _shares(power, len(blockers) + (1 if beyond else 0)):
        if beyond is not None and shares[-1]:
            lethal = all(
                share >= _lethal(view, seen, blocker)
                for share, blocker in zip(shares, blockers, strict=False)
            )
            if not lethal:
                continue
        named = zip([*recipients, beyond] if beyond else recipients, shares, strict=True)
        found.append(tuple((to, share) for to, share in named if to is not None and share))
    return found


def _shares(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        yield (total,)
        return
    for first in range(total, -1, -1):
        for rest in _shares(total - first, parts - 1):
            yield (first, *rest)


def _lethal(view: Look, attacker: Seen, blocker: int) -> int:
    """Lethal damage: toughness less what is marked; 1 with deathtouch (CR 702.19b, 702.2c)."""
    seen = view.now(blocker)
    if seen is None:
        return 0
    if attacker.chars.has_keyword("deathtouch"):
        return 1
    return max(0, (seen.chars.toughness or 0) - seen.obj.damage)


def _assign(e: Engine, player: int, source: int, splits: Sequence[Split]) -> list[Damage]:
    options = tuple(Option("assign", extra=split) for split in dict.fromkeys(splits))
    picked = e.choose(Decision(player, "damage", options, "510.1c", source)).extra
    return [Damage(source, to, int(share), combat=True) for to, share in picked]


def _blockers_assign(e: Engine, view: Look, player: int, dealing: set[int]) -> list[Damage]:
    blocked: dict[int, list[int]] = {}
    for attack in e.state.turn.attacks:
        for blocker in attack.blockers:
            blocked.setdefault(blocker, []).append(attack.attacker)
    damage: list[Damage] = []
    for blocker, attackers in blocked.items():
        seen = view.now(blocker)
        if blocker not in dealing or seen is None or seen.controller != player:
            continue
        there = [a for a in attackers if view.now(a) is not None]
        power = _power(view, blocker)
        if power > 0 and there:
            damage += _assign(e, player, blocker, _splits(view, seen, there, power, None))
    return damage
