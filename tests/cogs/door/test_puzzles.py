"""All puzzles of the program draw and read, in every language, and show nothing but what one seat saw."""

import pytest

from bot.play.state.puzzles import PuzzleAnswer, PuzzleTry
from bot.players.judged import Puzzle, shipped_puzzles
from bot.ratings.rating import FIRST
from bot.rummy.cards import PACK
from bot.rummy.moves import Verb
from bot.text.catalogs import Catalogs, Texts
from cogs.door.puzzles import PuzzleScreens, PuzzleSight, answer_buttons, answer_lines, puzzle_lines
from cogs.edge.languages import Languages
from cogs.table.screens.ear import count_words
from render.queue.studio import Studio

CATALOGS = Catalogs()
LANGUAGES = [CATALOGS.texts(language) for language in CATALOGS.languages]
MOST = 35
"""The most words beside a picture."""
LABEL = 34
"""What a button on a phone has room for."""


@pytest.mark.slow
async def test_every_puzzle_shows_what_its_seat_saw_and_no_other_card() -> None:
    studio, texts = Studio(), CATALOGS.texts("en-US").seen_as("text-only")
    screens = PuzzleScreens(Languages.__new__(Languages), None, studio)  # type: ignore[arg-type]
    try:
        for puzzle in shipped_puzzles():
            view = puzzle.view
            assert view.seat == view.hand_of == view.turn == puzzle.position.seat
            assert {str(choice) for choice in puzzle.choices} <= {str(move) for move in view.moves}
            seen = await screens._seen(puzzle, "Ala", texts)
            shown = [*seen.words, *puzzle_lines(texts, seen), *(one.alt or "" for one in seen.files)]
            assert all(shown)
            others = {*PACK} - {*view.hand, *view.discards, *(card for cards in view.known for card in cards)}
            assert len(others) >= 10
            for card in others:
                assert not any(texts.card_words(card) in line for line in shown), puzzle.key
    finally:
        studio.close()


@pytest.mark.parametrize("texts", LANGUAGES, ids=lambda texts: texts.language)
def test_answers_are_short_in_every_language(texts: Texts) -> None:
    for puzzle in shipped_puzzles():
        assert all(len(one.label or "") <= LABEL for one in answer_buttons(texts, puzzle))
        for choice in range(len(puzzle.choices)):
            lines = answer_lines(texts, _answer(puzzle, choice))
            assert count_words(" ".join(lines)) <= MOST, lines
    assert count_words(" ".join(puzzle_lines(texts, PuzzleSight((), (), ())))) <= MOST


def _answer(puzzle: Puzzle, choice: int) -> PuzzleAnswer:
    tried = PuzzleTry(puzzle.key, choice, choice == puzzle.right, 0, FIRST)
    return PuzzleAnswer(puzzle, tried, FIRST, FIRST, is_new=True)


def test_the_choices_are_a_knock_and_a_discard() -> None:
    assert {tuple(move.verb for move in one.choices) for one in shipped_puzzles()} == {(Verb.KNOCK, Verb.DISCARD)}
