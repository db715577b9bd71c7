"""/scenario: worked situations and pasted ones, in processes that can be killed."""

from __future__ import annotations

import asyncio
import time

import pytest

from bot.engine_process import EnginePool, RunLimitError, RunRefusedError, scenarios
from bot.views.rule_links import rule_link
from bot.views.texts import DISCORD_LOCALES, language_of, texts

from .conftest import Start
from .fake import FakeDiscord

SMALL = """\
id: jab-deals-two
title: A jab deals two damage
cites: [120.3a]
stand-ins:
  Sharp Jab:
    mana cost: "{R}"
    type: Instant
    text: Sharp Jab deals 2 damage to any target.
given:
  active: A
  step: precombat main
  players:
    A:
      battlefield: [Mountain]
      hand: [Sharp Jab]
    B:
      life: 20
do:
  - {cast: Sharp Jab, targets: B}
  - resolve: top
expect:
  - id: two
    claim: Player B is dealt 2 damage
    always: {seen: {event: damage, recipient: B, amount: 2}}
"""

EXPLODES = """\
id: explodes
title: Far too many lines of play
cites: [117.1]
stand-ins:
  Sharp Jab:
    mana cost: "{R}"
    type: Instant
    text: Sharp Jab deals 2 damage to any target.
given:
  active: A
  step: precombat main
  players:
    A:
      life: 2000
      battlefield: [20 Mountains]
      hand: [20 Sharp Jab]
    B:
      life: 2000
      battlefield: [20 Mountains]
      hand: [20 Sharp Jab]
do:
  - mark: start
explore:
  decisions: all
  actions: [cast]
  from: start
  until: end of turn
  bounds: {states: 100000000, runs: 100000000}
expect:
  - id: nothing
    claim: Nobody is dealt damage
    never: {seen: {event: damage}}
"""


async def _paste(fake: FakeDiscord, text: str, locale: str = "en-US") -> str:
    ada = fake.user("Ada", locale)
    opened = await ada.slash("scenario")
    message = await (await ada.submit(opened, text)).answer(seconds=60)
    assert message.ephemeral
    return message.text


async def test_pasted_scenario__is_played_and_told_step_by_step(fake: FakeDiscord, start: Start) -> None:
    await start()
    text = await _paste(fake, SMALL)
    assert "every claim holds" in text
    assert "Player B is dealt 2 damage" in text
    assert f"Sharp Jab deals 2 damage to B. ({rule_link('120.3')})" in text


async def test_pasted_claim_does_not_hold__says_so(fake: FakeDiscord, start: Start) -> None:
    await start()
    text = await _paste(
        fake, SMALL.replace("amount: 2", "amount: 3").replace("dealt 2 damage", "dealt 3 damage")
    )
    assert "a claim does not hold" in text
    assert "❌ Player B is dealt 3 damage" in text


@pytest.mark.parametrize(
    "text",
    [
        "not a scenario",
        "id: [",
        "a: &a [*a, *a]",
        "\x00",
        "title: **@everyone** [x](https://evil.example)",
        SMALL.replace("recipient", "recipient: C, nonsense"),
        SMALL.replace("deals 2 damage to any target", "makes tea for its owner"),
    ],
)
async def test_pasted_nonsense__is_refused_with_the_reason(
    fake: FakeDiscord, start: Start, text: str
) -> None:
    await start()
    told = await _paste(fake, text)
    assert "could not be played" in told or "does not understand" in told
    assert "Traceback" not in told


async def test_pasted_scenario_explodes__is_stopped_while_others_are_served(
    fake: FakeDiscord, start: Start
) -> None:
    client = await start()
    client.services.engine.seconds = 3.0
    ada, bo = fake.user("Ada"), fake.user("Bo")
    submitted = await ada.submit(await ada.slash("scenario"), EXPLODES)
    await submitted.acknowledged()
    served = 0
    while submitted.original is None or submitted.original.flags & (1 << 7):
        message = await (await bo.slash("ask", question="Is the copy gone?")).answer()
        assert "Yes." in message.text
        served += 1
        await asyncio.sleep(0.1)
    told = (await submitted.answer()).text
    assert "more time or memory" in told
    assert served >= 5
    client.services.engine.seconds = 30.0
    assert "every claim holds" in await _paste(fake, SMALL)


async def test_form_of_before_a_restart__is_still_played(fake: FakeDiscord, start: Start) -> None:
    first = await start()
    ada = fake.user("Ada")
    opened = await ada.slash("scenario")
    await opened.form()
    await first.close()
    fake.gateway.ready.clear()
    await start()
    message = await (await ada.submit(opened, SMALL)).answer(seconds=60)
    assert "every claim holds" in message.text


async def test_forged_form__gets_a_polite_answer(fake: FakeDiscord, start: Start) -> None:
    await start()
    ada = fake.user("Ada")
    opened = await ada.slash("scenario")
    form = await opened.form()
    form["custom_id"] = "jc1:nonsense"
    message = await (await ada.submit(opened, "x")).answer()
    assert "older version" in message.text


async def test_worked_situation__is_suggested_played_and_paged(fake: FakeDiscord, start: Start) -> None:
    await start()
    ada, bo = fake.user("Ada"), fake.user("Bo")
    title = next(iter(scenarios().values())).title
    choices = await (await ada.typing("scenario", "situation", title[:12])).suggestions()
    id_ = "heist-x-is-zero"
    assert id_ in scenarios()
    assert choices[0]["value"] in scenarios()
    message = await (await ada.slash("scenario", situation=id_)).answer(seconds=120)
    assert scenarios()[id_].title in message.text.replace("\\", "")
    assert "**1.**" in message.text
    ((name, png),) = message.files
    assert png.startswith(b"\x89PNG")
    assert message.embeds[0]["image"]["url"] == f"attachment://{name}"
    assert message.body["attachments"][0]["description"].startswith("After step ")
    if "Next ▶" in message.labels:
        refused = await (await bo.press(message, "Next")).answer()
        assert "Only the person who asked" in refused.text
        turned = await (await ada.press(message, "Next")).answer()
        assert "Page 2" in turned.text


async def test_unknown_situation__says_so(fake: FakeDiscord, start: Start) -> None:
    await start()
    message = await (await fake.user("Ada").slash("scenario", situation="**nothing**")).answer()
    assert "There is no worked situation" in message.text


@pytest.mark.parametrize("locale", DISCORD_LOCALES)
async def test_scenario__is_told_in_every_locale(fake: FakeDiscord, start: Start, locale: str) -> None:
    await start()
    say = texts(language_of(locale))
    told = await _paste(fake, SMALL, locale)
    assert say("scenario.passed") in told
    assert ("Sharp Jab deals 2 damage to B." in told) == (say.language == "en")
    if say.language == "de":
        assert "Sharp Jab fügt B 2 Schadenspunkte zu." in told
    assert say("scenario.in_english") not in told  # whoever pasted it wrote the claims


async def test_worked_situation__is_told_and_drawn_in_the_readers_language(
    fake: FakeDiscord, start: Start
) -> None:
    await start()
    message = await (await fake.user("Ada", "ja").slash("scenario", situation="heist-x-is-zero")).answer(
        seconds=120
    )
    assert texts("ja")("scenario.in_english") in message.text
    assert "の解決が始まる" in message.text
    assert "begins to resolve" not in message.text
    ((_, png),) = message.files
    assert png.startswith(b"\x89PNG")
    alt = message.body["attachments"][0]["description"]
    assert alt.startswith("手順 ")
    assert "tapped" not in alt


def test_pool__kills_a_run_that_takes_too_long_and_serves_the_next() -> None:
    pool = EnginePool(seconds=2)
    pool.warm_up()
    started = time.monotonic()
    with pytest.raises(RunLimitError):
        pool.play_text(EXPLODES, lambda name: None)
    assert time.monotonic() - started < 20
    with pytest.raises(RunRefusedError):
        pool.play_text("id: [", lambda name: None)
    pool.seconds = 30
    assert pool.play_text(SMALL, lambda name: None).status == "passed"
    pool.close()
