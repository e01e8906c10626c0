"""The melds family's entry in the registry of games."""

from typing import Final

from bot.rummy.engines import Engine
from bot.rummy.melds import game
from bot.rummy.melds.game import MeldsState
from bot.rummy.options import MeldsOptions
from bot.rummy.shuffle import DealerDraw
from bot.rummy.views import MeldsView


def _new_game(options: MeldsOptions, seats: int, dealer: int, dealer_draw: DealerDraw) -> MeldsState:
    """Start a game; no cards are ever drawn for the first deal (B-2, D-5)."""
    del dealer_draw
    return game.new_game(options, seats, dealer)


MELDS: Final[Engine[MeldsOptions, MeldsState, MeldsView]] = Engine(
    new_game=_new_game,
    deal=game.deal,
    apply=game.apply,
    refusal_for=game.refusal_for,
    legal_moves=game.legal_moves,
    view_for=game.view_for,
    result_of=game.result_of,
)
"""The engine of Basic and German Rummy."""
