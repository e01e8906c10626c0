"""Modals on a person's screen: their fields, and filling them in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.playground.errors import JSON
from bot.playground.interactions import Interaction
from bot.playground.seen import SeenOption, seen_option
from bot.playground.typing_in import HasUser
from bot.playground.validate import CHECKBOX, INPUT, LABEL, RADIOS, ROW, SELECT, SELECTS, TEXT, UPLOAD, components_in

Filling = str | bool | int | HasUser | Sequence[str | int | HasUser]
"""A value for a field: a text, a check mark, one or more labels of options, or one or more people."""


@dataclass(frozen=True, slots=True)
class SeenField:
    """A field of a modal. Selects, radio buttons and check boxes have `options`; `value` is a text field's text."""

    label: str
    description: str
    required: bool
    value: str
    options: tuple[SeenOption, ...]


@dataclass(frozen=True, slots=True)
class Modal:
    """A modal that is open on a person's screen."""

    interaction: Interaction
    data: JSON

    @property
    def title(self) -> str:
        """The title."""
        title: str = self.data["title"]
        return title

    @property
    def text(self) -> str:
        """The plain text between the fields."""
        parts = self.data["components"]
        return "\n".join(part["content"] for part in parts if part["type"] == TEXT)

    @property
    def fields(self) -> tuple[SeenField, ...]:
        """The fields from top to bottom."""
        return tuple(_field(label, description, part) for label, description, part in _parts(self.data))


def _parts(data: JSON) -> list[tuple[str, str, JSON]]:
    found = []
    for part in data["components"]:
        if part["type"] == LABEL:
            found.append((part["label"], part.get("description") or "", part["component"]))
        elif part["type"] == ROW:
            inner = part["components"][0]
            found.append((inner["label"], "", inner))
    return found


def _field(label: str, description: str, part: JSON) -> SeenField:
    options = tuple(seen_option(option) for option in part.get("options") or ())
    return SeenField(label, description, _required(part), part.get("value") or "", options)


def _required(part: JSON) -> bool:
    return part["type"] != CHECKBOX and part.get("required") is not False


def submission(modal: Modal, filled: Mapping[str, Filling], *, by_ids: bool = False) -> tuple[JSON, list[int]]:
    """Return the data of a modal's submission, and the ids of what was chosen in it, which `resolved` has to describe.

    With `by_ids`, the fields are given by custom id instead of label, and options by value.
    Raises ValueError if Discord's own client wouldn't accept the values.
    """
    left = dict(filled)
    by_id: dict[str, JSON] = {}
    for label, _, part in _parts(modal.data):
        value = left.pop(part["custom_id"] if by_ids else label, None)
        by_id[part["custom_id"]] = _filled(label, part, value, by_ids)
    if left:
        labels = [label for label, _, _ in _parts(modal.data)]
        raise ValueError(f"no field {next(iter(left))!r} in {modal.title!r}, which has {labels}")
    numbers = _numbers(modal.data["components"])
    asked = [part["custom_id"] for _, _, part in _parts(modal.data) if part["type"] in SELECTS[1:]]
    data = {
        "custom_id": modal.data["custom_id"],
        "components": [_submitted(part, by_id, numbers) for part in modal.data["components"]],
        "resolved": {},
    }
    return data, [int(number) for custom_id in asked for number in by_id[custom_id]["values"]]


def _numbers(parts: list[JSON]) -> dict[int, int]:
    return {id(part): part.get("id") or place for place, part in enumerate(components_in(parts), 1)}


def _submitted(part: JSON, by_id: Mapping[str, JSON], numbers: Mapping[int, int]) -> JSON:
    body: JSON = {"type": part["type"], "id": numbers[id(part)]}
    if part["type"] == LABEL:
        body["component"] = _submitted(part["component"], by_id, numbers)
    elif part["type"] == ROW:
        body["components"] = [_submitted(child, by_id, numbers) for child in part["components"]]
    elif "custom_id" in part:
        body |= {"custom_id": part["custom_id"], **by_id[part["custom_id"]]}
    return body


def _filled(label: str, part: JSON, value: Filling | None, by_ids: bool) -> JSON:
    kind = part["type"]
    if kind == INPUT:
        return {"value": _text(label, part, value)}
    if kind == CHECKBOX:
        return {"value": bool(part.get("default")) if value is None else bool(value)}
    if kind == UPLOAD:
        return {"values": []}
    wanted = [value] if isinstance(value, str | int | HasUser) else value
    values = _ids(part, wanted) if kind in SELECTS and kind != SELECT else _options(label, part, wanted, by_ids)
    few = 1 if part.get("min_values") is None else part["min_values"]
    most = part.get("max_values") or (1 if kind != 22 else 10)
    if _required(part) and not values:
        raise ValueError(f"{label!r} must be filled in")
    if values and not few <= len(values) <= most:
        raise ValueError(f"{label!r} takes {few} to {most} choices, not {len(values)}")
    return {"value": values[0] if values else None} if kind == RADIOS else {"values": values}


def _text(label: str, part: JSON, value: Filling | None) -> str:
    text = part.get("value") or "" if value is None else str(value)
    if not text and _required(part):
        raise ValueError(f"{label!r} must be filled in")
    low, high = part.get("min_length") or 0, part.get("max_length") or 4000
    if text and not low <= len(text) <= high:
        raise ValueError(f"{label!r} takes {low} to {high} characters, not {len(text)}")
    return text


def _ids(part: JSON, wanted: Sequence[object] | None) -> list[str]:
    """Return the ids of the chosen users; without a choice, those of the default values."""
    if wanted is None:
        return [str(value["id"]) for value in part.get("default_values") or ()]
    return [str(one.user.id if isinstance(one, HasUser) else one) for one in wanted]


def _options(label: str, part: JSON, wanted: Sequence[object] | None, by_ids: bool) -> list[str]:
    options = part["options"]
    if wanted is None:
        return [option["value"] for option in options if option.get("default")]
    by_label = {option["value" if by_ids else "label"]: option["value"] for option in options}
    missing = [one for one in wanted if one not in by_label]
    if missing:
        raise ValueError(f"{label!r} offers {list(by_label)}, not {missing[0]!r}")
    return [by_label[str(one)] for one in wanted]
