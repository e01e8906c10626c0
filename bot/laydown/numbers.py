"""What a lay-down has to decide, and how far it has come as one number, so that a thousand steps take no time.

From its low end a state holds jokers used, room for jokers, the value of first melds, the jokers in them, whether
jokers were swapped out, and whether a card is discarded; then three bits for each kind of card left to decide, then two
for each thing that only one way can have. The highest bit of each of these is a guard: what is missing borrows from it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.laydown.ways import MeldChoice
from bot.rummy.cards import Card

_ROOM: Final = 10
_FIRST: Final = 22
_FIRST_JOKERS: Final = 34
_SWAPPED: Final = 40
_LATE: Final = 41
_THROWN: Final = 42
_HAND: Final = 44
_NO_JOKERS: Final = 1 << 9
_NO_ROOM: Final = 1 << 11
_USED: Final = (1 << _ROOM) - 1
_ROOMS: Final = (1 << _FIRST - _ROOM) - 1
_VALUES: Final = (1 << _FIRST_JOKERS - _FIRST) - 1
_JOKERS: Final = (1 << _SWAPPED - _FIRST_JOKERS) - 1
_ONE_MELD: Final = -1
"""The slot of the one new meld of a turn (B-14)."""


class Held(NamedTuple):
    """A kind of card of the hand about which there is something to decide; or a meld to take nothing but jokers."""

    card: Card
    copies: int
    thrown: int | None  # the gain of discarding one; None: that is not allowed
    stays: bool = True  # in the hand, if it is not laid


@dataclass(frozen=True, slots=True)
class Problem:
    """What is to be decided: which ways to take, which cards to leave, and what to discard.

    Cards are decided in the order in which ``hand`` lists them, and the first that is left is the one to discard; so it
    begins with what is best discarded. Gains are whole numbers.
    """

    hand: tuple[Held, ...]
    ways: Sequence[MeldChoice]
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
    complete: bool  # no ways were left out


class Numbers:
    """A problem in numbers."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.kinds = len(problem.hand)
        self.slots = self._slots()
        self.bits = [1 << _HAND + 3 * at for at in range(self.kinds)]
        slots = _HAND + 3 * self.kinds
        self.bits += [1 << slots + 2 * at for at in range(len(self.slots))]
        place = {held.card: at for at, held in enumerate(problem.hand)}
        self.takes = [[place[card] for card in way.cards] for way in problem.ways]
        for slot, users in enumerate(self.slots, self.kinds):
            for number in users:
                self.takes[number].append(slot)
        self.cards = ((1 << 3 * self.kinds) - 1) << _HAND
        self.stays = sum(7 * bit for bit, held in zip(self.bits, problem.hand, strict=False) if held.stays)
        self.guards = 4 * sum(self.bits[: self.kinds]) + 2 * sum(self.bits[self.kinds :])
        room = problem.jokers if problem.room is None else problem.room
        self.start = _NO_JOKERS + (_NO_ROOM + room << _ROOM)
        self.start += sum([held.copies * bit for bit, held in zip(self.bits, problem.hand, strict=False)])
        self.start += sum(self.bits[self.kinds :])
        lost: dict[int, int] = {}
        for way in problem.ways:
            if way.slots:
                lost[way.slots] = min(way.room, lost.get(way.slots, 0))
        self.most_room = problem.jokers - sum(lost.values())

    def _slots(self) -> list[tuple[int, ...]]:
        """List what only one way can have, each as the ways that want it.

        Where they all want a card that is held once, that says it already.
        """
        once = {held.card for held in self.problem.hand if held.copies == 1}
        users: dict[int, list[int]] = {}
        for number, way in enumerate(self.problem.ways):
            slots = way.slots
            while slots:
                slot = slots & -slots
                slots ^= slot
                users.setdefault(slot, []).append(number)
            if self.problem.one_meld and way.meld is None:
                users.setdefault(_ONE_MELD, []).append(number)
        return [
            wanting
            for wanting in dict.fromkeys(map(tuple, users.values()))
            if not once.intersection(*(self.problem.ways[number].cards for number in wanting))
        ]

    def steps(self) -> list[tuple[int, int]]:
        """Give for each way what it needs of a state, and what it changes."""
        steps = []
        rooms = self.problem.room is not None
        for way, takes in zip(self.problem.ways, self.takes, strict=True):
            need = sum([self.bits[thing] for thing in takes])
            change = way.used + (way.first << _FIRST) + (way.first_jokers << _FIRST_JOKERS) - need
            steps.append((need, change + (way.room << _ROOM) if rooms else change))
        return steps

    def place(self, state: int) -> int:
        """Say which kind of card is the next to decide."""
        left = state & self.cards
        return ((left & -left).bit_length() - 1 - _HAND) // 3 if left else self.kinds

    def copies(self, state: int, at: int) -> int:
        """Say how many of a kind of card are left to decide."""
        return state >> _HAND + 3 * at & 3

    def settled(self, state: int, number: int) -> int:
        """Keep a state's numbers as small as they need to be after a way; 0 where jokers are missing."""
        way, problem = self.problem.ways[number], self.problem
        if way.used > 0 and self.used(state) > problem.jokers + problem.more_jokers:
            return 0
        if way.first_jokers and (state >> _FIRST_JOKERS & _JOKERS) > problem.jokers:
            return 0
        if way.first:
            state -= self.useless(state) << _FIRST
        if way.room > 0 and problem.room is not None:
            state -= max(0, (state >> _ROOM & _ROOMS) - _NO_ROOM - self.most_room) << _ROOM
        if way.swaps and problem.owing:
            state |= 1 << (_LATE if way.late else _SWAPPED)
        return state

    def useless(self, state: int) -> int:
        """Say by how much first melds are worth more than they need to be."""
        return max(0, (state >> _FIRST & _VALUES) - self.problem.first)

    def thrown(self, state: int) -> bool:
        """Say whether a card is discarded."""
        return bool(state >> _THROWN & 1)

    def throw(self, state: int) -> int:
        """Give the state in which a card that is left is the one to discard."""
        return state | 1 << _THROWN

    def throw_joker(self, state: int) -> int:
        """Give the state in which a joker is the card to discard."""
        return self.throw(state) + 1 + (0 if self.problem.room is None else 1 << _ROOM)

    def used(self, state: int) -> int:
        """Say how many jokers ways take, less those swapped out."""
        return (state & _USED) - _NO_JOKERS

    def laid(self, state: int) -> int:
        """Say how many are laid, less those swapped out, when all are laid that can be."""
        if self.problem.counted:
            return self.used(state)
        return min(self.problem.jokers, (state >> _ROOM & _ROOMS) - _NO_ROOM)

    def at_end(self, state: int) -> int | None:
        """Say what the end gains when every card is decided; None where the turn can't end so."""
        problem, laid = self.problem, self.laid(state)
        if self.used(state) > problem.jokers or (state >> _FIRST & _VALUES) < problem.first:
            return None
        if problem.owing and not self._pays(state, laid):
            return None
        left = problem.jokers - laid
        if self.thrown(state):
            return problem.joker_left * left
        if not left:
            return 0 if problem.may_empty else None
        return None if problem.last_joker_thrown is None else problem.joker_left * left + problem.last_joker_thrown

    def _pays(self, state: int, laid: int) -> bool:
        """Say whether the jokers that are swapped out are laid afterwards (H-6)."""
        first = state >> _FIRST_JOKERS & _JOKERS
        swapped, late = state >> _SWAPPED & 1, state >> _LATE & 1
        if (swapped or late or self.problem.owed) and laid - first < self.problem.owed:
            return False
        return not late or laid - first + swapped >= 1
