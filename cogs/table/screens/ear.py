"""Turns for readers who listen: at most forty words, the state first, and controls for what they can do now.

What isn't about this decision is read on request: the table, its melds, the scores.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from discord import ButtonStyle, ui

from bot.rummy.cards import Card, code
from bot.rummy.events import EventKind
from bot.rummy.moves import Verb
from bot.rummy.views import Phase, View
from bot.text.catalogs import Texts
from bot.text.deals import news_words, score_words
from cogs.edge.custom_ids import TableAction
from cogs.edge.layout import bold, layout, option, rows, text
from cogs.table.screens.running import (
    HandDetails,
    absent_lines,
    away_words,
    back_button,
    deadline_words,
    discard_label,
    is_away,
    may_take_back,
    panel_accent,
    rules_button,
    turn_line,
)
from cogs.table.screens.scene import Scene, way_back

MOST_WORDS: Final = 40
"""The most words of a turn, without labels."""
_TIME: Final = re.compile(r"<t:\d+:R>")


def count_words(said: str) -> int:
    """Return how many words are heard; a moment is three: ``in 50 seconds``."""
    return sum(any(map(str.isalnum, word)) for word in _TIME.sub("0 0 0", said).split())


def told_turn(
    scene: Scene, view: View, details: HandDetails, verb: str, warnings: Sequence[str]
) -> ui.TextDisplay[Any]:
    """Return what is heard of a turn: what to do and the time left, what happened, the hand, warnings.

    Where they'd make it too long, earlier news give way, then the coach's line, then what isn't a warning.
    """
    words, coach = details.words, details.coach
    news, drawn, first = _news(scene, view), _drawn(scene, view, words), _first(scene, view, verb)
    warned = [warning for warning in warnings if warning]
    while count_words(" ".join((first, *news, drawn, words, *warned, coach))) > MOST_WORDS:
        if news:
            news.pop(0)
        elif coach:
            coach = ""
        elif warned and not warned[0].startswith("⚠️"):
            warned.pop(0)
        else:
            break
    away = "" if is_away(scene, view) else away_words(scene, view)
    return text(details.notice.words, away, first, *news, drawn, words, *warned, coach)


def told_table(scene: Scene, view: View) -> ui.TextDisplay[Any]:
    """Return what is heard of a table by everyone: whose turn it is, the last turn, cards and points."""
    texts, names = scene.texts, scene.line_names
    told = replace(view, recent=tuple(event for event in view.recent if event.kind is not EventKind.DREW))
    news = news_words(texts, told, names, discards=True)[-1:]
    seats = (
        texts.n("{name} {n} card", "{name} {n} cards", count, name=name)
        for name, count in zip(names, view.counts, strict=True)
    )
    return text(
        turn_line(scene, view),
        *absent_lines(scene),
        *(f"{line}." for line in news),
        texts.t("{seats}; stock {stock}.", seats=", ".join(seats), stock=view.stock),
        f"{score_words(texts, view, names)}." if view.seat is not None else "",
    )


def _first(scene: Scene, view: View, verb: str) -> str:
    """Return the first line. As a turn begins, it's the discard that began it, and what to do."""
    if is_away(scene, view):
        return away_words(scene, view)
    return " · ".join(filter(None, (bold(_beginning(scene, view, verb)), deadline_words(scene, view))))


def _beginning(scene: Scene, view: View, verb: str) -> str:
    """Return what to do, after the discard by which it changed."""
    texts, last = scene.texts, view.recent[-1] if view.recent else None
    if last is None or last.kind is not EventKind.DISCARDED or last.card is None or view.turn is None:
        return verb
    card = texts.card(last.card)
    if view.turn != view.seat:
        own = last.seat == view.seat and not may_take_back(scene, view)  # which says the card
        return texts.t("You discarded {card}. {waiting}", card=card, waiting=verb) if own else verb
    if not {Verb.DRAW, Verb.TAKE} <= {move.verb for move in view.moves}:
        return verb
    name = scene.line_names[last.seat]
    return texts.t("{name} discarded {card}. Your turn: draw, or take it", name=name, card=card)


def _news(scene: Scene, view: View) -> list[str]:
    """Return what the others did in their last turns, the newest last. That they drew a card is no news."""
    begins = view.turn == view.seat and view.phase in (Phase.DRAW, Phase.UPCARD, Phase.STOCK)
    told = replace(view, recent=tuple(event for event in view.recent if event.kind is not EventKind.DREW))
    found = [f"{line}." for line in news_words(scene.texts, told, scene.line_names, discards=not begins)]
    if view.turn == view.seat:
        return found
    return found[-1:] if view.recent and view.recent[-1].seat != view.turn else []


def _drawn(scene: Scene, view: View, words: str) -> str:
    """Return which card was just drawn, unless the hand says so."""
    texts = scene.texts
    last = view.recent[-1].kind if view.recent else None
    if view.turn != view.seat or view.drawn is None or last not in (EventKind.DREW, EventKind.TOOK):
        return ""
    if any(mark in words for mark in _marks(texts)):
        return ""
    card = texts.card(view.drawn)
    took = view.drawn == view.taken
    return texts.t("You took {card}.", card=card) if took else texts.t("You drew {card}.", card=card)


def _marks(texts: Texts) -> tuple[str, ...]:
    """Return the words that mark a new card in a hand."""
    drawn, taken = (
        texts.p("said about a card", "{card} drawn", card=""),
        texts.p("said about a card", "{card} taken", card=""),
    )
    return drawn.strip(" ."), taken.strip(" .")


def told_layout(
    scene: Scene,
    view: View,
    details: HandDetails,
    items: tuple[ui.TextDisplay[Any], Sequence[ui.Item[Any]]],
    reads: Sequence[str],
) -> ui.LayoutView:
    """Lay out a turn: the text and the moves (``items``), then what can be read, a hint, and *More*."""
    said, moves = items
    if is_away(scene, view):
        return layout(said, rows([back_button(scene)]), accent=panel_accent(view))
    texts, topic = scene.texts, details.notice.topic
    last = [
        *read_buttons(scene, reads),
        *(
            [scene.button(texts.p("button", "Hint"), TableAction.HINT)]
            if scene.hints and view.turn == view.seat
            else []
        ),
        *([] if topic is None else [rules_button(scene, topic)]),
        scene.button(texts.p("button", "More"), TableAction.MORE),
    ]
    return layout(said, moves, rows(last), accent=panel_accent(view))


TABLE: Final = "table"
MELDS: Final = "melds"
HAND: Final = "hand"
PILE: Final = "pile"
SCORES: Final = "scores"
"""The arguments of the buttons that read something."""


def read_buttons(scene: Scene, reads: Sequence[str]) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons that read what a turn leaves out."""
    texts = scene.texts
    labels = {
        HAND: texts.t("Read hand"),
        TABLE: texts.t("Read table"),
        MELDS: texts.t("Read melds"),
        PILE: texts.t("Read discard pile"),
        SCORES: texts.t("Read scores"),
    }
    return [scene.button(labels[what], TableAction.READ, what) for what in reads]


def read_screen(scene: Scene, lines: Sequence[str]) -> ui.LayoutView:
    """Show a part of a table in words, with the way back."""
    return layout(text(*lines), way_back(scene))


def discard_controls(
    scene: Scene, loose: Sequence[Card], melded: Sequence[Card], render: int, advised: Card | None = None
) -> list[ui.ActionRow[ui.LayoutView]]:
    """Return a button for each loose card, the advised one green, and a select for the cards of melds."""
    texts = scene.texts

    def button(card: Card) -> ui.Button[ui.LayoutView]:
        style = ButtonStyle.success if card == advised else ButtonStyle.primary
        label = discard_label(texts, card, suggested=card == advised)
        return scene.button(label, TableAction.DISCARD, code(card), style=style)

    found = rows([button(card) for card in loose])
    if melded:
        options = [option(texts.card(card), code(card)) for card in melded]
        found.append(scene.select(texts.t("Discard from a meld"), TableAction.THROW, f"{render}_ear", options))
    return found
