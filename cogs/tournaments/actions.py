"""Answers about the tournaments of a server, shared by commands and clicks."""

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from discord.app_commands import Choice

from bot.play.service.tournaments import Tournaments
from bot.play.state.errors import StoreError
from bot.play.state.tournament_ports import TournamentRow
from bot.ratings.ports import RequestRefused
from bot.text.catalogs import Texts
from bot.tournaments.tournament import matchdays
from bot.tournaments.values import TournamentReason, TournamentStage
from cogs.edge.answers import Reply, Show, notice
from cogs.edge.layout import LONGEST_LIST, LONGEST_OPTION, cut, plain_name
from cogs.edge.messages import Message
from cogs.edge.notices import Meaningless
from cogs.tournaments.screens.parts import tournament_link
from cogs.tournaments.screens.private import fixtures_screen
from cogs.tournaments.tournament_messages import TournamentMessages

logger = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class TournamentActions:
    """Finds a server's tournaments, and answers requests about them."""

    tournaments: Tournaments
    showing: TournamentMessages

    async def shown(self, guild: int) -> Sequence[TournamentRow]:
        """Return a server's tournaments except canceled ones, active ones first."""
        return [
            row
            for row in await self.tournaments.of_guild(guild)
            if row.tournament.stage is not TournamentStage.CANCELED
        ]

    async def get(self, guild: int, number: int) -> TournamentRow:
        """Return a server's tournament by number. Raises RequestRefused if the server has no such tournament."""
        row = await self.tournaments.get(number)
        if row.guild != guild:
            raise RequestRefused(TournamentReason.GONE)
        return row

    async def named(self, guild: int, typed: str, stages: Collection[TournamentStage]) -> TournamentRow:
        """Return the tournament typed by number or name, preferring those in ``stages``. Raises RequestRefused."""
        wanted, rows = typed.strip().casefold(), await self.tournaments.of_guild(guild)
        chosen = [row for row in rows if wanted == str(row.id)]
        found = chosen or [row for row in rows if wanted == row.name.casefold()]  # a name may be a number, too
        if not found:
            raise RequestRefused(TournamentReason.GONE)
        return next((row for row in found if row.tournament.stage in stages), found[0])

    async def join(self, user: int, row: TournamentRow, texts: Texts) -> Reply:
        """Add a player to a tournament that hasn't been drawn yet."""
        row = await self.tournaments.join(row.id, user)
        line = texts.t(
            "You joined the tournament {name}. You get a ping when you have a game to play: {link}",
            name=plain_name(row.name, len(row.name)),
            link=tournament_link(row),
        )
        return notice(line)

    async def day(
        self, user: int, row: TournamentRow, texts: Texts, matchday: int | None = None, notice: str = ""
    ) -> Reply:
        """Show a matchday of a tournament, by default the current one. Raises Meaningless if it doesn't exist."""
        number = max(1, row.tournament.matchday) if matchday is None else matchday
        if number > max(1, matchdays(row.tournament)):
            raise Meaningless
        scene = await self.showing.scene(row, texts)
        others = await self.shown(row.guild)
        return Show(Message(lambda _: fixtures_screen(scene, user, number, others, notice)))

    async def choices(self, guild: int | None, typed: str, stages: Collection[TournamentStage]) -> list[Choice[str]]:
        """Return autocomplete choices: the tournaments in ``stages`` whose names contain ``typed``."""
        try:
            rows = await self.tournaments.of_guild(guild or 0)
        except StoreError:
            logger.exception("tournaments can't be read", extra={"guild": guild})
            return []
        wanted = typed.strip().casefold()
        found = [row for row in rows if row.tournament.stage in stages and wanted in row.name.casefold()]
        return [Choice(name=cut(row.name, LONGEST_OPTION), value=str(row.id)) for row in found[:LONGEST_LIST]]
