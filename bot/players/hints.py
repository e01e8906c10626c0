"""What a computer would do in a player's place, and why, for a player who asks."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from bot.players.choose import choose
from bot.players.levels import Level
from bot.rummy.cards import Card
from bot.rummy.moves import Move
from bot.rummy.views import View


class Why(StrEnum):
    """What speaks for a move. Each value is the English sentence, with places for a hint's values in it.

    In the sentences ``{card}`` and ``{other}`` stand for cards and every other name for a number.
    """

    TAKE = "Take {card}: it makes a meld with your cards."
    DRAW = "Draw from the stock: it is worth more to you than the card that lies open."
    PASS = "Pass: {card} is of no use to you."  # noqa: S105 - a sentence, not a password
    DISCARD = "Discard {card}: that leaves you with {deadwood} deadwood."
    KNOCK = "Knock with {card}: that leaves you with {deadwood} deadwood."
    GIN = "Knock with {card}: all the others stand in melds, and that is gin."
    LAY = "Lay what you can, then discard {card}."


@dataclass(frozen=True, slots=True)
class Hint:
    """A move, and the reason for it with the values that its sentence names."""

    move: Move
    why: Why
    values: Mapping[str, Card | int] = field(default_factory=dict, hash=False)


def hint_for(view: View) -> Hint | None:
    """Say what a good player would do now in the view's seat; None if it has nothing to do."""
    moves = choose(view, Level.EXPERT, 0)
    return Hint(moves[-1], Why.DRAW) if moves else None
