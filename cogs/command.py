"""Commands: each one carried out and answered once; no error goes beyond here."""

import logging
from collections.abc import Awaitable, Callable

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.play.ports import Pace
from bot.play.session import Table
from bot.players.levels import Level
from bot.rummy.options import Variant
from cogs.answers import Answers, Place, Reply
from cogs.notices import EXPECTED, failure_words, why_not
from cogs.room import Room

logger = logging.getLogger(__name__)

VARIANTS = [
    Choice(name=locale_str("Gin"), value=Variant.GIN.value),
    Choice(name=locale_str("Remik"), value=Variant.REMIK.value),
    Choice(name=locale_str("Hollywood Gin"), value=Variant.HOLLYWOOD.value),
    Choice(name=locale_str("Oklahoma Gin"), value=Variant.OKLAHOMA.value),
    Choice(name=locale_str("Basic Rummy"), value=Variant.BASIC.value),
    Choice(name=locale_str("German Rummy"), value=Variant.GERMAN.value),
]
PACES = [
    Choice(name=locale_str("live: everybody stays at the table"), value=Pace.LIVE.value),
    Choice(name=locale_str("slow: a move whenever there is time"), value=Pace.SLOW.value),
    Choice(name=locale_str("none: nothing presses"), value=Pace.NONE.value),
]
LEVELS = [
    Choice(name=locale_str("Easy"), value=Level.EASY.value),
    Choice(name=locale_str("Normal"), value=Level.NORMAL.value),
    Choice(name=locale_str("Hard"), value=Level.HARD.value),
    Choice(name=locale_str("Expert"), value=Level.EXPERT.value),
]


class Commands:
    """Gives commands their one answer."""

    def __init__(self, room: Room, answers: Answers) -> None:
        self.room = room
        self._answers = answers

    async def give(self, interaction: discord.Interaction, place: Place, make: Callable[[], Awaitable[Reply]]) -> None:
        """Answer a command; the border behind which no error goes."""
        texts = self.room.private_texts(interaction)

        async def reply() -> Reply:
            try:
                return await make()
            except EXPECTED as why:
                return self.room.notice(why_not(texts, why) or texts.t("That has been done already."))

        try:
            await self._answers.give(interaction, place, reply)
        except Exception:
            logger.exception("command failed", extra={"interaction": interaction.id, "channel": interaction.channel_id})
            line = failure_words(texts)
            await self._answers.say(interaction, self.room.notice(line).message)

    async def at_table(self, interaction: discord.Interaction, make: Callable[[Table], Awaitable[Reply]]) -> None:
        """Answer a command about the table of this channel, to the actor alone."""

        async def reply() -> Reply:
            channel = interaction.channel_id
            table = None if channel is None else await self.room.deps.tables.in_channel(channel)
            if table is None:
                texts = self.room.private_texts(interaction)
                none = texts.t(
                    "There is no table in this channel; `/rummy new` opens one, and `/league history` has all games "
                    "that are over."
                )
                return self.room.notice(none)
            return await make(table)

        await self.give(interaction, Place.PRIVATE, reply)

    async def failed(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        """Answer a command that the library could not read."""
        logger.error("command failed", extra={"interaction": interaction.id}, exc_info=error)
        line = self.room.private_texts(interaction).t("That command could not be carried out; please try it again.")
        await self._answers.say(interaction, self.room.notice(line).message)

    async def unknown(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        """Answer a command that is none of ours, as Discord may still show it after a change of version."""
        if isinstance(error, app_commands.CommandNotFound):
            await self.failed(interaction, error)

    async def settle(self) -> None:
        """Wait until everybody who has asked for something has their answer."""
        await self._answers.settle()
