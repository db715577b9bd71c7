"""Measures retrieval on questions whose right texts are known, beside a frozen reference system.

A row is right when one of its `gold_patterns` is found in a text (quotes and dashes folded, case ignored) or its
`gold_text` is the text. The same text on several cards counts once.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from knowledge.errors import ContentError
from knowledge.folding import fold_quotes, fold_text
from knowledge.models import LANGUAGES

DEPTH = 10  # hits that are looked at
CUTS = (1, 3, 5, 10)

Rank = int | None
"""The place of the first right text, from 1; None if it is not among the first `DEPTH`."""


class EvaluationRow(BaseModel):
    """One line of an evaluation file; fields that this does not know are kept for whoever does."""

    model_config = ConfigDict(frozen=True, extra="allow")

    question: str
    id: str | None = None
    lang: str = "en"
    kind: str | None = None
    card: str | None = None
    cards: tuple[str, ...] = ()
    gold_patterns: tuple[str, ...] = ()
    gold_text: str | None = None
    answer_label: str | None = None
    cr: tuple[str, ...] = ()

    @property
    def language(self) -> str:
        """The language as this project writes it ("zh-Hans" → "zh")."""
        base = self.lang.split("-")[0].lower()
        base = "zh" if base in ("zhs", "zht", "cn") else base
        return base if base in LANGUAGES else "en"

    @property
    def is_retrieval(self) -> bool:
        """Whether the row says which texts are right."""
        return bool(self.gold_patterns) or self.gold_text is not None


def load_rows(path: Path) -> list[EvaluationRow]:
    """Reads a file of JSON lines; a ContentError names the line that cannot be read."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ContentError(f"{path} cannot be read: {error}") from error
    rows = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = EvaluationRow.model_validate_json(line)
            _compiled(row)
        except (ValidationError, re.error) as error:
            reason = str(error).splitlines()[0]
            raise ContentError(f"{path}, line {number}: {reason}") from error
        rows.append(row)
    if not rows:
        raise ContentError(f"{path} has no rows")
    return rows


def _compiled(row: EvaluationRow) -> list[re.Pattern[str]]:
    return [re.compile(fold_quotes(pattern), re.IGNORECASE) for pattern in row.gold_patterns]


def gold(row: EvaluationRow) -> Callable[[str], bool]:
    """What tells whether a text is right for a row."""
    patterns = _compiled(row)
    wanted = fold_text(row.gold_text) if row.gold_text is not None else None

    def is_right(text: str) -> bool:
        plain = fold_quotes(text)
        return any(pattern.search(plain) for pattern in patterns) or (
            wanted is not None and fold_text(text) == wanted
        )

    return is_right


def rank_of(row: EvaluationRow, texts: Iterable[str]) -> Rank:
    """The place of the first right text."""
    is_right = gold(row)
    distinct = dict.fromkeys(fold_text(text) for text in texts)
    return next((place for place, text in enumerate(distinct, 1) if is_right(text)), None)


def rule_found(cited: Sequence[str], shown: Iterable[str]) -> bool:
    """Whether a cited rule, or a subrule of it, is among those shown (a rule above it does not count)."""
    wanted = [re.compile(rf"{re.escape(number)}(?![0-9]).*") for number in cited]
    return any(pattern.fullmatch(number) for number in shown for pattern in wanted)


@dataclass(frozen=True, slots=True)
class Measure:
    """Recall at some depths and the mean reciprocal rank (0 beyond `DEPTH`) over n questions."""

    n: int
    recall: Mapping[int, float]
    mrr: float

    @classmethod
    def of(cls, ranks: Sequence[Rank]) -> Measure | None:
        """The figures for some ranks; None when there are none."""
        if not ranks:
            return None
        return cls(
            n=len(ranks),
            recall={
                cut: sum(rank is not None and rank <= cut for rank in ranks) / len(ranks) for cut in CUTS
            },
            mrr=sum(1 / rank for rank in ranks if rank is not None) / len(ranks),
        )

    def as_dict(self) -> dict[str, float | int]:
        """As the command line prints it."""
        shown: dict[str, float | int] = {"n": self.n}
        shown |= {f"recall@{cut}": round(share, 4) for cut, share in self.recall.items() if cut != 3}
        return shown | {"mrr": round(self.mrr, 4)}


@dataclass(frozen=True, slots=True)
class Interval:
    """A difference and the bounds between which it lies with 95 % confidence."""

    mean: float
    low: float
    high: float


def paired_bootstrap(ours: Sequence[Rank], theirs: Sequence[Rank], *, rounds: int = 2000) -> Interval:
    """By how much our mean reciprocal rank is above another system's on the same questions."""
    gains = [
        (1 / mine if mine else 0.0) - (1 / other if other else 0.0)
        for mine, other in zip(ours, theirs, strict=True)
    ]
    if not gains:
        return Interval(0.0, 0.0, 0.0)
    chance = random.Random(20260227)  # noqa: S311 - the same figures every time
    means = sorted(sum(chance.choices(gains, k=len(gains))) / len(gains) for _ in range(rounds))
    return Interval(sum(gains) / len(gains), means[int(0.025 * rounds)], means[int(0.975 * rounds) - 1])


@dataclass(frozen=True, slots=True)
class RetrievalReport:
    """What retrieval does on a file, and what the reference system does on the same rows."""

    rows: tuple[EvaluationRow, ...]
    ranks: tuple[Rank, ...]
    reference_ranks: tuple[Rank, ...]
    not_in_corpus: int
    shown: tuple[tuple[tuple[str, float], ...], ...] = field(default=())

    def measure(self, ranks: Sequence[Rank], keep: Callable[[EvaluationRow], bool]) -> Measure | None:
        """The figures for the rows that `keep` keeps; None where there are none, or nothing was ranked."""
        if not ranks:
            return None
        return Measure.of([rank for row, rank in zip(self.rows, ranks, strict=True) if keep(row)])

    def as_dict(self) -> dict[str, Any]:
        """The part "retrieval" of what `judgecall evaluate` prints."""
        return self._figures(self.ranks) | {
            "reference": self._figures(self.reference_ranks),
            "gain": {
                name: self._gain(keep)
                for name, keep in (("english", _is_english), ("other", lambda row: not _is_english(row)))
            },
        }

    def _figures(self, ranks: Sequence[Rank]) -> dict[str, Any]:
        kinds = sorted({f"{row.language}/{row.kind}" for row in self.rows if row.kind})
        return {
            "all": _shown(self.measure(ranks, lambda _: True)),
            "english": _shown(self.measure(ranks, _is_english)),
            "other": _shown(self.measure(ranks, lambda row: not _is_english(row))),
            "by": {
                kind: _shown(self.measure(ranks, lambda row, kind=kind: f"{row.language}/{row.kind}" == kind))  # type: ignore[misc]
                for kind in kinds
            },
        }

    def _gain(self, keep: Callable[[EvaluationRow], bool]) -> dict[str, float] | None:
        kept = [place for place, row in enumerate(self.rows) if keep(row)]
        if not kept or not self.reference_ranks:
            return None
        interval = paired_bootstrap(
            [self.ranks[place] for place in kept], [self.reference_ranks[place] for place in kept]
        )
        return {
            "mrr": round(interval.mean, 4),
            "low": round(interval.low, 4),
            "high": round(interval.high, 4),
        }


def _is_english(row: EvaluationRow) -> bool:
    return row.language == "en"


def _shown(measure: Measure | None) -> dict[str, float | int] | None:
    return measure.as_dict() if measure else None


Ranker = Callable[[EvaluationRow], Sequence[tuple[str, float]]]
"""What is shown for a row: texts with their scores, best first."""


def evaluate_retrieval(
    rows: Sequence[EvaluationRow], corpus: Iterable[str], ranker: Ranker, reference: Ranker | None = None
) -> RetrievalReport:
    """Measures a ranker on the retrieval rows whose right text is in the corpus at all.

    Of other rows nothing is known; those whose text is not in the corpus are counted, not judged.
    """
    wanted = [row for row in rows if row.is_retrieval]
    texts = {fold_text(text) for text in corpus}
    kept = [row for row in wanted if any(map(gold(row), texts))]
    shown = [tuple(ranker(row)[:DEPTH]) for row in kept]
    return RetrievalReport(
        rows=tuple(kept),
        ranks=tuple(rank_of(row, (text for text, _ in hits)) for row, hits in zip(kept, shown, strict=True)),
        reference_ranks=tuple(
            rank_of(row, (text for text, _ in reference(row)[:DEPTH]))
            for row in kept
            if reference is not None
        ),
        not_in_corpus=len(wanted) - len(kept),
        shown=tuple(shown),
    )


def details(report: RetrievalReport) -> Iterator[str]:
    """One JSON line a row: what was shown, with scores, so that anyone can check the figures."""
    for place, row in enumerate(report.rows):
        yield json.dumps(
            {
                "id": row.id,
                "question": row.question,
                "lang": row.lang,
                "rank": report.ranks[place],
                "reference_rank": report.reference_ranks[place] if report.reference_ranks else None,
                "shown": [{"text": text, "score": score} for text, score in report.shown[place]],
            },
            ensure_ascii=False,
        )
