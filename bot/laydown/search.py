"""Which ways go together best: all of them tried where they are few, else a search, the most promising state first.

In the search cards, jokers and what else is scarce have fair prices. Against them every decision loses something or
nothing, and the sum of the losses decides what is looked at next; so the first end that comes up is the best there is.
"""

from heapq import heappop, heappush
from math import ceil, floor
from typing import Final, NamedTuple

from bot.laydown.numbers import Numbers, Problem
from bot.laydown.prices import Offer, fair_prices, gain_of
from bot.laydown.ways import MeldChoice

_PART: Final = 64
"""Prices and losses are counted in such parts of what gains are counted in."""
_POINT: Final = 1 << 20
"""More than a point of first melds can be worth otherwise."""
_DEPTH: Final = 128
"""More than the kinds of cards in a hand."""
_FEW: Final = 16
"""As many ways are tried out, if they go together in few enough manners."""
_TRIES: Final = 150
_NEVER: Final = 1 << 60


class Found(NamedTuple):
    """The best: the ways to take, and how many jokers are laid off beside wherever they can be."""

    ways: tuple[MeldChoice, ...]
    jokers: int


def search(problem: Problem) -> Found | None:
    """Find the best ways; None if no end of the turn is allowed."""
    numbers = Numbers(problem)
    if len(problem.ways) <= _FEW:
        try:
            return _tried(numbers)
        except OverflowError:
            pass
    return _Search(numbers).best()


def _tried(numbers: Numbers) -> Found | None:
    """Find the best by trying all ways together; OverflowError if that takes too long."""
    problem, steps, guards = numbers.problem, numbers.steps(), numbers.guards
    most, best, found = -_NEVER, -1, None
    tries: list[tuple[int, int, tuple[int, ...]]] = [(numbers.start, 0, ())]
    if problem.joker_thrown is not None:
        tries.append((numbers.throw_joker(numbers.start), problem.joker_thrown, ()))
    for state, gain, taken in tries:
        if len(tries) > _TRIES:
            raise OverflowError("too many ways go together")
        end = _left_at_end(numbers, state)
        if end is not None and gain + end > most:
            most, best, found = gain + end, state, taken
        guarded = state | guards
        for number in range(taken[-1] if taken else 0, len(steps)):
            need, change = steps[number]
            if guarded - need & guards == guards:
                after = numbers.settled(state + change, number)
                if after:
                    tries.append((after, gain + problem.gains[number], (*taken, number)))
    return None if found is None else _found(numbers, best, found)


def _left_at_end(numbers: Numbers, state: int) -> int | None:
    """Say what is gained if all cards to decide are left, the first of them as the discard; None: that can't be."""
    left = state & numbers.stays
    if not left or numbers.thrown(state):
        return numbers.at_end(state)
    thrown = numbers.problem.hand[numbers.place(left)].thrown
    end = numbers.at_end(numbers.throw(state))
    return None if thrown is None or end is None else thrown + end


def _found(numbers: Numbers, state: int, taken: tuple[int, ...]) -> Found:
    ways = numbers.problem.ways
    return Found(tuple(ways[number] for number in taken), numbers.laid(state) - numbers.used(state))


class _Search:
    """A search with its prices."""

    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers
        self.seen: dict[int, tuple[int, int, int]] = {}  # what is lost to come to a state, from where and by which way
        self.heap: list[tuple[int, int]] = []
        self.least = _NEVER  # that any end that was found loses
        self.prices, sold = self._fair_prices()
        self.spared, self.joker, self.point = (*self.prices[len(numbers.bits) :], 0)[:3]
        self.alive = [0] * (numbers.kinds + 1)
        self.ways: list[list[tuple[int, bool, int, int, int]]] = [[] for _ in range(numbers.kinds)]
        problem = numbers.problem
        for number, (need, change) in enumerate(numbers.steps()):
            takes, way = numbers.takes[number], problem.ways[number]
            lost = sum([self.prices[thing] for thing in takes]) + way.used * self.joker - problem.gains[number] * _PART
            lost -= way.first * self.point
            begin = min(takes)
            self.alive[begin] |= need & ~numbers.cards
            self.ways[begin].append((lost, number not in sold, need, change, number))
        rest = numbers.cards | (numbers.cards & -numbers.cards) - 1
        for at in reversed(range(numbers.kinds)):
            self.alive[at] |= self.alive[at + 1]
            self.ways[at].sort()
        self.alive = [mask | rest for mask in self.alive]
        priced = zip(numbers.bits[numbers.kinds :], self.prices[numbers.kinds :], strict=False)
        self.priced = [(bit, price) for bit, price in priced if price]
        self.priced_bits = sum(bit for bit, _ in self.priced)

    def _fair_prices(self) -> tuple[list[int], set[int]]:
        """Price cards, slots, the discard, jokers and points so that no way gains more than it costs; say which sell.

        Points are what ways give to reach the value of first melds, and are paid for as far as they are needed. They
        and the need for them are priced at the end.
        """
        numbers, problem = self.numbers, self.numbers.problem
        discard = len(numbers.bits)
        jokers, points, need = discard + 1, discard + 2, discard + 3
        stock = [held.copies for held in problem.hand] + [1] * len(numbers.slots) + [1, problem.jokers]
        offers = []
        for way, gain, takes in zip(problem.ways, problem.gains, numbers.takes, strict=True):
            amounts = ((jokers, way.used),) if way.used else ()
            offers.append(Offer(gain, takes, (*amounts, (points, -way.first)) if problem.first else amounts))
        offers += [Offer(held.thrown, (at, discard)) for at, held in enumerate(problem.hand) if held.thrown is not None]
        if problem.joker_thrown is not None:
            offers.append(Offer(problem.joker_thrown, (discard, jokers)))
        if problem.first:
            stock += [0, problem.first]
            offers.append(Offer(_POINT, (need, points)))
        market = fair_prices(stock, offers)
        prices = [ceil(price * _PART - 0.01) for price in market.prices]
        if problem.first:
            prices[points] = floor(market.prices[points] * _PART)
        if problem.last_joker_thrown is not None:
            prices[discard] = max(prices[discard], (problem.last_joker_thrown + problem.joker_left) * _PART)
        for offer in offers:
            missing = gain_of(prices, offer._replace(gain=offer.gain * _PART))
            prices[offer.takes[0]] += max(0, int(missing))
        return prices, market.taken

    def best(self) -> Found | None:
        """Search."""
        numbers, problem = self.numbers, self.numbers.problem
        self._reach(numbers.start, 0, 0, 0, -1)
        if problem.joker_thrown is not None:
            loss = self.joker + self.spared - problem.joker_thrown * _PART
            self._reach(numbers.throw_joker(numbers.start), loss, 0, 0, -1)
        while self.heap:
            key, state = heappop(self.heap)
            if not state & numbers.cards:
                return self._back(state)
            loss, astray = key // (_DEPTH * _DEPTH), key // _DEPTH % _DEPTH
            if self.seen[state][0] == loss:
                self._go_on(state, loss, astray)
        return None

    def _reach(self, state: int, loss: int, astray: int, before: int, way: int) -> None:
        """Come to a state, unless it is no good; what nothing needs any more is taken out of it, and was lost.

        ``astray`` counts ways that do not sell at these prices: of states with the same loss those without any are
        looked at first, and of these those that have come the furthest.
        """
        at = self.numbers.place(state)
        unused = state & self.priced_bits & ~self.alive[at]
        if unused:
            loss += sum(price for bit, price in self.priced if unused & bit)
        state &= self.alive[at]
        known = self.seen.get(state)
        if loss >= self.least or (known is not None and known[0] <= loss):
            return
        self.seen[state] = loss, before, way
        if at < self.numbers.kinds:
            heappush(self.heap, ((loss * _DEPTH + astray) * _DEPTH + self.numbers.kinds - at, state))
            return
        end = self._at_end(state, loss)
        if end is not None and end < self.least:
            self.least = end
            heappush(self.heap, (end * _DEPTH * _DEPTH, state))

    def _go_on(self, state: int, loss: int, astray: int) -> None:
        """Decide about the next card in every way that there is."""
        numbers = self.numbers
        at, guarded, guards = numbers.place(state), state | numbers.guards, numbers.guards
        for lost, aside, need, change, number in self.ways[at]:
            if loss + lost >= self.least:
                break
            if guarded - need & guards == guards:
                after = numbers.settled(state + change, number)
                if after:
                    useless = self.point * numbers.useless(state + change) if self.point else 0
                    self._reach(after, loss + lost + useless, astray + aside, state, number)
        after, loss = self._leaving(state, loss, at)
        if after:
            self._reach(after, loss, astray, state, -1)

    def _leaving(self, state: int, loss: int, at: int) -> tuple[int, int]:
        """Leave all there are of a card, the first card left to be discarded; state 0 where that is not allowed."""
        numbers = self.numbers
        held, copies = numbers.problem.hand[at], numbers.copies(state, at)
        state -= copies * numbers.bits[at]
        loss += copies * self.prices[at]
        if numbers.thrown(state) or not held.stays:
            return state, loss
        if held.thrown is None:
            return 0, 0
        return numbers.throw(state), loss + self.spared - held.thrown * _PART

    def _at_end(self, state: int, loss: int) -> int | None:
        """Say what is lost in all when every card is decided; None where the turn can't end so."""
        numbers = self.numbers
        gain = numbers.at_end(state)
        if gain is None:
            return None
        loss += self.joker * (numbers.problem.jokers - numbers.used(state)) - gain * _PART
        return loss if numbers.thrown(state) else loss + self.spared

    def _back(self, state: int) -> Found:
        """Go back from an end to the ways that led there."""
        end, taken = state, []
        while state:
            _, state, number = self.seen[state]
            if number >= 0:
                taken.append(number)
        return _found(self.numbers, end, tuple(reversed(taken)))
