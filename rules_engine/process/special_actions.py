"""Special actions (CR 116): taken with priority, without the stack; keywords add theirs to the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rules_engine.errors import IllegalAction
from rules_engine.model.abilities import PlayerRule
from rules_engine.model.characteristics import Characteristics
from rules_engine.model.decisions import Decision, Option
from rules_engine.model.effects import CastPermission
from rules_engine.model.events import Event
from rules_engine.model.zones import Zone
from rules_engine.process.engine import Engine
from rules_engine.process.faces import is_back_face, one_face, playable_faces
from rules_engine.process.happening import happen, moved_to, notify
from rules_engine.process.looking import Seen
from rules_engine.process.permissions import has_sorcery_timing
from rules_engine.process.player_rules import player_has, rules_about
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Move
from rules_engine.process.registry import STATICS
from rules_engine.process.statics import prohibited
from rules_engine.process.units import declare, unit


@dataclass(frozen=True, slots=True)
class SpecialAction:
    """A special action with a card: where it lies, when it is refused, and what taking it does."""

    verb: str
    zone: Zone
    refused: Callable[[Engine, int, Seen], IllegalAction | None]
    take: Callable[[Engine, int, Seen], None]


ACTIONS: dict[str, SpecialAction] = {}
STATICS.add(PlayerRule)
declare("712.12", "only the front face of a card can be played as a land")


def register(action: SpecialAction) -> None:
    """Add a special action under its verb."""
    ACTIONS[action.verb] = action


def _not_at_all(e: Engine, player: int, verb: str, ident: int) -> IllegalAction | None:
    return IllegalAction("there are no special actions", "116.1")


def _only_in_the_zone(e: Engine, player: int, verb: str, ident: int) -> IllegalAction | None:
    seen = look(e.state).now(ident)
    if seen is None or seen.obj.zone is not ACTIONS[verb].zone or _whose(seen) != player:
        return IllegalAction("the card is not where this can be done", "116.2")
    if seen.obj.zone is Zone.BATTLEFIELD:
        return ACTIONS[verb].refused(e, player, seen)
    able = bool(playable_faces(seen.chars)) if verb == "play land" else seen.chars.has_keyword(verb)
    return None if able else IllegalAction("the card has nothing that allows it", "116.2")


def _whose(seen: Seen) -> int:
    return seen.obj.owner if seen.controller is None else seen.controller


@unit("117.1c", "special actions may be taken with priority at any time", _only_in_the_zone)
@unit("116.1", "there are no special actions", _not_at_all)
def refused(e: Engine, player: int, verb: str, ident: int) -> IllegalAction | None:
    """None when the player may take the special action with this object now, else why not and by which rule."""
    action = ACTIONS[verb]
    seen = look(e.state).now(ident)
    there = seen is not None and seen.obj.zone is action.zone and _whose(seen) == player
    if seen is None or not (there or (verb == "play land" and ident in playable_lands(e, player))):
        return IllegalAction("the card is not where this can be done", "116.2")
    if e.state.turn.priority != player:
        return IllegalAction("only a player with priority may take special actions", "116.1")
    return action.refused(e, player, seen)


def take(e: Engine, player: int, verb: str, ident: int) -> None:
    """Take a special action; IllegalAction when the rules forbid it."""
    illegal = refused(e, player, verb, ident)
    if illegal is not None:
        raise illegal
    seen = look(e.state).now(ident)
    assert seen is not None
    ACTIONS[verb].take(e, player, seen)


def announce(e: Engine, player: int, seen: Seen, verb: str, new: int | None, rules: tuple[str, ...]) -> None:
    """Log a special action; nobody received priority in between (CR 116.1, 116.3)."""
    notify(
        e,
        Event(
            "special action",
            player=player,
            object=new,
            was=seen.obj.id,
            name=seen.chars.name,
            detail=verb,
            rules=rules,
        ),
    )


def playable_lands(e: Engine, player: int) -> list[int]:
    """Cards elsewhere than in the hand that an effect lets the player play, if they are lands (CR 305.1)."""
    found = []
    if player_has(look(e.state), player, "lands from the graveyard"):
        found += list(e.state.zone(Zone.GRAVEYARD, player))
    return found + [
        effect.object
        for effect in e.state.effects
        if isinstance(effect, CastPermission)
        and effect.lands
        and effect.player == player
        and effect.object in e.state.objects
    ]


def _land_refused(e: Engine, player: int, seen: Seen) -> IllegalAction | None:
    if not _faces_to_play(e, seen.chars):
        return IllegalAction("it is no land", "305.1")
    if not has_sorcery_timing(e, player):
        return IllegalAction("lands only in one's own main phase with an empty stack", "305.1")
    if prohibited(e, "play lands", player):
        return IllegalAction("that player can't play lands", "101.2")
    if e.state.player(player).lands_played >= _lands_allowed(e, player):
        return IllegalAction("only one land a turn", "305.2")
    return None


def _lands_allowed(e: Engine, player: int) -> int:
    return 1 + sum(rule.amount for rule, _ in rules_about(look(e.state), player, "additional land"))


def _play_land(e: Engine, player: int, seen: Seen) -> None:
    face = _face_to_play(e, player, seen)
    e.change_player(player, lands_played=e.state.player(player).lands_played + 1)
    move = Move(
        seen.obj.id,
        Zone.BATTLEFIELD,
        "played",
        ("305.1",),
        player=player,
        controller=player,
        copy_of=face if is_back_face(face) else None,
    )
    new = moved_to(happen(e, [move]), seen.obj.id)
    announce(e, player, seen._replace(chars=face), "play a land", new, ("116.2a", "305.1"))


def _faces_to_play(e: Engine, chars: Characteristics) -> list[Characteristics]:
    # Whoever switches the rule off sees the front face only.
    return playable_faces(chars if e.state.holds("712.12") else one_face(chars))


def _face_to_play(e: Engine, player: int, seen: Seen) -> Characteristics:
    """Chosen before it is put onto the battlefield, where both faces are lands (CR 712.12)."""
    faces = _faces_to_play(e, seen.chars)
    options = tuple(Option("mode", number=index, method=face.name) for index, face in enumerate(faces))
    picked = e.choose(Decision(player, "mode", options, "712.12", seen.obj.id, what="part"))
    return faces[picked.number or 0]


register(SpecialAction("play land", Zone.HAND, _land_refused, _play_land))
