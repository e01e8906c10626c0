"""Events that the library can't read: each is logged and skipped, so that one of them doesn't end the bot."""

import logging
from collections.abc import Callable, MutableMapping
from functools import partial
from pathlib import PurePath
from traceback import extract_tb
from typing import Any, Final

from discord.gateway import ReconnectWebSocket

logger = logging.getLogger(__name__)

_BEGINS: Final = "READY"
"""The event that begins a session: without it nothing else can be read."""


def skip_broken_events(parsers: MutableMapping[str, Callable[[Any], None]]) -> None:
    """Make the library's parsers skip what they can't read. A broken READY makes the shard log in again."""
    for event, parse in parsers.items():
        parsers[event] = partial(_read, event, parse)


def failure_of(error: BaseException) -> str:
    """Return the kind and the place of an error. Its message may repeat what was sent, such as a token or a card."""
    kind, frames = type(error).__name__, extract_tb(error.__traceback__)
    if not frames:
        return kind
    return f"{kind} in {frames[-1].name}, {PurePath(frames[-1].filename).name}:{frames[-1].lineno}"


def _read(event: str, parse: Callable[[Any], None], data: object) -> None:
    """Read an event, or log that it's skipped."""
    try:
        parse(data)
    except Exception as error:  # noqa: BLE001 - logged; the library's parsers raise anything
        logger.error("an event from Discord can't be read and is skipped: %s (%s)", event, failure_of(error))  # noqa: TRY400
        if event == _BEGINS:
            raise ReconnectWebSocket(None, resume=False) from None
