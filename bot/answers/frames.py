"""How a question is put: what it supposes, what it asks for, and whether it asks for it or for its denial.

A sentence encoder hardly tells "is the copy gone?" from "isn't the copy there?" and "if I cast it" from "if I don't".
A frame does: it is the second, lexical signal beside the encoder's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from pydantic import BaseModel, ConfigDict

from bot.answers.concepts import SCRIPTIO_CONTINUA, Concepts, Span, compile_pattern, load_concepts, normalise
from bot.answers.data_files import load_data
from bot.answers.models import LANGUAGES, Language
from bot.answers.numbers import NumberClaim, claimed_number, numbers_in
from bot.answers.scope import small_words

Form = Literal["yes_no", "how_many", "what", "choice"]

_SENTENCE = re.compile(r"[^.?!。？！;；]+(?:\.(?=\w)[^.?!。？！;；]*)*[.?!。？！;；]*")
_AUX = r"(?:can|could|do|does|did|is|are|am|will|would|may|might|must|should|shall|has|have|was|were)"
_SUBJECT = (
    r"(?:i|you|he|she|they|we|it|the|my|your|his|her|their|our|that|this|these|those|there|a|an|each|both|all|any|anyone|"
    r"someone|another|either|every|one|two|opponent\w*|players?|x|casting|arcane|cipher|plot\w*|double|only|everything|nothing)"
)
_WH = r"(?:what|why|who|whose|where|when|which|how)"
_INVERTED = re.compile(rf"\b{_AUX}(?: not)? {_SUBJECT}\b")
_INTERROGATIVE = re.compile(
    rf"(?:\b{_WH}\b(?: \w+){{0,4}}? {_AUX}\b|\b{_AUX}(?: not)? {_SUBJECT}\b|\b(?:how (?:many|much|often)|what(?: is| are)?)\b)"
)
_SHELL = re.compile(
    r"^(?:(?:so|and|but|ok|okay|well|hey|hi|hello|judge|please|wait|also|then|now|basically|quick question|question|just to be sure|to be clear)\b[, :]*)*"
    r"(?:(?:is|was)(?: not)? it(?: not)? (?:really )?(?:true|right|correct|the case|accurate|so) that|is(?: not)? it(?: not)? (?:true|right|correct) (?=(?:i|the|you|it|my)\b)|"
    r"(?:am i|are we)(?: not)? (?:right|correct)(?: in thinking| to think| to say| in assuming| in saying| to assume)?(?: that)?|"
    r"do(?:es)?(?: not)? (?:that|this|it|i) (?:mean|understand correctly|have it right|get it right)(?: that)?|would it be (?:correct|right|true) (?:to say )?that|"
    r"(?:can|could|would) (?:you|someone|anyone) (?:please )?(?:tell me|explain|confirm)(?: if| whether| that)?|"
    r"(?:i (?:think|assume|believe|suppose|guess|heard|read|am told|was told|take it)|my (?:opponent|friend|buddy) (?:says|claims|thinks|said|insists)|someone (?:says|said|told me))(?: that)?|"
    r"(?:i )?(?:wonder|was wondering|want to know|would like to know)(?: if| whether| that)?)?[, :]*"
)
_LEADING_FILLER = re.compile(
    r"^(?:(?:so|and|but|ok|okay|well|hey|hi|hello|judge|please|wait|also|then|now|basically|quick question|question|just to be sure|to be clear)\b[, :]+)+"
)
_REVERSED_TAG = re.compile(rf", {_AUX}(?: not)? (?:i|you|he|she|they|we|it|there)(?: not)?$")
_PLAIN_TAG = re.compile(
    r"(?:,? (?:is that|am i) (?:right|correct|true|so|legal|legit)|,? (?:right|correct|yes|true|ok|okay|huh|no|eh|legal|legit|or not|or no|or what|isn t it|agreed|fair))$"
)
_RHETORICAL = re.compile(rf"^{_AUX} not\b|^{_AUX} (?:\w+ ){{1,4}}?not\b")
_UNCLEAR_DENIAL = re.compile(
    rf"^{_AUX} (?!(?:i|you|he|she|they|we) )(?:\w+ ){{1,4}}?not (?:allowed|possible|legal|permitted)\b"
)
_OBLIGED = re.compile(
    r"\b(?:must|have to|has to|had to|need to|needs to|got to|(?:forced|required|obliged|obligated|compelled) to|is (?:\w+ ){0,3}mandatory)\b"
)
_LEFT_UNDONE = re.compile(
    r"\b(?:(?:choose|chose|opt|elect|decide|allowed|free|able|choice) (?:to )?not to|not to|and not|but not|declin\w+(?: to)?|refus\w+(?: to)?|"
    r"skip\w*|forgo\w*|is (?:\w+ ){0,3}optional|without paying (?:\w+ ){0,3}additional|without (?:cast|encod|shuffl|choos)ing (?=(?:it|the|them)\b)|say no|leave it)\b"
)
_EXCLUSIVE = re.compile(
    r"\b(?:only|solely|exclusively|other than|anything but|anything else|anywhere else|somewhere else|elsewhere|something else|except|rather than)\b"
)
_TAG_ONLY = re.compile(
    r"^(?:(?:is|was) (?:that|this|it) (?:right|correct|true|so|legal|legit|how it works)|(?:am i )?(?:right|correct|true|yes|no|legit|legal|ok|okay|or not|why|why not|how so|how|what rule(?: says so)?|which rule|thanks?|thank you)(?: then)?|does that work)$"
)


class Grammar(BaseModel):
    """One language's part of the data file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    conditions: tuple[str, ...]
    negations: tuple[str, ...]
    how_many: tuple[str, ...]
    what: tuple[str, ...]
    choice: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """One question, taken apart."""

    language: Language
    form: Form
    situation: frozenset[str]  # concepts of what it supposes
    query: frozenset[str]  # concepts of what it asks
    head: str | None  # the concept that is asked for
    optional: bool  # whether it is about leaving the thing undone ("may I decline to …", "must I …")
    exclusive: bool  # "only", "other than", "instead"
    denied: bool  # whether the asking part denies it ("so I can't …?"); "must I" denies that it may be left undone
    unsure: bool  # whether denying was not told apart safely
    number: NumberClaim | None  # "twice", "more than one": what the asking part claims
    text: str  # normalised
    query_text: str
    situation_words: frozenset[str]  # concepts, and stems of words that mean no concept
    query_words: frozenset[str]
    actor: Literal["asker", "other"] | None = None  # who does it, in the asking part
    situation_denials: int = 0  # denials in the situation that no concept accounts for
    before: tuple[frozenset[str], frozenset[str]] | None = None  # what comes before what, in the asking part

    @property
    def words(self) -> frozenset[str]:
        """Everything that the question says, as concepts and stems."""
        return self.situation_words | self.query_words

    @property
    def concepts(self) -> frozenset[str]:
        """All concepts of the question."""
        return self.situation | self.query


@cache
def load_grammar(language: Language) -> Grammar:
    """Read the language's part of the package's data file."""
    raw = load_data("grammar")
    assert set(raw) == set(LANGUAGES)
    return Grammar.model_validate(raw[language])


@cache
def _patterns(language: Language, what: str) -> tuple[re.Pattern[str], ...]:
    return tuple(compile_pattern(pattern, language) for pattern in getattr(load_grammar(language), what))


def _has(text: str, language: Language, what: str) -> bool:
    return any(pattern.search(text) for pattern in _patterns(language, what))


def frames(text: str, language: Language, concepts: Concepts | None = None) -> tuple[Frame, ...]:
    """One frame for each question that the text asks; what is told around them is their situation."""
    concepts = concepts or load_concepts()
    sentences = [
        part.strip() for part in _SENTENCE.findall(normalise(text, language)) if part.strip(" .?!。？！;；,")
    ]
    asked = [index for index, sentence in enumerate(sentences) if sentence[-1] in "?？"]
    if language == "en":
        asked, sentences = _fold_tags(asked, sentences)
    if not asked and sentences:
        asked = [len(sentences) - 1]
    told = [sentence for index, sentence in enumerate(sentences) if index not in asked]
    make = _english if language == "en" else _other
    return tuple(make(sentences[index].rstrip(" .?!。？！;；"), told, language, concepts) for index in asked)


def _fold_tags(asked: list[int], sentences: list[str]) -> tuple[list[int], list[str]]:
    """ "So X is 0. Right?" is one question: the tag makes the sentence before it one."""
    kept: list[int] = []
    drop: set[int] = set()
    for index in asked:
        if not _TAG_ONLY.match(sentences[index].rstrip(" .?!")):
            kept.append(index)
            continue
        drop.add(index)
        if index and index - 1 not in asked and index - 1 not in drop:
            kept.append(index - 1)
    order = [index for index in range(len(sentences)) if index not in drop]
    return [order.index(index) for index in sorted(set(kept))], [sentences[index] for index in order]


def _english(sentence: str, told: Iterable[str], language: Language, concepts: Concepts) -> Frame:
    sentence, tag = _strip_tags(sentence)
    supposed, query, declarative = _split_english(sentence)
    situation_text = " . ".join([*told, *supposed])
    return _frame(situation_text, query, language, concepts, declarative=declarative, reversed_tag=tag)


def _strip_tags(sentence: str) -> tuple[str, bool]:
    while True:
        shorter = _PLAIN_TAG.sub("", sentence).rstrip(" ,")
        if shorter == sentence:
            break
        sentence = shorter
    shorter = _REVERSED_TAG.sub("", sentence)
    return shorter, shorter != sentence


def _split_english(sentence: str) -> tuple[list[str], str, bool]:
    """What is supposed, what is asked, and whether it is asked in a statement's word order."""
    shell = _SHELL.match(sentence)
    if shell and shell.end():
        stripped = sentence[shell.end() :]
        told_as_statement = _LEADING_FILLER.sub("", sentence[: shell.end()] + " ").strip(" ,:") != ""
        sentence = stripped or sentence
    else:
        told_as_statement = False
    supposed: list[str] = []
    sentence, conditions = _cut_conditions(sentence)
    supposed += conditions
    sentence = sentence.strip(" ,")
    inner = _SHELL.match(sentence)
    if inner and inner.end() and sentence[inner.end() :].strip():
        filler_only = _LEADING_FILLER.sub("", sentence[: inner.end()] + " ").strip(" ,:") == ""
        told_as_statement = told_as_statement or not filler_only
        sentence = sentence[inner.end() :].strip(" ,")
        sentence, conditions = _cut_conditions(sentence)
        supposed += conditions
    start = None if told_as_statement else _INTERROGATIVE.search(sentence)
    if start is not None:
        before = sentence[: start.start()].strip(" ,")
        if before:
            supposed.append(before)
        return supposed, sentence[start.start() :], False
    return supposed, sentence, True


def _condition_end(text: str) -> int:
    """Where a condition at the beginning of `text` ends: at a comma, at "then", or where the question's own verb comes."""
    ends = [len(text)]
    # a comma before "and …" or "but …" goes on with the condition
    comma = re.search(r",(?! (?:and|but|or) (?!.*,))| then\b|;", text)
    if comma:
        ends.append(comma.start())
    for inverted in _INVERTED.finditer(text):
        if len(text[: inverted.start()].split()) >= 3:
            ends.append(inverted.start())
            break
    wh = re.search(rf" {_WH} (?:\w+ ){{0,3}}?{_AUX} ", text)
    if wh and len(text[: wh.start()].split()) >= 3:
        ends.append(wh.start())
    return min(ends)


_MARKER = re.compile(
    r"\b(?:even if|even though|given that|given|assuming that|assuming|suppose|supposing|as long as|in case|now that|"
    r"provided that|provided|as (?=(?:the|my) (?:trigger|ability|spell) resolv)|unless|because|whenever|if|(?<!only )(?<!just )(?<!even )once(?= (?:i|the|it|my|you|he|she|they|we|that|this|a|all)\b)|since|while|although|though|when|after|before)\b"
)


def _cut_conditions(sentence: str) -> tuple[str, list[str]]:
    """The sentence without its conditional clauses, and these. "When" or "after" opens one only at the beginning or before a subject and verb."""
    conditions: list[str] = []
    position = 0
    while True:
        marker = _MARKER.search(sentence, position)
        if marker is None:
            return sentence, conditions
        leading = sentence[: marker.start()].strip(" ,") in {"", "and", "so", "but"}
        word = marker[0]
        rest = sentence[marker.end() :]
        if word == "when" and leading and _INVERTED.match(rest.strip()):
            position = marker.end()  # "when can I …" asks
            continue
        if word in {"after", "before"} and not leading and not re.match(r" (?:i|we|you|they) \w", rest):
            position = marker.end()
            continue
        length = _condition_end(rest)
        conditions.append((word + rest[:length]).strip(" ,"))
        sentence = (
            sentence[: marker.start()].rstrip() + " " + re.sub(r"^\s*,?\s*(?:then\b)?", " ", rest[length:])
        ).strip()
        position = 0


def _frame(
    situation_text: str,
    query: str,
    language: Language,
    concepts: Concepts,
    *,
    declarative: bool,
    reversed_tag: bool = False,
) -> Frame:
    spans = concepts.spans(query, language, "query")
    names = frozenset(span.concept for span in spans)
    situation_spans = concepts.spans(situation_text, language, "situation")
    situation = frozenset(span.concept for span in situation_spans)
    consumed = [(span.start, span.end) for span in spans]
    optional = must = False
    if language == "en":
        undone = list(_LEFT_UNDONE.finditer(query))
        obliged = list(_OBLIGED.finditer(query))
        consumed += [match.span() for match in (*undone, *obliged)]
        must, optional = bool(obliged), bool(undone) or bool(obliged)
    denials = _denials(query, language, consumed)
    unsure = language != "en" and denials > 0
    if not declarative and language == "en":
        # "can't I …?", "do I not …?" and "does the copy not …?" ask for the thing itself
        denials = max(0, denials - len(_RHETORICAL.findall(query)))
        unsure = _UNCLEAR_DENIAL.search(query) is not None
    number = claimed_number(query, language)
    return Frame(
        language=language,
        form=_form(query, language, declarative),
        situation=situation,
        query=names,
        head=concepts.head(names),
        optional=optional,
        exclusive=language == "en" and number is None and _EXCLUSIVE.search(query) is not None,
        denied=((denials + must) % 2 == 1) and not reversed_tag,
        unsure=unsure,
        number=number,
        text=" . ".join(part for part in (situation_text, query) if part),
        query_text=query,
        situation_words=_as_words(situation)
        | _stems(situation_text, language, [(s.start, s.end) for s in situation_spans]),
        query_words=_as_words(names) | _stems(query, language, consumed),
        situation_denials=_denials(
            situation_text, language, [(span.start, span.end) for span in situation_spans]
        ),
        actor=_actor(query, language),
        before=_order(query, language, spans),
    )


def _as_words(names: Iterable[str]) -> frozenset[str]:
    """Concepts as they are compared: casting is casting, whoever may or did."""
    return frozenset("cast" if name in ("did_cast", "may_cast") else name for name in names)


def _actor(query: str, language: Language) -> Literal["asker", "other"] | None:
    """Who is asked about: the asker, or somebody else."""
    if language != "en":
        return None
    match = re.match(rf"(?:{_WH} )?(?:\w+ ){{0,3}}?{_AUX} (?:not )?(.*)", query)
    subject = match[1] if match else query
    if re.match(r"(?:i|we)\b", subject):
        return "asker"
    if re.match(
        r"(?:they|he|she|(?:my|an|the|another|each|every|any|some|all|both|that|this|his|her|one of my) (?:\w+ )?(?:opponents?|players?|controller|owner)|"
        r"opponents?|players?|somebody|someone|anyone|anybody|everyone|nobody|no one|people)\b",
        subject,
    ):
        return "other"
    return None


def _numerals(text: str, language: Language, consumed: Iterable[tuple[int, int]]) -> frozenset[str]:
    """Numbers that the situation names, as "#3"."""
    spans = tuple(consumed)
    return frozenset(
        f"#{value}"
        for value, start, end in numbers_in(text, language)
        if not any(left < end and start < right for left, right in spans)
    )


def _order(
    query: str, language: Language, spans: Sequence[Span]
) -> tuple[frozenset[str], frozenset[str]] | None:
    """What an English asking part puts first and what after it, around "before" or "after"."""
    marker = re.search(r"\b(before|after)\b", query) if language == "en" else None
    if marker is None:
        return None
    left = {span.concept for span in spans if span.end <= marker.start()}
    right = {span.concept for span in spans if span.start >= marker.end()}
    first = frozenset(left | _stems(query[: marker.start()], language, []))
    then = frozenset(right | _stems(query[marker.end() :], language, []))
    return (first, then) if marker[1] == "before" else (then, first)


def _stems(text: str, language: Language, consumed: Iterable[tuple[int, int]]) -> frozenset[str]:
    """Stems of the words outside the consumed spans; pairs of characters in Chinese and Japanese."""
    rest = list(text)
    for start, end in (*consumed, *_grammatical(text, language)):
        rest[start:end] = " " * (end - start)
    words = re.findall(r"[^\W_]+", "".join(rest))
    if language in SCRIPTIO_CONTINUA:
        return frozenset(f"={word[at : at + 2]}" for word in words for at in range(max(1, len(word) - 1)))
    if language != "en":
        return frozenset(f"={word}" for word in words if len(word) > 3)
    return frozenset(f"={_stem(word)}" for word in words if word not in small_words() and len(word) > 1)


def _grammatical(text: str, language: Language) -> Iterable[tuple[int, int]]:
    """Words that only put the question: denials, question words, numbers."""
    for what in ("negations", "how_many", "what", "conditions"):
        for pattern in _patterns(language, what):
            for match in pattern.finditer(text):
                yield match.span()
    for _, start, end in numbers_in(text, language):
        yield start, end


def stems_of(name: str) -> frozenset[str]:
    """The words of a card's name as they would stand in an English frame."""
    return frozenset(f"={_stem(word)}" for word in re.findall(r"[^\W_]+", normalise(name, "en")))


def _stem(word: str) -> str:
    for ending, put in (("ies", "y"), ("ing", ""), ("ied", "y"), ("ed", ""), ("es", ""), ("s", "")):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return (word[: -len(ending)] + put).rstrip("e")
    return word.rstrip("e") if len(word) > 3 else word


def _denials(query: str, language: Language, consumed: list[tuple[int, int]]) -> int:
    """How many words deny in the asking part, besides those that are part of a concept's own words."""
    found = {
        match.start()
        for pattern in _patterns(language, "negations")
        for match in pattern.finditer(query)
        if not any(start <= match.start() and match.end() <= end for start, end in consumed)
    }
    return len(found)


def _form(query: str, language: Language, declarative: bool) -> Form:
    if _has(query, language, "how_many"):
        return "how_many"
    if language == "en":
        # who or what does something is asked in a statement's word order
        if re.match(rf"(?:and |so |but |then )?(?:{_WH if not declarative else 'who|which'})\b", query):
            return "what"
        if re.search(
            rf"\bor\b(?= (?:{_AUX}|not\b|it|the|i|gone|lost|only|just|once|twice|one|two|stay|cease|both|does|do|is)\b)",
            query,
        ):
            return "choice"
        return "yes_no"
    if _has(query, language, "choice"):
        return "choice"
    return "what" if _has(query, language, "what") else "yes_no"


def _other(sentence: str, told: Iterable[str], language: Language, concepts: Concepts) -> Frame:
    """A question in another language: clauses at commas; those with a condition's word, and what goes on with them
    without a subject of its own, are the situation."""
    clauses = [clause.strip() for clause in re.split(r"[,，、:：]", sentence) if clause.strip()]
    supposed: list[str] = []
    asked: list[str] = []
    in_condition = False
    for index, clause in enumerate(clauses):
        last = index == len(clauses) - 1
        if in_condition and _GOES_ON.match(clause):
            supposed.append(clause)
        elif _opens_condition(clause, language):
            before, after = _split_condition(clause, language)
            whole = not before or (not last and language not in SCRIPTIO_CONTINUA)
            supposed.append(clause if whole else after)
            if not whole:
                asked.append(before)
            in_condition = True
        else:
            asked.append(clause)
            in_condition = False
    if not asked and supposed:
        asked.append(supposed.pop())
    # what stands before a condition that comes first only introduces it ("Arkaner Raub: …")
    query = " ".join(asked[-1:]) if language in SCRIPTIO_CONTINUA else " ".join(asked)
    supposed += asked[:-1] if language in SCRIPTIO_CONTINUA else []
    return _frame(" . ".join([*told, *supposed]), query, language, concepts, declarative=False)


_GOES_ON = re.compile(r"(?:ohne|sin|sans|senza|sem)\b")


def _opens_condition(clause: str, language: Language) -> bool:
    return _has(clause, language, "conditions")


def _split_condition(clause: str, language: Language) -> tuple[str, str]:
    """The asking and the supposing part of the last clause."""
    matches = [m for p in _patterns(language, "conditions") if (m := p.search(clause))]
    if language in SCRIPTIO_CONTINUA:
        marker = max(matches, key=lambda m: m.end())
        if clause[: marker.start()].strip():  # Japanese and 的话/时: the condition stands before its word
            return clause[marker.end() :], clause[: marker.end()]
        return clause[marker.end() :], ""
    marker = min(matches, key=lambda m: m.start())
    if marker.start() == 0:  # "wenn ich …": the whole clause is the condition
        return "", clause
    return clause[: marker.start()].strip(), clause[marker.start() :]
