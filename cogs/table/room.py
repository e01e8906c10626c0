"""What every part of the edge needs to show a table after something was asked of it."""

import asyncio
from dataclasses import dataclass, replace
from typing import Final, TypeGuard

import discord
from discord.ui import LayoutView

from bot.play.errors import StoreError, TableReason, refused
from bot.play.game import FIRST
from bot.play.people import Preferences
from bot.play.session import Table
from bot.play.values import OPEN, Status
from bot.rummy.options import GermanOptions
from bot.rummy.records.checking import RecordError, verify
from bot.rummy.records.writing import record_text
from bot.rummy.views import Phase, View
from bot.text.catalogs import Texts
from bot.text.deals import record_so_far
from bot.text.players import short_name
from cogs.edge.answers import Private, Public
from cogs.edge.layout import notice_screen
from cogs.edge.messages import Attachment, Detail, Message
from cogs.edge.permissions import missing, missing_words
from cogs.table.clicked import PublicMessage
from cogs.table.deps import Deps
from cogs.table.panel import ShownPanel
from cogs.table.panels import Panels
from cogs.table.public_messages import PublicMessages
from cogs.table.screens.fairness import Proof, secrets_file, verify_screen
from cogs.table.screens.house_rules import code_words
from cogs.table.screens.links import table_link
from cogs.table.screens.parts import Scene, way_back
from cogs.table.screens.private import record_screen, resign_screen, rules_screen, undelivered_words
from cogs.table.table_messages import TableMessages, mark_of, presence_of, scene_of, seat_at

_BEGINS: Final = (Phase.UPCARD, Phase.DRAW, Phase.STOCK)
"""How turns begin."""
PAUSE: Final = 60_000
"""Milliseconds for which a channel that Discord has refused is left alone, though nothing seems to be missing."""


@dataclass(frozen=True, slots=True)
class TableEdge:
    """The tables, and the means to show them."""

    deps: Deps
    showing: TableMessages
    boards: PublicMessages
    panels: Panels

    def private_texts(self, interaction: discord.Interaction) -> Texts:
        """Find the actor's language."""
        return self.deps.catalogs.texts(interaction.locale.value)

    def public_texts(self, interaction: discord.Interaction) -> Texts:
        """Find the server's language: what it has set, else what Discord says of it."""
        own = interaction.guild_locale.value if interaction.guild_locale else None
        return self.deps.catalogs.texts(self.deps.servers.of(interaction.guild_id or 0).language or own)

    async def public(self, interaction: discord.Interaction, table: Table) -> Public:
        """Show a table to everybody in the message that was clicked, or say there that it goes on elsewhere."""
        texts, clicked = self.public_texts(interaction), interaction.message
        if clicked is not None and table.row.message not in (None, clicked.id):
            return Public(self.showing.moved(table, texts), table, None)
        await self.showing.ready(table)
        mark = mark_of(table)
        return Public(await self.showing.public(table, texts), table, mark)

    async def hand(self, interaction: discord.Interaction, table: Table, notice: str = "") -> Private:
        """Show somebody the table as it stands for them: their hand, or what everybody sees where they have none.

        A stranger who is told something else is told that alone. The public message is brought up to date too: after
        a restart it may be behind.
        """
        self.boards.changed(table)
        user, texts = interaction.user.id, self.private_texts(interaction)
        if table.row.status in (Status.LOBBY, Status.CANCELLED):
            return self.notice(notice or self._not_playing(interaction, table))
        seat = seat_at(table, user)
        if seat is None:
            if notice and table.seat_of(user) is None:
                return self.notice(notice)
            await table.wait_for_names()  # nobody edits this answer when they arrive
            look = self.panels.look(table, user)
            return Private(await self.showing.watching(table, texts, notice), ShownPanel(table, look, notice))
        look, person = self.panels.look(table, user), await self.panels.person(user)
        told = await self._undelivered(texts, person)
        lines = "\n".join(line for line in (notice, told, self._blocked(interaction, table)) if line)
        message = await self.panels.hand(table, person, seat, interaction.locale.value, lines)
        return Private(message, ShownPanel(table, look, lines))

    async def _undelivered(self, texts: Texts, person: Preferences) -> str:
        """Tell somebody once that direct messages to them have failed; empty for everybody else."""
        if person.told:
            return ""
        try:
            await self.deps.people.save(replace(person, told=True))
        except StoreError:
            return ""  # told the next time
        return undelivered_words(texts)

    def post(self, interaction: discord.Interaction, table: Table) -> Private:
        """Post a table again for its players; tell others where it is."""
        texts, lacking = self.private_texts(interaction), missing(interaction)
        if table.row.status not in OPEN or table.seat_of(interaction.user.id) is None:
            return self.notice(texts.t("The table is here: {link}", link=table_link(table.row)))
        if lacking:
            self.boards.explained(table)
            return self.notice(missing_words(texts, lacking))
        self.boards.resume(table, anew=True)
        return self.notice(texts.t("I'm posting the table at the bottom of the channel."))

    def ask_to_resign(self, interaction: discord.Interaction, table: Table) -> Private:
        """Ask before a game is given up. Refused to who does not play one."""
        user = interaction.user.id
        if table.seat_of(user) is None:
            raise refused(TableReason.NOT_SEATED, "C-1")
        if seat_at(table, user) is None:
            raise refused(TableReason.LEFT)
        if table.row.status is not Status.PLAYING:
            raise refused(TableReason.OVER if table.row.status is Status.OVER else TableReason.NOT_STARTED)
        scene = self.scene(interaction, table)
        return Private(Message(lambda dress: resign_screen(scene.dressed(dress))))

    async def adopt_newer(self, table: Table, clicked: PublicMessage | None) -> None:
        """Make the message that was clicked the table's own if it's newer: the bot was killed after posting it."""
        before = table.row.message
        if before is not None and _is_of(clicked, table) and clicked.message > before:
            part = self.boards.part_shown(table, before)
            await table.set_message(clicked.message)
            self.boards.leave(table, before, part)

    def leave_older(self, table: Table, clicked: PublicMessage | None) -> None:
        """Take away a message that was clicked if the table is in a newer one; the result of a deal stays."""
        now = table.row.message
        if now is not None and _is_of(clicked, table) and clicked.message < now:
            self.boards.leave(table, clicked.message, table.game.part_by(clicked.shown.stamp) if table.game else FIRST)

    def notice(self, line: str) -> Private:
        """Say one thing."""
        return Private(Message(lambda _: notice_screen(line)))

    def rules(self, interaction: discord.Interaction, table: Table) -> Private:
        """Tell the rules in force at a table."""
        scene, options = self.scene(interaction, table), table.row.options
        code, started = code_words(scene.texts, options), table.row.status in (Status.PLAYING, Status.OVER)

        def screen(_: Detail) -> LayoutView:
            return rules_screen(scene.texts, options, code, way_back(scene) if started else ())

        return Private(Message(screen))

    async def record(self, interaction: discord.Interaction, table: Table) -> Private:
        """Hand over a table's record. Refused in a lobby."""
        texts, row = self.private_texts(interaction), table.row
        over = row.status is Status.OVER
        await table.wait_for_names()  # a file can't be edited when they arrive
        words = texts.t("The record of this game") if over else record_so_far(texts, row.options)
        record = await asyncio.to_thread(table.record)  # plays all deals again: not beside everybody's clicks
        file = Attachment("record.json", record_text(record).encode())
        return Private(Message(lambda dress: record_screen(texts, dress, file, words), files=(file,)))

    async def proof(self, interaction: discord.Interaction, table: Table) -> Private:
        """Check a table's shuffles, as anybody could."""
        await table.wait_for_names()  # as for a record
        texts, row = self.private_texts(interaction), table.row
        fault = None
        if row.status in (Status.PLAYING, Status.OVER):
            try:
                await asyncio.to_thread(lambda: verify(table.record()))
            except RecordError as error:
                fault = str(error)
        cuts = tuple((short_name(texts, player), player.cut) for player in row.seats)
        proof = Proof(row.options, table.commitment(), cuts, table.revealed(), fault)
        file = secrets_file(proof)
        files = () if file is None else (file,)
        return Private(Message(lambda dress: verify_screen(texts, proof, file if dress.files else None), files=files))

    def renamed(self, table: Table) -> None:
        """Have names that have arrived shown to everybody at a table."""
        self.boards.changed(table)
        for player in table.row.seats:
            if not player.is_computer:
                self.panels.push(table, player.user)

    def moved(self, table: Table, actor: int | None = None) -> None:
        """Have a change shown to everyone but the actor: the public message, and hands.

        Hands are updated when a turn begins and when a deal ends, and after each draw where discards can be claimed
        (H-8). Players for whom the bot has acted see every change.
        """
        self.boards.changed(table)
        if table.row.status not in (Status.PLAYING, Status.OVER):
            return
        view, here = table.view(None), presence_of(table)
        everyone = view.turn is None or view.turns == 0 or view.phase in _BEGINS or _has_claims(view)
        absent = here.away | here.missed
        for seat, player in enumerate(table.row.seats):
            if player.user != actor and not player.is_computer and (everyone or seat == view.turn or seat in absent):
                self.panels.push(table, player.user)

    def scene(self, interaction: discord.Interaction, table: Table) -> Scene:
        """Give what a private screen of a table needs."""
        return scene_of(table, self.private_texts(interaction), seat_at(table, interaction.user.id))

    def _blocked(self, interaction: discord.Interaction, table: Table) -> str:
        """Say what keeps a table from being shown in its channel, and try again when that is mended.

        Where nothing seems to be missing, it is tried again after a while.
        """
        since = self.boards.paused_at(table.row.channel)
        if since is None:
            return ""
        texts, names = self.private_texts(interaction), missing(interaction)
        if names:
            self.boards.explained(table)
            return missing_words(texts, names)
        if self.deps.clock() - since < PAUSE:
            return texts.t("Discord does not let me show the table here. `/rummy table` tries it again.")
        self.boards.resume(table)
        return ""

    def _not_playing(self, interaction: discord.Interaction, table: Table) -> str:
        """Say why there is no game to look at."""
        texts = self.private_texts(interaction)
        if table.row.status is Status.LOBBY:
            return texts.t("The game has not started; the host starts it when enough players sit down.")
        return texts.t("This table was cancelled; open a new one with `/rummy new`.")


def _is_of(clicked: PublicMessage | None, table: Table) -> TypeGuard[PublicMessage]:
    """Return whether a message that was clicked is one of a table's, in the channel where it is now."""
    return clicked is not None and clicked.shown.table == table.row.id and clicked.channel == table.row.channel


def _has_claims(view: View) -> bool:
    """Return whether discards can be claimed in this game (H-8)."""
    return isinstance(view.options, GermanOptions) and view.options.claim
