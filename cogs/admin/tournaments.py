"""`/rummy-admin league`: leagues with fixtures opened, drawn, cancelled; somebody withdrawn, a deadline moved."""

from collections.abc import Awaitable, Callable
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Choice, Range, locale_str

from bot.play.pace import limits_for
from bot.play.tournament_values import TournamentRow
from bot.play.tournaments import LONGEST_NAME
from bot.play.values import Pace
from bot.ratings.ports import AuditEntry
from bot.rummy.options import Variant
from bot.tournaments.values import HOUR, LONGEST, SHORTEST, USUAL, Stage, TournamentFormat
from cogs.admin.section import AdminSection
from cogs.edge.answers import Reply, Where
from cogs.edge.commands import PACES, VARIANTS
from cogs.edge.permissions import missing, missing_words
from cogs.table.presets import UnknownRules, preset_choices, rules_named
from cogs.table.screens.parts import moment, plain_name
from cogs.tournaments.clicks import TournamentActions
from cogs.tournaments.screens.parts import league_link

_FORMATS: Final = [
    Choice(name=locale_str("round robin: everybody meets everybody once"), value=TournamentFormat.SINGLE.value),
    Choice(name=locale_str("double round robin: everybody meets everybody twice"), value=TournamentFormat.DOUBLE.value),
    Choice(name=locale_str("knock-out: who loses is out"), value=TournamentFormat.KNOCKOUT.value),
]


class AdminTournaments(AdminSection):
    """Commands about leagues with fixtures."""

    league = app_commands.Group(name=locale_str("league"), description=locale_str("Leagues that run themselves"))

    @league.command(name=locale_str("open"), description=locale_str("Open a league here, which people can join"))
    @app_commands.describe(
        name=locale_str("What it is called"),
        variant=locale_str("Which game"),
        form=locale_str("Who meets whom"),
        rules=locale_str("House rules: a preset of this server, or a code"),
        hours=locale_str("How long a matchday lasts, in hours; a week, if you leave it out"),
        pace=locale_str("How fast a turn is; slow, if you leave it out"),
        bare=locale_str("Whether the tables do without help"),
    )
    @app_commands.rename(
        name=locale_str("name"),
        variant=locale_str("variant"),
        form=locale_str("format"),
        rules=locale_str("rules"),
        hours=locale_str("hours"),
        pace=locale_str("pace"),
        bare=locale_str("bare"),
    )
    @app_commands.choices(variant=VARIANTS, form=_FORMATS, pace=PACES)
    async def league_open(
        self,
        interaction: discord.Interaction,
        name: Range[str, 1, LONGEST_NAME],
        variant: str | None = None,
        form: str = TournamentFormat.SINGLE.value,
        *,
        rules: str | None = None,
        hours: Range[int, SHORTEST, LONGEST] = USUAL,
        pace: str = Pace.SLOW.value,
        bare: bool = False,
    ) -> None:
        """Open a league, which is shown in this channel."""
        texts, deps = self.texts(interaction), self.room.deps
        server = deps.servers.of(interaction.guild_id or 0)

        async def reply() -> Reply:
            lacking = missing(interaction)
            if lacking or interaction.channel_id is None:
                return self.notice(missing_words(texts, lacking))
            game = None if variant is None else Variant(variant)
            try:
                options = await rules_named(deps.presets, texts, server, game, rules)
            except UnknownRules as why:
                return self.notice(str(why))
            row = await deps.tournaments.open(
                guild=server.guild,
                channel=interaction.channel_id,
                host=interaction.user.id,
                name=name,
                options=options,
                pace=Pace(pace),
                limits=limits_for(Pace(pace), server.bounds),
                form=TournamentFormat(form),
                hours=hours,
                unassisted=bare,
                deed=self.deed(interaction, "league-open", name),
            )
            deps.tournament_announcer.changed(row)
            return self.notice(
                texts.t(
                    "The league {name} is open, and its message comes here. Draw it with `/rummy-admin league draw` "
                    "when enough people have joined.",
                    name=_named(row),
                )
            )

        await self._desk.give(interaction, Where.PRIVATE, reply)

    @league_open.autocomplete("rules")
    async def rules_for_league(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Offer the presets of the server."""
        return await preset_choices(self.room.deps.presets, interaction.guild_id, current)

    @league.command(name=locale_str("draw"), description=locale_str("Draw a league's fixtures and begin"))
    @app_commands.describe(league=locale_str("Which league"))
    @app_commands.rename(league=locale_str("league"))
    async def league_draw(self, interaction: discord.Interaction, league: str) -> None:
        """Draw the fixtures; the first matchday begins."""

        async def draw(row: TournamentRow) -> str:
            drawn = await self.room.deps.tournaments.draw(row.id, self._about(interaction, "league-draw", row))
            texts, count = self.texts(interaction), len(drawn.contest.entrants)
            return texts.n(
                "{name} is drawn among {n} player; its first matchday comes in its channel.",
                "{name} is drawn among {n} players; its first matchday comes in its channel.",
                count,
                name=_named(drawn),
            )

        await self._with(interaction, league, (Stage.JOINING,), draw)

    @league.command(name=locale_str("cancel"), description=locale_str("End a league with no winner"))
    @app_commands.describe(league=locale_str("Which league; games that run go on, and count for ratings alone"))
    @app_commands.rename(league=locale_str("league"))
    async def league_cancel(self, interaction: discord.Interaction, league: str) -> None:
        """End a league with no winner."""

        async def cancel(row: TournamentRow) -> str:
            cancelled = await self.room.deps.tournaments.cancel(row.id, self._about(interaction, "league-cancel", row))
            return self.texts(interaction).t("The league {name} is cancelled.", name=_named(cancelled))

        await self._with(interaction, league, (Stage.JOINING, Stage.RUNNING), cancel)

    @league.command(name=locale_str("withdraw"), description=locale_str("Take somebody out of a league"))
    @app_commands.describe(
        league=locale_str("Which league"), member=locale_str("Who: after the draw they lose all that is left to play")
    )
    @app_commands.rename(league=locale_str("league"), member=locale_str("member"))
    async def league_withdraw(self, interaction: discord.Interaction, league: str, member: discord.User) -> None:
        """Take somebody out of a league."""

        async def withdraw(row: TournamentRow) -> str:
            deed = self._about(interaction, "league-withdraw", row, member.id)
            await self.room.deps.tournaments.withdraw(row.id, member.id, deed)
            return self.texts(interaction).t(
                "{who} is out of the league {name}.", who=plain_name(member.display_name), name=_named(row)
            )

        await self._with(interaction, league, (Stage.JOINING, Stage.RUNNING), withdraw)

    @league.command(name=locale_str("deadline"), description=locale_str("Move the end of the matchday that runs"))
    @app_commands.describe(league=locale_str("Which league"), hours=locale_str("In how many hours from now it ends"))
    @app_commands.rename(league=locale_str("league"), hours=locale_str("hours"))
    async def league_deadline(
        self, interaction: discord.Interaction, league: str, hours: Range[int, SHORTEST, LONGEST]
    ) -> None:
        """Let what can be played now be played until another time."""
        until = self.room.deps.clock() + hours * HOUR

        async def extend(row: TournamentRow) -> str:
            deed = self.deed(interaction, "league-deadline", f"{row.name}, {hours} h")
            await self.room.deps.tournaments.extend(row.id, until, deed)
            return self.texts(interaction).t(
                "What is to be played in {name} now can be played until {time}.", name=_named(row), time=moment(until)
            )

        await self._with(interaction, league, (Stage.RUNNING,), extend)

    @league_draw.autocomplete("league")
    async def leagues_to_draw(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Offer the leagues that are not drawn."""
        return await TournamentActions(self.room).choices(interaction.guild_id, current, (Stage.JOINING,))

    @league_cancel.autocomplete("league")
    @league_withdraw.autocomplete("league")
    async def leagues_going_on(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Offer the leagues that are not over."""
        return await TournamentActions(self.room).choices(interaction.guild_id, current, (Stage.JOINING, Stage.RUNNING))

    @league_deadline.autocomplete("league")
    async def leagues_running(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Offer the leagues that run."""
        return await TournamentActions(self.room).choices(interaction.guild_id, current, (Stage.RUNNING,))

    def _about(
        self, interaction: discord.Interaction, what: str, row: TournamentRow, user: int | None = None
    ) -> AuditEntry:
        """Say what somebody does with a league."""
        return self.deed(interaction, what, row.name, user=user)

    async def _with(
        self,
        interaction: discord.Interaction,
        league: str,
        stages: tuple[Stage, ...],
        do: Callable[[TournamentRow], Awaitable[str]],
    ) -> None:
        """Do something with the league that is named, and say what has been done and where it is seen."""

        async def reply() -> Reply:
            row = await TournamentActions(self.room).named(interaction.guild_id or 0, league, stages)
            said = await do(row)
            return self.notice(f"{said} {league_link(row)}")

        await self._desk.give(interaction, Where.PRIVATE, reply)


def _named(row: TournamentRow) -> str:
    """Name a league in a text."""
    return plain_name(row.name, LONGEST_NAME)
