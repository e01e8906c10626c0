"""Records for the tests of the viewer: games of each family, played at tables in memory."""

import json
from pathlib import Path
from random import Random
from typing import Any

from bot.play.service.table import Table
from bot.play.state.values import Status
from bot.rummy.families import Variant
from bot.rummy.options import Options, options_for
from tests.play.memory import MemoryStore
from tests.play.process import Process, step

EARLIER = Path(__file__).parents[2] / "earlier" / "2026-11" / "records.jsonl"
FAMILIES: dict[str, tuple[Options, int]] = {
    "gin": (options_for(Variant.GIN, {"deals": 2}), 2),
    "hollywood": (options_for(Variant.HOLLYWOOD, {"target": 20}), 2),
    "basic": (options_for(Variant.BASIC, {"target": 10}), 3),
    "german": (options_for(Variant.GERMAN, {"rounds": 2, "small_deck": True, "claim": True}), 4),
}
"""Short games: options and number of players."""


def table_of(family: str) -> "PlayedTable":
    """Return a table in memory that has just started a short game."""
    options, seats = FAMILIES[family]
    return PlayedTable(options, seats, family)


class PlayedTable:
    """A table whose players make random moves, the same ones for a family in every run."""

    def __init__(self, options: Options, seats: int, seed: str) -> None:
        self._options, self._seats, self._chance = options, seats, Random(seed)
        self._process = Process(MemoryStore())
        self.table: Table

    async def start(self) -> Table:
        """Open the table, and start the game."""
        self.table = await self._process.started(self._options, self._seats)
        return self.table

    async def step(self) -> bool:
        """Make the next move, or deal. Return False when the game is over."""
        if self.table.row.status is not Status.PLAYING:
            return False
        await step(self.table, self._chance)
        return True


async def record_of(family: str) -> dict[str, Any]:
    """Return the record of a short game."""
    played = table_of(family)
    table = await played.start()
    while await played.step():
        pass
    return table.record()


def earlier_records() -> list[dict[str, Any]]:
    """Return the records of an earlier version: games of every variant, some broken off, some with a computer."""
    return [json.loads(line) for line in EARLIER.read_text(encoding="utf-8").splitlines()]
