"""Errors of the answerer.

AnswerError
└── QuestionError   the text is no question that can be answered; carries a code that the catalogue has words for
"""

from __future__ import annotations

from bot.answers.models import ProblemCode


class AnswerError(Exception):
    """Any of ours."""


class QuestionError(AnswerError):
    """The text is no question that can be answered."""

    def __init__(self, code: ProblemCode, **values: object) -> None:
        super().__init__(code)
        self.code: ProblemCode = code
        self.values = values
