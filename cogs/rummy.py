"""The `/rummy` commands; and how the edge is put together from what the bot carries."""

import logging
from collections.abc import Awaitable, Callable

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str
from discord.ext import commands

from bot.play.ports import OPEN, ChannelTaken, Pace, Status
from bot.play.refusals import TableReason, refused
from bot.play.session import Table
from bot.rummy.options import Variant, options_for
from cogs.answers import Answers, Place, Private, Reply
from cogs.boards import Boards
from cogs.channels import DiscordChannels
from cogs.deps import deps_of
from cogs.house import HouseRules
from cogs.laying import Laying
from cogs.lobby import Lobby
from cogs.messages import Message
from cogs.notices import EXPECTED, failure_words, why_not
from cogs.panels import Panels
from cogs.permissions import missing, missing_words
from cogs.play import Play
from cogs.presets import UnknownRules, preset_choices, rules_named
from cogs.room import Room
from cogs.router import Router
from cogs.screens.leftover import message_link
from cogs.screens.private import resign_screen, rules_screen
from cogs.showing import Showing

logger = logging.getLogger(__name__)

_VARIANTS = [
    Choice(name=locale_str("Gin"), value=Variant.GIN.value),
    Choice(name=locale_str("Remik"), value=Variant.REMIK.value),
    Choice(name=locale_str("Hollywood Gin"), value=Variant.HOLLYWOOD.value),
    Choice(name=locale_str("Oklahoma Gin"), value=Variant.OKLAHOMA.value),
    Choice(name=locale_str("Basic Rummy"), value=Variant.BASIC.value),
    Choice(name=locale_str("German Rummy"), value=Variant.GERMAN.value),
]
_PACES = [
    Choice(name=locale_str("live: everybody stays at the table"), value=Pace.LIVE.value),
    Choice(name=locale_str("slow: a move whenever there is time"), value=Pace.SLOW.value),
    Choice(name=locale_str("none"), value=Pace.NONE.value),
]


@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
class Rummy(
    commands.GroupCog,
    group_name=locale_str("rummy"),
    group_description=locale_str("Rummy tables in this channel"),
):
    """Commands about the table of the channel in which they are given."""

    def __init__(self, room: Room, answers: Answers) -> None:
        super().__init__()
        self._room = room
        self._answers = answers

    async def cog_unload(self) -> None:
        """Answer who has clicked, then stop what runs in the background."""
        await self._answers.settle()
        await self._room.boards.close()
        await self._room.panels.close()

    @app_commands.command(name=locale_str("new"), description=locale_str("Open a table in this channel"))
    @app_commands.describe(
        variant=locale_str("Which game"),
        rules=locale_str("House rules: a preset of this server, or a code"),
        opponent=locale_str("For whom a seat is kept"),
        pace=locale_str("How fast you mean to play"),
    )
    @app_commands.rename(
        variant=locale_str("variant"),
        rules=locale_str("rules"),
        opponent=locale_str("opponent"),
        pace=locale_str("pace"),
    )
    @app_commands.choices(variant=_VARIANTS, pace=_PACES)
    async def new(
        self,
        interaction: discord.Interaction,
        variant: str | None = None,
        rules: str | None = None,
        opponent: discord.User | None = None,
        pace: str = Pace.LIVE.value,
    ) -> None:
        """Open a table; the lobby is the answer."""
        game = None if variant is None else Variant(variant)
        await self._give(interaction, Place.PUBLIC, lambda: self._open(interaction, game, rules, opponent, Pace(pace)))

    @new.autocomplete("rules")
    async def rules_for_new(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Offer the presets of the server whose names hold what has been typed so far."""
        return await preset_choices(self._room.deps.presets, interaction.guild_id, current)

    @app_commands.command(name=locale_str("hand"), description=locale_str("Show your hand, to you alone"))
    async def hand(self, interaction: discord.Interaction) -> None:
        """Show somebody their hand."""
        await self._at_table(interaction, lambda table: self._room.hand(interaction, table))

    @app_commands.command(name=locale_str("table"), description=locale_str("Post the table again, further down"))
    async def table(self, interaction: discord.Interaction) -> None:
        """Post the table again for its players; tell others where it is."""
        await self._at_table(interaction, lambda table: self._post(interaction, table))

    @app_commands.command(name=locale_str("rules"), description=locale_str("The rules in force, in words"))
    @app_commands.describe(variant=locale_str("A game's own rules, instead of those of the table here"))
    @app_commands.rename(variant=locale_str("variant"))
    @app_commands.choices(variant=_VARIANTS)
    async def rules(self, interaction: discord.Interaction, variant: str | None = None) -> None:
        """Tell rules, of the table here or of a game as it is."""
        await self._give(interaction, Place.PRIVATE, lambda: self._rules(interaction, variant))

    @app_commands.command(name=locale_str("record"), description=locale_str("The record of the game, as a file"))
    async def record(self, interaction: discord.Interaction) -> None:
        """Hand over the record."""
        await self._at_table(interaction, lambda table: self._room.record(interaction, table))

    @app_commands.command(name=locale_str("verify"), description=locale_str("Check that the shuffles were fair"))
    async def verify(self, interaction: discord.Interaction) -> None:
        """Check the shuffles."""
        await self._at_table(interaction, lambda table: self._room.proof(interaction, table))

    @app_commands.command(name=locale_str("resign"), description=locale_str("Give up the game in this channel"))
    async def resign(self, interaction: discord.Interaction) -> None:
        """Ask whether somebody means to give up."""
        await self._at_table(interaction, lambda table: self._ask_to_resign(interaction, table))

    async def cog_app_command_error(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError
    ) -> None:
        """Answer a command that the library could not read."""
        logger.error("command failed", extra={"interaction": interaction.id}, exc_info=error)
        line = self._room.private_texts(interaction).t("That command could not be carried out; please try it again.")
        await self._answers.say(interaction, self._room.notice(line).message)

    async def on_unknown_command(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        """Answer a command that is none of ours, as Discord may still show it after a change of version."""
        if isinstance(error, app_commands.CommandNotFound):
            await self.cog_app_command_error(interaction, error)

    async def _give(self, interaction: discord.Interaction, place: Place, make: Callable[[], Awaitable[Reply]]) -> None:
        """Answer a command; the border behind which no error goes."""
        texts = self._room.private_texts(interaction)

        async def reply() -> Reply:
            try:
                return await make()
            except EXPECTED as why:
                return self._room.notice(why_not(texts, why) or texts.t("That has been done already."))

        try:
            await self._answers.give(interaction, place, reply)
        except Exception:
            logger.exception("command failed", extra={"interaction": interaction.id, "channel": interaction.channel_id})
            line = failure_words(texts)
            await self._answers.say(interaction, self._room.notice(line).message)

    async def _at_table(self, interaction: discord.Interaction, make: Callable[[Table], Awaitable[Reply]]) -> None:
        """Answer a command about the table of this channel."""

        async def reply() -> Reply:
            channel = interaction.channel_id
            table = None if channel is None else await self._room.deps.tables.in_channel(channel)
            if table is None:
                texts = self._room.private_texts(interaction)
                return self._room.notice(texts.t("There is no table in this channel; `/rummy new` opens one."))
            return await make(table)

        await self._give(interaction, Place.PRIVATE, reply)

    async def _open(
        self,
        interaction: discord.Interaction,
        variant: Variant | None,
        rules: str | None,
        opponent: discord.User | None,
        pace: Pace,
    ) -> Reply:
        """Open a table, if the bot may show it here and no other is open (C-1)."""
        texts = self._room.private_texts(interaction)
        lacking = missing(interaction)
        if lacking or interaction.guild_id is None or interaction.channel_id is None:
            return self._room.notice(missing_words(texts, lacking))
        try:
            options = await rules_named(self._room.deps.presets, texts, interaction.guild_id, variant, rules)
        except UnknownRules as why:
            return self._room.notice(str(why))
        if opponent is not None and opponent.bot:
            return self._room.notice(texts.t("{name} is a bot; invite a person.", name=opponent.mention))
        try:
            table = await self._room.deps.tables.open(
                guild=interaction.guild_id,
                channel=interaction.channel_id,
                host=interaction.user.id,
                name=interaction.user.display_name,
                options=options,
                pace=pace,
                invited=None if opponent is None else opponent.id,
                interaction=interaction.id,
            )
        except ChannelTaken as taken:
            other = await self._room.deps.tables.get(taken.table)
            link = message_link(other.row)
            return self._room.notice(
                texts.t("This channel has a table already, and it has room for one (C-1): {link}", link=link)
            )
        return await self._room.public(interaction, table)

    async def _post(self, interaction: discord.Interaction, table: Table) -> Reply:
        """Post a table again."""
        texts, link = self._room.private_texts(interaction), message_link(table.row)
        if table.row.status not in OPEN or table.seat_of(interaction.user.id) is None:
            return self._room.notice(texts.t("The table is here: {link}", link=link) if link else "")
        self._room.boards.resume(table, anew=True)
        return self._room.notice(texts.t("The table comes further down."))

    async def _rules(self, interaction: discord.Interaction, variant: str | None) -> Reply:
        """Tell rules."""
        channel = interaction.channel_id
        table = None if channel is None or variant else await self._room.deps.tables.in_channel(channel)
        if table is not None:
            return self._room.rules(interaction, table)
        texts, options = self._room.private_texts(interaction), options_for(Variant(variant or Variant.GIN.value))
        hint = texts.t("`/rummy new` opens a table, where the host may change these rules.")
        return Private(Message(lambda _: rules_screen(texts, options, hint)))

    async def _ask_to_resign(self, interaction: discord.Interaction, table: Table) -> Reply:
        """Ask before a game is given up."""
        if table.seat_of(interaction.user.id) is None:
            raise refused(TableReason.NOT_SEATED, "C-1")
        if table.row.status is not Status.PLAYING:
            raise refused(TableReason.OVER if table.row.status is Status.OVER else TableReason.NOT_STARTED)
        scene = self._room.scene(interaction, table)
        return Private(Message(lambda dress: resign_screen(scene.dressed(dress))))


async def setup(bot: commands.Bot) -> None:
    """Put the edge together: the router and the commands."""
    deps = deps_of(bot)
    await deps.faces.load(bot)
    showing = Showing(deps.studio)
    channels = DiscordChannels(bot, deps.faces)
    boards = Boards(showing, deps.catalogues, deps.clock, channels, interval=deps.edit_interval)
    panels = Panels(showing, deps.catalogues, deps.clock, deps.faces)
    room = Room(deps, showing, boards, panels)
    answers = Answers(boards, panels, deps.clock, deps.faces)
    rummy = Rummy(room, answers)
    bot.tree.error(rummy.on_unknown_command)
    await bot.add_cog(rummy)
    parts = (Lobby(room), HouseRules(room), Play(room), Laying(room))
    await bot.add_cog(Router(room, answers, *(part.handlers for part in parts)))
