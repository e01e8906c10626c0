"""Whole games of three-handed gin: who waits and what they see, computers, a kill, an absence, a take-over."""

import json
import random
import re
from typing import Any

import pytest

from bot.playground import Person
from bot.program.cli.guests.base import enabled
from bot.rummy.codes import code_for
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.rummy.records.checking import check, verify
from bot.text.catalogs import Catalogs
from bot.text.games import variant_label
from tests.debug_log import debug_log
from tests.end_to_end.club import STEADY, BotProcess, Club
from tests.end_to_end.test_absence import TURN, WAITS
from tests.playground.spec import spec_faults

ROLES = {
    "cutthroat": r"You play against \w+, \w+ waits\.",
    "captain": r"You play for \w+ against \w+ \(box\)\.|You're in the box against \w+ and \w+\.",
}
"""What players who listen hear of the others as a deal begins."""


def rules(**changes: object) -> str:
    return code_for(options_for(Variant.THREE_HANDED, changes))


async def record_of(club: Club) -> dict[str, Any]:
    """Return the record of a game, after checking it."""
    record: dict[str, Any] = json.loads(await club.record())
    assert check(record) == record
    verify(record)
    return record


def waits(club: Club) -> Person | None:
    """Return the person who waits, as the table's picture says; None between deals."""
    table = club.public("My hand")
    alt = "" if table is None or not table.pictures else table.pictures[0].alt or ""
    return next((one for one in club.players if any(f"{one.name} {n}, waits" in alt for n in range(500))), None)


@pytest.mark.parametrize("form", ["cutthroat", pytest.param("captain", marks=pytest.mark.soak)])
async def test_three_people_play_a_whole_game(club: Club, form: str) -> None:
    with debug_log() as log:
        async with club.running():
            await club.table("three_handed", players=3, rules=rules(form=form, target=20))
            await club.game_over(seed=7)
            record = await record_of(club)
            assert record["seats"] == ["Ala", "Bob", "Cyd"]
            assert sum(record["result"]["settled"]) == 0
            (shown,) = (message for message in club.eve.sees(club.channel) if "Rematch" in message.labels)
            for seat in record["result"]["winners"]:
                assert record["seats"][seat] in shown.text
            await club.eve.click("More", message=shown)
            sheet = await club.eve.click("Score sheet")
            assert sheet.message is not None
            assert "Settled: " in (sheet.message.pictures[-1].alt or "")
            replay = await club.cyd.click("Replay", message=shown)
            assert replay.message is not None
            assert " waits" in (replay.message.pictures[0].alt or "")
            assert club.refused() == []
    log.hides_everything(club)
    assert spec_faults(club.standin.requests) == []


@pytest.mark.parametrize("form", ["cutthroat", "captain"])
async def test_G3_8_G3_12_the_player_who_waits_reads_who_plays_and_gets_no_ping(club: Club, form: str) -> None:
    async with club.running():
        await club.table("three_handed", players=3, rules=rules(form=form, deals=2), pace="slow")
        await club.standin.until(lambda: waits(club) is not None)
        waiting = waits(club)
        assert waiting is not None
        before = len(club.turn_pings(waiting))
        answer = await waiting.click("My hand", message=club.public("My hand"))
        assert answer.message is not None
        others = [one.name for one in club.players if one is not waiting]
        said = answer.message.text.splitlines()[0]
        assert "You come in next" in said
        assert all(name in said for name in others)
        alt = answer.message.pictures[0].alt or ""
        assert ("The hand of" in alt) is (form == "captain")
        assert alt.startswith("The hand of") or "waits" in alt
        for person in club.players:
            await person.slash(club.channel, "me look")
            await person.click("Text only: off")
            heard = await person.click("My hand", message=club.public("My hand"))
            assert heard.message is not None
            if person is waiting:
                assert re.match(rf"{re.escape(said)}\n(Ala|Bob|Cyd)'s turn\.", heard.text)
                assert heard.text.count("turn.") == 1
            else:
                assert re.search(ROLES[form], heard.text)
            await person.slash(club.channel, "me look")
            await person.click("Text only: on")
        drawn = await waiting.click("Draw" if club.public("Draw") else "Take", message=club.public("My hand"))
        assert "You wait in this deal" in drawn.text
        clicks = await club.play(3, lambda: club.public("Next deal") is not None)
        assert clicks > 4
        assert len(club.turn_pings(waiting)) == before
        shown = club.newest().text
        assert "Next: " in shown
        assert " waits" in shown


async def test_a_hand_from_before_the_rotation_is_refused_in_words(club: Club) -> None:
    """The loser of a deal has an old hand with cards on its buttons, and waits in the next one."""
    old: dict[Person, str] = {}

    def keep_hands() -> bool:
        for person in club.players:
            panel = next(iter(club.panels(person)[-1:]), None)
            discard = None if panel is None else next(iter(enabled(panel, "discard")), None)
            if discard is not None:
                old[person] = discard.custom_id
        return club.public("Next deal") is not None

    async with club.running():
        await club.table("three_handed", players=3, rules=rules(deals=2))
        await club.play(3, keep_hands)
        await club.play(3, lambda: club.public("Next deal") is None and waits(club) is not None)
        waiting = waits(club)
        assert waiting is not None
        shown = club.public("My hand")
        assert shown is not None
        lines = club.log()
        answer = await waiting.forge(shown, old[waiting])
        assert "out of date" in answer.text
        assert "You come in next" in answer.text
        assert club.log() == lines


def timeless(club: Club) -> str:
    """Return what the table says, without the moment at which the next deal starts: a restart gives time back."""
    return re.sub(r"<t:\d+", "<t:…", club.newest().text)


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.discord(STEADY)
async def test_a_game_with_a_computer_survives_a_kill_an_absence_and_a_take_over(club: Club) -> None:
    async with BotProcess(club) as bot:
        await club.table("three_handed", players=2, rules=rules(deals=12), pace="live", computers=1, level="normal")
        rng = random.Random(4)
        await club.play(2, lambda: len(club.log()) >= 12)
        kept = club.log()
        bot.kill()
        await bot.killed()
        await bot.start()
        assert club.log()[: len(kept)] == kept
        if club.public("My hand") is not None:
            await club.open_hands()
        await club.play(rng.randrange(100), lambda: len(club.log()) >= len(kept) + 6)
        assert await bot.stop() == 0
    async with club.running():
        for _ in range(20):
            if club.public("My hand") is not None:
                break
            club.standin.advance(TURN)  # a deal is over, and the next one starts by itself
            await club.settled()
        await club.open_hands()
        for _ in range(40):  # the person on turn misses turns, and the person who waits can't be late
            club.standin.advance(TURN)
            await club.settled()
            if any("is away" in message.text for message in club.eve.sees(club.channel)):
                break
        assert "away" in club.newest().text
        before = club.log()
        seen = timeless(club)
    async with club.running(pause=WAITS):
        await club.settled()
        assert club.log()[: len(before)] == before
        assert timeless(club) == seen
    async with club.running():
        for person in club.players:
            if f"{person.name} is away" in club.newest().text:
                between = club.public("I'm back")  # after a deal everyone sees the button
                if between is None:
                    await person.click("My hand", message=club.public("My hand"))
                await person.click("I'm back", message=between)
        assert any(text.endswith(" !") for *_, text, _ in club.log())
        done = [deal for deal in (await record_of(club))["deals"] if "result" in deal]
        await club.game_over(seed=8)
        finished = await record_of(club)
        counted = [deal for deal in finished["deals"] if deal["result"]["winner"] is not None]
        assert len(counted) == 12
        assert finished["deals"][: len(done)] == done
        assert "settled" not in finished["result"]


async def test_practice_has_two_computers_and_watching_shows_three(club: Club) -> None:
    async with club.running():
        hand = await club.ala.slash(club.channel, "rummy practice", variant="three_handed", level="easy")
        assert hand.message is not None
        assert len(re.findall(r"\w 0\b", hand.message.text)) == 3
        await club.bob.slash(club.channel, "rummy watch", variant="three_handed", level="normal")
        await club.standin.until(lambda: bool(club.newest().pictures))
        assert len(re.findall(r" 0, (?:10 cards|waits)", club.newest().pictures[0].alt or "")) == 3
        refused = await club.cyd.slash(club.channel, "rummy watch", variant="three_handed", players=2)
        assert "is for 3 players" in refused.text


async def test_tournaments_and_challenges_are_for_two(club: Club) -> None:
    async with club.running():
        opened = await club.eve.slash(
            club.channel, "rummy-admin tournament open", name="Cup", rules=rules(form="captain")
        )
        assert "Tournaments are for games between two players, and 3 play this one" in opened.text
        three = variant_label(Catalogs().texts("en"), Variant.THREE_HANDED)
        await club.eve.slash(club.channel, "rummy-admin defaults", variant=three)
        challenge = await club.ala.context_menu("Challenge to rummy", club.bob, channel=club.channel)
        assert challenge.message is not None
        assert "for Gin**" in challenge.message.text
