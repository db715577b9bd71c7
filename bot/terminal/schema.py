"""`judgecall schema COMMAND`."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from bot.errors import UsageError

if TYPE_CHECKING:
    from pydantic import BaseModel


def add_arguments(parser: argparse.ArgumentParser, command: str) -> None:
    """The command's arguments."""
    parser.add_argument("of", nargs="+", metavar="COMMAND", help="such as ask, search, scenario run")
    parser.add_argument("--json", action="store_true", help="accepted everywhere; a schema is JSON anyhow")
    parser.epilog = "examples:\n  judgecall schema ask\n  judgecall schema scenario run\n"


def documents() -> dict[str, type[BaseModel]]:
    """The document that each command writes with --json."""
    from bot.answers.models import Answer
    from bot.terminal import outputs
    from bot.terminal.evaluate import Report

    return {
        "ask": Answer,
        "chat": Answer,
        "try": Answer,
        "search": outputs.SearchOutput,
        "card": outputs.CardOutput,
        "rulings": outputs.RulingsOutput,
        "rule": outputs.RuleOutput,
        "scenario run": outputs.ScenarioRunOutput,
        "scenario list": outputs.ScenarioListOutput,
        "scenario explain": outputs.ScenarioRun,
        "status": outputs.StatusOutput,
        "reports": outputs.ReportsOutput,
        "reports list": outputs.ReportsOutput,
        "reports show": outputs.ReportOutput,
        "reports close": outputs.ReportOutput,
        "reports reopen": outputs.ReportOutput,
        "reports delete": outputs.ReportDeleted,
        "reports export": outputs.ReportsExported,
        "reports scenario": outputs.ReportScenario,
        "quiz": outputs.QuizQuestionOutput,
        "quiz answer": outputs.QuizAnswerOutput,
        "quiz progress": outputs.QuizProgressOutput,
        "quiz topics": outputs.QuizTopicsOutput,
        "quiz forget": outputs.QuizForgotten,
        "evaluate": Report,
    }


def run(args: argparse.Namespace) -> int:
    """Print it."""
    known = documents()
    name = " ".join(args.of)
    if name == "scenario":
        name = "scenario run"
    if name not in known:
        raise UsageError(f"judgecall schema: there is no schema for “{name}”; there are {', '.join(known)}")
    print(json.dumps(known[name].model_json_schema(), ensure_ascii=False, indent=2))
    return 0
