"""Four people at one table, each with a language: private screens are in the reader's, public ones in the server's.

Cards have the letters of the table's public picture on all screens. After a restart nothing has changed.
"""

import random
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.playground import Person
from bot.program.cli.guests import guest_for
from bot.program.cli.guests.base import newest_with
from bot.program.cli.guests.table import Computers, GuestTable
from bot.rummy.cards import parse_card
from bot.rummy.codes import code_for
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.text.catalogs import Texts
from cogs.door.lessons.learning import LESSONS
from render.queue.studio import Studio
from render.values import Picture
from tests.end_to_end.club import BotProcess, Club, open_club, said
from tests.end_to_end.languages.reading import CATALOGS, Message, Reading, foreign, label, letters_in, own, words_on

LOCALES = ("en-US", "pl", "pt-BR", "de")
SHORT = {Variant.GIN: {"deals": 1}, Variant.GERMAN: {"rounds": 1}}
FACES = {"en": "JQK", "pl": "WDK", "pt-BR": "JQK", "de": "BDK"}
BEFORE = 8
"""How many moves are made before the restart."""
MANY = 5
"""More words than that of a language that no other has show that a text is in it."""
GAMES = [(Variant.GIN, 2), (Variant.GERMAN, 2), (Variant.GERMAN, 4)]


def cases(variant: Variant, people: int, server: str) -> list[Any]:
    """Return all games and servers' languages; only the given ones are played in the suite."""
    chosen = (variant, people, server)
    return [
        pytest.param(*one, marks=() if one == chosen else pytest.mark.soak)
        for game in GAMES
        for one in [(*game, locale) for locale in LOCALES]
    ]


class Polyglots:
    """The people at a table, each with the locale of their client, and what was on their screens."""

    def __init__(self, club: Club, people: int, server: str) -> None:
        self.club, self.server = club, CATALOGS.texts(server)
        first = LOCALES.index(server) + 1
        locales = [LOCALES[(first + place) % len(LOCALES)] for place in range(people)]
        self.people = [club.ala, club.bob, club.cyd, club.dan][:people]
        for person, locale in zip(self.people, locales, strict=True):
            person.user.locale = locale
        self.read: dict[Person, set[str]] = defaultdict(set)  # all private texts by reader
        self.public: set[str] = set()
        self._names = {one.name.casefold() for one in self.people}
        self._seen: set[tuple[int, int]] = set()

    def texts(self, person: Person) -> Texts:
        """Return what a person reads: their language, with the letters of the table."""
        return CATALOGS.texts(person.user.locale, f"ranks-{self.server.language}")

    def look(self) -> None:
        """Read what is new on all screens. No text may have a word of another language."""
        for person in self.people:
            for message in person.sees(self.club.channel):
                if (message.id, message.edited) in self._seen:
                    continue
                self._seen.add((message.id, message.edited))
                texts = self.texts(person) if message.ephemeral else self.server
                for kind, written in words_on(message):
                    wrong = foreign(written.replace("cuts at", ""), texts.language) - self._names
                    assert not wrong, f"{texts.language} {kind}: {written}"
                    (self.read[person] if message.ephemeral else self.public).add(written)

    def says(self, message: Message) -> str:
        """Return a label in the server's language."""
        return label(self.server, message)

    def forget(self) -> None:
        """Forget what was read so far."""
        self.read.clear()
        self.public.clear()

    def check(self) -> None:
        """Check that everyone has read enough words of their language, and only the letters of the server's cards."""
        assert len(own(" ".join(self.public), self.server.language)) > MANY
        for person in self.people:
            read = " ".join(self.read[person])
            assert len(own(read, self.texts(person).language)) > MANY
            assert letters_in(" ".join((read, *self.public))) <= {"A", *FACES[self.server.language]}, person.name


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> set[tuple[str, str, str]]:
    """Record the kind, the language and the letters for jack, queen and king of all pictures."""
    found: set[tuple[str, str, str]] = set()
    draw = Studio._picture

    async def watched(self: Studio, kind: str, *about: Any, **options: Any) -> Picture:  # noqa: ANN401
        (texts,) = (one for one in about if isinstance(one, Texts))
        found.add((kind, texts.language, "".join(map(texts.rank, map(parse_card, ("JC", "QC", "KC"))))))
        return await draw(self, kind, *about, **options)

    monkeypatch.setattr(Studio, "_picture", watched)
    return found


@pytest.mark.parametrize(("variant", "people", "server"), cases(Variant.GIN, 2, "pl"))
async def test_everyone_reads_their_language_and_the_letters_of_the_table_also_after_a_restart(
    club: Club, variant: Variant, people: int, server: str, drawn: set[tuple[str, str, str]]
) -> None:
    club.guild.state.locale = server
    readers = Polyglots(club, people, server)
    guests = [guest_for(variant)(one, readers.texts(one), random.Random(one.name)) for one in readers.people]
    table = GuestTable(club.standin, club.channel, guests, seed=1, idle=club.settled)
    clicks = aiter(table.clicks(options_for(variant, SHORT[variant]), Computers()))
    async with club.running():
        while len(club.log()) < BEFORE:
            await anext(clicks)
            readers.look()
    readers.forget()
    async with club.running() as bot:
        await club.standin.until(lambda: bot.client.get_guild(club.guild.id) is not None)
        drawn.clear()
        for person in readers.people:
            found = newest_with([one for one in person.sees(club.channel) if not one.ephemeral], "hand")
            assert found is not None
            assert not (await person.click(found[1].custom_id, message=found[0])).failed
        readers.look()
        async for _ in clicks:
            readers.look()
        readers.check()
    shown = letters_in(" ".join(readers.public.union(*readers.read.values())))
    assert shown & set(FACES[readers.server.language]), "no jack, queen or king: deal other cards"
    assert {letters for _, _, letters in drawn} == {FACES[readers.server.language]}
    languages = {readers.texts(person).language for person in readers.people}
    assert {language for kind, language, _ in drawn if kind == "hand"} == languages
    assert {language for kind, language, _ in drawn if kind == "table"} == {readers.server.language}


@pytest.mark.parametrize(("variant", "people", "server"), cases(Variant.GERMAN, 2, "pt-BR"))
async def test_everyone_plays_by_the_labels_of_their_language_also_after_a_kill(
    tmp_path: Path, variant: Variant, people: int, server: str
) -> None:
    async with open_club(tmp_path) as club, BotProcess(club) as bot:
        await club.eve.slash(club.channel, "rummy-admin language", language=server.removesuffix("-US"))
        readers = Polyglots(club, people, server)
        await sit_down(club, readers, variant)

        def over() -> bool:
            return club.public(readers.says(("button", "Rematch"))) is not None

        await play(readers, variant, lambda: len(club.log()) >= BEFORE or over())
        bot.kill()
        await bot.killed()
        await bot.start()
        if not over():  # someone may have gone out in the first turns
            readers.forget()
            await open_hands(club, readers)
            await play(readers, variant, over)
        readers.check()


async def sit_down(club: Club, readers: Polyglots, variant: Variant) -> None:
    """Open a table, join it, cut the cards, start, and open all hands, by labels alone."""
    host, *others = readers.people
    rules = code_for(options_for(variant, SHORT[variant]))
    await host.slash(
        club.channel, "rummy new", wait=True, variant=variant, pace="none", opponent=others[0], rules=rules
    )
    await club.shown(readers.says(("button", "Join")))
    for person in others:
        await person.click(readers.says(("button", "Join")))
    for person in readers.people:
        await person.click(readers.says(("button", "More")), message=club.public(readers.says(("button", "Start"))))
        asked = await person.click(label(readers.texts(person), "Cut the cards"))
        assert asked.modal is not None
        await person.submit({asked.modal.fields[0].label: person.name})
    await host.click(readers.says(("button", "Start")))
    await open_hands(club, readers)


async def open_hands(club: Club, readers: Polyglots) -> None:
    button = readers.says(("button", "My hand"))
    await club.shown(button)
    for person in readers.people:
        assert not (await person.click(button, message=club.public(button))).failed


async def play(readers: Polyglots, variant: Variant, over: Callable[[], bool]) -> None:
    """Play by the labels of the private buttons until a condition holds."""
    people = [Reading(one, readers.texts(one), variant) for one in readers.people]
    while not over():
        readers.look()
        await readers.club.standin.until(lambda: over() or any(one.offered() for one in people))
        for one in people:
            done = await one.act()
            assert done is None or not done.failed


@pytest.mark.soak
@pytest.mark.parametrize("locale", LOCALES)
async def test_lessons_are_in_the_readers_language(club: Club, locale: str) -> None:
    """Every step of all lessons, and what it says to every button."""
    club.ala.user.locale = locale
    language = CATALOGS.texts(locale).language
    async with club.running():
        for lesson in LESSONS:
            answer = await club.ala.slash(club.channel, "rummy learn", game=lesson.name)
            for number, step in enumerate(lesson.steps):
                shown = said(answer)
                wanted = ":".join(
                    filter(None, ("l1:lesson", lesson.name, str(number), step.expected.action, step.expected.argument))
                )
                pressed = [one.custom_id for one in shown.buttons if one.custom_id.startswith("l1:lesson:")]
                for custom_id in sorted(pressed, key=wanted.__eq__):
                    answer = await club.ala.click(custom_id, message=shown)
                    shown = said(answer)
                    for kind, written in words_on(shown):
                        assert not foreign(written, language), f"{lesson.name}, step {number + 1}, {kind}: {written}"
                        assert not written.endswith("…")
