"""What happens when a button is pressed; all that is needed stands in its custom id and in the message it hangs on."""

from __future__ import annotations

import gzip
import io
import re
from collections.abc import Sequence
from typing import Any, Final, Self, cast

import discord

from bot.answers.models import LANGUAGES, Ambiguous, Language
from bot.discord_client import STYLES, Handler, JudgecallClient, client_of
from bot.discord_errors import Interaction, RefusalError, handle
from bot.views.answer import question_of, render_answer
from bot.views.pages import render_quotations, render_steps
from bot.views.quotes import rule_quotations, stored_ruling_quotation
from bot.views.screen import Button, Screen, Select, rows
from bot.views.state import BadStateError, State, digest, pack, pack_topic, unpack
from bot.views.texts import language_of, texts

LARGE: Final = 8_000_000
PICTURE: Final = "zones.png"


# discord.py keeps dynamic items by their pattern alone, so the two patterns must exclude each other.
class PressedButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"(?s)(?!jc\d+:(?:translate|set)(?::|$)).*"
):
    """Any button, of this or an older version; what it does is decided by the client's handlers.

    It takes whatever it is given: an error in here would be swallowed and the person left without an answer.
    """

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: discord.ui.Item[Any], match: object, /
    ) -> Self:
        return cls(cast(discord.ui.Button[Any], item))

    @classmethod
    def of(cls, button: Button, row: int) -> Self:
        """The button as Discord's."""
        style = STYLES[button.style]
        return cls(
            discord.ui.Button(
                label=button.label, custom_id=button.custom_id, style=style, disabled=button.disabled, row=row
            )
        )

    async def callback(self, interaction: Interaction) -> None:
        await _guarded(interaction, self.custom_id)


class ChosenOption(
    discord.ui.DynamicItem[discord.ui.Select[Any]], template=r"(?s)jc\d+:(?:translate|set)(?::.*)?"
):
    """Any menu of ours."""

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: discord.ui.Item[Any], match: object, /
    ) -> Self:
        return cls(cast(discord.ui.Select[Any], item))

    @classmethod
    def of(cls, select: Select, row: int) -> Self:
        """The menu as Discord's."""
        return cls(_channel_menu(select, row) if select.channels else _menu(select, row))

    async def callback(self, interaction: Interaction) -> None:
        await _guarded(interaction, self.custom_id)


def _menu(select: Select, row: int) -> discord.ui.Select[Any]:
    options = [
        discord.SelectOption(value=value, label=label, default=value in select.chosen)
        for value, label in select.options
    ]
    return discord.ui.Select(
        custom_id=select.custom_id, placeholder=select.placeholder, options=options, row=row
    )


def _channel_menu(select: Select, row: int) -> discord.ui.Select[Any]:
    kinds = discord.ChannelType
    menu = discord.ui.ChannelSelect[Any](
        custom_id=select.custom_id,
        placeholder=select.placeholder,
        min_values=select.at_least,
        max_values=select.at_most,
        channel_types=[kinds.text, kinds.news, kinds.forum, kinds.voice, kinds.stage_voice],
        default_values=[
            discord.SelectDefaultValue(id=int(one), type=discord.SelectDefaultValueType.channel)
            for one in select.chosen
        ],
        row=row,
    )
    return cast(discord.ui.Select[Any], menu)


def view_of(screen: Screen) -> discord.ui.View:
    """The buttons and menus of a screen as Discord's; needs the running loop."""
    view = discord.ui.View(timeout=None)
    for number, row in enumerate(screen.rows):
        if isinstance(row, Select):
            view.add_item(ChosenOption.of(row, number))
        else:
            for button in row:
                view.add_item(PressedButton.of(button, number))
    return view


async def _guarded(interaction: Interaction, custom_id: str) -> None:
    verb = "unknown"
    try:
        async with client_of(interaction).serving(interaction):
            state = unpack(custom_id)
            handler = client_of(interaction).handlers.get(state.verb)
            if handler is None:
                raise BadStateError(state.verb)
            verb = state.verb
            await handler(interaction, state)
    except Exception as error:  # noqa: BLE001 - the handler is where every error ends
        await handle(interaction, error, f"button {verb}")


async def defer_answer(interaction: Interaction, *, private: bool) -> None:
    """Say at once that an answer will come; who sees it is settled here for good."""
    await interaction.response.defer(ephemeral=private, thinking=True)


def text_file(name: str, text: str) -> discord.File:
    """A text as a file to be sent; a large one is packed, because Discord takes ten megabytes."""
    data = text.encode("utf-8", "replace")
    if len(data) > LARGE:
        return discord.File(io.BytesIO(gzip.compress(data)), f"{name}.gz")
    return discord.File(io.BytesIO(data), name)


async def show(interaction: Interaction, screen: Screen) -> None:
    """Put a screen into the message that waits (or that is being turned); an older picture goes."""
    embeds = [embed.copy() for embed in screen.embeds]
    files = []
    if screen.picture is not None:
        files = [discord.File(io.BytesIO(screen.picture.png), PICTURE, description=screen.picture.alt)]
        embeds[-1].set_image(url=f"attachment://{PICTURE}")
    await interaction.edit_original_response(
        content=None, embeds=embeds, view=view_of(screen), attachments=files
    )


async def open_or_turn(interaction: Interaction, mode: str) -> None:
    """A page that is opened is a new private message; one that is turned stays where it is."""
    if mode == "open":
        await defer_answer(interaction, private=True)
    elif mode == "turn":
        await interaction.response.defer()
    else:
        raise BadStateError(mode)


def question_in(interaction: Interaction) -> str:
    """The question of the message that a button or form hangs on; raises `RefusalError` where there is none."""
    question = question_of(interaction.message.embeds) if interaction.message else None
    if not question:
        raise RefusalError("errors.gone")
    return question


def _only(interaction: Interaction, owner: int) -> None:
    """Only the asker may go on, as the button says and, where Discord tells it, as Discord says."""
    told = interaction.message.interaction_metadata if interaction.message else None
    if interaction.user.id != owner or (told is not None and told.user.id != owner):
        raise RefusalError("errors.not_yours")


async def _steps(interaction: Interaction, state: State) -> None:
    mode, language, page, scenario = state.text(0), state.language(1), state.number(2), state.text(3)
    question, topic = question_in(interaction), state.oracle_ids(4)
    await open_or_turn(interaction, mode)
    answer = await client_of(interaction).answer(question, language, topic)
    told = answer.confirmation
    if told is None or not told.steps or told.scenario is None or digest(told.scenario) != scenario:
        raise RefusalError("errors.no_steps")
    client, say = client_of(interaction), texts(language)
    drawing = await client.drawing(told)
    screen = await client.look_up(lambda _: render_steps(answer, page, say, topic, drawing))
    assert screen is not None
    await show(interaction, screen)


async def _rulings(interaction: Interaction, state: State) -> None:
    mode, language, page, keys = state.text(0), state.language(1), state.number(2), state.keys(3)
    await open_or_turn(interaction, mode)
    found = await client_of(interaction).look_up(lambda library: [library.ruling(key) for key in keys])
    say = texts(language)
    quotations = [stored_ruling_quotation(one, say) for one in found if one is not None]
    if not quotations:
        raise RefusalError("errors.gone")
    packed = state.text(3)
    screen = render_quotations(
        say("answer.rulings"), quotations, page, say, lambda n: pack("rulings", "turn", language, n, packed)
    )
    await show(interaction, screen)


async def _rules(interaction: Interaction, state: State) -> None:
    mode, language, page, numbers = state.text(0), state.language(1), state.number(2), state.rules(3)
    await open_or_turn(interaction, mode)
    found = await client_of(interaction).look_up(lambda library: [library.rule(number) for number in numbers])
    say = texts(language)
    quotations = rule_quotations([one for one in found if one is not None], say)
    if not quotations:
        raise RefusalError("errors.gone")
    packed = state.text(3)
    screen = render_quotations(
        say("answer.rules"), quotations, page, say, lambda n: pack("rules", "turn", language, n, packed)
    )
    await show(interaction, screen)


def with_language_menu(screen: Screen, language: Language, topic: Sequence[str]) -> Screen:
    """A private copy with a menu for a further language."""
    say = texts(language)
    options = tuple((code, say.name_of(code)) for code in LANGUAGES)
    menu = Select(pack("translate", *pack_topic(topic)), say("pages.language"), options)
    # The copy's own language button would only bring the same menu again.
    button = pack("language", *pack_topic(topic))
    kept = [[b for b in row if b.custom_id != button] for row in screen.rows if not isinstance(row, Select)]
    return Screen(screen.embeds, (*rows(*kept), menu))


async def _language(interaction: Interaction, state: State) -> None:
    question, topic = question_in(interaction), state.oracle_ids(0)
    await defer_answer(interaction, private=True)
    await _show_copy(interaction, question, language_of(interaction.locale), topic)


async def _translate(interaction: Interaction, state: State) -> None:
    question, topic = question_in(interaction), state.oracle_ids(0)
    data: dict[str, Any] = dict(interaction.data or {})
    language = State("", tuple(str(value) for value in data.get("values", ()))).language(0)
    await interaction.response.defer()
    await _show_copy(interaction, question, language, topic)


async def _show_copy(
    interaction: Interaction, question: str, language: Language, topic: Sequence[str]
) -> None:
    client, user = client_of(interaction), interaction.user
    cards = await client.topic(topic) if topic else ()
    answer = await client.answer(question, language, topic)
    screen = render_answer(answer, asker=user.display_name, asker_id=user.id, private=True, topic=cards)
    kept = () if answer.cards else [card.oracle_id for card in cards]
    await show(interaction, with_language_menu(screen, language, kept))


async def _share(interaction: Interaction, state: State) -> None:
    owner = state.user(0)
    _only(interaction, owner)
    message = interaction.message
    assert message is not None
    shared = []
    for component in message.components:
        if isinstance(component, discord.ActionRow):
            shared.append(
                [_as_button(item) for item in component.children if isinstance(item, discord.Button)]
            )
    say = texts(language_of(interaction.locale))
    own = Button(say("buttons.delete"), pack("delete", owner), "danger")
    kept = [[b for b in row if b.custom_id != pack("share", owner)] for row in shared]
    view = view_of(Screen((), rows(*kept, [own])))
    await interaction.response.send_message(embeds=message.embeds, view=view)


def _as_button(item: discord.Button) -> Button:
    style = next((name for name, style in STYLES.items() if style == item.style), "secondary")
    return Button(item.label or "…", item.custom_id or "", style, item.disabled)  # type: ignore[arg-type]


async def _delete(interaction: Interaction, state: State) -> None:
    _only(interaction, state.user(0))
    await interaction.response.defer()
    await interaction.delete_original_response()


async def _pick(interaction: Interaction, state: State) -> None:
    owner, language, wanted = state.user(0), state.language(1), state.text(2)
    _only(interaction, owner)
    question = question_in(interaction)
    await interaction.response.defer()
    client: JudgecallClient = client_of(interaction)
    unclear = await client.answer(question, language)
    marked = _marked(question, unclear.ambiguous, wanted)
    if marked is None:
        raise RefusalError("errors.gone")
    answer = await client.answer(marked, language)
    private = interaction.message is not None and interaction.message.flags.ephemeral
    name = interaction.user.display_name
    await show(interaction, render_answer(answer, asker=name, asker_id=owner, private=private))


def _marked(question: str, ambiguous: tuple[Ambiguous, ...], wanted: str) -> str | None:
    """The question with the chosen card in [[brackets]] where the unclear words stood."""
    for unclear in ambiguous:
        for name in unclear.candidates:
            if digest(name) == wanted:
                found = re.search(re.escape(unclear.matched), question, re.IGNORECASE)
                if found is None:
                    return f"{question} [[{name}]]"
                return f"{question[: found.start()]}[[{name}]]{question[found.end() :]}"
    return None


BUTTONS: Final[dict[str, Handler]] = {
    "steps": _steps,
    "rulings": _rulings,
    "rules": _rules,
    "language": _language,
    "translate": _translate,
    "share": _share,
    "delete": _delete,
    "pick": _pick,
}
"""What a button of an answer does, by its verb."""
