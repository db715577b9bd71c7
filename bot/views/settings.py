"""The panel of a server's settings: what holds now, and a menu or button for each thing."""

from __future__ import annotations

from collections.abc import Container

from bot.answers.models import LANGUAGES
from bot.state import KEEP_DAYS, MAX_CHANNELS, ServerSettings
from bot.views.screen import BLUE, Button, Screen, Select, box, button
from bot.views.state import pack
from bot.views.texts import Texts

ANY = "any"
ON, OFF = "on", "off"


def render_settings(settings: ServerSettings, say: Texts, there: Container[int]) -> Screen:
    """The panel as a message for the person who sets; `there` are the server's channels, for the menu of them."""
    language = say("settings.any_language") if settings.language is None else say.name_of(settings.language)
    lines = [
        say("settings.text"),
        "",
        f"**{say('settings.language')}** {language}",
        f"**{say('settings.channels')}** {_channels(settings, say)}",
        f"**{say('settings.visible')}** {say('settings.private' if settings.private else 'settings.public')}",
        f"**{say('settings.keep')}** {keeping(settings.keep_days, say)}",
        f"**{say('settings.leaderboard')}** {say('settings.enabled' if settings.leaderboard else 'settings.disabled')}",
    ]
    embed = box(say("settings.title"), "\n".join(lines), BLUE)
    return Screen((embed,), (*_menus(settings, say, there), _buttons(settings, say)))


def keeping(days: int, say: Texts) -> str:
    """For how long questions are kept, in words."""
    return say("settings.kept_for", n=days) if days else say("settings.not_kept")


def _channels(settings: ServerSettings, say: Texts) -> str:
    return " ".join(f"<#{channel}>" for channel in settings.channels) or say("settings.everywhere")


def _menus(settings: ServerSettings, say: Texts, there: Container[int]) -> tuple[Select, Select, Select]:
    languages = ((ANY, say("settings.any_language")), *((code, say.name_of(code)) for code in LANGUAGES))
    days = tuple((str(days), keeping(days, say)) for days in KEEP_DAYS)
    return (
        Select(pack("set", "language"), say("settings.language"), languages, (settings.language or ANY,)),
        Select(
            pack("set", "channels"),
            say("settings.choose_channels"),
            chosen=tuple(str(channel) for channel in settings.channels if channel in there),
            channels=True,
            at_least=0,
            at_most=MAX_CHANNELS,
        ),
        Select(pack("set", "keep"), say("settings.keep"), days, (str(settings.keep_days),)),
    )


def _buttons(settings: ServerSettings, say: Texts) -> tuple[Button, ...]:
    """Each button says what it will do, and its id says the same, so that a second press changes nothing."""
    visible = button(
        say("settings.make_public" if settings.private else "settings.make_private"),
        pack("settings", "private", OFF if settings.private else ON),
    )
    board = button(
        say("settings.board_off" if settings.leaderboard else "settings.board_on"),
        pack("settings", "leaderboard", OFF if settings.leaderboard else ON),
    )
    kept = (button(say("settings.download"), pack("settings", "download", ON)),) if settings.keep_days else ()
    return (visible, board, *kept)
