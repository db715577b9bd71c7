"""A card's rulings for the commands and buttons that show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.discord_buttons import show
from bot.discord_client import Handler, JudgecallClient, client_of
from bot.discord_errors import Interaction, RefusalError
from bot.engine_process import scenarios
from bot.lookups import CardNotFoundError, CardView, card_of
from bot.lookups import find_card as look_up_card
from bot.views.lookups import render_card_rulings
from bot.views.state import BadStateError, State
from bot.views.texts import texts


async def find_card(client: JudgecallClient, name: str, language: str) -> CardView:
    """The card, or a refusal that says what was wrong with the name."""
    try:
        return await client.look_up(lambda library: look_up_card(library, name, language))
    except CardNotFoundError as error:
        if error.candidates:
            raise RefusalError("errors.which_card", name=name, cards=", ".join(error.candidates)) from None
        raise RefusalError("errors.no_card", name=name) from None


async def confirmations(client: JudgecallClient, view: CardView) -> Mapping[str, Sequence[str]]:
    """By ruling key, the scenarios of the engine's library that confirm it; off the loop, as all looking up is."""
    return await client.look_up(lambda _: _confirmations(view))


def _confirmations(view: CardView) -> Mapping[str, Sequence[str]]:
    found: dict[str, list[str]] = {}
    for summary in scenarios().values():
        for confirms in summary.confirms:
            for ruling in view.rulings:
                named = confirms.ruling == ruling.key or ruling.comment.startswith(confirms.ruling)
                if confirms.card == view.card.name and named:
                    found.setdefault(ruling.key, []).append(summary.id)
    return found


async def turn_card_rulings(interaction: Interaction, state: State) -> None:
    """Open or turn a card's rulings; a stranger who presses a public message's button gets a private copy."""
    mode, language, page, oracle_id = state.text(0), state.language(1), state.number(2), state.oracle_id(3)
    owner = state.user(4) if mode == "own" else None
    if mode == "turn" or (owner is not None and owner == interaction.user.id):
        await interaction.response.defer()
    elif mode in ("open", "own"):
        owner = None
        await interaction.response.defer(ephemeral=True, thinking=True)
    else:
        raise BadStateError(mode)
    client = client_of(interaction)
    view = await client.look_up(lambda library: card_of(library, oracle_id))
    if view is None:
        raise RefusalError("errors.gone")
    confirmed = await confirmations(client, view)
    await show(interaction, render_card_rulings(view, page, texts(language), confirmed, owner))


BUTTONS: dict[str, Handler] = {"card": turn_card_rulings}
