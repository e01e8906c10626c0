"""What the sentences of hints in Basic and German Rummy claim, as predicates over the view."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import Final

from bot.laydown import best_plan, can_go_out, position_of
from bot.players.levels import Level
from bot.players.melds.choosing import DISCARDING, Ahead
from bot.players.melds.estimates import style_of
from bot.players.melds.laying import Stakes, full_hand, stakes_for
from bot.players.melds.outlook import completing, loose, outlook_for
from bot.players.melds.rum import rating_for
from bot.players.reasons import Hint, Why
from bot.rummy import games
from bot.rummy.cards import JOKER, Card, cards_in, suit_of
from bot.rummy.families import Variant
from bot.rummy.games import State
from bot.rummy.melds.options import GermanOptions
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.table_meld import laid_off, readings, swapped
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, Verb
from bot.rummy.refusals import Refusal
from bot.rummy.views import View

MELDS_CLAIMS: Final[dict[Why, Callable[[State, MeldsView, Hint], bool]]] = {
    Why.TAKE: lambda _, view, hint: top_makes_meld(view) and names_meld(view, hint),
    Why.TAKE_JOKER: lambda _, view, __: view.discards[-1] == JOKER,
    Why.TAKE_TO_LAY: lambda _, view, __: fits_table(view, view.discards[-1]),
    Why.TAKE_BELOW: lambda state, view, hint: (
        from_below(state, view, hint)
        == (
            hint.values["points"],
            hint.values["cost"],
        )
    ),
    Why.TAKE_BELOW_ALL: lambda state, view, hint: from_below(state, view, hint) == (hint.values["points"], 0),
    Why.TAKE_TO_SWAP: lambda _, view, __: stands_for(view, view.discards[-1]),
    Why.TAKE_BETTER: lambda _, view, __: better_taken(view),
    Why.DRAW: lambda _, view, __: not helps(view),
    Why.DRAW_BETTER: lambda _, view, __: not better_taken(view),
    Why.DRAW_STUCK: lambda _, view, __: left_over(view),
    Why.DRAW_UNUSABLE: lambda state, view, __: not can_be_laid(state, view),
    Why.DRAW_GAVE_BACK: lambda state, view, __: state.gave_back and not takes(view),  # type: ignore[union-attr]
    Why.DRAW_ONLY: lambda _, view, __: not view.discards,
    Why.OUT: lambda state, view, hint: wins(state, (*steps(view), discard(hint))),
    Why.OUT_ALL: lambda state, view, __: wins(state, steps(view)),
    Why.OUT_NOW: lambda state, _, hint: wins(state, (discard(hint),)),
    Why.LAY: lambda state, view, hint: turn_ends(state, (*steps(view), discard(hint))),
    Why.LAY_DUE: lambda state, view, hint: (
        turn_ends(state, (*steps(view), discard(hint))) and state.due == hint.values["other"]  # type: ignore[union-attr]
    ),
    Why.LAY_COUNTS: lambda state, view, hint: (
        turn_ends(state, (*steps(view), discard(hint))) and rules_for(view.options).laid_counts
    ),
    Why.LAY_RISK: lambda state, view, hint: (
        turn_ends(state, (*steps(view), discard(hint)))
        and caught_with(view, hint) == hint.values["points"]
        and loss_decides(view)
    ),
    Why.LAY_ENOUGH: lambda state, view, hint: (
        turn_ends(state, (*steps(view), discard(hint))) and would_double(view) and wins_game(view, small_win(view))
    ),
    Why.LAY_LEAD: lambda state, view, hint: (
        turn_ends(state, (*steps(view), discard(hint)))
        and lead(view) - (2 if view.options.variant is Variant.GERMAN else 1) * stakes(view).lay.lost > 0
    ),
    Why.LAY_NEAR: lambda state, view, hint: (
        turn_ends(state, (*steps(view), discard(hint)))
        and any(count <= 2 for seat, count in enumerate(view.counts) if seat != view.seat)
    ),
    Why.LAY_LATE: lambda state, view, hint: (
        turn_ends(state, (*steps(view), discard(hint)))
        and view.stock <= 3 * len(view.counts)
        and hands_count_at_the_end(view)
    ),
    Why.HOLD: lambda _, view, __: has_meld(view),
    Why.HOLD_DOUBLE: lambda _, view, __: has_meld(view) and would_double(view),
    Why.HOLD_AHEAD: lambda _, view, __: (
        has_meld(view) and would_double(view) and stakes(view).hold.wins > 0.5 and not stakes(view).lays
    ),
    Why.HOLD_WINS: lambda _, view, __: (
        has_meld(view) and stakes(view).hold.wins > stakes(view).lay.wins and not stakes(view).lays
    ),
    Why.HOLD_BEHIND: lambda _, view, __: has_meld(view) and would_double(view) and lead(view) < 0,
    Why.HOLD_TO_GO_OUT: lambda state, view, hint: (
        would_double(view) and one_draw_from_out(state, view, hint) == hint.values["outs"] > 0
    ),
    Why.HOLD_CARDS: lambda _, view, __: {step.verb for step in steps(view)} <= {Verb.LAYOFF, Verb.SWAP},
    Why.LOOSE: lambda _, view, hint: is_loose(view, hint.move.named) and least_useful(view, hint.move.named),
    Why.LOOSE_DEAR: lambda _, view, hint: (
        value(view, hint.move.named) > value(view, hint.values["other"]) and comes_to_mind(view, hint)
    ),
    Why.LOOSE_DEAREST: lambda _, view, hint: is_loose(view, hint.move.named) and counts_most(view, hint.move.named),
    Why.LOOSE_SAFELY: lambda _, view, hint: (
        next_uses(view, hint.move.named) < next_uses(view, hint.values["other"]) and comes_to_mind(view, hint)
    ),
    Why.LOOSE_ALL: lambda _, view, hint: is_loose(view, hint.move.named),
    Why.FITTING: lambda _, view, hint: (
        rest(view, hint.move.named) == min(rest(view, card) for card in open_cards(view))
    ),
    Why.NO_PURE_RUN: lambda _, view, hint: lacks_only_a_pure_run(view, hint),
    Why.ONLY: lambda _, view, hint: open_cards(view) == {hint.move.named},
    Why.UNDO: lambda _, view, __: not steps(view) and not open_cards(view),
    Why.GIVE_BACK: lambda _, view, __: not steps(view) and not open_cards(view) and not any(view.staged),
}


def from_below(state: State, view: MeldsView, hint: Hint) -> tuple[int, int]:
    """Return what a seat can lay after a take, and the value of what came along and isn't laid then (R-6, R-12)."""
    seat, taken = view.turn or 0, view.discards[view.discards.index(hint.values["card"]) :]
    lying = games.apply(state, hint.move)
    before = games.view_for(lying, seat)
    assert isinstance(before, MeldsView)
    done = after(lying, steps(before))
    shown = games.view_for(done, seat)
    assert isinstance(shown, MeldsView)
    points = sum(done.table_points) - sum(lying.table_points)  # type: ignore[union-attr]
    return points, sum(value(view, card) for card in taken if card in shown.hand)


def takes(view: MeldsView) -> bool:
    return any(move.verb is Verb.TAKE for move in view.moves)


def can_be_laid(state: State, view: MeldsView) -> bool:
    """Return whether a turn with the top discard can end (H-18)."""
    after = games.view_for(games.apply(state, Move(view.turn or 0, Verb.TAKE)), view.turn)
    return isinstance(after, MeldsView) and bool(steps(after))


def steps(view: MeldsView) -> tuple[Move, ...]:
    return best_plan(position_of(view)).steps


def lacks_only_a_pure_run(view: MeldsView, hint: Hint) -> bool:
    """Return whether no three cards in hand are a run without a joker, and the melds would do otherwise (H-13)."""
    rules = rules_for(view.options)
    threes = [meld for cards in combinations(view.hand, 3) if JOKER not in cards for meld in readings(cards, rules)]
    runs = [meld for meld in threes if len({*map(suit_of, meld.cards)}) == 1]
    assert isinstance(view.options, GermanOptions)
    impure = replace(position_of(view), rules=rules_for(replace(view.options, pure_run=False)))
    return rules.pure_run and not runs and best_plan(impure).value == hint.values["points"] >= (view.needs or 0)


def discard(hint: Hint) -> Move:
    return Move(hint.move.seat, Verb.DISCARD, hint.values["card"])


def after(state: State, moves: tuple[Move, ...]) -> State:
    for move in moves:
        state = games.apply(state, move, tuple)
    return state


def wins(state: State, moves: tuple[Move, ...]) -> bool:
    ended = after(state, moves)
    return len(ended.deals) > len(state.deals) and ended.deals[-1].winner == state.turn


def turn_ends(state: State, moves: tuple[Move, ...]) -> bool:
    """Return whether the moves are legal and end the turn with fewer cards in hand than after just a discard."""
    ended, seat = after(state, moves), state.turn or 0
    return ended.turn != seat and len(ended.hands[seat]) < len(state.hands[seat]) - 1  # type: ignore[arg-type]


def has_meld(view: MeldsView) -> bool:
    return any(step.verb is Verb.MELD for step in steps(view))


def would_double(view: MeldsView) -> bool:
    """Return whether the seat may still lay all its cards in one turn, which counts double (B-12, B-14, D-14)."""
    return not view.opened[view.seat or 0] and not rules_for(view.options).one_meld


def stakes(view: View) -> Stakes:
    """Return what an Expert compared."""
    assert isinstance(view, MeldsView)
    found = stakes_for(outlook_for(view), best_plan(position_of(view)))
    assert found is not None
    return found


def loss_decides(view: MeldsView) -> bool:
    """Return whether laying is better although holding wins as often, and as much: because less can be lost."""
    hold, lay = stakes(view).hold, stakes(view).lay
    return lay.game > hold.game and hold.wins >= lay.wins and hold.won >= lay.won and hold.lost > lay.lost


def small_win(view: MeldsView) -> float:
    """Return the points of a win after laying; in Basic Rummy with more than two players those of a full hand."""
    seats = len(view.counts)
    if view.options.variant is Variant.BASIC and seats > 2:
        return full_hand(view.options, seats)
    return stakes(view).lay.won


def wins_game(view: MeldsView, points: float) -> bool:
    """Return whether these points for the deal win the game, or the last round brings that lead."""
    target, totals = view.options.target_for(len(view.counts)), view.columns[0].totals
    if target is not None:
        return totals[view.seat or 0] + points >= target
    paid, below = points / (len(totals) - 1), view.options.ends_below(len(totals))
    if below is not None:
        others = [total for seat, total in enumerate(totals) if seat != view.seat]
        return min(others) - paid <= -below and lead(view) + paid > 0
    return len(view.deals) + 1 == view.options.deals_to_play and lead(view) + points + paid > 0


def lead(view: MeldsView) -> int:
    totals = view.columns[0].totals
    return totals[view.seat or 0] - max(total for seat, total in enumerate(totals) if seat != view.seat)


def caught_with(view: MeldsView, hint: Hint) -> int:
    """Return what the hand would count if nothing of it were laid."""
    return sum(rules_for(view.options).hand_values[card] for card in without(view, hint.values["card"]))


def hands_count_at_the_end(view: MeldsView) -> bool:
    """Return whether the deal ends with the stock, and all players lose the points in their hands (D-12)."""
    return view.options.variant is Variant.GERMAN and (view.reshuffled or not view.options.reshuffles)


def open_cards(view: MeldsView) -> set[Card]:
    return {move.named for move in view.moves if move.verb is Verb.DISCARD}


def fits_table(view: MeldsView, card: Card) -> bool:
    rules = rules_for(view.options)
    ways = (laid_off(meld, card, end, rules) for meld in view.melds for end in (None, *("low", "high")))  # type: ignore[arg-type]
    return any(not isinstance(way, Refusal) for way in ways)


def stands_for(view: MeldsView, card: Card) -> bool:
    rules = rules_for(view.options)
    return any(not isinstance(swapped(meld, card, rules), Refusal) for meld in view.melds)


def top_makes_meld(view: MeldsView) -> bool:
    """Return whether the top discard makes a meld with two cards of the hand."""
    rules, card = rules_for(view.options), view.discards[-1]
    held = Counter(view.hand)
    return any(readings((card, one, other), rules) for one in held for other in held if one != other or held[one] > 1)


def helps(view: MeldsView) -> bool:
    """Return whether taking the top discard leaves fewer loose cards, once another card is discarded."""
    position = position_of(view)
    return len(loose(position, (*view.hand, view.discards[-1]))) - 1 < len(loose(position, view.hand))


def better_taken(view: MeldsView) -> bool:
    """Return whether the top discard is worth more than an average card of the stock, in an Expert's estimate."""
    if rules_for(view.options).laid_counts:
        rating = rating_for(view, expert=True)
        return rating.top() > rating.draw()
    weights = DISCARDING[style_of(rules_for(view.options))][len(view.counts)]
    ahead = Ahead(outlook_for(view), view.hand, Level.EXPERT.budget.positions, weights)
    drawn = ahead.after_draw()
    return helps(view) if drawn is None else ahead.with_card(view.discards[-1]) < drawn


def left_over(view: MeldsView) -> bool:
    """Return whether everything could be laid except the taken card, which can't be discarded this turn (B-5)."""
    card = view.discards[-1]
    return rules_for(view.options).keep_taken and loose(position_of(view), (*view.hand, card)) == (card,)


def without(view: MeldsView, card: Card) -> tuple[Card, ...]:
    return tuple(sorted((Counter(view.hand) - Counter([card])).elements()))


def one_draw_from_out(state: State, view: MeldsView, hint: Hint) -> int:
    """Count the unseen cards with which the seat could go out in one turn after this discard, as the table is now."""
    assert after(state, (hint.move,)).turn is not None, "the deal is over"
    live = outlook_for(view).live
    kept = without(view, hint.move.named)
    later = replace(position_of(view), laid=0, owed=0, taken=None, may_meld=True, may_lay=True)
    return sum(count for card, count in live.items() if can_go_out(replace(later, hand=tuple(sorted((*kept, card))))))


def is_loose(view: MeldsView, card: Card) -> bool:
    return card in loose(position_of(view), view.hand)


def rest(view: MeldsView, card: Card) -> int:
    """Return how many cards are loose without one."""
    return len(loose(position_of(view), without(view, card)))


def least_useful(view: MeldsView, card: Card) -> bool:
    """Return whether no other loose card is less useful, by the cards that would meld with it and by the next draw."""
    position, outlook = position_of(view), outlook_for(view)
    held = loose(position, view.hand)
    others = [other for other in set(held) & open_cards(view) if other != JOKER]

    def partners(one: Card) -> int:
        pairs = (completing(one, other, position.rules) for other in held if other not in (one, JOKER))
        melds = set().union(*map(cards_in, pairs))
        return sum(outlook.live.get(unseen, 0) for unseen in melds)

    def to_come(one: Card) -> int:
        kept = without(view, one)
        return sum(count * len(loose(position, (*kept, drawn))) for drawn, count in outlook.live.items())

    return all(partners(card) <= partners(other) and to_come(card) <= to_come(other) for other in others)


def comes_to_mind(view: MeldsView, hint: Hint) -> bool:
    """Return whether somebody would think of discarding the other card: it's loose, too, and no low one."""
    card, other = hint.move.named, hint.values["other"]
    return other != card and is_loose(view, other) and 2 * value(view, other) >= value(view, card)


def counts_most(view: MeldsView, card: Card) -> bool:
    others = set(loose(position_of(view), view.hand)) & open_cards(view) - {card, JOKER}
    return all(value(view, other) < value(view, card) for other in others)


def names_meld(view: MeldsView, hint: Hint) -> bool:
    """Return whether the named cards are a meld of the top discard and cards of the hand."""
    meld, card = hint.meld, hint.values["card"]
    held = not Counter(meld) - Counter((*view.hand, card))
    return card in meld and held and bool(readings(meld, rules_for(view.options)))


def value(view: MeldsView, card: Card) -> int:
    return rules_for(view.options).hand_values[card]


def next_uses(view: MeldsView, card: Card) -> float:
    """Return how likely the next player can meld a card, by what they may hold and were seen to take."""
    return outlook_for(view).danger(card)
