"""Builds the messages of tournaments."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from bot.play.service.tables import Tables
from bot.play.state.errors import UnknownTable
from bot.play.state.ports import Names, Signal
from bot.play.state.tournament_ports import TournamentNews, TournamentRow
from bot.text.catalogs import Texts
from bot.tournaments.values import TournamentFormat, TournamentStage
from cogs.edge.messages import Attachment, Message, named_by_content
from cogs.tournaments.screens.parts import TournamentScene, has_table
from cogs.tournaments.screens.tournament import tournament_screen
from render.queue.studio import Studio
from render.values import Picture, parts_of


@dataclass(slots=True, eq=False)
class TournamentMessages:
    """Builds the messages of tournaments, with names, links to tables and pictures."""

    studio: Studio
    names: Names
    tables: Tables

    async def scene(self, row: TournamentRow, texts: Texts) -> TournamentScene:
        """Return the scene of a tournament, with names and the channels of open tables. Raises StoreError."""
        users = {entrant.user for entrant in row.tournament.entrants if entrant.user > 0}
        channels = {}
        for fixture in row.tournament.fixtures:
            if fixture.table is not None and fixture.decided is None:
                try:
                    channels[fixture.id] = (await self.tables.get(fixture.table)).row.home.channel
                except UnknownTable:
                    continue
        return TournamentScene(texts, row, await self.names.names(row.guild, users), channels)

    async def public(self, row: TournamentRow, texts: Texts, pings: tuple[int, ...] = ()) -> Message:
        """Return a tournament's public message. ``calls`` are the users it pings. Raises StoreError."""
        scene = await self.scene(row, texts)
        async with self.studio.low_priority():
            files = await self.pictures(scene, parts_now(row)) if has_table(row.tournament) else ()
        return Message(lambda detail: tournament_screen(scene.with_detail(detail), files), files, pings)

    async def pictures(
        self, scene: TournamentScene, parts: Iterable[int], me: int | None = None
    ) -> tuple[Attachment, ...]:
        """Draw a picture per entry of ``parts``: a part of the bracket, or the table from that row on.

        Returns nothing before the draw and for canceled tournaments.
        """
        row, texts = scene.row, scene.texts
        tournament = row.tournament
        if tournament.stage not in (TournamentStage.RUNNING, TournamentStage.OVER):
            return ()
        drawn: list[Picture] = []
        for part in parts:
            if tournament.format is TournamentFormat.KNOCKOUT:
                drawn.append(await self.studio.bracket(tournament, scene.names, texts, row.name, part=part, me=me))
            else:
                places = scene.places()
                drawn.append(
                    await self.studio.tournament_table(places, scene.names, texts, row.name, first=part, me=me)
                )
        return tuple(named_by_content(f"tournament-{row.id}", each.png, each.alt) for each in drawn)


def parts_now(row: TournamentRow) -> tuple[int, ...]:
    """Return the parts of a large bracket that contain the current round; (0,) for a table."""
    tournament = row.tournament
    if tournament.format is not TournamentFormat.KNOCKOUT:
        return (0,)
    parts = parts_of(tournament)
    if tournament.stage is not TournamentStage.RUNNING or len(parts) < 2 or tournament.matchday >= parts[0].first:
        return (0,)
    return tuple(range(1, len(parts)))


class TournamentUpdate(NamedTuple):
    """A changed tournament, and what is new about it."""

    tournament: TournamentRow
    news: TournamentNews


class TournamentUpdates(Signal[TournamentUpdate]):
    """The signal that a tournament has changed."""

    def announce(self, tournament: TournamentRow, news: TournamentNews) -> None:
        """Announce a changed tournament and what's new about it."""
        self.send(TournamentUpdate(tournament, news))

    def changed(self, tournament: TournamentRow) -> None:
        """Announce that a tournament's messages may be outdated, without news."""
        self.announce(tournament, TournamentNews())
