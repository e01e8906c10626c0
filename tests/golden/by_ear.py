"""A deal of gin and of 500 Rum and a round of German Rummy, as a player hears them who can't see the screen.

``python -m tests.golden.by_ear`` plays them through the real bot over the stand-in for Discord, and writes what a
screen reader reads to ``by_ear_gin.txt`` and so on in this folder; the same deals in other languages, without 500 Rum,
to ``docs/by-ear``. Read them aloud before you commit them. ``by_ear gin`` writes only those of gin.
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
from bot.text.lists import NO_BREAK
from cogs.edge.custom_ids import TableAction, parse
from tests.end_to_end.club import Club, open_club

GAMES: Final[dict[str, Options]] = {
    "gin": options_for(Variant.GIN, {"deals": 1}),
    "german": options_for(Variant.GERMAN, {"rounds": 1}),
    "rum500": options_for(Variant.RUM500, {"target": 100}),
}
LANGUAGES: Final = ("pl", "pt-BR", "de")
TRANSLATED: Final = [(name, language) for name in ("gin", "german") for language in LANGUAGES]
"""The transcripts in other languages than English."""
FRAMES: Final[dict[str, dict[str, str]]] = {
    "en": {},
    "pl": {
        "link": "łącze",
        "in 1 minute": "za minutę",
        "image": "grafika",
        "button": "przycisk",
        "menu": "lista",
        " (unavailable)": " (niedostępny)",
        "choices: {n}": "pozycje: {n}",
        "Only you see this.": "Widzisz to tylko ty.",
        "Everyone sees this.": "Widzą to wszyscy.",
        "The game starts, and you open your hand.": "Partia się zaczyna, otwierasz swoje karty.",
        'You press "{label}".': "Naciskasz „{label}”.",
        "Bob plays.": "Gra Bob.",
        "The game is over.": "Koniec partii.",
    },
    "pt-BR": {
        "link": "link",
        "in 1 minute": "em 1 minuto",
        "image": "imagem",
        "button": "botão",
        "menu": "menu",
        " (unavailable)": " (indisponível)",
        "choices: {n}": "opções: {n}",
        "Only you see this.": "Só você vê isto.",
        "Everyone sees this.": "Todo mundo vê isto.",
        "The game starts, and you open your hand.": "A partida começa, e você abre sua mão.",
        'You press "{label}".': "Você toca em “{label}”.",
        "Bob plays.": "Bob joga.",
        "The game is over.": "Fim da partida.",
    },
    "de": {
        "link": "Link",
        "in 1 minute": "in 1 Minute",
        "image": "Bild",
        "button": "Schaltfläche",
        "menu": "Auswahlliste",
        " (unavailable)": " (nicht verfügbar)",
        "choices: {n}": "Einträge: {n}",
        "Only you see this.": "Nur du siehst das.",
        "Everyone sees this.": "Alle sehen das.",
        "The game starts, and you open your hand.": "Die Partie beginnt, und du öffnest deine Karten.",
        'You press "{label}".': "Du drückst „{label}“.",
        "Bob plays.": "Bob spielt.",
        "The game is over.": "Die Partie ist vorbei.",
    },
}
"""What the screen reader and the transcript say around the words of the bot."""
_MARKS: Final = re.compile(r"\*\*|__|^#+ |^-# |^> |(?<!\w)\*(?=\w)|(?<=\w)\*(?!\w)", re.MULTILINE)
_LINK: Final = re.compile(r"\[([^\]]+)\]\(\S+\)")
_MOMENT: Final = re.compile(r"<t:\d+:\w>")
_MOST_STEPS: Final = 200


def file_of(name: str, language: str = "en") -> Path:
    """Return the file with the transcript of a game."""
    if language == "en":
        return Path(__file__).with_name(f"by_ear_{name}.txt")
    return Path(__file__).parent.parent.parent / "docs" / "by-ear" / f"{language}-{name}.txt"


def framed(language: str, english: str, **values: object) -> str:
    """Return words around those of the bot in a language."""
    return FRAMES[language].get(english, english).format(**values)


def heard(message: SeenMessage, language: str = "en") -> Iterator[str]:
    """Yield what a screen reader reads of a message: its texts, pictures, and controls with their roles."""
    for part in flat(message.parts):
        match part:
            case str():
                moment, link = framed(language, "in 1 minute"), framed(language, "link")
                plain = _LINK.sub(rf"{link}: \1", _MOMENT.sub(moment, _MARKS.sub("", part)))
                yield from (line.replace(NO_BREAK, " ") for line in plain.splitlines() if line)
            case SeenPicture():
                yield f"{framed(language, 'image')}: {part.alt}"
            case SeenButton():
                dead = framed(language, " (unavailable)") if part.disabled else ""
                yield f"{framed(language, 'button')}: {part.label or part.emoji}{dead}"
            case SeenSelect():
                choices = framed(language, "choices: {n}", n=len(part.options))
                yield f"{framed(language, 'menu')}: {part.placeholder}, {choices}"


@dataclass
class Listener:
    """Writes down what a person hears in a channel: each new message once. An edit makes no sound.

    Pings are left out, because they come and go in their own time.
    """

    club: Club
    person: Person
    lines: list[str] = field(default_factory=list)
    known: dict[int, tuple[str, ...]] = field(default_factory=dict)

    def listen(self, did: str, **values: object) -> None:
        """Write down what the person did, then what they hear."""
        language = self.club.texts.language
        self.lines.append(f"> {framed(language, did, **values)}")
        seen = {message.id: message for message in self.person.sees(self.club.channel)}
        for number, message in sorted(seen.items()):
            words = tuple(heard(message, language))
            is_ping = not message.ephemeral and not message.buttons
            if number not in self.known and not is_ping:
                who = "Only you see this." if message.ephemeral else "Everyone sees this."
                self.lines += ["", framed(language, who), *words]
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

    def first(*actions: TableAction, style: str = "") -> SeenButton | None:
        return next((one for one in message.buttons if action(one) in actions and style in one.style), None)

    return (
        first(TableAction.KNOCK, TableAction.BIGGIN)
        or first(TableAction.ALL, TableAction.STEP, TableAction.LAY)
        or first(TableAction.DISCARD, style="success")
        or first(TableAction.DRAW, TableAction.PASS)
        or first(TableAction.DISCARD)
    )


def action(control: SeenButton | SeenSelect) -> TableAction | None:
    """Return what a button or a select of a table does; None for others."""
    found = parse(control.custom_id)
    return None if found is None else found.action


def acts(club: Club, person: Person) -> tuple[SeenMessage, SeenButton] | None:
    """Return a player's panel with the button to press; None while they wait."""
    for message in reversed(person.sees(club.channel)):
        button = choice(message) if message.ephemeral else None
        if button is not None:
            return message, button
    return None


async def make(person: Person, message: SeenMessage, button: SeenButton) -> str:
    """Take a card from below if that's offered (R-6), else press a button. Return what was done."""
    for select in message.selects:
        if action(select) is TableAction.BELOW:
            await person.choose(select.custom_id, select.options[0].label, message=message)
            return f"{select.placeholder}: {select.options[0].label}"
    await person.press(message.id, button.custom_id)
    return button.label


async def begin(club: Club, options: Options, cut: str) -> None:
    """Open a table for two players who listen, with cards that are always the same, and open their hands."""
    for person in (club.ala, club.bob):
        await person.slash(club.channel, "me look")
        await person.click(club.label("Text only: off"))
        person.forget()
    for message in club.private(club.ala) + club.private(club.bob):
        club.standin.delete_message(message)
    await club.lobby(options.variant, rules=code_for(options))
    await club.ala.click(club.label("More"), message=club.public("Leave"))
    settings = await club.ala.click(club.label("Table settings"))
    chosen = map(club.label, ("Choose what applies at this table", "Friendly", "Final discards"))
    await club.ala.choose(*chosen, message=settings.message)
    await club.ala.click(club.label("More"), message=club.public("Leave"))
    asked = await club.ala.click(club.label("Cut the cards"))
    assert asked.modal is not None
    await club.ala.submit({asked.modal.fields[0].label: cut})
    await club.ala.click(club.label("Start"))
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
                    await person.click(club.label(label), message=found[0])
                    await club.settled()
                    listener.listen('You press "{label}".', label=club.label(label))
                found = acts(club, person) or found
            made = await make(person, *found)
            await club.settled()
            assert len([one for one in club.private(club.ala) if one.buttons]) == 1, "one live panel"
            if person is club.ala:
                listener.listen('You press "{label}".', label=made)
            elif any(message.id not in listener.known for message in club.ala.sees(club.channel)):
                listener.listen("Bob plays.")
        listener.listen("The game is over.")
    return "\n".join(listener.lines) + "\n"


async def transcript(name: str, language: str = "en-US") -> str:
    """Play one of the games in a new club."""
    with TemporaryDirectory() as folder:
        async with open_club(Path(folder), rough=None, language=language) as club:
            return await play(club, name)


async def _write(names: Sequence[str]) -> None:
    for name in names or list(GAMES):
        file_of(name).write_text(await transcript(name), "utf-8")
        for language in (language for one, language in TRANSLATED if one == name):
            file_of(name, language).write_text(await transcript(name, language), "utf-8")


if __name__ == "__main__":
    asyncio.run(_write(sys.argv[1:]))
