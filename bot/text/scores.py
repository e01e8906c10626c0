"""Words for scores: current scores, changes by a deal, winners, and the sums of final points."""

from collections.abc import Sequence

from bot.rummy.results import Bonus, Column, GameResult
from bot.rummy.views import View
from bot.text.catalogs import Texts
from bot.text.lists import all_of, gain, signed


def score_words(texts: Texts, columns: Sequence[Column], names: Sequence[str]) -> str:
    """Format the current scores: ``Ola 48, Kuba 31``. Hollywood's three games are listed one after the other."""
    scores = [_score(column, names) for column in columns]
    if len(scores) == 1:
        return scores[0]
    return " · ".join(
        texts.t("Game {number}: {score}", number=number, score=score) for number, score in enumerate(scores, 1)
    )


def _score(column: Column, names: Sequence[str]) -> str:
    """Format the scores of one game in seat order."""
    return ", ".join(f"{name} {signed(total)}" for name, total in zip(names, column.totals, strict=True))


def totals_words(totals: Sequence[int]) -> str:
    """Format totals in seat order: ``48–31``; ``47, −30, −17`` for more than two players or with a minus sign."""
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
    score = ", ".join(f"{name} {signed(total)}" for total, name in ordered)
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
        "{names} share the win: {name} resigned",
        name=names[resigned],
        names=all_of(texts, [names[seat] for seat in winners]),
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
    return tuple(lines)


def _bonus_sum(texts: Texts, bonus: Bonus) -> str:
    """Return how one seat's final points add up."""
    terms = [texts.n("{points} point", "{points} points", abs(bonus.total), points=signed(bonus.total))]
    if bonus.game:
        terms.append(texts.t("{points} game bonus", points=bonus.game))
    if bonus.doubled:
        terms = [texts.t("({sum}) × 2 for a shutout", sum=" + ".join(terms))]
    if bonus.boxes:
        terms.append(
            texts.n("{points} for {n} deal won", "{points} for {n} deals won", bonus.deals_won, points=bonus.boxes)
        )
    return f"{' + '.join(terms)} = **{bonus.final}**" if bonus.final != bonus.total else terms[0]
