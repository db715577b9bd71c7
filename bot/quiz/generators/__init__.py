"""Questions made up from positions with varied numbers; what is right is never known here, the engine finds it out."""

from bot.quiz.generators import combat, spells, state, timing  # noqa: F401 - importing them fills the table
from bot.quiz.generators.draft import GENERATORS, Draft, Generator, Numeric, Options

__all__ = ["GENERATORS", "Draft", "Generator", "Numeric", "Options"]
