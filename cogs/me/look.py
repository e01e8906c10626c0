"""The screen of a look, a player's or a server's: an example picture, and a control for each choice."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, Final

from discord import SelectOption, ui

from bot.text.catalogs import Texts
from cogs.edge.custom_ids import button, chooser
from cogs.edge.layout import layout, option, picture, rows, small, text, title
from cogs.edge.messages import Attachment, Detail
from render.look import DEFAULT, CardBack, Deck, Look, Theme, look_from

MINE: Final = "look"
SERVERS: Final = "server-look"
"""The custom id words of the controls of a player's and of a server's look."""


class LookPart(StrEnum):
    """The choices of a look, as in custom ids."""

    DECK = "deck"
    THEME = "theme"
    BACK = "back"
    LARGE = "large"
    RANKS = "ranks"
    TEXT = "text"
    RESET = "reset"


def my_look_screen(texts: Texts, look: Look, detail: Detail, file: Attachment | None) -> ui.LayoutView:
    """Show a player's look with an example hand."""
    words = texts.t("This is how private messages look for you, on all servers. The hand is an example.")
    if look.text_only:
        words = texts.t("Your private messages have no pictures: everything is in the text.")
    large = _switch(texts.t("Large cards: on"), texts.t("Large cards: off"), on=look.large)
    switches = [
        *([] if look.text_only else [button(large, MINE, LookPart.LARGE)]),
        *_ranks_button(texts, look, MINE),
        button(_switch(texts.t("Text only: on"), texts.t("Text only: off"), on=look.text_only), MINE, LookPart.TEXT),
    ]
    hint = texts.t("Screen readers read the text of every message; *Text only* leaves the pictures out.")
    head = [text(title(texts.t("Your look")), words), *picture(detail, file)]
    return _look_screen(texts, look, head, (MINE, switches, hint))


def server_look_screen(
    texts: Texts, look: Look, detail: Detail, file: Attachment | None, notice: str = ""
) -> ui.LayoutView:
    """Show a server's look with an example table."""
    words = texts.t("This is how public pictures look on this server. The table is an example.")
    hint = texts.t("Tables change with their next move. Players choose their own look with `/me look`.")
    head = [text(title(texts.t("Look of this server")), notice, words), *picture(detail, file)]
    return _look_screen(texts, look, head, (SERVERS, _ranks_button(texts, look, SERVERS), hint))


def look_words(texts: Texts, words: str) -> str:
    """Return the deck, the theme and the card back of a look, which is given in the words of `render.look`."""
    look = look_from(words)
    return texts.t(
        "{deck} deck, {theme} theme, {back} on card backs",
        deck=deck_name(texts, look.deck).lower(),
        theme=theme_name(texts, look.theme).lower(),
        back=back_name(texts, look.back).lower(),
    )


def deck_name(texts: Texts, deck: Deck) -> str:
    """Return the name of a deck."""
    match deck:
        case Deck.DEFAULT:
            return texts.p("deck", "Four colors")
        case Deck.CLASSIC:
            return texts.p("deck", "Two colors")
        case Deck.VIVID:
            return texts.p("deck", "Vivid")


def theme_name(texts: Texts, theme: Theme) -> str:
    """Return the name of a theme."""
    match theme:
        case Theme.FELT:
            return texts.p("theme", "Felt")
        case Theme.MIDNIGHT:
            return texts.p("theme", "Midnight")
        case Theme.PAPER:
            return texts.p("theme", "Paper")
        case Theme.CONTRAST:
            return texts.p("theme", "High contrast")


def back_name(texts: Texts, back: CardBack) -> str:
    """Return the name of a card back."""
    match back:
        case CardBack.LATTICE:
            return texts.p("card back", "Lattice")
        case CardBack.STRIPES:
            return texts.p("card back", "Stripes")
        case CardBack.DOTS:
            return texts.p("card back", "Dots")


def _look_screen(
    texts: Texts,
    look: Look,
    head: Sequence[ui.Item[Any]],
    controls: tuple[str, Sequence[ui.Button[ui.LayoutView]], str],
) -> ui.LayoutView:
    """Show a look below ``head``; ``controls`` are the word in custom ids, the buttons, and a hint below them."""
    word, buttons, hint = controls
    lists = [] if look.text_only else _choosers(texts, look, word)
    reset = [button(texts.t("Standard look"), word, LookPart.RESET)] if look != DEFAULT else []
    return layout(*head, lists, rows([*buttons, *reset]), text(small(hint)))


def _choosers(texts: Texts, look: Look, word: str) -> list[ui.ActionRow[ui.LayoutView]]:
    """Return the selects of deck, theme and card back."""
    decks = [
        option(
            texts.t("Deck: {name}", name=deck_name(texts, deck)),
            deck.value,
            chosen=deck is look.deck,
            description=_deck_words(texts, deck),
        )
        for deck in Deck
    ]
    themes = [
        option(texts.t("Theme: {name}", name=theme_name(texts, theme)), theme.value, chosen=theme is look.theme)
        for theme in Theme
    ]
    backs = [
        option(texts.t("Card back: {name}", name=back_name(texts, back)), back.value, chosen=back is look.back)
        for back in CardBack
    ]
    lists: tuple[tuple[str, list[SelectOption], LookPart], ...] = (
        (texts.t("Deck"), decks, LookPart.DECK),
        (texts.t("Theme"), themes, LookPart.THEME),
        (texts.t("Card back"), backs, LookPart.BACK),
    )
    return [chooser(placeholder, options, word, part) for placeholder, options, part in lists]


def _deck_words(texts: Texts, deck: Deck) -> str:
    """Return the description of a deck."""
    match deck:
        case Deck.DEFAULT:
            return texts.t("a color per suit, different for every kind of color vision")
        case Deck.CLASSIC:
            return texts.t("black and red, as on paper cards")
        case Deck.VIVID:
            return texts.t("four bright colors")


def _ranks_button(texts: Texts, look: Look, word: str) -> list[ui.Button[ui.LayoutView]]:
    """Return the button that switches between the letters of the language and A K Q J; empty if they're the same."""
    if not texts.has_own_ranks:
        return []
    on, off = texts.t("Rank letters: international"), texts.t("Rank letters: of the language")
    return [button(_switch(on, off, on=look.international), word, LookPart.RANKS)]


def _switch(when_on: str, when_off: str, *, on: bool) -> str:
    """Return the label of a button that switches something on or off: its current state."""
    return when_on if on else when_off
