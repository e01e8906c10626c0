"""Which ways go together best: a search over what is left of the hand, the most promising state first.

Cards and jokers have prices: what a card is worth in the best way that it has, when a joker costs so much. Against them
every decision loses something or nothing, and the sum of the losses decides what is looked at next; so the first end
that comes up is the best there is.
"""

from dataclasses import dataclass
from heapq import heappop, heappush
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
"""Where the parts of a state begin: jokers used, room for jokers, first melds, ..., the cards, then the melds."""
_MIDDLE: Final = 128
_BYTE: Final = 255


class Held(NamedTuple):
    """A card of the hand that some way takes, or that is kept in any case."""

    card: Card
    copies: int
    thrown: int | None  # what it gains to discard one; None: that is not allowed


@dataclass(frozen=True, slots=True)
class Problem:
    """What is to be decided: which ways to take, which cards to leave, and what to discard.

    Cards are decided in the order in which ``hand`` lists them, and the first that is left is the one to discard; so it
    begins with what is best discarded. Gains are whole numbers.
    """

    hand: tuple[Held, ...]
    ways: tuple[Way, ...]
    gains: tuple[int, ...]  # of the ways
    melds: int  # how many lie
    one_meld: bool  # one new meld at most (B-14)
    jokers: int  # held
    more_jokers: int  # that could be swapped out
    room: int  # jokers that the melds on the table take
    joker_left: int  # the gain of a joker that stays in the hand: less than nothing, or nothing
    joker_thrown: int | None  # the gain of discarding a joker beside other cards; None: that is not allowed
    last_joker_thrown: int | None  # the same with nothing but jokers left
    may_empty: bool  # the turn may end with no card left
    first: int  # what the first melds have to be worth, 0 if there is nothing to reach
    owing: bool  # jokers swapped out have to be laid (H-6)
    owed: int  # and so many already
    onto: tuple[tuple[int, ...], ...]  # for each meld that lies the gain of 0, 1, 2, ... jokers laid off on it


class Found(NamedTuple):
    """The best: the ways to take, and on which melds that lie jokers are laid off beside."""

    ways: tuple[Way, ...]
    jokers: int  # to lay off wherever they can be, or as ``onto`` says
    onto: tuple[int, ...]  # how many on each meld that lies; () where it makes no difference


def search(problem: Problem) -> Found | None:
    """Find the best ways; None if no end of the turn is allowed."""
    return _Search(problem).best()


class _Search:
    """A problem with its prices, and what has been found so far."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.place = {held.card: at for at, held in enumerate(problem.hand)}
        self.slots = _HAND + 3 * len(problem.hand)
        self.joker, self.prices = self._best_prices()
        self.spared = max(
            [0, *(held.thrown - price for held, price in zip(problem.hand, self.prices, strict=True) if held.thrown)],
        )
        if problem.joker_thrown is not None:
            self.spared = max(self.spared, problem.joker_thrown - self.joker)
        if problem.last_joker_thrown is not None:
            self.spared = max(self.spared, problem.last_joker_thrown + problem.joker_left)
        self.most_room, sinks = self._rooms()
        self.roomy = not problem.jokers + problem.more_jokers or problem.room - sinks >= problem.jokers

    def _best_prices(self) -> tuple[int, list[int]]:
        """Find prices that promise little; a joker costs at least what it gains on the table."""
        problem = self.problem
        every = sum(1 << 2 * meld for meld in range(problem.melds))
        jokers = range(1, problem.jokers + problem.more_jokers + 1) if problem.onto else ()
        least = max((-(-self._onto(every, count)[0] // count) for count in jokers), default=0)
        if not any(way.used for way in problem.ways):
            return least, self._prices(least)
        most = max(problem.gains, default=0)
        tried = sorted({least, *(max(least, most * part // 12) for part in range(1, 13))})
        return min(((price, self._prices(price)) for price in tried), key=self._promise)

    def _promise(self, priced: tuple[int, list[int]]) -> int:
        """Say what some prices promise."""
        joker, prices = priced
        return joker * self.problem.jokers + sum(
            held.copies * price for held, price in zip(self.problem.hand, prices, strict=True)
        )

    def _prices(self, joker: int) -> list[int]:
        """Price each card by the best of its ways, with a price for jokers."""
        prices = [0] * len(self.problem.hand)
        for way, gain in zip(self.problem.ways, self.problem.gains, strict=True):
            share = -((joker * way.used - gain) // len(way.cards))
            for card in way.cards:
                at = self.place[card]
                prices[at] = max(prices[at], share)
        return prices

    def _rooms(self) -> tuple[int, int]:
        """Say how much room for jokers makes any more of it useless, and how much of it ways could still take."""
        lost = [0] * self.problem.melds
        for way in self.problem.ways:
            if way.meld is not None:
                lost[way.meld] = min(lost[way.meld], way.room)
        sinks = -sum(lost)
        return self.problem.jokers + sinks, sinks

    def _steps(self) -> tuple[list[list[tuple[int, int, int, int]]], int]:
        """For each card give the ways that begin with it, as numbers: what they need, change and lose, and which."""
        steps: list[list[tuple[int, int, int, int]]] = [[] for _ in self.problem.hand]
        for number, (way, gain) in enumerate(zip(self.problem.ways, self.problem.gains, strict=True)):
            places = [self.place[card] for card in way.cards]
            need = sum(1 << _HAND + 3 * at for at in places)
            if way.meld is not None:
                need += 1 << self.slots + 2 * way.meld
            elif self.problem.one_meld:
                need += 1 << self.slots + 2 * self.problem.melds
            loss = self.joker * way.used - gain + sum(self.prices[at] for at in places)
            change = way.used + (way.first << _FIRST) + (way.first_jokers << _FIRST_JOKERS)
            if not self.roomy:
                change += way.room << _ROOM
            steps[min(places)].append((need, change - need, loss, number))
        for ways in steps:
            ways.sort(key=lambda step: (step[2], step[3]))
        guards = sum(4 << _HAND + 3 * at for at in range(len(steps)))
        guards += sum(2 << self.slots + 2 * meld for meld in range(self.problem.melds + 1))
        return steps, guards

    def best(self) -> Found | None:
        """Search."""
        problem, (steps, guards) = self.problem, self._steps()
        room = problem.jokers if self.roomy else min(problem.room, self.most_room)
        start = _MIDDLE + (_MIDDLE + room << _ROOM)
        start += sum(held.copies << _HAND + 3 * at for at, held in enumerate(problem.hand))
        start += sum(1 << self.slots + 2 * meld for meld in range(problem.melds + problem.one_meld))
        seen, came = {start: 0}, {start: (0, -1)}
        heap = [(0, 1, start)]
        cards = (1 << 3 * len(problem.hand)) - 1

        def reached(state: int, loss: int, before: int, way: int) -> None:
            if state not in seen or loss < seen[state]:
                seen[state] = loss
                came[state] = before, way
                heappush(heap, (loss, 1, state))

        if problem.joker_thrown is not None:
            loss = self.joker + self.spared - problem.joker_thrown
            reached(start + 1 + (0 if self.roomy else 1 << _ROOM) + (1 << _THROWN), loss, start, -1)
        while heap:
            loss, going, state = heappop(heap)
            if not going:
                return self._found(state, came)
            if seen[state] < loss:
                continue
            left = state >> _HAND & cards
            if not left:
                total = self._at_end(state, loss)
                if total is not None:
                    heappush(heap, (total, 0, state))
                continue
            at = ((left & -left).bit_length() - 1) // 3
            guarded = state | guards
            for need, change, lost, way in steps[at]:
                if guarded - need & guards == guards:
                    after = self._settled(state + change, way)
                    if after is not None:
                        reached(after, loss + lost, state, way)
            held = problem.hand[at]
            count = left >> 3 * at & 3
            after, lost = state - (count << _HAND + 3 * at), loss + count * self.prices[at]
            if state >> _THROWN & 1:
                reached(after, lost, state, -1)
            elif held.thrown is not None:
                reached(after + (1 << _THROWN), lost + self.spared - held.thrown, state, -1)
        return None

    def _settled(self, state: int, number: int) -> int | None:
        """Keep a state's numbers as small as they need to be; None where jokers are missing."""
        way, problem = self.problem.ways[number], self.problem
        if way.used > 0 and (state & _BYTE) - _MIDDLE > problem.jokers + problem.more_jokers:
            return None
        if way.first_jokers and (state >> _FIRST_JOKERS & 15) > problem.jokers:
            return None
        if way.first:
            state -= max(0, (state >> _FIRST & _BYTE) - problem.first) << _FIRST
        if way.room > 0 and not self.roomy:
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
        if problem.onto:
            total -= self._onto(state >> self.slots, laid - used)[0]
        if state >> _THROWN & 1:
            return total
        if not left:
            return total + self.spared if problem.may_empty else None
        return None if problem.last_joker_thrown is None else total + self.spared - problem.last_joker_thrown

    def _laid(self, state: int) -> int:
        """Say how many jokers are laid, less those swapped out, when all are laid that can be."""
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

    def _onto(self, slots: int, jokers: int) -> tuple[int, tuple[int, ...]]:
        """Give the most that jokers gain on melds to which nothing else is added, and how many go on each."""
        best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
        for meld, gains in enumerate(self.problem.onto):
            free = slots >> 2 * meld & 1
            after: dict[int, tuple[int, tuple[int, ...]]] = {}
            for spent, (gain, where) in best.items():
                for count, more in enumerate(gains if free else gains[:1]):
                    total = spent + count
                    if total <= jokers and (total not in after or after[total][0] < gain + more):
                        after[total] = gain + more, (*where, count)
            best = after
        return max(best.values(), key=lambda one: one[0])

    def _found(self, state: int, came: dict[int, tuple[int, int]]) -> Found:
        """Go back from an end to the ways that led there."""
        end, ways = state, []
        while came[state][0]:
            state, number = came[state]
            if number >= 0:
                ways.append(self.problem.ways[number])
        jokers = self._laid(end) - (end & _BYTE) + _MIDDLE
        onto = self._onto(end >> self.slots, jokers)[1] if self.problem.onto else ()
        return Found(tuple(reversed(ways)), jokers, onto)
