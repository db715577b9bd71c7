"""The parts of one edition of the Comprehensive Rules."""

from __future__ import annotations

import datetime as dt

from knowledge.content import Ruleset
from knowledge.models import Fact, GlossaryEntry, Rule


class RulesText(Fact):
    """One edition as read from its text.

    `sections` are the chapters ("7"), `headings` the groups of rules ("704"), `rules` the numbered rules and
    subrules ("704.5", "704.5e") in the order of the text; `encoding` is the one the file was in.
    """

    effective: dt.date
    encoding: str
    sections: tuple[Rule, ...]
    headings: tuple[Rule, ...]
    rules: tuple[Rule, ...]
    glossary: tuple[GlossaryEntry, ...]

    def ruleset(self) -> Ruleset:
        """Everything that has a number, and the glossary, as a generation stores it."""
        return Ruleset(
            effective=self.effective,
            rules=(*self.sections, *self.headings, *self.rules),
            glossary=self.glossary,
        )
