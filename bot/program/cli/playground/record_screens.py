"""The messages of a recorded game, as the bot would have sent them and as Discord would have stored them."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any, Final

from cachetools import LRUCache

from bot.play.service.table import TableReading
from bot.play.state.game import Game, after_line
from bot.play.state.names import player_recorded
from bot.play.state.records import events_between
from bot.play.state.values import LogLine, LogWord, Pace, Status, TableRow, TableSettings, moves_text, own_doing
from bot.playground.errors import JSON
from bot.playground.messages import Draft, Upload, write
from bot.playground.state import EPHEMERAL, V2, Channel, StoredMessage, User, World
from bot.program.cli.record import findings
from bot.program.cli.texts import FOLDERS, REASONS, ROOT
from bot.rummy.events import Event
from bot.rummy.games import State
from bot.rummy.moves import Move, parse_move
from bot.rummy.records.checking import CheckedRecord, RecordError, proof_of, read
from bot.rummy.records.shape import UnreadableError, items_of, read_json
from bot.text.catalogs import MADE_UP, Catalogs, Texts, compiled
from bot.text.deals import deal_heading, made_words, place_words
from bot.text.extraction import messages, pseudo_catalog
from bot.text.games import variant_name
from bot.text.lists import isolated
from bot.text.players import name_in_sentence
from bot.text.scores import outcome_words
from cogs.edge.messages import Detail, Message
from cogs.table.table_messages import GameMessages
from render.look import sorting_from
from render.queue.studio import Studio

MOST_STEPS: Final = 20_000
"""More steps than any game that people play; all of them are kept in memory."""
_TABLE: Final = 1
"""The number of the table in custom ids. Nothing reads it, since no button here does anything."""


@dataclass(frozen=True, slots=True)
class RecordedStep:
    """A game after ``at`` moves of deal ``deal``. ``move`` led here; None if the cards have just been dealt."""

    deal: int  # from 1
    at: int
    move: Move | None
    game: Game


class RecordedTable(TableReading):
    """A table of a record. Its log has no lines, so its record is the one that it was read from."""

    __slots__ = ("_record",)

    def __init__(self, row: TableRow, game: Game, record: dict[str, object]) -> None:
        super().__init__(row, game)
        self._record = record

    def record(self) -> dict[str, object]:
        """Return the whole record, also of a step in the middle of the game."""
        return self._record


@dataclass(frozen=True, slots=True, eq=False)
class RecordedGame:
    """A checked record, and its steps, counted from 0. Two of them are never equal, so caches use them as keys."""

    checked: CheckedRecord = field(repr=False)
    row: TableRow
    steps: tuple[RecordedStep, ...] = field(repr=False)

    def table(self, number: int) -> TableReading:
        """Return the table as it was at a step. What a seat sees of it comes from its `view`."""
        game = self.steps[number].game
        row = replace(self.row, status=Status.OVER if game.over else Status.PLAYING)
        return RecordedTable(row, game, self.checked.record)

    def moves(self, deal: int) -> int:
        """Return the number of moves in a deal, counted from 1."""
        return len(self.checked.states[deal - 1]) - 1

    def first_steps(self) -> tuple[int, ...]:
        """Return the step at which each deal was dealt."""
        return tuple(number for number, step in enumerate(self.steps) if step.move is None)

    def events(self, number: int) -> tuple[Event, ...]:
        """Return the events of the move that led to a step, with all cards; none for an undo, or at a deal's start."""
        step = self.steps[number]
        if step.move is None:
            return ()
        return events_between(self.steps[number - 1].game.state, step.game.state, step.move)


def recorded_game(record: object) -> RecordedGame:
    """Check a record, and return the game with all of its steps; RecordError names the first fault."""
    checked = read(record)
    if not checked.deals:
        raise RecordError("no cards were dealt in this game, so there is nothing to show")
    if sum(map(len, checked.states)) > MOST_STEPS:
        raise RecordError(f"the game has more than {MOST_STEPS} steps, which is too long to show")
    row = _row(checked)
    return RecordedGame(checked, row, tuple(_steps(checked, row)))


def _row(checked: CheckedRecord) -> TableRow:
    """Return a table for a record. What records leave out is as at a table without time limits; nothing is secret."""
    seats = tuple(player_recorded(name, seat) for seat, name in enumerate(checked.names))
    return TableRow(
        id=_TABLE,
        guild=_TABLE,
        channel=_TABLE,
        host=seats[0].user,
        options=checked.options,
        pace=Pace.NONE,
        limits=None,
        settings=TableSettings(),
        invited=(),
        secret=b"",
        status=Status.PLAYING,
        seats=seats,
        created_at=0,
        touched_at=0,
    )


def _steps(checked: CheckedRecord, row: TableRow) -> Iterator[RecordedStep]:
    """Yield the steps of a game, each following from the one before, as the lines of a table's log do."""
    numbers, game = count(), _dealt(checked.states[0][0], len(row.seats))
    for deal, (raw, states) in enumerate(zip(checked.deals, checked.states, strict=True), start=1):
        if deal > 1:
            line = LogLine(next(numbers), 0, LogWord.NEXT, _TABLE, 0)
            game = after_line(row, game, replace(game, state=states[0], dealt=states[0]), line)
        yield RecordedStep(deal, 0, None, game)
        for at, text in enumerate(items_of(raw["moves"], ""), start=1):
            move, seq = parse_move(str(text)), next(numbers)
            line = LogLine(seq, move.seat, moves_text([move]), own_doing(row.id, seq) if move.timed_out else _TABLE, 0)
            game = after_line(row, game, replace(game, state=states[at]), line)
            yield RecordedStep(deal, at, move, game)


def _dealt(state: State, seats: int) -> Game:
    """Return a game whose first deal has just been dealt. A record has no times."""
    return Game(state, missed=(0,) * seats, acted=(None,) * seats, turn_at=0, last_turn_at=0, dealt=state)


_KEPT: Final = 64
"""Messages in the cache, with their pictures a few megabytes."""
_PICTURES: Final = 8
"""Finished pictures in the studio's cache, for the same table in two languages or a step back."""


# No bot behind it: one that takes decks proves nothing any more. The checked states become tables that can only be
# read, and the bot's own screens show them, so the two can't differ.
class RecordScreens:
    """Builds the messages of recorded games. It blocks, so it belongs in a thread, always the same one."""

    def __init__(self) -> None:
        self._messages = GameMessages(Studio(kept=_PICTURES))
        self._catalogs = Catalogs()
        self._stored: LRUCache[tuple[RecordedGame, int, int | None, str], StoredMessage] = LRUCache(_KEPT)

    @staticmethod
    def opened(data: bytes) -> RecordedGame | str:
        """Return the game of a file, or a sentence on what's wrong with it."""
        try:
            return recorded_game(read_json(data))
        except UnreadableError as error:
            return f"This file isn't a record: {error}."
        except RecordError as error:
            return f"This isn't a valid record: {error}."

    def message(self, recorded: RecordedGame, number: int, seat: int | None, language: str) -> StoredMessage:
        """Return the message that a seat saw at a step: its panel, or with None the public one.

        Raises ApiError if Discord wouldn't accept it.
        """
        key = recorded, number, seat, language
        stored = self._stored.get(key)
        if stored is None:
            shown = asyncio.run(self._shown(recorded, number, seat, self._texts(language)))
            stored = self._stored[key] = _stored(shown, private=seat is not None)
        return stored

    async def _shown(self, recorded: RecordedGame, number: int, seat: int | None, texts: Texts) -> Message:
        """Build a message with the screens of a table in play."""
        table = recorded.table(number)
        if seat is None:
            return await self._messages.seen_by_all(table, texts)
        sorting = sorting_from(None, unassisted=False)
        return await self._messages.hand(table, seat, texts, sorting=sorting, render=number)

    def language(self, code: str) -> str:
        """Return the language in which a reader of a language sees screens: English if there's no catalog."""
        return self._texts(code).language

    def about(self, recorded: RecordedGame, code: str) -> JSON:
        """Describe a record: the game, the players, the deals with the steps at which they begin, and what's proven."""
        texts = self._texts(code)
        names, steps = _names(recorded, texts), len(recorded.steps)
        told = [", ".join(names), texts.n("{n} step", "{n} steps", steps)]
        if not recorded.steps[-1].game.over:
            told.append(texts.t("this record stops before the end of the game"))
        return {
            "game": variant_name(texts, recorded.row.options.variant),
            "names": names,
            "steps": steps,
            "about": " · ".join(told),
            "deals": [
                {"words": words, "step": first}
                for words, first in zip(_deals(recorded, texts), recorded.first_steps(), strict=True)
            ],
            "proof": list(_proof(recorded.checked, names)),
            "language": texts.language,
        }

    def step(self, recorded: RecordedGame, number: int, code: str) -> JSON:
        """Return a step in words: the deal and the move, what the move did, and how the deal ended if that ended it."""
        texts, step, options = self._texts(code), recorded.steps[number], recorded.row.options
        names, moves, results = _names(recorded, texts), recorded.moves(step.deal), step.game.state.deals
        if step.move is None:
            made = texts.t("The cards are dealt.")
        else:
            made = made_words(texts, step.move, recorded.events(number), names)
        ended = step.move is not None and len(results) == step.deal
        return {
            "step": number,
            "deal": step.deal,
            "turn": step.game.state.turn,
            "place": place_words(texts, options, (step.deal, len(recorded.checked.deals)), (step.at, moves)),
            "words": made,
            "result": outcome_words(texts, results[-1], names) if ended else "",
        }

    def _texts(self, code: str) -> Texts:
        """Return the texts for a language. The made-up one is made on its first use, which takes a second."""
        if code == MADE_UP and MADE_UP not in self._catalogs.languages:
            self._catalogs.add(MADE_UP, compiled(pseudo_catalog(messages(ROOT, FOLDERS, REASONS), MADE_UP)))
        return self._catalogs.texts(code)


def _names(recorded: RecordedGame, texts: Texts) -> tuple[str, ...]:
    """Return the players' names for text without markup."""
    return tuple(isolated(name_in_sentence(texts, player)) for player in recorded.row.seats)


def _deals(recorded: RecordedGame, texts: Texts) -> list[str]:
    """Return a line for each deal: its number, and how it ended."""
    names, results = _names(recorded, texts), recorded.steps[-1].game.state.deals
    outcomes = [outcome_words(texts, result, names) for result in results]
    outcomes += [texts.t("not finished")] * (len(recorded.checked.deals) - len(outcomes))
    return [deal_heading(texts, recorded.row.options, number, words) for number, words in enumerate(outcomes, start=1)]


def _proof(checked: CheckedRecord, names: Sequence[str]) -> Iterator[str]:
    """Yield what `remik record verify` finds, with the players' names."""
    if checked.fairness is None:
        yield "The record has no commitment and no secrets, so nothing can be proven about the shuffles."
    else:
        yield from (line[0].upper() + line[1:] for line in findings(proof_of(checked), names))


def _stored(message: Message, *, private: bool) -> StoredMessage:
    """Return a message as Discord stores it after the checks of the stand-in. Raises ApiError."""
    world = World(time.time)
    layout: Any = message.layout(Detail(files=bool(message.files)))  # the library leaves this untyped
    files = [{"id": index, "filename": file.name, "description": file.alt} for index, file in enumerate(message.files)]
    body = {
        "flags": V2 | (EPHEMERAL if private else 0),
        "components": layout.to_components(),
        "attachments": files,
        "allowed_mentions": message.mentions.to_dict(),
    }
    uploads = [Upload(index, file.name, file.data) for index, file in enumerate(message.files)]
    owner = User(world.new_id(), "") if private else None
    channel = Channel(world.new_id(), "record")
    return write(world, channel, world.add_application("Remik"), Draft(body, uploads), owner=owner)
