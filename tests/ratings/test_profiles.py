"""Profiles and head-to-head records."""

from dataclasses import replace
from typing import Any, Final

from bot.ratings.profiles import profile_of, versus_of
from bot.ratings.rating import precisely
from bot.ratings.values import Achievement, BestDeal, DealWon, Profile, RatingChange, RatingPool, Result, Settled
from bot.rummy.families import Variant
from bot.rummy.results import Outcome
from tests.ratings.scenario_games import GUILD, USERS, told

ALA, BOB, CYD, DAG, EWA = USERS.values()
GAMES: Final = (
    "gin: Ala 120, Bob 40 | day 1, deals 3",
    "gin: Ala 130, Bob 50 | day 1, deals 2",
    "remik: Bob 210, Ala 0 | day 2",
    "gin: Ala 300, Cyd 40 | day 2, friendly",
    "basic: Cyd 150, Ala 20, Bob 10 | day 3",
    "gin: Ala 90, Bob 10 | day 3, closed",
    "gin: Ala 90, Bob 10 | day 3, void",
    "german: Computer 30, Ala 20, Dag 10 | day 4",
    "gin: Ala 5 left, Bob 10 | day 5",
)


def profile_after(*games: str, user: int = ALA) -> tuple[Profile, list[Settled]]:
    """Return a player's profile after these games, and the counted games."""
    totals, settled = told({"games": games})
    changes: list[tuple[int, RatingChange]] = [
        (one.result.facts.ended_at, change) for one in settled for change in one.changes if change.user == user
    ]
    profile = profile_of(
        GUILD,
        user,
        [one.result for one in settled],
        ratings={family: rating for (of, family), rating in totals.ratings.items() if of == user},
        curve=[(at, change.after) for at, change in changes if change.pool is None],
        earned=[
            (achievement, one.result.facts.ended_at)
            for one in settled
            for achievement in sorted(one.earned.get(user, ()))
        ],
    )
    return profile, settled


def sums(profile: Profile, which: str) -> dict[str, Any]:
    tallies = profile.rated if which == "rated" else profile.all
    return {scope or "all": (tally.games, tally.wins, tally.points) for scope, tally in tallies.items()}


def test_rated_games_are_summed_by_variant_and_in_total() -> None:
    profile, _ = profile_after(*GAMES)
    assert sums(profile, "rated") == {"all": (5, 2, 275), "gin": (3, 2, 255), "remik": (1, 0, 0), "basic": (1, 0, 20)}


def test_unrated_games_are_in_the_total_but_void_and_closed_ones_are_not() -> None:
    profile, _ = profile_after(*GAMES)
    assert sums(profile, "all") == {
        "all": (7, 3, 595),
        "gin": (4, 3, 555),
        "remik": (1, 0, 0),
        "basic": (1, 0, 20),
        "german": (1, 0, 20),
    }
    assert profile.all[None].counts.deals_won == 3 + 2 + 1
    assert profile.all[Variant.GIN].counts.moves == 4 * 20


def test_streaks_count_only_rated_games() -> None:
    profile, _ = profile_after(*GAMES)
    assert (profile.streak, profile.best_streak) == (-3, 2)


def test_the_best_deal_is_the_one_won_for_the_most_points() -> None:
    _, settled = profile_after("gin: Ala 120, Bob 40 | day 1", "basic: Cyd 150, Ala 20, Bob 10 | day 3")
    two, three = (one.result for one in settled)
    knock, gin = DealWon(Outcome.KNOCK, 2, 31), DealWon(Outcome.GIN, 1, 48)
    with_best = [
        with_best_deal(two, knock),
        with_best_deal(three, DealWon(Outcome.OUT, 3, 31)),
        with_best_deal(two, gin),
    ]
    assert best_deal_of(with_best[:2]) == BestDeal(knock, Variant.GIN, BOB)
    assert best_deal_of(with_best) == BestDeal(gin, Variant.GIN, BOB)
    assert best_deal_of(with_best[1:2]) == BestDeal(DealWon(Outcome.OUT, 3, 31), Variant.BASIC, None)
    assert best_deal_of([two, three]) is None


def with_best_deal(result: Result, best: DealWon) -> Result:
    """Return a game in which this was Ala's best deal."""
    lines = tuple(replace(line, best=best) if line.user == ALA else line for line in result.facts.lines)
    return replace(result, facts=replace(result.facts, lines=lines))


def best_deal_of(results: list[Result]) -> BestDeal | None:
    return profile_of(GUILD, ALA, results, ratings={}, curve=(), earned=()).best_deal


def test_experience_gives_a_level_with_its_bounds() -> None:
    profile, _ = profile_after(*GAMES)
    assert profile.experience == (15 + 6) + (15 + 4) + 10 + (15 + 2) + 10 + 10
    assert (profile.level, profile.level_from, profile.level_to) == (2, 50, 150)


def test_the_curve_has_a_point_for_each_rated_game_and_ends_at_the_rating() -> None:
    profile, settled = profile_after(*GAMES)
    assert [at for at, _ in profile.curve] == [one.result.facts.ended_at for one in settled if one.changes]
    assert profile.rating is not None
    assert profile.curve[-1][1] == precisely(profile.rating)
    assert set(profile.pools) == {RatingPool.GIN, RatingPool.BASIC}


def test_rivals_are_the_most_frequent_then_most_recent_opponents_without_computers() -> None:
    profile, _ = profile_after(*GAMES)
    assert [rival.users for rival in profile.rivals] == [(ALA, BOB), (ALA, CYD), (ALA, DAG)]
    assert [rival.games for rival in profile.rivals] == [5, 2, 1]
    later, _ = profile_after("gin: Ala 1, Bob 0", "gin: Ala 1, Cyd 0")
    assert [rival.users[1] for rival in later.rivals] == [CYD, BOB]


def test_a_profile_has_at_most_five_rivals() -> None:
    computers = [f"gin: Ala 1, {name} 0" for name in ("Bob", "Cyd", "Dag", "Ewa")]
    profile, _ = profile_after(*computers, *computers)
    assert len(profile.rivals) == 4
    assert all(rival.last == () for rival in profile.rivals)


def test_achievements_have_the_time_they_were_earned() -> None:
    profile, settled = profile_after(*GAMES)
    assert profile.earned == ((Achievement.FIRST_WIN, settled[0].result.facts.ended_at),)


def test_a_player_without_games_has_an_empty_profile() -> None:
    profile = profile_of(GUILD, EWA, [], ratings={}, curve=[], earned=[])
    assert (profile.rating, profile.rated, profile.all, profile.streak) == (None, {}, {}, 0)
    assert (profile.experience, profile.level, profile.level_from, profile.level_to) == (0, 1, 0, 50)


def test_head_to_head_lists_the_last_games_newest_first() -> None:
    _, settled = profile_after(*GAMES)
    versus = versus_of(ALA, BOB, results(settled), 2)
    assert [result.facts.table for result in versus.last] == [9, 5]
    assert (versus.games, versus.wins, versus.points) == (5, (3, 2), (275, 320))
    turned = versus_of(BOB, ALA, results(settled), 2)
    assert (turned.games, turned.wins, turned.points) == (5, (2, 3), (320, 275))


def test_head_to_head_at_a_table_of_four_counts_who_finished_ahead() -> None:
    _, settled = profile_after("german: Cyd 90, Ala 40, Bob 10, Dag 10", "german: Dag 30, Cyd 20, Bob 5, Ala -60")
    assert versus_of(ALA, BOB, results(settled)).wins == (1, 1)
    assert versus_of(CYD, BOB, results(settled)).wins == (2, 0)
    assert versus_of(BOB, DAG, results(settled)).wins == (0, 1)  # tied in the first game


def test_a_shared_win_counts_for_both_and_a_forfeit_as_a_loss() -> None:
    _, settled = profile_after("german: Ala* 40, Bob* 40, Cyd 10", "german: Cyd 90, Ala 40 left, Bob 10")
    assert versus_of(ALA, BOB, results(settled)).wins == (1, 2)


def test_players_who_always_tied_have_no_record() -> None:
    profile, settled = profile_after("german: Cyd 90, Ala 10, Bob 10, Dag 0")
    assert versus_of(ALA, BOB, results(settled)).wins == (0, 0)
    assert [rival.users[1] for rival in profile.rivals] == [CYD, DAG]


def results(settled: list[Settled]) -> list[Result]:
    return [one.result for one in settled]
