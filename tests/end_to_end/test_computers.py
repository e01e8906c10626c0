"""Computers at tables: whole games against them and between them, named as computers, continued after a restart."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.playground import Limit, RateLimits
from bot.program.settings import Settings
from bot.rummy.codes import code_for
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.rummy.records.checking import check, verify
from bot.text.catalogs import Catalogs
from bot.text.players import computer_names
from cogs.edge.channel_writer import EDIT_INTERVAL
from tests.end_to_end.club import BotProcess, Club, open_club
from tests.playground.spec import spec_faults

NEXT_DEAL = 20
"""Seconds until the next deal starts at a table of computers."""


async def record_of(club: Club) -> dict[str, Any]:
    """Return the record of a finished game, after checking it."""
    record: dict[str, Any] = json.loads(await club.record())
    assert check(record) == record
    verify(record)
    assert record["result"] is not None
    return record


@pytest.mark.parametrize(
    ("variant", "seats", "level", "changes"),
    [
        (Variant.OKLAHOMA, (1, 1), "expert", {"deals": 1}),
        pytest.param(Variant.BASIC, (2, 1), "normal", {"target": 10}, marks=pytest.mark.soak),
        pytest.param(Variant.GERMAN, (1, 3), "hard", {"rounds": 1, "claim": True}, marks=pytest.mark.soak),
    ],
)
async def test_people_play_whole_games_against_computers(
    club: Club, variant: Variant, seats: tuple[int, int], level: str, changes: dict[str, object]
) -> None:
    people, computers = seats
    async with club.running():
        rules = code_for(options_for(variant, changes))
        await club.table(variant, players=people, rules=rules, pace="live", computers=computers, level=level)
        table = str(club.newest().pictures[0].alt)
        await club.game_over(seed=5)
        sitting = (await record_of(club))["seats"]
        level_here = f" ({level.title()})"
        names = [name.removesuffix(level_here) for name in sitting if name.endswith(level_here)]
        assert len(set(names)) == computers
        assert set(names) <= set(computer_names(Catalogs().texts("en")))
        assert set(sitting) == {*(person.name for person in club.players), *(name + level_here for name in names)}
        assert all(name.removesuffix(level_here) in table for name in sitting)
        assert club.eve.pings == []
        assert spec_faults(club.standin.requests) == []


@pytest.mark.parametrize(
    ("times", "pause"),
    [(10, 0), pytest.param(1, Settings.model_fields["computer_pause"].default, marks=pytest.mark.soak)],
)
async def test_four_computers_play_a_whole_german_game_within_the_rate_limits(
    tmp_path: Path, times: int, pause: float
) -> None:
    """With the normal pauses, and without pauses but with limits and edit intervals shortened to match."""
    window = 5.0 / times
    limits = RateLimits(edits=Limit(5, window), posts=Limit(5, window))
    running = open_club(tmp_path, limits=limits)
    async with running as club, club.running(edit_interval=EDIT_INTERVAL / times, pause=pause):
        await club.ala.slash(club.channel, "rummy watch", variant="german", level="normal")
        while "Rematch" not in club.newest().labels:
            await club.settled()
            club.standin.advance(NEXT_DEAL)
        record = await record_of(club)
        assert len(record["deals"]) == 3
        assert {request.status for request in club.standin.requests if request.status >= 400} == set()
        # A busy machine changes how close together edits arrive, so what counts is the limit that answers with 429.
        assert club.standin.busiest("PATCH", club.channel, window) >= 1
        assert club.standin.busiest("POST", club.channel, window) <= 5
        assert club.ala.pings == []


def over(club: Club) -> bool:
    """Return whether the game has ended: a bot in a separate process deals different cards each time."""
    return club.public("Rematch") is not None


@pytest.mark.soak
async def test_computers_continue_after_the_bot_is_killed(club: Club) -> None:
    async with BotProcess(club) as bot:
        rules = code_for(options_for(Variant.GERMAN, {"rounds": 1}))
        await club.table("german", players=1, rules=rules, pace="live", computers=3, level="normal")
        await club.play(1, lambda: len(club.log()) >= 5 or over(club))
        bot.kill()
        await bot.killed()
        kept = club.log()
        await bot.start()
        if not over(club):
            await club.open_hands()
        assert club.log()[: len(kept)] == kept
        await club.play(9, lambda: len(club.log()) >= len(kept) + 5 or over(club))
        assert await bot.stop() == 0
