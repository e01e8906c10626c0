"""Guests who play games of the gin family."""

import random
from typing import Final

from bot.playground import Channel, Person, SeenButton, SeenMessage
from bot.program.cli.guests.base import Done, Guest, action_of, argument_of, enabled
from bot.rummy.cards import Card, mask_of, parse_card
from bot.rummy.gin.arrange import deadwood
from bot.text.catalogs import Texts

PATIENCE: Final = 0.5
"""The probability of playing on for gin when a guest could knock with more than 4 deadwood."""


class GinGuest(Guest):
    """A guest who plays gin sensibly: takes useful discards, discards the suggested card, knocks or waits for gin."""

    def __init__(self, person: Person, texts: Texts, rng: random.Random, channel: Channel | None = None) -> None:
        super().__init__(person, texts, rng, channel)
        self._held: set[Card] = set()  # what this guest remembers of their hand while its cards have no buttons

    def hand(self, panel: SeenMessage) -> list[Card]:
        """Return the cards on a panel's buttons, with the card taken, which has none; before the draw from memory."""
        cards = {parse_card(argument_of(button)) for button in enabled(panel, "discard")}
        return sorted(cards | (self._held - cards if len(self._held - cards) == 1 else set()) if cards else self._held)

    async def _play(self, panel: SeenMessage, *, wait: bool) -> Done | None:
        button = self._choice(panel)
        if button is None:
            return None
        self._remember(panel, button)
        return await self._click(button, panel, wait=wait)

    def _remember(self, panel: SeenMessage, button: SeenButton) -> None:
        """Keep in mind what the hand will be after a click."""
        match action_of(button):
            case "take":
                self._held = {self._card_on(button)}
            case "draw":
                self._held = set()
            case "discard":
                self._held = set(self.hand(panel)) - {parse_card(argument_of(button))}
            case _:
                pass

    def _choice(self, panel: SeenMessage) -> SeenButton | None:
        """Choose which button of the panel to click; None if there's nothing to do."""
        for big in enabled(panel, "biggin"):
            return big
        for knock in enabled(panel, "knock"):
            if self._knocks_now(panel, parse_card(argument_of(knock))):
                return knock
        takes = enabled(panel, "take")
        for take in takes:
            if self._wants(panel, self._card_on(take)):
                return take
        openings = [*enabled(panel, "draw"), *enabled(panel, "pass"), *takes]
        return openings[0] if openings else self._discard(panel)

    def _knocks_now(self, panel: SeenMessage, dropped: Card) -> bool:
        """Return whether to knock: always for gin or with at most 4 deadwood, otherwise at random.

        ``dropped`` is the card that is discarded with the knock.
        """
        hand = mask_of(self.hand(panel))
        if deadwood(hand & ~(1 << dropped)) == 0:
            return True
        least = min(deadwood(hand & ~(1 << card)) for card in self.hand(panel))
        return least <= 4 or self._rng.random() > PATIENCE

    def _wants(self, panel: SeenMessage, card: Card) -> bool:
        """Return whether taking a card lowers the deadwood by more than three points; False for an unknown hand."""
        if not self.hand(panel):
            return False
        hand = mask_of(self.hand(panel))
        taken = hand | 1 << card
        best = min(deadwood(taken & ~(1 << other)) for other in self.hand(panel))
        return best + 3 < deadwood(hand)

    def _discard(self, panel: SeenMessage) -> SeenButton | None:
        """Choose the discard: the card with the green button, else one with a blue button, else any."""
        cards = enabled(panel, "discard")
        for style in ("success", "primary", "secondary"):
            styled = [button for button in cards if button.style == style]
            if styled:
                return self._rng.choice(styled)
        return None
