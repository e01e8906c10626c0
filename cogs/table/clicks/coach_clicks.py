"""Clicks that turn the coach on or off, at all tables of a player."""

from cogs.edge.answers import Reply
from cogs.edge.clicking.custom_ids import TableAction
from cogs.edge.notices import Meaningless
from cogs.table.clicks.table_clicks import TableClick, TableHandlers
from cogs.table.panels.hands import Hands
from cogs.table.screens.discarding import OFF, ON
from cogs.table.screens.hand import STOP
from cogs.table.table_replies import TableReplies


class CoachClicks:
    """Handles the button next to a line of the coach, and the one under *More*."""

    def __init__(self, replies: TableReplies, hands: Hands) -> None:
        self._replies = replies
        self._hands = hands

    @property
    def handlers(self) -> TableHandlers:
        """The handler of each action."""
        return {TableAction.COACH: self._turn}

    async def _turn(self, click: TableClick) -> Reply:
        """Turn the coach on or off, and show the screen of the button again."""
        if click.argument not in (ON, OFF, STOP):
            raise Meaningless
        await self._hands.coach(click.user, wanted=click.argument == ON)
        if click.argument != STOP:
            return await self._replies.more(click.interaction, click.table)
        line = click.texts.t("The coach is off. **More** turns it on again.")
        return await self._replies.standing(click.interaction, click.table, line)
