"""Why an Expert would make a move in Basic and German Rummy, and what a coach can truly say, the best line first."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from bot.laydown import Plan, best_discards, best_plan, can_go_out, pile_takes, position_of
from bot.players.coaching import CoachLine, CoachTip
from bot.players.melds.laying import Stakes, holds_in_a_crowd, lays_by_rule, moved_by, stakes_for
from bot.players.melds.outlook import Outlook, loose, outlook_for, without
from bot.players.melds.turns import can_take, has_to_use
from bot.players.reasons import Hint, Why
from bot.rummy.cards import JOKER, Card
from bot.rummy.melds.options import GermanOptions
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.table_meld import MeldRules, ends_for, readings, swapped
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, Verb
from bot.rummy.refusals import Refusal
from bot.rummy.views import QUIET_LIMIT, Phase

_EVEN: Final = 0.5
_NEAR: Final = 2
"""A player with this many cards or fewer is nearly out."""
_LATE: Final = 3
"""A stock that lasts for this many turns of each seat or fewer is running out."""


def laid(outlook: Outlook, plan: Plan, move: Move, card: Card) -> Hint:
    """Return why to lay something that doesn't win the deal, and then discard a card."""
    if outlook.view.due is not None:
        return Hint(move, Why.LAY_DUE, {"card": card, "other": outlook.view.due})
    if outlook.position.rules.laid_counts:
        return Hint(move, Why.LAY_COUNTS, {"card": card})
    stakes = compared(outlook, plan, lays=True)
    points = caught_with(outlook, card)
    why = _why_laid(outlook) if stakes is None else _why_lowered(outlook, stakes)
    values: dict[str, Card | int] = {"card": card}
    return Hint(move, why, values | {"points": points} if why is Why.LAY_RISK else values)


def held(outlook: Outlook, plan: Plan, move: Move, outs: int) -> Hint:
    """Return why to lay no melds; ``outs`` are the unseen cards with which the hand could go out in the next turn."""
    card, stakes = move.named, compared(outlook, plan, lays=False)
    values = {"card": card}
    if not may_double(outlook):
        return Hint(move, Why.HOLD, values)
    if outs:
        return Hint(move, Why.HOLD_TO_GO_OUT, values | {"outs": outs})
    return Hint(move, Why.HOLD_DOUBLE if stakes is None else _why_held(outlook, stakes), values)


def compared(outlook: Outlook, plan: Plan, *, lays: bool) -> Stakes | None:
    """Return the stakes of holding and laying if they decided what an Expert does; None if a rule did."""
    if any(outlook.view.staged) or lays_by_rule(outlook) is not None:
        return None
    stakes = stakes_for(outlook, plan)
    return stakes if stakes is not None and stakes.lays is lays else None


def may_double(outlook: Outlook) -> bool:
    """Return whether the seat may still go out with all its cards at once, which counts double (B-12, B-14, D-14)."""
    rules = outlook.position.rules
    return not (outlook.position.opened or rules.one_meld or rules.laid_counts)


def lead_of(outlook: Outlook) -> int:
    """Return by how many points the seat leads the game; negative if another one does."""
    totals, seat = outlook.view.columns[0].totals, outlook.position.seat
    return totals[seat] - max(total for other, total in enumerate(totals) if other != seat)


def wins_game(outlook: Outlook, points: float) -> bool:
    """Return whether the game is won by winning this deal with these points."""
    view, totals, seat = outlook.view, outlook.view.columns[0].totals, outlook.position.seat
    target, below = view.options.target_for(len(totals)), view.options.ends_below(len(totals))
    if target is not None:
        return totals[seat] + points >= target
    paid = points / (len(totals) - 1)  # by each of the others
    if below is not None:
        lowest = min(total for other, total in enumerate(totals) if other != seat)
        return lowest - paid <= -below and lead_of(outlook) + paid > 0
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
    if lead_of(outlook) > moved_by(outlook.position.rules) * lay.lost:
        return Why.LAY_LEAD
    if may_double(outlook) and wins_game(outlook, lay.won):
        return Why.LAY_ENOUGH
    if outlook.least <= _NEAR:
        return Why.LAY_NEAR
    only_loss = hold.wins >= lay.wins and hold.won >= lay.won and hold.lost > lay.lost
    return Why.LAY_RISK if only_loss else Why.LAY


def _why_laid(outlook: Outlook) -> Why:
    view, position = outlook.view, outlook.position
    seats = len(view.counts)
    if may_double(outlook) and holds_in_a_crowd(position.rules, seats):
        return Why.LAY_ENOUGH  # melds are laid only then
    if outlook.least <= _NEAR:
        return Why.LAY_NEAR
    last = view.reshuffled or not view.options.reshuffles
    if not position.rules.stalemate and last and view.stock <= _LATE * seats:
        return Why.LAY_LATE
    return Why.LAY


_FEW: Final = 4
"""The most loose cards with which one more card may let a hand go out."""
_JOKERS: Final = 1
"""The most jokers in hand with which the effect of each unseen card is computed; more would take too long."""

_MANY: Final = 15
"""The most cards in hand with which it is; after a deep take there may be forty (R-6)."""
_ALIKE: Final = 2
"""A card that counts less than half as much comes to nobody's mind as the other one to discard."""


def hint(view: MeldsView, moves: Sequence[Move]) -> Hint:
    """Return the first of an Expert's moves with a reason whose sentence is literally true."""
    first, last = moves[0], moves[-1]
    match first.verb:
        case Verb.TAKE:
            return _taken(view, first) if first.card is None else _taken_from_below(view, first)
        case Verb.DRAW:
            return _drawn(view, first)
        case Verb.UNDO:
            back = view.gives_back
            return Hint(first, Why.UNDO) if back is None else Hint(first, Why.GIVE_BACK, {"card": back})
        case Verb.DISCARD:
            return _discarded(view, first)
        case _ if last.verb is not Verb.DISCARD:
            return Hint(first, Why.OUT_ALL)
        case _:
            plan = best_plan(position_of(view))
            out = Hint(first, Why.OUT, {"card": last.named})
            return out if plan.out else laid(outlook_for(view), plan, first, last.named)


def _taken(view: MeldsView, move: Move) -> Hint:
    why, card = _why_taken(view), view.discards[-1]
    return Hint(move, why, {"card": card}, meld=_meld_with_top(view) if why is Why.TAKE else ())


def _taken_from_below(view: MeldsView, move: Move) -> Hint:
    """Return what a card from below brings, and what the cards that come with it cost if they stay in hand (R-6)."""
    take = next(one for one in pile_takes(view) if one.move == move)
    values = rules_for(view.options).hand_values
    cost = sum(values[card] for card in set(take.cards).intersection(take.plan.left))
    numbers = {"card": move.named, "points": take.plan.value}
    return Hint(move, Why.TAKE_BELOW, numbers | {"cost": cost}) if cost else Hint(move, Why.TAKE_BELOW_ALL, numbers)


def _why_taken(view: MeldsView) -> Why:
    """Return why to take the top discard: it's a joker, it makes a meld, it fits the table, or it beats the stock."""
    position, card = position_of(view), view.discards[-1]
    if card == JOKER:
        return Why.TAKE_JOKER
    alone = replace(position, melds=())
    if len(loose(alone, (*view.hand, card))) <= len(loose(alone, view.hand)):
        return Why.TAKE
    if any(ends_for(meld, card, position.rules) for meld in view.melds):
        return Why.TAKE_TO_LAY
    if any(not isinstance(swapped(meld, card, position.rules), Refusal) for meld in view.melds):
        return Why.TAKE_TO_SWAP
    return Why.TAKE_BETTER


def _drawn(view: MeldsView, move: Move) -> Hint:
    if not view.discards:
        return Hint(move, Why.DRAW_ONLY)
    position, card = position_of(view), view.discards[-1]
    if has_to_use(view) and not can_take(view):
        may = any(other.verb is Verb.TAKE for other in view.moves)
        return Hint(move, Why.DRAW_UNUSABLE if may else Why.DRAW_GAVE_BACK, {"card": card})
    if all(other.verb is not Verb.TAKE for other in view.moves):  # in this turn cards were given back
        back = next((event.card for event in view.recent[-1:] if event.card is not None), card)
        return Hint(move, Why.DRAW_GAVE_BACK, {"card": back})
    left = loose(position, (*view.hand, card))
    helps = len(left) <= len(loose(position, view.hand))
    if helps and position.rules.keep_taken and left == (card,):
        return Hint(move, Why.DRAW_STUCK, {"card": card})
    return Hint(move, Why.DRAW_BETTER if helps else Why.DRAW, {"card": card})


def _discarded(view: MeldsView, move: Move) -> Hint:
    plan, card = best_plan(position_of(view)), move.named
    if plan.out:
        return Hint(move, Why.OUT_NOW, {"card": card})
    if plan.steps:
        return _held(view, move, plan)
    if points := _points_without_a_pure_run(view):
        return Hint(move, Why.NO_PURE_RUN, {"card": card, "points": points})
    return _discard_reason(outlook_for(view), move)


def _points_without_a_pure_run(view: MeldsView) -> int:
    """Return what the melds of a hand make that lacks nothing but a pure run (H-13); 0 for every other hand."""
    position = position_of(view)
    if position.opened or not position.rules.pure_run or not isinstance(view.options, GermanOptions):
        return 0
    any_run = replace(position, rules=rules_for(replace(view.options, initial=0)))
    impure = replace(position, rules=rules_for(replace(view.options, pure_run=False)))
    return 0 if best_plan(any_run).steps else best_plan(impure).value


def _held(view: MeldsView, move: Move, plan: Plan) -> Hint:
    if all(step.verb is not Verb.MELD for step in plan.steps):
        return Hint(move, Why.HOLD_CARDS, {"card": move.named})
    outlook = outlook_for(view)
    hopeful = len(plan.left) <= _FEW and view.hand.count(JOKER) <= _JOKERS and not _ends(view)
    return held(outlook, plan, move, _outs(outlook, move.named) if hopeful else 0)


def _outs(outlook: Outlook, discarded: Card) -> int:
    """Count the unseen cards with which the hand, less a discard, could go out in one turn on the current table."""
    hand = without(outlook.position.hand, discarded)
    later = replace(outlook.position, laid=0, owed=0, taken=None, may_meld=True, may_lay=True)
    return sum(
        count for card, count in outlook.live.items() if can_go_out(replace(later, hand=tuple(sorted((*hand, card)))))
    )


def _ends(view: MeldsView) -> bool:
    """Return whether the deal ends with this turn if nobody goes out in it (B-8, D-12, C-8)."""
    last = not view.stock and (view.reshuffled or not view.options.reshuffles)
    return last or (view.taken is not None and view.quiet_turns == QUIET_LIMIT - 1)


def _discard_reason(outlook: Outlook, move: Move) -> Hint:
    position, card = outlook.position, move.named
    allowed = best_discards(position)
    left = loose(position, position.hand)
    free = sorted({other for other in left if other in allowed and other != JOKER})
    if len(allowed) == 1:
        return Hint(move, Why.ONLY, {"card": card})
    if card not in free:
        return Hint(move, Why.FITTING, {"card": card})
    looks = position.hand.count(JOKER) <= _JOKERS and len(position.hand) <= _MANY
    after = _loose_after(outlook, free) if looks else dict.fromkeys(free, 0)
    use = {other: (after[other], outlook.partners(left, other)) for other in free}
    if looks and all(mine <= theirs for other in free for mine, theirs in zip(use[card], use[other], strict=True)):
        return Hint(move, Why.LOOSE, {"card": card})
    points = position.rules.hand_values
    rivals = [other for other in free if use[other] <= use[card] and _ALIKE * points[other] >= points[card]]
    useless = min(rivals, key=lambda other: (use[other], other == card, other))
    values = {"card": card, "other": useless}
    if points[card] > points[useless]:
        return Hint(move, Why.LOOSE_DEAR, values)
    if outlook.danger(card) < outlook.danger(useless):
        return Hint(move, Why.LOOSE_SAFELY, values)
    dearest = all(points[card] > points[other] for other in free if other != card)
    return Hint(move, Why.LOOSE_DEAREST if dearest else Why.LOOSE_ALL, {"card": card})


def _loose_after(outlook: Outlook, free: Sequence[Card]) -> dict[Card, int]:
    """Return the number of loose cards after each discard and the next draw, summed over all unseen cards."""
    position = outlook.position
    hand, total = position.hand, dict.fromkeys(free, 0)
    for drawn, count in outlook.live.items():
        left = loose(position, (*hand, drawn))
        for card in free:  # discarding a loose card leaves the others loose
            rest = len(left) - 1 if card in left else len(loose(position, (*without(hand, card), drawn)))
            total[card] += count * rest
    return total


_LAYING: Final = (Verb.MELD, Verb.LAYOFF, Verb.SWAP)
_FEW_CARDS: Final = 4
"""The most cards with which the last discard is near."""
_TAKING: Final = {Why.TAKE: CoachLine.TAKE_MELD, Why.TAKE_TO_LAY: CoachLine.TAKE_FITS}


def tips(view: MeldsView, advice: Sequence[Move]) -> Iterator[CoachTip]:
    """Yield what is true now in the view's seat; ``advice`` are an Expert's moves. Out of turn only claims (H-8)."""
    if any(move.verb is Verb.CLAIM for move in view.moves):
        yield CoachTip(CoachLine.CLAIM)
    if view.seat is None or view.turn != view.seat:
        return
    if view.phase is Phase.LAY:
        if view.due is not None:
            yield CoachTip(CoachLine.OWED)
        plan = best_plan(position_of(view))
        yield from _from_below(view, plan)
        yield from _advised(view, advice, plan)
        yield from _first_melds(view, view.seat)
        yield from _green(view, advice, plan)
        yield from _laying(view, view.seat, plan)
    else:
        yield from _drawing(view, advice)


def _drawing(view: MeldsView, advice: Sequence[Move]) -> Iterator[CoachTip]:
    if (
        advice
        and advice[0].verb is Verb.TAKE
        and advice[0].card is None
        and (line := _TAKING.get(hint(view, advice).why))
    ):
        yield CoachTip(line, {"card": view.discards[-1], "meld": _meld_with_top(view)})
    if {Verb.DRAW, Verb.TAKE} <= {move.verb for move in view.moves}:
        yield CoachTip(CoachLine.DRAW_OR_TAKE)
    if any(move.verb is Verb.TAKE and move.card is not None for move in view.moves):
        yield CoachTip(CoachLine.BELOW)
    yield CoachTip(_scoring(rules_for(view.options)))


def _scoring(rules: MeldRules) -> CoachLine:
    if rules.laid_counts:
        return CoachLine.LAID_SCORES
    return CoachLine.LOSERS_PAY if rules.paid_by_losers else CoachLine.WINNER_SCORES


def _from_below(view: MeldsView, plan: Plan) -> Iterator[CoachTip]:
    """Yield what came along with a card from below that can't be laid yet (R-6)."""
    values = rules_for(view.options).hand_values
    left = Counter(plan.left) & Counter(view.lifted)
    if left and not plan.out:
        yield CoachTip(CoachLine.CAME_ALONG, {"points": sum(values[card] for card in left.elements())})


def _meld_with_top(view: MeldsView) -> tuple[Card, ...]:
    """Return the meld that the top discard makes with the hand; () if it makes none. The best lay-down comes first."""
    position, card = position_of(view), view.discards[-1]
    alone = replace(position, hand=tuple(sorted((*view.hand, card))), melds=(), opened=True, laid=0, owed=0, taken=None)
    laid = [step.cards for step in best_plan(alone).steps if card in step.cards]
    threes = (readings((card, *pair), position.rules) for pair in combinations(view.hand, 2))
    return laid[0] if laid else next((found[0].cards for found in threes if found), ())


def _advised(view: MeldsView, advice: Sequence[Move], plan: Plan) -> Iterator[CoachTip]:
    if not advice:
        return
    first = advice[0]
    if plan.out:
        yield CoachTip(CoachLine.GO_OUT)
    elif first.verb in _LAYING:
        yield CoachTip(CoachLine.LAY_NOW)
    elif any(step.verb is Verb.MELD for step in plan.steps) and may_double(outlook_for(view)):
        yield CoachTip(CoachLine.HOLD)


def _first_melds(view: MeldsView, seat: int) -> Iterator[CoachTip]:
    """Yield what first melds need, as long as the player hasn't laid any (D-7, H-3, H-13)."""
    if view.needs is None or view.opened[seat]:
        return
    yield CoachTip(CoachLine.FIRST_MELDS, {"needs": view.needs}) if view.needs else CoachTip(CoachLine.FIRST_MELD)
    if rules_for(view.options).pure_run:
        yield CoachTip(CoachLine.PURE_RUN)


def _green(view: MeldsView, advice: Sequence[Move], plan: Plan) -> Iterator[CoachTip]:
    if not advice:
        return
    first = advice[0]
    if first.verb is Verb.DISCARD and not plan.steps and _is_safest(view, first.named):
        yield CoachTip(CoachLine.SAFEST_NEXT, {"card": first.named})
    if first.verb is not Verb.DISCARD or not plan.steps:
        yield CoachTip(CoachLine.GREEN)


def _laying(view: MeldsView, seat: int, plan: Plan) -> Iterator[CoachTip]:
    if any(view.staged):
        yield CoachTip(CoachLine.TAKE_BACK)
    if len(plan.steps) > 1:
        yield CoachTip(CoachLine.PLAY_ALL)
    if view.melds and (view.needs is None or view.opened[seat]):
        yield CoachTip(CoachLine.LAY_OFF)
    if rules_for(view.options).last_discard and len(view.hand) <= _FEW_CARDS:
        yield CoachTip(CoachLine.LAST_CARD)
    yield CoachTip(CoachLine.PICK_CARDS)


def _is_safest(view: MeldsView, card: Card) -> bool:
    others = {move.named for move in view.moves if move.verb is Verb.DISCARD} - {card}
    if not others or JOKER in (card, *others):
        return False
    outlook = outlook_for(view)
    danger = outlook.danger(card)
    return all(danger < outlook.danger(other) for other in others)
