"""What is said about players: hexproof, protection, what can't happen to them (CR 613.11, 702.11c, 702.16)."""

from __future__ import annotations

from rules_engine.model.abilities import PlayerRule, StaticAbility
from rules_engine.model.effects import PlayerStatement
from rules_engine.model.zones import Zone
from rules_engine.process.frames import Frame
from rules_engine.process.looking import Look, Seen
from rules_engine.process.matching import holds

EVERYTHING = "protection from everything"
LIFE = "life total can't change"
Found = list[tuple[PlayerRule, frozenset[int], int]]


def rules_about(look: Look, player: int, kind: str) -> list[tuple[PlayerRule, int]]:
    """The statements of this kind about the player that are in force, each with the object that makes it."""
    return [(rule, source) for rule, players, source in _all(look) if rule.kind == kind and player in players]


def player_has(look: Look, player: int, kind: str) -> bool:
    """Whether something says this of the player."""
    return bool(rules_about(look, player, kind))


# One statement that says two things.
_SAYS_BOTH = {
    "can't lose nor opponents win": (("can't lose the game", "you"), ("can't win the game", "opponent"))
}


def says(kind: str, who: str) -> tuple[tuple[str, str], ...]:
    """What a statement comes to: single statements, each with whom it is about."""
    return _SAYS_BOTH.get(kind, ((kind, who),))


def _all(look: Look) -> Found:
    known: Found | None = look.memory.get("player rules")
    if known is None:
        known = look.memory["player rules"] = _static(look) + _floating(look)
    return known


def _static(look: Look) -> Found:
    found: Found = []
    for seen in look.permanents():
        you = seen.controller if seen.controller is not None else seen.obj.owner
        for ability in seen.chars.abilities:
            if isinstance(ability, StaticAbility) and isinstance(ability.effect, PlayerRule):
                frame = Frame(you=you, this=seen.obj.id)
                if ability.zone is not Zone.BATTLEFIELD or not holds(look, frame, ability.condition):
                    continue
                for kind, who in says(ability.effect.kind, ability.effect.who):
                    rule = PlayerRule(kind, amount=ability.effect.amount)
                    found.append((rule, players_meant(look, who, you), seen.obj.id))
    return found


def _floating(look: Look) -> Found:
    return [
        (PlayerRule(kind), effect.players, effect.source)
        for effect in look.state.effects
        if isinstance(effect, PlayerStatement)
        for kind in effect.kinds
    ]


def players_meant(look: Look, who: str, you: int) -> frozenset[int]:
    """Who is meant by "you", "your opponents" or "players" in what this player's object says."""
    present = look.state.in_turn_order()
    return frozenset(p for p in present if who == "player" or (who == "you") is (p == you))


def player_protected(look: Look, player: int, source: Seen) -> bool:
    """Whether the player has protection from the source: from everything, or from a name (CR 702.16b, 702.16j)."""
    if player_has(look, player, EVERYTHING):
        return True
    for _, holder in rules_about(look, player, "protection from the chosen name"):
        if has_the_chosen_name(look, Frame(you=player, this=holder), source):
            return True
    return False


def has_the_chosen_name(look: Look, frame: Frame, seen: Seen) -> bool:
    """Whether it has the name that was chosen for the object whose ability speaks (CR 201.4, 607.2d)."""
    holder = look.now(frame.this) if frame.this is not None else None
    return holder is not None and holder.obj.named != "" and holder.obj.named == seen.chars.name
