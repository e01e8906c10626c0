"""The schema: tables, their seats and logs, interactions in a lobby, presets, preferences, servers and tournaments.

Ratings are in `data.ratings.schema`. Times are epoch milliseconds. People's names aren't stored. Migrations create it;
a test compares both. Older words: ``leagues`` for tournaments, ``departures`` for servers that removed the bot,
``facts`` for the program's state, ``manner`` for a table's settings, ``stranded_at`` for when a game was paused.
"""

from typing import Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    false,
    or_,
    select,
    text,
    true,
)

from bot.play.state.slots import Slot
from bot.play.state.values import OPEN, LogWord, Status

ROW_ID: Final = BigInteger().with_variant(Integer, "sqlite")
"""The type of autoincrement keys, for which SQLite accepts only INTEGER."""

_JSON: Final = JSON(none_as_null=True)

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

tables: Final = Table(
    "tables",
    metadata,
    Column("id", ROW_ID, primary_key=True, autoincrement=True),
    Column("guild", BigInteger),  # NULL at a practice table, like the next: it belongs to no server
    Column("channel", BigInteger),
    Column("host", BigInteger, nullable=False),
    Column("variant", String(20), nullable=False),
    Column("options", JSON, nullable=False),  # differences from the variant's standard rules, as in a record
    Column("pace", String(10), nullable=False),
    Column("turn_ms", BigInteger),  # NULL without a time limit, like the next
    Column("bank_ms", BigInteger),
    Column("manner", _JSON, nullable=False),  # the settings that are on, by name
    Column("invited", _JSON, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("status", String(10), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("touched_at", BigInteger, nullable=False),
    Column("deadline", BigInteger),  # part of the clock, in its own column so that one statement can move all deadlines
    Column("last_deadline", BigInteger),  # of the turn before, whose discard can be taken back (C-9); also in its own
    Column("wake", BigInteger),  # when the program checks the table next; NULL at an open table: unknown
    Column("clock", _JSON),  # the rest of the clock
    Column("ping", _JSON),
    Column("message", BigInteger),
    Column("message_at", BigInteger),
    Column("rematch", ForeignKey("tables.id")),
    Column("fixture", BigInteger),  # the fixture played at this table
    Column("settled", Boolean, nullable=False, server_default=false()),  # whether its result has been counted
    Column("version", Integer, nullable=False),
    Column("stranded_at", BigInteger),  # when the game was paused because its channel was deleted
    Column("salts", _JSON),  # of the cuts, by seat, in hex; NULL where the game started before cuts had salts
    Column("recut_due", Boolean, nullable=False, server_default=false()),  # players or rules changed since the last cut
    Column("day", Integer),  # the day whose deal is played here
    sqlite_autoincrement=True,  # ids are in old buttons, so they are never reused
)
Index("ix_tables_channel_id", tables.c.channel, tables.c.id)
Index("ix_tables_guild", tables.c.guild)
Index("ix_tables_rematch", tables.c.rematch)  # when tables are deleted, the database looks for rows that refer to them
IS_OPEN: Final = text(f"status IN ({', '.join(repr(str(status)) for status in OPEN)})")
"""The condition of the partial indexes on open tables. It has no parameters: SQLite wouldn't use the indexes then."""
IS_LOBBY: Final = text(f"status = {str(Status.LOBBY)!r}")
"""The same for lobbies."""
IS_PINGED: Final = text("ping IS NOT NULL")
"""The same for tables with a message that pings a player."""
IS_UNSETTLED: Final = text(f"status = {str(Status.OVER)!r} AND NOT settled")
"""The same for tables that are over and whose result hasn't been counted."""
IS_PRACTICE: Final = text("guild IS NULL")
"""The same for practice tables."""


def in_slot(guild: Column[int], slot: Slot) -> ColumnElement[bool]:
    """Return the condition that a server belongs to a slot, as `Slot.serves` does."""
    if slot.is_only:
        return true()
    shards = slot.own_shards
    own = (guild // 2**22 % slot.shards).between(shards.start, shards.stop - 1)
    return or_(own, guild.is_(None)) if slot.number == 0 else own


seats: Final = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user", BigInteger, nullable=False),
    Column("cut", String, nullable=False),
    Column("level", String(10)),  # of a computer; NULL for a person
    Column("name", String),  # of a computer; NULL for a person, and for computers seated by earlier versions
    Column("cut_number", Integer, nullable=False, server_default="0"),  # the order of the cuts, from 1
    UniqueConstraint("table_id", "user"),
    Index("ix_seats_user", "user"),
    sqlite_with_rowid=False,
)

starts: Final = Table(
    "starts",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("guild", BigInteger),
    Column("line", String, nullable=False),  # everything that the start fixed
    Column("at", BigInteger, nullable=False),
    Column("server_started", Integer, nullable=False),  # how many games the server had started before
    Column("server_never_dealt", Integer, nullable=False),  # and how many of those starts were void
    Column("due", BigInteger),  # when the round of the beacon is due; NULL without a beacon, like the next two
    Column("message", BigInteger),  # the message that announced the round
    Column("signature", LargeBinary),  # of the round
    Column("voided", String(20)),  # why no cards were dealt
    Index("ix_starts_guild_voided", "guild", "voided"),
    sqlite_with_rowid=False,
)

moves: Final = Table(
    "moves",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("text", String, nullable=False),
    Column("interaction", BigInteger, nullable=False, unique=True),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,  # stores each table's log contiguously
)
HAS_LEFT: Final = (
    select(moves.c.seq)
    .where(moves.c.table_id == tables.c.id, moves.c.seat == seats.c.seat, moves.c.text == LogWord.LEAVE)
    .exists()
)
"""The condition that the player of a seat, joined to its table, has left the game."""

HAS_PERSON: Final = select(seats.c.seat).where(seats.c.table_id == tables.c.id, seats.c.level.is_(None)).exists()
"""The condition that a person sits at a table."""

packed_logs: Final = Table(
    "packed_logs",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("log", LargeBinary, nullable=False),  # `data.tables.logs`
)
"""The logs of old games, whose lines aren't in `moves` any more."""

changes: Final = Table(
    "changes",
    metadata,
    Column("interaction", BigInteger, primary_key=True, autoincrement=False),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
)

presets: Final = Table(
    "presets",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("key", String, primary_key=True),  # the name as `bot.play.state.names.preset_key` returns it
    Column("name", String, nullable=False),
    Column("variant", String(20), nullable=False),
    Column("options", JSON, nullable=False),  # as in `tables`
    Column("user", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

people: Final = Table(
    "people",
    metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("calls", String(10), nullable=False),  # notifications
    Column("quiet_start", Integer),  # minutes since midnight there; all three or none
    Column("quiet_end", Integer),
    Column("quiet_zone", String),
    Column("sorting", String(10)),
    Column("told", Boolean, nullable=False),  # failure_shown
    Column("confirms", Boolean, nullable=False, server_default=false()),  # is asked before each discard
    Column("practice_variant", String(20)),  # what they practiced last; NULL before the first time, like the next
    Column("practice_level", String(10)),
    Column("look", String),  # the choices that differ from the defaults
    Column("assisted", Boolean, nullable=False, server_default=true()),
    Column("coach", Boolean, nullable=False, server_default=true()),
    Column("language", String),  # the one they have chosen; NULL: that of their Discord client
    Column("locale", String),  # of their Discord client, when they last used the bot
    Column("listed", Boolean, nullable=False, server_default=false()),  # in the ranking of all who play the daily deal
    Column("puzzles", Boolean, nullable=False, server_default=true()),  # their games may give puzzles
)

refused_inviters: Final = Table(
    "refused_inviters",
    metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("inviter", BigInteger, primary_key=True, autoincrement=False),
    Index("ix_refused_inviters_inviter", "inviter"),
    sqlite_with_rowid=False,
)
"""Whose invitations people don't want."""

lessons: Final = Table(
    "lessons",
    metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("lesson", String(20), primary_key=True),
    Column("step", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""How far people are in the lessons."""

coach_lines: Final = Table(
    "coach_lines",
    metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("line", String(40), primary_key=True),  # the name of a `bot.players.hintsing.CoachLine`
    sqlite_with_rowid=False,
)
"""The lines that the coach has given to people, so that none is repeated."""

panels: Final = Table(
    "panels",
    metadata,
    Column("interaction", BigInteger, primary_key=True, autoincrement=False),
    Column("table_id", BigInteger, nullable=False),  # not a reference: panels are stored late, perhaps after a deletion
    Column("user", BigInteger, nullable=False),
    Column("token", LargeBinary, nullable=False),  # encrypted (`data.tables.panels`)
    Column("at", BigInteger, nullable=False),
    Column("locale", String, nullable=False),
    Column("channel", BigInteger),  # NULL except in direct messages
    Column("message", BigInteger),  # NULL while it's being sent
    Column("follow_up", Boolean, nullable=False),
    Column("guild_locale", String),  # of the server on Discord; NULL in direct messages
)
"""Open panels, as long as their tokens work: a restart brings them up to date."""

servers: Final = Table(
    "servers",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("settings", JSON, nullable=False),  # differences from the defaults, by name
    Column("greeted_at", BigInteger),  # when the bot greeted the server; it does so once
)

removed_servers: Final = Table(
    "departures",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)
"""Servers that removed the bot, and when."""

facts: Final = Table(
    "facts",
    metadata,
    Column("name", String(100), primary_key=True),
    Column("value", String, nullable=False),
)
"""The program's own state, such as which commands are registered with Discord."""

days: Final = Table(
    "days",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),  # days since 1970, by UTC
    Column("game", String(20), primary_key=True),
    Column("number", Integer, nullable=False),  # in the game's chain of secrets, whose last link is a fact
    Column("line", String, nullable=False),  # everything that is fixed before the day
    Column("due", BigInteger, nullable=False),  # when its round of the beacon is due
    Column("seen_at", BigInteger),  # when its code was first shown to anyone
    Column("guild", BigInteger),  # of the first public post that showed it in time, like the next two
    Column("channel", BigInteger),
    Column("message", BigInteger),
    Column("signature", LargeBinary),  # of the round
    Column("void", Boolean, nullable=False),  # the round didn't come
    Column("par_points", Integer),  # an Expert's score
    Column("par_turns", Integer),
    Column("closed", Boolean, nullable=False),
    Column("best", BigInteger),  # the table of the best score; not a reference: its player may have deleted it
    sqlite_with_rowid=False,
)
"""The daily deals."""

day_results: Final = Table(
    "day_results",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("game", String(20), primary_key=True),
    Column("user", BigInteger, primary_key=True, autoincrement=False),  # below zero: `bot.play.state.days.mark_of`
    Column("table_id", BigInteger),  # not a reference: results outlive tables
    Column("ended_at", BigInteger),  # NULL while it's played; with no points after that, they gave up
    Column("points", Integer),
    Column("turns", Integer),
    Column("players", Integer),  # the version of the computer players at the end
    Index("ix_day_results_user", "user"),
    Index("ix_day_results_points", "day", "game", "points", "turns"),
    sqlite_with_rowid=False,
)

day_shown: Final = Table(
    "day_shown",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("game", String(20), primary_key=True),
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Index("ix_day_shown_user", "user"),
    sqlite_with_rowid=False,
)
"""The servers on which results of daily deals are shown."""

puzzles: Final = Table(
    "puzzles",
    metadata,
    Column("key", String(20), primary_key=True),  # `bot.players.judged.Puzzle.key`
    Column("mu", Float(53), nullable=False),
    Column("sigma", Float(53), nullable=False),
    Column("tries", Integer, nullable=False),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), unique=True),  # whose game gave it, like the next
    Column("text", String),  # `bot.players.judged.Puzzle.written`
)
"""The ratings of puzzles that people have tried, and the puzzles of servers' own games."""

puzzle_tries: Final = Table(
    "puzzle_tries",
    metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),  # counts the person's tries from 1
    Column("puzzle", String(20), nullable=False),
    Column("choice", Integer, nullable=False),
    Column("solved", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("mu", Float(53), nullable=False),  # the person's puzzle rating after it
    Column("sigma", Float(53), nullable=False),
    UniqueConstraint("user", "puzzle"),
    sqlite_with_rowid=False,
)
"""The first answers of people to puzzles; a person's puzzle rating is that of the last one."""

slots: Final = Table(
    "slots",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("shards", Integer, nullable=False),  # of all slots; 0: as many as Discord recommends at each login
    Column("owner", String),  # the process that claimed it last, in words; NULL like the next two before the first
    Column("version", String),  # of its program
    Column("seen_at", BigInteger),  # its last sign of life, by the server's clock
)
"""The parts of all servers that processes claim, on PostgreSQL only."""

token_use: Final = Table(
    "token_use",
    metadata,
    Column("kind", String(10), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),  # by the server's clock: of the last login, or when a slot has last asked
    Column("allowed", Integer),  # the requests per second that a slot has, and those that it wanted; NULL for a login
    Column("wanted", Integer),
)
"""What Discord counts for a token, of all processes in slots: logins per bucket of shards, and requests per slot."""

tournaments: Final = Table(
    "leagues",
    metadata,
    Column("id", ROW_ID, primary_key=True, autoincrement=True),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger),
    Column("name", String, nullable=False),
    Column("host", BigInteger, nullable=False),
    Column("variant", String(20), nullable=False),
    Column("options", JSON, nullable=False),  # as in `tables`, and so are the next four
    Column("pace", String(10), nullable=False),
    Column("turn_ms", BigInteger),
    Column("bank_ms", BigInteger),
    Column("manner", JSON, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("format", String(10), nullable=False),
    Column("hours", Integer, nullable=False),
    Column("stage", String(10), nullable=False),
    Column("matchday", Integer, nullable=False),
    Column("seed", LargeBinary),
    Index("ix_leagues_guild", "guild"),
    sqlite_autoincrement=True,  # ids are in old buttons, so they are never reused
)

entrants: Final = Table(
    "entrants",
    metadata,
    Column("league_id", ForeignKey("leagues.id", ondelete="CASCADE"), primary_key=True),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("number", Integer, nullable=False),  # the order of joining; after the draw, its order
    Column("withdrawn", Boolean, nullable=False),
    Index("ix_entrants_user", "user"),
    sqlite_with_rowid=False,
)

fixtures: Final = Table(
    "fixtures",
    metadata,
    Column("id", ROW_ID, primary_key=True, autoincrement=True),
    Column("league_id", ForeignKey("leagues.id", ondelete="CASCADE"), nullable=False),
    Column("matchday", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("home", BigInteger, nullable=False),
    Column("away", BigInteger),  # NULL for a bye
    Column("begun_at", BigInteger),
    Column("deadline", BigInteger),
    Column("wake", BigInteger),  # when the program checks the fixture next
    Column("home_came", Boolean, nullable=False),
    Column("away_came", Boolean, nullable=False),
    Column("reminded", Integer, nullable=False),
    Column("spent", BigInteger, nullable=False),
    Column("ending", String(10)),  # NULL if it's undecided or has no winner
    Column("home_won", Boolean, nullable=False),
    Column("away_won", Boolean, nullable=False),
    Column("home_points", Integer, nullable=False),
    Column("away_points", Integer, nullable=False),
    Column("table_id", BigInteger),  # the table of the deciding game
    Column("meeting", BigInteger),  # the time to play that one of the players suggested
    Column("home_agreed", Boolean, nullable=False, server_default=false()),  # to that time
    Column("away_agreed", Boolean, nullable=False, server_default=false()),
    Column("home_told", Boolean, nullable=False, server_default=false()),  # of the suggestion, or reminded of the time
    Column("away_told", Boolean, nullable=False, server_default=false()),
    UniqueConstraint("league_id", "matchday", "place"),
    sqlite_autoincrement=True,  # as above
)
IS_AWAITED: Final = text("ending IS NULL AND begun_at IS NOT NULL")
"""The condition for fixtures that can be played, which have an index."""
IS_SUGGESTED: Final = text("ending IS NULL AND meeting IS NOT NULL")
"""The condition for fixtures whose players talk about a time, which have an index."""
