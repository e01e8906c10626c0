"""Guests at tables where melds are laid: suggestions, cards picked by hand, claims, and a discard."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import groupby
from typing import ClassVar, Final

from bot.cli.guests.base import Guest
from bot.playground import Channel, Person, SeenButton, SeenMessage, SeenSelect
from bot.playground.answers import Answer
from bot.rummy.cards import JOKER, PACK, Card, rank_of, suit_of
from bot.text.catalogue import Texts

CLAIMS: Final = 0.2
"""How likely a guest is to knock for a discard that would be of no use."""
REGRETS: Final = 0.15
"""How likely a guest is to take back what they have laid, once a turn."""


class Manner(Enum):
    """How a guest lays in a turn."""

    ALL = auto()  # `Play all`, where there is more than one thing to lay
    SINGLY = auto()  # one suggestion after the other
    BY_HAND = auto()  # first cards of their own choice


@dataclass(slots=True)
class _Turn:
    """What a guest means to do in a turn, and what came of it so far."""

    manner: Manner = Manner.ALL
    picks: int = 0  # so often cards were picked by hand
    may_regret: bool = False
    discards: int = 0  # so often a discard was tried: the first one is accepted, unless a debt stands against it


class MeldsGuest(Guest):
    """Somebody who plays Basic or German Rummy by what the panel suggests, and now and then by a mind of their own."""

    pack: ClassVar[tuple[Card, ...]] = (*PACK, JOKER)

    def __init__(self, person: Person, texts: Texts, rng: random.Random, channel: Channel | None = None) -> None:
        super().__init__(person, texts, rng, channel)
        self._turn: _Turn | None = None
        self._thrown = ""
        self._considered = ""
        self._whim = rng.random()

    def in_step(self) -> bool:
        """Say whether the table says, as the hand does, that it is this guest's turn to draw."""
        panel, tables = self.panel(), self._public()
        if panel is None or not self.has_turn() or self._selects(panel, "Discard"):
            return True
        return bool(tables) and self._to_draw(tables[-1])

    def hand(self, panel: SeenMessage) -> list[Card]:
        """Read the cards off the lists from which they are picked."""
        return [self._cards[label] for select in self._picking(panel) for label in _labels(select)]

    async def _play(self, panel: SeenMessage, *, wait: bool) -> tuple[str, Answer] | None:
        if not self.has_turn():
            self._turn = None
            return await self._claim(panel, wait=wait)
        if not self._selects(panel, "Discard"):
            self._turn = None
            return await self._begin(panel, wait=wait)
        if self._turn is None:
            self._turn = _Turn(self._rng.choice(list(Manner)), may_regret=self._rng.random() < REGRETS)
        return await self._lay(panel, self._turn, wait=wait)

    async def _claim(self, panel: SeenMessage, *, wait: bool) -> tuple[str, Answer] | None:
        """Knock for the discard out of turn (H-8): for one that makes a meld, and sometimes for any other."""
        for table in reversed(self._public()):
            claim = self._named(_open(table), "Knock for {card} · +1 card", "card")
            if claim is None:
                continue
            seen = " ".join((str(self._whim), *(button.label for button in table.buttons)))
            own = bool(self._thrown) and f" {self._thrown} " in f"{claim.label} "
            if seen == self._considered or own or self._to_draw(table):  # who comes next need not knock
                return None
            self._considered = seen
            # The same table makes the same guest knock, whoever has done something else in between.
            if self._wants(panel, claim) or random.Random(seen).random() < CLAIMS:  # noqa: S311
                return claim.label, await self.person.click(claim.label, message=table, wait=wait)
            return None
        return None

    async def _begin(self, panel: SeenMessage, *, wait: bool) -> tuple[str, Answer] | None:
        """Begin the turn: take what makes a meld, else draw."""
        buttons = [button for message in (panel, *self._public()[-1:]) for button in _open(message)]
        take = self._named(buttons, "Take {card}", "card")
        draw = self._named(buttons, "Draw · {n} left", "n")
        if take is not None and (draw is None or self._wants(panel, take)):
            return await self._click(take.label, panel, wait=wait)
        return None if draw is None else await self._click(draw.label, panel, wait=wait)

    async def _lay(self, panel: SeenMessage, turn: _Turn, *, wait: bool) -> tuple[str, Answer] | None:
        """Lay something, take it back, or end the turn."""
        buttons = _open(panel)
        back = self._labelled(buttons, "Take back")
        if back is not None and (turn.discards or turn.may_regret):
            # A discard that was refused leaves a debt open; what is suggested from the start never does.
            turn.may_regret, turn.discards, turn.manner = False, 0, Manner.ALL
            return await self._click(back.label, panel, wait=wait)
        if turn.manner is Manner.BY_HAND and turn.picks < 2:
            turn.picks += 1
            picked = await self._pick(panel, wait=wait)
            if picked is not None:
                return picked
        lay = self._next_lay(buttons, turn)
        if lay is not None and not turn.discards:
            return await self._click(lay.label, panel, wait=wait)
        return await self._discard(panel, turn, wait=wait)

    def _next_lay(self, buttons: list[SeenButton], turn: _Turn) -> SeenButton | None:
        """Choose between everything at once and one thing."""
        everything = self._all_named(buttons, "Play all · {what} · {value}", "what", "value")
        singly = [
            *self._all_named(buttons, "Lay {cards} · {value}", "cards", "value"),
            *self._all_named(buttons, "{card} to meld {n}", "card", "n"),
            *self._all_named(buttons, "Swap joker in {n}: {card}", "n", "card"),
        ]
        if everything and turn.manner is Manner.ALL:
            return everything[0]
        return self._rng.choice(singly) if singly else next(iter(everything), None)

    async def _pick(self, panel: SeenMessage, *, wait: bool) -> tuple[str, Answer] | None:
        """Pick a meld that the guest sees in a list of cards, or any one card."""
        for select in self._picking(panel):
            labels = _labels(select)
            meld = some_meld([self._cards[label] for label in labels])
            chosen = [self._texts.card(card) for card in meld] or [self._rng.choice(labels)]
            if len(chosen) <= select.most and sorted(chosen) != sorted(o.label for o in select.options if o.chosen):
                return await self._choose(select, chosen, panel, wait=wait)
        return None

    async def _discard(self, panel: SeenMessage, turn: _Turn, *, wait: bool) -> tuple[str, Answer] | None:
        """Throw what the list has first; where that was refused, the one after it."""
        selects = self._selects(panel, "Discard")
        options = [(select, label) for select in selects for label in _labels(select)]
        select, label = options[turn.discards % len(options)]
        turn.discards += 1
        self._thrown = label
        return await self._choose(select, [label], panel, wait=wait)

    async def _choose(
        self, select: SeenSelect, labels: Sequence[str], panel: SeenMessage, *, wait: bool
    ) -> tuple[str, Answer]:
        answer = await self.person.choose(select.custom_id, *labels, message=panel, wait=wait)
        return f"{select.placeholder}: {' '.join(labels)}", answer

    def _to_draw(self, table: SeenMessage) -> bool:
        """Say whether a table waits for this guest to draw."""
        return self._texts.t("{name}'s turn: draw or take", name=self.person.name) in table.text

    def _wants(self, panel: SeenMessage, button: SeenButton) -> bool:
        """Want a card that makes a meld with cards in the hand."""
        card = next(card for text, card in self._cards.items() if f" {text} " in f"{button.label} ")
        return card == JOKER or card in some_meld([card], self.hand(panel))

    def _picking(self, panel: SeenMessage) -> list[SeenSelect]:
        return self._selects(panel, "Pick cards")

    def _selects(self, panel: SeenMessage, message: str) -> list[SeenSelect]:
        start = self._texts.t(message)
        return [select for select in panel.selects if select.placeholder.startswith(start)]


def some_meld(first: Sequence[Card], others: Iterable[Card] = ()) -> tuple[Card, ...]:
    """Find three cards of one rank, or three or more in order, at a glance: jokers, high aces and corners are left out.

    The meld holds one of ``first``; empty if there is none.
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


def _open(message: SeenMessage) -> list[SeenButton]:
    return [button for button in message.buttons if not button.disabled]


def _labels(select: SeenSelect) -> list[str]:
    return [option.label for option in select.options]
