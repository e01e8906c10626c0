"""Games abandoned at random points: every one of them ends with the right result."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

import pytest

from bot.rummy.shuffle import chain_link, chain_links, commitment
from tests.amounts import times
from tests.play.scheduling.abandoning import abandoned, judge, memory_house
from tests.play.scheduling.cluster import cluster_at


@pytest.fixture(autouse=True)
def _one_chain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compute the shuffle chain once: all these tables have the same secret, and different cuts."""
    monkeypatch.setattr("bot.play.state.shuffles.chain_link", lru_cache(chain_link))
    monkeypatch.setattr("bot.play.state.shuffles.chain_links", lru_cache(chain_links))
    monkeypatch.setattr("bot.play.state.shuffles.commitment", lru_cache(commitment))


@pytest.mark.slow
async def test_every_abandoned_game_ends_with_the_right_result() -> None:
    await told(range(times(12)))


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("first", range(1000, 11_000, 500))
async def test_ten_thousand_abandoned_games_end_with_the_right_result(first: int) -> None:
    endings = await told(range(first, first + 500))
    assert endings["closed"] > 50
    assert endings["won"] > 50
    assert endings["forfeited"] > 50


async def test_abandoned_games_end_with_the_real_store_too(url: str) -> None:
    async with cluster_at(url) as cluster:
        await judge(cluster, await abandoned(cluster, 7))


@pytest.fixture(autouse=True)
def _nothing_failed(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail the test if a computer player or a look at a table fails."""
    yield
    assert not [record for record in caplog.get_records("call") if record.name.startswith("bot.")]


async def told(seeds: range) -> Counter[str]:
    """Run a number of random stories, and count how the games ended."""
    endings: Counter[str] = Counter()
    for seed in seeds:
        async with memory_house() as cluster:
            try:
                table = await abandoned(cluster, seed)
                await judge(cluster, table)
            except Exception as fault:
                fault.add_note(f"seed {seed}")
                raise
            endings["won" if table.winners() else "closed"] += 1
            endings["forfeited"] += bool(table.forfeits)
    return endings
