"""The longest official texts there are: they fit, and not a word of them is lost."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

from bot.answers.models import RuleCited, RulingCited
from bot.views.answer import render_answer
from bot.views.pages import render_quotations
from bot.views.quotes import fill_pages, rule_quotation, ruling_quotation
from bot.views.text import clean, unescape
from bot.views.texts import all_texts, texts
from knowledge import Rule

from .fake.limits import message_problems
from .test_rendering import payload_of
from .values import an_answer

SHARED = Path(os.environ.get("JUDGECALL_SHARED") or Path(__file__).resolve().parents[4] / "shared")
MIRROR = SHARED / "data" / "mirror"
needs_mirror = pytest.mark.skipif(
    not MIRROR.is_dir(), reason="the mirror of the official data is not beside the repository"
)


@pytest.fixture(scope="module")
def longest_rulings() -> list[str]:
    with gzip.open(MIRROR / "rulings.json.gz", "rt", encoding="utf-8") as file:
        rows: list[dict[str, Any]] = json.load(file)
    return sorted({row["comment"] for row in rows}, key=len)[-25:]


def _cited(comment: str) -> RulingCited:
    return RulingCited(
        card="A Card", comment=comment, published_at="2024-01-01", source="wotc", score=1, key="0" * 16
    )


@needs_mirror
async def test_longest_rulings__fit_into_answers_and_pages_in_every_language(
    longest_rulings: list[str],
) -> None:
    for say in all_texts():
        for at in range(0, len(longest_rulings), 3):
            cited = tuple(_cited(comment) for comment in longest_rulings[at : at + 3])
            screen = render_answer(
                an_answer(language=say.language, rulings=cited), asker="Ada", asker_id=1, private=False
            )
            assert not message_problems(await payload_of(screen))
            quotations = [ruling_quotation(one, say) for one in cited]
            for page in range(len(fill_pages(quotations))):
                screen = render_quotations("t", quotations, page, say, lambda n: f"jc1:rulings:{n}")
                assert not message_problems(await payload_of(screen))


@needs_mirror
def test_longest_rulings__are_shown_whole_over_their_pages(longest_rulings: list[str]) -> None:
    for comment in longest_rulings:
        pages = fill_pages([ruling_quotation(_cited(comment), texts("en"))])
        shown = "".join(line[2:] for page in pages for line in page.split("\n") if line.startswith("> "))
        assert "".join(clean(comment).split()) == "".join(unescape(shown).split())


@needs_mirror
async def test_longest_rules__fit_with_their_examples() -> None:
    newest = max((MIRROR / "cr").glob("*.txt.gz"))
    text = gzip.decompress(newest.read_bytes()).decode("utf-8-sig", "replace")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    longest = sorted(text.split("\n\n"), key=len)[-25:]
    say = texts("en")
    for part in longest:
        cited = RuleCited(number="702.1a", text=part, summary=None, score=1)
        screen = render_answer(an_answer(rules=(cited,)), asker="Ada", asker_id=1, private=False)
        assert not message_problems(await payload_of(screen))
        rule = Rule(number="702.1a", text=part, examples=(part, part))
        for page in range(len(fill_pages([rule_quotation(rule, say)]))):
            screen = render_quotations(
                "t", [rule_quotation(rule, say)], page, say, lambda n: f"jc1:rules:{n}"
            )
            assert not message_problems(await payload_of(screen))
