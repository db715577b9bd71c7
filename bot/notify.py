"""Telling systemd how the service is: the datagrams of sd_notify(3), and when its watchdog wants to be fed."""

from __future__ import annotations

import logging
import os
import socket
from typing import Final

_log = logging.getLogger(__name__)
READY: Final = "READY=1"
STOPPING: Final = "STOPPING=1"
WATCHDOG: Final = "WATCHDOG=1"


class Notifier:
    """Sends states to the socket that systemd named; without one it does nothing. Never raises, never blocks."""

    def __init__(self, address: str | None) -> None:
        """`address` is NOTIFY_SOCKET: a path, or a name that begins with @ for Linux's abstract sockets."""
        self._address = _resolved(address) if address else None
        self._warned = False

    def send(self, *states: str, status: str | None = None) -> bool:
        """Send states such as `READY`; `status` is shown by `systemctl status`. True when it was handed over."""
        if self._address is None:
            return False
        lines = [*states, *([f"STATUS={' '.join(status.split())}"] if status else [])]
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
                out.setblocking(False)
                out.sendto("\n".join(lines).encode(), self._address)
        except OSError as error:
            if not self._warned:
                _log.warning("systemd cannot be told how the service is: %s", error)
                self._warned = True
            return False
        return True


def _resolved(address: str) -> str | None:
    if address.startswith("@"):
        return "\0" + address[1:]
    if address.startswith("/"):
        return address
    _log.warning("NOTIFY_SOCKET is of a kind that is not spoken here")
    return None


def watchdog_seconds(microseconds: int | None, process: int | None) -> float | None:
    """How often to feed the watchdog: twice as often as WATCHDOG_USEC asks. None when it is not ours to feed."""
    if not microseconds or process not in (None, os.getpid()):
        return None
    return microseconds / 2_000_000
