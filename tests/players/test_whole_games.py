"""Whole games of computers: every variant, number of seats and level, with random house rules, to the end.

No move may be refused, and none may be missing. Sometimes a discard is taken back, or a card that was taken.
"""

from dataclasses import replace
from random import Random

import pytest

from bot.players.games import choose, claims
from bot.players.levels import Budget, Level
from bot.rummy import games
from bot.rummy.families import Family, Variant
from bot.rummy.games import State
from bot.rummy.melds.options import GermanOptions
from bot.rummy.moves import Move, Verb
from bot.rummy.options import PRESETS, Options
from bot.rummy.shuffle import first_deal_for, mix_of_cuts
from bot.rummy.views import Phase
from tests.amounts import times
from tests.rummy.helpers import random_melds_options, random_options

RELATIVES = [variant for variant, options in PRESETS.items() if options.seat_counts[-1] > 4]
QUICK = Budget(20)
_MOST_MOVES = 100_000


def some_rules(rng: Random, variant: Variant, seats: int) -> Options:
    """Return random house rules with which a game doesn't take long."""
    if PRESETS[variant].family is Family.GIN:
        return random_options(rng, variant)
    options = random_melds_options(rng, variant, seats)
    if isinstance(options, GermanOptions) and options.end_at > 100:
        return replace(options, end_at=rng.randint(20, 100))
    return options


def play_game(rng: Random, variant: Variant, budget: Budget | None = QUICK) -> int:
    """Play a whole game, and return the number of its moves; Refused or AssertionError if a computer fails."""
    seats = rng.choice(PRESETS[variant].seat_counts)
    options, levels = some_rules(rng, variant, seats), [rng.choice(list(Level)) for _ in range(seats)]
    first = first_deal_for(rng.randbytes(32), mix_of_cuts(("",) * seats), options)
    state, moves = games.new_game(options, seats, first), 0
    while state.phase is not Phase.OVER:
        if state.phase is Phase.DEAL:
            deck = rng.sample(options.pack, len(options.pack))
            dealer = rng.randrange(seats) if options.dealer_by_chance and moves else None
            state = games.deal(state, deck, dealer)
        moves += 1
        assert moves < _MOST_MOVES, "it never ends"
        state = turned(state, levels, rng, budget)
    assert games.result_of(state) is not None
    return moves


def turned(state: State, levels: list[Level], rng: Random, budget: Budget | None) -> State:
    """Return a game after the next moves of a computer, or after something that a player thought better of."""
    seats = range(len(levels))
    for seat in seats:
        view = games.view_for(state, seat)
        if view.takeback is not None and rng.random() < 0.03:
            state = games.apply(state, Move(seat, Verb.TAKEBACK))
        elif state.phase is Phase.DRAW and claims(games.view_for(state, seat), levels[seat]):
            state = games.apply(state, Move(seat, Verb.CLAIM))
    turn = state.turn
    assert turn is not None
    taking = Move(turn, Verb.TAKE)
    if state.phase is Phase.DRAW and rng.random() < 0.03 and taking in games.legal_moves(state, turn):
        state = games.apply(state, taking)  # whether it can be used or not
    chosen = choose(games.view_for(state, turn), levels[turn], rng.randrange(100), budget)
    assert chosen, "no move"
    for move in chosen:
        state = games.apply(state, games.completed(games.view_for(state, turn), move), tuple)
    return state


@pytest.mark.parametrize("variant", RELATIVES)
@pytest.mark.parametrize("seed", range(times(1)))
def test_whole_games_are_played_to_the_end(variant: Variant, seed: int) -> None:
    assert play_game(Random(f"whole {variant} {seed}"), variant)


@pytest.mark.soak
@pytest.mark.timeout(8 * 3600)
def test_ten_thousand_whole_games_without_a_refused_or_missing_move(soak_seed: str) -> None:
    for number in range(10_000):
        rng = Random(f"whole {soak_seed} {number}")
        assert play_game(rng, rng.choice(list(Variant)), None if number % 50 == 0 else QUICK)
