"""Whether to knock or to play on for gin: what both came to in games between computers, set against each other.

Measured with 25 points for gin and for an undercut, by how far the deal has come, against opponents who knock as soon
as they can and patient ones who wait for gin; other bonuses and the score are reckoned in.
"""

from typing import Final

from bot.players.gin.discards import Throw
from bot.players.gin.reading import GinReading

_BONUS: Final = 25
_EXTRA: Final = 12
"""What the loser of a deal played on holds beside the bonus, about."""
_STAGES: Final = (5, 9, 13, 18)
"""Turns up to which a deal is in its first stages; the last one has no end."""
_LEAVES: Final = (3, 6, 8)
"""Deadwood up to which a knock belongs to the first columns of its tables."""
_OUTS: Final = (0, 2)
"""Cards that would make gin up to which a hand belongs to the first columns of its tables."""
_KNOCK_EAGER: Final = (
    (31, 30, 27, 25),
    (20, 20, 16, 13),
    (15, 14, 12, 9),
    (12, 11, 8, 6),
    (9, 5, 3, -1),
)
"""Points that a knock brought on average against an eager opponent, by stage and deadwood."""
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
"""Points that playing on brought, by stage and cards that would make gin."""
_WAIT_PATIENT: Final = (
    (4, 10, 27),
    (-3, 3, 17),
    (-5, -1, 12),
    (-5, -1, 9),
    (-6, -3, 4),
)


def knocks(reading: GinReading, throw: Throw) -> bool:
    """Say whether to knock with what a throw leaves, within the limit and no gin, rather than play on."""
    return _of_knock(reading, throw) > (0 if reading.last else _of_waiting(reading, throw))


def _of_knock(reading: GinReading, throw: Throw) -> float:
    """Reckon what a knock brings: the difference, or the undercut bonus to the opponent."""
    stage, column = _place(reading.turns, _STAGES), _place(throw.deadwood, _LEAVES)
    points = _blend(reading, _KNOCK_EAGER[stage][column], _KNOCK_PATIENT[stage][column])
    caught = min(0.9, max(0.02, (25 - points) / 70))
    won = (points + caught * (_BONUS + 3)) / (1 - caught)
    return _worth(reading, 1 - caught, won, reading.undercut_bonus + 3)


def _of_waiting(reading: GinReading, throw: Throw) -> float:
    """Reckon what playing on brings: mostly gin, or an undercut, for one of the two."""
    stage, column = _place(reading.turns, _STAGES), _place(throw.future.gins if throw.future else 0, _OUTS)
    points = _blend(reading, _WAIT_EAGER[stage][column], _WAIT_PATIENT[stage][column])
    stake = _BONUS + _EXTRA
    wins = min(0.98, max(0.02, (points + stake) / (2 * stake)))
    gin, undercut = reading.gin_bonus, reading.undercut_bonus
    mine = _EXTRA + (1 - reading.eager) * gin + reading.eager * (gin + undercut) / 2
    return _worth(reading, wins, mine, _EXTRA + gin)


def _worth(reading: GinReading, wins: float, mine: float, theirs: float) -> float:
    """Weigh points won with points lost; more than one side needs for the game are no more worth than those."""
    factor, (short, their_short) = reading.factor, reading.needs
    return wins * min(factor * mine, short) - (1 - wins) * min(factor * theirs, their_short)


def _blend(reading: GinReading, eager: float, patient: float) -> float:
    """Mix what holds of the two kinds of opponents by how much this one seems to be of each."""
    return reading.eager * eager + (1 - reading.eager) * patient


def _place(number: int, ends: tuple[int, ...]) -> int:
    """Find the column or row of a number: the first whose end is not below it."""
    return sum(number > end for end in ends)
