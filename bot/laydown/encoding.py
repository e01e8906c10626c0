"""States of the search as single integers, so that thousands of them are tried quickly.

A state contains the rest of every resource. From its low end: jokers used, room for jokers, the value of the first
melds and the jokers in them, whether jokers were swapped out, whether a card is discarded; then three bits for each
kind of card left to decide, then two for each slot, which only one candidate can have, then the points of each other
kind that the candidates need. The highest bit of each of these
fields is a guard: a subtraction that takes more than there is borrows from it, so one mask tests all resources at once.
"""

from typing import Final

from bot.laydown.packing import PackingProblem

_ROOM: Final = 10
_FIRST: Final = 22
_FIRST_JOKERS: Final = 34
_SWAPPED: Final = 40
_LATE: Final = 41
_DISCARDED: Final = 42
_HAND: Final = 44
_NO_JOKERS: Final = 1 << 9
_NO_ROOM: Final = 1 << 11
_USED: Final = (1 << _ROOM) - 1
_ROOMS: Final = (1 << _FIRST - _ROOM) - 1
_VALUES: Final = (1 << _FIRST_JOKERS - _FIRST) - 1
_JOKERS: Final = (1 << _SWAPPED - _FIRST_JOKERS) - 1
_ALSO: Final = 10
_ALSO_MASK: Final = (1 << _ALSO) - 1
_SLOT: Final = 64
"""Names of slots are their bits plus this, which is more than any card."""
_COMPARED: Final = _USED | _VALUES << _FIRST | _JOKERS << _FIRST_JOKERS
_ONE_MELD: Final = -1
"""The slot of the one new meld of a turn (B-14)."""


class Encoding:
    """The encoding of a problem: the bits of its resources, its start state, and what each candidate changes."""

    def __init__(self, problem: PackingProblem) -> None:
        self.problem = problem
        self.kinds = len(problem.hand)
        slots = self._slots()
        self.slots = list(slots)
        self.names = [held.card for held in problem.hand] + [_SLOT + slot for slot in slots.values()]
        self.bits = [1 << _HAND + 3 * at for at in range(self.kinds)]
        low = _HAND + 3 * self.kinds
        self.bits += [1 << low + 2 * at for at in range(len(self.slots))]
        place = {held.card: at for at, held in enumerate(problem.hand)}
        self.rows = [[place[card] for card in candidate.cards] for candidate in problem.candidates]
        for slot, users in enumerate(self.slots, self.kinds):
            for number in users:
                self.rows[number].append(slot)
        self.cards = ((1 << 3 * self.kinds) - 1) << _HAND
        self.guards = 4 * sum(self.bits[: self.kinds]) + 2 * sum(self.bits[self.kinds :])
        room = problem.jokers if problem.room is None else problem.room
        self.start = _NO_JOKERS + (_NO_ROOM + room << _ROOM)
        self.start += sum([held.copies * bit for bit, held in zip(self.bits, problem.hand, strict=False)])
        self.start += sum(self.bits[self.kinds :])
        lost_room: dict[int, int] = {}
        for candidate in problem.candidates:
            if candidate.slots:
                lost_room[candidate.slots] = min(candidate.room, lost_room.get(candidate.slots, 0))
        self.most_room = problem.jokers - sum(lost_room.values())

        self.also = [low + 2 * len(self.slots) + _ALSO * at for at in range(len(problem.also))]
        self.kept = self.cards | (1 << _HAND) - 1 | sum(_ALSO_MASK << at for at in self.also)

    def _slots(self) -> dict[tuple[int, ...], int]:
        """Return the slots by the numbers of the candidates that need them, one of any with the same candidates.

        Slots whose candidates share a card that is held only once are left out: these exclude each other anyway.
        """
        once = {held.card for held in self.problem.hand if held.copies == 1}
        users: dict[int, list[int]] = {}
        for number, candidate in enumerate(self.problem.candidates):
            rest = candidate.slots
            while rest:
                slot = rest & -rest
                rest ^= slot
                users.setdefault(slot, []).append(number)
            if self.problem.one_meld and candidate.meld is None:
                users.setdefault(_ONE_MELD, []).append(number)
        slots: dict[tuple[int, ...], int] = {}
        for slot, wanting in users.items():
            slots.setdefault(tuple(wanting), slot)
        return {
            wanting: slot
            for wanting, slot in slots.items()
            if not once.intersection(*(self.problem.candidates[number].cards for number in wanting))
        }

    def steps(self) -> list[tuple[int, int]]:
        """Return for each candidate the resources that it needs and its change to a state."""
        steps = []
        rooms = self.problem.room is not None
        for candidate, rows in zip(self.problem.candidates, self.rows, strict=True):
            need = sum([self.bits[row] for row in rows])
            change = candidate.used + (candidate.first << _FIRST) + (candidate.first_jokers << _FIRST_JOKERS) - need
            if self.also and candidate.also:
                change += sum(points << at for at, points in zip(self.also, candidate.also, strict=True))
            steps.append((need, change + (candidate.room << _ROOM) if rooms else change))
        return steps

    def place(self, state: int) -> int:
        """Return the kind of card to decide next; the number of kinds once all are decided."""
        left = state & self.cards
        return ((left & -left).bit_length() - 1 - _HAND) // 3 if left else self.kinds

    def copies(self, state: int, at: int) -> int:
        """Return how many of a kind of card are left to decide."""
        return state >> _HAND + 3 * at & 3

    def settled(self, state: int, number: int) -> int:
        """Return the smallest equivalent state after a candidate was taken; 0 if that needs more jokers than there are.

        The smaller its numbers, the more often the search reaches one state in several ways and merges them.
        """
        candidate, problem = self.problem.candidates[number], self.problem
        if candidate.used > 0 and self.used(state) > problem.jokers + problem.more_jokers:
            return 0
        if candidate.first_jokers and (state >> _FIRST_JOKERS & _JOKERS) > problem.jokers:
            return 0
        if candidate.first:
            state -= self.surplus(state) << _FIRST
        if candidate.also:
            for at, enough in zip(self.also, problem.also, strict=True):
                state -= max(0, (state >> at & _ALSO_MASK) - enough) << at
        if candidate.room > 0 and problem.room is not None:
            state -= max(0, (state >> _ROOM & _ROOMS) - _NO_ROOM - self.most_room) << _ROOM
        if candidate.late or (candidate.swaps and problem.swaps_owe):
            state |= 1 << (_LATE if candidate.late else _SWAPPED)
        return state

    def surplus(self, state: int) -> int:
        """Return by how much the value of the first melds exceeds the one that they need, at least 0."""
        return max(0, (state >> _FIRST & _VALUES) - self.problem.first)

    def compared(self, state: int) -> tuple[int, int, int, int]:
        """Return a state without jokers used, value of the first melds and jokers in them; then these three.

        Of two states that differ only there, one with fewer jokers and more value allows whatever the other does.
        """
        first, jokers = state >> _FIRST & _VALUES, state >> _FIRST_JOKERS & _JOKERS
        return state & ~_COMPARED, state & _USED, first, jokers

    def has_discard(self, state: int) -> bool:
        """Return whether a card is discarded."""
        return bool(state >> _DISCARDED & 1)

    def with_discard(self, state: int) -> int:
        """Return the state after one of the cards left became the discard."""
        return state | 1 << _DISCARDED

    def with_joker_discard(self, state: int) -> int:
        """Return the state after a joker became the discard."""
        return self.with_discard(state) + 1 + (0 if self.problem.room is None else 1 << _ROOM)

    def used(self, state: int) -> int:
        """Return how many jokers the candidates take, minus those swapped out."""
        return (state & _USED) - _NO_JOKERS

    def laid(self, state: int) -> int:
        """Return how many jokers are laid, minus those swapped out, if every joker that finds room is laid."""
        if self.problem.counted:
            return self.used(state)
        return min(self.problem.jokers, (state >> _ROOM & _ROOMS) - _NO_ROOM)

    def at_end(self, state: int) -> int | None:
        """Return the gain of ending the turn once every card is decided; None if it can't end like that."""
        problem, laid = self.problem, self.laid(state)
        if self.used(state) > problem.jokers or (state >> _FIRST & _VALUES) < problem.first:
            return None
        if (self.also and not self._has_all(state, laid)) or not self._has_jokers(state, laid):
            return None
        left = problem.jokers - laid
        if self.has_discard(state):
            return problem.joker_kept_gain * left
        if not left:
            return 0 if problem.may_empty else None
        return (
            None
            if problem.last_joker_discard_gain is None
            else problem.joker_kept_gain * left + problem.last_joker_discard_gain
        )

    def _has_all(self, state: int, laid: int) -> bool:
        enough = list(zip(self.also, self.problem.also, strict=True))
        if self.problem.joker_due and laid > self.used(state):
            enough.pop()
        return all((state >> at & _ALSO_MASK) >= points for at, points in enough)

    def _has_jokers(self, state: int, laid: int) -> bool:
        """Return whether a joker is left where one is laid before others are swapped out, and those are laid (H-6)."""
        first = state >> _FIRST_JOKERS & _JOKERS
        swapped, late = state >> _SWAPPED & 1, state >> _LATE & 1
        if not self.problem.swaps_owe:
            return not late or first < self.problem.jokers
        if (swapped or late or self.problem.owed) and laid - first < self.problem.owed:
            return False
        return not late or laid - first + swapped >= 1
