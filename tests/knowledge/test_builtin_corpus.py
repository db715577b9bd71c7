"""The built-in corpus is word for word what the seeds are; no rules text is in it."""

from __future__ import annotations

import gzip
import hashlib
import re

import pytest

from knowledge import builtin_corpus
from knowledge.models import Rule, text_hash
from tests.knowledge.shared import shared_file

# SHA-256 over the texts in the order of the files, each ended by a NUL; a change of one character shows here
CARDS = "09e4d2ee684821ec4d6fac1e1e864f3df24cf66de6313e81e54727ed4eb9f3ee"
RULINGS = "76b372d2abbef8b4f30c39f970cbee200511ed17242e59b1defae2aaa5652aa4"
TRANSLATIONS = "b8d847532eabfb89fd01973fadca05509f3d089a6832d8dac4521838fe4a7e7b"
SEEDS = ("000_ed04226ddf4a4484.txt", "003_50ab35748dd2f0cf.txt", "004_5be68c55e5f11be5.txt")


def _hash(texts: list[str]) -> str:
    return hashlib.sha256("".join(f"{text}\0" for text in texts).encode()).hexdigest()


def _card_texts() -> list[str]:
    texts = []
    for card in builtin_corpus.cards():
        texts += [card.name, card.mana_cost, card.type_line, card.oracle_text]
        for language, printed in card.printed.items():
            texts += [language, printed.name, printed.text or ""]
    return texts


def _translations() -> list[str]:
    return [
        part
        for ruling in builtin_corpus.rulings()
        for translation in ruling.translations
        for part in (ruling.comment, translation.language, translation.text)
    ]


def test_cards__are_the_reviewed_texts() -> None:
    assert _hash(_card_texts()) == CARDS


def test_rulings__are_the_reviewed_texts() -> None:
    rulings = [f"{r.card}|{r.published_at}|{r.source}|{r.comment}" for r in builtin_corpus.rulings()]
    assert len(rulings) == 21
    assert _hash(rulings) == RULINGS


def test_chinese_rulings__stand_beside_their_english_originals() -> None:
    translations = _translations()
    assert len(translations) == 14 * 3
    assert _hash(translations) == TRANSLATIONS


def test_every_language_of_the_seeds__is_there() -> None:
    languages = {card.name: set(card.printed) for card in builtin_corpus.cards()}
    assert languages == {
        "Arcane Heist": {"de", "es", "fr", "ja", "zh"},
        "Step Between Worlds": {"de", "es", "fr", "it", "ja", "pt", "zh"},
    }


def test_corpus_against_the_seeds__is_the_same_in_every_character() -> None:
    seeds = "\n".join(shared_file(f"seeds/{name}").read_text(encoding="utf-8") for name in SEEDS)
    lines = set(seeds.split("\n")) | {line.strip() for line in seeds.split("\n")}
    for card in builtin_corpus.cards():
        assert card.name in lines
        assert card.oracle_text in seeds
        for printed in card.printed.values():
            assert f"{printed.name}\n\n{printed.text}\n" in seeds + "\n"
    for ruling in builtin_corpus.rulings():
        assert ruling.comment in lines
    for english, _, chinese in zip(*[iter(_translations())] * 3, strict=True):
        assert f"  {chinese}\n\n  {english}" in seeds


def test_seeds_against_the_corpus__leave_no_ruling_out() -> None:
    known = {ruling.comment for ruling in builtin_corpus.rulings()}
    english = set()
    for name, first in ((SEEDS[0], "Outlaws of Thunder Junction Commander"), (SEEDS[2], "Plot {4}{U}{U}\n")):
        text = shared_file(f"seeds/{name}").read_text(encoding="utf-8")
        paragraphs = text[text.rindex(first) :].split("\n\n")
        english |= {part.strip() for part in paragraphs if part.strip().endswith((".", ".”"))}
    cards = {card.oracle_text.split("\n")[0] for card in builtin_corpus.cards()}
    assert {text for text in english if not any(text.startswith(card) for card in cards)} == known


def test_rules__have_a_number_a_heading_and_one_line_of_ours() -> None:
    rules = builtin_corpus.rules()
    assert len({rule.number for rule in rules}) == len(rules) > 150
    for rule in rules:
        assert re.fullmatch(r"\d{3}\.\d+[a-z]?", rule.number)
        assert rule.title
        assert "\n" not in rule.summary
        assert 10 < len(rule.summary) < 260
        assert re.fullmatch("[0-9a-f]{16}", rule.text)


@pytest.fixture(scope="module")
def rules_text() -> dict[str, str]:
    name = f"data/mirror/cr/{builtin_corpus.RULES_WRITTEN_FOR.isoformat()}.txt.gz"
    text = gzip.decompress(shared_file(name).read_bytes()).decode("utf-8-sig")
    found = re.findall(r"^(\d{3}\.\d+[a-z]?)\.? (.+?)\s*$", text.replace("\r", "\n"), re.MULTILINE)
    return dict(found)


def test_every_rule__is_the_one_its_line_was_written_for(rules_text: dict[str, str]) -> None:
    for rule in builtin_corpus.rules():
        assert text_hash(rules_text[rule.number])[:16] == rule.text, rule.number


def test_lines_of_ours__are_not_the_rules_text(rules_text: dict[str, str]) -> None:
    for rule in builtin_corpus.rules():
        theirs = re.findall(r"\w+", rules_text[rule.number].casefold())
        runs = {tuple(theirs[place : place + 8]) for place in range(len(theirs) - 7)}
        ours = re.findall(r"\w+", rule.summary.casefold())
        assert not any(tuple(ours[place : place + 8]) in runs for place in range(len(ours) - 7)), rule.number


def test_line_of_a_rule_that_moved__follows_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "Every wombat has its day."
    line = builtin_corpus.BuiltinRule(
        number="900.1", title="Wombats", summary="About wombats.", text=text_hash(text)[:16]
    )
    monkeypatch.setattr(builtin_corpus, "rules", lambda: (line,))
    moved, changed = builtin_corpus.with_summaries(
        [Rule(number="901.2", text=text), Rule(number="900.1", text="Wombats have nights.")]
    )
    assert moved.summary == "About wombats."
    assert changed.summary is None


def test_terms__have_a_form_in_every_language() -> None:
    for term in builtin_corpus.terms():
        assert set(term) == {"en", "de", "es", "fr", "it", "ja", "pt", "zh"}, term["en"]
        assert all(form.strip() == form for forms in term.values() for form in forms)
