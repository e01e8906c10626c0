"""What a screen may take: its goals in pixels and words, and what neither its text nor its buttons may do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from bot.program.cli.guests.base import meaning_of
from bot.rummy.cards import Card, parse_card
from bot.rummy.gin.views import GinView
from bot.rummy.melds.views import MeldsView
from bot.rummy.results import Showdown
from bot.rummy.views import Phase, View
from bot.text.catalogs import Catalogs
from render.drawing.rows import in_order
from render.gin.reading import gin_rows
from render.look import Sorting
from render.melds.reading import melds_rows
from tests.browser.panes import CARD

if TYPE_CHECKING:
    from bot.playground.errors import JSON

WINDOWS: Final = {"phone": (390, 844), "desktop": (1280, 800)}
"""The windows in which every screen has to be visible whole."""
MOST: Final = {"phone": 700, "desktop": 671}
"""The most pixels of a message in them."""
_WRAPPED: Final = 21
"""The pixels that a line may add which wraps here and not in the sketches."""
_LONG_HAND, _MORE_TOLD = 13, 8
"""With more cards than this a hand in words may take a few words more."""
_MOST_LARGE: Final = 760
"""The most pixels of large cards on a desktop, where their picture may be 870 of 1,100 px high instead of 700."""
TEXTS: Final = Catalogs().texts("en")


class Kind(Enum):
    """A kind of screen with its goals: pixels on a phone and words, labels included. None: only what all have."""

    GIN_DRAW = "gin: draw", 500, 30
    GIN_DISCARD = "gin: discard", 600, 35
    GIN_KNOCK = "gin: may knock", 620, 38
    GIN_WAIT = "gin: waiting", None, None
    GIN_TABLE = "gin: table", 400, 20
    GIN_LARGE = "gin: large cards", 660, None
    DRAW = "melds: draw", None, None
    LAY = "melds: lay or discard", 650, 50
    FEW = "melds: 2 cards", 500, 40
    WAIT = "melds: waiting", None, None
    CLAIM = "melds: claim", None, None
    TABLE = "melds: table", 500, 20
    LARGE = "melds: large cards", None, None
    DEAL = "gin: result of a deal", 460, 20
    ROUND = "melds: result of a round", 500, 20
    GAME = "result of a game", 430, 30
    LESSON = "lesson step", 480, 35
    LOBBY = "lobby", 330, 40
    HOUSE_RULES = "house rules", None, None
    START = "start", 380, 20
    TEXT = "turn, text only", 640, 40
    REPLAY = "replay", 600, None
    AWAY = "away", None, None

    def __init__(self, label: str, pixels: int | None, words: int | None) -> None:
        self.label = label
        self.pixels = pixels
        self.words = words

    @property
    def counts_labels(self) -> bool:
        """True if the goal in words is for text and labels together."""
        return self is not Kind.TEXT

    def most(self, window: str) -> int:
        """Return the most pixels in a window."""
        if window == "phone":
            return self.pixels or MOST[window]
        if self in (Kind.LARGE, Kind.GIN_LARGE):
            return _MOST_LARGE
        return 660 if self.name.startswith("GIN") and self is not Kind.GIN_TABLE else MOST[window]


@dataclass(frozen=True, slots=True, eq=False)
class Pictured:
    """What the picture of a screen was drawn from: a view in an order, with the players' names. No view: unknown."""

    view: View | None = None
    sorting: Sorting = Sorting.MELDS
    names: tuple[str, ...] = ()


NO_GAME: Final = Pictured()


@dataclass(frozen=True, slots=True, eq=False)
class Screen:
    """A message as a pane shows it, with its pictures by address."""

    name: str
    kind: Kind
    page: JSON = field(repr=False)
    pictures: dict[str, bytes] = field(repr=False)
    game: Pictured = field(default=NO_GAME, repr=False)


@dataclass(frozen=True, slots=True)
class Measured:
    """What a browser has measured: height in pixels by window, words of text and of labels, controls.

    ``wraps``: line 1 takes two lines on a phone, in a font that's wider than Discord's.
    """

    pixels: dict[str, int]
    wraps: bool
    text: int
    labels: int
    controls: int


def too_much(screen: Screen, measured: Measured) -> Iterator[str]:
    """Yield the goals that a screen misses."""
    for window, pixels in measured.pixels.items():
        most = screen.kind.most(window)
        if window == "phone" and measured.wraps:
            most = min(most + _WRAPPED, MOST[window])
        if pixels > most:
            yield f"{pixels} px ({window}: {most})"
    words = measured.text + (measured.labels if screen.kind.counts_labels else 0)
    most_words = screen.kind.words
    if most_words is not None and screen.kind is Kind.TEXT and _has_a_long_hand(screen.game.view):
        most_words += _MORE_TOLD
    if most_words is not None and screen.kind is Kind.TEXT:
        words -= _of_news(screen)
    if most_words is not None and words > most_words:
        yield f"{words} words ({most_words})"


def _of_news(screen: Screen) -> int:
    """Return how many words tell what the others did, or what the reader laid: that's never left out."""
    told = next(part["text"] for part in _flat(screen.page["parts"]) if part["kind"] == "text")
    laid = [line for line in told.splitlines() if line.startswith("You laid: ")]
    return len(" ".join((told.partition("**")[0], *laid)).split())


def _has_a_long_hand(view: View | None) -> bool:
    return view is not None and len(view.hand) > _LONG_HAND


def wrong(screen: Screen) -> Iterator[str]:
    """Yield what a screen shows that it shouldn't, or in the wrong order."""
    parts = [*_flat(screen.page["parts"])]
    buttons = [button for part in parts if part["kind"] == "row" for button in part["buttons"]]
    yield from (f"disabled: {button['label']}" for button in buttons if button["disabled"])
    yield from (f"disabled: {part['placeholder']}" for part in parts if part["kind"] == "select" and part["disabled"])
    yield from (
        f"red: {button['label']}"
        for button in buttons
        if button["style"] == "danger" and not re.match(r"(Resign|Cancel table|Delete)\b", button["label"])
    )
    labels = [button["label"] for button in buttons if button["label"]]
    lines = [line for part in parts if part["kind"] == "text" for line in part["text"].splitlines() if line.strip()]
    yield from (f"twice: {said}" for all_of in (labels, lines) for said in set(all_of) if all_of.count(said) > 1)
    if "More" in labels and labels[-1] != "More":
        yield f"after More: {labels[labels.index('More') + 1 :]}"
    if screen.kind is Kind.LESSON:
        yield from _long_instruction(parts)
    if screen.game.view is not None:
        yield from _disorder(screen, screen.game.view, parts)
        yield from _repeated(screen, screen.game.view, parts)


def _flat(parts: Sequence[JSON]) -> Iterator[JSON]:
    """Yield the parts of a message from top to bottom, without containers."""
    for part in parts:
        if part["kind"] == "container":
            yield from _flat(part["parts"])
        else:
            yield part


def _disorder(screen: Screen, view: View, parts: Sequence[JSON]) -> Iterator[str]:
    """Yield where buttons and selects are in another order than the cards of a hand's picture."""
    if view.seat is None or not view.hand:
        return
    rows = [[_card(one) for one in part["buttons"] if _card(one)] for part in parts if part["kind"] == "row"]
    shown = [card for row in rows for card in row if card is not None]
    if isinstance(view, GinView) and screen.kind is not Kind.TEXT:
        pictured = [in_order((row,)) for row in gin_rows(view, screen.game.sorting)]
        wanted = [tuple(card for card in row if card in shown) for row in pictured]
        if shown and [tuple(row) for row in rows if row] != [row for row in wanted if row]:
            yield f"buttons {_named(shown)}, picture {_named(in_order(gin_rows(view, screen.game.sorting)))}"
    else:
        order = _order(view, screen.game.sorting)
        picked = [
            parse_card(option["value"].partition(".")[0])
            for part in parts
            if part["kind"] == "select" and _action(part) == "pick"
            for option in part["options"]
        ]
        for listed in filter(None, (shown, picked)):
            rest = iter(order)
            if not all(card in rest for card in listed):
                yield f"buttons {_named(listed)}, picture {_named(order)}"


def _order(view: View, sorting: Sorting) -> tuple[Card, ...]:
    """Return the cards of a hand as its picture shows them."""
    if isinstance(view, GinView):
        return in_order(gin_rows(view, sorting))
    assert isinstance(view, MeldsView)
    return in_order(melds_rows(view, sorting))


def _action(part: JSON) -> str:
    meaning = meaning_of(part["custom_id"])
    return "" if meaning is None else meaning.action


def _card(button: JSON) -> Card | None:
    """Return the card that a button discards, None for any other."""
    meaning = meaning_of(button["custom_id"])
    return parse_card(meaning.argument) if meaning is not None and meaning.action == "discard" else None


def _named(cards: Sequence[Card]) -> str:
    return " ".join(map(TEXTS.card, cards))


_UNSEEN: Final = re.compile(r"<t:[^>]*>|\]\([^)]*\)|https?://\S+")
"""Timestamps and addresses, which aren't numbers to read."""
_INSTRUCTION: Final = 30
"""The most words of a lesson's instruction."""
_EARLIER: Final = 4
"""The top discard and those before it that a table shows."""
_COUNTS: Final = (
    r"(?P<count>\d+) (?:cards?|deadwood|points?|in hand)\b",
    r"(?i:stock|deadwood|in hand|cards?|points?)\D{1,4}(?P<count>\d+)",
)


def _repeated(screen: Screen, view: View, parts: Sequence[JSON]) -> Iterator[str]:
    """Yield the cards, scores and counts of the picture that a text says again, and text between it and buttons.

    Line 1 may name anything; the small line may have the score, and an advice that names cards.
    """
    if screen.kind in (Kind.LESSON, Kind.TEXT) or not any(part["kind"] == "gallery" for part in parts):
        return
    lines = [line for part in parts if part["kind"] == "text" for line in part["text"].splitlines() if line.strip()]
    cards, counts, scores = _pictured(view)
    for line in lines[1:]:
        is_small = line.startswith("-# ")
        said = _UNSEEN.sub("", line.partition("💡")[0] if is_small else line)
        for card in re.findall(CARD, said):
            if card in cards:
                yield f"{card} is in the picture and in {line!r}"
        for part in said.split(" · "):
            named = [int(number) for name in screen.game.names for number in re.findall(rf"{name}\W{{1,3}}(\d+)", part)]
            about_others = view.seat is not None and any(name in part for name in screen.game.names)
            counted = [int(found["count"]) for one in _COUNTS for found in re.finditer(one, part) if not about_others]
            again = [*(number for number in counted if number in counts)]
            if not is_small and screen.kind is not Kind.GAME:
                again += [number for number in named if number in scores]
            yield from (f"{number} is in the picture and in {line!r}" for number in again)
    if screen.kind is not Kind.GAME:
        yield from (f"between picture and buttons: {text!r}" for text in _between(parts))


def _pictured(view: View) -> tuple[set[str], set[int], set[int]]:
    """Return what a picture of a game shows: cards, counts, and scores."""
    if view.seat is not None:
        return _in_hand(view)
    cards = [*view.discards[-_EARLIER:]]
    cards += [card for event in view.recent for card in (event.card, *event.cards) if card is not None]
    if isinstance(view, MeldsView):
        cards += [card for cards in (*view.hands, *(meld.cards for meld in view.melds)) for card in cards]
    if isinstance(view, GinView) and view.showdown is not None and view.phase in (Phase.DEAL, Phase.OVER):
        cards += _all_cards(view.showdown)
    counts = {view.stock, *view.counts} - {0}
    scores = {abs(points) for column in view.columns for points in column.totals} - {0}
    return {TEXTS.card(card) for card in cards}, counts, scores


def _in_hand(view: View) -> tuple[set[str], set[int], set[int]]:
    """Return what the picture of a hand shows. With two decks, another player's card may be like one in the hand."""
    drawing = view.phase in (Phase.UPCARD, Phase.DRAW)
    top = view.discards[-1:] if drawing or isinstance(view, GinView) else ()
    taken = () if view.taken is None or view.turn != view.seat else (view.taken,)
    own = view.hand if isinstance(view, GinView) else taken
    return {TEXTS.card(card) for card in (*own, *top)}, {view.stock, len(view.hand)} - {0}, set()


def _all_cards(showdown: Showdown) -> Iterator[Card]:
    for arrangement in (showdown.arrangement, showdown.defense.arrangement):
        yield from arrangement.loose
        yield from chain(*arrangement.melds)


def _between(parts: Sequence[JSON]) -> Iterator[str]:
    """Yield the texts between the last picture and the buttons below it."""
    kinds = [part["kind"] for part in parts]
    last = len(kinds) - 1 - kinds[::-1].index("gallery")
    controls = [at for at in range(last, len(kinds)) if kinds[at] in ("row", "select")]
    for part in parts[last + 1 : controls[0] if controls else last + 1]:
        if part["kind"] == "text":
            yield part["text"]


def _long_instruction(parts: Sequence[JSON]) -> Iterator[str]:
    """Yield the instruction of a lesson's step if it's missing right above the buttons or too long."""
    words = [word for text in _between(parts) for word in text.split() if re.search(r"\w|[♠♥♦♣]", word)]
    if not 0 < len(words) <= _INSTRUCTION:
        yield f"{len(words)} words above the buttons"


def table(rows: Sequence[tuple[Screen, Measured]]) -> str:
    """Return a Markdown table of the tallest screen of each kind, and of those with the most words and controls."""
    lines = ["| screen | phone px | desktop px | words | controls | goal px | goal words |", "| --- " * 7 + "|"]
    for kind in Kind:
        found = [(screen, measured) for screen, measured in rows if screen.kind is kind]
        if found:
            lines.append(_row(kind, found))
    return "\n".join(lines) + "\n"


def _row(kind: Kind, found: Sequence[tuple[Screen, Measured]]) -> str:
    def span(values: Sequence[int]) -> str:
        return f"{min(values)}-{max(values)}" if min(values) != max(values) else str(values[0])

    measured = [one for _, one in found]
    cells = [
        f"{kind.label} ({len(found)})",
        *(span([one.pixels[window] for one in measured]) for window in WINDOWS),
        f"{span([one.text for one in measured])} + {span([one.labels for one in measured])}",
        span([one.controls for one in measured]),
        f"{kind.most('phone')}, {kind.most('desktop')}",
        str(kind.words or "–"),
    ]
    return f"| {' | '.join(cells)} |"


def report(rows: Sequence[tuple[Screen, Measured]]) -> list[dict[str, Any]]:
    """Return what was measured of each screen, and what's wrong with it, as JSON."""
    return [
        {
            "name": screen.name,
            "kind": screen.kind.label,
            **measured.pixels,
            "text": measured.text,
            "labels": measured.labels,
            "controls": measured.controls,
            "faults": [*too_much(screen, measured), *wrong(screen)],
        }
        for screen, measured in rows
    ]
