"""Small agreeing phrases: "their hand", "its owner's hand", "of their choice", and what tokens are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import permutations
from typing import Any

from rules_engine.model.abilities import Cost, TokenSpec
from rules_engine.model.mana import COLOR_LETTERS, COLOR_NAMES
from rules_engine.model.subtypes import ARTIFACT_TYPES, CREATURE_TYPES, ENCHANTMENT_TYPES, LAND_TYPES
from rules_engine.model.terms import (
    Amount,
    Filter,
    TargetSpec,
    This,
    Those,
    You,
)
from rules_engine.model.zones import Zone
from rules_engine.oracle.filters import SUPERTYPES
from rules_engine.oracle.grammar import (
    Choice,
    Context,
    Form,
    Mention,
    Phrases,
    Printing,
    Reader,
    Reading,
    Slot,
    Text,
    Union,
    define,
    slot,
)
from rules_engine.oracle.predefined import PREDEFINED
from rules_engine.oracle.references import mention_this
from rules_engine.oracle.vocabulary import TYPE_NOUNS


class Agreeing(Slot):
    """Words without a value that depend on what was said before; `forms` lists those that fit, the usual first."""

    def forms(self, context: Context) -> Iterator[tuple[str, ...]]:
        """The phrases that fit here."""
        raise NotImplementedError

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        seen = set()
        for words in self.forms(context):
            if words not in seen and reader.has(at, words):
                seen.add(words)
                yield None, at + len(words), context

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        for words in self.forms(context):
            said = text.says(words)
            if said is not None:
                yield said, context


class Their(Agreeing):
    """ "your" when you are the subject, otherwise "their"."""

    def forms(self, context: Context) -> Iterator[tuple[str, ...]]:
        yield ("your",) if context.subject == You() else ("their",)


class OfChoice(Agreeing):
    """ "of their choice", said of other players only."""

    def forms(self, context: Context) -> Iterator[tuple[str, ...]]:
        if context.subject == You():
            yield ()
        else:
            yield ("of", "their", "choice")
            yield ()


class OwnersHand(Agreeing):
    """ "its owner's hand", "their owners' hands": wherever it goes, that is its owner's (CR 400.3)."""

    def forms(self, context: Context) -> Iterator[tuple[str, ...]]:
        yield ("its", "owner", "'s", "hand")
        yield ("their", "owners", "'", "hands")
        yield ("their", "owner", "'s", "hand")
        owners = {what.owner for spec in context.targets for what in spec.what if isinstance(what, Filter)}
        pending = context.chosen is not None and context.chosen.owner == "you"
        if owners == {"you"} or pending or context.home is not None:
            yield ("your", "hand")


class OwnersLibrary(Agreeing):
    """ "its owner's library", "their owners' libraries" (CR 400.3)."""

    def forms(self, context: Context) -> Iterator[tuple[str, ...]]:
        yield ("its", "owner", "'s", "library")
        yield ("their", "owners", "'", "libraries")
        yield ("their", "owner", "'s", "library")
        owners = {what.owner for spec in context.targets for what in spec.what if isinstance(what, Filter)}
        if owners == {"you"}:
            yield ("your", "library")


class ItsOwners(Agreeing):
    """ "its owner's", "their owners'"."""

    def forms(self, context: Context) -> Iterator[tuple[str, ...]]:
        yield ("its", "owner", "'s")
        yield ("~", "'s", "owner", "'s")
        yield ("their", "owners", "'")
        yield ("their", "owner", "'s")


class AGraveyard(Agreeing):
    """The graveyard a spell would be put into, which is its owner's (CR 400.3)."""

    def forms(self, context: Context) -> Iterator[tuple[str, ...]]:
        owners = {what.owner for spec in context.targets for what in spec.what if isinstance(what, Filter)}
        if owners == {"opponent"}:
            yield ("their", "graveyard")
        if owners == {"you"}:
            yield ("your", "graveyard")
        yield ("a", "graveyard")
        yield ("its", "owner", "'s", "graveyard")


class FromHome(Slot):
    """ "from your hand", "from your graveyard": the zone in which this ability works (CR 113.6m)."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for zone in (Zone.HAND, Zone.GRAVEYARD):
            if context.home in (None, zone) and reader.has(at, ("from", "your", zone.value)):
                yield None, at + 3, replace(context, home=zone)

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        for zone in (Zone.HAND, Zone.GRAVEYARD):
            said = text.says(("from", "your", zone.value)) if context.home in (None, zone) else None
            if said is not None:
                yield said, replace(context, home=zone)


class Its(Agreeing):
    """ "its" or "their" mana cost(s)."""

    def forms(self, context: Context) -> Iterator[tuple[str, ...]]:
        yield ("its",)
        yield ("that", "card", "'s")


_ZONES = (Zone.HAND, Zone.GRAVEYARD, Zone.LIBRARY)


class TheirZones(Slot):
    """ "their hand and graveyard", "your graveyard": zones of the subject, as a tuple."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        their = "your" if context.subject == You() else "their"
        if reader.word(at) != their:
            return
        zones: tuple[Zone, ...] = ()
        at += 1
        while reader.word(at) in _ZONES:
            zones = (*zones, Zone(reader.word(at)))
            at += 1
            if len(set(zones)) == len(zones):
                yield zones, at, context
            if reader.word(at) != "and":
                return
            at += 2 if reader.word(at + 1) == their else 1

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        their = "your" if context.subject == You() else "their"
        for repeat in (False, True):
            words = [their]
            for index, zone in enumerate(value):
                if index:
                    words += ["and", their] if repeat else ["and"]
                words.append(str(zone))
            said = text.says(words)
            if said is not None:
                yield said, context


class TargetSpell(Slot):
    """What can be countered: "target spell", "target creature spell", "it", "that spell"."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for value, end, after in slot("target").read(reader, at, context):
            if _is_spell(after.targets[-1]):
                yield value, end, after
        for value, end, after in slot("it").read(reader, at, context):
            if any(mention.ref == value and "spell" in mention.nouns for mention in context.mentions):
                yield value, end, after

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        yield from slot("target").write(value, text, context)
        yield from slot("it").write(value, text, context)


def _is_spell(spec: TargetSpec) -> bool:
    return all(isinstance(what, Filter) and what.zone == Zone.STACK for what in spec.what)


class ManaOnly(Slot):
    """A cost of mana alone, as in "unless its controller pays {3}"."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for mana, end, after in slot("mana").read(reader, at, context):
            yield Cost(mana), end, after

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if isinstance(value, Cost) and value.mana is not None and not value.parts:
            yield from slot("mana").write(value.mana, text, context)


class PronounOnly(Slot):
    """ "that spell", "it": the spell that was cast a moment ago."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        if Mention(Those("spell"), frozenset({"spell"})) in context.mentions:
            for words in _SPELL_WORDS:
                if reader.has(at, words):
                    yield Those("spell"), at + len(words), context

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if value == Those("spell"):
            for words in _SPELL_WORDS:
                said = text.says(words)
                if said is not None:
                    yield said, context


_SPELL_WORDS = (("that", "spell"), ("a", "spell", "cast", "this", "way"), ("the", "spell"))


# ------------------------------------------------------------------------------------------- tokens

_TOKEN_TYPES = (CREATURE_TYPES | ARTIFACT_TYPES | ENCHANTMENT_TYPES | LAND_TYPES) - {"siege"}
# Predefined tokens (CR 111.10) whose abilities the engine knows by name are left to the rules that define them.


class TokenSlot(Slot):
    """ "2/2 green Wolf creature token[s] with flying": what a created token is (CR 111.3–111.4)."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        known = PREDEFINED.get(reader.word(at))
        if known is not None and reader.word(at + 1) == ("tokens" if context.many else "token"):
            yield known, at + 2, context
        supertypes: frozenset[str] = frozenset()
        while reader.word(at) in SUPERTYPES:
            supertypes |= {reader.word(at)}
            at += 1
        for (power, toughness), here, _ in slot("base-pt").read(reader, at, context):
            for colors, after_colors in _read_colors(reader, here):
                yield from self._read_types(
                    reader, after_colors, context, power, toughness, colors, supertypes
                )

    def _read_types(
        self,
        reader: Reader,
        at: int,
        context: Context,
        power: Amount,
        toughness: Amount,
        colors: frozenset[str],
        supertypes: frozenset[str],
    ) -> Iterator[Reading]:
        subtypes: list[str] = []
        while reader.word(at) in _TOKEN_TYPES:
            subtypes.append(reader.word(at))
            at += 1
        types: list[str] = []
        while reader.word(at) in TYPE_NOUNS:
            types.append(reader.word(at))
            at += 1
        if (
            "creature" not in types
            or not subtypes
            or reader.word(at) != ("tokens" if context.many else "token")
        ):
            return
        at += 1
        spec = TokenSpec(
            name=" ".join(subtypes),  # CR 111.4: its subtypes, since no name is given
            types=frozenset(types),
            subtypes=frozenset(subtypes),
            colors=colors,
            power=power,
            toughness=toughness,
            supertypes=supertypes,
        )
        yield spec, at, context
        if reader.word(at) == "with":
            for abilities, end, after in slot("granted").read(reader, at + 1, context):
                yield _with(spec, abilities), end, after

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if not isinstance(value, TokenSpec) or frozenset(value.name.split()) != value.subtypes:
            return
        if value == PREDEFINED.get(value.name):
            said = text.says((value.name, "tokens" if context.many else "token"))
            if said is not None:
                yield said, context
        begun = text.says(word for word in SUPERTYPES if word in value.supertypes)
        if begun is None or value.power is None:
            return
        for sized, _ in slot("base-pt").write((value.power, value.toughness), begun, context):
            for colored in _write_colors(value.colors, sized):
                for types in _orders(value.types):
                    words = [*value.name.split(), *types, "tokens" if context.many else "token"]
                    said = colored.says(words)
                    if said is None:
                        continue
                    if not value.abilities:
                        yield said, context
                        continue
                    joined = said.say("with")
                    if joined is not None:
                        yield from slot("granted").write(value.abilities, joined, context)


def _with(spec: TokenSpec, abilities: Any) -> TokenSpec:
    return TokenSpec(
        spec.name,
        spec.types,
        spec.subtypes,
        spec.colors,
        spec.power,
        spec.toughness,
        abilities,
        spec.supertypes,
    )


def _orders(types: frozenset[str]) -> list[list[str]]:
    end = ["creature"] if "creature" in types else []
    return [[*rest, *end] for rest in permutations(sorted(types - {"creature"}))]


def _read_colors(reader: Reader, at: int) -> Iterator[tuple[frozenset[str], int]]:
    word = reader.word(at)
    if word == "colorless":
        yield frozenset(), at + 1
    elif word in COLOR_LETTERS:
        first = COLOR_LETTERS[word]
        if reader.word(at + 1) == "and" and reader.word(at + 2) in COLOR_LETTERS:
            yield frozenset({first, COLOR_LETTERS[reader.word(at + 2)]}), at + 3
        elif reader.word(at + 1) == "," and reader.word(at + 2) in COLOR_LETTERS:
            second = COLOR_LETTERS[reader.word(at + 2)]
            if reader.has(at + 3, (",", "and")) and reader.word(at + 5) in COLOR_LETTERS:
                yield frozenset({first, second, COLOR_LETTERS[reader.word(at + 5)]}), at + 6
        else:
            yield frozenset({first}), at + 1


def _write_colors(colors: frozenset[str], text: Text) -> Iterator[Text]:
    names = [COLOR_NAMES[letter] for letter in sorted(colors, key="WUBRG".index)]
    options: list[list[str]] = []
    if not names:
        options = [["colorless"]]
    elif len(names) == 1:
        options = [names]
    elif len(names) == 2:
        options = [[names[0], "and", names[1]], [names[1], "and", names[0]]]
    elif len(names) == 3:
        orders = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
        options = [[names[a], ",", names[b], ",", "and", names[c]] for a, b, c in orders]
    for words in options:
        said = text.says(words)
        if said is not None:
            yield said


define("their", Their())
define("of-choice", OfChoice())
define("owners-hand", OwnersHand())
define("owners-library", OwnersLibrary())
define("its-owners", ItsOwners())
define("a-graveyard", AGraveyard())
define("its", Its())
define("from-home", FromHome())
define("their-zones", TheirZones())
define("target-spell", TargetSpell())
define("mana-only", ManaOnly())
define("spell-just-cast", PronounOnly())
define("token", TokenSlot())
define("main-phase", Phrases({None: ("main phase", "phase")}))
define("caster", Choice(Form(You, "you")))


class PowerAndToughness(Slot):
    """ "target creature's power and toughness", "its power and toughness"."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for value, end, after in slot("possessive").read(reader, at, context):
            if reader.has(end, ("power", "and", "toughness")):
                yield value, end + 3, after

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        for said, after in slot("possessive").write(value, text, context):
            done = said.says(("power", "and", "toughness"))
            if done is not None:
                yield done, after


class Kicked(Slot):
    """ "this spell was kicked", "it was kicked": of the object itself (CR 702.33d); `was`: or "wasn't"."""

    def __init__(self, was: str = "was") -> None:
        self._was = was

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for value, end, _ in self._this().read(reader, at, context):
            if value == This() and reader.has(end, (self._was, "kicked")):
                yield None, end + 2, mention_this(context)
        if reader.has(at, ("this", "spell", self._was, "kicked")) and not context.types & {
            "instant",
            "sorcery",
        }:
            yield None, at + 4, mention_this(context)

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        said = text.says(("this", "spell", self._was, "kicked"))
        if said is not None:
            yield said, mention_this(context)
        for done, _ in self._this().write(This(), text, context):
            finished = done.says((self._was, "kicked"))
            if finished is not None:
                yield finished, mention_this(context)

    def _this(self) -> Slot:
        return Union(slot("this"), slot("it"))


define("power-and-toughness", PowerAndToughness())
define("kicked", Kicked())
define("was-not-kicked", Kicked("wasn't"))
define("attachable", Union(slot("this"), slot("it")))
define("sacrificed", Union(slot("this"), slot("it")))


class AttachTo(Slot):
    """What something is attached to: "it" is not the Equipment itself."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        others = replace(context, mentions=tuple(m for m in context.mentions if m.ref != This()))
        for value, end, after in slot("one-object").read(reader, at, others):
            if value != This():
                yield value, end, replace(after, mentions=context.mentions)

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        others = replace(context, mentions=tuple(m for m in context.mentions if m.ref != This()))
        for said, after in slot("one-object").write(value, text, others):
            yield said, replace(after, mentions=context.mentions)


class ItsStat(Slot):
    """ "its power" right after "deals damage equal to": that of the source."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        if reader.word(at) == "its":
            yield from slot("stat").read(reader, at + 1, context)

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        said = text.say("its")
        if said is not None:
            yield from slot("stat").write(value, said, context)


define("attach-to", AttachTo())
define("its-stat", ItsStat())


class ACard(Slot):
    """ "a basic land card", "a card": what a library is searched for, or what is chosen from a hand."""

    def __init__(self, zone: Zone) -> None:
        self._one = slot(f"{zone.value}-one")

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        if reader.word(at) in ("a", "an"):
            yield from self._one.read(reader, at + 1, context)

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        for article in ("a", "an"):
            said = text.say(article)
            if said is not None:
                yield from self._one.write(value, said, context)


define("library-single", ACard(Zone.LIBRARY))
define("hand-single", ACard(Zone.HAND))
