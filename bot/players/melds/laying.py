"""When an Expert lays melds that don't win the deal: a rule decides, or else the stakes."""

from typing import Final

from bot.laydown import Plan
from bot.players.melds.crowd import crowd_stakes, small_deal_decides
from bot.players.melds.moments import moment_of
from bot.players.melds.outlook import Outlook
from bot.players.melds.stakes import Stakes, stakes_of
from bot.rummy.families import Variant

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
