"""The one door to the games of both families; which one it is, the options and the state say."""

from collections.abc import Sequence
from typing import TypeAlias

from bot.rummy.cards import Card
from bot.rummy.gin import game as gin
from bot.rummy.gin.game import GinState
from bot.rummy.melds import game as table_melds
from bot.rummy.melds.game import MeldsState, Reshuffle
from bot.rummy.moves import Move
from bot.rummy.options import GermanOptions, GinOptions, Options
from bot.rummy.refusals import Refusal
from bot.rummy.results import GameResult
from bot.rummy.scoring.final import game_result
from bot.rummy.shuffle import DealerDraw
from bot.rummy.views import GinView, MeldsView

State: TypeAlias = GinState | MeldsState
"""A game of either family, hidden cards and all."""


def new_game(options: Options, seats: int, dealer: int, dealer_draw: DealerDraw = ()) -> State:
    """Begin a game; ``dealer_draw`` are the cards drawn for the first deal, where there were any (G-4).

    ValueError if so many can't play it, or not by these options.
    """
    if not isinstance(options, GinOptions):
        return table_melds.new_game(options, seats, dealer)
    if seats != 2:
        raise ValueError(f"{options.variant} is a game for two, not for {seats}")
    return gin.new_game(options, dealer, dealer_draw)


def deal(state: State, deck: Sequence[Card], dealer: int | None = None) -> State:
    """Deal; ``dealer`` says who, where chance does (`dealer_is_chance`). ValueError if no deal is due from it."""
    if isinstance(state, MeldsState):
        return table_melds.deal(state, deck, dealer)
    if dealer not in (None, state.dealer):
        raise ValueError(f"it is not for seat {dealer} to deal")
    return gin.deal(state, deck)


def apply(state: State, move: Move, reshuffle: Reshuffle | None = None) -> State:
    """Make a move; Refused, with the rule that stands against it, if it is not allowed (C-5).

    ``reshuffle`` makes a new stock where a move asks for one (B-7); ValueError if it is missing then.
    """
    if isinstance(state, MeldsState):
        return table_melds.apply(state, move, reshuffle)
    return gin.apply(state, move)


def refusal_for(state: State, move: Move) -> Refusal | None:
    """Say why a move is not allowed; None if it is."""
    return table_melds.refusal_for(state, move) if isinstance(state, MeldsState) else gin.refusal_for(state, move)


def view_for(state: State, seat: int | None) -> GinView | MeldsView:
    """Give what a seat may see of a game; ``seat`` None is everybody else (C-4)."""
    return table_melds.view_for(state, seat) if isinstance(state, MeldsState) else gin.view_for(state, seat)


def result_of(state: State) -> GameResult | None:
    """Give who won the game and the final points; None while it runs."""
    if isinstance(state, MeldsState):
        return table_melds.result_of(state)
    return game_result(state.options, state.sheet, state.deals)


def dealer_is_chance(options: Options) -> bool:
    """Say whether a random seat begins each deal, not only the first (D-5)."""
    return isinstance(options, GermanOptions)
