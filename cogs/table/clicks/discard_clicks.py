"""Clicks that discard, with the question before it where a player wants one, and that take a discard back (C-9)."""

from bot.play.errors import Stale, raise_refusals
from bot.rummy.cards import Card
from bot.rummy.moves import Move, Verb
from cogs.edge.answers import Reply
from cogs.edge.clicking.custom_ids import TableAction
from cogs.edge.notices import Meaningless
from cogs.table.clicks.table_clicks import TableClick, TableHandlers, card_in
from cogs.table.panels.hands import Hands
from cogs.table.panels.panel import Owner
from cogs.table.screens.discarding import OFF, ON
from cogs.table.table_messages import seat_at
from cogs.table.table_replies import TableReplies
from cogs.table.table_updates import TableUpdates


class DiscardClicks:
    """Handles discards in the games of all families."""

    def __init__(self, replies: TableReplies, updates: TableUpdates, hands: Hands) -> None:
        self._replies = replies
        self._updates = updates
        self._hands = hands

    @property
    def handlers(self) -> TableHandlers:
        """The handler of each action."""
        return {
            TableAction.DISCARD: lambda click: self._ask(click, card_in(click.argument)),
            TableAction.THROW: lambda click: self._ask(click, card_in(click.choice)),
            TableAction.SURE: lambda click: self._discard(click, card_in(click.argument)),
            TableAction.TAKEBACK: self._take_back,
            TableAction.CONFIRM: self._confirm,
        }

    async def _ask(self, click: TableClick, card: Card) -> Reply:
        """Discard, or ask first if the player wants that. A discard that isn't possible is refused at once."""
        seat = seat_at(click.table, click.user)
        if seat is None or not (await self._hands.person(click.user)).confirms_discards:
            return await self._discard(click, card)
        if click.asked.stamp > click.table.stamp(seat):
            await click.table.refresh()  # another process is ahead
        if click.asked.stamp != click.table.stamp(seat):
            raise Stale
        raise_refusals(click.table.refusal_for(seat, Move(seat, Verb.DISCARD, card)))
        return self._replies.ask_before_discard(click.interaction, click.table, card)

    async def _discard(self, click: TableClick, card: Card) -> Reply:
        """Discard, which ends the turn, and unpick the card."""
        await self._move(click, Verb.DISCARD, card)
        self._hands.unpick(Owner(click.table.row.id, click.user), (card,))
        self._updates.changed(click.table, click.user)
        return await self._replies.standing(click.interaction, click.table)

    async def _take_back(self, click: TableClick) -> Reply:
        """Take back the last discard, as long as no other player has moved."""
        taken_back = click.table.view(click.table.seat_of(click.user)).takeback
        try:
            await self._move(click, Verb.TAKEBACK)
        except Stale:
            line = click.texts.t("Too late, the next player has already moved. Here's the table now.")
            return await self._replies.standing(click.interaction, click.table, line)
        self._updates.changed(click.table, click.user)
        card = "" if taken_back is None else click.texts.card(taken_back)
        line = click.texts.t("You took back {card}.", card=card) if card else ""
        return await self._replies.standing(click.interaction, click.table, line)

    async def _confirm(self, click: TableClick) -> Reply:
        """Turn the question before each discard on or off, at all tables of the player."""
        if click.argument not in (ON, OFF):
            raise Meaningless
        await self._hands.confirm_discards(click.user, confirms=click.argument == ON)
        return await self._replies.more(click.interaction, click.table)

    async def _move(self, click: TableClick, verb: Verb, card: Card | None = None) -> None:
        await click.table.play.move(
            click.user,
            verb,
            card,
            stamp=click.asked.stamp,
            interaction=click.id,
            ahead=self._hands.drawing_ahead(click.user, click.interaction.locale.value),
        )
