"""House rules: the host turns rules on and off, picks one to change it, or uses a preset of the server or a code."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final

from discord import ButtonStyle, ui

from bot.play.state.people import Preset
from bot.rummy.codes import code_for
from bot.rummy.house_rules import HouseRule, ValueKind
from bot.rummy.options import PRESETS, Options, house_rules, switches_of
from bot.text.catalogs import Texts
from bot.text.games import variant_name
from bot.text.rules import option_brief, option_name, option_rule, option_value, options_of
from cogs.edge.custom_ids import TableAction
from cogs.edge.layout import LONGEST_LIST, LONGEST_NUMBER, cut, game_options, layout, option, rows, text, title
from cogs.table.screens.scene import Scene, back_buttons

_LONGEST_TITLE: Final = 45
_LONGEST_NAME: Final = 50  # of a preset
_SHORT_NAME: Final = 20  # of a preset, on a button
_LONGEST_CODE: Final = 100
_SWITCHED: Final = {"yes": True, "no": False}
BY_PRESET: Final = "preset"
"""The value that selects send for a default that isn't a number."""


@dataclass(frozen=True, slots=True)
class HouseRulesState:
    """What the house rules screen shows in addition to the table.

    ``chosen`` is the open option, ``presets`` are the server's. ``playing`` is the name of the preset whose rules the
    table has, and ``deletable`` is whether this member may delete it.
    """

    chosen: str | None = None
    presets: tuple[Preset, ...] = ()
    playing: str | None = None
    deletable: bool = False
    notice: str = ""


def house_screen(scene: Scene, house: HouseRulesState, render: int) -> ui.LayoutView:
    """Return the screen where the host changes rules. ``render`` makes Discord reset the selects."""
    texts, options = scene.texts, scene.row.options
    told = house.chosen is None and "\n" in house.notice  # conflicts take many lines
    switches = [_switches(scene, render)] if options.mostly_switches else []
    return layout(
        text(
            title(texts.t("House rules for {game}", game=variant_name(texts, options.variant))),
            house.notice,
            *(() if told else (_hint(texts, options, house.chosen), code_words(texts, options))),
        ),
        _games(scene, render),
        switches,
        _options(scene, house.chosen, render),
        _presets(scene, house, render),
        rows([*_buttons(scene, house), *back_buttons(scene)]),
    )


def switched(options: Options, names: Collection[str]) -> Options:
    """Return options with exactly the named switches on, even if they exclude each other."""
    changes: dict[str, Any] = {name: name in names for name in switches_of(options.variant)}
    return replace(options, **changes)


def code_words(texts: Texts, options: Options) -> str:
    """Return the line with the code of these rules, which works on any server."""
    return texts.t("Code to share these rules: `{code}`", code=code_for(options))


def number_modal(scene: Scene, name: str) -> ui.Modal:
    """Return the modal that asks for an option's number. Empty means the standard rule, unless that's a number."""
    texts, allowed = scene.texts, house_rules(scene.row.options.variant)[name].values
    value, own = getattr(scene.row.options, name), getattr(PRESETS[scene.row.options.variant], name)
    modal = ui.Modal(title=cut(option_name(texts, name), _LONGEST_TITLE), custom_id=scene.id(TableAction.NUMBER, name))
    modal.add_item(
        ui.Label(
            text=texts.t("A number from {low} to {high}", low=allowed[0], high=allowed[-1]),
            description=None
            if own is not None
            else texts.t("Leave it empty for: {value}", value=option_value(texts, name, None)),
            component=ui.TextInput(
                custom_id="number",
                default=None if value is None else str(value),
                min_length=0 if own is None else 1,
                max_length=len(str(allowed[-1])),
                required=own is not None,
            ),
        )
    )
    return modal


def preset_modal(scene: Scene) -> ui.Modal:
    """Return the modal that asks for the name of a preset."""
    texts = scene.texts
    return _asking(
        scene.id(TableAction.SAVE),
        texts.t("Save as preset"),
        texts.p("of a preset", "Name"),
        texts.t("Everyone on this server can open tables with it."),
        _LONGEST_NAME,
    )


def code_modal(scene: Scene) -> ui.Modal:
    """Return the modal that asks for a code of house rules."""
    texts = scene.texts
    return _asking(
        scene.id(TableAction.CODE),
        texts.t("Enter a code"),
        texts.p("of house rules", "Code"),
        texts.t("Copy it from the house rules of any table, on any server."),
        _LONGEST_CODE,
    )


def range_words(texts: Texts, rule: HouseRule) -> str:
    """Return which numbers an option allows, for a player who typed another."""
    allowed = rule.values
    return texts.t(
        "{option} has to be a whole number from {low} to {high}. Nothing was changed.",
        option=option_name(texts, rule.name),
        low=allowed[0],
        high=allowed[-1],
    )


def read_value(options: Options, name: str, value: str) -> object:
    """Parse the value that a select or a modal sent for an option; `options_for` checks it."""
    if value == BY_PRESET or not value:
        return getattr(PRESETS[options.variant], name)
    match house_rules(options.variant)[name].kind:
        case ValueKind.NUMBER:
            return int(value) if value.isascii() and value.isdigit() and len(value) <= LONGEST_NUMBER else value
        case ValueKind.CHOICE:
            return value
        case ValueKind.SWITCH:
            return _SWITCHED.get(value, value)


def _hint(texts: Texts, options: Options, chosen: str | None) -> str:
    """Return the explanation of the open option, or what the host can do here."""
    if chosen is not None:
        return option_rule(texts, options, chosen)
    if options.mostly_switches:
        return texts.t("Turn house rules on or off, or pick a rule to change it.")
    if options.deals_to_play:
        return texts.t("Pick a rule to change it. A fixed number of deals means no target and no bonuses.")
    return texts.t("Pick a rule to change it.")


def _games(scene: Scene, render: int) -> ui.ActionRow[ui.LayoutView]:
    texts, listed = scene.texts, game_options(scene.texts, scene.row.options.variant)
    return scene.select(texts.t("Switch game (with standard rules)"), TableAction.VARIANT, str(render), listed)


def _options(scene: Scene, chosen: str | None, render: int) -> list[ui.Item[Any]]:
    texts, options = scene.texts, scene.row.options
    listed = [
        option(
            option_name(texts, name),
            name,
            chosen=name == chosen,
            description=option_value(texts, name, getattr(options, name)),
        )
        for name in options_of(options)
        if not options.mostly_switches or name not in switches_of(options.variant)
    ]
    items: list[ui.Item[Any]] = [scene.select(texts.t("Pick a rule"), TableAction.OPTION, str(render), listed)]
    if chosen is not None and not _is_typed(options, chosen):
        items.append(_values(scene, chosen, render))
    return items


def _switches(scene: Scene, render: int) -> ui.ActionRow[ui.LayoutView]:
    texts, options = scene.texts, scene.row.options
    listed = [
        option(
            option_name(texts, name),
            name,
            chosen=getattr(options, name),
            description=option_brief(texts, name),
        )
        for name in switches_of(options.variant)
    ]
    return scene.select(texts.t("House rules"), TableAction.SWITCHES, str(render), listed, several=True)


def _values(scene: Scene, name: str, render: int) -> ui.ActionRow[ui.LayoutView]:
    texts, options = scene.texts, scene.row.options
    rule = house_rules(options.variant)[name]
    values: list[tuple[str, object]] = [(str(value), value) for value in rule.values]
    if rule.kind is ValueKind.SWITCH:
        values = list(_SWITCHED.items())
    preset = getattr(PRESETS[options.variant], name)
    if preset is None:
        values.insert(0, (BY_PRESET, None))
    return scene.select(
        option_name(texts, name),
        TableAction.VALUE,
        f"{render}_{name}",
        [
            option(
                option_value(texts, name, value),
                sent,
                chosen=value == getattr(options, name),
                description=texts.p("value of a house rule", "standard") if value == preset else None,
            )
            for sent, value in values
        ],
    )


def _presets(scene: Scene, house: HouseRulesState, render: int) -> list[ui.Item[Any]]:
    texts = scene.texts
    if not house.presets:
        return []
    listed = [
        option(
            preset.name,
            preset.name,
            chosen=preset.name == house.playing,
            description=variant_name(texts, preset.options.variant),
        )
        for preset in house.presets[:LONGEST_LIST]
    ]
    return [scene.select(texts.t("Use a preset of this server"), TableAction.PRESET, str(render), listed)]


def _buttons(scene: Scene, house: HouseRulesState) -> list[ui.Button[ui.LayoutView]]:
    texts, chosen = scene.texts, house.chosen
    buttons = []
    if chosen is not None and _is_typed(scene.row.options, chosen):
        label = texts.t("{option}: type a number", option=option_name(texts, chosen))
        buttons.append(scene.button(label, TableAction.NUMBER, chosen, style=ButtonStyle.primary))
    buttons += [
        scene.button(texts.t("Back to standard rules"), TableAction.RESET),
        scene.button(texts.t("Save as preset"), TableAction.SAVE),
        scene.button(texts.t("Enter a code"), TableAction.CODE),
    ]
    if house.playing is not None and house.deletable:
        label = texts.t("Delete preset {name}", name=cut(house.playing, _SHORT_NAME))
        buttons.append(
            scene.button(label, TableAction.FORGET, preset_argument(house.playing), style=ButtonStyle.danger)
        )
    return buttons


def preset_argument(name: str) -> str:
    """Return a preset's argument in custom ids: a hash, since its name can be any text."""
    return sha256(name.encode()).hexdigest()[:16]


def _is_typed(options: Options, name: str) -> bool:
    """Return whether an option's value has to be typed, because a select can't hold all of them."""
    return len(house_rules(options.variant)[name].values) > LONGEST_LIST


def _asking(custom_id: str, heading: str, label: str, description: str, longest: int) -> ui.Modal:
    modal = ui.Modal(title=cut(heading, _LONGEST_TITLE), custom_id=custom_id)
    typed: ui.TextInput[ui.Modal] = ui.TextInput(custom_id="typed", min_length=1, max_length=longest, required=True)
    modal.add_item(ui.Label(text=label, description=description, component=typed))
    return modal
