"""Guests: people of the stand-in who play gin by what they see on their screen, and by nothing else."""

import random
from typing import Final

from bot.playground import Channel, Person, SeenButton, SeenMessage
from bot.playground.answers import Answer
from bot.rummy.arrange import deadwood
from bot.rummy.cards import PACK, Card, mask_of
from bot.text.catalogue import Texts

PATIENCE: Final = 0.5
"""How likely a guest is to play on for gin instead of knocking with more than a little deadwood."""


class Guest:
    """Somebody who plays sensibly: takes what makes a meld, discards what the panel suggests, knocks or waits."""

    def __init__(self, person: Person, texts: Texts, rng: random.Random, channel: Channel | None = None) -> None:
        self.person = person
        self._channel = channel
        self._texts = texts
        self._rng = rng
        self._cards = {texts.card(card): card for card in PACK}

    async def act(self, *, wait: bool = True) -> tuple[str, Answer] | None:
        """Do what can be done now: the label clicked and the bot's answer, or None if there is nothing to do.

        With ``wait`` False the answer is still to come.
        """
        hands = self._hands()
        if not hands:
            return None
        *old, panel = hands
        for message in old:
            self.person.dismiss(message)
        label = self._choice(panel)
        if label is None:
            return None
        shown_on_table = self._table_button(label)
        answer = await self.person.click(label, message=shown_on_table or panel, wait=wait)
        return label, answer

    def panel(self) -> SeenMessage | None:
        """Find the newest private message with cards on its buttons: the hand."""
        return next(reversed(self._hands()), None)

    def _hands(self) -> list[SeenMessage]:
        return [message for message in self.person.sees(self._channel) if message.ephemeral and self.hand(message)]

    def hand(self, panel: SeenMessage) -> list[Card]:
        """Read the cards off a panel's buttons."""
        return [self._cards[button.label] for button in panel.buttons if button.label in self._cards]

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

    def _table_button(self, label: str) -> SeenMessage | None:
        """Find the public message that has the same button, as a player with no panel open would click it."""
        public = [
            message for message in self.person.sees(self._channel) if not message.ephemeral and label in message.labels
        ]
        return public[-1] if public else None

    def _labelled(self, buttons: list[SeenButton], message: str) -> SeenButton | None:
        label = self._texts.t(message)
        return next((button for button in buttons if button.label == label), None)

    def _named(self, buttons: list[SeenButton], message: str, *values: str) -> SeenButton | None:
        """Find a button whose label begins as a sentence of the catalogue does, up to its first value."""
        start = self._texts.t(message, **dict.fromkeys(values, "\0")).split("\0")[0]
        return next((button for button in buttons if button.label.startswith(start)), None)
