"""Fuzzed interactions of a stranger: every one is answered in time, nothing is logged as an error, nothing changes.

A stranger may change what is their own, such as their preferences and practice games, but nothing else.
"""

import random
import sqlite3
from pathlib import Path
from typing import Final, TypeAlias

import pytest

from bot.playground import Answer, Person, SeenMessage
from bot.playground.registry import BOOLEAN, INTEGER, STRING
from cogs.edge.custom_ids import LONGEST, TableAction
from tests.cogs.answered import said
from tests.cogs.edge.test_forged import HUGE, ODD, VERY_LONG, no_errors
from tests.end_to_end.club import Club, open_club
from tests.end_to_end.server.evenings import counted, quick_game

FEW, MANY = 80, 10_000
DISCORD_WAITS: Final = 3.0
"""Seconds."""
OWN_TABLES: Final = "tables"
TYPED: Final = (
    *HUGE, *ODD, VERY_LONG, "=1+1", "\uff1d1", "a;b\tc", "@everyone", "<@1>", "<#1>", "`", "**", "\u202eabc", "\u0000",
    "😀" * 60, "a" * 4000, "\n" * 50, "off", "22:00", "Europe/Warsaw", "{name}", "%s", "../..", "1e9", "NaN",
)  # fmt: skip
PIECES: Final = (*HUGE[:3], "0", "1", "2", "-1", "7H", "KS", "gin", "german", "all", "meld_7H_8H_9H", "1_1", "x" * 48)
NUMBERS: Final = (-(2**63), -1, 0, 1, 2, 3, 25, 10**6, 2**53, 2**63)
WORDS_THAT_DELETE: Final = {"forget-me"}
Rows: TypeAlias = dict[str, list[tuple[object, ...]]]


class Fuzzer:
    """A stranger who sends what no client sends."""

    def __init__(self, club: Club, who: Person, seed: str) -> None:
        self.club = club
        self.who = who
        self.rng = random.Random(seed)
        assert club.bot is not None
        self.words = sorted(set(club.bot.packages.pages.handlers) - WORDS_THAT_DELETE)
        self.lines = club.standin.commands()

    async def send(self) -> tuple[object, Answer | None]:
        """Send one interaction. Return what was sent, and its answer; None for autocompletion."""
        message = self.rng.choice([one for one in self.who.sees(self.club.channel) if not one.ephemeral])
        match self.rng.randrange(10):
            case 0 | 1 | 2 | 3:
                custom_id = self.custom_id(message)
                values = None if self.rng.random() < 0.5 else self.typed(self.rng.randrange(4))
                return (custom_id, values), await self.who.forge(message, custom_id, values=values)
            case 4 | 5:
                custom_id = self.custom_id(message)
                names = self.rng.sample(("typed", "number", "turn", "bank", "cut", "name", "code", "x"), 3)
                fields = dict(zip(names, self.typed(3), strict=True))
                return (custom_id, fields), await self.who.forge_modal(message, custom_id, fields)
            case _:
                return await self.command()

    def custom_id(self, message: SeenMessage) -> str:
        """Return a custom id: of a table, of a page, from a message but changed, or any text."""
        rng = self.rng
        match rng.randrange(5):
            case 0 | 1:
                stamp = rng.choice(("0", "1", "0.1", "7", "9999999999", "9999999999.9999"))
                table = rng.choice(("1", "2", "3", *HUGE[:3]))
                end = "" if rng.random() < 0.4 else f":{rng.choice(PIECES)}"
                return f"r1:{table}:{rng.choice(list(TableAction)).value}:{stamp}{end}"[:LONGEST]
            case 2:
                pieces = [rng.choice(PIECES) for _ in range(rng.randrange(5))]
                return ":".join(("l1", rng.choice(self.words), *pieces))[:LONGEST]
            case 3:
                shown = rng.choice([button.custom_id or "x" for button in message.buttons] or ["x"])
                at = rng.randrange(len(shown) + 1)
                return (shown[:at] + rng.choice(("", ":", "0", "9", "x", "é", " ")) + shown[at + rng.randrange(2) :])[
                    :LONGEST
                ] or "x"
            case _:
                return rng.choice([typed for typed in TYPED if typed])[:LONGEST]

    def typed(self, count: int) -> list[str]:
        """Return texts that people could type, or clients send."""
        return [self.rng.choice(TYPED) for _ in range(count)]

    async def command(self) -> tuple[object, Answer | None]:
        """Send a command with any values, or ask for choices of one of its options."""
        line = self.rng.choice(self.lines)
        options = self.club.standin.options(line)
        given: dict[str, str | float] = {}
        for option in options:
            offered = [choice["value"] for choice in option.get("choices", ())]
            if not option.get("required") and self.rng.random() < 0.3:
                continue
            if offered and self.rng.random() < 0.5:
                given[option["name"]] = self.rng.choice(offered)
            elif option["type"] == STRING:
                given[option["name"]] = self.rng.choice(TYPED)
            elif option["type"] == INTEGER:
                given[option["name"]] = self.rng.choice(NUMBERS)
            elif option["type"] == BOOLEAN:
                given[option["name"]] = self.rng.random() < 0.5
        asked = [option["name"] for option in options if option.get("autocomplete")]
        if asked and self.rng.random() < 0.3:
            name = self.rng.choice(asked)
            await self.who.forge_slash(self.club.channel, line, {name: self.rng.choice(TYPED)}, focused=name)
            return (line, name), None
        place = self.who.direct_channel if self.rng.random() < 0.2 else self.club.channel
        return (line, given), await self.who.forge_slash(place, line, given)


def rows_of_others(club: Club, stranger: int, tables: int) -> Rows:
    """Return all rows of the first tables, and of everything else that doesn't mention the stranger."""
    found: Rows = {}
    with sqlite3.connect(f"file:{club.file}?mode=ro", uri=True) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        for name in names:
            cursor = connection.execute(f"SELECT * FROM {name}")  # noqa: S608 - our own tables
            columns = [column[0] for column in cursor.description]
            rows = [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]
            key = "id" if name == OWN_TABLES else "table_id"
            mine = [row for row in rows if key not in columns or (row[key] or 0) <= tables]
            others = [row for row in mine if stranger not in row.values()]
            found[name] = [tuple(value for column, value in row.items() if column not in VOLATILE) for row in others]
    connection.close()
    return {name: found[name] for name in sorted(set(found) - {"facts", "sqlite_sequence"})}


VOLATILE: Final = {"touched_at", "message", "message_at", "wake"}
"""Columns that say where and when a table was shown."""


async def fuzzed(folder: Path, count: int, seed: str) -> None:
    """Send fuzzed interactions in a server with a result, a running game and an invite-only lobby."""
    async with open_club(folder, log_limit=1000) as club, club.running():
        stranger = club.guild.add_person("Zoe")
        await quick_game(club, club.channel, club.ala, club.bob, 1)
        await counted(club)
        await club.table("german", players=3)
        lobby = club.guild.add_channel("lobby")
        await said(club, club.dan.slash(lobby, "rummy new", variant="gin", opponent=club.cyd, invite_only=True))
        await club.settled()
        assert club.bot is not None
        await club.bot.database.late.settle()
        before, fuzzer = rows_of_others(club, stranger.id, 3), Fuzzer(club, stranger, seed)
        slowest = 0.0
        with no_errors():
            for number in range(count):
                sent, answer = await fuzzer.send()
                if answer is None:
                    continue
                assert not answer.failed, (number, sent)
                assert "went wrong" not in answer.text, (number, sent)
                slowest = max(slowest, answer.took or 0.0)
                if number % 500 == 499:
                    await club.settled()
            await club.settled()
        assert slowest < DISCORD_WAITS
        assert rows_of_others(club, stranger.id, 3) == before


async def test_many_fuzzed_interactions_of_a_stranger_change_nothing(tmp_path: Path) -> None:
    await fuzzed(tmp_path, FEW, "a stranger")


@pytest.mark.soak
@pytest.mark.timeout(3600)
async def test_ten_thousand_fuzzed_interactions_of_a_stranger_change_nothing(tmp_path: Path, soak_seed: str) -> None:
    await fuzzed(tmp_path, MANY, soak_seed)
