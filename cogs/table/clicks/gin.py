"""Clicks in games of the gin family: knocks chosen in the select."""

from bot.rummy.moves import Verb
from cogs.edge.answers import Reply
from cogs.edge.clicking.custom_ids import TableAction
from cogs.table.clicks.table_clicks import TableClick, TableHandlers, card_in
from cogs.table.screens.gin.hand import knock_named
from cogs.table.table_replies import TableReplies, TableUpdates


class KnockClicks:
    """Handles the select of knocks."""

    def __init__(self, replies: TableReplies, updates: TableUpdates) -> None:
        self._replies = replies
        self._updates = updates

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
        await click.table.play.move(click.user, Verb.KNOCK, card, melds, stamp=click.asked.stamp, interaction=click.id)
        self._updates.changed(click.table, click.user)
        return await self._replies.standing(click.interaction, click.table)
