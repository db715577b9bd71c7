"""Oracle text → card (CR 201–207): compiled wholly, or refused with the span that was not understood."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import pairwise
from typing import Any

from rules_engine.card_text import FACES, CardText
from rules_engine.model.abilities import (
    Ability,
    ActivatedAbility,
    AdditionalCost,
    AlternativeCost,
    Cost,
    Effect,
    Keyword,
    May,
    Printed,
    SetPT,
    SpellAbility,
    StaticAbility,
    StaticChange,
    WhereX,
)
from rules_engine.model.characteristics import CARD_TYPES, SUPERTYPES, CardDefinition, Characteristics
from rules_engine.model.mana import ManaCost
from rules_engine.model.subtypes import SUBTYPES
from rules_engine.model.terms import ExiledWith, X
from rules_engine.oracle.abilities import Abilities, read_paragraph
from rules_engine.oracle.executable import missing
from rules_engine.oracle.grammar import Context, Reader, TooManyReadings
from rules_engine.oracle.printer import in_words, print_words
from rules_engine.oracle.sentences import has_x
from rules_engine.oracle.tokens import PARAGRAPH, Token, tokenize
from rules_engine.process.faces import combined, double_faced, with_adventure
from rules_engine.process.permissions import WAYS_BY_KEYWORD


@dataclass(frozen=True, slots=True)
class CompiledCard:
    """A card all of whose text is understood: its definition, and which paragraph became which ability."""

    definition: CardDefinition
    printed: tuple[Printed, ...]
    parts: tuple[CompiledCard, ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a card is not compiled: the reason, and the span (offsets into `text`) that was not understood."""

    card: str
    reason: str
    start: int
    end: int
    text: str

    def __str__(self) -> str:
        line_start = self.text.rfind("\n", 0, self.start) + 1
        line_end = self.text.find("\n", self.start)
        line = self.text[line_start : line_end if line_end >= 0 else len(self.text)]
        width = max(1, min(self.end, line_start + len(line)) - self.start)
        carets = " " * (self.start - line_start) + "^" * width
        return f"{self.card}: {self.reason}\n{line}\n{carets}"


class _Refused(Exception):
    def __init__(self, reason: str, start: int = 0, end: int = 0) -> None:
        super().__init__(reason)
        self.reason, self.start, self.end = reason, start, end


def _types_spoken_of(chars: Characteristics, tokens: tuple[Token, ...]) -> frozenset[str]:
    """What the object may call itself; a card with bestow is an Aura at times (CR 702.103b)."""
    types = chars.types | chars.subtypes
    return types | {"aura"} if any(token.text == "bestow" for token in tokens) else types


_SPELLS = frozenset({"instant", "sorcery"})


def compile_card(text: CardText) -> CompiledCard | Refusal:
    """The card, if every token is read in exactly one way, prints back the same, and can be carried out; else why not."""
    return compile_parts(text)[0]


def read_card(text: CardText) -> CompiledCard | Refusal:
    """The card, if its text is understood, whether or not the engine can carry it out."""
    return compile_parts(text, supports=reads_anything)[0]


def reads_anything(ability: Ability) -> str | None:
    """A table of executors that has everything: for reading without asking what the engine can do."""
    return None


def compile_parts(
    text: CardText, supports: Callable[[Ability], str | None] | None = None
) -> tuple[CompiledCard | Refusal, tuple[Refusal, ...]]:
    """The card or its first refusal, and every reason that stands in the way, one for each paragraph.

    supports: says what is missing to carry out an ability; None: the engine's own table.
    """
    supports = supports or missing
    if FACES in text.type_line:
        return _compile_faces(text, supports)
    if text.layout == "meld" and not text.mana_cost:
        # CR 712.4b: no card has these characteristics by itself.
        refusal = Refusal(text.name, "melded permanents are not supported", 0, 0, text.type_line)
        return refusal, (refusal,)
    try:
        characteristics = _type_line(text)
    except _Refused as refused:
        refusal = Refusal(text.name, refused.reason, 0, 0, text.type_line)
        return refusal, (refusal,)
    legendary = "legendary" in characteristics.supertypes
    tokens = tokenize(text.oracle_text, text.name, legendary=legendary)
    types = _types_spoken_of(characteristics, tokens)
    printed: list[Printed] = []
    reasons: list[Refusal] = []
    context = Context(types=types)
    paragraphs = _paragraphs(tokens, spell=bool(types & _SPELLS))
    exiling = [p for p in paragraphs if any(token.text in ("exile", "exiles") for token in p)]
    for paragraph in paragraphs:
        # CR 607.2a: "the exiled card" is the one that the only other ability which exiles has exiled.
        linked = len(exiling) == 1 and paragraph is not exiling[0] and not types & _SPELLS
        context = replace(context, exiled=ExiledWith() if linked else None)
        try:
            abilities, after = _read(paragraph, context)
            context = (
                replace(context, targets=after.targets, mentions=after.mentions)
                if _spell(abilities)
                else context
            )
            _add(printed, abilities, paragraph, types, tokens)
            _supported(abilities, paragraph, supports)
        except _Refused as refused:
            reasons.append(Refusal(text.name, refused.reason, refused.start, refused.end, text.oracle_text))
        except (RecursionError, TooManyReadings) as error:
            start, end = paragraph[0].start, paragraph[-1].end
            deep = isinstance(error, RecursionError)
            reason = "too deeply nested" if deep else "too many readings are possible"
            reasons.append(Refusal(text.name, reason, start, end, text.oracle_text))
    all_abilities = tuple(item.ability for item in printed)
    try:
        if not reasons:
            _defined(text, all_abilities)
            _x_defined(characteristics, printed)
    except _Refused as refused:
        reasons.append(Refusal(text.name, refused.reason, refused.start, refused.end, text.oracle_text))
    if reasons:
        return reasons[0], tuple(reasons)
    if any(isinstance(ability, Keyword) and ability.name == "devoid" for ability in all_abilities):
        # CR 702.114a: a characteristic-defining ability that works everywhere.
        characteristics = replace(characteristics, colors=frozenset())
    definition = CardDefinition(replace(characteristics, abilities=all_abilities), text.oracle_text)
    return CompiledCard(definition, tuple(printed)), ()


_BETWEEN = "\n//\n"
_LAYOUTS = {"transform": "transforming", "modal_dfc": "modal"}


def _compile_faces(
    text: CardText, supports: Callable[[Ability], str | None]
) -> tuple[CompiledCard | Refusal, tuple[Refusal, ...]]:
    """A split, adventurer or double-faced card (CR 709, 715, 712); other cards with two faces are refused."""
    faces = _faces(text)
    frame = _frame_of(text.layout, [face.type_line for face in faces])
    if not frame:
        return _refuse_faces(text, "cards with two faces of this kind are not supported")
    found: list[CompiledCard] = []
    reasons: list[Refusal] = []
    start = 0
    for face in faces:
        part, refused = compile_parts(face, supports)
        reasons += [_in_whole(refusal, text, start) for refusal in refused]
        start += len(face.oracle_text) + len(_BETWEEN)
        if isinstance(part, CompiledCard):
            found.append(part)
    if reasons:
        return reasons[0], tuple(reasons)
    first, second = (part.definition.characteristics for part in found)
    if frame == "split" and not all(_fits_a_half(a) for a in (*first.abilities, *second.abilities)):
        return _refuse_faces(text, "this ability on a half of a split card is not supported")
    if frame == "modal" and any(_says_how_it_is_cast(a) for a in (*first.abilities, *second.abilities)):
        return _refuse_faces(text, "this ability on a face of a modal double-faced card is not supported")
    chars = _joined(frame, first, second)
    printed = found[0].printed + found[1].printed
    return CompiledCard(CardDefinition(chars, text.oracle_text), printed, tuple(found)), ()


def _refuse_faces(text: CardText, reason: str) -> tuple[Refusal, tuple[Refusal, ...]]:
    refusal = Refusal(text.name, reason, 0, 0, text.type_line)
    return refusal, (refusal,)


def _in_whole(refusal: Refusal, text: CardText, start: int) -> Refusal:
    """A face's refusal with its place in the whole card's text."""
    return Refusal(
        text.name,
        refusal.reason,
        refusal.start + start,
        refusal.end + start,
        text.oracle_text or refusal.text,
    )


def _faces(text: CardText) -> list[CardText]:
    """Each face as a card of its own; none when the card's parts do not say of each what it is."""
    names, types = text.name.split(FACES), text.type_line.split(FACES)
    texts = text.oracle_text.split(_BETWEEN)
    costs, colors = _both(text.mana_cost), _both(text.colors)
    sizes = [_both(size) for size in (text.power, text.toughness, text.loyalty)]
    if not len(names) == len(types) == len(texts) == 2 or FACES in costs[1]:
        return []
    return [
        CardText(
            names[index],
            costs[index],
            types[index],
            texts[index],
            power=sizes[0][index] or None,
            toughness=sizes[1][index] or None,
            loyalty=sizes[2][index] or None,
            colors=colors[index],
        )
        for index in range(2)
    ]


def _both(printed: str | None) -> list[str]:
    """What stands on the first and on the second face; what is given once is the first one's."""
    first, _, second = (printed or "").partition(FACES.strip())
    return [first.strip(), second.strip()]


def _joined(frame: str, first: Characteristics, second: Characteristics) -> Characteristics:
    if frame == "split":
        return combined(first, second)
    if frame == "adventure":
        return with_adventure(first, second)
    return double_faced(first, second, modal=frame == "modal")


def _frame_of(layout: str, types: list[str]) -> str:
    if len(types) != 2:
        return ""
    if layout in _LAYOUTS:
        return _LAYOUTS[layout]
    if types[1].endswith("— Adventure"):
        return "adventure"
    return "split" if all(kind in ("Instant", "Sorcery") for kind in types) else ""


def _fits_a_half(ability: Ability) -> bool:
    """Whether it is all the same that keywords which say how to cast a card are read off the whole card."""
    return isinstance(ability, SpellAbility) or (
        isinstance(ability, Keyword) and ability.name in ("fuse", "aftermath")
    )


_FROM_ELSEWHERE = frozenset(
    {"disguise", "foretell", "madness", "megamorph", "miracle", "morph", "plot", "rebound", "suspend"}
)


def _says_how_it_is_cast(ability: Ability) -> bool:
    """Whether the rules do not say to which of the faces the ability would apply (CR 712.11c)."""
    return isinstance(ability, Keyword) and (
        ability.name in WAYS_BY_KEYWORD or ability.name in _FROM_ELSEWHERE
    )


def print_card(card: CompiledCard, *, usual: bool = False) -> str:
    """The card's text from its abilities; among wordings that mean the same the card's own, or the usual one."""
    if card.parts:
        return _BETWEEN.join(print_card(part, usual=usual) for part in card.parts)
    chars = card.definition.characteristics
    tokens = tokenize(card.definition.text, chars.name, legendary="legendary" in chars.supertypes)
    types = _types_spoken_of(chars, tokens)
    lines = []
    for (start, end), group in _groups(card.printed):
        like = [token.text for token in tokens if start <= token.start and token.end <= end]
        words = print_words(group, types, None if usual else like)
        if words is None:
            raise ValueError(f"no wording for {group!r}")
        lines.append(in_words(words, chars.name, types))
    return "\n".join(lines)


def _groups(printed: tuple[Printed, ...]) -> list[tuple[tuple[int, int], Abilities]]:
    groups: dict[tuple[int, int], Abilities] = {}
    for item in printed:
        span = (item.start, item.end)
        groups[span] = (*groups.get(span, ()), item.ability)
    return list(groups.items())


def _goes_back(tokens: list[Token]) -> bool:
    """Whether a spell's paragraph says what is done instead of what the one before says ("… instead if …")."""
    return any((one.text, two.text) == ("instead", "if") for one, two in pairwise(tokens))


def _paragraphs(tokens: tuple[Token, ...], *, spell: bool) -> list[tuple[Token, ...]]:
    """Paragraphs; bulleted modes stay with the line that introduces them."""
    paragraphs: list[list[Token]] = [[]]
    for token in tokens:
        if token.text == PARAGRAPH:
            paragraphs.append([])
        else:
            paragraphs[-1].append(token)
    joined: list[tuple[Token, ...]] = []
    for tokens_of in paragraphs:
        if not tokens_of:
            continue
        if (tokens_of[0].text == "•" or (spell and _goes_back(tokens_of))) and joined:
            cut = tokens_of[0].start
            joined[-1] = (*joined[-1], Token(PARAGRAPH, "\n", cut, cut), *tokens_of)
        else:
            joined.append(tuple(tokens_of))
    return joined


def _read(paragraph: tuple[Token, ...], context: Context) -> tuple[Abilities, Context]:
    reader = Reader(paragraph)
    readings: dict[Abilities, Context] = {}
    for abilities, after in read_paragraph(reader, context):
        readings.setdefault(abilities, after)
    if len(readings) == 1:
        return next(iter(readings.items()))
    if readings:
        raise _Refused(f"{len(readings)} readings are possible", paragraph[0].start, paragraph[-1].end)
    start = min(reader.farthest, len(paragraph) - 1)
    raise _Refused("not understood", paragraph[start].start, _sentence_end(paragraph, start))


def _sentence_end(paragraph: tuple[Token, ...], start: int) -> int:
    for token in paragraph[start:]:
        if token.text in (".", PARAGRAPH):
            return max(token.start, paragraph[start].end)
    return paragraph[-1].end


def _spell(abilities: Abilities) -> bool:
    return len(abilities) == 1 and isinstance(abilities[0], SpellAbility)


def _add(
    printed: list[Printed],
    abilities: Abilities,
    paragraph: tuple[Token, ...],
    types: frozenset[str],
    tokens: tuple[Token, ...],
) -> None:
    """Append a paragraph's abilities, joining the paragraphs of one spell, and check that they print back."""
    start, end = paragraph[0].start, paragraph[-1].end
    if _spell(abilities) and any(isinstance(item.ability, SpellAbility) for item in printed):
        start, abilities = _join_spell(printed, abilities, start, end)
    like = [token.text for token in tokens if start <= token.start and token.end <= end]
    if print_words(abilities, types, like) != like:
        raise _Refused("the reading does not print back to the same text", start, end)
    printed.extend(Printed(ability, start, end) for ability in abilities)


def _join_spell(printed: list[Printed], abilities: Abilities, start: int, end: int) -> tuple[int, Abilities]:
    last = printed[-1]
    first, second = last.ability, abilities[0]
    if not isinstance(first, SpellAbility) or not isinstance(second, SpellAbility):
        raise _Refused("the spell's instructions stand in several places", start, end)
    if not isinstance(first.effect, Effect) or not isinstance(second.effect, Effect):
        raise _Refused("modes beside other instructions", start, end)
    printed.pop()
    joined = Effect(first.effect.instructions + second.effect.instructions, second.effect.targets)
    return last.start, (SpellAbility(joined),)


def _x_defined(chars: Characteristics, printed: list[Printed]) -> None:
    """Refuse X that nothing announces (CR 107.3): no cost that is paid, and no "where X is"."""
    if chars.mana_cost is not None and chars.mana_cost.has_x:
        return
    costs = [item.ability for item in printed if isinstance(item.ability, Keyword | StaticAbility)]
    announced = any(has_x(cost, bound=(WhereX,)) for cost in costs if _is_cost(cost))
    for item in printed:
        ability = item.ability
        if isinstance(ability, Keyword) or _is_cost(ability):
            continue
        if isinstance(ability, ActivatedAbility) and (has_x(ability.cost) or ability.loyalty is not None):
            continue
        if isinstance(ability, SpellAbility) and announced:
            continue
        if _free_x(ability):
            raise _Refused("nothing says what X is", item.start, item.end)


def _is_cost(ability: Ability) -> bool:
    return isinstance(ability, Keyword) or (
        isinstance(ability, StaticAbility) and isinstance(ability.effect, AdditionalCost | AlternativeCost)
    )


def _free_x(node: Any) -> bool:
    """Whether X stands in the node where nothing in the node binds it."""
    if isinstance(node, X):
        return True
    if isinstance(node, WhereX) or (isinstance(node, May) and node.cost is not None and has_x(node.cost)):
        return False
    if isinstance(node, tuple):
        return any(_free_x(part) for part in node)
    if is_dataclass(node) and not isinstance(node, Cost | Keyword):
        return any(_free_x(getattr(node, f.name)) for f in fields(node))
    return False


def _supported(
    abilities: Abilities, paragraph: tuple[Token, ...], supports: Callable[[Ability], str | None]
) -> None:
    for ability in abilities:
        lacking = supports(ability)
        if lacking:
            raise _Refused(lacking, paragraph[0].start, paragraph[-1].end)


# ------------------------------------------------------------------------------- the rest of the card


def _type_line(text: CardText) -> Characteristics:
    left, _, right = text.type_line.replace(" - ", " — ").partition("—")
    words = left.lower().split()
    unknown = [word for word in words if word not in SUPERTYPES | CARD_TYPES]
    if unknown or not words:
        raise _Refused(f"the type {unknown[0] if unknown else ''!r} is not supported")
    if "battle" in words:
        raise _Refused("battles are not supported")
    subtypes = _subtypes(right.lower().replace("’", "'"))
    try:
        cost = ManaCost.parse(text.mana_cost) if text.mana_cost else None
    except ValueError as error:
        raise _Refused(str(error)) from error
    return Characteristics(
        name=text.name,
        mana_cost=cost,
        # CR 204, 202.2e
        colors=cost.colors if cost else frozenset(text.colors),
        supertypes=frozenset(words) & SUPERTYPES,
        types=frozenset(words) & CARD_TYPES,
        subtypes=subtypes,
        power=_number(text.power, "power"),
        toughness=_number(text.toughness, "toughness"),
        loyalty=_number(text.loyalty, "loyalty"),
    )


_IN_SUBTYPES = str.maketrans("", "", "-'_")


def _subtypes(text: str) -> frozenset[str]:
    words = text.replace("time lord", "time_lord").split()
    for word in words:
        # new sets bring new subtypes: what stands on the card's own type line is taken at its word
        if word not in SUBTYPES and not word.translate(_IN_SUBTYPES).isalpha():
            raise _Refused(f"the subtype {word!r} is not known")
    return frozenset(word.replace("_", " ") for word in words)


def _number(text: str | None, what: str) -> int | None:
    if text is None or text == "":
        return None
    if text in ("*", "1+*", "*+1"):
        return 0  # CR 107.2, 604.3: the characteristic-defining ability says what it is
    if not text.lstrip("-+").isdigit():
        raise _Refused(f"{what} {text!r} is not supported")
    return int(text)


def _defined(text: CardText, abilities: tuple[Ability, ...]) -> None:
    """Refuse a card whose "*" no ability defines."""
    sizes = [
        modification
        for ability in abilities
        if isinstance(ability, StaticAbility) and ability.cda and isinstance(ability.effect, StaticChange)
        for modification in ability.effect.modifications
        if isinstance(modification, SetPT)
    ]
    power = any(size.power is not None for size in sizes)
    toughness = any(size.toughness is not None for size in sizes)
    if ("*" in (text.power or "") and not power) or ("*" in (text.toughness or "") and not toughness):
        raise _Refused("no ability says what * is", 0, len(text.oracle_text))
