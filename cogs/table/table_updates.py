"""Updates what shows a table after a change: its public message, and the panels of its players."""

from typing import Final

from bot.counts import SightCounts
from bot.play.session import Table
from bot.play.signals import Signal, TableSignals
from bot.play.tables import Tables
from bot.play.take_back import offers_take_back
from bot.play.values import Status
from bot.rummy.events import EventKind
from bot.rummy.views import Phase, View
from cogs.edge.names import NamedMember
from cogs.table.game_messages import presence_of
from cogs.table.panels.panels import Panels
from cogs.table.public_messages import PublicMessages
from cogs.table.screens.games import screens_for

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
        claims = screens_for(view.family).has_claims(view)
        others_act = view.turn is None or view.phase in _BEGINS or claims or _took_back(view)
        everyone = others_act or view.turns == 0
        if others_act and not table.row.is_practice:
            self._sights.moved(table.row.id, table.stamp(None).public, actor)
        absent = here.away | here.missed | _late(table, view)
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


def _took_back(view: View) -> bool:
    """Return whether the last event took back a discard (C-9), so that another player's turn is over."""
    return bool(view.recent) and view.recent[-1].kind is EventKind.TOOK_BACK


def _late(table: Table, view: View) -> frozenset[int]:
    """Return the seat whose discard can't be taken back any more since the last event; empty if there is none."""
    if len(view.recent) < 2 or view.recent[-2].kind is not EventKind.DISCARDED or not offers_take_back(table.row):
        return frozenset()
    return frozenset({view.recent[-2].seat})
