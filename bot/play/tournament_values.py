"""A tournament as it is stored, and what is new in one."""

from dataclasses import dataclass

from bot.play.values import Pace, TableSettings, TimeLimits
from bot.rummy.options import Options
from bot.tournaments.values import Fixture, Tournament


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A league as it is kept: what is played, how, and in ``contest`` who meets whom.

    ``message`` is the one that shows the league now, in ``channel``. ``host`` is the admin who opened it.
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
    contest: Tournament
    message: int | None = None


@dataclass(frozen=True, slots=True)
class TournamentNews:
    """What is new in a league, beside what its message shows anyway.

    ``decided`` are the fixtures that have just been decided, ``again`` those that have to be played once more,
    ``begun`` is the matchday that has begun, ``reminded`` the fixtures whose players are reminded in one message.
    ``over``: the league has just ended.
    """

    decided: tuple[Fixture, ...] = ()
    again: tuple[Fixture, ...] = ()
    begun: int | None = None
    reminded: tuple[Fixture, ...] = ()
    over: bool = False
