"""A person's open tables on all servers, and their practice games: whose turn it is, and the way to each."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import discord
from discord import app_commands, ui

from bot.play.service.new_tables import ComputerSeats
from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.errors import UnknownTable
from bot.play.state.people import PeopleStore, PersonalData
from bot.play.state.presence import awaited
from bot.play.state.values import Status
from bot.players.levels import Level
from bot.rummy.families import Variant
from bot.rummy.options import MOST_SEATS, options_for, seats_for
from bot.text.catalogs import Texts
from bot.text.games import variant_name
from bot.text.lists import all_of
from bot.text.players import computer_names, name_in_sentence
from cogs.edge.answers import Reply, Show, Where, notice
from cogs.edge.channels import DiscordChannels
from cogs.edge.clicks import PageClick, PageHandlers, PageRoute
from cogs.edge.commands import CommandRunner
from cogs.edge.custom_ids import (
    MY_TABLES,
    NEXT_TABLE,
    PRACTICE,
    TableAction,
    TableId,
    button,
    learn_button,
    link_button,
    practice_button,
)
from cogs.edge.languages import Languages
from cogs.edge.layout import bold, layout, moment, plain_name, rows, small, text, title
from cogs.edge.messages import Message
from cogs.edge.notices import Meaningless
from cogs.table.commands import LEVELS, VARIANTS
from cogs.table.screens.scene import table_link
from cogs.table.table_messages import seat_at
from cogs.table.table_opener import seats_words
from cogs.table.table_replies import TableReplies

CARRY_ON: Final = "carry-on"  # table: shows the hand of a practice game
_MOST: Final = 15
"""Maximum number of listed tables; a message holds 4,000 characters."""
_MOST_BUTTONS: Final = 5


@dataclass(frozen=True, slots=True)
class Waiting:
    """An open table of a person: whether it's their turn, and since when the table waits, in epoch milliseconds."""

    table: Table
    own_turn: bool
    since: int


@dataclass(slots=True, eq=False, kw_only=True)
class MyTables:
    """Lists a person's tables, and leads to the next one that waits for them."""

    languages: Languages
    tables: Tables
    personal_data: PersonalData
    replies: TableReplies
    channels: DiscordChannels

    @property
    def handlers(self) -> PageHandlers:
        """The handler of each word in a custom id (`l1:<word>`)."""
        return {
            MY_TABLES: PageRoute(lambda click: self.list(click.interaction)),
            NEXT_TABLE: PageRoute(self._next),
            CARRY_ON: PageRoute(self._carry_on),
        }

    async def list(self, interaction: discord.Interaction) -> Reply:
        """List the actor's open tables, those that wait for them first."""
        texts, found = self.languages.for_user(interaction), await self._found(interaction.user.id)
        lines = [self._line(texts, one) for one in found[:_MOST]]
        practice = [one.table for one in found if one.table.row.is_practice][:_MOST_BUTTONS]
        waits = any(one.own_turn for one in found)
        more = len(found) - len(lines)
        return Show(Message(lambda _: _list_screen(texts, lines, practice, more=more, waits=waits)))

    async def _next(self, click: PageClick) -> Reply:
        """Lead to the table that has waited longest for the actor, other than the one in the button's id."""
        texts, shown = click.texts, click.number(0) if click.asked.arguments else 0
        found = await self._found(click.user)
        following = next((one for one in found if one.own_turn and one.table.row.id != shown), None)
        if following is not None and following.table.row.is_practice:
            return await self.replies.standing(click.interaction, following.table)
        line = texts.t("It's not your turn at any other table.")
        buttons = [] if following is None else [link_button(texts.t("Go to table"), table_link(following.table.row))]
        if following is not None:
            line = self._line(texts, following)
        if shown:
            back = TableId(shown, TableAction.HAND)
            buttons.append(ui.Button(label=texts.p("button", "My hand"), custom_id=str(back)))
        return Show(Message(lambda _: layout(text(line), rows(buttons))))

    async def _carry_on(self, click: PageClick) -> Reply:
        """Show the actor's hand in one of their practice games. Raises Meaningless for any other table."""
        try:
            table = await self.tables.get(click.number(0, 1))
        except UnknownTable:
            raise Meaningless from None
        if not table.row.is_practice or table.seat_of(click.user) is None:
            raise Meaningless
        return await self.replies.standing(click.interaction, table)

    async def _found(self, user: int) -> "Sequence[Waiting]":
        found = []
        for number in await self.personal_data.open_tables(user):
            try:
                found.append(_waiting(await self.tables.get(number), user))
            except UnknownTable:
                continue
        return sorted(found, key=lambda one: (not one.own_turn, one.since))

    def _line(self, texts: Texts, one: Waiting) -> str:
        row = one.table.row
        game, since = variant_name(texts, row.options.variant), moment(one.since)
        if row.is_practice:
            names = [name_in_sentence(texts, player) for player in row.seats if player.is_computer]
            place = texts.t("practice against {name}", name=all_of(texts, [plain_name(name) for name in names]))
        else:
            place = self._place(row.home.guild, row.home.channel)
        doing = bold(texts.t("Your turn")) if one.own_turn else _doing(texts, one.table)
        line = texts.t("{doing} · {game} · {place} · {since}", doing=doing, game=game, place=place, since=since)
        if row.is_practice:
            return line
        return texts.t("{line} · [go to table]({link})", line=line, link=table_link(row))

    def _place(self, guild: int, channel: int) -> str:
        server, name = self.channels.name(guild), self.channels.channel_name(guild, channel)
        return ", ".join(filter(None, (plain_name(server), f"#{plain_name(name)}" if name else "")))


def mine_command(runner: CommandRunner, my_tables: MyTables) -> app_commands.Command[app_commands.Group, ..., None]:
    """Return `/rummy mine`."""

    @app_commands.command(name="mine", description="List your tables on all servers, and your practice games")
    async def command(interaction: discord.Interaction) -> None:
        await runner.give(interaction, Where.PRIVATE, lambda: my_tables.list(interaction), anywhere=True)

    return command


def _waiting(table: Table, user: int) -> Waiting:
    """Return whether a table waits for a person, and since when it waits."""
    game, seat = table.game, seat_at(table, user)
    if game is None:
        return Waiting(table, own_turn=False, since=table.row.touched_at)
    return Waiting(table, own_turn=seat is not None and awaited(table.row, game) == seat, since=game.turn_at)


def _doing(texts: Texts, table: Table) -> str:
    """Return what a table waits for, if not for the reader."""
    if table.row.status is Status.LOBBY or table.game is None:
        return texts.t("Not started yet")
    if table.row.paused_at is not None:
        return texts.t("Paused: its channel was deleted")
    turn = table.view(None).turn
    if turn is None:
        return texts.t("Between deals")
    return texts.t("Waiting for {name}", name=plain_name(name_in_sentence(texts, table.row.seats[turn])))


def _list_screen(
    texts: Texts, lines: Sequence[str], practice: Sequence[Table], *, more: int, waits: bool
) -> ui.LayoutView:
    heading = title(texts.t("Your tables"))
    if not lines:
        line = texts.t("You aren't at any table. Practice against the computer, or open one with `{/rummy new}`.")
        return layout(text(heading, line), rows([practice_button(texts), learn_button(texts)]))
    rest = small(texts.n("{n} more table isn't listed.", "{n} more tables aren't listed.", more)) if more else ""
    carry_on = [
        button(
            texts.t(
                "Continue {game} against {name}",
                game=variant_name(texts, table.row.options.variant),
                name=all_of(texts, [name_in_sentence(texts, one) for one in table.row.seats if one.is_computer]),
            ),
            CARRY_ON,
            table.row.id,
            style=discord.ButtonStyle.success,
        )
        for table in practice
    ]
    following = [button(texts.t("Next table"), NEXT_TABLE)] if waits else []
    return layout(
        text(heading, *(f"- {line}" for line in lines), rest),
        rows(carry_on),
        rows(
            [
                *following,
                practice_button(texts, discord.ButtonStyle.secondary),
                button(texts.t("Look again"), MY_TABLES),
            ]
        ),
    )


@dataclass(slots=True, eq=False, kw_only=True)
class Practice:
    """Starts practice games, and brings unfinished ones back. Game and level are remembered."""

    languages: Languages
    tables: Tables
    replies: TableReplies
    people: PeopleStore

    @property
    def handlers(self) -> PageHandlers:
        """The handler of each word in a custom id (`l1:<word>`)."""
        return {PRACTICE: PageRoute(self._clicked)}

    async def begin(
        self,
        interaction: discord.Interaction,
        variant: Variant | None,
        level: Level | None,
        computers: int | None = None,
    ) -> Reply:
        """Show the actor's hand in a new practice game, or in their unfinished one of this game and level.

        None is what they practiced last; the first time that's Gin against an easy computer. ``computers`` None are as
        few as the game takes.
        """
        person, texts = await self.people.get(interaction.user.id), self.languages.for_user(interaction)
        game = variant or person.practice_variant or Variant.GIN
        skill = level or person.practice_level or Level.EASY
        options = options_for(game)
        count = computers or seats_for(options)[0] - 1
        if count + 1 not in seats_for(options):
            return notice(seats_words(texts, options))
        chosen = replace(person, practice_variant=game, practice_level=skill)
        if chosen != person:
            await self.people.save(chosen)
        table, is_new = await self.tables.practice(
            user=person.user,
            name=interaction.user.display_name,
            options=options,
            computers=ComputerSeats((skill,) * count, computer_names(texts)),
            interaction=interaction.id,
            like=computers is None,
        )
        line = (
            ""
            if is_new
            else texts.t("Here's your unfinished game. To start over, press *{button More}*, then *{button Resign}*.")
        )
        return await self.replies.standing(interaction, table, line)

    async def _clicked(self, click: PageClick) -> Reply:
        """Start the game in a button's id, or what the actor practiced last. Raises Meaningless."""
        if not click.asked.arguments:
            return await self.begin(click.interaction, None, None)
        try:
            game, level = Variant(click.argument(0)), Level(click.argument(1))
        except ValueError:
            raise Meaningless from None
        return await self.begin(click.interaction, game, level)


def practice_command(runner: CommandRunner, practice: Practice) -> app_commands.Command[app_commands.Group, ..., None]:
    """Return `/rummy practice`."""

    @app_commands.command(name="practice", description="Play against a computer, only for you")
    @app_commands.describe(
        variant="Which game to play (default: what you practiced last)",
        level="How well the computer plays (default: as last time)",
        computers="How many computers (default: one)",
    )
    @app_commands.choices(variant=VARIANTS, level=LEVELS)
    async def command(
        interaction: discord.Interaction,
        variant: str | None = None,
        level: str | None = None,
        computers: app_commands.Range[int, 1, MOST_SEATS - 1] | None = None,
    ) -> None:
        async def reply() -> Reply:
            game, skill = None if variant is None else Variant(variant), None if level is None else Level(level)
            return await practice.begin(interaction, game, skill, computers)

        await runner.give(interaction, Where.PRIVATE, reply, anywhere=True)

    return command
