"""The rules text: its encodings, its parts, its page."""

from __future__ import annotations

import datetime as dt
import gzip
from pathlib import Path

import pytest

from knowledge.errors import ContentError, SourceError
from knowledge.sources.comprehensive_rules import RulesText, decode, parse_rules, rule_references, rules_link
from tests.knowledge.samples import rules_text
from tests.knowledge.shared import shared_file

PAGE = "https://rules.example/en/rules"


@pytest.fixture(scope="module")
def parsed() -> RulesText:
    return parse_rules(rules_text())


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    ("encoding", "mark"),
    [
        ("utf-8", b""),
        ("utf-8", b"\xef\xbb\xbf"),
        ("cp1252", b""),
        ("utf-16-le", b"\xff\xfe"),
        ("utf-16-be", b"\xfe\xff"),
        ("utf-16-be", b""),
        ("mac-roman", b""),
    ],
)
def test_encoding_of_any_year__reads_the_same(encoding: str, mark: bytes, line_end: str) -> None:
    text = rules_text()
    data = mark + text.replace("\n", line_end).encode(encoding)
    assert decode(data)[0] == text


def test_line_ends_mixed__read_the_same() -> None:
    lines = rules_text().split("\n")
    mixed = "".join(line + ("\r\n" if place % 7 == 0 else "\r") for place, line in enumerate(lines[:-1]))
    assert decode(mixed.encode())[0] == rules_text()


@pytest.mark.parametrize("data", [b"<html>moved</html>", b"", b"\xff\xfe\x00", rules_text().encode("utf-7")])
def test_no_rules_text__is_refused_with_the_encodings_tried(data: bytes) -> None:
    with pytest.raises(SourceError, match="utf-8"):
        decode(data)


def test_accents_broken_on_the_way__are_refused() -> None:
    broken = rules_text().encode("utf-8").decode("cp1252", "replace").encode("utf-8")
    with pytest.raises(SourceError, match="misspelled"):
        decode(broken)


def test_date__is_the_one_the_text_says(parsed: RulesText) -> None:
    assert parsed.effective == dt.date(2025, 3, 4)


@pytest.mark.parametrize("date", ["Smarch 4, 2025", "February 30, 2025", "2025-03-04"])
def test_no_real_date__is_refused(date: str) -> None:
    with pytest.raises(ContentError, match="effective"):
        parse_rules(rules_text(date))


def test_parts__are_all_read_once(parsed: RulesText) -> None:
    assert [section.number for section in parsed.sections] == ["1", "7"]
    assert [(heading.number, heading.title) for heading in parsed.headings] == [
        ("100", "General"),
        ("101", "Golden Things"),
        ("702", "Keyword Abilities"),
    ]
    numbers = "100.1 100.1a 100.2 101.1 702.1 702.5 702.5a 702.5b 702.6 702.6a"
    assert [rule.number for rule in parsed.rules] == numbers.split()
    assert all(rule.effective == parsed.effective for rule in parsed.rules)


def test_examples_and_lines_that_go_on__belong_to_the_rule_before(parsed: RulesText) -> None:
    rules = {rule.number: rule for rule in parsed.rules}
    assert rules["100.1a"].examples == ("A door laid on two barrels is a table.", "A shelf is none.")
    assert rules["100.2"].text == "Everyone brings a box of cards.\nA box that is empty counts as a box."


def test_title__is_the_keyword_or_the_heading(parsed: RulesText) -> None:
    titles = {rule.number: rule.title for rule in parsed.rules}
    assert titles["702.5b"] == "Glimmer"
    assert titles["702.6"] == "Ponder Twice"
    assert titles["702.1"] == "Keyword Abilities"
    assert titles["101.1"] == "Golden Things"


def test_glossary__has_terms_texts_references_and_obsolete_words(parsed: RulesText) -> None:
    entries = {entry.term: entry for entry in parsed.glossary}
    assert list(entries) == ["Glimmer", "Table", "Old Word"]
    assert entries["Glimmer"].see == ("702.5",)
    assert entries["Table"].text.startswith("1. What people sit at.\n2. ")
    assert entries["Old Word"].obsolete
    assert not entries["Table"].obsolete


@pytest.mark.parametrize(
    ("line", "number", "text"),
    [
        ("100.1b. A dot too many.", "100.1b", "A dot too many."),
        ("100.3 A dot too few.", "100.3", "A dot too few."),
        ("100.3.No space at all.", "100.3", "No space at all."),
    ],
)
def test_misprints_of_single_editions__are_read(line: str, number: str, text: str) -> None:
    body = rules_text().replace("101. Golden Things\n\n101.1", f"{line}\n\n101. Golden Things\n\n101.1")
    assert (number, text) in [(rule.number, rule.text) for rule in parse_rules(body).rules]


def test_number_stands_twice__names_it() -> None:
    with pytest.raises(ContentError, match=r"100\.1a"):
        parse_rules(rules_text().replace("100.2. Everyone", "100.1a Everyone"))


@pytest.mark.parametrize("cut", ["\nGlossary\n\nGlimmer", "\n1. Game Concepts\n\n100. General\n\n100.1"])
def test_cut_off__is_refused(cut: str) -> None:
    text = rules_text()
    with pytest.raises(ContentError, match="laid out"):
        parse_rules(
            text[: text.index("1. Game Concepts\n100.")] if "General" in cut else text[: text.rindex(cut)]
        )


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("See rule 704.5e.", ("704.5e",)),
        ("See rules 601.2a–601.2c, and rule 117.", ("601.2a", "601.2c", "117")),
        ("See rules 100.1, 100.2, and 103.5b.", ("100.1", "100.2", "103.5b")),
        ("It deals 300 damage.", ()),
    ],
)
def test_references__are_the_numbers_after_rule(text: str, numbers: tuple[str, ...]) -> None:
    assert rule_references(text) == numbers


def test_page_with_one_link__gives_it_whole() -> None:
    html = '<p><a href="/2025/downloads/MagicCompRules 20250304.txt">TXT</a> <a href="x.pdf">PDF</a></p>'
    assert rules_link(html, PAGE) == "https://rules.example/2025/downloads/MagicCompRules 20250304.txt"


def test_page_without_a_link__says_what_to_do() -> None:
    with pytest.raises(SourceError, match="--rules-url"):
        rules_link('<a href="rules.pdf">PDF</a><p>notes.txt</p>', PAGE)


def test_page_with_another_text__takes_the_rules() -> None:
    html = '<a href="/notes.txt">notes</a><a href="/Magic%20Comp%20Rules.txt">rules</a>'
    assert rules_link(html, PAGE).endswith("/Magic%20Comp%20Rules.txt")


def test_page_with_two_editions__takes_the_newest() -> None:
    html = '<a href="/MagicCompRules%2020250304.txt">a</a><a href="/MagicCompRules%2020250607.txt">b</a>'
    assert rules_link(html, PAGE).endswith("20250607.txt")


@pytest.mark.parametrize("names", [("a.txt", "b.txt"), ("CompRules.txt", "CompRules2.txt")])
def test_page_with_two_links_alike__guesses_nothing(names: tuple[str, str]) -> None:
    html = "".join(f'<a href="/{name}">x</a>' for name in names)
    with pytest.raises(SourceError, match=r"2 \.txt files"):
        rules_link(html, PAGE)


def test_same_link_twice__is_one() -> None:
    assert rules_link('<a href="/r.txt">a</a><a href="r.txt">b</a>', "https://rules.example/") == (
        "https://rules.example/r.txt"
    )


@pytest.mark.parametrize(
    ("date", "rules", "glossary", "examples"),
    [
        ("2016-08-26", 2132, 519, 238),
        ("2022-10-07", 2760, 642, 270),
        ("2022-11-18", 2791, 647, 271),
        ("2024-03-08", 2941, 675, 276),
        ("2026-01-16", 3114, 725, 276),
        ("2026-02-27", 3120, 726, 276),
    ],
)
def test_real_edition__is_read_whole(date: str, rules: int, glossary: int, examples: int) -> None:
    path: Path = shared_file(f"data/mirror/cr/{date}.txt.gz")
    parsed = parse_rules(*decode(gzip.decompress(path.read_bytes())))
    assert parsed.effective.isoformat() == date
    assert len(parsed.rules) == rules
    assert len(parsed.glossary) == glossary
    assert sum(len(rule.examples) for rule in parsed.rules) == examples
    assert all(rule.title for rule in parsed.rules)
