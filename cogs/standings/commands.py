"""The `/league` commands: standings, profiles, head-to-head records, game history."""

import logging

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.play.state.errors import StoreError
from bot.ratings.ports import RequestRefused
from bot.ratings.values import ALL_TIME, RatingsReason, Season
from bot.rummy.families import Variant
from bot.text.ratings import season_name
from cogs.edge.answers import Reply, Show, Where, notice
from cogs.edge.commands import CommandRunner
from cogs.edge.layout import LONGEST_LIST, LONGEST_OPTION, cut
from cogs.standings.standings_messages import StandingsMessages, Viewer
from cogs.table.commands import VARIANTS

logger = logging.getLogger(__name__)


@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
class StandingsCommands(
    commands.GroupCog, group_name="league", group_description="Standings, profiles and games of this server"
):
    """The commands for the results of this server."""

    def __init__(self, runner: CommandRunner, showing: StandingsMessages) -> None:
        super().__init__()
        self._runner = runner
        self._showing = showing

    @app_commands.command(name="standings", description="Show the standings of this server")
    @app_commands.describe(
        season="Which season (default: the current one)",
        variant="Which game (default: all)",
        public="Post them in the channel for everyone to see",
    )
    @app_commands.choices(variant=VARIANTS)
    async def standings(
        self,
        interaction: discord.Interaction,
        season: str | None = None,
        variant: str | None = None,
        public: bool = False,
    ) -> None:
        """Show standings."""

        async def reply() -> Reply:
            scope = None if variant is None else Variant(variant)
            guild = interaction.guild_id or 0
            number = await self._season_named(guild, season)
            viewer = self._viewer(interaction, public=public)
            message = await self._showing.standings(viewer, guild, number, scope)
            return Show(message, Where.POST) if public else Show(message)

        await self._runner.give(interaction, Where.PUBLIC if public else Where.PRIVATE, reply)

    @standings.autocomplete("season")
    async def seasons(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Offer the seasons whose names contain ``current``, newest first."""
        texts, typed = self._runner.texts(interaction), current.strip().casefold()
        try:
            kept = await self._showing.seasons(interaction.guild_id or 0)
        except StoreError:
            logger.exception("seasons can't be read", extra={"guild": interaction.guild_id})
            return []
        seasons: list[Season | None] = [*sorted(kept, key=lambda one: one.number, reverse=True), None]
        found = [(season_name(texts, one), ALL_TIME if one is None else one.number) for one in seasons]
        offered = [
            Choice(name=cut(name, LONGEST_OPTION), value=str(number))
            for name, number in found
            if typed in name.casefold()
        ]
        return offered[:LONGEST_LIST]

    @app_commands.command(name="profile", description="Show a player's rating, wins and achievements")
    @app_commands.describe(member="Which player (default: you)")
    async def profile(self, interaction: discord.Interaction, member: discord.User | None = None) -> None:
        """Show a profile privately."""
        user = (member or interaction.user).id

        async def reply() -> Reply:
            return Show(await self._showing.profile(self._viewer(interaction), interaction.guild_id or 0, user))

        await self._runner.give(interaction, Where.PRIVATE, reply)

    @app_commands.command(name="versus", description="Compare two players")
    @app_commands.describe(member="Compare with an opponent", other="The other player (default: you)")
    async def versus(
        self, interaction: discord.Interaction, member: discord.User, other: discord.User | None = None
    ) -> None:
        """Show the head-to-head record of two players; ``other`` is the user by default."""
        one = (other or interaction.user).id

        async def reply() -> Reply:
            if one == member.id:
                texts = self._runner.texts(interaction)
                return notice(texts.t("Choose two different players."))
            viewer = self._viewer(interaction)
            return Show(await self._showing.versus(viewer, interaction.guild_id or 0, one, member.id))

        await self._runner.give(interaction, Where.PRIVATE, reply)

    @app_commands.command(name="history", description="List finished games")
    @app_commands.describe(member="Which player (default: you)")
    async def history(self, interaction: discord.Interaction, member: discord.User | None = None) -> None:
        """Show games, newest first."""
        user = (member or interaction.user).id

        async def reply() -> Reply:
            return Show(await self._showing.history(self._viewer(interaction), interaction.guild_id or 0, user))

        await self._runner.give(interaction, Where.PRIVATE, reply)

    def _viewer(self, interaction: discord.Interaction, *, public: bool = False) -> Viewer:
        """Return the viewer: the user in their own language, or everyone in the server's."""
        if public:
            return Viewer(self._runner.languages.for_server(interaction))
        return Viewer(self._runner.texts(interaction), interaction.user.id, interaction.id)

    async def _season_named(self, guild: int, typed: str | None) -> int:
        """Return the season typed as a number or name. Raises RequestRefused, StoreError."""
        if typed is None:
            return await self._showing.season(guild)
        named, seasons = typed.strip().casefold(), await self._showing.seasons(guild)
        numbers = {str(number): number for number in (ALL_TIME, *(season.number for season in seasons))}
        names = {season.name.casefold(): season.number for season in seasons}
        number = numbers.get(named, names.get(named))  # a name may be a number, too
        if number is None:
            raise RequestRefused(RatingsReason.NO_SUCH_SEASON)
        return number
