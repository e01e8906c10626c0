"""Changes of tournaments on their way to the messages that show them."""

from typing import NamedTuple

from bot.play.signals import Signal
from bot.play.tournament_values import TournamentNews, TournamentRow


class TournamentUpdate(NamedTuple):
    """A tournament that has changed, and what is new about it."""

    tournament: TournamentRow
    news: TournamentNews


class TournamentUpdates(Signal[TournamentUpdate]):
    """Passes changes of tournaments on to what shows them."""

    def told(self, tournament: TournamentRow, news: TournamentNews) -> None:
        """Show a tournament that has changed, and announce what is new."""
        self.send(TournamentUpdate(tournament, news))

    def changed(self, tournament: TournamentRow) -> None:
        """Bring what shows a tournament up to date if it's behind."""
        self.told(tournament, TournamentNews())
