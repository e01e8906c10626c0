"""The outcome of a game apart from its score: celebrations, rating changes, head-to-head record, achievements."""

from typing import Final

from bot.ratings.achievements import Celebration, CelebrationKind, celebrations
from bot.ratings.values import Achievement, GameEnding, GameOutcome, Rated, RatingChange
from bot.text.catalogs import Texts
from bot.text.ratings import achievement_name, achievement_words, change_words, pool_name, unrated_words
from cogs.edge.layout import bold, cut, small
from cogs.table.screens.scene import Scene

_LONGEST: Final = 1000
"""Maximum characters. The rest of the message needs space too."""
_CELEBRATED: Final = frozenset({Achievement.FIRST_WIN})
"""Achievements with a celebration instead."""


def outcome_lines(scene: Scene, outcome: GameOutcome | None) -> list[str]:
    """Return lines about ratings, record and achievements; empty until the outcome is known."""
    if outcome is None or outcome.result.facts.ending is GameEnding.CLOSED:
        return []
    lines = [*_ratings(scene, outcome), *_between_two(scene, outcome), *_achievements(scene, outcome)]
    return cut("\n".join(lines), _LONGEST).splitlines()


def celebration_lines(scene: Scene, outcome: GameOutcome | None) -> list[str]:
    """Return a line for everything worth celebrating; empty until the outcome is known."""
    if outcome is None:
        return []
    names = dict(_people(scene, outcome))
    found = celebrations(outcome)
    return [_celebrated(scene.texts, one, names[one.user]) for one in found if one.user in names]


def shows_first_rating(outcome: GameOutcome | None) -> bool:
    """Return whether a player gets their first rating with a game, so that ratings have to be explained."""
    return outcome is not None and any(not change.before.games for change in outcome.changes)


def _celebrated(texts: Texts, celebration: Celebration, name: str) -> str:
    """Return the line of one celebration."""
    shown_name, number = bold(name), celebration.number
    match celebration.kind:
        case CelebrationKind.FIRST_WIN:
            return texts.t("🌟 First win for {name}!", name=shown_name)
        case CelebrationKind.SHUTOUT:
            return texts.t("💯 Shutout: {name} won every deal", name=shown_name)
        case CelebrationKind.STREAK:
            return texts.n("🔥 {n} win in a row for {name}", "🔥 {n} wins in a row for {name}", number, name=shown_name)
        case CelebrationKind.BEST_RATING:
            return texts.t("📈 New best rating for {name}: {rating}", name=shown_name, rating=number)


def _ratings(scene: Scene, outcome: GameOutcome) -> list[str]:
    """Return the rating changes of all players, or why the game isn't rated."""
    texts, rated = scene.texts, outcome.result.rated
    if rated is not Rated.YES:
        return [small(unrated_words(texts, rated))]
    lines = [
        texts.t("{name}: {rating}", name=bold(name), rating=words)
        for user, name in _people(scene, outcome)
        if (words := _changed(scene, outcome, user))
    ]
    return [bold(texts.t("Ratings")), *lines] if lines else []


def _changed(scene: Scene, outcome: GameOutcome, user: int) -> str:
    """Return how a player's rating changed in the game's family, and overall if that's different."""
    texts = scene.texts
    changes: list[str] = []
    for change in sorted((one for one in outcome.changes if one.user == user), key=_is_overall):
        rating = change_words(texts, change)
        if not any(words.endswith(rating) for words in changes):
            changes.append(texts.t("{games} {rating}", games=pool_name(texts, change.pool), rating=rating))
    return " · ".join(changes)


def _is_overall(change: RatingChange) -> bool:
    """Return the sort key that puts the overall rating last."""
    return change.pool is None


def _between_two(scene: Scene, outcome: GameOutcome) -> list[str]:
    """Return the head-to-head record of two players who have met before."""
    texts, versus = scene.texts, outcome.versus
    if versus is None or versus.games < 2 or not any(versus.wins):
        return []
    names = dict(_people(scene, outcome))
    one, other = (names.get(user, "") for user in versus.users)
    return [
        texts.n(
            "Head to head: {one} {wins}–{losses} {other} ({n} game)",
            "Head to head: {one} {wins}–{losses} {other} ({n} games)",
            versus.games,
            one=one,
            wins=versus.wins[0],
            losses=versus.wins[1],
            other=other,
        )
    ]


def _achievements(scene: Scene, outcome: GameOutcome) -> list[str]:
    """Return the new achievements of all players, in seat order."""
    texts = scene.texts
    return [
        texts.t(
            "🏅 {name}: {achievement} ({description})",
            name=name,
            achievement=bold(achievement_name(texts, achievement)),
            description=achievement_words(texts, achievement),
        )
        for user, name in _people(scene, outcome)
        for achievement in sorted(outcome.earned.get(user, frozenset()) - _CELEBRATED)
    ]


def _people(scene: Scene, outcome: GameOutcome) -> list[tuple[int, str]]:
    """Return the ids and names of the players who aren't computers."""
    return [(line.user, scene.names[line.seat]) for line in outcome.result.facts.lines if line.user is not None]
