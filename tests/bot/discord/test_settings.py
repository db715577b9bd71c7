"""A server's settings: who may change them, that they hold everywhere, and what forged presses do."""

from __future__ import annotations

import asyncio
import dataclasses
import json

import pytest

from bot.discord_client import JudgecallClient
from bot.state import KEEP_DAYS, ServerSettings
from bot.views.texts import texts

from .conftest import Start
from .fake import FakeDiscord, FakeUser, Message
from .values import Handed

CHANNEL_SELECT = 8
STRING_SELECT = 3


async def _panel(user: FakeUser) -> Message:
    return await (await user.slash("settings")).answer()


async def _stored(client: JudgecallClient, fake: FakeDiscord) -> ServerSettings:
    guild = int(fake.place.guild_id or 0)
    return await client.services.state.run(lambda state: state.servers.get(guild))


async def test_manager_sets_everything__panel_says_so_and_it_is_kept(fake: FakeDiscord, start: Start) -> None:
    client = await start()
    mia = fake.user("Mia", manages=True)
    panel = await _panel(mia)
    assert panel.ephemeral
    assert await _stored(client, fake) == ServerSettings()
    panel = await (await mia.choose(panel, "de", select=0)).answer()
    panel = await (await mia.choose(panel, fake.other_place.channel_id, select=1)).answer()
    panel = await (await mia.choose(panel, "30", select=2)).answer()
    panel = await (await mia.press(panel, "Show answers to the asker only")).answer()
    panel = await (await mia.press(panel, "Switch the leaderboard on")).answer()
    for words in ("Deutsch", f"<#{fake.other_place.channel_id}>", "kept for 30 days", "switched on"):
        assert words in panel.text
    wanted = ServerSettings("de", (int(fake.other_place.channel_id),), True, 30, True)
    assert await _stored(client, fake) == wanted
    await client.close()
    fake.gateway.ready.clear()
    again = await start()
    assert await _stored(again, fake) == wanted
    panel = await (await mia.choose(panel, "any", select=0)).answer()
    panel = await (await mia.choose(panel, select=1)).answer()
    panel = await (await mia.press(panel, "Show answers to everybody")).answer()
    assert await _stored(again, fake) == ServerSettings(keep_days=30, leaderboard=True)


async def test_settings__are_shown_to_managers_in_servers_only(fake: FakeDiscord, start: Start) -> None:
    await start()
    assert int(fake.command("settings")["default_member_permissions"]) == 1 << 5
    with pytest.raises(LookupError):
        await fake.user("Ada").slash("settings")
    with pytest.raises(LookupError):
        await fake.user("Mia", manages=True).slash("settings", place=fake.dm)


async def test_member_whom_the_server_lets_use_every_command__still_changes_nothing(
    fake: FakeDiscord, start: Start
) -> None:
    client = await start()
    ada, mia = fake.user("Ada", "fr"), fake.user("Mia", manages=True)
    ada.overridden = True
    refused = await _panel(ada)
    assert refused.ephemeral
    assert refused.content == texts("fr")("settings.not_allowed")
    panel = await _panel(mia)
    # Only somebody who can make a message of their own look like ours gets this far.
    panel.interaction = None
    before = panel.text
    for interaction in (
        await ada.press(panel, "Show answers to the asker only"),
        await ada.choose(panel, "7", select=2),
    ):
        reply = await interaction.answer()
        assert reply is not panel
        assert reply.content == texts("fr")("settings.not_allowed")
    assert panel.text == before
    assert await _stored(client, fake) == ServerSettings()


@pytest.mark.parametrize(
    ("custom_id", "values"),
    [
        ("jc1:settings:private:maybe", None),
        ("jc1:settings:keep_days:on", None),
        ("jc1:settings", None),
        ("jc1:set:language", ("xx",)),
        ("jc1:set:language", ("de", "fr")),
        ("jc1:set:keep", ("5000",)),
        ("jc1:set:keep", ("-1",)),
        ("jc1:set:keep", ()),
        ("jc1:set:channels", ("1",)),
        ("jc1:set:channels", ("99999999999999999999999",)),
        ("jc1:set:channels", ("'; DROP TABLE servers; --",)),
        ("jc1:set:guild_id", ("7",)),
        ("jc1:set", ("7",)),
    ],
)
async def test_forged_values__change_nothing_even_for_a_manager(
    fake: FakeDiscord, start: Start, custom_id: str, values: tuple[str, ...] | None
) -> None:
    client = await start()
    mia = fake.user("Mia", manages=True)
    panel = await _panel(mia)
    if values is None:
        panel.body["components"][3]["components"][0]["custom_id"] = custom_id
        interaction = await mia.press_id(panel, custom_id)
    else:
        row, kind = (1, CHANNEL_SELECT) if "channels" in custom_id else (0, STRING_SELECT)
        panel.body["components"][row]["components"][0]["custom_id"] = custom_id
        interaction = await mia.choose_id(panel, custom_id, kind, *values)
    reply = await interaction.answer()
    assert reply is not panel
    assert "older version" in reply.text
    assert await _stored(client, fake) == ServerSettings()


async def test_settings_pressed_outside_a_server__are_refused(fake: FakeDiscord, start: Start) -> None:
    await start()
    mia = fake.user("Mia", manages=True)
    panel = await _panel(mia)
    assert panel.interaction is not None
    panel.interaction.place = fake.dm
    reply = await (await mia.press(panel, "Show answers to the asker only")).answer()
    assert "belong to a server" in reply.text


async def _set(client: JudgecallClient, fake: FakeDiscord, settings: ServerSettings) -> None:
    await client.services.state.change_settings(int(fake.place.guild_id or 0), lambda _: settings)


async def test_channels_set__every_command_answers_there_only(fake: FakeDiscord, start: Start) -> None:
    answers = Handed()
    client = await start(answers)
    await _set(client, fake, ServerSettings(channels=(int(fake.other_place.channel_id),)))
    ada = fake.user("Ada")
    for command, options in (
        ("ask", {"question": "Is it?"}),
        ("card", {"name": "Arcane Heist"}),
        ("rulings", {"card": "Arcane Heist"}),
        ("rule", {"query": "704.5e"}),
        ("define", {"term": "stack"}),
        ("scenario", {}),
    ):
        refused = await (await ada.slash(command, place=fake.place, **options)).answer()
        assert refused.ephemeral
        assert f"Here it does: <#{fake.other_place.channel_id}>" in refused.text, command
    menu = await ada.menu("Answer this rules question", fake.written_by(ada, "Is it?"))
    assert "does not answer in this channel" in (await menu.answer()).text
    assert answers.asked == []
    asked = await ada.slash("ask", place=fake.other_place, question="Is it?")
    assert "**Yes.**" in (await asked.answer()).text
    for place in (fake.dm, fake.group):
        assert "**Yes.**" in (await (await ada.slash("ask", place=place, question="Is it?")).answer()).text
    for command in ("help", "privacy"):
        assert (await (await ada.slash(command)).answer()).embeds


async def test_channels_set__a_thread_counts_as_its_channel(fake: FakeDiscord, start: Start) -> None:
    client = await start()
    await _set(client, fake, ServerSettings(channels=(int(fake.other_place.channel_id),)))
    ada = fake.user("Ada")
    inside, outside = fake.other_place.thread(), fake.place.thread()
    assert "**Yes.**" in (await (await ada.slash("ask", place=inside, question="Is it?")).answer()).text
    refused = await (await ada.slash("ask", place=outside, question="Is it?")).answer()
    assert "does not answer in this channel" in refused.text
    alone = ServerSettings(channels=(int(inside.channel_id),))
    await _set(client, fake, alone)
    assert "**Yes.**" in (await (await ada.slash("ask", place=inside, question="Is it?")).answer()).text


async def test_channel_of_the_settings_was_deleted__panel_still_opens(
    fake: FakeDiscord, start: Start
) -> None:
    client = await start()
    await _set(client, fake, ServerSettings(channels=(4711, int(fake.other_place.channel_id))))
    panel = await _panel(fake.user("Mia", manages=True))
    assert "<#4711>" in panel.text
    chosen = [one["id"] for one in panel.selects[1]["default_values"]]
    assert [int(one) for one in chosen] == [int(fake.other_place.channel_id)]


async def test_language_set__public_answers_are_in_it_and_private_ones_in_the_persons(
    fake: FakeDiscord, start: Start
) -> None:
    answers = Handed()
    client = await start(answers)
    await _set(client, fake, ServerSettings(language="de"))
    ada = fake.user("Ada", "fr")
    message = await (await ada.slash("ask", question="Is it?")).answer()
    assert texts("de")("answer.rulings") in message.text
    await (await ada.slash("ask", question="Is it?", language="ja")).answer()
    await (await ada.slash("ask", question="Is it?", private=True)).answer()
    assert [language for _, language in answers.asked] == ["de", "ja", None]
    rulings = await (await ada.slash("rulings", card="Arcane Heist")).answer()
    assert "Offizielle Rulings zu Arcane Heist" in rulings.text
    await _set(client, fake, ServerSettings(language="de", private=True))
    rulings = await (await ada.slash("rulings", card="Arcane Heist")).answer()
    assert "Décisions officielles" in rulings.text


async def test_private_set__answers_are_private_unless_the_asker_says_otherwise(
    fake: FakeDiscord, start: Start
) -> None:
    client = await start()
    await _set(client, fake, ServerSettings(private=True))
    ada = fake.user("Ada")
    assert (await (await ada.slash("ask", question="Is it?")).answer()).ephemeral
    assert not (await (await ada.slash("ask", question="Is it?", private=False)).answer()).ephemeral
    assert (await (await ada.slash("card", name="Arcane Heist")).answer()).ephemeral
    assert (await (await ada.slash("rule", query="704.5e")).answer()).ephemeral
    assert (await (await ada.slash("scenario", situation="heist-x-is-zero")).answer()).ephemeral


async def test_keeping_turned_on__questions_are_kept_said_downloaded_and_go_when_turned_off(
    fake: FakeDiscord, start: Start
) -> None:
    client = await start()
    ada, mia = fake.user("Ada"), fake.user("Mia", manages=True)
    guild = int(fake.place.guild_id or 0)
    first = await (await ada.slash("ask", question="Before it was on?")).answer()
    assert "keeps questions" not in first.text
    panel = await (await mia.choose(await _panel(mia), "7", select=2)).answer()
    message = await (await ada.slash("ask", question="Is *it*?\u202e")).answer()
    assert "This server keeps questions for 7 days; /privacy" in message.text
    await (
        await ada.menu("Answer this rules question", fake.written_by(mia, "Somebody else's words?"))
    ).answer()
    # Whoever has installed the bot for themselves asks as their own guest, not as the server's.
    own = dataclasses.replace(fake.place, user_install=True)
    for place in (fake.group, own):
        other = await (await ada.slash("ask", place=place, question="Not the server's?")).answer()
        assert "keeps questions" not in other.text
    file = await (await mia.press(panel, "Kept questions as a file")).answer()
    assert file.ephemeral
    ((_, data),) = file.files
    kept = [json.loads(line) for line in data.decode().splitlines()]
    assert [(one["question"], one["verdict"], one["language"]) for one in kept] == [
        ("Is *it*?\u202e", "yes", "en")
    ]
    assert ada.id not in data.decode()
    panel = await (await mia.choose(panel, "0", select=2)).answer()
    assert await client.services.state.run(lambda state: state.servers.questions(guild)) == []
    assert "Kept questions as a file" not in panel.labels


async def test_bot_removed_from_a_server__nothing_of_it_is_left(fake: FakeDiscord, start: Start) -> None:
    client = await start()
    await _set(client, fake, ServerSettings(private=True, keep_days=7))
    guild = int(fake.place.guild_id or 0)
    await (await fake.user("Ada").slash("ask", question="Is it?", private=True)).answer()
    assert len(await client.services.state.run(lambda state: state.servers.questions(guild))) == 1
    await fake.gateway.dispatch("GUILD_DELETE", {"id": str(guild)})
    for _ in range(500):
        if await _stored(client, fake) == ServerSettings():
            break
        await asyncio.sleep(0.01)
    assert await _stored(client, fake) == ServerSettings()
    assert await client.services.state.run(lambda state: state.servers.questions(guild)) == []


def test_days_of_keeping__begin_with_not_at_all() -> None:
    assert KEEP_DAYS[0] == ServerSettings().keep_days == 0
