"""Discord's limits on what a message may hold, in UTF-16 units, which is how its client counts."""

from __future__ import annotations

from typing import Final

EMBEDS_TOTAL: Final = 6000
EMBED_TITLE: Final = 256
EMBED_DESCRIPTION: Final = 4096
EMBED_FOOTER: Final = 2048
BUTTON_LABEL: Final = 80
BUTTONS_A_ROW: Final = 5
ROWS: Final = 5
CUSTOM_ID: Final = 100
CHOICES: Final = 25
CHOICE: Final = 100
SELECT_OPTIONS: Final = 25
ALT_TEXT: Final = 1024
"""What a screen reader says about a picture."""
QUESTION: Final = 1000
"""Ours: a question is shown whole in its answer, so that every button can be answered from the message alone."""

PAGE: Final = 3500
"""Ours: quotations on one page; leaves room in an embed's description for a heading."""
