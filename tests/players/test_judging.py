"""Puzzles and reviews: what they hide, that the same seed gives the same, and that clear mistakes are found."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

import pytest

from bot.players.games import choose, puzzle_in, review_of, reviewable
from bot.players.gin import judging, reviewing
from bot.players.gin.discards import open_discards
from bot.players.gin.judging import Brought, PlaysOn, brought, dealt_again, level_move, position_of, puzzle_at
from bot.players.gin.player import gin_view
from bot.players.gin.reading import reading_of
from bot.players.judged import Cost, Mistake, Review, puzzle_from, shipped_puzzles
from bot.players.levels import Level
from bot.rummy.cards import PACK, cards_in, mask_of
from bot.rummy.families import Variant
from bot.rummy.gin.arrange import arrange
from bot.rummy.gin.game import apply, deal, new_game, view_for
from bot.rummy.gin.state import GinState
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.options import options_for
from bot.rummy.views import Phase
from tests.amounts import times
from tests.players.gin_positions import position

GIN = options_for(Variant.GIN, {}, 2)
OVER = (Phase.DEAL, Phase.OVER)


def dealt(seed: int) -> GinState:
    chance = Random(seed)
    return deal(new_game(GIN, chance.randrange(2)), chance.sample(PACK, 52))


def played_on(state: GinState, level: Level = Level.HARD) -> tuple[list[GinState], list[Move]]:
    """Let computers play a deal to its end; return its states, and the moves between them."""
    states, moves = [state], list[Move]()
    while states[-1].phase not in OVER:
        moves.append(level_move(view_for(states[-1], states[-1].turn), level))
        states.append(apply(states[-1], moves[-1]))
    return states, moves


def own_turns(states: Sequence[GinState]) -> list[tuple[int, GinView]]:
    return [
        (at, view_for(state, state.turn))
        for at, state in enumerate(states)
        if state.phase in (Phase.DISCARD, Phase.DRAW)
    ]


def test_a_redeal_looks_the_same_to_the_seat() -> None:
    for at, view in own_turns(played_on(dealt(1))[0]):
        seat, reading = view.seat or 0, reading_of(view, view.seat or 0)
        hand = reading.hands[at]
        state = dealt_again(view, seat, hand, [card for card in cards_in(reading.unseen) if not hand >> card & 1])
        assert replace(view_for(state, seat), recent=view.recent) == view
        assert state.hands[1 - seat] == hand


def test_a_position_is_what_the_seat_saw_and_holds_nothing_else() -> None:
    states, moves = played_on(dealt(2))
    for at, view in own_turns(states):
        found = position_of(states[at], list(map(str, moves[:at])))
        assert found.view == view
        seen = mask_of((*view.hand, *view.discards, *view.known[1 - (view.seat or 0)]))
        hidden = [card for card in found.deck if not seen >> card & 1]
        assert hidden == sorted(hidden), "the cards that the seat didn't see are in the order of the pack"


@pytest.mark.parametrize("by", PlaysOn)
def test_the_same_seed_brings_the_same_points(by: PlaysOn) -> None:
    view = position("5C 6C 7C 8C 9S 9H 9D 2S 3D KH QS", "JC TD", turns=8)
    choices = [Move(0, Verb.DISCARD, card) for card in (view.hand[-1], view.hand[0])]
    assert brought(view, choices, by, 3, "a") == brought(view, choices, by, 3, "a")
    assert brought(view, choices, by, 3, "a") != brought(view, choices, by, 3, "b")


def test_a_knock_brings_what_the_rules_score_whoever_would_play_on() -> None:
    view = position("5C 6C 7C 8C 9S 9H 9D 2S 2D AH QS", "JC TD", turns=8)
    knock = [move for move in view.moves if move.verb is Verb.KNOCK and str(move) == "0 knock QS"]
    simple, hard = (brought(view, knock, by, 20, "a") for by in (PlaysOn.SIMPLE, PlaysOn.HARD))
    assert simple.points == hard.points
    assert len(set(simple.points[0])) > 5, "with each of the opponent's hands"
    assert min(simple.points[0]) >= -25 - 5


def test_who_breaks_up_a_meld_pays_for_it() -> None:
    view = position("5C 6C 7C 8C 9S 9H 9D 2S 3D AH QS", "JC TD", turns=8)
    queen, nine = (next(move for move in view.moves if str(move) == f"0 discard {card}") for card in ("QS", "9S"))
    for by, many in ((PlaysOn.SIMPLE, 200), (PlaysOn.HARD, 40)):
        found = brought(view, [queen, nine], by, many, "a")
        assert found.clearly_best(3.0) == 0
        assert found.cost(1, 0).points > 3
        assert found.cost(0, 0) == Cost(0, 0, 0)


def test_only_what_is_ahead_of_all_others_is_clearly_best() -> None:
    moves = (Move(0, Verb.DRAW), Move(0, Verb.TAKE), Move(0, Verb.PASS))
    assert Brought(moves[:2], ((10, 11), (4, 5))).clearly_best(3) == 0
    assert Brought(moves[:2], ((10, 11), (4, 5))).clearly_best(7) is None
    assert Brought(moves[:2], ((10, 11), (4, 5))).clearly_best(3, above=6) is None
    assert Brought(moves[:2], ((30, 0), (4, 5))).clearly_best(3) is None, "by chance"
    assert Brought(moves, ((4, 5), (10, 11), (9, 10))).clearly_best(3) is None
    assert Brought(moves[:2], ((-1, 4), (0, 0))).lost(0) == 0.5


@pytest.mark.parametrize(
    ("unlike", "what"),
    [
        ("nothing", True),
        ("screening simple", False),
        ("screening hard", False),
        ("screening expert", False),
        ("confirming simple", False),
        ("confirming hard", False),
        ("confirming expert", False),
    ],
)
def test_a_puzzle_has_the_same_answer_with_all_players_and_two_seeds(
    monkeypatch: pytest.MonkeyPatch, unlike: str, *, what: bool
) -> None:
    puzzle = shipped_puzzles()[0]

    def one_differs(_: GinView, choices: Sequence[Move], by: PlaysOn, redeals: int, seed: str) -> Brought:
        right = puzzle.right if f"{seed} {by}" != f"a {unlike}" else 1 - puzzle.right
        points = [(0, 1) * redeals, (0, 1) * redeals]
        points[right] = (10, 12) * redeals
        return Brought(tuple(choices), tuple(points))

    monkeypatch.setattr(judging, "brought", one_differs)
    found = puzzle_at(puzzle.position, "a", lambda *_: True)
    assert (found is not None) == what
    if found is not None:
        assert (found.right, found.choices, found.key) == (puzzle.right, puzzle.choices, puzzle.key)
        assert found.costs[1 - found.right].points == 10.5
        assert puzzle_at(puzzle.position, "a", lambda *_: False) is None


def test_shipped_puzzles_are_balanced_and_readable() -> None:
    puzzles = shipped_puzzles()
    assert len({one.key for one in puzzles}) == len({one.deal for one in puzzles}) == len(puzzles) > 0
    knocks = 0
    for one in puzzles:
        assert puzzle_from(one.written) == one
        view = gin_view(one.view)
        assert view.turn == view.seat == one.position.seat
        assert set(one.choices) <= set(view.moves)
        assert [choice.verb for choice in one.choices] == [Verb.KNOCK, Verb.DISCARD]
        assert one.costs[one.right] == Cost(0, 0, 0)
        assert all(cost.points >= judging.CLEARLY and cost.low > 0 for cost in one.costs if cost != Cost(0, 0, 0))
        assert {one.why} <= (
            {"they_win", "few_outs", "much_now"} if not one.right else {"undercut", "gin_close", "little_now"}
        )
        for level in (Level.NORMAL, Level.HARD, Level.EXPERT):
            assert (choose(view, level, 0)[0].verb is one.choices[one.right].verb) == (level in one.solved_by)
        knocks += one.right == 0
    assert 0.4 * len(puzzles) <= knocks <= 0.6 * len(puzzles)
    assert sum(len(one.solved_by) == len(Level) for one in puzzles) <= len(puzzles) / 4


TEXT = shipped_puzzles()[0].written


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        '{"version":1}',
        TEXT.replace('"version":1', '"version":2'),
        TEXT.replace('"deck":"', '"deck":"XY'),
    ],
)
def test_what_is_no_puzzle_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        puzzle_from(text)


def blunders(view: GinView) -> list[Move]:
    """Return the discards that throw away eight points of deadwood or more from a meld, one step from a knock."""
    found = {choice.card: choice.deadwood for choice in open_discards(mask_of(view.hand), view.taken)}
    least, melded = min(found.values()), {card for meld in arrange(mask_of(view.hand)).melds for card in meld}
    near = view.knock_limit < least <= 2 * view.knock_limit
    return [
        Move(view.seat or 0, Verb.DISCARD, card) for card in melded & found.keys() if near and found[card] >= least + 8
    ]


def with_blunder(seed: int) -> tuple[list[GinState], list[Move], int]:
    """Return a deal of Experts, one of whom blunders, and which of the moves that is."""
    chance = Random(f"blunder {seed}")
    states, moves = played_on(dealt(10_000 + seed), Level.EXPERT)
    ways = [(at, wrong) for at, view in own_turns(states) if view.phase is Phase.DISCARD for wrong in blunders(view)]
    if not ways:
        return with_blunder(seed + 1_000)
    at, wrong = chance.choice(ways)
    after, others = played_on(apply(states[at], wrong), Level.EXPERT)
    return [*states[: at + 1], *after], [*moves[:at], wrong, *others], at


@pytest.mark.slow
def test_a_review_finds_a_blunder_and_is_always_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, few in (("_SELECTING", 60), ("_SELECTED", 2), ("_REPORTING", {PlaysOn.SIMPLE: 200, PlaysOn.HARD: 40})):
        monkeypatch.setattr(reviewing, name, few)
    states, moves, at = with_blunder(0)
    review = review_of([(states[0], moves)])
    assert [(one.deal, one.move, one.made) for one in review.turning_points] == [(1, at, moves[at])]
    (mistake,) = review.mistakes
    assert mistake.cost.points >= reviewing.LEAST
    assert mistake.cost.low > 0
    assert review == review_of([(states[0], moves)])
    late = [replace(move, timed_out=True) if number == at else move for number, move in enumerate(moves)]
    assert not review_of([(states[0], late)]).mistakes, "the bot made it for an absent player"


@pytest.mark.parametrize(
    ("simple", "hard", "said"),
    [
        (Cost(5, 3, 7), Cost(8, 4, 12), Cost(5, 3, 7)),
        (Cost(9, 3, 15), Cost(4, 1, 7), Cost(4, 1, 7)),
        (Cost(1.9, 1, 3), Cost(8, 4, 12), None),
        (Cost(5, 3, 7), Cost(1.9, 1, 3), None),
        (Cost(5, 0, 10), Cost(8, 4, 12), None),
        (Cost(5, 3, 7), Cost(8, -0.1, 16), None),
    ],
)
def test_a_mistake_costs_two_points_by_both_who_play_on_and_the_smaller_figure_is_said(
    simple: Cost, hard: Cost, said: Cost | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Played(NamedTuple):
        by: PlaysOn

        def cost(self, _choice: int, _than: int) -> Cost:
            return simple if self.by is PlaysOn.SIMPLE else hard

    monkeypatch.setattr(reviewing, "brought", lambda _view, _choices, by, _redeals, _seed: Played(by))
    view = position("5C 6C 7C 8C 9S 9H 9D 2S 3D KH QS", "JC TD", turns=8)
    made, better = (Move(0, Verb.DISCARD, card) for card in view.hand[:2])
    found = reviewing._reported(reviewing._Turn(1, 0, made, (better,), 0.0, view), better)
    assert (None if found is None else found.cost) == said


def test_the_balance_adds_up_for_both_seats() -> None:
    made = Move(0, Verb.DRAW)
    costs = [(0, 3.4), (0, 2.3), (1, 8.6), (1, 5.1), (0, 4.4)]
    mistakes = tuple(Mistake(seat, 1, at, made, made, Cost(cost, 1, 9)) for at, (seat, cost) in enumerate(costs))
    review = Review((12, -30, 31), mistakes)
    for seat in (0, 1):
        sum_ = review.balance(seat)
        assert sum_.result == sum_.luck + sum_.theirs - sum_.yours
    assert (review.balance(0).result, review.balance(0).theirs, review.balance(0).yours) == (13, 14, 10)
    assert review.balance(1).result == -13
    assert [one.cost.points for one in review.turning_points] == [8.6, 5.1, 4.4]


def test_only_gin_for_two_is_reviewed() -> None:
    assert reviewable(options_for(Variant.HOLLYWOOD))
    assert not reviewable(options_for(Variant.THREE_HANDED))
    assert not reviewable(options_for(Variant.BASIC))
    assert puzzle_in(dealt(1), [], "a") is None


def from_puzzle(number: int, *, right: bool) -> tuple[list[GinState], list[Move]]:
    """Return a deal that goes on from a puzzle with one of its answers, over a redeal that no judging has seen."""
    puzzle = shipped_puzzles()[number % len(shipped_puzzles())]
    chance, view, seat = Random(f"planted {number}"), gin_view(puzzle.view), puzzle.position.seat
    reading = reading_of(view, seat)
    hand = chance.choice(reading.hands)
    stock = [card for card in cards_in(reading.unseen) if not hand >> card & 1]
    chance.shuffle(stock)
    before = dealt_again(view, seat, hand, stock)
    made = puzzle.choices[puzzle.right if right else 1 - puzzle.right]
    after, moves = played_on(apply(before, made), Level.EXPERT)
    return [before, *after], [made, *moves]


@pytest.mark.soak
def test_of_50_planted_blunders_45_become_turning_points() -> None:
    many, found = min(50, times(5)), 0
    for number in range(many):
        states, moves, at = with_blunder(number) if number % 2 else (*from_puzzle(number, right=False), 0)
        points = review_of([(states[0], moves)]).turning_points
        found += any((one.deal, one.move) == (1, at) for one in points)
    assert found >= 0.9 * many, f"{found} of {many}"


@pytest.mark.soak
def test_of_50_planted_best_moves_none_is_a_mistake() -> None:
    for number in range(min(50, times(5))):
        states, moves = from_puzzle(number, right=True)
        assert all(one.move != 0 for one in review_of([(states[0], moves)]).mistakes), number
