"""`judgecall rule`."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING

from bot.errors import NotFoundError, UsageError
from bot.terminal.rule_diff import show
from bot.terminal.setting import add_json, console, opened, print_json

if TYPE_CHECKING:
    from bot.terminal.outputs import RuleLine, RuleOutput
    from knowledge import Knowledge, Rule

_NUMBER = re.compile(r"\d{1,3}(?:\.\d{1,3}[a-z]?)?")
EXAMPLES = """\
examples:
  judgecall rule 704.5e
  judgecall rule trample
  judgecall rule "state-based actions" --json
  judgecall rule --diff 2026-01-16 2026-02-27
  judgecall rule 702 --diff 2026-01-16 2026-02-27
"""


def add_arguments(parser: argparse.ArgumentParser, command: str) -> None:
    """The command's arguments."""
    parser.add_argument(
        "query", metavar="RULE", nargs="?", default="", help="a number, a keyword, a glossary term or words"
    )
    parser.add_argument(
        "--diff",
        nargs=2,
        metavar=("OLD", "NEW"),
        help="what changed between two stored editions of the rules, by their dates; RULE narrows it down",
    )
    add_json(parser)
    parser.epilog = EXAMPLES


def run(args: argparse.Namespace) -> int:
    """Show it; 1 when there is nothing of that number or name."""
    query = " ".join(args.query.split())
    if args.diff:
        return show(query, args.diff, as_json=args.json)
    if not query:
        raise UsageError(
            'judgecall rule: give a number, a keyword or words, such as judgecall rule "state-based actions"'
        )
    with opened(model=False) as knowledge:
        output = (
            _by_number(knowledge, query) if _NUMBER.fullmatch(query.lower()) else _by_words(knowledge, query)
        )
    if output is None:
        return _nothing(args, query)
    if args.json:
        print_json(output)
    else:
        _print(output)
    return 0


def _by_number(knowledge: Knowledge, query: str) -> RuleOutput | None:
    number = query.lower()
    rule = knowledge.rule(number)
    if rule is not None:
        return _output(knowledge, query, rule)
    below = knowledge.rules_below(number)  # the built-in corpus has rules without the headings above them
    if not below:
        return None
    return _output(knowledge, query, None).model_copy(update={"children": tuple(map(rule_line, below))})


def _by_words(knowledge: Knowledge, query: str) -> RuleOutput | None:
    """The keyword's or heading's rule, the glossary entry, and what a search by words finds."""
    from bot.terminal.lookups import search_hit

    entry = knowledge.glossary_entry(query)
    found = knowledge.search(query, kinds=("rules",), k=5).hits
    titled = next((hit for hit in found if hit.title and hit.title.casefold() == query.casefold()), None)
    number = (
        entry.see[0] if entry is not None and entry.see else titled.number if titled is not None else None
    )
    rule = knowledge.rule(number) if number else None
    if rule is None and entry is None and not found:
        return None
    output = _output(knowledge, query, rule)
    return output.model_copy(
        update={
            "glossary": None if entry is None else _glossary(entry.term, entry.text, entry.see),
            "found": tuple(search_hit(hit) for hit in found),
        }
    )


def _glossary(term: str, text: str, see: tuple[str, ...]) -> object:
    from bot.terminal.outputs import GlossaryLine

    return GlossaryLine(term=term, text=text, see=see)


def _output(knowledge: Knowledge, query: str, rule: Rule | None) -> RuleOutput:
    from bot.terminal.outputs import RuleOutput

    parent = knowledge.rule(_parent(rule.number)) if rule is not None and _parent(rule.number) else None
    children = knowledge.rules_below(rule.number) if rule is not None else ()
    return RuleOutput(
        query=query,
        rule=None if rule is None else rule_line(rule),
        glossary=None,
        parent=None if parent is None else rule_line(parent),
        children=tuple(rule_line(child) for child in children),
        examples=rule.examples if rule is not None else (),
        effective=rule.effective.isoformat() if rule is not None and rule.effective else None,
        found=(),
    )


def rule_line(rule: Rule) -> RuleLine:
    """A rule as the commands show it."""
    from bot.terminal.outputs import RuleLine

    return RuleLine(number=rule.number, text=rule.text, summary=rule.summary or rule.title)


def _parent(number: str) -> str:
    """704.5e → 704.5 → 704 → nothing."""
    if number[-1].isalpha():
        return number[:-1]
    return number.rpartition(".")[0]


def _nothing(args: argparse.Namespace, query: str) -> int:
    from bot.answers.compose import nearest_rule
    from bot.terminal.outputs import NotFoundOutput

    near: tuple[str, ...] = ()
    if _NUMBER.fullmatch(query.lower()):
        with opened(model=False) as knowledge:
            group = query.partition(".")[0]
            numbers = [rule.number for rule in knowledge.rules_below(group)] or [
                rule.number for rule in knowledge.rules_below(group[:1])
            ]
            nearest = nearest_rule(query.lower(), numbers)
        near = (nearest,) if nearest else ()
    if args.json:
        print_json(NotFoundOutput(query=query, nearest=near))
    hint = f"; the nearest is {near[0]}" if near else ""
    raise NotFoundError(f"judgecall: there is no rule “{query}” in the data{hint}")


def _print(output: RuleOutput) -> None:
    from rich.text import Text

    out = console()
    if output.rule is not None:
        out.print(
            Text.assemble((output.rule.number, "bold"), "  ", output.rule.text or output.rule.summary or "")
        )
    for example in output.examples:
        out.print(Text(f"  Example: {example}"))
    if output.glossary is not None:
        out.print(Text.assemble((output.glossary.term, "bold"), "  ", output.glossary.text))
    if output.parent is not None:
        out.print(
            Text(
                f"↑ {output.parent.number}  {output.parent.text or output.parent.summary or ''}",
                style="bright_black",
            )
        )
    for child in output.children[:40]:
        out.print(Text.assemble("  ", (child.number, "bold"), "  ", child.text or child.summary or ""))
    if len(output.children) > 40:
        out.print(Text(f"  and {len(output.children) - 40} more below it", style="bright_black"))
    for hit in output.found:
        if output.rule is None or hit.number != output.rule.number:
            out.print(Text.assemble("see ", (hit.number or "", "bold"), "  ", hit.text or hit.summary or ""))
    if output.rule is not None and output.rule.text is None:
        out.print(
            Text("The wording of the rules comes with the first `judgecall sync`.", style="bright_black")
        )
    elif output.effective:
        out.print(Text(f"Comprehensive Rules of {output.effective}", style="bright_black"))
