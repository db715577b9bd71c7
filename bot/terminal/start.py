"""`judgecall start` (what `make run` does) and `judgecall bot`."""

from __future__ import annotations

import argparse
import sys

from bot.errors import UsageError
from bot.settings import Settings
from bot.terminal.setting import answering, console, print_json, settings

SAMPLE = "If I let the cipher copy go and don't cast it, can I cast it later this turn?"


def add_arguments(parser: argparse.ArgumentParser, command: str) -> None:
    """The commands' arguments."""
    if command == "bot":
        parser.add_argument(
            "action",
            nargs="?",
            choices=("run", "sync", "invite", "health"),
            default="run",
            help="run the bot (default), register its commands now, print the links that add it,"
            " or ask the running bot how it is (exit code 0 or 1)",
        )
        parser.add_argument(
            "--ready", action="store_true", help="health: whether it serves, not only whether it is alive"
        )
    parser.add_argument(
        "--json",
        action="store_true",
        help="the result as one JSON document" if command == "bot" else "the sample answer as JSON; no chat",
    )
    parser.epilog = _EPILOG[command]


_EPILOG = {
    "bot": "examples:\n  judgecall bot\n  judgecall bot invite\n  judgecall bot health --ready\n\nThe token comes from DISCORD_TOKEN or the file named by DISCORD_TOKEN_FILE.",
    "start": "example:\n  judgecall start\n\nWith DISCORD_TOKEN or DISCORD_TOKEN_FILE set it is the same as `judgecall bot`.",
}


def run(args: argparse.Namespace) -> int:
    """The bot with a token; without one a sample answer, and a chat on a terminal."""
    env = settings()
    if args.command == "start" and not env.has_token:
        return _sample(args)
    if getattr(args, "action", "run") == "health":
        return _health(args, env)
    if not env.has_token:
        raise UsageError("judgecall bot: there is no Discord token; set DISCORD_TOKEN or DISCORD_TOKEN_FILE")
    return _bot(args, env)


def _bot(args: argparse.Namespace, env: Settings) -> int:
    import asyncio

    from bot import app, owner

    action = getattr(args, "action", "run")
    if action == "run":
        return app.run_bot(env)
    if action == "sync":
        count = asyncio.run(owner.sync_commands(env))
        print_json({"commands": count}) if args.json else print(f"Registered {count} commands.")
        return 0
    server, person = asyncio.run(owner.invite_links(env))
    if args.json:
        print_json({"server": server, "person": person})
    else:
        print(f"For a server:  {server}\nFor yourself:  {person}")
    return 0


def _health(args: argparse.Namespace, env: Settings) -> int:
    """Ask the bot that runs on this machine; 1 when it is not well or does not answer."""
    from bot.health_check import ask

    if not env.health_port:
        raise UsageError("judgecall bot health: set HEALTH_PORT as the running bot has it")
    well, told = ask(env.health_host, env.health_port, "ready" if args.ready else "live")
    if args.json:
        print_json({"ok": well, **told})
    else:
        print("ok" if well else "; ".join(map(str, told.get("problems", []))) or "not well")
    return 0 if well else 1


def _sample(args: argparse.Namespace) -> int:
    from bot.terminal.chat import talk
    from bot.terminal.render import render_answer

    with answering() as answerer:
        answer = answerer.answer(SAMPLE)
        if args.json:
            print_json(answer)
            return 0
        render_answer(answer, console())
        if sys.stdin.isatty() and sys.stdout.isatty():
            console().print()
            return talk(answerer)
    return 0
