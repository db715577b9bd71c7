"""The measures themselves: known ranks give known figures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from knowledge.errors import ContentError
from knowledge.evaluation import (
    EvaluationRow,
    Measure,
    details,
    evaluate_retrieval,
    gold,
    load_rows,
    paired_bootstrap,
    rank_of,
    rule_found,
)

CORPUS = ("Wombats don’t sleep.", "Moles “dig” at night — always.", "Bats fly.", "Rats run.")


def test_nothing_to_compare_with__there_is_no_reference() -> None:
    rows = [EvaluationRow(question="do wombats sleep", lang="en", gold_patterns=("Wombats",))]
    report = evaluate_retrieval(rows, CORPUS, lambda _: [(CORPUS[0], 1.0)]).as_dict()
    assert report["all"]["mrr"] == 1.0
    assert report["reference"]["all"] is None
    assert report["gain"] == {"english": None, "other": None}


def test_measure_of_known_ranks__is_what_one_computes_by_hand() -> None:
    measure = Measure.of([1, 2, 4, None])
    assert measure is not None
    assert measure.as_dict() == {"n": 4, "recall@1": 0.25, "recall@5": 0.75, "recall@10": 0.75, "mrr": 0.4375}
    assert measure.recall[3] == 0.5
    assert Measure.of([]) is None


@pytest.mark.parametrize(
    "row, text",
    [
        ({"gold_patterns": ["wombats DON'T"]}, CORPUS[0]),
        ({"gold_patterns": ["nothing", r'"dig" at night - alw']}, CORPUS[1]),
        ({"gold_patterns": ["“dig”"]}, CORPUS[1]),
        ({"gold_text": 'Moles "dig" at  night - always.'}, CORPUS[1]),
    ],
)
def test_gold__is_compared_with_quotes_and_dashes_folded(row: dict[str, object], text: str) -> None:
    is_right = gold(EvaluationRow.model_validate({"question": "q"} | row))
    assert [other for other in CORPUS if is_right(other)] == [text]


def test_text_shown_twice__counts_one_place() -> None:
    row = EvaluationRow(question="q", gold_text=CORPUS[2])
    assert rank_of(row, [CORPUS[0], CORPUS[0].replace("’", "'"), CORPUS[2]]) == 2
    assert rank_of(row, [CORPUS[0]]) is None


@pytest.mark.parametrize(
    "cited, shown, found",
    [
        (["704.5"], ["704.5e"], True),
        (["704.5e"], ["704.5"], False),
        (["704.5"], ["704.50"], False),
        (["704"], ["704.5"], True),
        (["702.9"], ["702.99a"], False),
        (["1.1", "704.5e"], ["704.5e"], True),
        (["704.5e"], [], False),
    ],
)
def test_cited_rule__is_found_by_itself_or_a_rule_below(
    cited: list[str], shown: list[str], found: bool
) -> None:
    assert rule_found(cited, shown) is found


def test_report__counts_rows_whose_text_is_not_there_and_ignores_other_rows() -> None:
    rows = [
        EvaluationRow(question="wombats", gold_text=CORPUS[0], kind="keyword"),
        EvaluationRow(question="maulwurf", lang="de", gold_text=CORPUS[1], kind="keyword"),
        EvaluationRow(question="gone", gold_text="Not in the corpus."),
        EvaluationRow(question="yes or no", answer_label="yes"),
    ]
    report = evaluate_retrieval(
        rows,
        CORPUS,
        lambda row: [(text, 0.5) for text in CORPUS],
        lambda row: [(text, 0.5) for text in reversed(CORPUS)],
    )
    figures = report.as_dict()
    assert report.not_in_corpus == 1
    assert figures["all"]["n"] == 2
    assert figures["english"]["mrr"] == 1.0
    assert figures["other"]["mrr"] == 0.5
    assert figures["reference"]["english"]["mrr"] == 0.25
    assert figures["by"].keys() == {"de/keyword", "en/keyword"}
    assert figures["gain"]["english"]["mrr"] == 0.75
    lines = [json.loads(line) for line in details(report)]
    assert [line["rank"] for line in lines] == [1, 2]
    assert lines[0]["shown"][0] == {"text": CORPUS[0], "score": 0.5}


def test_paired_bootstrap__is_above_zero_for_a_clear_gain_and_around_it_for_none() -> None:
    clear = paired_bootstrap([1] * 40, [3, 4] * 20)
    assert 0 < clear.low <= clear.mean <= clear.high
    none = paired_bootstrap([1, 2] * 20, [2, 1] * 20)
    assert none.low < 0 < none.high
    assert paired_bootstrap([1, 2] * 20, [2, 1] * 20) == none
    assert paired_bootstrap([], []).mean == 0.0


@pytest.mark.parametrize(
    "content, reason",
    [
        ("", "no rows"),
        ('{"question": "q"}\n{"lang": "en"}', "line 2"),
        ("not json", "line 1"),
        ('{"question": "q", "gold_patterns": ["("]}', "line 1"),
    ],
)
def test_file_that_cannot_be_read__names_the_line(tmp_path: Path, content: str, reason: str) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text(content)
    with pytest.raises(ContentError, match=reason):
        load_rows(path)
    with pytest.raises(ContentError, match="cannot be read"):
        load_rows(tmp_path / "missing.jsonl")


@pytest.mark.parametrize("lang, language", [("zh-Hans", "zh"), ("zhs", "zh"), ("DE", "de"), ("tlh", "en")])
def test_language_code_of_a_row__is_led_to_ours(lang: str, language: str) -> None:
    assert EvaluationRow(question="q", lang=lang).language == language
