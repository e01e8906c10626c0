"""Commands: each one carried out and answered once; no error goes beyond here."""

import logging
from collections.abc import Awaitable, Callable
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.play.session import Table
from bot.play.values import Pace
from bot.players.levels import Level
from bot.rummy.options import Variant
from cogs.edge.answers import Answers, Private, Reply, Where
from cogs.edge.notices import EXPECTED, NotOffered, failure_words, paused_words, why_not
from cogs.table.room import TableEdge

logger = logging.getLogger(__name__)

_AUTOCOMPLETE: Final = discord.InteractionType.autocomplete
_UNREADABLE: Final = (
    app_commands.TransformerError,
    app_commands.CommandSignatureMismatch,
    app_commands.CommandNotFound,
    app_commands.CheckFailure,
)
"""What the library makes of commands that are forged, or from another version."""

VARIANTS = [
    Choice(name="Gin", value=Variant.GIN.value),
    Choice(name="Remik", value=Variant.REMIK.value),
    Choice(name="Hollywood Gin", value=Variant.HOLLYWOOD.value),
    Choice(name="Oklahoma Gin", value=Variant.OKLAHOMA.value),
    Choice(name="Basic Rummy", value=Variant.BASIC.value),
    Choice(name="German Rummy", value=Variant.GERMAN.value),
]
PACES = [
    Choice(name="live: everybody stays at the table", value=Pace.LIVE.value),
    Choice(name="slow: a move whenever there is time", value=Pace.SLOW.value),
    Choice(name="none: nothing presses", value=Pace.NONE.value),
]
LEVELS = [
    Choice(name="Easy", value=Level.EASY.value),
    Choice(name="Normal", value=Level.NORMAL.value),
    Choice(name="Hard", value=Level.HARD.value),
    Choice(name="Expert", value=Level.EXPERT.value),
]


class CommandRunner:
    """Gives commands their one answer."""

    def __init__(self, room: TableEdge, answers: Answers) -> None:
        self.room = room
        self._answers = answers

    async def give(self, interaction: discord.Interaction, place: Where, make: Callable[[], Awaitable[Reply]]) -> None:
        """Answer a command; the border behind which no error goes."""
        texts = self.room.private_texts(interaction)

        async def reply() -> Reply:
            if interaction.guild_id is None:
                return self.room.notice(
                    texts.t("This only works in a server. Use it in one of your server's channels.")
                )
            try:
                _must_be_offered(interaction)
                return await make()
            except EXPECTED as why:
                return self.room.notice(why_not(texts, why) or texts.t("That has been done already."))

        try:
            await self._answers.give(interaction, place, reply)
        except Exception:
            logger.exception("command failed", extra={"interaction": interaction.id, "channel": interaction.channel_id})
            line = failure_words(texts)
            await self._answers.say(interaction, self.room.notice(line).message)

    async def at_table(
        self,
        interaction: discord.Interaction,
        make: Callable[[Table], Awaitable[Reply]],
        first: Callable[[], Awaitable[Reply | None]] | None = None,
    ) -> None:
        """Answer a command about the table of this channel, to the actor alone, unless ``first`` has an answer."""

        async def reply() -> Reply:
            instead = None if first is None else await first()
            if instead is not None:
                return instead
            channel = interaction.channel_id
            table = None if channel is None else await self.room.deps.tables.in_channel(channel)
            if table is None:
                if await self.room.deps.tables.paused_game(interaction.guild_id or 0, interaction.user.id) is not None:
                    return self.room.notice(paused_words(self.room.private_texts(interaction)))
                texts = self.room.private_texts(interaction)
                none = texts.t(
                    "There is no table in this channel; `/rummy new` opens one, and `/league history` has all games "
                    "that are over."
                )
                return self.room.notice(none)
            reply = await make(table)
            return reply.about(table) if isinstance(reply, Private) else reply

        await self.give(interaction, Where.PRIVATE, reply)

    async def failed(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        """Answer a command that the library could not read."""
        about: dict[str, object] = {"interaction": interaction.id}
        if isinstance(error, _UNREADABLE):
            logger.info("command can't be read: %s", type(error).__name__, extra=about)
        else:
            logger.error("command failed", extra=about, exc_info=error)
        line = self.room.private_texts(interaction).t("That command could not be carried out; please try it again.")
        await self._answers.say(interaction, self.room.notice(line).message)

    async def unknown(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        """Answer a command that is none of ours, as Discord may still show it after a change of version."""
        if isinstance(error, app_commands.CommandNotFound) and interaction.type is not _AUTOCOMPLETE:
            await self.failed(interaction, error)

    async def settle(self) -> None:
        """Wait until everybody who has asked for something has their answer."""
        await self._answers.settle()


def _must_be_offered(interaction: discord.Interaction) -> None:
    """Refuse values that are none of an option's choices, or out of its range. NotOffered.

    Discord doesn't let anybody give them, so the library doesn't look; a forged command may hold them.
    """
    command = interaction.command
    for option in command.parameters if isinstance(command, app_commands.Command) else ():
        value = getattr(interaction.namespace, option.display_name, None)
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            continue
        size = len(value) if isinstance(value, str) else value
        low, high = option.min_value, option.max_value
        if option.choices and value not in {choice.value for choice in option.choices}:
            raise NotOffered
        if (low is not None and size < low) or (high is not None and size > high):
            raise NotOffered
