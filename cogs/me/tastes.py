"""`/me look` and `/me play`: private screens whose controls change a player's preferences at once."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

import discord
from discord import ui

from bot.play.state.people import PeopleStore, Preferences
from bot.text.catalogs import Texts
from cogs.edge.answers import Reply, Show
from cogs.edge.clicking.clicks import PageClick, PageHandlers, PageRoute
from cogs.edge.clicking.page_ids import button, chooser
from cogs.edge.languages import Languages
from cogs.edge.layout import layout, option, rows, text, title
from cogs.edge.messages import Attachment, Message
from cogs.edge.notices import Meaningless
from cogs.me.look import MINE, LookPart, my_look_screen, server_look_screen
from cogs.table.panels.hands import Hands
from cogs.table.screens.scene import Sorting, sorting_from
from render.look import DEFAULT, CardBack, Deck, Theme, example_view, look_from
from render.queue.studio import Studio

PLAY: Final = "play-prefs"
"""The custom id word of the controls."""


class PlayPart(StrEnum):
    """The preferences, as in custom ids."""

    SORTING = "sorting"
    ASSISTED = "assisted"
    CONFIRMS = "confirms"
    COACH = "coach"


def play_screen(texts: Texts, person: Preferences) -> ui.LayoutView:
    """Show the preferences and what they do, with a control for each."""
    sorting = sorting_from(person.sorting, unassisted=False)
    orders = [option(_sorting_words(texts, way), way.value, chosen=way is sorting) for way in Sorting]
    assistance = texts.t("Assistance: on") if person.assisted else texts.t("Assistance: off")
    confirms = texts.t("Confirm discards: on") if person.confirms_discards else texts.t("Confirm discards: off")
    coach = texts.t("Coach: on") if person.coach else texts.t("Coach: off")
    return layout(
        text(
            title(texts.t("How you play")),
            texts.t("These apply to your hands at all tables, on all servers."),
            texts.t("- Assistance finds melds, counts points and suggests moves, unless the table has it off."),
            texts.t("- Confirm discards asks before each discard."),
            texts.t("- The coach comments on your first games with one line in your hand."),
        ),
        chooser(texts.t("Sort your hand"), orders, PLAY, PlayPart.SORTING),
        rows(
            [
                button(assistance, PLAY, PlayPart.ASSISTED, _turned(on=person.assisted)),
                button(confirms, PLAY, PlayPart.CONFIRMS, _turned(on=person.confirms_discards)),
                button(coach, PLAY, PlayPart.COACH, _turned(on=person.coach)),
            ]
        ),
    )


ON: Final = "on"
OFF: Final = "off"
"""The arguments of a button: what a click on it turns the preference."""


def _turned(*, on: bool) -> str:
    """Return what a click turns a preference."""
    return OFF if on else ON


def _sorting_words(texts: Texts, sorting: Sorting) -> str:
    """Return the option of a sort order."""
    match sorting:
        case Sorting.MELDS:
            return texts.t("Sort by melds")
        case Sorting.SUITS:
            return texts.t("Sort by suit")
        case Sorting.RANKS:
            return texts.t("Sort by rank")


OPPONENT = "Ola"
"""The other player's name in example pictures."""


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
        drawn = await self.studio.table(example_view(None), names, public)
        file = Attachment(_file_name(public), drawn.png, drawn.alt)
        return Show(Message(lambda detail: server_look_screen(texts, look, detail, file, told), files=(file,)))

    async def play(self, interaction: discord.Interaction) -> Reply:
        """Show how the actor plays."""
        texts, person = self.languages.for_user(interaction), await self.people.get(interaction.user.id)
        return Show(Message(lambda _: play_screen(texts, person)))

    async def _change_look(self, click: PageClick) -> Reply:
        """Make the choice that was clicked."""
        person = await self.people.get(click.user)
        await self.hands.prefer(replace(person, look=changed_look(click, person.look)))
        return await self.look(click.interaction)

    async def _change_play(self, click: PageClick) -> Reply:
        """Change the preference that was clicked."""
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
                look = replace(look, international=not look.international)
            case LookPart.TEXT:
                look = replace(look, text_only=not look.text_only)
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
    }
    if click.argument(1) not in (ON, OFF):
        raise Meaningless
    return turn[part](click.argument(1) == ON)
