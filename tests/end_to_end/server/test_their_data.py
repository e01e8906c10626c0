"""Personal data: exported as a file, deleted to the last byte; data of servers that removed the bot."""

import asyncio
import json
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.play.service.deletion import Deletion
from bot.play.state.people import Notifications, Preferences
from bot.playground import MEMBER, Permission, SeenMessage
from bot.program.app import games_without_discord
from data.database import back_up, open_database
from data.notices import Notices
from data.people.personal_data import SqlPersonalData
from data.people.servers import SqlServers
from data.people.store import SqlPeople
from tests.cogs.answered import behind_more, said
from tests.data.broken import Disk
from tests.end_to_end.club import Club
from tests.end_to_end.server.evenings import counted, quick_game
from tests.playground.spec import spec_faults

COGS = Path(__file__).parents[3] / "cogs"
MINUTE = 60
DAY = 24 * 60 * MINUTE
MOST_MINUTES = 200
"""More than pass until the bot has looked, and cleaned up."""
TRACES = {
    *("seats.user", "tables.host", "tables.invited", "people.user", "presets.user", "entrants.user"),
    *("result_lines.user", "ratings.user", "standings.user", "deeds.actor", "deeds.target", "rulings.void_by"),
}
"""Columns with a player's id after `full_life`. The file's bytes contain it too, but SQLite may write them later."""


def places_of(file: Path, user: int) -> list[str]:
    """Find an id in every column of every table of a database, and in its bytes as text."""
    found = []
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in tables:
            for column in [about[1] for about in connection.execute(f'PRAGMA table_info("{table}")')]:
                looked = f'SELECT count(*) FROM "{table}" WHERE instr(CAST("{column}" AS TEXT), ?)'  # noqa: S608
                if connection.execute(looked, (str(user),)).fetchone()[0]:
                    found.append(f"{table}.{column}")
    connection.close()
    return found + [path.name for path in file.parent.glob(f"{file.name}*") if _in_bytes(path, user)]


def columns_of(file: Path, user: int) -> list[str]:
    """Find an id in every column of a database, without its bytes."""
    return [place for place in places_of(file, user) if not place.startswith(file.name)]


async def scrubbed(club: Club) -> None:
    """Wait until deleted data is removed from the file's unused parts, too."""
    with sqlite3.connect(f"file:{club.file}?mode=ro", uri=True) as connection:
        due = "SELECT count(*) FROM facts WHERE name = 'unscrubbed deletions'"
        club.standin.advance(10 * MINUTE)
        await club.standin.until(lambda: connection.execute(due).fetchone() == (0,))
    connection.close()


def _in_bytes(path: Path, user: int) -> bool:
    """Return whether a file contains an id, as digits or as SQLite stores a number."""
    data = path.read_bytes()
    return str(user).encode() in data or user.to_bytes(8, "big") in data


def clicks_of(club: Club, user: int) -> set[int]:
    """Return the ids of a person's clicks and commands."""
    return {sent.id for sent in club.standin._interactions._by_token.values() if sent.user.id == user}


def clicks_at(file: Path, clicks: set[int]) -> set[tuple[str, str]]:
    """Find ids of clicks in a database. Return the columns' tables, and the status of the tables that people sit at."""
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as connection:
        found = {
            (table, status)
            for table in ("moves", "changes")
            for click, status in connection.execute(
                f"SELECT interaction, status FROM {table} JOIN tables ON id = table_id"  # noqa: S608
            )
            if click in clicks
        }
    connection.close()
    return found


async def full_life(club: Club) -> None:
    """Leave traces of Ala everywhere: games, a preset, preferences, audit entries, a tournament, a lobby, two games."""
    assert club.bot is not None
    home, bot = club.channel, club.bot
    for number, other in enumerate((club.bob, club.cyd, club.bob)):
        await quick_game(club, club.guild.add_channel(f"room-{number}"), club.ala, other, number)
    await quick_game(club, club.guild.add_channel("without"), club.cyd, club.bob, 9)
    await club.ala.slash(home, "me notifications", where="none")
    await bot.stores.servers.save_preset(
        club.guild.id, "Hers", (await bot.games.tables.get(1)).row.options, club.ala.id, 0
    )
    club.guild.join(club.ala, permissions=MEMBER | Permission.MANAGE_GUILD)
    await said(club, club.ala.slash(home, "rummy-admin void", game="1", reason=f"{club.ala.mention} asked for it"))
    await club.eve.slash(home, "rummy-admin tournament open", name="Cup", variant="gin")
    await club.shown("Join")
    for person in (club.ala, club.bob, club.cyd):
        await said(club, person.click("Join", message=club.public("Join")))
    club.channel = club.guild.add_channel("three")
    await club.table("basic", players=3)
    club.channel = club.guild.add_channel("left")
    await club.lobby("basic", players=3)
    await said(club, club.eve.slash(club.channel, "rummy-admin remove", member=club.ala))
    club.channel = club.guild.add_channel("two")
    await club.table("gin")
    lobby = club.guild.add_channel("lobby")
    await club.ala.slash(lobby, "rummy new", variant="german", pace="none")
    await club.cyd.slash(club.guild.add_channel("invited"), "rummy new", variant="gin", opponent=club.ala)
    club.channel = home
    await counted(club)


async def test_all_data_is_exported_then_deleted_to_the_last_byte(club: Club, tmp_path: Path) -> None:
    async with club.running():
        await full_life(club)
        assert club.bot is not None
        clicks = clicks_of(club, club.ala.id)
        assert len(clicks_at(club.file, clicks)) > 1
        said_before = len(club.standin.requests)
        handed = await said(club, club.ala.slash(club.channel, "me data export"))
        held = json.loads(next(file.data for file in handed.pictures if file.filename == "my-data.json"))
        assert held["user"] == str(club.ala.id)
        assert len(held["results"]) == 3
        assert held["settings"][0]["calls"] == "none"
        assert [preset["name"] for preset in held["presets"]] == ["Hers"]
        assert {table["seat"] for table in held["tables"]} == {0}
        assert held["leagues"][0]["name"] == "Cup"
        assert set(places_of(club.file, club.ala.id)) >= TRACES
        kept = await said(club, club.ala.slash(club.channel, "me data delete"))
        assert "- You leave the 3 open tables you're at" in kept.text
        assert "Nothing was deleted" in (await said(club, club.ala.click("Keep my data", message=kept))).text
        asked = await said(club, club.ala.slash(club.channel, "me data delete"))
        both = [await club.ala.click("Delete my data", message=asked, wait=False) for _ in range(2)]
        answers = {(await said(club, answer)).text for answer in both}
        assert answers == {
            "Your data is deleted. If you play again, you start from scratch.",
            "Nothing is stored about you.",
        }
        await counted(club)
        assert columns_of(club.file, club.ala.id) == []
        assert clicks_at(club.file, clicks) <= {("changes", "lobby")}, (
            "only of lobbies that are open, without who clicked"
        )
        copy = tmp_path / "copy" / "copy.db"
        copy.parent.mkdir()
        await back_up(club.settings.database_url, copy)
        assert places_of(copy, club.ala.id) == []
        await others_keep_theirs(club, 4)
        assert spec_faults(club.standin.requests[said_before:]) == []
        await others_go_on(club)
        assert columns_of(club.file, club.ala.id) == []
        await scrubbed(club)
        assert places_of(club.file, club.ala.id) == []
    async with club.running():
        await others_keep_theirs(club, 5)
        assert places_of(club.file, club.ala.id) == []


PLANTED = "Mirabelle"
FIELDS = {"lobby.py", "settings.py", "house_rules.py", "private.py", "commands.py"}
"""Modules with text fields: cuts; numbers; presets' names, codes and numbers; times and time zones; quiet hours."""


def with_planted(file: Path) -> list[str]:
    """Return the files of a database with the planted word."""
    return [path.name for path in file.parent.glob(f"{file.name}*") if PLANTED.encode() in path.read_bytes()]


def test_all_text_fields_are_known() -> None:
    found = {path.name for path in COGS.rglob("*.py") if "ui.TextInput(" in path.read_text(encoding="utf-8")}
    assert found == FIELDS, "plant a word in the new field, below and in tests/data/test_typed_texts.py"


async def type_everywhere(club: Club) -> None:
    """Type the planted word as Ala into every field and every option that takes any text."""
    club.guild.join(club.ala, permissions=MEMBER | Permission.MANAGE_GUILD)

    async def admin(command: str, **options: Any) -> None:  # noqa: ANN401 - any options
        await said(club, club.ala.slash(club.channel, f"rummy-admin {command}", **options))

    await quick_game(club, club.guild.add_channel("room"), club.ala, club.bob, 1)
    await admin("void", game="1", reason=f"{PLANTED} 1")
    await admin("restore", game="1", reason=f"{PLANTED} 2")
    await admin("season start", name=f"{PLANTED} 3")
    await admin("season rename", name=f"{PLANTED} 4")
    await admin("tournament open", name=f"{PLANTED} 5", variant="gin")
    quiet = await said(club, club.ala.slash(club.channel, "me notifications", zone=f"{PLANTED} 6"))
    await club.ala.click("Set quiet hours", message=quiet)
    await said(club, club.ala.submit({"Start": "22:00", "End": "7:30", "Your time zone": f"{PLANTED} 6"}))
    club.channel = club.guild.add_channel("lobby")
    await said(club, club.ala.slash(club.channel, "rummy new", rules=f"{PLANTED} 7"))
    await club.lobby()
    lobby = club.public("Start")
    assert lobby is not None
    house = await behind_more(club, club.ala, "House rules", lobby)
    await club.ala.click("Enter a code", message=house)
    await said(club, club.ala.submit({"Code": f"{PLANTED} 8"}))
    for name in (f"{PLANTED} 9", f"{PLANTED} 10"):
        await club.ala.click("Save as preset", message=house)
        house = await said(club, club.ala.submit({"Name": name}))
    await admin("defaults", preset=f"{PLANTED} 9")
    await admin("presets", delete=f"{PLANTED} 10")
    await said(club, club.ala.click("More", message=club.public("Start")))
    asked = await club.ala.click("Cut the cards")
    assert asked.modal is not None
    await said(club, club.ala.submit({asked.modal.fields[0].label: f"{PLANTED} 11"}))


async def test_nothing_that_was_typed_stays_in_the_files(club: Club) -> None:
    async with club.running():
        await type_everywhere(club)
        assert with_planted(club.file) != []
        asked = await said(club, club.ala.slash(club.channel, "me data delete"))
        assert "is deleted" in (await said(club, club.ala.click("Delete my data", message=asked))).text
        await counted(club)
        await scrubbed(club)
        assert with_planted(club.file) == []
        answer = await said(club, club.eve.slash(club.channel, "rummy-admin log"))
        assert PLANTED not in answer.text
        answer = await said(club, club.eve.slash(club.channel, "rummy-admin presets"))
        assert "Preset 1" in answer.text
    assert with_planted(club.file) == []


async def test_a_member_can_delete_their_data_three_times_in_a_row(club: Club) -> None:
    async with club.running() as bot:
        refreshed = list[int]()
        bot.games.standings_changes.subscribe(refreshed.append)
        await said(club, club.ala.slash(club.channel, "me notifications", where="none"))

        async def deleted() -> str:
            asked = await said(club, club.ala.slash(club.channel, "me data delete"))
            return (await said(club, club.ala.click("Delete my data", message=asked))).text

        assert (await deleted()).startswith("Your data is deleted.")
        for _ in range(2):
            assert await deleted() == "Nothing is stored about you."
        assert "3 times in a row, then once every 20 minutes" in await deleted()
        assert refreshed == [], "no server had her id, so no standings are looked at"
        club.standin.advance(21 * MINUTE)
        assert await deleted() == "Nothing is stored about you."


@pytest.mark.parametrize("several", [False, True])
async def test_only_one_of_several_processes_listens_to_others(
    club: Club, monkeypatch: pytest.MonkeyPatch, *, several: bool
) -> None:
    heard = list[Notices]()

    async def listen(self: Notices) -> None:
        heard.append(self)
        await asyncio.Event().wait()

    monkeypatch.setattr(Notices, "listen", listen)
    async with club.built() as bot:
        bot.client.replaceable = several
        async with club.serving(bot):
            assert heard == ([bot.notices] if several else [])


async def test_what_another_process_deletes_is_gone_here_at_once(club: Club) -> None:
    async with club.running() as bot:
        refreshed = list[int]()
        bot.games.standings_changes.subscribe(refreshed.append)
        table = await quick_game(club, club.guild.add_channel("room"), club.ala, club.bob, 1)
        await said(club, club.ala.slash(club.channel, "me notifications", where="none"))
        await counted(club)
        refreshed.clear()
        assert (await bot.stores.people.get(club.ala.id)).notifications is Notifications.NONE
        there = await open_database(f"sqlite+aiosqlite:///{club.file}")
        data = SqlPersonalData(there, SqlServers(there), SqlPeople(there))
        assert await data.forget(club.ala.id, iter([-5]).__next__) == [club.guild.id]
        await there.close()
        assert (await bot.stores.people.get(club.ala.id)).notifications is Notifications.NONE, "from memory"
        await bot.notices.deleted(club.ala.id, [club.guild.id, 1])
        assert await bot.stores.people.get(club.ala.id) == Preferences(club.ala.id)
        assert bot.edge.readers.of(club.ala.id) == Preferences(club.ala.id)
        assert {player.user for player in table.row.seats} == {-5, club.bob.id}
        assert refreshed == [club.guild.id]
        shown = await said(club, club.bob.slash(club.channel, "league history"))
        assert "Former player" in shown.text


async def test_a_table_that_a_person_leaves_through_another_process_is_shown_without_them(club: Club) -> None:
    async with club.running() as bot:
        await club.lobby("basic")

        def is_shown() -> bool:
            lobby = club.public("Join")
            return lobby is not None and "Bob" in lobby.text

        await club.standin.until(is_shown)
        async with games_without_discord(club.settings) as (games, stores):
            there = Deletion(
                games.tables,
                games.tournaments,
                games.finished_games,
                stores.personal_data,
                chance=Random(1).getrandbits,
            )
            guilds = await there.delete(club.bob.id)
        assert is_shown()
        await bot.notices.deleted(club.bob.id, guilds or ())
        await club.standin.until(lambda: not is_shown())


async def others_keep_theirs(club: Club, games: int) -> None:
    """Check that Bob keeps his numbers, his history shows a former player, and the game of three continues."""
    shown = await said(club, club.bob.slash(club.channel, "league history"))
    assert f"{games} games" in shown.text
    assert "Former player" in shown.text
    assert "Ala" not in shown.text
    nobody = await said(club, club.ala.slash(club.channel, "league profile"))
    assert "No finished games here yet" in nobody.text
    log = await said(club, club.eve.slash(club.channel, "rummy-admin log"))
    assert "Former player: voided the result of game 1" in log.text
    assert str(club.ala.id) not in log.text


async def others_go_on(club: Club) -> None:
    """Check that her data doesn't return when others use her tables: a rematch, an invitation, a game of three."""
    rooms = {channel.name: channel for channel in club.guild.state.channels.values()}

    def shown(room: str) -> SeenMessage:
        return next(message for message in reversed(club.eve.sees(rooms[room])) if not message.ephemeral)

    await said(club, club.bob.click("Rematch", message=shown("room-2")))
    await club.standin.until(lambda: "Join" in shown("room-2").labels)
    assert "② open" in shown("room-2").text
    await said(club, club.bob.click("Join", message=shown("invited")))
    for person in (club.bob, club.cyd):
        asked = await said(club, person.slash(rooms["three"], "rummy resign"))
        sure = next(label for label in asked.labels if label in ("Resign", "Leave the game"))
        await said(club, person.click(sure, message=asked))
    await counted(club)
    assert "Rematch" in shown("three").labels


def noted(club: Club) -> bool:
    """Return whether the removal of the bot from a server is recorded."""
    with sqlite3.connect(f"file:{club.file}?mode=ro", uri=True) as connection:
        count = connection.execute("SELECT count(*) FROM departures").fetchone()[0]
    connection.close()
    return bool(count)


async def forgotten_in_time(club: Club) -> None:
    """Wait a month, then until the bot, which looks now and then, has deleted a server's data and its remains."""
    assert club.bot is not None
    club.standin.advance(31 * DAY)
    for _ in range(MOST_MINUTES):
        club.standin.advance(MINUTE)
        await club.settled()
        await club.bot.scrubbing.idle()  # looking meanwhile would keep it from emptying the write-ahead log
        if not places_of(club.file, club.guild.id):
            return
    raise AssertionError(f"still in {places_of(club.file, club.guild.id)}")


async def test_a_server_that_removed_the_bot_is_forgotten_after_thirty_days_and_not_before(club: Club) -> None:
    other = club.standin.add_guild("Other", locale="en-US")
    async with club.running() as bot:
        await quick_game(club, club.channel, club.ala, club.bob, 1)
        await said(club, club.eve.slash(club.channel, "rummy-admin defaults", meetings=3))
        await counted(club)
        club.guild.remove_bots()
        await club.standin.until(lambda: noted(club))
        club.standin.advance(29 * DAY)
        removed_servers: Any = bot.removed_servers
        await removed_servers.forget()  # as the program does by itself, now and then
        assert bot.stores.servers.of(club.guild.id).meetings == 3
        club.guild.invite_bots()
        await club.standin.until(lambda: not noted(club))
        club.standin.advance(29 * DAY)
        await removed_servers.forget()
        assert bot.stores.servers.of(club.guild.id).meetings == 3
    club.guild.remove_bots()  # while the bot does not run
    async with club.running() as bot:
        await club.standin.until(lambda: noted(club))
        await forgotten_in_time(club)
        await club.standin.until(lambda: not places_of(club.file, club.ala.id))
        assert bot.stores.servers.of(club.guild.id).meetings == 5
        assert await bot.stores.personal_data.servers_known() == ()
        assert bot.client.get_guild(other.id) is not None


async def test_a_server_that_is_back_while_the_database_fails_keeps_its_game(club: Club, disk: Disk) -> None:
    async with club.running() as bot:
        removed_servers: Any = bot.removed_servers
        await quick_game(club, club.channel, club.ala, club.bob, 1)
        club.guild.remove_bots()
        await club.standin.until(lambda: noted(club))
        club.standin.advance(29 * DAY)
        refused = disk.refused
        with disk.broken():
            club.guild.invite_bots()
            await club.standin.until(lambda: disk.refused > refused)
        club.channel = club.guild.add_channel("another")
        await club.table()
        club.standin.advance(36 * 60 * MINUTE)
        await removed_servers.forget()  # as the program does by itself, now and then
        assert not noted(club)
        before = len(club.log())
        await club.open_hands()
        await club.play(1, lambda: len(club.log()) >= before + 4)


async def test_a_server_that_leaves_while_the_database_fails_is_forgotten_in_time(
    club: Club, disk: Disk, caplog: pytest.LogCaptureFixture
) -> None:
    async with club.running() as bot:
        await quick_game(club, club.channel, club.ala, club.bob, 1)
        await counted(club)
        removed_servers: Any = bot.removed_servers
        with disk.broken():
            club.guild.remove_bots()
            await club.standin.until(lambda: "will be recorded later" in caplog.text)  # others may write, too
        await removed_servers.forget()
        assert noted(club)
        await club.standin.until(lambda: bot.stores.servers.was_greeted(club.guild.id))  # that no greeting is due
        await forgotten_in_time(club)
