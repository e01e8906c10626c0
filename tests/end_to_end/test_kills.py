"""The process is killed at random moments: no accepted move is lost or repeated, and old buttons work."""

import asyncio
import contextlib
import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.playground import Answer, AnswerKind
from bot.program.cli.guests import Guest
from bot.rummy.records.checking import check
from bot.rummy.refusals import Reason
from tests.end_to_end.club import ROUGH, BotProcess, Club, open_club
from tests.refusals import beginning

UNMOVED = (
    "out of date",  # a message from before the kill is stale
    *map(beginning, (Reason.INITIAL_BELOW, Reason.INITIAL_FIRST, Reason.INITIAL_OUT)),  # they have too few points
)
"""Parts of answers to clicks that made no move."""


async def kills(folder: Path, seed: int, times: int, variant: str = "gin", players: int = 2) -> None:
    rng = random.Random(seed)
    async with open_club(folder, rough=ROUGH) as club, BotProcess(club) as bot:
        await club.table(variant, players=players)
        for _ in range(times):
            await club.play(rng.randrange(1000), later(club, rng.randint(1, 4)))
            if over(club):
                await rematch(club)
            await kill_during_a_click(club, bot, rng)
        await club.play(seed, lambda: over(club) or club.public("Next") is not None)
        if over(club):
            await club.tidied()
        record = json.loads(await club.record())
        assert check(record) == record
        assert await bot.stop() == 0


def later(club: Club, moves: int) -> Callable[[], bool]:
    """Return a condition: a number of moves were made since now, or the game is over."""
    goal = len(club.log()) + moves
    return lambda: len(club.log()) >= goal or over(club)


def over(club: Club) -> bool:
    """Return whether the newest message with buttons is a game's result; results of earlier games stay."""
    shown = [message for message in club.eve.sees(club.channel) if message.labels]
    return bool(shown) and "Rematch" in shown[-1].labels


async def rematch(club: Club) -> None:
    club.opened = club.standin.now()
    await club.ala.click("Rematch", message=club.public("Rematch"))
    await club.shown("Join")
    for person in club.players[1:]:
        await person.click("Join")
    await club.ala.click("Start")
    await club.open_hands()


async def kill_during_a_click(club: Club, bot: BotProcess, rng: random.Random) -> None:
    """Kill the bot at a random point between a click and its answer, restart it, and compare the log."""
    before, made = club.log(), len(club.standin.requests)
    click = await one_click(club, rng)
    after_requests = rng.choice([0, 0, 1, 1, 2])
    if after_requests:
        with contextlib.suppress(TimeoutError):  # melds laid in a turn are only shown in the answer
            await club.standin.until(lambda: len(club.standin.requests) >= made + after_requests, seconds=1)
    else:
        await asyncio.sleep(rng.random() * 0.02)  # a random moment for the kill; the test waits for nothing here
    bot.kill()
    await bot.killed()
    kept = club.log()
    assert kept[: len(before)] == before, "an accepted move was lost"
    made_by_people = [line for line in kept[len(before) :] if line[4] > 0]  # the program's moves have negative numbers
    assert len(made_by_people) <= 1, "a move was made twice"
    answered = click is not None and not click.pending and click.kind in (AnswerKind.MESSAGE, AnswerKind.UPDATE)
    if click is not None and answered and not any(line in click.text for line in UNMOVED):
        assert made_by_people, "an answered move was not stored"
    await bot.start()
    log = club.log()
    assert log[: len(kept)] == kept
    assert all(line[4] < 0 for line in log[len(kept) :]), "only computers have moved since"
    await press_old_buttons(club)


async def one_click(club: Club, rng: random.Random) -> Answer | None:
    """Click once for the first player who can act, without waiting for the answer."""
    guests: list[Guest] = club.guests(rng.randrange(1000))
    for guest in guests:
        done = await guest.act(wait=False)
        if done is not None:
            return None if done[0].startswith("Pick cards") else done[1]
    following = club.public("Next")
    if following is not None:
        return await club.ala.click("Next", message=following, wait=False)
    return None


async def press_old_buttons(club: Club) -> None:
    """Press buttons of messages from before the kill: each is answered, and the table's buttons still work."""
    for guest in club.guests(0):
        old = guest.panel()
        if old is not None and old.labels:
            assert not (await guest.person.click(old.labels[-1], message=old)).failed
    if club.public("My hand") is not None:
        await club.open_hands()


@pytest.mark.parametrize(("variant", "players"), [("gin", 2), pytest.param("german", 3, marks=pytest.mark.soak)])
async def test_kills_at_random_points_neither_lose_nor_repeat_moves(tmp_path: Path, variant: str, players: int) -> None:
    await kills(tmp_path, seed=players, times=1, variant=variant, players=players)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("variant", "players"), [("gin", 2), ("basic", 4), ("german", 3), ("rum500", 3)])
async def test_five_hundred_kills_neither_lose_nor_repeat_moves(
    tmp_path: Path, variant: str, players: int, soak_seed: str
) -> None:
    await kills(tmp_path, seed=int(soak_seed), times=500, variant=variant, players=players)
