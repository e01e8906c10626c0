"""Hundreds of finished games for tests: copies of a few played games, with different players."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy import insert, text

from bot.play.state.game import begin, follow
from bot.play.state.records import finished_of
from bot.play.state.values import LogLine, LogWord, Pace, Player, Status, TableRow, TableSettings, moves_text
from bot.players.levels import Level
from bot.ratings.game_facts import facts_of
from bot.ratings.values import GameFacts
from bot.rummy.families import Variant
from bot.rummy.options import Options, options_for
from data.database import Database
from data.schema import moves, seats, tables
from data.tables.rows import new_values, seat_values
from tests.play.process import GIN, chosen

DAY = 24 * 60 * 60 * 1000
NOON = 20_000 * DAY + DAY // 2
"""Noon of some day, UTC."""
CLUB = 2**62 + 7
ONE_DEAL = options_for(Variant.GIN, {"deals": 1})


@dataclass(frozen=True, slots=True)
class Played:
    """A played game: its table, its log, and its facts."""

    row: TableRow
    entries: tuple[LogLine, ...]
    facts: GameFacts

    @property
    def people(self) -> int:
        """The number of people at the table."""
        return sum(not player.is_computer for player in self.row.seats)


def played_games() -> dict[str, Played]:
    """Play each kind of game once, and return them by name. Some end with a resignation after a number of lines."""
    return {
        "gin": _played(ONE_DEAL, 2),
        "another gin": _played(ONE_DEAL, 2, seed=2),
        "oklahoma": _played(options_for(Variant.OKLAHOMA, {"deals": 1}), 2),
        "500 rum": _played(options_for(Variant.RUM500, {"target": 100}), 2),
        "remik, given up": _played(options_for(Variant.REMIK), 2, 14),
        "gin, given up early": _played(GIN, 2, 7),
        "hollywood, given up early": _played(options_for(Variant.HOLLYWOOD), 2, 8),
        "basic for three, given up": _played(options_for(Variant.BASIC), 3, 12),
        "german for four, given up": _played(options_for(Variant.GERMAN), 4, 26),
        "training, given up": _played(options_for(Variant.GERMAN, {"training": True}), 2, 12),
        "short": _played(GIN, 2, 3),
        "closed": _played(GIN, 2, 12, word=LogWord.CLOSE),
        "friendly": _played(GIN, 2, 0, settings=TableSettings(friendly=True)),
        "computer": _played(GIN, 2, 0, level=Level.EASY),
    }


def _played(
    options: Options,
    people: int,
    lines: int = 10**6,
    *,
    seed: int = 1,
    word: str = LogWord.RESIGN,
    settings: TableSettings = TableSettings(),  # noqa: B008 - it can't change
    level: Level | None = None,
) -> Played:
    """Play a game to its end, or for a number of lines, after which the first seat ends it with ``word``."""
    row = TableRow(
        id=0,
        guild=0,
        channel=0,
        host=0,
        options=options,
        pace=Pace.NONE,
        limits=None,
        settings=settings,
        invited=(),
        secret=random.Random(seed).randbytes(32),
        status=Status.OVER,
        seats=tuple(Player(seat + 1, "", str(seat), level if seat else None) for seat in range(people)),
        created_at=NOON,
        touched_at=NOON,
    )
    chance, game, entries = random.Random(seed), begin(row), list[LogLine]()
    while not game.over:
        seat, text = game.state.turn or 0, word
        if len(entries) < lines:
            text = LogWord.NEXT if game.state.turn is None else moves_text([chosen(game.view(seat), chance)])
        entries.append(LogLine(len(entries), 0 if text == word else seat, text, 0, NOON + len(entries)))
        game = follow(row, game, entries[-1])
    return Played(row, tuple(entries), facts_of(finished_of(row, entries)))


@dataclass(frozen=True, slots=True)
class Wanted:
    """A game to store: the played game, the players, the time when it ended, and the server."""

    played: Played
    users: tuple[int, ...]
    ended_at: int
    guild: int = CLUB


async def keep(database: Database, wanted: Sequence[Wanted], first: int = 1) -> list[GameFacts]:
    """Store finished games that aren't counted, at tables numbered from ``first``. Return the facts of each."""
    made = [_copied(one, number) for number, one in enumerate(wanted, start=first)]
    values = [{"id": row.id, **new_values(row), "message": row.message} for row, _ in made]
    lines = [
        {"table_id": row.id, "seq": entry.seq, "seat": entry.seat, "text": entry.text, "at": entry.at}
        | {"interaction": 10**18 + row.id * 100_000 + entry.seq}  # as large as Discord's ids
        for row, entries in made
        for entry in entries
    ]
    async with database.write() as connection:
        await connection.execute(insert(tables), values)
        await connection.execute(insert(seats), [seat for row, _ in made for seat in seat_values(row)])
        await connection.execute(insert(moves), lines)
        if connection.dialect.name == "postgresql":  # PostgreSQL's sequence doesn't notice explicit ids
            await connection.execute(text("SELECT setval('tables_id_seq', max(id)) FROM tables"))
    return [_facts(one, row, entries) for one, (row, entries) in zip(wanted, made, strict=True)]


def _copied(wanted: Wanted, number: int) -> tuple[TableRow, tuple[LogLine, ...]]:
    """Return a copy of a game with other players and times."""
    played, users = wanted.played, iter(wanted.users)
    later = wanted.ended_at - played.entries[-1].at
    row = replace(
        played.row,
        id=number,
        guild=wanted.guild,
        channel=number,
        message=number + 10**6,
        host=wanted.users[0],
        seats=tuple(
            player if player.is_computer else replace(player, user=next(users), name="") for player in played.row.seats
        ),
        created_at=played.row.created_at + later,
    )
    return row, tuple(replace(entry, at=entry.at + later) for entry in played.entries)


def _facts(wanted: Wanted, row: TableRow, entries: tuple[LogLine, ...]) -> GameFacts:
    """Return the facts of a copied game without replaying it."""
    facts = wanted.played.facts
    who = {line.user: player.user for line, player in zip(facts.lines, row.seats, strict=True)}
    return replace(
        facts,
        table=row.id,
        guild=row.home.guild,
        channel=row.home.channel,
        message=row.message,
        started_at=facts.started_at - facts.ended_at + entries[-1].at,
        ended_at=entries[-1].at,
        lines=tuple(replace(line, user=None if line.user is None else who[line.user]) for line in facts.lines),
        achievements={who[user]: achievements for user, achievements in facts.achievements.items()},
    )
