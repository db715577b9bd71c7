"""Create (CR 701.7): tokens, and tokens that are copies (CR 111, 707.2)."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.model.abilities import (
    CreateCopyToken,
    CreateToken,
    TokenSpec,
)
from rules_engine.model.characteristics import Characteristics
from rules_engine.model.objects import Chosen
from rules_engine.process.copying import both_faces, with_exceptions
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import happen
from rules_engine.process.matching import amount, as_expected, objects_of, players_of
from rules_engine.process.projecting import look
from rules_engine.process.proposals import NewToken
from rules_engine.process.registry import executes


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
    create(e, frame, proposals)


@executes(CreateCopyToken)
def create_copy_token(e: Engine, frame: Frame, instruction: CreateCopyToken) -> None:
    """A token with the copiable values of the object (CR 707.2); counters and encoded cards are not among them."""
    proposals = []
    for ident in objects_of(look(e.state), frame, instruction.of)[:1]:
        # CR 608.2h: of what left the battlefield, the copy is of what it was there.
        model = as_expected(look(e.state), frame, ident)
        if model is None:
            continue
        values = with_exceptions(both_faces(e, model.obj.id), instruction.exceptions)
        for player in players_of(look(e.state), frame, instruction.who):
            number = amount(look(e.state), frame, instruction.count)
            proposals += [NewToken(player, values, source=frame.this) for _ in range(number)]
    create(e, frame, proposals)


def create(e: Engine, frame: Frame, proposals: Sequence[NewToken]) -> None:
    events = happen(e, proposals)
    made = [Chosen(object=ev.object) for ev in events if ev.kind == "token created"]
    frame.remember("it", *made)
    frame.did = bool(made)
