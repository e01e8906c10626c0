"""Words for scores: how a deal ended, current scores, winners, and the sums of final points."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

from bot.rummy.results import Bonus, Column, Count, DealResult, GameResult, KnockCount, Outcome, Totals
from bot.rummy.views import View
from bot.text.catalogs import Texts
from bot.text.lists import NO_BREAK, all_of, gain, listed, points_words, score, score_list, scores_of_all, signed


def outcome_words(texts: Texts, result: DealResult, names: Sequence[str]) -> str:
    """Return how a deal ended, in short: ``Ola goes out: +47``."""
    if result.winner is None:
        return _no_winner(texts, result.outcome)
    name, points = names[result.winner], won_words(texts, result, names)
    match result.outcome:
        case Outcome.GIN:
            words = texts.t("{name} goes gin: {points}", name=name, points=points)
        case Outcome.BIG_GIN:
            words = texts.t("{name} goes big gin: {points}", name=name, points=points)
        case Outcome.UNDERCUT:
            words = texts.t("{name} undercuts: {points}", name=name, points=points)
        case Outcome.OUT:
            words = texts.t("{name} goes out: {points}", name=name, points=points)
        case Outcome.RUMMY:
            words = texts.t("{name} goes rummy: {points}", name=name, points=points)
        case Outcome.KNOCK | Outcome.VOID | Outcome.STALEMATE | Outcome.EXHAUSTED:
            words = texts.t("{name} knocks: {points}", name=name, points=points)
    return words


def won_words(texts: Texts, result: DealResult, names: Sequence[str]) -> str:
    """Return what the winner of a deal gets, ``+47``, or what the others take instead (B-15)."""
    if not result.penalties or result.winner is None:
        points = gain(result.points[result.winner or 0])
        return texts.t("{points} each", points=points) if result.shared else points
    words = points_words(texts, -result.penalties, penalties=True)
    if len(names) > 2:
        return texts.t("{points} for the others", points=words)
    return texts.t("{points} for {name}", points=words, name=names[1 - result.winner])


def outcome_title(texts: Texts, result: DealResult, names: Sequence[str]) -> str:
    """Return how a deal ended as a title, with an emoji if something rare happened."""
    words = outcome_words(texts, result, names)
    match result.outcome if result.winner is not None else None:
        case Outcome.GIN | Outcome.BIG_GIN:
            return texts.t("🎉 {outcome}", outcome=words)
        case Outcome.UNDERCUT:
            return texts.t("✂️ {outcome}", outcome=words)
        case Outcome.RUMMY:
            return texts.t("⚡ {outcome}", outcome=words)
        case _:
            return words


def _no_winner(texts: Texts, outcome: Outcome) -> str:
    """Return how a deal without a winner ended, in short."""
    match outcome:
        case Outcome.STALEMATE:
            return texts.t("Stalemate: no points")
        case Outcome.EXHAUSTED:
            return texts.t("Nobody goes out")
        case _:
            return texts.t("Void: no points")


_LONGEST_SHEET: Final = 1300
"""Maximum characters of a score sheet in text. The rest of the message needs space too."""
_UNCOUNTED: Final = "–"


def score_words(texts: Texts, columns: Sequence[Column], names: Sequence[str], *, penalties: bool = False) -> str:
    """Format the current scores: ``Ola 48, Kuba 31``. Hollywood's three games are listed one after the other."""
    scores = [scores_of_all(texts, names, column.totals, penalties=penalties) for column in columns]
    if len(scores) == 1:
        return scores[0]
    return " · ".join(
        texts.t("Game {number}: {score}", number=number, score=score) for number, score in enumerate(scores, 1)
    )


def ends_below_words(texts: Texts, points: int, *, penalties: bool) -> str:
    """Return how many penalty points end the game (B-18), or the total below zero that does (H-21)."""
    if not penalties:
        return texts.n("Ends at {total} point", "Ends at {total} points", points, total=signed(-points))
    return texts.n("Ends at {n} penalty point", "Ends at {n} penalty points", points)


def totals_words(totals: Sequence[int]) -> str:
    """Format totals in seat order: ``48–31``; ``47, −30, −17`` for more than two players or with a minus sign.

    Penalty points (B-15) have none.
    """
    return "–".join(map(str, totals)) if len(totals) == 2 and min(totals) >= 0 else ", ".join(map(signed, totals))


def gains_words(points: Sequence[int], names: Sequence[str]) -> str:
    """Format the points that each player won or lost in a deal: ``Ola +47 · Kuba −30 · Ewa −17``."""
    return " · ".join(f"{name} {gain(change)}" for name, change in zip(names, points, strict=True))


def winner_words(texts: Texts, winners: Sequence[int], names: Sequence[str]) -> str:
    """Return who won the game, several if they share the win (G-27, D-15), or nobody if no player stayed to the end."""
    if not winners:
        return texts.t("Nobody wins")
    if len(winners) == 1:
        return texts.t("{name} wins", name=names[winners[0]])
    if len(winners) == len(names):
        return texts.t("It's a draw")
    return texts.t("{names} share the win", names=all_of(texts, [names[seat] for seat in winners]))


def game_won_words(texts: Texts, view: View, winners: Sequence[int], names: Sequence[str]) -> str:
    """Return who won a game that was played to its end and the score; with two players that of both (G-23).

    In Hollywood it's the number of games won (G-24). The score is left out if a player won only because another one
    wasn't there at the end.
    """
    result = view.result
    if result is None or tuple(winners) != result.winners or len(winners) != 1:
        return winner_words(texts, winners, names)
    [winner] = winners
    name = names[winner]
    if len(view.columns) > 1:
        won, lost = (sum(column.winner == seat for column in view.columns) for seat in (winner, 1 - winner))
        return texts.n("{name} wins {n} game to {lost}", "{name} wins {n} games to {lost}", won, name=name, lost=lost)
    final = [bonus.final for bonus in result.bonuses[0]]
    if view.options.penalties:
        return texts.n(
            "{name} wins with {n} penalty point", "{name} wins with {n} penalty points", -final[winner], name=name
        )
    if len(names) > 2:
        return texts.n("{name} wins with {n} point", "{name} wins with {n} points", final[winner], name=name)
    return texts.t("{name} wins {score}", name=name, score=_points_of_two(texts, final[winner], final[1 - winner]))


def margin_words(texts: Texts, view: View, winners: Sequence[int]) -> str:
    """Return by how many points a game was won, bonuses included; empty if it isn't decided by points (G-23, G-24).

    The bonus for deals won can put the loser ahead on points.
    """
    result = view.result
    if result is None or tuple(winners) != result.winners or len(winners) != 1 or len(view.columns) > 1:
        return ""
    final = [bonus.final for bonus in result.bonuses[0]]
    margin = final[winners[0]] - max(points for seat, points in enumerate(final) if seat != winners[0])
    if margin > 0:
        return texts.n("by {n} point", "by {n} points", margin)
    return texts.t("level on points") if not margin else texts.n("{n} point behind", "{n} points behind", -margin)


def final_words(texts: Texts, view: View, winners: Sequence[int], names: Sequence[str]) -> str:
    """Return the final score in one line, the best first, with the winner's bonuses (G-23).

    In Hollywood it's the score of each game (G-24), the winner's points first.
    """
    first = winners[0] if winners else 0
    if len(view.columns) > 1:
        games = (_points_of_two(texts, column.totals[first], column.totals[1 - first]) for column in view.columns)
        return texts.t("Final score, {name} first: {scores}", name=names[first], scores=" · ".join(games))
    bonuses = None if view.result is None else view.result.bonuses[0]
    [column] = view.columns
    final = column.totals if bonuses is None else tuple(bonus.final for bonus in bonuses)
    told, penalties = [], view.options.penalties
    for seat in sorted(range(len(names)), key=lambda seat: (seat not in winners, -final[seat])):
        points, more = score(final[seat], penalties=penalties), final[seat] - column.totals[seat]
        bonus = texts.t("{score} ({points} in bonuses)", score=points, points=more)
        told.append(f"{names[seat]}{NO_BREAK}{bonus if more > 0 and seat in winners else points}")
    return texts.t("Final score: {score}", score=score_list(texts, told, penalties=penalties))


def _points_of_two(texts: Texts, own: int, other: int) -> str:
    """Format a score, the winner's points first: ``128–71``; in words if a minus sign could be misread."""
    if min(own, other) < 0:
        return texts.t("{own} to {other}", own=signed(own), other=signed(other))
    return f"{own}–{other}"


def series_lines(texts: Texts, columns: Sequence[Column], names: Sequence[str]) -> tuple[str, ...]:
    """Format the score of each game of a Hollywood series, winner first (G-24): ``Game 1: Ala 107, Kuba 96``."""
    return tuple(_game_of_series(texts, number, column, names) for number, column in enumerate(columns, 1))


def _game_of_series(texts: Texts, number: int, column: Column, names: Sequence[str]) -> str:
    """Format the final score of one game of a series, or the current one if it isn't over."""
    ordered = sorted(zip(column.totals, names, strict=True), key=lambda one: -one[0])
    score = listed(texts, (f"{name} {signed(total)}" for total, name in ordered))
    if column.over:
        return texts.t("Game {number}: {score}", number=number, score=score)
    return texts.t("Game {number}: {score} (not finished)", number=number, score=score)


def resigned_words(texts: Texts, resigned: int, winners: Sequence[int], names: Sequence[str]) -> str:
    """Return who resigned and who wins because of that; nobody wins if no other player was left."""
    if not winners:
        return texts.t("{name} resigned. Nobody wins", name=names[resigned])
    if len(winners) == 1:
        return texts.t("{winner} wins: {name} resigned", name=names[resigned], winner=names[winners[0]])
    return texts.t(
        "{winners} share the win: {name} resigned",
        name=names[resigned],
        winners=all_of(texts, [names[seat] for seat in winners]),
    )


def closed_words(texts: Texts) -> str:
    """Return the words for a game that was closed before its end."""
    return texts.t("Closed without a result")


def forfeit_words(texts: Texts, seat: int, names: Sequence[str], *, resigned: bool) -> str:
    """Return why a player has lost the game regardless of the score."""
    if resigned:
        return texts.t("{name} resigned. That counts as a loss.", name=names[seat])
    return texts.t("A computer finished the game for {name}. That counts as a loss.", name=names[seat])


def bonus_lines(texts: Texts, result: GameResult, names: Sequence[str]) -> tuple[str, ...]:
    """Return how the final points add up (G-23): one line per seat and game, except games without any bonus."""
    lines = []
    for number, seats in enumerate(result.bonuses, 1):
        if all(bonus.final == bonus.total for bonus in seats):
            continue
        for seat, bonus in enumerate(seats):
            line = f"{names[seat]}: {_bonus_sum(texts, bonus)}"
            lines.append(
                texts.t("Game {number} · {score}", number=number, score=line) if len(result.bonuses) > 1 else line
            )
    if result.settled is not None:
        lines.append(settled_words(texts, result.settled, names))
    return tuple(lines)


def settled_words(texts: Texts, settled: Totals, names: Sequence[str]) -> str:
    """Return what each player gets from the others after a game of three, the most first (G3-16)."""
    ordered = sorted(zip(settled, names, strict=True), key=lambda one: -one[0])
    return texts.t("Settled: {scores}", scores=listed(texts, (f"{name} {gain(points)}" for points, name in ordered)))


def _bonus_sum(texts: Texts, bonus: Bonus) -> str:
    terms = [points_words(texts, bonus.total)]
    if bonus.game:
        terms.append(texts.t("{points} game bonus", points=bonus.game))
    if bonus.doubled:
        terms = [texts.t("({sum}) × 2 for a shutout", sum=" + ".join(terms))]
    if bonus.boxes:
        terms.append(
            texts.n("{points} for {n} deal won", "{points} for {n} deals won", bonus.deals_won, points=bonus.boxes)
        )
    return f"{' + '.join(terms)} = **{bonus.final}**" if bonus.final != bonus.total else terms[0]


def sheet_lines(texts: Texts, view: View, names: Sequence[str]) -> tuple[str, ...]:
    """Return every finished deal, oldest first: who won, how, and the totals after it.

    In Hollywood the totals of its three games are next to each other. If that's too long, all deals share one line
    without totals.
    """
    sign = -1 if view.options.penalties else 1
    totals = [[[sign * points for points in after] for after in _totals(column)] for column in view.columns]
    lines = tuple(
        texts.t(
            "{number}. {outcome} · {totals}",
            number=number,
            outcome=_with_waited(texts, outcome_words(texts, result, names), result, names),
            totals=" / ".join(totals_words(column[number - 1]) for column in totals),
        )
        for number, result in enumerate(view.deals, 1)
    )
    return lines if sum(map(len, lines)) <= _LONGEST_SHEET else (_in_one_line(view, names),)


def _with_waited(texts: Texts, words: str, result: DealResult, names: Sequence[str]) -> str:
    """Return a deal of the sheet with who waited in it, if anyone did (G3-1)."""
    if result.waited is None:
        return words
    return texts.t("{outcome} ({name} waited)", outcome=words, name=names[result.waited])


def _totals(column: Column) -> list[Totals]:
    none = (0,) * len(column.totals)
    return list(accumulate((entry or none for entry in column.entries), _added))


def _added(totals: Totals, points: Totals) -> Totals:
    return tuple(total + gained for total, gained in zip(totals, points, strict=True))


def _in_one_line(view: View, names: Sequence[str]) -> str:
    """Return the winners and points of all deals, of the newest ones if even that is too long."""
    kept: list[str] = []
    room = _LONGEST_SHEET
    for words in reversed(list(_short(view, names))):
        room -= len(words) + 3
        if room < 0:
            kept.append("…")
            break
        kept.append(words)
    return " · ".join(reversed(kept))


def _short(view: View, names: Sequence[str]) -> Iterator[str]:
    for number, result in enumerate(view.deals, 1):
        if result.winner is None:
            yield f"{number}. {_UNCOUNTED}"
        elif result.penalties:
            yield f"{number}. {names[result.winner]}"
        else:
            yield f"{number}. {names[result.winner]} {gain(result.points[result.winner])}"


def deal_sum(result: DealResult) -> str:
    """Return the sum of the winner's points without its total; empty if nobody won or it's a single number."""
    if result.winner is None:
        return ""
    if result.knock is not None:
        return _knock(result.knock)
    return "" if result.count is None else _hands(result.count, result.winner)


def _knock(count: KnockCount) -> str:
    """Return the sum after a knock or gin (G-18 to G-20): with a bonus, the difference of the two hands is one term."""
    if count.bonus:
        return _times([str(count.bonus), str(count.higher - count.lower)], " + ", count.factor)
    return _times([str(count.higher), str(count.lower)], " − ", count.factor)


def _hands(count: Count, winner: int) -> str:
    """Return the sum after going out: the other hands, and the cards laid on the table (B-11, B-12, D-12, H-10)."""
    if count.table:  # each player's own
        return f"{count.table[winner]} − {count.hands[winner]}" if count.hands[winner] else ""
    terms = [str(points) for seat, points in enumerate(count.hands) if seat != winner]
    if count.laid:
        terms.append(str(count.laid))
    return "" if len(terms) == 1 and count.factor == 1 else _times(terms, " + ", count.factor)


def _times(terms: list[str], sign: str, factor: int) -> str:
    """Return a sum of terms, multiplied by a factor unless it's 1."""
    line = sign.join(terms)
    if factor == 1:
        return line
    return f"({line}) × {factor}" if len(terms) > 1 else f"{line} × {factor}"
