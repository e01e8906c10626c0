"""Scenarios about counting games, written so that players can read them (tests/scenarios/README.md)."""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.ratings.game_facts import facts_of
from bot.ratings.profiles import experience_of, level_of, versus_of
from bot.ratings.rating import FIRST, SIGMA, is_provisional, precisely, ranked, shown
from bot.ratings.settling import POOLS
from bot.ratings.values import ALL_TIME, Achievement, Counts, GameFacts, Rated, Rating, Scope, Settled, Standing
from bot.rummy.families import Variant
from tests.ratings.scenario_games import DAY, NAMES, USERS, facts_from, finished_from, told

FOLDER = Path(__file__).parent.parent / "scenarios" / "ratings"


def scenarios() -> Iterator[dict[str, Any]]:
    for path in sorted(FOLDER.glob("*.toml")):
        yield from tomllib.loads(path.read_text(encoding="utf-8"))["scenario"]


@pytest.mark.parametrize("scenario", [pytest.param(scenario, id=scenario["name"]) for scenario in scenarios()])
def test_scenario(scenario: dict[str, Any]) -> None:
    if "deals" in scenario:
        seen = seen_in(facts_of(finished_from({"variant": "gin", **scenario})))
    elif "rows" in scenario:
        seen = {"order": order_of([standing_from(name, row) for name, row in scenario["rows"].items()])}
    else:
        seen = seen_after(scenario)
    assert {name: seen[name] for name in scenario["expect"]} == scenario["expect"]


def test_every_achievement_has_a_scenario() -> None:
    assert {word for scenario in scenarios() for word in earned_in(scenario)} == set(Achievement)


def test_every_reason_not_to_rate_a_game_has_a_scenario() -> None:
    words = {word for scenario in scenarios() if "games" in scenario for word in scenario["expect"].get("rated", ())}
    assert words == set(Rated)


def test_scenario_lines_give_the_same_places_as_records() -> None:
    told_in_a_line = facts_from("basic: Ala 0, Bob* 64, Cyd 0, Dag left", 1)
    assert [line.place for line in told_in_a_line.lines] == [2, 1, 2, 4]


def earned_in(scenario: Mapping[str, Any]) -> set[str]:
    expected = scenario["expect"]
    lists = [*expected.get("feats", ()), *expected.get("earned", {}).values()]
    return {word for words in lists for word in words}


def seen_in(facts: GameFacts) -> dict[str, object]:
    """Return the facts of one game, as named in scenarios."""
    seen: dict[str, object] = {
        name: [getattr(line, name) for line in facts.lines] for name in ("place", "won", "forfeit", "points", "margin")
    }
    seen |= {name: [getattr(line.counts, name) for line in facts.lines] for name in Counts.__dataclass_fields__}
    seen["best"] = [[line.best.outcome, line.best.deal, line.best.points] if line.best else [] for line in facts.lines]
    seen["feats"] = [sorted(facts.achievements.get(line.user or 0, ())) for line in facts.lines]
    seen["unrated"] = facts.unrated.value if facts.unrated else ""
    return seen


def seen_after(scenario: Mapping[str, Any]) -> dict[str, object]:
    """Return the totals after all games. Standings are of ``scope`` and ``season``, by default all games and times."""
    totals, settled = told(scenario)
    scope = Variant(scenario["scope"]) if "scope" in scenario else None
    key = scenario.get("season", ALL_TIME), scope
    rows = {row.user: row for (_, *of), row in totals.standings.items() if tuple(of) == key}
    names = {name: USERS[name] for name in NAMES if USERS[name] in rows}
    looks: dict[str, Callable[[Standing], object]] = {
        "shown": lambda row: shown(row.rating or FIRST),
        "provisional": lambda row: is_provisional(row.rating or FIRST),
        **{name: by_name(name) for name in ("games", "wins", "points", "streak", "best_streak")},
    }
    gained = experience_in(settled)
    results = [one.result for one in settled]
    versus = versus_of(USERS["Ala"], USERS["Bob"], results)
    last = settled[-1]
    return {
        **{look: {name: of(rows[user]) for name, user in names.items()} for look, of in looks.items()},
        "last_day": {name: rows[user].last_at // DAY for name, user in names.items()},
        "order": order_of(rows.values()),
        "rated": [result.rated.value for result in results],
        "season_of": [result.season for result in results],
        "places": [[line.place for line in result.facts.lines] for result in results],
        "moved": {name: round(moved(last, user, scope)) for name, user in USERS.items() if moved(last, user, scope)},
        "earned": {name: sorted(last.earned[user]) for name, user in USERS.items() if user in last.earned},
        "experience": {name: gained[user] for name, user in USERS.items() if user in gained},
        "level": {name: level_of(gained[user]).number for name, user in USERS.items() if user in gained},
        "versus": [versus.games, *versus.wins, *versus.points],
    }


def by_name(name: str) -> Callable[[Standing], object]:
    return lambda row: getattr(row, name)


def moved(settled: Settled, user: int, scope: Scope) -> float:
    """Return the change of a player's displayed rating by a game."""
    family = None if scope is None else POOLS[scope]
    found = [change for change in settled.changes if (change.user, change.pool) == (user, family)]
    return sum(precisely(change.after) - precisely(change.before) for change in found)


def experience_in(settled: list[Settled]) -> dict[int, int]:
    gained = dict[int, int]()
    for one in settled:
        for line in one.result.facts.lines:
            if line.user is not None:
                gained[line.user] = gained.get(line.user, 0) + experience_of(one.result, line)
    return gained


def standing_from(name: str, row: Mapping[str, int]) -> Standing:
    """Return a row of standings; ``shown`` is the displayed rating."""
    rating = Rating(3 * SIGMA + (row.get("shown", 1000) - 1000) / 40, SIGMA, row["games"])
    counted = {field: row.get(field, 0) for field in ("games", "wins", "points")}
    return Standing(USERS[name], **counted, last_at=row.get("day", 0) * DAY, rating=rating)


def order_of(rows: Iterable[Standing]) -> list[str]:
    names = {user: name for name, user in USERS.items()}
    return [f"{row.rank or '-'} {names[row.standing.user]}" for row in ranked(rows)]
