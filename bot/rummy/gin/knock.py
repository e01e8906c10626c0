"""Which arrangement a knocker lays out when several leave the same deadwood (G-15)."""

from bot.rummy.cards import CardMask
from bot.rummy.gin.arrange import arrangements, deadwood
from bot.rummy.gin.defend import defend, open_to
from bot.rummy.results import Arrangement


def knock_offer(hand: CardMask, unseen: CardMask) -> Arrangement:
    """Choose what the bot offers to a knocker: the least deadwood, then the fewest cards that could be laid off.

    ``unseen`` are all cards that the knocker can't see, whoever holds them: the opponent's hand is never looked at.
    A card counts if it could end up on the melds, be it at the end of a chain (G-15).
    """
    least = arrangements(hand, deadwood(hand))
    return min(least, key=lambda arrangement: open_to(arrangement.melds, unseen).bit_count())


def knock_default(hand: CardMask, opponent: CardMask) -> Arrangement:
    """Choose what a record's bare ``knock`` stands for: the least deadwood, then the greatest left to the opponent."""
    least = arrangements(hand, deadwood(hand))
    lay_off = least[0].deadwood > 0
    return max(least, key=lambda arrangement: defend(opponent, arrangement.melds, lay_off=lay_off).arrangement.deadwood)
