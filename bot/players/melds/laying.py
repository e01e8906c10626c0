"""When an Expert lays melds that don't win the deal: a rule decides, or the estimates for one, two or three others.

In Basic Rummy melds are held for a doubled deal, unless a small one decides the game. In German Rummy the stakes decide
as between two players, but another winner of the deal may take the lead with it. So both ways are rated by the totals
of all seats: after a deal that the seat wins, and after a deal that any of the others wins.
"""

from collections.abc import Sequence
from typing import Final

from bot.laydown import Plan
from bot.players.arithmetic import added
from bot.players.melds.crowd_table import CROWDS
from bot.players.melds.estimates import CrowdEstimate, LayMoment, moment_of
from bot.players.melds.outlook import Outlook
from bot.players.melds.stakes import SPREAD, Prospect, Stakes, best_total, full_hand, stakes_of
from bot.rummy.families import Variant
from bot.rummy.melds.scoring import RUMMY_FACTOR

_LEAST: Final = 5.0
"""The fewest points that a lost deal costs."""


def small_deal_decides(outlook: Outlook) -> bool:
    """Return whether in Basic Rummy a seat wins the game with a full hand's points, and nobody else with twice that."""
    view, seat = outlook.view, outlook.position.seat
    seats = len(view.counts)
    target, hand = view.options.target_for(seats) or 0, full_hand(view.options, seats)
    needs = [target - total for total in view.columns[0].totals]
    return needs[seat] <= hand and all(need > RUMMY_FACTOR * hand for other, need in enumerate(needs) if other != seat)


def crowd_stakes(outlook: Outlook, plan: Plan) -> Stakes | None:
    """Return what to expect of holding and of laying with three or four seats; None where no model covers it."""
    view, rules = outlook.view, outlook.position.rules
    crowd = CROWDS.get(len(view.counts))
    if crowd is None or rules.variant is not Variant.GERMAN or outlook.position.opened:
        return None
    moment, estimates = moment_of(outlook, plan), crowd[any(view.opened)]
    table = full_hand(view.options, len(view.counts)) if rules.casino else 0.0
    hold = _prospect(outlook, moment, estimates.hold, moment.held, RUMMY_FACTOR * table)
    return Stakes(hold, _prospect(outlook, moment, estimates.lay, moment.kept, table))


def _prospect(outlook: Outlook, moment: LayMoment, estimate: CrowdEstimate, kept: int, table: float) -> Prospect:
    """Return what to expect of one way; ``table`` is what the cards on the table are worth to the winner (H-10)."""
    view = outlook.view
    seats, seat = len(view.counts), outlook.position.seat
    hand = full_hand(view.options, seats)
    wins, won = estimate.wins(moment), estimate.won * hand + table
    lost, theirs = max(_LEAST, estimate.lost * kept) + table / (seats - 1), estimate.theirs * hand + table
    game = 0.0
    for factor, weight in SPREAD:
        mine = _chance(outlook, seat, factor * won, factor * won / (seats - 1))
        others = [
            _chance(outlook, winner, factor * theirs, factor * (theirs - lost) / (seats - 2), factor * lost)
            for winner in range(seats)
            if winner != seat
        ]
        game += weight * (wins * mine + (1 - wins) * added(others) / len(others))
    return Prospect(wins, won, lost, game)


def _chance(outlook: Outlook, winner: int, won: float, each: float, mine: float | None = None) -> float:
    """Return the chance to win the game after a deal in which a seat wins points, and each other seat loses some.

    ``mine`` is what the view's own seat loses, if it isn't the winner.
    """
    view, seat = outlook.view, outlook.position.seat
    totals: Sequence[float] = [
        total + won if other == winner else total - (mine if other == seat and mine is not None else each)
        for other, total in enumerate(view.columns[0].totals)
    ]
    rounds = view.options.deals_to_play - len(view.deals) - 1
    return best_total(totals, seat, rounds, full_hand(view.options, len(totals)))


_LATE: Final = 2
"""With this many turns per seat left in the stock, melds are no longer held back: hands count at its end (D-12)."""
_LAST_TURNS: Final = 3
"""The same between two players once the other one has opened."""
_MOST_LOOSE: Final = 4
"""Between two players it lays if more cards than this are loose and the other one has opened."""


def lays_now(outlook: Outlook, plan: Plan) -> bool:
    """Return whether to lay melds that don't win the deal: nobody can lay off on melds that are still in the hand."""
    if not plan.steps:
        return False
    ruled = lays_by_rule(outlook)
    if ruled is not None:
        return ruled
    stakes = stakes_for(outlook, plan)
    if stakes is not None:
        return stakes.lays
    return len(outlook.view.counts) > 2 or moment_of(outlook, plan).left > _MOST_LOOSE


def lays_by_rule(outlook: Outlook) -> bool | None:
    """Return whether a rule lays or holds; None if the stakes decide."""
    view, position = outlook.view, outlook.position
    rules, seats = position.rules, len(view.counts)
    if rules.one_meld:
        return True  # nobody can lay everything at once then (B-12, B-14)
    if rules.variant is Variant.BASIC and seats > 2:
        return small_deal_decides(outlook)
    if position.opened:
        return True  # after laying nothing is doubled (B-12, D-14)
    late = _LAST_TURNS if seats == 2 and any(view.opened) else _LATE
    return True if rules.losers_pay and view.stock <= late * seats else None


def stakes_for(outlook: Outlook, plan: Plan) -> Stakes | None:
    """Return what to expect of holding and of laying; None where no model covers the moment."""
    return stakes_of(outlook, plan) if len(outlook.view.counts) == 2 else crowd_stakes(outlook, plan)
