"""Cards from their text form, for tests."""

from bot.rummy.cards import Card, CardMask, mask_of, parse_card


def cards(text: str) -> tuple[Card, ...]:
    """Return the cards of a text such as ``7S TH XX``, in its order."""
    return tuple(map(parse_card, text.split()))


def mask(text: str) -> CardMask:
    """Return the set of the cards of a text."""
    return mask_of(cards(text))
