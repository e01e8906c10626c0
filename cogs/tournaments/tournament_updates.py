"""Passes changes of tournaments to the messages that show them."""

from typing import NamedTuple

from bot.play.signals import Signal
from bot.play.tournament_ports import TournamentNews, TournamentRow


class TournamentUpdate(NamedTuple):
    """A changed tournament, and what is new about it."""

    tournament: TournamentRow
    news: TournamentNews


class TournamentUpdates(Signal[TournamentUpdate]):
    """The signal that a tournament has changed."""

    def announce(self, tournament: TournamentRow, news: TournamentNews) -> None:
        """Announce a changed tournament and what's new about it."""
        self.send(TournamentUpdate(tournament, news))

    def changed(self, tournament: TournamentRow) -> None:
        """Announce that a tournament's messages may be outdated, without news."""
        self.announce(tournament, TournamentNews())
