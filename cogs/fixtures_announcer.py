"""What became of leagues with fixtures, passed on to where it is shown, once there is such a place."""

from collections.abc import Callable

from bot.play.fixture_ports import LeagueRow, News


class DiscordFixturesAnnouncer:
    """Has leagues shown on Discord; nothing is shown before `attach`."""

    def __init__(self) -> None:
        self._tell: Callable[[LeagueRow, News], None] | None = None

    def attach(self, tell: Callable[[LeagueRow, News], None]) -> None:
        """Take note of how leagues are shown, once the edge is put together."""
        self._tell = tell

    def told(self, league: LeagueRow, news: News) -> None:
        """Show a league that has changed, and tell what is new."""
        if self._tell is not None:
            self._tell(league, news)

    def changed(self, league: LeagueRow) -> None:
        """Bring what shows a league up to date, if it is not."""
        self.told(league, News())
