"""What a game came to beside its score: ratings before and after, the record of two, achievements."""

from typing import Final

from bot.ratings.values import GameOutcome, HowEnded, Rated, RatingChange
from bot.text.ratings import achievement_name, achievement_words, change_words, pool_name, unrated_words
from cogs.edge.layout import bold, cut, small
from cogs.table.screens.parts import Scene

_LONGEST: Final = 1200
"""Characters: the rest of the message needs its room."""


def outcome_lines(scene: Scene, outcome: GameOutcome | None) -> list[str]:
    """Tell what a game came to, a line each; nothing while that is not known."""
    if outcome is None or outcome.result.facts.way is HowEnded.CLOSED:
        return []
    lines = [*_ratings(scene, outcome), *_between_two(scene, outcome), *_achievements(scene, outcome)]
    return cut("\n".join(lines), _LONGEST).splitlines()


def _ratings(scene: Scene, outcome: GameOutcome) -> list[str]:
    """Say how everybody is rated now, and was before; or why the game is not rated."""
    texts, rated = scene.texts, outcome.result.rated
    if rated is not Rated.YES:
        return [small(unrated_words(texts, rated))]
    lines = [
        texts.t("{name}: {rating}", name=bold(name), rating=words)
        for user, name in _people(scene, outcome)
        if (words := _changed(scene, outcome, user))
    ]
    return [texts.t("Rating"), *lines] if lines else []


def _changed(scene: Scene, outcome: GameOutcome, user: int) -> str:
    """Say what the game did to somebody's rating in its family, and in all games where that is something else."""
    texts = scene.texts
    said: list[str] = []
    for change in sorted((one for one in outcome.changes if one.user == user), key=_is_overall):
        rating = change_words(texts, change)
        if not any(words.endswith(rating) for words in said):
            said.append(texts.t("{games} {rating}", games=pool_name(texts, change.pool), rating=rating))
    return " · ".join(said)


def _is_overall(change: RatingChange) -> bool:
    """Put the rating of all games behind the one of the game that was played."""
    return change.pool is None


def _between_two(scene: Scene, outcome: GameOutcome) -> list[str]:
    """Tell the record of two who have met before."""
    texts, versus = scene.texts, outcome.versus
    if versus is None or versus.games < 2 or not any(versus.wins):
        return []
    names = dict(_people(scene, outcome))
    one, other = (names.get(user, "") for user in versus.users)
    return [
        texts.n(
            "{one} {wins} : {losses} {other} after {n} game",
            "{one} {wins} : {losses} {other} after {n} games",
            versus.games,
            one=one,
            wins=versus.wins[0],
            losses=versus.wins[1],
            other=other,
        )
    ]


def _achievements(scene: Scene, outcome: GameOutcome) -> list[str]:
    """Tell what somebody has achieved for the first time, in the order in which they sit."""
    texts = scene.texts
    return [
        texts.t(
            "{name}: {achievement} ({what})",
            name=name,
            achievement=bold(achievement_name(texts, achievement)),
            what=achievement_words(texts, achievement),
        )
        for user, name in _people(scene, outcome)
        for achievement in sorted(outcome.earned.get(user, ()))
    ]


def _people(scene: Scene, outcome: GameOutcome) -> list[tuple[int, str]]:
    """List the people who played, as the league knows them, with what they are called here."""
    return [(line.user, scene.names[line.seat]) for line in outcome.result.facts.lines if line.user is not None]
