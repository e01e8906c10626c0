"""Clicks in the house rules: options, switches, the server's presets, codes."""

from collections.abc import Awaitable
from dataclasses import KW_ONLY, dataclass

from bot.play.service import table_requests
from bot.play.state.errors import refusals_for_conflicts
from bot.play.state.names import preset_key
from bot.play.state.people import Preset, Servers
from bot.play.state.ports import Clock
from bot.rummy.codes import CodeError, options_from
from bot.rummy.families import Variant
from bot.rummy.house_rules import ValueKind
from bot.rummy.options import OptionError, Options, changes_from, house_rules, options_for, switches_of
from bot.rummy.refusals import Conflict, Refused
from bot.rummy.shown import visible
from bot.text.catalogs import code_text
from bot.text.games import GAMES, game_summary
from bot.text.rules import options_of
from cogs.edge.answers import Ask, Reply, Show, notice
from cogs.edge.custom_ids import TableAction
from cogs.edge.layout import plain_name
from cogs.edge.messages import Message
from cogs.edge.notices import Meaningless, unchanged_words
from cogs.table.clicks.table_router import TableClick, TableHandlers
from cogs.table.public_messages import PublicMessages
from cogs.table.screens.house_rules import (
    HouseRulesState,
    code_modal,
    house_screen,
    number_modal,
    preset_argument,
    preset_modal,
    range_words,
    read_value,
    switched,
)
from cogs.table.table_replies import TableReplies


@dataclass(slots=True, eq=False)
class HouseRuleClicks:
    """Handles the host's clicks in the house rules; ``most`` is how many presets a member can have on a server."""

    replies: TableReplies
    public_messages: PublicMessages
    servers: Servers
    clock: Clock
    _: KW_ONLY
    most: int

    @property
    def handlers(self) -> TableHandlers:
        """The handler of each action."""
        return {
            TableAction.HOUSE_RULES: self._house,
            TableAction.VARIANT: self._variant,
            TableAction.OPTION: self._option,
            TableAction.VALUE: self._value,
            TableAction.NUMBER: self._number,
            TableAction.SWITCHES: self._switches,
            TableAction.RESET: self._reset,
            TableAction.SAVE: self._save,
            TableAction.PRESET: self._preset,
            TableAction.FORGET: self._forget,
            TableAction.CODE: self._code,
        }

    async def _house(self, click: TableClick) -> Reply:
        click.must_host()
        return await self._panel(click)

    async def _variant(self, click: TableClick) -> Reply:
        """Switch to another variant with its standard rules: of the list, or the one that a button names."""
        mistaken = GAMES[click.table.row.options.variant].mistaken
        if click.asked.argument in [*Variant]:
            if mistaken is None or click.asked.argument != mistaken[1]:
                raise Meaningless  # the game was switched already
            await table_requests.set_options(click.table, click.user, options_for(mistaken[1]), click.id)
            self.public_messages.changed(click.table)
            return notice(game_summary(click.texts, mistaken[1]))
        try:
            variant = Variant(click.choice)
        except ValueError:
            raise Meaningless from None
        return await self._change(click, None, options_for(variant))

    async def _option(self, click: TableClick) -> Reply:
        click.must_host()
        return await self._panel(click, _option_named(click, click.choice))

    async def _value(self, click: TableClick) -> Reply:
        _, _, name = click.argument.partition("_")
        return await self._set(click, _option_named(click, name), click.choice)

    async def _number(self, click: TableClick) -> Reply:
        """Ask for an option's number, or set the typed one."""
        name = _option_named(click, click.argument)
        if house_rules(click.table.row.options.variant)[name].kind is not ValueKind.NUMBER:
            raise Meaningless
        if click.is_modal:
            return await self._set(click, name, click.typed("number").strip())
        click.must_host()
        return Ask(number_modal(self.replies.scene(click.interaction, click.table), name))

    async def _switches(self, click: TableClick) -> Reply:
        """Switch on exactly the chosen rules. If some exclude each other, change nothing and list the conflicts."""
        options, chosen = click.table.row.options, click.choices
        names = switches_of(options.variant)
        if not names or not set(chosen) <= set(names):
            raise Meaningless
        return await self._change(click, None, switched(options, chosen))

    async def _reset(self, click: TableClick) -> Reply:
        return await self._change(click, None, options_for(click.table.row.options.variant))

    async def _save(self, click: TableClick) -> Reply:
        """Ask for a name, or save the rules as a preset with the typed name."""
        click.must_host()
        if not click.is_modal:
            return Ask(preset_modal(self.replies.scene(click.interaction, click.table)))
        row, texts, name = click.table.row, click.texts, click.typed("typed")
        there = await self.servers.preset(row.home.guild, name)
        if there is not None and not _may_delete(click, there):
            taken = texts.t("Another member already saved a preset with that name. Choose another name.")
            return await self._panel(click, notice=taken)
        saving = self.servers.save_preset(row.home.guild, name, row.options, click.user, self.clock(), most=self.most)
        shown = plain_name(visible(name))
        if there is None:
            notice = texts.t("Saved as {name}. `{/rummy new}` can open tables with it.", name=shown)
        else:
            notice = texts.t(
                "The preset {name} now has these rules. `{/rummy new}` can open tables with it.", name=shown
            )
        return await self._done(click, saving, preset=name, notice=notice)

    async def _preset(self, click: TableClick) -> Reply:
        preset = await self.servers.preset(click.table.row.home.guild, click.choice)
        if preset is None:
            return await self._panel(click, notice=click.texts.t("That preset was deleted. Nothing was changed."))
        return await self._change(click, None, preset.options, preset.name)

    async def _forget(self, click: TableClick) -> Reply:
        """Delete a preset. Allowed for the member who saved it, and for members who manage the server."""
        click.must_host()
        guild = click.table.row.home.guild
        for preset in await self.servers.presets(guild):
            if preset_argument(preset.name) == click.argument:
                if not _may_delete(click, preset):
                    raise Meaningless
                await self.servers.delete_preset(guild, preset.name)
                break
        return await self._panel(click, notice=click.texts.t("Preset deleted."))

    async def _code(self, click: TableClick) -> Reply:
        if not click.is_modal:
            click.must_host()
            return Ask(code_modal(self.replies.scene(click.interaction, click.table)))
        try:
            options = options_from(click.typed("typed"))
        except CodeError as why:
            line = code_text(click.texts, why)
            return await self._panel(click, notice=click.texts.t("{why} Nothing was changed.", why=line))
        return await self._change(click, None, options)

    async def _set(self, click: TableClick, name: str, value: str) -> Reply:
        """Set one option. An impossible number or a conflict with other options changes nothing and is explained."""
        click.must_host()
        options = click.table.row.options
        changes = {**changes_from(options), name: read_value(options, name, value)}
        if changes[name] is None:
            del changes[name]  # no change: the variant's standard value
        try:
            changed = options_for(options.variant, changes)
        except OptionError as error:
            rule = house_rules(options.variant)[name]
            against = [fault for fault in error.faults if isinstance(fault, Conflict)]
            if against == [*error.faults]:
                why = Refused(*refusals_for_conflicts(against))
                return await self._panel(click, name, unchanged_words(click.texts, why))
            if rule.kind is not ValueKind.NUMBER:
                raise Meaningless from error
            return await self._panel(click, name, range_words(click.texts, rule))
        return await self._change(click, name, changed)

    async def _change(self, click: TableClick, name: str | None, options: Options, preset: str | None = None) -> Reply:
        """Switch to other options. If some exclude each other, change nothing and list the conflicts."""
        return await self._done(
            click, table_requests.set_options(click.table, click.user, options, click.id), name, preset
        )

    async def _done(
        self,
        click: TableClick,
        doing: Awaitable[object],
        name: str | None = None,
        preset: str | None = None,
        notice: str = "",
    ) -> Reply:
        """Await a change and show the rules, with the reason if the host's change was refused.

        ``name`` is the open option, ``preset`` the name of the preset concerned, if any.
        """
        try:
            await doing
        except Refused as why:
            if not click.hosts:
                raise
            notice = unchanged_words(click.texts, why)
        self.public_messages.changed(click.table)
        return await self._panel(click, name, notice, preset)

    async def _panel(
        self, click: TableClick, chosen: str | None = None, notice: str = "", preset: str | None = None
    ) -> Show:
        """Show the house rules to the host. If several presets have the same rules, mark ``preset``."""
        scene, render = self.replies.scene(click.interaction, click.table), click.id % 10**9
        presets = tuple(await self.servers.presets(scene.row.home.guild))
        same = [one for one in presets if one.options == scene.row.options]
        meant = [one for one in same if preset is not None and preset_key(one.name) == preset_key(preset)]
        playing = next(iter([*meant, *(one for one in same if _may_delete(click, one)), *same]), None)
        house = HouseRulesState(
            chosen,
            presets,
            playing.name if playing else None,
            deletable=playing is not None and _may_delete(click, playing),
            notice=notice,
        )
        return Show(Message(lambda _: house_screen(scene, house, render)))


def _option_named(click: TableClick, name: str) -> str:
    """Return the name of an option of the variant. Raises Meaningless if it has no such option."""
    if name not in options_of(click.table.row.options):
        raise Meaningless
    return name


def _may_delete(click: TableClick, preset: Preset) -> bool:
    return preset.user == click.user or click.interaction.permissions.manage_guild
