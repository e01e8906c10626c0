"""What several processes reach on PostgreSQL: clicks per second, and requests with one token. Prints figures."""

import asyncio
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import median
from time import process_time

import pytest

from bot.bench.bot_process import MeasuredBot
from bot.bench.load import Clickers
from bot.bench.places import opened_tables
from bot.playground import LOGINS, Channel, Guild, Person, RateLimits, interactions
from bot.playground.errors import JSON
from tests.end_to_end.club import MINUTE_FOR_ANSWERS
from tests.end_to_end.faults.cluster import Cluster, cluster

pytestmark = [pytest.mark.postgres, pytest.mark.soak, pytest.mark.timeout(3600)]
SHARDS = 4
TABLES, SERVERS = 500, 100
TOO_MANY = 429


def guilds_of_all_shards(there: Cluster) -> list[Guild]:
    """Add servers until each shard has one, and return these."""
    found: dict[int, Guild] = {}
    for number in count():
        if len(found) == there.shards:
            return list(found.values())
        guild = there.standin.add_guild(f"Club {number}")
        found.setdefault((guild.id >> 22) % there.shards, guild)
    raise AssertionError


@pytest.mark.parametrize("processes", [1, 2, 4])
async def test_clicks_per_second(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, processes: int
) -> None:
    monkeypatch.setattr(interactions, "FIRST_ANSWER", MINUTE_FOR_ANSWERS)  # what is slow is measured as slow
    async with cluster(tmp_path, slots=processes, shards=SHARDS, processes=processes) as there:
        await there.started()
        places = [
            place for guild in guilds_of_all_shards(there) for _ in range(8) for place in await opened_tables(guild, 1)
        ]
        clickers, loop = Clickers(there.standin, places), asyncio.get_running_loop()
        bots = [MeasuredBot(there.standin, one.id, tmp_path) for one in there.processes]
        await clickers.click_at(4, 10)
        for rate, seconds in ((4, 30), (100, 9)):
            began, spent, own = loop.time(), sum(bot.cpu_seconds() for bot in bots), process_time()
            clicks = await clickers.click_at(rate, seconds)
            assert await clickers.caught_up(clicks), "everyone is answered and up to date"
            spent, own = sum(bot.cpu_seconds() for bot in bots) - spent, process_time() - own
            times = [one.answered - one.due for one in clicks if one.answered is not None]
            ended = max(one.answered or 0 for one in clicks)
            with capsys.disabled():
                sys.stdout.write(
                    f"\n{processes} processes, {rate} clicks/s wanted: {len(times) / (ended - began):.1f} answered/s, "
                    f"{1000 * median(times):.0f} ms (median), {1000 * spent / len(clicks):.1f} ms of CPU for each and "
                    f"{1000 * own / len(clicks):.1f} ms of the stand-in's, {len(clicks)} clicks\n"
                )


@dataclass
class Counted:
    """The bot's requests that Discord counts, by second, and the refused ones, by route and whether for the token."""

    clock: Callable[[], float]
    per_second: Counter[int] = field(default_factory=Counter)
    refused: Counter[bool] = field(default_factory=Counter)

    def hear(self, kind: str, make: Callable[[], JSON]) -> None:
        if kind != "request":
            return
        request = make()
        if request["status"] == TOO_MANY:
            self.refused[request["response"]["global"]] += 1
        if "/webhooks/" not in request["path"] and "/interactions/" not in request["path"]:
            self.per_second[int(self.clock())] += 1


async def test_500_busy_tables_on_4_slots_stay_below_the_limit_of_the_token(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Computers play at each table, so that far more edits are wanted than are allowed."""
    unlimited = ("TABLES_PER_MEMBER", "TABLES_PER_SERVER", "BACKLOG")
    settings = {**{f"REMIK_COMPUTER_{name}": "1000" for name in unlimited}, "REMIK_COMPUTER_PAUSE": "5"}
    limits = RateLimits(logins=LOGINS)
    async with cluster(tmp_path, slots=4, shards=8, processes=4, limits=limits, **settings) as there:
        await there.started()
        loop = asyncio.get_running_loop()
        counted = Counted(loop.time)
        there.standin.listen(counted.hear)
        await open_games_of_computers(there)
        opened, before = int(loop.time()), await there.log()
        await asyncio.sleep(120)  # a measurement, not a wait
        moves, seconds = len(await there.log()) - len(before), range(opened + 1, opened + 120)
        shares = await there.rows("SELECT number, allowed, wanted FROM token_use WHERE kind = 'requests' ORDER BY 1")
        used = sorted(counted.per_second[second] for second in seconds)
        with capsys.disabled():
            sys.stdout.write(
                f"\n{TABLES} tables, {moves / 120:.0f} moves/s, {sum(used) / len(used):.1f} requests/s, at most "
                f"{used[-1]}; refused for the token {counted.refused[True]}, for a channel {counted.refused[False]}; "
                f"slots (allowed, wanted): {[tuple(row)[1:] for row in shares]}\n"
            )
        assert counted.refused[True] == 0


async def open_games_of_computers(there: Cluster) -> None:
    """Open all tables; a command that wasn't answered in time on the busy machine is repeated if it did nothing."""
    guilds = [there.standin.add_guild(f"Club {number}") for number in range(SERVERS)]
    channels = {
        channel.id: (channel, person)
        for guild in guilds
        for person in [guild.add_person("Ala")]
        for channel in [guild.add_channel(f"table-{number}") for number in range(TABLES // SERVERS)]
    }
    gate = asyncio.Semaphore(4)

    async def watch(channel: Channel, person: Person) -> None:
        async with gate:
            await person.slash(channel, "rummy watch", variant="gin", level="easy")

    missing = set(channels)
    while missing:
        await asyncio.gather(*(watch(*channels[number]) for number in missing))
        missing -= {number for (number,) in await there.rows("SELECT channel FROM tables WHERE status = 'playing'")}
