"""The fake's gateway: a compressed websocket with heartbeats, sessions that can be resumed, and faults on demand."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from aiohttp import WSMsgType, web

from .limits import Json

Fault = Literal["abort", "close 4000", "close 1000", "op 7", "op 9 true", "op 9 false"]
FAULTS: tuple[Fault, ...] = ("abort", "close 4000", "close 1000", "op 7", "op 9 true", "op 9 false")
PRIVILEGED_INTENTS = 1 << 1 | 1 << 8 | 1 << 15
FRAME_LIMIT = 4096


@dataclass
class Session:
    """One identified session; its events are kept so that a resume can replay them."""

    id: str
    intents: int
    events: list[Json] = field(default_factory=list)
    socket: Socket | None = None

    def add(self, name: str, data: Json) -> Json:
        event: Json = {"op": 0, "t": name, "s": len(self.events) + 1, "d": data}
        self.events.append(event)
        return event


class Socket:
    """One websocket connection and its compression stream."""

    def __init__(self, request: web.Request, ws: web.WebSocketResponse, compression: str | None) -> None:
        self.request = request
        self.ws = ws
        self._deflate = zlib.compressobj() if compression == "zlib-stream" else None

    async def send(self, payload: Json) -> None:
        """Send one payload; a connection that has just gone is no error here, the session replays later."""
        raw = json.dumps(payload).encode()
        with contextlib.suppress(ConnectionError, RuntimeError):
            if self._deflate:
                await self.ws.send_bytes(self._deflate.compress(raw) + self._deflate.flush(zlib.Z_SYNC_FLUSH))
            else:
                await self.ws.send_str(raw.decode())

    def abort(self) -> None:
        """Cut the line without a goodbye."""
        if self.request.transport is not None:
            self.request.transport.abort()


class Gateway:
    """All sessions of the one bot."""

    def __init__(
        self, token: str, ready: Callable[[], Json], guilds: Callable[[], list[Json]], problems: list[str]
    ) -> None:
        self.token = token
        self.heartbeat_ms = 41_250
        self.answer_heartbeats = True
        self.identifies = 0
        self.resumes = 0
        self.heartbeats = 0
        self.sessions: dict[str, Session] = {}
        self.current: Session | None = None
        self.ready = asyncio.Event()
        self.accepting = asyncio.Event()
        self.accepting.set()
        self.sockets: set[Socket] = set()
        self._ready_payload = ready
        self._guilds = guilds
        self._problems = problems

    @property
    def connected(self) -> bool:
        return self.current is not None and self.current.socket is not None

    async def dispatch(self, name: str, data: Json) -> bool:
        """Send an event, or keep it for the resume; False when no session is there to ever get it."""
        session = self.current
        if session is None:
            return False
        event = session.add(name, data)
        if session.socket is not None:
            await session.socket.send(event)
        return True

    async def fault(self, kind: Fault) -> None:
        """Break the connection in one of the ways that real gateways do."""
        session = self.current
        if session is None or session.socket is None:
            raise RuntimeError("nobody is connected")
        socket, session.socket = session.socket, None
        self.ready.clear()
        if kind == "abort":
            socket.abort()
        elif kind.startswith("close"):
            await socket.ws.close(code=int(kind.split()[1]))
        elif kind == "op 7":
            await socket.send({"op": 7, "d": None})
        else:
            resumable = kind.endswith("true")
            if not resumable:
                self.sessions.pop(session.id, None)
                self.current = None
            await socket.send({"op": 9, "d": resumable})

    async def close(self) -> None:
        for socket in list(self.sockets):
            socket.abort()

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection until it ends; while `accepting` is not set, whoever comes has to wait."""
        await self.accepting.wait()
        ws = web.WebSocketResponse(max_msg_size=1 << 20, autoping=True)
        await ws.prepare(request)
        compression = request.query.get("compress")
        if compression not in (None, "zlib-stream") or request.query.get("v") != "10":
            self._problems.append(f"gateway: cannot speak {dict(request.query)}")
            await ws.close(code=4012)
            return ws
        socket = Socket(request, ws, compression)
        self.sockets.add(socket)
        try:
            await socket.send({"op": 10, "d": {"heartbeat_interval": self.heartbeat_ms}})
            async for message in ws:
                if message.type is WSMsgType.TEXT and not await self._frame(socket, message.data):
                    break
        finally:
            self.sockets.discard(socket)
            for session in self.sessions.values():
                if session.socket is socket:
                    session.socket = None
        return ws

    async def _frame(self, socket: Socket, raw: str) -> bool:
        """Handle one frame of the client; False when the connection was closed because of it."""
        if len(raw.encode()) > FRAME_LIMIT:
            return await self._refuse(socket, 4002, f"gateway: a frame of {len(raw)} bytes")
        frame = json.loads(raw)
        op, data = frame.get("op"), frame.get("d")
        if op == 1:
            self.heartbeats += 1
            if self.answer_heartbeats:
                await socket.send({"op": 11})
        elif op == 2:
            return await self._identify(socket, data)
        elif op == 6:
            await self._resume(socket, data)
        elif op not in (3, 4, 8):
            return await self._refuse(socket, 4001, f"gateway: unknown op {op}")
        return True

    async def _refuse(self, socket: Socket, code: int, why: str) -> bool:
        self._problems.append(why)
        await socket.ws.close(code=code)
        return False

    async def _identify(self, socket: Socket, data: Json) -> bool:
        self.identifies += 1
        if data.get("token") != self.token:
            await socket.ws.close(code=4004, message=b"Authentication failed.")
            return False
        if data["intents"] & PRIVILEGED_INTENTS:
            return await self._refuse(
                socket, 4014, f"gateway: privileged intents were asked for: {data['intents']}"
            )
        session = Session(id=secrets.token_hex(16), intents=data["intents"], socket=socket)
        self.sessions[session.id] = session
        self.current = session
        await socket.send(
            session.add("READY", self._ready_payload() | {"session_id": session.id, "shard": [0, 1]})
        )
        for guild in self._guilds():
            await socket.send(session.add("GUILD_CREATE", guild))
        self.ready.set()
        return True

    async def _resume(self, socket: Socket, data: Json) -> None:
        session = self.sessions.get(data["session_id"])
        if session is None or data["token"] != self.token:
            await socket.send({"op": 9, "d": False})
            return
        self.resumes += 1
        session.socket = socket
        self.current = session
        for event in session.events[data["seq"] :]:
            await socket.send(event)
        await socket.send(session.add("RESUMED", {}))
        self.ready.set()


__all__ = ["FAULTS", "Fault", "Gateway", "Session"]
