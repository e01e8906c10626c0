"""Which table is meant in a channel, after any sequence of opened, moved, closed and rematched tables."""

import asyncio
from collections.abc import Sequence
from typing import TypeAlias

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from bot.play.service import play_requests, program_actions, table_requests
from bot.play.service.table import Table
from bot.play.state.values import Status
from tests.amounts import times
from tests.data.fresh import ready_url
from tests.play.process import ALA, BASIC, BOB, CHANNEL, EVE, USERS, Process, ids, process

Step: TypeAlias = tuple[str, int, tuple[int, int]]
"""What happens in which place, by which two people if it's a new table."""
PAIRS = ((ALA, BOB), (BOB, EVE), (EVE, ALA))
PLACES = 3
STEPS = st.lists(
    st.tuples(
        st.sampled_from(("open", "open", "start", "end", "rematch", "cancel", "lose", "move", "move")),
        st.integers(0, PLACES - 1),
        st.sampled_from(PAIRS),
    ),
    min_size=4,
    max_size=20,
)
MOVED: Sequence[Step] = [
    ("open", 0, PAIRS[0]),
    ("start", 0, PAIRS[0]),
    ("lose", 0, PAIRS[0]),
    ("open", 1, PAIRS[1]),
    ("start", 1, PAIRS[1]),
    ("end", 1, PAIRS[1]),
    ("move", 1, PAIRS[0]),
]
"""An older game moves to a channel in which a newer one has ended."""


class Places:
    """A few places to play, each with a channel until that is deleted, and the tables that are meant there."""

    def __init__(self, here: Process) -> None:
        self._here = here
        self.channels = [CHANNEL + place for place in range(PLACES)]
        self.open: dict[int, Table] = {}
        self._over: dict[int, Table] = {}
        self._canceled: dict[int, Table] = {}
        self._paused: list[Table] = []

    async def do(self, step: Step) -> None:
        """Do a step, if it's possible in this place now."""
        what, place, (host, other) = step
        table = self.open.get(place)
        if table is None:
            await self._fill(what, place, host, other)
        elif what == "start" and table.row.status is Status.LOBBY:
            for user in table.row.invited:
                await table_requests.join(table, user, "Invited", next(ids))
            await table_requests.start(table, table.row.host, next(ids))
        elif what == "cancel" and table.row.status is Status.LOBBY:
            await table_requests.cancel(table, table.row.host, next(ids))
            self._canceled[place] = self.open.pop(place)
        elif what == "end" and table.row.status is Status.PLAYING:
            await play_requests.resign(table, table.row.seats[0].user, interaction=next(ids))
            self._over[place] = self.open.pop(place)
        elif what == "lose" and table.row.status is Status.PLAYING:
            await program_actions.pause(table)
            self._paused.append(self.open.pop(place))
            self.channels[place] += PLACES
            self._over.pop(place, None)
            self._canceled.pop(place, None)

    async def _fill(self, what: str, place: int, host: int, other: int) -> None:
        """Open a table in a free place, or bring one there."""
        if what == "open":
            table = await self._here.open(channel=self.channels[place], host=host)
            await table_requests.join(table, other, "Other", next(ids))
            self.open[place] = table
        elif what == "rematch" and place in self._over:
            over = self._over[place]
            asks = over.row.seats[1].user
            self.open[place] = await self._here.tables.rematch(over, user=asks, name="Again", interaction=next(ids))
        elif what == "move" and self._paused:
            table = self._paused.pop(0)
            await play_requests.move_to_channel(table, table.row.seats[1].user, self.channels[place], next(ids))
            self.open[place] = table

    async def check(self) -> None:
        """Check what everyone's commands are about in every place."""
        for place, channel in enumerate(self.channels):
            meant = self.open.get(place) or self._over.get(place) or self._canceled.get(place)
            assert await self._here.tables.in_channel(channel) is meant
            for user in USERS:
                found = await self._here.tables.of_player(1, channel, user)
                elsewhere = [table for table in self.open.values() if table.seat_of(user) is not None]
                if place in self.open or not elsewhere:
                    assert found is meant
                else:
                    running = [table for table in elsewhere if table.row.status is Status.PLAYING]
                    assert found in (running or elsewhere)


@settings(max_examples=times(15), deadline=None, phases=(Phase.explicit, Phase.generate))
@given(STEPS)
@example(MOVED)
@example([*MOVED, ("end", 1, PAIRS[0])])
@example([*MOVED, ("end", 1, PAIRS[0]), ("rematch", 1, PAIRS[0]), ("cancel", 1, PAIRS[0])])
def test_every_command_finds_the_table_that_its_player_sits_at(
    tmp_path_factory: pytest.TempPathFactory, steps: Sequence[Step]
) -> None:
    async def run() -> None:
        async with ready_url(tmp_path_factory.mktemp("places")) as url, process(url) as here:
            places = Places(here)
            for step in steps:
                await places.do(step)
            await places.check()

    asyncio.run(run())


async def test_a_game_that_its_player_left_is_not_meant_elsewhere_nor_continued(here: Process) -> None:
    left, other = await here.started(seats=3, options=BASIC), await here.started(channel=CHANNEL + 1)
    await play_requests.resign(left, ALA, interaction=next(ids))
    await play_requests.resign(other, BOB, interaction=next(ids))
    assert await here.tables.of_player(1, CHANNEL + 1, ALA) is other
    assert await here.tables.of_player(1, CHANNEL + 1, BOB) is left
    await program_actions.pause(left)
    assert await here.tables.of_player(1, CHANNEL + 1, BOB) is other, "a paused game has to be continued first"
    assert await here.tables.paused_game(1, BOB) is left
    assert await here.tables.paused_game(1, ALA) is None
