"""The store of open panels: encrypted tokens, deleted when they no longer work."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.play.state.errors import StoreError
from bot.play.state.values import StoredPanel
from data import database as late_rows
from data.database import Database, back_up
from data.location import DatabaseError
from data.tables.panels import Seal, SqlPanels
from tests.data.tables import ALA

TOKEN = "aW50ZXJhY3Rpb246MTU3NDUzMTczMTAwMTk4NDAw:a-token-of-an-interaction"
SEAL = Seal("the bot's own token, which only its process knows")
PANEL = StoredPanel(2**60, 3, ALA.user, TOKEN, 1000, "en-US", message=2**61, guild_locale="pl")


@pytest.fixture
def store(database: Database) -> SqlPanels:
    return SqlPanels(database, SEAL)


async def test_panels_are_found_after_a_restart_newest_first(store: SqlPanels, elsewhere: Database) -> None:
    newer = replace(PANEL, interaction=2**60 + 1, channel=5, message=None, follow_up=True)
    for panel in (PANEL, newer):
        store.put(panel)
    await store.settle()
    assert list(await SqlPanels(elsewhere, SEAL).load()) == [newer, PANEL]


async def test_of_several_changes_of_a_panel_the_last_one_is_stored(store: SqlPanels) -> None:
    store.put(replace(PANEL, message=None))
    store.put(PANEL)
    await store.settle()
    assert list(await store.load()) == [PANEL]
    moved = replace(PANEL, message=7)
    store.drop(PANEL.interaction)
    store.put(moved)
    await store.settle()
    assert list(await store.load()) == [moved]
    store.put(PANEL)
    store.drop(PANEL.interaction)
    await store.settle()
    assert list(await store.load()) == []


async def test_panels_are_stored_by_themselves_after_a_while(store: SqlPanels, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(late_rows, "DELAY", 0.01)
    store.put(PANEL)
    while list(await store.load()) != [PANEL]:
        pass


async def test_a_change_that_cant_be_stored_waits(
    store: SqlPanels, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise DatabaseError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(database, "_must_be_there", fail)
        store.put(PANEL)
        with pytest.raises(StoreError):
            await store.settle()
    await store.settle()
    assert list(await store.load()) == [PANEL]


async def test_expired_panels_are_deleted(store: SqlPanels) -> None:
    newer = replace(PANEL, interaction=2**60 + 1, at=2000)
    for panel in (PANEL, newer):
        store.put(panel)
    await store.settle()
    await store.expire(1000)
    assert list(await store.load()) == [newer, PANEL]
    await store.expire(1001)
    assert list(await store.load()) == [newer]


async def test_tokens_cant_be_read_with_another_key(store: SqlPanels, database: Database) -> None:
    store.put(PANEL)
    await store.settle()
    other = SqlPanels(database, Seal("another bot's token"))
    assert list(await other.load()) == []
    await other.settle()
    assert list(await store.load()) == [], "what can't be read is deleted"


async def test_no_token_is_in_a_database_or_a_backup_in_clear(store: SqlPanels, url: str, tmp_path: Path) -> None:
    if not url.startswith("sqlite"):
        pytest.skip("the files are the server's")
    store.put(PANEL)
    await store.settle()
    backup = tmp_path / "backup.db"
    await back_up(url, backup)
    files = [path for suffix in ("", "-wal") if (path := tmp_path / f"remik.db{suffix}").exists()] + [backup]
    assert any(PANEL.interaction.to_bytes(8, "big") in file.read_bytes() for file in files), "the panel isn't there"
    for file in files:
        assert not any(part.encode() in file.read_bytes() for part in (TOKEN, TOKEN[:12], TOKEN[-12:])), file


def test_a_token_isnt_part_of_what_may_be_logged() -> None:
    assert TOKEN not in repr(PANEL)
    assert TOKEN not in str(PANEL)


@pytest.mark.parametrize("text", ["", "a", TOKEN, TOKEN * 9, "zażółć"])
def test_what_is_sealed_can_be_opened_and_not_be_changed(text: str) -> None:
    sealed = SEAL.sealed(text)
    assert SEAL.opened(sealed) == text
    for place in (0, len(sealed) // 2, len(sealed) - 1):
        changed = bytearray(sealed)
        changed[place] ^= 1
        assert SEAL.opened(bytes(changed)) is None
    assert SEAL.opened(sealed[:-1]) is None
    assert SEAL.opened(b"") is None
