"""A tournament as it is stored, and the news of one."""

from dataclasses import dataclass

from bot.play.values import Pace, TableSettings, TimeLimits
from bot.rummy.options import Options
from bot.tournaments.values import Fixture, Tournament


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A tournament as it is stored: its game, its settings, and in ``tournament`` its players and fixtures.

    ``message`` shows it, in ``channel``. ``host`` is the admin who opened it.
    """

    id: int
    guild: int
    channel: int
    name: str
    host: int
    options: Options
    pace: Pace
    limits: TimeLimits | None
    settings: TableSettings
    created_at: int
    tournament: Tournament
    message: int | None = None


@dataclass(frozen=True, slots=True)
class TournamentNews:
    """The news of a tournament, apart from what its message shows.

    ``decided`` are the fixtures that have just been decided, ``again`` those that have to be played once more,
    ``begun`` is the matchday that has started, ``reminded`` the fixtures whose players get a reminder. ``over``: the
    tournament has just ended.
    """

    decided: tuple[Fixture, ...] = ()
    again: tuple[Fixture, ...] = ()
    begun: int | None = None
    reminded: tuple[Fixture, ...] = ()
    over: bool = False
