"""Text of the Comprehensive Rules → sections, headings, rules, subrules, examples, glossary, cross references."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from knowledge.errors import ContentError
from knowledge.models import GlossaryEntry, Rule
from knowledge.sources.comprehensive_rules.models import RulesText

EFFECTIVE = re.compile(r"effective as of (\w+) (\d{1,2}), (\d{4})")
SECTION = re.compile(r"([1-9])\. (\S.*)")
HEADING = re.compile(r"([1-9]\d\d)\. (\S.*)")
# Single editions have "119.1d. In …", "606.5 If …" and "901.4.All …" for what is "606.5. If …" elsewhere.
NUMBERED = re.compile(r"([1-9]\d\d\.\d{1,3}[a-z]?)\.?\s*(\S.*)")
EXAMPLE = re.compile(r"Example:\s*")
REFERENCE = re.compile(
    r"\brules? (\d{3}(?:\.\d+[a-z]?)?(?:[–-][a-z]\b|(?:,? (?:and|or|through) |, |[–-])\d{3}(?:\.\d+[a-z]?)?)*)"
)
NUMBER = re.compile(r"\d{3}(?:\.\d+[a-z]?)?")
MONTHS = {dt.date(2000, month, 1).strftime("%B").lower(): month for month in range(1, 13)}
KEYWORD_GROUPS = ("701", "702")
"""The groups whose rules are headings themselves, one keyword each ("702.99. Cipher")."""


def parse_rules(text: str, encoding: str = "utf-8") -> RulesText:
    """Read one edition. The text's "\\n" is its only line end (see `decode`)."""
    lines = [line.rstrip() for line in text.split("\n")]
    effective = effective_date(text)
    body, glossary = _parts(lines)
    reading = _Body(effective)
    for line in body:
        reading.take(line)
    reading.finish()
    if not reading.rules:
        raise ContentError("the rules text holds no numbered rule; it is cut off or laid out in a new way")
    return RulesText(
        effective=effective,
        encoding=encoding,
        sections=tuple(reading.sections),
        headings=tuple(reading.headings),
        rules=tuple(reading.rules),
        glossary=tuple(_glossary(glossary, effective)),
    )


def effective_date(text: str) -> dt.date:
    """The date from which the rules hold, as the text says it; the date in the file's name can be another."""
    found = EFFECTIVE.search(text[:4000])
    if found is None:
        raise ContentError(
            'the rules text does not say when it is effective ("effective as of MONTH DAY, YEAR")'
        )
    month = MONTHS.get(found[1].lower())
    try:
        return dt.date(int(found[3]), month or 0, int(found[2]))
    except ValueError:
        raise ContentError(f"the rules text is effective as of no real date: {found[0]!r}") from None


def rule_references(text: str) -> tuple[str, ...]:
    """The rule numbers that a text points at ("see rule 704.5e"), each once, in order."""
    found = (number for reference in REFERENCE.finditer(text) for number in NUMBER.findall(reference[1]))
    return tuple(dict.fromkeys(found))


def _parts(lines: list[str]) -> tuple[list[str], list[str]]:
    """The numbered rules and the glossary; both names stand in the table of contents first."""
    starts = [
        number for number, line in enumerate(lines) if SECTION.fullmatch(line) and line.startswith("1. ")
    ]
    glossaries = [number for number, line in enumerate(lines) if line.strip() == "Glossary"]
    if not starts or not glossaries:
        raise ContentError(
            "the rules text has no section 1 or no glossary; it is cut off or laid out in a new way"
        )
    glossary = glossaries[-1]
    # The glossary's own numbered meanings ("1. …") come after it; of the two left, the first is in the contents.
    start = [number for number in starts if number < glossary][-1:]
    if not start:
        raise ContentError("the rules text has no numbered rules before its glossary")
    credits = next((n for n in range(glossary + 1, len(lines)) if lines[n].strip() == "Credits"), len(lines))
    return lines[start[0] : glossary], lines[glossary + 1 : credits]


@dataclass
class _Body:
    """Reads the numbered part line by line; a line without a number goes on with what stands before it."""

    effective: dt.date
    sections: list[Rule] = field(default_factory=list)
    headings: list[Rule] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    _number: str | None = None
    _text: list[str] = field(default_factory=list)
    _examples: list[str] = field(default_factory=list)
    _seen: set[str] = field(default_factory=set)
    _keyword: str | None = None

    def take(self, line: str) -> None:
        stripped = line.strip()
        if not stripped:
            return
        if found := NUMBERED.fullmatch(line):
            self._start(found[1], found[2])
        elif found := HEADING.fullmatch(line):
            self.finish()
            self._keyword = None
            self.headings.append(self._titled(found[1], found[2]))
        elif found := SECTION.fullmatch(line):
            self.finish()
            self.sections.append(self._titled(found[1], found[2]))
        elif found := EXAMPLE.match(stripped):
            self._examples.append(stripped[found.end() :])
        elif self._examples:
            self._examples[-1] += "\n" + stripped
        else:
            self._text.append(stripped)

    def finish(self) -> None:
        if self._number is None:
            return
        text = "\n".join(self._text)
        self.rules.append(
            Rule(
                number=self._number,
                text=text,
                title=self._title(text),
                examples=tuple(self._examples),
                effective=self.effective,
            )
        )
        self._number, self._text, self._examples = None, [], []

    def _start(self, number: str, text: str) -> None:
        if number in self._seen:
            raise ContentError("a rule number stands twice in the rules text", number)
        self.finish()
        self._seen.add(number)
        self._number, self._text = number, [text]

    def _title(self, text: str) -> str | None:
        """The keyword for rules about keywords, else the heading of the group."""
        number = self._number or ""
        group, _, rest = number.partition(".")
        if rest.isdigit():
            is_keyword = group in KEYWORD_GROUPS and rest != "1" and "." not in text
            self._keyword = text if is_keyword else None
        if self._keyword:
            return self._keyword
        return next((h.title for h in reversed(self.headings) if h.number == group), None)

    def _titled(self, number: str, title: str) -> Rule:
        return Rule(number=number, text=title, title=title, effective=self.effective)


def _glossary(lines: list[str], effective: dt.date) -> Iterator[GlossaryEntry]:
    entry: list[str] = []
    for line in [*lines, ""]:
        if line.strip():
            entry.append(line.strip())
        elif entry:
            term, text = entry[0], "\n".join(entry[1:])
            if text:
                yield GlossaryEntry(
                    term=term.removesuffix("(Obsolete)").strip(),
                    text=text,
                    see=rule_references(text),
                    obsolete=term.endswith("(Obsolete)"),
                    effective=effective,
                )
            entry = []
