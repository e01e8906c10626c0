"""Who sits at a table, by name: people as they are called, computers as computers, with how well they play."""

from typing import Protocol

from bot.players.levels import Level
from bot.text.catalogue import Texts


class Seated(Protocol):
    """Somebody in a seat; a computer's ``user`` is its number at the table, from 1, and a person has no level."""

    @property
    def user(self) -> int:
        """Their Discord id, or a computer's number."""
        ...

    @property
    def name(self) -> str:
        """What a person is called, as it is; nothing in it is made safe."""
        ...

    @property
    def level(self) -> Level | None:
        """How well a computer plays; None for a person."""
        ...


def level_name(texts: Texts, level: Level) -> str:
    """Name a level."""
    match level:
        case Level.EASY:
            return texts.p("level", "Easy")
        case Level.NORMAL:
            return texts.p("level", "Normal")
        case Level.HARD:
            return texts.p("level", "Hard")
        case Level.EXPERT:
            return texts.p("level", "Expert")


def seat_name(texts: Texts, player: Seated) -> str:
    """Name who sits in a seat: ``Ola``, ``Computer (Easy)``, ``Computer 2 (Hard)``."""
    if player.level is None:
        return player.name
    level = level_name(texts, player.level)
    if player.user == 1:
        return texts.t("Computer ({level})", level=level)
    return texts.t("Computer {number} ({level})", number=player.user, level=level)
