"""The process that judges games: it finds what would be found here, and it may end at any time."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from random import Random

import pytest

from bot.play.scheduling.judge import JudgingProcess
from bot.play.state.errors import NotJudged
from bot.players.games import review_of
from bot.players.gin.judging import level_move
from bot.players.levels import Level
from bot.rummy.cards import PACK
from bot.rummy.families import Variant
from bot.rummy.gin.game import apply, deal, new_game, view_for
from bot.rummy.gin.state import GinState
from bot.rummy.moves import Move
from bot.rummy.options import options_for
from bot.rummy.records.writing import PlayedDeal, write
from bot.rummy.views import Phase

pytestmark = pytest.mark.slow
GIN = options_for(Variant.GIN, {}, 2)


def played(seed: int) -> tuple[GinState, list[Move], Mapping[str, object]]:
    """Let an Easy and a Hard computer play a deal. Return it as dealt, its moves, and its record."""
    dealt = deal(new_game(GIN, 0), Random(seed).sample(PACK, 52))
    state, moves = dealt, list[Move]()
    while state.phase not in (Phase.DEAL, Phase.OVER):
        moves.append(level_move(view_for(state, state.turn), (Level.EASY, Level.HARD)[state.turn or 0]))
        state = apply(state, moves[-1])
    written = PlayedDeal(tuple(dealt.deck), list(map(str, moves)), dealt.dealer)
    return dealt, moves, write(GIN, ("Ala", "Bob"), None, [written])


@pytest.fixture
async def judge() -> AsyncIterator[JudgingProcess]:
    judge = JudgingProcess(nice=0)  # at the lowest priority it would wait for the other tests
    yield judge
    await judge.close()


async def test_a_game_is_judged_elsewhere_as_it_would_be_here(judge: JudgingProcess) -> None:
    dealt, moves, record = played(6)
    percents = list[int]()
    review = await judge.review(record, percents.append)
    assert review == review_of([(dealt, moves)])
    assert percents == sorted(percents)
    puzzle = await judge.puzzle_in(played(3)[2], 1, "seed")
    assert puzzle is not None
    assert puzzle.right in range(len(puzzle.choices))


async def test_a_judge_that_is_killed_says_so_and_starts_again(judge: JudgingProcess) -> None:
    _, _, record = played(6)
    begun = asyncio.Event()
    review = asyncio.create_task(judge.review(record, lambda _: begun.set()))
    await begun.wait()
    assert judge.process is not None
    judge.process.kill()
    with pytest.raises(NotJudged):
        await review
    assert await judge.review(record)


async def test_a_review_goes_before_a_puzzle(judge: JudgingProcess) -> None:
    _, _, record = played(6)
    await judge.review(record)  # now the process is ready
    puzzle = asyncio.create_task(judge.puzzle_in(record, 1, "seed"))
    await asyncio.sleep(0)  # the puzzle is asked for
    assert await judge.review(record)
    with pytest.raises(NotJudged):
        await puzzle


async def test_a_wrong_record_is_an_error_after_which_the_next_is_judged(judge: JudgingProcess) -> None:
    with pytest.raises(ValueError, match="RecordError"):
        await judge.review({})
    assert await judge.review(played(6)[2])


async def test_a_closed_judge_judges_nothing(judge: JudgingProcess) -> None:
    begun = asyncio.Event()
    review = asyncio.create_task(judge.review(played(6)[2], lambda _: begun.set()))
    await begun.wait()
    await judge.close()
    for asked in (review, judge.review(played(6)[2])):
        with pytest.raises(NotJudged):
            await asked
