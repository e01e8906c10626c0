"""Sentences on how a game ended."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.rummy.views import View
from bot.text.catalogs import Texts
from bot.text.scores import closed_words, forfeit_words, game_won_words, resigned_words


@dataclass(frozen=True, slots=True)
class GameEnd:
    """How a game ended: winners, the seat that resigned, the seats that lost by absence, or that it was closed."""

    winners: tuple[int, ...] = ()
    resigned: int | None = None
    forfeits: frozenset[int] = frozenset()
    closed: bool = False

    @property
    def broken_off(self) -> bool:
        """Whether the last deal wasn't played to its end."""
        return self.closed or self.resigned is not None


NO_END: Final = GameEnd()


def game_words(texts: Texts, view: View, names: Sequence[str], end: GameEnd) -> str:
    """Return how a finished game ended: who won and by how much, who resigned, or that it has no result."""
    if end.closed:
        return closed_words(texts)
    if end.resigned is not None:
        outcome = resigned_words(texts, end.resigned, end.winners, names)
    else:
        outcome = game_won_words(texts, view, end.winners, names)
    return texts.t("🏆 {outcome}", outcome=outcome) if end.winners else outcome


def forfeit_lines(texts: Texts, names: Sequence[str], end: GameEnd) -> list[str]:
    """Return a line for each player who lost because they were absent at the end."""
    if end.closed:
        return []
    return [forfeit_words(texts, seat, names, resigned=seat == end.resigned) for seat in sorted(end.forfeits)]
