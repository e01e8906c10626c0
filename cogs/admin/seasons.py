"""`/rummy-admin season`: start, end and rename seasons, or make every calendar month a season."""

from dataclasses import replace
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.play.state.people import Server
from bot.ratings.ports import RequestRefused
from bot.ratings.seasons import is_month_name
from bot.ratings.values import RatingsReason, Season
from bot.text.ratings import season_name
from cogs.admin.screens.settings import SettingsSection
from cogs.admin.section import AdminSection, CanNotBeSetError, offered_to_admins, remark
from cogs.edge.answers import Reply, Where
from cogs.edge.layout import plain_name, plain_text
from cogs.edge.times_of_day import zone_choices, zone_named

LONGEST_SEASON: Final = 40
"""Maximum characters of a season's name."""


class AdminSeasons(AdminSection):
    """The commands for seasons."""

    season = app_commands.Group(name="season", description="Manage seasons")

    @season.command(name="start", description="Start a season")
    @app_commands.describe(name="Name of the season (default: its number)")
    async def season_start(
        self, interaction: discord.Interaction, name: app_commands.Range[str, 1, LONGEST_SEASON] | None = None
    ) -> None:
        """Start a season now."""
        await self._runner.give(interaction, Where.PRIVATE, lambda: self._start(interaction, name))

    @season.command(name="end", description="End the current season")
    async def season_end(self, interaction: discord.Interaction) -> None:
        """End the current season now."""
        await self._runner.give(interaction, Where.PRIVATE, lambda: self._end(interaction))

    @season.command(name="rename", description="Rename a season")
    @app_commands.describe(name="The new name", season="Which season (default: the newest)")
    async def season_rename(
        self,
        interaction: discord.Interaction,
        name: app_commands.Range[str, 1, LONGEST_SEASON],
        season: int | None = None,
    ) -> None:
        """Rename a season."""
        await self._runner.give(interaction, Where.PRIVATE, lambda: self._rename(interaction, name, season))

    @season_rename.autocomplete("season")
    @offered_to_admins
    async def seasons_there(self, interaction: discord.Interaction, current: int | str) -> list[Choice[int]]:
        """Offer the seasons of the server."""
        return await self.season_choices(interaction, str(current))

    @season.command(name="monthly", description="Make every calendar month a season, or stop that")
    @app_commands.describe(
        on="On or off",
        zone="The time zone of the months: type the name of a large city near you",
    )
    async def season_monthly(
        self, interaction: discord.Interaction, on: bool | None = None, zone: str | None = None
    ) -> None:
        """Turn monthly seasons on or off, and show the setting."""
        await self._runner.give(interaction, Where.PRIVATE, lambda: self._monthly(interaction, zone, on=on))

    @season_monthly.autocomplete("zone")
    @offered_to_admins
    async def zones(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Offer time zones whose places contain ``current``."""
        return zone_choices(current, interaction.locale.value, self._services.clock())

    async def _start(self, interaction: discord.Interaction, name: str | None) -> Reply:
        guild, texts, seasons = interaction.guild_id or 0, self.texts(interaction), self._services.seasons
        self._must_be_by_hand(guild)
        there = await seasons.list(guild)
        running = next((one for one in there if one.ended_at is None), None)
        if running is not None:
            raise RequestRefused(RatingsReason.SEASON_RUNS, name=season_name(texts, running))
        number = len(there) + 1
        called = _named(name) or self._runner.languages.for_server(interaction).t("Season {number}", number=number)
        entry = self.audit_entry(interaction, "season-start", called)
        season = await seasons.start(guild, called, entry.at, entry)
        return self.notice(
            texts.t(
                "{name} has started: games that end from now on belong to it. Each player's first rated game in it "
                "moves their rating a little toward the mean (a soft reset).",
                name=plain_text(season.name),
            )
        )

    async def _end(self, interaction: discord.Interaction) -> Reply:
        guild, texts, seasons = interaction.guild_id or 0, self.texts(interaction), self._services.seasons
        self._must_be_by_hand(guild)
        running = next((one for one in await seasons.list(guild) if one.ended_at is None), None)
        entry = self.audit_entry(interaction, "season-end", "" if running is None else running.name)
        season = await seasons.end(guild, entry.at, entry)
        return self.notice(
            texts.t(
                "{name} is over. `{/league standings}` still shows its final standings.",
                name=plain_text(season_name(texts, season)),
            )
        )

    async def _rename(self, interaction: discord.Interaction, name: str, number: int | None) -> Reply:
        guild, texts, seasons = interaction.guild_id or 0, self.texts(interaction), self._services.seasons
        there = await seasons.list(guild)
        found = next((one for one in reversed(there) if number in (None, one.number)), None)
        if found is None:
            raise RequestRefused(RatingsReason.NO_SUCH_SEASON if there else RatingsReason.NO_SEASON)
        called = _named(name)
        if not called:
            return self.notice(texts.t("A season needs a name with at least one visible character."))
        entry = self.audit_entry(interaction, "season-rename", "\n".join((found.name, called)))
        season: Season = await seasons.rename(guild, found.number, called, entry)
        return self.notice(
            texts.t(
                "{before} is now called {after}.",
                before=plain_text(season_name(texts, found)),
                after=plain_text(season_name(texts, season)),
            )
        )

    async def _monthly(self, interaction: discord.Interaction, zone: str | None, *, on: bool | None) -> Reply:
        texts, where = self.texts(interaction), None if zone is None else zone_named(zone)

        def change(server: Server) -> Server:
            if zone is not None and where is None:
                raise CanNotBeSetError(
                    texts.t(
                        "{typed} isn't a time zone. Type the name of a large city near you and choose from the list.",
                        typed=plain_name(zone),
                    )
                )
            monthly = server.monthly if on is None else on
            return replace(server, monthly=monthly, zone=where or server.zone)

        hint = texts.t(
            "Change this with `{/rummy-admin season monthly}`: `{option on}` and `{option zone}`. If you turn it on, "
            "the current season ends with the month; if you turn it off, the season runs until an admin ends it."
        )
        reply = await self.set(interaction, change, SettingsSection(("monthly", "zone"), hint))
        await self._services.seasons.list(interaction.guild_id or 0)  # starts the season of the current month at once
        return reply

    def _must_be_by_hand(self, guild: int) -> None:
        """Raise RequestRefused if seasons are monthly: then admins can't start or end them."""
        if self._services.servers.of(guild).monthly:
            raise RequestRefused(RatingsReason.BY_CALENDAR)


def _named(typed: str | None) -> str:
    """Return a typed season name as stored. Raises RequestRefused for the name of a monthly season."""
    name = remark(typed)
    if is_month_name(name):
        raise RequestRefused(RatingsReason.NAMED_A_MONTH)
    return name
