"""The best lay-down of a turn: which melds, lay-offs and joker swaps leave the fewest cards.

This is a weighted set packing problem. Each meld to lay and each addition to a meld on the table is a candidate, a
column that takes cards of the hand and jokers; the cards that are left, the discard and the value that first melds need
(D-7) are constraints. It is solved exactly, in four steps:

1. `formulation` builds the problem (`packing`) of a position. `candidates` generates the columns for new melds, without
   dominated ones, that is, those for which others are always at least as good.
2. `pricing` solves the linear relaxation with the simplex method. Its dual prices, rounded, give an upper bound for
   every packing: what the resources cost.
3. `search` is a best-first branch and bound over states (`encoding`: the remaining resources as one integer). At
   the dual prices every decision loses a nonnegative amount against the bound, and states are expanded in the order of
   their loss, equal states merged. Few candidates are simply tried in all combinations.
4. `best` turns the packing into moves that the rules accept one by one.

Why the answer is exact: the prices are rounded to integers that are dual feasible (no column gains more than it costs),
so the bound holds whatever the rounding errors of the simplex method; losses only add up, so the first complete packing
off the heap has the least loss of all; and no candidate left out in step 1 could improve a packing. Good prices only
make it fast. The tests compare it with brute force and with the rules' own legal moves.

What is legal is declared once, in `bot.rummy.melds`. Step 1 knows by heart what follows from the usual rules for speed.
House rules beyond them (`Need` and `Limit` in `bot.rummy.melds.table_meld`) only take away, so a packing that they
accept in step 4 is the best under them, too. If they refuse it, `asked` builds the problem once more, with every
candidate asked from the rules.
"""

from bot.laydown.best import (
    Plan,
    best_discards,
    best_plan,
    can_go_out,
    first_value,
    initial_value,
    may_take_long,
    position_of,
    reaches_initial,
)
from bot.laydown.packing import Position
from bot.laydown.pile import PileTake, may_fit, pile_takes

__all__ = [
    "PileTake",
    "Plan",
    "Position",
    "best_discards",
    "best_plan",
    "can_go_out",
    "first_value",
    "initial_value",
    "may_fit",
    "may_take_long",
    "pile_takes",
    "position_of",
    "reaches_initial",
]
