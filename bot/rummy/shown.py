"""Short text for any value, for error messages."""

import json
from typing import Final

_ITEMS: Final = 8
_LETTERS: Final = 40
_HUGE: Final = 10**15


def shown(value: object, depth: int = 3) -> str:  # noqa: PLR0911 - one per kind of value
    """Return a value as JSON on one line: long ones are cut, nesting below ``depth`` is left out."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return str(value) if abs(value) < _HUGE else "a huge number"
        case float():
            return repr(value)
        case str():
            return json.dumps(value if len(value) <= _LETTERS else value[:_LETTERS] + "...")
        case list() | tuple():
            return _some("[", [shown(item, depth - 1) for item in value[:_ITEMS]] if depth else [], len(value), "]")
        case dict():
            pairs = list(value.items())[:_ITEMS] if depth else []
            return _some("{", [f"{shown(key, 0)}: {shown(item, depth - 1)}" for key, item in pairs], len(value), "}")
        case _:
            return f"a {type(value).__name__}"


def _some(before: str, items: list[str], total: int, after: str) -> str:
    """Return the first items of a list in brackets."""
    return before + ", ".join(items if len(items) == total else [*items, "..."]) + after
