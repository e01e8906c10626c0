"""Parser for the lines of tournaments' scenarios (tests/scenarios/README.md)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.play.service.tournaments import news_between
from bot.ratings.ports import RequestRefused
from bot.tournaments import tournament as life
from bot.tournaments.draw import shuffled
from bot.tournaments.table import champions
from bot.tournaments.values import (
    HOUR,
    Entrant,
    Fixture,
    FixtureOutcome,
    FixtureResult,
    Tournament,
    TournamentFormat,
    TournamentPlace,
)

SEED: Final = bytes(range(32))
_TIME: Final = re.compile(r"(\d+)d(?: (\d+)h)?(?: (.*))?")
_RESULT: Final = re.compile(r"(\w+)(\*?) (-?\d+) : (-?\d+) (\w+)(\*?)(, both left)?")
_WITHOUT: Final = re.compile(r"(\w+) (walk-over against|and) (\w+)(?: both lose)?")


def players_of(names: Sequence[str]) -> Mapping[str, int]:
    """Return ids by name for which the draw keeps the players in this order."""
    order = shuffled(SEED, range(1001, 1001 + len(names)))
    return dict(zip(names, order, strict=True))


def decided_from(line: str, ids: Mapping[str, int], table: int | None = None) -> tuple[int, int, FixtureResult]:
    """Parse the players and the result of a fixture.

    A star marks the winner. Without a star, more points win, and equal points share the win.
    """
    played = _RESULT.fullmatch(line)
    if played is None:
        without = _WITHOUT.fullmatch(line)
        assert without, line
        home, away = ids[without[1]], ids[without[3]]
        alone = without[2] != "and"
        decided = FixtureResult(FixtureOutcome.WALKOVER, (home,)) if alone else FixtureResult(FixtureOutcome.NOBODY, ())
        return home, away, decided
    home, away, points = ids[played[1]], ids[played[5]], (int(played[3]), int(played[4]))
    starred = tuple(user for user, star in ((home, played[2]), (away, played[6])) if star)
    most = tuple(user for user, own in zip((home, away), points, strict=True) if own == max(points))
    winners = () if played[7] else starred or most
    return home, away, FixtureResult(FixtureOutcome.PLAYED, winners, points, table)


def tournament_with(scenario: Mapping[str, Any], ids: Mapping[str, int]) -> Tournament:
    """Return the tournament of a scenario that lists only results."""
    fixtures = []
    for number, line in enumerate(scenario["results"], start=1):
        home, away, decided = decided_from(line, ids)
        fixtures.append(Fixture(number, number, 0, home, away, decided=decided))
    entrants = tuple(Entrant(user, name in scenario.get("withdrawn", ())) for name, user in ids.items())
    return Tournament(TournamentFormat(scenario.get("format", "single")), entrants=entrants, fixtures=tuple(fixtures))


def row_words(row: TournamentPlace, names: Mapping[int, str]) -> str:
    """Format a row of a table: rank, name, match points, the tie-break that puts it behind the row above."""
    return " ".join([str(row.rank), names[row.user], str(row.match_points), *([row.behind] if row.behind else [])])


class Story:
    """A tournament from its draw on. Every hour it applies what is due, and records what players are notified of."""

    def __init__(self, scenario: Mapping[str, Any]) -> None:
        self.ids = players_of(scenario["players"])
        self.names = {user: name for name, user in self.ids.items()}
        self.now = 0
        self.told: list[str] = []
        tournament = Tournament(TournamentFormat(scenario.get("format", "single")), scenario.get("hours", 168))
        for user in sorted(self.ids.values()):
            tournament = life.joined(tournament, user)
        self.tournament = tournament
        self._become(life.drawn(tournament, SEED, 0))

    def step(self, line: str) -> None:
        """Advance the time, then take the action in the line; after `=>` is the reason for which it's refused."""
        asked, _, refusal = line.partition(" => ")
        time = _TIME.fullmatch(asked)
        assert time, line
        until = (24 * int(time[1]) + int(time[2] or 0)) * HOUR
        while self.now + HOUR < until:
            self._tick(self.now + HOUR)
        self.now = until
        if refusal:
            assert self._refused(time[3]) == refusal.upper(), line
        elif time[3]:
            self._become(self._after(time[3]))
        self._tick(until)

    def when(self) -> str:
        """Format the time."""
        days, hours = divmod(self.now // HOUR, 24)
        return f"{days}d {hours}h" if hours else f"{days}d"

    def _tick(self, now: int) -> None:
        self.now = now
        self._become(life.caught_up(self.tournament, now))

    def _refused(self, what: str) -> str:
        try:
            self._after(what)
        except RequestRefused as refusal:
            return str(getattr(refusal.reason, "name", ""))
        return ""

    def _after(self, what: str) -> Tournament:
        """Return the tournament after an action."""
        tournament, now, words = self.tournament, self.now, what.split()
        match words:
            case [who, "comes"]:
                return life.asked(tournament, self._of(who).id, self.ids[who], now)
            case [who, "comes", "to", pair]:
                return life.asked(tournament, self._of(*pair.split("-"), decided=True).id, self.ids[who], now)
            case [who, "withdraws"]:
                return life.withdrawn(tournament, self.ids[who], now)
            case ["canceled"]:
                return life.canceled(tournament)
            case ["until", day]:
                return life.extended(tournament, 24 * HOUR * int(day.removesuffix("d")), now)
            case [one, "and", other, "play"]:
                found = self._of(one, other)
                playing = replace(found, table=self._table(found), playing=True, came=frozenset(found.pair))
                return self._with(playing)
            case [one, "and", other, "closed"]:
                found = self._of(one, other)
                return life.closed(tournament, found.id, found.table or 0, now)
            case [one, "and", other, "void"]:
                found = self._of(one, other, decided=True)
                return life.taken_back(tournament, found.id, (found.decided and found.decided.table) or 0, now)
            case _:
                played = _RESULT.fullmatch(what)
                assert played, what
                found = self._of(played[1], played[5])
                home, _, decided = decided_from(what, self.ids, found.table or self._table(found))
                if home != found.home:
                    decided = replace(decided, points=decided.points[::-1])
                return life.played(tournament, found.id, decided, now)

    def _of(self, *who: str, decided: bool = False) -> Fixture:
        """Return the fixture of a player or a pair: if possible an open one, or with ``decided`` a decided one."""
        users = {self.ids[name] for name in who}
        found = [one for one in self.tournament.fixtures if one.away is not None and users <= set(one.pair)]
        return next((one for one in found if (one.decided is not None) == decided), found[-1])

    def _table(self, fixture: Fixture) -> int:
        """Return the id of a new table: the next number for its fixture."""
        return max(fixture.spent + 1, 100 * fixture.id)

    def _with(self, changed: Fixture) -> Tournament:
        fixtures = tuple(changed if one.id == changed.id else one for one in self.tournament.fixtures)
        return replace(self.tournament, fixtures=fixtures)

    def _become(self, after: Tournament) -> None:
        """Set the current state of the tournament, and record the news."""
        numbered = (replace(fixture, id=number) for number, fixture in enumerate(after.fixtures, start=1))
        after = replace(after, fixtures=tuple(numbered))
        news = news_between(self.tournament, after)
        self.tournament = after
        self._tell(*(self._words(fixture) for fixture in news.decided))
        self._tell(*(f"again: {self._pair(fixture)}" for fixture in news.again))
        if news.begun:
            self._tell(f"matchday {news.begun}: {self._pairs(life.open_fixtures(after))}")
        if news.reminded:
            self._tell(f"reminder: {self._pairs(news.reminded)}")
        if news.over:
            winners = " and ".join(self.names[user] for user in champions(after))
            self._tell(f"over: {winners or 'nobody'}")

    def _tell(self, *lines: str) -> None:
        self.told += [f"{self.when()} {line}" for line in lines]

    def _words(self, fixture: Fixture) -> str:
        decided = fixture.decided
        assert decided is not None
        home, away = (self.names[user] for user in fixture.pair)
        match decided.outcome:
            case FixtureOutcome.WALKOVER:
                winner, loser = (home, away) if decided.winners == (fixture.home,) else (away, home)
                return f"{winner} walk-over against {loser}"
            case FixtureOutcome.NOBODY:
                return f"{home} and {away} both lose"
            case _:
                return f"{home} {decided.points[0]} : {decided.points[1]} {away}"

    def _pair(self, fixture: Fixture) -> str:
        return "-".join(self.names[user] for user in fixture.pair)

    def _pairs(self, fixtures: Iterable[Fixture]) -> str:
        return " ".join(map(self._pair, fixtures))
