"""The public message waits for the discard after a draw, but only where nobody else can do anything about the draw."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from random import Random

import pytest

from bot.play.service.table import Table
from bot.play.state.values import Status
from bot.rummy.families import Variant
from bot.rummy.options import Options, options_for
from bot.rummy.views import Phase
from bot.text.catalogs import Catalogs
from cogs.edge.channel_writer import ChannelWriter
from cogs.table.public_messages import PublicMessages, has_only_drawn, mark_of
from cogs.table.screens.running import whose_turn
from cogs.table.table_messages import TableMessages
from render.queue.studio import Studio
from tests.cogs.edge.wall import Wall
from tests.cogs.table.scenes import TEXTS, NoFixtures
from tests.play.process import QUICK, Process, play_on, step

HOLD = 3.0
CLAIMS = options_for(Variant.GERMAN, {"claim": True}, 3)
GERMAN = options_for(Variant.GERMAN, {"claim": False}, 3)


class Held:
    """Public messages in a fake channel, where a draw is held back until `time_is_up`."""

    def __init__(self, here: Process, studio: Studio, wall: Wall | None = None) -> None:
        self.wall = wall or Wall()
        self.waits: list[float] = []
        self.holding, self.time_is_up = asyncio.Event(), asyncio.Event()
        self.writer = ChannelWriter(lambda: here.now, interval=0, sleep=self._sleep, hold=HOLD)
        showing = TableMessages(studio, NoFixtures())
        self.messages = PublicMessages(showing, Catalogs(), lambda: here.now, self.wall, self.writer)

    async def _sleep(self, seconds: float) -> None:
        if seconds:
            self.waits.append(seconds)
            self.holding.set()
            await self.time_is_up.wait()

    async def show(self, table: Table) -> None:
        self.messages.changed(table)
        await self.writer.idle()

    async def hold(self, table: Table) -> None:
        """Show a table, which waits for more."""
        self.holding.clear()
        self.messages.changed(table)
        await self.holding.wait()


@pytest.fixture
async def held(here: Process, studio: Studio) -> AsyncIterator[Held]:
    held = Held(here, studio)
    yield held
    await held.writer.close()


async def play_to(table: Table, rng: Random, there: Callable[[], bool]) -> None:
    """Play until the game is in a certain state."""
    while not there():
        await step(table, rng)


async def before_a_draw(here: Process, options: Options = QUICK, seats: int = 2) -> tuple[Table, Random]:
    """Start a game in which a player draws next."""
    table, rng = await here.started(options, seats), Random(3)
    await play_to(table, rng, lambda: len(table.view(None).recent) > 4 and table.view(None).phase is Phase.DRAW)
    return table, rng


async def test_a_draw_is_shown_with_the_discard_that_follows(here: Process, held: Held) -> None:
    table, rng = await before_a_draw(here)
    await held.show(table)
    await step(table, rng)
    await held.hold(table)
    held.messages.changed(table)  # another player opens their hand
    assert held.wall.kinds == [("post", 1)]
    await step(table, rng)
    await held.show(table)
    assert held.wall.kinds == [("post", 1), ("edit", 1)]
    assert whose_turn(TEXTS, table.view(None), ("Ala", "Bob")) in held.wall.text(1)
    assert held.waits == [HOLD]


async def test_a_draw_without_a_discard_is_shown_after_three_seconds(here: Process, held: Held) -> None:
    table, rng = await before_a_draw(here)
    await held.show(table)
    await step(table, rng)
    await held.hold(table)
    held.time_is_up.set()
    await held.writer.idle()
    assert held.wall.kinds == [("post", 1), ("edit", 1)]
    await step(table, rng)
    await held.show(table)
    assert held.wall.kinds == [("post", 1), ("edit", 1), ("edit", 1)]
    assert held.waits == [HOLD]


async def test_a_draw_during_an_edit_waits_less(here: Process, held: Held) -> None:
    table, rng = await before_a_draw(here)
    await held.show(table)
    turns = table.view(None).turns
    await play_to(table, rng, lambda: table.view(None).turns > turns)
    held.wall.gate.clear()
    held.wall.arrived.clear()
    held.messages.changed(table)
    await held.wall.arrived.wait()  # the discard is on its way
    await step(table, rng)
    held.messages.changed(table)
    here.now += 1000
    held.wall.gate.set()
    await held.holding.wait()
    assert held.waits == [2.0], "three seconds since the draw"
    assert held.wall.kinds == [("post", 1), ("edit", 1)]


async def test_H_8_a_draw_that_ends_a_claim_is_shown_at_once(here: Process, held: Held) -> None:
    table, rng = await before_a_draw(here, CLAIMS, 3)
    await held.show(table)
    for _ in range(8):
        stamp, edits = table.stamp(None), len(held.wall.kinds)
        await step(table, rng)
        await held.show(table)
        assert len(held.wall.kinds) == edits + (table.stamp(None) != stamp), "lays are private until the turn ends"
    assert held.waits == []


async def test_the_table_is_posted_again_at_once_although_a_draw_waits(here: Process, held: Held) -> None:
    table, rng = await before_a_draw(here)
    await held.show(table)
    await step(table, rng)
    await held.hold(table)
    held.messages.changed(table, anew=True)
    await held.writer.idle()
    assert held.wall.kinds == [("post", 1), ("post", 2), ("delete", 1)]


async def test_anything_else_public_is_shown_at_once(here: Process) -> None:
    table, rng = await before_a_draw(here)
    shown = mark_of(table)
    assert not has_only_drawn(table, shown), "nothing has happened"
    await step(table, rng)
    assert has_only_drawn(table, shown)
    others = (
        replace(shown, deadline=1),
        replace(shown, nudged=True),
        replace(shown, names=("Ala", "Bobby")),
        replace(shown, notes=1),
        replace(shown, resting=True),
        replace(shown, version=shown.version - 1),
        replace(shown, stamp=shown.stamp._replace(public=shown.stamp.public - 1)),
    )
    assert not [mark for mark in others if has_only_drawn(table, mark)]
    await step(table, rng)
    assert not has_only_drawn(table, shown), "the discard"


@pytest.mark.parametrize(("options", "seats"), [(QUICK, 2), (GERMAN, 3), (CLAIMS, 3)])
async def test_only_moves_that_change_nothing_for_others_wait(here: Process, options: Options, seats: int) -> None:
    table, rng, waited, moves = await here.started(options, seats), Random(8), 0, 0
    while table.row.status is Status.PLAYING and moves < 80:
        seat, before = table.view(None).turn, mark_of(table)
        could = [table.view(other).moves for other in range(seats) if other != seat]
        await step(table, rng)
        moves += 1
        if has_only_drawn(table, before):
            waited += 1
            assert could == [table.view(other).moves for other in range(seats) if other != seat]
            assert table.view(None).turn == seat
    assert (waited == 0) is options.claims
    assert options.claims or waited > moves / 5


async def test_after_a_restart_a_draw_that_waited_is_shown(here: Process, held: Held, studio: Studio) -> None:
    table, rng = await before_a_draw(here)
    await held.show(table)
    await step(table, rng)
    await held.hold(table)
    await held.writer.close()
    again = Held(here, studio, held.wall)
    await again.show(table)
    assert held.wall.kinds == [("post", 1), ("edit", 1)]
    assert again.waits == []
    await play_on(table, rng, 1)
    await again.show(table)
    assert held.wall.kinds == [("post", 1), ("edit", 1), ("edit", 1)]
    await again.writer.close()
