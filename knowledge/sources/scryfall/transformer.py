"""Scryfall's records → cards, printings and rulings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from knowledge.content import RulingRow
from knowledge.models import Card, CardFace, Printing, RulingSource, Standing
from knowledge.notes import Notes
from knowledge.sources.scryfall.models import (
    CardRecord,
    FaceRecord,
    PrintedFaceRecord,
    PrintingRecord,
    RulingRecord,
)

FACES = "\n//\n"
TOKEN_LAYOUTS = frozenset({"token", "double_faced_token", "emblem"})
JOKE_LAYOUTS = frozenset({"host", "augment"})
LAYOUTS = frozenset(
    [
        "normal",
        "split",
        "flip",
        "transform",
        "modal_dfc",
        "meld",
        "leveler",
        "class",
        "case",
        "saga",
        "adventure",
        "mutate",
        "prototype",
        "battle",
        "planar",
        "scheme",
        "vanguard",
        "aftermath",
        "prepare",
        "reversible_card",
        "art_series",
    ]
)
"""The layouts known when this was written; another one is read like a normal card, and noted."""
JOKE_SETS = frozenset({"ugl", "unh", "ust", "und", "hho", "cmb1", "cmb2"})
LANGUAGES = {"zhs": "zh"}
"""Simplified Chinese is the Chinese that questions are read in; traditional ("zht") is kept apart."""
RANKS: tuple[Standing, ...] = ("real", "joke", "digital", "token", "art")


class Cards:
    """Cards from `oracle_cards`, one an oracle id, real cards before their likenesses."""

    def __init__(self, records: Iterable[CardRecord], notes: Notes) -> None:
        self._records = records
        self._notes = notes

    def by_oracle_id(self, former: Mapping[str, Sequence[str]] | None = None) -> dict[str, Card]:
        """All cards; `former` has the names under which the stored data knew them, so that these still find them."""
        found: dict[str, Card] = {}
        for record in self._records:
            for card in cards_of(record, self._notes):
                known = found.get(card.oracle_id)
                if known is not None:
                    self._notes.add("oracle id listed twice", f"{known.name} / {card.name}")
                if known is None or _preference(card) < _preference(known):
                    found[card.oracle_id] = card
        if former:
            found = {key: _with_former_names(card, former.get(key, ())) for key, card in found.items()}
        return found


class Printings:
    """Printings in other languages from `all_cards`, as they come."""

    def __init__(self, records: Iterable[PrintingRecord], notes: Notes) -> None:
        self._records = records
        self._notes = notes

    def __iter__(self) -> Iterator[Printing]:
        for record in self._records:
            yield from printings_of(record, self._notes)


class Rulings:
    """Rulings from `rulings`, each once."""

    def __init__(self, records: Iterable[RulingRecord], notes: Notes) -> None:
        self._records = records
        self._notes = notes

    def __iter__(self) -> Iterator[RulingRow]:
        seen: set[tuple[str, str, int]] = set()
        for record in self._records:
            row = ruling_of(record)
            key = (row.oracle_id, row.comment, row.published_at.toordinal())
            if key in seen:
                self._notes.add("ruling listed twice", f"{row.oracle_id}, {row.published_at}")
                continue
            seen.add(key)
            yield row


def cards_of(record: CardRecord, notes: Notes) -> Iterator[Card]:
    """The cards that a record describes: one, or one a face when each face has an oracle id of its own."""
    if record.layout not in LAYOUTS | TOKEN_LAYOUTS | JOKE_LAYOUTS:
        notes.add("unknown layout, read like a normal card", f"{record.layout} ({record.name})")
    faces = record.card_faces or ()
    if record.oracle_id is not None:
        yield _card(record, record.oracle_id, record.name, faces)
        return
    # A reversible card has the same card (or another one) on its back, and oracle ids only on the faces.
    by_id: dict[str, list[FaceRecord]] = {}
    for face in faces:
        if face.oracle_id is not None:
            by_id.setdefault(face.oracle_id, []).append(face)
    if not by_id:
        notes.add("card without an oracle id left out", record.name)
    for oracle_id, same in by_id.items():
        yield _card(record, oracle_id, same[0].name, same[:1])


def printings_of(record: PrintingRecord, notes: Notes) -> Iterator[Printing]:
    """What a record says about a card in another language, or under another name in English."""
    faces = record.card_faces or ()
    oracle_ids = (
        [record.oracle_id]
        if record.oracle_id
        else list(dict.fromkeys(f.oracle_id for f in faces if f.oracle_id))
    )
    if not oracle_ids:
        notes.add("printing without an oracle id left out", f"{record.name} ({record.lang})")
        return
    for oracle_id in oracle_ids:
        same = faces if record.oracle_id else [face for face in faces if face.oracle_id == oracle_id][:1]
        printing = _printing(record, oracle_id, same)
        if printing is not None:
            yield printing


def ruling_of(record: RulingRecord) -> RulingRow:
    """A ruling; whatever does not come from the publisher counts as the source's own note."""
    source: RulingSource = "wotc" if record.source == "wotc" else "scryfall"
    return RulingRow(
        oracle_id=record.oracle_id, published_at=record.published_at, source=source, comment=record.comment
    )


def standing_of(record: CardRecord) -> Standing:
    """Whether a record is a card that is played with, or something that only bears a name."""
    if record.layout == "art_series":
        return "art"
    # An avatar bears the name of somebody after whom cards are named too, and those are meant.
    if record.layout in TOKEN_LAYOUTS | {"vanguard"} or (record.set_type == "token" and not record.mana_cost):
        return "token"
    if record.name.startswith("A-") or record.digital or (record.games and "paper" not in record.games):
        return "digital"
    if _is_joke(record):
        return "joke"
    return "real"


def _is_joke(record: CardRecord) -> bool:
    playable = any(legality != "not_legal" for legality in (record.legalities or {}).values())
    if playable:
        return False
    return (
        record.layout in JOKE_LAYOUTS
        or record.border_color == "silver"
        or record.security_stamp == "acorn"
        or record.set_type == "funny"
        or record.set in JOKE_SETS
    )


def _card(record: CardRecord, oracle_id: str, name: str, faces: Sequence[FaceRecord]) -> Card:
    front = faces[0] if faces else None
    several = len(faces) > 1
    return Card(
        oracle_id=oracle_id,
        name=name,
        mana_cost=record.mana_cost or (front.mana_cost if front else "") or "",
        mana_value=record.cmc or 0.0,
        type_line=record.type_line or " // ".join(face.type_line for face in faces if face.type_line),
        oracle_text=record.oracle_text or FACES.join(face.oracle_text or "" for face in faces).strip(),
        power=_first(record.power, front.power if front else None),
        toughness=_first(record.toughness, front.toughness if front else None),
        loyalty=_first(record.loyalty, front.loyalty if front else None),
        defense=_first(record.defense, front.defense if front else None),
        colors=(record.colors if record.colors is not None else front.colors if front else None) or (),
        color_identity=record.color_identity or (),
        keywords=record.keywords or (),
        layout=record.layout,
        standing=standing_of(record),
        faces=tuple(_face(face) for face in faces) if several else (),
        legalities=record.legalities or {},
        uri=record.scryfall_uri,
        image=_image(record.image_uris) or (_image(front.image_uris) if front else None),
        released_at=record.released_at,
    )


def _face(face: FaceRecord) -> CardFace:
    return CardFace(
        name=face.name,
        mana_cost=face.mana_cost or "",
        type_line=face.type_line or "",
        oracle_text=face.oracle_text or "",
        power=face.power,
        toughness=face.toughness,
        loyalty=face.loyalty,
        defense=face.defense,
        colors=face.colors or (),
    )


def _printing(record: PrintingRecord, oracle_id: str, faces: Sequence[PrintedFaceRecord]) -> Printing | None:
    if record.lang == "en" and not (faces or record.printed_name or record.flavor_name):
        return None
    face_names = tuple(face.printed_name for face in faces if face.printed_name)
    decorations = [record.flavor_name, *(face.flavor_name for face in faces)]
    name = record.printed_name or " // ".join(face_names)
    other = tuple(dict.fromkeys(shown for shown in decorations if shown and shown != name))
    if record.lang == "en":
        # An English printing says something new only when another name stands on it.
        others = tuple(n for n in dict.fromkeys((name, *face_names, *other)) if n and n != record.name)
        own = {face.name for face in faces}
        others = tuple(n for n in others if n not in own)
        if not others:
            return None
        return Printing(
            oracle_id=oracle_id,
            language="en",
            name=record.name,
            other_names=others,
            released_at=record.released_at,
        )
    if not name:
        if not other:
            return None
        name, other = other[0], other[1:]
    return Printing(
        oracle_id=oracle_id,
        language=LANGUAGES.get(record.lang, record.lang),
        name=name,
        type_line=record.printed_type_line or _joined(" // ", [face.printed_type_line for face in faces]),
        text=record.printed_text or _joined(FACES, [face.printed_text for face in faces]),
        face_names=face_names if len(faces) > 1 else (),
        other_names=other,
        released_at=record.released_at,
    )


def _with_former_names(card: Card, names: Sequence[str]) -> Card:
    former = tuple(name for name in dict.fromkeys(names) if name != card.name)
    return card.model_copy(update={"former_names": former}) if former else card


def _preference(card: Card) -> tuple[int, int]:
    released = card.released_at.toordinal() if card.released_at else 0
    return RANKS.index(card.standing), -released


def _first(*values: str | None) -> str | None:
    return next((value for value in values if value is not None), None)


def _joined(separator: str, parts: Sequence[str | None]) -> str | None:
    return separator.join(part or "" for part in parts) if any(parts) else None


def _image(uris: Mapping[str, str] | None) -> str | None:
    return next((uris[size] for size in ("normal", "large", "small", "png") if uris and size in uris), None)
