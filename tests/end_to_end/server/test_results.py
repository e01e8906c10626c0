"""The end of a game as players see it: ratings, head to head, achievements; also after a crash."""

import asyncio
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from bot.playground import SeenMessage
from tests.cogs.answered import said
from tests.end_to_end.club import Club


def told(club: Club) -> str:
    """Return the text of the newest message."""
    return club.newest().text


async def score_sheet(club: Club) -> SeenMessage:
    """Open the score sheet of the newest game."""
    await club.eve.click("More", message=club.newest())
    return await said(club, club.eve.click("Score sheet"))


def lines(club: Club, starts: str) -> list[str]:
    return [line for line in told(club).splitlines() if line.startswith(starts)]


async def given_up(club: Club, moves: int) -> None:
    """Play a number of moves, then Bob resigns."""
    goal = len(club.log()) + moves
    await club.play(1, lambda: len(club.log()) >= goal)
    await club.bob.slash(club.channel, "rummy resign")
    await club.bob.click("Resign")
    await club.shown("Rematch")


async def test_the_result_shows_ratings_or_why_not_and_the_head_to_head_record(playing: Club) -> None:
    await given_up(playing, 8)
    await playing.settled()
    [ratings] = lines(playing, "Ratings (provisional): Ala 1000 → ")
    assert "Bob 1000 → " in ratings
    assert lines(playing, "🌟 First win for **Ala**!")
    assert playing.newest().labels == ("Rematch", "Replay", "Share to...", "More")
    sheet = await score_sheet(playing)
    assert "**Ala**: Gin 1000 → " in sheet.text
    assert "What's a rating?" in sheet.labels
    await playing.ala.click("Rematch")
    await playing.bob.click("Join")
    await playing.ala.click("Start")
    await playing.open_hands()
    await given_up(playing, 2)
    await playing.settled()
    assert lines(playing, "-# Not rated: a player made fewer than three moves")
    sheet = await score_sheet(playing)
    assert "Head to head: Ala 2–0 Bob (2 games)" in sheet.text
    assert "First win" not in playing.newest().text + sheet.text
    assert "What's a rating?" not in sheet.labels


async def test_the_result_does_not_wait_for_a_slow_store_and_is_completed_later(
    playing: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert playing.bot is not None
    results: Any = playing.bot.stores.results
    settle, gate = results.settle, asyncio.Event()

    async def slowly(_: object, *about: object) -> object:
        await gate.wait()
        return await settle(*about)

    monkeypatch.setattr(type(results), "settle", slowly)
    playing.bot.games.finished_games.patience = 0.01
    await given_up(playing, 2)
    assert "Bob resigned. That counts as a loss." in told(playing)
    assert "rated" not in told(playing)
    gate.set()
    await playing.standin.until(lambda: "Not rated" in told(playing))


async def test_a_game_not_counted_before_a_crash_is_counted_at_the_next_start(
    club: Club,
) -> None:
    async with club.running() as bot:
        await club.lobby("gin")
        await club.ala.click("Start")
        await club.open_hands()
        await bot.games.finished_games.close()  # the end of the process comes between the last move and what follows
        await given_up(club, 8)
        await club.settled()
        assert "Rating" not in told(club)
        table = club.newest()
    with closing(sqlite3.connect(f"file:{club.file}?mode=ro", uri=True)) as kept:
        assert not [line for line in kept.iterdump() if "Ala" in line or "Bob" in line]
    club.guild.leave(club.bob)
    async with club.running():
        await club.standin.until(lambda: "Rating" in told(club))
        await club.standin.until(lambda: bool(lines(club, "Ratings (provisional): Ala")))  # names come when they can
        await club.standin.until(lambda: bool(lines(club, "Bob resigned. That counts as a loss.")))
        assert club.newest().id == table.id
