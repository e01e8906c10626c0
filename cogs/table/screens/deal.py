"""The result of a deal and of a game: who won, all hands, the points, the score sheet; public, and in the hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from discord import ButtonStyle, ui

from bot.ratings.highlights import Celebration, CelebrationKind, celebrations
from bot.ratings.values import Achievement, GameEnding, GameOutcome, Rated, RatingChange
from bot.rummy.refusals import Topic
from bot.rummy.views import Phase, View
from bot.text.catalogs import Texts
from bot.text.deals import deal_heading, deals_words, table_heading
from bot.text.ratings import achievement_name, achievement_words, change_words, pool_name, unrated_words
from bot.text.rules import variant_name
from bot.text.scores import (
    closed_words,
    forfeit_words,
    game_won_words,
    margin_words,
    outcome_title,
    outcome_words,
    resigned_words,
    score_words,
    series_lines,
    sheet_lines,
)
from cogs.edge.custom_ids import RATINGS, TableAction
from cogs.edge.custom_ids import button as page_button
from cogs.edge.layout import GOLD, GREEN, bold, cut, layout, picture, rows, small, text, title
from cogs.edge.messages import Attachment
from cogs.table.screens.games import SCREENS
from cogs.table.screens.replay import REPLAY
from cogs.table.screens.running import back_button, between_lines, is_away, next_buttons, rules_button, scores
from cogs.table.screens.scene import NO_NOTICE, Notice, Scene, lock_line

_LONGEST: Final = 1000
"""Maximum characters. The rest of the message needs space too."""
_CELEBRATED: Final = frozenset({Achievement.FIRST_WIN})
"""Achievements with a celebration instead."""


@dataclass(frozen=True, slots=True)
class GameEnd:
    """How a game ended: winners, the seat that resigned, the seats that lost by absence, or that it was closed."""

    winners: tuple[int, ...] = ()
    resigned: int | None = None
    forfeits: frozenset[int] = frozenset()
    closed: bool = False

    @property
    def broken_off(self) -> bool:
        """Whether the last deal wasn't played to its end."""
        return self.closed or self.resigned is not None


NO_END: Final = GameEnd()


def game_words(texts: Texts, view: View, names: Sequence[str], end: GameEnd) -> str:
    """Return how a finished game ended: who won and by how much, who resigned, or that it has no result."""
    if end.closed:
        return closed_words(texts)
    if end.resigned is not None:
        outcome = resigned_words(texts, end.resigned, end.winners, names)
    else:
        outcome = game_won_words(texts, view, end.winners, names)
    return texts.t("🏆 {outcome}", outcome=outcome) if end.winners else outcome


def forfeit_lines(texts: Texts, names: Sequence[str], end: GameEnd) -> list[str]:
    """Return a line for each player who lost because they were absent at the end."""
    if end.closed:
        return []
    return [forfeit_words(texts, seat, names, resigned=seat == end.resigned) for seat in sorted(end.forfeits)]


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
    return change.pool is None


def _between_two(scene: Scene, outcome: GameOutcome) -> list[str]:
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


def hand_over_screen(scene: Scene, view: View, end: GameEnd, notice: Notice = NO_NOTICE) -> ui.LayoutView:
    """Show a player how the deal or the game ended, with the button for the next deal or a rematch."""
    texts = scene.texts
    if view.phase is Phase.OVER:
        ending, then = game_words(texts, view, scene.names, end), forfeit_lines(texts, scene.names, end)
        buttons = [scene.button(texts.t("Rematch"), TableAction.REMATCH)]
    else:
        ending = deal_heading(texts, view.options, len(view.deals), outcome_words(texts, view.deals[-1], scene.names))
        then = between_lines(scene, view)
        buttons = [back_button(scene)] if is_away(scene, view) else next_buttons(scene, view)
    score = "" if view.result is not None else " · ".join(scores(scene, view))  # the result has the final one
    topic = notice.topic or (Topic.WINNING if view.phase is Phase.OVER else Topic.POINTS)
    buttons.append(rules_button(scene, topic))
    return layout(text(notice.words, bold(ending), score, *then), rows(buttons), accent=GOLD)


def _deal_layout(
    scene: Scene, ended: Ended, lines: Sequence[str], buttons: Sequence[ui.Button[ui.LayoutView]]
) -> ui.LayoutView:
    """Lay out the result of a deal, with ``lines`` and ``buttons`` about the next one."""
    texts, view = scene.texts, ended.view
    result = view.deals[-1]
    return layout(
        text(title(outcome_title(texts, result, scene.names)), small(table_heading(texts, view))),
        picture(scene.detail, ended.hands),
        text(*SCREENS[view.family].deal_lines(scene, view)),
        picture(scene.detail, ended.sheet),
        text(bold(_score(scene, view)), *map(small, sheet_lines(texts, view, scene.names)), *lines),
        rows(buttons),
        text(lock) if (lock := lock_line(scene)) else [],
        accent=GREEN if result.winner is None else GOLD,
    )


def game_screen(scene: Scene, ended: Ended) -> ui.LayoutView:
    """Show the end of a game: the winner, its last deal, final scores and bonuses (G-23)."""
    texts, view, end = scene.texts, ended.view, ended.end
    played = [] if end.broken_off else SCREENS[view.family].deal_lines(scene, view)
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
        text(lock) if (lock := lock_line(scene)) else [],
        accent=GOLD if end.winners else GREEN,
    )


def _game_line(scene: Scene, view: View) -> str:
    texts = scene.texts
    game = variant_name(texts, view.options.variant)
    if not view.deals:
        return game
    return texts.t("{game} · {deals}", game=game, deals=deals_words(texts, view.options, len(view.deals)))


def _margin(scene: Scene, ended: Ended) -> str:
    return margin_words(scene.texts, ended.view, ended.end.winners)


def _last_deal(scene: Scene, view: View) -> str:
    words = outcome_title(scene.texts, view.deals[-1], scene.names)
    return bold(deal_heading(scene.texts, view.options, len(view.deals), words))


def _score(scene: Scene, view: View) -> str:
    return scene.texts.t("Score: {score}", score=score_words(scene.texts, view.columns, scene.numbered))


def _final_lines(scene: Scene, view: View) -> list[str]:
    """Return the final scores: with bonuses how they add up (G-23); in Hollywood Gin those of its games first."""
    bonuses = list(SCREENS[view.family].bonus_lines(scene, view))
    if len(view.columns) > 1:
        return [*map(bold, series_lines(scene.texts, view.columns, scene.names)), *bonuses]
    return bonuses or [bold(_score(scene, view))]


def _final_buttons(scene: Scene, ended: Ended) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons of a finished game. The first time that a player gets a rating, one explains ratings."""
    texts, table = scene.texts, scene.row.id
    rematch = [] if scene.watching else [scene.button(texts.t("Rematch"), TableAction.REMATCH, style=_GO_ON)]
    sharing = [] if ended.end.closed or scene.row.is_practice else [page_button(texts.t("Share"), SHARE, table)]
    explaining = [page_button(texts.t("What's a rating?"), RATINGS, table)] if shows_first_rating(ended.outcome) else []
    return [
        *rematch,
        page_button(texts.t("Replay"), REPLAY, table),
        *sharing,
        *explaining,
        scene.button(texts.t("More"), TableAction.MORE),
    ]


def _between_buttons(scene: Scene, view: View) -> list[ui.Button[ui.LayoutView]]:
    texts = scene.texts
    reading = [scene.button(texts.t("Verify"), TableAction.VERIFY), scene.button(texts.t("More"), TableAction.MORE)]
    if scene.watching:
        return [scene.button(texts.t("Look again"), TableAction.HAND), *reading]
    back = [back_button(scene)] if scene.presence.away else []
    return [*next_buttons(scene, view), *back, *reading]
