"""The picture of a player's profile: rating curve, level, games won, statistics, and frequent opponents."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from bot.ratings.values import Profile, Scope, Tally, Versus
from bot.text.catalogs import Texts
from bot.text.direction import isolated
from bot.text.ratings import (
    achievement_name,
    average_words,
    rating_short,
    rating_words,
    scope_name,
    share_words,
    streak_words,
)
from render.alt import without_least_important
from render.drawing.canvas import HEIGHT, MARGIN, WIDTH, Area, Canvas, Picture, TextStyle
from render.drawing.charts import draw_curve, draw_share
from render.drawing.letters import SMALLEST
from render.drawing.listing import alt_name, listed_name
from render.drawing.palette import Ink
from render.look import DEFAULT, Look

_HEADER: Final = 46
_TOP: Final = 88
_MIDDLE: Final = 336
_GAP: Final = 16
_BOTTOM: Final = HEIGHT - MARGIN
_PADDING: Final = 20
_CURVE: Final = Area(MARGIN, _TOP, 640, _MIDDLE - _TOP)
_LEVEL: Final = Area(MARGIN + 640 + _GAP, _TOP, WIDTH - 2 * MARGIN - 640 - _GAP, _MIDDLE - _TOP)
_GAMES: Final = Area(MARGIN, _MIDDLE + _GAP, 530, _BOTTOM - _MIDDLE - _GAP)
_NUMBERS: Final = Area(MARGIN + 530 + _GAP, _MIDDLE + _GAP, WIDTH - 2 * MARGIN - 530 - _GAP, _BOTTOM - _MIDDLE - _GAP)
_STEP: Final = 42
_LINES: Final = 7
_BAR: Final = 24
_RIVALS: Final = 3


def profile_picture(profile: Profile, names: Mapping[int, str], texts: Texts, look: Look = DEFAULT) -> Picture:
    """Draw a profile; ``names`` contains the names of the player and the rivals by user."""
    canvas = Canvas(look, texts)
    _head(canvas, profile, names, texts)
    _curve(canvas, profile, texts)
    _level(canvas, profile, texts)
    _games(canvas, profile, texts)
    _numbers(canvas, profile, names, texts)
    return Picture(canvas.png(), profile_alt(profile, names, texts))


def profile_alt(profile: Profile, names: Mapping[int, str], texts: Texts) -> str:
    """Describe a profile: rating first, then games won, streaks, level, and frequent opponents."""
    name = alt_name(texts, profile.user, names)
    rivals = (_rival(versus, profile.user) for versus in profile.rivals)
    against = ", ".join(f"{alt_name(texts, other, names)} {score}" for other, score in rivals)
    by_game = ", ".join(
        f"{scope_name(texts, scope)} {share_words(tally.wins, tally.games)}" for scope, tally in _by_game(profile.rated)
    )
    best = texts.n("At best {n} win in a row.", "At best {n} wins in a row.", profile.best_streak)
    return without_least_important(
        [
            (0, _rating(profile, name, texts)),
            (1, _won(profile, texts)),
            (2, f"{streak_words(texts, profile.streak)}." if profile.streak else ""),
            (4, best if profile.best_streak > 1 else ""),
            (3, texts.t("Level {level}.", level=profile.level)),
            (5, texts.t("Won of each: {games}.", games=by_game) if by_game else ""),
            (6, texts.t("Against: {rivals}.", rivals=against) if against else ""),
        ]
    )


def _rating(profile: Profile, name: str, texts: Texts) -> str:
    """Describe the current and the highest rating."""
    if profile.rating is None or not profile.curve:
        return texts.t("{name}: no rated games yet.", name=name)
    rating = rating_words(texts, profile.rating)
    best = round(max(value for _, value in profile.curve))
    return texts.t("{name}: rating {rating}, at best {best}.", name=name, rating=rating, best=best)


def _won(profile: Profile, texts: Texts) -> str:
    """Describe how many rated games were won, or how many of all games if none was rated."""
    rated, all_games = (tallies.get(None, Tally()) for tallies in (profile.rated, profile.all))
    if rated.games:
        return texts.n("Won {wins} of {n} rated game.", "Won {wins} of {n} rated games.", rated.games, wins=rated.wins)
    if all_games.games:
        return texts.n("Won {wins} of {n} game.", "Won {wins} of {n} games.", all_games.games, wins=all_games.wins)
    return ""


def _head(canvas: Canvas, profile: Profile, names: Mapping[int, str], texts: Texts) -> None:
    """Write the player's name and rating."""
    player = listed_name(texts, profile.user, names)
    right = WIDTH - MARGIN
    right -= canvas.tag(right, _HEADER, rating_short(profile.rating), TextStyle(42, side="right")) + 16
    right -= (
        canvas.text(right, _HEADER, texts.t("Rating"), TextStyle(34, Ink.LABEL, black=False, side="right"), 220) + 30
    )
    canvas.text(MARGIN, _HEADER, player.name, TextStyle(44), right - MARGIN)


def _curve(canvas: Canvas, profile: Profile, texts: Texts) -> None:
    """Draw the rating after each game."""
    canvas.box(_CURVE, Ink.PANEL)
    values = [value for _, value in profile.curve]
    if not values:
        middle = TextStyle(34, Ink.LABEL, Ink.PANEL, black=False, side="middle")
        x, y = _CURVE.x + _CURVE.width // 2, _CURVE.y + _CURVE.height // 2
        canvas.text(x, y, texts.t("No rated games yet"), middle, _CURVE.width - 2 * _PADDING)
        return
    style = TextStyle(SMALLEST, Ink.LABEL, Ink.PANEL, black=False)
    words = texts.n("{n} rated game", "{n} rated games", len(values))
    used = canvas.text(_CURVE.x + _PADDING, _CURVE.y + 30, words, style, _CURVE.width - 2 * _PADDING)
    best = texts.t("best {rating}", rating=round(max(values)))
    room = _CURVE.width - 2 * _PADDING - used - 20
    canvas.text(_CURVE.x + _CURVE.width - _PADDING, _CURVE.y + 30, best, replace(style, side="right"), room)
    plot = Area(_CURVE.x + 8, _CURVE.y + 54, _CURVE.width - 24, _CURVE.height - 66)
    draw_curve(canvas, plot, values, Ink.PANEL)


def _level(canvas: Canvas, profile: Profile, texts: Texts) -> None:
    """Draw the level, the points missing to the next one, and the streaks."""
    canvas.box(_LEVEL, Ink.PANEL)
    left, width = _LEVEL.x + _PADDING, _LEVEL.width - 2 * _PADDING
    canvas.text(
        left, _LEVEL.y + 36, texts.t("Level {level}", level=profile.level), TextStyle(38, ground=Ink.PANEL), width
    )
    span = max(profile.level_to - profile.level_from, 1)
    draw_share(
        canvas, Area(left, _LEVEL.y + 70, width, _BAR), (profile.experience - profile.level_from) / span, Ink.PANEL
    )
    muted = TextStyle(SMALLEST, Ink.LABEL, Ink.PANEL, black=False)
    missing = texts.t(
        "{missing} to level {next}", missing=profile.level_to - profile.experience, next=profile.level + 1
    )
    canvas.text(left, _LEVEL.y + 120, missing, muted, width)
    canvas.text(left, _LEVEL.y + 170, streak_words(texts, profile.streak), TextStyle(32, ground=Ink.PANEL), width)
    if profile.best_streak:
        best = texts.n("at best {n} win", "at best {n} wins", profile.best_streak)
        canvas.text(left, _LEVEL.y + 212, best, muted, width)


def _games(canvas: Canvas, profile: Profile, texts: Texts) -> None:
    """Draw how many rated games were won, in total and per kind of game; all games if none is rated.

    Below them are as many of the newest achievements as there is room for.
    """
    canvas.box(_GAMES, Ink.PANEL)
    rated = bool(profile.rated.get(None, Tally()).games)
    tallies = profile.rated if rated else profile.all
    heading = texts.t("Won, rated") if rated else texts.t("Won, all")
    lines = [(None, tallies.get(None, Tally())), *_by_game(tallies)][:_LINES]
    for number, (scope, tally) in enumerate(lines):
        y = _GAMES.y + 14 + _STEP // 2 + number * _STEP
        label = heading if scope is None else scope_name(texts, scope)
        style = TextStyle(SMALLEST, Ink.TEXT if scope is None else Ink.LABEL, Ink.PANEL, black=scope is None)
        left, right = _GAMES.x + _PADDING, _GAMES.x + _GAMES.width - _PADDING
        canvas.text(left, y, label, style, 250)
        share = Area(left + 262, y - _BAR // 2, 84, _BAR)
        draw_share(canvas, share, tally.wins / tally.games if tally.games else 0)
        words = f"{tally.wins}/{tally.games}"
        canvas.text(right, y, words, TextStyle(SMALLEST, ground=Ink.PANEL, black=scope is None, side="right"), 138)

    room = _LINES - len(lines)
    for number, (achievement, _) in enumerate(profile.earned[::-1][:room], len(lines)):
        y = _GAMES.y + 14 + _STEP // 2 + number * _STEP
        words = texts.t("★ {achievement}", achievement=achievement_name(texts, achievement))
        style = TextStyle(SMALLEST, Ink.TEXT, Ink.PANEL, black=False)
        canvas.text(_GAMES.x + _PADDING, y, words, style, _GAMES.width - 2 * _PADDING)


def _numbers(canvas: Canvas, profile: Profile, names: Mapping[int, str], texts: Texts) -> None:
    """Write averages and counts, and below them the score against the most frequent opponents."""
    canvas.box(_NUMBERS, Ink.PANEL)
    rivals = [_rival(versus, profile.user) for versus in profile.rivals[:_RIVALS]]
    lines = [*_counted(profile, texts)][: _LINES - len(rivals)]
    left, right = _NUMBERS.x + _PADDING, _NUMBERS.x + _NUMBERS.width - _PADDING
    y = _NUMBERS.y + 14 + _STEP // 2
    number = TextStyle(SMALLEST, ground=Ink.PANEL, side="right")
    for label, value in lines:
        used = canvas.text(right, y, value, number, 160)
        style = TextStyle(SMALLEST, Ink.LABEL, Ink.PANEL, black=False)
        canvas.text(left, y, label, style, right - left - used - 16)
        y += _STEP
    if rivals:
        canvas.fill(Area(left, y - _STEP // 2, right - left, 2), Ink.LABEL)
    for other, score in rivals:
        used = canvas.text(right, y, score, number, 200)
        rival = listed_name(texts, other, names)
        style = TextStyle(SMALLEST, Ink.TEXT if rival.known else Ink.LABEL, Ink.PANEL, black=rival.known)
        canvas.text(left, y, texts.t("against {name}", name=isolated(rival.name)), style, right - left - used - 16)
        y += _STEP


def _counted(profile: Profile, texts: Texts) -> Iterator[tuple[str, str]]:
    """Yield the labels and numbers counted over all games, without those that are zero."""
    tally = profile.all.get(None, Tally())
    counts = tally.counts
    yield texts.t("Points a game"), average_words(tally.points, tally.games)
    if counts.gins or counts.knocks:
        yield texts.t("Gins · knocks"), f"{counts.gins} · {counts.knocks}"
    if counts.knocks:
        yield texts.t("Deadwood at a knock"), average_words(counts.knock_deadwood, counts.knocks)
    if counts.undercuts_given or counts.undercuts_taken:
        yield texts.t("Undercuts · against"), f"{counts.undercuts_given} · {counts.undercuts_taken}"
    if counts.rummies:
        yield texts.t("All in one turn"), str(counts.rummies)
    if counts.stalemates:
        yield texts.t("Stalemates"), str(counts.stalemates)
    yield texts.t("Deals won"), f"{counts.deals_won}/{counts.deals}"


def _by_game(tallies: Mapping[Scope, Tally]) -> list[tuple[Scope, Tally]]:
    """Return the kinds of games that were played, the most frequent first."""
    played = [(scope, tally) for scope, tally in tallies.items() if scope is not None and tally.games]
    return sorted(played, key=lambda each: -each[1].games)


def _rival(versus: Versus, user: int) -> tuple[int, str]:
    """Return the other player, and how often each of both finished ahead."""
    own = versus.users.index(user)
    return versus.users[1 - own], f"{versus.wins[own]} : {versus.wins[1 - own]}"
