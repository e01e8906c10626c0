"""Who sits at a table, by name: people as they are called, computers as computers, with how well they play."""

from collections.abc import Collection, Sequence
from typing import Final, Protocol

from bot.players.levels import Level
from bot.ratings.people import digits_of
from bot.text.catalogs import Texts
from bot.text.lists import all_of

_NUMBERS: Final = "①②③④"


class SeatedPlayer(Protocol):
    """Somebody in a seat; a computer's ``user`` is its number at the table, from 1, and a person has no level.

    Who had their data deleted is a negative number, and has no name.
    """

    @property
    def user(self) -> int:
        """Their Discord id, or a computer's number."""
        ...

    @property
    def name(self) -> str:
        """What a person is called, as it is; nothing in it is made safe. Empty where nobody knows it."""
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


def person_name(texts: Texts, user: int, name: str | None) -> str:
    """Name a person, an unknown one by the last digits of their id, the same on every screen: ``Player 0042``.

    A negative id is the mark of someone who had their data deleted.
    """
    if user < 0:
        return texts.t("Former player")
    return name or texts.t("Player {number}", number=digits_of(user))


def numbered(seat: int, name: str) -> str:
    """Write the number of a seat before a name, as on the seat's badge in a picture: ``① Ola``."""
    return f"{_NUMBERS[seat]} {name}"


def seat_name(texts: Texts, player: SeatedPlayer) -> str:
    """Name who sits in a seat: ``Ola``, ``Computer (Easy)``, ``Computer 2 (Hard)``."""
    if player.level is None:
        return person_name(texts, player.user, player.name)
    level = level_name(texts, player.level)
    if player.user == 1:
        return texts.t("Computer ({level})", level=level)
    return texts.t("Computer {number} ({level})", number=player.user, level=level)


def short_name(texts: Texts, player: SeatedPlayer) -> str:
    """Name who sits in a seat where there is little room, as in a picture: ``Ola``, ``Computer``, ``Computer 2``."""
    if player.level is None:
        return person_name(texts, player.user, player.name)
    if player.user == 1:
        return texts.t("Computer")
    return texts.t("Computer {number}", number=player.user)


def missed_words(texts: Texts, names: Sequence[str], missed: Collection[int]) -> str:
    """Say for whom the bot has ended a turn, though they play on; empty if for nobody."""
    if not missed:
        return ""
    late = all_of(texts, [names[seat] for seat in sorted(missed)])
    return texts.t("Time was up for {names}, so the bot moved.", names=late)


def absence_lines(
    texts: Texts, names: Sequence[str], *, away: Collection[int], left: Collection[int], asleep: bool
) -> tuple[str, ...]:
    """Say for whom a computer plays, till they are back or for good; or that the game waits until one is back."""
    lines = []
    if asleep:
        lines.append(texts.t("Everybody is away: the game waits until somebody is back."))
    elif away:
        gone = all_of(texts, [names[seat] for seat in sorted(away)])
        lines.append(
            texts.n("{names} is away: a computer plays.", "{names} are away: computers play.", len(away), names=gone)
        )
    if left:
        gone = all_of(texts, [names[seat] for seat in sorted(left)])
        lines.append(
            texts.n(
                "{names} has left the game: a computer plays on.",
                "{names} have left the game: computers play on.",
                len(left),
                names=gone,
            )
        )
    return tuple(lines)


def ready_words(texts: Texts, names: Sequence[str], ready: Collection[int]) -> str:
    """Say who is ready for the next deal; empty if nobody is."""
    if not ready:
        return ""
    return texts.t("Ready: {names}", names=all_of(texts, [names[seat] for seat in sorted(ready)]))
