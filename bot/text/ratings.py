"""Words for ratings: players, ratings, seasons, levels, streaks, achievements, and why a game isn't rated."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Final, TypeAlias

from bot.ratings.rating import is_provisional, shown
from bot.ratings.values import Achievement, Profile, Rated, Rating, RatingChange, RatingPool, Scope, Season
from bot.rummy.families import Variant
from bot.rummy.options import PRESETS
from bot.text.catalogs import Texts, babel_locale
from bot.text.games import variant_name
from bot.text.lists import gain, signed
from bot.text.players import person_name
from bot.tournaments.values import TieBreak

_Words: TypeAlias = Callable[[Texts], str]

NOTHING: Final = "–"
"""Shown instead of a missing number."""
_BOTH_RATINGS: Final = 3
"""The most players of a game whose old ratings are shown with the new ones."""


def member_name(texts: Texts, user: int, names: Mapping[int, str]) -> str:
    """Return a player's name; ``names`` are the known names by user id."""
    return person_name(texts, user, names.get(user))


def scope_name(texts: Texts, scope: Scope) -> str:
    """Return the name of a scope of standings: a variant, or all games."""
    return texts.t("All games") if scope is None else variant_name(texts, scope)


def pool_name(texts: Texts, pool: RatingPool | None) -> str:
    """Return the name of a pool; None is all games."""
    match pool:
        case None:
            return texts.t("All games")
        case RatingPool.GIN:
            return variant_name(texts, Variant.GIN)
        case RatingPool.BASIC:
            return variant_name(texts, Variant.BASIC)
        case RatingPool.GERMAN:
            return variant_name(texts, Variant.GERMAN)
        case RatingPool.RUM500:
            return variant_name(texts, Variant.RUM500)


def season_name(texts: Texts, season: Season | None) -> str:
    """Return the name of a season, with a monthly one's month in words; None is all time."""
    return texts.t("All time") if season is None else season_called(texts, season.name)


def season_called(texts: Texts, name: str) -> str:
    """Return a season name for display: that of a monthly season, ``2026-11``, becomes a month in words."""
    month = _month(name)
    if month is None:
        return name
    from babel.dates import format_skeleton  # slow to import, and rarely needed  # noqa: PLC0415

    return str(format_skeleton("yMMMM", month, locale=babel_locale(texts.language)))


def _month(name: str) -> date | None:
    """Parse the name of a monthly season, ``2026-11``; None for other names."""
    try:
        return date.fromisoformat(f"{name}-01") if len(name) == 7 else None
    except ValueError:
        return None


def rating_words(texts: Texts, rating: Rating | None) -> str:
    """Format a rating: ``1203``, or ``1203 (provisional)``; a dash for None."""
    if rating is None:
        return NOTHING
    return _marked(texts, str(shown(rating)), rating)


def change_words(texts: Texts, change: RatingChange) -> str:
    """Format the change of a rating: ``1184 → 1203 (+19)``, marked as in `rating_words`."""
    before, after = shown(change.before), shown(change.after)
    return _marked(texts, f"{before} → {after} ({gain(after - before)})", change.after)


def changes_line(texts: Texts, named: Sequence[tuple[str, RatingChange]]) -> str:
    """Format rating changes with their players' names: ``Ratings: Ala 1512 → **1526** · Bob 1490 → **1476**``.

    They're marked as in `rating_words`, but once if all are provisional. With more than three players there's room for
    the new ratings only. Empty without changes.
    """
    if not named:
        return ""
    few = len(named) <= _BOTH_RATINGS
    same = all(is_provisional(change.after) for _, change in named)
    ratings = [
        (name, f"{f'{shown(change.before)} → ' if few else ''}**{shown(change.after)}**", change)
        for name, change in named
    ]
    words = [
        texts.t("{name} {rating}", name=name, rating=rating if same else _marked(texts, rating, change.after))
        for name, rating, change in ratings
    ]
    if same:
        return texts.t("Ratings (provisional): {ratings}", ratings=" · ".join(words))
    return texts.t("Ratings: {ratings}", ratings=" · ".join(words))


def _marked(texts: Texts, words: str, rating: Rating) -> str:
    """Mark words if a rating is provisional."""
    return texts.t("{rating} (provisional)", rating=words) if is_provisional(rating) else words


def unrated_words(texts: Texts, rated: Rated) -> str:
    """Return the sentence that explains why a game isn't rated; empty if it is."""
    return _UNRATED[rated](texts) if rated in _UNRATED else ""


def share_words(texts: Texts, part: int, whole: int) -> str:
    """Format ``part`` of ``whole`` as a whole percentage; a dash if ``whole`` is 0."""
    from babel.numbers import format_percent  # slow to import, and rarely needed  # noqa: PLC0415

    if not whole:
        return NOTHING
    return format_percent(Decimal((200 * part + whole) // (2 * whole)) / 100, locale=babel_locale(texts.language))


def average_words(texts: Texts, total: int, count: int) -> str:
    """Format an average with one decimal place, ``−3.5``; a dash if ``count`` is 0."""
    from babel.numbers import format_decimal  # slow to import, and rarely needed  # noqa: PLC0415

    if not count:
        return NOTHING
    tenths = (20 * abs(total) + count) // (2 * count)
    words = format_decimal(Decimal(tenths) / 10, "0.0", locale=babel_locale(texts.language))
    return f"−{words}" if total < 0 and tenths else words


def streak_words(texts: Texts, streak: int) -> str:
    """Return a streak of wins (positive) or losses (negative) in words."""
    if streak > 0:
        return texts.n("{n} win in a row", "{n} wins in a row", streak)
    if streak < 0:
        return texts.n("{n} loss in a row", "{n} losses in a row", -streak)
    return texts.t("no streak")


def level_words(texts: Texts, profile: Profile) -> str:
    """Return a player's level and experience in words."""
    return texts.t(
        "Level {level} · {experience} of {next} experience",
        level=profile.level,
        experience=profile.experience,
        next=profile.level_to,
    )


def are_penalties(points: int, scope: Scope) -> bool:
    """Return whether points in statistics are penalty points, because the game loses none by its own rules (B-15)."""
    return points < 0 and scope is not None and not PRESETS[scope].losing_costs


def score_of_two(points: tuple[int, int]) -> str:
    """Format the points of two players, with real minus signs: ``480 : −31``."""
    return f"{signed(points[0])} : {signed(points[1])}"


_UNRATED: Final[Mapping[Rated, _Words]] = {
    Rated.VOID: lambda texts: texts.t("Not rated: an admin voided the result."),
    Rated.CLOSED: lambda texts: texts.t("Not rated: closed without a result."),
    Rated.COMPUTER: lambda texts: texts.t("Not rated: a computer played."),
    Rated.TRAINING: lambda texts: texts.t("Not rated: training."),
    Rated.FRIENDLY: lambda texts: texts.t("Not rated: a friendly game."),
    Rated.SHORT: lambda texts: texts.t("Not rated: a player made fewer than three moves."),
    Rated.OFTEN: lambda texts: texts.t(
        "Not rated: two players had reached their limit of rated games together that day."
    ),
}


def tie_break_short(texts: Texts, behind: TieBreak) -> str:
    """Return a short name for a tie-break in a tournament's table; empty for match points."""
    match behind:
        case TieBreak.MATCH_POINTS:
            return ""
        case TieBreak.AMONG_TIED:
            return texts.p("tie-break", "their games")
        case TieBreak.MARGIN:
            return texts.p("tie-break", "margin")
        case TieBreak.POINTS:
            return texts.p("tie-break", "points")
        case TieBreak.WALKOVERS:
            return texts.p("tie-break", "walkovers")


def achievement_name(texts: Texts, achievement: Achievement) -> str:
    """Return an achievement's name."""
    return _ACHIEVEMENTS[achievement][0](texts)


def achievement_words(texts: Texts, achievement: Achievement) -> str:
    """Return how to earn an achievement, as a sentence without a subject."""
    return _ACHIEVEMENTS[achievement][1](texts)


_ACHIEVEMENTS: Final[Mapping[Achievement, tuple[_Words, _Words]]] = {
    Achievement.FIRST_WIN: (
        lambda texts: texts.p("achievement", "First win"),
        lambda texts: texts.t("Won a game"),
    ),
    Achievement.FIRST_GIN: (
        lambda texts: texts.p("achievement", "First gin"),
        lambda texts: texts.t("Went gin"),
    ),
    Achievement.FIRST_DRAW_GIN: (
        lambda texts: texts.p("achievement", "Instant gin"),
        lambda texts: texts.t("Went gin on the first turn"),
    ),
    Achievement.UNDERCUT_ONE: (
        lambda texts: texts.p("achievement", "By a whisker"),
        lambda texts: texts.t("Undercut a knock with 1"),
    ),
    Achievement.THREE_UNDERCUTS: (
        lambda texts: texts.p("achievement", "Undercutter"),
        lambda texts: texts.t("Undercut three times in one game"),
    ),
    Achievement.RUMMY: (
        lambda texts: texts.p("achievement", "All at once"),
        lambda texts: texts.t("Laid the whole hand in one turn"),
    ),
    Achievement.SHUT_OUT: (
        lambda texts: texts.p("achievement", "Shutout"),
        lambda texts: texts.t("Won every deal of a game"),
    ),
    Achievement.CLEAN_SWEEP: (
        lambda texts: texts.p("achievement", "Clean sweep"),
        lambda texts: texts.t("Won all three games of Hollywood Gin"),
    ),
    Achievement.COMEBACK: (
        lambda texts: texts.p("achievement", "Comeback"),
        lambda texts: texts.t("Won after trailing by half the target"),
    ),
    Achievement.FIVE_IN_A_ROW: (
        lambda texts: texts.p("achievement", "Five in a row"),
        lambda texts: texts.t("Won five rated games in a row"),
    ),
    Achievement.TEN_IN_A_ROW: (
        lambda texts: texts.p("achievement", "Ten in a row"),
        lambda texts: texts.t("Won ten rated games in a row"),
    ),
    Achievement.EVERY_VARIANT: (
        lambda texts: texts.p("achievement", "All-rounder"),
        lambda texts: texts.t("Won Gin, Remik, Hollywood, Oklahoma, Basic Rummy and German Rummy"),
    ),
    Achievement.HUNDRED_GAMES: (
        lambda texts: texts.p("achievement", "Regular"),
        lambda texts: texts.t("Finished 100 games"),
    ),
    Achievement.FULL_TABLE: (
        lambda texts: texts.p("achievement", "Full table"),
        lambda texts: texts.t("Won at a table of four or more"),
    ),
}
