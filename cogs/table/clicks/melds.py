"""Clicks in games with melds on the table: claim, pick cards, lay, undo."""

import asyncio
from collections import Counter
from dataclasses import dataclass
from functools import partial

from bot.laydown import best_plan, position_of
from bot.play.service import play_requests
from bot.play.state.errors import Stale, TableReason, refused
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase
from cogs.edge.answers import Reply
from cogs.edge.clicks import number_in
from cogs.edge.custom_ids import TableAction, move_from
from cogs.edge.notices import Meaningless
from cogs.table.clicks.table_router import TableClick, TableHandlers, card_in
from cogs.table.panels.hands import Hands, Owner
from cogs.table.screens.melds.offers import LAYING, in_order_of
from cogs.table.screens.scene import Picks
from cogs.table.table_replies import TableReplies, TableUpdates


@dataclass(slots=True, eq=False)
class LayClicks:
    """Handles clicks in games with melds on the table."""

    replies: TableReplies
    updates: TableUpdates
    hands: Hands

    @property
    def handlers(self) -> TableHandlers:
        """The handler of each action."""
        return {
            TableAction.CLAIM: self._claim,
            TableAction.PICK: self._pick,
            TableAction.ALL: self._lay_all,
            TableAction.STEP: lambda click: self._lay(click, click.argument),
            TableAction.LAY: lambda click: self._lay(click, click.argument),
            TableAction.LAYS: lambda click: self._lay(click, click.choice),
            TableAction.UNDO: self._take_back,
        }

    async def _claim(self, click: TableClick) -> Reply:
        """Claim the discard (H-8). The first click wins, and its player sees the extra card."""
        before = Counter(_view(click).hand)
        try:
            await self._made(click, Move(_seat(click), Verb.CLAIM))
        except Stale:
            line = click.texts.t("Too late, someone knocked first. Here's the table now.")
            return await self.replies.standing(click.interaction, click.table, line)
        self.updates.changed(click.table, click.user)
        cards = click.texts.cards((Counter(_view(click).hand) - before).elements())
        line = click.texts.t("You knocked and got {cards}.", cards=cards)
        return await self.replies.standing(click.interaction, click.table, line)

    async def _pick(self, click: TableClick) -> Reply:
        view = _view(click)
        _, _, number = click.argument.partition("_")
        chosen = tuple(card_in(value.partition(".")[0]) for value in click.choices)
        if view.seat is None:
            raise Meaningless
        await self.hands.pick(
            click.table, click.user, number_in(number, 1), Picks(view.deal, chosen), partial(in_order_of, view)
        )
        return await self.replies.standing(click.interaction, click.table)

    async def _lay_all(self, click: TableClick) -> Reply:
        """Lay everything the bot suggests. The stamp of the click ensures that it's what the button showed.

        The argument, if any, is the last card to discard, which wins the deal. Players who confirm their discards are
        asked for it afterwards.
        """
        view = _view(click)
        if view.seat is None:
            raise refused(TableReason.NOT_SEATED, "C-1")
        if click.table.row.settings.unassisted:
            raise Meaningless  # tables without assistance have no such button
        steps = (await asyncio.to_thread(best_plan, position_of(view))).steps
        if not steps:
            raise Stale
        if click.asked.argument is not None and not (await self.hands.person(click.user)).confirms_discards:
            steps = (*steps, Move(view.seat, Verb.DISCARD, card_in(click.asked.argument)))
        return await self._lay_moves(click, *steps)

    async def _lay(self, click: TableClick, argument: str) -> Reply:
        move = move_from(argument, _seat(click))
        if move is None or move.verb not in LAYING:
            raise Meaningless
        return await self._lay_moves(click, move)

    async def _take_back(self, click: TableClick) -> Reply:
        """Undo everything that was laid in this turn (D-10), or give back the card that was taken (H-18)."""
        return await self._lay_moves(click, Move(_seat(click), Verb.UNDO))

    async def _lay_moves(self, click: TableClick, *moves: Move) -> Reply:
        """Lay on the table. Others see it after the turn, at once if it ends the deal (D-10) or gives a card back."""
        await self._made(click, *moves)
        if click.table.view(None).phase is not Phase.LAY:
            self.updates.changed(click.table, click.user)
        return await self.replies.standing(click.interaction, click.table)

    async def _made(self, click: TableClick, *moves: Move) -> None:
        """Make all moves or none, and unpick their cards."""
        await play_requests.moves(
            click.table,
            click.user,
            moves,
            stamp=click.asked.stamp,
            interaction=click.id,
            ahead=self.hands.drawing_ahead(click.user, click.interaction.locale.value),
        )
        used = [card for move in moves for card in (*move.cards, move.card) if card is not None]
        self.hands.unpick(Owner(click.table.row.id, click.user), used)


def _seat(click: TableClick) -> int:
    """Return the actor's seat. 0 for users without one, whose moves the table refuses."""
    return click.table.seat_of(click.user) or 0


def _view(click: TableClick) -> MeldsView:
    """Return the actor's view. Raises Meaningless in a game without melds on the table."""
    view = click.table.view(click.table.seat_of(click.user))
    if not isinstance(view, MeldsView):
        raise Meaningless
    return view
