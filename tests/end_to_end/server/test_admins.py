"""Admins, two of them at once: seasons, voided and restored results, exports."""

import asyncio
import csv
import gzip
from io import StringIO

from bot.playground import MEMBER, Permission, Person, SeenMessage
from bot.playground.state import Channel
from bot.playground.typing_in import OptionValue
from bot.ratings.values import ALL_TIME, Page, Rated, RatingsReason
from bot.text.catalogs import Catalogs
from cogs.edge.notices import command_mentions
from tests.cogs.answered import said
from tests.end_to_end.club import Club
from tests.end_to_end.server.evenings import PAIRS, counted, quick_game
from tests.playground.spec import spec_faults

MENTIONS = command_mentions(Catalogs().texts("en"))


async def admin(club: Club, who: Person, command: str, **asked: OptionValue) -> str:
    """Use a command and return its private answer."""
    shown = await said(club, who.slash(club.channel, f"rummy-admin {command}", wait=True, **asked))
    assert shown.ephemeral
    return shown.text


async def four_games(club: Club) -> list[Channel]:
    """Play two games each with four people."""
    people, rooms = [club.ala, club.bob, club.cyd, club.dan], []
    for number, (one, other) in enumerate(PAIRS[:4]):
        rooms.append(club.guild.add_channel(f"room-{number}"))
        await quick_game(club, rooms[-1], people[one], people[other], number)
    await counted(club)
    return rooms


async def standings(club: Club, season: int = ALL_TIME) -> Page:
    assert club.bot is not None
    return await club.bot.stores.results.standings(club.guild.id, season, None, 0, 10)


def boss_of(club: Club) -> Person:
    """A second manager of the club, besides Eve."""
    return club.guild.add_person("Boss", permissions=MEMBER | Permission.MANAGE_GUILD)


async def test_one_of_two_admins_at_once_succeeds_and_the_other_is_told_why_not(club: Club) -> None:
    async with club.running():
        boss = boss_of(club)
        started = await asyncio.gather(
            admin(club, club.eve, "season start", name="Hers"), admin(club, boss, "season start", name="His")
        )
        (begun,) = [line for line in started if "has started" in line]
        (late,) = [line for line in started if line != begun]
        assert late.startswith(("Hers is already running", "His is already running"))
        assert late.endswith(str(RatingsReason.SEASON_RUNS).partition("}")[2])
        assert late.count("\n") == 0
        await quick_game(club, club.guild.add_channel("a"), club.ala, club.bob, 1)
        voided = await asyncio.gather(
            admin(club, club.eve, "void", game="1"), admin(club, boss, "void", game="#1", reason="they agreed")
        )
        assert sorted(voided)[0].startswith(RatingsReason.VOID_ALREADY.format(**MENTIONS))
        assert sorted(voided)[1].startswith("The result of game 1 is void")
        restored = await asyncio.gather(*(admin(club, who, "restore", game="1") for who in (boss, club.eve)))
        assert {line.partition(",")[0] for line in restored} == {
            RatingsReason.NOT_VOID.format(**MENTIONS).partition(",")[0], "The result of game 1 counts again",
        }  # fmt: skip
        ended = await asyncio.gather(*(admin(club, who, "season end") for who in (boss, club.eve)))
        assert sum(RatingsReason.NO_SEASON.format(**MENTIONS) in line for line in ended) == 1
        log = await admin(club, boss, "log")
        for words in ("started a season", "voided the result", "restored the result", "ended a season"):
            assert log.count(words) == 1, words


async def test_standings_and_ratings_follow_a_voided_and_restored_result(club: Club) -> None:
    async with club.running() as bot:
        boss = boss_of(club)
        await admin(club, boss, "season start", name="Autumn")
        rooms = await four_games(club)
        before, all_before = await standings(club, 1), await standings(club)
        profile = await bot.stores.results.profile(club.guild.id, club.ala.id)
        offered = await club.eve.autocomplete(club.channel, "rummy-admin void", "game", "ala")
        assert [number for _, number in offered] == ["3", "1"], "her games, the newest first"
        assert offered[-1][0].startswith("#1 · Gin · Ala ")
        hers = await club.eve.autocomplete(club.channel, "rummy-admin void", "game", "", member=club.dan)
        assert len(hers) == 2
        assert "Dan" in hers[0][0]
        text = await admin(club, club.eve, "void", game="1", reason=f"{club.bob.mention} let Ala win")
        assert "`/rummy-admin restore`" in text
        await counted(club)
        after = await standings(club, 1)
        rows = {row.standing.user: row.standing for row in after.rows}
        assert {rows[person.id].games for person in (club.ala, club.bob)} == {1}
        assert {rows[person.id].games for person in (club.cyd, club.dan)} == {2}
        assert rows[club.ala.id].rating != profile.rating
        shown = [message.text for message in club.eve.sees(rooms[0]) if "Rematch" in message.labels]
        assert any("an admin voided the result" in text for text in shown)
        assert "Not rated" in (await game_in_history(club)).text
        offered = await club.eve.autocomplete(club.channel, "rummy-admin restore", "game", "")
        assert [number for _, number in offered] == ["1"]
        log = await admin(club, boss, "log")
        assert "voided the result of game 1 (… let Ala win)" in log
        await admin(club, boss, "restore", game="1")
        await counted(club)
        assert (await standings(club, 1), await standings(club)) == (before, all_before)
        assert await bot.stores.results.profile(club.guild.id, club.ala.id) == profile
        assert await club.eve.autocomplete(club.channel, "rummy-admin restore", "game", "") == []
        for wrong in ("99", "x", "", "#", "1" * 30):
            assert RatingsReason.NO_SUCH_GAME in await admin(club, boss, "void", game=wrong)
        other = club.standin.add_guild("Other")
        mayor = other.add_person("Mayor", permissions=MEMBER | Permission.MANAGE_GUILD)
        place = other.add_channel("there")
        await club.standin.until(lambda: bot.client.get_channel(place.id) is not None)
        refused = await said(club, mayor.slash(place, "rummy-admin void", game="1"))
        assert RatingsReason.NO_SUCH_GAME in refused.text, "games of another server can't be voided"


async def game_in_history(club: Club) -> SeenMessage:
    """Look at the oldest game of Ala's history."""
    listed = await said(club, club.ala.slash(club.channel, "league history"))
    (games,) = listed.selects
    return await said(club, club.ala.choose("Open a game", games.options[-1].label, message=listed))


def tables_of(shown: SeenMessage) -> dict[str, list[dict[str, str]]]:
    """Read the files of an export back."""
    found = {}
    for file in shown.pictures:
        data = gzip.decompress(file.data) if file.filename.endswith(".gz") else file.data
        found[file.filename.partition("-")[0]] = list(csv.DictReader(StringIO(data.decode("utf-8-sig"))))
    return found


async def exported(club: Club, **asked: OptionValue) -> SeenMessage:
    shown = await said(club, club.eve.slash(club.channel, "rummy-admin export", wait=True, **asked))
    assert shown.ephemeral
    return shown


async def test_an_export_read_back_equals_the_results_of_the_season(club: Club) -> None:
    async with club.running() as bot:
        await quick_game(club, club.guild.add_channel("early"), club.ala, club.bob, 50)
        await admin(club, club.eve, "season start", name="=1+1")
        await four_games(club)
        await admin(club, club.eve, "void", game="3")
        assert await club.eve.autocomplete(club.channel, "rummy-admin export", "season", "") == [("=1+1", 1)]
        said_before = len(club.standin.requests)
        shown = await exported(club)
        assert spec_faults(club.standin.requests[said_before:]) == []
        assert "5 games, All time." in shown.text
        assert {file.filename for file in shown.pictures} == {"results-all.csv", "standings-all.csv"}
        everything = tables_of(shown)
        lines = everything["results"]
        assert len(lines) == 10
        assert [int(line["game"]) for line in lines] == sorted(int(line["game"]) for line in lines)
        total, results = await bot.stores.results.history(club.guild.id, None, 0, 50)
        assert total == 5
        by_key = {(line["game"], line["player_id"]): line for line in lines}
        for result in results:
            for kept in result.facts.lines:
                line = by_key[str(result.facts.table), str(kept.user)]
                assert line["rated"] == result.rated
                assert (int(line["points"]), int(line["margin"])) == (kept.points, kept.margin)
                assert (int(line["won"]), int(line["place"])) == (kept.won, kept.place)
                assert int(line["moves"]) == kept.counts.moves
                assert line["season"] == ("'=1+1" if result.season else ""), "no formula for a spreadsheet"
        assert {line["rated"] for line in lines if line["game"] == "3"} == {Rated.VOID}
        assert {line["player"] for line in lines} == {"Ala", "Bob", "Cyd", "Dan"}
        page = await standings(club)
        overall = [line for line in everything["standings"] if line["games_of"] == "all"]
        assert [line["player_id"] for line in overall] == [str(row.standing.user) for row in page.rows]
        assert [line["rank"] for line in overall] == [str(row.rank or "") for row in page.rows]
        assert [int(line["games"]) for line in overall] == [row.standing.games for row in page.rows]
        season = tables_of(await exported(club, season=1))
        assert len(season["results"]) == 8
        assert {line["season"] for line in season["standings"]} == {"'=1+1"}
        assert sum(int(line["games"]) for line in season["standings"] if line["games_of"] == "gin") == 6
        assert RatingsReason.NO_SUCH_SEASON in (await exported(club, season=5)).text
        await admin(club, club.eve, "season end")
        club.standin.advance(60)
        await quick_game(club, club.guild.add_channel("late"), club.ala, club.bob, 51)
        await counted(club)
        later = await exported(club, season=1)
        assert "4 games, =1+1." in later.text
        assert tables_of(later) == season, "a game after its end changes nothing"
        assert "exported the results (=1+1)" in await admin(club, club.eve, "log")
