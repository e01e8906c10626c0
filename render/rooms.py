"""The rooms of labels in pictures, in units of their font, and which labels of a language have too little room.

Each label is here once, with the widest words in it and the least room that pictures have for it. Sentences aren't
here: their size, their names and their cards adapt to their room. Where a label has shorter forms, the shortest is
here, because pictures choose the first form that fits.
"""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from bot.rummy.results import Outcome
from bot.text.catalogs import Texts
from render.alt import outcome_label, outcome_title
from render.drawing.letters import LABEL, NARROWEST, length


class Label(NamedTuple):
    """A label: its place, its words in a language, its room in ems of the least size of its letters, their weight."""

    place: str
    words: Callable[[Texts], str]
    ems: float
    black: bool = False

    @property
    def width(self) -> int:
        """The room in pixels."""
        return round(self.ems * LABEL)

    def of(self, texts: Texts) -> str:
        """Return the label in a language."""
        return self.words(texts)


def too_wide(texts: Texts) -> Iterator[str]:
    """Yield a line for each label that has too little room in a language, even if set a little narrower."""
    for label in LABELS:
        words = label.of(texts)
        needed = length(words, LABEL, label.black) * NARROWEST / 100 / LABEL
        if round(needed, 2) > label.ems:
            yield f"{label.place}: “{words}” needs {needed:.1f} ems of room and has {label.ems:.1f}"


GIN_STOCK: Final = Label("table of gin, stock", lambda texts: texts.p("pile", "Stock"), 3.25)
GIN_DISCARD: Final = Label(
    "table of gin, below a name", lambda texts: texts.p("below the name of who discarded it", "discard"), 4.4
)
GIN_UPCARD: Final = Label("table of gin, first card", lambda texts: texts.p("pile", "Upcard"), 4.4)
GIN_EMPTY: Final = Label("table of gin, no discards", lambda texts: texts.p("pile", "Discard"), 4.4)
GIN_EARLIER: Final = Label(
    "table of gin, earlier discards", lambda texts: texts.p("discards before the last one", "Earlier"), 7.25
)
STOCK: Final = Label("table, stock", lambda texts: texts.p("pile", "Stock"), 3.8)
EARLIER: Final = Label("table, earlier discards", lambda texts: texts.p("short for “Earlier”", "Old"), 3.8)
WAITS: Final = Label("table of three, gin", lambda texts: texts.p("said about a player", "waits"), 9.5)
PARTNER_WAITS: Final = Label("table of three, gin", lambda texts: texts.p("said about a player", "partner, waits"), 9.5)
FITS: Final = Label("hand, melds that cards fit", lambda texts: texts.p("cards that can be laid off", "Fits"), 4.4)
GAMES: Final = Label("profile, way to a rank", lambda texts: texts.p("above a number of games", "Ranked after"), 9.4)
RATING: Final = Label("profile, before the rating", lambda texts: texts.p("profile", "Rating"), 6, black=False)
SCORE_SHEET: Final = Label("score sheet, title", lambda texts: texts.p("heading", "Score sheet"), 10.7, black=True)
NOTHING_YET: Final = Label("standings", lambda texts: texts.t("No rated games yet"), 23)

_TILES: Final[tuple[Callable[[Texts], str], ...]] = (
    lambda texts: texts.p("profile", "Won"),
    lambda texts: texts.p("profile", "Gins"),
    lambda texts: texts.p("profile", "Rummies"),
    lambda texts: texts.p("profile", "Knocks"),
    lambda texts: texts.p("profile", "Avg. knock"),
    lambda texts: texts.p("profile", "Undercuts"),
    lambda texts: texts.p("profile", "Deals won"),
    lambda texts: texts.p("profile", "Points"),
)
_CLOSING: Final[tuple[Callable[[Texts], str], ...]] = (
    lambda texts: texts.p("score sheet", "Points"),
    lambda texts: texts.p("score sheet", "Bonuses"),
    lambda texts: texts.p("score sheet", "Game bonus"),
    lambda texts: texts.p("score sheet", "Shutout (× 2)"),
    lambda texts: texts.p("score sheet", "Deals won"),
)
_TOTALS: Final[tuple[Callable[[Texts], str], ...]] = (
    lambda texts: texts.p("score sheet", "Final score"),
    lambda texts: texts.p("score sheet", "Settled"),
)
_HEADINGS: Final[tuple[Callable[[Texts], str], ...]] = (
    lambda texts: texts.p("standings", "Rating"),
    lambda texts: texts.p("standings", "Won"),
    lambda texts: texts.p("standings", "Streak"),
    lambda texts: texts.p("tournament", "Points"),
    lambda texts: texts.p("tournament", "W–S–L"),
    lambda texts: texts.p("tournament", "Margin"),
)
_PAIRS: Final[tuple[Callable[[Texts], str], ...]] = (
    lambda texts: texts.p("above numbers", "points"),
    lambda texts: texts.p("above numbers", "penalty points"),
    lambda texts: texts.p("above numbers", "points + laid"),
)
_IN_DEALS: Final = (Outcome.GIN, Outcome.BIG_GIN, Outcome.KNOCK, Outcome.UNDERCUT, Outcome.VOID)
_IN_ROUNDS: Final = (Outcome.OUT, Outcome.RUMMY, Outcome.EXHAUSTED)


def _outcome(outcome: Outcome) -> Callable[[Texts], str]:
    return lambda texts: outcome_label(texts, outcome)


def _title(outcome: Outcome) -> Callable[[Texts], str]:
    return lambda texts: outcome_title(texts, outcome)


def _above(points: Callable[[Texts], str]) -> Callable[[Texts], str]:
    return lambda texts: f"{texts.p('above numbers', 'cards')} {points(texts)}"


LABELS: Final = (
    GIN_STOCK,
    GIN_DISCARD,
    GIN_UPCARD,
    GIN_EMPTY,
    GIN_EARLIER,
    STOCK,
    EARLIER,
    WAITS,
    PARTNER_WAITS,
    FITS,
    GAMES,
    RATING,
    SCORE_SHEET,
    NOTHING_YET,
    *(Label("table, above points", _above(points), 11.9) for points in _PAIRS),
    *(Label("profile, below a number", words, 6.6) for words in _TILES),
    *(Label("score sheet, before bonuses", words, 8) for words in _CLOSING),
    *(Label("score sheet, before totals", words, 8, black=True) for words in _TOTALS),
    *(Label("standings or tournament, heading", words, 5.5) for words in _HEADINGS),
    *(Label("score sheet, a deal's end", _outcome(outcome), 7, black=True) for outcome in _IN_DEALS),
    *(Label("score sheet of many, a deal's end", _outcome(outcome), 4.6, black=True) for outcome in _IN_ROUNDS),
    *(
        Label("end of a deal, headline", _title(outcome), 14, black=True)
        for outcome in (Outcome.STALEMATE, Outcome.EXHAUSTED)
    ),
    Label("table, points doubled", lambda texts: texts.t("Points × {factor}", factor=2), 6.3),
    Label("hand of gin, no discard yet", lambda texts: texts.p("pile", "Discard"), 4.4),
    Label(
        "hand of gin, above the deadwood",
        lambda texts: texts.p("heading above a number, short for “Deadwood”", "Points"),
        5.7,
    ),
    Label("hand of gin, above the limit", lambda texts: texts.p("heading above a number", "To knock"), 5.7),
    Label("knock, before the deadwood", lambda texts: texts.p("before a number", "Deadwood"), 7.2),
    Label(
        "knock, cards laid off",
        lambda texts: texts.pn("short for “laid off {n} cards”", "{n} off", "{n} off", 3),
        5,
    ),
    Label("replay, before the piles", lambda texts: texts.p("pile, before its cards", "Discards"), 7.1),
    Label("replay, before the piles", lambda texts: texts.p("pile", "No discards"), 9.5),
    Label("replay, before the piles", lambda texts: texts.t("Stock {count}", count=99), 7.1),
    Label("pile that lies spread", lambda texts: texts.p("pile", "Discard"), 6.6),
    Label("hand, melds laid in this turn", lambda texts: texts.t("Laid this turn"), 9.9, black=True),
    Label(
        "hand, above the cards",
        lambda texts: texts.p("short for “First meld {value} of {needs}”", "Meld {value}/{needs}", value=64, needs=30),
        8,
    ),
    Label("hand, above the cards", lambda texts: texts.t("Stock {count}", count=99), 6),
    Label(
        "hand, above the cards", lambda texts: texts.p("short for “In hand {value}”", "Hand {value}", value=116), 6.6
    ),
    Label("score sheet of many, waited", lambda texts: texts.p("said about a player, score sheet", "waited"), 5.3),
    Label("score sheet, won", lambda texts: texts.p("how a game was won", "by forfeit"), 10.9, black=True),
    Label("standings, title", lambda texts: texts.p("heading", "Standings"), 23, black=True),
    Label("standings, after your name", lambda texts: texts.p("marks your row", "you"), 3.5, black=True),
    Label("standings, rating", lambda texts: texts.p("rating of a player with few games", "Provisional"), 8),
    Label("bracket, no opponent", lambda texts: texts.p("bracket", "bye"), 4.9),
    Label("bracket, heading", lambda texts: texts.p("heading in a bracket", "Round {number}", number=3), 5.5),
    Label("versus, before two badges", lambda texts: texts.p("before the badge of a player", "won"), 3.1),
    Label("versus, before a badge", lambda texts: texts.p("before the badge of a player", "ahead"), 4),
)
"""All labels. Rooms of one line that several share are what is left next to the usual words of the others."""
