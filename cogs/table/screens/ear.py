"""Turns for readers who listen: at most forty words, the state first, and controls for what they can do now.

What isn't about this decision is read on request: the table, its melds, the scores.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, Final

from discord import ButtonStyle, ui

from bot.rummy.cards import Card, code
from bot.rummy.events import EventKind, by_turn
from bot.rummy.moves import Verb
from bot.rummy.views import Phase, View
from bot.text.catalogs import Texts
from bot.text.deals import laid_words, news_words, score_words, turn_words
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
    panel_accent,
    rules_button,
    tells_take_back,
    turn_line,
)
from cogs.table.screens.scene import Scene, way_back
from render.look import look_from

MOST_WORDS: Final = 40
"""The most words of a turn, without labels, unless there's more news: what happened is never left out."""
_TIME: Final = re.compile(r"<t:\d+:R>")


def count_words(said: str) -> int:
    """Return how many words are heard; a moment is three: ``in 50 seconds``."""
    return sum(any(map(str.isalnum, word)) for word in _TIME.sub("0 0 0", said).split())


def told_turn(
    scene: Scene,
    view: View,
    details: HandDetails,
    verb: str,
    warnings: Sequence[str],
    *,
    helping: Sequence[str] = (),
    melds: Sequence[str] = (),
    take: str = "",
) -> ui.TextDisplay[Any]:
    """Return what is heard of a turn: what happened and what to do, warnings, the hand, and what is ``helping``.

    Where that's too long, the loose cards are told in a shorter way, then what was told as the turn began, which is
    left out next, then the coach's line, then what helps. ``melds`` are those on the table (see `turn_words`);
    ``take`` is said in place of *draw, or take it* where that's not all.
    """
    news, laid = _news(scene, view, melds), _laid(scene, view, melds)
    first, told = _first(scene, view, verb, news, take), laid or news
    recaps: list[list[str]] = [[]]
    if _begins(view) or view.seat == view.waits:
        told = []  # the first line says it, or the words of the table that a seat reads while it waits
    elif view.turn == view.seat and not laid and look_from(scene.texts.look).announced:
        told, recaps = [], [news, _news(scene, view, melds, discards=False), []]
    versions = _shorter(recaps, details.coach, [*filter(None, helping)])
    hands = dict.fromkeys((details.words, details.brief or details.words))
    if _is_brief(scene, view):
        versions, hands = _shorter([[]], "", ()), {"": None}
    lines: list[str] = []
    for (recap, coach, helps), hand in product(versions, hands):
        lines = [first, *warnings, *told, *recap, _drawn(scene, view, [hand, *warnings]), hand, *helps, coach]
        if count_words(" ".join(lines)) <= MOST_WORDS:
            break
    away = "" if is_away(scene, view) else away_words(scene, view)
    return text(details.notice.words, away, *lines)


def _shorter(
    recaps: Sequence[Sequence[str]], coach: str, helping: Sequence[str]
) -> Iterator[tuple[Sequence[str], str, Sequence[str]]]:
    """Yield what a turn can do without, ever less of it."""
    for recap in recaps:
        yield recap, coach, helping
    for at in range(len(helping) + 1):
        yield recaps[-1], "", helping[at:]


def told_table(scene: Scene, view: View) -> ui.TextDisplay[Any]:
    """Return what is heard of a table by everyone: whose turn it is, the last turn, cards and points."""
    texts, names = scene.texts, scene.line_names
    news = news_words(texts, view, names)[-1:]
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


def told_end(scene: Scene, view: View, melds: Sequence[str] = ()) -> list[str]:
    """Return how the deal ended, in a sentence: what the last player did; empty for readers who see it."""
    if not scene.texts.spells_cards or view.turn is not None or not view.recent:
        return []
    turn = [event for event in by_turn(view.recent)[-1] if event.kind is not EventKind.DREW]
    return [f"{turn_words(scene.texts, turn, scene.line_names[turn[0].seat], melds)}."] if turn else []


def _begins(view: View) -> bool:
    """Return whether the reader's turn begins."""
    return view.turn == view.seat and view.phase in (Phase.DRAW, Phase.UPCARD, Phase.STOCK)


def _is_brief(scene: Scene, view: View) -> bool:
    """Return whether the reader waits for a computer, which takes a second: the hand is told again after its turn."""
    if view.turn is None or view.turn == view.seat or view.turn in scene.people or is_away(scene, view):
        return False
    return all(move.verb is not Verb.CLAIM for move in view.moves)


def _first(scene: Scene, view: View, verb: str, news: Sequence[str], take: str) -> str:
    """Return the first line: what to do, as a turn begins after what led to it."""
    news = news if _begins(view) else ()
    if is_away(scene, view):
        return " ".join((away_words(scene, view), *news))
    texts, last = scene.texts, view.recent[-1] if view.recent else None
    if last is not None and last.kind is EventKind.DISCARDED and last.card is not None:
        if news and {Verb.DRAW, Verb.TAKE} <= {move.verb for move in view.moves}:
            verb = take or texts.t("Your turn: draw, or take it")
        elif view.turn not in (None, view.seat) and last.seat == view.seat and not tells_take_back(scene, view):
            verb = texts.t("You discarded {card}. {waiting}", card=texts.card(last.card), waiting=verb)
    return " · ".join(filter(None, (" ".join((*news, bold(verb))), deadline_words(scene, view))))


def _news(scene: Scene, view: View, melds: Sequence[str], *, discards: bool = True) -> list[str]:
    """Return what the others did in their last turns, the newest last."""
    told = news_words(scene.texts, view, scene.line_names, discards=discards, melds=melds)
    found = [f"{line}." for line in told]
    if view.turn == view.seat:
        return found
    return found[-1:] if view.recent and view.recent[-1].seat != view.turn else []


def _laid(scene: Scene, view: View, melds: Sequence[str]) -> list[str]:
    """Return what the reader has laid in this turn, in a sentence; empty if nothing."""
    turns = by_turn(view.recent)
    if view.turn != view.seat or not turns or turns[-1][0].seat != view.seat:
        return []
    lays = [event for event in turns[-1] if event.kind in _LAYS]
    cards = "; ".join(laid_words(scene.texts, lays, melds))
    return [scene.texts.t("You laid: {cards}.", cards=cards)] if lays else []


_LAYS: Final = (EventKind.MELDED, EventKind.LAID_OFF, EventKind.SWAPPED)


def _drawn(scene: Scene, view: View, said: Sequence[str]) -> str:
    """Return which card was just drawn, unless what is ``said`` of the hand or of a card to lay tells it."""
    texts = scene.texts
    last = view.recent[-1].kind if view.recent else None
    if view.turn != view.seat or view.drawn is None or last not in (EventKind.DREW, EventKind.TOOK):
        return ""
    card = texts.card(view.drawn)
    hand, *warnings = said
    if any(mark in hand for mark in _marks(texts)) or any(card in warning for warning in warnings):
        return ""
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
