"""A small mirror of both sources on loopback, whose data and behaviour a test changes at will."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from knowledge.downloads import HttpSettings
from knowledge.generations import current_generation
from knowledge.store import Store
from knowledge.sync import SyncOptions, SyncReport, sync
from knowledge.sync.report import PartReport
from tests.knowledge.samples import card, printing, rules_text, ruling, two_faced
from tests.knowledge.web import Reply, Web, json_array, json_lines, packed, web_server

FILES = {
    "oracle_cards": "oracle-cards.json.gz",
    "rulings": "rulings.json.gz",
    "all_cards": "all-cards.jsonl.gz",
}
NAMES = [f"Quiet Bell {number}" for number in range(20)]
RULES_PATH = "/2025/downloads/MagicCompRules%2020250304.txt"
FAST = HttpSettings(
    sleep=lambda _seconds: None, between_requests=0.0, attempts=2, connect_timeout=2.0, read_timeout=2.0
)


@dataclass
class Mirror:
    """What the sources have. Change the lists, then `publish`."""

    web: Web
    cards: list[dict[str, Any]] = field(
        default_factory=lambda: [
            *(card(name) for name in NAMES),
            two_faced("Day Clerk", "Night Clerk", "modal_dfc"),
            card("Quiet Bell 3", layout="token", oracle_id="11111111-0000-5000-8000-000000000003"),
        ]
    )
    printings: list[dict[str, Any]] = field(
        default_factory=lambda: [
            printing(name, "de", f"Stille Glocke {place}") for place, name in enumerate(NAMES)
        ]
    )
    rulings: list[dict[str, Any]] = field(
        default_factory=lambda: [
            *(ruling(name, "A bell rings once for each player.") for name in NAMES[:10]),
            *(ruling(name, f"{name} isn’t loud.") for name in NAMES[10:]),
        ]
    )
    rules: bytes = rules_text().encode("utf-8-sig")

    def publish(self) -> None:
        """Put everything on the server as it is now."""
        self.file("oracle_cards", packed(json_array(self.cards)))
        self.file("rulings", packed(json_array(self.rulings)))
        self.file("all_cards", packed(json_lines(self.printings)))
        self.list()
        self.page(f'<html><body><a href="{RULES_PATH.replace("%20", " ")}">TXT</a></body></html>')
        self.web.file(RULES_PATH, self.rules, {"Content-Type": "text/plain"})

    def path(self, kind: str) -> str:
        return f"/files/{FILES[kind]}"

    def file(self, kind: str, data: bytes) -> None:
        self.web.file(self.path(kind), data, {"Content-Encoding": "gzip"} if data[:2] == b"\x1f\x8b" else {})

    def list(self, **changes: Any) -> None:
        """The bulk listing; `changes` are fields of every entry."""
        sizes = {
            "oracle_cards": len(json_array(self.cards)),
            "rulings": len(json_array(self.rulings)),
            "all_cards": len(json_lines(self.printings)),
        }
        entries = [
            {
                "object": "bulk_data",
                "type": kind,
                "updated_at": "2025-06-07T09:04:28.932+00:00",
                "size": sizes[kind],
                "content_encoding": "gzip",
                "download_uri": self.web.url + self.path(kind),
                **({"jsonl_download_uri": self.web.url + self.path(kind)} if kind == "all_cards" else {}),
                **changes,
            }
            for kind in FILES
        ]
        listing = {"object": "list", "has_more": False, "data": entries}
        body = json.dumps(listing).encode()

        def route(request: Any) -> Reply:
            agent = request.headers.get("User-Agent", "")
            if not request.headers.get("Accept") or agent.lower().startswith(("python", "httpx")):
                return Reply(b'{"object":"error","status":400}', 400)
            return Reply(body, headers={"Content-Type": "application/json; charset=utf-8"})

        self.web.routes["/bulk-data"] = route

    def page(self, html: str) -> None:
        self.web.say("/en/rules", Reply(html.encode(), headers={"Content-Type": "text/html; charset=utf-8"}))

    def options(self, data_dir: Path, **changes: Any) -> SyncOptions:
        values: dict[str, Any] = {
            "cards_url": self.web.url,
            "rules_url": self.web.url + "/en/rules",
            "embed": False,
            "low_priority": False,
            "http": FAST,
            **changes,
        }
        return SyncOptions(data_dir, **values)

    def sync(self, data_dir: Path, **changes: Any) -> SyncReport:
        return sync(self.options(data_dir, **changes))


@contextmanager
def mirror_server() -> Iterator[Mirror]:
    with web_server() as web:
        mirror = Mirror(web)
        mirror.publish()
        yield mirror


def part(report: SyncReport, name: str) -> PartReport:
    (found,) = [part for part in report.parts if part.part == name]
    return found


def stored(data_dir: Path) -> Store:
    """The store of the generation in use."""
    generation = current_generation(data_dir)
    assert generation is not None
    return Store(generation)


def counts(data_dir: Path) -> tuple[int, int, int]:
    """Cards, rulings and printed names that are stored."""
    store = stored(data_dir)
    try:
        return tuple(
            store.count(f"SELECT count(*) FROM {table}") for table in ("cards", "rulings", "printed")
        )  # type: ignore[return-value]
    finally:
        store.close()
