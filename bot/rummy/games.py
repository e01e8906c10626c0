"""The rules of all games: each function calls the engine of the family that its argument belongs to."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from bot.rummy.cards import FULL_MASK, Card, mask_of
from bot.rummy.families import Family
from bot.rummy.gin import game as gin_game
from bot.rummy.gin.arrange import arrange
from bot.rummy.gin.options import GinOptions
from bot.rummy.gin.score_sheet import game_result as gin_result
from bot.rummy.gin.showdown import knock_offer
from bot.rummy.gin.state import GinState
from bot.rummy.gin.views import GinView
from bot.rummy.melds import game as melds_game
from bot.rummy.melds.options import MeldsOptions
from bot.rummy.melds.state import MeldsState
from bot.rummy.melds.views import MeldsView
from bot.rummy.melds.views import view_for as melds_view_for
from bot.rummy.moves import Move, Verb
from bot.rummy.options import Options, seats_in_words
from bot.rummy.refusals import Refusal
from bot.rummy.results import GameResult
from bot.rummy.shuffle import FirstDeal, Reshuffle
from bot.rummy.views import View

State: TypeAlias = GinState | MeldsState
"""The state of a game of any family, hidden cards included."""


def _as_it_is(_: object, move: Move) -> Move:
    """Return a move that leaves nothing to the bot."""
    return move


@dataclass(frozen=True, slots=True)
class Engine:
    """The rules of a family as functions of its own options, states and views; the functions below document each."""

    new_game: Callable[[Any, int, FirstDeal], Any]
    deal: Callable[[Any, Sequence[Card], int | None], Any]
    seated: Callable[[Any, int, int | None], Any]
    apply: Callable[[Any, Move, Reshuffle | None], Any]
    refusal_for: Callable[[Any, Move], Refusal | None]
    legal_moves: Callable[[Any, int], tuple[Move, ...]]
    view_for: Callable[[Any, int | None], Any]
    result_of: Callable[[Any], GameResult | None]
    completed: Callable[[Any, Move], Move] = _as_it_is


def _new_gin_game(options: GinOptions, seats: int, first: FirstDeal) -> GinState:
    if seats not in options.seat_counts:
        raise ValueError(f"{options.variant} is a game for {seats_in_words(options)}, not for {seats}")
    return gin_game.new_game(options, *first)


def _deal_gin(state: GinState, deck: Sequence[Card], dealer: int | None) -> GinState:
    """Deal; the dealer of the next deal is always known (G-6)."""
    if dealer not in (None, state.dealer):
        raise ValueError(f"it is not for seat {dealer} to deal")
    return gin_game.deal(state, deck)


def _apply_gin(state: GinState, move: Move, reshuffle: Reshuffle | None) -> GinState:
    """Make a move; nothing is ever reshuffled (G-11)."""
    del reshuffle
    return gin_game.apply(state, move)


def _gin_moves(state: GinState, seat: int) -> tuple[Move, ...]:
    """Return the moves of a seat: none out of turn."""
    return gin_game.legal_moves(state) if seat == state.turn else ()


def _gin_result(state: GinState) -> GameResult | None:
    return gin_result(state.options, state.sheet, state.deals)


def _with_melds(view: GinView, move: Move) -> Move:
    """Return a knock or big gin without melds with those that the bot offers, if it is allowed (G-15, G-31).

    Any other move is returned as it is.
    """
    unnamed = Move(move.seat, move.verb, move.card)
    if move.verb not in (Verb.KNOCK, Verb.BIGGIN) or move.melds is not None or unnamed not in view.moves:
        return move
    hand = mask_of(view.hand)
    if move.verb is Verb.BIGGIN:
        return replace(move, melds=arrange(hand).melds)
    unseen = FULL_MASK & ~hand & ~mask_of(view.discards)
    return replace(move, melds=knock_offer(hand & ~(1 << move.named), unseen).melds)


def _new_melds_game(options: MeldsOptions, seats: int, first: FirstDeal) -> MeldsState:
    """Start a game; no cards are ever drawn for the first deal, and nobody waits (B-2, D-5)."""
    return melds_game.new_game(options, seats, first.dealer)


def _dealt_by(state: MeldsState, dealer: int, waits: int | None) -> MeldsState:
    """Return a game before a deal with this dealer; nobody ever waits."""
    del waits
    return replace(state, dealer=dealer)


ENGINES: Final[Mapping[Family, Engine]] = {
    Family.GIN: Engine(
        _new_gin_game,
        _deal_gin,
        gin_game.seated,
        _apply_gin,
        gin_game.refusal_for,
        _gin_moves,
        gin_game.view_for,
        _gin_result,
        _with_melds,
    ),
    Family.MELDS: Engine(
        _new_melds_game,
        melds_game.deal,
        _dealt_by,
        melds_game.apply,
        melds_game.refusal_for,
        melds_game.legal_moves,
        melds_view_for,
        melds_game.result_of,
    ),
}
"""The rules of each family."""


def new_game(options: Options, seats: int, dealer: FirstDeal | int, *, limited: bool = True) -> State:
    """Start a game; ``dealer`` deals first, a seat, or all that is decided before the first deal (G-4, G3-3).

    ``limited`` is False in games of earlier versions, in which take-backs had no limit (C-10). ValueError if this
    number of players can't play the game with these options.
    """
    first = FirstDeal(dealer) if isinstance(dealer, int) else dealer
    state: State = ENGINES[options.family].new_game(options, seats, first)
    return state if limited else replace(state, limited=False)


def deal(state: State, deck: Sequence[Card], dealer: int | None = None) -> State:
    """Deal from the top of a deck; ``dealer`` is needed only if each dealer is random (`dealer_by_chance`).

    ValueError if no deal is due, the deck isn't the whole pack, or another seat has to deal.
    """
    after: State = ENGINES[state.family].deal(state, deck, dealer)
    return after


def seated(state: State, dealer: int, waits: int | None) -> State:
    """Return a game before a deal with this dealer, and with this seat waiting in it; None where nobody waits (G3-1).

    ValueError if nobody could play the deal.
    """
    after: State = ENGINES[state.family].seated(state, dealer, waits)
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
