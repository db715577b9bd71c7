"""The engine's steps in the reader's language: `bot/locale/steps/<language>.yaml`. English is the engine's own.

A step comes with a key and the things it names, so that a language can put them in its own order. What a catalogue
has no words for is told in English.
"""

from __future__ import annotations

import functools
import importlib.resources
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import yaml

from bot.answers.models import Language

_OPTIONAL: Final = re.compile(r"\[([^\[\]]*)\]")
_NAMED: Final = ("card", "copy", "ability", "token", "player")
_FIELD: Final = re.compile(r"\{(\w+)\}")
_VOWELS: Final = "AEIOUÀÂÄÉÈÊËÎÏÔÖÛÜaeiouàâäéèêëîïôöûü"
CASES: Final = ("acc", "dat", "gen")
_JOINED: Final = {
    "fr": (
        (re.compile(r"\bde le (?=jeton )"), "du "),
        (re.compile(r"\bà le (?=jeton )"), "au "),
        (re.compile(rf"\b([Dd])e (?=[{_VOWELS}])"), r"\1'"),
    ),
    "it": (
        (re.compile(r"\bdi (la (?=copia |pedina |creatura )|l'(?=abilità ))"), r"del\1"),
        (re.compile(r"\b(da|a|su) (la (?=copia |pedina |creatura )|l'(?=abilità ))"), r"\1l\2"),
        (re.compile(r"\ba (?=[Aa])"), "ad "),
    ),
    "pt": (
        (re.compile(r"\b([dD])e (?=a (?:cópia|habilidade|ficha|criatura) )"), r"\1"),
        (re.compile(r"\bem (?=a (?:cópia|habilidade|ficha|criatura) )"), "n"),
        (re.compile(r"\ba a (?=(?:cópia|habilidade|ficha|criatura) )"), "à "),
    ),
}
"""What a language writes as one word: of the → du, alla, da."""
WITHOUT_PLURAL: Final = frozenset({"ja", "zh"})

Form = str | Mapping[str, str]


class Named(Protocol):
    """A thing that a step names."""

    @property
    def kind(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def role(self) -> str: ...


class Noted(Protocol):
    """Something to be seen on a thing."""

    @property
    def kind(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def number(self) -> int: ...


class Shown(Protocol):
    """A thing in a zone, as it is drawn."""

    @property
    def word(self) -> Named: ...
    @property
    def notes(self) -> Sequence[Noted]: ...
    @property
    def count(self) -> int: ...


class Told(Protocol):
    """A step, of an answer or of a report."""

    @property
    def text(self) -> str: ...
    @property
    def rules(self) -> tuple[str, ...]: ...
    @property
    def key(self) -> str: ...
    @property
    def words(self) -> Sequence[Named]: ...
    @property
    def place(self) -> str: ...
    @property
    def times(self) -> int: ...


def tell(step: Told, language: Language) -> str:
    """A step as a sentence of that language."""
    return step.text if language == "en" else teller(language).tell(step)


def place_name(step: str, language: Language) -> str:
    """A step or phase of a turn, as that language calls it."""
    return step if language == "en" else teller(language).place(step)


@functools.cache
def teller(language: Language) -> Teller:
    """Whoever tells steps in that language, which is not English."""
    steps, quiz = _read("steps", language), _read("quiz", language)
    return Teller(language, {**steps, "places": quiz["steps"]})


def _read(folder: str, language: Language) -> dict[str, dict[str, Any]]:
    source = importlib.resources.files("bot") / "locale" / folder / f"{language}.yaml"
    value: dict[str, dict[str, Any]] = yaml.safe_load(source.read_text(encoding="utf-8"))
    return value


class Teller:
    """Tells steps with the texts of one language."""

    def __init__(self, language: Language, texts: Mapping[str, Mapping[str, Form]]) -> None:
        self.language = language
        self.texts = texts

    def tell(self, step: Told) -> str:
        """The step as a sentence; in English where this language has no words for it."""
        form = self._sentence(step.key)
        if form is None:
            return step.text
        names = _Names()
        values = _Values(self, [names.hidden(word) for word in step.words])
        template = self._form(form, values.number)
        template = _OPTIONAL.sub(lambda part: part[1] if values.all_set(part[1]) else "", template)
        text = names.shown(self._joined(_FIELD.sub(lambda found: values[found[1]], template)))
        text = text[:1].upper() + text[1:]
        if step.place:
            text = self._frame("place", place=self.place(step.place), text=text)
        return self._frame("times", text=text, count=step.times) if step.times > 1 else text

    def thing(self, word: Named, *cases: str) -> str:
        """A thing as it is called: a card by its name, the others with what they are.

        `cases` are groups that say it for a place in a sentence; the first one that knows it is taken.
        """
        forms = (
            self.texts[group][word.kind] for group in (*cases, "words") if word.kind in self.texts[group]
        )
        form = next(forms, None)
        return self._form(form, 1).format(name=word.name) if form is not None else word.name

    def shown(self, thing: Shown) -> str:
        """A thing in a zone with what is to be seen on it, and how many of them there are."""
        name, notes = self.thing(thing.word), self.listed(self._note(note) for note in thing.notes)
        text = f"{name} [{notes}]" if notes else name
        return f"{thing.count} × {text}" if thing.count > 1 else text

    def _note(self, note: Noted) -> str:
        form = self.texts["notes"].get(note.kind)
        if form is None:
            return note.name
        counter = self.counter(note.name, note.number) if note.kind == "counters" else ""
        return self._form(form, note.number).format(number=note.number, name=note.name, counter=counter)

    def place(self, step: str) -> str:
        """A step or phase of a turn."""
        return self._form(self.texts["places"].get(step, step), 1)

    def counter(self, kind: str, number: int) -> str:
        """A kind of counters, as it stands beside their number."""
        counters = self.texts["counters"]
        return self._form(counters.get(kind, counters["any"]), number).replace("{name}", kind)

    def listed(self, parts: Iterable[str]) -> str:
        """Parts one after the other."""
        return self._form(self.texts["frame"]["comma"], 1).join(parts)

    def targets(self, words: Sequence[Named]) -> str:
        """Targets, with the word that says what they are."""
        shown = self.listed(self.thing(word) for word in words)
        return self._form(self.texts["frame"]["targets"], len(words)).format(targets=shown)

    def word(self, group: str, name: str) -> str:
        """A word out of a group of the catalogue; what is not in it stays as it is."""
        return self._form(self.texts[group].get(name, name), 1)

    def has(self, group: str, name: str) -> bool:
        """Whether the group has that word."""
        return name in self.texts[group]

    def _sentence(self, key: str) -> Form | None:
        """The sentence for a step: the most exact one that there is."""
        sentences = self.texts["steps"]
        while key not in sentences and "/" in key:
            key = key.rpartition("/")[0]
        return sentences.get(key)

    def _form(self, form: Form, number: int) -> str:
        if isinstance(form, str):
            return form
        one = number == 1 or (self.language in ("fr", "pt") and number == 0)
        return form["one" if one and self.language not in WITHOUT_PLURAL else "other"]

    def _frame(self, name: str, **values: object) -> str:
        return self._form(self.texts["frame"][name], 1).format(**values)

    def _joined(self, text: str) -> str:
        """With what a language joins or changes before a vowel."""
        for pattern, joined in _JOINED.get(self.language, ()):
            text = pattern.sub(joined, text)
        return text


@dataclass(frozen=True, slots=True)
class _Hidden:
    """A thing of whose name a sentence sees only the first letter."""

    kind: str
    name: str
    role: str


class _Names:
    """Names, kept out of a sentence while its words are joined: what is written on a card is never changed."""

    _OPEN, _CLOSE = "\ue000", "\ue001"

    def __init__(self) -> None:
        self._names: list[str] = []

    def hidden(self, word: Named) -> Named:
        """The thing with a mark instead of its name."""
        name = word.name.replace(self._OPEN, "").replace(self._CLOSE, "")
        if word.kind not in _NAMED or not name:
            return word
        self._names.append(name)
        return _Hidden(word.kind, f"{name[0]}{self._OPEN}{len(self._names) - 1}{self._CLOSE}", word.role)

    def shown(self, text: str) -> str:
        """The text with the names in place of the marks."""
        for number, name in enumerate(self._names):
            text = text.replace(f"{name[0]}{self._OPEN}{number}{self._CLOSE}", name)
        return text


class _Values(dict[str, str]):
    """The things of a step, in words of a language; "" for what it does not name."""

    def __init__(self, say: Teller, words: Sequence[Named]) -> None:
        super().__init__()
        by_role: dict[str, list[Named]] = {}
        for word in words:
            by_role.setdefault(word.role, []).append(word)
        amounts = (word.name for word in by_role.get("amount", ()))
        self.number = next((int(name) for name in amounts if re.fullmatch(r"-?[0-9]{1,9}", name)), 1)
        for role, found in by_role.items():
            self[role] = _WAYS_TO_SAY.get(role, _things)(say, found, self.number)
            for case in CASES:
                self[f"{case}_{role}"] = say.listed(say.thing(word, case, "the") for word in found)
        self["in"] = _zone("in")(say, by_role.get("to", []), 1)
        self["name"] = by_role["object"][0].name if "object" in by_role else ""

    def __missing__(self, role: str) -> str:
        return ""

    def all_set(self, part: str) -> bool:
        """Whether everything that a part of a sentence names is there."""
        return all(self[name] for name in _FIELD.findall(part))


Say = Callable[[Teller, Sequence[Named], int], str]


def _things(say: Teller, words: Sequence[Named], number: int) -> str:
    return say.listed(say.thing(word, "the") for word in words)


def _options(say: Teller, words: Sequence[Named], number: int) -> str:
    return say.listed(
        say.word("options", word.name) if word.kind == "option" else say.thing(word) for word in words
    )


def _targets(say: Teller, words: Sequence[Named], number: int) -> str:
    return say.targets(words)


def _zone(group: str) -> Say:
    return lambda say, words, number: say.word(group, words[0].name) if words else ""


def _cost(say: Teller, words: Sequence[Named], number: int) -> str:
    return say.word("costs", words[0].name)


def _detail(say: Teller, words: Sequence[Named], number: int) -> str:
    word = words[0]
    if word.kind == "way":
        return say.word("ways", word.name) if say.has("ways", word.name) else ""
    if word.kind == "counter":
        return say.counter(word.name, number)
    if word.kind == "phases":
        return say.listed(say.word("phases", phase) for phase in word.name.split(", "))
    return word.name


_WAYS_TO_SAY: Final[Mapping[str, Say]] = {
    "chosen": _options,
    "detail": _detail,
    "options": _options,
    "origin": _zone("from"),
    "targets": _targets,
    "to": _zone("to"),
    "what": _cost,
}
