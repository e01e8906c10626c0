"""Clicks on the greeting and the lounge."""

from dataclasses import dataclass

from cogs.door import buttons
from cogs.door.door_tables import DoorTables
from cogs.edge.answers import Reply, Show
from cogs.edge.clicks import PageClick, PageHandlers, PageRoute
from cogs.standings.standings_messages import StandingsMessages, Viewer


@dataclass(slots=True, eq=False)
class DoorClicks:
    """Handles the clicks; answers are private."""

    tables: DoorTables
    showing: StandingsMessages

    @property
    def handlers(self) -> PageHandlers:
        """The handler of each word in a custom id (`l1:<word>`)."""
        return {
            buttons.QUICK: PageRoute(self.tables.quick),
            buttons.NEW: PageRoute(self.tables.new),
            buttons.SIT: PageRoute(self.tables.join),
            buttons.STANDINGS: PageRoute(self._standings),
        }

    async def _standings(self, click: PageClick) -> Reply:
        """Show the standings of the current season."""
        season = await self.showing.season(click.guild)
        return Show(
            await self.showing.standings(
                Viewer(click.texts, click.user, click.interaction.id), click.guild, season, None
            )
        )
