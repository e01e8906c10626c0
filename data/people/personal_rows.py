"""Conversion of a person's rows to the JSON of an export: ids as strings, times as ISO 8601, no other people's data."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from itertools import groupby
from typing import Final

from sqlalchemy.engine import RowMapping

_IDS: Final = ("user", "guild", "channel", "message", "actor", "target", "home", "away", "void_by")
_LEFT_OUT: Final = ("invited",)  # contains other people's ids
_TIMES: Final = ("at", "deadline", "wake")


def json_values(kept: RowMapping) -> dict[str, object]:
    """Return a row as JSON values by column name."""
    return {str(name): _json_value(str(name), value) for name, value in kept.items() if name not in _LEFT_OUT}


def move_lines(moves: Iterable[Mapping[str, object]]) -> list[dict[str, object]]:
    """Return a player's moves by table, each as one string, since an object per move would make the export too long."""
    return [
        {"table_id": table, "lines": [f"{move['at']} {move['text']}" for move in group]}
        for table, group in groupby(moves, lambda move: move["table_id"])
    ]


def _json_value(name: str, value: object) -> object:
    if isinstance(value, int) and name in _IDS:
        return str(value)
    if isinstance(value, int) and (name in _TIMES or name.endswith("_at")):
        return datetime.fromtimestamp(value / 1000, UTC).isoformat(timespec="milliseconds")
    return value
