"""Scenarios about tournaments, written so that players can read them (tests/scenarios/README.md)."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.tournaments.table import bracket_of, champions, table_of
from bot.tournaments.values import TieBreak
from tests.tournaments.scenario_stories import Story, players_of, row_words, tournament_with

FOLDER = Path(__file__).parent.parent / "scenarios" / "tournaments"


def scenarios() -> Iterator[dict[str, Any]]:
    for path in sorted(FOLDER.glob("*.toml")):
        yield from tomllib.loads(path.read_text(encoding="utf-8"))["scenario"]


@pytest.mark.parametrize("scenario", [pytest.param(scenario, id=scenario["name"]) for scenario in scenarios()])
def test_scenario(scenario: dict[str, Any]) -> None:
    if "results" in scenario:
        ids = players_of(scenario["players"])
        names, tournament = {user: name for name, user in ids.items()}, tournament_with(scenario, ids)
        seen: dict[str, object] = {}
    else:
        story = Story(scenario)
        for line in scenario.get("steps", ()):
            story.step(line)
        names, tournament = story.names, story.tournament
        seen = {"told": story.told, "stage": tournament.stage.value, "matchday": tournament.matchday}
    rows = table_of(tournament)
    seen |= {
        "table": [row_words(row, names) for row in rows],
        "counts": {names[row.user]: [row.won, row.shared, row.lost, row.walkovers] for row in rows},
        "sums": {names[row.user]: [row.margin, row.points] for row in rows},
        "among": {names[row.user]: row.among for row in rows if row.among is not None},
        "champions": [names[user] for user in champions(tournament)],
        "bracket": [
            ["-".join(names[user] for user in place.pair) if place else "" for place in places]
            for places in (bracket_of(tournament) if tournament.format == "knockout" else ())
        ],
    }
    assert {name: seen[name] for name in scenario["expect"]} == scenario["expect"]


def test_every_tie_break_has_a_scenario() -> None:
    last_words = {row.split()[-1] for scenario in scenarios() for row in scenario["expect"].get("table", ())}
    assert set(TieBreak) <= last_words
