"""The base class of all guests: a person, the hand on their screen, and clicks on buttons found by action.

The grammar is ``r1:<table>:<action>:<stamp>[:<argument>]`` (``cogs/edge/custom_ids.py``). Guests parse ids by
themselves, since they know only what is on their screen.
"""

import random
import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from bot.playground import Channel, Person, SeenButton, SeenMessage, SeenSelect
from bot.playground.answers import Answer
from bot.rummy.cards import PACK, Card
from bot.text.catalogs import Texts

_PATTERN: Final = re.compile(r"r1:(?P<table>\d+):(?P<action>[a-z]+):(?P<stamp>[\d.]+)(?::(?P<argument>\w+))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Meaning:
    """A parsed custom id. ``stamp`` identifies the state of the table (``12``); ``argument`` may be empty."""

    table: int
    action: str
    stamp: str
    argument: str


# Parsed here again on purpose: with the bot's parser, a change of the grammar would go unnoticed, and labels change
# with the language. A test compares the two.
def meaning_of(custom_id: str) -> Meaning | None:
    """Parse a custom id; None if it isn't about a table."""
    match = _PATTERN.fullmatch(custom_id)
    if match is None:
        return None
    return Meaning(int(match["table"]), match["action"], match["stamp"], match["argument"] or "")


def action_of(part: SeenButton | SeenSelect) -> str:
    """Return the action of a button or a select; empty if it isn't about a table."""
    meaning = meaning_of(part.custom_id)
    return "" if meaning is None else meaning.action


def argument_of(part: SeenButton | SeenSelect) -> str:
    """Return the argument of a button or a select; empty if it has none."""
    meaning = meaning_of(part.custom_id)
    return "" if meaning is None else meaning.argument


def stamp_of(part: SeenButton | SeenSelect) -> str:
    """Return the stamp of a button or a select; empty if it isn't about a table."""
    meaning = meaning_of(part.custom_id)
    return "" if meaning is None else meaning.stamp


def enabled(message: SeenMessage, *actions: str) -> list[SeenButton]:
    """List the enabled buttons of a message with one of these actions, in the order shown."""
    return [button for button in message.buttons if not button.disabled and action_of(button) in actions]


def lists(message: SeenMessage, action: str) -> list[SeenSelect]:
    """List the selects of a message with this action, in the order shown."""
    return [select for select in message.selects if action_of(select) == action]


def offers(message: SeenMessage, custom_id: str) -> bool:
    """Return whether a message has an enabled button with this custom id."""
    return any(button.custom_id == custom_id and not button.disabled for button in message.buttons)


def newest_with(messages: Sequence[SeenMessage], *actions: str) -> tuple[SeenMessage, SeenButton] | None:
    """Return the newest message that has an enabled button with one of these actions, and that button."""
    return next(((message, button) for message in reversed(messages) for button in enabled(message, *actions)), None)


_IN_TURN: Final = ("draw", "take", "pass", "discard", "knock", "biggin", "all", "step", "lay", "undo")


class Done(NamedTuple):
    """A guest's click: the label, the bot's answer, and the action and the stamp in the custom id."""

    label: str
    answer: Answer
    action: str
    stamp: str


class Guest(ABC):
    """A scripted player who knows nothing but their screen, and acts on the newest panel with their hand."""

    pack: ClassVar[tuple[Card, ...]] = PACK

    def __init__(self, person: Person, texts: Texts, rng: random.Random, channel: Channel | None = None) -> None:
        self.person = person
        self._channel = channel
        self._rng = rng
        # A panel drawn while the look was text-only names cards in words until it's drawn again.
        self._cards = {name: card for card in self.pack for name in (texts.card(card), texts.card_words(card))}
        self._asked: set[int] = set()  # ids of the results after which this guest has asked for the next deal

    async def act(self, *, wait: bool = True) -> Done | None:
        """Make one click if there's anything to do, and return it; None if there isn't.

        With ``wait`` False, don't wait for the answer.
        """
        asked = newest_with(self._private(), "sure")
        if asked is not None:
            return await self._press(asked[1], asked[0], wait=wait)
        hands = self._hands()
        if not hands:
            return None
        *old, panel = hands
        for message in old:
            self.person.dismiss(message)
        return await self._play(panel, wait=wait)

    async def go_on(self, *, wait: bool = True) -> Done | None:
        """After a result, ask for the next deal or click *Ready*, once per deal. Return the click, if there was one.

        With ``wait`` False, don't wait for the answer.
        """
        found = newest_with(self._public(), "next", "ready")
        if found is None or found[0].id in self._asked:
            return None
        message, button = found
        self._asked.add(message.id)
        return await self._press(button, message, wait=wait)

    def panel(self) -> SeenMessage | None:
        """Return the newest private message that shows the hand; None if there isn't one."""
        return next(reversed(self._hands()), None)

    def is_hand(self, message: SeenMessage) -> bool:
        """Return whether a private message is a panel with this guest's hand."""
        shown = enabled(message, *_IN_TURN, "sort", "claim") or lists(message, "pick") or lists(message, "knocks")
        return bool(shown) and bool(enabled(message, "more"))

    @abstractmethod
    def hand(self, panel: SeenMessage) -> list[Card]:
        """Return the cards in hand, as far as the controls of this panel and earlier ones show them."""

    def has_turn(self) -> bool:
        """Return whether the panel offers an action that only the player whose turn it is may take."""
        panel = self.panel()
        return panel is not None and bool(enabled(panel, *_IN_TURN) or lists(panel, "knocks"))

    @abstractmethod
    async def _play(self, panel: SeenMessage, *, wait: bool) -> Done | None:
        """Make one click on the panel, if there's anything to do. Return the click."""

    def _hands(self) -> list[SeenMessage]:
        return [message for message in self._private() if self.is_hand(message)]

    def _private(self) -> list[SeenMessage]:
        return [message for message in self.person.sees(self._channel) if message.ephemeral]

    async def _click(self, button: SeenButton, panel: SeenMessage, *, wait: bool) -> Done:
        """Click a button: on the public message if it's there too, as a player without an open panel would."""
        offering = (message for message in reversed(self._public()) if offers(message, button.custom_id))
        return await self._press(button, next(offering, panel), wait=wait)

    async def _press(self, button: SeenButton, message: SeenMessage, *, wait: bool) -> Done:
        answer = await self.person.click(button.custom_id, message=message, wait=wait)
        return Done(button.label or button.emoji, answer, action_of(button), stamp_of(button))

    async def _choose(self, select: SeenSelect, labels: list[str], panel: SeenMessage, *, wait: bool) -> Done:
        answer = await self.person.choose(select.custom_id, *labels, message=panel, wait=wait)
        return Done(f"{select.placeholder}: {' '.join(labels)}", answer, action_of(select), stamp_of(select))

    def _public(self) -> list[SeenMessage]:
        return [message for message in self.person.sees(self._channel) if not message.ephemeral]

    def _card_on(self, button: SeenButton) -> Card:
        """Return the card in a button's label: the longest name found, since one name may be part of another."""
        named = [text for text in self._cards if text in button.label]
        return self._cards[max(named, key=len)]
