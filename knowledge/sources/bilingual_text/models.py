"""The shape of a row of paired texts."""

from __future__ import annotations

import datetime as dt
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field


def _stripped(value: object) -> object:
    return value.strip() if isinstance(value, str) else value


Text = Annotated[str, BeforeValidator(_stripped), Field(min_length=1, max_length=20_000)]
Language = Annotated[str, Field(pattern=r"^[a-z]{2,3}$")]


class BilingualRecord(BaseModel):
    """One ruling in two languages: `comment` in `lang`, `en` its official English original.

    `source` names the publisher of the translation; without it the file's default counts.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    lang: Language
    comment: Text
    en: Text
    published_at: dt.date | None = None
    source: str | None = None
