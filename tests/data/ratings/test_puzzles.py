"""Puzzles: each once per person, no more than a number per hour, rated like players."""

import pytest

from bot.play.service.puzzles import AN_HOUR, Puzzles
from bot.play.state.errors import TableReason
from bot.play.state.values import HOUR, MINUTE
from bot.players.judged import shipped_puzzles
from bot.ratings.rating import FIRST
from bot.rummy.refusals import Refused
from data.database import Database
from data.ratings.puzzles import SqlPuzzles

ALA, BOB = 1, 2


@pytest.mark.slow
async def test_everyone_gets_every_puzzle_once_but_not_too_many_an_hour(database: Database) -> None:
    now, answered = HOUR, list[str]()
    puzzles = Puzzles(SqlPuzzles(database), lambda: now, an_hour=3)
    for one in shipped_puzzles():
        puzzle = await puzzles.following(ALA)
        assert puzzle is not None
        answered.append(puzzle.key)
        await puzzles.answer(ALA, puzzle.key, 0)
        if len(answered) % 3 == 0 and len(answered) < len(shipped_puzzles()):
            other = next(one.key for one in shipped_puzzles() if one.key not in answered)
            for refused in (puzzles.following(ALA), puzzles.answer(ALA, other, 0)):
                with pytest.raises(Refused) as caught:
                    await refused
                [refusal] = caught.value.refusals
                assert refusal.reason is TableReason.PUZZLES_MANY
                assert refusal.values == {"most": 3, "when": f"<t:{(now - 2 * MINUTE + HOUR) // 1000}:R>"}
            now += HOUR - 2 * MINUTE
        else:
            now += MINUTE
    assert sorted(answered) == sorted(one.key for one in shipped_puzzles())
    assert await puzzles.following(ALA) is None
    assert AN_HOUR == 60


async def test_a_puzzle_is_rated_like_a_player(database: Database) -> None:
    puzzles = Puzzles(SqlPuzzles(database), lambda: HOUR)
    puzzle = shipped_puzzles()[0]
    wrong = await puzzles.answer(ALA, puzzle.key, 1 - puzzle.right)
    assert wrong is not None
    assert wrong.before == FIRST
    assert wrong.tried.rating.mu < FIRST.mu < wrong.of_puzzle.mu
    right = await puzzles.answer(BOB, puzzle.key, puzzle.right)
    assert right is not None
    assert right.tried.rating.mu > FIRST.mu
    assert right.of_puzzle.mu < wrong.of_puzzle.mu
    assert right.of_puzzle.games == 2
    again = await puzzles.answer(ALA, puzzle.key, puzzle.right)
    assert again is not None
    assert not again.is_new
    assert not again.tried.solved
    assert again.of_puzzle == right.of_puzzle, "only the first try counts"
