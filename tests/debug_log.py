"""What a log at DEBUG contains: helpful lines, and never a card, a name or a token."""

import io
import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bot.program.logs import OWN_LOGGERS, JsonFormatter
from tests.end_to_end.club import PEOPLE, Club

CARD = re.compile(r"(?<![A-Za-z0-9])(?:[A2-9TJQK][CDHS]|XX)(?![A-Za-z0-9])|[♠♥♦♣♤♡♢♧🃏]")
"""A card as in records and custom ids, or as people read it."""
CUSTOM_ID = re.compile(r"\b[rl]1:")
NAME = re.compile(rf"\b(?:{'|'.join((*PEOPLE, 'Club'))})\b", re.IGNORECASE)
"""The names of the people, who have the same user names in small letters, and of their server."""


class DebugLog:
    """The lines of a log at DEBUG, as JSON."""

    def __init__(self) -> None:
        self.stream = io.StringIO()

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    def lines(self, message: str) -> list[dict[str, Any]]:
        """Return the lines with a message."""
        found: list[dict[str, Any]] = [json.loads(line) for line in self.text.splitlines()]
        return [line for line in found if line["message"] == message]

    def helps(self) -> None:
        """Fail if clicks, commands or requests are missing, or something that is known about them."""
        clicks, commands, requests = map(self.lines, ("click", "command", "request"))
        moves = [click for click in clicks if click.get("action") == "discard"]
        assert moves
        assert all({"table", "seat", "seq", "outcome", "ms", "interaction"} <= click.keys() for click in moves)
        assert {(click["seat"], click["outcome"]) for click in moves} >= {(0, "done"), (1, "done")}
        assert ("rummy new", "done") in {(command["command"], command["outcome"]) for command in commands}
        assert {re.sub(r"\d+", "1", one["route"]) for one in requests} >= {
            "GET /users/@me",
            "POST /channels/1/messages",
            "POST /interactions/1/{token}/callback",
            "PATCH /webhooks/1/{token}/messages/@original",
        }
        assert all(one["ms"] >= 0 for one in requests)
        assert 200 in {one["status"] for one in requests}  # a connection that broke has the kind of the error instead

    def hides_everything(self, club: Club) -> None:
        """Fail if the log contains a card, a name, a custom id or a token."""
        assert CARD.findall(self.text) == []
        assert NAME.findall(self.text) == []
        assert CUSTOM_ID.findall(self.text) == []
        answers = (re.search(r"/(?:interactions|webhooks)/\d+/([^/]+)", one.path) for one in club.standin.requests)
        tokens = {found[1] for found in answers if found}
        assert len(tokens) > 10
        assert [token for token in (club.standin.token, *tokens) if token in self.text] == []


@contextmanager
def debug_log() -> Iterator[DebugLog]:
    """Log our own lines from DEBUG up, as `remik run` does with REMIK_LOG_LEVEL=DEBUG."""
    log = DebugLog()
    handler = logging.StreamHandler(log.stream)
    handler.setFormatter(JsonFormatter())
    root, ours = logging.getLogger(), [logging.getLogger(name) for name in OWN_LOGGERS]
    before = [logger.level for logger in ours]
    root.addHandler(handler)
    try:
        for logger in ours:
            logger.setLevel(logging.DEBUG)
        yield log
    finally:
        root.removeHandler(handler)
        for logger, level in zip(ours, before, strict=True):
            logger.setLevel(level)
