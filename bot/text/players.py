"""Words about players: names of people and computers, absence, and the message that it's a player's turn."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Protocol, Self

from bot.players.levels import Level
from bot.ratings.values import digits_of
from bot.text.catalogs import Texts
from bot.text.lists import all_of

_NUMBERS: Final = "①②③④⑤⑥"
_BARS: Final[Mapping[Level, str]] = MappingProxyType(
    {Level.EASY: "▂", Level.NORMAL: "▂▄", Level.HARD: "▂▄▆", Level.EXPERT: "▂▄▆█"}
)
_FACE: Final = "🤖"


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
        """A person's display name on Discord, unescaped, or a computer's name; empty if it's unknown."""
        ...

    @property
    def level(self) -> Level | None:
        """A computer's level; None for a person."""
        ...


# A string, because some forty functions take names as strings. Bars as characters of the name would be cut first, and
# be in every sentence.
class PictureName(str):
    """A player's name for pictures: a string that also has a computer's level, as a number of bars, 0 for a person.

    Pictures draw the level next to the name, and leave it out of their sentences.
    """

    __slots__ = ("bars",)
    bars: int

    def __new__(cls, name: str, bars: int = 0) -> Self:
        """Return a name with a level."""
        made = super().__new__(cls, name)
        made.bars = bars
        return made


def bars_of(name: str) -> int:
    """Return the level of the computer with this name as a number of bars, 0 for a person."""
    return name.bars if isinstance(name, PictureName) else 0


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


def level_bars(level: Level) -> str:
    """Return a level as small bars: ``▂▄``."""
    return _BARS[level]


def computer_names(texts: Texts) -> tuple[str, ...]:
    """Return the names that computers get in this language."""
    listed = texts.p(
        "names of computer players",
        "Ada, Bruno, Cleo, Dexter, Edith, Felix, Gloria, Hugo, Iris, Jasper, Luna, Otto",
    )
    return tuple(name for part in listed.split(",") if (name := part.strip()))


def level_description(texts: Texts, level: Level) -> str:
    """Describe in a few words how a level plays."""
    match level:
        case Level.EASY:
            return texts.t("plays like a beginner and misses chances")
        case Level.NORMAL:
            return texts.t("knows the rules of thumb")
        case Level.HARD:
            return texts.t("counts the cards that are left")
        case Level.EXPERT:
            return texts.t("reads your moves and the score")


# The digits of the id are the same on every screen; a row or seat number isn't. A mention of an unknown user shows
# nothing in pictures.
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


def numbered_range(first: int, last: int, words: str) -> str:
    """Return words after the numbers of several seats: ``③–⑥ open``."""
    return numbered(last, words) if first == last else f"{_NUMBERS[first]}–{numbered(last, words)}"


def seat_name(texts: Texts, player: SeatedPlayer) -> str:
    """Return a player's name, a computer's with its face and level: ``Ola``, ``🤖 Ada ▂▄``.

    A computer that was seated by an earlier version has a number and its level: ``Computer 2 (Hard)``.
    """
    if player.level is not None and player.name:
        return f"{_FACE} {player.name} {level_bars(player.level)}"
    return name_in_sentence(texts, player)


def name_in_sentence(texts: Texts, player: SeatedPlayer) -> str:
    """Return a player's name for sentences: ``Ola``, ``Ada``, from earlier versions ``Computer 2 (Hard)``."""
    if player.level is None:
        return person_name(texts, player.user, player.name)
    if player.name:
        return player.name
    level = level_name(texts, player.level)
    if player.user == 1:
        return texts.t("Computer ({level})", level=level)
    return texts.t("Computer {number} ({level})", number=player.user, level=level)


def short_name(texts: Texts, player: SeatedPlayer) -> PictureName:
    """Return a player's name for narrow places such as pictures: ``Ola``, ``Ada``, ``Computer 2`` (old tables)."""
    if player.level is None:
        return PictureName(person_name(texts, player.user, player.name))
    return PictureName(player.name or numbered_computer(texts, player.user), len(_BARS[player.level]))


def numbered_computer(texts: Texts, number: int) -> str:
    """Return the name of a computer that was seated by an earlier version: ``Computer``, ``Computer 2``."""
    return texts.t("Computer") if number == 1 else texts.t("Computer {number}", number=number)


def missed_words(texts: Texts, names: Sequence[str], missed: Collection[int]) -> str:
    """Return the sentence that the bot moved for players whose turn timed out; empty without such players."""
    if not missed:
        return ""
    late = all_of(texts, [names[seat] for seat in sorted(missed)])
    return texts.t("Time ran out for {names}, so the bot moved.", names=late)


def absence_lines(
    texts: Texts, names: Sequence[str], *, away: Collection[int], left: Collection[int], asleep: bool
) -> tuple[str, ...]:
    """Return a line about absent players and one about players who left; computers play for both.

    If all players are absent (``asleep``), the first line says that the game waits until one of them is back.
    """
    lines = []
    if asleep:
        lines.append(texts.t("Everyone is away. The game waits for the first player to come back."))
    elif away:
        gone = all_of(texts, [names[seat] for seat in sorted(away)])
        lines.append(
            texts.n(
                "{names} is away. A computer plays for them.",
                "{names} are away. Computers play for them.",
                len(away),
                names=gone,
            )
        )
    if left:
        gone = all_of(texts, [names[seat] for seat in sorted(left)])
        lines.append(
            texts.n(
                "{names} left the game. A computer plays on.",
                "{names} left the game. Computers play on.",
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


def ping_words(texts: Texts, reminder: int, *, mention: str, game: str, until: str, link: str) -> str:
    """Return the message that tells a player it's their turn; ``reminder`` is 0 at first, then counts the reminders.

    ``mention`` is empty in a direct message; ``until`` is when the turn ends, empty without a time limit. Only slow
    turns have reminders.
    """
    first = _first_words(texts, reminder) if not mention else _mentioning(texts, reminder, mention)
    return " · ".join(filter(None, (first, game, until, texts.t("[go to table]({link})", link=link))))


def _first_words(texts: Texts, reminder: int) -> str:
    match reminder:
        case 0:
            return texts.t("Your turn")
        case 1:
            return texts.t("Still your turn, half your time left")
        case _:
            return texts.t("Still your turn, a tenth of your time left")


def _mentioning(texts: Texts, reminder: int, player: str) -> str:
    """Return the first words of a message in a channel, which mentions the player."""
    match reminder:
        case 0:
            return texts.t("{player} your turn", player=player)
        case 1:
            return texts.t("{player} still your turn, half your time left", player=player)
        case _:
            return texts.t("{player} still your turn, a tenth of your time left", player=player)
