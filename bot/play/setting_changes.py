"""Changes of a server's settings, by field name and as JSON values."""

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import TypeAlias

from bot.play.people import Lounge, Server, StandingsBoard
from bot.play.values import Bounds

Plain: TypeAlias = Mapping[str, object]
"""The settings of a server as JSON values."""
Changes: TypeAlias = Mapping[str, tuple[object, object]]
"""The old and the new value, by field name."""


def plain(server: Server) -> Plain:
    """Return the settings of a server as JSON values."""
    return {field.name: _value(getattr(server, field.name)) for field in fields(server) if field.name != "guild"}


def changes_between(before: Server, after: Server) -> Changes:
    """Return the fields in which settings differ."""
    was, now = plain(before), plain(after)
    return {name: (was[name], now[name]) for name in now if was[name] != now[name]}


def changes_text(changes: Changes) -> str:
    """Return changes as text for the audit log; `changes_from` parses it."""
    return json.dumps(changes, separators=(",", ":"))


def changes_from(written: str) -> Changes:
    """Parse changes from the audit log; ValueError for any other text."""
    found = json.loads(written)
    if not isinstance(found, dict) or not all(isinstance(pair, list) and len(pair) == 2 for pair in found.values()):
        raise ValueError(f"{written!r} are no changes of settings")
    return {name: (was, now) for name, (was, now) in found.items()}


def _value(value: object) -> object:
    """Return a setting as a JSON value."""
    match value:
        case Bounds():
            return {name: list(getattr(value, name)) for name in ("live_turn", "live_bank", "slow_turn")}
        case StandingsBoard(channel=channel, variant=variant):
            return {"channel": channel, "variant": None if variant is None else str(variant)}
        case Lounge(channel=channel, reposts=reposts):
            return {"channel": channel, "reposts": reposts}
        case tuple():
            return list(value)
        case None | bool() | int():
            return value
        case _:
            return str(value)
