"""Words for the events of a deal, grouped by turn."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.rummy.cards import Card
from bot.rummy.events import Event, EventKind, by_turn
from bot.text.catalogs import Texts
from bot.text.lists import short_meld

_LAST: Final = (EventKind.DISCARDED, EventKind.KNOCKED, EventKind.PASSED)
"""The events that end a turn."""


def turn_words(texts: Texts, events: Sequence[Event], name: str) -> str:
    """Describe what a player did in a turn: ``Ola drew, laid 7-8-9♥, discarded K♠``."""
    actions = ", ".join(_action(texts, event) for event in events)
    return texts.t("{name} {actions}", name=name, actions=actions)


def event_words(texts: Texts, event: Event, name: str) -> str:
    """Describe an event, with the player's ``name``. The card is left out if the event doesn't contain it."""
    return turn_words(texts, (event,), name)


def recent_words(texts: Texts, events: Iterable[Event], names: Sequence[str]) -> str:
    """Describe events in one line, in their order."""
    return " · ".join(turn_words(texts, turn, names[turn[0].seat]) for turn in by_turn(events))


def turn_log(texts: Texts, events: Iterable[Event], names: Sequence[str], reader: int | None = None) -> list[str]:
    """Describe events in one line per turn, oldest first.

    Without a ``reader`` the last turn of every seat is described, else everything since the start of the reader's own
    last turn that has ended.
    """
    turns = by_turn(events)
    own = [at for at, turn in enumerate(turns) if turn[0].seat == reader and turn[-1].kind in _LAST]
    first = own[-1] if own else 0
    return [turn_words(texts, turn, names[turn[0].seat]) for turn in turns[first:]]


def _action(texts: Texts, event: Event) -> str:
    """Describe an event as a part of a turn, without the player."""
    match event:
        case Event(kind=EventKind.MELDED):
            return texts.t("laid {cards}", cards=short_meld(texts, event.cards))
        case Event(kind=EventKind.LAID_OFF, card=int(card), meld=int(meld)):
            return texts.t("laid off {card} (meld {number})", card=texts.card(card), number=meld + 1)
        case Event(kind=EventKind.SWAPPED, card=int(card), meld=int(meld)):
            return texts.t("swapped {card} for joker (meld {number})", card=texts.card(card), number=meld + 1)
        case Event(card=int(card)):
            return _card_action(texts, event.kind, texts.card(card))
        case _:
            return _plain_action(texts, event.kind)


def _card_action(texts: Texts, kind: EventKind, card: str) -> str:
    match kind:
        case EventKind.TOOK:
            return texts.t("took {card}", card=card)
        case EventKind.DREW:
            return texts.t("drew {card}", card=card)
        case EventKind.KNOCKED:
            return texts.t("knocked, discarding {card}", card=card)
        case EventKind.TOOK_BACK:
            return texts.t("took back {card}", card=card)
        case EventKind.CLAIMED:
            return texts.t("knocked for {card} (+1 card)", card=card)
        case _:
            return texts.t("discarded {card}", card=card)


def _plain_action(texts: Texts, kind: EventKind) -> str:
    """Describe an event without its card."""
    match kind:
        case EventKind.PASSED:
            return texts.t("passed")
        case EventKind.KNOCKED:
            return texts.t("knocked")
        case EventKind.DISCARDED:
            return texts.t("discarded face down")
        case EventKind.RESHUFFLED:
            return texts.t("reshuffled the discard pile")
        case _:
            return texts.t("drew")


def dealer_draw_words(texts: Texts, draws: Sequence[tuple[Card, Card]], names: Sequence[str], dealer: int) -> str:
    """Describe which cards were drawn for the first deal, and who deals (G-4). Several draws follow equal ranks."""
    pairs = ", ".join(f"{texts.card(first)} : {texts.card(second)}" for first, second in draws)
    return texts.t(
        "{first} and {second} drew {pairs}: {dealer} deals first.",
        first=names[0],
        second=names[1],
        pairs=pairs,
        dealer=names[dealer],
    )
