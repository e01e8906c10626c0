"""Which ways go together best: a search over what is left of the hand, the most promising state first.

Cards and jokers have prices: what a card is worth in the best way that it has, when a joker costs so much. Against them
every decision loses something or nothing, and the sum of the losses decides what is looked at next; so the first end
that comes up is the best there is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from math import ceil
from typing import Final, NamedTuple

from bot.rummy.cards import Card
from bot.rummy.laydown_prices import fair_prices
from bot.rummy.laydown_ways import Way

_ROOM: Final = 8
_FIRST: Final = 16
_FIRST_JOKERS: Final = 24
_SWAPPED: Final = 28
_LATE: Final = 29
_THROWN: Final = 30
_HAND: Final = 32
"""Where the parts of a state begin: jokers used, room for jokers, first melds, ..., the cards, then the slots."""
_ONE_MELD: Final = 200
"""The slot of the one new meld of a turn (B-14), beyond all those of melds that lie."""
_MIDDLE: Final = 128
_BYTE: Final = 255
_DEPTH: Final = 64
"""More than the kinds of cards in a hand: of states with the same loss the one that is further is looked at first."""


_PART: Final = 64
"""Prices and losses are counted in such parts of what gains are counted in."""
_NEVER: Final = 1 << 60


class Held(NamedTuple):
    """A kind of card of the hand about which there is something to decide; or a meld to take nothing but jokers."""

    card: Card
    copies: int
    gain: int  # of laying one, where nothing else is laid with it
    thrown: int | None  # of discarding one; None: that is not allowed
    stays: bool = True  # in the hand, if it is not laid


@dataclass(frozen=True, slots=True)
class Problem:
    """What is to be decided: which ways to take, which cards to leave, and what to discard.

    Cards are decided in the order in which ``hand`` lists them, and the first that is left is the one to discard; so it
    begins with what is best discarded. Gains are whole numbers.
    """

    hand: tuple[Held, ...]
    ways: Sequence[Way]
    gains: Sequence[int]  # of the ways
    one_meld: bool  # one new meld at most (B-14)
    jokers: int  # held
    more_jokers: int  # that could be swapped out
    room: int | None  # jokers that the melds on the table take; None: enough, whatever is done
    joker_left: int  # the gain of a joker that stays in the hand: less than nothing, or nothing
    joker_thrown: int | None  # the gain of discarding a joker beside other cards; None: that is not allowed
    last_joker_thrown: int | None  # the same with nothing but jokers left
    may_empty: bool  # the turn may end with no card left
    first: int  # what the first melds have to be worth, 0 if there is nothing to reach
    owing: bool  # jokers swapped out have to be laid (H-6)
    owed: int  # and so many already
    counted: bool  # ways say of every joker where it goes; else more of them are laid off wherever there is room


class Found(NamedTuple):
    """The best: the ways to take, and how many jokers are laid off beside wherever they can be."""

    ways: tuple[Way, ...]
    jokers: int


def search(problem: Problem) -> Found | None:
    """Find the best ways; None if no end of the turn is allowed."""
    return _Search(problem).best()


class _Search:
    """A problem with its prices and numbers."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.size = len(problem.hand)
        self.slots = self._shared_slots()
        place = {held.card: at for at, held in enumerate(problem.hand)}
        self.takes = [[place[card] for card in way.cards] for way in problem.ways]
        for slot, users in enumerate(self.slots, self.size):
            for number in users:
                self.takes[number].append(slot)
        self.prices = self._fair_prices()
        self.spared, self.joker = self.prices[-2:]
        self._number_ways()

    def _shared_slots(self) -> list[list[int]]:
        """List what only one way can have, each as the ways that want it."""
        problem = self.problem
        users: dict[int, list[int]] = {}
        for number, way in enumerate(problem.ways):
            slots = way.slots if way.meld is not None else problem.one_meld << _ONE_MELD
            while slots:
                slot = slots & -slots
                slots ^= slot
                users.setdefault(slot, []).append(number)
        return [list(wanting) for wanting in dict.fromkeys(map(tuple, users.values()))]

    def _fair_prices(self) -> list[int]:
        """Price cards, slots, the discard and jokers so that no way gains more than it costs."""
        problem, discard = self.problem, self.size + len(self.slots)
        stock = [held.copies for held in problem.hand] + [1] * len(self.slots) + [1, problem.jokers]
        offers = [
            (gain, takes, way.used) for gain, takes, way in zip(problem.gains, self.takes, problem.ways, strict=True)
        ]
        offers += [(held.thrown, [at, discard], 0) for at, held in enumerate(problem.hand) if held.thrown is not None]
        if problem.joker_thrown is not None:
            offers.append((problem.joker_thrown, [discard], 1))
        market = fair_prices(stock, offers)
        prices = [ceil(price * _PART - 0.01) for price in market.prices]
        self.taken = market.taken
        if problem.last_joker_thrown is not None:
            prices[discard] = max(prices[discard], (problem.last_joker_thrown + problem.joker_left) * _PART)
        for gain, takes, jokers in offers:
            missing = gain * _PART - jokers * prices[-1] - sum(prices[thing] for thing in takes)
            if missing > 0:
                prices[takes[0]] += missing
        return prices

    def _number_ways(self) -> None:
        """Write ways as numbers, for each card those that begin with it: what they need, change and lose, and which."""
        problem, size, prices = self.problem, self.size, self.prices
        slots = _HAND + 3 * size
        bits = [1 << _HAND + 3 * at for at in range(size)] + [1 << slots + 2 * at for at in range(len(self.slots))]
        self.ways: list[list[tuple[int, int, int, int, int]]] = [[] for _ in range(size)]
        alive = [0] * (size + 1)
        for number, (way, takes) in enumerate(zip(problem.ways, self.takes, strict=True)):
            need = sum([bits[thing] for thing in takes])
            lost = sum([prices[thing] for thing in takes]) + way.used * self.joker - problem.gains[number] * _PART
            change = way.used + (way.first << _FIRST) + (way.first_jokers << _FIRST_JOKERS)
            if problem.room is not None:
                change += way.room << _ROOM
            begin = min(takes)
            alive[begin] |= need >> slots << slots
            self.ways[begin].append((lost, number not in self.taken, need, change - need, number))
        for ways in self.ways:
            ways.sort()
        kept = (1 << slots) - 1
        for at in reversed(range(size)):
            alive[at] |= alive[at + 1]
        self.alive = [kept | mask for mask in alive]
        self.priced = [(bit, price) for bit, price in zip(bits[size:], prices[size:], strict=False) if price]
        self.priced_bits = sum(bit for bit, _ in self.priced)
        self.start = _MIDDLE + (_MIDDLE + (problem.jokers if problem.room is None else problem.room) << _ROOM)
        self.start += sum(held.copies * bit for held, bit in zip(problem.hand, bits, strict=False))
        self.start += sum(bits[size:])
        self.guards = sum(4 * bit for bit in bits[:size]) + sum(2 * bit for bit in bits[size:])
        self.most_room = problem.jokers + self._lost_room()

    def _lost_room(self) -> int:
        """Say how much room for jokers ways could take away, all in all."""
        ways = self.problem.ways
        return -sum(min(0, *(ways[number].room for number in users)) for users in self.slots)

    def best(self) -> Found | None:
        """Search."""
        problem, guards, alive, size = self.problem, self.guards, self.alive, self.size
        cards = (1 << 3 * size) - 1
        seen: dict[int, tuple[int, int, int]] = {}
        heap: list[tuple[int, int]] = []
        least = _NEVER

        def reach(state: int, loss: int, astray: int, before: int, way: int) -> None:
            nonlocal least
            left = state >> _HAND & cards
            at = ((left & -left).bit_length() - 1) // 3 if left else size
            unused = state & self.priced_bits & ~alive[at]
            if unused:
                loss += sum(price for bit, price in self.priced if unused & bit)
            state &= alive[at]
            known = seen.get(state)
            if loss >= least or (known is not None and known[0] <= loss):
                return
            seen[state] = loss, before, way
            if left:
                heappush(heap, ((loss * _DEPTH + astray) * _DEPTH + size - at, state))
                return
            total = self._at_end(state, loss)
            if total is not None and total < least:
                least = total
                heappush(heap, (total * _DEPTH * _DEPTH, state))

        reach(self.start, 0, 0, 0, -1)
        if problem.joker_thrown is not None:
            loss = self.joker + self.spared - problem.joker_thrown * _PART
            reach(self.start + 1 + (0 if problem.room is None else 1 << _ROOM) + (1 << _THROWN), loss, 0, 0, -1)
        while heap:
            key, state = heappop(heap)
            left = state >> _HAND & cards
            if not left:
                return self._found(state, seen)
            astray, loss = key // _DEPTH % _DEPTH, key // (_DEPTH * _DEPTH)
            if seen[state][0] != loss:
                continue
            at = ((left & -left).bit_length() - 1) // 3
            guarded = state | guards
            for lost, aside, need, change, number in self.ways[at]:
                if loss + lost >= least:
                    break
                if guarded - need & guards == guards:
                    after = self._settled(state + change, number)
                    if after:
                        reach(after, loss + lost, astray + aside, state, number)
            after, loss = self._leaving(state, loss, at, left >> 3 * at & 3)
            if after:
                reach(after, loss, astray, state, -1)
        return None

    def _leaving(self, state: int, loss: int, at: int, copies: int) -> tuple[int, int]:
        """Leave all there are of a card, the first card left to be discarded; state 0 where that is not allowed."""
        held = self.problem.hand[at]
        state -= copies << _HAND + 3 * at
        loss += copies * self.prices[at]
        if state >> _THROWN & 1 or not held.stays:
            return state, loss
        if held.thrown is None:
            return 0, 0
        return state + (1 << _THROWN), loss + self.spared - held.thrown * _PART

    def _settled(self, state: int, number: int) -> int:
        """Keep a state's numbers as small as they need to be; 0 where jokers are missing."""
        way, problem = self.problem.ways[number], self.problem
        if way.used > 0 and (state & _BYTE) - _MIDDLE > problem.jokers + problem.more_jokers:
            return 0
        if way.first_jokers and (state >> _FIRST_JOKERS & 15) > problem.jokers:
            return 0
        if way.first:
            state -= max(0, (state >> _FIRST & _BYTE) - problem.first) << _FIRST
        if way.room > 0 and problem.room is not None:
            state -= max(0, (state >> _ROOM & _BYTE) - _MIDDLE - self.most_room) << _ROOM
        if way.swaps and problem.owing:
            state |= 1 << (_LATE if way.late else _SWAPPED)
        return state

    def _at_end(self, state: int, loss: int) -> int | None:
        """Say what is lost in all when every card is decided; None where the turn can't end so."""
        problem = self.problem
        used, laid = (state & _BYTE) - _MIDDLE, self._laid(state)
        if used > problem.jokers or (state >> _FIRST & _BYTE) < problem.first or not self._pays(state, laid):
            return None
        left = problem.jokers - laid
        total = loss + self.joker * (problem.jokers - used) - problem.joker_left * left * _PART
        if state >> _THROWN & 1:
            return total
        if not left:
            return total + self.spared if problem.may_empty else None
        return None if problem.last_joker_thrown is None else total + self.spared - problem.last_joker_thrown * _PART

    def _laid(self, state: int) -> int:
        """Say how many jokers are laid, less those swapped out, when all are laid that can be."""
        if self.problem.counted:
            return (state & _BYTE) - _MIDDLE
        return min(self.problem.jokers, (state >> _ROOM & _BYTE) - _MIDDLE)

    def _pays(self, state: int, laid: int) -> bool:
        """Say whether the jokers that are swapped out are laid afterwards (H-6)."""
        if not self.problem.owing:
            return True
        first = state >> _FIRST_JOKERS & 15
        swapped, late = state >> _SWAPPED & 1, state >> _LATE & 1
        if (swapped or late or self.problem.owed) and laid - first < self.problem.owed:
            return False
        return not late or laid - first + swapped >= 1

    def _found(self, state: int, seen: dict[int, tuple[int, int, int]]) -> Found:
        """Go back from an end to the ways that led there."""
        jokers = self._laid(state) - (state & _BYTE) + _MIDDLE
        ways = []
        while state:
            _, state, number = seen[state]
            if number >= 0:
                ways.append(self.problem.ways[number])
        return Found(tuple(reversed(ways)), jokers)
