"""Screens of standings: the text is complete, Discord accepts them, and their custom ids fit."""

import re
from dataclasses import replace

import pytest

from bot.ratings.values import ALL_TIME, GameEnding, Page, Season
from bot.rummy.families import Variant
from bot.text.catalogs import Catalogs
from cogs.edge.custom_ids import parse, parse_page_id
from cogs.edge.messages import Detail
from cogs.standings.screens.history import History, HistoryGame, game_screen, history_screen
from cogs.standings.screens.profile import profile_screen, versus_screen
from cogs.standings.screens.standings import Standings, StandingsScene, standings_screen
from render.profile import profile_alt
from tests.cogs.standings.played import CALLED, SEASONS, Played, many
from tests.cogs.table.scenes import PNG, Shown, assert_discord_takes, shown
from tests.ratings.scenario_games import GUILD, USERS

TEXTS = Catalogs().texts("en")
SCENE = StandingsScene(TEXTS, CALLED, PNG, 7, detail=Detail())
ALA, BOB, CYD, DAG = (USERS[name] for name in ("Ala", "Bob", "Cyd", "Dag"))
HARMFUL = "@everyone **x** <@1> [a](http://b)"


def standings(page: Page, *, me: int | None = ALA, public: bool = False, **about: object) -> Shown:
    told = Standings(page, SEASONS, me, **about)  # type: ignore[arg-type]
    layout = standings_screen(replace(SCENE, public=public), told)
    assert_discord_takes(layout)
    return shown(layout)


def pressed(seen: Shown, label: str) -> tuple[str, ...]:
    """Return the arguments of the custom id of the control with a label."""
    read = parse_page_id(next(button["custom_id"] for button in seen.buttons if button["label"] == label))
    assert read is not None
    return read.arguments


def test_standings_show_every_player_and_mark_the_viewer() -> None:
    seen = standings(Played().page())
    lines = seen.text.splitlines()
    assert lines[0] == "### All time · All games"
    ala = next(line for line in lines if "**Ala**" in line)
    assert ala.startswith("➤ 1. **Ala** · ")
    for words in ("6 of 8 games won (75%)", "points", "per game)", "best 5 wins", "last played <t:", "provisional"):
        assert words in ala
    assert next(line for line in lines if "**Cyd**" in line).startswith("– ")
    assert "Ranked after 5 rated games" in seen.text
    assert "Dag" not in seen.text, "who has no rated game stands nowhere"
    assert not any("➤" in line for line in standings(Played().page(), me=None).text.splitlines())


def test_after_one_game_nothing_is_shown_that_needs_more() -> None:
    played = Played(("gin: Ala 120, Bob 40",))
    for text in (standings(played.page()).text, shown(profile_screen(SCENE, played.profile("Ala"))).text):
        assert "1 of 1 game won · 120 points" in text
        for words in ("%", "per game", "in a row", "Gin: "):
            assert words not in text
    assert "Ranked after 4 more rated games." in shown(profile_screen(SCENE, played.profile("Ala"))).text


def test_many_rows_with_long_names_fit_on_pages() -> None:
    long = StandingsScene(TEXTS, {10**18 + n: "*" * 32 for n in range(8)}, PNG, 10**18, detail=Detail())
    page = many(100)
    seasons = [Season(10**18, n, "S" * 50, 0, 1) for n in range(1, 60)]
    for season in (ALL_TIME, 3, 59):
        layout = standings_screen(long, Standings(replace(page, season=season), seasons, 10**18, notice="A notice."))
        assert_discord_takes(layout)
        seen = shown(layout)
        assert seen.text.count("last played") == 8
        assert "Page 1 of 13 · 100 players" in seen.text
        assert str(season) in seen.marked
        assert seen.labels == ["Next", "Me", "Share"]
    turned = standings(replace(page, first=96, rows=page.rows[:4]))
    assert turned.labels == ["Previous", "Me", "Share"]
    assert pressed(turned, "Previous") == ("0", "all", "11")


def test_empty_standings_say_so_and_keep_their_selects() -> None:
    seen = standings(replace(Played().page(), rows=(), total=0))
    assert "No rated games here yet" in seen.text
    assert seen.labels == ["Me"]
    assert seen.listed("Season") == [["0", "2", "1"]]
    assert seen.listed("Game")[0] == ["all", *Variant]


def test_public_standings_have_no_controls_that_change_them() -> None:
    seen = standings(Played().page(), me=None, public=True, kept=True)
    assert seen.selects == []
    assert seen.labels == ["Me", "Browse"]
    assert "This message updates itself." in seen.text


def test_seasons_have_names_and_monthly_ones_show_the_month() -> None:
    assert standings(Played().page(season=1)).text.startswith(r"### First \*season\* · All games")
    assert standings(Played().page(season=2)).text.startswith("### November 2026 · All games")


@pytest.mark.parametrize("public", [False, True])
def test_a_profile_shows_everything_with_its_buttons(public: bool) -> None:
    layout = profile_screen(replace(SCENE, public=public), Played().profile("Ala"))
    assert_discord_takes(layout)
    seen = shown(layout)
    for words in (
        "### Ala",
        "Level 2",
        "**Rating ",
        "German Rummy ",
        "Rated: 6 of 8 games won (75%)",
        "Oklahoma Gin: 1 of 1 game won · 100 points",
        "With unrated games: ",
        "deals won",
        "Most frequent opponents: Bob 6–2",
        "Achievements:\n- **First win**: Won a game",
    ):
        assert words in seen.text
    assert seen.labels == (["Details", "Games"] if public else ["Games", "Share"])
    assert seen.listed("Compare with an opponent") == ([] if public else [[str(BOB), str(CYD)]])


def test_an_unknown_player_has_the_same_label_in_picture_text_and_select() -> None:
    profile = Played().profile("Ala")
    seen = shown(profile_screen(replace(SCENE, names={}), profile))
    numbered = [option["label"] for option in seen.selects[0]["options"]]
    assert numbered == [f"Player {BOB % 10_000:04}", f"Player {CYD % 10_000:04}"]
    assert re.findall(r"Player \d+", profile_alt(profile, {}, TEXTS))[-2:] == numbered
    assert all(name in seen.text for name in numbered)


def test_a_profile_without_games_says_what_to_do() -> None:
    layout = profile_screen(SCENE, Played([]).profile("Ala"))
    assert_discord_takes(layout)
    assert "No finished games here yet" in shown(layout).text
    assert shown(layout).labels == ["Games"]


def test_head_to_head_shows_the_record_of_two_players() -> None:
    layout = versus_screen(SCENE, Played().versus("Bob", "Ala"))
    assert_discord_takes(layout)
    seen = shown(layout)
    assert "### Bob vs. Ala" in seen.text
    assert "8 games together" in seen.text
    assert "**Ala**: ahead in 6 of 8 games (75%)" in seen.text
    assert seen.labels == ["Profile of Bob", "Profile of Ala", "Share"]
    assert len(seen.listed("Open a game")[0]) == 5
    none = versus_screen(SCENE, Played().versus("Ewa", "Cyd"))
    assert_discord_takes(none)
    assert "No finished games between them yet" in shown(none).text


def history(user: int | None, number: int, total: int, *, me: int = ALA) -> Shown:
    games = tuple(reversed(Played().results))[:8] if total else ()
    layout = history_screen(SCENE, History(user, number, total, games, me))
    assert_discord_takes(layout)
    return shown(layout)


def test_history_lists_games_with_winner_points_and_link() -> None:
    seen = history(ALA, 0, 13)
    assert "### Games of Ala" in seen.text
    assert "**Cyd wins** · Cyd 31 · Bob −14 · Ala −17" in seen.text
    assert "**Closed without a result**" in seen.text
    assert seen.text.count("not rated") == 5
    assert f"[result](https://discord.com/channels/{GUILD}/2/3)" in seen.text
    assert "Page 1 of 2 · 13 games" in seen.text
    assert seen.labels == ["Older", "Everyone's games"]
    assert len(seen.listed("Open a game")[0]) == 8
    assert history(None, 1, 13).labels == ["Newer", "My games"]
    assert history(BOB, 0, 8).labels == ["Everyone's games", "My games"]
    assert "No finished games here yet" in history(BOB, 0, 0).text


def test_B_19_points_below_zero_of_basic_rummy_are_penalty_points() -> None:
    played = Played(("basic: Ala -33, Bob -50",))
    page = replace(played.page(), scope=Variant.BASIC)
    told = [
        standings(page).text,
        shown(history_screen(SCENE, History(ALA, 0, 1, tuple(played.results), ALA))).text,
        shown(game_screen(SCENE, HistoryGame(played.outcome(0), None))).text,
    ]
    assert "1 of 1 game won · 33 penalty points" in told[0]
    assert "**Ala wins by 17 points** · Ala 33 · Bob 50 (penalty points)" in told[1]
    assert "1. **Ala** · 33 penalty points · margin +17" in told[2]
    assert "2. **Bob** · 50 penalty points · margin −17" in told[2]
    assert not any("−33" in text or "−50" in text for text in told)
    twice = replace(Played(("2 times basic: Ala -33, Bob -50",)).page(), scope=Variant.BASIC)
    assert "66 penalty points (33.0 per game)" in standings(twice).text
    german = Played(("german: Ala -33, Bob -50",))
    assert "−33 points" in standings(replace(german.page(), scope=Variant.GERMAN)).text


def test_a_game_shows_places_points_ratings_and_why_it_is_not_rated() -> None:
    played = Played()
    layout = game_screen(SCENE, HistoryGame(played.outcome(0), SEASONS[0], str(ALA), 1))
    assert_discord_takes(layout)
    seen = shown(layout)
    assert "### Gin: Ala wins by 80 points" in seen.text
    assert r"First \*season\*" in seen.text
    assert "1. **Ala** · 120 points · margin +80" in seen.text
    assert "→" in seen.text
    assert "Achievements: First win" in seen.text
    assert seen.labels == ["Replay", "Share", "Record", "Verify", "Go to result", "Back to the list"]
    assert pressed(seen, "Back to the list") == (str(ALA), "1")
    outcome = played.outcome(0)
    closed = replace(outcome.result, facts=replace(outcome.result.facts, ending=GameEnding.CLOSED))
    assert "Share" not in shown(game_screen(SCENE, HistoryGame(replace(outcome, result=closed), None))).labels
    left = shown(game_screen(SCENE, HistoryGame(played.outcome(6), None)))
    assert "didn't finish" in left.text
    void = shown(game_screen(SCENE, HistoryGame(played.outcome(12), None)))
    assert "an admin voided the result" in void.text
    computer = shown(game_screen(SCENE, HistoryGame(played.outcome(9), None)))
    assert "a computer played" in computer.text
    assert "2. **Computer** · 0 points" in computer.text


def test_names_are_escaped_and_unknown_players_are_digits_of_their_ids() -> None:
    played = Played()
    for names, words in (({ALA: HARMFUL}, "@\u200beveryone"), ({}, f"Player {ALA % 10_000:04}")):
        scene = replace(SCENE, names=names)
        for layout in (
            standings_screen(scene, Standings(played.page(), SEASONS)),
            profile_screen(scene, played.profile("Ala")),
            versus_screen(scene, played.versus("Ala", "Bob")),
            history_screen(scene, History(ALA, 0, 1, played.results[:1], ALA)),
            game_screen(scene, HistoryGame(played.outcome(0), None)),
        ):
            seen = shown(layout)
            assert words in seen.text
            assert "@everyone" not in seen.text
            assert not any(f"<@{ALA}>" in label for label in seen.labels)


def test_a_deleted_user_has_no_profile_button() -> None:
    former = replace(Played().versus("Ala", "Bob"), users=(ALA, -5))
    seen = shown(versus_screen(SCENE, former))
    assert "Ala vs. Former player" in seen.text
    assert "Profile of Former player" not in seen.labels


def test_every_custom_id_has_the_page_grammar() -> None:
    played = Played()
    for layout in (
        standings_screen(SCENE, Standings(many(30), SEASONS, ALA)),
        standings_screen(replace(SCENE, public=True), Standings(many(30), SEASONS, ALA)),
        profile_screen(SCENE, played.profile("Ala")),
        versus_screen(SCENE, played.versus("Ala", "Bob")),
        history_screen(SCENE, History(None, 0, 20, played.results[:8], ALA)),
        game_screen(SCENE, HistoryGame(played.outcome(0), None)),
    ):
        for custom_id in shown(layout).ids:
            assert parse_page_id(custom_id) is not None
            assert parse(custom_id) is None


def test_without_files_the_text_is_the_same() -> None:
    played = Played()
    plain, full = SCENE.with_detail(Detail(files=False)), SCENE
    page, profile, versus = Standings(played.page(), SEASONS, ALA), played.profile("Ala"), played.versus("Ala", "Bob")
    for with_file, without in (
        (standings_screen(full, page), standings_screen(plain, page)),
        (profile_screen(full, profile), profile_screen(plain, profile)),
        (versus_screen(full, versus), versus_screen(plain, versus)),
    ):
        assert shown(with_file).text == shown(without).text
        assert len(shown(with_file).parts) > len(shown(without).parts)
