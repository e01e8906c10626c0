"""Reviews over the real protocol: how far they are, what they show, who may share them, and that they're kept."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field

import pytest

from bot.play.state.errors import NotJudged
from bot.players.judged import Cost, Mistake, Progress, Review
from bot.playground import Person, SeenMessage
from bot.program import app
from bot.rummy.moves import parse_move
from cogs.table import sharing
from tests.cogs.answered import said
from tests.end_to_end.club import Club


@dataclass
class FakeJudge:
    """Gets as far as ``percent`` until it may go on, and finds that the first discard was wrong by 8 points."""

    percent: int = 37
    fails: bool = False
    goes_on: asyncio.Event = field(default_factory=asyncio.Event)
    asked: int = 0

    async def review(self, record: Mapping[str, object], progress: Progress = lambda _: None) -> Review:
        self.asked += 1
        progress(self.percent)
        await self.goes_on.wait()
        if self.fails:
            raise NotJudged
        moves = list(map(parse_move, record["deals"][0]["moves"]))  # type: ignore[index]
        at = next(number for number, move in enumerate(moves) if move.verb == "discard")
        better = parse_move(f"{moves[at].seat} knock {str(moves[at]).split()[2]}")
        return Review((30,), (Mistake(moves[at].seat, 1, at, moves[at], better, Cost(8.2, 5.1, 11.4)),))

    async def close(self) -> None:
        pass


@pytest.fixture
async def judge(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeJudge]:
    judge = FakeJudge()
    monkeypatch.setattr(app, "JudgingProcess", lambda: judge)
    monkeypatch.setattr(sharing, "EVERY", 0.05)
    yield judge
    judge.goes_on.set()


async def ended(club: Club, variant: str = "gin") -> None:
    """Play a deal and resign."""
    await club.table(variant)
    await club.play(5, lambda: club.public("Next deal" if variant == "gin" else "Next round") is not None)
    await club.ala.slash(club.channel, "rummy resign")
    await club.ala.click("Resign")
    await club.shown("Replay")


async def ask(club: Club, person: Person) -> SeenMessage:
    """Return the answer to *Review* under *More* of the result."""
    more = await said(club, person.click("More", message=club.public("Replay")))
    return await said(club, person.click("Review", message=more))


def now(person: Person, message: SeenMessage) -> SeenMessage:
    """Return what a message shows now."""
    return next(one for one in person.sees() if one.id == message.id)


async def test_a_review_says_how_far_it_is_and_appears_there(
    club: Club, judge: FakeJudge, caplog: pytest.LogCaptureFixture
) -> None:
    async with club.running():
        await ended(club)
        asked = await ask(club, club.ala)
        assert asked.ephemeral
        await club.standin.until(lambda: "Reviewing this game: 37%" in now(club.ala, asked).text)
        assert "Reviewing this game: 37%" in (await ask(club, club.bob)).text
        await said(club, club.ala.click("Look again", message=now(club.ala, asked)))
        judge.goes_on.set()
        await club.standin.until(lambda: "Your points: " in now(club.ala, asked).text)
        review = now(club.ala, asked)
        assert "Your points: +30 = luck " in review.text
        assert "by about 8 points (5 to 11)" in review.text
        assert "Knock · discard " in review.text
        assert review.labels == ("Show 1", "Share")
        replay = await said(club, club.ala.click("Show 1", message=review))
        assert "deal 1 of 1" in replay.text
        back = await said(club, club.ala.click("Review", message=replay))
        assert back.text == review.text
    async with club.running():
        kept = await ask(club, club.ala)
        assert kept.text == review.text
        assert judge.asked == 1
    assert "background task failed" not in caplog.text


async def test_only_players_share_a_review_and_once_a_channel(club: Club, judge: FakeJudge) -> None:
    judge.goes_on.set()
    async with club.running():
        await ended(club)
        asked = await ask(club, club.eve)
        await club.standin.until(lambda: "own mistakes" in now(club.eve, asked).text)
        assert now(club.eve, asked).labels == ("Show 1",)
        forged = await club.eve.forge(now(club.eve, asked), "l1:review-share:1")
        assert "That button no longer works" in forged.notice
        own = await ask(club, club.ala)
        shared = await said(club, club.ala.click("Share", message=own))
        assert not shared.ephemeral
        assert shared.labels == ("Show 1",)
        assert shared.text.count("own mistakes") == 2
        await club.settled()
        again = await club.ala.click("Share", message=own)
        assert "Already posted here" in again.notice
        other = club.standin.add_guild("Elsewhere", locale="en-US")
        channel, zoe = other.add_channel("rummy"), other.add_person("Zoe")
        there = await said(club, zoe.slash(channel, "league standings"))
        for word in ("review", "review-share"):
            assert "That button no longer works" in (await zoe.forge(there, f"l1:{word}:1")).notice


async def test_a_listener_hears_of_a_review_in_a_new_message(club: Club, judge: FakeJudge) -> None:
    async with club.running():
        await ended(club)
        await club.ala.slash(club.channel, "me look")
        await club.ala.click("Text only: off")
        asked = await ask(club, club.ala)
        judge.goes_on.set()
        await club.standin.until(lambda: "Your points: " in club.ala.sees()[-1].text)
        assert club.ala.sees()[-1].id != asked.id
        assert "discard " in club.ala.sees()[-1].text
        assert " of " in club.ala.sees()[-1].text, "cards are in words"


async def test_a_review_that_fails_can_be_tried_again(club: Club, judge: FakeJudge) -> None:
    judge.fails = True
    async with club.running():
        await ended(club)
        asked = await ask(club, club.ala)
        judge.goes_on.set()
        await club.standin.until(lambda: "couldn't be finished" in now(club.ala, asked).text)
        judge.fails = False
        await club.ala.click("Try again", message=now(club.ala, asked))
        await club.standin.until(lambda: "Your points: " in now(club.ala, asked).text)


async def test_other_games_have_no_review(club: Club, judge: FakeJudge) -> None:
    async with club.running():
        await ended(club, "german")
        result = club.public("Replay")
        assert result is not None
        more = await said(club, club.ala.click("More", message=result))
        assert "Replay" in more.labels
        assert "Review" not in more.labels
        forged = await club.ala.forge(result, "l1:review:1")
        assert "Only games of the gin family between two players can be reviewed" in forged.notice
        assert judge.asked == 0
