"""`remik run` serves alone: a second one is refused, and it ends when its database is gone."""

import asyncio
import json
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from bot.play.state.values import HOUR, MINUTE, SECOND
from bot.program.app import bot_for
from bot.program.cli.run import status_of
from bot.program.serving import serve
from cogs.edge.answers import SecondBot
from data.database import Database
from data.location import DatabaseLostError
from tests.end_to_end.club import BotProcess, Club


async def tried(club: Club, **changes: str) -> tuple[int | None, str]:
    """Run `remik run` with other settings. Return its exit status and what it says."""
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("REMIK_")},
        "REMIK_TOKEN": club.standin.token,
        "REMIK_DATABASE_URL": club.settings.database_url,
        "REMIK_API_URL": str(club.settings.api_url),
        "REMIK_GATEWAY_URL": str(club.settings.gateway_url),
        "REMIK_LOG_LEVEL": "ERROR",
        **changes,
    }
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "run"), env=environment, stderr=subprocess.PIPE
    )
    _, said = await process.communicate()
    return process.returncode, said.decode()


async def test_a_second_bot_is_refused_in_one_sentence_and_a_restart_never(club: Club, tmp_path: Path) -> None:
    log = tmp_path / "log"
    async with BotProcess(club, log) as bot:
        status, said = await tried(club)
        assert (status, said.count("\n")) == (75, 1)
        assert "remik.db is used by another bot (process " in said
        status, said = await tried(club, REMIK_DATABASE_URL=f"sqlite+aiosqlite:///{tmp_path / 'other.db'}")
        assert (status, said.count("\n")) == (75, 1)
        assert "another bot on this machine uses the same token (process " in said
        assert not (tmp_path / "other.db").exists()
        assert club.standin.identified == 1
        bot.kill()
        await bot.start()  # at once, without waiting for the end of the killed one
        await club.standin.until(lambda: club.standin.identified == 2)
        await club.standin.until(lambda: "ready in" in log.read_text(encoding="utf-8").rpartition("starts")[2])
        club.standin.drop_gateway(0)
        await club.standin.until(lambda: "resumed" in log.read_text(encoding="utf-8"))
        assert await bot.stop() == 0
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    last = lines[[line["message"].endswith("starts") for line in lines].index(True, 1) :]
    assert [line["message"] for line in last if line["level"] == "info" and "synced" not in line["message"]] == [
        f"Remik {version('remik')} starts",
        f"database: {club.file} (SQLite)",
        "logged in as Remik#0000",
        "shard 0 connected",
        next(line["message"] for line in last if line["message"].startswith("ready in ")),
        "shard 0 lost its connection; clocks on its servers are stopped",
        "shard 0 resumed its session",
        "stopping because of SIGTERM",
        "stopped",
    ]
    assert [(line["servers"], line["shards"]) for line in last if "servers" in line] == [(1, 1)]


@pytest.mark.discord(None)
async def test_another_bot_with_the_same_token_elsewhere_is_reported_once(
    club: Club, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    stop = asyncio.Event()
    other = club.settings.model_copy(update={"database_url": f"sqlite+aiosqlite:///{tmp_path / 'other.db'}"})
    async with club.running(), bot_for(other, guild_ready_timeout=0.01) as second:
        serving = asyncio.create_task(serve(second, club.standin.token, stop))
        await club.standin.until(lambda: len(club.standin.sessions) == 2 and second.client.is_ready())
        for _ in range(12):
            assert not (await club.ala.slash(club.channel, "rummy help")).failed
            await club.settled()
            await second.idle()
        stop.set()
        await serving
    assert sum("another bot answers the same clicks" in record.message for record in caplog.records) in (1, 2)
    refused = [request for request in club.standin.requests if request.status == 400]
    assert {request.response["code"] for request in refused} == {40060}
    assert club.standin.complaints == ["shard 0 of 1 has two sessions"]
    club.standin.complaints.clear()


@pytest.mark.discord(None)
async def test_a_bot_whose_database_was_deleted_opens_no_table_and_ends(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered, lost = asyncio.Event(), Database.lost

    async def notices(database: Database) -> None:
        await answered.wait()  # on a slow machine, the bot would end before it has answered
        await lost(database)

    monkeypatch.setattr("data.database._CHECK", 0.5)
    monkeypatch.setattr(Database, "lost", notices)
    async with club.built() as bot:
        serving = asyncio.create_task(serve(bot, club.standin.token, asyncio.Event()))
        await club.ready()
        club.file.unlink()
        answer = await club.ala.slash(club.channel, "rummy new", variant="gin", pace="none")
        assert "The database isn't answering" in answer.text
        answered.set()
        with pytest.raises(DatabaseLostError, match=r"remik\.db was deleted or replaced") as caught:
            await serving
    assert status_of(caught.value) == 74
    assert not club.file.exists()


def test_processes_that_replace_each_other_may_both_answer_for_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    now = 10 * HOUR
    second = SecondBot(lambda: now, MINUTE)
    for _ in range(2):  # two take-overs
        for _ in range(20):
            second.note(elsewhere=True)
            now += SECOND
        now += HOUR
    assert not caplog.records
    for _ in range(70):
        second.note(elsewhere=True)
        now += SECOND
    assert ["another bot answers the same clicks" in record.message for record in caplog.records] == [True]
