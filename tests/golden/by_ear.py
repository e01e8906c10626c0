"""A deal of gin and of 500 Rum and a round of German Rummy, as a player hears them who can't see the screen.

``python -m tests.golden.by_ear`` plays them through the real bot over the stand-in for Discord, and writes what a
screen reader reads to ``by_ear_gin.txt`` and so on in this folder. Read them aloud before you commit them.
"""

import asyncio
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bot.playground import Person, SeenMessage
from bot.playground.seen import SeenButton, SeenPicture, SeenSelect, flat
from bot.rummy.codes import code_for
from bot.rummy.families import Variant
from bot.rummy.options import Options, options_for
from tests.end_to_end.club import Club, open_club

GAMES: Final[dict[str, Options]] = {
    "gin": options_for(Variant.GIN, {"deals": 1}),
    "german": options_for(Variant.GERMAN, {"rounds": 1}),
    "rum500": options_for(Variant.RUM500, {"target": 100}),
}
_MARKS: Final = re.compile(r"\*\*|__|^#+ |^-# |^> |(?<!\w)\*(?=\w)|(?<=\w)\*(?!\w)", re.MULTILINE)
_LINK: Final = re.compile(r"\[([^\]]+)\]\(\S+\)")
_MOMENT: Final = re.compile(r"<t:\d+:\w>")
_MOST_STEPS: Final = 200


def file_of(name: str) -> Path:
    """Return the file with the transcript of a game."""
    return Path(__file__).with_name(f"by_ear_{name}.txt")


def heard(message: SeenMessage) -> Iterator[str]:
    """Yield what a screen reader reads of a message: its texts, pictures, and controls with their roles."""
    for part in flat(message.parts):
        match part:
            case str():
                plain = _LINK.sub(r"link: \1", _MOMENT.sub("in 1 minute", _MARKS.sub("", part)))
                yield from (line for line in plain.splitlines() if line)
            case SeenPicture():
                yield f"image: {part.alt}"
            case SeenButton():
                yield f"button: {part.label or part.emoji}{' (unavailable)' if part.disabled else ''}"
            case SeenSelect():
                yield f"menu: {part.placeholder}, {len(part.options)} choices"


@dataclass
class Listener:
    """Writes down what a person hears in a channel: each new message once. An edit makes no sound.

    Pings are left out, because they come and go in their own time.
    """

    club: Club
    person: Person
    lines: list[str] = field(default_factory=list)
    known: dict[int, tuple[str, ...]] = field(default_factory=dict)

    def listen(self, did: str) -> None:
        """Write down what the person did, then what they hear."""
        self.lines.append(f"> {did}")
        seen = {message.id: message for message in self.person.sees(self.club.channel)}
        for number, message in sorted(seen.items()):
            words = tuple(heard(message))
            is_ping = not message.ephemeral and not message.buttons
            if number not in self.known and not is_ping:
                who = "Only you see this." if message.ephemeral else "Everyone sees this."
                self.lines += ["", who, *words]
            self.known[number] = words
        self.lines.append("")


LOOKS: Final[Mapping[str, Mapping[int, Sequence[str]]]] = {
    "gin": {3: ("Read table",), 4: ("Hint",)},
    "german": {3: ("Read melds", "Read scores"), 4: ("More",)},
    "rum500": {5: ("Read discard pile",), 6: ("Read melds",)},
}
"""What the player presses besides the moves, by the number of the move before which that happens."""
SEEDS: Final = {"gin": "Ala", "german": "Leon", "rum500": "Leon"}
"""What Ala cuts the cards with: other words are other deals."""


def choice(message: SeenMessage) -> SeenButton | None:
    """Return the button that the player presses: what is suggested, else the first that goes on."""

    def first(*beginnings: str, end: str = "") -> SeenButton | None:
        return next(
            (one for one in message.buttons if one.label.startswith(beginnings) and one.label.endswith(end)), None
        )

    return (
        first("Gin", "Knock, discard", "Go out")
        or first("Play all", "Lay ", "Lay off", "Swap")
        or first("Discard", end="suggested")
        or first("Draw", "Pass")
        or first("Discard")
    )


def acts(club: Club, person: Person) -> tuple[SeenMessage, SeenButton] | None:
    """Return a player's panel with the button to press; None while they wait."""
    for message in reversed(person.sees(club.channel)):
        button = choice(message) if message.ephemeral and "Your turn" in message.text else None
        if button is not None:
            return message, button
    return None


async def make(person: Person, message: SeenMessage, button: SeenButton) -> str:
    """Take a card from below if that's offered (R-6), else press a button. Return what was done."""
    for select in message.selects:
        if select.placeholder == "Take from below":
            await person.choose(select.custom_id, select.options[0].label, message=message)
            return f"{select.placeholder}: {select.options[0].label}"
    await person.press(message.id, button.custom_id)
    return button.label


async def begin(club: Club, options: Options, cut: str) -> None:
    """Open a table for two players who listen, with cards that are always the same, and open their hands."""
    for person in (club.ala, club.bob):
        await person.slash(club.channel, "me look")
        await person.click("Text only: off")
        person.forget()
    for message in club.private(club.ala) + club.private(club.bob):
        club.standin.delete_message(message)
    await club.lobby(options.variant, rules=code_for(options))
    await club.ala.click("More", message=club.public("Leave"))
    settings = await club.ala.click("Table settings")
    await club.ala.choose("Choose what applies at this table", "Friendly", "Final discards", message=settings.message)
    await club.ala.click("More", message=club.public("Leave"))
    asked = await club.ala.click("Cut the cards")
    assert asked.modal is not None
    await club.ala.submit({asked.modal.fields[0].label: cut})
    await club.ala.click("Start")
    await club.open_hands()


async def play(club: Club, name: str) -> str:
    """Play a game, and return what Ala hears."""
    looks, moves = LOOKS[name], 0
    async with club.running():
        await begin(club, GAMES[name], SEEDS[name])
        listener = Listener(club, club.ala)
        listener.listen("The game starts, and you open your hand.")
        for _ in range(_MOST_STEPS):
            await club.settled()
            if club.public("Rematch") is not None:
                break
            ready = [(one, found) for one in (club.ala, club.bob) if (found := acts(club, one)) is not None]
            assert ready, "\n".join(map(str, club.ala.sees(club.channel) + club.bob.sees(club.channel)))
            person, found = ready[0]
            if person is club.ala:
                moves += 1
                for label in looks.get(moves, ()):
                    await person.click(label, message=found[0])
                    await club.settled()
                    listener.listen(f'You press "{label}".')
                found = acts(club, person) or found
            made = await make(person, *found)
            await club.settled()
            assert len([one for one in club.private(club.ala) if one.buttons]) == 1, "one live panel"
            if person is club.ala:
                listener.listen(f'You press "{made}".')
            elif any(message.id not in listener.known for message in club.ala.sees(club.channel)):
                listener.listen("Bob plays.")
        listener.listen("The game is over.")
    return "\n".join(listener.lines) + "\n"


async def transcript(name: str) -> str:
    """Play one of the games in a new club."""
    with TemporaryDirectory() as folder:
        async with open_club(Path(folder), rough=None) as club:
            return await play(club, name)


async def _write(names: Sequence[str]) -> None:
    for name in names or list(GAMES):
        file_of(name).write_text(await transcript(name), "utf-8")


if __name__ == "__main__":
    asyncio.run(_write(sys.argv[1:]))
