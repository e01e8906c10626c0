"""A start before the database's server is up waits, and exit statuses tell what can work later from what can't."""

import asyncio
import itertools
import logging
from pathlib import Path
from typing import Any

import pytest

from bot.backoff import Backoff
from bot.play.state.slots import Slot
from bot.program.cli import run
from bot.program.cli.run import status_of, wait_for_database
from bot.program.serving import NotAdmittedError
from data import database
from data.location import DatabaseError, DatabaseInUseError, DatabaseLostError, DatabaseUnavailableError, SlotLostError
from data.migrate import SchemaState

NOWHERE = "postgresql+asyncpg://remik:hunter2@127.0.0.1:9/remik"


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all pauses short."""
    monkeypatch.setattr(run, "_BACKOFF", Backoff(0.01, 0.01))


async def test_a_server_that_is_not_up_yet_is_waited_for_with_a_line_per_pause(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tries, really = itertools.count(1), database.look_at

    async def look_at(url: str) -> SchemaState | None:
        return await really(url) if next(tries) < 3 else SchemaState("0012", "0013")

    monkeypatch.setattr(run, "look_at", look_at)
    with caplog.at_level(logging.INFO):
        assert await wait_for_database(NOWHERE, asyncio.Event())
    *waits, opened = caplog.records
    assert len(waits) == 2
    for line in waits:
        assert line.getMessage().startswith("remik on 127.0.0.1 can't be reached")
        assert line.getMessage().endswith("; trying again in 0 s")
    assert (opened.getMessage(), vars(opened)["schema"]) == (
        "database: remik on 127.0.0.1 (PostgreSQL)",
        "0012, upgraded to 0013 now",
    )
    assert "hunter2" not in caplog.text


async def test_after_ten_minutes_without_a_server_the_bot_gives_up_and_a_signal_ends_the_wait_at_once() -> None:
    passed = itertools.count(step=200)
    with pytest.raises(DatabaseUnavailableError, match="gave up after ten minutes") as caught:
        await wait_for_database(NOWHERE, asyncio.Event(), timer=lambda: next(passed))
    assert status_of(caught.value) == 75
    stop = asyncio.Event()
    stop.set()
    assert not await wait_for_database(NOWHERE, stop)


async def test_what_has_to_be_changed_first_is_not_waited_for(tmp_path: Path) -> None:
    with pytest.raises(DatabaseError, match="create it") as caught:
        await wait_for_database(f"sqlite+aiosqlite:///{tmp_path}/none/remik.db", asyncio.Event())
    assert status_of(caught.value) == 78
    assert status_of(DatabaseInUseError("used by another bot")) == 75
    assert status_of(DatabaseLostError("remik.db")) == 74
    assert status_of(NotAdmittedError("rejected")) == 78


@pytest.mark.parametrize(("is_stopping", "status"), [(False, 75), (True, 0)])
async def test_a_process_that_lost_its_slot_says_whether_it_was_stopped_anyway(
    monkeypatch: pytest.MonkeyPatch, *, is_stopping: bool, status: int
) -> None:
    class Lost:
        slot = Slot()

        async def lost(self) -> None:
            raise SlotLostError("remik", 0)

    def ended(number: int) -> None:
        raise SystemExit(number)

    monkeypatch.setattr("os._exit", ended)
    claim: Any = Lost()
    stop = asyncio.Event()
    if is_stopping:
        stop.set()
    with pytest.raises(SystemExit) as end:
        await run._ends_if_lost(claim, stop)
    assert end.value.code == status
