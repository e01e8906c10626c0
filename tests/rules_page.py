"""The tables of house rules in docs/rules.md, from their declarations; ``python -m tests.rules_page`` writes them."""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from bot.rummy.families import Variant
from bot.rummy.house_rules import HouseRule, ValueKind
from bot.rummy.options import PRESETS, Options, house_rules
from bot.text.catalogs import Catalogs
from bot.text.games import variant_name
from bot.text.rules import option_name, option_rule, option_value, options_of

PAGE = Path(__file__).parent.parent / "docs" / "rules.md"
BEGIN, END = "<!-- house rules: written by `python -m tests.rules_page` -->\n", "<!-- end of house rules -->\n"
TEXTS = Catalogs().texts("en")


def tables() -> str:
    """Return a table for each set of options, with a line for each house rule."""
    games: dict[type[Options], list[Variant]] = {}
    for variant, preset in PRESETS.items():
        games.setdefault(type(preset), []).append(variant)
    return "\n".join("".join(f"{line}\n" for line in _table(variants)) for variants in games.values())


def on_page(text: str) -> str:
    """Return the part of the page between its marks."""
    return text.partition(BEGIN)[2].partition(END)[0]


def _table(variants: list[Variant]) -> Iterator[str]:
    """Return the lines of one table."""
    yield "### House rules of " + ", ".join(variant_name(TEXTS, variant) for variant in variants)
    yield "| rule | option | name | values | " + " | ".join(variants) + " | not with | in words |"
    yield "| --- " * (len(variants) + 6) + "|"
    for rule in house_rules(variants[0]).values():
        cells = [rule.rule, f"`{rule.name}`", option_name(TEXTS, rule.name), _values(rule)]
        cells += [_default(rule, variant) for variant in variants]
        yield "| " + " | ".join([*cells, _excluded(rule, variants[0]), _words(rule, variants)]) + " |"


def _values(rule: HouseRule) -> str:
    """Return what an option may be set to."""
    match rule.kind:
        case ValueKind.SWITCH:
            return "on, off"
        case ValueKind.NUMBER:
            numbers = [value for value in rule.values if isinstance(value, int)]
            named = [(value, option_value(TEXTS, rule.name, value)) for value in numbers]
            notes = "".join(f" ({value}: {words})" for value, words in named if words != str(value))
            return f"{min(numbers)}-{max(numbers)}{notes}"
        case ValueKind.CHOICE:
            return ", ".join(f"`{value}`" for value in rule.values)


def _default(rule: HouseRule, variant: Variant) -> str:
    """Return the default of an option in a variant, or a dash if the variant doesn't have it."""
    value = getattr(PRESETS[variant], rule.name)
    if not rule.is_in(variant):
        return "-"
    if rule.kind is ValueKind.SWITCH:
        return "on" if value else "off"
    return str(value) if isinstance(value, StrEnum) else option_value(TEXTS, rule.name, value)


def _excluded(rule: HouseRule, variant: Variant) -> str:
    """Return what an option can't be combined with, whichever of the two declares it."""
    declared = house_rules(variant)
    excluded = {name: _excludes(other) for name, other in declared.items()}
    others = [*excluded[rule.name], *(name for name, names in excluded.items() if rule.name in names)]
    fewer = [f"fewer than {rule.least_players} players"] if rule.least_players else []
    return ", ".join([*(declared[name].rule for name in others), *fewer])


def _excludes(rule: HouseRule) -> list[str]:
    return [*rule.excludes, *(name for names in rule.excludes_at.values() for name in names)]


def _words(rule: HouseRule, variants: list[Variant]) -> str:
    """Return what players read: of a switch when it isn't at its default, of other options their default."""
    variant = next(variant for variant in variants if rule.is_in(variant))
    options = PRESETS[variant]
    if rule.kind is ValueKind.SWITCH:
        changes: dict[str, Any] = {rule.name: not getattr(options, rule.name)}
        options = replace(options, **changes)
    assert rule.name in options_of(options)
    return option_rule(TEXTS, options, rule.name)


if __name__ == "__main__":
    page = PAGE.read_text("utf-8")
    PAGE.write_text(page.replace(on_page(page), tables()), "utf-8")
