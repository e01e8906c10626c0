"""Guests who play games of the gin family."""

from typing import Final

from bot.playground import SeenButton, SeenMessage
from bot.program.cli.guests.base import Done, Guest, action_of, argument_of, enabled
from bot.rummy.cards import Card, mask_of, parse_card
from bot.rummy.gin.arrange import deadwood

PATIENCE: Final = 0.5
"""The probability of playing on for gin when a guest could knock with more than 4 deadwood."""


class GinGuest(Guest):
    """A guest who plays gin sensibly: takes useful discards, discards the suggested card, knocks or waits for gin."""

    def hand(self, panel: SeenMessage) -> list[Card]:
        """Return the cards on a panel's buttons."""
        return [parse_card(argument_of(button)) for button in panel.buttons if action_of(button) == "discard"]

    async def _play(self, panel: SeenMessage, *, wait: bool) -> Done | None:
        button = self._choice(panel)
        return None if button is None else await self._click(button, panel, wait=wait)

    def _choice(self, panel: SeenMessage) -> SeenButton | None:
        """Choose which button of the panel to click; None if there's nothing to do."""
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
        """Return whether taking a card lowers the deadwood by more than three points."""
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
