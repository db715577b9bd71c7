"""Rows of paired texts → translations of stored rulings."""

from __future__ import annotations

from collections.abc import Iterable

from knowledge.content import RulingTranslation
from knowledge.folding import fold_text
from knowledge.sources.bilingual_text.models import BilingualRecord

LANGUAGES = {"zhs": "zh", "zhcn": "zh", "jp": "ja", "sp": "es", "ptbr": "pt"}
PUBLISHER = "wotc"


def translations_of(rows: Iterable[BilingualRecord]) -> tuple[RulingTranslation, ...]:
    """The rows as official translations; of several for one text and language the last in the file counts."""
    found = {}
    for row in rows:
        language = LANGUAGES.get(row.lang, row.lang)
        found[fold_text(row.en), language] = RulingTranslation(
            english=row.en,
            language=language,
            text=row.comment,
            official=True,
            source=row.source or PUBLISHER,
            published_at=row.published_at,
        )
    return tuple(found.values())


def pair(
    translations: Iterable[RulingTranslation], texts: Iterable[str]
) -> tuple[tuple[RulingTranslation, ...], tuple[RulingTranslation, ...]]:
    """Translations whose English text is among `texts` (quotes, dashes and case folded), and those without.

    A paired translation carries the English text exactly as it is among `texts`.
    """
    by_folded: dict[str, list[str]] = {}
    for text in texts:
        by_folded.setdefault(fold_text(text), []).append(text)
    paired, alone = [], []
    for item in translations:
        originals = by_folded.get(fold_text(item.english), ())
        paired += [item.model_copy(update={"english": original}) for original in dict.fromkeys(originals)]
        if not originals:
            alone.append(item)
    return tuple(paired), tuple(alone)
