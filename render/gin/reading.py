"""The melds and loose cards of a gin hand."""

from collections.abc import Sequence

from bot.rummy.cards import Card, mask_of
from bot.rummy.gin.arrange import arrange
from render.drawing.rows import Group, groups_of


def hand_groups(hand: Sequence[Card]) -> tuple[Group, ...]:
    """Return the melds of the arrangement with the least deadwood (G-3), then the loose cards."""
    best = arrange(mask_of(hand))
    return groups_of(best.melds, best.loose)
