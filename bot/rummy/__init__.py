"""The rules of every game: pure functions on immutable values, without a clock, I/O or randomness.

A `State` is a whole game. `deal` and `apply` return the next state, `refusal_for` returns the rule that forbids a move,
and `view_for` returns everything that a seat may see (C-4). Moves have a text form that `parse_move` reads, so a record
is a list of lines. Randomness comes in from outside as a deck, in the order in which its cards are dealt.

>>> from bot.rummy import Variant, options_for, new_game, deal, apply, legal_moves, refusal_for, parse_move, view_for
>>> from bot.rummy import parse_card, result_of
>>> options = options_for(Variant.GIN, {"gin_bonus": 20, "deals": 1})
>>> state = new_game(options, seats=2, dealer=1)

Seat 0 gets the first, third, fifth ... card, and the 21st is the upcard.

>>> ola = "AC 2C 3C 4C 5H 6H 7H KS KH KD"
>>> kuba = "TS JS QS 9D 9C 2D 4D 6D 8H JC"
>>> dealt = [card for pair in zip(ola.split(), kuba.split()) for card in pair] + ["QD", "8C", "5C"]
>>> top = [parse_card(card) for card in dealt]
>>> state = deal(state, [*top, *(card for card in range(52) if card not in top)])
>>> view = view_for(state, 0)
>>> view.turn, view.stock, view.counts
(0, 31, (10, 10))
>>> [str(move) for move in legal_moves(state, 0)]
['0 pass', '0 take']

An illegal move changes nothing, and its refusal names the rule.

>>> refusal_for(state, parse_move("0 draw")).rule
'G-8'

Both decline the upcard, and Ola draws a card that she doesn't need.

>>> for line in ("0 pass", "1 pass", "0 draw"):
...     state = apply(state, parse_move(line))
>>> view_for(state, 0).drawn == parse_card("8C"), view_for(state, 1).drawn
(True, None)
>>> state = apply(state, parse_move("0 knock 8C : AC 2C 3C 4C / 5H 6H 7H / KS KH KD"))
>>> state.deals[-1].outcome.value, state.deals[-1].points
('gin', (68, 0))
>>> result_of(state).winners
(0,)
"""

from bot.rummy.cards import parse_card
from bot.rummy.families import Variant
from bot.rummy.games import (
    State,
    apply,
    completed,
    deal,
    legal_moves,
    new_game,
    refusal_for,
    result_of,
    seated,
    view_for,
)
from bot.rummy.moves import Move, parse_move
from bot.rummy.options import Options, options_for
from bot.rummy.refusals import Refusal, Refused

__all__ = [
    "Move",
    "Options",
    "Refusal",
    "Refused",
    "State",
    "Variant",
    "apply",
    "completed",
    "deal",
    "legal_moves",
    "new_game",
    "options_for",
    "parse_card",
    "parse_move",
    "refusal_for",
    "result_of",
    "seated",
    "view_for",
]
