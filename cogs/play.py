"""What can be clicked while a game is played, and after it: moves, the hand, the next deal, a rematch, the proof.

What is laid on the table is in `cogs.laying`.
"""

from bot.play.ports import ChannelTaken, Status
from bot.rummy.cards import Card, parse_card
from bot.rummy.moves import Melds, Verb
from bot.rummy.views import GinView
from cogs.answers import Private, Reply
from cogs.click import Click, Handlers
from cogs.custom_ids import Action
from cogs.messages import Message
from cogs.notices import Meaningless
from cogs.panels import Owner
from cogs.room import Room
from cogs.screens.gin_knocks import knock_named
from cogs.screens.leftover import message_link
from cogs.screens.private import discards_screen


class Play:
    """Carries out what is clicked at a table."""

    def __init__(self, room: Room) -> None:
        self._room = room

    @property
    def handlers(self) -> Handlers:
        """Say who carries out what."""
        return {
            Action.DRAW: lambda click: self._move(click, Verb.DRAW),
            Action.TAKE: lambda click: self._move(click, Verb.TAKE),
            Action.PASS: lambda click: self._move(click, Verb.PASS),
            Action.DISCARD: lambda click: self._move(click, Verb.DISCARD, _card(click)),
            Action.KNOCK: lambda click: self._move(click, Verb.KNOCK, _card(click)),
            Action.KNOCKS: self._knock,
            Action.HAND: self._hand,
            Action.SORT: self._sort,
            Action.NEXT: self._next,
            Action.REMATCH: self._rematch,
            Action.RULES: self._rules,
            Action.DISCARDS: self._discards,
            Action.RECORD: self._record,
            Action.VERIFY: self._verify,
            Action.RESIGN: self._resign,
            Action.STAY: self._stay,
        }

    async def _move(self, click: Click, verb: Verb, card: Card | None = None, melds: Melds | None = None) -> Reply:
        """Make a move; the answer is what the player has in hand then."""
        await click.table.play(click.user, verb, card, melds, stamp=click.asked.stamp, interaction=click.id)
        self._room.moved(click.table, click.user)
        return await self._room.hand(click.interaction, click.table)

    async def _knock(self, click: Click) -> Reply:
        """Knock in one of the ways that the list offered."""
        seat = click.table.seat_of(click.user)
        view = click.table.view(seat)
        chosen = knock_named(view, click.choice) if seat is not None and isinstance(view, GinView) else None
        if chosen is None:
            raise Meaningless
        return await self._move(click, Verb.KNOCK, chosen.card, chosen.arrangement.melds)

    async def _hand(self, click: Click) -> Reply:
        """Show somebody their hand."""
        return await self._room.hand(click.interaction, click.table)

    async def _sort(self, click: Click) -> Reply:
        """Show somebody their hand in another order."""
        self._room.panels.sort(Owner(click.table.row.id, click.user))
        return await self._room.hand(click.interaction, click.table)

    async def _next(self, click: Click) -> Reply:
        """Deal the next deal."""
        await click.table.next_deal(click.user, stamp=click.asked.stamp, interaction=click.id)
        self._room.moved(click.table, click.user)
        return await self._room.hand(click.interaction, click.table)

    async def _rematch(self, click: Click) -> Reply:
        """Open the table that goes on after this one; whoever asks second sits down at it."""
        texts = click.texts
        try:
            table = await self._room.deps.tables.rematch(
                click.table, user=click.user, name=click.name, interaction=click.id
            )
        except ChannelTaken as taken:
            other = await self._room.deps.tables.get(taken.table)
            return self._room.notice(
                texts.t("Another table is open in this channel: {link}", link=message_link(other.row))
            )
        if table.row.status is Status.LOBBY and table.seat_of(click.user) is None:
            await table.join(click.user, click.name, click.id)
        self._room.boards.changed(table)
        if table.row.message is None:
            return self._room.notice(texts.t("The table for the rematch opens in this channel."))
        return self._room.notice(texts.t("The rematch is here: {link}", link=message_link(table.row)))

    async def _rules(self, click: Click) -> Reply:
        """Tell the rules in force."""
        return self._room.rules(click.interaction, click.table)

    async def _discards(self, click: Click) -> Reply:
        """List the discard pile, which lies open for everybody."""
        texts, view = click.texts, click.table.view(None)
        return Private(Message(lambda _: discards_screen(texts, view)))

    async def _record(self, click: Click) -> Reply:
        """Hand over the record."""
        return await self._room.record(click.interaction, click.table)

    async def _verify(self, click: Click) -> Reply:
        """Check the shuffles."""
        return await self._room.proof(click.interaction, click.table)

    async def _resign(self, click: Click) -> Reply:
        """Give the game up."""
        await click.table.resign(click.user, interaction=click.id)
        self._room.moved(click.table, click.user)
        return await self._room.hand(click.interaction, click.table)

    async def _stay(self, click: Click) -> Reply:
        """Play on after all."""
        return self._room.notice(click.texts.t("You play on."))


def _card(click: Click) -> Card:
    """Read the card that a button names. Meaningless if it names none."""
    try:
        return parse_card(click.argument)
    except ValueError as error:
        raise Meaningless from error
