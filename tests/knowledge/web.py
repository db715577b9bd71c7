"""A web server on loopback that misbehaves as it is told, in the shapes of the real sources."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx


@dataclass(frozen=True)
class Reply:
    """One answer. `cut_after` closes the connection after so many bytes, `delay` waits before answering."""

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    cut_after: int | None = None
    delay: float = 0.0
    length: int | None = None


@dataclass(frozen=True)
class Request:
    path: str
    headers: Mapping[str, str]


class _QuietServer(ThreadingHTTPServer):
    """A client that hangs up is what many of these tests are about, and no news."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        pass


Route = Callable[[Request], Reply]


class Web:
    """Routes by path; a list of replies is given one after the other, the last one again and again."""

    def __init__(self) -> None:
        self.routes: dict[str, Route] = {}
        self.requests: list[Request] = []
        web = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *args: Any) -> None:
                pass

            def do_GET(self) -> None:
                web.answer(self)

        self._server = _QuietServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.port = self._server.server_port
        self.url = f"http://127.0.0.1:{self.port}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def asked(self, path: str) -> list[Request]:
        return [request for request in self.requests if request.path == path]

    def say(self, path: str, *replies: Reply) -> None:
        """Give these replies, one a request; the last one stays."""
        waiting = list(replies)
        self.routes[path] = lambda _request: waiting.pop(0) if len(waiting) > 1 else waiting[0]

    def file(self, path: str, data: bytes, headers: Mapping[str, str] | None = None) -> None:
        """Serve a file as the real servers do: ETag, conditional and Range requests."""
        tag = f'"{hashlib.sha256(data).hexdigest()[:16]}"'
        common = {"ETag": tag, "Content-Type": "application/json", **(headers or {})}

        def route(request: Request) -> Reply:
            if request.headers.get("If-None-Match") == tag:
                return Reply(status=304, headers=common)
            wanted = re.fullmatch(r"bytes=(\d+)-", request.headers.get("Range", ""))
            if wanted and request.headers.get("If-Range", tag) == tag:
                start = int(wanted[1])
                if start >= len(data):
                    return Reply(status=416, headers=common)
                span = f"bytes {start}-{len(data) - 1}/{len(data)}"
                return Reply(data[start:], 206, {**common, "Content-Range": span})
            return Reply(data, 200, common)

        self.routes[path] = route

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        request = Request(handler.path, httpx.Headers(list(handler.headers.items())))
        self.requests.append(request)
        route = self.routes.get(handler.path)
        reply = route(request) if route else Reply(b"not here", 404)
        if reply.delay:
            time.sleep(reply.delay)
        try:
            self._write(handler, reply)
        except (BrokenPipeError, ConnectionResetError):
            handler.close_connection = True

    def _write(self, handler: BaseHTTPRequestHandler, reply: Reply) -> None:
        handler.send_response(reply.status)
        for name, value in reply.headers.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(reply.body) if reply.length is None else reply.length))
        handler.end_headers()
        handler.wfile.write(reply.body if reply.cut_after is None else reply.body[: reply.cut_after])
        handler.wfile.flush()
        if reply.cut_after is not None:
            handler.close_connection = True


@contextmanager
def web_server() -> Iterator[Web]:
    web = Web()
    try:
        yield web
    finally:
        web.close()


def packed(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def json_array(records: list[Any]) -> bytes:
    """A JSON array as Scryfall lays it out: a record a line."""
    lines = ",\n".join(json.dumps(record, ensure_ascii=True) for record in records)
    return f"[\n{lines}\n]".encode()


def json_lines(records: list[Any]) -> bytes:
    return b"".join(json.dumps(record, ensure_ascii=True).encode() + b"\n" for record in records)
