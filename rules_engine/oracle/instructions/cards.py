"""Cards in hands and libraries: drawing, discarding, milling, scrying, searching (CR 121, 701)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules_engine.model import abilities as ab
from rules_engine.model.terms import EachPlayer, Fixed, Those
from rules_engine.model.zones import Zone
from rules_engine.oracle.grammar import Form, Mention, Phrases, define
from rules_engine.oracle.instructions.life import for_each
from rules_engine.oracle.instructions.mentions import cards, forget


def _forget(context: Any, node: Any) -> Any:
    return forget(context)


def _chosen_card(context: Any, node: Any) -> Any:
    return forget(context).mention(Mention(Those("it"), frozenset({"card"})))


def _revealed(context: Any, node: Any) -> Any:
    """The card in the hand, whose mana value is spoken of next."""
    return forget(context).mention(Mention(Those("it"), frozenset({"card"})))


_DESTINATIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("put <them> onto the battlefield , then shuffle", {"to": Zone.BATTLEFIELD}),
    ("put <them> onto the battlefield tapped , then shuffle", {"to": Zone.BATTLEFIELD, "tapped": True}),
    ("put <them> into <their> hand , then shuffle", {"to": Zone.HAND}),
    ("reveal <them> , put <them> into <their> hand , then shuffle", {"to": Zone.HAND, "reveal": True}),
    ("put <them> into <their> graveyard , then shuffle", {"to": Zone.GRAVEYARD}),
)


def _searches() -> list[Form]:
    forms = []
    for words, fixed in _DESTINATIONS:
        for comma in (",", "and"):
            forms.append(
                Form(
                    ab.Search,
                    f"<who:who> search(es) <their> library for <what:library-single> {comma} {words}",
                    fixed,
                    then=_forget,
                )
            )
            forms.append(
                Form(
                    ab.Search,
                    f"<who:who> search(es) <their> library for up to <count:one> <what:library-card> {comma} {words}",
                    {**fixed, "up_to": True},
                    then=_forget,
                )
            )
    forms.append(
        Form(
            ab.Search,
            "<who:who> search(es) <their> library for <what:library-single> , then shuffle and put that card on top",
            {"to": Zone.LIBRARY},
            then=_forget,
        )
    )
    forms.append(
        Form(
            ab.Search,
            "<who:who> search(es) <their> library for <what:library-single> , reveal it , then shuffle and put "
            "that card on top",
            {"to": Zone.LIBRARY, "reveal": True},
            then=_forget,
        )
    )
    return forms


define("them", Phrases({None: ("it", "that card", "them", "those cards")}))

_REST: tuple[tuple[str, dict[str, Any]], ...] = (
    ("the rest on the bottom of your library in any order", {"rest": Zone.LIBRARY, "order": "any"}),
    ("the rest on the bottom of your library in a random order", {"rest": Zone.LIBRARY, "order": "random"}),
    ("the rest into your graveyard", {"rest": Zone.GRAVEYARD, "order": None}),
)


def _looks() -> list[Form]:
    look = "look at the top <count:several> cards of your library"
    forms = []
    for rest, fixed in _REST:
        forms.append(
            Form(
                ab.LookAtTop,
                f"{look} . put <take:one> of them into your hand and {rest}",
                fixed,
                then=_forget,
            )
        )
        forms.append(
            Form(
                ab.LookAtTop,
                f"{look} , then put <take:one> of them into your hand and {rest}",
                fixed,
                then=_forget,
            )
        )
        forms.append(
            Form(
                ab.LookAtTop,
                f"{look} . you may reveal <what:library-single> from among them and put it into your hand . put {rest}",
                {**fixed, "optional": True, "reveal_taken": True},
                then=_forget,
            )
        )
        forms.append(
            Form(
                ab.LookAtTop,
                f"{look} . you may put <what:library-single> from among them onto the battlefield . put {rest}",
                {**fixed, "optional": True, "to": Zone.BATTLEFIELD},
                then=_forget,
            )
        )
    for them in ("<take:one> of them", "<take:one> of those cards", "<take:one>"):
        forms += [
            _one_of_two(f"{look} . put {them} into your hand and the other on the bottom of your library"),
            _one_of_two(
                f"{look} . put {them} into your hand and the other into your graveyard",
                rest=Zone.GRAVEYARD,
                order=None,
            ),
        ]
    forms.append(Form(ab.Rearrange, f"{look} , then put them back in any order", then=_forget))
    return forms


def _one_of_two(template: str, **rest: Any) -> Form:
    """Of two cards one is taken and "the other" goes elsewhere."""
    node = ab.LookAtTop(Fixed(2), **rest)
    return Form(
        ab.LookAtTop,
        template,
        build=lambda v: node if (v["count"], v["take"]) == (Fixed(2), Fixed(1)) else None,
        unbuild=lambda n: {"count": n.count, "take": n.take} if n == node else None,
        then=_forget,
    )


FORMS = (
    *_looks(),
    Form(ab.Draw, "<who:who> draw(s) <count:a> card[s]"),
    Form(ab.Draw, "<who:who> draw(s) cards equal to <count:quantity>"),
    for_each(ab.Draw, "<who:who> draw(s) <base:a> card[s] for each <each:each>", "count", ("who",)),
    Form(ab.Discard, "<who:who> discard(s) <count:a> card[s]", then=cards),
    Form(ab.Discard, "<who:who> discard(s) <count:a> card[s] at random", {"random": True}, then=cards),
    Form(ab.Discard, "<who:who> discard(s) <their> hand", {"count": None}, then=cards),
    Form(ab.DiscardObject, "<that-player> discards <what:it>"),
    Form(ab.LookAndReveal, "look at the top card of your library . you may reveal that card"),
    Form(ab.RevealHand, "<who:named-who> reveal(s) <their> hand"),
    Form(
        ab.RevealAndChoose,
        "<who:named-who> reveal(s) <their> hand . you choose <what:hand-single> from it",
        build=lambda v: None if isinstance(v["who"], EachPlayer) else ab.RevealAndChoose(v["who"], v["what"]),
        unbuild=lambda n: {"who": n.who, "what": n.what},
        then=_chosen_card,
    ),
    Form(ab.Mill, "<who:who> mill(s) <count:a> card[s]", then=cards),
    for_each(ab.Mill, "<who:who> mill(s) <base:a> card[s] for each <each:each>", "count", ("who",)),
    Form(ab.Shuffle, "<who:who> shuffle(s) <their> library"),
    Form(ab.Shuffle, "<who:who> shuffle(s)"),
    Form(ab.PutBack, "put <count:a> card[s] from your hand on top of your library in any order"),
    Form(
        ab.RevealTopToHand,
        "reveal the top card of your library and put that card into your hand",
        then=_revealed,
    ),
    Form(
        ab.RevealAndChoose,
        "<who:named-who> reveal(s) <their> hand . you choose <what:hand-single> from it with mana value "
        "<compare:compare>",
        build=lambda v: (
            None
            if isinstance(v["who"], EachPlayer) or v["what"].mana_value is not None
            else ab.RevealAndChoose(v["who"], replace(v["what"], mana_value=v["compare"]))
        ),
        unbuild=lambda n: (
            {"who": n.who, "what": replace(n.what, mana_value=None), "compare": n.what.mana_value}
            if n.what.mana_value is not None
            else None
        ),
        then=_chosen_card,
    ),
    Form(ab.ShuffleInto, "<who:who> shuffle(s) <zones:their-zones> into <their> library"),
    Form(ab.Scry, "<who:who> scry(scries) <count:digits>"),
    Form(ab.Surveil, "<who:who> surveil(s) <count:digits>"),
    Form(ab.Proliferate, "proliferate"),
    *_searches(),
)
