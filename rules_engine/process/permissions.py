"""Who may cast what, when and how (CR 601.3): the ways to cast a card, and what forbids it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from rules_engine.errors import IllegalAction, LimitReached
from rules_engine.model.abilities import (
    AdditionalCost,
    AlternativeCost,
    AlternativeCostFor,
    AsThoughFlash,
    CastOnly,
    CastThisFrom,
    Cost,
    Keyword,
    MayCastFree,
    MayCastFrom,
    Prohibition,
    StaticAbility,
)
from rules_engine.model.characteristics import Characteristics
from rules_engine.model.effects import CastPermission, CastProhibition, FlashPermission
from rules_engine.model.evolving import replace
from rules_engine.model.objects import CastRecord, GameObject
from rules_engine.model.terms import Filter, Timing
from rules_engine.model.zones import Zone
from rules_engine.process.engine import Engine
from rules_engine.process.faces import castable_parts
from rules_engine.process.frames import Frame
from rules_engine.process.looking import Seen
from rules_engine.process.matching import holds, matches
from rules_engine.process.player_rules import has_the_chosen_name
from rules_engine.process.projecting import look
from rules_engine.process.registry import STATICS
from rules_engine.process.statics import static_abilities
from rules_engine.process.units import declare, unit

STATICS.update(
    {
        AdditionalCost,
        AlternativeCost,
        AlternativeCostFor,
        AsThoughFlash,
        CastOnly,
        CastThisFrom,
        MayCastFree,
        MayCastFrom,
        Prohibition,
    }
)

When = Literal["by type", "sorcery", "any"]


@dataclass(frozen=True, slots=True)
class CastWay:
    """One way to cast a card: a method's name, what is paid instead of or as the mana cost, when, and the rule.

    chars: what it is as it is put onto the stack, where that is not the whole card (CR 709.3, 715.3); part: its name.
    face_down: it is put there face down (CR 708.4). added: an additional cost of casting it this way (CR 118.8).
    cost None: its mana cost. free: without paying its mana cost, an alternative cost of nothing (CR 118.9).
    """

    method: str
    cost: Cost | None = None
    free: bool = False
    when: When = "by type"
    rule: str = "601.3"
    chars: Characteristics | None = None
    part: str = ""
    face_down: bool = False
    added: Cost | None = None

    @property
    def label(self) -> str:
        """The word by which it is chosen: the method, or the part of the card that is cast."""
        if not self.part:
            return self.method
        return self.part if self.method == "normal" else f"{self.part}, {self.method}"

    @property
    def is_alternative(self) -> bool:
        """Whether an alternative cost is applied, so that no second one may be (CR 118.9a)."""
        return self.free or self.cost is not None


declare("118.9d", "nothing is added to an alternative cost")
NORMAL = CastWay("normal")
FREE_NOW = CastWay("free", free=True, when="any", rule="608.2g")
# Ways that keywords give: name → function of (engine, player, seen, keyword), filled by keywords/.
WAYS_BY_KEYWORD: dict[str, Callable[[Engine, int, Seen, Keyword], list[CastWay]]] = {}
# Ways that designations in a zone give (plotted, foretold), filled by keywords/.
WAYS_BY_STATUS: list[Callable[[Engine, int, Seen], list[CastWay]]] = []
# Ways to cast a card face down, whatever it is, filled by keywords/.
WAYS_FACE_DOWN: list[Callable[[Engine, int, Seen], list[CastWay]]] = []


def _any_way(e: Engine, player: int, ident: int) -> list[CastWay]:
    seen = look(e.state).now(ident)
    if seen is None or "land" in seen.chars.types or not _is_castable_kind(seen):
        return []
    return [NORMAL, CastWay("free", free=True, when="any"), CastWay("plotted", free=True, when="any")]


@unit("601.3", "anybody may cast anything from anywhere at any time", _any_way)
def ways_to_cast(e: Engine, player: int, ident: int) -> list[CastWay]:
    """Every way the rules and effects let this player cast this object at some time (CR 601.3)."""
    seen = look(e.state).now(ident)
    if seen is None or not _is_castable_kind(seen):
        return []
    found = [way for face_down in WAYS_FACE_DOWN for way in face_down(e, player, seen)]
    if not seen.chars.parts:
        return _ways(e, player, seen) + found
    if seen.chars.frame == "modal" and any(
        isinstance(ability, Keyword) and ability.name in WAYS_BY_KEYWORD for ability in seen.chars.abilities
    ):
        raise LimitReached("a way to cast it that a modal double-faced card was given is not supported")
    for name, chars in castable_parts(seen.chars, seen.obj.zone):
        # CR 709.3a, 715.3a: only the chosen part is evaluated.
        for way in _ways(e, player, seen._replace(chars=chars), as_part=bool(name)):
            found.append(replace(way, chars=chars, part=name) if name else way)
    return found


def _ways(e: Engine, player: int, seen: Seen, *, as_part: bool = False) -> list[CastWay]:
    if "land" in seen.chars.types:
        return []
    found: list[CastWay] = []
    permitted = _permissions(e, player, seen)
    if "whole" in permitted and not as_part:
        permitted.add("normal")
    if _by_own_text(e, player, seen):
        permitted.add("normal")
    if (seen.obj.zone is Zone.HAND and seen.obj.owner == player) or "normal" in permitted:
        found.append(NORMAL if seen.obj.zone is Zone.HAND else replace(NORMAL, method="permitted"))
        found += _printed_alternatives(e, player, seen)
    castable = bool(found)
    if "free" in permitted:
        found.append(CastWay("free", free=True))
    found += _ways_by_static(e, player, seen, castable)
    for keyword in [a for a in seen.chars.abilities if isinstance(a, Keyword)]:
        if keyword.name in WAYS_BY_KEYWORD:
            found += WAYS_BY_KEYWORD[keyword.name](e, player, seen, keyword)
    for status in WAYS_BY_STATUS:
        found += status(e, player, seen)
    return found


def _by_own_text(e: Engine, player: int, seen: Seen) -> bool:
    """Whether the card itself says that its owner may cast it from where it is (CR 113.6, 601.3)."""
    frame = Frame(you=player, this=seen.obj.id)
    return seen.obj.owner == player and any(
        isinstance(ability, StaticAbility)
        and isinstance(ability.effect, CastThisFrom)
        and seen.obj.zone in ability.effect.zones
        and holds(look(e.state), frame, ability.condition)
        for ability in seen.chars.abilities
    )


def _ways_by_static(e: Engine, player: int, seen: Seen, castable: bool) -> list[CastWay]:
    """Permanents that let spells be cast free, or for another cost what can be cast anyway (CR 118.9)."""
    view = look(e.state)
    found: list[CastWay] = []
    for holder, frame, _, static in static_abilities(e):
        may = static.effect
        if not isinstance(may, MayCastFree | AlternativeCostFor) or not holds(view, frame, static.condition):
            continue
        if may.who == "you" and player != frame.you:
            continue
        if isinstance(may, AlternativeCostFor):
            if not castable:
                continue
        elif seen.obj.zone is not may.zone or seen.obj.owner != player:
            continue
        if matches(view, seen, may.what, frame, anywhere=True):
            if isinstance(may, MayCastFree):
                found.append(CastWay(f"free by {holder.chars.name}", free=True, rule="118.9"))
            else:
                found.append(CastWay(f"cost of {holder.chars.name}", cost=may.cost, rule="118.9"))
    # Two permanents of one name give one way.
    return list(dict.fromkeys(found))


def grants_casting(e: Engine) -> bool:
    """Whether any effect there is lets a player cast what lies elsewhere than in their hand."""
    if not e.state.holds("601.3") or any(isinstance(effect, CastPermission) for effect in e.state.effects):
        return True
    return any(
        isinstance(static.effect, MayCastFrom | MayCastFree) for _, _, _, static in static_abilities(e)
    )


def top_if_castable(e: Engine, player: int) -> list[int]:
    """The top card of the player's library, where something lets them cast it; it must be known which one it is."""
    view = look(e.state)
    allowed = any(
        isinstance(static.effect, MayCastFrom)
        and static.effect.zone is Zone.LIBRARY
        and (static.effect.who == "player" or frame.you == player)
        and holds(view, frame, static.condition)
        for _, frame, _, static in static_abilities(e)
    )
    library = e.state.zone(Zone.LIBRARY, player)
    if not allowed or not library:
        return []
    owner = e.state.player(player)
    if owner.library_unordered and not owner.known_top:
        raise LimitReached("casting from the top of a library without known order is not supported")
    return [library[0]]


def may_be_castable(e: Engine, obj: GameObject) -> bool:
    """Whether the object itself says that it can be cast from where it is: a keyword, or being plotted or foretold."""
    if obj.plotted_on_turn is not None or obj.foretold_on_turn is not None:
        return True
    abilities = look(e.state).projection(obj.id).chars.abilities
    return any(
        a.name in WAYS_BY_KEYWORD
        if isinstance(a, Keyword)
        else isinstance(a, StaticAbility) and isinstance(a.effect, CastThisFrom)
        for a in abilities
    )


def _is_castable_kind(seen: Seen) -> bool:
    return seen.obj.kind in ("card", "copy of a card") and seen.obj.zone in (
        Zone.HAND,
        Zone.GRAVEYARD,
        Zone.EXILE,
        Zone.LIBRARY,
    )


def castable_from_there(e: Engine, player: int, seen: Seen) -> bool:
    """Whether what it is would let the player cast it from the zone that it is in for its mana cost (CR 601.3)."""
    if (seen.obj.zone is Zone.HAND and seen.obj.owner == player) or _by_own_text(e, player, seen):
        return True
    return not {"normal", "whole"}.isdisjoint(_permissions(e, player, seen))


def _permissions(e: Engine, player: int, seen: Seen) -> set[str]:
    found: set[str] = set()
    for effect in e.state.effects:
        if isinstance(effect, CastPermission) and effect.object == seen.obj.id and effect.player == player:
            if effect.after_turn is not None and e.state.turn.number <= effect.after_turn:
                continue
            found.add("whole" if effect.whole else "free" if effect.free else "normal")
    view = look(e.state)
    for _, frame, _, static in static_abilities(e):
        may = static.effect
        if (
            isinstance(may, MayCastFrom)
            and may.zone is seen.obj.zone
            and (may.zone is not Zone.LIBRARY or seen.obj.id in e.state.zone(Zone.LIBRARY, player)[:1])
            and holds(view, frame, static.condition)
        ):
            if (may.who == "player" or player == frame.you) and matches(
                view, seen, may.what, frame, anywhere=True
            ):
                found.add("normal")
    return found


def _printed_alternatives(e: Engine, player: int, seen: Seen) -> list[CastWay]:
    view = look(e.state)
    frame = Frame(you=player, this=seen.obj.id)
    return [
        CastWay(f"alternative {index}", cost=ability.effect.cost, rule="118.9")
        for index, ability in enumerate(seen.chars.abilities)
        if isinstance(ability, StaticAbility)
        and isinstance(ability.effect, AlternativeCost)
        and holds(view, frame, ability.effect.condition)
        and holds(view, frame, ability.condition)
    ]


# -------------------------------------------------------------------------- may it be begun (601.3)


@unit("601.3", "anybody may cast anything from anywhere at any time", lambda e, player, ident, way: None)
def may_begin(e: Engine, player: int, ident: int, way: CastWay) -> IllegalAction | None:
    """None when the player may begin to cast the object this way now, else why not and by which rule (CR 601.3)."""
    seen = look(e.state).now(ident)
    if seen is None:
        return IllegalAction("it is not there any more", "601.3")
    if way.chars is not None:
        # CR 709.3a, 715.3a, 702.103d: only what will be put onto the stack is evaluated.
        seen = seen._replace(chars=way.chars)
    if way.when != "any" and e.state.turn.priority != player:
        return IllegalAction("only a player with priority may cast a spell", "117.1a")
    if way.when != "any":
        refused = _timing_refused(e, player, seen, way)
        if refused is not None:
            return refused
    return _prohibited(e, player, seen)


def _timing_refused(e: Engine, player: int, seen: Seen, way: CastWay) -> IllegalAction | None:
    if has_sorcery_timing(e, player):
        return None
    if way.when == "sorcery":
        return IllegalAction("only in one's own main phase while the stack is empty", way.rule)
    if "instant" in seen.chars.types or seen.chars.has_keyword("flash") or _as_though_flash(e, player, seen):
        return None
    rule = "307.1" if "sorcery" in seen.chars.types else "117.1a"
    return IllegalAction("only in one's own main phase with priority while the stack is empty", rule)


def has_sorcery_timing(e: Engine, player: int) -> bool:
    """Priority in one's own main phase while the stack is empty (CR 117.1a, 307.1)."""
    turn = e.state.turn
    return turn.priority == player and turn.active == player and turn.step.is_main and not e.state.stack


def _as_though_flash(e: Engine, player: int, seen: Seen) -> bool:
    view = look(e.state)
    for effect in e.state.effects:
        if isinstance(effect, FlashPermission) and effect.controller == player:
            own = Frame(you=player, this=effect.source)
            if matches(view, seen, effect.what, own, anywhere=True):
                return True
    for _, frame, _, static in static_abilities(e):
        flash = static.effect
        if isinstance(flash, AsThoughFlash) and holds(view, frame, static.condition):
            if flash.who == "player" or player == frame.you:
                if matches(view, seen, flash.what, frame, anywhere=True):
                    return True
    return False


def _prohibited(e: Engine, player: int, seen: Seen) -> IllegalAction | None:
    """ "Can't" beats every permission (CR 101.2, 601.3)."""
    view = look(e.state)
    if not e.state.holds("101.2"):
        return None
    if split_second(e):
        return IllegalAction("a spell with split second is on the stack", "702.61a")
    for effect in e.state.effects:
        if isinstance(effect, CastProhibition) and player in effect.players:
            frame = Frame(you=effect.controller, this=effect.source)
            if matches(view, seen, effect.what, frame, anywhere=True):
                return IllegalAction(f"{effect.source_name} says that it can't be cast", "101.2")
    for holder, frame, _, static in static_abilities(e):
        prohibition = static.effect
        if isinstance(prohibition, Prohibition) and _forbids_casting(e, prohibition, player, seen, frame):
            if holds(view, frame, static.condition):
                return IllegalAction(f"{holder.chars.name} says that it can't be cast", "101.2")
    for ability in seen.chars.abilities:
        if isinstance(ability, StaticAbility) and isinstance(ability.effect, CastOnly):
            if not timing_allows(e, player, ability.effect.timing):
                return IllegalAction("the card restricts when it can be cast", "601.3")
    return None


@unit("702.61a", "spells and abilities may answer split second", lambda e: False)
def split_second(e: Engine) -> bool:
    """As long as such a spell is on the stack, nothing else is cast and only mana abilities are activated (CR 702.61a)."""
    view = look(e.state)
    return any(view.projection(ident).chars.has_keyword("split second") for ident in e.state.stack)


def _forbids_casting(e: Engine, prohibition: Prohibition, player: int, seen: Seen, frame: Frame) -> bool:
    if prohibition.who != "player" and (prohibition.who == "you") is not (player == frame.you):
        return False
    view = look(e.state)
    if not holds(view, frame, prohibition.condition):
        return False
    what = prohibition.what
    if what is not None and not matches(view, seen, what, frame, anywhere=True):
        return False
    if prohibition.action == "cast":
        there = seen.obj.zone in prohibition.origin
        return not prohibition.origin or there is not prohibition.elsewhere
    if prohibition.action == "cast the named":
        return has_the_chosen_name(view, frame, seen)
    if prohibition.action == "cast more than":
        cast = sum(record.player == player and _counts(record, what) for record in e.state.casts)
        return cast >= (prohibition.amount or 1)
    return prohibition.action == "cast at instant speed" and not has_sorcery_timing(e, player)


def _counts(record: CastRecord, what: Filter | None) -> bool:
    """Whether a spell cast earlier is of the kind whose number is limited, by its types as it was cast."""
    if what is None:
        return True
    some = not what.any_types or bool(what.any_types & record.types)
    return what.types <= record.types and some and not what.not_types & record.types


def timing_allows(e: Engine, player: int, timing: Timing) -> bool:
    """Whether a printed restriction on timing is met now."""
    turn = e.state.turn
    if timing.sorcery and not has_sorcery_timing(e, player):
        return False
    if timing.steps and turn.step not in timing.steps:
        return False
    return timing.whose_turn is None or (turn.active == player) is (timing.whose_turn == "you")
