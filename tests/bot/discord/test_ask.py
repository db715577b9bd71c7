"""/ask on the wire."""

from __future__ import annotations

from .conftest import Start
from .fake import FakeDiscord
from .values import Handed


async def test_question_asked__answer_arrives_verdict_first(fake: FakeDiscord, start: Start) -> None:
    await start(Handed())
    ada = fake.user("Ada")
    asked = await ada.slash("ask", question="Is the copy gone?")
    message = await asked.answer()
    assert message.labels == ["Steps", "Rulings", "Rules", "Language", "Wrong?", "Delete"]
    assert message.text.index("**Yes.**") < message.text.index("The copy ceases to exist.")
    steps = await (await ada.press(message, "Steps")).answer()
    assert steps.ephemeral
    assert "**2.** The copy is gone. ([704.5e](https://" in steps.text
