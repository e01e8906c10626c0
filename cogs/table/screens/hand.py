"""Shared parts of the private panels of all games: the turn, the score, the sort button, the end of a deal."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from discord import ui

from bot.play.state.values import Pace
from bot.rummy.cards import Card
from bot.rummy.moves import Move
from bot.rummy.refusals import Refusal, Topic
from bot.rummy.results import Column
from bot.rummy.views import Phase, View
from bot.text.catalogs import Texts
from bot.text.deals import deal_heading
from bot.text.lists import signed
from bot.text.scores import outcome_words
from cogs.edge.clicking.custom_ids import TableAction
from cogs.edge.clicking.page_ids import NEXT_TABLE
from cogs.edge.clicking.page_ids import button as page_button
from cogs.edge.layout import GOLD, bold, layout, rows, text
from cogs.edge.messages import Attachment
from cogs.table.screens.discarding import take_back_button
from cogs.table.screens.endings import GameEnd, forfeit_lines, game_words
from cogs.table.screens.scene import NO_NOTICE, Notice, Scene, Sorting
from cogs.table.screens.turns import back_button, between_lines, deadline_words, next_buttons

Judge: TypeAlias = Callable[[Move], Refusal | None]
"""Returns why a move of the player would be refused; None if it's legal."""


@dataclass(frozen=True, slots=True)
class HandDetails:
    """Options for showing the private panel of a running deal.

    ``render`` differs in each version of a panel, so that Discord resets its selects. ``advice`` comes from
    `bot.players.hints`; the buttons of advised moves are green. It's empty at an unassisted table. ``words`` describe
    the hand to a player who doesn't want pictures. ``coach`` is the coach's line for this moment.
    """

    file: Attachment | None
    sorting: Sorting
    render: int
    advice: Sequence[Move] = ()
    notice: Notice = NO_NOTICE
    words: str = ""
    coach: str = ""


STOP: Final = "stop"
"""The argument of the button next to the coach's line, which turns the coach off."""
HandScreen: TypeAlias = Callable[[Scene, HandDetails], ui.LayoutView]
"""Lays out the private panel of one player in a running deal."""


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


def first_line(scene: Scene, view: View, verb: str, parts: Sequence[str]) -> str:
    """Return a panel's first line: the verb, then ``parts``, the score and the deadline; no verb for absent players."""
    words = "" if is_away(scene, view) else bold(verb)
    return " · ".join(filter(None, (words, *parts, *scores(scene, view), deadline_words(scene))))


def drawn_words(texts: Texts, view: View) -> str:
    """Return which card the player just drew or took; empty before the draw."""
    if view.drawn is None:
        return ""
    card = texts.card(view.drawn)
    return (
        texts.t("You took {card}.", card=card) if view.drawn == view.taken else texts.t("You drew {card}.", card=card)
    )


def cards_told(texts: Texts, hand: Sequence[Card], cards: str) -> str:
    """Return the number of cards in hand, and the cards."""
    return texts.n("Your {n} card: {cards}", "Your {n} cards: {cards}", len(hand), cards=cards)


def coach_line(details: HandDetails) -> str:
    """Return the coach's line, set apart; empty if the coach says nothing."""
    return f"> {details.coach}" if details.coach else ""


def is_away(scene: Scene, view: View) -> bool:
    """Return whether the player of this seat is away and a computer plays for them."""
    return view.seat in scene.presence.away


def away_words(scene: Scene, view: View) -> str:
    """Return a line if the bot moved for the player, a computer plays for them, or the game is paused."""
    if view.seat in scene.presence.missed:
        return scene.texts.t(
            "Your time was up, so the bot moved for you. If you miss the next turn too, a computer plays until you're "
            "back."
        )
    if not is_away(scene, view):
        return ""
    if scene.presence.asleep:
        return scene.texts.t("Everyone is away, so the game is paused: tap *I'm back* to continue.")
    return scene.texts.t("You're away, so a computer plays for you: tap *I'm back* to play again.")


def helping_buttons(scene: Scene, view: View, details: HandDetails) -> list[ui.Button[ui.LayoutView]]:
    """Return the panel's last buttons: a take-back of the discard (C-9), the hint, the sort order, and *More*.

    Below a refusal there's also the topic of the rules that explains it, next to a line of the coach its switch.
    """
    texts = scene.texts
    hint = [scene.button(texts.t("Hint"), TableAction.HINT)] if scene.hints and view.turn == view.seat else []
    topic = details.notice.topic
    rules = [] if topic is None else [rules_button(scene, topic)]
    coach = [scene.button(texts.t("Turn off coach"), TableAction.COACH, STOP)] if details.coach else []
    return [
        *next_table_button(scene, view),
        *take_back_button(scene, view),
        *hint,
        sort_button(scene, details.sorting),
        *rules,
        *coach,
        scene.button(texts.t("More"), TableAction.MORE),
    ]


def next_table_button(scene: Scene, view: View) -> list[ui.Button[ui.LayoutView]]:
    """Return the button to the next table that waits for the player, in a slow game after their move."""
    if scene.row.pace is not Pace.SLOW or view.turn == view.seat:
        return []
    return [page_button(scene.texts.t("Next table"), NEXT_TABLE, scene.row.id)]


def rules_button(scene: Scene, topic: Topic) -> ui.Button[ui.LayoutView]:
    """Return the button that opens the rules at a topic."""
    return scene.button(scene.texts.t("Rules"), TableAction.RULES, topic)


def scores(scene: Scene, view: View) -> list[str]:
    """Return the scores with the player's own first, ``you 48, ② Ola 31``; in Hollywood Gin one per game."""
    if len(view.columns) == 1:
        return [_score(scene, view, view.columns[0])]
    return [
        scene.texts.t("game {number}: {score}", number=number, score=_score(scene, view, column))
        for number, column in enumerate(view.columns, 1)
    ]


def sort_button(scene: Scene, sorting: Sorting) -> ui.Button[ui.LayoutView]:
    """Return the button that changes to the next sort order."""
    return scene.button(_sort_label(scene.texts, sorting.following(unassisted=scene.unassisted)), TableAction.SORT)


def _score(scene: Scene, view: View, column: Column) -> str:
    """Return the score of one game."""
    seat, names = view.seat or 0, scene.numbered
    totals = [signed(total) for total in column.totals]
    own = scene.texts.t("you {points}", points=totals[seat])
    return ", ".join([own, *(f"{names[other]} {totals[other]}" for other in range(len(names)) if other != seat)])


def _sort_label(texts: Texts, following: Sorting) -> str:
    """Return the label of the button that changes to an order."""
    match following:
        case Sorting.MELDS:
            return texts.t("Sort by melds")
        case Sorting.SUITS:
            return texts.t("Sort by suit")
        case Sorting.RANKS:
            return texts.t("Sort by rank")
