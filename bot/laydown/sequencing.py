"""Sequencing: from a packing to moves in an order in which the rules accept them one by one."""

from collections.abc import Sequence
from itertools import chain

from bot.laydown.candidates import Candidate, Step
from bot.laydown.packing import Packing
from bot.rummy.cards import JOKER, Card
from bot.rummy.melds.rules import MeldRules
from bot.rummy.melds.table_meld import TableMeld, ends_for, laid_off, read_meld, readings, swapped, value_of
from bot.rummy.moves import Move, Verb
from bot.rummy.refusals import Refusal, Refused


class LaySequence:
    """The melds on a table while one seat lays, and the moves that it makes."""

    def __init__(self, seat: int, melds: Sequence[TableMeld], rules: MeldRules) -> None:
        self.seat = seat
        self.melds = list(melds)
        self.rules = rules
        self.moves: list[Move] = []
        self._made: dict[int, int] = {}  # which move laid a meld, by its number

    @property
    def value(self) -> int:
        """The value of all melds together."""
        return sum(value_of(meld, self.rules) for meld in self.melds)

    def lay(self, cards: tuple[Card, ...]) -> int:
        """Lay a meld and return its number. Under H-7 the cards of a set are put in order here."""
        meld = read_meld(cards, self.rules)
        if not isinstance(meld, TableMeld):
            meld = readings(cards, self.rules)[0]
        self._made[len(self.melds)] = len(self.moves)
        self.moves.append(Move(self.seat, Verb.MELD, cards=meld.cards))
        self.melds.append(meld)
        return len(self.melds) - 1

    def add(self, number: int, step: Step) -> None:
        """Lay a card off, or swap it for a joker.

        A card for a meld of the same turn is laid together with it, unless a swap came after that meld: the card could
        be the joker that was swapped out.
        """
        verb, card, end = step
        meld = self.melds[number]
        if verb is Verb.SWAP:
            after, end = swapped(meld, card, self.rules), None
        else:
            end = None if ends_for(meld, card, self.rules) == (None,) else end
            after = laid_off(meld, card, end, self.rules)
        if isinstance(after, Refusal):
            raise Refused(after)
        self.melds[number] = after
        made = self._made.get(number)
        if verb is Verb.LAYOFF and made is not None and not any(move.verb is Verb.SWAP for move in self.moves[made:]):
            self.moves[made] = Move(self.seat, Verb.MELD, cards=after.cards)
        else:
            self.moves.append(Move(self.seat, verb, card, meld=number, end=end))

    def add_jokers(self, number: int, jokers: int) -> int:
        """Lay off up to ``jokers`` jokers on a meld where they are worth the most; return how many didn't fit."""
        for left in range(jokers, 0, -1):
            if not self._add_joker(number, left):
                return left
        return 0

    def _add_joker(self, number: int, jokers: int) -> bool:
        """Lay off one joker where the meld will be worth the most after all of them; return whether one fits."""
        meld = self.melds[number]
        choices = [
            (max(self._worths(after, jokers - 1)), end)
            for end in ends_for(meld, JOKER, self.rules)
            if isinstance(after := laid_off(meld, JOKER, end, self.rules), TableMeld)
        ]
        if not choices:
            return False
        self.add(number, (Verb.LAYOFF, JOKER, max(choices, key=lambda choice: choice[0])[1]))
        return True

    def _worths(self, meld: TableMeld, jokers: int) -> list[int]:
        """Return the values that a meld can have with ``jokers`` more jokers, or with as many as fit."""
        ends = ends_for(meld, JOKER, self.rules) if jokers else ()
        afters = (laid_off(meld, JOKER, end, self.rules) for end in ends)
        found = [self._worths(after, jokers - 1) for after in afters if isinstance(after, TableMeld)]
        return list(chain(*found)) or [value_of(meld, self.rules)]


def lay_out(laying: LaySequence, packing: Packing, first: Sequence[Candidate]) -> None:
    """Make the moves of a packing: first melds, swaps, then other melds, lay-offs and last jokers that fit anywhere.

    A joker that is swapped out is used only after all swaps, so that each of them is laid in the turn (H-6).
    """
    onto = sorted(
        (candidate for candidate in packing.candidates if candidate.meld is not None),
        key=lambda candidate: candidate.late,
    )
    rests: list[tuple[int, Sequence[Step]]] = [(laying.lay(candidate.laid), candidate.steps) for candidate in first]
    for candidate in onto:
        swaps = [at for at, step in enumerate(candidate.steps) if step[0] is Verb.SWAP]
        upto = swaps[-1] + 1 if swaps else 0
        for step in candidate.steps[:upto]:
            laying.add(candidate.meld or 0, step)
        rests.append((candidate.meld or 0, candidate.steps[upto:]))
    later = [candidate for candidate in packing.candidates if candidate.meld is None]
    for candidate in first:
        later.remove(candidate)  # two packs may hold one meld twice, once laid first and once later
    for candidate in later:
        laying.lay(candidate.laid)
    for number, steps in rests:
        for step in steps:
            laying.add(number, step)
    for candidate in onto:
        laying.add_jokers(
            candidate.meld or 0, candidate.used + candidate.swaps - sum(step[1] == JOKER for step in candidate.steps)
        )
    left = packing.jokers
    for number in reversed(range(len(laying.melds))):
        left = laying.add_jokers(number, left)
