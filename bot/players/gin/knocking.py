"""The choice between knocking and playing on for gin, by the points that both earned in games between computers.

The tables were measured with 25 points for gin and for an undercut, by the number of turns played, against opponents
who knock as soon as they can and patient ones who wait for gin. Other bonuses and the score are taken into account.
"""

from typing import Final

from bot.players.gin.discards import Discard
from bot.players.gin.reading import GinReading

_BONUS: Final = 25
_EXTRA: Final = 12
"""About the deadwood that the loser holds when a deal is played on, in addition to the bonus."""
_STAGES: Final = (5, 9, 13, 18)
"""The last turn of each stage of a deal but the final stage, which has no end."""
_LEAVES: Final = (3, 6, 8)
"""The most deadwood of each column in the knock tables, except the last column."""
_OUTS: Final = (0, 2)
"""The most gin cards of each column in the waiting tables, except the last column."""
_KNOCK_EAGER: Final = (
    (31, 30, 27, 25),
    (20, 20, 16, 13),
    (15, 14, 12, 9),
    (12, 11, 8, 6),
    (9, 5, 3, -1),
)
"""Points that a knock earned on average against an eager opponent, by stage and deadwood."""
_KNOCK_PATIENT: Final = (
    (31, 25, 27, 23),
    (14, 10, 8, 3),
    (6, 0, -3, -9),
    (-1, -7, -12, -15),
    (-6, -15, -19, -21),
)
_WAIT_EAGER: Final = (
    (23, 25, 39),
    (18, 21, 33),
    (16, 21, 31),
    (16, 21, 28),
    (17, 19, 27),
)
"""Points that playing on earned on average, by stage and cards that would make gin."""
_WAIT_PATIENT: Final = (
    (4, 10, 27),
    (-3, 3, 17),
    (-5, -1, 12),
    (-5, -1, 9),
    (-6, -3, 4),
)


def knocks(reading: GinReading, choice: Discard) -> bool:
    """Return whether to knock after a discard that leaves a hand within the limit but no gin, rather than play on."""
    return _of_knock(reading, choice) > (0 if reading.last else _of_waiting(reading, choice))


def _of_knock(reading: GinReading, choice: Discard) -> float:
    """Estimate the points a knock earns: the difference, or minus the undercut bonus."""
    stage, column = _place(reading.turns, _STAGES), _place(choice.deadwood, _LEAVES)
    points = _blend(reading, _KNOCK_EAGER[stage][column], _KNOCK_PATIENT[stage][column])
    caught = min(0.9, max(0.02, (25 - points) / 70))
    won = (points + caught * (_BONUS + 3)) / (1 - caught)
    return _worth(reading, 1 - caught, won, reading.undercut_bonus + 3)


def _of_waiting(reading: GinReading, choice: Discard) -> float:
    """Estimate the points playing on earns: mostly gin or an undercut for one of the two players."""
    stage, column = _place(reading.turns, _STAGES), _place(choice.future.gins if choice.future else 0, _OUTS)
    points = _blend(reading, _WAIT_EAGER[stage][column], _WAIT_PATIENT[stage][column])
    stake = _BONUS + _EXTRA
    wins = min(0.98, max(0.02, (points + stake) / (2 * stake)))
    gin, undercut = reading.gin_bonus, reading.undercut_bonus
    mine = _EXTRA + (1 - reading.eager) * gin + reading.eager * (gin + undercut) / 2
    return _worth(reading, wins, mine, _EXTRA + gin)


def _worth(reading: GinReading, wins: float, mine: float, theirs: float) -> float:
    """Weigh points won against points lost, each capped at what that side needs to win the game."""
    factor, (short, their_short) = reading.factor, reading.needs
    return wins * min(factor * mine, short) - (1 - wins) * min(factor * theirs, their_short)


def _blend(reading: GinReading, eager: float, patient: float) -> float:
    """Interpolate between the values for the two kinds of opponents."""
    return reading.eager * eager + (1 - reading.eager) * patient


def _place(number: int, ends: tuple[int, ...]) -> int:
    """Return the column or row of a number: the first one whose end isn't below it."""
    return sum(number > end for end in ends)
