"""The picture of a player's profile: rating and its curve, level, statistics, best deal, frequent opponents."""

from collections.abc import Iterator, Mapping
from typing import Final

from bot.ratings.rating import FIRST, precisely, shown
from bot.ratings.values import RANKED_FROM, BestDeal, Profile, Scope, Tally, Versus
from bot.rummy.options import PRESETS
from bot.text.catalogs import Texts
from bot.text.lists import gain, isolated, signed
from bot.text.ratings import average_words, rating_words, scope_name, share_words, streak_words
from bot.text.share import best_deal_words
from render.alt import without_least_important
from render.drawing.canvas import MARGIN, WIDTH, Area, Canvas, TextStyle
from render.drawing.charts import draw_curve, draw_share, draw_start
from render.drawing.letters import LABEL, NAME, VALUE, length
from render.drawing.listing import MINE, alt_name, listed_name
from render.drawing.palette import Ink
from render.drawing.plates import draw_fitted, draw_frame, draw_panel, shortened
from render.drawing.symbols import Symbol, symbol
from render.look import DEFAULT, Look
from render.values import Picture

_GAP: Final = 16
_FOOT: Final = 30
_INSET: Final = 28
_WHOLE: Final = WIDTH - 2 * MARGIN
_HEAD: Final = Area(MARGIN, 30, _WHOLE, 124)
_CHART: Final = 250
_CURVE: Final = 600
_TILE, _BEST, _LISTS = 150, 114, 134
_TILES: Final = 4
_LISTED: Final = 2
"""Lines of the lists at the foot."""
_RING: Final = 54
_TROPHY: Final = 58
_LABEL: Final = TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False)


def profile_picture(profile: Profile, names: Mapping[int, str], texts: Texts, look: Look = DEFAULT) -> Picture:
    """Draw a profile; ``names`` contains the names of the player and the rivals by user.

    What there is no data for is left out.
    """
    tiles, lists = list(_tiles(profile, texts))[:_TILES], _lists(profile, names, texts)
    best = profile.best_deal
    blocks = ((_CHART, True), (_TILE, bool(tiles)), (_BEST, best is not None), (_LISTS, bool(lists)))
    y = _HEAD.y + _HEAD.height
    height = y + sum(_GAP + block for block, shown in blocks if shown) + _FOOT
    canvas = Canvas(look, texts, height)
    _head(canvas, profile, names, texts)
    y += _GAP
    _charts(canvas, y, profile, texts)
    y += _CHART + _GAP
    if tiles:
        _draw_tiles(canvas, y, tiles)
        y += _TILE + _GAP
    if best is not None:
        _best_deal(canvas, y, best, names, texts)
        y += _BEST + _GAP
    if lists:
        _draw_lists(canvas, y, lists)
    return Picture(canvas.png(), profile_alt(profile, names, texts))


def profile_alt(profile: Profile, names: Mapping[int, str], texts: Texts) -> str:
    """Describe a profile: rating first, then games won, streaks, level, best deal, and frequent opponents."""
    name = alt_name(texts, profile.user, names)
    rivals = (_rival(versus, profile.user) for versus in profile.rivals)
    against = ", ".join(f"{alt_name(texts, other, names)} {score}" for other, score in rivals)
    by_game = ", ".join(
        f"{scope_name(texts, scope)} {share_words(tally.wins, tally.games)}" for scope, tally in _by_game(profile.rated)
    )
    best = texts.n("At best {n} win in a row.", "At best {n} wins in a row.", profile.best_streak)
    deal = profile.best_deal
    return without_least_important(
        [
            (0, _rating(profile, name, texts)),
            (1, _won(profile, texts)),
            (2, f"{streak_words(texts, profile.streak)}." if profile.streak else ""),
            (4, best if profile.best_streak > 1 else ""),
            (3, texts.t("Level {level}.", level=profile.level)),
            (5, texts.t("Best deal: {points} points.", points=gain(deal.won.points)) if deal is not None else ""),
            (6, texts.t("Won of each: {games}.", games=by_game) if by_game else ""),
            (7, texts.t("Against: {rivals}.", rivals=against) if against else ""),
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
    """Draw name, level and rating on the player's color."""
    player, middle = listed_name(texts, profile.user, names), _HEAD.y + _HEAD.height // 2
    draw_panel(canvas, _HEAD, fill=MINE, shadow=True)
    left, right = MARGIN + 30, WIDTH - MARGIN - 32
    if player.known:
        canvas.box(Area(MARGIN + 26, middle - 40, 80, 80), Ink.ON_COLOR, ground=MINE, rounding=40)
        initial = TextStyle(56, MINE, Ink.ON_COLOR, side="middle")
        canvas.text(MARGIN + 66, middle, player.name[0].upper(), initial)
        left = MARGIN + 126
    if profile.rating is not None:
        style = TextStyle(VALUE + 14, Ink.ON_COLOR, MINE, side="right")
        right -= canvas.text(right, middle, str(shown(profile.rating)), style) + 26
        label = TextStyle(LABEL + 4, Ink.SOFT, MINE, black=False, side="right")
        right -= canvas.text(right, middle, texts.t("Rating"), label) + 30
    name = TextStyle(NAME + 10, Ink.ON_COLOR, MINE, black=player.known)
    draw_fitted(canvas, left, middle - 20, player.name, name, width=right - left)
    level = TextStyle(LABEL, Ink.SOFT, MINE, black=False)
    draw_fitted(canvas, left, middle + 36, texts.t("Level {level}", level=profile.level), level, width=right - left)


def _charts(canvas: Canvas, y: int, profile: Profile, texts: Texts) -> None:
    """Draw the rating's curve and the way to a rank; from then on, the streak and the way to the next level."""
    values = [precisely(FIRST), *(value for _, value in profile.curve)]
    games = len(values) - 1
    curve = Area(MARGIN, y, _CURVE if games else 0, _CHART)
    left = MARGIN + (_CURVE + _GAP if games else 0)
    right = Area(left, y, WIDTH - MARGIN - left, _CHART)
    if games:
        draw_panel(canvas, curve)
        change = TextStyle(NAME, ground=Ink.PANEL, side="right")
        gained = round(values[-1]) - round(values[0])
        used = canvas.text(curve.x + curve.width - _INSET, y + 42, gain(gained), change) if gained else 0
        words = texts.n("{n} rated game", "{n} rated games", games)
        draw_fitted(canvas, curve.x + _INSET, y + 42, words, _LABEL, width=curve.width - 2 * _INSET - used - 20)
        plot = Area(curve.x + _INSET, y + 84, curve.width - 2 * _INSET, _CHART - 84 - 14)
        if games < RANKED_FROM:
            draw_start(canvas, plot, values, RANKED_FROM, MINE)
        else:
            draw_curve(canvas, plot, values, MINE)
    draw_panel(canvas, right)
    if games < RANKED_FROM:
        _to_rank(canvas, right, games, texts)
    else:
        _progress(canvas, right, profile, texts)


def _to_rank(canvas: Canvas, area: Area, games: int, texts: Texts) -> None:
    """Draw how many rated games are missing to a rank: a ring for each."""
    center = area.x + area.width // 2
    middle = TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False, side="middle")
    draw_fitted(canvas, center, area.y + 44, texts.t("Ranked after"), middle, width=area.width - 24)
    step = min((area.width - 2 * _INSET - _RING) // (RANKED_FROM - 1), 66 if area.width < _WHOLE else 120)
    for number in range(RANKED_FROM):
        x = center + round((number - (RANKED_FROM - 1) / 2) * step) - _RING // 2
        ring = Area(x, area.y + 93, _RING, _RING)
        if number < games:
            canvas.box(ring, MINE, ground=Ink.PANEL, rounding=_RING // 2)
            mark = symbol(Symbol.CHECK, 32)
            canvas.stamp(mark, x + 11, area.y + 93 + 11, Ink.ON_COLOR, MINE)
        else:
            draw_frame(canvas, ring, Ink.RIM, thick=5, radius=_RING // 2, ground=Ink.PANEL)
    missing = RANKED_FROM - games
    words = texts.n("{n} more game", "{n} more games", missing)
    if not games:
        words = texts.n("{n} rated game", "{n} rated games", missing)
    style = TextStyle(LABEL + 4, ground=Ink.PANEL, side="middle")
    draw_fitted(canvas, center, area.y + 200, words, style, width=area.width - 24)


def _progress(canvas: Canvas, area: Area, profile: Profile, texts: Texts) -> None:
    """Draw the current and the longest streak, and the way to the next level."""
    left, width = area.x + _INSET, area.width - 2 * _INSET
    y = area.y + 42
    if profile.streak:
        won = profile.streak > 0
        mark = symbol(Symbol.UP if won else Symbol.DOWN, 34)
        canvas.stamp(mark, left, y - 17, Ink.SEAT_4 if won else Ink.LABEL, Ink.PANEL)
        wins, losses = (
            texts.n("{n} win", "{n} wins", profile.streak),
            texts.n("{n} loss", "{n} losses", -profile.streak),
        )
        style = TextStyle(NAME, ground=Ink.PANEL)
        draw_fitted(canvas, left + 48, y, wins if won else losses, style, width=width - 48)
    if profile.best_streak:
        best = texts.n("Best: {n} win", "Best: {n} wins", profile.best_streak)
        draw_fitted(canvas, left, y + 56, best, _LABEL, width=width)
    span = max(profile.level_to - profile.level_from, 1)
    bar = Area(left, area.y + 138, width, 34)
    draw_share(canvas, bar, (profile.experience - profile.level_from) / span, MINE)
    missing, level = profile.level_to - profile.experience, profile.level + 1
    words = texts.t("{missing} to level {next}", missing=missing, next=level)
    draw_fitted(canvas, left, area.y + 210, words, _LABEL, width=width)


def _tiles(profile: Profile, texts: Texts) -> Iterator[tuple[str, str]]:
    """Yield values and labels, the most telling first; those without data are left out."""
    rated, everything = profile.rated.get(None, Tally()), profile.all.get(None, Tally())
    won, counts = rated if rated.games else everything, everything.counts
    if won.games:
        yield _of(texts, won), texts.p("profile", "Won")
    if counts.gins:
        yield str(counts.gins), texts.p("profile", "Gins")
    if counts.rummies:
        yield str(counts.rummies), texts.p("profile", "Rummies")
    if counts.knocks:
        yield str(counts.knocks), texts.p("profile", "Knocks")
        yield average_words(counts.knock_deadwood, counts.knocks), texts.p("profile", "Avg. knock")
    if counts.undercuts_given:
        yield str(counts.undercuts_given), texts.p("profile", "Undercuts")
    if counts.deals_won:
        yield str(counts.deals_won), texts.p("profile", "Deals won")
    if everything.games and everything.points:
        yield signed(everything.points), texts.p("profile", "Points")


def _of(texts: Texts, tally: Tally) -> str:
    """Return how many games were won, with a shorter form after a line break."""
    words = texts.t("{part} of {whole}", part=tally.wins, whole=tally.games)
    return f"{words}\n{tally.wins}/{tally.games}"


def _draw_tiles(canvas: Canvas, y: int, tiles: list[tuple[str, str]]) -> None:
    """Draw tiles over the whole width."""
    edges = [round(number * (_WHOLE + 14) / len(tiles)) for number in range(len(tiles) + 1)]
    for number, (value, label) in enumerate(tiles):
        width = edges[number + 1] - edges[number] - 14
        area = Area(MARGIN + edges[number], y, width, _TILE)
        draw_panel(canvas, area)
        center, style = area.x + width // 2, TextStyle(76, ground=Ink.PANEL, side="middle")
        words = shortened(value, NAME, width - 32)
        draw_fitted(canvas, center, y + 60, words, style, width=width - 32)
        name = TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False, side="middle")
        draw_fitted(canvas, center, y + 118, label, name, width=width - 24)


def _best_deal(canvas: Canvas, y: int, best: BestDeal, names: Mapping[int, str], texts: Texts) -> None:
    """Draw the deal that was won for the most points, with a gold stripe."""
    area = Area(MARGIN, y, _WHOLE, _BEST)
    draw_panel(canvas, area, stripe=Ink.GOLD)
    middle, left, right = y + _BEST // 2, MARGIN + 114, WIDTH - MARGIN - 30
    canvas.stamp(symbol(Symbol.TROPHY, _TROPHY), MARGIN + 35, middle - _TROPHY // 2, Ink.GOLD, Ink.PANEL)
    style = TextStyle(76, Ink.GOLD, Ink.PANEL, side="right")
    right -= canvas.text(right, middle, gain(best.won.points), style) + 28
    rounds = PRESETS[best.variant].deals_are_rounds
    label = texts.t("Best round") if rounds else texts.t("Best deal")
    words = best_deal_words(texts, best.variant, best.won)
    used = max(length(words, LABEL + 4, True), length(label, LABEL, False))
    if best.opponent is not None and right - left - used > 200:
        other = listed_name(texts, best.opponent, names)
        against = texts.t("vs {name}", name=isolated(other.name))
        versus = TextStyle(LABEL + 2, Ink.LABEL, Ink.PANEL, black=False, side="right")
        right -= draw_fitted(canvas, right, middle, against, versus, width=right - left - used - 30) + 20
    draw_fitted(canvas, left, middle - 24, label, _LABEL, width=right - left)
    draw_fitted(canvas, left, middle + 28, words, TextStyle(LABEL + 4, ground=Ink.PANEL), width=right - left)


def _lists(profile: Profile, names: Mapping[int, str], texts: Texts) -> list[list[tuple[str, str]]]:
    """Return the lists at the foot, once there are enough games for a rank: kinds of games, frequent opponents."""
    if len(profile.curve) < RANKED_FROM:
        return []
    by_game = [(scope_name(texts, scope), _of(texts, tally)) for scope, tally in _by_game(profile.rated)[:_LISTED]]
    rivals = [
        (texts.t("vs {name}", name=isolated(listed_name(texts, other, names).name)), score)
        for other, score in (_rival(versus, profile.user) for versus in profile.rivals[:_LISTED])
    ]
    return [found for found in (by_game, rivals) if found]


def _draw_lists(canvas: Canvas, y: int, lists: list[list[tuple[str, str]]]) -> None:
    """Draw lists of words and values side by side."""
    width = (_WHOLE - _GAP * (len(lists) - 1)) // len(lists)
    for number, lines in enumerate(lists):
        area = Area(MARGIN + number * (width + _GAP), y, width, _LISTS)
        draw_panel(canvas, area)
        style, room = TextStyle(LABEL + 4, ground=Ink.PANEL, side="right"), width - 2 * _INSET - 20
        full = all(
            length(words, LABEL, False) + length(value.split("\n")[0], style.size, True) <= room
            for words, value in lines
        )
        for line, (words, value) in enumerate(lines):
            middle = y + _LISTS // 2 + round((line - (len(lines) - 1) / 2) * 56)
            used = canvas.text(area.x + width - _INSET, middle, value.split("\n")[0 if full else -1], style)
            draw_fitted(canvas, area.x + _INSET, middle, words, _LABEL, width=room - used)


def _by_game(tallies: Mapping[Scope, Tally]) -> list[tuple[Scope, Tally]]:
    """Return the kinds of games that were played, the most frequent first."""
    played = [(scope, tally) for scope, tally in tallies.items() if scope is not None and tally.games]
    return sorted(played, key=lambda each: -each[1].games)


def _rival(versus: Versus, user: int) -> tuple[int, str]:
    """Return the other player, and how often each of both finished ahead."""
    own = versus.users.index(user)
    return versus.users[1 - own], f"{versus.wins[own]}–{versus.wins[1 - own]}"
