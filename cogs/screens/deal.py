"""The end of a deal and of a game, public: both hands, the sums, the score sheet, the shuffle's secret."""

from collections.abc import Sequence
from dataclasses import dataclass

from discord import ButtonStyle, ui

from bot.rummy.results import Outcome
from bot.rummy.views import GinView
from bot.text.catalogue import Texts
from bot.text.results import bonus_lines, deal_sum, score_words, showdown_lines, winner_words
from bot.text.rules import variant_name
from cogs.custom_ids import Action
from cogs.messages import Attachment
from cogs.screens.parts import Scene, bold, layout, picture, rows, small, text, title

_LISTED_DEALS = 8


@dataclass(frozen=True, slots=True)
class Ended:
    """What the end of a deal is shown from: the public view, the pictures, the secret, who gave up if anybody."""

    view: GinView
    knock: Attachment | None
    sheet: Attachment | None
    secret: str | None
    resigned: int | None = None


def deal_screen(scene: Scene, ended: Ended) -> ui.LayoutView:
    """Show how a deal ended, while the game goes on."""
    texts, view = scene.texts, ended.view
    heading = texts.t(
        "Deal {number}: {outcome}", number=len(view.deals), outcome=outcome_words(texts, view, scene.names)
    )
    return layout(
        text(title(heading)),
        picture(scene.dress, ended.knock),
        text(*_deal_lines(scene, ended)),
        picture(scene.dress, ended.sheet),
        text(
            texts.t("Score: {score}", score=score_words(texts, view.columns, scene.names)),
            *_earlier(scene, view),
            _secret(texts, ended, len(view.deals)),
        ),
        rows(
            [
                scene.button(texts.t("Next deal"), Action.NEXT, style=ButtonStyle.success),
                scene.button(texts.t("Verify"), Action.VERIFY),
                scene.button(texts.t("Rules"), Action.RULES),
            ]
        ),
    )


def game_screen(scene: Scene, ended: Ended) -> ui.LayoutView:
    """Show the end of a game: its last deal, final scores, bonuses line by line (G-23)."""
    texts, view = scene.texts, ended.view
    heading = texts.t(
        "{game}: {outcome}",
        game=variant_name(texts, view.options.variant),
        outcome=game_words(scene, view, ended.resigned),
    )
    finals = bonus_lines(texts, view.result, scene.names) if view.result else ()
    return layout(
        text(title(heading)),
        picture(scene.dress, ended.knock),
        [] if ended.resigned is not None else text(*_deal_lines(scene, ended)),
        picture(scene.dress, ended.sheet),
        text(
            texts.t("Score: {score}", score=score_words(texts, view.columns, scene.names)),
            *finals,
            *_earlier(scene, view),
            _secret(texts, ended, view.deal),
        ),
        rows(
            [
                scene.button(texts.t("Rematch"), Action.REMATCH, style=ButtonStyle.success),
                scene.button(texts.t("Record"), Action.RECORD),
                scene.button(texts.t("Verify"), Action.VERIFY),
            ]
        ),
    )


def game_words(scene: Scene, view: GinView, resigned: int | None) -> str:
    """Say who won, or who gave up."""
    texts, names = scene.texts, scene.names
    if resigned is not None:
        return texts.t("{name} resigned, {winner} wins", name=names[resigned], winner=names[1 - resigned])
    return winner_words(texts, view.result.winners, names) if view.result else ""


def outcome_words(texts: Texts, view: GinView, names: Sequence[str], number: int | None = None) -> str:
    """Say in short how a deal ended, the last one unless ``number`` names another, counted from 1."""
    result = view.deals[(number or len(view.deals)) - 1]
    if result.winner is None:
        return texts.t("void")
    name, points = names[result.winner], result.points[result.winner]
    match result.outcome:
        case Outcome.GIN:
            return texts.n("{name} has gin, {n} point", "{name} has gin, {n} points", points, name=name)
        case Outcome.UNDERCUT:
            return texts.n("{name} undercuts, {n} point", "{name} undercuts, {n} points", points, name=name)
        case _:
            return texts.n("{name} knocks, {n} point", "{name} knocks, {n} points", points, name=name)


def _deal_lines(scene: Scene, ended: Ended) -> list[str]:
    """Lay both hands open and spell out the sum."""
    texts, view, names = scene.texts, ended.view, scene.names
    shown = showdown_lines(texts, view.showdown, names) if view.showdown else ()
    return [*shown, bold(deal_sum(texts, view.deals[-1], view.showdown, names))]


def _earlier(scene: Scene, view: GinView) -> list[str]:
    """List the last deals, a small line each, as the score sheet has them all."""
    numbers = range(max(1, len(view.deals) - _LISTED_DEALS + 1), len(view.deals) + 1)
    return [
        small(
            scene.texts.t(
                "Deal {number}: {outcome}",
                number=number,
                outcome=outcome_words(scene.texts, view, scene.names, number),
            )
        )
        for number in numbers
    ]


def _secret(texts: Texts, ended: Ended, deal: int) -> str:
    """Show the secret from which the deal was shuffled."""
    if ended.secret is None:
        return ""
    return small(texts.t("Secret of deal {number}: `{secret}`", number=deal, secret=ended.secret))
