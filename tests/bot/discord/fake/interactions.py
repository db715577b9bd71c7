"""One interaction from the click to the last message: what Discord allows, in which order, and until when."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .limits import (
    EPHEMERAL,
    Json,
    Problems,
    autocomplete_problems,
    lone_surrogate,
    message_problems,
    modal_problems,
)
from .world import Message, Place, snowflake

if TYPE_CHECKING:
    from .people import FakeUser
    from .server import FakeDiscord

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
SEND, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
ALLOWED = {
    COMMAND: {SEND, DEFER, MODAL},
    COMPONENT: {SEND, DEFER, DEFER_UPDATE, UPDATE, MODAL},
    AUTOCOMPLETE: {CHOICES},
    MODAL_SUBMIT: {SEND, DEFER, DEFER_UPDATE, UPDATE},
}
LOADING = 1 << 7
ACK_SECONDS = 3.0
TOKEN_SECONDS = 15 * 60.0
Files = list[tuple[str, bytes]]


@dataclass
class ApiError(Exception):
    """An answer of the REST interface that is an error of the client's."""

    status: int
    code: int
    message: str
    errors: Problems | None = None


def refuse_oversize(problems: Problems) -> None:
    """Raise the error that Discord gives for a payload beyond its limits."""
    if problems:
        raise ApiError(400, 50035, "Invalid Form Body", problems)


class Interaction:
    """An interaction as Discord keeps it; a test awaits what the bot does with it."""

    def __init__(
        self,
        fake: FakeDiscord,
        user: FakeUser,
        place: Place,
        kind: int,
        data: Json,
        message: Message | None = None,
    ) -> None:
        self.fake = fake
        self.user = user
        self.place = place
        self.kind = kind
        self.data = data
        self.message = message
        self.id = snowflake()
        self.token = secrets.token_urlsafe(48)
        self.created = fake.clock.now()
        self.ack_type: int | None = None
        self.ack_seconds: float | None = None
        self.ack_expected = True
        self.original: Message | None = None
        self.followups: list[Message] = []
        self.choices: list[Json] | None = None
        self.modal: Json | None = None
        self.touched = False
        self._changed = asyncio.Condition()

    def __repr__(self) -> str:
        return f"<interaction {self.kind} {self.data.get('name') or self.data.get('custom_id')} of {self.user.name}>"

    def metadata(self) -> Json:
        about: Json = {
            "id": self.id,
            "type": self.kind,
            "user": self.user.payload(),
            "authorizing_integration_owners": self.owners(),
        }
        if self.message:
            about["interacted_message_id"] = self.message.id
        return about

    def owners(self) -> Json:
        owners: Json = {}
        if self.place.guild_id and not self.place.user_install:
            owners["0"] = self.place.guild_id
        elif self.place.context == 1:
            owners["0"] = "0"
        if self.place.user_install:
            owners["1"] = self.user.id
        return owners

    def payload(self) -> Json:
        """The INTERACTION_CREATE event."""
        shown: Json = {
            "id": self.id,
            "application_id": self.fake.application_id,
            "type": self.kind,
            "data": self.data,
            "token": self.token,
            "version": 1,
            "channel_id": self.place.channel_id,
            "channel": self.place.channel(),
            "context": self.place.context,
            "locale": self.user.locale,
            "app_permissions": "2147600384",
            "entitlements": [],
            "authorizing_integration_owners": self.owners(),
            "attachment_size_limit": 10 * 1024 * 1024,
        }
        if self.message:
            shown["message"] = self.message.payload()
        if self.place.guild_id:
            shown |= {"guild_id": self.place.guild_id, "guild_locale": self.place.guild_locale}
            shown["guild"] = {"id": self.place.guild_id, "locale": self.place.guild_locale, "features": []}
            shown["member"] = self.user.member(self.place)
        else:
            shown["user"] = self.user.payload()
        return shown

    # What the bot does, called by the REST interface.

    async def callback(self, body: Json, files: Files) -> Json:
        """The first answer to the interaction."""
        late = self.fake.clock.now() - self.created
        if late > ACK_SECONDS:
            raise ApiError(404, 10062, "Unknown interaction")
        if self.ack_type is not None:
            raise ApiError(400, 40060, "Interaction has already been acknowledged.")
        kind, data = body.get("type"), body.get("data") or {}
        if kind not in ALLOWED[self.kind]:
            raise ApiError(400, 50035, "Invalid Form Body", {"type": f"{kind} does not answer a {self.kind}"})
        _refuse_broken_text(data)
        resource = self._first_answer(int(kind), data, files)
        self.ack_type, self.ack_seconds = int(kind), late
        await self._tell()
        about: Json = {"id": self.id, "type": self.kind, "response_message_loading": kind == DEFER}
        if self.original:
            about |= {
                "response_message_id": self.original.id,
                "response_message_ephemeral": self.original.ephemeral,
            }
        return {"interaction": about, "resource": resource}

    def _first_answer(self, kind: int, data: Json, files: Files) -> Json:
        if kind == CHOICES:
            refuse_oversize(autocomplete_problems(data))
            self.choices = data["choices"]
            return {"type": kind}
        if kind == MODAL:
            refuse_oversize(modal_problems(data))
            self.modal = data
            return {"type": kind}
        if kind in (UPDATE, DEFER_UPDATE):
            if self.message is None:
                raise ApiError(400, 50035, "Invalid Form Body", {"type": "there is no message to update"})
            self.original = self.message
            if kind == UPDATE:
                self._write(self.message, data, files)
            return {"type": kind, "message": self.message.payload()}
        loading = LOADING if kind == DEFER else 0
        if not loading:
            refuse_oversize(message_problems(data, has_files=bool(files)))
        flags = (data.get("flags") or 0) | loading
        self.original = self._new_message({**data, "flags": flags}, files)
        return {"type": kind, "message": self.original.payload()}

    async def send(self, body: Json, files: Files) -> Message:
        """A further message by the interaction's webhook; the first one after a deferral fills the waiting message."""
        self._check_token()
        _refuse_broken_text(body)
        refuse_oversize(message_problems(body, has_files=bool(files)))
        if self.original and self.original.flags & LOADING:
            self._write(self.original, body, files)
            message = self.original
        else:
            message = self._new_message(body, files)
            self.followups.append(message)
        await self._tell()
        return message

    async def edit(self, message_id: str, body: Json, files: Files) -> Message:
        """Change the original answer (`@original`) or a further message."""
        self._check_token()
        message = self.find(message_id)
        _refuse_broken_text(body)
        self._write(message, body, files)
        await self._tell()
        return message

    async def delete(self, message_id: str) -> None:
        self._check_token()
        self.find(message_id).deleted = True
        await self._tell()

    def find(self, message_id: str) -> Message:
        """A message of this interaction by id; a deleted or foreign one is unknown."""
        own = [m for m in (self.original, *self.followups) if m is not None and not m.deleted]
        for message in own:
            if message_id in (message.id, "@original") and (
                message_id != "@original" or message is self.original
            ):
                return message
        raise ApiError(404, 10008, "Unknown Message")

    def _check_token(self) -> None:
        if self.ack_type is None:
            raise ApiError(404, 10015, "Unknown Webhook")
        if self.fake.clock.now() - self.created > TOKEN_SECONDS:
            raise ApiError(401, 50027, "Invalid Webhook Token")

    def _new_message(self, body: Json, files: Files) -> Message:
        message = Message(snowflake(), self.place.channel_id, self.fake.bot_user(), dict(body), self, files)
        self.fake.messages[message.id] = message
        return message

    def _write(self, message: Message, body: Json, files: Files) -> None:
        kept = message.flags & ~LOADING
        merged = {**message.body, **body, "flags": (body.get("flags") or 0) & ~EPHEMERAL | kept}
        refuse_oversize(message_problems(merged, has_files=bool(files or message.files)))
        message.body = merged
        message.files = files or message.files
        message.edits += 1
        self.touched = True

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    # What a test waits for.

    async def _until(self, what: str, seconds: float, done: object) -> None:
        check = done if callable(done) else lambda: done

        async def wait() -> None:
            async with self._changed:
                await self._changed.wait_for(check)

        try:
            await asyncio.wait_for(wait(), seconds)
        except TimeoutError:
            raise AssertionError(
                f"{self!r} got no {what} within {seconds} s; problems: {self.fake.problems}"
            ) from None

    async def acknowledged(self, seconds: float = 5) -> float:
        """Wait for the first answer; returns how many seconds it took."""
        await self._until("acknowledgement", seconds, lambda: self.ack_type is not None)
        assert self.ack_seconds is not None
        return self.ack_seconds

    async def answer(self, seconds: float = 30) -> Message:
        """Wait for the whole answer: a message that is no longer «thinking», or the changed message of a button."""

        def there() -> bool:
            message = self.original
            if message is None or message.flags & LOADING:
                return False
            return self.ack_type != DEFER_UPDATE or self.touched

        await self._until("answer", seconds, there)
        assert self.original is not None
        return self.original

    async def followup(self, number: int = 0, seconds: float = 30) -> Message:
        """Wait for a further message."""
        await self._until("further message", seconds, lambda: len(self.followups) > number)
        return self.followups[number]

    async def deleted(self, message: Message, seconds: float = 5) -> None:
        """Wait until a message is gone."""
        await self._until("deletion", seconds, lambda: message.deleted)

    async def suggestions(self, seconds: float = 5) -> list[Json]:
        """Wait for the choices of an autocomplete."""
        await self._until("choices", seconds, lambda: self.choices is not None)
        assert self.choices is not None
        return self.choices

    async def form(self, seconds: float = 5) -> Json:
        """Wait for a modal."""
        await self._until("modal", seconds, lambda: self.modal is not None)
        assert self.modal is not None
        return self.modal


def _refuse_broken_text(data: Json) -> None:
    if lone_surrogate(data):
        raise ApiError(400, 50109, "The request body contains invalid JSON.")
