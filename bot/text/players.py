"""Names of players: people by name, computers by number and level."""

from collections.abc import Collection, Sequence
from typing import Final, Protocol

from bot.players.levels import Level
from bot.ratings.people import digits_of
from bot.text.catalogs import Texts
from bot.text.lists import all_of

_NUMBERS: Final = "①②③④"


class SeatedPlayer(Protocol):
    """A player in a seat; a computer's ``user`` is its number at the table, counted from 1.

    A member who had their data deleted has a negative ``user`` and no name.
    """

    @property
    def user(self) -> int:
        """A Discord id, or a computer's number."""
        ...

    @property
    def name(self) -> str:
        """A person's display name on Discord, unescaped; empty if it's unknown."""
        ...

    @property
    def level(self) -> Level | None:
        """A computer's level; None for a person."""
        ...


def level_name(texts: Texts, level: Level) -> str:
    """Return a level's name."""
    match level:
        case Level.EASY:
            return texts.p("level", "Easy")
        case Level.NORMAL:
            return texts.p("level", "Normal")
        case Level.HARD:
            return texts.p("level", "Hard")
        case Level.EXPERT:
            return texts.p("level", "Expert")


def level_description(texts: Texts, level: Level) -> str:
    """Describe in a few words how a level plays."""
    match level:
        case Level.EASY:
            return texts.t("for learning how the game goes")
        case Level.NORMAL:
            return texts.t("plays sound cards, and makes mistakes")
        case Level.HARD:
            return texts.t("watches what you take and what you throw")
        case Level.EXPERT:
            return texts.t("weighs every card that is still out")


def person_name(texts: Texts, user: int, name: str | None) -> str:
    """Return a person's name, or the last digits of the user id if the name is unknown: ``Player 0042``.

    A negative id belongs to a member who had their data deleted.
    """
    if user < 0:
        return texts.t("Former player")
    return name or texts.t("Player {number}", number=digits_of(user))


def numbered(seat: int, name: str) -> str:
    """Return a name after the number of its seat, the same as on the seat's badge in pictures: ``① Ola``."""
    return f"{_NUMBERS[seat]} {name}"


def seat_name(texts: Texts, player: SeatedPlayer) -> str:
    """Return a player's name: ``Ola``, ``Computer (Easy)``, ``Computer 2 (Hard)``."""
    if player.level is None:
        return person_name(texts, player.user, player.name)
    level = level_name(texts, player.level)
    if player.user == 1:
        return texts.t("Computer ({level})", level=level)
    return texts.t("Computer {number} ({level})", number=player.user, level=level)


def short_name(texts: Texts, player: SeatedPlayer) -> str:
    """Return a player's name for narrow places such as pictures: ``Ola``, ``Computer``, ``Computer 2``."""
    if player.level is None:
        return person_name(texts, player.user, player.name)
    if player.user == 1:
        return texts.t("Computer")
    return texts.t("Computer {number}", number=player.user)


def missed_words(texts: Texts, names: Sequence[str], missed: Collection[int]) -> str:
    """Return the sentence that the bot moved for players whose turn timed out; empty without such players."""
    if not missed:
        return ""
    late = all_of(texts, [names[seat] for seat in sorted(missed)])
    return texts.t("Time was up for {names}, so the bot moved.", names=late)


def absence_lines(
    texts: Texts, names: Sequence[str], *, away: Collection[int], left: Collection[int], asleep: bool
) -> tuple[str, ...]:
    """Return a line about absent players and one about players who left; computers play for both.

    If all players are absent (``asleep``), the first line says that the game waits until one of them is back.
    """
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
    """Return the list of players who are ready for the next deal; empty if nobody is."""
    if not ready:
        return ""
    return texts.t("Ready: {names}", names=all_of(texts, [names[seat] for seat in sorted(ready)]))
