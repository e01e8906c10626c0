"""The tables of commands in docs/commands.md and in docs/commands.pl.md and the like, the page in other languages.

``python -m tests.commands_page`` writes the tables from the command tree and the catalogs. The short texts around them
are written by hand; `tests/text/test_rules_page.py` compares what they name.
"""

import asyncio
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from bot.program.cli.texts import registered_commands
from bot.text.catalogs import Texts
from tests.rules_page import CATALOGS, page_of

COLUMNS: Final = {
    "en": "command | what it does | options",
    "pl": "komenda | co robi | opcje",
    "pt-BR": "comando | o que faz | opções",
    "de": "Befehl | was er macht | Optionen",
}
TABLE: Final = re.compile(r"(<!-- /(\S+): [^\n]* -->\n).*?(<!-- end of /\2 -->\n)", re.DOTALL)
_SUBCOMMAND, _GROUP = 1, 2


def with_tables(page: str, language: str) -> str:
    """Return a page with the tables as they should be."""
    texts = CATALOGS.texts(language)
    return TABLE.sub(lambda found: f"{found[1]}{_table(texts, found[2], COLUMNS[language])}{found[3]}", page)


def _table(texts: Texts, group: str, columns: str) -> str:
    """Return the table of a group of commands."""
    [top] = (command for command in _commands() if command["name"] == group)
    return "".join(f"{row}\n" for row in (f"| {columns} |", "| --- | --- | --- |", *_rows(texts, f"/{group}", top)))


def _rows(texts: Texts, path: str, command: Mapping[str, Any]) -> Iterator[str]:
    """Yield a row for each command below ``path``."""
    for one in command["options"]:
        name, options = f"{path} {texts.p('command name', one['name'])}", one.get("options", ())
        if one["type"] == _GROUP:
            yield from _rows(texts, name, one)
        elif one["type"] == _SUBCOMMAND:
            told = (f"`{texts.p('option name', of['name'])}`: {texts.t(of['description'])}" for of in options)
            yield f"| `{name}` | {texts.t(one['description'])} | {'<br>'.join(told)} |"


@cache
def _commands() -> list[dict[str, Any]]:
    return [command for command in asyncio.run(registered_commands()) if "options" in command]


if __name__ == "__main__":
    for name in COLUMNS:
        page = page_of(name, "commands")
        page.write_text(with_tables(page.read_text("utf-8"), name), "utf-8")
