"""Running totals of one server while its games are counted in the order in which they ended.

Used wherever games are recounted: for a recompute, a voided or restored result, a game that arrives out of order.
"""

from collections import Counter

from bot.ratings.settling import StandingKey, is_counted, pairs_of, people_of, required_records, settled
from bot.ratings.values import Achievement, GameFacts, PriorRecords, Rated, Rating, RatingKey, Settled, Standing
from bot.rummy.families import Variant


class ServerTotals:
    """Ratings, standings and achievements after the games counted so far. Call `count` to change the mappings."""

    def __init__(self) -> None:
        self.ratings: dict[RatingKey, Rating] = {}
        self.standings: dict[StandingKey, Standing] = {}
        self.earned: dict[int, dict[Achievement, int]] = {}
        """By user: achievements and the tables where they were earned."""
        self._wins: dict[int, frozenset[Variant]] = {}
        self._games: Counter[int] = Counter()
        self._meetings: Counter[frozenset[int]] = Counter()
        self._day: tuple[int, int] = (0, 0)
        self._last = (0, 0)

    def count(self, facts: GameFacts, season: int, meetings_allowed: int, *, void: bool = False) -> Settled:
        """Count the next game. ValueError if it didn't end after the previous one."""
        at = facts.ended_at, facts.table
        if at <= self._last:
            raise ValueError(f"table {facts.table} ended before table {self._last[1]}, which has been counted")
        self._last = at
        result = settled(facts, self.prior_records(facts, season, meetings_allowed, void=void))
        self._add(result)
        return result

    def prior_records(
        self, facts: GameFacts, season: int, meetings_allowed: int, *, void: bool = False
    ) -> PriorRecords:
        """Return the records before a game, only those that `required_records` lists."""
        need = required_records(facts, season)
        if need.day != self._day:
            self._day, self._meetings = need.day, Counter()
        return PriorRecords(
            season=season,
            meetings_allowed=meetings_allowed,
            games_that_day={pair: self._meetings[pair] for pair in need.pairs if pair in self._meetings},
            ratings={key: self.ratings[key] for key in need.ratings if key in self.ratings},
            standings={key: self.standings[key] for key in need.standings if key in self.standings},
            earned={user: frozenset(self.earned[user]) for user in need.users if user in self.earned},
            won_variants={user: self._wins[user] for user in need.users if user in self._wins},
            finished_games={user: self._games[user] for user in need.users if user in self._games},
            void=void,
        )

    def _add(self, settled: Settled) -> None:
        """Add a counted game."""
        result, facts = settled.result, settled.result.facts
        self.ratings.update({(change.user, change.pool): change.after for change in settled.changes})
        self.standings.update(settled.standings)
        for user, new in settled.earned.items():
            self.earned.setdefault(user, {}).update(dict.fromkeys(new, facts.table))
        if result.rated is Rated.YES:
            self._meetings.update(pairs_of(facts))
        people = people_of(facts)
        if not is_counted(result) or len(people) < len(facts.lines):
            return
        for user, line in people.items():
            self._games[user] += not line.forfeit
            if line.won:
                self._wins[user] = self._wins.get(user, frozenset()) | {facts.variant}
