"""Every way to add to the melds that lie: cards at both ends of a run, cards for jokers, the missing suits of a set."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from bot.rummy.cards import JOKER, Card
from bot.rummy.laydown_runs import best_ends, room_around, run_value
from bot.rummy.laydown_ways import Asked, Step, Way, in_order
from bot.rummy.meld_rules import MeldRules
from bot.rummy.melds import MeldKind
from bot.rummy.moves import Verb
from bot.rummy.table_meld import LONGEST_RUN, TableMeld, laid_off, swapped, value_of


class _Set(NamedTuple):
    """What a set can become."""

    cards: tuple[Card, ...]  # added
    swaps: int
    used: int
    room: int  # jokers that it can take then, all in all
    late: bool
    steps: tuple[Step, ...]


def swappable(meld: TableMeld, ranks: tuple[int, int, int, int], rules: MeldRules) -> int:
    """Say how many of a meld's jokers could be swapped at most, with cards of these ranks of each suit."""
    stands = meld.stands_for(rules)
    places = (possible for card, possible in zip(meld.cards, stands, strict=True) if card == JOKER)
    return sum(any(ranks[card // 13] >> card % 13 & 1 for card in possible) for possible in places)


def joker_room(meld: TableMeld, rules: MeldRules) -> int:
    """Say how many jokers can be laid off on a meld as it lies."""
    if meld.kind is MeldKind.SET:
        return _set_room(meld, rules)
    jokers = meld.jokers
    ends = (meld.cards[0] != JOKER, meld.cards[-1] != JOKER)
    return room_around(meld.low, len(meld.cards), len(meld.cards) - 2 * jokers, ends, rules)[0]


def joker_worths(meld: TableMeld, most: int, rules: MeldRules) -> tuple[int, ...]:
    """Say what so many jokers, 0 and up, add to a meld at most when they are laid off on it."""
    size = len(meld.cards)
    most = min(most, joker_room(meld, rules))
    if meld.kind is MeldKind.SET:
        return tuple(value_of(meld, rules) // size * jokers for jokers in range(most + 1))
    ends = (meld.cards[0] != JOKER, meld.cards[-1] != JOKER)
    _, below, above = room_around(meld.low, size, size, ends, rules)
    was = run_value(meld.low, size, rules)
    return tuple(best_ends(meld.low, size, jokers, (below, above), rules)[0] - was for jokers in range(most + 1))


def additions(number: int, meld: TableMeld, ranks: tuple[int, int, int, int], asked: Asked) -> Iterator[Way]:
    """Find every way to add cards to a meld that lies, from the ranks held of each suit."""
    if meld.kind is MeldKind.RUN:
        held = ranks[meld.suit]
        if held:
            yield from _onto_run(number, meld, held, asked)
        return
    suits = tuple(13 * suit + meld.low for suit in range(4) if ranks[suit] >> meld.low & 1)
    suits = tuple(card for card in suits if card not in meld.cards)
    if not suits or (len(meld.cards) == 4 and not meld.jokers):
        return
    rules, base = asked.rules, joker_room(meld, asked.rules)
    value = value_of(meld, rules) // len(meld.cards)
    for form in _onto_set(meld, suits, rules):
        for extra in range((form.room - form.used if asked.worth else 0) + 1):
            used = form.used + extra
            added = len(form.cards) + used
            yield Way(
                form.cards,
                number,
                used,
                (used if asked.worth else form.room) - base,
                value * added,
                swaps=form.swaps,
                late=form.late,
                steps=form.steps,
            )


def _set_room(meld: TableMeld, rules: MeldRules) -> int:
    """Count the jokers that a set takes, one after the other."""
    room = 0
    larger = laid_off(meld, JOKER, None, rules)
    while isinstance(larger, TableMeld):
        room += 1
        larger = laid_off(larger, JOKER, None, rules)
    return room


@lru_cache(maxsize=1024)
def _onto_set(meld: TableMeld, suits: tuple[Card, ...], rules: MeldRules) -> tuple[_Set, ...]:
    """Try all that can be done to a set with some cards, each held once.

    A joker that is laid off before another is swapped out helps nothing, but under H-6 with H-7: there a card may find
    no place of its own, and the joker that stands for it may be swapped only when the set is full.
    """
    best: dict[tuple[tuple[Card, ...], int, bool], _Set] = {}
    ahead: list[tuple[TableMeld, _Set]] = [(meld, _Set((), 0, 0, 0, late=False, steps=()))]
    while ahead:
        lying, form = ahead.pop(0)
        room = form.used + _set_room(lying, rules)
        key = (form.cards, form.swaps, form.late)
        if form.cards and (key not in best or best[key].room < room) and not (form.used > 0 and not form.late):
            best[key] = form._replace(room=room)
        for card in suits:
            if card in form.cards:
                continue
            cards = tuple(sorted((*form.cards, card)))
            larger = laid_off(lying, card, None, rules)
            if isinstance(larger, TableMeld) and form.used <= 0:
                ahead.append((larger, form._replace(cards=cards, steps=(*form.steps, (Verb.LAYOFF, card, None)))))
            other = swapped(lying, card, rules)
            if isinstance(other, TableMeld):
                steps = (*form.steps, (Verb.SWAP, card, None))
                late = form.late or JOKER in (step[1] for step in form.steps)
                swaps, used = form.swaps + 1, form.used - 1
                ahead.append((other, form._replace(cards=cards, swaps=swaps, used=used, late=late, steps=steps)))
        if rules.joker_rule and rules.set_order and not form.steps:
            larger = laid_off(lying, JOKER, None, rules)
            if isinstance(larger, TableMeld):
                ahead.append((larger, form._replace(used=1, steps=((Verb.LAYOFF, JOKER, None),))))
    plain = {(form.cards, form.used, form.room) for form in best.values() if not form.late}
    return tuple(form for form in best.values() if not form.late or (form.cards, form.used, form.room) not in plain)


def _onto_run(number: int, meld: TableMeld, held: int, asked: Asked) -> Iterator[Way]:
    """Add to a run: cards for some of its jokers first, then cards and jokers at both ends."""
    rules, size, low = asked.rules, len(meld.cards), meld.low
    suit = 13 * meld.suit
    wanted = [place for place, card in enumerate(meld.cards) if card == JOKER and held >> (low + place) % 13 & 1]
    base = joker_room(meld, rules)
    was = run_value(low, size, rules)
    below_most = LONGEST_RUN - size if rules.corner else min(low, LONGEST_RUN - size)
    above_most = LONGEST_RUN - size if rules.corner else min(rules.last_rank + 1 - low - size, LONGEST_RUN - size)
    every = asked.whole or (asked.worth and (asked.jokers > 0 or rules.corner))
    belows = _endings(suit, held, low - 1, -1, most=below_most, jokers=asked.jokers, apart=rules.joker_rule)
    aboves = _endings(suit, held, low + size, 1, most=above_most, jokers=asked.jokers, apart=rules.joker_rule)
    for count in range(len(wanted) + 1):
        for places in combinations(wanted, count):
            swaps: tuple[Step, ...] = tuple((Verb.SWAP, suit + (low + place) % 13, None) for place in places)
            cards = list(meld.cards)
            for place in places:
                cards[place] = suit + (low + place) % 13
            spare = size - 2 * cards.count(JOKER)
            for below in belows:
                if rules.joker_rule and below and below[0] == JOKER == cards[0]:
                    continue
                for above in aboves:
                    if size + len(below) + len(above) > LONGEST_RUN or not (places or below or above):
                        continue
                    if rules.joker_rule and above and above[0] == JOKER == cards[-1]:
                        continue
                    if not every and (_detachable(spare, below, above) or _detachable(spare, above, below)):
                        continue
                    order = in_order(spare, below, above)
                    if order is None:
                        continue
                    gaps = below.count(JOKER) + above.count(JOKER)
                    new_low, new_size = low - len(below), size + len(below) + len(above)
                    now = new_size - 2 * (cards.count(JOKER) + gaps)
                    ends = (bool(below) or cards[0] != JOKER, bool(above) or cards[-1] != JOKER)
                    more, down, up = room_around(new_low, new_size, now, ends, rules)
                    taken = tuple(card for _, card, _ in (*swaps, *order) if card != JOKER)
                    used = gaps - count
                    for extra in range((min(more, asked.jokers - gaps) if asked.worth else 0) + 1):
                        worth = best_ends(new_low, new_size, extra, (down, up), rules)[0] - was if asked.worth else 0
                        room = (used + extra if asked.worth else used + more) - base
                        yield Way(taken, number, used + extra, room, worth, swaps=count, steps=swaps + order)


def _endings(
    suit: Card, held: int, first: int, step: int, *, most: int, jokers: int, apart: bool
) -> list[tuple[Card, ...]]:
    """List what can be laid at one end of a run, from it outwards: cards of the hand, jokers between; a card last."""
    found: list[tuple[Card, ...]] = [()]
    for ending in found:
        gap = jokers - ending.count(JOKER)
        if apart:
            gap = min(gap, 1)
        for skipped in range(min(gap, most - len(ending) - 1) + 1):
            rank = (first + step * (len(ending) + skipped)) % 13
            if held >> rank & 1:
                found.append((*ending, *(JOKER,) * skipped, suit + rank))
    return found


def _detachable(spare: int, ending: tuple[Card, ...], other: tuple[Card, ...]) -> bool:
    """Say whether the outer cards at an end make a run of their own, and the rest can be laid without them."""
    for cut in range(len(ending) - 2):
        part, rest = ending[cut:], ending[:cut]
        if 2 * part.count(JOKER) <= len(part):
            while rest and rest[-1] == JOKER:
                rest = rest[:-1]
            if in_order(spare, rest, other) is not None:
                return True
    return False
