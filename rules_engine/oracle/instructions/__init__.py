"""Instructions of spells and abilities (CR 608.2, 701): a form for each way Oracle text writes one."""

from rules_engine.oracle import about_players, becoming
from rules_engine.oracle.grammar import Choice, define
from rules_engine.oracle.instructions import actions, cards, casting, changes, life, moves, tokens

define(
    "instruction",
    Choice(
        *about_players.INSTRUCTIONS,
        *becoming.INSTRUCTIONS,
        *life.FORMS,
        *cards.FORMS,
        *moves.FORMS,
        *tokens.FORMS,
        *changes.FORMS,
        *casting.FORMS,
        *actions.FORMS,
    ),
)
