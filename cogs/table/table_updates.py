"""Updates what shows a table after a change: its public message, and the panels of its players."""

from typing import Final

from bot.play.session import Table
from bot.play.signals import Signal, TableSignals
from bot.play.tables import Tables
from bot.play.values import Status
from bot.rummy.views import Phase
from cogs.edge.names import NamedMember
from cogs.table.panels import Panels
from cogs.table.public_messages import PublicMessages
from cogs.table.screens.games import screens_for
from cogs.table.table_messages import presence_of

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
    ) -> None:
        self._tables = tables
        self._public_messages = public_messages
        self._panels = panels
        signals.changed.subscribe(self.changed)
        signals.counted.subscribe(public_messages.changed)
        names.subscribe(self._named)

    def changed(self, table: Table, actor: int | None = None) -> None:
        """Show a change of a table in its public message and in all panels but the actor's.

        Panels are updated when a turn begins and when a deal ends, and after each draw where discards can be claimed
        (H-8). Players for whom the bot has acted see every change.
        """
        self._public_messages.changed(table)
        if table.row.status not in (Status.PLAYING, Status.OVER):
            return
        view, here = table.view(None), presence_of(table)
        claims = screens_for(view.family).has_claims(view)
        everyone = view.turn is None or view.turns == 0 or view.phase in _BEGINS or claims
        absent = here.away | here.missed
        for seat, player in enumerate(table.row.seats):
            if player.user != actor and not player.is_computer and (everyone or seat == view.turn or seat in absent):
                self._panels.push(table, player.user)

    def _named(self, member: NamedMember) -> None:
        """Show a name that was just looked up at all tables of its member."""
        for table in self._tables.named(member.guild, member.user):
            self._public_messages.changed(table)
            for player in table.row.seats:
                if not player.is_computer:
                    self._panels.push(table, player.user)
