"""The knocker's arrangement if several leave the same deadwood (G-15)."""

from bot.rummy.cards import CardMask
from bot.rummy.gin.arrange import arrangements, deadwood
from bot.rummy.gin.defend import defend, open_to
from bot.rummy.results import Arrangement


def knock_offer(hand: CardMask, unseen: CardMask) -> Arrangement:
    """Return the arrangement to offer to a knocker: the least deadwood, then the fewest cards that could be laid off.

    ``unseen`` are all cards that the knocker can't see: the opponent's hand is never used. A card counts if it could
    end up on the melds, even after others (G-15).
    """
    least = arrangements(hand, deadwood(hand))
    return min(least, key=lambda arrangement: open_to(arrangement.melds, unseen).bit_count())


def knock_default(hand: CardMask, opponent: CardMask) -> Arrangement:
    """Return the arrangement for a ``knock`` without one: the least deadwood, then the most left for the opponent."""
    least = arrangements(hand, deadwood(hand))
    lay_off = least[0].deadwood > 0
    return max(least, key=lambda arrangement: defend(opponent, arrangement.melds, lay_off=lay_off).arrangement.deadwood)
