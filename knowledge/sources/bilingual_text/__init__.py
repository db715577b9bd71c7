"""Files with official rulings in another language beside the English text that each of them translates."""

from knowledge.sources.bilingual_text.client import read_rows
from knowledge.sources.bilingual_text.models import BilingualRecord
from knowledge.sources.bilingual_text.transformer import pair, translations_of

__all__ = ["BilingualRecord", "pair", "read_rows", "translations_of"]
