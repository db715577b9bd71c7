"""Errors of the programs around the answerer.

BotError
├── SettingsError    a setting is missing or wrong
├── UsageError       a command was called in a way that it does not understand
├── NotFoundError    a look-up found nothing
└── UnhealthyError   data missing or broken, or a source cannot be reached
    └── StateError   the bot's own database cannot be used
"""

from __future__ import annotations


class BotError(Exception):
    """Any of ours; its text is one line that says what to do. `exit_code` is the terminal's."""

    exit_code = 3


class SettingsError(BotError):
    """A setting is missing or wrong."""

    exit_code = 2


class UsageError(BotError):
    """A command was called in a way that it does not understand."""

    exit_code = 2


class NotFoundError(BotError):
    """A look-up found nothing."""

    exit_code = 1


class UnhealthyError(BotError):
    """Data missing or broken, or a source cannot be reached."""


class StateError(UnhealthyError):
    """The bot's own database (settings, reports, progress) cannot be used."""
