"""`remik db forget` and `remik db export-user` do what `/me data` does, for the bot's operator."""

import asyncio
import json
import stat
from pathlib import Path

import pytest

from bot.play.service import table_requests
from bot.play.state.values import Pace, Status
from bot.program.app import games_without_discord
from bot.program.cli import db
from bot.program.settings import Settings, load_settings
from data.process_lock import only_bot
from tests.cli.test_db import said, url  # noqa: F401 - a fixture
from tests.end_to_end.server.test_their_data import places_of
from tests.play.process import GIN, ids

ALA, BOB, CYD = 1_234_567_890_123_456_789, 1_234_567_890_123_456_781, 1_234_567_890_123_456_782
CLUB = 2**62 + 7


@pytest.fixture
def settings(url: str) -> Settings:  # noqa: F811, ARG001 - sets the environment
    """Return the settings of a database with a game that is running and a lobby."""
    made = load_settings(needs_token=False)
    asyncio.run(filled(made))
    return made


async def filled(settings: Settings) -> None:
    async with games_without_discord(settings) as (games, _):
        tables = []
        for channel in (1, 2):
            made = await games.tables.open(
                guild=CLUB,
                channel=channel,
                host=ALA,
                name="Ala",
                options=GIN,
                pace=Pace.NONE,
                limits=None,
                interaction=next(ids),
            )
            tables.append(made)
        await table_requests.join(tables[0], BOB, "Bob", next(ids))
        await table_requests.start(tables[0], ALA, next(ids))


@pytest.mark.usefixtures("settings")
def test_a_user_is_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, "export-user", str(ALA))
    held = json.loads(out)
    assert (code, held["user"], len(held["tables"])) == (0, str(ALA), 2)
    file = tmp_path / "ala.json"
    assert said(capsys, "export-user", str(ALA), str(file)) == (0, f"written to {file}\n", "")
    assert json.loads(file.read_text(encoding="utf-8")) == held
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    code, _, err = said(capsys, "export-user", str(ALA), str(file))
    assert (code, err) == (1, f"database: {file} already exists: name a new file, or move that one away\n")
    code, _, err = said(capsys, "export-user", str(ALA), str(tmp_path / "nowhere" / "x"))
    assert (code, err.count("\n")) == (1, 1)


def test_a_user_is_forgotten_to_the_last_byte_and_loses_their_games(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "remik.db"
    assert places_of(file, ALA) != []
    done = said(capsys, "forget", str(ALA))
    assert done == (
        0,
        f"the data of the user {ALA} is deleted; they left 2 open tables; earlier backups still contain it\n",
        "",
    )
    assert places_of(file, ALA) == []
    assert places_of(file, BOB) != []
    assert said(capsys, "forget", str(ALA)) == (0, f"nothing is stored about the user {ALA}\n", "")

    async def statuses() -> list[Status]:
        async with games_without_discord(settings) as (games, stores):
            history = await stores.personal_data.held(BOB)
            assert len(history["results"]) == 1  # type: ignore[arg-type]
            return [(await games.tables.get(number)).row.status for number in (1, 2)]

    assert asyncio.run(statuses()) == [Status.OVER, Status.CANCELLED]


def test_nobody_is_forgotten_while_the_bot_runs(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    async def tried() -> tuple[object, str, str]:
        async with only_bot(settings.database_url):
            return await asyncio.to_thread(said, capsys, "forget", str(ALA))

    code, _, err = asyncio.run(tried())
    assert code == 75
    assert "is used by a running bot" in err


@pytest.mark.parametrize("wrong", ["Ala", "-5", "0", str(2**63), "１２"])
def test_a_wrong_id_is_refused(
    url: str,  # noqa: F811, ARG001 - sets the environment
    capsys: pytest.CaptureFixture[str],
    wrong: str,
) -> None:
    code, _, err = said(capsys, "forget", "--", wrong)
    assert code == 2
    assert "isn't the id of a user" in err


def test_a_missing_database_is_not_created(
    url: str,  # noqa: F811, ARG001 - sets the environment
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for action in ("forget", "export-user"):
        code, _, err = said(capsys, action, str(ALA))
        assert (code, err) == (1, "database: it doesn't exist yet; the first start creates it\n")
    assert not (tmp_path / "remik.db").exists()


@pytest.mark.parametrize(("typed", "goes_on"), [("y\n", True), ("yes\n", True), ("\n", False), ("n\n", False)])
def test_a_terminal_is_asked_first(monkeypatch: pytest.MonkeyPatch, typed: str, *, goes_on: bool) -> None:
    class Terminal:
        def isatty(self) -> bool:
            return True

        def readline(self) -> str:
            return typed

    monkeypatch.setattr("sys.stdin", Terminal())
    assert db.confirmed(ALA) is goes_on
