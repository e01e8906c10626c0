"""Clicks on the greeting and the lounge."""

from cogs.door import buttons
from cogs.door.door_tables import DoorTables
from cogs.edge.answers import Reply, Show
from cogs.edge.clicking.clicks import PageClick, PageHandlers, PageRoute
from cogs.standings.standings_messages import StandingsMessages, Viewer


class DoorClicks:
    """Handles the clicks; answers are private."""

    def __init__(self, tables: DoorTables, showing: StandingsMessages) -> None:
        self._tables = tables
        self._showing = showing

    @property
    def handlers(self) -> PageHandlers:
        """The handler of each word in a custom id (`l1:<word>`)."""
        return {
            buttons.QUICK: PageRoute(self._tables.quick),
            buttons.NEW: PageRoute(self._tables.new),
            buttons.SIT: PageRoute(self._tables.join),
            buttons.STANDINGS: PageRoute(self._standings),
        }

    async def _standings(self, click: PageClick) -> Reply:
        """Show the standings of the current season."""
        season = await self._showing.season(click.guild)
        return Show(
            await self._showing.standings(
                Viewer(click.texts, click.user, click.interaction.id), click.guild, season, None
            )
        )
