"""The exact search: all combinations where candidates are few, else best-first search with a bound from dual prices.

The linear relaxation of the packing problem prices every resource (`bot.laydown.pricing`). At those prices no
decision gains more than it costs, so each loses a nonnegative amount, and the loss of a complete packing is its
distance from the bound of the relaxation. States are expanded in the order of their loss so far, as in Dijkstra's
algorithm: the first complete packing that comes off the heap has the least loss, so it is the best one.
"""

from heapq import heappop, heappush
from typing import Final

from bot.laydown.encoding import Encoding
from bot.laydown.packing import Packing, PackingProblem
from bot.laydown.pricing import SCALE, Pricing

_DEPTH: Final = 128
"""More than the kinds of cards in a hand, so heap keys can contain numbers of kinds and of candidates as digits."""
_FEW_CANDIDATES: Final = 16
"""Up to this number of candidates, all combinations are tried if there aren't too many."""
_MOST_COMBINATIONS: Final = 150
_INFINITE: Final = 1 << 60


def search(problem: PackingProblem, known: Packing | None = None, *, enough: int | None = None) -> Packing | None:
    """Return the best packing with a higher gain than a ``known`` one; None if there is none.

    Without a known one, that means that the turn can't end in any way. If some gain is ``enough``, return any packing
    with at least that gain.
    """
    encoding = Encoding(problem)
    if len(problem.candidates) <= _FEW_CANDIDATES:
        try:
            return _enumerated(encoding, known, enough)
        except OverflowError:
            pass
    pricing = Pricing(encoding)
    if known and known.prices and pricing.proves(known.prices, known.gain):
        return None
    return _BestFirstSearch(encoding, pricing, known, enough).run()


def _enumerated(encoding: Encoding, known: Packing | None, enough: int | None) -> Packing | None:
    """Return the best packing by trying all combinations; OverflowError if there are too many."""
    problem, steps, guards = encoding.problem, encoding.steps(), encoding.guards
    most, best, found = known.gain if known else -_INFINITE if enough is None else enough - 1, -1, None
    tries: list[tuple[int, int, tuple[int, ...]]] = [(encoding.start, 0, ())]
    if problem.joker_discard_gain is not None:
        tries.append((encoding.with_joker_discard(encoding.start), problem.joker_discard_gain, ()))
    for state, gain, taken in tries:
        if len(tries) > _MOST_COMBINATIONS:
            raise OverflowError("too many combinations of candidates")
        end = _left_at_end(encoding, state)
        if end is not None and gain + end > most:
            most, best, found = gain + end, state, taken
        guarded = state | guards
        for number in range(taken[-1] if taken else 0, len(steps)):
            need, change = steps[number]
            if guarded - need & guards == guards:
                after = encoding.settled(state + change, number)
                if after:
                    tries.append((after, gain + problem.gains[number], (*taken, number)))
    return None if found is None else _packing(encoding, best, found, most)


def _left_at_end(encoding: Encoding, state: int) -> int | None:
    """Return the gain of taking no more candidates and discarding the first card left; None if it isn't possible."""
    left = state & encoding.cards
    if not left or encoding.has_discard(state):
        return encoding.at_end(state)
    discard_gain = encoding.problem.hand[encoding.place(left)].discard_gain
    end = encoding.at_end(encoding.with_discard(state))
    return None if discard_gain is None or end is None else discard_gain + end


def _packing(encoding: Encoding, state: int, taken: tuple[int, ...], gain: int) -> Packing:
    candidates = encoding.problem.candidates
    return Packing(tuple(candidates[number] for number in taken), encoding.laid(state) - encoding.used(state), gain)


class _BestFirstSearch:
    """A best-first search and the dual prices that guide it."""

    def __init__(self, encoding: Encoding, pricing: Pricing, known: Packing | None, enough: int | None) -> None:
        self.encoding, self.pricing = encoding, pricing
        self.reached: dict[
            int, tuple[int, int, int]
        ] = {}  # of each state the least loss, the state before, the candidate
        self.heap: list[tuple[int, int]] = []
        taken = known.candidates if known else ()
        start = [number for number, candidate in enumerate(encoding.problem.candidates) if candidate in taken]
        self.prices, self.bound, basis = pricing.solved(start)
        self.discard_price, self.joker_price, self.point_price = (*self.prices[len(encoding.bits) :], 0)[:3]
        problem = encoding.problem
        self.fronts: dict[int, list[tuple[int, int, int, int]]] | None = {} if encoding.problem.first else None
        self.any_will_do = enough is not None
        self.limit = self._limit(known.gain) if known else _INFINITE if enough is None else self._limit(enough - 1)
        self.best: tuple[int, int] | None = None  # the best complete state so far, and its gain
        self.needed = [0] * (encoding.kinds + 1)
        self.candidates: list[list[tuple[int, bool, int, int, int]]] = [[] for _ in range(encoding.kinds)]
        for number, (need, change) in enumerate(encoding.steps()):
            rows, candidate = encoding.rows[number], problem.candidates[number]
            lost = (
                sum([self.prices[row] for row in rows])
                + candidate.used * self.joker_price
                - problem.gains[number] * SCALE
            )
            lost -= candidate.first * self.point_price
            if lost > self.limit:
                continue
            begin = min(rows)
            self.needed[begin] |= need & ~encoding.cards
            self.candidates[begin].append((lost, number not in basis, need, change, number))
        for at in reversed(range(encoding.kinds)):
            self.needed[at] |= self.needed[at + 1]
            self.candidates[at].sort()
        self.needed = [mask | encoding.kept for mask in self.needed]
        priced = zip(encoding.bits[encoding.kinds :], self.prices[encoding.kinds :], strict=False)
        self.priced = [(bit, price) for bit, price in priced if price]
        self.priced_bits = sum(bit for bit, _ in self.priced)

    def _limit(self, gain: int) -> int:
        """Return the most that a better packing than one with this gain can lose; gains are whole numbers."""
        return self.bound - (gain + 1) * SCALE

    def run(self) -> Packing | None:
        """Expand states in the order of their loss until a complete packing comes up; None if the turn can't end."""
        encoding, problem = self.encoding, self.encoding.problem
        self._reach(encoding.start, 0, 0, 0, -1)
        if problem.joker_discard_gain is not None:
            loss = self.joker_price + self.discard_price - problem.joker_discard_gain * SCALE
            self._reach(encoding.with_joker_discard(encoding.start), loss, 0, 0, -1)
        while self.heap:
            key, state = heappop(self.heap)
            loss, off_basis = key // (_DEPTH * _DEPTH), key // _DEPTH % _DEPTH
            if loss > self.limit or (self.best and self.any_will_do):
                break
            if self.reached[state][0] == loss:
                self._expand(state, loss, off_basis)
        return None if self.best is None else self._trace(*self.best)

    def _reach(self, state: int, loss: int, off_basis: int, before: int, candidate: int) -> None:
        """Add a state to the heap unless it is known with no more loss, or can't beat a complete packing.

        Resources that no later candidate needs are removed from it for a loss of their price; so more states merge.
        ``off_basis`` counts candidates outside the basis of the relaxation: of states with the same loss those with the
        fewest come first, then those with the fewest cards left to decide.
        """
        at = self.encoding.place(state)
        unused = state & self.priced_bits & ~self.needed[at]
        if unused:
            loss += sum(price for bit, price in self.priced if unused & bit)
        state &= self.needed[at]
        known = self.reached.get(state)
        if loss > self.limit or (known is not None and known[0] <= loss):
            return
        if self.fronts is not None and self._is_dominated(state, loss, self.fronts):
            return
        self.reached[state] = loss, before, candidate
        if at < self.encoding.kinds:
            heappush(self.heap, ((loss * _DEPTH + off_basis) * _DEPTH + self.encoding.kinds - at, state))
            return
        end = self._at_end(state, loss)
        if end is not None and end <= self.limit:
            gain = (self.bound - end) // SCALE
            self.best, self.limit = (state, gain), self._limit(gain)

    def _is_dominated(self, state: int, loss: int, fronts: dict[int, list[tuple[int, int, int, int]]]) -> bool:
        """Return whether a state reached before leads to everything that this one does, for no more loss.

        It used no more jokers, in all and in first melds, has no less value in them, and loses no more even if the
        jokers that it has left and the points that it has more are worth nothing.
        """
        rest, used, first, jokers = self.encoding.compared(state)
        front = fronts.setdefault(rest, [])
        for other_loss, other_used, other_first, other_jokers in front:
            if other_used <= used and other_first >= first and other_jokers <= jokers:
                unused = self.joker_price * (used - other_used) + self.point_price * (other_first - first)
                if other_loss + unused <= loss:
                    return True
        front.append((loss, used, first, jokers))
        return False

    def _expand(self, state: int, loss: int, off_basis: int) -> None:
        """Decide the next kind of card: take any candidate that begins with it, or leave all copies."""
        encoding = self.encoding
        at, guarded, guards = encoding.place(state), state | encoding.guards, encoding.guards
        for lost, aside, need, change, number in self.candidates[at]:
            if loss + lost > self.limit:
                break
            if guarded - need & guards == guards:
                after = encoding.settled(state + change, number)
                if after:
                    surplus = self.point_price * encoding.surplus(state + change) if self.point_price else 0
                    self._reach(after, loss + lost + surplus, off_basis + aside, state, number)
        after, loss = self._leaving(state, loss, at)
        if after:
            self._reach(after, loss, off_basis, state, -1)

    def _leaving(self, state: int, loss: int, at: int) -> tuple[int, int]:
        """Leave all copies of a card; the first card left is the discard. Return state 0 where that isn't allowed."""
        encoding = self.encoding
        held, copies = encoding.problem.hand[at], encoding.copies(state, at)
        state -= copies * encoding.bits[at]
        loss += copies * self.prices[at]
        if encoding.has_discard(state):
            return state, loss
        if held.discard_gain is None:
            return 0, 0
        return encoding.with_discard(state), loss + self.discard_price - held.discard_gain * SCALE

    def _at_end(self, state: int, loss: int) -> int | None:
        """Return the total loss of a state with every card decided; None if the turn can't end like that."""
        encoding = self.encoding
        gain = encoding.at_end(state)
        if gain is None:
            return None
        loss += self.joker_price * (encoding.problem.jokers - encoding.used(state)) - gain * SCALE
        return loss if encoding.has_discard(state) else loss + self.discard_price

    def _trace(self, state: int, gain: int) -> Packing:
        end, taken = state, []
        while state:
            _, state, number = self.reached[state]
            if number >= 0:
                taken.append(number)
        packing = _packing(self.encoding, end, tuple(reversed(taken)), gain)
        return packing._replace(prices=self.pricing.by_name(self.prices))
