"""One demo game: guests join a table, play to the end and ask for the record."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.playground import Answer, Channel, StandIn
from bot.playground.transcripts import PictureEncoding, Transcript
from bot.program.cli.guests import Guest
from bot.program.cli.guests.table import Computers, DemoError, GuestClick, GuestTable
from bot.rummy.families import Variant
from bot.rummy.options import PRESETS, Options
from render.drawing.png import SUFFIX, compact


@dataclass(frozen=True, slots=True)
class DemoGame:
    """A finished game: the transcript of what the guests saw, the record that the bot sent, the number of clicks.

    ``results`` has a line for each deal.
    """

    transcript: Transcript
    record: bytes
    clicks: int
    results: tuple[str, ...]


class DemoTable:
    """Records what guests see during a game in a transcript."""

    def __init__(
        self,
        standin: StandIn,
        channel: Channel,
        guests: Sequence[Guest],
        table: GuestTable,
        *,
        report: Callable[[str], None],
    ) -> None:
        self._guests = guests
        self._table = table
        self._report = report
        people = [guest.person for guest in guests]
        self._transcript = Transcript(channel, people, standin.now, PictureEncoding(SUFFIX, compact))
        self._deals = 0
        self._results: list[str] = []

    async def play(self, rules: Options, computers: Computers) -> DemoGame:
        """Play a game to its end, and return it. DemoError."""
        unit, clicks = unit_of(rules.variant).capitalize(), 0
        self._transcript.begin("Sitting down")
        self._report(f"sitting down: {', '.join(guest.person.name for guest in self._guests)}")
        async for click in self._table.clicks(rules, computers):
            clicks += 1
            self._note(click, unit)
            where = f"{unit.lower()} {self._deals}" if self._deals else "sitting down"
            self._report(f"{where}, click {clicks}: {click.person.name}")
        self._transcript.begin("After the game")
        asked, answer = await self._table.type("rummy record")
        self._note(asked, unit)
        record = record_in(answer)
        for command in ("league standings", "league profile", "rummy replay"):
            asked, _ = await self._table.type(command)
            self._note(asked, unit)
        return DemoGame(self._transcript, record, clicks, tuple(self._results))

    def _note(self, click: GuestClick, unit: str) -> None:
        """Record all screens after a click."""
        if click.deals:
            self._deals += 1
            self._transcript.begin(f"{unit} {self._deals}")
        step = self._transcript.note(f"{click.person.name}: {click.label}", marked=click.knock, result=click.ends)
        if click.ends:
            self._results.append(f"{unit.lower()} {self._deals}: {step.result}")


def record_in(answer: Answer) -> bytes:
    """Return the record attached to an answer. DemoError if there isn't exactly one."""
    pictures = answer.message.pictures if answer.message else []
    files = [file.data for file in pictures if file.filename.endswith(".json")]
    if len(files) != 1:
        raise DemoError("the bot didn't send the record")
    return files[0]


def unit_of(variant: Variant) -> str:
    """Return the English word for a deal of a game."""
    return "round" if PRESETS[variant].deals_are_rounds else "deal"
