"""A season of ten games by four people: standings, pages, profiles, head to head, games and records."""

import json

import pytest

from bot.playground import Person, SeenMessage
from bot.rummy.records.checking import verify
from tests.cogs.answered import said
from tests.end_to_end.club import Club, file_of
from tests.end_to_end.server.evenings import quick_game, ten_games

SEASON = "Autumn"


async def season(club: Club) -> None:
    """Start a season, and post its standings."""
    home = club.channel
    started = await said(club, club.eve.slash(home, "rummy-admin season start", name=SEASON))
    assert SEASON in started.text
    await said(club, club.eve.slash(home, "rummy-admin standings", channel=home))


def board(club: Club) -> SeenMessage:
    """Return the message with the posted standings."""
    shown = [message for message in club.eve.sees() if "updates itself" in message.text]
    assert len(shown) == 1
    return shown[0]


async def asked(club: Club, person: Person, what: str, **about: object) -> SeenMessage:
    shown = await said(club, person.slash(club.channel, f"league {what}", **about))  # type: ignore[arg-type]
    assert shown.ephemeral
    return shown


def row_of(shown: SeenMessage, name: str) -> str:
    return next(line for line in shown.text.splitlines() if f"**{name}**" in line)


@pytest.mark.parametrize("clicks", [False, pytest.param(True, marks=pytest.mark.soak)])
async def test_a_season_of_ten_games_by_four_people(club: Club, clicks: bool) -> None:
    async with club.running():
        await season(club)
        home = club.channel
        await ten_games(club, clicks=clicks)
        club.channel = home
        await standings_are_there(club)
        await a_profile_is_shared(club)
        await two_are_compared(club)
        await games_are_looked_at(club)
    edits, shown = board(club).edited, row_of(board(club), "Ala")
    async with club.running(edit_interval=1000):
        await club.standin.until(lambda: board(club).edited > edits)
        await quick_game(club, club.guild.add_channel("late"), club.ala, club.bob, 1)
        assert row_of(board(club), "Ala") == shown, "not so soon after another edit"
    async with club.running():
        await club.standin.until(lambda: row_of(board(club), "Ala") != shown)


async def standings_are_there(club: Club) -> None:
    shown = await asked(club, club.cyd, "standings")
    assert shown.text.startswith(f"### {SEASON} · All games")
    assert len(shown.pictures) == 1
    assert shown.pictures[0].alt is not None
    assert shown.pictures[0].alt.startswith(f"Standings: {SEASON} · All games")
    for name in ("Ala", "Bob", "Cyd", "Dan"):
        row = row_of(shown, name)
        assert " of 5 games won" in row
        assert row.startswith("➤ ") == (name == "Cyd")
        assert row_of(board(club), name) == row.removeprefix("➤ ")
    shown = await said(club, club.cyd.choose("Season", "All time", message=shown))
    assert shown.text.startswith("### All time · All games")
    shown = await said(club, club.cyd.choose("Game", "German Rummy", message=shown))
    assert "No rated games here yet" in shown.text
    mine = await said(club, club.cyd.click("Me", message=board(club)))
    assert mine.ephemeral
    assert row_of(mine, "Cyd").startswith("➤ ")
    stranger = await said(club, club.eve.click("Me", message=board(club)))
    assert "You aren't in these standings yet" in stranger.text
    public = await said(club, club.ala.slash(club.channel, "league standings", public=True, variant="gin"))
    assert not public.ephemeral
    assert public.text.startswith(f"### {SEASON} · Gin")
    assert "➤" not in public.text


async def a_profile_is_shared(club: Club) -> None:
    shown = await asked(club, club.bob, "profile", member=club.ala)
    assert "### Ala" in shown.text
    assert "Rated: " in shown.text
    assert len(shown.pictures) == 1
    shared = await said(club, club.bob.click("Share", message=shown))
    assert not shared.ephemeral
    assert shared.text == shown.text
    assert shared.id in [message.id for message in club.eve.sees(club.channel)]
    closer = await said(club, club.eve.click("Details", message=shared))
    assert closer.ephemeral
    against = await said(club, club.eve.choose("Compare with an opponent", "Bob", message=closer))
    assert "### Ala vs. Bob" in against.text
    nobody = await asked(club, club.eve, "profile")
    assert "No finished games here yet" in nobody.text


async def two_are_compared(club: Club) -> None:
    shown = await asked(club, club.ala, "versus", member=club.cyd)
    assert "### Ala vs. Cyd" in shown.text
    assert "2 games together" in shown.text
    assert len(shown.pictures) == 1
    shared = await said(club, club.ala.click("Share", message=shown))
    assert not shared.ephemeral
    again = await asked(club, club.eve, "versus", member=club.ala, other=club.cyd)
    assert again.text.splitlines()[0] == "### Cyd vs. Ala"
    assert "Choose two different players" in (await asked(club, club.ala, "versus", member=club.ala)).text


async def games_are_looked_at(club: Club) -> None:
    shown = await asked(club, club.ala, "history")
    assert "### Games of Ala" in shown.text
    assert "5 games" in shown.text
    everybody = await said(club, club.ala.click("Everyone's games", message=shown))
    assert "Page 1 of 2 · 10 games" in everybody.text
    older = await said(club, club.ala.click("Older", message=everybody))
    assert older.labels == ("Newer", "My games")
    (games,) = older.selects
    game = await said(club, club.ala.choose("Open a game", games.options[0].label, message=older))
    assert "### Gin: " in game.text
    assert SEASON in game.text
    assert "→" in game.text
    clicked = await club.ala.click("Record", message=game)
    await club.standin.until(lambda: clicked.message is not None and bool(clicked.message.pictures))
    assert clicked.message is not None
    verify(json.loads(file_of(clicked)))
    back = await said(club, club.ala.click("Back to the game", message=clicked.message))
    assert back.text == game.text
    checked = await said(club, club.ala.click("Verify", message=back))
    assert checked.text.startswith("### ⚠️ Not proven: no cuts.")
    back = await said(club, club.ala.click("Back to the game", message=checked))
    listed = await said(club, club.ala.click("Back to the list", message=back))
    assert listed.text == older.text
