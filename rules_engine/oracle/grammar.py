"""The machinery of the grammar: one description of each construction serves reading and printing.

A `Form` ties a template such as "<who:who> draw(s) <count:a> card[s]" to the node it stands for. Reading tries
every form and keeps every reading, so that an ambiguity is seen; printing picks forms whose fields hold all that
the node says, so that nothing a node says can be left out of the text, and nothing in the text out of the node.

Template elements: a bare word is itself; `<field:slot>` is a slot whose value is the node's field; `draw(s)` is a
verb that agrees with its subject; `card[s]` is a noun that agrees with the number before it.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from typing import Any

from rules_engine.model.terms import Filter, ObjectRef, PlayerRef, TargetSpec, You
from rules_engine.model.zones import Zone
from rules_engine.oracle.tokens import Token


@dataclass(frozen=True, slots=True)
class Mention:
    """Something the text has spoken of, which a later pronoun can mean.

    nouns: what may follow "that" or "those" ("creature", "card", "player"). plural: "they" and "them".
    moved: it has gone to another zone, so that "it" now means the new object (CR 400.7) and only "its" still means it.
    arrived: it is that new object, of which "its power" does not speak.
    """

    ref: ObjectRef | PlayerRef
    nouns: frozenset[str]
    plural: bool = False
    moved: bool = False
    arrived: bool = False

    @property
    def is_player(self) -> bool:
        """Whether it is a player."""
        return "player" in self.nouns


@dataclass(frozen=True, slots=True)
class Context:
    """What the words so far have settled.

    targets: chosen so far; all_targets: those of the whole effect (known only when printing). mentions: what pronouns
    may mean. home: the zone other than the battlefield that the ability works in. did: whether "if you do" may follow. bare: after "have", verbs are infinitives.
    granted: inside an ability in quotation marks, where the card's name means the card, not the object that has it.
    pending: what "a creature you control" in this instruction describes, to be chosen first; chosen: the same, afterwards. topic: what the sentence
    before spoke of last. exiled: what "the exiled card" means. counted: what "those counters" are. subject, third, many: for agreement. amount: whether "that much" means something. types: the card's.
    """

    targets: tuple[TargetSpec, ...] = ()
    mentions: tuple[Mention, ...] = ()
    subject: PlayerRef = You()
    third: bool = False
    many: bool = False
    amount: bool = False
    home: Zone | None = None
    did: bool = False
    bare: bool = False
    granted: bool = False
    pending: Filter | None = None
    chosen: Filter | None = None
    topic: ObjectRef | PlayerRef | None = None
    types: frozenset[str] = frozenset()
    all_targets: tuple[TargetSpec, ...] = ()
    exiled: ObjectRef | None = None
    counted: tuple[ObjectRef, str] | None = None
    _derived: dict[Hashable, Context] = field(default_factory=dict, init=False, compare=False, repr=False)

    def but(self, **changes: Any) -> Context:
        """The same but for some fields; asked again, the very same context, so that readings can be remembered."""
        if all(getattr(self, name) == value for name, value in changes.items()):
            return self
        key = tuple(changes.items())
        known = self._derived.get(key)
        if known is None:
            known = self._derived[key] = replace(self, **changes)
        return known

    def mention(self, mention: Mention) -> Context:
        """The same with one more thing spoken of, as the last."""
        if self.mentions and self.mentions[-1] == mention:
            return self
        others = tuple(known for known in self.mentions if known != mention)
        return replace(self, mentions=(*others, mention))


class TooManyReadings(Exception):
    """The text can be read in so many ways that trying them all is given up; it is refused anyway."""


# The longest real cards need about a tenth of this.
READINGS_LIMIT = 6_000


class Reader:
    """The tokens being read, and how far any attempt came (so that a refusal can say what was not understood)."""

    __slots__ = ("_left", "_memo", "farthest", "size", "tokens", "words")

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tuple(tokens)
        self.words = tuple(token.text for token in tokens)
        self.size = len(self.words)
        self.farthest = 0
        self._left = READINGS_LIMIT
        self._memo: dict[tuple[int, int, int], tuple[Context, list[Reading]]] = {}

    def word(self, at: int) -> str:
        """The word at a position, empty past the end."""
        if at > self.farthest:
            self.farthest = at
        return self.words[at] if at < self.size else ""

    def peek(self, at: int) -> str:
        """The same, only to look ahead: it does not count as having come that far."""
        return self.words[at] if 0 <= at < self.size else ""

    def has(self, at: int, words: Sequence[str]) -> bool:
        """Whether these words stand at a position."""
        for offset, expected in enumerate(words):
            here = at + offset
            if here > self.farthest:
                self.farthest = here
            if here >= self.size or self.words[here] != expected:
                return False
        return True

    def remember(self, slot: Slot, at: int, context: Context) -> list[Reading]:
        """All readings of the slot here; worked out once."""
        key = (id(slot), at, id(context))
        known = self._memo.get(key)
        if known is None:
            # the context is kept beside its id, so that the id cannot be used again
            known = (context, list(slot.read(self, at, context)))
            self._memo[key] = known
            self._left -= 1 + len(known[1])
            if self._left < 0:
                raise TooManyReadings
        return known[1]


Reading = tuple[Any, int, Context]


@dataclass(frozen=True, slots=True)
class Text:
    """Printed words, as a chain; with `like`, only words that follow that pattern may be added."""

    like: tuple[str, ...] | None = None
    last: str = ""
    before: Text | None = None
    length: int = 0

    def say(self, word: str) -> Text | None:
        """One more word, or None when it is not the word the pattern has here."""
        if self.like is not None and (self.length >= len(self.like) or self.like[self.length] != word):
            return None
        return Text(self.like, word, self, self.length + 1)

    def says(self, words: Iterable[str]) -> Text | None:
        """Several words more, or None."""
        text: Text | None = self
        for word in words:
            text = text.say(word) if text is not None else None
        return text

    def words(self) -> list[str]:
        """All words so far."""
        result: list[str] = []
        node: Text | None = self
        while node is not None and node.length:
            result.append(node.last)
            node = node.before
        return result[::-1]


Printing = tuple[Text, Context]


class Slot(ABC):
    """A place in the grammar: reads a value from words, and prints it as words."""

    @abstractmethod
    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        """Every way to read a value here."""

    @abstractmethod
    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        """Every way to print the value, the usual one first."""


class Phrases(Slot):
    """A value for each of some fixed phrases; the first phrase of a value is the usual one."""

    def __init__(self, phrases: Mapping[Any, str | Sequence[str]], *, many: bool | None = None) -> None:
        self._by_value = {
            value: tuple(tuple(form.split()) for form in ([forms] if isinstance(forms, str) else forms))
            for value, forms in phrases.items()
        }
        self._by_first: dict[str, list[tuple[tuple[str, ...], Any]]] = {}
        for value, forms in self._by_value.items():
            for form in forms:
                self._by_first.setdefault(form[0] if form else "", []).append((form, value))
        self._many = many

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for form, value in self._by_first.get("", ()):
            yield value, at + len(form), context
        for form, value in self._by_first.get(reader.word(at), ()):
            if reader.has(at, form):
                yield value, at + len(form), self._after(context)

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        for form in self._by_value.get(value, ()):
            said = text.says(form)
            if said is not None:
                yield said, self._after(context)

    def _after(self, context: Context) -> Context:
        if self._many is None or self._many == context.many:
            return context
        return context.but(many=self._many)


class Verb(Slot):
    """A verb in the number of its subject, or a noun in the number of what counts it; it has no value."""

    def __init__(self, base: str, other: str, *, noun: bool) -> None:
        self.base, self.other, self.noun = base, other, noun

    def form(self, context: Context) -> str:
        """The word that agrees here."""
        changed = context.many if self.noun else context.third and not context.bare
        return self.other if changed else self.base

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        if reader.word(at) == self.form(context):
            yield None, at + 1, context

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        said = text.say(self.form(context))
        if said is not None:
            yield said, context


class Named(Slot):
    """A slot that is looked up by its name when first used, so that grammar files can refer to each other."""

    registry: dict[str, Slot] = {}  # noqa: RUF012 - one grammar, filled while its modules are imported

    def __init__(self, name: str) -> None:
        self.name = name
        self._slot: Slot | None = None

    @property
    def slot(self) -> Slot:
        """The slot of that name."""
        if self._slot is None:
            self._slot = self.registry[self.name]
        return self._slot

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        return reader.remember(self.slot, at, context)

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        return self.slot.write(value, text, context)


def define(name: str, slot: Slot) -> Slot:
    """Give a slot the name by which templates refer to it."""
    if name in Named.registry:
        raise ValueError(f"two slots named {name}")
    Named.registry[name] = slot
    return slot


_NAMED: dict[str, Named] = {}


def slot(name: str) -> Named:
    """The slot of that name, perhaps not yet defined."""
    return _NAMED.setdefault(name, Named(name))


@dataclass(frozen=True, slots=True)
class Part:
    """One element of a template: a literal word, an agreeing word, or a slot with the field it fills."""

    word: str | None = None
    slot: Slot | None = None
    field: str | None = None


_PART = re.compile(r"<(?:(\w+):)?([\w-]+)>|([^\s(\[<]+)\((\w+)\)|([^\s(\[<]+)\[(\w+)\]|(\S+)")
_VERBS: dict[tuple[str, str, bool], Verb] = {}


def parse_template(template: str) -> tuple[Part, ...]:
    """The elements of a template."""
    parts = []
    for name, slot_name, verb, verb_end, noun, noun_end, word in _PART.findall(template):
        if slot_name:
            parts.append(Part(slot=slot(slot_name), field=name or None))
        elif word:
            parts.append(Part(word=word))
        else:
            base, end = (verb, verb_end) if verb else (noun, noun_end)
            other = base + end if end in ("s", "es") else end
            key = (base, other, bool(noun))
            parts.append(Part(slot=_VERBS.setdefault(key, Verb(base, other, noun=bool(noun)))))
    return tuple(parts)


Build = Callable[[dict[str, Any]], Any]
Unbuild = Callable[[Any], dict[str, Any] | None]
Afterwards = Callable[[Context, Any], Context]


@dataclass(frozen=True, eq=False)
class Form:
    """A template and the node it stands for.

    Without `build` and `unbuild`, slots fill the fields of `node` by name and `fixed` the others; fields in neither
    must have their defaults when printing. With them, `build` gets the slots' values (None: no reading) and
    `unbuild` gives them back (None: not this form). `then` updates the context, alike in reading and printing.
    """

    node: type
    template: str
    fixed: Mapping[str, Any] = field(default_factory=dict)
    build: Build | None = None
    unbuild: Unbuild | None = None
    then: Afterwards | None = None
    parts: tuple[Part, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "parts", parse_template(self.template))
        if self.build is None and is_dataclass(self.node):
            names = {part.field for part in self.parts if part.field} | set(self.fixed)
            unknown = names - {f.name for f in fields(self.node)}
            if unknown:
                raise ValueError(f"{self.node.__name__} has no field {sorted(unknown)} ({self.template!r})")

    def make(self, values: dict[str, Any]) -> Any:
        """The node for the slots' values, or None."""
        if self.build is not None:
            return self.build(values)
        return self.node(**values, **self.fixed)

    def take(self, node: Any) -> dict[str, Any] | None:
        """The slots' values for the node, or None when this form cannot say all that it says."""
        if self.unbuild is not None:
            return self.unbuild(node)
        slots = {part.field for part in self.parts if part.field}
        values = {}
        for f in fields(node):
            value = getattr(node, f.name)
            if f.name in slots:
                values[f.name] = value
            elif value != (self.fixed[f.name] if f.name in self.fixed else _default(f)):
                return None
        return values


def _default(f: Any) -> Any:
    if f.default is not MISSING:
        return f.default
    return f.default_factory() if f.default_factory is not MISSING else MISSING


@dataclass(eq=False)
class _Branch:
    """Where templates that begin alike go on: by a word, by a slot, or to an end."""

    words: dict[str, _Branch] = field(default_factory=dict)
    slots: list[tuple[Slot, str | None, _Branch]] = field(default_factory=list)
    ends: list[Form] = field(default_factory=list)

    def grow(self, part: Part) -> _Branch:
        if part.word is not None:
            return self.words.setdefault(part.word, _Branch())
        assert part.slot is not None
        for known, name, branch in self.slots:
            if known is part.slot and name == part.field:
                return branch
        branch = _Branch()
        self.slots.append((part.slot, part.field, branch))
        return branch


class Choice(Slot):
    """One of several forms. Forms that begin alike are read together."""

    def __init__(self, *forms: Form) -> None:
        self._root = _Branch()
        self._by_node: dict[type, list[Form]] = {}
        for form in forms:
            self.add(form)

    def add(self, *forms: Form) -> None:
        """More forms."""
        for form in forms:
            branch = self._root
            for part in form.parts:
                branch = branch.grow(part)
            branch.ends.append(form)
            self._by_node.setdefault(form.node, []).append(form)

    @property
    def nodes(self) -> frozenset[type]:
        """The kinds of node that it has forms for."""
        return frozenset(self._by_node)

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        yield from self._walk(self._root, reader, at, context, ())

    def _walk(
        self, branch: _Branch, reader: Reader, at: int, context: Context, values: tuple[tuple[str, Any], ...]
    ) -> Iterator[Reading]:
        for form in branch.ends:
            node = form.make(dict(values))
            if node is not None:
                yield node, at, form.then(context, node) if form.then else context
        if branch.words:
            following = branch.words.get(reader.word(at))
            if following is not None:
                yield from self._walk(following, reader, at + 1, context, values)
        for part, name, following in branch.slots:
            for value, end, after in part.read(reader, at, context):
                filled = values if name is None else (*values, (name, value))
                yield from self._walk(following, reader, end, after, filled)

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        for form in self._by_node.get(type(value), ()):
            taken = form.take(value)
            if taken is not None:
                for said, after in _print_parts(form.parts, 0, taken, text, context):
                    yield said, form.then(after, value) if form.then else after


def _print_parts(
    parts: tuple[Part, ...], index: int, values: dict[str, Any], text: Text, context: Context
) -> Iterator[Printing]:
    if index == len(parts):
        yield text, context
        return
    part = parts[index]
    if part.word is not None:
        said = text.say(part.word)
        if said is not None:
            yield from _print_parts(parts, index + 1, values, said, context)
        return
    assert part.slot is not None
    value = values.get(part.field) if part.field else None
    for said, after in part.slot.write(value, text, context):
        yield from _print_parts(parts, index + 1, values, said, after)


@dataclass(frozen=True)
class Limited(Slot):
    """What another slot reads, if it is accepted."""

    name: str
    accepts: Callable[[Any], bool]

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for value, end, after in slot(self.name).read(reader, at, context):
            if self.accepts(value):
                yield value, end, after

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if self.accepts(value):
            yield from slot(self.name).write(value, text, context)


class Union(Slot):
    """The readings of several slots; `third`: the number of the verb after those that do not set it."""

    def __init__(self, *slots: Slot, third: bool | None = None) -> None:
        self._slots, self._third = slots, third

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for part in self._slots:
            yield from part.read(reader, at, self._with(context))

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        for part in self._slots:
            yield from part.write(value, text, self._with(context))

    def _with(self, context: Context) -> Context:
        if self._third is None:
            return context
        return context.but(third=self._third)
