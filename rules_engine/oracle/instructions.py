"""Instructions of spells and abilities (CR 608.2, 701): one form for each way Oracle text writes one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules_engine.model import abilities as ab
from rules_engine.model.terms import (
    All,
    Owner,
    Those,
    You,
)
from rules_engine.model.zones import Zone
from rules_engine.oracle.grammar import Choice, Context, Form, Mention, Phrases, define, slot
from rules_engine.oracle.lists import Listed

define(
    "duration",
    Phrases(
        {
            "until end of turn": "until end of turn",
            "until end of combat": "until end of combat",
            "until your next turn": "until your next turn",
            "until your next end step": "until your next end step",
        }
    ),
)


def _moved(slot_name: str = "it") -> Any:
    """After an object went elsewhere: "it" and "that card" are the new object (CR 400.7j)."""

    def then(context: Context, node: Any) -> Context:
        what = node.what
        mentions = tuple(
            replace(mention, moved=True) if mention.ref == what else mention for mention in context.mentions
        )
        many = isinstance(what, All) or any(m.plural for m in mentions if m.ref == what)
        context = replace(context, mentions=mentions)
        return context.mention(Mention(Those(slot_name), frozenset({"card"}), plural=many))

    return then


# ----------------------------------------------------------------------------------- damage and life

_DAMAGE = (
    Form(ab.DealDamage, "<source:subject-object> deal(s) <amount:much> damage to <to:recipients>"),
    Form(
        ab.DealDamage,
        "<source:subject-object> deal(s) damage equal to <amount:quantity> to <to:recipients>",
    ),
    Form(
        ab.DealDamage,
        "<source:subject-object> deal(s) damage to <to:recipients> equal to <amount:quantity>",
    ),
    Form(ab.GainLife, "<who:named-who> gain(s) <amount:much> life"),
    Form(ab.LoseLife, "<who:named-who> lose(s) <amount:much> life"),
    Form(ab.GainLife, "<who:named-who> gain(s) life equal to <amount:quantity>"),
    Form(ab.LoseLife, "<who:named-who> lose(s) life equal to <amount:quantity>"),
)
define("recipients", Listed(slot("recipient")))

# --------------------------------------------------------------------------------------------- cards

_CARDS = (
    Form(ab.Draw, "<who:who> draw(s) <count:a> card[s]"),
    Form(ab.Discard, "<who:who> discard(s) <count:a> card[s]"),
    Form(ab.Discard, "<who:who> discard(s) <count:a> card[s] at random", {"random": True}),
    Form(ab.Discard, "<who:who> discard(s) <their> hand", {"count": None}),
    Form(ab.Mill, "<who:who> mill(s) <count:a> card[s]"),
    Form(ab.Shuffle, "<who:who> shuffle(s) <their> library"),
    Form(ab.Shuffle, "<who:who> shuffle(s)"),
    Form(ab.ShuffleInto, "<who:who> shuffle(s) <zones:their-zones> into <their> library"),
)

# --------------------------------------------------------------------------------------- moving things

_MOVES = (
    Form(ab.Destroy, "destroy <what:object>"),
    Form(ab.Exile, "exile <what:object>", then=_moved()),
    Form(ab.Exile, "exile <what:this> <from-home>", then=_moved()),
    Form(ab.Move, "return <what:object> to <owners-hand>", {"to": Zone.HAND}, then=_moved()),
    Form(ab.Move, "return <what:this> <from-home> to your hand", {"to": Zone.HAND}, then=_moved()),
    Form(
        ab.Move, "return <what:this> <from-home> to the battlefield", {"to": Zone.BATTLEFIELD}, then=_moved()
    ),
    Form(
        ab.Move,
        "return <what:this> <from-home> to the battlefield tapped",
        {"to": Zone.BATTLEFIELD, "tapped": True},
        then=_moved(),
    ),
    Form(
        ab.Move,
        "return <what:object> to the battlefield",
        {"to": Zone.BATTLEFIELD},
        then=_moved(),
    ),
    Form(
        ab.Move,
        "return <what:object> to the battlefield under its owner 's control",
        build=lambda v: ab.Move(v["what"], Zone.BATTLEFIELD, controller=Owner(v["what"])),
        unbuild=lambda n: (
            {"what": n.what} if n == ab.Move(n.what, Zone.BATTLEFIELD, controller=Owner(n.what)) else None
        ),
        then=_moved(),
    ),
    Form(
        ab.Move,
        "return <what:object> to the battlefield under your control",
        {"to": Zone.BATTLEFIELD, "controller": You()},
        then=_moved(),
    ),
    Form(ab.Sacrifice, "<who:who> sacrifice(s) <count:a> <what:filter> <of-choice>"),
    Form(
        ab.SacrificeObject,
        "sacrifice <what:one-object>",
    ),
    Form(ab.CounterSpell, "counter <what:target-spell>"),
    Form(ab.CounterSpell, "counter <what:target-spell> unless its controller pays <unless_pays:mana-only>"),
    Form(ab.Tap, "tap <what:object>"),
    Form(ab.Untap, "untap <what:object>"),
)

# ------------------------------------------------------------------------------ tokens and counters

_TOKENS = (
    Form(ab.CreateToken, "<who:who> create(s) <count:a> <token:token>"),
    Form(ab.CreateToken, "<who:who> create(s) <count:a> tapped <token:token>", {"tapped": True}),
    Form(ab.PutCounters, "put <count:a> <kind:counter-kind> counter[s] on <what:object>"),
)

# ------------------------------------------------------------------------------- continuous effects

_CHANGES = (
    Form(ab.Change, "<what:subject-object> <modifications:effect-modifications> <duration:duration>"),
    Form(ab.Change, "<duration:duration> , <what:subject-object> <modifications:effect-modifications>"),
    Form(ab.Change, "<what:subject-object> become(s) <modifications:become> <duration:duration>"),
    Form(ab.Change, "<duration:duration> , <what:subject-object> become(s) <modifications:become>"),
    Form(
        ab.Change,
        "<what:subject-object> <modifications:turn-rule> this turn",
        {"duration": "this turn"},
    ),
    Form(
        ab.Change,
        "<who:named-who> gain(s) control of <what:object> <duration:duration>",
        build=lambda v: ab.Change(v["what"], (ab.SetController(v["who"]),), v["duration"]),
        unbuild=lambda n: (
            {"what": n.what, "who": n.modifications[0].who, "duration": n.duration}
            if len(n.modifications) == 1 and isinstance(n.modifications[0], ab.SetController)
            else None
        ),
    ),
    Form(
        ab.Change,
        "<who:named-who> gain(s) control of <what:object>",
        build=lambda v: ab.Change(v["what"], (ab.SetController(v["who"]),), "permanent"),
        unbuild=lambda n: (
            {"what": n.what, "who": n.modifications[0].who}
            if len(n.modifications) == 1
            and isinstance(n.modifications[0], ab.SetController)
            and n.duration == "permanent"
            else None
        ),
    ),
)

# -------------------------------------------------------------------------------- casting and copying


def _cast_spell(context: Context, node: Any) -> Context:
    return context.mention(Mention(Those("spell"), frozenset({"spell"})))


_CASTING = (
    Form(
        ab.CastDuring,
        "<who:caster> may cast <what:one-object> without paying <its> mana cost",
        {"free": True, "optional": True},
        then=_cast_spell,
    ),
    Form(
        ab.MayCast,
        "<duration:duration> , <who:caster> may cast <what:one-object>",
    ),
    Form(
        ab.MayCast,
        "<duration:duration> , <who:caster> may cast <what:one-object> without paying <its> mana cost",
        {"free": True},
    ),
    Form(
        ab.MayCast,
        "<who:caster> may cast <what:one-object> this turn",
        {"duration": "this turn"},
    ),
    Form(
        ab.MayCast,
        "<who:caster> may cast <what:one-object> this turn without paying <its> mana cost",
        {"duration": "this turn", "free": True},
    ),
    Form(
        ab.InsteadOfZone,
        "if <what:pronoun-only> would be put into <a-graveyard> , exile it instead",
        {"zone": Zone.GRAVEYARD, "to": Zone.EXILE},
    ),
    Form(ab.CopySpell, "copy <what:one-object>", {"new_targets": False}),
    Form(
        ab.CopySpell,
        "copy <what:one-object> . you may choose new targets for the copy",
        {"new_targets": True},
    ),
)

# ------------------------------------------------------------------------------- damage replacement

_SHIELDS = (
    Form(
        ab.RedirectDamage,
        "the next <amount:digits> damage that would be dealt to <original:recipient> this turn is dealt to "
        "<to:recipient> instead",
    ),
    Form(
        ab.RedirectDamage,
        "all damage that would be dealt to <original:recipient> this turn is dealt to <to:recipient> instead",
        {"amount": None},
    ),
    Form(
        ab.PreventDamage,
        "prevent the next <amount:digits> damage that would be dealt to <to:recipient> this turn",
    ),
    Form(
        ab.PreventDamage,
        "prevent all damage that would be dealt to <to:recipient> this turn",
        {"amount": None},
    ),
    Form(
        ab.PreventDamage,
        "prevent all combat damage that would be dealt this turn",
        {"amount": None, "combat": True},
    ),
    Form(
        ab.PreventDamage,
        "prevent all combat damage that would be dealt to <to:recipient> this turn",
        {"amount": None, "combat": True},
    ),
)

# ---------------------------------------------------------------------------------------- the turn

_TURNS = (
    Form(ab.ExtraTurn, "take an extra turn after this one"),
    Form(ab.ExtraTurn, "<who:named-player> take(s) an extra turn after this one"),
    Form(
        ab.ExtraPhases,
        "after this <main-phase> , there is an additional combat phase followed by an additional main phase",
        {"phases": ("combat", "main")},
    ),
    Form(
        ab.ExtraPhases,
        "after this phase , there is an additional combat phase",
        {"phases": ("combat",)},
    ),
    Form(ab.LoseGame, "<who:named-who> lose(s) the game"),
    Form(ab.LoseGame, "<who:named-who> win(s) the game", {"wins": True}),
    Form(ab.Fight, "<first:fighter> fights <second:one-object>"),
)

define(
    "instruction",
    Choice(*_DAMAGE, *_CARDS, *_MOVES, *_TOKENS, *_CHANGES, *_CASTING, *_SHIELDS, *_TURNS),
)
