"""Cards in scenarios are our own inventions: none has a real card's name, and none is a real card under another name."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from tests.architecture.repository import ROOT, files
from tests.knowledge.shared import shared_file

SHORT = 9
"""A text of fewer words is a phrase that every game of this kind needs, such as “Draw two cards.”"""

_REMINDER = re.compile(r"\(.*?\)", re.DOTALL)
_SELF = re.compile(
    r"\bthis (creature|artifact|enchantment|land|equipment|spell|card|aura|permanent|planeswalker|saga)\b"
)


def _told(text: str, name: str) -> str:
    """A text as it compares: without reminders, its own name, and how it is broken into lines."""
    for own in (name, name.partition(",")[0]):
        text = text.replace(own, "~")
    return " ".join(_SELF.sub("~", _REMINDER.sub("", text).lower()).split())


@cache
def _real() -> tuple[frozenset[str], dict[str, str]]:
    """Names, and each text with one card that has it."""
    cards = json.loads(gzip.decompress(shared_file("data/mirror/oracle-cards.json.gz").read_bytes()))
    faces = [face for card in cards for face in [card, *card.get("card_faces", [])]]
    texts = {
        _told(face["oracle_text"], face["name"]): face["name"] for face in faces if face.get("oracle_text")
    }
    return frozenset(face["name"] for face in faces), texts


def _invented() -> Iterator[tuple[Path, str, str]]:
    """File, name and text of every card that a scenario brings with it."""
    for path in files():
        if path.suffix == ".yaml" and path.is_relative_to(ROOT):
            document: Any = yaml.load(
                path.read_text(encoding="utf-8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader)
            )
            if isinstance(document, dict):
                found = document if path.name == "stand_ins.yaml" else document.get("stand-ins", {})
                for name, card in (found or {}).items():
                    if isinstance(card, dict):
                        yield path.relative_to(ROOT), name, card.get("text") or ""


def test_there_are_such_cards() -> None:
    assert len(list(_invented())) > 100


def test_no_card_of_a_scenario_has_the_name_of_a_real_one() -> None:
    names, _ = _real()
    assert not sorted({f"{name} ({path})" for path, name, _ in _invented() if name in names})


def test_no_card_of_a_scenario_has_the_whole_text_of_a_real_one() -> None:
    _, texts = _real()
    copied = {
        f"{path}: {name} reads like {real}"
        for path, name, text in _invented()
        if len((told := _told(text, name)).split()) >= SHORT and (real := texts.get(told))
    }
    assert not copied, "\n".join(sorted(copied))
