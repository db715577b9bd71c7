"""`judgecall doctor`: checks one thing after the other and says what to do about what is wrong."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from bot.errors import BotError
from bot.settings import Settings
from bot.terminal.setting import add_json, console, print_json, settings

State = Literal["ok", "warning", "problem"]
LEAST_FREE_MB = 500


@dataclass(frozen=True, slots=True)
class Check:
    """What was looked at, how it is, and what to do."""

    name: str
    state: State
    found: str
    advice: str = ""


def add_arguments(parser: argparse.ArgumentParser, command: str) -> None:
    """The command's arguments."""
    add_json(parser)
    parser.epilog = "example:\n  judgecall doctor\n"


def run(args: argparse.Namespace) -> int:
    """Check everything; 3 when there is a problem."""
    checks = list(_checks(settings()))
    if args.json:
        print_json({"healthy": _healthy(checks), "checks": [_document(check) for check in checks]})
    else:
        _print(checks)
    return 0 if _healthy(checks) else 3


def _healthy(checks: list[Check]) -> bool:
    return all(check.state != "problem" for check in checks)


def _document(check: Check) -> dict[str, str]:
    return {"name": check.name, "state": check.state, "found": check.found, "advice": check.advice}


def _checks(env: Settings) -> Iterator[Check]:
    yield _python()
    yield _folder(env)
    for check in (_data, _model, _engine, _token):
        yield _guarded(check, env)


def _guarded(check: Callable[[Settings], Check], env: Settings) -> Check:
    """A check that breaks is a problem too."""
    name = check.__name__.strip("_")
    try:
        return check(env)
    except Exception as error:  # noqa: BLE001  (whatever is broken is what the doctor is asked about)
        return Check(name, "problem", " ".join(str(error).split()) or type(error).__name__, "see the message")


def _python() -> Check:
    version = ".".join(map(str, sys.version_info[:3]))
    fine = sys.version_info >= (3, 11)
    return Check(
        "python", "ok" if fine else "problem", version, "" if fine else "install Python 3.11 or newer"
    )


def _folder(env: Settings) -> Check:
    folder = env.data_dir
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    if not existing.is_dir() or not os.access(existing, os.W_OK):
        return Check(
            "data folder",
            "problem",
            f"{folder} cannot be written",
            "set JUDGECALL_DATA to a folder of your own",
        )
    free = shutil.disk_usage(existing).free // 1_000_000
    if free < LEAST_FREE_MB:
        return Check(
            "data folder",
            "warning",
            f"{folder}, {free:,} MB free",
            f"make room: a sync needs about {LEAST_FREE_MB} MB",
        )
    return Check("data folder", "ok", f"{folder}, {free:,} MB free")


def _data(env: Settings) -> Check:
    from knowledge import Knowledge

    knowledge = Knowledge.open(env.data_dir, model=False, embedder=env.embedder)
    try:
        status = knowledge.status()
    finally:
        knowledge.close()
    found = f"{status.cards:,} cards, {status.rulings:,} rulings, {status.rules:,} rules"
    if status.problems:
        return Check("data", "problem", "; ".join(status.problems), "run `judgecall sync`")
    if status.last_sync is None:
        return Check(
            "data",
            "warning",
            f"{found} (built-in corpus)",
            "run `judgecall sync` to fetch all cards, rulings and rules",
        )
    return Check(
        "data", "ok", f"{found}, last sync {status.last_sync.at:%Y-%m-%d}: {status.last_sync.result}"
    )


def _model(env: Settings) -> Check:
    from knowledge import Knowledge

    knowledge = Knowledge.open(env.data_dir, embedder=env.embedder)
    try:
        ready = knowledge.warm_up()
        status = knowledge.status()
    finally:
        knowledge.close()
    if ready:
        return Check("model", "ok", status.model)
    if status.index == "building":
        return Check("model", "warning", "the index is being made; word search answers meanwhile")
    return Check(
        "model",
        "problem",
        "; ".join(status.problems) or "search is by words only",
        "check EMBEDDER, then run `judgecall sync`",
    )


def _engine(env: Settings) -> Check:
    from bot.answers.engine import Engine
    from knowledge import Knowledge

    knowledge = Knowledge.open(env.data_dir, model=False, embedder=env.embedder)
    try:
        engine = Engine()
        reports = [engine.run(name, knowledge) for name in engine.scenarios]
    finally:
        knowledge.close()
    failed = [report.id for report in reports if report.status != "passed"]
    if failed:
        return Check(
            "engine",
            "problem",
            f"these scenarios do not pass: {', '.join(failed)}",
            "run `judgecall scenario run --library`",
        )
    return Check("engine", "ok", f"{len(reports)} scenarios pass")


def _token(env: Settings) -> Check:
    if not env.has_token:
        return Check(
            "Discord", "warning", "no token", "set DISCORD_TOKEN or DISCORD_TOKEN_FILE to run the bot"
        )
    try:
        env.token()
    except BotError as error:
        return Check("Discord", "problem", str(error), "mend the setting")
    import asyncio

    from bot import app

    try:
        server, _ = asyncio.run(app.invite_links(env))
    except BotError as error:
        return Check("Discord", "problem", str(error), "mend the token or the network")
    return Check("Discord", "ok", f"the token works; invite: {server}")


_MARKS: dict[State, tuple[str, str]] = {
    "ok": ("ok", "green"),
    "warning": ("note", "yellow"),
    "problem": ("WRONG", "red"),
}


def _print(checks: list[Check]) -> None:
    from rich.text import Text

    out = console()
    for check in checks:
        mark, colour = _MARKS[check.state]
        out.print(Text.assemble((f"{mark:<6}", colour), (f"{check.name}: ", "bold"), check.found))
        if check.advice:
            out.print(Text(f"      → {check.advice}"))
