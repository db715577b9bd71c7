"""/quiz over the wire: questions of the real engine, answers that count once, and what others may press."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from pathlib import Path

import discord
import pytest
from PIL import Image

from bot.cogs.quiz import Quizzes
from bot.discord_client import JudgecallClient
from bot.quiz import Choice, Outcome, Plays, Question, Quiz, play_here, quiz_texts
from bot.quiz.situation import shown_cards, situation
from bot.state import ServerSettings, now
from bot.views.quiz import fits, render_outcome, render_question, render_question_steps
from bot.views.state import digest, pack, unpack
from bot.views.texts import DISCORD_LOCALES, Texts, all_texts, language_of, texts
from knowledge import Knowledge
from rules_engine.scenario import library as scenarios

from .conftest import Start
from .fake import FakeDiscord, FakeUser, Message

LEFT_OPEN = re.compile(r"\{[a-z_]+\}")


def _quiz(client: JudgecallClient) -> Quiz:
    cog = client.get_cog("Quizzes")
    assert isinstance(cog, Quizzes)
    return cog.quiz


def _only(client: JudgecallClient, prefix: str) -> None:
    """Let the quiz ask only items of that kind, so that a test knows what comes."""
    quiz = _quiz(client)
    kept = [item for item in quiz.items if item.id.startswith(prefix)]
    assert kept
    quiz.items._items = {item.id: item for item in kept}


def _answers(client: JudgecallClient, message: Message) -> tuple[str, str]:
    """The labels of the right button and of a wrong one."""
    button = message.buttons[0]
    state = unpack(button["custom_id"])
    quiz = _quiz(client)
    item = next(one for one in quiz.items if digest(one.id) == state.text(3))
    question = item.build(Plays(play_here, lambda name: None), state.number(4), state.language(1))
    assert question is not None
    labels = message.labels
    wrong = next(n for n in range(len(question.choices)) if n != question.right)
    return labels[question.right], labels[wrong]


async def _ask(user: FakeUser, **options: str | int | bool) -> Message:
    return await (await user.slash("quiz", place=None, **options)).answer(seconds=60)


async def test_right_answer__is_praised_explained_and_kept(fake: FakeDiscord, start: Start) -> None:
    client = await start()
    _only(client, "made.storm")
    ada = fake.user("Ada")
    message = await _ask(ada)
    assert message.ephemeral
    assert "Chain Spark" in message.text
    right, _ = _answers(client, message)
    told = await (await ada.press(message, right)).answer()
    assert "**Right.**" in told.text
    assert "702.40a" in told.text
    assert "It comes again in" in told.text
    steps = await (await ada.press(told, "Steps")).answer()
    assert "**1.** A pays" in steps.text
    assert "Page 2" in (await (await ada.press(steps, "Next")).answer()).text
    progress = await (await ada.press(told, "Progress")).answer()
    assert "Answered: 1, right: 1" in progress.text
    memory = await client.services.state.run(lambda state: state.quiz.memory(int(ada.id)))
    assert list(memory.seen) == ["made.storm"]


async def test_wrong_answer__is_told_what_is_right_and_why(fake: FakeDiscord, start: Start) -> None:
    client = await start()
    _only(client, "made.counters-cancel")
    ada = fake.user("Ada")
    message = await _ask(ada)
    right, wrong = _answers(client, message)
    told = await (await ada.press(message, wrong)).answer()
    assert "**Not right.**" in told.text
    assert f"The right answer is: **{right.split(' · ')[1]}**" in told.text
    assert "removed in pairs" in told.text


async def test_same_question_answered_twice__counts_once(fake: FakeDiscord, start: Start) -> None:
    client = await start()
    _only(client, "made.layers")
    ada = fake.user("Ada")
    message = await _ask(ada)
    right, wrong = _answers(client, message)
    first, second = await ada.press(message, wrong), await ada.press(message, right)
    await first.answer()
    assert "does not count again" in (await second.answer()).text
    memory = await client.services.state.run(lambda state: state.quiz.memory(int(ada.id)))
    assert (memory.seen["made.layers"].rights, memory.seen["made.layers"].wrongs) == (0, 1)


async def test_somebody_else_presses__gets_their_own_copy(fake: FakeDiscord, start: Start) -> None:
    client = await start()
    _only(client, "made.prowess")
    ada, bo = fake.user("Ada"), fake.user("Bo")
    message = await _ask(ada, private=False)
    assert not message.ephemeral
    right, _ = _answers(client, message)
    copy = await (await bo.press(message, right)).answer()
    assert copy.ephemeral
    assert copy.text == message.text
    memory = await client.services.state.run(lambda state: state.quiz.memory(int(bo.id)))
    assert not memory.seen
    assert "**Right.**" in (await (await bo.press(copy, right)).answer()).text
    assert "Right" not in message.text
    told = await (await ada.press(message, right)).answer()
    assert "**Right.**" in told.text
    following = await (await bo.press(told, "Next question")).answer(seconds=60)
    assert following.ephemeral
    assert not (await (await ada.press(told, "Next question")).answer(seconds=60)).ephemeral
    assert "Delete" in told.labels


async def test_bot_restarts__old_buttons_answer_and_progress_is_there(
    fake: FakeDiscord, start: Start
) -> None:
    first = await start()
    _only(first, "made.legends")
    ada = fake.user("Ada")
    message = await _ask(ada)
    right, _ = _answers(first, message)
    await first.close()
    fake.gateway.ready.clear()
    second = await start()
    assert "**Right.**" in (await (await ada.press(message, right)).answer()).text
    await second.close()
    fake.gateway.ready.clear()
    await start()
    progress = await _ask(ada, show="progress")
    assert progress.ephemeral
    assert "Answered: 1, right: 1" in progress.text


async def test_topic_and_level__are_suggested_kept_and_checked(fake: FakeDiscord, start: Start) -> None:
    client = await start()
    _only(client, "made.")
    ada = fake.user("Ada", "de")
    choices = await (await ada.typing("quiz", "topic", "kam")).suggestions()
    assert [(choice["name"], choice["value"]) for choice in choices] == [("Kampf", "combat")]
    message = await _ask(ada, topic="combat", level=1)
    assert "Stufe 1 (leicht)" in message.text
    right, _ = _answers(client, message)
    told = await (await ada.press(message, right)).answer()
    following = await (await ada.press(told, "Nächste Frage")).answer(seconds=60)
    assert "Stufe 1 (leicht)" in following.text
    assert "Kampf" in following.text
    assert "Dieses Thema gibt es nicht" in (await _ask(ada, topic="**@everyone**")).text
    level = fake.command("quiz")["options"][1]["choices"][0]
    assert level["name_localizations"]["de"] == "1: leicht"


async def test_leaderboard__only_where_it_is_on_and_only_who_takes_part(
    fake: FakeDiscord, start: Start
) -> None:
    client = await start()
    _only(client, "made.")
    ada, bo = fake.user("Ada"), fake.user("Bo")
    assert "no leaderboard here" in (await _ask(ada, show="leaderboard")).text
    guild = int(fake.place.guild_id or 0)
    await client.services.state.change_settings(guild, lambda _: ServerSettings(leaderboard=True))
    progress = await _ask(ada, show="progress")
    assert (
        "no leaderboard here"
        in (await (await ada.slash("quiz", show="leaderboard", place=fake.dm)).answer()).text
    )
    joined = await (await ada.press(progress, "Take part")).answer()
    assert "You take part" in joined.text
    for user in (ada, bo):
        message = await _ask(user)
        right, _ = _answers(client, message)
        await (await user.press(message, right)).answer()
    board = await _ask(bo, show="leaderboard", private=False)
    assert f"<@{ada.id}>: 1 right, 1 answered" in board.text
    assert bo.id not in board.text
    assert not board.pings()
    left = await (await ada.press(joined, "Leave the board")).answer()
    assert "no longer take part" in left.text
    assert "Nobody is on the leaderboard yet" in (await _ask(bo, show="leaderboard")).text
    rows = await client.services.state.run(lambda state: state.privacy.rows(int(ada.id)))
    assert {row.get("guild_id") for row in rows["quiz"]} == {None}


async def test_own_data__are_shown_and_deleted_with_privacy(fake: FakeDiscord, start: Start) -> None:
    client = await start()
    _only(client, "made.persist")
    ada = fake.user("Ada")
    message = await _ask(ada)
    right, _ = _answers(client, message)
    await (await ada.press(message, right)).answer()
    page = await (await ada.slash("privacy")).answer()
    assert "2 entries about what you answered in the quiz" in page.text
    asked = await (await ada.press(page, "Delete it all")).answer()
    await (await ada.press(asked, texts("en")("privacy.confirm"))).answer()
    assert "You have not answered anything yet" in (await _ask(ada, show="progress")).text


async def test_forged_presses__get_a_polite_answer(fake: FakeDiscord, start: Start) -> None:
    client = await start()
    _only(client, "made.wilting")
    ada = fake.user("Ada")
    message = await _ask(ada)
    good = str(message.buttons[0]["custom_id"])
    state = unpack(good)
    item, seed, print_ = state.text(3), state.number(4), state.text(5)
    # What only shows when the question has been made again is said behind the message, which stays as it is.
    late = [
        pack("quiz", "a", "en", ada.id, item, seed, print_, 3, "-0"),
        pack("quiz", "a", "en", ada.id, "nothing0000", seed, print_, 0, "-0"),
        pack("quiz", "a", "en", ada.id, item, seed, "000000", 0, "-0"),
    ]
    forged = [
        *late,
        pack("quiz", "a", "en", ada.id, item, 99999, print_, 0, "-0"),
        pack("quiz", "a", "en", ada.id, item, seed, print_, 0, "nonsense"),
        pack("quiz", "a", "xx", ada.id, item, seed, print_, 0, "-0"),
        pack("quiz", "s", "en", "sideways", 0, item, seed, print_),
        pack("quiz", "n", "en", ada.id, "unknown0000"),
        pack("quiz", "x", "en"),
        pack("quiz", "j", "en"),
        "jc1:quiz",
    ]
    for custom_id in forged:
        # Discord only delivers custom ids that a message has; the forger is given one that he put there himself.
        message.body["components"][0]["components"][0]["custom_id"] = custom_id
        pressed = await ada.press_id(message, custom_id)
        told = await (pressed.followup() if custom_id in late else pressed.answer())
        assert re.search("older version|no longer in the data|no leaderboard here", told.text), custom_id
    memory = await client.services.state.run(lambda state: state.quiz.memory(int(ada.id)))
    assert not memory.seen


async def test_without_a_database__questions_are_asked_and_answered_all_the_same(
    fake: FakeDiscord, start: Start, tmp_path: Path, unhandled: list[str]
) -> None:
    client = await start()
    _only(client, "made.who-loses")
    await client.services.state.run(lambda state: state.close())
    for file in tmp_path.glob("state.sqlite3*"):
        file.unlink()
    (tmp_path / "state.sqlite3").mkdir()
    ada = fake.user("Ada")
    message = await _ask(ada)
    right, _ = _answers(client, message)
    told = await (await ada.press(message, right)).answer()
    assert "**Right.**" in told.text
    assert "could not be written down" in told.text
    unhandled.clear()


async def test_engine_needs_too_long__that_is_said_and_the_next_one_is_served(
    fake: FakeDiscord, start: Start
) -> None:
    client = await start()
    _only(client, "made.storm")
    client.services.engine.seconds = 0.000001
    assert "no question for this topic" in (await _ask(fake.user("Ada"))).text
    client.services.engine.seconds = 30
    assert "made." in (await _ask(fake.user("Ada"))).text


@pytest.mark.parametrize("locale", DISCORD_LOCALES)
async def test_quiz__is_asked_answered_and_explained_in_every_locale(
    fake: FakeDiscord, start: Start, locale: str
) -> None:
    client = await start()
    _only(client, "made.double-strike")
    say, frame = quiz_texts(language_of(locale)), texts(language_of(locale))
    guild = int(fake.place.guild_id or 0)
    await client.services.state.change_settings(guild, lambda _: ServerSettings(leaderboard=True))
    ada = fake.user("Ada", locale)
    message = await _ask(ada)
    assert say("ask.double-strike-lifelink") in message.text
    _, wrong = _answers(client, message)
    told = await (await ada.press(message, wrong)).answer()
    assert say("ui.wrong") in told.text
    assert say("slips.double-strike") in told.text
    steps = await (await ada.press(told, frame("buttons.steps"))).answer()
    assert frame("pages.steps") in steps.text
    assert ("begins to resolve" in steps.text or " attacks " in steps.text) == (frame.language == "en")
    ((name, png),) = steps.files
    assert steps.embeds[0]["image"]["url"] == f"attachment://{name}"
    assert Image.open(io.BytesIO(png)).format == "PNG"
    assert frame("picture.battlefield") in steps.body["attachments"][0]["description"]
    progress = await (await ada.press(told, say("buttons.progress"))).answer()
    assert say("ui.answered", answered=1, right=0) in progress.text
    joined = await (await ada.press(progress, say("buttons.join"))).answer()
    assert say("ui.joined") in joined.text
    board = await (await ada.press(joined, say("buttons.board"))).answer()
    assert say("ui.board_empty") in board.text
    for shown in (message, told, steps, progress, joined, board):
        for text in (shown.text, *shown.labels):
            assert not LEFT_OPEN.search(text), text
            assert not re.search(r"\b(ui|slips|ask|frame|states|do|topics)\.[a-z_-]+\b", text), text


@pytest.mark.parametrize("say", all_texts(), ids=lambda say: say.language)
def test_what_there_is_in_english_only__is_marked_in_the_readers_language(say: Texts) -> None:
    plays, own = Plays(play_here, lambda name: None), quiz_texts(say.language)
    quiz = Quiz(plays, scenarios=scenarios)
    found = quiz.question("true.cascade-and-a-tax@0", say.language)
    assert found is not None
    told = Outcome(found, 1 - found.right, counted=True, due=None)
    screen = render_outcome(told, 1, private=True, saved=True, now=now())
    shown = "\n".join(embed.description or "" for embed in screen.embeds)
    marks = (own("ui.choices_in_english"), own("ui.why_in_english"))
    assert [mark in shown for mark in marks] == [say.language != "en"] * 2
    made = quiz.question("made.storm@0", say.language)
    assert made is not None
    assert not made.in_english


def test_questions_of_the_library__fit_into_a_message_in_every_language(library: Knowledge) -> None:
    """The longest positions, without their runs: what they are made of is what takes the room."""
    plays = Plays(play_here, library.card)
    files = [scenarios()[name] for name in list(scenarios())[::30]]
    for file in files:
        for say in (quiz_texts(one.language) for one in all_texts()):
            lines = situation(file.scenario, say)
            question = Question(
                item=f"true.{file.id}",
                seed=9999,
                language=say.language,
                level=3,
                topics=("combat", "triggers"),
                situation=lines,
                cards=shown_cards("\n".join(lines), file, plays),
                ask=say("ask.true"),
                choices=tuple(Choice(f"{n}{'*_' * 60}", "storm") for n in range(4)),
                right=0,
                why=("w" * 300, "@everyone"),
                rules=tuple(file.scenario.cites[:6]),
                steps=(),
            )
            if fits(question):
                screen = render_question(question, 1 << 63)
                _small_enough(screen.embeds)
                outcome = Outcome(question, 1, counted=True, due=None)
                told = render_outcome(
                    outcome,
                    1 << 63,
                    private=False,
                    saved=False,
                    now=now(),
                    topic="combat",
                    level=3,
                )
                _small_enough(told.embeds)
                render_question_steps(question, 0, texts(say.language))
                assert all(len(button.custom_id) <= 100 for button in (*screen.buttons, *told.buttons))


def _small_enough(embeds: Sequence[discord.Embed]) -> None:
    assert sum(len(embed) for embed in embeds) <= 6000
    assert all(len(embed.description or "") <= 4096 for embed in embeds)
