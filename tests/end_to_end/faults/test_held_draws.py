"""What others see of a turn: draws wait for discards, over slow, refused and reordered requests, and a restart."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.playground.standin import WAIT
from tests.end_to_end.club import ROUGH, Club, open_club
from tests.end_to_end.freshness import up_to_date

HOLD = 60.0
"""Longer than the bot's, so that a slow machine is quick enough."""


def edits(club: Club) -> int:
    """Return how many times the public messages of the table were posted or edited."""
    path = f"/channels/{club.channel.id}/messages"
    return sum(
        path in request.path and request.method in ("POST", "PATCH") and request.status < 300
        for request in club.standin.requests
    )


async def drawn(club: Club) -> str:
    """Play to a draw that has just happened. Return what the table shows of it."""
    await club.play(2, club.drawing)
    await up_to_date(club, seconds=WAIT)
    shown = club.newest().text
    player = club.to_move()
    assert not (await player.click("Draw", message=club.panel(player))).failed
    return shown


@pytest.mark.slow
async def test_a_turn_takes_one_edit_and_a_draw_survives_a_restart(tmp_path: Path) -> None:
    rough = replace(ROUGH, refused=0.3, broken=0.02)
    async with open_club(tmp_path, rough=rough) as club:
        async with club.running(hold=HOLD):
            await club.table(pace="slow")
            before, begun = edits(club), len(club.log())
            club.standin.fail_next("PATCH", f"/channels/{club.channel.id}/messages", 502)
            await club.play(1, lambda: len(club.log()) >= begun + 10 and club.drawing())
            await up_to_date(club, seconds=WAIT)
            moves = len(club.log()) - begun
            assert edits(club) - before < 0.8 * moves, "most draws were shown with their discards"
            shown = await drawn(club)
            assert club.newest().text == shown, "it waits"
        async with club.running(hold=HOLD):
            await club.standin.until(lambda: club.newest().text != shown)
            await up_to_date(club, seconds=WAIT)
