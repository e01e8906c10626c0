"""Whole games of Remik 51 and its relatives, up to six seats: people, computers, a kill, an absence, a take-over."""

import json
import random

import pytest

from bot.playground import Person
from bot.rummy.codes import code_for
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.rummy.records.checking import check, verify
from tests.end_to_end.club import STEADY, BotProcess, Club
from tests.end_to_end.test_absence import TURN
from tests.end_to_end.test_kills import kill_during_a_click

GAMES = [
    pytest.param(Variant.REMIK51, {"end_at": 150}, 2, id="remik51"),
    pytest.param(Variant.REMI51, {"rounds": 2}, 1, id="remi51"),
    pytest.param(Variant.ROMME, {"rounds": 2}, 2, id="romme"),
    pytest.param(Variant.KALUKI, {"end_at": 60}, 1, id="kaluki"),
]


async def go_away(club: Club, missing: Person) -> None:
    """Play on without a player until a computer has taken their seat."""
    others = [person for person in club.players if person is not missing]
    for seed in range(400):
        shown = club.newest()
        if f"{missing.name} is away" in shown.text:
            return
        if "Ready" in shown.labels:
            for person in others:
                await person.click("Ready", message=shown)
            club.standin.advance(TURN)
            await club.standin.until(lambda shown=shown: club.newest().id != shown.id)  # type: ignore[misc]
        elif club.named() is missing:
            club.standin.advance(TURN)
            await club.standin.until(lambda: club.named() is not missing)
        elif (named := club.named()) is not None:
            await club.play_turn(named, seed)
        else:
            await club.settled()
    raise AssertionError("they are still there")


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.discord(STEADY)
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("variant", "changes", "computers"), GAMES)
async def test_a_game_with_up_to_six_seats_is_played_to_the_end(
    club: Club, variant: Variant, changes: dict[str, int], computers: int
) -> None:
    rules = code_for(options_for(variant, changes))
    async with BotProcess(club) as process:
        await club.table(variant, players=4, rules=rules, pace="live", computers=computers, level="hard")
        await club.play(1, lambda: len(club.log()) >= 14)
        await kill_during_a_click(club, process, random.Random(5))
        assert await process.stop() == 0
    missing = club.bob
    async with club.running():
        await club.open_hands()
        await go_away(club, missing)
        away, before = club.newest().text, await club.record()
        log = club.log()
    async with club.running():
        await club.standin.until(lambda: club.log()[: len(log)] == log)
        assert json.loads(before)["fairness"]["start"] == json.loads(await club.record())["fairness"]["start"]
        assert f"{missing.name} is away" in away
        await missing.slash(club.channel, "rummy hand")  # a round may be over, whose result has no *My hand*
        assert not (await missing.click("I'm back")).failed
        await club.open_hands()
        await club.play(3, lambda: club.public("Rematch") is not None)
        await club.settled()
        shown, record = club.newest().text, json.loads(await club.record())
        # A reminder that the killed process had just posted may stay, or be deleted twice.
        assert [request for request in club.refused() if request.method != "DELETE"] == []
    async with club.running():
        assert json.loads(await club.record()) == record
        assert club.newest().text == shown
    assert check(record) == record
    verify(record)
    assert record["rules"] == {"variant": variant, "options": changes}
    assert len(record["seats"]) == 4 + computers
    assert sum(name.endswith("(Hard)") for name in record["seats"]) == computers
    assert min(record["result"]["totals"]) <= -changes.get("end_at", 0)
    moves = [move for deal in record["deals"] for move in deal["moves"]]
    assert any(move.endswith(" !") for move in moves), "a turn ran out of time"
    assert {move.split()[0] for move in moves} == set("012345"[: 4 + computers])
