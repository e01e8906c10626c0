"""Opens tables in the channel of a command: as requested, for a challenge, for computer players."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field

import discord

from bot.play.service import table_requests
from bot.play.service.new_tables import ComputerSeats
from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.errors import ChannelTaken
from bot.play.state.limits import limits_for
from bot.play.state.people import Servers
from bot.play.state.values import Pace, Status, TableSettings
from bot.players.levels import Level
from bot.rummy.families import Variant
from bot.rummy.options import Options, seats_for
from bot.text.catalogs import Texts
from bot.text.players import computer_names
from bot.text.rules import variant_name
from cogs.edge.answers import Reply, notice
from cogs.edge.languages import Languages
from cogs.edge.permissions import missing, missing_words
from cogs.table.inviting import Inviting
from cogs.table.opening_permissions import must_open
from cogs.table.presets import UnknownRules, rules_named, usual_rules
from cogs.table.public_messages import PublicMessages
from cogs.table.screens.scene import table_link
from cogs.table.table_replies import TableReplies, TableUpdates


@dataclass(frozen=True, slots=True)
class TableRequest:
    """A requested table; ``rules`` are the typed name of a preset or a code."""

    variant: Variant | None = None
    rules: str | None = None
    opponent: discord.User | discord.Member | None = None
    pace: Pace = Pace.LIVE
    computers: tuple[Level, ...] = ()
    settings: TableSettings = field(default_factory=TableSettings)


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
            return notice(_seats_words(texts, options))

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
        """Return computers of these levels, with names in the server's language."""
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
        """Link to the table that the actor has joined, and update it."""
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
            "{name} is a bot. Invite a person, or use `computers` to play against the computer.",
            name=opponent.mention,
        )
    if 1 + (opponent is not None) + len(request.computers) > most:
        return _seats_words(texts, options)
    return ""


def _seats_words(texts: Texts, options: Options) -> str:
    """Return how many players a variant has, for a request with another number."""
    game, seats = variant_name(texts, options.variant), seats_for(options)
    if len(seats) == 1:
        return texts.t("{game} is for {n} players. Add fewer computers, or choose another game.", game=game, n=seats[0])
    return texts.t(
        "{game} is for {least} to {most} players. Add fewer computers, or choose another game.",
        game=game,
        least=seats[0],
        most=seats[-1],
    )
