"""The shape of a record: strict reading of JSON values, and the error that names what is wrong and where."""

import json
import re
from collections.abc import Sequence
from typing import Final

from bot.rummy.options import Options, seats_for, seats_in_words
from bot.rummy.shown import escaped, shown

_LONGEST: Final = 700
_DIGITS: Final = 15
_HEX: Final = re.compile("[0-9a-f]{64}")


class RecordError(Exception):
    """A record is invalid. The message is one line that names the deal and the move, the deal, or the key."""


class UnreadableError(RecordError):
    """Data that isn't UTF-8 JSON."""


def fault(where: str, what: str) -> RecordError:
    """Return the error for a place (``deal 3, move 17: 1 discard 7H``, ``fairness.cuts``, or "" for the record)."""
    line = f"{where}: {what}" if where else what
    line = escaped(line)
    return RecordError(line if len(line) <= _LONGEST else line[:_LONGEST] + "...")


def read_json(data: bytes) -> object:
    """Read a record's JSON; UnreadableError if it isn't JSON, RecordError if an object has a key twice."""
    try:
        return json.loads(
            data.decode("utf-8"), object_pairs_hook=_object, parse_int=_whole_number, parse_constant=_no_number
        )
    except UnicodeDecodeError as error:
        raise UnreadableError(f"not UTF-8 at byte {error.start + 1}") from None
    except json.JSONDecodeError as error:
        raise UnreadableError(f"not JSON: line {error.lineno}, column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise UnreadableError("JSON that is nested too deeply") from None


def keys_of(value: object, where: str, required: Sequence[str], optional: Sequence[str] = ()) -> dict[str, object]:
    """Read an object with exactly these keys; the error names an unknown or a missing one."""
    if not isinstance(value, dict):
        raise fault(where, f"must be an object, not {shown(value)}")
    for key in value:
        if key not in required and key not in optional:
            raise fault(where, f"unknown key {shown(key)}")
    for key in required:
        if key not in value:
            raise fault(where, f"missing key {shown(key)}")
    return dict(value)


def items_of(value: object, where: str) -> list[object]:
    """Read a list."""
    if not isinstance(value, list):
        raise fault(where, f"must be a list, not {shown(value)}")
    return value


def text_of(value: object, where: str) -> str:
    """Read a text that can be encoded in UTF-8."""
    if not isinstance(value, str):
        raise fault(where, f"must be a text, not {shown(value)}")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        raise fault(where, f"half a character in {shown(value)}") from None
    return value


def hex_of(value: object, where: str) -> str:
    """Read 32 bytes in lower-case hex."""
    text = text_of(value, where)
    if not _HEX.fullmatch(text):
        raise fault(where, f"must be 64 lower-case hex digits, not {shown(value)}")
    return text


def seat_of(value: object, where: str, seats: int) -> int:
    """Read the number of a seat at a table with this number of seats."""
    if type(value) is not int or value not in range(seats):
        raise fault(where, f"must be a seat, 0 {'or' if seats == 2 else 'to'} {seats - 1}, not {shown(value)}")
    return value


def names_of(value: object) -> list[str]:
    """Read the names of the players, seat by seat."""
    return [text_of(name, f"seats: the name of seat {seat}") for seat, name in enumerate(items_of(value, "seats"))]


def check_names(names: Sequence[str], options: Options) -> None:
    """Check that this number of players can play, and that each has a name; else RecordError."""
    if len(names) not in seats_for(options):
        raise fault("seats", f"there are {len(names)} names, and {seats_in_words(options)} play")
    if "" in names:
        raise fault("seats", f"the name of seat {names.index('')} is empty")


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Make a dict from the pairs of a JSON object; RecordError if a key occurs twice."""
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise fault("", f"key {shown(key)} stands twice in one object")
        found[key] = value
    return found


def _whole_number(text: str) -> int:
    if len(text) > _DIGITS:
        raise fault("", f"a number with {len(text)} digits is too long")
    return int(text)


def _no_number(text: str) -> float:
    raise UnreadableError(f"not JSON: {text} isn't a number")
