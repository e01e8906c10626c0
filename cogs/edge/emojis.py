"""Card faces as application emojis. They're optional: without them buttons show text only."""

import logging
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

import discord

from bot.rummy.cards import JOKER, PACK, Card, code

logger = logging.getLogger(__name__)

Faces: TypeAlias = Mapping[Card, discord.PartialEmoji]
"""Emojis of cards; cards without one are missing."""

NO_FACES: Final[Faces] = MappingProxyType({})
FACED: Final[tuple[Card, ...]] = (*PACK, JOKER)
"""The cards that can have a face."""


def emoji_name(card: Card) -> str:
    """Return the name of a card's application emoji: ``card_7H``, a joker's ``card_XX``."""
    return f"card_{code(card)}"


class CardEmojis:
    """The card faces of this application; none until `load` has found some."""

    def __init__(self) -> None:
        self.faces: Faces = NO_FACES

    async def load(self, client: discord.Client) -> None:
        """Load the application's emojis. If there are none or Discord doesn't answer, buttons show text only."""
        try:
            emojis = await client.fetch_application_emojis()
        except discord.HTTPException as error:
            logger.warning("card faces can't be read", extra={"status": error.status, "code": error.code})
            return
        by_name = {emoji.name: emoji for emoji in emojis}
        self.faces = {
            card: discord.PartialEmoji(name=emoji_name(card), id=by_name[emoji_name(card)].id)
            for card in FACED
            if emoji_name(card) in by_name
        }
