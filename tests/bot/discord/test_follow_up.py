"""A follow-up keeps the cards of the question before, says so, and its buttons remember them."""

from __future__ import annotations

from bot.answers.models import Answer, CardUsed, Language, Step
from bot.discord_topics import PEOPLE, SECONDS, Topics
from knowledge import Knowledge

from .conftest import Start
from .fake import FakeDiscord
from .values import Handed, an_answer


async def test_question_without_names__is_about_the_cards_of_the_one_before(
    fake: FakeDiscord, start: Start, library: Knowledge
) -> None:
    card = library.card("Arcane Heist")
    assert card is not None
    used = CardUsed(name=card.name, oracle_id=card.oracle_id, matched="Arcane Heist", how="exact")
    told = an_answer().confirmation
    assert told is not None
    many = told.model_copy(update={"steps": tuple(Step(text=f"Step {n}.") for n in range(40))})

    def make(question: str, language: Language) -> Answer:
        return an_answer(
            question, language, cards=(used,) if card.name in question else (), confirmation=many
        )

    answers = Handed(make)
    await start(answers)

    def topic() -> list[str]:
        return list(answers.topics[-1])

    ada, bo = fake.user("Ada"), fake.user("Bo", "fr")
    first = await (await ada.slash("ask", question="Arcane Heist: is the copy gone?")).answer()
    assert "follow-up" not in first.text
    assert topic() == []
    second = await (await ada.slash("ask", question="And if I do cast it?")).answer()
    assert topic() == [card.oracle_id]
    assert "Taken as a follow-up about Arcane Heist" in second.text
    steps = await (await bo.press(second, "Steps")).answer()
    assert topic() == [card.oracle_id]
    await (await bo.press(steps, "Next")).answer()
    assert topic() == [card.oracle_id]
    copy = await (await bo.press(second, "Language")).answer()
    assert topic() == [card.oracle_id]
    assert "une suite à propos de Arcane Heist" in copy.text
    await (await bo.choose(copy, "de")).answer()
    assert topic() == [card.oracle_id]
    await (await bo.slash("ask", question="And for me?")).answer()
    assert topic() == []
    await (await ada.slash("ask", place=fake.dm, question="And here?")).answer()
    assert topic() == []


def test_topics__are_forgotten_after_a_while_and_are_few() -> None:
    now = 0.0
    topics = Topics(lambda: now)
    topics.remember(1, 2, ["a", "b", "c"])
    assert list(topics.recall(1, 2)) == ["a", "b"]
    assert not topics.recall(1, 3)
    now = SECONDS
    assert not topics.recall(1, 2)
    for person in range(PEOPLE + 10):
        topics.remember(1, person, ["a"])
    assert not topics.recall(1, 5)
    assert topics.recall(1, PEOPLE)
