"""The picture of a player's profile: rating and its curve, level, statistics, best deal, frequent opponents."""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, floor
from typing import Final

from PIL import Image, ImageDraw

from bot.ratings.rating import FIRST, precisely, shown
from bot.ratings.values import RANKED_FROM, BestDeal, Profile, Scope, Tally, Versus
from bot.rummy.options import PRESETS
from bot.text.catalogs import Texts
from bot.text.lists import gain, isolated, signed
from bot.text.ratings import average_words, rating_words, scope_name, share_words, streak_words
from bot.text.share import best_deal_words
from render.alt import without_least_important
from render.drawing.canvas import MARGIN, WIDTH, Area, Canvas, TextStyle
from render.drawing.letters import LABEL, NAME, NARROWEST, VALUE, first_fitting, length, on_one_line
from render.drawing.listing import MINE, alt_name, listed_name
from render.drawing.palette import Ink
from render.drawing.plates import draw_fitted, draw_frame, draw_panel, shortened
from render.drawing.shapes import OVER, Symbol, symbol
from render.look import DEFAULT, Look
from render.rooms import GAMES, RATING
from render.values import Picture

_STEPS: Final = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 100_000)
_LINES: Final = 3
"""Lines of a scale, at most."""
_LEAST_SPREAD: Final = 40
_THICK: Final = 7
_DOT: Final = 9
_DOT_RING: Final = 17
_EVERY_DOT: Final = 12
"""Up to this many values, each has a dot."""
_FILLED: Final = 64
"""How much of the color is below a curve, of 255."""


def draw_curve(canvas: Canvas, area: Area, values: Sequence[float], color: Ink) -> None:
    """Draw values from left to right as a curve in a panel, with a scale on the left and a ring around the last value.

    ValueError if there are fewer than two values.
    """
    if len(values) < 2:
        raise ValueError("a curve needs two values")
    low, high, lines = scale_of(values)
    labels = [signed(line) for line in lines]
    left = max(length(words, LABEL, False) for words in labels) + 20
    plot = Area(area.x + left, area.y, area.width - left - _DOT_RING, area.height)

    def level(value: float) -> float:
        return plot.height - _DOT_RING - (value - low) / (high - low) * (plot.height - 2 * _DOT_RING)

    above = plot.y + plot.height + LABEL
    for line, words in zip(lines, labels, strict=True):
        y = plot.y + round(level(line))
        if above - y < LABEL + 8:
            continue
        above = y
        canvas.fill(Area(plot.x, y - 1, plot.width + _DOT_RING, 2), Ink.LINE)
        canvas.text(plot.x - 16, y, words, TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False, side="right"))
    apart = (plot.width - _DOT_RING) / (len(values) - 1)
    points = [(_DOT + number * apart, level(value)) for number, value in enumerate(values)]
    _draw(canvas, plot, points, color, dots=len(values) <= _EVERY_DOT)


def draw_start(canvas: Canvas, area: Area, values: Sequence[float], places: int, color: Ink) -> None:
    """Draw the start of a curve in a panel: the first value is where it begins, places to come are empty rings.

    ``places`` is the number of values after the first one for which there is room; each has its number below.
    """
    start = signed(round(values[0]))
    left = length(start, LABEL, False) + 36
    plot = Area(area.x + left, area.y, area.width - left, area.height - 50)
    low, high = min(values), max(values)
    spread = max(high - low, _LEAST_SPREAD)

    def level(value: float) -> float:
        return plot.height - _DOT_RING - 4 - (value - low) / spread * (plot.height - 2 * _DOT_RING - 8)

    base = round(level(values[0]))
    apart = (plot.width - _DOT_RING - 4 - 30) / places
    xs = [30 + apart * number for number in range(places + 1)]
    xs[0] = _DOT + 6
    canvas.text(plot.x - 14, plot.y + base, start, TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False, side="right"))
    for at in range(round(xs[0]), round(xs[-1]), 30):
        canvas.fill(Area(plot.x + at, plot.y + base - 1, min(18, round(xs[-1]) - at), 3), Ink.LINE)
    for number in range(1, places + 1):
        x, reached = plot.x + round(xs[number]), number < len(values)
        style = TextStyle(LABEL, Ink.TEXT if reached else Ink.LABEL, Ink.PANEL, black=reached, side="middle")
        canvas.text(x, area.y + area.height - 18, str(number), style)
        if not reached:
            ring = Area(x - _DOT_RING + 1, plot.y + base - _DOT_RING + 1, 2 * _DOT_RING - 2, 2 * _DOT_RING - 2)
            canvas.box(ring, Ink.PANEL, ground=Ink.PANEL, rounding=_DOT_RING - 1)
            draw_frame(canvas, ring, Ink.LINE, thick=5, radius=_DOT_RING - 1, ground=Ink.PANEL)
    points = [(xs[number], level(value)) for number, value in enumerate(values)]
    _draw(canvas, plot, points, color, dots=True, base=base)


def draw_share(canvas: Canvas, area: Area, share: float, color: Ink) -> None:
    """Draw a bar in a panel, filled from the left by a share, 0 to 1. The rest is hollow."""
    rounding = area.height // 2
    canvas.box(area, Ink.LINE, ground=Ink.PANEL, rounding=rounding)
    inside = area.grown(-3)
    canvas.box(inside, Ink.TRAY, ground=Ink.LINE, rounding=rounding - 3, over=True)
    filled = round(inside.width * min(max(share, 0), 1))
    if filled >= inside.height:
        canvas.box(
            Area(inside.x, inside.y, filled, inside.height), color, ground=Ink.TRAY, rounding=rounding - 3, over=True
        )


def scale_of(values: Sequence[float]) -> tuple[float, float, tuple[int, ...]]:
    """Return the lowest and the highest value of a scale, and the round numbers at which it has lines."""
    low, high = min(values), max(values)
    spare = max(_LEAST_SPREAD - (high - low), 0) / 2
    low, high = low - spare, high + spare
    step = next(step for step in _STEPS if floor(high / step) - ceil(low / step) < _LINES)
    return low, high, tuple(range(ceil(low / step) * step, floor(high / step) * step + 1, step))


def _draw(
    canvas: Canvas,
    plot: Area,
    points: Sequence[tuple[float, float]],
    color: Ink,
    *,
    dots: bool,
    base: int | None = None,
) -> None:
    """Draw a line through points of a plot in a panel, lightly filled down to ``base``, and a ring around the last."""
    size = plot.width + 2 * _DOT_RING, plot.height + 2 * _DOT_RING
    scaled = [((x + _DOT_RING) * OVER, (y + _DOT_RING) * OVER) for x, y in points]
    below = (plot.height if base is None else base) + _DOT_RING
    filled, line = (Image.new("L", (size[0] * OVER, size[1] * OVER)) for _ in range(2))
    outline = [(scaled[0][0], below * OVER), *scaled, (scaled[-1][0], below * OVER)]
    ImageDraw.Draw(filled).polygon(outline, fill=_FILLED)
    draw = ImageDraw.Draw(line)
    draw.line(scaled, 255, _THICK * OVER, joint="curve")
    for x, y in scaled if dots else scaled[:1]:
        draw.ellipse([x - _DOT * OVER, y - _DOT * OVER, x + _DOT * OVER, y + _DOT * OVER], fill=255)
    both = filled.reduce(OVER).point([_FILLED * (share > _FILLED // 2) for share in range(256)])
    thin = line.reduce(OVER)
    both.paste(255, (0, 0), thin)
    canvas.stamp(both, plot.x - _DOT_RING, plot.y - _DOT_RING, color, Ink.PANEL)
    x, y = plot.x + round(points[-1][0]), plot.y + round(points[-1][1])
    for radius, ink, on in ((_DOT_RING + 4, Ink.TEXT, Ink.PANEL), (_DOT_RING - 1, color, Ink.TEXT)):
        area = Area(x - radius, y - radius, 2 * radius, 2 * radius)
        canvas.box(area, ink, ground=on, rounding=radius, over=True)


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
        f"{scope_name(texts, scope)} {share_words(texts, tally.wins, tally.games)}"
        for scope, tally in _by_game(profile.rated)
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
            (5, _best(deal.won.points, texts) if deal is not None else ""),
            (6, texts.t("Won of each: {games}.", games=by_game) if by_game else ""),
            (7, texts.t("Against: {rivals}.", rivals=against) if against else ""),
        ]
    )


def _best(points: int, texts: Texts) -> str:
    return texts.n("Best deal: {points} point.", "Best deal: {points} points.", abs(points), points=gain(points))


def _rating(profile: Profile, name: str, texts: Texts) -> str:
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
        right -= canvas.text(right, middle, RATING.of(texts), label) + 30
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
        forms = texts.n("{n} rated game", "{n} rated games", games), texts.n("{n} game", "{n} games", games)
        room = curve.width - 2 * _INSET - used - 20
        draw_fitted(canvas, curve.x + _INSET, y + 42, first_fitting(forms, LABEL, room), _LABEL, width=room)
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
    draw_fitted(canvas, center, area.y + 44, GAMES.of(texts), middle, width=area.width - 24)
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
    words = texts.pn("below “Ranked after”", "{n} more game", "{n} more games", missing)
    if not games:
        words = texts.pn("below “Ranked after”", "{n} rated game", "{n} rated games", missing)
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
        yield average_words(texts, counts.knock_deadwood, counts.knocks), texts.p("profile", "Avg. knock")
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
    edges = _tile_edges([length(label, LABEL, False) * NARROWEST // 100 + 38 for _, label in tiles])
    for number, (value, label) in enumerate(tiles):
        width = edges[number + 1] - edges[number] - 14
        area = Area(MARGIN + edges[number], y, width, _TILE)
        draw_panel(canvas, area)
        center, style = area.x + width // 2, TextStyle(76, ground=Ink.PANEL, side="middle")
        words = shortened(value, NAME, width - 32)
        draw_fitted(canvas, center, y + 60, words, style, width=width - 32)
        name = TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False, side="middle")
        draw_fitted(canvas, center, y + 118, label, name, width=width - 24)


def _tile_edges(needed: Sequence[int]) -> list[int]:
    """Return where tiles begin, and where one more would: as wide as each other, unless a label needs more room."""
    room, count = _WHOLE + 14, len(needed)
    if max(needed) * count <= room:
        return [round(number * room / count) for number in range(count + 1)]
    spare = max(room - sum(needed), 0) / count
    return [round(sum(needed[:number]) + spare * number) for number in range(count + 1)]


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
        other, room = [listed_name(texts, best.opponent, names).name], right - left - used - 30
        against = on_one_line(other, texts, lambda name: texts.t("vs {name}", name=name[0]), LABEL, room)
        style = TextStyle(LABEL + 2, Ink.LABEL, Ink.PANEL, black=False, side="right")
        right -= draw_fitted(canvas, right, middle, against, style, width=room) + 20
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
