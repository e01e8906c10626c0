"""Results and standings as CSV files for spreadsheets."""

import csv
import gzip
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from datetime import UTC, datetime
from io import StringIO
from typing import Final

from bot.play.state.names import recorded_person
from bot.ratings.rating import is_provisional, shown
from bot.ratings.values import ALL_TIME, Counts, Ranked, Result, Scope, Season
from cogs.edge.messages import Attachment

ZIPPED_FROM: Final = 2**20
"""Bytes from which a file is compressed, because Discord refuses large files."""
_COUNTS: Final = tuple(field.name for field in fields(Counts))
_RESULT: Final = (
    "game", "season", "started", "ended", "variant", "end", "rated", "seat", "player_id", "player", "place", "won",
    "forfeit", "points", "margin", *_COUNTS,
)  # fmt: skip
_STANDING: Final = (
    "season", "games_of", "rank", "player_id", "player", "games", "wins", "points", "streak", "best_streak", "rating",
    "provisional", "last_played",
)  # fmt: skip
_SIGNS: Final = frozenset("=+-@\u2212")
"""What a formula starts with in a spreadsheet, in the form that `unicodedata.normalize` gives full-width signs."""
_SEPARATORS: Final = frozenset(";,|\t\r\n\v\f\x85\u2028\u2029")
"""Characters at which a spreadsheet may be told to split lines into cells."""
_BLANK: Final = frozenset("'\"\u115f\u1160\u2800\u3164\uffa0")
"""Quotes, which spreadsheets remove, and letters that nobody sees."""


def results_csv(results: Iterable[Result], seasons: Sequence[Season], names: Mapping[int, str]) -> bytes:
    """Return results as CSV, one row per player of a game, in the given order.

    Computers have no id. Users whose name isn't in ``names`` get the last digits of their id.
    """
    called = {season.number: season.name for season in seasons}
    rows = []
    for result in results:
        facts = result.facts
        head = (facts.table, safe(called.get(result.season, "")), moment(facts.started_at), moment(facts.ended_at))
        about = (*head, facts.variant.value, facts.ending.value, result.rated.value)
        for line in facts.lines:
            who = (
                ("", "computer")
                if line.user is None
                else (line.user, safe(recorded_person(line.user, names.get(line.user))))
            )
            did = (line.place, int(line.won), int(line.forfeit), line.points, line.margin)
            rows.append((*about, line.seat + 1, *who, *did, *(getattr(line.counts, name) for name in _COUNTS)))
    return _written(_RESULT, rows)


def standings_csv(season: Season | None, parts: Mapping[Scope, Sequence[Ranked]], names: Mapping[int, str]) -> bytes:
    """Return the standings of a season (None: all time) as CSV, one row per player and scope."""
    called = "" if season is None else safe(season.name)
    rows = []
    for scope, ranked in parts.items():
        for row in ranked:
            one = row.standing
            rating = ("", "") if one.rating is None else (shown(one.rating), int(is_provisional(one.rating)))
            who = (one.user, safe(recorded_person(one.user, names.get(one.user))))
            did = (one.games, one.wins, one.points, one.streak, one.best_streak, *rating, moment(one.last_at))
            rows.append((called, "all" if scope is None else scope.value, row.rank or "", *who, *did))
    return _written(_STANDING, rows)


def named_file(name: str, data: bytes) -> Attachment:
    """Return a file to send, compressed if it's large."""
    return Attachment(name, data) if len(data) < ZIPPED_FROM else Attachment(f"{name}.gz", gzip.compress(data))


def safe(text: str) -> str:
    """Escape a text so that spreadsheets don't read any part of it as a formula, however they split lines into cells.

    An apostrophe goes before each sign that a cell could start with, invisible characters and quotes left out, and
    before a tab or line break at the start of the text. Removing one apostrophe before each of them restores the text.
    """
    found, is_start, is_first = list[str](), True, True
    for char in text:
        if (is_start and _is_sign(char)) or (is_first and char in "\t\r\n"):
            found.append("'")
        found.append(char)
        is_start = char in _SEPARATORS or (is_start and _is_unseen(char))
        is_first = is_first and char == "'"
    return "".join(found)


def _is_sign(char: str) -> bool:
    """Return whether a character starts a formula, also in full width."""
    return unicodedata.normalize("NFKC", char)[:1] in _SIGNS


def _is_unseen(char: str) -> bool:
    """Return whether a character at the start of a cell can be overlooked: spaces, controls, marks, quotes."""
    return char in _BLANK or unicodedata.category(char)[0] in "CZM"


def moment(at: int) -> str:
    """Format a time in epoch milliseconds as ISO 8601, in UTC."""
    return datetime.fromtimestamp(at // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def counts_for(result: Result, season: int | None) -> bool:
    """Return whether a result belongs to a season; None and `ALL_TIME` include all results."""
    return season in (None, ALL_TIME, result.season)


def _written(head: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """Return a table as CSV, with a byte order mark so that spreadsheets read it as UTF-8."""
    out = StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(head)
    writer.writerows(rows)
    return out.getvalue().encode("utf-8-sig")
