"""Invitations to tables: direct messages for players who want them, and *Don't invite me again*."""

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

import discord
from discord import ButtonStyle

from bot.play.service import table_requests
from bot.play.service.posting import Invitations
from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state import lobby
from bot.play.state.errors import Stale, TableReason, UnknownTable, refused
from bot.play.state.people import Notifications, PeopleStore, switch_off_direct_messages
from bot.play.state.ports import Names
from bot.play.state.values import Status
from bot.rummy.refusals import Refused
from bot.text.catalogs import Catalogs, Texts
from bot.text.games import variant_name
from bot.text.ratings import member_name
from cogs.edge.answers import Reply, notice
from cogs.edge.channels import DiscordChannels
from cogs.edge.clicks import PageClick, PageHandlers, PageRoute, number_in
from cogs.edge.custom_ids import button
from cogs.edge.languages import written_to
from cogs.edge.layout import layout, plain_name, rows, text
from cogs.edge.messages import Message, Trouble, trouble_of
from cogs.edge.notices import Meaningless
from cogs.edge.tasks import Tasks
from cogs.table.clicks.table_router import TableClick
from cogs.table.public_messages import PublicMessages
from cogs.table.screens.scene import table_link

logger = logging.getLogger(__name__)

REFUSE: Final = "uninvite"
"""Refuses invitations. Arguments: the inviter, and the table of the invitation."""
ALLOW: Final = "invite-again"
"""A select of inviters whose invitations the actor wants again."""


@dataclass(slots=True, eq=False, kw_only=True)
class Inviting:
    """Sends invitations, and keeps those away that players don't want."""

    invitations: Invitations
    people: PeopleStore
    tables: Tables
    names: Names
    channels: DiscordChannels
    catalogs: Catalogs
    public_messages: PublicMessages
    _sending: Tasks = field(init=False, default_factory=Tasks)

    @property
    def handlers(self) -> PageHandlers:
        """The handler of each word in a custom id (`l1:<word>`)."""
        return {REFUSE: PageRoute(self._refuse), ALLOW: PageRoute(self._allow)}

    async def idle(self) -> None:
        """Wait until all direct messages are sent."""
        await self._sending.idle()

    async def close(self) -> None:
        """Stop sending."""
        await self._sending.close()

    async def must_allow(self, inviter: int, users: Collection[int]) -> None:
        """Raise Refused if a user can't invite these users now. StoreError."""
        await self.invitations.must_allow(inviter, users)

    def invited(self, table: Table, users: Collection[int]) -> None:
        """Count invitations of a table's host, and send direct messages to players who want these."""
        self.invitations.sent(table.row.host, users)
        self.notify(table, users)

    def notify(self, table: Table, users: Collection[int]) -> None:
        """Send direct messages to the invited players who want these. The lobby mentions the others."""
        self._sending.start(self._write(table, tuple(users)), {"table": table.row.id})

    async def refuse_from(self, click: TableClick) -> str:
        """Decline an invitation and all further ones of the host. Return what to tell the player. Raises Refused."""
        row = click.table.row
        if row.status is not Status.LOBBY or click.user not in lobby.awaited(row):
            raise refused(TableReason.NOT_INVITED)
        host = row.host
        await self.people.refuse_inviter(click.user, host)
        await table_requests.decline(click.table, click.user, click.id)
        return _refused_words(click.texts, host)

    async def refused_by(self, user: int, guild: int | None) -> Sequence[tuple[int, str | None]]:
        """List whose invitations a user doesn't want, with their names if they are known. Raises StoreError."""
        found = await self.people.refused_by(user)
        names = await self.names.names(guild, found)
        return [(one, names.get(one)) for one in found]

    async def _refuse(self, click: PageClick) -> Reply:
        """Refuse invitations after a direct message. Ids can be forged: the inviter must play at that table."""
        inviter = click.number(0, 1)
        try:
            table = await self.tables.get(click.number(1, 1))
        except UnknownTable:
            raise Meaningless from None
        if inviter == click.user or table.seat_of(inviter) is None or table.row.is_practice:
            raise Meaningless
        await self.people.refuse_inviter(click.user, inviter)
        if table.row.status is Status.LOBBY and click.user in lobby.awaited(table.row):
            try:
                await table_requests.decline(table, click.user, click.id)
            except (Refused, Stale):
                logger.info("an invitation was over before it was declined", extra={"table": table.row.id})
            self.public_messages.changed(table)
        return notice(_refused_words(click.texts, inviter))

    async def _allow(self, click: PageClick) -> Reply:
        inviter = number_in(click.choice, 1)
        await self.people.accept_inviters(click.user, (inviter,))
        return notice(click.texts.t("{name} can invite you again.", name=f"<@{inviter}>"))

    async def _write(self, table: Table, users: tuple[int, ...]) -> None:
        """Send the direct messages of an invitation. If Discord refuses one, a new lobby mentions that player."""
        row = table.row
        guild = row.home.guild
        public = self.catalogs.texts(self.channels.locale(guild), self.channels.look(guild))
        for user in await self.invitations.reached(row.host, users, Notifications.DIRECT):
            texts = await written_to(self.catalogs, self.people, user, public)
            try:
                await self.channels.direct(user, self._invitation(table, texts))
            except (discord.HTTPException, OSError) as error:
                logger.info("an invitation can't be sent: %s", type(error).__name__, extra={"table": row.id})
                if isinstance(error, discord.HTTPException) and trouble_of(error) is Trouble.FORBIDDEN:
                    await switch_off_direct_messages(self.people, user)
                    self.public_messages.changed(table, anew=table.row.status is Status.LOBBY)

    def _invitation(self, table: Table, texts: Texts) -> Message:
        row = table.row
        host = member_name(texts, row.host, self.names.at_hand(row.home.guild, (row.host,)))
        words = texts.t(
            "{name} invites you to a table: {game} · [go to table]({link})",
            name=plain_name(host),
            game=variant_name(texts, row.options.variant),
            link=table_link(row),
        )
        never = button(texts.t("Don't invite me again"), REFUSE, row.host, row.id, style=ButtonStyle.secondary)
        return Message(lambda _: layout(text(words), rows([never])))


def _refused_words(texts: Texts, inviter: int) -> str:
    return texts.t("{name} can no longer invite you. You can undo this in `{/me notifications}`.", name=f"<@{inviter}>")
