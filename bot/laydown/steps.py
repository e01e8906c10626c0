"""The moves of a lay-down, in an order in which the rules take them one by one."""

from collections.abc import Sequence
from itertools import chain

from bot.laydown.search import Found
from bot.laydown.ways import MeldChoice, Step
from bot.rummy.cards import JOKER, Card
from bot.rummy.melds.rules import MeldRules
from bot.rummy.melds.table_meld import TableMeld, ends_for, laid_off, read_meld, readings, swapped, value_of
from bot.rummy.moves import Move, Verb
from bot.rummy.refusals import Refusal, Refused


class LaySequence:
    """Melds on a table to which one seat adds, and the moves by which it does."""

    def __init__(self, seat: int, melds: Sequence[TableMeld], rules: MeldRules) -> None:
        self.seat = seat
        self.melds = list(melds)
        self.rules = rules
        self.moves: list[Move] = []
        self._made: dict[int, int] = {}  # which move laid a meld, by its number

    @property
    def value(self) -> int:
        """What all melds are worth together."""
        return sum(value_of(meld, self.rules) for meld in self.melds)

    def lay(self, cards: tuple[Card, ...]) -> int:
        """Lay a meld; give its number. Under H-7 a set finds its order here."""
        meld = read_meld(cards, self.rules)
        if not isinstance(meld, TableMeld):
            meld = readings(cards, self.rules)[0]
        self._made[len(self.melds)] = len(self.moves)
        self.moves.append(Move(self.seat, Verb.MELD, cards=meld.cards))
        self.melds.append(meld)
        return len(self.melds) - 1

    def add(self, number: int, step: Step) -> None:
        """Lay a card off, or swap it for a joker.

        What goes on a meld of this very turn is laid with it, unless it may be a joker that was swapped out since.
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
        """Lay up to so many jokers off on a meld for it to be worth the most; give how many found no place."""
        for left in range(jokers, 0, -1):
            if not self._add_joker(number, left):
                return left
        return 0

    def _add_joker(self, number: int, jokers: int) -> bool:
        """Lay the first of some jokers off, where the meld is worth the most when all of them are."""
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
        """Give what a meld can be worth with so many more jokers, or as many as it takes."""
        ends = ends_for(meld, JOKER, self.rules) if jokers else ()
        afters = (laid_off(meld, JOKER, end, self.rules) for end in ends)
        found = [self._worths(after, jokers - 1) for after in afters if isinstance(after, TableMeld)]
        return list(chain(*found)) or [value_of(meld, self.rules)]


def lay_out(laying: LaySequence, found: Found, first: Sequence[MeldChoice]) -> None:
    """Make the moves of what was found: first melds, swaps, then melds, lay-offs and at last jokers that go anywhere.

    A joker that is swapped out is used only after all swaps, so that each of them is laid in the turn (H-6).
    """
    onto = sorted((way for way in found.ways if way.meld is not None), key=lambda way: way.late)
    rests: list[tuple[int, Sequence[Step]]] = [(laying.lay(way.laid), way.steps) for way in first]
    for way in onto:
        swaps = [at for at, step in enumerate(way.steps) if step[0] is Verb.SWAP]
        upto = swaps[-1] + 1 if swaps else 0
        for step in way.steps[:upto]:
            laying.add(way.meld or 0, step)
        rests.append((way.meld or 0, way.steps[upto:]))
    later = [way for way in found.ways if way.meld is None]
    for way in first:
        later.remove(way)  # two packs may hold one meld twice, once laid first and once later
    for way in later:
        laying.lay(way.laid)
    for number, steps in rests:
        for step in steps:
            laying.add(number, step)
    for way in onto:
        laying.add_jokers(way.meld or 0, way.used + way.swaps - sum(step[1] == JOKER for step in way.steps))
    left = found.jokers
    for number in reversed(range(len(laying.melds))):
        left = laying.add_jokers(number, left)
