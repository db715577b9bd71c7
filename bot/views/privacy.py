"""/privacy: what is kept, what of it is this person's, and the way to delete it."""

from __future__ import annotations

from collections.abc import Mapping

from bot.state import ServerSettings
from bot.views.screen import BLUE, RED, Screen, box, button, rows
from bot.views.settings import keeping
from bot.views.state import pack
from bot.views.texts import Texts


def render_privacy(say: Texts, counts: Mapping[str, int] | None, server: ServerSettings | None) -> Screen:
    """What is kept in general, in this server (None: this is no server), and of the person (None: cannot be told now)."""
    lines = [say("privacy.text"), ""]
    if server is not None:
        lines += [f"**{say('privacy.here')}** {keeping(server.keep_days, say)}", ""]
    lines += _own(say, counts)
    made = []
    if counts:
        made = [
            button(say("privacy.show"), pack("privacy", "show")),
            button(say("privacy.delete"), pack("privacy", "ask"), "danger"),
        ]
    return Screen((box(say("privacy.title"), "\n".join(lines), BLUE),), rows(made))


def _own(say: Texts, counts: Mapping[str, int] | None) -> list[str]:
    if counts is None:
        return [say("privacy.unknown")]
    if not counts:
        return [say("privacy.nothing")]
    return [f"**{say('privacy.yours')}**", *counted(say, counts)]


def counted(say: Texts, counts: Mapping[str, int]) -> list[str]:
    """How much there is of each kind, one line each."""
    return [f"- {say.count(f'privacy.kinds.{kind}', n)}" for kind, n in counts.items()]


def render_deletion(say: Texts, counts: Mapping[str, int]) -> Screen:
    """Asks before anything is deleted."""
    lines = [say("privacy.sure"), "", *counted(say, counts)]
    made = [
        button(say("privacy.confirm"), pack("privacy", "delete"), "danger"),
        button(say("privacy.cancel"), pack("privacy", "keep")),
    ]
    return Screen((box(say("privacy.title"), "\n".join(lines), RED),), rows(made))


def render_deleted(say: Texts) -> Screen:
    """Nothing is left."""
    return Screen((box(say("privacy.title"), say("privacy.deleted"), BLUE),))
