"""A Discord on 127.0.0.1 that the unmodified discord.py client logs in to.

It refuses what real Discord refuses and notes every refusal, unknown route and unanswered interaction in `problems`;
a test that ends with a problem it did not announce has failed.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from aiohttp import BodyPartReader, web

from .gateway import Gateway
from .interactions import ApiError, Files, Interaction, refuse_oversize
from .limits import Json, command_problems
from .people import FakeUser
from .world import Clock, Message, Place, application_payload, guild_payload, snowflake, user_payload

Reply = tuple[int, Any]
Handler = Callable[[web.Request, Json, Files], Awaitable[Reply]]
CREATES_A_DAY = 200
MANAGE_SERVER = str(1 << 5)


@dataclass
class RestFault:
    """The next requests that match get this answer instead."""

    pattern: re.Pattern[str]
    status: int
    retry_after: float
    times: int


class FakeDiscord:
    """The whole of it: one application, one server, any number of people."""

    def __init__(self, token: str = "fake.token.of-the-test") -> None:
        self.token = token
        self.clock = Clock()
        self.application_id = snowflake()
        self.application = application_payload(self.application_id)
        self.starts_left = 1000
        self.place = Place(0, channel_id=snowflake(), guild_id=snowflake())
        self.other_place = Place(0, channel_id=snowflake(), guild_id=self.place.guild_id)
        self.places = [self.place, self.other_place]
        self.dm = Place(1, channel_id=snowflake())
        self.group = Place(2, channel_id=snowflake(), user_install=True)
        self.problems: list[str] = []
        self.requests: list[tuple[str, str]] = []
        self.commands: list[Json] = []
        self.syncs = 0
        self.messages: dict[str, Message] = {}
        self.interactions: list[Interaction] = []
        self.faults: list[RestFault] = []
        self.rate_limited = 0
        self.gateway = Gateway(token, self._ready, lambda: [guild_payload(self.places)], self.problems)
        self._runner: web.AppRunner | None = None
        self.port = 0

    # Life

    async def start(self) -> FakeDiscord:
        """Listen on a free port."""
        app = web.Application(client_max_size=30 * 1024 * 1024)
        app.router.add_get("/gateway/", self.gateway.handle)
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_route("*", "/api/v10/{path:.*}", self._rest)
        self._runner = web.AppRunner(app, shutdown_timeout=0.5)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.port = self._runner.addresses[0][1]
        return self

    async def stop(self) -> None:
        await self.gateway.close()
        if self._runner:
            await self._runner.cleanup()

    @property
    def api(self) -> str:
        return f"http://127.0.0.1:{self.port}/api/v10"

    @property
    def gateway_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/gateway/"

    # What a test uses

    def user(self, name: str, locale: str = "en-US", *, manages: bool = False) -> FakeUser:
        return FakeUser(self, name, locale, permissions=MANAGE_SERVER if manages else "0")

    def bot_user(self) -> Json:
        return user_payload(self.application_id, "Judgecall", bot=True)

    def written_by(self, user: FakeUser, text: str, place: Place | None = None) -> Message:
        """A message that a person wrote."""
        message = Message(snowflake(), (place or self.place).channel_id, user.payload(), {"content": text})
        self.messages[message.id] = message
        return message

    def command(self, name: str, kind: int = 1) -> Json:
        for command in self.commands:
            if command["name"] == name and command.get("type", 1) == kind:
                return command
        raise LookupError(f"no command {name!r} is registered: {[c['name'] for c in self.commands]}")

    def fail_next(
        self, pattern: str, *, status: int = 429, retry_after: float = 0.05, times: int = 1
    ) -> None:
        """Answer the next `times` requests «METHOD path» that match `pattern` with an error."""
        self.faults.append(RestFault(re.compile(pattern), status, retry_after, times))

    def forgive(self, *patterns: str) -> None:
        """Take problems that the test has provoked off the list; a pattern that matches none fails."""
        for pattern in patterns:
            kept = [problem for problem in self.problems if not re.search(pattern, problem)]
            if len(kept) == len(self.problems):
                raise AssertionError(f"nothing to forgive for {pattern!r} in {self.problems}")
            self.problems[:] = kept

    def verify(self) -> None:
        """Fail on anything that real Discord would have refused or a person would have seen fail."""
        silent = [i for i in self.interactions if i.ack_expected and i.ack_type is None]
        pinging = [m.content for m in self.messages.values() if m.interaction and m.pings()]
        waiting = [
            i for i in self.interactions if i.original and i.original.flags & (1 << 7) and i.ack_expected
        ]
        found = [*self.problems, *(f"never acknowledged: {i!r}" for i in silent)]
        found += [f"pings somebody: {text!r}" for text in pinging]
        found += [f"thinks for ever: {i!r}" for i in waiting]
        if found:
            raise AssertionError("the fake Discord objects:\n" + "\n".join(found))

    async def deliver(self, interaction: Interaction) -> None:
        """Send an interaction through the gateway, or keep it for a session that resumes."""
        self.interactions.append(interaction)
        delivered = await self.gateway.dispatch("INTERACTION_CREATE", interaction.payload())
        interaction.ack_expected = delivered

    async def wait_ready(self, seconds: float = 10) -> None:
        """Wait for READY or RESUMED on the wire."""
        await asyncio.wait_for(self.gateway.ready.wait(), seconds)

    def _ready(self) -> Json:
        return {
            "v": 10,
            "user": self.bot_user(),
            "guilds": [{"id": self.place.guild_id, "unavailable": True}],
            "resume_gateway_url": self.gateway_url,
            "application": {"id": self.application_id, "flags": 0},
        }

    # REST

    async def _rest(self, request: web.Request) -> web.Response:
        path = "/" + request.match_info["path"]
        self.requests.append((request.method, path))
        fault = self._fault(f"{request.method} {path}")
        if fault:
            return self._faulty(fault)
        try:
            status, body = await self._route(request, path)
        except ApiError as error:
            self.problems.append(
                f"{request.method} {path} → {error.status} {error.code} {error.message} {error.errors or ''}"
            )
            status, body = error.status, {"code": error.code, "message": error.message}
            if error.errors:
                body["errors"] = {
                    key: {"_errors": [{"code": "INVALID", "message": why}]}
                    for key, why in error.errors.items()
                }
        if status == 204:
            return web.Response(status=204)
        # discord.py parses only a content type of exactly this value, without a charset.
        return web.Response(
            status=status, body=json.dumps(body).encode(), headers={"Content-Type": "application/json"}
        )

    def _fault(self, line: str) -> RestFault | None:
        for fault in self.faults:
            if fault.times and fault.pattern.search(line):
                fault.times -= 1
                return fault
        return None

    def _faulty(self, fault: RestFault) -> web.Response:
        if fault.status == 429:
            self.rate_limited += 1
        body = {"message": "You are being rate limited.", "retry_after": fault.retry_after, "global": False}
        # Without a Via header discord.py takes a 429 for a ban by the proxy and raises at once.
        headers = {
            "Content-Type": "application/json",
            "Via": "1.1 fake",
            "Retry-After": str(fault.retry_after),
        }
        return web.Response(status=fault.status, body=json.dumps(body).encode(), headers=headers)

    async def _route(self, request: web.Request, path: str) -> Reply:
        body, files = await _read_body(request)
        for method, pattern, handler, open_to_all in self._routes():
            match = re.fullmatch(pattern, path)
            if match and request.method == method:
                if not open_to_all and request.headers.get("Authorization") != f"Bot {self.token}":
                    raise ApiError(401, 0, "401: Unauthorized")
                return await handler(body, files, **match.groupdict())
        raise ApiError(404, 0, f"404: Not Found (the fake does not know this route, body {body!r:.200})")

    def _routes(self) -> list[tuple[str, str, Callable[..., Awaitable[Reply]], bool]]:
        app = rf"/applications/{self.application_id}"
        hook = rf"/webhooks/{self.application_id}/(?P<token>[^/]+)"
        return [
            ("GET", "/users/@me", self._me, False),
            ("GET", "/oauth2/applications/@me", self._application, False),
            ("GET", "/applications/@me", self._application, False),
            ("GET", "/gateway/bot", self._gateway_bot, False),
            ("GET", f"{app}/commands", self._list_commands, False),
            ("PUT", f"{app}/commands", self._put_commands, False),
            ("GET", f"{app}/emojis", self._emojis, False),
            ("POST", r"/interactions/(?P<id>\d+)/(?P<token>[^/]+)/callback", self._callback, True),
            ("POST", hook, self._followup, True),
            ("GET", rf"{hook}/messages/(?P<message>@original|\d+)", self._get_message, True),
            ("PATCH", rf"{hook}/messages/(?P<message>@original|\d+)", self._edit_message, True),
            ("DELETE", rf"{hook}/messages/(?P<message>@original|\d+)", self._delete_message, True),
        ]

    async def _me(self, body: Json, files: Files) -> Reply:
        return 200, self.bot_user() | {"verified": True, "mfa_enabled": False, "locale": "en-US"}

    async def _application(self, body: Json, files: Files) -> Reply:
        return 200, self.application

    async def _gateway_bot(self, body: Json, files: Files) -> Reply:
        limit = {"total": 1000, "remaining": self.starts_left, "reset_after": 7_200_000, "max_concurrency": 1}
        return 200, {"url": self.gateway_url, "shards": 1, "session_start_limit": limit}

    async def _emojis(self, body: Json, files: Files) -> Reply:
        return 200, {"items": []}

    async def _list_commands(self, body: Json, files: Files) -> Reply:
        return 200, self.commands

    async def _put_commands(self, body: Any, files: Files) -> Reply:
        refuse_oversize(command_problems(body))
        self.syncs += 1
        if self.syncs > CREATES_A_DAY:
            raise ApiError(400, 30034, "Maximum number of application command creates reached (200)")
        old = {(c["name"], c.get("type", 1)): c["id"] for c in self.commands}
        self.commands = [
            {"type": 1, "description": "", "version": snowflake(), "default_member_permissions": None}
            | command
            | {
                "id": old.get((command["name"], command.get("type", 1))) or snowflake(),
                "application_id": self.application_id,
            }
            for command in body
        ]
        return 200, self.commands

    def _by_token(self, token: str, id: str | None = None) -> Interaction:
        for interaction in reversed(self.interactions):
            if interaction.token == token and id in (None, interaction.id):
                return interaction
        raise ApiError(404, 10062 if id else 10015, "Unknown interaction" if id else "Unknown Webhook")

    async def _callback(self, body: Json, files: Files, id: str, token: str) -> Reply:
        return 200, await self._by_token(token, id).callback(body, files)

    async def _followup(self, body: Json, files: Files, token: str) -> Reply:
        return 200, (await self._by_token(token).send(body, files)).payload()

    async def _get_message(self, body: Json, files: Files, token: str, message: str) -> Reply:
        return 200, self._by_token(token).find(message).payload()

    async def _edit_message(self, body: Json, files: Files, token: str, message: str) -> Reply:
        return 200, (await self._by_token(token).edit(message, body, files)).payload()

    async def _delete_message(self, body: Json, files: Files, token: str, message: str) -> Reply:
        await self._by_token(token).delete(message)
        return 204, None


async def _read_body(request: web.Request) -> tuple[Json, Files]:
    """The JSON of a request and its files, also of a multipart one."""
    if not request.can_read_body:
        return {}, []
    if not request.content_type.startswith("multipart/"):
        return json.loads(await request.read() or b"{}"), []
    body: Json = {}
    files: Files = []
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        data = bytes(await part.read())
        if part.name == "payload_json":
            body = json.loads(data)
        else:
            files.append((part.filename or "file", data))
    return body, files
