"""The public result of a deal and of a game: all hands, the points, the score sheet."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from discord import ButtonStyle, ui

from bot.ratings.values import GameOutcome
from bot.rummy.views import View
from bot.text.deals import deal_heading
from bot.text.results import outcome_words
from bot.text.scores import score_words, series_words
from cogs.edge.clicking.custom_ids import TableAction
from cogs.edge.clicking.page_controls import button as page_button
from cogs.edge.layout import layout, picture, rows, small, text, title
from cogs.edge.messages import Attachment
from cogs.table.screens.endings import NO_END, GameEnd, forfeit_lines, game_heading
from cogs.table.screens.games import screens_for
from cogs.table.screens.outcome import outcome_lines
from cogs.table.screens.replay import REPLAY
from cogs.table.screens.scene import Scene
from cogs.table.screens.turns import back_button, between_lines, next_buttons

_LISTED_DEALS: Final = 8
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
    heading = deal_heading(texts, view.options, len(view.deals), outcome_words(texts, view.deals[-1], scene.names))
    return layout(
        text(title(heading)),
        picture(scene.detail, ended.hands),
        text(*screens_for(view.family).deal_lines(scene, view)),
        picture(scene.detail, ended.sheet),
        text(
            texts.t("Score: {score}", score=score_words(texts, view.columns, scene.numbered)),
            *_earlier(scene, view),
            *lines,
        ),
        rows(buttons),
    )


def game_screen(scene: Scene, ended: Ended) -> ui.LayoutView:
    """Show the end of a game: its last deal, final scores and bonuses (G-23)."""
    texts, view = scene.texts, ended.view
    screens = screens_for(view.family)
    return layout(
        text(title(game_heading(scene, view, ended.end)), *forfeit_lines(texts, scene.names, ended.end)),
        picture(scene.detail, ended.hands),
        [] if ended.end.broken_off else text(*screens.deal_lines(scene, view)),
        picture(scene.detail, ended.sheet),
        text(
            _final_score(scene, view),
            *screens.bonus_lines(scene, view),
            *_earlier(scene, view),
        ),
        [text(*outcome)] if (outcome := outcome_lines(scene, ended.outcome)) else [],
        rows(
            [
                *([] if scene.watching else [scene.button(texts.t("Rematch"), TableAction.REMATCH, style=_GO_ON)]),
                page_button(texts.t("Replay"), REPLAY, scene.row.id),
                scene.button(texts.t("Record"), TableAction.RECORD),
                scene.button(texts.t("Verify"), TableAction.VERIFY),
            ]
        ),
    )


def _final_score(scene: Scene, view: View) -> str:
    """Return the score of a finished game; in Hollywood Gin, the scores of all its games."""
    texts = scene.texts
    if len(view.columns) > 1:
        return series_words(texts, view.columns, scene.numbered)
    return texts.t("Score: {score}", score=score_words(texts, view.columns, scene.numbered))


def _between_buttons(scene: Scene, view: View) -> list[ui.Button[ui.LayoutView]]:
    """Make the buttons between two deals."""
    texts = scene.texts
    reading = [scene.button(texts.t("Verify"), TableAction.VERIFY), scene.button(texts.t("Rules"), TableAction.RULES)]
    if scene.watching:
        return [scene.button(texts.t("Look again"), TableAction.HAND), *reading]
    back = [back_button(scene)] if scene.presence.away else []
    return [*next_buttons(scene, view), *back, *reading, scene.button(texts.t("More"), TableAction.MORE)]


def _earlier(scene: Scene, view: View) -> list[str]:
    """Return a small line for each of the last deals. The score sheet lists all deals."""
    texts, first = scene.texts, max(0, len(view.deals) - _LISTED_DEALS)
    return [
        small(deal_heading(texts, view.options, number, outcome_words(texts, result, scene.names)))
        for number, result in enumerate(view.deals[first:], first + 1)
    ]
