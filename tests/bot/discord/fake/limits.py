"""What real Discord refuses, written down apart from the bot's own code so that each can convict the other.

Every function returns the problems of one payload as {path: sentence}; an empty dict means that Discord takes it.
Lengths count UTF-16 units, as Discord's own client does, which is never less than the number of characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]
Problems = dict[str, str]

COMPONENTS_V2 = 1 << 15
EPHEMERAL = 1 << 6

ACTION_ROW, BUTTON, STRING_SELECT, TEXT_INPUT, TEXT_DISPLAY, LABEL = 1, 2, 3, 4, 10, 18
SELECTS = frozenset({3, 5, 6, 7, 8})
LINK_STYLE = 5

LOCALES = frozenset(
    [
        "id",
        "da",
        "de",
        "en-GB",
        "en-US",
        "es-ES",
        "es-419",
        "fr",
        "hr",
        "it",
        "lt",
        "hu",
        "nl",
        "no",
        "pl",
        "pt-BR",
        "ro",
        "fi",
        "sv-SE",
        "vi",
        "tr",
        "cs",
        "el",
        "bg",
        "ru",
        "uk",
        "hi",
        "th",
        "zh-CN",
        "ja",
        "zh-TW",
        "ko",
    ]
)
COMMAND_NAME = re.compile(r"^[-_'\w]{1,32}$")


def length(text: str) -> int:
    """Length of `text` in UTF-16 units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def lone_surrogate(value: object) -> bool:
    """Whether any text inside `value` holds half a surrogate pair, which is not valid JSON text for Discord."""
    if isinstance(value, str):
        return any(0xD800 <= ord(c) <= 0xDFFF for c in value)
    if isinstance(value, dict):
        return any(lone_surrogate(v) for pair in value.items() for v in pair)
    return isinstance(value, list) and any(lone_surrogate(v) for v in value)


class Check:
    """Collects problems under their paths."""

    def __init__(self) -> None:
        self.problems: Problems = {}

    def fail(self, path: str, why: str) -> None:
        self.problems[path] = why

    def text(self, path: str, value: object, high: int, low: int = 0) -> None:
        """A text of `low` to `high` units; blanks around it do not count, as Discord strips them."""
        if not isinstance(value, str):
            self.fail(path, f"must be a string, not {value!r}")
        elif not low <= length(value.strip()) or length(value) > high:
            self.fail(path, f"Must be between {low} and {high} in length, is {length(value)}")

    def count(self, path: str, value: object, high: int, low: int = 0) -> None:
        if not isinstance(value, list) or not low <= len(value) <= high:
            self.fail(path, f"Must be a list of {low} to {high}, is {value!r:.60}")


def message_problems(payload: Json, *, has_files: bool = False) -> Problems:
    """Problems of a message as it is created; an edit is merged into the old message first."""
    check = Check()
    flags = payload.get("flags") or 0
    content = payload.get("content") or ""
    embeds = payload.get("embeds") or []
    components = payload.get("components") or []
    check.text("content", content, 2000)
    check.count("embeds", embeds, 10)
    total = sum(_embed(check, f"embeds[{i}]", embed) for i, embed in enumerate(embeds))
    if total > 6000:
        check.fail("embeds", f"Embed size exceeds maximum size of 6000: {total}")
    if flags & COMPONENTS_V2:
        _layout(check, components, content, embeds)
    else:
        _rows(check, components)
        if not (content.strip() or embeds or components or has_files):
            check.fail("_", "Cannot send an empty message")
    _unique_ids(check, components)
    return check.problems


def _embed(check: Check, path: str, embed: Json) -> int:
    total = 0
    for key, high in (("title", 256), ("description", 4096)):
        if key in embed and embed[key] is not None:
            check.text(f"{path}.{key}", embed[key], high)
            total += length(embed[key])
    for key, inner, high in (("footer", "text", 2048), ("author", "name", 256)):
        if embed.get(key):
            check.text(f"{path}.{key}.{inner}", embed[key].get(inner, ""), high, 1)
            total += length(embed[key].get(inner, ""))
    fields = embed.get("fields") or []
    check.count(f"{path}.fields", fields, 25)
    for i, field in enumerate(fields):
        check.text(f"{path}.fields[{i}].name", field.get("name"), 256, 1)
        check.text(f"{path}.fields[{i}].value", field.get("value"), 1024, 1)
        total += length(str(field.get("name"))) + length(str(field.get("value")))
    if not 0 <= (embed.get("color") or 0) <= 0xFFFFFF:
        check.fail(f"{path}.color", "int value should be less than or equal to 16777215")
    if not total and not embed.get("image"):
        check.fail(path, "an embed needs at least one text")
    return total


def _rows(check: Check, components: list[Json]) -> None:
    check.count("components", components, 5)
    for i, row in enumerate(components):
        path = f"components[{i}]"
        if row.get("type") != ACTION_ROW:
            check.fail(path, "must be an action row")
            continue
        _row(check, path, row)


def _row(check: Check, path: str, row: Json) -> None:
    children = row.get("components") or []
    check.count(f"{path}.components", children, 5, 1)
    if any(child.get("type") in SELECTS for child in children) and len(children) > 1:
        check.fail(path, "a select fills its row")
    for i, child in enumerate(children):
        _component(check, f"{path}.components[{i}]", child)


def _component(check: Check, path: str, item: Json) -> None:
    kind = item.get("type")
    if kind == BUTTON:
        _button(check, path, item)
    elif kind in SELECTS:
        check.text(f"{path}.custom_id", item.get("custom_id"), 100, 1)
        if kind == STRING_SELECT:
            _options(check, path, item)
        else:
            low, high = item.get("min_values", 1), item.get("max_values", 1)
            if not 0 <= low <= high or not 1 <= high <= 25:
                check.fail(f"{path}.max_values", "must be between min_values and 25")
            chosen = item.get("default_values") or []
            if chosen and not low <= len(chosen) <= high:
                check.fail(f"{path}.default_values", "must be between min_values and max_values")
            if any(one.get("type") not in {"user", "role", "channel"} for one in chosen):
                check.fail(f"{path}.default_values", "each needs a type")
        if item.get("placeholder") is not None:
            check.text(f"{path}.placeholder", item["placeholder"], 150)
    else:
        check.fail(path, f"component type {kind} is not allowed here")


def _button(check: Check, path: str, item: Json) -> None:
    if item.get("style") not in {1, 2, 3, 4, 5}:
        check.fail(f"{path}.style", "must be 1 to 5")
    if item.get("label"):
        check.text(f"{path}.label", item["label"], 80)
    elif not item.get("emoji"):
        check.fail(f"{path}.label", "a button needs a label or an emoji")
    if item.get("style") == LINK_STYLE:
        if not str(item.get("url", "")).startswith(("https://", "http://", "discord://")) or item.get(
            "custom_id"
        ):
            check.fail(f"{path}.url", "a link button has an address and no custom id")
        check.text(f"{path}.url", item.get("url"), 512, 1)
    else:
        check.text(f"{path}.custom_id", item.get("custom_id"), 100, 1)


def _options(check: Check, path: str, item: Json) -> None:
    options = item.get("options") or []
    check.count(f"{path}.options", options, 25, 1)
    for i, option in enumerate(options):
        check.text(f"{path}.options[{i}].label", option.get("label"), 100, 1)
        check.text(f"{path}.options[{i}].value", option.get("value"), 100, 1)
        if option.get("description") is not None:
            check.text(f"{path}.options[{i}].description", option["description"], 100)
    values = [option.get("value") for option in options]
    if len(set(values)) != len(values):
        check.fail(f"{path}.options", "option values must be unique")
    if not 0 <= item.get("min_values", 1) <= item.get("max_values", 1) <= max(len(options), 1):
        check.fail(f"{path}.max_values", "must be between min_values and the number of options")


def _layout(check: Check, components: list[Json], content: str, embeds: list[Json]) -> None:
    if content or embeds:
        check.fail("flags", "content and embeds cannot stand beside components v2")
    items = list(walk(components))
    if not items or len(items) > 40:
        check.fail("components", f"Must be 1 to 40 components, counted nested: {len(items)}")
    text = sum(length(item.get("content", "")) for item in items if item.get("type") == TEXT_DISPLAY)
    if text > 4000:
        check.fail("components", f"text over all components exceeds 4000: {text}")
    for i, item in enumerate(items):
        if item.get("type") == ACTION_ROW:
            _row(check, f"components({i})", item)


def walk(components: list[Json]) -> Iterator[Json]:
    """Every component, nested ones after the one that holds them."""
    for item in components:
        yield item
        yield from walk(item.get("components") or [])
        for key in ("accessory", "component"):
            if item.get(key):
                yield from walk([item[key]])


def _unique_ids(check: Check, components: list[Json]) -> None:
    ids = [item["custom_id"] for item in walk(components) if item.get("custom_id")]
    for twice in {one for one in ids if ids.count(one) > 1}:
        check.fail("components", f"Component custom id cannot be duplicated: {twice}")


def modal_problems(data: Json) -> Problems:
    """Problems of a modal: 1 to 5 rows or labels, each with one input."""
    check = Check()
    check.text("title", data.get("title"), 45, 1)
    check.text("custom_id", data.get("custom_id"), 100, 1)
    rows = data.get("components") or []
    check.count("components", rows, 5, 1)
    for i, row in enumerate(rows):
        path = f"components[{i}]"
        if row.get("type") == LABEL:
            check.text(f"{path}.label", row.get("label"), 45, 1)
            if row.get("description"):
                check.text(f"{path}.description", row["description"], 100)
            inputs = [row.get("component") or {}]
        else:
            inputs = row.get("components") or []
            check.count(f"{path}.components", inputs, 1, 1)
        for item in inputs:
            _input(check, path, item, labelled=row.get("type") == LABEL)
    _unique_ids(check, rows)
    return check.problems


def _input(check: Check, path: str, item: Json, *, labelled: bool) -> None:
    if item.get("type") in SELECTS:
        _component(check, path, item)
        return
    if item.get("type") != TEXT_INPUT:
        check.fail(path, f"component type {item.get('type')} is not allowed in a modal")
        return
    check.text(f"{path}.custom_id", item.get("custom_id"), 100, 1)
    if not labelled:
        check.text(f"{path}.label", item.get("label"), 45, 1)
    if item.get("placeholder"):
        check.text(f"{path}.placeholder", item["placeholder"], 100)
    high = item.get("max_length") or 4000
    if not 0 <= (item.get("min_length") or 0) <= high <= 4000:
        check.fail(f"{path}.max_length", "0 ≤ min_length ≤ max_length ≤ 4000")
    check.text(f"{path}.value", item.get("value") or "", high)


def autocomplete_problems(data: Json) -> Problems:
    """Problems of autocomplete choices: at most 25, names and values at most 100."""
    check = Check()
    choices = data.get("choices")
    check.count("choices", choices, 25)
    for i, choice in enumerate(choices or []):
        check.text(f"choices[{i}].name", choice.get("name"), 100, 1)
        if isinstance(choice.get("value"), str):
            check.text(f"choices[{i}].value", choice["value"], 100, 1)
    return check.problems


def command_problems(commands: object) -> Problems:
    """Problems of a bulk overwrite of application commands."""
    check = Check()
    if not isinstance(commands, list):
        check.fail("_", "a list of commands is expected")
        return check.problems
    for kind, high in ((1, 100), (2, 5), (3, 5)):
        names = [c.get("name") for c in commands if c.get("type", 1) == kind]
        check.count(f"commands of type {kind}", names, high)
        if len(set(names)) != len(names):
            check.fail("_", "Application command names must be unique")
    for i, command in enumerate(commands):
        _command(check, f"[{i}]", command)
    return check.problems


def _names(check: Check, path: str, item: Json, *, free: bool) -> None:
    """A name and its localisations; `free` for context menus and choices, which may hold spaces and capitals."""
    texts = {"": item.get("name"), **(item.get("name_localizations") or {})}
    for locale, name in texts.items():
        where = f"{path}.name{f'_localizations.{locale}' if locale else ''}"
        if locale and locale not in LOCALES:
            check.fail(where, "not a locale of Discord")
        check.text(where, name, 100 if free and "choices" in path else 32, 1)
        if not free and not (COMMAND_NAME.match(str(name)) and str(name) == str(name).lower()):
            check.fail(where, f"command names are lower case without blanks: {name!r}")


def _descriptions(check: Check, path: str, item: Json) -> None:
    for locale, text in {
        "": item.get("description"),
        **(item.get("description_localizations") or {}),
    }.items():
        check.text(f"{path}.description{f'_localizations.{locale}' if locale else ''}", text, 100, 1)


def _command(check: Check, path: str, command: Json) -> None:
    kind = command.get("type", 1)
    _names(check, path, command, free=kind != 1)
    if kind == 1:
        _descriptions(check, path, command)
        _command_options(check, path, command.get("options") or [])
    elif command.get("description") or command.get("options"):
        check.fail(path, "a context menu has neither description nor options")
    for key, allowed in (("integration_types", {0, 1}), ("contexts", {0, 1, 2})):
        if command.get(key) is not None and not set(command[key]) <= allowed:
            check.fail(f"{path}.{key}", f"must be among {allowed}")
    total = sum(length(text) for text in _command_texts(command))
    if total > 8000:
        check.fail(path, f"names, descriptions and values of a command exceed 8000: {total}")


def _command_texts(item: Json) -> Iterator[str]:
    """The longest localisation of every text counts towards the total."""
    for key in ("name", "description"):
        texts = [str(item.get(key) or ""), *(item.get(f"{key}_localizations") or {}).values()]
        yield max(texts, key=length)
    if isinstance(item.get("value"), str):
        yield item["value"]
    for inner in (item.get("options") or []) + (item.get("choices") or []):
        yield from _command_texts(inner)


def _command_options(check: Check, path: str, options: list[Json]) -> None:
    check.count(f"{path}.options", options, 25)
    optional_seen = False
    names = [option.get("name") for option in options]
    if len(set(names)) != len(names):
        check.fail(f"{path}.options", "option names must be unique")
    for i, option in enumerate(options):
        here = f"{path}.options[{i}]"
        _names(check, here, option, free=False)
        _descriptions(check, here, option)
        if option.get("type") in (1, 2):
            _command_options(check, here, option.get("options") or [])
            continue
        if option.get("required") and optional_seen:
            check.fail(here, "Required options must be placed before non-required options")
        optional_seen = optional_seen or not option.get("required")
        choices = option.get("choices") or []
        check.count(f"{here}.choices", choices, 25)
        if choices and option.get("autocomplete"):
            check.fail(here, "choices and autocomplete exclude each other")
        for j, choice in enumerate(choices):
            _names(check, f"{here}.choices[{j}]", choice, free=True)
            if isinstance(choice.get("value"), str):
                check.text(f"{here}.choices[{j}].value", choice["value"], 100, 1)
