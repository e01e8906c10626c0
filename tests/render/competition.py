"""Standings, profiles, tournament tables and brackets to draw."""

from collections.abc import Mapping
from dataclasses import replace

from bot.ratings.values import (
    Achievement,
    Counts,
    GameEnding,
    GameFacts,
    Page,
    PlayerResult,
    Profile,
    Ranked,
    Rated,
    Rating,
    Result,
    Scope,
    Standing,
    Tally,
    Versus,
)
from bot.rummy.families import Variant
from bot.tournaments.table import table_of
from bot.tournaments.tournament import drawn, played
from bot.tournaments.values import Entrant, Fixture, FixtureOutcome, FixtureResult, Tournament, TournamentFormat

LONG = "Kunegunda Wielka z Kórnika pod Poznaniem"
NAMES: Mapping[int, str] = {1: "Ola", 2: LONG, 3: "日本太郎", 5: "Kuba 🦊", 6: "محمد", 7: "W" * 40}
"""The names of some players; those of 4 and of all above 7 are unknown."""
GONE = -4
"""The id of a member whose data was deleted."""


def rating(shown: int, games: int = 20) -> Rating:
    """Return a rating without uncertainty that is shown as this number."""
    return Rating((shown - 1000) / 40 + 6, 2, games)


def standing(user: int, games: int = 20, wins: int = 11, points: int = 840, **more: int) -> Standing:
    return Standing(user, games, wins, points, more.get("streak", 3), 5, 10**12, rating(more.get("shown", 1200), games))


def page(*standings: Standing, first: int = 0, total: int | None = None) -> Page:
    """Return a page of standings, ranked in the given order."""
    rows = tuple(Ranked(number if each.games >= 5 else None, each) for number, each in enumerate(standings, first + 1))
    return Page(1, 0, None, first, len(rows) if total is None else total, rows)


FULL = page(
    standing(1, 1212, 1140, 118_450, streak=112, shown=2216),
    standing(2, 57, 30, 2310, streak=-2),
    standing(3, 40, 20, 990),
    standing(GONE, 9, 5, -40, streak=-13),
    standing(5, 5, 0, -12_340, streak=-5, shown=0),
    standing(6, 4),
    standing(7, 1, 1, 290, streak=0),
    standing(8, 1),
    first=8,
    total=1023,
)
ALL_PAGES = {
    "full": FULL,
    "one game": page(standing(7, 1, 1, 290, streak=1)),
    "nobody": page(),
    "last page": page(standing(2), first=16, total=17),
}


def versus(one: int, other: int, wins: tuple[int, int], last: tuple[Result, ...] = ()) -> Versus:
    return Versus((one, other), sum(wins), wins, (wins[0] * 50, wins[1] * -31), last)


def game(users: tuple[int, int], points: tuple[int, int], won: tuple[bool, bool], variant: Variant) -> Result:
    """Return a counted game of two players."""
    lines = tuple(
        PlayerResult(seat, user, 1, won[seat], False, points[seat], points[seat] - points[1 - seat], Counts())
        for seat, user in enumerate(users)
    )
    return Result(GameFacts(1, 1, 1, 1, variant, GameEnding.PLAYED, None, None, 0, 1, lines, {}), Rated.YES, 0)


LAST = (
    game((1, 2), (290, 12), (True, False), Variant.GIN),
    game((2, 1), (-120, 140), (False, True), Variant.GERMAN),
    game((1, 2), (17, 1040), (False, True), Variant.HOLLYWOOD),
    game((1, 2), (20, 20), (True, True), Variant.BASIC),
    game((1, 2), (1, 2), (False, False), Variant.OKLAHOMA),
    game((1, 2), (100, 99), (True, False), Variant.REMIK),
)
ALL_VERSUS = {
    "twenty games": versus(1, 2, (12, 8), LAST),
    "one game": versus(1, 2, (0, 1), LAST[2:3]),
    "none": versus(3, GONE, (0, 0)),
    "level": replace(versus(1, 2, (0, 0), LAST[4:5]), games=1),
    "hundreds": versus(7, 3, (5120, 4880)),
}

COUNTS = Counts(3000, 900, 450, 120, 200, 843, 35, 28, 4, 2)


def tallies(games: int, *variants: Variant) -> Mapping[Scope, Tally]:
    """Return a number of games of some variants, about half of them won."""
    each = games // max(len(variants), 1)
    shared: dict[Scope, Tally] = {variant: Tally(each, each // 2, each * 63, COUNTS) for variant in variants}
    return {None: Tally(games, games // 2, games * 63, COUNTS)} | shared


def profile(games: int, user: int = 1, **changes: object) -> Profile:
    """Return a profile after a number of rated games of all variants."""
    found = tallies(games, *Variant) if games else {}
    curve = tuple((number, 1000 + 7.0 * number - (number % 9) * 31) for number in range(games))
    plain = Profile(
        user=user,
        guild=1,
        rating=rating(1203, games) if games else None,
        pools={},
        curve=curve,
        rated=found,
        all=found,
        streak=3,
        best_streak=8,
        experience=1230,
        level=7,
        level_from=1050,
        level_to=1400,
        rivals=(versus(5, user, (12, 8)), versus(user, 2, (3, 4)), versus(GONE, user, (5, 6)), versus(user, 9, (1, 1))),
        earned=(),
    )
    return replace(plain, **changes)  # type: ignore[arg-type]  # any field of a profile


ALL_ACHIEVEMENTS = tuple((achievement, 10**12) for achievement in Achievement)
ALL_PROFILES = {
    "hundreds of games": profile(845),
    "twelve games": profile(12, user=2),
    "all achievements": profile(40, rated=tallies(40, Variant.GIN), earned=ALL_ACHIEVEMENTS),
    "one game": profile(1, rivals=(), streak=-1, best_streak=0, level=1, level_from=0, level_to=50, experience=10),
    "none": profile(0, user=7, rivals=(), streak=0, best_streak=0, experience=0, level=1, level_from=0, level_to=50),
    "never rated": profile(0, user=3, all=tallies(4, Variant.BASIC), streak=0, best_streak=0),
    "deleted": profile(30, user=GONE, rivals=(versus(GONE, 1, (2, 0)),), streak=-112),
    "at the bottom": profile(3, curve=((1, 0.0), (2, 0.0), (3, 0.0)), rating=rating(0, 3)),
}


def played_tournament(form: TournamentFormat, count: int, matchdays: int, gone: int = 4) -> Tournament:
    """Return a tournament after some matchdays: the home player wins, every fifth fixture is a walkover.

    The data of player ``gone`` was deleted.
    """
    users = [GONE if number == gone else number for number in range(1, count + 1)]
    tournament = drawn(Tournament(form, entrants=tuple(map(Entrant, users))), b"\1" * 32, 0)
    tournament = replace(tournament, fixtures=_numbered(tournament))
    for matchday in range(1, matchdays + 1):
        for fixture in [each for each in tournament.fixtures if each.matchday == matchday and each.decided is None]:
            walkover = fixture.place % 5 == 3
            decided = (
                FixtureResult(FixtureOutcome.WALKOVER, (fixture.home,))
                if walkover
                else FixtureResult(FixtureOutcome.PLAYED, (fixture.home,), (120 + fixture.place, -17))
            )
            tournament = played(tournament, fixture.id, decided, matchday)
            tournament = replace(tournament, fixtures=_numbered(tournament))
    return tournament


def _numbered(tournament: Tournament) -> tuple[Fixture, ...]:
    """Return fixtures with the numbers that the store would give them."""
    return tuple(replace(fixture, id=number) for number, fixture in enumerate(tournament.fixtures, 1))


ALL_TABLES = {
    f"{count} after {matchdays}": table_of(played_tournament(TournamentFormat.SINGLE, count, matchdays))
    for count, matchdays in ((2, 0), (5, 2), (12, 11))
} | {"nobody": ()}
ALL_CUPS = {
    f"{count} after {rounds}": played_tournament(TournamentFormat.KNOCKOUT, count, rounds)
    for count, rounds in ((2, 0), (3, 1), (5, 1), (8, 3), (16, 2), (32, 0), (64, 3))
}
