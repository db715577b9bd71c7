"""Cards, rules and glossary entries as messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.lookups import CardView, RulesFound, RuleView
from bot.views.limits import CUSTOM_ID, EMBED_DESCRIPTION
from bot.views.pages import render_quotations
from bot.views.quotes import Quotation, rule_quotation, stored_ruling_quotation
from bot.views.screen import BLUE, Button, Screen, box, button, rows
from bot.views.state import pack, pack_oracle_id, pack_rules
from bot.views.text import clip, escape, one_line, pieces, units
from bot.views.texts import Texts
from knowledge import Card, CardFace, GlossaryEntry, Rule

_TITLE = 250
_RULE = 2600


def delete_button(say: Texts, asker_id: int) -> Button:
    """Takes the message away; for the asker only."""
    return button(say("buttons.delete"), pack("delete", asker_id), "danger")


def render_card(view: CardView, say: Texts, asker_id: int) -> Screen:
    """A card's Oracle text, and below it the text printed in the reader's language."""
    card = view.card
    printed = card.printed.get(say.language)
    lines = [_face_text(face) for face in card.faces] if card.faces else [_face_text(card)]
    text = clip("\n\n".join(lines), EMBED_DESCRIPTION if printed is None else EMBED_DESCRIPTION // 2 + 800)
    main = box(escape(clip(one_line(card.name), _TITLE)), text, BLUE)
    if card.uri and card.uri.startswith("https://"):
        main.url = card.uri
    if card.image and card.image.startswith("https://"):
        main.set_thumbnail(url=card.image)
    embeds = [main]
    if printed and say.language != "en":
        language = say.name_of(say.language)
        shown = [
            f"**{escape(one_line(printed.name))}**",
            *(escape(one_line(t)) for t in (printed.type_line,) if t),
        ]
        shown += [escape(printed.text)] if printed.text else []
        embeds.append(box(say("card.printed", language=language), clip("\n".join(shown), 1500), BLUE))
    open_rulings = []
    if view.rulings:
        state = pack("card", "open", say.language, 0, pack_oracle_id(card.oracle_id))
        open_rulings.append(button(f"{say('buttons.rulings')} ({len(view.rulings)})", state))
    return Screen(tuple(embeds), rows([*open_rulings, delete_button(say, asker_id)]))


def _face_text(card: Card | CardFace) -> str:
    """Name and cost are told only where there are several faces; the message's title has them otherwise."""
    first = (
        f"**{escape(card.name)}** {escape(card.mana_cost)}"
        if isinstance(card, CardFace)
        else escape(card.mana_cost)
    )
    lines = [first.strip(), f"*{escape(card.type_line)}*" if card.type_line else "", escape(card.oracle_text)]
    if card.power is not None and card.toughness is not None:
        lines.append(f"**{escape(card.power)}/{escape(card.toughness)}**")
    lines += [f"**{escape(number)}**" for number in (card.loyalty, card.defense) if number]
    return "\n".join(line for line in lines if line)


def render_card_rulings(
    view: CardView, page: int, say: Texts, confirmed: Mapping[str, Sequence[str]], owner: int | None
) -> Screen:
    """A page of a card's rulings, each with the scenarios that confirm it; `owner` may turn a public message's pages."""
    quotations = [
        _with_confirmation(stored_ruling_quotation(one, say), confirmed.get(one.key, ()), say)
        for one in view.rulings
    ]
    name = one_line(view.card.name)
    if not quotations:
        return Screen((box(None, escape(say("pages.none", card=name)), BLUE),))
    packed, mode = pack_oracle_id(view.card.oracle_id), "turn" if owner is None else "own"
    tail = () if owner is None else (owner,)
    screen = render_quotations(
        escape(clip(say("pages.rulings_of", card=name), _TITLE)),
        quotations,
        page,
        say,
        lambda n: pack("card", mode, say.language, n, packed, *tail),
    )
    extra = rows([delete_button(say, owner)]) if owner is not None else ()
    return Screen(screen.embeds, (*screen.rows, *extra))


def _with_confirmation(quotation: Quotation, scenarios: Sequence[str], say: Texts) -> Quotation:
    if not scenarios:
        return quotation
    told = say("pages.confirmed_by", scenario=", ".join(scenarios[:3]))
    return Quotation(quotation.heading, quotation.parts, f"✅ {told}")


def render_rule(view: RuleView, say: Texts, asker_id: int) -> Screen:
    """A rule, what it is part of, and buttons for what is below it and what it points at."""
    rule = view.rule
    title = f"{rule.number} {rule.title or ''}".strip()
    text, *others = rule_quotation(rule, say).blocks(_RULE)
    if others:
        text += "\n…"
    if view.parent is not None:
        text += f"\n\n**{say('rule.within')}** {_told(view.parent)}"
    if view.below:
        text = _with_lines(text, f"**{say('rule.below')}**", [_told(one) for one in view.below])
    if view.see:
        text += f"\n\n**{say('rule.see')}** {escape(', '.join(view.see[:20]))}"
    made = [
        _rules_button(f"{say(key)}", numbers, say)
        for key, numbers in (
            ("buttons.rules", [rule.number] if others else []),
            ("rule.below", [one.number for one in view.below]),
            ("rule.see", list(view.see)),
        )
    ]
    kept = {one.custom_id: one for one in made if one is not None}
    return Screen(
        (box(escape(clip(one_line(title), _TITLE)), text, BLUE),),
        rows([*kept.values(), delete_button(say, asker_id)]),
    )


def _told(rule: Rule) -> str:
    """A rule in one line."""
    return f"**{escape(rule.number)}** {escape(clip(one_line(rule.text or rule.summary or rule.title or ''), 140))}".strip()


def _with_lines(text: str, heading: str, lines: Sequence[str]) -> str:
    """Adds as many lines as there is room for."""
    text += f"\n\n{heading}"
    for line in lines:
        if units(text) + units(line) > EMBED_DESCRIPTION - 400:
            return text + "\n…"
        text += f"\n{line}"
    return text


def _rules_button(label: str, numbers: Sequence[str], say: Texts) -> Button | None:
    room = CUSTOM_ID - len(pack("rules", "turn", say.language, 99, ""))
    packed = pack_rules(numbers, room)
    return button(label, pack("rules", "open", say.language, 0, packed)) if packed else None


def render_rules_found(found: RulesFound, say: Texts, asker_id: int) -> Screen:
    """The rules nearest to some words."""
    text = _with_lines("", f"**{say('rule.found')}**", [_told(rule) for rule in found.rules]).strip()
    opened = _rules_button(say("buttons.rules"), [rule.number for rule in found.rules], say)
    return Screen(
        (box(None, text, BLUE),), rows([*([opened] if opened else []), delete_button(say, asker_id)])
    )


def render_entry(entry: GlossaryEntry, say: Texts, asker_id: int) -> Screen:
    """A glossary entry, word for word, and the rules it points at."""
    text = "\n\n".join(
        f"> {escape(piece)}".replace("\n", "\n> ") for piece in list(pieces(entry.text, 3500))[:1]
    )
    opened = _rules_button(say("buttons.rules"), entry.see, say)
    return Screen(
        (box(escape(clip(one_line(entry.term), _TITLE)), text, BLUE),),
        rows([*([opened] if opened else []), delete_button(say, asker_id)]),
    )


def render_help(say: Texts, commands: Sequence[tuple[str, str]]) -> Screen:
    """What the bot does, and its commands as (name, description) in the reader's language."""
    listed = "\n".join(f"**/{escape(name)}** {escape(description)}" for name, description in commands)
    text = f"{say('help.text')}\n\n**{say('help.commands')}**\n{listed}"
    return Screen((box(say("help.title"), clip(text, EMBED_DESCRIPTION), BLUE, say("answer.unofficial")),))
