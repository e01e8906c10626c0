"""Finished games by the hundred, for tests: a few are played, and kept again and again for other people."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sqlalchemy import insert

from bot.league.facts import facts_of
from bot.league.values import Facts
from bot.play.ports import Entry, Manner, Status, TableRow
from bot.play.recording import finished_of
from bot.play.session import Table
from bot.players.levels import Level
from bot.rummy.options import Variant, options_for
from data.database import Database
from data.rows import new_values, seat_values
from data.schema import moves, seats, tables
from tests.data.fresh import ready_file
from tests.play.house import ALA, GIN, USERS, Process, ids, play_on, process

DAY = 24 * 60 * 60 * 1000
NOON = 20_000 * DAY + DAY // 2
"""Noon of some day, UTC."""
CLUB = 2**62 + 7
ONE_DEAL = options_for(Variant.GIN, {"deals": 1})


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played once: its table, its log, and what it counts for."""

    row: TableRow
    entries: tuple[Entry, ...]
    facts: Facts

    @property
    def people(self) -> int:
        """How many people sat there."""
        return sum(not player.is_computer for player in self.row.seats)


async def played_games(folder: Path) -> dict[str, Played]:
    """Play games of all kinds once, in a folder within one for databases that are ready."""
    found = {}
    async with process(f"sqlite+aiosqlite:///{await ready_file(folder)}", seed=5) as house:
        for name, options, people, steps in (
            ("gin", ONE_DEAL, 2, 10**6),
            ("another gin", ONE_DEAL, 2, 10**6),
            ("oklahoma", options_for(Variant.OKLAHOMA, {"deals": 1}), 2, 10**6),
            ("remik, given up", options_for(Variant.REMIK), 2, 16),
            ("short", GIN, 2, 4),
            ("basic for three, given up", options_for(Variant.BASIC), 3, 30),
            ("german for four, given up", options_for(Variant.GERMAN), 4, 40),
            ("training, given up", options_for(Variant.GERMAN, {"training": True}), 2, 12),
        ):
            found[name] = await _played(house, await house.started(options, people), steps)
        table = await house.started(GIN)
        await play_on(table, random.Random(1), 12)
        await table.close(next(ids))
        found["closed"] = await _kept(house, table.row.id)
        for name, manner, computers in (("friendly", Manner(friendly=True), ()), ("computer", Manner(), (Level.EASY,))):
            table = await house.open(GIN, manner=manner, computers=computers)
            if not computers:
                await table.join(202, "Bob", next(ids))
            await table.start(ALA, next(ids))
            await table.resign(ALA, interaction=next(ids))
            found[name] = await _kept(house, table.row.id)
    return found


async def _played(house: Process, table: Table, steps: int) -> Played:
    """Play so many steps, and let one after the other give the game up if it is not over by then."""
    await play_on(table, random.Random(table.row.id), steps)
    for user in USERS:
        if table.row.status is Status.PLAYING:
            await table.resign(user, interaction=next(ids))
    return await _kept(house, table.row.id)


async def _kept(house: Process, number: int) -> Played:
    kept = await house.store.load(number)
    assert kept is not None
    return Played(*kept, facts_of(finished_of(*kept)))


@dataclass(frozen=True, slots=True)
class Wanted:
    """A game to keep: which one, who sat there, when it ended, and where."""

    played: Played
    users: tuple[int, ...]
    ended_at: int
    guild: int = CLUB


async def keep(database: Database, wanted: Sequence[Wanted], first: int = 1) -> list[Facts]:
    """Keep games at tables numbered from ``first``, over and not settled; answer what each counts for."""
    made = [_copied(one, number) for number, one in enumerate(wanted, start=first)]
    values = [{"id": row.id, **new_values(row), "message": row.message} for row, _ in made]
    lines = [
        {"table_id": row.id, "seq": entry.seq, "seat": entry.seat, "text": entry.text, "at": entry.at}
        | {"interaction": row.id * 100_000 + entry.seq}
        for row, entries in made
        for entry in entries
    ]
    async with database.write() as connection:
        await connection.execute(insert(tables), values)
        await connection.execute(insert(seats), [seat for row, _ in made for seat in seat_values(row)])
        await connection.execute(insert(moves), lines)
    return [_facts(one, row, entries) for one, (row, entries) in zip(wanted, made, strict=True)]


def _copied(wanted: Wanted, number: int) -> tuple[TableRow, tuple[Entry, ...]]:
    """Copy a game for other people and another time."""
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


def _facts(wanted: Wanted, row: TableRow, entries: tuple[Entry, ...]) -> Facts:
    """Count a copied game without playing it again."""
    facts = wanted.played.facts
    who = {line.user: player.user for line, player in zip(facts.lines, row.seats, strict=True)}
    return replace(
        facts,
        table=row.id,
        guild=row.guild,
        channel=row.channel,
        message=row.message,
        started_at=facts.started_at - facts.ended_at + entries[-1].at,
        ended_at=entries[-1].at,
        lines=tuple(replace(line, user=None if line.user is None else who[line.user]) for line in facts.lines),
        feats={who[user]: feats for user, feats in facts.feats.items()},
    )
