"""The nearest of some prepared phrasings."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from knowledge import Knowledge

PHRASES = (
    "If I don't cast the copy, can I cast it later this turn?",
    "What is the value of X when I cast it without paying its mana cost?",
    "Does the ability trigger twice if two players are dealt damage?",
)


@pytest.mark.parametrize(
    "question, language, place",
    [
        ("I let the copy go, may I cast it later?", "en", 0),
        ("How big is X if I don't pay the mana cost?", "en", 1),
        ("two players were damaged, how often does it trigger", "en", 2),
        ("Kann ich die Kopie später wirken, wenn ich sie nicht wirke?", "de", 0),
        ("不支付法术力费用时X是多少？", "zh", 1),
    ],
)
def test_question_in_other_words__is_nearest_to_its_phrasing(
    indexed_data_dir: Path, question: str, language: str, place: int
) -> None:
    for model in (True, False):
        knowledge = Knowledge.open(indexed_data_dir, model=model)
        found = knowledge.phrases(PHRASES).search(question, 3, language=language)
        assert found[0][0] == place
        assert all(0.0 <= score <= 1.0 for _, score in found)
        assert [score for _, score in found] == sorted((score for _, score in found), reverse=True)


def test_same_phrase__scores_near_one_and_nonsense_near_nothing(indexed_data_dir: Path) -> None:
    index = Knowledge.open(indexed_data_dir).phrases(PHRASES)
    ((place, score),) = index.search(PHRASES[1], 1)
    assert place == 1
    assert score > 0.99
    assert index.search("Who won the last tournament?", 1)[0][1] < 0.3


def test_vectors_of_phrases__are_kept_on_disk_and_read_again(indexed_data_dir: Path) -> None:
    first = Knowledge.open(indexed_data_dir).phrases(PHRASES).search("copy later", 3)
    (kept,) = os.listdir(indexed_data_dir / "phrases")
    before = (indexed_data_dir / "phrases" / kept).stat().st_mtime_ns
    assert Knowledge.open(indexed_data_dir).phrases(PHRASES).search("copy later", 3) == first
    assert (indexed_data_dir / "phrases" / kept).stat().st_mtime_ns == before
    Knowledge.open(indexed_data_dir).phrases(PHRASES[:2]).search("copy later", 3)
    assert len(os.listdir(indexed_data_dir / "phrases")) == 2


@pytest.mark.parametrize("damage", [b"", b"\x93NUMPY broken", None])
def test_damaged_vectors_of_phrases__are_made_again(indexed_data_dir: Path, damage: bytes | None) -> None:
    first = Knowledge.open(indexed_data_dir).phrases(PHRASES).search("copy later", 3)
    (kept,) = os.listdir(indexed_data_dir / "phrases")
    path = indexed_data_dir / "phrases" / kept
    path.write_bytes(damage if damage is not None else path.read_bytes()[:-100])
    assert Knowledge.open(indexed_data_dir).phrases(PHRASES).search("copy later", 3) == first


def test_folder_that_cannot_be_written__does_without_keeping(indexed_data_dir: Path) -> None:
    (indexed_data_dir / "phrases").write_text("in the way")
    assert Knowledge.open(indexed_data_dir).phrases(PHRASES).search("copy later", 1)[0][0] == 0


@pytest.mark.parametrize("question", ["", "\ud800", "🦘", "x" * 20_000])
def test_noise__finds_nothing_much(indexed_data_dir: Path, question: str) -> None:
    index = Knowledge.open(indexed_data_dir, model=False).phrases(PHRASES)
    assert all(score < 0.2 for _, score in index.search(question, 3))


def test_no_phrases__find_nothing(indexed_data_dir: Path) -> None:
    assert Knowledge.open(indexed_data_dir).phrases(()).search("anything") == []
