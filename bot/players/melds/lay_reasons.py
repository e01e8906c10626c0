"""Why an Expert lays its melds or holds them: what the deal counts then, and what that does to the game."""

from typing import Final

from bot.laydown import Plan
from bot.players.melds.laying import lays_by_rule, stakes_for
from bot.players.melds.outlook import Outlook
from bot.players.melds.stakes import Stakes
from bot.players.reasons import Figures, Hint, Why
from bot.rummy.cards import Card
from bot.rummy.families import Variant
from bot.rummy.moves import Move

_EVEN: Final = 0.5
_NEAR: Final = 2
"""A player with this many cards or fewer is nearly out."""
_LATE: Final = 3
"""A stock that lasts for this many turns of each seat or fewer is running out."""


def laid(outlook: Outlook, plan: Plan, move: Move, card: Card) -> Hint:
    """Return why to lay something that doesn't win the deal, and then discard a card."""
    stakes = compared(outlook, plan, lays=True)
    points = caught_with(outlook, card)
    why = _why_laid(outlook) if stakes is None else _why_lowered(outlook, stakes)
    values: dict[str, Card | int] = {"card": card}
    return Hint(move, why, values | {"points": points} if why is Why.LAY_RISK else values, _figures(stakes))


def held(outlook: Outlook, plan: Plan, move: Move, outs: int) -> Hint:
    """Return why to lay no melds; ``outs`` are the unseen cards with which the hand could go out in the next turn."""
    card, stakes = move.named, compared(outlook, plan, lays=False)
    figures, values = _figures(stakes), {"card": card}
    if not may_double(outlook):
        return Hint(move, Why.HOLD, values, figures)
    if outs:
        return Hint(move, Why.HOLD_TO_GO_OUT, values | {"outs": outs}, figures)
    return Hint(move, Why.HOLD_DOUBLE if stakes is None else _why_held(outlook, stakes), values, figures)


def compared(outlook: Outlook, plan: Plan, *, lays: bool) -> Stakes | None:
    """Return the stakes of holding and laying if they decided what an Expert does; None if a rule did."""
    if any(outlook.view.staged) or lays_by_rule(outlook) is not None:
        return None
    stakes = stakes_for(outlook, plan)
    return stakes if stakes is not None and stakes.lays is lays else None


def may_double(outlook: Outlook) -> bool:
    """Return whether the seat may still go out with all its cards at once, which counts double (B-12, B-14, D-14)."""
    return not outlook.position.opened and not outlook.position.rules.one_meld


def lead_of(outlook: Outlook) -> int:
    """Return by how many points the seat leads the game; negative if another one does."""
    totals, seat = outlook.view.columns[0].totals, outlook.position.seat
    return totals[seat] - max(total for other, total in enumerate(totals) if other != seat)


def wins_game(outlook: Outlook, points: float) -> bool:
    """Return whether the game is won by winning this deal with these points."""
    view, totals = outlook.view, outlook.view.columns[0].totals
    target = view.options.target_for(len(totals))
    if target is not None:
        return totals[outlook.position.seat] + points >= target
    paid = points / (len(totals) - 1)  # by each of the others
    return len(view.deals) + 1 == view.options.deals_to_play and lead_of(outlook) + points + paid > 0


def caught_with(outlook: Outlook, card: Card) -> int:
    """Return what the hand counts after a discard if nothing is laid."""
    values = outlook.position.rules.hand_values
    return sum(values[held] for held in outlook.position.hand) - values[card]


def _why_held(outlook: Outlook, stakes: Stakes) -> Why:
    """Return why the higher stakes are better, or holding although they don't matter."""
    hold, lay = stakes.hold, stakes.lay
    if hold.wins > lay.wins and wins_game(outlook, lay.won):
        return Why.HOLD_WINS
    if hold.wins > _EVEN:
        return Why.HOLD_AHEAD
    return Why.HOLD_BEHIND if lead_of(outlook) < 0 else Why.HOLD_DOUBLE


def _why_lowered(outlook: Outlook, stakes: Stakes) -> Why:
    """Return why the lower stakes are better: the lead, a win that is large enough anyway, or the loss."""
    hold, lay = stakes.hold, stakes.lay
    moved = 2 if outlook.position.rules.losers_pay else 1  # a lost point moves the lead by this much
    if lead_of(outlook) > moved * lay.lost:
        return Why.LAY_LEAD
    if may_double(outlook) and wins_game(outlook, lay.won):
        return Why.LAY_ENOUGH
    if outlook.least <= _NEAR:
        return Why.LAY_NEAR
    only_loss = hold.wins >= lay.wins and hold.won >= lay.won and hold.lost > lay.lost
    return Why.LAY_RISK if only_loss else Why.LAY


def _why_laid(outlook: Outlook) -> Why:
    """Return why to lay where no stakes are compared."""
    view, position = outlook.view, outlook.position
    seats = len(view.counts)
    if may_double(outlook) and position.rules.variant is Variant.BASIC and seats > 2:
        return Why.LAY_ENOUGH  # melds are laid only then
    if outlook.least <= _NEAR:
        return Why.LAY_NEAR
    last = view.reshuffled or not view.options.reshuffles
    if position.rules.losers_pay and last and view.stock <= _LATE * seats:
        return Why.LAY_LATE
    return Why.LAY


def _figures(stakes: Stakes | None) -> Figures | None:
    """Return the chances to win the game that were compared, in percent."""
    if stakes is None:
        return None
    hold, lay = round(100 * stakes.hold.game), round(100 * stakes.lay.game)
    return Figures(Why.STAKES_EVEN, {"hold": hold}) if hold == lay else Figures(Why.STAKES, {"hold": hold, "lay": lay})
