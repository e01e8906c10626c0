"""`/me look` and `/me play`: private screens whose controls change preferences at once, and the look of a server.

A look has an example picture, and a control for each choice.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

import discord
from discord import SelectOption, ui

from bot.play.state.people import PeopleStore, Preferences
from bot.text.catalogs import Texts
from cogs.edge.answers import Reply, Show
from cogs.edge.clicks import PageClick, PageHandlers, PageRoute
from cogs.edge.custom_ids import button, chooser
from cogs.edge.languages import Languages
from cogs.edge.layout import layout, option, picture, rows, small, text, title
from cogs.edge.messages import Attachment, Detail, Message
from cogs.edge.notices import Meaningless
from cogs.table.panels.hands import Hands
from render.look import DEFAULT, CardBack, Deck, Look, Sorting, Theme, example_view, look_from, sorting_from
from render.queue.studio import Studio

MINE: Final = "look"
SERVERS: Final = "server-look"
"""The custom id words of the controls of a player's and of a server's look."""
PLAY: Final = "play-prefs"
"""The custom id word of the controls."""
INTERNATIONAL: Final = "international"
OWN: Final = "own"
TABLES: Final = "tables"
"""The arguments of the button for a player's rank letters: what a click on it changes them to."""
ON: Final = "on"
OFF: Final = "off"
"""The arguments of a button: what a click on it turns the preference."""
OPPONENT = "Ola"
"""The other player's name in example pictures."""


class LookPart(StrEnum):
    """The choices of a look, as in custom ids."""

    DECK = "deck"
    THEME = "theme"
    BACK = "back"
    LARGE = "large"
    RANKS = "ranks"
    TEXT = "text"
    STILL = "still"
    ANNOUNCED = "announced"
    RESET = "reset"


def my_look_screen(texts: Texts, look: Look, detail: Detail, file: Attachment | None) -> ui.LayoutView:
    """Show a player's look with an example hand."""
    words = texts.t("This is how private messages look for you, on all servers. The hand is an example.")
    if look.text_only:
        words = texts.t(
            "Your private messages have no pictures, and cards are in words. With announcements, each turn arrives as "
            "a new message, which screen readers read aloud. It replaces the last one."
        )
    large = _switch(texts.t("Large cards: on"), texts.t("Large cards: off"), on=look.large)
    announced = _switch(texts.t("Announcements: on"), texts.t("Announcements: off"), on=look.announced)
    switches = [
        *([] if look.text_only else [button(large, MINE, LookPart.LARGE)]),
        *_my_ranks_button(texts, look),
        *([] if look.text_only else [_still_button(texts, look, MINE)]),
        button(_switch(texts.t("Text only: on"), texts.t("Text only: off"), on=look.text_only), MINE, LookPart.TEXT),
        *([button(announced, MINE, LookPart.ANNOUNCED)] if look.text_only else []),
    ]
    hint = texts.t(
        "For screen readers: *{button}* leaves the pictures out and writes cards in words.",
        button=texts.p("button", "Text only"),
    )
    head = [text(title(texts.t("Your look")), words), *picture(detail, file)]
    return _look_screen(texts, look, head, (MINE, switches, hint))


def server_look_screen(
    texts: Texts, look: Look, detail: Detail, file: Attachment | None, notice: str = ""
) -> ui.LayoutView:
    """Show a server's look with an example table."""
    words = texts.t("This is how public pictures look on this server. The table is an example.")
    if look.text_only:
        words = texts.t("Tables on this server have no pictures, and cards are in words.")
    hint = texts.t("Tables change with their next move. Players choose their own look with `{/me look}`.")
    head = [text(title(texts.t("Look of this server")), notice, words), *picture(detail, file)]
    text_only = _switch(texts.t("Text only: on"), texts.t("Text only: off"), on=look.text_only)
    switches = [
        *_ranks_button(texts, look, SERVERS),
        *([] if look.text_only else [_still_button(texts, look, SERVERS)]),
        button(text_only, SERVERS, LookPart.TEXT),
    ]
    return _look_screen(texts, look, head, (SERVERS, switches, hint))


def look_words(texts: Texts, words: str) -> str:
    """Return a look in words, given in those of `render.look`: deck, theme, card back, other letters, no motion."""
    look = look_from(words)
    told = (
        texts.t("Deck: {name}", name=deck_name(texts, look.deck)),
        texts.t("Theme: {name}", name=theme_name(texts, look.theme)),
        texts.t("Card back: {name}", name=back_name(texts, look.back)),
        texts.t("Rank letters: international") if look.international else "",
        texts.t("Still pictures: on") if look.still else "",
    )
    return " · ".join(filter(None, told))


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
        (texts.p("look of cards", "Deck"), decks, LookPart.DECK),
        (texts.p("look of cards", "Theme"), themes, LookPart.THEME),
        (texts.t("Card back"), backs, LookPart.BACK),
    )
    return [chooser(placeholder, options, word, part) for placeholder, options, part in lists]


def _deck_words(texts: Texts, deck: Deck) -> str:
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
    on, off = texts.t("Rank letters: international"), texts.t("Rank letters: local")
    return [button(_switch(on, off, on=look.international), word, LookPart.RANKS)]


def _my_ranks_button(texts: Texts, look: Look) -> list[ui.Button[ui.LayoutView]]:
    """Return the button for a player's rank letters; empty if they'd be the same with each choice."""
    if not (texts.has_own_ranks or texts.writes_own_ranks or look.international or look.own_ranks):
        return []
    if look.international:
        label = texts.t("Rank letters: international")
    else:
        label = texts.t("Rank letters: local") if look.own_ranks else texts.t("Rank letters: as at the table")
    return [button(label, MINE, LookPart.RANKS, _ranks_after(texts, look))]


def _ranks_after(texts: Texts, look: Look) -> str:
    """Return the rank letters that follow: those of the table, international ones, those of the reader's language."""
    if look.international:
        return OWN if texts.has_own_ranks else TABLES
    return TABLES if look.own_ranks else INTERNATIONAL


def _still_button(texts: Texts, look: Look, word: str) -> ui.Button[ui.LayoutView]:
    """Return the button that lets the picture of a win move once, or not."""
    label = _switch(texts.t("Still pictures: on"), texts.t("Still pictures: off"), on=look.still)
    return button(label, word, LookPart.STILL)


def _switch(when_on: str, when_off: str, *, on: bool) -> str:
    return when_on if on else when_off


class PlayPart(StrEnum):
    """The preferences, as in custom ids."""

    SORTING = "sorting"
    ASSISTED = "assisted"
    CONFIRMS = "confirms"
    COACH = "coach"
    LISTED = "listed"
    PUZZLES = "puzzles"


def play_screen(texts: Texts, person: Preferences) -> ui.LayoutView:
    """Show the preferences and what they do, with a control for each."""
    sorting = sorting_from(person.sorting, unassisted=False)
    orders = [option(_sorting_words(texts, way), way.value, chosen=way is sorting) for way in Sorting]
    assistance = texts.t("Assistance: on") if person.assisted else texts.t("Assistance: off")
    confirms = texts.t("Confirm discards: on") if person.confirms_discards else texts.t("Confirm discards: off")
    coach = texts.t("Coach: on") if person.coach else texts.t("Coach: off")
    listed = texts.t("Daily list: on") if person.listed else texts.t("Daily list: off")
    puzzles = texts.t("Puzzles from my games: on") if person.puzzles else texts.t("Puzzles from my games: off")
    return layout(
        text(
            title(texts.t("How you play")),
            texts.t("These settings apply at all tables, on all servers."),
            texts.t("- Assistance finds melds, counts points and suggests moves, unless the table has it off."),
            texts.t("- {button} asks before each discard.", button=texts.p("button", "Confirm discards")),
            texts.t("- The coach comments on your first games with one line in your hand."),
            texts.t(
                "- {button} shows your name and your daily deals to players on all servers.",
                button=texts.p("button", "Daily list"),
            ),
            texts.t(
                "- {button}: other members of a server get puzzles from your games there, without names.",
                button=texts.p("button", "Puzzles from my games"),
            ),
        ),
        chooser(texts.t("Sort your hand"), orders, PLAY, PlayPart.SORTING),
        rows(
            [
                button(assistance, PLAY, PlayPart.ASSISTED, _turned(on=person.assisted)),
                button(confirms, PLAY, PlayPart.CONFIRMS, _turned(on=person.confirms_discards)),
                button(coach, PLAY, PlayPart.COACH, _turned(on=person.coach)),
                button(listed, PLAY, PlayPart.LISTED, _turned(on=person.listed)),
                button(puzzles, PLAY, PlayPart.PUZZLES, _turned(on=person.puzzles)),
            ]
        ),
    )


def _turned(*, on: bool) -> str:
    return OFF if on else ON


def _sorting_words(texts: Texts, sorting: Sorting) -> str:
    match sorting:
        case Sorting.MELDS:
            return texts.t("Sort by melds")
        case Sorting.SUITS:
            return texts.t("Sort by suit")
        case Sorting.RANKS:
            return texts.t("Sort by rank")


@dataclass(slots=True, eq=False)
class Tastes:
    """Shows and changes the look of a player's private messages, and how they play."""

    languages: Languages
    people: PeopleStore
    hands: Hands
    studio: Studio

    @property
    def handlers(self) -> PageHandlers:
        """The handler of each word in a custom id (`l1:<word>`)."""
        return {MINE: PageRoute(self._change_look), PLAY: PageRoute(self._change_play)}

    async def look(self, interaction: discord.Interaction) -> Reply:
        """Show the actor's look with an example hand."""
        texts = await self.languages.read_for_user(interaction)
        look = look_from(texts.look)
        if look.text_only:
            return Show(Message(lambda detail: my_look_screen(texts, look, detail, None)))
        names = (interaction.user.display_name, OPPONENT)
        drawn = await self.studio.hand(example_view(0), names, texts)
        file = Attachment(_file_name(texts), drawn.png, drawn.alt)
        return Show(Message(lambda detail: my_look_screen(texts, look, detail, file), files=(file,)))

    async def server_look(self, interaction: discord.Interaction, told: str = "") -> Reply:
        """Show the server's look with an example table, and ``told`` above it.

        The picture is in the server's language, the rest in the actor's.
        """
        texts, public = self.languages.for_user(interaction), self.languages.for_server(interaction)
        look, names = look_from(public.look), (interaction.user.display_name, OPPONENT)
        if look.text_only:
            return Show(Message(lambda detail: server_look_screen(texts, look, detail, None, told)))
        drawn = await self.studio.table(example_view(None), names, public)
        file = Attachment(_file_name(public), drawn.png, drawn.alt)
        return Show(Message(lambda detail: server_look_screen(texts, look, detail, file, told), files=(file,)))

    async def play(self, interaction: discord.Interaction) -> Reply:
        """Show how the actor plays."""
        texts, person = self.languages.for_user(interaction), await self.people.get(interaction.user.id)
        return Show(Message(lambda _: play_screen(texts, person)))

    async def _change_look(self, click: PageClick) -> Reply:
        person = await self.people.get(click.user)
        await self.hands.prefer(replace(person, look=changed_look(click, person.look)))
        return await self.look(click.interaction)

    async def _change_play(self, click: PageClick) -> Reply:
        person = await self.people.get(click.user)
        await self.hands.prefer(_changed_play(click, person))
        return await self.play(click.interaction)


def changed_look(click: PageClick, words: str) -> str:
    """Return a look, in the words of `render.look`, with the choice that was clicked.

    Raises Meaningless for a choice that doesn't exist.
    """
    look = look_from(words)
    try:
        match LookPart(click.argument(0)):
            case LookPart.DECK:
                look = replace(look, deck=Deck(click.choice))
            case LookPart.THEME:
                look = replace(look, theme=Theme(click.choice))
            case LookPart.BACK:
                look = replace(look, back=CardBack(click.choice))
            case LookPart.LARGE:
                look = replace(look, large=not look.large)
            case LookPart.RANKS:
                to = click.asked.arguments[1] if len(click.asked.arguments) > 1 else None
                turned = not look.international if to is None else to == INTERNATIONAL
                look = replace(look, international=turned, own_ranks=to == OWN)
            case LookPart.TEXT:
                look = replace(look, text_only=not look.text_only)
            case LookPart.STILL:
                look = replace(look, still=not look.still)
            case LookPart.ANNOUNCED:
                look = replace(look, announced=not look.announced)
            case LookPart.RESET:
                look = DEFAULT
    except ValueError:
        raise Meaningless from None
    return str(look)


def _file_name(texts: Texts) -> str:
    """Return the name of an example picture, another one for each look."""
    return "-".join(("look", texts.language, *texts.look.split())) + ".png"


def _changed_play(click: PageClick, person: Preferences) -> Preferences:
    """Return preferences with the one that was clicked changed. Raises Meaningless for one that doesn't exist."""
    try:
        part = PlayPart(click.argument(0))
        if part is PlayPart.SORTING:
            return replace(person, sorting=Sorting(click.choice).value)
    except ValueError:
        raise Meaningless from None
    turn: dict[PlayPart, Callable[[bool], Preferences]] = {
        PlayPart.ASSISTED: lambda on: replace(person, assisted=on),
        PlayPart.CONFIRMS: lambda on: replace(person, confirms_discards=on),
        PlayPart.COACH: lambda on: replace(person, coach=on),
        PlayPart.LISTED: lambda on: replace(person, listed=on),
        PlayPart.PUZZLES: lambda on: replace(person, puzzles=on),
    }
    if click.argument(1) not in (ON, OFF):
        raise Meaningless
    return turn[part](click.argument(1) == ON)
