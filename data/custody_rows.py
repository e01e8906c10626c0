"""What is held about somebody, as they read it: ids as text, times written out, nothing else of others."""

from datetime import UTC, datetime
from typing import Final

from sqlalchemy.engine import RowMapping

_IDS: Final = ("user", "guild", "channel", "actor", "target", "home", "away", "void_by")
_LEFT_OUT: Final = ("invited",)  # others are among them
_TIMES: Final = ("at", "deadline", "wake")


def said(kept: RowMapping) -> dict[str, object]:
    """Write a row out in values that JSON has."""
    return {str(name): _said(str(name), value) for name, value in kept.items() if name not in _LEFT_OUT}


def _said(name: str, value: object) -> object:
    if isinstance(value, int) and name in _IDS:
        return str(value)
    if isinstance(value, int) and (name in _TIMES or name.endswith("_at")):
        return datetime.fromtimestamp(value / 1000, UTC).isoformat(timespec="milliseconds")
    return value
