"""The tables of house rules in docs/rules.md, docs/rules.pl.md and the like, and the tables in docs/commands.md.

``python -m tests.rules_page`` writes them, in each language, from the declarations, the commands and the texts of the
bot. The few sentences around the tables of commands are written by hand, and a test compares what they name.
"""

import asyncio
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from functools import cache
from os.path import relpath
from pathlib import Path
from typing import Any, Final

from bot.program.cli.texts import registered_commands
from bot.rummy.families import Variant
from bot.rummy.house_rules import HouseRule, ValueKind
from bot.rummy.options import PRESETS, Options, house_rules
from bot.text.catalogs import Catalogs, Texts, language_name
from bot.text.games import game_summary, variant_name
from bot.text.rules import option_name, option_rule, option_value, options_of, rules_by_topic
from bot.text.terms import topic_name

README = Path(__file__).parent.parent / "README.md"
PAGE = README.parent / "docs" / "rules.md"
BEGIN, END = "<!-- house rules: written by `python -m tests.rules_page` -->\n", "<!-- end of house rules -->\n"
CATALOGS: Final = Catalogs()
TEXTS = CATALOGS.texts("en")
FRAMES: Final[dict[str, tuple[str, str, str, str]]] = {
    "pl": (
        "Zasady",
        "Tak gra bot. Każdą zasadę własną można zmienić przed partią. Słowami opisane jest to, co obowiązuje w "
        "standardzie, a przy „tak” i „nie” to, co się wtedy zmienia. Dokładny opis z numerami zasad jest po angielsku.",
        "Zasady własne",
        "nr | nazwa | wartości | standard | słowami",
    ),
    "pt-BR": (
        "Regras",
        "É assim que o bot joga. Cada regra da casa pode ser mudada antes da partida. A última coluna diz o que vale "
        "no padrão e, em opções de “sim” e “não”, o que muda. A descrição exata, com os números das regras, está em "
        "inglês.",
        "Regras da casa",
        "nº | nome | valores | padrão | em palavras",
    ),
    "de": (
        "Regeln",
        "So spielt der Bot. Jede Sonderregel lässt sich vor der Partie ändern. In Worten steht, was im Standard gilt, "
        "und bei „ja“ und „nein“, was sich sonst ändert. Die genaue Beschreibung mit den Nummern der Regeln ist auf "
        "Englisch.",
        "Sonderregeln",
        "Nr. | Name | Werte | Standard | in Worten",
    ),
}
"""Of each translated page: heading, first paragraph, heading of house rules, and columns of their tables."""


COMMAND_COLUMNS: Final = {
    "en": "command | what it does | options",
    "pl": "komenda | co robi | opcje",
    "pt-BR": "comando | o que faz | opções",
    "de": "Befehl | was er macht | Optionen",
}
COMMANDS: Final = re.compile(r"(<!-- /(\S+): [^\n]* -->\n).*?(<!-- end of /\2 -->\n)", re.DOTALL)
_SUBCOMMAND, _GROUP = 1, 2


def tables() -> str:
    """Return a table for each set of options, with a line for each house rule."""
    games: dict[type[Options], list[Variant]] = {}
    for variant, preset in PRESETS.items():
        games.setdefault(type(preset), []).append(variant)
    return "\n".join("".join(f"{line}\n" for line in _table(variants)) for variants in games.values())


def page_of(language: str, name: str = "rules") -> Path:
    """Return the page of that name in a language; the README in English is the project's."""
    if language == "en":
        return README if name == README.stem else PAGE.with_stem(name)
    return PAGE.with_name(f"{name}.{language}.md")


def links(language: str, name: str = "rules") -> str:
    """Return the line that leads to the same page in the other languages."""
    folder = page_of(language, name).parent
    return " · ".join(
        f"[{language_name(TEXTS, other)}]({relpath(page_of(other, name), folder)})"
        for other in ("en", *FRAMES)
        if other != language
    )


def translated(language: str) -> str:
    """Return the page with the rules in a language other than English."""
    return "\n".join(_translated(CATALOGS.texts(language), *FRAMES[language])) + "\n"


def _translated(texts: Texts, heading: str, about: str, house: str, columns: str) -> Iterator[str]:
    """Return the lines of a page: what the games say of themselves, and a table of each one's house rules."""
    yield f"<!-- written by `python -m tests.rules_page` -->\n# {heading}\n{links(texts.language)}\n\n{about}"
    for variant, options in PRESETS.items():
        yield f"\n## {variant_name(texts, variant)}\n{game_summary(texts, variant)}\n"
        for topic, words in rules_by_topic(texts, options).items():
            yield f"- **{topic_name(texts, topic)}**: {' '.join(words.split())}"
        yield f"\n### {house}: {variant_name(texts, variant)}\n| {columns} |\n" + "| --- " * 5 + "|"
        for rule in house_rules(variant).values():
            if rule.is_in(variant) and rule.name in options_of(shown := _shown(rule, variant)):
                default = option_value(texts, rule.name, getattr(options, rule.name))
                cells = [rule.rule, option_name(texts, rule.name), _choices(texts, rule), default]
                yield f"| {' | '.join([*cells, option_rule(texts, shown, rule.name)])} |"


def _choices(texts: Texts, rule: HouseRule) -> str:
    """Return what an option may be set to, in the words of a language."""
    words = [option_value(texts, rule.name, value) for value in rule.values]
    if rule.kind is not ValueKind.NUMBER:
        return ", ".join(words or [option_value(texts, rule.name, value) for value in (True, False)])
    numbers = [value for value in rule.values if isinstance(value, int)]
    named = [f"{value}: {word}" for value, word in zip(numbers, words, strict=True) if word != str(value)]
    return f"{min(numbers)}–{max(numbers)}" + (f" ({', '.join(named)})" if named else "")


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
    """Return what players read about an option, in the first variant that has it."""
    variant = next(variant for variant in variants if rule.is_in(variant))
    assert rule.name in options_of(_shown(rule, variant))
    return option_rule(TEXTS, _shown(rule, variant), rule.name)


def _shown(rule: HouseRule, variant: Variant) -> Options:
    """Return the rules that players read about: a switch isn't at its default, other options are."""
    options = PRESETS[variant]
    if rule.kind is not ValueKind.SWITCH:
        return options
    changes: dict[str, Any] = {rule.name: not getattr(options, rule.name)}
    return replace(options, **changes)


def with_commands(page: str, language: str) -> str:
    """Return a page of commands with the tables as they should be."""
    texts, columns = CATALOGS.texts(language), f"| {COMMAND_COLUMNS[language]} |\n| --- | --- | --- |\n"
    return COMMANDS.sub(lambda found: f"{found[1]}{columns}{_commands_of(texts, found[2])}{found[3]}", page)


def _commands_of(texts: Texts, group: str) -> str:
    """Return the rows of a group of commands."""
    [top] = (command for command in _registered() if command["name"] == group)
    return "".join(f"{row}\n" for row in _command_rows(texts, f"/{group}", top))


def _command_rows(texts: Texts, path: str, command: Mapping[str, Any]) -> Iterator[str]:
    """Yield a row for each command below ``path``."""
    for one in command["options"]:
        name, options = f"{path} {texts.p('command name', one['name'])}", one.get("options", ())
        if one["type"] == _GROUP:
            yield from _command_rows(texts, name, one)
        elif one["type"] == _SUBCOMMAND:
            told = (f"`{texts.p('option name', of['name'])}`: {texts.t(of['description'])}" for of in options)
            yield f"| `{name}` | {texts.t(one['description'])} | {'<br>'.join(told)} |"


@cache
def _registered() -> list[dict[str, Any]]:
    return [command for command in asyncio.run(registered_commands()) if "options" in command]


if __name__ == "__main__":
    page = PAGE.read_text("utf-8")
    PAGE.write_text(page.replace(on_page(page), tables()), "utf-8")
    for name in FRAMES:
        page_of(name).write_text(translated(name), "utf-8")
    for name in COMMAND_COLUMNS:
        of_commands = page_of(name, "commands")
        of_commands.write_text(with_commands(of_commands.read_text("utf-8"), name), "utf-8")
