"""Games that start with the public beacon, over the stand-in for Discord: what everyone sees, what Verify proves."""

import re
from pathlib import Path

import pytest

from bot.fairness.beacon import PublicBeacon
from bot.fairness.grades import Grade, grade_of
from bot.fairness.stand_in import StandInBeacon
from bot.rummy.records.checking import verify
from bot.rummy.records.sealed import SealedFairness
from bot.rummy.records.shape import read_json
from bot.rummy.records.starts import start_code
from tests.end_to_end.club import Club, open_club


def beacon_of(club: Club, relay: StandInBeacon) -> PublicBeacon:
    """Return a beacon with short periods, and time enough for a slow machine to post a message."""
    return PublicBeacon(relay.chain, (relay,), club.now, club.standin.sleep, slack=400)


def shown(club: Club, words: str) -> bool:
    """Return whether some public message contains these words."""
    return any(words in message.text for message in club.standin.messages(club.channel))


@pytest.mark.slow
async def test_a_game_starts_with_a_round_that_nobody_knew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_club(tmp_path) as club:
        relay = StandInBeacon(club.now)
        monkeypatch.setattr("bot.fairness.grades.PINNED", (relay.chain,))
        beacon = beacon_of(club, relay)
        await beacon.check()
        async with club.running(beacon=beacon):
            await club.lobby("gin")
            assert club.newest().text.endswith("-# 🔒 Fair shuffle")
            assert (
                "Nobody can choose the cards (public beacon)."
                in (await club.eve.slash(club.channel, "rummy verify")).text
            )
            await club.ala.click("Start")
            await club.standin.until(lambda: club.public("My hand"))
            texts = [message.text for message in club.standin.messages(club.channel)]
            (announced,) = [text for text in texts if text.startswith("-# 🔒 Shuffle ")]
            assert "take" in texts[-1], "the table is below the line of its start"
            assert re.fullmatch("-# 🔒 Shuffle [0-9a-f]{32}", announced)
            digest = announced[-32:]
            (there,) = [message for message in club.standin.messages(club.channel) if message.text == announced]
            link = f"https://discord.com/channels/{club.guild.id}/{club.channel.id}/{there.id}"
            assert texts[-1].endswith(f"-# [🔒 Fair shuffle]({link})")
            await club.open_hands()
            await club.play(3, lambda: club.public("Next deal") is not None)
            more = await club.eve.click("More", message=club.newest())
            answer = await club.eve.click("Verify", message=more.message)
            for words in (
                "Nobody could have chosen the cards, if the announcement",
                f"Code of this start: `{digest}`",
                "never dealt: 0",
                "✅",
                f"[The announcement]({link})",
            ):
                assert words in answer.text
            fairness = verify(read_json(await club.record())).fairness
            assert isinstance(fairness, SealedFairness)
            assert grade_of(fairness).grade is Grade.NOBODY
            assert fairness.beacon is not None
            assert start_code(fairness.line) == digest
            assert fairness.beacon.channel.partition("/")[2] == str(there.channel_id)
            assert fairness.beacon.message == there.id
            (same,) = [message for message in club.standin.messages(club.channel) if message.id == there.id]
            assert same.text == announced
            assert same.edited == 0, "an edited message wouldn't prove when it was written"
        assert club.refused() == []


@pytest.mark.slow
async def test_a_lobby_says_when_the_beacon_is_down_and_a_void_start_is_shown(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club:
        relay = StandInBeacon(club.now)
        beacon = beacon_of(club, relay)
        await beacon.check()
        async with club.running(beacon=beacon):
            await club.lobby("gin")
            relay.down = True
            await club.ala.click("Start")
            await club.standin.until(
                lambda: any("Shuffling..." in message.text for message in club.standin.messages(club.channel))
            )
            club.standin.advance(20 * 60)
            await club.standin.until(
                lambda: any("This start is void" in message.text for message in club.standin.messages(club.channel))
            )
            assert shown(
                club, "didn't answer. No cards were dealt.\nThe table is open again: press *Start* for another try."
            )
            (line,) = [one for one in club.standin.messages(club.channel) if one.text.startswith("-# 🔒 Shuffle ")]
            assert line.edited == 0
            assert shown(club, f"{line.text[-32:]}: *Verify* shows its secret, and counts it.")
            await club.standin.until(lambda: club.public("Start") and "ready to start" in club.newest().text)
            await beacon.check()
            await club.standin.until(
                lambda: shown(
                    club, "The public beacon is down. A start now proves nothing until someone cuts (*More*)."
                )
            )
            answer = await club.eve.slash(club.channel, "rummy verify")
            assert "Games started on this server so far: 1, never dealt: 1" in answer.text
            late = await club.ala.forge(club.newest(), "r1:1:start:0:beacon")
            assert "That message was out of date" in late.text, "its button promised the beacon"
            await club.ala.click("Start")
            await club.standin.until(lambda: club.public("My hand"))
            await club.ala.click("More", message=club.public("My hand"))
            answer = await club.ala.click("Verify")
            assert "1 start of this game was never dealt" in answer.text
            assert "Not proven: no cuts." in answer.text
