"""Guests at tables of the gin family."""

from typing import Final

from bot.cli.guests.base import Guest
from bot.playground import SeenButton, SeenMessage
from bot.playground.answers import Answer
from bot.rummy.arrange import deadwood
from bot.rummy.cards import Card, mask_of

PATIENCE: Final = 0.5
"""How likely a guest is to play on for gin instead of knocking with more than a little deadwood."""


class GinGuest(Guest):
    """Somebody who plays gin sensibly: takes what makes a meld, discards what is suggested, knocks or waits."""

    def hand(self, panel: SeenMessage) -> list[Card]:
        """Read the cards off a panel's buttons."""
        return [self._cards[button.label] for button in panel.buttons if button.label in self._cards]

    async def _play(self, panel: SeenMessage, *, wait: bool) -> tuple[str, Answer] | None:
        label = self._choice(panel)
        return None if label is None else await self._click(label, panel, wait=wait)

    def _choice(self, panel: SeenMessage) -> str | None:
        """Choose what to click on the panel."""
        open_buttons = [button for button in panel.buttons if not button.disabled]
        knock = self._named(open_buttons, "Gin · drop {card}", "card")
        if knock is None and (knock := self._knock(open_buttons)) is not None and not self._knocks_now(panel):
            knock = None
        if knock is not None:
            return knock.label
        take = self._named(open_buttons, "Take {card}", "card")
        if take is not None and self._wants(panel, take):
            return take.label
        for opening in (self._named(open_buttons, "Draw · {n} left", "n"), self._labelled(open_buttons, "Pass"), take):
            if opening is not None:
                return opening.label
        return self._discard(open_buttons)

    def _knock(self, buttons: list[SeenButton]) -> SeenButton | None:
        return self._named(buttons, "Knock {deadwood} · drop {card}", "deadwood", "card")

    def _knocks_now(self, panel: SeenMessage) -> bool:
        """Knock at once with little left; otherwise sometimes wait for gin."""
        hand = mask_of(self.hand(panel))
        least = min(deadwood(hand & ~(1 << card)) for card in self.hand(panel))
        return least <= 4 or self._rng.random() > PATIENCE

    def _wants(self, panel: SeenMessage, take: SeenButton) -> bool:
        """Take a card that brings the deadwood down by more than its place is worth."""
        card = next(card for text, card in self._cards.items() if take.label.endswith(text))
        hand = mask_of(self.hand(panel))
        taken = hand | 1 << card
        best = min(deadwood(taken & ~(1 << other)) for other in self.hand(panel))
        return best + 3 < deadwood(hand)

    def _discard(self, buttons: list[SeenButton]) -> str | None:
        """Discard the card whose button is green, else any loose one, else any."""
        cards = [button for button in buttons if button.label in self._cards]
        for style in ("success", "primary", "secondary"):
            styled = [button for button in cards if button.style == style]
            if styled:
                return self._rng.choice(styled).label
        return None
