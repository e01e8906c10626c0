"""Clicks in games of the gin family: knocks chosen in the select."""

from dataclasses import dataclass

from bot.play.service import play_requests
from bot.rummy.moves import Verb
from cogs.edge.answers import Reply
from cogs.edge.clicking.custom_ids import TableAction
from cogs.table.clicks.table_clicks import TableClick, TableHandlers, card_in
from cogs.table.screens.gin.hand import knock_named
from cogs.table.table_replies import TableReplies, TableUpdates


@dataclass(slots=True, eq=False)
class KnockClicks:
    """Handles the select of knocks."""

    replies: TableReplies
    updates: TableUpdates

    @property
    def handlers(self) -> TableHandlers:
        """The handler of each action."""
        return {TableAction.KNOCKS: self._knock}

    async def _knock(self, click: TableClick) -> Reply:
        """Knock as chosen in the select; for players without assistance the choice is only a card."""
        seat = click.table.seat_of(click.user)
        assisted = seat is not None and not click.table.row.settings.unassisted
        chosen = knock_named(click.table.view(seat), click.choice) if assisted else None
        if chosen is None:
            card, melds = card_in(click.choice), None
        else:
            card, melds = chosen.card, chosen.arrangement.melds
        await play_requests.move(
            click.table, click.user, Verb.KNOCK, card, melds, stamp=click.asked.stamp, interaction=click.id
        )
        self.updates.changed(click.table, click.user)
        return await self.replies.standing(click.interaction, click.table)
