"""Registering commands: localized, within limits, and only when they have changed."""

from __future__ import annotations

from pathlib import Path

from bot.views.texts import DISCORD_LOCALES, texts

from .conftest import Start
from .fake import FakeDiscord


async def test_commands__are_localized_in_every_locale(fake: FakeDiscord, start: Start) -> None:
    await start()
    assert {"ask", "card", "rulings", "rule", "define", "help", "privacy"} <= {
        c["name"] for c in fake.commands
    }
    for command in fake.commands:
        assert set(command["name_localizations"]) == set(DISCORD_LOCALES)
        if command["type"] == 1:
            assert set(command["description_localizations"]) == set(DISCORD_LOCALES)
        for option in command.get("options", []):
            assert set(option["name_localizations"]) == set(DISCORD_LOCALES), (
                command["name"],
                option["name"],
            )
            assert set(option["description_localizations"]) == set(DISCORD_LOCALES)
    ask = fake.command("ask")
    assert ask["name_localizations"]["de"] == texts("de")("commands.ask.name")


async def test_commands__work_in_servers_direct_messages_and_user_installs(
    fake: FakeDiscord, start: Start
) -> None:
    await start()
    for command in fake.commands:
        only_servers = command["name"] == "settings"
        assert command["integration_types"] == ([0] if only_servers else [0, 1])
        assert command["contexts"] == ([0] if only_servers else [0, 1, 2])
    ada = fake.user("Ada")
    for place in (fake.place, fake.dm, fake.group):
        message = await (await ada.slash("ask", place=place, question="Is the copy gone?")).answer()
        assert "**Yes.**" in message.text
        steps = await (await ada.press(message, "Steps")).answer()
        assert "The trigger resolves" in steps.text


async def test_names_in_one_locale__are_all_different(fake: FakeDiscord, start: Start) -> None:
    await start()
    for locale in DISCORD_LOCALES:
        names = [c["name_localizations"][locale] for c in fake.commands if c["type"] == 1]
        assert len(set(names)) == len(names)


async def test_bot_started_twice__commands_are_sent_once(fake: FakeDiscord, start: Start) -> None:
    first = await start()
    assert fake.syncs == 1
    await first.close()
    fake.gateway.ready.clear()
    await start()
    assert fake.syncs == 1


async def test_note_about_commands_is_gone__they_are_sent_again_once(
    fake: FakeDiscord, start: Start, tmp_path: Path
) -> None:
    first = await start()
    await first.close()
    first.services.state.close()
    for file in tmp_path.glob("state.sqlite3*"):
        file.unlink()
    for _ in range(2):
        fake.gateway.ready.clear()
        await (await start()).close()
    assert fake.syncs == 2


async def test_discord_refuses_the_commands__bot_starts_nevertheless(
    fake: FakeDiscord, start: Start, unhandled: list[str]
) -> None:
    fake.fail_next("PUT /applications", status=403)
    await start()
    assert fake.syncs == 0
    assert any("could not be registered" in line for line in unhandled)
    unhandled.clear()


async def test_bot__asks_for_no_privileged_intent(fake: FakeDiscord, start: Start) -> None:
    await start()
    assert fake.gateway.current is not None
    assert fake.gateway.current.intents == 1
