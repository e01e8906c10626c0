"""The books of one server: all its games counted one after the other, in the order in which they ended.

Whatever is made again from the records (a recompute, a void, a restore, a game that comes out of order) is made here.
"""

from collections import Counter

from bot.ratings.settling import StandingKey, counts, needed, pairs_of, people_of, settled
from bot.ratings.values import Achievement, GameFacts, PriorRecords, Rated, Rating, RatingKey, Settled, Standing
from bot.rummy.options import Variant


class ServerLedger:
    """What the games so far come to. The mappings are for reading; `count` is what changes them."""

    def __init__(self) -> None:
        self.ratings: dict[RatingKey, Rating] = {}
        self.standings: dict[StandingKey, Standing] = {}
        self.earned: dict[int, dict[Achievement, int]] = {}
        """Who earned what at which table."""
        self._wins: dict[int, frozenset[Variant]] = {}
        self._games: Counter[int] = Counter()
        self._meetings: Counter[frozenset[int]] = Counter()
        self._day: tuple[int, int] = (0, 0)
        self._last = (0, 0)

    def count(self, facts: GameFacts, season: int, meetings_allowed: int, *, void: bool = False) -> Settled:
        """Count the next game. ValueError if it did not end after the last one."""
        at = facts.ended_at, facts.table
        if at <= self._last:
            raise ValueError(f"table {facts.table} ended before table {self._last[1]}, which has been counted")
        self._last = at
        result = settled(facts, self.before(facts, season, meetings_allowed, void=void))
        self._note(result)
        return result

    def before(self, facts: GameFacts, season: int, meetings_allowed: int, *, void: bool = False) -> PriorRecords:
        """Gather what holds before a game: of everything, what `needed` names."""
        need = needed(facts, season)
        if need.day != self._day:
            self._day, self._meetings = need.day, Counter()
        return PriorRecords(
            season=season,
            meetings_allowed=meetings_allowed,
            meetings={pair: self._meetings[pair] for pair in need.pairs if pair in self._meetings},
            ratings={key: self.ratings[key] for key in need.ratings if key in self.ratings},
            standings={key: self.standings[key] for key in need.standings if key in self.standings},
            earned={user: frozenset(self.earned[user]) for user in need.users if user in self.earned},
            wins={user: self._wins[user] for user in need.users if user in self._wins},
            games={user: self._games[user] for user in need.users if user in self._games},
            void=void,
        )

    def _note(self, what: Settled) -> None:
        """Write down what a game has come to."""
        result, facts = what.result, what.result.facts
        self.ratings.update({(change.user, change.family): change.after for change in what.changes})
        self.standings.update(what.standings)
        for user, new in what.earned.items():
            self.earned.setdefault(user, {}).update(dict.fromkeys(new, facts.table))
        if result.rated is Rated.YES:
            self._meetings.update(pairs_of(facts))
        people = people_of(facts)
        if not counts(result) or len(people) < len(facts.lines):
            return
        for user, line in people.items():
            self._games[user] += not line.forfeit
            if line.won:
                self._wins[user] = self._wins.get(user, frozenset()) | {facts.variant}
