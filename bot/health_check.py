"""Asking a running bot how it is, without loading what the bot itself needs."""

from __future__ import annotations

import http.client
import json
from typing import Any, Literal

SECONDS = 5.0
Page = Literal["live", "ready"]


def ask(host: str, port: int, page: Page) -> tuple[bool, dict[str, Any]]:
    """Whether the bot says that all is well, and what it says; no answer in time means that it is not."""
    connection = http.client.HTTPConnection(_reachable(host), port, timeout=SECONDS)
    try:
        connection.request("GET", f"/{page}")
        response = connection.getresponse()
        told = json.loads(response.read(65536))
        if not isinstance(told, dict):
            raise ValueError("not an answer of ours")
    except (OSError, http.client.HTTPException, ValueError) as error:
        return False, {"problems": [f"no answer: {str(error) or type(error).__name__}"]}
    finally:
        connection.close()
    return response.status == 200, told


def _reachable(host: str) -> str:
    """Where to ask when the bot listens on every address."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(host, host)  # noqa: S104
