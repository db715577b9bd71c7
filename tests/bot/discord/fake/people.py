"""The people of the fake Discord: what they can type and press, and nothing that the real client would not let them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, Interaction
from .limits import LABEL, Json, length
from .world import Message, Place, snowflake, user_payload

if TYPE_CHECKING:
    from .server import FakeDiscord

STRING, INTEGER, BOOLEAN = 3, 4, 5
MESSAGE_MENU = 3
CHANNEL_SELECT = 8
PYTHON_TYPES = {STRING: str, INTEGER: int, BOOLEAN: bool}


@dataclass
class FakeUser:
    """A person with a locale."""

    fake: FakeDiscord = field(repr=False)
    name: str
    locale: str = "en-US"
    permissions: str = "0"
    overridden: bool = False
    """Whether the server's owner lets this person use every command, whatever permission it asks for."""
    id: str = field(default_factory=snowflake)

    def payload(self) -> Json:
        return user_payload(self.id, self.name)

    def member(self, place: Place) -> Json:
        return {
            "user": self.payload(),
            "roles": [],
            "nick": None,
            "avatar": None,
            "joined_at": "2024-01-01T00:00:00+00:00",
            "deaf": False,
            "mute": False,
            "flags": 0,
            "permissions": self.permissions,
        }

    async def slash(
        self, name: str, /, *, place: Place | None = None, **options: str | int | bool
    ) -> Interaction:
        """Send a slash command, by its canonical name, as Discord's client would after checking the options."""
        command = self.fake.command(name, kind=1)
        self._may_use(command, place or self.fake.place)
        given = _options(command, options)
        return await self._send(COMMAND, _invocation(command, given), place)

    async def typing(
        self, name: str, option: str, text: str, /, *, place: Place | None = None, **others: str
    ) -> Interaction:
        """Type into an option with autocomplete."""
        command = self.fake.command(name, kind=1)
        spec = next(o for o in command["options"] if o["name"] == option)
        if not spec.get("autocomplete"):
            raise LookupError(f"/{name} {option} has no autocomplete")
        given = _options(command, others, complete=False)
        given.append({"name": option, "type": spec["type"], "value": text, "focused": True})
        return await self._send(AUTOCOMPLETE, _invocation(command, given), place)

    async def menu(self, name: str, target: Message, *, place: Place | None = None) -> Interaction:
        """Choose an entry of a message's context menu."""
        command = self.fake.command(name, kind=MESSAGE_MENU)
        data = _invocation(command, []) | {
            "target_id": target.id,
            "resolved": {"messages": {target.id: target.payload()}},
        }
        return await self._send(COMMAND, data, place)

    async def press(self, message: Message, label: str) -> Interaction:
        """Press the button whose label begins so."""
        button = message.button(label)
        if button.get("disabled"):
            raise LookupError(f"{label!r} is greyed out")
        return await self.press_id(message, str(button["custom_id"]))

    async def press_id(self, message: Message, custom_id: str) -> Interaction:
        """Press a button by its custom id; one that the message does not have is a forgery."""
        self._may_see(message)
        return await self._component(message, {"custom_id": custom_id, "component_type": 2})

    async def choose(self, message: Message, *values: str, select: int = 0) -> Interaction:
        """Choose values in a select."""
        self._may_see(message)
        item = message.selects[select]
        if item["type"] == CHANNEL_SELECT:
            known = {place.channel_id for place in self.fake.places}
        else:
            known = {option["value"] for option in item["options"]}
        if not set(values) <= known:
            raise LookupError(f"{values} are not all among {known}")
        if not item.get("min_values", 1) <= len(values) <= item.get("max_values", 1):
            raise LookupError(f"{len(values)} values cannot be chosen")
        data = {"custom_id": item["custom_id"], "component_type": item["type"], "values": list(values)}
        return await self._component(message, data)

    async def submit(self, opened: Interaction, *texts: str) -> Interaction:
        """Fill in the modal that `opened` brought and send it off."""
        form = await opened.form()
        rows = []
        for row, text in zip(form["components"], texts, strict=True):
            item = row["component"] if row["type"] == LABEL else row["components"][0]
            low, high = item.get("min_length") or 0, item.get("max_length") or 4000
            if not low <= length(text) <= high:
                raise LookupError(
                    f"the client would not send {length(text)} characters where {low} to {high} are asked for"
                )
            value = {"type": item["type"], "custom_id": item["custom_id"], "value": text, "id": 1}
            rows.append(
                {"type": row["type"], "id": 2, "component": value}
                if row["type"] == LABEL
                else {"type": 1, "id": 2, "components": [value]}
            )
        data = {"custom_id": form["custom_id"], "components": rows}
        return await self._send(MODAL_SUBMIT, data, opened.place, opened.message)

    async def choose_id(self, message: Message, custom_id: str, kind: int, *values: str) -> Interaction:
        """Choose in a menu by its custom id; one that the message does not have, or such values, are a forgery."""
        self._may_see(message)
        data = {"custom_id": custom_id, "component_type": kind, "values": list(values)}
        return await self._component(message, data)

    def _may_use(self, command: Json, place: Place) -> None:
        """Discord's client shows a command only where and to whom it is meant for."""
        if command.get("contexts") and place.context not in command["contexts"]:
            raise LookupError(f"/{command['name']} is not shown in a place of kind {place.context}")
        needed = int(command.get("default_member_permissions") or 0)
        if not self.overridden and int(self.permissions) & needed != needed:
            raise LookupError(f"/{command['name']} is not shown to {self.name}")

    async def _component(self, message: Message, data: Json) -> Interaction:
        place = message.interaction.place if message.interaction else None
        return await self._send(COMPONENT, {"id": 1, **data}, place, message)

    def _may_see(self, message: Message) -> None:
        if message.deleted:
            raise LookupError("the message is gone")
        if message.ephemeral and message.interaction and message.interaction.user is not self:
            raise LookupError(
                f"{self.name} cannot see a message that only {message.interaction.user.name} sees"
            )

    async def _send(
        self, kind: int, data: Json, place: Place | None, message: Message | None = None
    ) -> Interaction:
        interaction = Interaction(self.fake, self, place or self.fake.place, kind, data, message)
        await self.fake.deliver(interaction)
        return interaction


def _invocation(command: Json, options: list[Json]) -> Json:
    return {"id": command["id"], "name": command["name"], "type": command.get("type", 1), "options": options}


def _options(
    command: Json, given: dict[str, str] | dict[str, str | int | bool], *, complete: bool = True
) -> list[Json]:
    """Options in wire form; refuses what Discord's client refuses: unknown, missing, mistyped, too long, not a choice."""
    specs = {spec["name"]: spec for spec in command.get("options") or []}
    if unknown := set(given) - set(specs):
        raise LookupError(f"/{command['name']} has no option {unknown}")
    missing = {name for name, spec in specs.items() if spec.get("required")} - set(given)
    if missing and complete:
        raise LookupError(f"/{command['name']} needs {missing}")
    for name, value in given.items():
        spec = specs[name]
        if type(value) is not PYTHON_TYPES[spec["type"]]:
            raise LookupError(f"{name} must be a {PYTHON_TYPES[spec['type']].__name__}")
        if isinstance(value, str) and not (spec.get("min_length") or 0) <= length(value) <= (
            spec.get("max_length") or 6000
        ):
            raise LookupError(f"{name} has {length(value)} characters")
        choices = [choice["value"] for choice in spec.get("choices") or []]
        if choices and value not in choices:
            raise LookupError(f"{name} must be one of {choices}")
    return [{"name": name, "type": specs[name]["type"], "value": value} for name, value in given.items()]
