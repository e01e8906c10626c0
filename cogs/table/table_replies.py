"""Answers that show a table, to everyone or one reader, and updates of what shows it after a change."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import discord
from discord import ButtonStyle, ui
from discord.ui import LayoutView

from bot.counts import SightCounts
from bot.play.service.posting import Posting
from bot.play.service.program_actions import Leavers
from bot.play.service.table import Table
from bot.play.service.tables import Tables, TableSignals
from bot.play.state.errors import StoreError, TableReason, UnknownTable, refused
from bot.play.state.people import PeopleStore, PersonalData, Preferences
from bot.play.state.ports import Clock, Signal
from bot.play.state.values import OPEN, Pace, Status
from bot.play.time.turn_clock import offers_take_back
from bot.rummy.cards import Card
from bot.rummy.events import EventKind
from bot.rummy.refusals import Topic
from bot.rummy.views import Phase, View
from bot.text.catalogs import Texts
from bot.text.games import variant_name
from bot.text.lists import all_of
from bot.text.players import name_in_sentence
from cogs.edge.answer_messages import clicked_private
from cogs.edge.answers import Delivery, Reply, Show, Where, notice
from cogs.edge.commands import no_server_screen
from cogs.edge.custom_ids import TableAction, TableId, link_button
from cogs.edge.languages import Languages
from cogs.edge.layout import LONGEST_LABEL, bold, cut, layout, rows, small, text
from cogs.edge.messages import Detail, Message
from cogs.edge.names import NamedMember
from cogs.edge.notices import Meaningless
from cogs.edge.permissions import missing, missing_words
from cogs.table.panels.hands import Hands, Owner, ShownPanel, announces, sorted_as
from cogs.table.panels.panels import Panels
from cogs.table.public_messages import Mark, PublicMessages, mark_of
from cogs.table.screens.ear import HAND, MELDS, PILE, SCORES, TABLE, read_screen
from cogs.table.screens.games import SCREENS
from cogs.table.screens.more import more_screen, question_screen, resign_screen
from cogs.table.screens.running import absent_lines, turn_line
from cogs.table.screens.scene import Notice, NoticePlace, Scene, chance_in, table_link
from cogs.table.table_messages import TableMessages, advice_of, presence_of, scene_of, seat_at

PAUSE: Final = 60_000
"""Milliseconds before a paused channel is tried again though no permission seems to be missing."""


@dataclass(slots=True, eq=False, kw_only=True)
class TableReplies:
    """Builds answers that show the current state of a table."""

    languages: Languages
    messages: TableMessages
    public_messages: PublicMessages
    panels: Panels
    hands: Hands
    people: PeopleStore
    clock: Clock
    posting: Posting
    leavers: Leavers

    async def public(self, interaction: discord.Interaction, table: Table) -> Show:
        """Show a table publicly in the clicked message, or link there to the newer one."""
        texts, clicked = self.languages.for_server(interaction), interaction.message
        if clicked is not None and table.row.message not in (None, clicked.id):
            moved = self.messages.moved(table, texts)
            return Show(moved, Where.PUBLIC, partial(self._deliver_public, table=table, mark=None))
        await self.messages.ready(table)
        mark = mark_of(table)
        message = await self.messages.public(table, texts)
        return Show(message, Where.PUBLIC, partial(self._deliver_public, table=table, mark=mark))

    async def standing(
        self,
        interaction: discord.Interaction,
        table: Table,
        line: str = "",
        topic: Topic | None = None,
        *,
        place: NoticePlace = NoticePlace.ABOVE,
    ) -> Show:
        """Show the actor the current state of a table: their hand, or the public view if they have none.

        ``line`` is shown above or in its ``place`` of a hand, or alone to users who don't play; the button *Rules*
        opens the ``topic`` behind it. The public message is updated too, since it may be outdated after a restart.
        """
        self.public_messages.changed(table)
        user, texts = interaction.user.id, self._texts(interaction, table)
        if table.row.status in (Status.LOBBY, Status.CANCELLED):
            return notice(line or _not_playing(texts, table))
        seat = seat_at(table, user)
        if seat is None:
            if line and table.seat_of(user) is None:
                return notice(line)
            return await self._watching(user, texts, table, Notice(line, topic))
        person = await self.hands.person(user)
        more = (await self._undelivered(texts, person), self._blocked(interaction, table))
        said = Notice(line, place=place)
        if any(more) or place is NoticePlace.ABOVE:
            said = Notice("\n".join(filter(None, (line, *more))), topic)
        return await self._hand(interaction, table, seat, person, said)

    def about(self, table: Table, reply: Reply, *, anew: bool = False) -> Reply:
        """Mark a private answer as being about a table, so that the next such answer replaces it.

        Answers with files stay, because the actor asked for the files. ``anew`` leaves the hand alone.
        """
        if isinstance(reply, Show) and reply.where is Where.PRIVATE and not reply.shown and not reply.message.files:
            return replace(reply, shown=partial(self.panels.answer, shown=table.row.id), anew=anew)
        return reply

    async def more(self, interaction: discord.Interaction, table: Table) -> Show:
        """Show the actor the rarely needed actions of a table, and knocks without a button."""
        scene, person = self.scene(interaction, table), await self.hands.person(interaction.user.id)
        confirms, coached = person.confirms_discards, person.coach
        if table.game is None:
            return Show(Message(lambda _: more_screen(scene, None, confirms=confirms, coached=coached)))
        view, helped = table.view(scene.seat), replace(scene, assisted=person.assisted)
        advice = await advice_of(helped, view)

        def layout(detail: Detail) -> LayoutView:
            knocks = SCREENS[view.family].other_knocks(helped.with_detail(detail), view, advice)
            return more_screen(scene.with_detail(detail), view, knocks, confirms=confirms, coached=coached)

        return Show(Message(layout))

    async def in_words(self, interaction: discord.Interaction, table: Table) -> Show:
        """Describe a table, and to a player their hand, in words."""
        await self.messages.ready(table)
        if table.game is None:
            return await self.standing(interaction, table)
        person, texts = await self.hands.person(interaction.user.id), self._texts(interaction, table)
        seat = seat_at(table, interaction.user.id)
        tip = None if seat is None else await self.hands.tip(table, person, seat, texts)
        sorting = sorted_as(table, person)
        return Show(await self.messages.in_words(table, seat, texts, sorting, assisted=person.assisted, tip=tip))

    def read(self, interaction: discord.Interaction, table: Table, what: str | None) -> Show:
        """Read a part of a table in words. Raises Meaningless if there's no such part, or no deal."""
        scene = self.scene(interaction, table)
        scene = replace(scene, texts=scene.texts.spelled)
        if table.game is None or what not in (HAND, TABLE, MELDS, PILE, SCORES):
            raise Meaningless
        view = table.view(scene.seat)
        screens = SCREENS[view.family]
        if what == TABLE:
            lines = [turn_line(scene, view), *absent_lines(scene), *screens.table_lines(scene, view)]
        else:
            lines = screens.read(scene, view, what)
        return Show(Message(lambda _: read_screen(scene, lines)))

    async def table_of(self, interaction: discord.Interaction, table: Table) -> Show:
        """Show a player the picture of the table, in place of their hand until it changes."""
        if table.game is None or table.view(None).turn is None:
            return await self.standing(interaction, table)
        user, texts = interaction.user.id, self._texts(interaction, table)
        look = self.panels.look(table, user)
        message = await self.messages.seen_by_all(table, texts, watching=True, seat=seat_at(table, user))
        return Show(message, shown=partial(self.panels.answer, shown=ShownPanel(table, look, screen=message)))

    async def score_sheet(self, interaction: discord.Interaction, table: Table) -> Show:
        """Show the actor the score sheet of a table, once it's known what a finished game did to ratings."""
        await self.messages.ready(table)
        scene = self.scene(interaction, table)
        return Show(await self.messages.score_sheet(table, scene.texts, scene.seat))

    def repost(self, interaction: discord.Interaction, table: Table) -> Show:
        """Repost a table at the bottom of its channel for its players. Link to it for others, and from elsewhere.

        Raises Refused.
        """
        texts, lacking = self.languages.for_user(interaction), missing(interaction)
        elsewhere = table.row.channel != interaction.channel_id
        if elsewhere or table.row.status not in OPEN or table.seat_of(interaction.user.id) is None:
            return notice(texts.t("Here's the table: {link}", link=table_link(table.row)))
        if lacking:
            self.public_messages.explained(table)
            return notice(missing_words(texts, lacking))
        self.count_post(interaction.user.id)
        self.public_messages.resume(table, anew=True)
        return notice(texts.t("I'm posting the table at the bottom of the channel."))

    def count_post(self, user: int) -> None:
        """Count a public message that a user asks for. Raises Refused if there were too many."""
        self.posting.take(user)

    async def ask_to_resign(self, interaction: discord.Interaction, table: Table, line: str = "") -> Show:
        """Ask for confirmation before a player resigns, with a line above. Raises Refused for users who don't play.

        If the game would wait for people who have left the server, it can be ended without a loss instead.
        """
        user = interaction.user.id
        if table.seat_of(user) is None:
            raise refused(TableReason.NOT_SEATED, "C-1")
        if seat_at(table, user) is None:
            raise refused(TableReason.LEFT)
        if table.row.status is not Status.PLAYING:
            raise refused(TableReason.OVER if table.row.status is Status.OVER else TableReason.NOT_STARTED)
        scene = self.scene(interaction, table)
        gone = await self.leavers.gone(table, user) if table.row.pace is Pace.NONE else ()
        return Show(Message(lambda detail: resign_screen(scene.with_detail(detail), line, gone)))

    def ask_before_discard(self, interaction: discord.Interaction, table: Table, card: Card) -> Show:
        """Ask in the player's panel, instead of the hand, whether they want to discard a card."""
        scene = self.scene(interaction, table)
        message = Message(lambda detail: question_screen(scene.with_detail(detail), card))
        look, anew = self.panels.look(table, interaction.user.id), self.languages.announces(interaction)
        told = chance_in(table.view(scene.seat)) if anew else None
        shown = ShownPanel(table, look, screen=message, told=told)
        return Show(message, shown=partial(self.panels.answer, shown=shown), anew=anew)

    def scene(self, interaction: discord.Interaction, table: Table) -> Scene:
        """Return the scene of a private screen of a table."""
        return scene_of(table, self._texts(interaction, table), seat_at(table, interaction.user.id))

    def _texts(self, interaction: discord.Interaction, table: Table) -> Texts:
        return self.languages.for_user(interaction, practice=table.row.is_practice)

    async def _hand(
        self, interaction: discord.Interaction, table: Table, seat: int, person: Preferences, notice: Notice
    ) -> Show:
        look = self.panels.look(table, person.user)
        told = chance_in(table.view(seat)) if announces(person) else None
        message = await self.hands.message(table, person, seat, interaction.locale.value, notice)
        owner, clicked = Owner(table.row.id, person.user), clicked_private(interaction)
        anew = told is not None and self.panels.is_news(owner, clicked, told, notice)
        shown = ShownPanel(table, look, notice, told=told)
        return Show(message, shown=partial(self.panels.answer, shown=shown), anew=anew)

    async def _watching(self, user: int, texts: Texts, table: Table, notice: Notice) -> Show:
        await table.wait_for_names()  # names that arrive later wouldn't be added to this answer
        look = self.panels.look(table, user)
        message = await self.messages.watching(table, texts, notice)
        return Show(message, shown=partial(self.panels.answer, shown=ShownPanel(table, look, notice)))

    async def _deliver_public(self, delivery: Delivery, *, table: Table, mark: Mark | None) -> None:
        """Send a public answer. Its message becomes the table's unless ``mark`` is None."""
        try:
            with self.public_messages.answering(delivery.clicked, mark):
                sent = await delivery.send()
            if mark is not None:
                await self.public_messages.adopt(table, sent.id, mark if delivery.clicked is None else None)
        finally:
            self.public_messages.arrived(table)

    async def _undelivered(self, texts: Texts, person: Preferences) -> str:
        """Return a notice for a player whose direct messages failed, once; else nothing."""
        if person.failure_shown:
            return ""
        try:
            await self.people.save(replace(person, failure_shown=True))
        except StoreError:
            return ""  # the next answer tries again
        return undelivered_words(texts)

    def _blocked(self, interaction: discord.Interaction, table: Table) -> str:
        """Return a notice if the table can't be shown in its channel, and try again if nothing is missing any more.

        A practice table isn't shown in any, and nothing is known of permissions in other channels than this. If nothing
        seems to be missing, the channel is tried again after `PAUSE`.
        """
        if table.row.is_practice or table.row.channel != interaction.channel_id:
            return ""
        since = self.public_messages.paused_at(table.row.home.channel)
        if since is None:
            return ""
        texts, names = self.languages.for_user(interaction), missing(interaction)
        if names:
            self.public_messages.explained(table)
            return missing_words(texts, names)
        if self.clock() - since < PAUSE:
            return texts.t("Discord won't let me post the table here. Use `{/rummy table}` to try again.")
        self.public_messages.resume(table)
        return ""


_MOST_HANDS: Final = 10
"""How many games a list of hands has buttons for. `/rummy mine` lists more."""


@dataclass(slots=True, eq=False)
class OwnHands:
    """Finds the games of a player who asks for their hand where no game is being played."""

    tables: Tables
    replies: TableReplies
    personal_data: PersonalData

    async def elsewhere(self, interaction: discord.Interaction) -> Reply | None:
        """Show the actor's hand in the one game that they play elsewhere, or list several; None if there's none.

        None also if this channel has a table, unless its game is over and the actor plays elsewhere on the server.
        """
        texts = self.replies.languages.for_user(interaction)
        here = None if interaction.channel_id is None else await self.tables.in_channel(interaction.channel_id)
        if here is not None and here.row.status in OPEN:
            return None
        games = await self._games(interaction.user.id)
        near = [table for table in games if not table.row.is_practice and table.row.guild == interaction.guild_id]
        if here is not None or (not near and await self._is_paused(interaction)):
            games = near
        if not games:
            return None if interaction.guild_id else Show(Message(lambda _: no_server_screen(texts)))
        if len(games) == 1 and (games[0] in near or games[0].row.is_practice):
            line = "" if games[0].row.is_practice else elsewhere_words(texts, games[0])
            return self.replies.about(games[0], await self.replies.standing(interaction, games[0], line))
        return Show(Message(lambda _: _hands_screen(texts, games, interaction.guild_id, interaction.user.id)))

    async def _games(self, user: int) -> list[Table]:
        """List the running games in which a user plays, those where it's their turn first."""
        found = []
        for number in await self.personal_data.open_tables(user):
            with suppress(UnknownTable):
                table = await self.tables.get(number)
                if (
                    table.row.status is Status.PLAYING
                    and table.row.paused_at is None
                    and seat_at(table, user) is not None
                ):
                    found.append(table)
        return sorted(found, key=lambda table: table.view(None).turn != table.seat_of(user))

    async def _is_paused(self, interaction: discord.Interaction) -> bool:
        return await self.tables.paused_game(interaction.guild_id or 0, interaction.user.id) is not None


def elsewhere_words(texts: Texts, table: Table) -> str:
    """Return where the reader's game is that isn't in this channel."""
    return texts.t("Your game is in another channel: {link}", link=table_link(table.row))


def _hands_screen(texts: Texts, games: Sequence[Table], guild: int | None, user: int) -> ui.LayoutView:
    """Ask for which game to show the hand. Hands of another server's games only open there."""
    buttons, labels = [], Counter[str]()
    for table in games[:_MOST_HANDS]:
        row = table.row
        others = all_of(texts, [name_in_sentence(texts, player) for player in row.seats if player.user != user])
        label = texts.t("{game} against {name}", game=variant_name(texts, row.options.variant), name=others)
        labels[label] += 1
        label = f"{label} ({labels[label]})" if labels[label] > 1 else label
        if row.is_practice or row.guild == guild:
            style = ButtonStyle.success if table.view(None).turn == table.seat_of(user) else ButtonStyle.secondary
            shown = cut(label, LONGEST_LABEL)
            buttons.append(
                ui.Button[ui.LayoutView](label=shown, custom_id=str(TableId(row.id, TableAction.HAND)), style=style)
            )
        else:
            buttons.append(link_button(label, table_link(row)))
    rest = small(texts.t("`{/rummy mine}` lists all your tables.")) if len(games) > _MOST_HANDS else ""
    return layout(text(bold(texts.t("Choose a game to see your hand")), rest), rows(buttons))


def _not_playing(texts: Texts, table: Table) -> str:
    if table.row.status is Status.LOBBY:
        return texts.t("The game hasn't started yet. The host starts it once there are enough players.")
    return texts.t("This table was canceled. Open a new one with `{/rummy new}`.")


def undelivered_words(texts: Texts) -> str:
    """Return an explanation for a player whose direct messages can't be delivered."""
    return texts.t(
        "I couldn't send you a direct message, so I ping you in the channel. Allow messages from members of "
        "this server, then choose *{choice}* again with `{/me notifications}`.",
        choice=texts.t("A direct message"),
    )


_BEGINS: Final = (Phase.UPCARD, Phase.DRAW, Phase.STOCK)
"""The phases in which turns begin."""


class TableUpdates:
    """Updates everything that shows a table, in the background."""

    def __init__(
        self,
        tables: Tables,
        public_messages: PublicMessages,
        panels: Panels,
        signals: TableSignals,
        names: Signal[NamedMember],
        *,
        sights: SightCounts | None = None,
    ) -> None:
        self._sights = sights or SightCounts()
        self._tables = tables
        self._public_messages = public_messages
        self._panels = panels
        signals.changed.subscribe(self.changed)
        signals.counted.subscribe(public_messages.changed)
        names.subscribe(self._named)

    def changed(self, table: Table, actor: int | None = None) -> None:
        """Show a change of a table in its public message and in all panels but the actor's.

        Panels are updated when a turn begins or goes on after a take-back (C-9), when a deal ends, and after each draw
        where discards can be claimed (H-8) or for the player who could take one back until then. Players for whom the
        bot has acted see every change.
        """
        self._public_messages.changed(table)
        if table.row.status not in (Status.PLAYING, Status.OVER):
            return
        view, here = table.view(None), presence_of(table)
        claims = view.options.claims
        others_act = view.turn is None or view.phase in _BEGINS or claims or _took_back(view)
        everyone = others_act or view.turns == 0
        if others_act and not table.row.is_practice:
            self._sights.moved(table.row.id, table.stamp(None).public, actor)
        absent = here.away | here.missed | _late(table, view)
        for seat, player in enumerate(table.row.seats):
            if player.user != actor and not player.is_computer and (everyone or seat == view.turn or seat in absent):
                self._panels.push(table, player.user)

    def _named(self, member: NamedMember) -> None:
        for table in self._tables.named(member.guild, member.user):
            self._public_messages.changed(table)
            for player in table.row.seats:
                if not player.is_computer:
                    self._panels.push(table, player.user)


def _took_back(view: View) -> bool:
    """Return whether the last event took back a discard (C-9), so that another player's turn is over."""
    return bool(view.recent) and view.recent[-1].kind is EventKind.TOOK_BACK


def _late(table: Table, view: View) -> frozenset[int]:
    """Return the seat whose discard can't be taken back any more since the last event; empty if there is none."""
    recent = [event for event in view.recent if event.kind is not EventKind.RESHUFFLED]  # it's part of a draw
    if len(recent) < 2 or recent[-2].kind is not EventKind.DISCARDED or not offers_take_back(table.row):
        return frozenset()
    return frozenset({recent[-2].seat})
