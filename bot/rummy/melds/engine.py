"""The melds family's entry in the registry of games."""

from typing import Final

from bot.rummy.engines import Engine
from bot.rummy.melds import game
from bot.rummy.melds.game import MeldsState
from bot.rummy.melds.options import MeldsOptions
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move
from bot.rummy.shuffle import DealerDraw


def _new_game(options: MeldsOptions, seats: int, dealer: int, dealer_draw: DealerDraw) -> MeldsState:
    """Start a game; no cards are ever drawn for the first deal (B-2, D-5)."""
    del dealer_draw
    return game.new_game(options, seats, dealer)


def _completed(view: MeldsView, move: Move) -> Move:
    """Return a move as it is: players leave nothing to the bot."""
    del view
    return move


MELDS: Final[Engine[MeldsOptions, MeldsState, MeldsView]] = Engine(
    new_game=_new_game,
    deal=game.deal,
    apply=game.apply,
    refusal_for=game.refusal_for,
    legal_moves=game.legal_moves,
    view_for=game.view_for,
    result_of=game.result_of,
    completed=_completed,
)
"""The engine of Basic and German Rummy."""
