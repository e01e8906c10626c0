"""Clicks by which the people at a table agree to pause a game or to call it off."""

from bot.play.ports import Servers
from bot.play.requests.agreement import Agreement
from bot.play.requests.leavers import Leavers
from bot.play.timing.pace import limits_for
from bot.play.values import Pace
from cogs.edge.answers import Reply
from cogs.edge.clicking.custom_ids import TableAction
from cogs.edge.notices import Meaningless
from cogs.table.clicks.table_clicks import TableClick, TableHandlers
from cogs.table.screens.agreeing import agreed_words, waiting_words
from cogs.table.table_replies import TableReplies
from cogs.table.table_updates import TableUpdates


class AgreementClicks:
    """Handles *Pause*, *Call it off* and *Play on*."""

    def __init__(self, replies: TableReplies, updates: TableUpdates, servers: Servers, leavers: Leavers) -> None:
        self._replies = replies
        self._updates = updates
        self._servers = servers
        self._leavers = leavers

    @property
    def handlers(self) -> TableHandlers:
        """The handler of each action."""
        return {TableAction.AGREE: self._agree, TableAction.GO_ON: self._go_on}

    async def _agree(self, click: TableClick) -> Reply:
        """Agree to something, which happens once all have agreed."""
        table, about = click.table, _asked(click)
        guild = table.row.guild
        slow = None if guild is None else limits_for(Pace.SLOW, self._servers.of(guild).bounds)
        gone = await self._leavers.gone(table, click.user) if about is Agreement.CALL_OFF else frozenset[int]()
        await table.play.agree(click.user, about, slow, click.id, gone=gone)
        self._updates.changed(table, click.user)
        game = table.running()
        scene = self._replies.scene(click.interaction, table)
        if game.over and gone:
            line = ""  # the result says it
        elif game.over or (about is Agreement.PAUSE and game.paused):
            line = agreed_words(click.texts, about)
        else:
            line = waiting_words(scene, about, gone)
        return await self._replies.standing(click.interaction, table, line)

    async def _go_on(self, click: TableClick) -> Reply:
        """Take back what the player has agreed to."""
        await click.table.play.go_on(click.user, click.id)
        self._updates.changed(click.table, click.user)
        return await self._replies.standing(
            click.interaction, click.table, click.texts.t("You want to play on, so the game continues as it is.")
        )


def _asked(click: TableClick) -> Agreement:
    """Return what a click agrees to. Raises Meaningless if it's nothing that exists."""
    try:
        return Agreement(click.argument)
    except ValueError:
        raise Meaningless from None
