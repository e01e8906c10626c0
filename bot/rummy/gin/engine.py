"""The gin family's entry in the registry of games."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.rummy.cards import FULL_MASK, Card, mask_of
from bot.rummy.engines import Engine, Reshuffle
from bot.rummy.gin import game
from bot.rummy.gin.game import GinState
from bot.rummy.gin.options import GinOptions
from bot.rummy.gin.score_sheet import game_result
from bot.rummy.gin.showdown import knock_offer
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.results import GameResult
from bot.rummy.shuffle import DealerDraw


def _new_game(options: GinOptions, seats: int, dealer: int, dealer_draw: DealerDraw) -> GinState:
    if seats not in options.seat_counts:
        raise ValueError(f"{options.variant} is a game for two, not for {seats}")
    return game.new_game(options, dealer, dealer_draw)


def _deal(state: GinState, deck: Sequence[Card], dealer: int | None) -> GinState:
    """Deal; the dealer of the next deal is always known (G-6)."""
    if dealer not in (None, state.dealer):
        raise ValueError(f"it is not for seat {dealer} to deal")
    return game.deal(state, deck)


def _apply(state: GinState, move: Move, reshuffle: Reshuffle | None) -> GinState:
    """Make a move; nothing is ever reshuffled (G-11)."""
    del reshuffle
    return game.apply(state, move)


def _legal_moves(state: GinState, seat: int) -> tuple[Move, ...]:
    """Return the moves of a seat: none out of turn."""
    return game.legal_moves(state) if seat == state.turn else ()


def _result_of(state: GinState) -> GameResult | None:
    return game_result(state.options, state.sheet, state.deals)


def _completed(view: GinView, move: Move) -> Move:
    """Return a knock without melds with those that the bot offers, if it is allowed; any other move as it is (G-15)."""
    unnamed = Move(move.seat, move.verb, move.card)
    if move.verb is not Verb.KNOCK or move.melds is not None or unnamed not in view.moves:
        return move
    hand = mask_of(view.hand)
    unseen = FULL_MASK & ~hand & ~mask_of(view.discards)
    return replace(move, melds=knock_offer(hand & ~(1 << move.named), unseen).melds)


GIN: Final[Engine[GinOptions, GinState, GinView]] = Engine(
    new_game=_new_game,
    deal=_deal,
    apply=_apply,
    refusal_for=game.refusal_for,
    legal_moves=_legal_moves,
    view_for=game.view_for,
    result_of=_result_of,
    completed=_completed,
)
"""The engine of Gin, Remik, Hollywood and Oklahoma."""
