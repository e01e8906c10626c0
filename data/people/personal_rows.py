"""What is held about somebody, as they read it: ids as text, times written out, nothing else of others."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from itertools import groupby
from typing import Final

from sqlalchemy.engine import RowMapping

_IDS: Final = ("user", "guild", "channel", "actor", "target", "home", "away", "void_by")
_LEFT_OUT: Final = ("invited",)  # others are among them
_TIMES: Final = ("at", "deadline", "wake")


def said(kept: RowMapping) -> dict[str, object]:
    """Write a row out in values that JSON has."""
    return {str(name): _said(str(name), value) for name, value in kept.items() if name not in _LEFT_OUT}


def said_moves(moves: Iterable[Mapping[str, object]]) -> list[dict[str, object]]:
    """Write out what somebody did at each table, a line for each move: there are too many for an object each."""
    return [
        {"table_id": table, "lines": [f"{move['at']} {move['text']}" for move in group]}
        for table, group in groupby(moves, lambda move: move["table_id"])
    ]


def _said(name: str, value: object) -> object:
    if isinstance(value, int) and name in _IDS:
        return str(value)
    if isinstance(value, int) and (name in _TIMES or name.endswith("_at")):
        return datetime.fromtimestamp(value / 1000, UTC).isoformat(timespec="milliseconds")
    return value
