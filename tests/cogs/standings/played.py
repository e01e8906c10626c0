"""Finished games and their totals: pages of standings, profiles, head-to-head records."""

from collections.abc import Iterable
from dataclasses import replace

from bot.ratings.profiles import profile_of, versus_of
from bot.ratings.rating import ranked
from bot.ratings.values import ALL_TIME, GameOutcome, Page, Profile, Result, Season, Versus
from render.values import ROWS
from tests.ratings.scenario_games import GUILD, NAMES, USERS, told

EVENING = (
    "6 times gin: Ala 120, Bob 40",
    "gin: Bob 110, Ala 0 left | day 2",
    "oklahoma: Ala 100, Cyd 80 | day 2",
    "german: Cyd 31, Ala -17, Bob -14 | day 3",
    "gin: Ala 120, Computer 0 | day 3",
    "basic: Dag 50, Ewa 20 | day 4, friendly",
    "gin: Ewa 0, Dag 0 | day 4, closed",
    "gin: Cyd 110, Bob 0 | day 5, void",
)
CALLED = dict(zip(USERS.values(), NAMES, strict=True))
SEASONS = (
    Season(GUILD, 1, "First *season*", 0, 90_000_000),
    Season(GUILD, 2, "2026-11", 90_000_000),
)


class Played:
    """The results of an evening of games."""

    def __init__(self, games: Iterable[str] = EVENING) -> None:
        self.totals, self.settled = told({"games": list(games), "seasons": [[0, 2], [2]]})

    @property
    def results(self) -> list[Result]:
        return [settled.result for settled in self.settled]

    def page(self, number: int = 0, season: int = ALL_TIME) -> Page:
        rows = ranked(row for (_, of, scope), row in self.totals.standings.items() if of == season and scope is None)
        first = number * ROWS
        return Page(GUILD, season, None, first, len(rows), rows[first : first + ROWS])

    def profile(self, name: str) -> Profile:
        user = USERS[name]
        return profile_of(
            GUILD,
            user,
            [result for result in self.results if any(line.user == user for line in result.facts.lines)],
            ratings={family: rating for (of, family), rating in self.totals.ratings.items() if of == user},
            curve=[],
            earned=[(achievement, 10**12) for achievement in self.totals.earned.get(user, {})],
        )

    def versus(self, one: str, other: str) -> Versus:
        return versus_of(USERS[one], USERS[other], self.results)

    def outcome(self, number: int) -> GameOutcome:
        settled = self.settled[number]
        return GameOutcome(settled.result, settled.changes, settled.earned)


def many(count: int) -> Page:
    """Return the first page of standings of many players, with long ids and large numbers."""
    played = Played()
    row = played.page().rows[0]
    rows = [
        replace(
            row,
            rank=number + 1,
            standing=replace(
                row.standing, user=10**18 + number, points=-(10**6), games=10**5, wins=10**4, streak=-(10**4)
            ),
        )
        for number in range(count)
    ]
    return Page(10**18, ALL_TIME, None, 0, count, tuple(rows[:ROWS]))
