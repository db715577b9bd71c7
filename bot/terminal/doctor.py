"""`judgecall doctor`: checks one thing after the other and says what to do about what is wrong."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from bot.errors import BotError
from bot.settings import Settings
from bot.terminal.setting import add_json, console, print_json, settings

if TYPE_CHECKING:
    from knowledge.doctor import Finding, State


def add_arguments(parser: argparse.ArgumentParser, command: str) -> None:
    """The command's arguments."""
    parser.add_argument("--offline", action="store_true", help="do not ask the sources and Discord")
    add_json(parser)
    parser.epilog = "examples:\n  judgecall doctor\n  judgecall doctor --offline --json\n"


def run(args: argparse.Namespace) -> int:
    """Check everything; 3 when there is a problem."""
    findings = list(_findings(settings(), network=not args.offline))
    healthy = all(finding.state != "problem" for finding in findings)
    if args.json:
        print_json({"healthy": healthy, "checks": [_document(finding) for finding in findings]})
    else:
        _print(findings)
    return 0 if healthy else 3


def _document(finding: Finding) -> dict[str, str]:
    return {"name": finding.name, "state": finding.state, "found": finding.found, "advice": finding.advice}


def _findings(env: Settings, *, network: bool) -> Iterator[Finding]:
    from knowledge.doctor import Finding, examine
    from knowledge.sources.comprehensive_rules import PAGE
    from knowledge.sources.scryfall import API

    version = ".".join(map(str, sys.version_info[:3]))
    yield Finding("python", "ok", version)
    yield from examine(
        env.data_dir,
        cards_url=env.cards_url or API,
        rules_url=env.rules_url or PAGE,
        embedder=env.embedder,
        network=network,
    )
    yield _guarded(_engine, env)
    yield _guarded(_state, env)
    there = _guarded(_token_there, env)
    if there.state == "ok" and network:
        yield from _discord(env)
    else:
        yield there


def _guarded(check: Callable[[Settings], Finding], env: Settings) -> Finding:
    """A check that breaks is a problem too."""
    from knowledge.doctor import Finding

    try:
        return check(env)
    except Exception as error:  # noqa: BLE001  (whatever is broken is what the doctor is asked about)
        name = check.__name__.strip("_")
        return Finding(
            name, "problem", " ".join(str(error).split()) or type(error).__name__, "see the message"
        )


def _engine(env: Settings) -> Finding:
    from bot.terminal.engine import KeptEngine
    from knowledge import Knowledge
    from knowledge.doctor import Finding

    knowledge = Knowledge.open(env.data_dir, model=False, embedder=env.embedder)
    try:
        engine = KeptEngine(knowledge.data_dir)
        reports = [engine.run(name, knowledge) for name in engine.answering]
    finally:
        knowledge.close()
    failed = [report.id for report in reports if report.status != "passed"]
    if failed:
        return Finding(
            "engine",
            "problem",
            f"these scenarios do not pass: {', '.join(failed)}",
            "run `judgecall scenario run --library`",
        )
    return Finding("engine", "ok", f"{len(reports)} scenarios pass")


def _state(env: Settings) -> Finding:
    from bot.state import State
    from knowledge.doctor import Finding

    with State.open(env.database) as state:
        waiting = len(state.reports.all("open"))
        found = f"{state.database.name} can be used; reports that wait: {waiting}"
    return Finding("state", "ok", found)


def _token_there(env: Settings) -> Finding:
    from knowledge.doctor import Finding

    if not env.has_token:
        return Finding(
            "discord", "warning", "no token", "set DISCORD_TOKEN or DISCORD_TOKEN_FILE to run the bot"
        )
    try:
        env.token()
    except BotError as error:
        return Finding("discord", "problem", str(error), "mend the setting")
    return Finding("discord", "ok", "there is a token")


def _discord(env: Settings) -> Iterator[Finding]:
    """What Discord says about the token and its application."""
    import asyncio

    from bot import owner
    from knowledge.doctor import Finding

    try:
        yield from asyncio.run(owner.check_discord(env))
    except BotError as error:
        yield Finding("discord", "problem", str(error), "mend the token or the network")


_MARKS: dict[State, tuple[str, str]] = {
    "ok": ("ok", "green"),
    "warning": ("note", "yellow"),
    "problem": ("WRONG", "red"),
}


def _print(findings: list[Finding]) -> None:
    from rich.text import Text

    out = console()
    for finding in findings:
        mark, colour = _MARKS[finding.state]
        out.print(Text.assemble((f"{mark:<6}", colour), (f"{finding.name}: ", "bold"), finding.found))
        if finding.advice:
            out.print(Text(f"      → {finding.advice}"))
