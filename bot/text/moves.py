"""Words for the events of a deal."""

from collections.abc import Iterable, Sequence

from bot.rummy.cards import Card
from bot.rummy.events import Event, EventKind
from bot.text.catalogs import Texts


def event_words(texts: Texts, event: Event, name: str) -> str:
    """Describe an event, with the player's ``name``. The card is left out if the event doesn't contain it."""
    if event.meld is not None:
        return _lay_words(texts, event, event.meld + 1, name)
    if event.card is None:
        return _kind_words(texts, event.kind, name)
    return _card_words(texts, event.kind, texts.card(event.card), name)


def _card_words(texts: Texts, kind: EventKind, card: str, name: str) -> str:
    """Describe an event with one card."""
    match kind:
        case EventKind.TOOK:
            return texts.t("{name} took {card}", name=name, card=card)
        case EventKind.DREW:
            return texts.t("{name} drew {card}", name=name, card=card)
        case EventKind.KNOCKED:
            return texts.t("{name} knocked, dropping {card}", name=name, card=card)
        case EventKind.CLAIMED:
            return texts.t("{name} knocked for {card} and drew a card", name=name, card=card)
        case _:
            return texts.t("{name} discarded {card}", name=name, card=card)


def _lay_words(texts: Texts, event: Event, number: int, name: str) -> str:
    """Describe cards laid on the table; ``number`` is the number of the meld, counted from 1."""
    match event.kind, event.card:
        case EventKind.LAID_OFF, int() as card:
            return texts.t("{name} added {card} to meld {number}", name=name, card=texts.card(card), number=number)
        case EventKind.SWAPPED, int() as card:
            return texts.t(
                "{name} swapped {card} for the joker in meld {number}",
                name=name,
                card=texts.card(card),
                number=number,
            )
        case _:
            return texts.t("{name} laid {cards}", name=name, cards=texts.cards(event.cards))


def _kind_words(texts: Texts, kind: EventKind, name: str) -> str:
    """Describe an event without its card."""
    match kind:
        case EventKind.PASSED:
            return texts.t("{name} passed", name=name)
        case EventKind.KNOCKED:
            return texts.t("{name} knocked", name=name)
        case EventKind.DISCARDED:
            return texts.t("{name} put the last card face down", name=name)
        case EventKind.RESHUFFLED:
            return texts.t("the discard pile was shuffled and is the stock now")
        case _:
            return texts.t("{name} drew from the stock", name=name)


def recent_words(texts: Texts, events: Iterable[Event], names: Sequence[str]) -> str:
    """Describe events in one line, in their order."""
    return " · ".join(event_words(texts, event, names[event.seat]) for event in events)


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
