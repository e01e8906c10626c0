"""What can be clicked in a lobby: sit down and get up, house rules, cut, start, cancel."""

from bot.play import lobby
from bot.rummy.options import RANGES, GinOptions, OptionError, changes_from, options_for
from bot.text.rules import options_of
from cogs.answers import Ask, Private, Reply
from cogs.click import Click, Handlers
from cogs.custom_ids import Action
from cogs.messages import Message
from cogs.notices import Meaningless
from cogs.room import Room
from cogs.screens.house import house_screen, number_modal, range_words, read_value
from cogs.screens.private import cut_modal


class Lobby:
    """Carries out what is clicked in a lobby."""

    def __init__(self, room: Room) -> None:
        self._room = room

    @property
    def handlers(self) -> Handlers:
        """Say who carries out what."""
        return {
            Action.JOIN: self._join,
            Action.LEAVE: self._leave,
            Action.HOUSE: self._house,
            Action.OPTION: self._option,
            Action.VALUE: self._value,
            Action.NUMBER: self._number,
            Action.RESET: self._reset,
            Action.CUT: self._cut,
            Action.START: self._start,
            Action.CANCEL: self._cancel,
        }

    async def _join(self, click: Click) -> Reply:
        """Take the next free seat."""
        await click.table.join(click.user, click.name, click.id)
        return await self._room.public(click.interaction, click.table)

    async def _leave(self, click: Click) -> Reply:
        """Free a seat."""
        await click.table.leave(click.user, click.id)
        return await self._room.public(click.interaction, click.table)

    async def _start(self, click: Click) -> Reply:
        """Begin to play: the lobby's message becomes the table."""
        await click.table.start(click.user, click.id)
        return await self._room.public(click.interaction, click.table)

    async def _cancel(self, click: Click) -> Reply:
        """Close the lobby."""
        await click.table.cancel(click.user, click.id)
        return await self._room.public(click.interaction, click.table)

    async def _cut(self, click: Click) -> Reply:
        """Ask for a cut, or take the one that was typed."""
        if not click.is_modal:
            lobby.with_cut(click.table.row, click.user, "x")  # who can't cut is told before they type
            return Ask(cut_modal(self._room.scene(click.interaction, click.table)))
        await click.table.cut(click.user, click.typed("cut"), click.id)
        return await self._room.public(click.interaction, click.table)

    async def _house(self, click: Click) -> Reply:
        """Open the house rules for the host."""
        lobby.with_options(click.table.row, click.user, click.table.row.options)  # who is not the host is told now
        return self._panel(click, None)

    async def _option(self, click: Click) -> Reply:
        """Open one option."""
        lobby.with_options(click.table.row, click.user, click.table.row.options)
        return self._panel(click, self._option_named(click, click.choice))

    async def _value(self, click: Click) -> Reply:
        """Set an option to a value of its list."""
        _, _, name = click.argument.partition("_")
        return await self._set(click, self._option_named(click, name), click.choice)

    async def _number(self, click: Click) -> Reply:
        """Ask for an option's number, or take the one that was typed."""
        name = self._option_named(click, click.argument)
        if name not in RANGES:
            raise Meaningless
        if click.is_modal:
            return await self._set(click, name, click.typed("number").strip())
        lobby.with_options(click.table.row, click.user, click.table.row.options)
        return Ask(number_modal(self._room.scene(click.interaction, click.table), name))

    async def _reset(self, click: Click) -> Reply:
        """Go back to the rules of the variant itself."""
        return await self._change(click, None, options_for(click.table.row.options.variant))

    async def _set(self, click: Click, name: str, value: str) -> Reply:
        """Set one option; what can't be is said at once, and nothing changes."""
        options = click.table.row.options
        changes = {**changes_from(options), name: read_value(options, name, value)}
        if changes[name] is None:
            del changes[name]  # by the preset
        try:
            changed = options_for(options.variant, changes)
        except OptionError as error:
            if name not in RANGES:
                raise Meaningless from error
            return self._panel(click, name, range_words(click.texts, name))
        return await self._change(click, name, changed)

    async def _change(self, click: Click, name: str | None, options: GinOptions) -> Reply:
        """Play by other options."""
        await click.table.set_options(click.user, options, click.id)
        self._room.boards.changed(click.table)
        return self._panel(click, name)

    def _option_named(self, click: Click, name: str) -> str:
        """Find an option that the variant has. Meaningless if it has none of that name."""
        if name not in options_of(click.table.row.options):
            raise Meaningless
        return name

    def _panel(self, click: Click, name: str | None, notice: str = "") -> Private:
        """Show the house rules to the host."""
        scene, render = self._room.scene(click.interaction, click.table), click.id % 10**9
        return Private(Message(lambda _: house_screen(scene, name, render, notice)))
