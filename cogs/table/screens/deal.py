"""The public result of a deal and of a game: who won, all hands, the points, the score sheet."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from discord import ButtonStyle, ui

from bot.ratings.highlights import Celebration, CelebrationKind, celebrations
from bot.ratings.values import Achievement, GameEnding, GameOutcome, Rated, RatingChange
from bot.rummy.views import View
from bot.text.catalogs import Texts
from bot.text.deals import deal_heading, deals_words, table_heading
from bot.text.ratings import achievement_name, achievement_words, change_words, pool_name, unrated_words
from bot.text.rules import variant_name
from bot.text.scores import margin_words, outcome_title, score_words, series_lines, sheet_lines
from cogs.edge.clicking.custom_ids import TableAction
from cogs.edge.clicking.page_ids import RATINGS
from cogs.edge.clicking.page_ids import button as page_button
from cogs.edge.layout import GOLD, GREEN, bold, cut, layout, picture, rows, small, text, title
from cogs.edge.messages import Attachment
from cogs.table.screens.endings import NO_END, GameEnd, forfeit_lines, game_words
from cogs.table.screens.games import screens_for
from cogs.table.screens.replay import REPLAY
from cogs.table.screens.scene import Scene
from cogs.table.screens.turns import back_button, between_lines, next_buttons

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


SHARE: Final = "share"  # table: posts a card of the game in the channel of the click
_GO_ON: Final = ButtonStyle.success


@dataclass(frozen=True, slots=True)
class Ended:
    """A finished deal.

    ``hands`` is the picture of all hands, ``end`` how the game ended if it's over, ``outcome`` its ratings and
    achievements once they're known.
    """

    view: View
    hands: Attachment | None
    sheet: Attachment | None
    end: GameEnd = NO_END
    outcome: GameOutcome | None = None


def deal_screen(scene: Scene, ended: Ended) -> ui.LayoutView:
    """Show how a deal ended, before the next one begins."""
    view = ended.view
    return _deal_layout(scene, ended, between_lines(scene, view), _between_buttons(scene, view))


def past_deal_screen(scene: Scene, ended: Ended) -> ui.LayoutView:
    """Show how a deal ended after the next one has begun. This message stays in the channel."""
    return _deal_layout(scene, ended, [], [scene.button(scene.texts.t("Verify"), TableAction.VERIFY)])


def _deal_layout(
    scene: Scene, ended: Ended, lines: Sequence[str], buttons: Sequence[ui.Button[ui.LayoutView]]
) -> ui.LayoutView:
    """Lay out the result of a deal, with ``lines`` and ``buttons`` about the next one."""
    texts, view = scene.texts, ended.view
    result = view.deals[-1]
    return layout(
        text(title(outcome_title(texts, result, scene.names)), small(table_heading(texts, view))),
        picture(scene.detail, ended.hands),
        text(*screens_for(view.family).deal_lines(scene, view)),
        picture(scene.detail, ended.sheet),
        text(bold(_score(scene, view)), *map(small, sheet_lines(texts, view, scene.names)), *lines),
        rows(buttons),
        accent=GREEN if result.winner is None else GOLD,
    )


def game_screen(scene: Scene, ended: Ended) -> ui.LayoutView:
    """Show the end of a game: the winner, its last deal, final scores and bonuses (G-23)."""
    texts, view, end = scene.texts, ended.view, ended.end
    played = [] if end.broken_off else screens_for(view.family).deal_lines(scene, view)
    return layout(
        text(
            title(game_words(texts, view, scene.names, end)),
            " · ".join(filter(None, (_game_line(scene, view), "" if end.broken_off else _margin(scene, ended)))),
            *celebration_lines(scene, ended.outcome),
            *([] if scene.row.is_practice else forfeit_lines(texts, scene.names, end)),
        ),
        picture(scene.detail, ended.hands),
        [text(_last_deal(scene, view), *played)] if played else [],
        picture(scene.detail, ended.sheet),
        text(*_final_lines(scene, view), *map(small, sheet_lines(texts, view, scene.names))),
        [text(*outcome)] if (outcome := outcome_lines(scene, ended.outcome)) else [],
        rows(_final_buttons(scene, ended)),
        accent=GOLD if end.winners else GREEN,
    )


def _game_line(scene: Scene, view: View) -> str:
    """Return the game and the number of its deals."""
    texts = scene.texts
    game = variant_name(texts, view.options.variant)
    if not view.deals:
        return game
    return texts.t("{game} · {deals}", game=game, deals=deals_words(texts, view.options, len(view.deals)))


def _margin(scene: Scene, ended: Ended) -> str:
    """Return by how many points the game was won."""
    return margin_words(scene.texts, ended.view, ended.end.winners)


def _last_deal(scene: Scene, view: View) -> str:
    """Return the heading of the last deal."""
    words = outcome_title(scene.texts, view.deals[-1], scene.names)
    return bold(deal_heading(scene.texts, view.options, len(view.deals), words))


def _score(scene: Scene, view: View) -> str:
    """Return the current score."""
    return scene.texts.t("Score: {score}", score=score_words(scene.texts, view.columns, scene.numbered))


def _final_lines(scene: Scene, view: View) -> list[str]:
    """Return the final scores: with bonuses how they add up (G-23); in Hollywood Gin those of its games first."""
    bonuses = list(screens_for(view.family).bonus_lines(scene, view))
    if len(view.columns) > 1:
        return [*map(bold, series_lines(scene.texts, view.columns, scene.names)), *bonuses]
    return bonuses or [bold(_score(scene, view))]


def _final_buttons(scene: Scene, ended: Ended) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons of a finished game. The first time that a player gets a rating, one explains ratings."""
    texts, table = scene.texts, scene.row.id
    rematch = [] if scene.watching else [scene.button(texts.t("Rematch"), TableAction.REMATCH, style=_GO_ON)]
    sharing = [] if ended.end.closed or scene.row.is_practice else [page_button(texts.t("Share"), SHARE, table)]
    explaining = [page_button(texts.t("What's a rating?"), RATINGS)] if shows_first_rating(ended.outcome) else []
    return [
        *rematch,
        page_button(texts.t("Replay"), REPLAY, table),
        *sharing,
        *explaining,
        scene.button(texts.t("More"), TableAction.MORE),
    ]


def _between_buttons(scene: Scene, view: View) -> list[ui.Button[ui.LayoutView]]:
    """Make the buttons between two deals."""
    texts = scene.texts
    reading = [scene.button(texts.t("Verify"), TableAction.VERIFY), scene.button(texts.t("More"), TableAction.MORE)]
    if scene.watching:
        return [scene.button(texts.t("Look again"), TableAction.HAND), *reading]
    back = [back_button(scene)] if scene.presence.away else []
    return [*next_buttons(scene, view), *back, *reading]
