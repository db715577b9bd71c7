"""How players type: their shorthand is spelt out, and what they tell set apart from what they ask.

"opp bolts my guy, do my death triggers still go off? thx" is read as a judge would read it aloud. Only words that change nothing
are left out, and only a clause that surely asks is set apart.
"""

from __future__ import annotations

import re
from typing import Final

from bot.answers.concepts import normalise
from bot.answers.models import Language

_AUX: Final = r"(?:can|could|do|does|did|is|are|am|will|would|may|must|should|has|have|was|were)"
_SPELT: Final = tuple(
    (re.compile(pattern), put)
    for pattern, put in (
        (r"(?<![\w/])w/o(?![\w/])", "without"),
        (r"(?<![\w/])w/ ?(?=\w)", "with "),
        (r"(?<=[a-z]) ?[&+] ?(?=[a-z])", " and "),
        (
            r"\bmy opp(?:'?s|o)?\b(?= (?:turn|upkeep|creature|spell|end|board|graveyard|permanent)s?\b)",
            "my opponent's",
        ),
        (r"\b(?:opp's|opps)\b(?! (?:can|have|do|are|all|each|get)\b)", "opponent's"),
        (r"\b(?:opps|oppos)\b", "opponents"),
        (r"\boppo?\b", "opponent"),
        (r"\bur\b", "your"),
        (r"\bu\b", "you"),
        (r"\bwhat'?s\b", "what is"),
        (r"\bwhos\b", "who is"),
        (r"\bthats\b", "that is"),
        (r"\btheres\b", "there is"),
        (r"\bim\b", "i am"),
        (r"\bive\b", "i have"),
        (r"\btheyre\b", "they are"),
        (r"\byoure\b", "you are"),
        (r"\bwouldnt\b", "would not"),
        (r"\bshouldnt\b", "should not"),
        (r"\bfs\b", "first strike"),
        (r"\bds\b", "double strike"),
        (r"\bdt\b", "deathtouch"),
        (r"\bdmg\b", "damage"),
        (r"\bpw(s?)\b", r"planeswalker\1"),
        (r"\bprio\b", "priority"),
        (r"\beot\b", "end of turn"),
        (r"\bbf\b", "battlefield"),
        (r"\b(?:smth|sth)\b", "something"),
        (r"\bcuz\b", "because"),
        (r"\bwhen(?:ever)? (?:i|you) cast (?:(?:this|it|a spell) )?(?=trigger|abilit)", "cast "),
        (r"\bintervening[ -]if\b", "interveningif"),
        (
            r"\b(?:is it (?:legal|allowed|possible|ok|okay|fine|permitted)|am i (?:allowed|able|permitted)) (?:for me )?to\b",
            "can i",
        ),
        (r"\bam i (?:forced|required|obligated|obliged) to\b", "do i have to"),
        (r"\bhasty creature\b", "creature with haste"),
        (r"\b(spells?) (?:that|which|who) can(?:no|')?t be countered\b", r"uncounterable \1"),
        (r"\b(spells?) (?:that|which) can not be countered\b", r"uncounterable \1"),
        (r"\bdudes?\b|\bguys?\b", "creature"),
    )
)
_BEFORE: Final = re.compile(
    r"^(?:(?:(?:quick|rules?|noob|dumb|stupid|silly|another|a|one|newbie|simple|random) )*(?:q|question|check|sanity check)(?: (?:about|on|for) (?:this|the stack|rules|judges?|you))?(?: but| here)?|"
    r"(?:hi|hey|hello|yo)(?: (?:all|there|everyone|everybody|folks|guys|judges?))?|just (?:checking|to clarify|to confirm|making sure|wondering)|for clarity|to clarify|judges?|"
    r"uh+|um+|hmm+|so|ok|okay|well|wait|also|please|pls|plz|sorry|thanks|lol)(?![\w/])[\s,:;.!\-–]*"
)
_BEHIND: Final = re.compile(
    r"[\s,.\-–]+(?:or (?:nah|no|not|what|am i (?:wrong|dumb|crazy|missing something))|thx|thanks|ty|tia|lol|pls|plz|please|tho|though|then|or something|asking for a friend|thank you)(?: in advance)?(?=[?.!]*$)"
)
_TURN: Final = re.compile(
    rf",\s+(?:(?:so|then|and|but|now) )?(?=(?:{_AUX}|what|why|whose|how|who|(?:which|where|when)(?: \w+){{0,3}}? {_AUX})\b(?: [^\s,?]+){{2,}})"
)
_ASKS: Final = re.compile(
    r"(?:^|[, ])(?:can|could|do|does|did|will|would|should|may|must)(?: not)? (?:i|you|he|she|they|we|it|the|my|your|that|this|a|an|any|each|opponents?)\b"
)
_OPENS: Final = re.compile(r"^(?:if|when|whenever|after|once|because|since)\b")
_BARE: Final = re.compile(
    r" (?=(?:do|does|will|would|can|could|did) (?!not |damage\b|nothing\b|anything\b|something\b|it\b|that\b|this\b|so\b)\w+ \w)"
)
_SUBJECT_BEFORE: Final = re.compile(
    r"\b(?:i|you|he|she|they|we|it|that|who|which|this|opponent|player|players|creature|creatures)$"
)
_PART: Final = re.compile(r"(?<=[.?!;])\s+")


def written_out(text: str, language: Language) -> str:
    """The text in whole words, without greetings and thanks; what it asks is a sentence of its own."""
    if language != "en":
        return text
    text = _trimmed(normalise_quotes(text))
    for pattern, put in _SPELT:
        text = pattern.sub(put, text)
    parts = [part for part in _PART.split(text) if part]
    return " ".join(_set_apart(part) for part in parts)


def normalise_quotes(text: str) -> str:
    """Lower case, one kind of apostrophe; the rest is left to `normalise`."""
    return " ".join(text.casefold().replace("’", "'").replace("ʼ", "'").split())


def _trimmed(text: str) -> str:
    while (shorter := _BEFORE.sub("", text, count=1)) != text and shorter.strip(" ?.!"):
        text = shorter
    while (shorter := _BEHIND.sub("", text)) != text:
        text = shorter
    return text


def _set_apart(part: str) -> str:
    turns = list(_TURN.finditer(part))
    if turns:
        told, asked = part[: turns[-1].start()], part[turns[-1].end() :]
        plain = normalise(told, "en")
        if len(told.split()) > 1 and not _ASKS.search(plain) and not re.match(_AUX + r"\b", plain):
            return f"{told}. {asked}"
        return part
    if _OPENS.match(part) and "," not in part and not _ASKS.search(part):
        for bare in _BARE.finditer(part):
            if not _SUBJECT_BEFORE.search(part[: bare.start()]) and len(part[: bare.start()].split()) > 2:
                return f"{part[: bare.start()]}, {part[bare.end() :]}"
    return part
