"""`/rummy-admin tournament`: open, draw or cancel a tournament, withdraw a player, move a deadline."""

from collections.abc import Awaitable, Callable
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot.play.service.tournaments import LONGEST_NAME
from bot.play.state.limits import limits_for
from bot.play.state.tournament_ports import TournamentRow
from bot.play.state.values import Pace
from bot.ratings.ports import AuditEntry
from bot.rummy.families import Variant
from bot.rummy.options import PRESETS
from bot.text.catalogs import Texts
from bot.tournaments.values import HOUR, LONGEST, SHORTEST, USUAL, TournamentFormat, TournamentStage
from cogs.admin.section import AdminSection, offered_to_admins
from cogs.edge.answers import Reply, Where
from cogs.edge.layout import fixed_moment, plain_name
from cogs.edge.permissions import missing, missing_words
from cogs.table.commands import PACES, VARIANTS
from cogs.table.table_opener import UnknownRules, preset_choices, rules_named
from cogs.tournaments.commands import TournamentActions
from cogs.tournaments.screens.tournament import tournament_link

_FORMATS: Final = [
    Choice(name="round robin: everyone plays everyone once", value=TournamentFormat.SINGLE.value),
    Choice(name="double round robin: everyone plays everyone twice", value=TournamentFormat.DOUBLE.value),
    Choice(name="knockout: the loser of a match is out", value=TournamentFormat.KNOCKOUT.value),
]
_FOR_TWO: Final = [choice for choice in VARIANTS if 2 in PRESETS[Variant(choice.value)].seat_counts]
_ACTIVE: Final = (TournamentStage.JOINING, TournamentStage.RUNNING)


class AdminTournaments(AdminSection):
    """The commands for tournaments. In the audit log they keep their old names (``league-open``, ``league-draw``)."""

    tournament = app_commands.Group(name="tournament", description="Run tournaments with fixtures or a bracket")

    @tournament.command(name="open", description="Open a tournament in this channel for players to join")
    @app_commands.describe(
        name="Name of the tournament",
        variant="Which game to play",
        form="Who plays whom",
        rules="House rules: a preset of this server, or a code",
        hours="Length of a matchday in hours (default: a week)",
        pace="Time per turn (default: slow)",
        no_assistance="Players find melds and count deadwood themselves",
    )
    @app_commands.rename(form="format")
    @app_commands.choices(variant=_FOR_TWO, form=_FORMATS, pace=PACES)
    async def tournament_open(
        self,
        interaction: discord.Interaction,
        name: Range[str, 1, LONGEST_NAME],
        variant: str | None = None,
        form: str = TournamentFormat.SINGLE.value,
        *,
        rules: str | None = None,
        hours: Range[int, SHORTEST, LONGEST] = USUAL,
        pace: str = Pace.SLOW.value,
        no_assistance: bool = False,
    ) -> None:
        """Open a tournament, shown in this channel."""
        texts, server = self.texts(interaction), self._services.servers.of(interaction.guild_id or 0)

        async def reply() -> Reply:
            if lacking := missing(interaction):
                return self.notice(missing_words(texts, lacking))
            game = None if variant is None else Variant(variant)
            try:
                options = await rules_named(self._services.servers, texts, server, game, rules)
            except UnknownRules as why:
                return self.notice(str(why))
            row = await self._services.tournaments.open(
                guild=server.guild,
                channel=interaction.channel_id or 0,
                host=interaction.user.id,
                name=name,
                options=options,
                pace=Pace(pace),
                limits=limits_for(Pace(pace), server.bounds),
                form=TournamentFormat(form),
                hours=hours,
                unassisted=no_assistance,
                entry=self.audit_entry(interaction, "league-open", name),
            )
            self._services.tournament_updates.changed(row)
            return self.notice(_opened_words(texts, row))

        await self._runner.give(interaction, Where.PRIVATE, reply)

    @tournament_open.autocomplete("rules")
    @offered_to_admins
    async def rules_for_tournament(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Offer the presets of the server."""
        return await preset_choices(self._services.servers, interaction.guild_id, current)

    @tournament.command(name="draw", description="Draw the fixtures and start the tournament")
    @app_commands.describe(tournament="Which tournament")
    async def tournament_draw(self, interaction: discord.Interaction, tournament: str) -> None:
        """Draw the fixtures and start the first matchday."""

        async def draw(row: TournamentRow) -> str:
            drawn = await self._services.tournaments.draw(row.id, self._about(interaction, "league-draw", row))
            texts, count = self.texts(interaction), len(drawn.tournament.entrants)
            return texts.n(
                "{name} is drawn with {n} player. The first matchday will appear in its channel.",
                "{name} is drawn with {n} players. The first matchday will appear in its channel.",
                count,
                name=_named(drawn),
            )

        await self._with(interaction, tournament, (TournamentStage.JOINING,), draw)

    @tournament.command(name="cancel", description="End a tournament without a winner")
    @app_commands.describe(tournament="Which tournament; running games continue, but count only for ratings")
    async def tournament_cancel(self, interaction: discord.Interaction, tournament: str) -> None:
        """End a tournament without a winner."""

        async def cancel(row: TournamentRow) -> str:
            canceled = await self._services.tournaments.cancel(row.id, self._about(interaction, "league-cancel", row))
            return self.texts(interaction).t("The tournament {name} is canceled.", name=_named(canceled))

        await self._with(interaction, tournament, _ACTIVE, cancel)

    @tournament.command(name="withdraw", description="Remove a player from a tournament")
    @app_commands.describe(
        tournament="Which tournament", member="Which player; after the draw, they lose all unplayed games"
    )
    async def tournament_withdraw(
        self, interaction: discord.Interaction, tournament: str, member: discord.User
    ) -> None:
        """Remove a player from a tournament."""

        async def withdraw(row: TournamentRow) -> str:
            entry = self._about(interaction, "league-withdraw", row, member.id)
            await self._services.tournaments.withdraw(row.id, member.id, entry)
            return self.texts(interaction).t(
                "{who} is out of the tournament {name}.", who=plain_name(member.display_name), name=_named(row)
            )

        await self._with(interaction, tournament, _ACTIVE, withdraw)

    @tournament.command(name="deadline", description="Change the deadline of the current matchday")
    @app_commands.describe(tournament="Which tournament", hours="Hours from now")
    async def tournament_deadline(
        self, interaction: discord.Interaction, tournament: str, hours: Range[int, SHORTEST, LONGEST]
    ) -> None:
        """Move the deadline of every fixture that can be played now."""
        until = self._services.clock() + hours * HOUR

        async def extend(row: TournamentRow) -> str:
            entry = self.audit_entry(interaction, "league-deadline", f"{row.name}, {hours} h")
            await self._services.tournaments.extend(row.id, until, entry)
            return self.texts(interaction).t(
                "The new deadline for {name} is {time}.", name=_named(row), time=fixed_moment(until)
            )

        await self._with(interaction, tournament, (TournamentStage.RUNNING,), extend)

    @tournament_draw.autocomplete("tournament")
    @offered_to_admins
    async def tournaments_to_draw(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Offer the tournaments that haven't been drawn."""
        return await self._actions.choices(interaction.guild_id, current, (TournamentStage.JOINING,))

    @tournament_cancel.autocomplete("tournament")
    @tournament_withdraw.autocomplete("tournament")
    @offered_to_admins
    async def active_tournaments(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Offer the tournaments that aren't over."""
        return await self._actions.choices(interaction.guild_id, current, _ACTIVE)

    @tournament_deadline.autocomplete("tournament")
    @offered_to_admins
    async def running_tournaments(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Offer the tournaments that are being played."""
        return await self._actions.choices(interaction.guild_id, current, (TournamentStage.RUNNING,))

    @property
    def _actions(self) -> TournamentActions:
        return self._services.actions

    def _about(
        self, interaction: discord.Interaction, what: str, row: TournamentRow, user: int | None = None
    ) -> AuditEntry:
        return self.audit_entry(interaction, what, row.name, user=user)

    async def _with(
        self,
        interaction: discord.Interaction,
        typed: str,
        stages: tuple[TournamentStage, ...],
        do: Callable[[TournamentRow], Awaitable[str]],
    ) -> None:
        """Run an action on the tournament that was typed, and answer with its outcome and a link."""

        async def reply() -> Reply:
            row = await self._actions.named(interaction.guild_id or 0, typed, stages)
            outcome = await do(row)
            return self.notice(f"{outcome} {tournament_link(row)}")

        await self._runner.give(interaction, Where.PRIVATE, reply)


def _named(row: TournamentRow) -> str:
    return plain_name(row.name, LONGEST_NAME)


def _opened_words(texts: Texts, row: TournamentRow) -> str:
    return texts.t(
        "The tournament {name} is open, and its message will appear here. Draw it with "
        "`{/rummy-admin tournament draw}` when enough players have joined.",
        name=_named(row),
    )
