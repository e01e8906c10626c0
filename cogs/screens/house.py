"""House rules: the host chooses an option, then its value, from a list or typed."""

from typing import Final

from discord import ButtonStyle, ui

from bot.rummy.options import CHOICES, PRESETS, RANGES, GinOptions
from bot.text.catalogue import Texts
from bot.text.rules import option_name, option_rule, option_value, options_of, variant_name
from cogs.custom_ids import Action
from cogs.screens.parts import Scene, cut, layout, option, rows, text, title

_LONGEST_LIST: Final = 25
_LONGEST_TITLE: Final = 45
BY_PRESET: Final = "preset"
"""What the list of values sends for the value that the variant's own rules have."""


def house_screen(scene: Scene, chosen: str | None, render: int, notice: str = "") -> ui.LayoutView:
    """Show the options and, once one is chosen, its values. ``render`` makes the lists new ones for Discord."""
    texts, options = scene.texts, scene.row.options
    items: list[ui.Item[ui.LayoutView]] = [
        text(
            title(texts.t("House rules for {game}", game=variant_name(texts, options.variant))),
            notice,
            texts.t("With a number of deals there is no target and no bonus.") if options.deals else "",
            option_rule(texts, options, chosen) if chosen else texts.t("Choose a rule to change it."),
        ),
        scene.select(
            texts.t("A rule"),
            Action.OPTION,
            str(render),
            [
                option(
                    option_name(texts, name),
                    name,
                    chosen=name == chosen,
                    description=option_value(texts, name, getattr(options, name)),
                )
                for name in options_of(options)
            ],
        ),
    ]
    buttons = []
    if chosen and _is_typed(chosen):
        buttons.append(
            scene.button(
                texts.t("{option}: type a number", option=option_name(texts, chosen)),
                Action.NUMBER,
                chosen,
                style=ButtonStyle.primary,
            )
        )
    elif chosen:
        items.append(_values(scene, chosen, render))
    buttons.append(scene.button(texts.t("Back to the game's own rules"), Action.RESET))
    return layout(*items, rows(buttons))


def number_modal(scene: Scene, name: str) -> ui.Modal:
    """Ask for an option's number."""
    texts, allowed = scene.texts, RANGES[name]
    modal = ui.Modal(title=cut(option_name(texts, name), _LONGEST_TITLE), custom_id=scene.id(Action.NUMBER, name))
    modal.add_item(
        ui.Label(
            text=texts.t("A number from {low} to {high}", low=allowed[0], high=allowed[-1]),
            component=ui.TextInput(
                custom_id="number",
                default=str(getattr(scene.row.options, name)),
                min_length=1,
                max_length=len(str(allowed[-1])),
                required=True,
            ),
        )
    )
    return modal


def range_words(texts: Texts, name: str) -> str:
    """Say what an option's number may be, to somebody who typed another."""
    allowed = RANGES[name]
    return texts.t(
        "{option} is a whole number from {low} to {high}; nothing was changed.",
        option=option_name(texts, name),
        low=allowed[0],
        high=allowed[-1],
    )


def read_value(options: GinOptions, name: str, value: str) -> object:
    """Read what a list of values or a modal sent; ValueError if it is not a value at all."""
    if value == BY_PRESET:
        return getattr(PRESETS[options.variant], name)
    if name in RANGES:
        return int(value) if value.isascii() and value.isdigit() else value
    if name in CHOICES:
        return value
    return {"yes": True, "no": False}.get(value, value)


def _is_typed(name: str) -> bool:
    """Say whether an option has more values than a list can hold."""
    return name in RANGES and len(RANGES[name]) > _LONGEST_LIST


def _values(scene: Scene, name: str, render: int) -> ui.ActionRow[ui.LayoutView]:
    """List the values of an option, the one in force chosen."""
    texts, options = scene.texts, scene.row.options
    values: list[tuple[str, object]]
    if name in RANGES:
        values = [(str(number), number) for number in RANGES[name]]
    elif name in CHOICES:
        values = [(str(word), word) for word in CHOICES[name]]
    else:
        values = [("yes", True), ("no", False)]
    preset = getattr(PRESETS[options.variant], name)
    if preset is None:
        values.insert(0, (BY_PRESET, None))
    return scene.select(
        option_name(texts, name),
        Action.VALUE,
        f"{render}_{name}",
        [
            option(
                option_value(texts, name, value),
                sent,
                chosen=value == getattr(options, name),
                description=texts.t("the game's own rule") if value == preset else None,
            )
            for sent, value in values
        ],
    )
