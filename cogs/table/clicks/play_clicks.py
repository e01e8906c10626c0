"""Clicks during and after a game: moves, discards, the hand, the coach, agreements, the next deal, the proof.

What only games with melds on the table have is in `cogs.table.clicks.melds`.
"""

import asyncio
from dataclasses import dataclass

from bot.play.service import play_requests, table_requests
from bot.play.service.tables import Tables
from bot.play.state.errors import ChannelTaken, Stale, TableReason, raise_refusals, refused
from bot.play.state.limits import limits_for
from bot.play.state.people import Servers
from bot.play.state.presence import Agreement
from bot.play.state.values import Pace, Status
from bot.players.hints import hint_for
from bot.rummy.cards import Card
from bot.rummy.moves import Melds, Move, Verb
from bot.text.deals import reason_words
from bot.text.players import computer_names
from cogs.edge.answers import Reply, Show, notice
from cogs.edge.clicks import number_in
from cogs.edge.custom_ids import TableAction
from cogs.edge.languages import Languages
from cogs.edge.messages import Message
from cogs.edge.notices import Meaningless
from cogs.table.clicks.table_router import TableClick, TableHandlers, card_in
from cogs.table.documents import led_back, proof_of, record_of
from cogs.table.inviting import Inviting
from cogs.table.panels.hands import Hands, Owner
from cogs.table.public_messages import PublicMessages
from cogs.table.rules_pages import RulesPages
from cogs.table.screens.games import SCREENS
from cogs.table.screens.lobby import lobby_more_screen
from cogs.table.screens.more import OFF, ON, agreed_words, discards_screen, moves_screen, waiting_words
from cogs.table.screens.running import STOP, asks_for_ready, sorted_words
from cogs.table.screens.scene import NoticePlace, message_link
from cogs.table.table_messages import seat_at
from cogs.table.table_opener import must_be_place
from cogs.table.table_replies import TableReplies, TableUpdates


@dataclass(slots=True, eq=False)
class MoveClicks:
    """Handles the moves that the games of several families have, and the question before a discard."""

    replies: TableReplies
    updates: TableUpdates
    hands: Hands

    @property
    def handlers(self) -> TableHandlers:
        """The handler of each action."""
        return {
            TableAction.DRAW: lambda click: self._move(click, Verb.DRAW),
            TableAction.TAKE: lambda click: self._take(click, click.asked.argument),
            TableAction.BELOW: lambda click: self._take(click, click.choice),
            TableAction.PASS: lambda click: self._move(click, Verb.PASS),
            TableAction.KNOCK: lambda click: self._move(click, Verb.KNOCK, card_in(click.argument)),
            TableAction.KNOCKS: self._knock_from_list,
            TableAction.BIGGIN: lambda click: self._move(click, Verb.BIGGIN),
            TableAction.DISCARD: lambda click: self._ask(click, card_in(click.argument)),
            TableAction.THROW: lambda click: self._ask(click, card_in(click.choice)),
            TableAction.SURE: lambda click: self._discard(click, card_in(click.argument)),
            TableAction.TAKEBACK: self._take_back,
            TableAction.CONFIRM: self._confirm,
        }

    async def _move(self, click: TableClick, verb: Verb, card: Card | None = None, melds: Melds | None = None) -> Reply:
        await self._make(click, verb, card, melds)
        return await self.replies.standing(click.interaction, click.table)

    async def _make(self, click: TableClick, verb: Verb, card: Card | None = None, melds: Melds | None = None) -> None:
        await play_requests.move(
            click.table,
            click.user,
            verb,
            card,
            melds,
            stamp=click.asked.stamp,
            interaction=click.id,
            ahead=self.hands.drawing_ahead(click.user, click.interaction.locale.value),
        )
        self.updates.changed(click.table, click.user)

    async def _take(self, click: TableClick, card: str | None) -> Reply:
        """Take the top discard, or a card from below with those on top of it (R-6)."""
        return await self._move(click, Verb.TAKE, None if card is None else card_in(card))

    async def _knock_from_list(self, click: TableClick) -> Reply:
        """Knock as chosen in the select; for players without assistance the choice is only a card."""
        seat = click.table.seat_of(click.user)
        if seat is not None and not click.table.row.settings.unassisted:
            view = click.table.view(seat)
            knock = SCREENS[view.family].chosen_knock(view, click.choice)
            if knock is not None:
                return await self._move(click, Verb.KNOCK, knock.card, knock.melds)
        return await self._move(click, Verb.KNOCK, card_in(click.choice))

    async def _ask(self, click: TableClick, card: Card) -> Reply:
        """Discard, or ask first if the player wants that. A discard that isn't possible is refused at once."""
        seat = seat_at(click.table, click.user)
        if seat is None or not (await self.hands.person(click.user)).confirms_discards:
            return await self._discard(click, card)
        if click.asked.stamp > click.table.stamp(seat):
            await click.table.refresh()  # another process is ahead
        if click.asked.stamp != click.table.stamp(seat):
            raise Stale
        raise_refusals(click.table.refusal_for(seat, Move(seat, Verb.DISCARD, card)))
        return self.replies.ask_before_discard(click.interaction, click.table, card)

    async def _discard(self, click: TableClick, card: Card) -> Reply:
        """Discard, which ends the turn, and unpick all cards."""
        await self._make(click, Verb.DISCARD, card)
        self.hands.unpick(Owner(click.table.row.id, click.user))
        return await self.replies.standing(click.interaction, click.table)

    async def _take_back(self, click: TableClick) -> Reply:
        """Take back the last discard, as long as no other player has moved."""
        taken_back = click.table.view(click.table.seat_of(click.user)).takeback
        try:
            await self._make(click, Verb.TAKEBACK)
        except Stale:
            line = click.texts.t("Too late, the next player has already moved. Here's the table now.")
            return await self.replies.standing(click.interaction, click.table, line)
        card = "" if taken_back is None else click.texts.card(taken_back)
        line = click.texts.t("You took back {card}.", card=card) if card else ""
        return await self.replies.standing(click.interaction, click.table, line)

    async def _confirm(self, click: TableClick) -> Reply:
        """Turn the question before each discard on or off, at all tables of the player."""
        if click.argument not in (ON, OFF):
            raise Meaningless
        await self.hands.confirm_discards(click.user, confirms=click.argument == ON)
        return await self.replies.more(click.interaction, click.table)


@dataclass(slots=True, eq=False, kw_only=True)
class PlayClicks:
    """Handles all other clicks during and after a game."""

    languages: Languages
    replies: TableReplies
    updates: TableUpdates
    public_messages: PublicMessages
    hands: Hands
    tables: Tables
    servers: Servers
    rules_pages: RulesPages
    inviting: Inviting

    @property
    def handlers(self) -> TableHandlers:
        """The handler of each action."""
        return {
            TableAction.HAND: self._hand,
            TableAction.SORT: self._sort,
            TableAction.NEXT: self._next,
            TableAction.READY: self._ready,
            TableAction.BACK: self._back,
            TableAction.NUDGE: self._nudge,
            TableAction.HINT: self._hint,
            TableAction.MOVES: self._moves,
            TableAction.SHEET: self._sheet,
            TableAction.WORDS: lambda click: self.replies.in_words(click.interaction, click.table),
            TableAction.READ: self._read,
            TableAction.TABLE: lambda click: self.replies.table_of(click.interaction, click.table),
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
            TableAction.AGREE: self._agree,
            TableAction.GO_ON: self._go_on,
            TableAction.COACH: self._coach,
        }

    async def _hand(self, click: TableClick) -> Reply:
        return await self.replies.standing(click.interaction, click.table)

    async def _read(self, click: TableClick) -> Reply:
        return self.replies.read(click.interaction, click.table, click.asked.argument)

    async def _sort(self, click: TableClick) -> Reply:
        sorting = await self.hands.sort(click.user, unassisted=click.table.row.settings.unassisted)
        line = sorted_words(click.texts, sorting)
        return await self.replies.standing(click.interaction, click.table, line, place=NoticePlace.NEWS)

    async def _next(self, click: TableClick) -> Reply:
        """Start the next deal. Not valid where all players have to be ready first."""
        if asks_for_ready(self.replies.scene(click.interaction, click.table)):
            raise Meaningless
        await play_requests.next_deal(click.table, click.user, stamp=click.asked.stamp, interaction=click.id)
        self.updates.changed(click.table, click.user)
        return await self.replies.standing(click.interaction, click.table)

    async def _ready(self, click: TableClick) -> Reply:
        await play_requests.ready(click.table, click.user, number_in(click.argument), click.id)
        self.updates.changed(click.table, click.user)
        return await self.replies.standing(click.interaction, click.table)

    async def _back(self, click: TableClick) -> Reply:
        """Return the seat to a player who was away."""
        await play_requests.come_back(click.table, click.user, click.id)
        self.updates.changed(click.table, click.user)
        return await self.replies.standing(
            click.interaction, click.table, click.texts.t("Welcome back! Your seat is yours again.")
        )

    async def _nudge(self, click: TableClick) -> Reply:
        await play_requests.nudge(click.table, click.user, click.id)
        self.public_messages.changed(click.table)
        line = click.texts.t("Nudge sent (in quiet hours, it waits until they're over).")
        return await self.replies.standing(click.interaction, click.table, line)

    async def _hint(self, click: TableClick) -> Reply:
        """Show what a good player would do, and why. There are no hints in rated games or without assistance."""
        table, seat = click.table, seat_at(click.table, click.user)
        view = table.view(seat)
        if seat is None:
            raise refused(TableReason.NOT_SEATED, "C-1")
        if not self.replies.scene(click.interaction, table).hints:
            return await self.replies.standing(
                click.interaction, table, click.texts.t("No hints in rated games. Friendly games have them.")
            )
        hint = await asyncio.to_thread(hint_for, view)  # it may take long, which would block other clicks
        if hint is None:
            line = click.texts.t("It isn't your turn yet, so there's nothing to hint at.")
            return await self.replies.standing(click.interaction, table, line)
        line = reason_words(click.texts, hint)
        return await self.replies.standing(click.interaction, table, line, place=NoticePlace.ADVICE)

    async def _moves(self, click: TableClick) -> Reply:
        scene, view = self.replies.scene(click.interaction, click.table), click.table.view(None)
        if scene.unassisted:
            raise Meaningless
        events = click.table.events()
        return Show(Message(lambda _: moves_screen(scene, view.options, view.deal, events)))

    async def _sheet(self, click: TableClick) -> Reply:
        click.table.running()  # a lobby has no score
        return await self.replies.score_sheet(click.interaction, click.table)

    async def _more(self, click: TableClick) -> Reply:
        if click.table.row.status is Status.LOBBY:
            scene = self.replies.scene(click.interaction, click.table)
            return Show(Message(lambda _: lobby_more_screen(scene, click.user)))
        return await self.replies.more(click.interaction, click.table)

    async def _down(self, click: TableClick) -> Reply:
        return self._led_back(click, self.replies.repost(click.interaction, click.table))

    async def _give_up(self, click: TableClick) -> Reply:
        return await self.replies.ask_to_resign(click.interaction, click.table)

    async def _rematch(self, click: TableClick) -> Reply:
        """Open the table of a rematch; further players of the game join it.

        They may open it even if they aren't allowed to open tables, but not in an excluded channel.
        """
        texts, practice, is_new = click.texts, click.table.row.is_practice, click.table.row.rematch is None
        if click.table.row.rematch is None and not practice:
            self.replies.count_post(click.user)
            must_be_place(click.interaction, self.servers.of(click.table.row.home.guild))
        try:
            table = await self.tables.rematch(
                click.table,
                user=click.user,
                name=click.name,
                interaction=click.id,
                names=computer_names(self.languages.for_server(click.interaction)),
            )
        except ChannelTaken as taken:
            other = await self.tables.get(taken.table)
            words = texts.t("Another table is already open in this channel: {link}", link=message_link(other.row))
            return self._led_back(click, notice(words))
        if practice:
            return await self.replies.standing(click.interaction, table)
        if is_new and table.row.host == click.user:
            self.inviting.notify(table, table.row.invited)
        if table.row.status is Status.LOBBY and table.seat_of(click.user) is None:
            await table_requests.join(table, click.user, click.name, click.id)
        self.public_messages.changed(table)
        if table.row.message is None:
            return self._led_back(click, notice(texts.t("The rematch opens in this channel.")))
        return self._led_back(click, notice(texts.t("Here's the rematch: {link}", link=message_link(table.row))))

    async def _rules(self, click: TableClick) -> Reply:
        """Show the rules in force. Buttons of earlier versions name no topic."""
        return await self.rules_pages.of_table(self.replies.scene(click.interaction, click.table), click.asked.argument)

    async def _topic(self, click: TableClick) -> Reply:
        return await self.rules_pages.of_table(self.replies.scene(click.interaction, click.table), click.choice)

    async def _discards(self, click: TableClick) -> Reply:
        scene, view = self.replies.scene(click.interaction, click.table), click.table.view(None)
        if scene.unassisted:
            raise Meaningless
        return Show(Message(lambda _: discards_screen(scene, view)))

    async def _record(self, click: TableClick) -> Reply:
        return self._led_back(click, await record_of(click.table, click.texts))

    async def _verify(self, click: TableClick) -> Reply:
        if click.table.row.day is not None:  # the day has a proof, not its tables
            raise Meaningless
        return self._led_back(click, await proof_of(click.table, click.texts))

    def _led_back(self, click: TableClick, reply: Show) -> Show:
        return led_back(reply, self.replies.scene(click.interaction, click.table))

    async def _resign(self, click: TableClick) -> Reply:
        """Resign, or leave a game that the others continue."""
        await play_requests.resign(click.table, click.user, interaction=click.id)
        self.updates.changed(click.table, click.user)
        left = click.table.row.status is Status.PLAYING
        line = click.texts.t("You left the game. A computer finishes it for you.") if left else ""
        return await self.replies.standing(click.interaction, click.table, line)

    async def _stay(self, click: TableClick) -> Reply:
        playing = click.table.row.status is Status.PLAYING
        return await self.replies.standing(
            click.interaction, click.table, click.texts.t("You're still in the game.") if playing else ""
        )

    async def _agree(self, click: TableClick) -> Reply:
        """Agree to something, which happens once all have agreed."""
        table, about = click.table, _asked(click)
        guild = table.row.guild
        slow = None if guild is None else limits_for(Pace.SLOW, self.servers.of(guild).bounds)
        gone = await self.tables.leavers.gone(table, click.user) if about is Agreement.CALL_OFF else frozenset[int]()
        await play_requests.agree(table, click.user, about, slow, click.id, gone=gone)
        self.updates.changed(table, click.user)
        game = table.running()
        scene = self.replies.scene(click.interaction, table)
        if game.over and gone:
            line = ""  # the result says it
        elif game.over or (about is Agreement.PAUSE and game.paused):
            line = agreed_words(click.texts, about)
        else:
            line = waiting_words(scene, about, gone)
        return await self.replies.standing(click.interaction, table, line)

    async def _go_on(self, click: TableClick) -> Reply:
        await play_requests.go_on(click.table, click.user, click.id)
        self.updates.changed(click.table, click.user)
        return await self.replies.standing(
            click.interaction, click.table, click.texts.t("You want to play on, so the game continues as it is.")
        )

    async def _coach(self, click: TableClick) -> Reply:
        """Turn the coach on or off, and show the screen of the button again."""
        if click.argument not in (ON, OFF, STOP):
            raise Meaningless
        await self.hands.coach(click.user, wanted=click.argument == ON)
        if click.argument != STOP:
            return await self.replies.more(click.interaction, click.table)
        line = click.texts.t("The coach is off. *{button More}* turns it on again.")
        return await self.replies.standing(click.interaction, click.table, line)


def _asked(click: TableClick) -> Agreement:
    """Return what a click agrees to. Raises Meaningless if it's nothing that exists."""
    try:
        return Agreement(click.argument)
    except ValueError:
        raise Meaningless from None
