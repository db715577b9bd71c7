"""What systemd hears, on a real datagram socket."""

from __future__ import annotations

import os
import secrets
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.notify import READY, WATCHDOG, Notifier, watchdog_seconds


@pytest.fixture(params=["path", "abstract"])
def listening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, socket.socket]]:
    """A socket as systemd has it, and its address as NOTIFY_SOCKET names it."""
    if request.param == "abstract" and sys.platform != "linux":
        pytest.skip("abstract sockets are Linux's")
    name = f"judgecall-{secrets.token_hex(8)}"
    address = f"@{name}" if request.param == "abstract" else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as server:
        server.bind("\0" + name if request.param == "abstract" else address)
        server.settimeout(2)
        yield address, server


def test_states__arrive_as_one_datagram(listening: tuple[str, socket.socket]) -> None:
    address, server = listening
    assert Notifier(address).send(READY, WATCHDOG, status="two\nlines\tof text")
    assert server.recv(4096) == b"READY=1\nWATCHDOG=1\nSTATUS=two lines of text"


@pytest.mark.parametrize("address", [None, "", "/nonexistent/socket", "vsock:2:1234"])
def test_nobody_listens__nothing_is_raised(address: str | None) -> None:
    assert not Notifier(address).send(READY)


def test_receiver_does_not_read__nothing_blocks(listening: tuple[str, socket.socket]) -> None:
    address, _ = listening
    notifier = Notifier(address)
    assert not all(notifier.send(WATCHDOG, status="x" * 900) for _ in range(5000))


def test_watchdog__is_fed_twice_as_often_as_asked_and_only_by_the_process_that_was_asked() -> None:
    assert watchdog_seconds(60_000_000, None) == 30
    assert watchdog_seconds(60_000_000, os.getpid()) == 30
    assert watchdog_seconds(60_000_000, os.getpid() + 1) is None
    assert watchdog_seconds(None, None) is None
    assert watchdog_seconds(0, None) is None
