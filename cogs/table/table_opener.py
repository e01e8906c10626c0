"""Opens tables: where and by whom that is allowed, with which rules (presets, codes), and the lobby as the answer."""

import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from typing import Final

import discord
from discord.app_commands import Choice

from bot.play.service import table_requests
from bot.play.service.new_tables import ComputerSeats
from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.errors import ChannelTaken, StoreError, TableReason, refused
from bot.play.state.limits import limits_for
from bot.play.state.people import Server, Servers
from bot.play.state.values import Pace, Status, TableSettings
from bot.players.levels import Level
from bot.rummy.codes import CodeError, options_from
from bot.rummy.families import Variant
from bot.rummy.options import Options, options_for, seats_for
from bot.text.catalogs import Texts
from bot.text.games import variant_name
from bot.text.players import computer_names
from cogs.edge.answers import Reply, notice
from cogs.edge.languages import Languages, is_typed
from cogs.edge.layout import LONGEST_LIST, plain_name
from cogs.edge.permissions import missing, missing_words
from cogs.table.inviting import Inviting
from cogs.table.public_messages import PublicMessages
from cogs.table.screens.scene import table_link
from cogs.table.table_replies import TableReplies, TableUpdates


def must_be_place(interaction: discord.Interaction, server: Server) -> None:
    """Raise Refused if the server excludes this channel."""
    if server.channels and not set(server.channels) & set(_places(interaction)):
        raise refused(TableReason.WRONG_CHANNEL, channels=", ".join(f"<#{one}>" for one in server.channels))


def must_open(interaction: discord.Interaction, server: Server) -> None:
    """Raise Refused if the server excludes this channel, or the member may not open tables."""
    must_be_place(interaction, server)
    if server.openers is not None and not _may_open(interaction, server.openers):
        raise refused(TableReason.NOT_OPENER, role=f"<@&{server.openers}>")


def _places(interaction: discord.Interaction) -> tuple[int | None, ...]:
    """Return the ids of the channel of a command, of its parent if it's a thread, and of its category."""
    channel = interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    found = interaction.guild.get_channel(parent or interaction.channel_id or 0) if interaction.guild else None
    return interaction.channel_id, parent, None if found is None else found.category_id


def _may_open(interaction: discord.Interaction, role: int) -> bool:
    member = interaction.user
    has = isinstance(member, discord.Member) and any(one.id == role for one in member.roles)
    return has or interaction.permissions.manage_guild


logger = logging.getLogger(__name__)
_LONGEST_CHOICE: Final = 100


class UnknownRules(Exception):
    """The typed rules don't exist. The message says so in the actor's language."""


async def usual_rules(servers: Servers, server: Server, variant: Variant | None) -> Options:
    """Return a server's default rules for a variant (None: its default variant). Raises StoreError.

    The default preset applies only to its own variant, which is also the default if the server has set no other.
    """
    preset = None if server.preset is None else await servers.preset(server.guild, server.preset)
    usual = Variant.GIN if preset is None else preset.options.variant
    game = variant or server.variant or usual
    return options_for(game) if preset is None or usual is not game else preset.options


async def rules_named(
    servers: Servers, texts: Texts, server: Server, variant: Variant | None, named: str | None
) -> Options:
    """Return the rules for a typed preset or code, else the server's default. Raises UnknownRules, StoreError."""
    if named is None:
        return await usual_rules(servers, server, variant)
    preset = await servers.preset(server.guild, named.strip())
    if preset is not None:
        options = preset.options
    else:
        try:
            options = options_from(named)
        except CodeError:
            line = texts.t(
                "{name} is neither a preset of this server nor a code. Choose a preset from the list.",
                name=plain_name(named),
            )
            raise UnknownRules(line) from None
    if variant not in (None, options.variant):
        game = variant_name(texts, options.variant)
        raise UnknownRules(
            texts.t("Those rules are for {game}. Choose that game, or leave out `{option variant}`.", game=game)
        )
    return options


async def preset_choices(servers: Servers, guild: int | None, typed: str) -> list[Choice[str]]:
    """Return choices of a server's presets whose names contain the typed text; none if the database fails."""
    if guild is None:
        return []
    try:
        names = [preset.name for preset in await servers.presets(guild)]
    except StoreError:
        logger.exception("presets can't be read", extra={"guild": guild})
        return []
    found = [name for name in names if is_typed(typed, name)]
    return [Choice(name=name[:_LONGEST_CHOICE], value=name) for name in found[:LONGEST_LIST]]


@dataclass(frozen=True, slots=True)
class TableRequest:
    """A requested table; ``rules`` are the typed name of a preset or a code."""

    variant: Variant | None = None
    rules: str | None = None
    opponent: discord.User | discord.Member | None = None
    pace: Pace = Pace.LIVE
    computers: tuple[Level, ...] = ()
    settings: TableSettings = field(default_factory=TableSettings)
    pair: bool = False  # a challenge: if two can't play the server's usual game, it's Gin


@dataclass(slots=True, eq=False, kw_only=True)
class TableOpener:
    """Opens tables, if the bot may post in the channel and no other table is open there (C-1)."""

    languages: Languages
    replies: TableReplies
    updates: TableUpdates
    public_messages: PublicMessages
    tables: Tables
    servers: Servers
    inviting: Inviting

    async def new(self, interaction: discord.Interaction, request: TableRequest) -> Reply:
        """Open a requested table; the lobby is the answer. Raises what `Tables.open` raises, except ChannelTaken."""
        texts = self.languages.for_user(interaction)
        server = self.servers.of(interaction.guild_id or 0)
        must_open(interaction, server)
        try:
            options = await rules_named(self.servers, texts, server, request.variant, request.rules)
        except UnknownRules as why:
            return notice(str(why))
        if request.pair and 2 not in seats_for(options):
            options = options_for(Variant.GIN)
        against = _against(texts, options, request)
        if against:
            return notice(against)
        invited = () if request.opponent is None else (request.opponent.id,)
        await self.inviting.must_allow(interaction.user.id, invited)

        async def opening(guild: int, channel: int) -> Table:
            table = await self.tables.open(
                guild=guild,
                channel=channel,
                host=interaction.user.id,
                name=interaction.user.display_name,
                options=options,
                pace=request.pace,
                limits=limits_for(request.pace, server.bounds),
                settings=request.settings,
                invited=invited,
                computers=self._computers(interaction, request.computers),
                interaction=interaction.id,
            )
            self.inviting.invited(table, invited)
            return table

        return await self.opened(interaction, opening)

    async def watch(
        self, interaction: discord.Interaction, variant: Variant, level: Level, players: int | None
    ) -> Reply:
        """Start a game of computer players."""
        texts = self.languages.for_user(interaction)
        server = self.servers.of(interaction.guild_id or 0)
        must_open(interaction, server)
        options = await usual_rules(self.servers, server, variant)
        seats = seats_for(options)
        if players is not None and players not in seats:
            return notice(seats_words(texts, options))

        async def opening(guild: int, channel: int) -> Table:
            return await self.tables.watch(
                guild=guild,
                channel=channel,
                host=interaction.user.id,
                options=options,
                computers=self._computers(interaction, (level,) * (players or seats[-1])),
                interaction=interaction.id,
            )

        return await self.opened(interaction, opening)

    def _computers(self, interaction: discord.Interaction, levels: tuple[Level, ...]) -> ComputerSeats:
        return ComputerSeats(levels, computer_names(self.languages.for_server(interaction)))

    async def stop(self, interaction: discord.Interaction, table: Table) -> Reply:
        """End a game of computers only for the user who started it, without a result. Raises Refused if it's over."""
        await table_requests.close(table, interaction.id)
        self.updates.changed(table, interaction.user.id)
        texts = self.languages.for_user(interaction)
        return notice(texts.t("Game stopped. This channel is free for another table."))

    async def opened(
        self,
        interaction: discord.Interaction,
        opening: Callable[[int, int], Awaitable[Table]],
        shown: Collection[int] = (),
    ) -> Reply:
        """Open a table with a function of server and channel, and show it publicly in the channel.

        If the function returns one of the tables in ``shown``, which are shown already, the answer links to it.
        """
        texts, lacking = self.languages.for_user(interaction), missing(interaction)
        if lacking or interaction.guild_id is None or interaction.channel_id is None:
            return notice(missing_words(texts, lacking))
        try:
            table = await opening(interaction.guild_id, interaction.channel_id)
        except ChannelTaken as taken:
            link = table_link((await self.tables.get(taken.table)).row)
            return notice(
                texts.t(
                    "This channel already has a table: {link} Open yours in another channel or a thread.",
                    link=link,
                )
            )
        if table.row.id in shown:
            return self._seated(interaction, table)
        self.public_messages.expect(table)
        try:
            return await self.replies.public(interaction, table)
        except BaseException:
            self.public_messages.arrived(table)
            raise

    def _seated(self, interaction: discord.Interaction, table: Table) -> Reply:
        self.updates.changed(table, interaction.user.id)
        texts, link = self.languages.for_user(interaction), table_link(table.row)
        if table.row.status is Status.PLAYING:
            return notice(texts.t("Opponent found, and the game has started: {link}", link=link))
        return notice(texts.t("You're already at a table that hasn't started yet: {link}", link=link))


def _against(texts: Texts, options: Options, request: TableRequest) -> str:
    """Return why a requested table can't be opened; empty if these checks pass."""
    opponent, most = request.opponent, seats_for(options)[-1]
    if opponent is not None and opponent.bot:
        return texts.t(
            "{name} is a bot. Invite a person, or use `{option computers}` to play against the computer.",
            name=opponent.mention,
        )
    if 1 + (opponent is not None) + len(request.computers) > most:
        return seats_words(texts, options)
    return ""


def seats_words(texts: Texts, options: Options) -> str:
    """Return for how many players a game is, to someone who asked for another number."""
    game, seats = variant_name(texts, options.variant), seats_for(options)
    if len(seats) == 1:
        return texts.n(
            "{game} is for {n} player. Add fewer computers, or choose another game.",
            "{game} is for {n} players. Add fewer computers, or choose another game.",
            seats[0],
            game=game,
        )
    return texts.n(
        "{game} is for {least} to {n} player. Add fewer computers, or choose another game.",
        "{game} is for {least} to {n} players. Add fewer computers, or choose another game.",
        seats[-1],
        game=game,
        least=seats[0],
    )
