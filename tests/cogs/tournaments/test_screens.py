"""Screens of tournaments: Discord accepts all of them, and they show what players need."""

from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

from bot.rummy.families import Variant
from bot.rummy.melds.options import GermanOptions
from bot.tournaments import tournament as arithmetic
from bot.tournaments.table import table_of
from bot.tournaments.values import (
    MOST_ENTRANTS,
    FixtureOutcome,
    FixtureResult,
    Tournament,
    TournamentFormat,
    TournamentStage,
)
from cogs.edge.layout import PLAIN
from cogs.tournaments.screens.private import (
    fixtures_screen,
    rules_screen,
    table_screen,
    tournaments_screen,
    withdrawal_screen,
)
from cogs.tournaments.screens.tournament import (
    TournamentScene,
    again_screen,
    left_screen,
    reminder_screen,
    tournament_screen,
)
from tests.cogs.table.scenes import PNG, TEXTS, assert_discord_takes, shown
from tests.cogs.tournaments.scenes import FIRST, all_decided, drawn, joining, people, play_out, row_of, scene_of, win

LONG = {user: "*_`Æ`_*" * 12 + str(user) for user in people(32)}
"""Names that need as many characters as possible."""
HOUSE_RULES = GermanOptions(
    Variant.GERMAN, rounds=9, small_deck=True, round_the_corner=True, no_jokers=True, set_rule=True, claim=True
)


@cache
def stages(form: TournamentFormat, count: int) -> list[Tournament]:
    """Return a tournament at every stage."""
    begun = drawn(form, count)
    later = play_out(begun, matchdays=2)
    over = play_out(later, seed=1) if form is TournamentFormat.KNOCKOUT else all_decided(later)
    assert over.stage is TournamentStage.OVER
    return [joining(form, 0), joining(form, count), begun, later, over, replace(begun, stage=TournamentStage.CANCELED)]


@pytest.mark.parametrize(
    ("form", "names"),
    [*((form, LONG) for form in TournamentFormat), (TournamentFormat.SINGLE, {})],
    ids=["single", "double", "knockout", "unknown"],
)
def test_discord_accepts_every_screen_of_the_largest_tournament(form: TournamentFormat, names: dict[int, str]) -> None:
    for tournament in stages(form, MOST_ENTRANTS[form]):
        row = row_of(tournament, HOUSE_RULES, name="_*_" * 16)
        scene = replace(scene_of(row, names), tables={fixture.id: 10**18 for fixture in tournament.fixtures})
        tournaments = [replace(row, id=row.id + number) for number in range(25)]
        layouts = [
            tournament_screen(scene, (PNG, PNG)),
            tournament_screen(scene.with_detail(PLAIN), (PNG,)),
            rules_screen(scene),
            withdrawal_screen(scene),
            tournaments_screen(TEXTS, tournaments, "fx-enter"),
        ]
        last = arithmetic.matchdays(tournament)
        for matchday in {0, 1, tournament.matchday, last}:
            layouts.append(left_screen(scene, matchday))
            layouts.append(fixtures_screen(scene, FIRST + 1, matchday, tournaments, "A line of notice."))
        for first in range(0, max(1, len(tournament.entrants)), 8):
            layouts.append(table_screen(scene, first, (PNG,)))
        waiting = arithmetic.open_fixtures(tournament)
        if waiting:
            layouts += [reminder_screen(scene, waiting), again_screen(scene, waiting)]
        for layout in layouts:
            assert_discord_takes(layout)


def test_a_tournament_to_join_shows_its_rules_and_players() -> None:
    screen = shown(tournament_screen(scene_of(row_of(joining(TournamentFormat.DOUBLE, 3), HOUSE_RULES)), ()))
    for words in ("Tournament Winter: join now", "everyone plays everyone twice", "German Rummy", "3 of at most 20",
                  "Ala 0, Ala 1 and Ala 2", "7 days", "2 match points", "Computers can't join"):  # fmt: skip
        assert words in screen.text
    assert screen.labels == ["Join", "Leave", "Rules"]


@pytest.mark.parametrize(
    ("form", "count"), [(TournamentFormat.SINGLE, 5), (TournamentFormat.SINGLE, 20), (TournamentFormat.KNOCKOUT, 32)]
)
def test_each_pair_that_can_play_has_a_button(form: TournamentFormat, count: int) -> None:
    tournament = drawn(form, count)
    screen = shown(tournament_screen(scene_of(row_of(tournament)), ()))
    pairs = arithmetic.open_fixtures(tournament)
    assert len(pairs) == count // 2
    buttons = {button["custom_id"]: button["label"] for button in screen.buttons}
    for fixture in pairs:
        one, other = (f"Ala {user - FIRST}" for user in fixture.pair)
        assert buttons[f"l1:fx-play:{2**31}:{fixture.id}"] == f"{one} – {other}"
        assert f"**{one} – {other}** · to be played" in screen.text
    assert ("has a bye" in screen.text) == (form is TournamentFormat.SINGLE and count % 2 == 1)


def test_a_matchday_mentions_players_who_have_to_play_and_shows_results() -> None:
    tournament = drawn(TournamentFormat.SINGLE, 6)
    first, second, third = arithmetic.open_fixtures(tournament)
    tournament = win(tournament, first, (104, 31))
    running = replace(second, playing=True, table=7)
    tournament = replace(
        tournament, fixtures=tuple(running if one.id == running.id else one for one in tournament.fixtures)
    )
    scene = replace(scene_of(row_of(tournament)), tables={running.id: 77})
    screen = shown(tournament_screen(scene, ()))
    assert f"104 : 31, Ala {first.home - FIRST} wins" in screen.text
    assert "playing now: <#77>" in screen.text
    mentioned = {user for user in people(6) if f"<@{user}>" in screen.text}
    assert mentioned == set(third.pair)
    assert f"<t:{(third.deadline or 0) // 1000}:f>" in screen.text
    assert f"l1:fx-play:{2**31}:{first.id}" not in screen.ids


def test_walk_overs_and_shared_wins_are_shown() -> None:
    tournament = drawn(TournamentFormat.SINGLE, 6)
    first, second, third = arithmetic.open_fixtures(tournament)
    ends = [
        replace(first, decided=FixtureResult(FixtureOutcome.WALKOVER, first.pair[:1])),
        replace(second, decided=FixtureResult(FixtureOutcome.NOBODY, ())),
        replace(third, decided=FixtureResult(FixtureOutcome.PLAYED, third.pair, (50, 50), 9)),
    ]
    new = {fixture.id: fixture for fixture in ends}
    tournament = replace(tournament, fixtures=tuple(new.get(one.id, one) for one in tournament.fixtures))
    text = shown(left_screen(scene_of(row_of(tournament)), 1)).text
    assert f"walkover for Ala {first.home - FIRST}" in text
    assert "not played, both lose" in text
    assert "50 : 50, shared win" in text


def test_the_table_explains_tie_breaks() -> None:
    tournament = drawn(TournamentFormat.SINGLE, 4)
    while tournament.stage is TournamentStage.RUNNING:
        fixture = arithmetic.open_fixtures(tournament)[0]
        low, high = sorted(fixture.pair)
        # The lower id wins if the difference is odd, so that players tie on match points.
        winner = low if (high - low) % 2 else high
        points = (100, 40 + fixture.matchday) if fixture.home == winner else (40 + fixture.matchday, 100)
        tournament = win(tournament, fixture, points)
    scene = scene_of(row_of(tournament))
    screen = shown(table_screen(scene, 0, ()))
    rows = table_of(tournament)
    ties = [(above, row) for above, row in pairwise(rows) if above.match_points == row.match_points]
    assert ties
    for above, row in ties:
        one, other = (f"Ala {place.user - FIRST}" for place in (above, row))
        assert f"{one} is ahead of {other} by " in screen.text or f"{one} and {other} share the place" in screen.text
    over = shown(tournament_screen(scene, ())).text
    assert f"🏆 **Ala {rows[0].user - FIRST} wins!**" in over


def test_rows_that_do_not_fit_are_left_out_whole_with_a_hint() -> None:
    scene = scene_of(row_of(play_out(drawn(TournamentFormat.SINGLE, 20), matchdays=2)), LONG)
    screen = shown(tournament_screen(scene, ()))
    assert "Press *Table* to see everything." in screen.text
    assert "Table" in screen.labels
    lines = screen.text.splitlines()
    assert all(line.count("·") == 4 for line in lines if line.startswith("`"))
    pages = [shown(table_screen(scene, first, ())).text for first in (0, 8, 16)]
    assert sum(page.count("\n`") for page in pages) == 20


def test_a_player_sees_their_own_fixture_first_with_its_buttons() -> None:
    tournament = drawn(TournamentFormat.SINGLE, 5)
    playing, other = arithmetic.open_fixtures(tournament)
    free = next(fixture.home for fixture in tournament.fixtures if fixture.matchday == 1 and fixture.away is None)
    scene = scene_of(row_of(tournament))

    def labels(user: int, tournament_scene: TournamentScene = scene) -> list[str]:
        return shown(fixtures_screen(tournament_scene, user, 1)).labels

    assert labels(playing.home)[:2] == [f"Ala {playing.home - FIRST} – Ala {(playing.away or 0) - FIRST}", "Withdraw"]
    assert other.id != playing.id
    assert labels(free) == ["Withdraw", "Matchday 2 of 5 ▶", "Table", "Rules"]
    assert labels(1) == ["Matchday 2 of 5 ▶", "Table", "Rules"]
    before = scene_of(row_of(joining(TournamentFormat.SINGLE, 2)))
    assert labels(FIRST, before) == ["Leave", "Rules"]
    assert labels(1, before) == ["Join", "Rules"]


def test_knock_out_rounds_have_names_and_earlier_ones_stay_visible() -> None:
    tournament = play_out(drawn(TournamentFormat.KNOCKOUT, 8), matchdays=2)
    scene = scene_of(row_of(tournament))
    screen = shown(tournament_screen(scene, ()))
    assert "Winter · Final" in screen.text
    assert "**Semifinals**" in screen.text
    assert "**Quarterfinals**" in screen.text
    assert "Bracket" in screen.labels
