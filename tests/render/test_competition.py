"""Pictures of ratings and tournaments: standings, profiles, two players' games, tables, brackets."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import pytest

from bot.ratings.values import BestDeal, DealWon, Page, Profile, Result, Tally, Versus
from bot.rummy.families import Variant
from bot.rummy.results import Outcome
from bot.text.catalogs import Catalogs
from bot.tournaments.table import bracket_of, table_of
from bot.tournaments.tournament import drawn
from bot.tournaments.values import Entrant, Tournament, TournamentFormat
from render.drawing.listing import listed_name
from render.drawing.palette import Ink
from render.look import Look, Theme
from render.profile import profile_picture, scale_of
from render.standings import standings_picture
from render.tournaments import bracket_picture, tournament_table_picture
from render.values import ROWS, Picture, parts_of
from render.versus import versus_picture
from tests.render.competition import (
    ALL_CUPS,
    ALL_PAGES,
    ALL_PROFILES,
    ALL_TABLES,
    ALL_VERSUS,
    FULL,
    GONE,
    LAST,
    LONG,
    NAMES,
    page,
    played_tournament,
    profile,
    rating,
    standing,
    versus,
)
from tests.render.measures import LONGER, empty_share, watched
from tests.render.views import TEXTS, changed, ink, is_bare, opened, rgb, row

BEST = BestDeal(DealWon(Outcome.GIN, 1, 48), Variant.GIN, 5)
FEW = (standing(1, 21, 12, -840, streak=-3, shown=1315), standing(2), standing(3), standing(8, 3, 1, 90))
TITLE = "November 2026 · German Rummy and a season's name of length"
Draw = Callable[..., Picture]


def everything() -> Iterator[tuple[str, Draw]]:
    """Yield every picture of ratings and tournaments as (contents, drawing function)."""
    for name, each in ALL_PAGES.items():
        yield f"standings, {name}", partial(standings_picture, each, NAMES, TEXTS, TITLE, me=5)
    for name, someone in ALL_PROFILES.items():
        yield f"profile, {name}", partial(profile_picture, someone, NAMES, TEXTS)
    for name, two in ALL_VERSUS.items():
        yield f"versus, {name}", partial(versus_picture, two, NAMES, TEXTS)
    for name, places in ALL_TABLES.items():
        for first in range(0, max(len(places), 1), ROWS):
            draw = partial(tournament_table_picture, places, NAMES, TEXTS, TITLE, first=first, me=2)
            yield f"table, {name}, from {first}", draw
    for name, cup in ALL_CUPS.items():
        for part in range(len(parts_of(cup))):
            yield f"cup, {name}, part {part}", partial(bracket_picture, cup, NAMES, TEXTS, TITLE, part=part, me=2)


EVERYTHING = dict(everything())


@pytest.mark.parametrize("draw", EVERYTHING.values(), ids=EVERYTHING)
def test_pictures_of_ratings_and_tournaments_have_the_usual_format(draw: Draw, monkeypatch: pytest.MonkeyPatch) -> None:
    words = watched(monkeypatch)
    picture = draw()
    image = opened(picture.png)
    assert (image.width, image.mode) == (1100, "P")
    assert 380 <= image.height <= 900
    assert len(image.getcolors() or ()) <= 128
    assert len(picture.png) <= 55_000
    assert 0 < len(picture.alt) <= 1024
    assert is_bare(picture.png, (40, image.height - 16, 1060, image.height))
    assert empty_share(picture.png) < 0.15
    assert words.too_small == {}


NAMED = dict.fromkeys(range(1, 40), "Zoë") | {GONE: "Jan"}
WITH_SHORT_NAMES = {
    "standings": partial(
        standings_picture,
        page(*[standing(user) for user in range(1, 9)], first=8, total=1023),
        NAMED,
        title="Season 4",
        me=5,
    ),
    "standings of four": partial(standings_picture, page(*FEW), NAMED, title="Season 4", me=1),
    "standings of two": partial(standings_picture, page(*FEW[:2]), NAMED, title="Season 4"),
    "profile": partial(profile_picture, profile(12, best_deal=BEST), NAMED),
    "profile of a beginner": partial(profile_picture, profile(1, best_deal=BEST), NAMED),
    "versus": partial(versus_picture, ALL_VERSUS["twenty games"], NAMED),
    "table": partial(
        tournament_table_picture,
        table_of(played_tournament(TournamentFormat.SINGLE, 5, 2, gone=0)),
        NAMED,
        title="Cup",
        me=2,
    ),
    "bracket": partial(
        bracket_picture, played_tournament(TournamentFormat.KNOCKOUT, 8, 3, gone=0), NAMED, title="Cup", me=2
    ),
}


@pytest.mark.parametrize("draw", WITH_SHORT_NAMES.values(), ids=WITH_SHORT_NAMES)
def test_nothing_is_cut_off_in_longer_languages_either(draw: Draw, monkeypatch: pytest.MonkeyPatch) -> None:
    words = watched(monkeypatch)
    for texts in (TEXTS, LONGER):
        draw(texts=texts)
    assert words.cut_off == set()
    assert words.too_small == {}


def test_what_there_is_no_data_for_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    words = watched(monkeypatch)
    for each in ALL_PROFILES.values():
        profile_picture(each, NAMES, TEXTS)
    standings_picture(page(standing(1, 1, 0, 12, streak=0)), NAMES, TEXTS, "All time")
    assert not {"0", "–", "0.0"} & set(words) - {"0"}
    words.clear()
    nothing = profile(1, all={None: Tally(1, 1, 20)}, rated={None: Tally(1, 1, 20)})
    profile_picture(nothing, NAMES, TEXTS)
    assert {"1 of 1", "Won", "Points", "20"} <= set(words)
    assert not {"Gins", "Knocks", "Avg. knock", "Undercuts", "Best deal", "0"} & set(words)


@pytest.mark.each_value
@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize(
    "kind", ["standings, full", "profile, twelve games", "versus, twenty games", "cup, 5 after 1, part 0"]
)
def test_each_theme_has_its_colors(kind: str, theme: Theme) -> None:
    look = Look(theme=theme)
    found = {color for _, color in rgb(EVERYTHING[kind](look=look).png).getcolors(1 << 20) or ()}
    assert {ink(name, look) for name in (Ink.FELT, Ink.PANEL, Ink.TEXT)} <= found


@pytest.mark.parametrize(
    ("user", "shown"),
    [
        (1, "Ola"),
        (5, "Kuba"),
        (3, "日本太郎"),
        (6, "محمد"),
        (80351110224678912, "Player 8912"),
        (4, "Player 0004"),
        (GONE, "Former player"),
    ],
)
def test_a_player_whose_name_can_not_be_drawn_has_the_last_digits_of_their_id(user: int, shown: str) -> None:
    assert listed_name(TEXTS, user, {**NAMES, 4: "🔥🔥"}).name == shown


def test_unknown_players_have_different_names_but_the_same_in_all_pictures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sizes = watched(monkeypatch)
    one, other = 80351110224678912, 80351110224674711
    both = {"Player 8912", "Player 4711"}
    drawings: list[Draw] = [
        partial(standings_picture, page(standing(other), standing(one)), {}, TEXTS, TITLE),
        partial(versus_picture, versus(one, other, (2, 1)), {}, TEXTS),
        partial(tournament_table_picture, table_of(between(one, other, TournamentFormat.SINGLE)), {}, TEXTS, TITLE),
        partial(bracket_picture, between(one, other, TournamentFormat.KNOCKOUT), {}, TEXTS, TITLE),
    ]
    for draw in drawings:
        sizes.clear()
        alt = draw().alt
        assert both <= set(sizes)
        assert all(name in alt for name in both)
    sizes.clear()
    alt = profile_picture(profile(3, user=one, rivals=(versus(one, other, (2, 1)),)), {}, TEXTS).alt
    assert "Player 8912" in sizes
    assert all(name in alt for name in both)


def between(one: int, other: int, form: TournamentFormat) -> Tournament:
    """Return a tournament of two after the draw."""
    return drawn(Tournament(form, entrants=(Entrant(one), Entrant(other))), b"\1" * 32, 0)


def test_players_who_only_drew_have_no_score_of_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = watched(monkeypatch)
    level = ALL_VERSUS["level"]
    picture = versus_picture(level, NAMES, TEXTS)
    assert "0 : 0" not in sizes
    assert picture.alt.startswith("Ola against Kunegunda Wielka z…. 1 game.")
    assert picture.alt.endswith("Ahead in the last games: neither.")


def test_standings_show_every_row(monkeypatch: pytest.MonkeyPatch) -> None:
    words = watched(monkeypatch)
    standings_picture(page(*FEW), NAMES, TEXTS, "All time")
    assert {"Standings", "All time", "1", "Ola", "1315", "12", " of 21", "−840 points"} <= set(words)
    assert {"Player 0008", "1200", " of 3", "provisional", " 3"} <= set(words)


def test_provisional_ratings_are_marked_by_a_word_and_players_without_a_rank_have_no_empty_ring(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = watched(monkeypatch)
    picture = standings_picture(page(standing(1, 1, 1, 290, streak=1)), NAMES, TEXTS, "All time")
    assert {"Provisional", "1200"} <= set(words)
    assert "1200 (provisional)" in picture.alt
    assert not any("?" in one for one in words)
    unranked = standings_picture(page(standing(1), standing(2), standing(6, 4)), NAMES, TEXTS, "All time")
    ranks = rgb(unranked.png).crop((52, 420, 118, 500))  # of the third row
    assert len(ranks.getcolors() or ()) == 1, "nothing but the panel"


def test_two_players_have_a_panel_each_and_share_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    words = watched(monkeypatch)
    standings_picture(page(standing(1, 8, 5, 1204), standing(5, 8, 3, 890, streak=-1)), NAMES, TEXTS, "Gin · Season 4")
    assert {"Gin · Season 4", "Provisional", "5 of 8", "3 of 8", "1204", "Best streak"} <= set(words)
    assert {"Ola leads", "8 games"} <= set(words)
    alone = standings_picture(page(standing(1, 1, 1, 290, streak=1)), NAMES, TEXTS, "Gin").png
    assert opened(alone).height < 560


def test_pages_say_which_rows_they_have(monkeypatch: pytest.MonkeyPatch) -> None:
    words = watched(monkeypatch)
    standings_picture(FULL, NAMES, TEXTS, TITLE)
    assert "9–16 of 1023" in words


@pytest.mark.guard
def test_the_viewer_s_row_is_in_color_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = standings_picture(FULL, NAMES, TEXTS, TITLE).png
    words = watched(monkeypatch)
    mine = standings_picture(FULL, NAMES, TEXTS, TITLE, me=5).png
    assert "you" in words
    where = changed(plain, mine)
    assert where is not None
    left, top, right, bottom = where
    assert right - left > 1000
    assert bottom - top <= 110
    assert ink(Ink.SEAT_1) in row(rgb(mine), (top + bottom) // 2, left, right)
    assert changed(plain, standings_picture(FULL, NAMES, TEXTS, TITLE, me=99).png) is None


def test_only_ranked_players_have_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    words = watched(monkeypatch)
    standings_picture(page(standing(1), standing(2), standing(3, 4)), NAMES, TEXTS, "All time")
    assert {"1", "2"} <= set(words)
    assert "3" not in words


@pytest.mark.parametrize("each", ALL_PAGES.values(), ids=ALL_PAGES)
def test_alt_text_of_standings_starts_with_their_title(each: Page) -> None:
    alt = standings_picture(each, NAMES, TEXTS, "All time").alt
    assert alt.startswith("Standings: All time.")
    if each.rows:
        assert f"{each.rows[0].standing.wins} of {each.rows[0].standing.games} won" in alt
    else:
        assert "No rated games yet" in alt


def test_a_profile_shows_its_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    words = watched(monkeypatch)
    picture = profile_picture(profile(60, best_deal=BEST), NAMES, TEXTS)
    assert {"Ola", "1203", "60 rated games", "Level 7", "170 to level 8", "3 wins", "Best: 8 wins"} <= set(words)
    of_gin = f"{60 // len(Variant) // 2} of {60 // len(Variant)}"
    assert {"30 of 60", "Gins", "120", "Knocks", "200", "Gin", of_gin, "vs Kuba", "8–12"} <= set(words)
    assert {"Best deal", "Gin in deal 1", "+48"} <= set(words)
    assert picture.alt.startswith("Ola: rating 1203, at best ")


def test_one_game_looks_like_a_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    words = watched(monkeypatch)
    profile_picture(profile(1, rating=rating(1136, 1), curve=((1, 1136.0),)), NAMES, TEXTS)
    assert {"1 rated game", "+136", "1000", "Ranked after", "4 more games", "1", "5"} <= set(words)
    words.clear()
    profile_picture(ALL_PROFILES["none"], NAMES, TEXTS)
    assert {"Ranked after", "5 rated games"} <= set(words)


def test_the_best_deal_of_german_rummy_is_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    words = watched(monkeypatch)
    best = BestDeal(DealWon(Outcome.RUMMY, 3, 348), Variant.GERMAN, None)
    profile_picture(profile(6, best_deal=best), NAMES, TEXTS)
    assert {"Best round", "Rummy in round 3", "+348"} <= set(words)


@pytest.mark.parametrize("someone", ALL_PROFILES.values(), ids=ALL_PROFILES)
def test_alt_text_of_a_profile_starts_with_the_rating(someone: Profile) -> None:
    alt = profile_picture(someone, NAMES, TEXTS).alt
    name, _, rest = alt.partition(": ")
    assert rest.startswith("rating" if someone.curve else "no rated games yet")
    assert len(name) <= 20


def test_each_game_moves_the_curve() -> None:
    before = profile(20)
    curve = (*before.curve[:10], (10, before.curve[10][1] + 90), *before.curve[11:])
    where = changed(
        profile_picture(before, NAMES, TEXTS).png, profile_picture(replace(before, curve=curve), NAMES, TEXTS).png
    )
    assert where is not None
    assert where[0] >= 32
    assert where[2] <= 672
    assert where[3] <= 420


@pytest.mark.parametrize(
    ("values", "lines"),
    [
        ([1000.0], (980, 1000, 1020)),
        ([990.0, 1190.0], (1000, 1100)),
        ([0.0, 0.0], (-20, 0, 20)),
        ([300.0, 2900.0], (1000, 2000)),
        ([1003.0, 1047.0], (1020, 1040)),
    ],
)
def test_a_scale_has_round_numbers(values: list[float], lines: tuple[int, ...]) -> None:
    low, high, found = scale_of(values)
    assert found == lines
    assert low <= min(values) <= max(values) <= high
    assert low < high


@pytest.mark.parametrize("two", ALL_VERSUS.values(), ids=ALL_VERSUS)
def test_alt_text_of_two_players_games_starts_with_the_score(two: Versus) -> None:
    alt = versus_picture(two, NAMES, TEXTS).alt
    assert (f": finished ahead {two.wins[0]} : {two.wins[1]}." in alt) == any(two.wins)
    assert ("Ahead in the last games:" in alt) == bool(two.last)


def test_the_last_games_are_listed_by_the_player_who_finished_ahead() -> None:
    alt = versus_picture(versus(1, 8, (2, 2), tuple(map(with_eight, LAST))), NAMES, TEXTS).alt
    assert alt.endswith("Ahead in the last games: Ola, Ola, Player 0008, both, neither, Ola.")


def with_eight(result: Result) -> Result:
    """Return the same game with an unknown player in the place of player 2."""
    lines = tuple(replace(line, user=8) if line.user == 2 else line for line in result.facts.lines)
    return replace(result, facts=replace(result.facts, lines=lines))


def test_a_shared_win_shows_both_and_no_win_shows_nobody() -> None:
    pictures = [rgb(versus_picture(versus(1, 2, (1, 1), (each,)), NAMES, TEXTS).png) for each in LAST]
    line = [{color for y in range(440, 490) for color in row(picture, y, 900, 1060)} for picture in pictures]
    seats = ink(Ink.SEAT_1), ink(Ink.SEAT_2)
    assert [tuple(seat in colors for seat in seats) for colors in line] == [
        (True, False),
        (True, False),
        (False, True),
        (True, True),
        (False, False),
        (True, False),
    ]


def test_a_tournament_s_table_shows_every_row(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = watched(monkeypatch)
    places = table_of(played_tournament(TournamentFormat.SINGLE, 5, 5))
    picture = tournament_table_picture(places, NAMES, TEXTS, "Autumn")
    first = places[0]
    assert {str(first.match_points), f"{first.won}–{first.shared}–{first.lost}"} <= set(sizes)
    assert picture.alt.startswith("Tournament table: Autumn. 5 players. 1. ")


def test_withdrawn_entrants_are_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = watched(monkeypatch)
    tournament = played_tournament(TournamentFormat.SINGLE, 5, 1)
    tournament = replace(
        tournament, entrants=(replace(tournament.entrants[0], withdrawn=True), *tournament.entrants[1:])
    )
    tournament_table_picture(table_of(tournament), NAMES, TEXTS, "Autumn")
    assert "withdrawn" in sizes


@pytest.mark.parametrize(("count", "parts"), [(2, 1), (3, 1), (16, 1), (17, 3), (32, 3), (64, 5)])
def test_every_pair_of_a_bracket_is_in_a_picture(count: int, parts: int) -> None:
    cup = played_tournament(TournamentFormat.KNOCKOUT, count, 0)
    shown = {
        (number, place)
        for part in parts_of(cup)
        for number in range(part.first, part.last + 1)
        for place in part.places(number)
    }
    assert len(parts_of(cup)) == parts
    assert shown == {
        (number, place) for number, places in enumerate(bracket_of(cup), 1) for place in range(len(places))
    }


def test_a_bracket_has_no_picture_before_the_draw() -> None:
    tournament = Tournament(TournamentFormat.KNOCKOUT, entrants=(Entrant(1),))
    assert parts_of(tournament) == ()
    with pytest.raises(IndexError):
        bracket_picture(tournament, NAMES, TEXTS, TITLE)


def test_a_bracket_shows_pairs_and_winners(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = watched(monkeypatch)
    over = bracket_picture(played_tournament(TournamentFormat.KNOCKOUT, 4, 2), NAMES, TEXTS, "Cup")
    assert {"Semifinals", "Final", "Ola", "Former player", "120", "−17"} <= set(sizes)
    assert " has won it." in over.alt
    running = bracket_picture(played_tournament(TournamentFormat.KNOCKOUT, 4, 0), NAMES, TEXTS, "Cup")
    assert running.alt.startswith("Knockout: Cup. Semifinals. ")
    assert changed(over.png, running.png) is not None


def test_winners_of_a_pair_are_shown_in_the_next_round() -> None:
    cup = played_tournament(TournamentFormat.KNOCKOUT, 3, 0)
    through = next(fixture.home for fixture in cup.fixtures if fixture.away is None)
    names = {user: f"N{user}" for user in (1, 2, 3)}
    where = changed(
        bracket_picture(cup, names, TEXTS, "Cup").png,
        bracket_picture(cup, names | {through: "X"}, TEXTS, "Cup").png,
    )
    assert where is not None
    assert where[0] < 300
    assert where[2] > 480


@pytest.mark.parametrize("language", Catalogs().languages)
def test_no_name_breaks_a_picture_of_ratings_and_tournaments(language: str) -> None:
    texts = Catalogs().texts(language)
    for name in ("", "{name}", "\x00", "👩‍👩‍👧", LONG * 5, "\u202eOla"):
        names = dict.fromkeys(range(1, 9), name)
        drawn = (
            standings_picture(FULL, names, texts, name),
            profile_picture(profile(3), names, texts),
            versus_picture(versus(1, 2, (1, 2), LAST), names, texts),
            tournament_table_picture(ALL_TABLES["5 after 2"], names, texts, name),
            bracket_picture(ALL_CUPS["5 after 1"], names, texts, name),
        )
        for picture in drawn:
            assert rgb(picture.png).width == 1100
            assert 0 < len(picture.alt) <= 1024
