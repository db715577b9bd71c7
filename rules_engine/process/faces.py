"""Cards with several sets of characteristics: split, adventurer and double-faced cards (CR 709, 715, 712); face down (708).

Everywhere but on the stack a split card is both its halves and an adventurer card only its normal characteristics; a
spell has the characteristics of the part that was chosen before it was put onto the stack. A double-faced object has those
of the face that is up, and holds the other one as its part; in any other zone its front face is up.
"""

from __future__ import annotations

from typing import Literal

from rules_engine.model.abilities import Cost, Keyword
from rules_engine.model.characteristics import Characteristics
from rules_engine.model.evolving import replace
from rules_engine.model.mana import ManaCost
from rules_engine.model.objects import GameObject
from rules_engine.model.zones import Zone

Part = tuple[str, Characteristics]
# CR 708.2a: a 2/2 creature with no text, no name, no subtypes and no mana cost.
FACE_DOWN = Characteristics(types=frozenset({"creature"}), power=2, toughness=2)
# CR 702.168a: the same with ward {2}.
DISGUISED = replace(FACE_DOWN, abilities=(Keyword("ward", cost=Cost(ManaCost(("2",)))),))

# The mark of a permanent that was manifested or cloaked, as long as it is face down (CR 701.40a, 701.58a).
MANIFESTED = "manifested"


def face_down_values(printed: Characteristics) -> Characteristics:
    """What the card is on the battlefield if nothing but its own ability can have put it there face down (CR 708.2)."""
    return DISGUISED if printed.has_keyword("disguise") else FACE_DOWN


def lies_hidden(obj: GameObject) -> bool:
    """Whether it is a face-down spell or permanent, whose characteristics are not those of its card (CR 708.1)."""
    return obj.face_down and obj.zone in (Zone.BATTLEFIELD, Zone.STACK)


def combined(left: Characteristics, right: Characteristics) -> Characteristics:
    """A split card off the stack: the characteristics of its two halves together (CR 709.4)."""
    return Characteristics(
        name=f"{left.name} // {right.name}",
        mana_cost=_both(left.mana_cost, right.mana_cost),
        colors=left.colors | right.colors,
        supertypes=left.supertypes | right.supertypes,
        types=left.types | right.types,
        subtypes=left.subtypes | right.subtypes,
        abilities=left.abilities + right.abilities,
        parts=(left, right),
        frame="split",
    )


def with_adventure(normal: Characteristics, adventure: Characteristics) -> Characteristics:
    """An adventurer card: its normal characteristics, and what it may be as a spell (CR 715.2)."""
    return replace(normal, parts=(adventure,), frame="adventure")


# Which face is up, and which one is when it is turned over (CR 701.27a).
_OTHER_FACE: dict[str, Literal["transforming", "transformed", "modal", "modal back"]] = {
    "transforming": "transformed",
    "transformed": "transforming",
    "modal": "modal back",
    "modal back": "modal",
}


def double_faced(front: Characteristics, back: Characteristics, *, modal: bool) -> Characteristics:
    """A double-faced card, its front face up (CR 712.8)."""
    return replace(front, parts=(back,), frame="modal" if modal else "transforming")


def is_double_faced(chars: Characteristics) -> bool:
    """Whether these are a face of a double-faced object (CR 712.1)."""
    return chars.frame in _OTHER_FACE


def is_back_face(chars: Characteristics) -> bool:
    """Whether these are a back face."""
    return chars.frame in ("transformed", "modal back")


def turned_over(chars: Characteristics) -> Characteristics:
    """The other face of a double-faced object (CR 701.27a)."""
    return replace(chars.parts[0], parts=(one_face(chars),), frame=_OTHER_FACE[chars.frame])


def one_face(chars: Characteristics) -> Characteristics:
    """What becomes a copy gets of a double-faced object: the face that is up, and nothing of the other (CR 707.8, 202.3b)."""
    return replace(chars, parts=(), frame="") if is_double_faced(chars) else chars


def as_both_faces(copied: Characteristics, own: Characteristics) -> Characteristics:
    """Copied values for both faces of an object, if it has two (CR 707.8a)."""
    return replace(copied, parts=(copied,), frame=own.frame) if is_double_faced(own) else copied


def _both(left: ManaCost | None, right: ManaCost | None) -> ManaCost | None:
    if left is None or right is None:
        return left if right is None else right
    return left.plus(right)


def castable_parts(chars: Characteristics, zone: Zone) -> list[Part]:
    """What may be cast of a card that lies in the zone, each with its name; a card without parts is only itself."""
    if chars.frame == "adventure":
        return [("", chars), (chars.parts[0].name, chars.parts[0])]
    if chars.frame == "split":
        # CR 702.127a: a half with aftermath from a graveyard only.
        there = zone is Zone.GRAVEYARD
        halves = [(half.name, half) for half in chars.parts if there or not half.has_keyword("aftermath")]
        # CR 702.102a: both halves only from the hand.
        return (
            [*halves, ("fused", _fused(chars))] if zone is Zone.HAND and chars.has_keyword("fuse") else halves
        )
    if chars.frame == "modal":
        # CR 712.11b; a land is never cast (305.9).
        back = turned_over(chars)
        return [part for part in (("", chars), (back.name, back)) if "land" not in part[1].types]
    return [("", chars)]


def _fused(chars: Characteristics) -> Characteristics:
    """A fused split spell: both halves, the left one's instructions first (CR 702.102b, 702.102d)."""
    abilities = tuple(a for a in chars.abilities if not (isinstance(a, Keyword) and a.name == "fuse"))
    return replace(chars, abilities=abilities, parts=(), frame="")


def playable_faces(chars: Characteristics) -> list[Characteristics]:
    """Those of a card's faces that can be played as a land: of a modal double-faced card either (CR 305.1, 712.12)."""
    faces = [chars, turned_over(chars)] if chars.frame == "modal" else [chars]
    return [face for face in faces if "land" in face.types]


def is_adventure(chars: Characteristics) -> bool:
    """Whether these are the alternative characteristics of an adventurer card."""
    return "adventure" in chars.subtypes
