"""A paragraph of a card as the abilities it is (CR 112.2–113.3): keywords, or one spell, activated, triggered or static ability."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from rules_engine.model.abilities import (
    Ability,
    ActivatedAbility,
    AdditionalCost,
    AddMana,
    AlternativeCost,
    CastOnly,
    CastThisFrom,
    Cost,
    CostChange,
    DiscardCost,
    Effect,
    Enters,
    ExileCost,
    Keyword,
    PayLife,
    Rule,
    SacrificeObject,
    SetPT,
    SpellAbility,
    StaticAbility,
    StaticChange,
    TriggeredAbility,
)
from rules_engine.model.terms import (
    CardTypes,
    Condition,
    Count,
    Devotion,
    Did,
    Exists,
    Fixed,
    HasOpponents,
    IsTurn,
    LifeCompare,
    LifeOf,
    Matches,
    Scaled,
    StatOf,
    This,
    ThisTurn,
    Those,
    Timing,
)
from rules_engine.model.zones import Zone
from rules_engine.oracle.conditions import SUSPENDED
from rules_engine.oracle.grammar import (
    Context,
    Printing,
    Reader,
    Reading,
    Slot,
    Text,
    define,
    slot,
)
from rules_engine.oracle.sentences import end_sentence, full_stop

Abilities = tuple[Ability, ...]
_SPELL_TYPES = frozenset({"instant", "sorcery"})


class KeywordLine(Slot):
    """ "Flying, vigilance": a paragraph of keywords only."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for value, end, after in slot("keyword-line").read(reader, at, context):
            yield value, end, after
            # "Ward—Pay 2 life." ends like a sentence
            if reader.word(end) == "." and "—" in reader.words[at:end]:
                yield value, end + 1, after

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if not value or not all(isinstance(ability, Keyword) for ability in value):
            return
        for said, after in slot("keyword-line").write(value, text, context):
            if "—" in said.words():
                stop = said.say(".")
                if stop is not None:
                    yield stop, after
            yield said, after


class Limit(Slot):
    """ "Activate only as a sorcery.", "Activate only during your upkeep.": restrictions of an ability (CR 602.5)."""

    _FIXED = (
        (Timing(sorcery=True), ("activate", "only", "as", "a", "sorcery", ".")),
        (Timing(once_each_turn=True), ("activate", "only", "once", "each", "turn", ".")),
        (Timing(once_each_turn=True), ("activate", "this", "ability", "only", "once", "each", "turn", ".")),
        (
            Timing(sorcery=True, once_each_turn=True),
            ("activate", "only", "as", "a", "sorcery", "and", "only", "once", "each", "turn", "."),
        ),
    )

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        yield (None, None), at, context
        for timing, words in self._FIXED:
            if reader.has(at, words):
                yield (timing, None), at + len(words), context
        if reader.has(at, ("activate", "only", "during")):
            for timing, end, after in slot("timing").read(reader, at + 3, context):
                if reader.word(end) == ".":
                    yield (timing, None), end + 1, after
        if reader.has(at, ("activate", "only", "if")):
            for condition, end, after in slot("condition").read(reader, at + 3, context):
                if reader.word(end) == ".":
                    yield (None, condition), end + 1, after

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        timing, condition = value
        if timing is None and condition is None:
            yield text, context
        for known, words in self._FIXED:
            said = text.says(words) if timing == known and condition is None else None
            if said is not None:
                yield said, context
        said = text.says(("activate", "only", "during")) if timing is not None and condition is None else None
        if said is not None:
            yield from _stopped(slot("timing").write(timing, said, context))
        said = text.says(("activate", "only", "if")) if condition is not None and timing is None else None
        if said is not None:
            yield from _stopped(slot("condition").write(condition, said, context))


def _stopped(printings: Iterator[Printing]) -> Iterator[Printing]:
    for said, after in printings:
        stop = said.say(".")
        if stop is not None:
            yield stop, after


_LIMIT = Limit()


_BY_ANYONE = ("any", "player", "may", "activate", "this", "ability", ".")


def _fits_anyone(ability: ActivatedAbility) -> bool:
    """Whether a player who does not control the object pays and does everything that it says alone (CR 602.2)."""
    own = ability.zone is Zone.BATTLEFIELD and isinstance(ability.effect, Effect)
    if not own or not all(isinstance(part, PayLife) for part in ability.cost.parts):
        return False
    assert isinstance(ability.effect, Effect)
    return not any(isinstance(i, AddMana | SacrificeObject) for i in ability.effect.instructions)


class Activated(Slot):
    """ "[Cost]: [Effect.] [Activate only …]" (CR 602.1)."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        sign = reader.word(at)
        if "planeswalker" in context.types and reader.word(at + 1) == ":" and sign.lstrip("+-").isdigit():
            for effect, done, after in slot("whole-effect").read(reader, at + 2, context):
                yield ActivatedAbility(Cost(), effect, loyalty=int(sign)), done, after
        for cost, end, paid in slot("cost").read(reader, at, context):
            if reader.word(end) != ":":
                continue
            start = _after_cost(paid, cost)
            for effect, done, after in slot("whole-effect").read(reader, end + 1, start):
                zone = after.home or Zone.BATTLEFIELD
                for (timing, condition), limited, last in _LIMIT.read(reader, done, after):
                    made = ActivatedAbility(cost, effect, timing, zone, condition=condition)
                    yield made, limited, last
                    if reader.has(limited, _BY_ANYONE) and _fits_anyone(made):
                        yield replace(made, anyone=True), limited + len(_BY_ANYONE), last

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if not isinstance(value, ActivatedAbility):
            return
        if value.loyalty is not None:
            yield from self._write_loyalty(value, text, context)
            return
        for said, paid in slot("cost").write(value.cost, text, context):
            colon = said.say(":")
            if colon is None:
                continue
            for done, after in slot("whole-effect").write(value.effect, colon, _after_cost(paid, value.cost)):
                if (after.home or Zone.BATTLEFIELD) != value.zone:
                    continue
                for limited, last in _LIMIT.write((value.timing, value.condition), done, after):
                    ended = limited.says(_BY_ANYONE) if value.anyone else limited
                    if ended is not None:
                        yield ended, last

    def _write_loyalty(self, value: ActivatedAbility, text: Text, context: Context) -> Iterator[Printing]:
        said = text.says(_loyalty_words(value.loyalty or 0))
        if said is not None and value == ActivatedAbility(Cost(), value.effect, loyalty=value.loyalty):
            yield from slot("whole-effect").write(value.effect, said, context)


def _loyalty_words(loyalty: int) -> tuple[str, str]:
    return (f"{loyalty:+d}" if loyalty else "0", ":")


def _after_cost(context: Context, cost: Cost) -> Context:
    """What the cost settles for the effect: where the ability works, and what "the exiled card" is."""
    exiling = [part for part in cost.parts if isinstance(part, ExileCost) and not isinstance(part.what, This)]
    one = len(exiling) == 1 and exiling[0].count == Fixed(1)
    return replace(context, home=_zone_of(cost), exiled=Those("paid") if one else context.exiled)


def _zone_of(cost: Cost) -> Zone | None:
    """The zone an ability works in by its cost: "discard this card" from hand, "exile this card from your graveyard" (CR 113.6j)."""
    for part in cost.parts:
        if isinstance(part, DiscardCost) and isinstance(part.what, This):
            return Zone.HAND
        if isinstance(part, ExileCost) and isinstance(part.what, This) and part.zone != Zone.BATTLEFIELD:
            return part.zone
    return None


class Triggered(Slot):
    """ "When/Whenever/At [trigger], if [condition], [effect]" (CR 603.1, 603.4)."""

    _WORDS = (("When", "when"), ("Whenever", "whenever"), ("At", "at"))
    _ONCE = ("this", "ability", "triggers", "only", "once", "each", "turn", ".")

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for word, said in self._WORDS:
            if reader.word(at) != said:
                continue
            for trigger, end, after in slot("trigger").read(reader, at + 1, context):
                if reader.word(end) == ",":
                    yield from self._read_effect(reader, end + 1, after, (word, trigger, None))
                    if reader.word(end + 1) == "if":
                        for condition, here, known in slot("condition").read(reader, end + 2, after):
                            if reader.word(here) == ",":
                                yield from self._read_effect(
                                    reader, here + 1, known, (word, trigger, condition)
                                )

    def _read_effect(
        self, reader: Reader, at: int, context: Context, head: tuple[Any, Any, Any]
    ) -> Iterator[Reading]:
        word, trigger, condition = head
        if condition is None and reader.word(at) == "if":
            return
        for effect, end, after in slot("whole-effect").read(reader, at, context):
            zone = _home_of(condition, after)
            made = TriggeredAbility(trigger, effect, condition, word=word, zone=zone)
            yield made, end, after
            if reader.has(end, self._ONCE):
                yield replace(made, once_each_turn=True), end + len(self._ONCE), after

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if not isinstance(value, TriggeredAbility) or value.optional:
            return
        said = text.say(value.word.lower())
        if said is None:
            return
        for triggered, after in slot("trigger").write(value.trigger, said, context):
            comma = triggered.say(",")
            if comma is None:
                continue
            if value.condition is None:
                yield from self._write_effect(value, comma, after)
                continue
            opened = comma.say("if")
            if opened is not None:
                for stated, known in slot("condition").write(value.condition, opened, after):
                    second = stated.say(",")
                    if second is not None:
                        yield from self._write_effect(value, second, known)

    def _write_effect(self, value: TriggeredAbility, text: Text, context: Context) -> Iterator[Printing]:
        for said, after in slot("whole-effect").write(value.effect, text, context):
            done = said.says(self._ONCE) if value.once_each_turn else said
            if done is not None and _home_of(value.condition, after) == value.zone:
                yield done, after


def _home_of(condition: Condition | None, context: Context) -> Zone:
    """Where it works: an ability that asks whether this card is suspended works in exile (CR 113.6b)."""
    return Zone.EXILE if condition == SUSPENDED else context.home or Zone.BATTLEFIELD


class Static(Slot):
    """A statement that is simply true, perhaps "as long as" a condition holds (CR 604)."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        if reader.has(at, _YOUR_TURN):
            for effect, end, after in slot("static").read(reader, at + len(_YOUR_TURN), context):
                stop = full_stop(reader, end)
                if stop is not None and _link_fits(_OPENINGS[0], effect):
                    yield _static(effect, IsTurn("you"), context), stop, after
        for words in _OPENINGS:
            if reader.has(at, words):
                for condition, here, known in slot("condition").read(reader, at + len(words), context):
                    if reader.word(here) == ",":
                        yield from self._read_after(reader, here + 1, known, (words, condition))
        for effect, end, after in slot("static").read(reader, at, context):
            if after.targets:
                continue
            stop = full_stop(reader, end)
            if stop is not None:
                yield _static(effect, None, context), stop, after
            yield from self._read_link(reader, end, after, effect)

    def _read_after(
        self, reader: Reader, at: int, context: Context, opening: tuple[tuple[str, ...], Condition]
    ) -> Iterator[Reading]:
        words, condition = opening
        for effect, end, after in slot("static").read(reader, at, context):
            stop = full_stop(reader, end)
            if stop is not None and _link_fits(words, effect):
                yield _static(effect, condition, context), stop, after

    def _read_link(self, reader: Reader, at: int, context: Context, effect: Any) -> Iterator[Reading]:
        for words, negated in _LINKS:
            if not reader.has(at, words) or not _link_fits(words, effect):
                continue
            for condition, here, known in slot("condition").read(reader, at + len(words), context):
                stated = negate(condition) if negated else condition
                stop = full_stop(reader, here)
                if stop is not None and stated is not None:
                    yield _static(effect, stated, context), stop, known

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if not isinstance(value, StaticAbility) or value != _static(value.effect, value.condition, context):
            return
        for said, after in slot("static").write(value.effect, text, context):
            if value.condition is None:
                stop = end_sentence(said)
                if stop is not None:
                    yield stop, after
            else:
                yield from self._write_link(value, said, after)
        if value.condition is not None:
            yield from self._write_opening(value, text, context)

    def _write_link(self, value: StaticAbility, text: Text, context: Context) -> Iterator[Printing]:
        for words, negated in _LINKS:
            condition = negate(value.condition) if negated else value.condition
            opened = text.says(words) if condition is not None and _link_fits(words, value.effect) else None
            if opened is not None:
                for done, known in slot("condition").write(condition, opened, context):
                    stop = end_sentence(done)
                    if stop is not None:
                        yield stop, known

    def _write_opening(self, value: StaticAbility, text: Text, context: Context) -> Iterator[Printing]:
        during = text.says(_YOUR_TURN) if value.condition == IsTurn("you") else None
        if during is not None and _link_fits(_OPENINGS[0], value.effect):
            for said, after in slot("static").write(value.effect, during, context):
                stop = end_sentence(said)
                if stop is not None:
                    yield stop, after
        for words in _OPENINGS:
            opened = text.says(words) if _link_fits(words, value.effect) else None
            if opened is None:
                continue
            for stated, known in slot("condition").write(value.condition, opened, context):
                comma = stated.say(",")
                if comma is None:
                    continue
                for said, after in slot("static").write(value.effect, comma, known):
                    stop = end_sentence(said)
                    if stop is not None:
                        yield stop, after


# A condition after a static ability; "if" and "unless" only where the ability is about one moment.
_YOUR_TURN = ("during", "your", "turn", ",")
_OPENINGS = (("as", "long", "as"), ("if",))
_LINKS = ((("as", "long", "as"), False), (("if",), False), (("unless",), True))


def _link_fits(words: tuple[str, ...], effect: Any) -> bool:
    moment = isinstance(effect, Enters | CostChange | AlternativeCost)
    if words == ("as", "long", "as"):
        return not moment
    rules = isinstance(effect, StaticChange) and all(isinstance(m, Rule) for m in effect.modifications)
    return moment or (words == ("unless",) and rules)


def negate(condition: Condition | None) -> Condition | None:
    """The opposite condition, where it can be said."""
    if isinstance(condition, Exists | Matches | ThisTurn | Did | LifeCompare | HasOpponents):
        return replace(condition, negated=not condition.negated)
    if isinstance(condition, IsTurn):
        return IsTurn("opponent" if condition.whose == "you" else "you")
    return None


def _static(effect: Any, condition: Any, context: Context) -> StaticAbility:
    zone = Zone.BATTLEFIELD
    if isinstance(effect, CastThisFrom):
        zone = effect.zones[0]
    elif isinstance(effect, CastOnly | AdditionalCost | AlternativeCost) or (
        isinstance(effect, CostChange) and isinstance(effect.what, This)
    ):
        zone = Zone.STACK
    elif (
        isinstance(effect, StaticChange)
        and (context.types & _SPELL_TYPES or Rule("can't be countered") in effect.modifications)
        and isinstance(effect.what, This)
    ):
        zone = Zone.STACK  # CR 113.6: an instant's or sorcery's static ability works while it is a spell
    return StaticAbility(effect, condition, zone, cda=_defines(effect) and condition is None)


def _defines(effect: Any) -> bool:
    """Whether it defines this object's own power or toughness (CR 604.3a)."""
    if not isinstance(effect, StaticChange) or effect.what != This():
        return False
    only = effect.modifications[0] if len(effect.modifications) == 1 else None
    return isinstance(only, SetPT) and any(
        isinstance(amount, CardTypes | Count | Devotion | StatOf | LifeOf | Scaled)
        for amount in (only.power, only.toughness)
    )


class SpellText(Slot):
    """What an instant or sorcery does as it resolves; goes on from earlier paragraphs (CR 113.3a)."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        if context.types & _SPELL_TYPES:
            for effect, end, after in slot("whole-effect").read(reader, at, context):
                yield SpellAbility(effect), end, after

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if isinstance(value, SpellAbility):
            yield from slot("whole-effect").write(value.effect, text, context)


_ABILITY_SLOTS: tuple[Slot, ...] = (Activated(), Triggered(), Static(), SpellText())
_KEYWORD_LINE = KeywordLine()


def read_paragraph(reader: Reader, context: Context) -> list[tuple[Abilities, Context]]:
    """All readings of a paragraph that use up every token, each with the context after it."""
    found: list[tuple[Abilities, Context]] = []
    alone = replace(context, targets=(), mentions=())
    for value, end, after in _KEYWORD_LINE.read(reader, 0, alone):
        if end == reader.size:
            found.append((value, after))
    for part in _ABILITY_SLOTS:
        # only a spell's own instructions go on from one paragraph to the next
        for value, end, after in part.read(reader, 0, context if isinstance(part, SpellText) else alone):
            if end == reader.size:
                found.append(((value,), after))
    return found


def write_paragraph(abilities: Abilities, text: Text, context: Context) -> Iterator[Text]:
    """Every way to print a paragraph of these abilities."""
    if all(isinstance(ability, Keyword) for ability in abilities):
        for said, _ in _KEYWORD_LINE.write(abilities, text, context):
            yield said
    elif len(abilities) == 1:
        for part in _ABILITY_SLOTS:
            for said, _ in part.write(abilities[0], text, context):
                yield said


class Quoted(Slot):
    """What is granted: keywords, or an ability in quotation marks ("gains “{T}: Draw a card.”")."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        yield from slot("keywords").read(reader, at, context)
        if reader.word(at) == '"':
            inner = _granted(context)
            for part in _ABILITY_SLOTS[:3]:
                for value, end, _ in part.read(reader, at + 1, inner):
                    if reader.word(end) == '"':
                        yield (value,), end + 1, context

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if all(isinstance(ability, Keyword) for ability in value):
            yield from slot("keywords").write(value, text, context)
        elif len(value) == 1:
            opened = text.say('"')
            if opened is not None:
                inner = _granted(context)
                for part in _ABILITY_SLOTS[:3]:
                    for said, _ in part.write(value[0], opened, inner):
                        closed = said.say('"')
                        if closed is not None:
                            yield closed, context


def _granted(context: Context) -> Context:
    """The context of an ability that another object gets: "this creature" is that object, whatever it is (CR 201.5b)."""
    types = frozenset({"creature", "land", "artifact", "enchantment"})
    return Context(types=types, granted=True)


define("granted", Quoted())
