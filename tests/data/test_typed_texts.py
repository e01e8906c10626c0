"""A deletion leaves nothing that a person typed, in no column and in no byte of the files."""

import random
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import JSON, String, insert, select

from bot.play.service.deletion import Scrubbing
from bot.play.state.people import Preferences
from bot.ratings.ports import AuditEntry
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from data.database import Database, open_database
from data.people.audit_log import SqlAudit
from data.people.personal_data import SqlPersonalData
from data.people.servers import SqlServers
from data.people.store import SqlPeople
from data.ratings.schema import audit_entries, rulings
from data.ratings.store import SqlResults, SqlSeasons
from data.schema import metadata, tournaments
from tests.data.fresh import POSTGRES
from tests.data.games import NOON, Played, Wanted, keep

ALA, BOB, CLUB, OTHER = 1_234_567_890_123_456_789, 1_234_567_890_123_456_781, 2**62 + 7, 2**62 + 8
PLANTED = "Mirabelle"
"""A word in everything that Ala types, and nowhere else."""

TYPED = {
    *("presets.key", "presets.name", "leagues.name", "seasons.name", "deeds.about", "rulings.void_why"),
    *("people.quiet_zone", "servers.settings", "seats.cut"),
}
"""Columns with texts that people type. A cut is part of the shuffle, so `data.people.personal_data` treats it."""
NOT_TYPED = {
    *("tables.variant", "tables.options", "tables.pace", "tables.manner", "tables.invited", "tables.status"),
    *("tables.clock", "tables.ping", "tables.secret", "seats.level", "seats.name", "moves.text", "presets.variant"),
    *("presets.options", "people.calls", "people.sorting", "people.look", "people.practice_variant"),
    *("people.practice_level", "lessons.lesson", "coach_lines.line", "facts.name", "facts.value", "deeds.what"),
    *("results.variant", "results.way", "results.unrated", "results.rated", "result_lines.counts"),
    *("result_lines.feats", "rating_changes.family", "ratings.family", "standings.scope", "earned.achievement"),
    *("leagues.variant", "leagues.options", "leagues.pace", "leagues.manner", "leagues.format", "leagues.stage"),
    *("fixtures.ending", "tables.salts", "starts.line", "starts.voided", "panels.locale", "panels.guild_locale"),
    *("days.game", "days.line", "day_results.game", "day_shown.game"),
    *("puzzles.key", "puzzles.text", "puzzle_tries.puzzle", "reviews.text"),
    *("people.locale", "people.language", "slots.owner", "slots.version", "token_use.kind"),
}
"""Columns with the program's own words, or with text that only computers have (`seats.name`)."""


def test_every_column_with_text_is_known_to_be_typed_or_not() -> None:
    texts = {
        f"{table.name}.{column.name}"
        for table in metadata.tables.values()
        for column in table.c
        if isinstance(column.type, String | JSON)
    }
    assert texts <= TYPED | NOT_TYPED, "does anyone type these? then `erase_typed_texts` has to delete them"
    assert not TYPED & NOT_TYPED


@pytest.fixture
def personal_data(database: Database) -> SqlPersonalData:
    return SqlPersonalData(database, SqlServers(database), SqlPeople(database))


def marks() -> Iterator[int]:
    return count(-(10**17), -1)


def entry(what: str, about: str, actor: int = ALA, **more: int) -> AuditEntry:
    return AuditEntry(CLUB, NOON, actor, what, about, **more)


async def plant(database: Database, games: dict[str, Played]) -> None:
    """Type the planted word wherever Ala can."""
    results, seasons, saved = SqlResults(database), SqlSeasons(database), SqlServers(database)
    for facts in await keep(database, [Wanted(games["gin"], (ALA, BOB), NOON + n, CLUB) for n in range(2)]):
        await results.settle(facts, 5)
    await results.void(entry("void", f"{PLANTED} says so", table=1))
    await results.void(entry("void", f"{PLANTED} says so", table=2))
    await results.restore(entry("restore", f"{PLANTED} again", table=2))
    for guild in (CLUB, OTHER):
        await saved.save_preset(guild, f"{PLANTED}'s rules", options_for(Variant.GIN), ALA, NOON)
    await saved.save_preset(CLUB, "preset 1", options_for(Variant.GIN), BOB, NOON)
    used = lambda server: replace(server, preset=f"{PLANTED}'s rules")  # noqa: E731
    await SqlServers(database).change(CLUB, used, entry("settings", f'{{"preset": "{PLANTED}\'s rules"}}', BOB))
    await saved.save_preset(CLUB, f"{PLANTED}'s old rules", options_for(Variant.GIN), ALA, NOON)
    await SqlAudit(database).note(entry("settings", f'{{"preset": "{PLANTED}\'s old rules"}}', BOB))
    await saved.delete_preset(CLUB, f"{PLANTED}'s OLD rules", entry("preset-delete", f"{PLANTED}'s OLD rules", BOB))
    await seasons.start(CLUB, f"{PLANTED} one", NOON, entry("season-start", f"{PLANTED} one"))
    await seasons.rename(CLUB, 1, f"{PLANTED} two", entry("season-rename", f"{PLANTED} one\n{PLANTED} two"))
    await seasons.rename(CLUB, 1, "Bob's", entry("season-rename", f"{PLANTED} two\nBob's", BOB))
    await seasons.end(CLUB, NOON + 1, entry("season-end", "Bob's", BOB))
    await seasons.start(CLUB, f"{PLANTED} three", NOON + 2, entry("season-start", f"{PLANTED} three"))
    row = {
        **{"guild": CLUB, "channel": 1, "name": f"{PLANTED} Cup", "host": ALA, "variant": "gin", "options": {}},
        **{"pace": "slow", "manner": [], "created_at": NOON, "format": "single", "hours": 72, "stage": "over"},
        **{"matchday": 1, "seed": bytes(32)},
    }
    async with database.write() as connection:
        await connection.execute(insert(tournaments), [row, {**row, "host": BOB, "name": "Bob's Cup"}])
        logged = [("league-open", ALA, f"{PLANTED} Cup"), ("league-deadline", BOB, f"{PLANTED} Cup, 48 h")]
        for what, actor, about in (*logged, ("preset-delete", ALA, PLANTED), ("league-draw", BOB, "Bob's Cup")):
            values = {"guild": CLUB, "at": NOON, "actor": actor, "what": what, "about": about}
            await connection.execute(insert(audit_entries).values(values))


async def places(database: Database) -> set[str]:
    """Return the columns with the planted word, in any case."""
    found = set()
    async with database.read() as connection:
        for table in metadata.tables.values():
            for kept in (await connection.execute(select(table))).mappings():
                found |= {
                    f"{table.name}.{name}" for name, value in kept.items() if PLANTED.lower() in str(value).lower()
                }
    return found


def bytes_with(folder: Path) -> list[str]:
    """Return the names of the database's files with the planted word."""
    return [path.name for path in folder.glob("remik.db*") if PLANTED.lower().encode() in path.read_bytes().lower()]


async def test_nothing_that_a_person_typed_is_left_and_other_names_are(
    database: Database, personal_data: SqlPersonalData, games: dict[str, Played], tmp_path: Path
) -> None:
    await plant(database, games)
    assert await places(database) == TYPED - {"people.quiet_zone", "seats.cut"}
    await personal_data.forget(ALA, marks().__next__)
    assert await places(database) == set()
    await personal_data.scrub()
    assert bytes_with(tmp_path) == []
    servers = SqlServers(database)
    await servers.load()
    assert [preset.name for preset in await SqlServers(database).presets(CLUB)] == ["preset 1", "Preset 2"]
    assert servers.of(CLUB).preset == "Preset 2"
    assert [season.name for season in await SqlSeasons(database).list(CLUB)] == ["Bob's", "Season 2"]
    async with database.read() as connection:
        assert set((await connection.execute(select(tournaments.c.name))).scalars()) == {"Tournament 1", "Bob's Cup"}
        assert set((await connection.execute(select(rulings.c.void_why))).scalars()) <= {"", None}
        found = await connection.execute(select(audit_entries.c.what, audit_entries.c.about))
        log = [tuple(line) for line in found]
    assert ("league-deadline", "Tournament 1, 48 h") in log
    assert ("season-rename", "?\nBob's") in log
    assert ("settings", '{"preset": "Preset 2"}') in log
    assert ("league-draw", "Bob's Cup") in log


def churn(connection: sqlite3.Connection, rng: random.Random) -> None:
    """Add, change and delete rows with the planted word, so that SQLite splits and joins pages all the time."""
    connection.execute("CREATE TABLE t (a INTEGER, b INTEGER, s TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID")
    connection.execute("CREATE INDEX i ON t (s)")
    for number in range(1500):
        typed = f"{PLANTED if rng.random() < 0.3 else 'x'}{number}{'y' * rng.randrange(60)}"
        connection.execute("INSERT OR REPLACE INTO t VALUES (?, ?, ?)", (rng.randrange(500), rng.randrange(5), typed))
        connection.execute("DELETE FROM t WHERE a = ?", (rng.randrange(500),))
        connection.execute("UPDATE t SET s = s || ? WHERE a = ?", ("z" * 12, rng.randrange(500)))
    connection.execute("UPDATE t SET s = 'gone' WHERE s LIKE ?", (f"{PLANTED}%",))
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def leave_copies(folder: Path) -> None:
    """Let SQLite leave copies of the planted word in unused parts of pages."""
    connection = sqlite3.connect(folder / "remik.db", isolation_level=None)
    connection.execute("PRAGMA secure_delete = ON")
    connection.execute("PRAGMA synchronous = OFF")
    for seed in range(20):
        churn(connection, random.Random(seed))
        if left := bytes_with(folder):
            break
        connection.execute("DROP TABLE t")
    connection.close()
    assert left, "the attack no longer works: SQLite leaves no copies"


@pytest.mark.skipif(POSTGRES is not None, reason="this is about SQLite's files")
async def test_copies_of_moved_rows_in_unused_parts_of_pages_are_gone_too(database: Database, tmp_path: Path) -> None:
    """`secure_delete` overwrites a deleted row, but not the copy that stays where it was before a page was split."""
    leave_copies(tmp_path)
    await database.scrub()
    assert bytes_with(tmp_path) == []


@pytest.mark.skipif(POSTGRES is not None, reason="this is about SQLite's files")
async def test_what_a_deletion_before_a_restart_has_left_is_removed_after_it(url: str, tmp_path: Path) -> None:
    database = await open_database(url)
    people = SqlPeople(database)
    await people.save(Preferences(ALA, coach=False))
    leave_copies(tmp_path)
    await SqlPersonalData(database, SqlServers(database), people).forget(ALA, marks().__next__)
    await database.close()
    assert bytes_with(tmp_path) != []
    database = await open_database(url)
    scrubbing = Scrubbing(SqlPersonalData(database, SqlServers(database), SqlPeople(database)), lambda: NOON)
    await scrubbing.tick()
    await scrubbing.idle()
    assert bytes_with(tmp_path) == []
    await database.close()
