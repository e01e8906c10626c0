"""Guests who play games with melds on the table: they follow suggestions, pick cards, claim and discard."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import groupby
from typing import ClassVar, Final

from bot.playground import Channel, Person, SeenButton, SeenMessage, SeenOption
from bot.program.cli.guests.base import Done, Guest, enabled, lists, meaning_of
from bot.rummy.cards import JOKER, PACK, Card, parse_card, rank_of, suit_of
from bot.text.catalogs import Texts

CLAIMS: Final = 0.2
"""The probability of knocking for a discard that makes no meld."""
REGRETS: Final = 0.15
"""The probability of taking back the cards laid, once in a turn."""
DIGS: Final = 0.3
"""The probability of taking from below in the discard pile if that's offered."""


class GuestStyle(Enum):
    """How a guest lays cards in a turn."""

    ALL = auto()  # all at once, if there's a button for it
    SINGLY = auto()  # one suggestion after the other
    BY_HAND = auto()  # first by picking cards, then by suggestions


@dataclass(slots=True)
class TurnPlan:
    """A guest's plan for a turn, and its progress."""

    style: GuestStyle = GuestStyle.ALL
    picks: int = 0  # how often cards were picked
    may_regret: bool = False
    looked: int = 0  # how many cards were picked to discard one that has no button


class MeldsGuest(Guest):
    """A guest who plays games with melds on the table by the panel's suggestions, and sometimes against them."""

    pack: ClassVar[tuple[Card, ...]] = (*PACK, JOKER)

    def __init__(self, person: Person, texts: Texts, rng: random.Random, channel: Channel | None = None) -> None:
        super().__init__(person, texts, rng, channel)
        self._turn: TurnPlan | None = None
        self._considered = ""
        self._held: list[Card] = []  # what this guest remembers of their hand while nothing lists it
        self._took = False  # without assistance, a hand with the card just taken may show nothing but its select
        self._whim = rng.random()

    def hand(self, panel: SeenMessage) -> list[Card]:
        """Return the cards in the panel's selects for picking cards; from memory if there's none."""
        return [_card(option) for select in lists(panel, "pick") for option in select.options] or self._held

    def plan(self) -> TurnPlan:
        """Return how to lay in a turn, at random."""
        return TurnPlan(self._rng.choice(list(GuestStyle)), may_regret=self._rng.random() < REGRETS)

    async def _play(self, panel: SeenMessage, *, wait: bool) -> Done | None:
        self._held = self.hand(panel)
        if enabled(panel, "draw", "take", "pass"):
            self._turn = None
            return await self._begin(panel, wait=wait)
        if not self.has_turn() and not self._took:
            self._turn = None
            return await self._claim(panel, wait=wait)
        if self._turn is None:
            self._turn = self.plan()
        return await self._lay(panel, self._turn, wait=wait)

    async def _claim(self, panel: SeenMessage, *, wait: bool) -> Done | None:
        """Knock for the discard out of turn (H-8): always if it makes a meld, else sometimes. Consider it only once."""
        for claim in enabled(panel, "claim"):
            meaning = meaning_of(claim.custom_id)
            seen = "" if meaning is None else f"{self._whim} {meaning.table} {meaning.stamp}"
            if seen == self._considered:
                return None
            self._considered = seen
            # Seeded by table and stamp, so the decision doesn't depend on other guests' clicks in between.
            if self._wants(panel, self._card_on(claim)) or random.Random(seen).random() < CLAIMS:  # noqa: S311
                return await self._click(claim, panel, wait=wait)
        return None

    async def _begin(self, panel: SeenMessage, *, wait: bool) -> Done | None:
        """Begin the turn: sometimes take from below, or take the discard if it makes a meld, else draw."""
        takes, draws = enabled(panel, "take"), enabled(panel, "draw")
        for select in lists(panel, "below"):
            if self._rng.random() < DIGS:
                return await self._choose(select, [self._rng.choice(select.options).label], panel, wait=wait)
        for take in takes:
            if not draws or self._wants(panel, self._card_on(take)):
                self._took = True
                return await self._click(take, panel, wait=wait)
        return await self._click(draws[0], panel, wait=wait) if draws else None

    async def _lay(self, panel: SeenMessage, turn: TurnPlan, *, wait: bool) -> Done | None:
        """Lay cards, take them back, or end the turn with a discard."""
        back = enabled(panel, "undo")
        if back and turn.may_regret:
            turn.may_regret = False
            return await self._click(back[0], panel, wait=wait)
        if turn.style is GuestStyle.BY_HAND and turn.picks < 2:
            turn.picks += 1
            picked = await self._pick(panel, wait=wait)
            if picked is not None:
                return picked
        lay = self._next_lay(panel, turn)
        if lay is not None and not turn.looked:
            self._took = False
            return await self._click(lay, panel, wait=wait)
        return await self._discard(panel, turn, back, wait=wait)

    def _next_lay(self, panel: SeenMessage, turn: TurnPlan) -> SeenButton | None:
        """Choose the next button for laying cards: everything at once, or one suggestion; None if there isn't one."""
        everything, singly = enabled(panel, "all"), enabled(panel, "step", "lay")
        if everything and turn.style is GuestStyle.ALL:
            return everything[0]
        return self._rng.choice(singly) if singly else next(iter(everything), None)

    async def _pick(self, panel: SeenMessage, *, wait: bool) -> Done | None:
        """Pick the cards of a meld in a select, or any single card."""
        for select in lists(panel, "pick"):
            labels = {_card(option): option.label for option in select.options}
            meld = some_meld([_card(option) for option in select.options])
            chosen = [labels[card] for card in meld] or [self._rng.choice(select.options).label]
            before = [option.label for option in select.options if option.chosen]
            if len(chosen) <= select.most and sorted(chosen) != sorted(before):
                return await self._choose(select, chosen, panel, wait=wait)
        return None

    async def _discard(
        self, panel: SeenMessage, turn: TurnPlan, back: Sequence[SeenButton], *, wait: bool
    ) -> Done | None:
        """Discard the first card with a button. If there's none, take everything back, or pick one card after another.

        Nothing can be discarded as long as the lays of the turn leave a debt. Suggestions followed from the start leave
        none.
        """
        buttons = enabled(panel, "discard")
        if buttons:
            self._turn, self._took = None, False
            return await self._click(buttons[0], panel, wait=wait)
        if back:
            turn.style = GuestStyle.ALL
            return await self._click(back[0], panel, wait=wait)
        for select in lists(panel, "pick"):
            if turn.looked < len(select.options):
                turn.looked += 1
                return await self._choose(select, [select.options[turn.looked - 1].label], panel, wait=wait)
        self._turn, self._took = None, False
        return None

    def _wants(self, panel: SeenMessage, card: Card) -> bool:
        """Return whether a card makes a meld with cards in the hand. A joker always does."""
        return card == JOKER or card in some_meld([card], self.hand(panel))


def _card(option: SeenOption) -> Card:
    """Return the card of an option: ``7H``, or ``7H.1`` for the second copy."""
    return parse_card(option.value.partition(".")[0])


def some_meld(first: Sequence[Card], others: Iterable[Card] = ()) -> tuple[Card, ...]:
    """Return a set or run that includes one of ``first``; empty if there is none.

    It isn't exhaustive: jokers, high aces and round-the-corner runs are left out.
    """
    there = {card for card in (*first, *others) if card != JOKER}
    for card in first:
        rank = tuple(sorted(one for one in there if rank_of(one) == rank_of(card)))
        suit = sorted(one for one in there if suit_of(one) == suit_of(card))
        runs = [tuple(one for _, one in run) for _, run in groupby(enumerate(suit), lambda at: at[1] - at[0])]
        for meld in (rank, *runs):
            if card in meld and len(meld) >= 3:
                return meld
    return ()
