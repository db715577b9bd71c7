"""Objects that go from zone to zone, are destroyed, sacrificed, countered, tapped (CR 400, 701)."""

from __future__ import annotations

from typing import Any

from rules_engine.model import abilities as ab
from rules_engine.model.terms import All, EachPlayer, Filter, Owner, You
from rules_engine.model.zones import Zone
from rules_engine.oracle.grammar import Context, Form
from rules_engine.oracle.instructions.mentions import cards, forget, moved


def _owners_control(template: str, **fixed: Any) -> Form:
    return Form(
        ab.Move,
        template,
        build=lambda v: ab.Move(v["what"], Zone.BATTLEFIELD, controller=Owner(v["what"]), **fixed),
        unbuild=lambda n: (
            {"what": n.what}
            if n == ab.Move(n.what, Zone.BATTLEFIELD, controller=Owner(n.what), **fixed)
            else None
        ),
        then=moved,
    )


def forgotten(context: Context, node: Any) -> Context:
    """What was moved is not spoken of again."""
    return forget(context)


_BATTLEFIELD = {"to": Zone.BATTLEFIELD}
_YOURS = {"to": Zone.BATTLEFIELD, "controller": You()}
_RETURNS = (
    Form(ab.Move, "return <what:object> to <owners-hand>", {"to": Zone.HAND}, then=moved),
    Form(ab.Move, "return <what:this> <from-home> to <owners-hand>", {"to": Zone.HAND}, then=moved),
    Form(ab.Move, "return <what:object> to the battlefield", _BATTLEFIELD, then=moved),
    Form(
        ab.Move,
        "return <what:object> to the battlefield tapped",
        {**_BATTLEFIELD, "tapped": True},
        then=moved,
    ),
    Form(ab.Move, "return <what:this> <from-home> to the battlefield", _BATTLEFIELD, then=moved),
    Form(
        ab.Move,
        "return <what:this> <from-home> to the battlefield tapped",
        {**_BATTLEFIELD, "tapped": True},
        then=moved,
    ),
    _owners_control("return <what:object> to the battlefield under <its-owners> control"),
    _owners_control("return <what:object> to the battlefield tapped under <its-owners> control", tapped=True),
    _owners_control(
        "return <what:object> to the battlefield transformed under <its-owners> control", transformed=True
    ),
    _owners_control(
        "return <what:object> to the battlefield tapped and transformed under <its-owners> control",
        tapped=True,
        transformed=True,
    ),
    Form(
        ab.Move,
        "return <what:object> to the battlefield transformed under your control",
        {**_YOURS, "transformed": True},
        then=moved,
    ),
    Form(
        ab.Move,
        "return <what:object> to the battlefield transformed",
        {**_BATTLEFIELD, "transformed": True},
        then=moved,
    ),
    Form(
        ab.Move,
        "put <what:this> <from-home> onto the battlefield transformed",
        {**_BATTLEFIELD, "verb": "put", "transformed": True},
        then=moved,
    ),
    Form(ab.Move, "return <what:object> to the battlefield under your control", _YOURS, then=moved),
    Form(
        ab.Move,
        "put <what:object> onto the battlefield under your control",
        {**_YOURS, "verb": "put"},
        then=moved,
    ),
    Form(
        ab.Move,
        "put <what:object> onto the battlefield",
        {**_BATTLEFIELD, "verb": "put"},
        then=moved,
    ),
    Form(ab.Move, "put <what:object> into <owners-hand>", {"to": Zone.HAND, "verb": "put"}, then=moved),
    Form(
        ab.Move,
        "put <what:object> on top of <owners-library>",
        {"to": Zone.LIBRARY, "verb": "put", "position": "top"},
        then=moved,
    ),
    Form(
        ab.Move,
        "put <what:object> on the bottom of <owners-library>",
        {"to": Zone.LIBRARY, "verb": "put", "position": "bottom"},
        then=moved,
    ),
)
_OWNERS_GRAVEYARD = "instead of putting it into its owner 's graveyard"
_THEIR_GRAVEYARD = "instead of into that player 's graveyard"


def _countered() -> list[Form]:
    """Where a spell goes that was countered this way (CR 701.6a, 614.15)."""
    forms = []
    for noun in ("that spell", "the spell"):
        start = f"counter <what:target-spell> . if {noun} is countered this way ,"
        forms += [
            Form(
                ab.CounterSpell,
                f"{start} put it into its owner 's hand {_THEIR_GRAVEYARD}",
                {"instead": Zone.HAND},
                then=moved,
            ),
            Form(
                ab.CounterSpell,
                f"{start} put it on top of its owner 's library {_THEIR_GRAVEYARD}",
                {"instead": Zone.LIBRARY},
                then=moved,
            ),
            Form(
                ab.CounterSpell,
                f"{start} exile it {_OWNERS_GRAVEYARD}",
                {"instead": Zone.EXILE},
                then=moved,
            ),
            Form(
                ab.CounterSpell,
                f"{start} exile it with <count:a> <kind:counter-kind> counter[s] on it {_OWNERS_GRAVEYARD}",
                build=lambda v: ab.CounterSpell(
                    v["what"], instead=Zone.EXILE, counters=((v["kind"], v["count"]),)
                ),
                unbuild=lambda n: (
                    {"what": n.what, "kind": n.counters[0][0], "count": n.counters[0][1]}
                    if n.unless_pays is None and n.instead is Zone.EXILE and len(n.counters) == 1
                    else None
                ),
                then=moved,
            ),
        ]
    return forms


def _graveyards() -> list[Form]:
    """ "Exile all graveyards", "exile target player's graveyard": all cards in it at once."""

    def all_of(owner: Any) -> ab.Exile:
        return ab.Exile(All(Filter(zone=Zone.GRAVEYARD, owner=owner)))

    def one(values: dict[str, Any]) -> ab.ForEachPlayer | None:
        who = values["who"]
        return None if isinstance(who, EachPlayer) else ab.ForEachPlayer(who, (all_of("they"),))

    fixed = ((None, "all graveyards"), ("opponent", "each opponent 's graveyard"), ("you", "your graveyard"))
    forms = [
        Form(
            ab.Exile,
            f"exile {words}",
            build=lambda v, owner=owner: all_of(owner),  # type: ignore[misc]
            unbuild=lambda n, owner=owner: {} if n == all_of(owner) else None,  # type: ignore[misc]
            then=forgotten,
        )
        for owner, words in fixed
    ]
    return [
        *forms,
        Form(
            ab.ForEachPlayer,
            "exile <who:others-possessive> graveyard",
            build=one,
            unbuild=lambda n: {"who": n.who} if n == one({"who": n.who}) else None,
            then=forgotten,
        ),
    ]


_REGENERATE = {"no_regeneration": True}

FORMS = (
    Form(ab.Destroy, "destroy <what:object>", then=moved),
    Form(ab.Destroy, "destroy <what:object> . it can't be regenerated", _REGENERATE, then=moved),
    Form(ab.Destroy, "destroy <what:object> . they can't be regenerated", _REGENERATE, then=moved),
    Form(ab.Exile, "exile <what:object>", then=moved),
    Form(ab.Exile, "exile <what:this> <from-home>", then=moved),
    *_graveyards(),
    Form(
        ab.Exile,
        "exile <what:object> with <count:a> <kind:counter-kind> counter[s] on it",
        build=lambda v: ab.Exile(v["what"], counters=((v["kind"], v["count"]),)),
        unbuild=lambda n: (
            {"what": n.what, "kind": n.counters[0][0], "count": n.counters[0][1]}
            if len(n.counters) == 1 and n == ab.Exile(n.what, counters=n.counters)
            else None
        ),
        then=moved,
    ),
    Form(ab.GainSuspend, "<what:it> gains suspend", {"anyway": True}),
    Form(ab.ExileUntilLeaves, "exile <what:object> until <this-only> leaves the battlefield", then=moved),
    *_RETURNS,
    Form(ab.Sacrifice, "<who:who> sacrifice(s) <count:a> <what:filter> <of-choice>", then=cards),
    Form(
        ab.Sacrifice,
        "<who:who> sacrifice(s) <what:another> <of-choice>",
        then=cards,
    ),
    Form(ab.SacrificeObject, "sacrifice <what:sacrificed>"),
    Form(ab.CounterSpell, "counter <what:target-spell>"),
    Form(ab.CounterSpell, "counter <what:target-ability>"),
    Form(ab.CounterSpell, "counter <what:target-ability> unless its controller pays <unless_pays:mana-only>"),
    Form(ab.ShuffleObject, "shuffle <what:one-object> into <owners-library>", then=moved),
    Form(ab.CounterSpell, "counter <what:target-spell> unless its controller pays <unless_pays:mana-only>"),
    *_countered(),
    Form(ab.Tap, "tap <what:object>"),
    Form(ab.Untap, "untap <what:object>"),
    Form(ab.TapOrUntap, "tap or untap <what:one-object>"),
    Form(ab.Populate, "populate"),
    Form(ab.ExchangeControl, "exchange control of <first:one-object> and <second:one-object>"),
    Form(
        ab.ExchangeControl,
        "exchange control of <both:target>",
        build=lambda v: ab.ExchangeControl(v["both"], v["both"]),
        unbuild=lambda n: {"both": n.first} if n.first == n.second else None,
    ),
    Form(
        ab.ForetellFromHand,
        "exile a card from your hand face down . it becomes foretold . its foretell cost is its mana cost reduced by "
        "<reduction:generic>",
    ),
    Form(ab.GainSuspend, "if <what:it> doesn't have suspend , it gains suspend"),
    Form(ab.Plotted, "<what:it> becomes plotted"),
    Form(ab.Regenerate, "regenerate <what:object>"),
    Form(ab.Fight, "<first:subject-one> fight(s) <second:one-object>"),
    Form(ab.AttachTo, "attach <what:attachable> to <to:attach-to>"),
    Form(ab.ExtraTurn, "<who:who> take(s) an extra turn after this one"),
    Form(
        ab.ExtraPhases,
        "after this <main-phase> , there is an additional combat phase followed by an additional main phase",
        {"phases": ("combat", "main")},
    ),
    Form(ab.ExtraPhases, "after this phase , there is an additional combat phase", {"phases": ("combat",)}),
)
