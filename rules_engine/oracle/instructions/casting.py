"""Casting and copying by effects (CR 601.3, 608.2g, 707)."""

from __future__ import annotations

from rules_engine.model import abilities as ab
from rules_engine.model.terms import Those
from rules_engine.model.zones import Zone
from rules_engine.oracle.grammar import Form
from rules_engine.oracle.instructions.mentions import named

_spell = named("spell", "spell")
_FREE = "without paying <its> mana cost"

_THIS_TURN = {"duration": "this turn"}

FORMS = (
    Form(
        ab.CastDuring,
        f"<who:caster> may cast <what:one-object> {_FREE}",
        {"free": True, "optional": True},
        then=_spell,
    ),
    Form(ab.MayCast, "<duration:duration> , <who:caster> may cast <what:one-object>"),
    Form(
        ab.MayCast, f"<duration:duration> , <who:caster> may cast <what:one-object> {_FREE}", {"free": True}
    ),
    Form(ab.MayCast, "<who:caster> may cast <what:one-object> this turn", {"duration": "this turn"}),
    Form(
        ab.MayCast,
        f"<who:caster> may cast <what:one-object> this turn {_FREE}",
        {"duration": "this turn", "free": True},
    ),
    Form(ab.MayCast, "<duration:duration> , <who:caster> may play <what:exiled-top>", {"play": True}),
    Form(ab.MayCast, "<who:caster> may play <what:exiled-top> <duration:duration>", {"play": True}),
    Form(ab.MayCast, "<who:caster> may play <what:exiled-top> this turn", {"play": True, **_THIS_TURN}),
    Form(
        ab.InsteadOfZone,
        "if <what:spell-just-cast> would be put into <a-graveyard> , exile it instead",
        {"zone": Zone.GRAVEYARD, "to": Zone.EXILE},
    ),
    Form(ab.InsteadOfZone, "if <what:it> would die this turn , exile it instead", _THIS_TURN),
    Form(
        ab.InsteadOfZone,
        "if a creature dealt damage this way would die this turn , exile it instead",
        {"what": Those("damaged creature"), **_THIS_TURN},
    ),
    Form(
        ab.InsteadOfZone,
        "if a permanent dealt damage this way would die this turn , exile it instead",
        {"what": Those("damaged"), **_THIS_TURN},
    ),
    Form(
        ab.CopyForEach,
        "copy <what:it> for each <each:other-single> that the spell could target . each copy targets a different one of "
        "those creatures",
    ),
    Form(ab.CopyCard, "copy <what:exiled-card>", then=named("copy", "copy")),
    Form(
        ab.CastDuring,
        f"<who:caster> may cast <what:the-copy> {_FREE}",
        {"free": True, "optional": True},
        then=_spell,
    ),
    Form(ab.FlashFor, "<duration:plain-duration> , you may cast <what:spells> as though they had flash"),
    Form(
        ab.FlashFor,
        "you may cast <what:spells> this turn as though they had flash",
        {"duration": "this turn"},
    ),
    Form(ab.ChangeTargets, "you may choose new targets for <what:target-ability>"),
    Form(ab.ChangeTargets, "you may choose new targets for <what:target-spell>"),
    Form(ab.ChangeTargets, "change the target of <what:single-target>", {"how": "change"}),
    Form(ab.ChangeTargets, "change a target of <what:target-ability> to <this-only>", {"how": "to this"}),
    Form(ab.ChangeTargets, "change a target of <what:target-spell> to <this-only>", {"how": "to this"}),
    Form(
        ab.CopySpell,
        "copy <what:target-ability> . you may choose new targets for the copy",
        {"new_targets": True},
    ),
    Form(ab.CopySpell, "copy <what:target-spell>", {"new_targets": False}),
    Form(
        ab.CopySpell,
        "copy <what:target-spell> . you may choose new targets for the copy",
        {"new_targets": True},
    ),
    Form(
        ab.CopySpell,
        "copy <what:target-spell> and you may choose new targets for the copy",
        {"new_targets": True},
    ),
)
