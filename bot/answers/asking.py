"""Which trial a question asks for: its whole text, word by word, is one of the ways in which players ask it.

The words are in `data/trials/<language>.yaml`. A question that says anything besides asks for no trial: what it says
could change the case.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import count
from typing import Any, Final, Literal

from bot.answers.concepts import SCRIPTIO_CONTINUA, normalise
from bot.answers.data_files import load_data
from bot.answers.models import Language
from bot.answers.names import without_names
from knowledge import CardMatch

Whose = Literal["", "mine", "theirs"]
SPOKEN: Final[tuple[Language, ...]] = ("en", "de", "es", "fr", "it", "ja", "pt", "zh")
"""Languages that have a data file."""
NAME: Final = "zq"
_SIDES: Final = ("mine", "theirs", "own")
"""Whose something is: the asker's, another player's, or the acting player's own."""
_WHOSE: Final[Mapping[str, Whose]] = {"": "", "mine": "mine", "theirs": "theirs"}
_MACRO = re.compile(r"\{(\w+)(?::(\w+))?\}")
_OPTIONAL = re.compile(r"\[[^\]]*\]|\([^()]*\)[?*]|\w[?*]")
_GROUP = re.compile(r"\(([^(){}\[\]?*]*)\)(?![?*])")
_ANY_GROUP = re.compile(r"\([^()]*\)[?*]?")
_SPECIAL = re.compile(r"[^\w\s]")
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


@dataclass(frozen=True)
class _Pattern:
    """One way to ask; needs: of each of these one must stand in the text, else there is no need to compile it."""

    section: str
    sense: str
    asked: str
    of_two: bool
    needs: tuple[tuple[str, ...], ...]
    compiled: Callable[[], re.Pattern[str]]

    @cached_property
    def words(self) -> re.Pattern[str]:
        """The regular expression for the whole text."""
        return self.compiled()

    def may_fit(self, plain: str, cards: int) -> bool:
        """Whether it is worth comparing."""
        return cards == 1 + self.of_two and all(any(word in plain for word in need) for need in self.needs)


def _whose(part: str, said: Iterable[str]) -> str | None:
    """The side that the groups which matched speak of; None where they speak of two: one does this and another one that."""
    sides = {side for side in _SIDES for name in said if re.fullmatch(rf"{part}{side}\d+", name)}
    if len(sides) > 1:
        return None
    return sides.pop() if sides else ""


class Asking:
    """The ways to ask for trials in one language."""

    def __init__(self, data: Mapping[str, Mapping[str, Any]], language: Language) -> None:
        self.language = language
        self._spaced = language not in SCRIPTIO_CONTINUA
        self._letters = str.maketrans(dict(data.get("letters", {})))
        self._words = data["words"]
        self._senses: Mapping[str, Mapping[str, str]] = data["senses"]
        self._forms = {form for forms in self._senses.values() for form in forms}
        self._number = count()
        self._patterns = tuple(self._read(data["ask"]))
        self._before = self._compiled("({before} )*", {})
        self._end = self._compiled("( {end})*$", {})

    @property
    def sections(self) -> frozenset[tuple[str, str]]:
        """What can be asked: sections with their senses."""
        return frozenset((one.section, one.sense) for one in self._patterns)

    def read(self, text: str, cards: Sequence[CardMatch], *, all_patterns: bool = False) -> tuple[Asked, ...]:
        """All that the text may ask for, each meaning once; `cards` are all the names in it, at their places.

        Patterns whose words are not in the text are not compared, unless `all_patterns` are.
        """
        plain, order = self._plain(text, cards)
        if not order:
            return ()
        plain = plain[self._before_end(plain) :]
        plain = self._end.sub("", plain)
        patterns = [one for one in self._patterns if all_patterns or one.may_fit(plain, len(order))]
        return tuple(dict.fromkeys(self._asked(plain, order, patterns)))

    def _before_end(self, plain: str) -> int:
        found = self._before.match(plain)
        return found.end() if found else 0

    def _plain(self, text: str, cards: Sequence[CardMatch]) -> tuple[str, dict[int, int]]:
        """The text with places for names and without punctuation, and which card stands at which place."""
        order: dict[int, int] = {}
        known: dict[str, int] = {}
        for number, match in enumerate(cards):
            order.setdefault(known.setdefault(match.oracle_id, number), len(order))
        text = without_names(text, cards, lambda match: f" {NAME}{known[match.oracle_id]} ")
        text = unicodedata.normalize("NFKC", text).casefold().translate(self._letters)
        plain = _NOT_WORDS.sub(" ", normalise(text, self.language)).strip()
        if not self._spaced:
            plain = plain.replace(" ", "")
        return plain, order

    def _asked(self, plain: str, order: Mapping[int, int], patterns: Iterable[_Pattern]) -> Iterator[Asked]:
        for pattern in patterns:
            found = pattern.words.fullmatch(plain)
            if found is None:
                continue
            said = {name: words for name, words in found.groupdict().items() if words is not None}
            place = {
                name[0]: {said[other] for other in said if other.startswith(name)} for name in ("Xis", "Yis")
            }
            if any(len(numbers) > 1 for numbers in place.values()) or place["X"] == place["Y"]:
                continue
            if len(order) != sum(map(len, place.values())):
                continue  # a card beside these could change the case
            first, second = int(*place["X"]), next(map(int, place["Y"]), None)
            actor, *sides = (_whose(part, said) for part in ("who", "X", "Y"))
            if actor is None or None in sides:
                continue
            whose = [(actor or "mine") if side == "own" else side for side in sides]
            can = any(name.startswith("can") for name in said)
            yield Asked(
                pattern.section,
                pattern.sense,
                pattern.asked,
                first,
                second,
                _WHOSE[actor],
                _WHOSE[whose[0] or ""],
                _WHOSE[whose[1] or ""],
                can,
            )

    # The data file's patterns as regular expressions

    def _read(self, sections: Mapping[str, Iterable[str]]) -> Iterator[_Pattern]:
        for name, lines in sections.items():
            section, _, sense = name.partition(".")
            for line in lines:
                words, _, asked = line.partition(" = ")
                needed = {found[1] for found in _MACRO.finditer(words)} & self._forms
                if not needed:
                    yield self._pattern(section, sense, asked, words, {})
                    continue
                for verb, forms in self._senses.items():
                    if needed <= forms.keys():
                        yield self._pattern(section, verb, asked, words, forms)

    def _pattern(
        self, section: str, sense: str, asked: str, words: str, forms: Mapping[str, str]
    ) -> _Pattern:
        of_two = any(found[1] in ("Y", "Y2") for found in _MACRO.finditer(words))
        needs = tuple(self._needs(words, forms))
        return _Pattern(section, sense, asked, of_two, needs, partial(self._compiled, words, forms))

    def _needs(self, words: str, forms: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
        """Words of which one each must be said: the pattern's own, those of its groups and of its forms."""
        words = _OPTIONAL.sub(" ", words)
        for found in _GROUP.finditer(words):
            yield tuple(self._plainly(one) for one in found[1].split("|"))
        while words != (bare := _ANY_GROUP.sub(" ", words)):
            words = bare
        for found in _MACRO.finditer(words):
            if found[1] in forms and not _SPECIAL.search(forms[found[1]].replace("|", "")):
                yield tuple(self._plainly(one) for one in forms[found[1]].split("|"))
        rest = _MACRO.sub(" ", words)
        if not _SPECIAL.search(rest):
            yield from ((self._plainly(word),) for word in rest.split())

    def _plainly(self, words: str) -> str:
        return self._joined(self._folded(words.strip()))

    def _compiled(self, words: str, forms: Mapping[str, str]) -> re.Pattern[str]:
        # "[also] " may be left out with its space
        words = re.sub(r"\[([^\]]*)\] ", r"(?:(?:\1) )?", words)
        words = re.sub(r" \[([^\]]*)\]$", r"(?: (?:\1))?", words)
        words = re.sub(r"\[([^\]]*)\]", r"(?:(?:\1))?", words)
        return re.compile(self._joined(self._expanded(words, forms)))

    def _expanded(self, words: str, forms: Mapping[str, str]) -> str:
        words = re.sub(r"(?<!\\)\((?!\?)", "(?:", self._folded(words))
        return _MACRO.sub(lambda found: self._macro(found[1], found[2] or "", forms), words)

    def _folded(self, words: str) -> str:
        """Spelt as a text is once it is `_plain`."""
        words = unicodedata.normalize("NFKC", words).translate(self._letters)
        if not self._spaced:
            return words
        return "".join(one for one in unicodedata.normalize("NFD", words) if not unicodedata.combining(one))

    def _macro(self, name: str, case: str, forms: Mapping[str, str]) -> str:
        if name in ("X", "Y", "X2", "Y2"):
            return self._card(name, case)
        if name == "aux":
            return f"(?:{self._macro('can', '', forms)}|{self._expanded(self._words['aux'], forms)})"
        said = forms.get(name) or self._words[name]
        if isinstance(said, Mapping):
            words = "|".join(
                f"(?P<who{whose}{next(self._number)}>{self._expanded(said[whose], forms)})"
                for whose in _SIDES
                if whose in said
            )
        else:
            words = self._expanded(said, forms)
        return f"(?P<can{next(self._number)}>{words})" if name.startswith("can") else f"(?:{words})"

    def _card(self, name: str, case: str) -> str:
        """A card's place with what may be said of whose it is, before it and after it."""
        card = name[0]

        def owner(place: str) -> str:
            said = {whose: self._owner(whose, place, case) for whose in (*_SIDES, "any")}
            return "|".join(
                words if whose == "any" else f"(?P<{card}{whose}{next(self._number)}>{words})"
                for whose, words in said.items()
                if words
            )

        number = rf"(?P<{card}is{next(self._number)}>\d)"
        after = owner(" after")
        return rf"(?:(?:{owner('')}) )?{NAME}{number}" + (rf"(?: (?:{after}))?" if after else "")

    def _owner(self, whose: str, place: str, case: str) -> str:
        """The words for whose something is; in a language with cases those of one case, or of all."""
        said = self._words.get(whose + place)
        if isinstance(said, Mapping):
            said = said[case] if case else "|".join(said.values())
        return self._expanded(said, {}) if said else ""

    def _joined(self, pattern: str) -> str:
        """In languages without spaces the pattern's spaces only part its words."""
        return pattern if self._spaced else pattern.replace(" ", "")


@cache
def asking(language: Language) -> Asking | None:
    """The ways to ask in a language; None where there are none yet."""
    return Asking(load_data(f"trials/{language}"), language) if language in SPOKEN else None
