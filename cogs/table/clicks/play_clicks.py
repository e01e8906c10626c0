"""Clicks during and after a game: moves, the hand, the next deal, a rematch, the proof.

What only one family has is in `cogs.table.clicks.gin` and `cogs.table.clicks.melds`.
"""

import asyncio

from bot.play.errors import ChannelTaken, TableReason, refused
from bot.play.ports import Servers
from bot.play.tables import Tables
from bot.play.values import Status
from bot.players.hints import hint_for
from bot.rummy.cards import Card
from bot.rummy.moves import Verb
from bot.text.hints import hint_words
from bot.text.players import computer_names
from cogs.edge.answers import Reply, Show, notice
from cogs.edge.clicking.clicks import number_in
from cogs.edge.clicking.custom_ids import TableAction
from cogs.edge.languages import Languages
from cogs.edge.messages import Message
from cogs.edge.notices import Meaningless
from cogs.table.clicks.table_clicks import TableClick, TableHandlers, card_in
from cogs.table.inviting import Inviting
from cogs.table.opening_permissions import must_be_place
from cogs.table.panels.hands import Hands
from cogs.table.public_messages import PublicMessages
from cogs.table.rules_pages import RulesPages
from cogs.table.screens.information import discards_screen
from cogs.table.screens.links import message_link
from cogs.table.screens.lobby_more import lobby_more_screen
from cogs.table.screens.moves import moves_screen
from cogs.table.screens.turns import asks_for_ready
from cogs.table.table_documents import proof_of, record_of
from cogs.table.table_messages import seat_at
from cogs.table.table_replies import TableReplies
from cogs.table.table_updates import TableUpdates


class PlayClicks:
    """Handles clicks during and after a game."""

    def __init__(
        self,
        *,
        languages: Languages,
        replies: TableReplies,
        updates: TableUpdates,
        public_messages: PublicMessages,
        hands: Hands,
        tables: Tables,
        servers: Servers,
        rules_pages: RulesPages,
        inviting: Inviting,
    ) -> None:
        self._inviting = inviting
        self._languages = languages
        self._replies = replies
        self._updates = updates
        self._public_messages = public_messages
        self._hands = hands
        self._tables = tables
        self._servers = servers
        self._rules_pages = rules_pages

    @property
    def handlers(self) -> TableHandlers:
        """The handler of each action."""
        return {
            TableAction.DRAW: lambda click: self._move(click, Verb.DRAW),
            TableAction.TAKE: lambda click: self._move(click, Verb.TAKE),
            TableAction.PASS: lambda click: self._move(click, Verb.PASS),
            TableAction.KNOCK: lambda click: self._move(click, Verb.KNOCK, _card(click)),
            TableAction.HAND: self._hand,
            TableAction.SORT: self._sort,
            TableAction.NEXT: self._next,
            TableAction.READY: self._ready,
            TableAction.BACK: self._back,
            TableAction.NUDGE: self._nudge,
            TableAction.HINT: self._hint,
            TableAction.MOVES: self._moves,
            TableAction.MORE: self._more,
            TableAction.DOWN: self._down,
            TableAction.GIVE_UP: self._give_up,
            TableAction.REMATCH: self._rematch,
            TableAction.RULES: self._rules,
            TableAction.TOPIC: self._topic,
            TableAction.DISCARDS: self._discards,
            TableAction.RECORD: self._record,
            TableAction.VERIFY: self._verify,
            TableAction.RESIGN: self._resign,
            TableAction.STAY: self._stay,
        }

    async def _move(self, click: TableClick, verb: Verb, card: Card | None = None) -> Reply:
        """Make a move, and show the player's new hand."""
        await click.table.play.move(
            click.user,
            verb,
            card,
            stamp=click.asked.stamp,
            interaction=click.id,
            ahead=self._hands.drawing_ahead(click.user, click.interaction.locale.value),
        )
        self._updates.changed(click.table, click.user)
        return await self._replies.standing(click.interaction, click.table)

    async def _hand(self, click: TableClick) -> Reply:
        """Show the actor's hand."""
        return await self._replies.standing(click.interaction, click.table)

    async def _sort(self, click: TableClick) -> Reply:
        """Show the actor's hand in another order."""
        await self._hands.sort(click.user, unassisted=click.table.row.settings.unassisted)
        return await self._replies.standing(click.interaction, click.table)

    async def _next(self, click: TableClick) -> Reply:
        """Start the next deal. Not valid where all players have to be ready first."""
        if asks_for_ready(self._replies.scene(click.interaction, click.table)):
            raise Meaningless
        await click.table.play.next_deal(click.user, stamp=click.asked.stamp, interaction=click.id)
        self._updates.changed(click.table, click.user)
        return await self._replies.standing(click.interaction, click.table)

    async def _ready(self, click: TableClick) -> Reply:
        """Record that the actor is ready for the next deal."""
        await click.table.play.ready(click.user, number_in(click.argument), click.id)
        self._updates.changed(click.table, click.user)
        return await self._replies.standing(click.interaction, click.table)

    async def _back(self, click: TableClick) -> Reply:
        """Return the seat to a player who was away."""
        await click.table.play.come_back(click.user, click.id)
        self._updates.changed(click.table, click.user)
        return await self._replies.standing(
            click.interaction, click.table, click.texts.t("Welcome back! Your seat is yours again.")
        )

    async def _nudge(self, click: TableClick) -> Reply:
        """Ping the player whose turn it is again."""
        await click.table.play.nudge(click.user, click.id)
        self._public_messages.changed(click.table)
        line = click.texts.t("Nudge sent (it waits for their quiet hours).")
        return await self._replies.standing(click.interaction, click.table, line)

    async def _hint(self, click: TableClick) -> Reply:
        """Show what a good player would do, and why. There are no hints in rated games or without assistance."""
        table, seat = click.table, seat_at(click.table, click.user)
        view = table.view(seat)
        if seat is None:
            raise refused(TableReason.NOT_SEATED, "C-1")
        if not self._replies.scene(click.interaction, table).hints:
            return await self._replies.standing(
                click.interaction, table, click.texts.t("No hints in rated games. Friendly games have them.")
            )
        hint = await asyncio.to_thread(hint_for, view)  # it may take long, which would block other clicks
        line = click.texts.t("It isn't your turn yet, so there's nothing to hint at.")
        return await self._replies.standing(
            click.interaction, table, line if hint is None else hint_words(click.texts, hint)
        )

    async def _moves(self, click: TableClick) -> Reply:
        """List the public events of this deal."""
        scene, view = self._replies.scene(click.interaction, click.table), click.table.view(None)
        if scene.unassisted:
            raise Meaningless
        events = click.table.events()
        return Show(Message(lambda _: moves_screen(scene, view.options, view.deal, events)))

    async def _more(self, click: TableClick) -> Reply:
        """Show rarely needed actions."""
        if click.table.row.status is Status.LOBBY:
            scene = self._replies.scene(click.interaction, click.table)
            return Show(Message(lambda _: lobby_more_screen(scene, click.user)))
        return await self._replies.more(click.interaction, click.table)

    async def _down(self, click: TableClick) -> Reply:
        """Repost the table at the bottom of the channel."""
        return self._replies.repost(click.interaction, click.table)

    async def _give_up(self, click: TableClick) -> Reply:
        """Ask for confirmation to resign."""
        return await self._replies.ask_to_resign(click.interaction, click.table)

    async def _rematch(self, click: TableClick) -> Reply:
        """Open the table of a rematch; further players of the game join it.

        They may open it even if they aren't allowed to open tables, but not in an excluded channel.
        """
        texts, practice, is_new = click.texts, click.table.row.is_practice, click.table.row.rematch is None
        if click.table.row.rematch is None and not practice:
            self._replies.count_post(click.user)
            must_be_place(click.interaction, self._servers.of(click.table.row.home.guild))
        try:
            table = await self._tables.rematch(
                click.table,
                user=click.user,
                name=click.name,
                interaction=click.id,
                names=computer_names(self._languages.for_server(click.interaction)),
            )
        except ChannelTaken as taken:
            other = await self._tables.get(taken.table)
            return notice(
                texts.t("Another table is already open in this channel: {link}", link=message_link(other.row))
            )
        if practice:
            return await self._replies.standing(click.interaction, table)
        if is_new and table.row.host == click.user:
            self._inviting.notify(table, table.row.invited)
        if table.row.status is Status.LOBBY and table.seat_of(click.user) is None:
            await table.lobby.join(click.user, click.name, click.id)
        self._public_messages.changed(table)
        if table.row.message is None:
            return notice(texts.t("The rematch opens in this channel."))
        return notice(texts.t("Here's the rematch: {link}", link=message_link(table.row)))

    async def _rules(self, click: TableClick) -> Reply:
        """Show the rules in force. Buttons of earlier versions name no topic."""
        return await self._rules_pages.of_table(
            self._replies.scene(click.interaction, click.table), click.asked.argument
        )

    async def _topic(self, click: TableClick) -> Reply:
        """Show the chosen topic of the rules."""
        return await self._rules_pages.of_table(self._replies.scene(click.interaction, click.table), click.choice)

    async def _discards(self, click: TableClick) -> Reply:
        """List the discard pile, unless the table has no assistance."""
        scene, view = self._replies.scene(click.interaction, click.table), click.table.view(None)
        if scene.unassisted:
            raise Meaningless
        return Show(Message(lambda _: discards_screen(scene, view)))

    async def _record(self, click: TableClick) -> Reply:
        """Send the game's record."""
        return await record_of(click.table, click.texts)

    async def _verify(self, click: TableClick) -> Reply:
        """Show the proof that the shuffles were fair."""
        return await proof_of(click.table, click.texts)

    async def _resign(self, click: TableClick) -> Reply:
        """Resign, or leave a game that the others continue."""
        await click.table.play.resign(click.user, interaction=click.id)
        self._updates.changed(click.table, click.user)
        left = click.table.row.status is Status.PLAYING
        line = click.texts.t("You left the game. A computer finishes it for you.") if left else ""
        return await self._replies.standing(click.interaction, click.table, line)

    async def _stay(self, click: TableClick) -> Reply:
        """Answer that the player hasn't resigned."""
        playing = click.table.row.status is Status.PLAYING
        return await self._replies.standing(
            click.interaction, click.table, click.texts.t("You're still in the game.") if playing else ""
        )


def _card(click: TableClick) -> Card:
    """Return the card in a button's id. Raises Meaningless if there is none."""
    return card_in(click.argument)
