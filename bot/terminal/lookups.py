"""`judgecall search`, `judgecall card` and `judgecall rulings`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from bot.errors import NotFoundError, UsageError
from bot.terminal.setting import LANGUAGE_CODES, add_json, console, opened, print_json

if TYPE_CHECKING:
    from bot.answers.models import Unsupported
    from bot.terminal.outputs import CardOutput, RulingsOutput, SearchHit
    from knowledge import Card, Hit, Knowledge

_EXAMPLES = {
    "search": 'examples:\n  judgecall search "cipher copy not cast"\n  judgecall search "ceases to exist" --kind rules -k 5 --json\n',
    "card": 'examples:\n  judgecall card "Arcane Heist"\n  judgecall card "Arkaner Raub" --json\n',
    "rulings": 'examples:\n  judgecall rulings "Arcane Heist"\n  judgecall rulings 秘法劫案 --json\n',
}


def add_arguments(parser: argparse.ArgumentParser, command: str) -> None:
    """The commands' arguments."""
    parser.epilog = _EXAMPLES[command]
    if command == "search":
        parser.add_argument("query", metavar="QUERY", help="what to look for")
        parser.add_argument("--kind", choices=("rulings", "rules"), help="only these")
        parser.add_argument(
            "-k", type=int, default=10, metavar="N", help="how many (1 to 100, by default 10)"
        )
        parser.add_argument(
            "--lang", choices=LANGUAGE_CODES, help="the language of the query (else recognised)"
        )
    else:
        parser.add_argument("name", metavar="NAME", help="the card's name, in any language")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Look it up; 1 when there is nothing."""
    if args.command == "search":
        return _search(args)
    return _card(args) if args.command == "card" else _rulings(args)


# Search


def _search(args: argparse.Namespace) -> int:
    from bot.answers.errors import QuestionError
    from bot.answers.question import read_question
    from bot.terminal.outputs import SearchOutput

    if not 1 <= args.k <= 100:
        raise UsageError(f"judgecall search: -k is from 1 to 100, not {args.k}")
    try:
        question = read_question(args.query, language=args.lang)
    except QuestionError as error:
        from bot.answers.catalogue import catalogue

        words = catalogue(args.lang or "en")(f"problem.{error.code}", **error.values)
        raise UsageError(f"judgecall search: {words}") from error
    with opened(model=True) as knowledge:
        kinds = (args.kind,) if args.kind else ("rulings", "rules")
        found = knowledge.search(question.text, language=question.language, kinds=kinds, k=args.k)
    output = SearchOutput(
        query=question.text,
        language=question.language,
        retrieval=found.retrieval,
        hits=tuple(search_hit(hit) for hit in found.hits),
    )
    if args.json:
        print_json(output)
    else:
        _print_hits(output.hits)
    return 0 if output.hits else 1


def search_hit(hit: Hit) -> SearchHit:
    """A hit as the commands show it."""
    from bot.terminal.outputs import SearchHit

    return SearchHit(
        kind=hit.kind,
        number=hit.number if hit.kind == "rule" else None,
        card=hit.cards[0] if hit.cards else None,
        text=hit.text,
        score=round(hit.score, 4),
        published_at=hit.published_at.isoformat() if hit.published_at else None,
        cards=hit.cards,
        summary=hit.summary,
        key=hit.key,
    )


def _print_hits(hits: tuple[SearchHit, ...]) -> None:
    from rich.text import Text

    out = console()
    if not hits:
        out.print("Nothing found.")
    for hit in hits:
        title = hit.number if hit.kind == "rule" else f"{hit.card}, {hit.published_at}"
        out.print(Text.assemble((f"{hit.score:.2f}  ", "bright_black"), (str(title), "bold")))
        out.print(Text(f"      {hit.text or hit.summary or ''}"))


# Cards


def find_card(knowledge: Knowledge, name: str, *, as_json: bool) -> Card:
    """The card of that name; raises NotFoundError that names the nearest ones, or those that share the name."""
    from bot.answers.question import clean

    card = knowledge.card(clean(name)) if name.strip() else None
    if card is not None:
        return card
    several = [found.name for found in knowledge.cards_named(name)]
    matches = knowledge.resolve_cards(f"[[{name}]]")
    several += [candidate for one in matches.ambiguous for candidate in one.candidates]
    nearest = list(
        dict.fromkeys(
            [*several, *(match.name for match in matches.cards), *knowledge.complete(name, None, 3)]
        )
    )
    if as_json:
        from bot.terminal.outputs import NotFoundOutput

        print_json(NotFoundOutput(query=name, nearest=tuple(nearest[:10])))
    if several:
        raise NotFoundError(f"judgecall: “{name}” fits several cards: {', '.join(dict.fromkeys(several))}")
    hint = f"; the nearest: {', '.join(nearest[:5])}" if nearest else ""
    raise NotFoundError(f"judgecall: there is no card named “{name}” in the data{hint}")


def _card(args: argparse.Namespace) -> int:
    from bot.terminal.outputs import CardOutput, Printed

    with opened(model=False) as knowledge:
        card = find_card(knowledge, args.name, as_json=args.json)
        rulings = len(knowledge.rulings(card.oracle_id))
    refused = _refused(card)
    output = CardOutput(
        name=card.name,
        oracle_id=card.oracle_id,
        mana_cost=card.mana_cost,
        mana_value=card.mana_value,
        type_line=card.type_line,
        oracle_text=card.oracle_text,
        power=card.power,
        toughness=card.toughness,
        loyalty=card.loyalty,
        colors=card.colors,
        printed={
            language: Printed(name=printed.name, type_line=printed.type_line, text=printed.text)
            for language, printed in card.printed.items()
        },
        rulings=rulings,
        engine="refused" if refused else "compiled",
        unsupported=refused,
    )
    if args.json:
        print_json(output)
    else:
        _print_card(output)
    return 0


def _refused(card: Card) -> tuple[Unsupported, ...]:
    from bot.answers.engine import card_text
    from bot.answers.models import Unsupported
    from rules_engine.oracle import Refusal, compile_card

    compiled = compile_card(card_text(card))
    if isinstance(compiled, Refusal):
        return (Unsupported(card=card.name, text=compiled.text, reason=compiled.reason),)
    return ()


def _print_card(card: CardOutput) -> None:
    from rich.text import Text

    out = console()
    out.print(Text.assemble((card.name, "bold"), f"  {card.mana_cost}"))
    size = f"  {card.power}/{card.toughness}" if card.power is not None else ""
    out.print(Text(f"{card.type_line}{size}"))
    out.print(Text(card.oracle_text))
    for language, printed in card.printed.items():
        out.print(Text(f"{language}  {printed.name}", style="bright_black"))
    out.print(Text(f"Official rulings: {card.rulings}"))
    for one in card.unsupported:
        out.print(Text(f"Not supported by the engine: “{one.text}” ({one.reason})", style="yellow"))
    if not card.unsupported:
        out.print(Text("The engine reads the whole text.", style="green"))


def _rulings(args: argparse.Namespace) -> int:
    from bot.answers.engine import confirms
    from bot.answers.models import LANGUAGES, Translation
    from bot.terminal.outputs import RulingOutput, RulingsOutput
    from rules_engine.scenario import library

    with opened(model=False) as knowledge:
        card = find_card(knowledge, args.name, as_json=args.json)
        rulings = knowledge.rulings(card.oracle_id)
    scenarios = library().summaries
    output = RulingsOutput(
        card=card.name,
        oracle_id=card.oracle_id,
        rulings=tuple(
            RulingOutput(
                key=ruling.key,
                comment=ruling.comment,
                published_at=ruling.published_at.isoformat(),
                source=ruling.source,
                translations={
                    language: Translation(
                        language=language, text=found.text, official=found.official, source=found.source
                    )
                    for language in LANGUAGES
                    if (found := ruling.translations.get(language)) is not None
                },
                scenarios=tuple(name for name, summary in scenarios.items() if confirms(summary, ruling)),
            )
            for ruling in rulings
        ),
    )
    if args.json:
        print_json(output)
    else:
        _print_rulings(output)
    return 0


def _print_rulings(output: RulingsOutput) -> None:
    from rich.text import Text

    out = console()
    if not output.rulings:
        out.print(Text(f"There are no official rulings for {output.card} in the data."))
    for ruling in output.rulings:
        out.print(Text.assemble((ruling.published_at, "bold"), f"  {ruling.source}"))
        out.print(Text(f"  “{ruling.comment}”"))
        for language, translation in ruling.translations.items():
            official = "official" if translation.official else "unofficial"
            out.print(Text(f"  {language} ({official}): “{translation.text}”", style="bright_black"))
        if ruling.scenarios:
            out.print(Text(f"  Played out in: {', '.join(ruling.scenarios)}", style="green"))
