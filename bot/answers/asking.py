"""Which trial a question asks for: its whole text, word by word, is one of the ways in which players ask it.

The words are in `data/trials/<language>.yaml`. A question that says anything besides asks for no trial: what it says
could change the case.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

from bot.answers.concepts import SCRIPTIO_CONTINUA, normalise
from bot.answers.data_files import load_data
from bot.answers.models import Language
from knowledge import CardMatch

Whose = Literal["", "mine", "theirs"]
SPOKEN: Final[tuple[Language, ...]] = ("en",)
"""Languages that have a data file."""
NAME: Final = "zq"
_MACRO = re.compile(r"\{(\w+)\}")
_NOT_WORDS = re.compile(r"[^\w]+")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as a trial: the cards by their place among the named ones, and what exactly is asked.

    sense: the part of the section's name behind the point, such as the moment or the verb. asked: what stands behind the
    equals sign. actor: who acts. first_whose, second_whose: whose the cards are said to be. can: "can it …?", not "does it …?".
    """

    section: str
    sense: str
    asked: str
    first: int
    second: int | None
    actor: Whose = ""
    first_whose: Whose = ""
    second_whose: Whose = ""
    can: bool = False


@dataclass(frozen=True, slots=True)
class _Pattern:
    section: str
    sense: str
    asked: str
    words: re.Pattern[str]


class Asking:
    """The ways to ask for trials in one language."""

    def __init__(self, data: Mapping[str, Mapping[str, object]], language: Language) -> None:
        self.language = language
        self._spaced = language not in SCRIPTIO_CONTINUA
        self._words: dict[str, str] = {name: str(text) for name, text in data["words"].items()}
        self._senses: Mapping[str, Mapping[str, str]] = data["senses"]  # type: ignore[assignment]
        self._patterns = tuple(self._read(data["ask"]))  # type: ignore[arg-type]
        before, end = self._words["before"], self._words["end"]
        self._before = re.compile(self._joined(rf"(?:(?:{before}) )*"))
        self._end = re.compile(self._joined(rf"(?: (?:{end}))*$"))

    @property
    def sections(self) -> frozenset[tuple[str, str]]:
        """What can be asked: sections with their senses."""
        return frozenset((one.section, one.sense) for one in self._patterns)

    def read(self, text: str, cards: Sequence[CardMatch]) -> tuple[Asked, ...]:
        """All that the text may ask for, each meaning once; `cards` are all the names in it, at their places."""
        plain, order = self._plain(text, cards)
        if not order:
            return ()
        plain = plain[self._before_end(plain) :]
        plain = self._end.sub("", plain)
        return tuple(dict.fromkeys(self._asked(plain, order)))

    def _before_end(self, plain: str) -> int:
        found = self._before.match(plain)
        return found.end() if found else 0

    def _plain(self, text: str, cards: Sequence[CardMatch]) -> tuple[str, dict[int, int]]:
        """The text with places for names and without punctuation, and which card stands at which place."""
        order: dict[int, int] = {}
        known: dict[str, int] = {}
        for number, match in enumerate(cards):
            order.setdefault(known.setdefault(match.oracle_id, number), len(order))
        for match in sorted(cards, key=lambda one: -one.start):
            place = f" {NAME}{known[match.oracle_id]} "
            text = f"{text[: match.start]}{place}{text[match.end :]}"
        plain = _NOT_WORDS.sub(" ", normalise(text, self.language)).strip()
        if not self._spaced:
            plain = plain.replace(" ", "")
        return plain, order

    def _asked(self, plain: str, order: Mapping[int, int]) -> Iterator[Asked]:
        for pattern in self._patterns:
            found = pattern.words.fullmatch(plain)
            if found is None:
                continue
            groups = found.groupdict()
            first, second = int(groups["X"]), int(groups["Y"]) if groups.get("Y") else None
            if first == second or len(order) != (1 if second is None else 2):
                continue  # a card beside these could change the case
            yield Asked(
                pattern.section,
                pattern.sense,
                pattern.asked,
                first,
                second,
                self._actor(groups.get("I")),
                self._whose(groups.get("Xw")),
                self._whose(groups.get("Yw")),
                bool(groups.get("can")),
            )

    def _actor(self, who: str | None) -> Whose:
        if who is None:
            return ""
        return "theirs" if re.fullmatch(self._words["other"], who) else "mine"

    def _whose(self, word: str | None) -> Whose:
        if not word or re.fullmatch(self._words["any"], word):
            return ""
        return "mine" if re.fullmatch(self._words["mine"], word) else "theirs"

    # The data file's patterns as regular expressions

    def _read(self, sections: Mapping[str, Iterable[str]]) -> Iterator[_Pattern]:
        for name, lines in sections.items():
            section, _, sense = name.partition(".")
            for line in lines:
                words, _, asked = line.partition(" = ")
                if re.search(r"\{(?:does|done)\}", words):
                    for verb, forms in self._senses.items():
                        yield _Pattern(section, verb, asked, self._compiled(words, forms))
                else:
                    yield _Pattern(section, sense, asked, self._compiled(words, {}))

    def _compiled(self, words: str, forms: Mapping[str, str]) -> re.Pattern[str]:
        # "[also] " may be left out with its space
        words = re.sub(r"\[([^\]]*)\] ", r"(?:(?:\1) )?", words)
        words = re.sub(r" \[([^\]]*)\]$", r"(?: (?:\1))?", words)
        words = re.sub(r"\[([^\]]*)\]", r"(?:(?:\1))?", words)
        words = re.sub(r"(?<!\\)\((?!\?)", "(?:", words)
        seen: set[str] = set()

        def expanded(found: re.Match[str]) -> str:
            macro = self._macro(found[1], forms)
            # somebody who is named twice is looked at once
            macro = re.sub(r"\?P<(I|can)>", lambda one: "?:" if one[1] in seen else one[0], macro)
            seen.update(re.findall(r"\?P<(\w+)>", macro))
            return macro

        return re.compile(self._joined(_MACRO.sub(expanded, words)))

    def _macro(self, name: str, forms: Mapping[str, str]) -> str:
        if name in ("X", "Y"):
            owner = "|".join(self._words[one] for one in ("mine", "theirs", "any"))
            after = self._words["after"]
            return rf"(?:(?P<{name}w>{owner}) )?{NAME}(?P<{name}>\d)(?: (?:{after}))?"
        if name in ("X2", "Y2"):
            owner = "|".join(self._words[one] for one in ("mine", "theirs", "any"))
            return rf"(?:(?:{owner}) )?{NAME}(?P={name[0]})(?: (?:{self._words['after']}))?"
        if name == "I":
            return rf"(?P<I>{self._words['me']}|{self._words['other']})"
        if name == "can":
            return rf"(?P<can>{self._words['can']})"
        if name == "canI":
            who = rf"(?P<I>{self._words['me']}|{self._words['other']})"
            return rf"(?P<can>(?:{self._words['can']}) {who}|{self._words['able']})"
        if name == "aux":
            return rf"(?:(?P<can>{self._words['can']})|{self._words['aux']})"
        return f"(?:{forms.get(name) or self._words[name]})"

    def _joined(self, pattern: str) -> str:
        """In languages without spaces the pattern's spaces only part its words."""
        return pattern if self._spaced else pattern.replace(" ", "")


@cache
def asking(language: Language) -> Asking | None:
    """The ways to ask in a language; None where there are none yet."""
    return Asking(load_data(f"trials/{language}"), language) if language in SPOKEN else None
