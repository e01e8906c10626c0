"""Laying melds, laying off and swapping jokers: each returns the state afterwards, or the refusal."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from bot.rummy.cards import JOKER, Card, MeldKind, code
from bot.rummy.events import Event, EventKind
from bot.rummy.melds.state import (
    MeldsState,
    all_jokers,
    begun,
    known_taken,
    known_without,
    with_events,
    with_hand,
    without,
)
from bot.rummy.melds.table_meld import (
    MeldRules,
    Need,
    TableMeld,
    ends_for,
    joker_for,
    lacking,
    laid_off,
    read_meld,
    swapped,
    value_of,
)
from bot.rummy.moves import Move, RunEnd, Verb
from bot.rummy.refusals import Reason, Refusal
from bot.rummy.results import Totals

T = TypeVar("T")


def after_lay(state: MeldsState, move: Move) -> MeldsState | Refusal:
    """Lay a meld, lay off a card or swap it for a joker, after the draw of a turn (B-4, D-6 to D-9).

    The hand may be empty afterwards; the caller ends the deal then. Refuses a lay that no turn could end after, but not
    one that leaves a `debt`.
    """
    after = _melded(state, move.seat, move.cards) if move.verb is Verb.MELD else _onto(state, move)
    return after if isinstance(after, Refusal) else _leftover_refusal(state, after, move.seat) or after


def debt(state: MeldsState, seat: int) -> Refusal | None:
    """Return why a player can't end the turn with any discard yet; None if they can (D-7, D-10, H-6, H-18, R-6)."""
    if state.lays is not None and not state.is_open(seat):
        need, laid = _first_lacking(state)
        return _need_refusal(need, need.rule, need.reason, laid)
    if state.lays is not None and state.lays.owed:
        return Refusal("H-6", Reason.JOKER_OWED, {"owed": state.lays.owed})
    if state.due is None:
        return None
    rule, reason = ("R-6", Reason.LIFTED_DUE) if state.lifted else ("H-18", Reason.TAKEN_DUE)
    return Refusal(rule, reason, {"card": code(state.due)})


def may_meld(state: MeldsState) -> bool:
    """Return whether another meld may be laid in this turn (B-14)."""
    return not (state.rules.one_meld and state.lays is not None and state.lays.new)


def open_refusal(state: MeldsState, seat: int) -> Refusal | None:
    """Return why a player may not lay off or swap yet; None if they may (D-7, H-3)."""
    if state.is_open(seat):
        return None
    if not state.rules.first:
        return Refusal("H-3", Reason.FIRST_MELD)
    need, laid = _first_lacking(state)
    return _need_refusal(need, need.rule, need.early or need.reason, laid)


def _melded(state: MeldsState, seat: int, cards: tuple[Card, ...]) -> MeldsState | Refusal:
    if not may_meld(state):
        return Refusal("B-14", Reason.ONE_MELD)
    rules = state.rules
    refusal = _held_refusal(state, seat, cards)
    meld = refusal or read_meld(cards, rules)
    if isinstance(meld, Refusal):
        return meld
    lays = begun(state)
    lays = replace(
        lays,
        staged=(*lays.staged, frozenset(range(len(cards)))),
        new=(*lays.new, meld),
        owed=max(0, lays.owed - meld.jokers),
        cards=lays.cards.union(cards),
    )
    event = Event(EventKind.MELDED, seat, cards=meld.cards, meld=len(state.melds))
    return replace(
        state,
        hands=with_hand(state, seat, without(state.hands[seat], cards)),
        known=known_without(state, seat, cards),
        melds=(*state.melds, meld),
        laid_by=(*state.laid_by, bytes([seat]) * len(cards)) if rules.laid_counts else (),
        table_points=_with_points(state, seat, cards, value_of(meld, rules)),
        lays=lays,
        recent=with_events(state, event),
    )


def _onto(state: MeldsState, move: Move) -> MeldsState | Refusal:
    seat, card, number, rules = move.seat, move.named, move.onto, state.rules
    refusal = _held_refusal(state, seat, (card,)) or open_refusal(state, seat)
    if refusal is not None:
        return refusal
    if not 0 <= number < len(state.melds):
        return Refusal(rules.rule("B-4", "D-8"), Reason.NO_SUCH_MELD)
    old, lays = state.melds[number], begun(state)
    swaps = move.verb is Verb.SWAP
    new = swapped(old, card, rules) if swaps else laid_off(old, card, move.end, rules)
    if isinstance(new, Refusal):
        return new
    staged = lays.staged[number]
    staged = _swap_staged(staged, old, new, card, rules) if swaps else _staged(staged, old, new)
    lays = replace(
        lays,
        staged=_with(lays.staged, number, staged),
        owed=lays.owed + rules.joker_rule if swaps else max(0, lays.owed - (card == JOKER)),
        cards=lays.cards | {card},
    )
    hand = without(state.hands[seat], (card,))
    end = None if swaps or new.kind is MeldKind.SET else RunEnd.LOW if new.low != old.low else RunEnd.HIGH
    event = Event(EventKind.SWAPPED if swaps else EventKind.LAID_OFF, seat, card, meld=number, end=end)
    state = replace(state, known=known_without(state, seat, (card,)))
    return replace(
        state,
        hands=with_hand(state, seat, [*hand, JOKER] if swaps else hand),
        known=known_taken(state, seat, JOKER) if swaps else state.known,
        melds=_with(state.melds, number, new),
        laid_by=_laid_by(state, number, new, seat) if rules.laid_counts else (),
        table_points=_with_points(state, seat, (card,), value_of(new, rules) - value_of(old, rules)),
        lays=lays,
        recent=with_events(state, event),
    )


def _held_refusal(state: MeldsState, seat: int, cards: tuple[Card, ...]) -> Refusal | None:
    missing = without(cards, state.hands[seat])
    if not missing:
        return None
    rule = state.rules.rule("B-4", "D-8")
    if missing[0] == JOKER and JOKER in state.hands[seat]:
        return Refusal(rule, Reason.JOKERS_NOT_HELD)
    return Refusal(rule, Reason.NOT_HELD, {"card": code(missing[0])})


def _leftover_refusal(before: MeldsState, after: MeldsState, seat: int) -> Refusal | None:
    """Return the refusal if the turn couldn't end with the cards left after a lay (B-5, D-11, H-6, H-9)."""
    hand, rules = after.hands[seat], after.rules
    if not hand:
        if rules.last_discard:
            return Refusal("D-11", Reason.LAST_CARD)
        if not after.is_open(seat) and after.lays is not None:
            need, laid = _first_lacking(after)
            return _need_refusal(need, *(need.out or (need.rule, need.reason)), laid)
        return None
    if rules.joker_rule and rules.last_discard and all_jokers(hand):
        return Refusal("H-6", Reason.NO_OTHER_CARDS if all_jokers(before.hands[seat]) else Reason.ONLY_JOKERS)
    if list(hand) == [after.kept] and not _fits_somewhere(after, hand[0]):
        return Refusal(rules.rule("B-5", "B-5"), Reason.ONLY_TAKEN, {"card": code(hand[0])})
    return None


def _fits_somewhere(state: MeldsState, card: Card) -> bool:
    return any(ends_for(meld, card, state.rules) for meld in state.melds)


def _first_lacking(state: MeldsState) -> tuple[Need, int]:
    """Return the first thing that the melds laid in this turn lack, and the points that they have.

    Its reasons name a second one that they lack, if there are words for both.
    """
    (need, laid), *others = lacking(state.lays.new if state.lays else (), state.rules)
    for other, _ in others:
        if other.as_well is not None:
            reason, early, out = other.as_well
            need = replace(need, reason=reason, early=early, out=(need.out[0] if need.out else need.rule, out))
    return need, laid


def _need_refusal(need: Need, rule: str, reason: Reason, laid: int) -> Refusal:
    """Return the refusal for first melds that lack something (D-7, H-2)."""
    return Refusal(rule, reason, {"needs": need.least, "laid": laid})


def _with(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])


def _with_points(state: MeldsState, seat: int, cards: Iterable[Card], value: int) -> Totals:
    """Return the value of the cards that each seat laid in this deal, after one seat laid these (H-10, R-12).

    ``value`` is what they have in their meld.
    """
    if not (state.rules.casino or state.rules.laid_counts):
        return state.table_points
    laid = value if state.rules.laid_counts else sum(state.rules.hand_values[card] for card in cards)
    return _with(state.table_points, seat, state.table_points[seat] + laid)


def _staged(staged: frozenset[int], old: TableMeld, new: TableMeld) -> frozenset[int]:
    """Return the places of the cards laid on a meld in this turn, updated after a lay-off."""
    return _placed(staged, _added_at(old, new))


def _added_at(old: TableMeld, new: TableMeld) -> int:
    """Return the place of the card that was laid off on a meld."""
    if new.kind is MeldKind.RUN and new.low != old.low:
        return 0
    return next((at for at, card in enumerate(old.cards) if new.cards[at] != card), len(old.cards))


def _laid_by(state: MeldsState, number: int, new: TableMeld, seat: int) -> tuple[bytes, ...]:
    """Return the seats that laid the cards of each meld, after one seat laid off a card on one of them (R-12)."""
    seats, at = state.laid_by[number], _added_at(state.melds[number], new)
    return _with(state.laid_by, number, seats[:at] + bytes([seat]) + seats[at:])


def _swap_staged(
    staged: frozenset[int], old: TableMeld, new: TableMeld, card: Card, rules: MeldRules
) -> frozenset[int]:
    """Return the places of the cards laid on a meld in this turn, updated after a swap.

    A set without a prescribed order is sorted again.
    """
    joker = joker_for(old, card, rules)
    if joker is None:
        return staged
    left = [place - (place > joker) for place in staged if place != joker]
    return _placed(left, new.cards.index(card))


def _placed(staged: Iterable[int], at: int) -> frozenset[int]:
    return frozenset({place + (place >= at) for place in staged} | {at})
