"""What a button remembers: a verb and a few public references in at most 100 characters.

Nothing of ours is kept between a click and the next, so a button works after a restart; the question itself stands in
the message. Ids are not secret and not trusted: every reference is looked up again, and who may press is checked
against the person that Discord names.
"""

from __future__ import annotations

import base64
import hashlib
import re
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.answers.models import LANGUAGES, Language
from bot.views.limits import CUSTOM_ID

PREFIX: Final = "jc1"
SEPARATOR: Final = ":"
LIST: Final = "~"
_RULE = re.compile(r"\d{3}(?:\.\d{1,3}[a-z]?)?")
_KEY = re.compile(r"[0-9a-f]{16}")


class BadStateError(ValueError):
    """A custom id that none of our buttons carries: from an older version, or forged."""


@dataclass(frozen=True, slots=True)
class State:
    """A custom id taken apart."""

    verb: str
    parts: tuple[str, ...]

    def language(self, at: int) -> Language:
        """The language at a place."""
        for language in LANGUAGES:
            if language == self._at(at):
                return language
        raise BadStateError(f"no language: {self._at(at)!r}")

    def number(self, at: int, high: int = 10_000) -> int:
        """The number from 0 to `high` at a place."""
        text = self._at(at)
        if not re.fullmatch(r"[0-9]{1,5}", text) or int(text) > high:
            raise BadStateError(f"no number: {text!r}")
        return int(text)

    def user(self, at: int) -> int:
        """The id of a person at a place."""
        text = self._at(at)
        if not re.fullmatch(r"[0-9]{1,20}", text):
            raise BadStateError(f"no person: {text!r}")
        return int(text)

    def text(self, at: int) -> str:
        """The characters at a place; never empty."""
        return self._at(at)

    def keys(self, at: int) -> tuple[str, ...]:
        """The ruling keys at a place."""
        return tuple(_unpack_hex(part, 8) for part in self._at(at).split(LIST))

    def rules(self, at: int) -> tuple[str, ...]:
        """The rule numbers at a place."""
        numbers = tuple(self._at(at).split(LIST))
        if not all(_RULE.fullmatch(number) for number in numbers):
            raise BadStateError(f"no rule numbers: {numbers}")
        return numbers

    def oracle_id(self, at: int) -> str:
        """The Oracle id at a place."""
        return str(uuid.UUID(_unpack_hex(self._at(at), 16)))

    def oracle_ids(self, at: int) -> tuple[str, ...]:
        """The Oracle ids at a place, which may be missing."""
        if at >= len(self.parts):
            return ()
        return tuple(str(uuid.UUID(_unpack_hex(part, 16))) for part in self._at(at).split(LIST))

    def _at(self, at: int) -> str:
        if at >= len(self.parts) or not self.parts[at]:
            raise BadStateError(f"part {at} is missing in {self.parts}")
        return self.parts[at]


def pack(verb: str, *parts: object) -> str:
    """A custom id; raises `ValueError` when it would be too long for Discord, which is a bug of the caller."""
    custom_id = SEPARATOR.join([PREFIX, verb, *(str(part) for part in parts)])
    if len(custom_id) > CUSTOM_ID:
        raise ValueError(f"custom id of {len(custom_id)} characters: {custom_id}")
    return custom_id


def unpack(custom_id: str) -> State:
    """A custom id taken apart; raises `BadStateError` for one that is not ours."""
    prefix, *parts = custom_id.split(SEPARATOR)
    if prefix != PREFIX or not parts or len(custom_id) > CUSTOM_ID:
        raise BadStateError(f"not one of our custom ids: {custom_id!r}")
    return State(parts[0], tuple(parts[1:]))


def pack_oracle_id(oracle_id: str) -> str:
    """A card's Oracle id (a UUID) in 22 characters."""
    return _pack_bytes(uuid.UUID(oracle_id).bytes)


def pack_topic(oracle_ids: Sequence[str]) -> tuple[str, ...]:
    """At most two Oracle ids as one last part, or no part."""
    return (LIST.join(pack_oracle_id(one) for one in oracle_ids[:2]),) if oracle_ids else ()


def digest(text: str) -> str:
    """A name for a text in 11 characters."""
    return _pack_bytes(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:8])


def pack_keys(keys: Iterable[str], room: int) -> str:
    """As many ruling keys (16 hex digits) as fit into `room` characters, 12 each."""
    packed = [_pack_bytes(bytes.fromhex(key)) for key in keys if _KEY.fullmatch(key)]
    return LIST.join(packed[: (room + 1) // 12])


def pack_rules(numbers: Sequence[str], room: int) -> str:
    """As many rule numbers as fit into `room` characters."""
    kept = ""
    for number in numbers:
        longer = f"{kept}{LIST}{number}" if kept else number
        if len(longer) > room:
            break
        if _RULE.fullmatch(number):
            kept = longer
    return kept


def _pack_bytes(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _unpack_hex(text: str, size: int) -> str:
    try:
        raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError:
        raise BadStateError(f"no reference: {text!r}") from None
    if len(raw) != size:
        raise BadStateError(f"no reference: {text!r}")
    return raw.hex()
