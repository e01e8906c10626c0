"""What all guests have in common: a person, the hand on their screen, buttons found by what they say."""

import random
import re
from abc import ABC, abstractmethod
from typing import ClassVar

from bot.playground import Channel, Person, SeenButton, SeenMessage
from bot.playground.answers import Answer
from bot.rummy.cards import PACK, Card
from bot.text.catalogue import Texts


class Guest(ABC):
    """Somebody at a table. What they do is chosen from what the newest hand on their screen offers."""

    pack: ClassVar[tuple[Card, ...]] = PACK

    def __init__(self, person: Person, texts: Texts, rng: random.Random, channel: Channel | None = None) -> None:
        self.person = person
        self._channel = channel
        self._texts = texts
        self._rng = rng
        self._cards = {texts.card(card): card for card in self.pack}
        self._asked: set[int] = set()  # the results after which this guest has asked for the next deal

    async def act(self, *, wait: bool = True) -> tuple[str, Answer] | None:
        """Do what can be done now: what was done and the bot's answer, or None if there is nothing to do.

        With ``wait`` False the answer is still to come.
        """
        hands = self._hands()
        if not hands:
            return None
        *old, panel = hands
        for message in old:
            self.person.dismiss(message)
        return await self._play(panel, wait=wait)

    async def go_on(self) -> tuple[str, Answer] | None:
        """Ask for the next deal where one has ended, or say that one is ready for it: what was done, once a deal."""
        t = self._texts
        for label in (t.t("Next deal"), t.t("Next round"), t.p("next deal", "Ready")):
            result = self._table_button(label)
            if result is not None and result.id not in self._asked:
                self._asked.add(result.id)
                return label, await self.person.click(label, message=result)
        return None

    def panel(self) -> SeenMessage | None:
        """Find the newest private message that shows the hand."""
        return next(reversed(self._hands()), None)

    @abstractmethod
    def hand(self, panel: SeenMessage) -> list[Card]:
        """Read the cards off a panel; empty if the message is none."""

    def has_turn(self) -> bool:
        """Say whether the hand says that it is this guest's turn."""
        panel = self.panel()
        return panel is not None and self._texts.t("Your turn") in panel.text

    def in_step(self) -> bool:
        """Say whether the table on the screen has caught up with the hand, so that others could see what they need."""
        return True

    @abstractmethod
    async def _play(self, panel: SeenMessage, *, wait: bool) -> tuple[str, Answer] | None:
        """Do one thing with the hand on the screen."""

    def _hands(self) -> list[SeenMessage]:
        return [message for message in self.person.sees(self._channel) if message.ephemeral and self.hand(message)]

    async def _click(self, label: str, panel: SeenMessage, *, wait: bool) -> tuple[str, Answer]:
        """Click a button, on the table where it stands there too, as a player with no panel open would."""
        return label, await self.person.click(label, message=self._table_button(label) or panel, wait=wait)

    def _table_button(self, label: str) -> SeenMessage | None:
        """Find the newest public message that has a button."""
        public = [message for message in self._public() if label in message.labels]
        return public[-1] if public else None

    def _public(self) -> list[SeenMessage]:
        return [message for message in self.person.sees(self._channel) if not message.ephemeral]

    def _labelled(self, buttons: list[SeenButton], message: str) -> SeenButton | None:
        label = self._texts.t(message)
        return next((button for button in buttons if button.label == label), None)

    def _named(self, buttons: list[SeenButton], message: str, *values: str) -> SeenButton | None:
        """Find a button whose label is a sentence of the catalogue with whatever values."""
        named = self._all_named(buttons, message, *values)
        return named[0] if named else None

    def _all_named(self, buttons: list[SeenButton], message: str, *values: str) -> list[SeenButton]:
        said = re.escape(self._texts.t(message, **dict.fromkeys(values, "\0")))
        pattern = re.compile(said.replace(re.escape("\0"), ".+"))
        return [button for button in buttons if pattern.match(button.label)]
