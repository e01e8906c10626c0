"""A playground for tests: the stand-in in this process, the bot in a child process."""

import re
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from unittest.mock import patch

from bot.playground import Person, StandIn, interactions
from bot.playground.seen import SeenMessage
from bot.program.cli.playground.session import Playground
from tests.amounts import STARTED

LOG = 1000
_PSEUDO: list[bytes] = []
"""The pseudo language of the first playground of this process: the bot takes seconds to make it."""


@asynccontextmanager
async def opened(people: int = 3, seed: int | None = None, first_answer: float = 60.0) -> AsyncIterator[Playground]:
    """Open a playground whose bot isn't started yet, and stop everything at the end.

    ``first_answer`` replaces the three seconds in which the bot has to answer: too few on a slow machine.
    """
    hurry = patch.object(interactions, "FIRST_ANSWER", first_answer)
    with tempfile.TemporaryDirectory(prefix="remik-") as folder, hurry:
        made = Path(folder) / "pseudo.mo"
        for known in _PSEUDO:
            made.write_bytes(known)
        async with StandIn(log_limit=LOG) as standin:
            playground = Playground(standin, Path(folder), people, seed)
            try:
                yield playground
            finally:
                await playground.stop()
                if made.exists():
                    _PSEUDO[:] = [made.read_bytes()]


async def online(playground: Playground) -> None:
    """Wait until the bot is online."""
    await playground.standin.until(lambda: playground.online, seconds=STARTED)


def titles(playground: Playground, kind: str) -> list[str]:
    """List the titles of the wire's entries of a kind."""
    return [entry["title"] for entry in playground.wire.since(0) if entry["kind"] == kind]


def newest(playground: Playground, person: Person, words: str) -> SeenMessage:
    """Return the newest message on a person's screen whose text matches a regular expression."""
    return next(one for one in reversed(person.sees(playground.channel)) if re.search(words, one.text))
