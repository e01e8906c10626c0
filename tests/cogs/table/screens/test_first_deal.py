"""The table in words shows the cards drawn for the first deal until its first turn has ended."""

from random import Random

from bot.rummy.cards import parse_card
from bot.rummy.families import Variant
from bot.rummy.gin.game import apply, deal, legal_moves, new_game, view_for
from bot.rummy.moves import Verb
from bot.rummy.options import options_for
from cogs.table.screens.gin import table_lines
from tests.cogs.table.scenes import scene_of


def test_G_4_the_draw_for_the_first_deal_is_gone_after_the_first_turn() -> None:
    options = options_for(Variant.GIN)
    deck = list(options.pack)
    Random(3).shuffle(deck)
    lower, higher = parse_card("5H"), parse_card("QH")
    state = deal(new_game(options, 1, ((lower, higher),)), deck)
    shown = []
    while view_for(state, None).turns == 0:
        view = view_for(state, None)
        shown.append(any("deals first" in line for line in table_lines(scene_of(view), view)))
        move = next(move for move in legal_moves(state) if move.verb is not Verb.PASS)
        state = apply(state, move)
    assert shown == [True, True], "before and after the draw"
    view = view_for(state, None)
    assert not any("deals first" in line for line in table_lines(scene_of(view), view))
