"""Finds the command, runs it, and turns whatever happens into an exit code and at most one line on stderr."""

from __future__ import annotations

import argparse
import importlib
import logging
import os
import sys
from collections.abc import Sequence
from typing import NoReturn, Protocol

from bot.errors import BotError, UsageError

OK, NOT_FOUND, USAGE, UNHEALTHY = 0, 1, 2, 3
INTERRUPTED = 130

COMMANDS: dict[str, tuple[str, str]] = {
    "ask": ("bot.terminal.ask", "answer a question"),
    "chat": ("bot.terminal.chat", "ask one question after the other"),
    "search": ("bot.terminal.lookups", "find rulings and rules"),
    "card": ("bot.terminal.lookups", "show a card"),
    "rulings": ("bot.terminal.lookups", "show a card's official rulings"),
    "rule": ("bot.terminal.rule", "show a rule, by number or by name"),
    "scenario": ("bot.terminal.scenarios", "run, list and explain scenarios of the rules engine"),
    "try": ("bot.terminal.trying", "let the engine try out what one card does to another"),
    "quiz": ("bot.terminal.quiz", "judge training: questions that the engine answers"),
    "evaluate": ("bot.terminal.evaluate", "measure answers against a file of questions"),
    "status": ("bot.terminal.status", "what data is there and how fresh it is"),
    "sync": ("bot.terminal.sync", "fetch new cards, rulings and rules"),
    "import": ("bot.terminal.sync", "add rulings from a file"),
    "reports": ("bot.terminal.reports", "answers that people called wrong"),
    "doctor": ("bot.terminal.doctor", "check that everything works and say what to do"),
    "bot": ("bot.terminal.start", "run the Discord bot"),
    "start": ("bot.terminal.start", "the bot if there is a token, else a sample question and a chat"),
    "schema": ("bot.terminal.schema", "the JSON Schema of a command's --json output"),
}
"""Each command's module (imported only when it is called: starting must be quick) and what it does."""


class CommandModule(Protocol):
    """What a command's module has."""

    def add_arguments(self, parser: argparse.ArgumentParser, command: str) -> None:
        """Declare the command's arguments."""

    def run(self, args: argparse.Namespace) -> int:
        """Do it; the exit code."""


class Parser(argparse.ArgumentParser):
    """argparse, but a wrong call is one line that says what to do."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{self.prog}: {message}; see `{self.prog} --help`")


def run(argv: Sequence[str]) -> int:
    """Run one command line; the exit code (0 done, 1 not found or failed, 2 usage, 3 data or sources)."""
    _quiet_libraries()
    try:
        code = _dispatch(argv)
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_stdout()
        return OK
    except KeyboardInterrupt:
        return INTERRUPTED
    except BotError as error:
        return _say(str(error), error.exit_code)
    except Exception as error:  # noqa: BLE001  (the end of the line: a person gets one sentence, the log the rest)
        return _unexpected(error)
    return code


def _dispatch(argv: Sequence[str]) -> int:
    if not argv or argv[0] in ("-h", "--help", "help"):
        print(_overview())
        return OK if argv else USAGE
    if argv[0] in ("-V", "--version"):
        from importlib.metadata import version

        print(f"judgecall {version('judgecall')}")
        return OK
    name = argv[0]
    if name not in COMMANDS:
        raise UsageError(f"judgecall: there is no command “{name}”{_nearest(name)}; see `judgecall --help`")
    module: CommandModule = importlib.import_module(COMMANDS[name][0])
    parser = Parser(
        prog=f"judgecall {name}",
        description=COMMANDS[name][1].capitalize() + ".",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    module.add_arguments(parser, name)
    args = parser.parse_args(argv[1:])
    args.command = name
    return module.run(args)


def _overview() -> str:
    width = max(map(len, COMMANDS))
    lines = [f"  {name:<{width}}  {what}" for name, (_, what) in COMMANDS.items()]
    return "\n".join(
        [
            "judgecall: official rulings found, edge cases confirmed by playing them out.",
            "",
            "usage: judgecall COMMAND …        (judgecall COMMAND --help explains it, with examples)",
            "",
            *lines,
            "",
            "Every command takes --json. The data folder is JUDGECALL_DATA.",
            "Unofficial fan content; not approved or endorsed by Wizards of the Coast.",
        ]
    )


def _nearest(name: str) -> str:
    import difflib

    found = difflib.get_close_matches(name, COMMANDS, n=1)
    return f" (did you mean “{found[0]}”?)" if found else ""


def _quiet_libraries() -> None:
    """No library's bars, hints or warnings between our lines; ours go to stderr."""
    os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
    os.environ.setdefault("TRANSFORMERS_NO_ADVISORY_WARNINGS", "1")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    import warnings

    warnings.filterwarnings("ignore")
    logging.basicConfig(level=logging.ERROR, format="judgecall: %(message)s", stream=sys.stderr)
    for ours in ("bot", "knowledge", "rules_engine"):
        logging.getLogger(ours).setLevel(logging.WARNING)


def _say(message: str, code: int) -> int:
    print(" ".join(message.split()), file=sys.stderr)
    return code


def _unexpected(error: Exception) -> int:
    from knowledge.errors import ContentError, KnowledgeError

    if isinstance(error, KnowledgeError):
        return _say(f"judgecall: {error}", USAGE if isinstance(error, ContentError) else UNHEALTHY)
    if isinstance(error, OSError):
        return _say(f"judgecall: {error}", UNHEALTHY)
    if os.environ.get("JUDGECALL_DEBUG"):
        raise error
    return _say(
        f"judgecall: this is a mistake of ours ({type(error).__name__}: {error}); JUDGECALL_DEBUG=1 shows where",
        UNHEALTHY,
    )


def _drop_stdout() -> None:
    """The reader is gone: let the interpreter's last flush go nowhere."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, sys.stdout.fileno())
