"""`/rummy help`: a private page that knows where the reader is, with the ways to everything that explains the game."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

import discord
from discord import ButtonStyle, app_commands, ui

from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.errors import StoreError
from bot.play.state.values import OPEN, Status
from bot.rummy.families import Variant
from bot.rummy.options import PRESETS, Options
from bot.rummy.views import Phase, View
from bot.text.catalogs import Texts
from bot.text.games import game_summary, variant_name
from bot.text.rules import turn_in_words
from bot.text.terms import Term, term_meaning, term_name, terms_of
from cogs.edge.answers import Reply, Show, Where
from cogs.edge.clicks import PageClick, PageHandlers, PageRoute
from cogs.edge.command_texts import command_lines
from cogs.edge.commands import CommandRunner
from cogs.edge.custom_ids import (
    TableAction,
    button,
    chooser,
    daily_button,
    learn_button,
    link_button,
    practice_button,
    puzzle_button,
)
from cogs.edge.layout import bold, game_options, layout, rows, small, text, title
from cogs.edge.messages import Message
from cogs.edge.notices import Meaningless, paused_words
from cogs.table.rules_pages import RULES, Place
from cogs.table.screens.running import beginning_words, whose_turn
from cogs.table.screens.scene import Scene, table_link
from cogs.table.table_replies import TableReplies

HELP: Final = "help"
"""Opens a page of help. Arguments: the page, and for some pages a game and a term."""
HELP_GAME: Final = "help-game"
"""A select of games. Arguments: the page, and the game shown."""


class HelpPage(StrEnum):
    """The pages of help. The values are in custom ids."""

    HOME = "home"
    TURN = "turn"
    TERMS = "terms"
    COMMANDS = "commands"
    ADMIN = "admin"  # commands of those who manage a server
    CONTACT = "contact"


@dataclass(frozen=True, slots=True)
class Contact:
    """How to reach the people who run the bot; None for what they haven't set."""

    words: str | None = None
    terms_url: str | None = None
    privacy_url: str | None = None


@dataclass(frozen=True, slots=True)
class Here:
    """The table of the channel from the reader's side; ``view`` is theirs, None before the game starts."""

    scene: Scene
    view: View | None
    user: int


def home_screen(
    texts: Texts, here: Here | None, *, manages: bool, paused: str = "", direct: bool = False
) -> ui.LayoutView:
    """Show where the reader is and what they can do there, and the way to the other pages.

    ``direct``: they are in a direct message.
    """
    lines = [paused or (_direct(texts) if direct else _nowhere(texts))] if here is None else _lines(here)
    admin = texts.t("You manage this server: `{/rummy-admin setup}` shows its settings.") if manages else ""
    return layout(
        text(title(texts.p("page", "Help")), *lines, small(admin)),
        rows(_going(texts, here)),
        rows(_pages(texts, here)),
    )


def turn_screen(texts: Texts, options: Options) -> ui.LayoutView:
    """Explain a turn of a game, step by step."""
    steps = turn_in_words(texts, options)
    return layout(
        text(
            title(texts.t("{game}: how a turn works", game=variant_name(texts, options.variant))),
            game_summary(texts, options.variant),
            *(f"{number}. {step}" for number, step in enumerate(steps, 1)),
        ),
        _games(texts, HelpPage.TURN, options.variant),
        rows([_back(texts)]),
    )


def terms_screen(texts: Texts, options: Options, term: Term | None) -> ui.LayoutView:
    """List the terms of a game; one of them is explained."""
    items: list[ui.Item[Any]] = [
        text(
            title(texts.t("{game}: terms", game=variant_name(texts, options.variant))),
            texts.t("Press a term to see what it means."),
        )
    ]
    found = terms_of(texts, options)
    if term in found:
        items.append(text(f"> {bold(term_name(texts, term))}\n> {term_meaning(texts, term, options.family)}"))
    items += rows([_term_button(texts, options, one, chosen=one is term) for one in found])
    items.append(_games(texts, HelpPage.TERMS, options.variant))
    return layout(*items, rows([_back(texts)]))


def commands_screen(texts: Texts, commands: Sequence[tuple[str, str]], *, admin: bool, manages: bool) -> ui.LayoutView:
    """List commands with what they do; ``admin``: those of members who manage the server."""
    heading = texts.t("Commands for server admins") if admin else texts.t("Commands")
    more = []
    if admin:
        more = [button(texts.t("Commands"), HELP, HelpPage.COMMANDS)]
    elif manages:
        more = [button(texts.t("Commands for server admins"), HELP, HelpPage.ADMIN)]
    return layout(
        text(title(heading), *(f"`{texts.command(name)}` {words}" for name, words in commands)),
        rows([_back(texts), *more]),
    )


def contact_screen(texts: Texts, contact: Contact) -> ui.LayoutView:
    """Show how to reach the people who run the bot, and where its terms and privacy policy are."""
    unknown = texts.t("The people who run this bot haven't left a contact. Ask the admins of this server.")
    known = contact.words and texts.t("Questions or problems? Contact: {contact}", contact=contact.words)
    links = [
        link_button(label, url)
        for label, url in (
            (texts.t("Terms of service"), contact.terms_url),
            (texts.t("Privacy policy"), contact.privacy_url),
        )
        if url is not None
    ]
    data = texts.t("`{/me data export}` shows everything stored about you, and `{/me data delete}` deletes it.")
    return layout(text(title(texts.t("Contact")), known or unknown, small(data)), rows([*links, _back(texts)]))


def _direct(texts: Texts) -> str:
    return texts.t(
        "Here you can practice against a computer and read the rules. To play with people, use me on a server."
    )


def _nowhere(texts: Texts) -> str:
    return texts.t(
        "There's no table in this channel. `{/rummy new}` opens one, `{/rummy quick}` finds an opponent, and "
        "*{button Practice}* starts a game against a computer that only you see."
    )


def _lines(here: Here) -> list[str]:
    texts, row = here.scene.texts, here.scene.row
    game, seated = variant_name(texts, row.options.variant), here.scene.seat is not None
    if row.status is Status.LOBBY:
        return [
            texts.t("A {game} table is open here.", game=game),
            game_summary(texts, row.options.variant),
            _joining(here),
        ]
    if row.status is Status.OVER or here.view is None:
        return [texts.t("This game of {game} is over. *{button Rematch}* starts a new one.", game=game)]
    playing = (
        texts.t("You're playing {game} here.", game=game)
        if seated
        else texts.t(
            "A game of {game} is on here, and you can watch: *{button More}* shows moves and rules.", game=game
        )
    )
    return [playing, bold(_now(here, here.view))]


def _joining(here: Here) -> str:
    texts, row = here.scene.texts, here.scene.row
    if here.user == row.host:
        return texts.t(
            "You're the host: press *{button Start}* once everyone is here. *{button More}* changes the rules."
        )
    if here.scene.seat is not None:
        return texts.t("You've joined. The game starts when the host presses *{button Start}*.")
    return texts.t("Press *{button Join}* to take a seat.")


def _now(here: Here, view: View) -> str:
    scene = here.scene
    texts = scene.texts
    if scene.seat is not None and scene.seat in scene.presence.away:
        return texts.t("A computer plays for you. Press *{button I'm back}* to play again.")
    if view.phase is Phase.DEAL:
        return texts.t("The next deal starts soon.")
    if scene.seat is None or view.turn != scene.seat:
        return whose_turn(texts, view, scene.numbered)
    if view.phase in (Phase.DISCARD, Phase.LAY):
        return texts.t("Your turn: press *{button My hand}*, then discard a card")
    return beginning_words(texts, view)


def _going(texts: Texts, here: Here | None) -> list[ui.Button[ui.LayoutView]]:
    if here is None:
        return [practice_button(texts), daily_button(texts), puzzle_button(texts), learn_button(texts)]
    scene = here.scene
    link = link_button(texts.t("Go to table"), table_link(scene.row))
    if here.view is None or scene.seat is None:
        return [link]
    return [scene.button(texts.p("button", "My hand"), TableAction.HAND, style=ButtonStyle.success), link]


def _pages(texts: Texts, here: Here | None) -> list[ui.Button[ui.LayoutView]]:
    variant = Variant.GIN if here is None else here.scene.row.options.variant
    rules = (
        button(texts.p("button", "Rules"), RULES, variant, Place())
        if here is None
        else here.scene.button(texts.t("Rules of this table"), TableAction.RULES)
    )
    return [
        rules,
        button(texts.t("How a turn works"), HELP, HelpPage.TURN, variant),
        button(texts.p("words of a game", "Terms"), HELP, HelpPage.TERMS, variant),
        button(texts.t("Commands"), HELP, HelpPage.COMMANDS),
        button(texts.t("Contact"), HELP, HelpPage.CONTACT),
    ]


def _term_button(texts: Texts, options: Options, term: Term, *, chosen: bool) -> ui.Button[ui.LayoutView]:
    """Return the button that explains a term, or hides its meaning again."""
    style = ButtonStyle.primary if chosen else ButtonStyle.secondary
    place = (HelpPage.TERMS, options.variant) if chosen else (HelpPage.TERMS, options.variant, term)
    return button(term_name(texts, term), HELP, *place, style=style)


def _games(texts: Texts, page: HelpPage, shown: Variant) -> ui.ActionRow[ui.LayoutView]:
    return chooser(texts.t("Another game"), game_options(texts, shown), HELP_GAME, page, shown)


def _back(texts: Texts) -> ui.Button[ui.LayoutView]:
    return button(texts.p("page", "Help"), HELP, HelpPage.HOME)


_ADMIN: Final = "rummy-admin"
"""The group of commands for members who manage a server."""


@dataclass(slots=True, eq=False)
class Help:
    """The pages of help. The custom ids contain the page; where the reader is, is looked up with each click."""

    tables: Tables
    replies: TableReplies
    contact: Contact

    @property
    def handlers(self) -> PageHandlers:
        """The handler of each word in a custom id (`l1:<word>`)."""
        return {HELP: PageRoute(self._show), HELP_GAME: PageRoute(self._game)}

    async def home(self, interaction: discord.Interaction, texts: Texts) -> Reply:
        """Show where the actor is, and what they can do there."""
        table, manages = await self._table(interaction), _manages(interaction)
        paused = "" if table is not None and table.row.status in OPEN else await self._paused(interaction, texts)
        if paused or table is None or table.row.status is Status.CANCELLED:
            direct = interaction.guild_id is None
            return Show(Message(lambda _: home_screen(texts, None, manages=manages, paused=paused, direct=direct)))
        scene = self.replies.scene(interaction, table)
        here = Here(scene, table.view(scene.seat) if table.game else None, interaction.user.id)
        return Show(Message(lambda _: home_screen(texts, here, manages=manages)))

    async def _show(self, press: PageClick) -> Reply:
        texts, manages = press.texts, _manages(press.interaction)
        match _page(press.argument(0)):
            case HelpPage.HOME:
                return await self.home(press.interaction, texts)
            case HelpPage.TURN:
                options = await self._options(press, press.argument(1))
                return Show(Message(lambda _: turn_screen(texts, options)))
            case HelpPage.TERMS:
                options, term = await self._options(press, press.argument(1)), _term(press)
                return Show(Message(lambda _: terms_screen(texts, options, term)))
            case HelpPage.COMMANDS | HelpPage.ADMIN as page:
                admin = page is HelpPage.ADMIN and manages
                listed = tuple(command_lines(press.interaction.client, texts, _ADMIN, of_group=admin))
                return Show(Message(lambda _: commands_screen(texts, listed, admin=admin, manages=manages)))
            case HelpPage.CONTACT:
                return Show(Message(lambda _: contact_screen(texts, self.contact)))

    async def _game(self, press: PageClick) -> Reply:
        options, texts = await self._options(press, press.choice), press.texts
        if _page(press.argument(0)) is HelpPage.TERMS:
            return Show(Message(lambda _: terms_screen(texts, options, None)))
        return Show(Message(lambda _: turn_screen(texts, options)))

    async def _options(self, press: PageClick, written: str) -> Options:
        """Return the rules of a game: those of the channel's table if that plays it, else the standard rules."""
        try:
            variant = Variant(written)
        except ValueError as error:
            raise Meaningless from error
        table = await self._table(press.interaction)
        here = table is not None and table.row.options.variant is variant
        return table.row.options if table is not None and here else PRESETS[variant]

    async def _table(self, interaction: discord.Interaction) -> Table | None:
        """Return the table of the channel, if there is one. Help works without the database, too."""
        try:
            return None if interaction.channel_id is None else await self.tables.in_channel(interaction.channel_id)
        except StoreError:
            return None

    async def _paused(self, interaction: discord.Interaction, texts: Texts) -> str:
        """Return how to continue a game of the actor whose channel was deleted; empty if there's none."""
        try:
            paused = await self.tables.paused_game(interaction.guild_id or 0, interaction.user.id)
        except StoreError:
            return ""
        return "" if paused is None else paused_words(texts)


def help_command(runner: CommandRunner, pages: Help) -> app_commands.Command[Any, ..., None]:
    """Return the command that opens help."""

    @app_commands.command(name="help", description="Explain what you can do here: rules, turns, terms, commands")
    async def command(interaction: discord.Interaction) -> None:
        """Show the first page, only to the actor."""
        texts = runner.texts(interaction)
        await runner.give(interaction, Where.PRIVATE, lambda: pages.home(interaction, texts), anywhere=True)

    return command


def _manages(interaction: discord.Interaction) -> bool:
    return interaction.guild_id is not None and interaction.permissions.manage_guild


def _page(written: str) -> HelpPage:
    """Parse a page. Raises Meaningless if it isn't one."""
    try:
        return HelpPage(written)
    except ValueError as error:
        raise Meaningless from error


def _term(press: PageClick) -> Term | None:
    """Return the term in a button's id, if there is one. Raises Meaningless if it isn't one."""
    if len(press.asked.arguments) < 3:
        return None
    try:
        return Term(press.argument(2))
    except ValueError as error:
        raise Meaningless from error
