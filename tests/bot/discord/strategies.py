"""Any `Answer` there could be, hostile texts included."""

from __future__ import annotations

from hypothesis import strategies as st

from bot.answers.models import (
    LANGUAGES,
    Ambiguous,
    Answer,
    CardUsed,
    Confirmation,
    DataUsed,
    RanWith,
    RuleCited,
    RulingCited,
    Step,
    Translation,
    Unsupported,
    Verdict,
    Word,
)
from bot.views.told import teller

from .values import TIMINGS

HOSTILE = [
    "**bold** _it_ `code` ||spoiler|| ~~gone~~",
    "@everyone <@123> <@&4> <#5> </ask:1>",
    "[press](https://evil.example) https://discord.gg/abcdef",
    "\u202eright to left\u202c \u200bhidden\u2066",
    "# heading\n> quote\n- list\n1. one\n-# small",
    "\\\\*\\ trailing \\",
    "e" + "\u0301" * 50,
    "\ud83d lone \udc00 halves",
    "🧙‍♀️ {W}{U} 👩‍👩‍👧‍👦 一二三",
    "```\nblock",
    "\x00\x07\x1b[31m",
    "<t:1:R> :smile: <:x:1>",
]
texts = st.one_of(st.text(max_size=120), st.sampled_from(HOSTILE), st.just(""))
lines = st.one_of(texts, st.builds(lambda text, n: (text + " ") * n, texts, st.integers(1, 20)))
long_texts = st.one_of(lines, st.builds(lambda text, n: (text + " ") * n, texts, st.integers(1, 60)))
dates = st.dates().map(lambda day: day.isoformat())
scores = st.floats(0, 1)
languages = st.sampled_from(LANGUAGES)
numbers = st.from_regex(r"[1-9][0-9]{2}(\.[1-9][0-9]{0,2}[a-z]?)?", fullmatch=True)
keys = st.from_regex(r"[0-9a-f]{16}", fullmatch=True)

rulings = st.builds(
    RulingCited,
    card=lines,
    comment=long_texts,
    published_at=dates,
    source=st.sampled_from(["wotc", "scryfall", "elsewhere"]),
    score=scores,
    key=keys,
    translation=st.none()
    | st.builds(Translation, language=languages, text=long_texts, official=st.booleans(), source=texts),
)
rules = st.builds(
    RuleCited, number=numbers, text=st.none() | long_texts, summary=st.none() | lines, score=scores
)
words = st.builds(
    Word,
    kind=st.sampled_from(
        ["card", "copy", "ability", "token", "player", "zone", "number", "option", "counter", "way"]
    )
    | texts,
    name=lines | st.sampled_from(["hand", "2", "yes", "charge", "free", "{name}", "[{object}]"]),
    role=st.sampled_from(
        [
            "player",
            "object",
            "source",
            "recipient",
            "amount",
            "origin",
            "to",
            "detail",
            "targets",
            "chosen",
            "options",
        ]
    )
    | texts,
)
steps = st.lists(
    st.builds(
        Step,
        text=lines,
        rules=st.lists(numbers, max_size=9).map(tuple),
        key=st.sampled_from(list(teller("de").texts["steps"])) | texts,
        words=st.lists(words, max_size=30).map(tuple),
        place=st.sampled_from(["", "draw", "end of combat"]) | texts,
        times=st.integers(1, 10**9),
    ),
    max_size=60,
).map(tuple)
confirmations = st.builds(
    Confirmation,
    status=st.sampled_from(
        ["confirmed", "contradicted", "inconclusive", "not_supported", "not_covered", "undecided"]
    ),
    scenario=st.none() | st.text(min_size=1, max_size=120),
    claim=st.none() | texts,
    ran_with=st.lists(st.builds(RanWith, name=lines, stand_in=st.booleans()), max_size=6).map(tuple),
    unsupported=st.lists(st.builds(Unsupported, card=lines, text=lines, reason=texts), max_size=4).map(tuple),
    steps=steps,
    status_text=lines,
)
oracle_ids = st.uuids().map(str)
cards = st.builds(CardUsed, name=lines, oracle_id=oracle_ids, matched=texts, how=st.just("exact"))
names = st.text(min_size=1, max_size=150).filter(str.strip)
verdicts = st.builds(
    Verdict, label=st.sampled_from(["yes", "no", "number", "phrase"]), value=st.none() | texts, text=lines
)
answers = st.builds(
    Answer,
    question=st.text(max_size=1000) | lines.map(lambda text: text[:1000]),
    language=languages,
    cards=st.lists(cards, max_size=10).map(tuple),
    ambiguous=st.lists(
        st.builds(Ambiguous, matched=lines, candidates=st.lists(names, min_size=1, max_size=30).map(tuple)),
        max_size=2,
    ).map(tuple),
    verdict=st.none() | verdicts,
    confidence=st.sampled_from(["confirmed", "supported", "uncertain", "unknown"]),
    headline=lines,
    explanation=long_texts,
    rulings=st.lists(rulings, max_size=10).map(tuple),
    rules=st.lists(rules, max_size=10).map(tuple),
    related_only=st.booleans(),
    notes=st.lists(lines, max_size=8).map(tuple),
    confirmation=st.none() | confirmations,
    out_of_scope=st.sampled_from([None, "policy"]),
    data=st.builds(
        DataUsed,
        retrieval=st.sampled_from(["hybrid", "lexical"]),
        cards_as_of=st.none() | dates,
        rulings_as_of=st.none() | dates,
        rules_effective=st.none() | dates,
    ),
    timings_ms=st.just(TIMINGS),
)
