"""Manifest, cloak and manifest dread (CR 701.40, 701.58, 701.62): cards put onto the battlefield face down."""

from __future__ import annotations

from rules_engine.model.abilities import Manifest
from rules_engine.model.zones import Zone
from rules_engine.process.applying import pick, relocate
from rules_engine.process.drawing import settle_top, top_card
from rules_engine.process.engine import Engine
from rules_engine.process.faces import DISGUISED, FACE_DOWN, MANIFESTED
from rules_engine.process.frames import Frame
from rules_engine.process.happening import happen
from rules_engine.process.matching import amount
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Move
from rules_engine.process.registry import executes
from rules_engine.process.units import declare

declare("701.40a", "nothing is manifested")
declare("701.58a", "nothing is cloaked")
_RULES = {"manifest": "701.40a", "cloak": "701.58a", "dread": "701.40a"}


@executes(Manifest)
def manifest(e: Engine, frame: Frame, instruction: Manifest) -> None:
    """Cards from the top of your library, one at a time; of dread you choose one of two (CR 701.40e, 701.62a)."""
    if not e.state.holds(_RULES[instruction.kind]):
        return
    if instruction.kind == "dread":
        _dread(e, frame)
        return
    for _ in range(amount(look(e.state), frame, instruction.count)):
        card = top_card(e, frame.you)
        if card is not None:
            _put(e, frame, card, instruction.kind)


def _put(e: Engine, frame: Frame, card: int, kind: str) -> None:
    move = Move(
        card,
        Zone.BATTLEFIELD,
        "put",
        (_RULES[kind],),
        player=frame.you,
        controller=frame.you,
        face_down=True,
        copy_of=DISGUISED if kind == "cloak" else FACE_DOWN,
        source=frame.this,
        fields=(("marks", frozenset({MANIFESTED})),),
    )
    relocate(e, frame, [move], "it")


def _dread(e: Engine, frame: Frame) -> None:
    settle_top(e, frame.you, 2)
    cards = list(e.state.zone(Zone.LIBRARY, frame.you)[:2])
    chosen = pick(e, frame.you, cards, 1, "manifest", "701.62a", frame.stack_object)
    for card in chosen:
        _put(e, frame, card, "manifest")
    happen(
        e,
        [
            Move(card, Zone.GRAVEYARD, "put", ("701.62a",), player=frame.you)
            for card in cards
            if card not in chosen
        ],
    )
