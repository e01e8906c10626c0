"""Which ways go together best: a search over what is left of the hand, the most promising state first.

Cards and jokers have prices: what a card is worth in the best way that it has, when a joker costs so much. Against them
every decision loses something or nothing, and the sum of the losses decides what is looked at next; so the first end
that comes up is the best there is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import Final, NamedTuple

from bot.rummy.cards import Card
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
    """A problem with its prices, and what has been found so far."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.place = {held.card: at for at, held in enumerate(problem.hand)}
        self.joker, self.prices = self._best_prices()
        self.spared = max(
            0,
            max(
                (held.thrown - price for held, price in zip(problem.hand, self.prices, strict=True) if held.thrown),
                default=0,
            ),
            0 if problem.joker_thrown is None else problem.joker_thrown - self.joker,
            0 if problem.last_joker_thrown is None else problem.last_joker_thrown + problem.joker_left,
        )
        lost: dict[int, int] = {}
        if problem.room is not None:
            for way in problem.ways:
                if way.slots:
                    lost[way.slots] = min(lost.get(way.slots, 0), way.room)
        self.most_room = problem.jokers - sum(lost.values())
        self._number_ways()

    def _best_prices(self) -> tuple[int, list[int]]:
        """Find prices that promise little."""
        problem = self.problem
        if not any(way.used for way in problem.ways):
            return 0, self._prices(0)
        most = max(problem.gains)
        tried = (most * part // 12 for part in range(9))
        return min(((price, self._prices(price)) for price in tried), key=self._promise)

    def _promise(self, priced: tuple[int, list[int]]) -> int:
        """Say what some prices promise."""
        joker, prices = priced
        held = zip(self.problem.hand, prices, strict=True)
        return joker * self.problem.jokers + sum(held.copies * price for held, price in held)

    def _prices(self, joker: int) -> list[int]:
        """Price each card by the best of its ways, with a price for jokers."""
        problem, place = self.problem, self.place
        gains = [held.gain for held in problem.hand]
        prices = [0] * len(gains)
        for way, gain in zip(problem.ways, problem.gains, strict=True):
            places = [place[card] for card in way.cards]
            more = gain - joker * way.used
            for at in places:
                more -= gains[at]
            share = -(-more // len(places))
            for at in places:
                prices[at] = max(prices[at], gains[at] + share)
        return prices

    def _number_ways(self) -> None:
        """Write ways as numbers, for each card those that begin with it: what they need, change and lose, and which."""
        problem, place, prices, joker = self.problem, self.place, self.prices, self.joker
        size = len(problem.hand)
        slots: dict[int, int] = {}
        begins = count(_HAND + 3 * size, 2)
        self.ways: list[list[tuple[int, int, int, int, bool]]] = [[] for _ in range(size)]
        alive = [0] * (size + 1)
        rooms, swaps = problem.room is not None, problem.owing
        for number, (way, gain) in enumerate(zip(problem.ways, problem.gains, strict=True)):
            places = [place[card] for card in way.cards]
            need, loss, first = 0, joker * way.used - gain, size
            for at in places:
                need += 1 << _HAND + 3 * at
                loss += prices[at]
                first = min(first, at)
            mask = way.slots if way.meld is not None else problem.one_meld << _ONE_MELD
            while mask:
                slot = mask & -mask
                mask ^= slot
                if slot not in slots:
                    slots[slot] = next(begins)
                need += 1 << slots[slot]
            alive[first] |= need >> _HAND + 3 * size << _HAND + 3 * size
            change = way.used + (way.first << _FIRST) + (way.first_jokers << _FIRST_JOKERS)
            if rooms:
                change += way.room << _ROOM
            settle = bool(
                way.used > 0 or way.first or way.first_jokers or (swaps and way.swaps) or (rooms and way.room > 0)
            )
            self.ways[first].append((need, change - need, loss, number, settle))
        for at in reversed(range(size)):
            alive[at] |= alive[at + 1]
            self.ways[at].sort(key=lambda way: (way[2], way[3]))
        self.start = _MIDDLE + (_MIDDLE + (problem.jokers if problem.room is None else problem.room) << _ROOM)
        self.guards = 0
        for at, held in enumerate(problem.hand):
            self.start += held.copies << _HAND + 3 * at
            self.guards += 4 << _HAND + 3 * at
        for begin in slots.values():
            self.start += 1 << begin
            self.guards += 2 << begin
        kept = (1 << _HAND + 3 * size) - 1
        self.alive = [kept | mask for mask in alive]

    def best(self) -> Found | None:
        """Search."""
        problem, ways, guards, alive = self.problem, self.ways, self.guards, self.alive
        size = len(problem.hand)
        seen: dict[int, tuple[int, int, int]] = {}
        heap: list[tuple[int, int]] = []
        cards = (1 << 3 * size) - 1

        def reach(state: int, loss: int, before: int, way: int) -> None:
            left = state >> _HAND & cards
            at = ((left & -left).bit_length() - 1) // 3 if left else size
            state &= alive[at]
            known = seen.get(state)
            if known is None or loss < known[0]:
                seen[state] = loss, before, way
                if left:
                    heappush(heap, (loss * _DEPTH + size - at, state))
                else:
                    total = self._at_end(state, loss)
                    if total is not None:
                        heappush(heap, (total * _DEPTH, state))

        reach(self.start, 0, 0, -1)
        if problem.joker_thrown is not None:
            loss = self.joker + self.spared - problem.joker_thrown
            thrown = self.start + 1 + (0 if problem.room is None else 1 << _ROOM) + (1 << _THROWN)
            reach(thrown, loss, 0, -1)
        while heap:
            key, state = heappop(heap)
            left = state >> _HAND & cards
            if not left:
                return self._found(state, seen)
            loss = seen[state][0]
            at = ((left & -left).bit_length() - 1) // 3
            if loss != key // _DEPTH:
                continue
            guarded = state | guards
            for need, change, lost, number, settle in ways[at]:
                if guarded - need & guards == guards:
                    after = state + change
                    if settle:
                        after = self._settled(after, number)
                        if not after:
                            continue
                    reach(after, loss + lost, state, number)
            held = problem.hand[at]
            copies = left >> 3 * at & 3
            after = state - (copies << _HAND + 3 * at)
            loss += copies * self.prices[at]
            if state >> _THROWN & 1 or not held.stays:
                reach(after, loss, state, -1)
            elif held.thrown is not None:
                reach(after + (1 << _THROWN), loss + self.spared - held.thrown, state, -1)
        return None

    def _settled(self, state: int, number: int) -> int:
        """Keep a state's numbers as small as they need to be; 0 where jokers are missing."""
        way, problem = self.problem.ways[number], self.problem
        if (state & _BYTE) - _MIDDLE > problem.jokers + problem.more_jokers:
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
        total = loss + self.joker * (problem.jokers - used) - problem.joker_left * left
        if state >> _THROWN & 1:
            return total
        if not left:
            return total + self.spared if problem.may_empty else None
        return None if problem.last_joker_thrown is None else total + self.spared - problem.last_joker_thrown

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
