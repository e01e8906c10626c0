"""The rules of all games: each function calls the engine of the family that its argument belongs to."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

from bot.rummy.cards import Card
from bot.rummy.engines import Engine, Reshuffle
from bot.rummy.families import Family
from bot.rummy.gin.engine import GIN
from bot.rummy.gin.game import GinState
from bot.rummy.gin.views import GinView
from bot.rummy.melds.engine import MELDS
from bot.rummy.melds.game import MeldsState
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move
from bot.rummy.options import Options
from bot.rummy.refusals import Refusal
from bot.rummy.results import GameResult
from bot.rummy.shuffle import DealerDraw
from bot.rummy.views import View

State: TypeAlias = GinState | MeldsState
"""The state of a game of any family, hidden cards included."""

ENGINES: Final[Mapping[Family, Engine[Any, Any, Any]]] = {Family.GIN: GIN, Family.MELDS: MELDS}
"""The rules of each family."""


def new_game(options: Options, seats: int, dealer: int, dealer_draw: DealerDraw = (), *, limited: bool = True) -> State:
    """Start a game; ``dealer_draw`` are the cards that were drawn for the first deal, if any (G-4).

    ``limited`` is False in games of earlier versions, in which take-backs had no limit (C-10). ValueError if this
    number of players can't play the game with these options.
    """
    state: State = ENGINES[options.family].new_game(options, seats, dealer, dealer_draw)
    return state if limited else replace(state, limited=False)


def deal(state: State, deck: Sequence[Card], dealer: int | None = None) -> State:
    """Deal from the top of a deck; ``dealer`` is needed only if each dealer is random (`dealer_by_chance`).

    ValueError if no deal is due, the deck isn't the whole pack, or another seat has to deal.
    """
    after: State = ENGINES[state.family].deal(state, deck, dealer)
    return after


def apply(state: State, move: Move, reshuffle: Reshuffle | None = None) -> State:
    """Make a move and return the game after it; Refused, with the rule, if it isn't allowed (C-5).

    ``reshuffle`` makes a new stock if the move draws the last card of the old one (B-7); ValueError if it is needed and
    None.
    """
    after: State = ENGINES[state.family].apply(state, move, reshuffle)
    return after


def refusal_for(state: State, move: Move) -> Refusal | None:
    """Return why a move isn't allowed; None if it is. ValueError if it lacks the card or the meld that it needs."""
    refusal: Refusal | None = ENGINES[state.family].refusal_for(state, move)
    return refusal


def legal_moves(state: State, seat: int) -> tuple[Move, ...]:
    """List the moves that a seat can make now.

    A knock with no arrangement means every knock with that card (G-15). Melds to lay are left out, because there can be
    thousands: `bot.laydown` finds them. So is taking back a discard (C-9), because it leads back to an earlier position
    and a search or a random player might never end: `View.takeback` is set while it is legal.
    """
    moves: tuple[Move, ...] = ENGINES[state.family].legal_moves(state, seat)
    return moves


def view_for(state: State, seat: int | None) -> GinView | MeldsView:
    """Return what a seat may see of a game; ``seat`` None is everyone who isn't playing (C-4)."""
    view: GinView | MeldsView = ENGINES[state.family].view_for(state, seat)
    return view


def result_of(state: State) -> GameResult | None:
    """Return the winners of a game and the final points; None while it runs."""
    result: GameResult | None = ENGINES[state.family].result_of(state)
    return result


def completed(view: View, move: Move) -> Move:
    """Return a seat's move with the bot's choice of everything that it leaves open: the melds of a knock (G-15).

    The choice depends only on what that seat can see.
    """
    whole: Move = ENGINES[view.family].completed(view, move)
    return whole
