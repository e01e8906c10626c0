"""The daily deal: played once by clicks, compared with others only then, shared, posted once in the morning."""

import re
from functools import partial
from typing import Any

import pytest

from bot.fairness.beacon import PublicBeacon
from bot.fairness.stand_in import StandInBeacon
from bot.play.state.errors import StoreError
from bot.play.state.values import DAY, HOUR
from bot.players.judged import Review
from bot.playground import Person, SeenMessage
from bot.rummy.families import Variant
from cogs.edge.custom_ids import page_id
from tests.cogs.answered import said
from tests.end_to_end.club import Club
from tests.end_to_end.door.test_practice import changed, newest
from tests.playground.spec import spec_faults

FIRST = 30_000
"""The day that is played, later than any clock."""
SUITS = re.compile("[♠♥♦♣]")


def beacon_of(club: Club) -> PublicBeacon:
    """Return a beacon whose rounds have the same numbers in every run."""
    relay = StandInBeacon(lambda: (FIRST - 3) * DAY, period=3000)
    relay.clock = club.now
    return PublicBeacon(relay.chain, (relay,), club.now, club.standin.sleep, slack=400)


def at(club: Club, day: int, hour: int) -> None:
    """Let time pass until it's that hour of a day, in UTC. With the same date, the cards are the same in every run."""
    club.standin.advance((day * DAY + hour * HOUR - club.now()) / 1000)


async def played(club: Club, person: Person, game: str, seed: int = 3) -> SeenMessage:
    """Play a person's daily deal to its end, by what they see. Return the result."""
    day = await said(club, person.slash(club.channel, "rummy daily"))
    await said(club, person.click(f"Play {game}", message=day))
    club.players = [person]
    (guest,) = club.guests(seed)
    for _ in range(500):
        shown = newest(person, club.channel)
        if "Share" in shown.labels:
            return shown
        if not await guest.act():
            await club.standin.until(partial(changed, club, person, shown))
    raise AssertionError("the deal doesn't end")


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["gin", pytest.param("german", marks=pytest.mark.soak)])
async def test_a_daily_deal_from_the_first_card_to_the_morning_after(
    club: Club, variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    beacon, home = beacon_of(club), club.channel
    game = {"gin": "Gin", "german": "German Rummy"}[variant]
    club.variant = Variant(variant)
    at(club, FIRST, 1)
    async with club.running(beacon=beacon):
        setup = await said(club, club.eve.slash(home, "rummy-admin setup"))
        page = await said(club, club.eve.click("Daily deal and puzzles", message=setup))
        page = await said(club, club.eve.click("Post it here", message=page))
        assert f"<#{home.id}>" in page.text
        day = await said(club, club.ala.slash(home, "rummy daily"))
        assert day.ephemeral
        assert day.labels == ("Play Gin", "Play German Rummy", "How it works", "Verify")
        assert re.search(r"<t:\d+:R>", day.text), "its end"
        tomorrow = re.findall("[0-9a-f]{32}", day.text)
        assert len(tomorrow) == 2
        own = await said(club, club.bob.slash(home, "rummy daily"))
        early = await club.bob.forge(own, page_id("daily-ranking", FIRST, variant, "here", 0))
        assert "Play it first" in early.text

        result = await played(club, club.ala, game)
        assert re.search(rf"\*\*{game} [+−]?\d+, par [+−]?\d+\*\* · 🔥 1 day", result.text)
        assert result.pictures
        assert not {"Rematch", "Replay", "Record", "Hint"} & set(result.labels)
        again = await said(club, club.ala.slash(home, "rummy daily", game=variant))
        assert "one try" in again.text
        ranking = await said(club, club.ala.click("Ranking", message=result))
        assert "➤ **1**. **Ala** " in ranking.text
        everyone = await said(club, club.ala.click("All players", message=ranking))
        assert "Ala" not in everyone.text, "only who wants to be listed"
        day = await said(club, club.ala.click("Back", message=everyone))
        assert f"{game}: result" in day.labels
        await club.ala.click("Share", message=day)
        await club.standin.until(lambda: any("Remik daily" in one.text for one in club.eve.sees(home)))
        [shared] = [one for one in club.eve.sees(home) if "Remik daily" in one.text]
        assert re.search(rf"\*\*Ala\*\* · Remik daily 1 · {game} [+−]?\d+, par [+−]?\d+ · 1 day", shared.text)
        assert not SUITS.search(shared.text)
        assert not shared.pictures
        table = max(line[0] for line in club.log())
        for word in ("replay", "review"):
            hidden = await club.ala.forge(newest(club.ala, home), page_id(word, table))
            assert "stay hidden. Come back <t:" in hidden.text

        for forged in ("daily:99999999999:gin", "daily:1:basic", "daily-ranking:1:gin:moon:0", "daily-play:rum500"):
            told = await club.bob.forge(own, f"l1:{forged}")
            assert not told.failed
            assert "no longer works" in told.text
        assert not [one for one in club.eve.sees(home) if "Play today's deal" in one.labels], "not before the morning"
        await club.settled()

    at(club, FIRST + 1, 9)
    async with club.running(beacon=beacon) as bot:
        with monkeypatch.context() as patched:
            patched.setattr(bot.stores.servers, "change", killed)
            await chores(club)
        assert len(posts(club)) == 1
    async with club.running(beacon=beacon) as bot:
        await bot.stores.reviews.keep_review(table, Review((30,), ()).written)
        club.standin.advance(HOUR / 1000)
        await chores(club)
        [post] = posts(club)
        assert "Ala" in post.text
        assert post.pictures[0].alt
        assert tomorrow != re.findall("[0-9a-f]{32}", post.text), "the codes of the day after"
        replay = await said(club, club.cyd.click("Replay", message=post))
        assert replay.ephemeral
        assert "Best player" in replay.text + str([one.alt for one in replay.pictures])
        if variant == "gin":
            review = await said(club, club.cyd.click("Review", message=replay))
            assert "**Best player**: +30 = luck 30" in review.text
            assert "Ala" not in review.text
        today = await said(club, club.cyd.click("Play today's deal", message=post))
        assert "Daily deal 2" in today.text
        seen = await said(club, club.cyd.click("Ranking", message=post))
        assert "**Ala**" in seen.text, "of a closed day for everyone"
    assert spec_faults(club.standin.requests) == []


async def killed(*_: object) -> None:
    """Fail as if the bot was killed before it could store that it has posted."""
    raise StoreError("killed")


async def chores(club: Club) -> None:
    """Do what the bot does from time to time, such as closing days and posting about them."""
    assert club.bot is not None
    scheduler: Any = club.bot.scheduler
    await scheduler._rounds._do_all()
    await club.settled()


def posts(club: Club) -> list[SeenMessage]:
    return [one for one in club.eve.sees(club.channel) if "Play today's deal" in one.labels]


async def test_without_a_beacon_there_is_no_daily_deal(club: Club) -> None:
    async with club.running():
        answer = await club.ala.slash(club.channel, "rummy daily")
        assert "practice game instead" in answer.text
