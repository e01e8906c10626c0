"""`/league` over the stand-in: every click is answered once, in time, with data of that server only."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.play.state.errors import StoreError
from bot.playground import SeenMessage
from bot.playground.interactions import AnswerKind
from bot.ratings.ports import Results
from bot.ratings.values import Profile
from cogs.edge import answers
from cogs.standings.screens import history, profile, standings
from tests.cogs.answered import said
from tests.end_to_end.club import Club, open_club
from tests.end_to_end.server.evenings import counted, quick_game

WORDS = [
    word
    for part in (standings, profile, history)
    for name in ("STANDINGS", "ME", "SEASON", "SCOPE", "SHARE", "SHARE_VERSUS", "PROFILE", "RIVAL", "VERSUS",
                 "HISTORY", "PICK", "GAME", "RECORD", "VERIFY")
    if isinstance(word := getattr(part, name, None), str)
]  # fmt: skip
LISTS = (standings.SEASON, standings.SCOPE, profile.RIVAL, history.PICK)
ARGUMENTS = ("", ":0", ":99:gin:999999", ":1:1:1", ":-5:all:0", ":all:9999999", ":x:y:z")


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    """A club where Ala and Bob have finished a game."""
    async with open_club(tmp_path) as opened, opened.running():
        await quick_game(opened, opened.guild.add_channel("first"), opened.ala, opened.bob, 1)
        await counted(opened)
        yield opened


async def shown(club: Club, what: str = "standings") -> SeenMessage:
    return await said(club, club.ala.slash(club.channel, f"league {what}"))


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]


async def test_every_stale_or_forged_click_is_answered_without_errors(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    target, meaningless = await shown(club), 0
    for word in {*WORDS, "no-such-word"}:
        for argument in ARGUMENTS:
            for values in (["-1"], ["1", "2"]) if word in LISTS else (None,):
                answer = await said(club, club.ala.forge(target, f"l1:{word}{argument}", values=values))
                assert "went wrong" not in answer.text, (word, argument)
                assert answer.ephemeral or word.endswith("share"), (word, argument)
                meaningless += "That button no longer works" in answer.text
    assert meaningless > 50
    for odd in ("l1:", "l1:standings:0:all:0:", "l1:Ł", "l1" + ":a" * 40):
        assert "That button no longer works" in (await said(club, club.ala.forge(target, odd))).text
    assert errors(caplog) == []


async def test_nothing_of_another_server_is_shown(club: Club) -> None:
    other = club.standin.add_guild("Elsewhere", locale="en-US")
    channel, zoe = other.add_channel("rummy"), other.add_person("Zoe")
    target = await said(club, zoe.slash(channel, "league standings"))
    assert "No rated games here yet" in target.text
    for custom_id, words in (
        ("standings:0:all:0", "No rated games here yet"),
        ("standings-me:0:all", "You aren't in these standings yet"),
        (f"profile:{club.ala.id}", "No finished games here yet"),
        (f"versus:{club.ala.id}:{club.bob.id}", "No finished games between them yet"),
        ("history:all:0", "No finished games here yet"),
        (f"history:{club.ala.id}:0", "No finished games here yet"),
        ("game:1:all:0", "That button no longer works"),
        ("game-record:1:all:0", "That button no longer works"),
        ("game-verify:1:all:0", "That button no longer works"),
    ):
        answer = await said(club, zoe.forge(target, f"l1:{custom_id}"))
        assert words in answer.text, custom_id
        assert "won" not in answer.text
        assert answer.pictures == ()
    there = await said(club, club.ala.forge(await shown(club), "l1:game:1:all:0"))
    assert "### Gin: " in there.text, "the same id shows the game on its own server"


async def test_an_unfinished_game_is_not_in_the_history(club: Club) -> None:
    await club.lobby()
    await said(club, club.ala.click("Start"))
    for word in ("game", "game-record", "game-verify"):
        answer = await said(club, club.eve.forge(await shown(club), f"l1:{word}:2:all:0"))
        assert "That button no longer works" in answer.text


async def test_a_slow_answer_is_announced_in_the_message_it_will_replace(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = await shown(club, "profile")
    monkeypatch.setattr(answers, "PATIENCE", 0.01)
    gate, results = asyncio.Event(), club_results(club)
    look = results.profile

    async def slowly(_: Results, guild: int, user: int) -> Profile:
        await gate.wait()
        if user == club.bob.id:
            raise StoreError("the disk is full")
        return await look(guild, user)

    monkeypatch.setattr(type(results), "profile", slowly)
    click = await club.ala.click("Share", message=mine, wait=False)
    await club.standin.until(lambda: not click.pending)
    assert click.kind is AnswerKind.THINKING
    assert click.message is not None
    assert not click.message.ephemeral
    gate.set()
    await club.standin.until(lambda: click.message is not None and bool(click.message.pictures))
    assert "### Ala" in click.text
    assert click.message.id in [message.id for message in club.eve.sees(club.channel)]
    gate.clear()
    failing = await club.ala.forge(mine, f"l1:profile-share:{club.bob.id}", wait=False)
    await club.standin.until(lambda: not failing.pending)
    assert failing.kind is AnswerKind.THINKING
    gate.set()
    await club.standin.until(lambda: bool(failing.followups))
    assert failing.followups[-1].ephemeral
    assert "The database isn't answering" in failing.followups[-1].text
    assert not any(message.loading for message in club.eve.sees(club.channel)), "nothing is announced any more"


async def test_a_failing_store_is_reported(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    target = await shown(club)

    async def down(*_: object) -> None:
        raise StoreError("the disk is full")

    for name in ("standings", "profile", "versus", "history", "result", "place"):
        monkeypatch.setattr(type(club_results(club)), name, down)
    for what in ("standings", "profile", "history"):
        assert "The database isn't answering" in (await shown(club, what)).text
    for custom_id in ("standings:0:all:0", "standings-me:0:all", "history:all:0", "game:1:all:0"):
        assert "The database isn't answering" in (await said(club, club.ala.forge(target, f"l1:{custom_id}"))).text


async def test_a_deleted_user_is_no_longer_named_in_posted_standings(club: Club) -> None:
    await said(club, club.eve.slash(club.channel, "rummy-admin standings", channel=club.channel))

    def board() -> str:
        return next(message.text for message in club.eve.sees() if "updates itself" in message.text)

    assert "**Ala**" in board()
    await said(club, club.ala.slash(club.channel, "me data delete"))
    deleted = await said(club, club.ala.click("Delete my data"))
    assert "is deleted" in deleted.text
    await club.standin.until(lambda: "Former player" in board())
    assert "Ala" not in board()
    former = await said(club, club.bob.slash(club.channel, "league versus", member=club.ala))
    assert "No finished games between them yet" in former.text
    listed = await said(club, club.bob.slash(club.channel, "league history"))
    assert "Former player" in listed.text
    assert "Ala" not in listed.text


async def test_seasons_are_offered_and_found_by_number_or_name(club: Club) -> None:
    assert club.bot is not None
    seasons = club.bot.games.seasons
    await seasons.start(club.guild.id, "Spring", club.now(), None)
    await seasons.end(club.guild.id, club.now(), None)
    await seasons.start(club.guild.id, "2026-11", club.now(), None)
    offered = await club.ala.autocomplete(club.channel, "league standings", "season", "")
    assert offered == [("November 2026", "2"), ("Spring", "1"), ("All time", "0")]
    assert await club.ala.autocomplete(club.channel, "league standings", "season", "spr") == [("Spring", "1")]
    assert (await shown(club)).text.startswith("### November 2026 · All games")
    for typed, title in (("1", "Spring"), ("spring", "Spring"), ("0", "All time"), ("2", "November 2026")):
        answer = await said(club, club.ala.slash(club.channel, "league standings", season=typed))
        assert answer.text.startswith(f"### {title} · All games")
    await club.eve.slash(club.channel, "rummy-admin season rename", name="2", season=1)
    answer = await said(club, club.ala.slash(club.channel, "league standings", season="2"))
    assert answer.text.startswith("### November 2026 · All games"), "choices of the list are numbers"
    answer = await said(club, club.ala.slash(club.channel, "league standings", season="Winter"))
    assert "There's no such season on this server" in answer.text


def club_results(club: Club) -> Results:
    assert club.bot is not None
    return club.bot.stores.results
