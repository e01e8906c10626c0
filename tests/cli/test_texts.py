"""`remik texts`: the template contains every message of the source and of the command tree; the pseudo language too."""

import ast
import importlib
import re
from collections.abc import Iterator
from enum import StrEnum
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from bot.__main__ import main
from bot.program.cli.text_screens import known_messages, messages_in
from bot.program.cli.texts import REASONS, ROOT
from bot.program.serving import Remik
from bot.text.extraction import (
    CLOSE,
    KEPT_CONTEXTS,
    OPEN,
    CatalogEntry,
    ExtractedMessage,
    TranslatedMessage,
    pseudo_catalog,
    write_catalog,
)
from bot.text.extraction import template as template_of
from cogs.door.lessons.learning import LESSONS
from cogs.edge.command_texts import ENGLISH, command_messages
from cogs.table.commands import LEVELS, VARIANTS
from tests.end_to_end.club import open_club
from tests.text.extracted import every_message


@pytest.fixture(scope="module")
def extracted() -> tuple[ExtractedMessage, ...]:
    return every_message()


@pytest.fixture
def already_extracted(extracted: tuple[ExtractedMessage, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the command use the messages that were extracted before."""

    async def found() -> tuple[ExtractedMessage, ...]:
        return extracted

    monkeypatch.setattr("bot.program.cli.texts.all_messages", found)


@pytest.fixture(scope="module")
def template(extracted: tuple[ExtractedMessage, ...]) -> Catalog:
    """Return the template as translators get it."""
    file = BytesIO()
    write_catalog(template_of(extracted), file)
    file.seek(0)
    return read_po(file)


def texts_of(payload: dict[str, Any], kind: str) -> Iterator[CatalogEntry]:
    """Yield every name and description in a command's registration, with the contexts that translators see."""
    yield CatalogEntry(payload["name"], None, kind)
    if payload.get("description"):
        yield CatalogEntry(payload["description"])
    for option in payload.get("options", ()):
        nested = option["type"] in (1, 2)  # a subcommand or a group
        yield from texts_of(option, "command name" if nested else "option name")
    for choice in payload.get("choices") or ():
        yield CatalogEntry(choice["name"])


async def test_the_template_has_every_name_description_option_and_choice_of_the_command_tree(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club, club.running() as bot:
        assert isinstance(bot, Remik)
        asked = {one.entry for one in await command_messages(bot.client.tree)}
        payloads = [command.to_dict(bot.client.tree) for command in bot.client.tree.get_commands()]
    sent = {entry for payload in payloads for entry in texts_of(payload, "command name")}
    assert {
        CatalogEntry("tournament", None, "command name"),
        CatalogEntry("tournament", None, "option name"),
        CatalogEntry("Challenge to rummy", None, "command name"),
        CatalogEntry("format", None, "option name"),
        CatalogEntry("Oklahoma Gin: gin, and the upcard sets the knock limit"),
    } <= sent
    names = (*(one.name for one in (*VARIANTS, *LEVELS)), *(lesson.title(ENGLISH) for lesson in LESSONS))
    shared = {CatalogEntry(name) for name in names}
    assert shared <= sent
    assert asked == sent - shared, "choices that name something share its message"


@pytest.mark.slow
def test_the_template_has_commands_plurals_contexts_refusals_and_locations(template: Catalog) -> None:
    join = template.get("join", "command name")
    assert join is not None
    assert "/tournament join" in join.auto_comments
    over = template.get("This tournament is over. Join or open another one.")
    assert over is not None
    assert [file for file, _ in over.locations] == ["bot/tournaments/values.py"]
    plural = template.get("{name} is drawn with {n} player. The first matchday will appear in its channel.")
    assert plural is not None
    assert plural.pluralizable
    rank = template.get("queen", "rank in words")
    assert rank is not None
    assert not rank.string


@pytest.mark.slow
def test_every_message_of_the_program_is_read_back_from_the_template(
    template: Catalog, extracted: tuple[ExtractedMessage, ...]
) -> None:
    for message in extracted:
        found = template.get(message.entry.text, message.entry.context)
        assert found is not None, message
        assert found.pluralizable == (message.entry.plural is not None), message


@pytest.mark.slow
@pytest.mark.usefixtures("already_extracted")
def test_the_command_writes_a_file_and_reports_the_number_of_messages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "remik.pot"
    with pytest.raises(SystemExit) as end:
        main(["texts", "extract", str(file)])
    assert end.value.code == 0
    with file.open("rb") as source:
        assert capsys.readouterr().out == f"{file}: {len(read_po(source))} messages\n"


@pytest.mark.slow
@pytest.mark.usefixtures("already_extracted")
def test_a_file_that_cant_be_written_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["texts", "extract", str(tmp_path / "none" / "remik.pot")])
    assert end.value.code == 1
    assert capsys.readouterr().err.startswith(f"can't write {tmp_path / 'none' / 'remik.pot'}: ")


def test_the_pseudo_language_translates_every_message_but_names_and_letters(
    extracted: tuple[ExtractedMessage, ...],
) -> None:
    made = pseudo_catalog(extracted, "de")
    for text, plural, context in {message.entry for message in extracted}:
        found = made.get(text, context)
        assert (found is None) == (context in KEPT_CONTEXTS), text
        if found is not None:
            one, *_ = forms = (found.string,) if isinstance(found.string, str) else tuple(found.string or ())
            assert all(form and form.count(OPEN) == form.count(CLOSE) == 1 for form in forms), text
            assert isinstance(one, str)
            assert len(forms) == (1 if plural is None else 2)
            assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", one)), text
            assert len(one) >= len(text) * 1.25 or not found.locations, text


@pytest.mark.slow
@pytest.mark.usefixtures("already_extracted")
def test_the_pseudo_language_is_written_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "remik.po"
    with pytest.raises(SystemExit) as end:
        main(["texts", "pseudo", "pl", str(file)])
    assert end.value.code == 0
    with file.open("rb") as source:
        assert read_po(source, locale="pl").num_plurals == 3
    with pytest.raises(SystemExit) as end:
        main(["texts", "pseudo", "nowhere", str(file)])
    assert end.value.code == 1
    assert "nowhere" in capsys.readouterr().err


def test_a_text_on_a_screen_is_traced_to_its_messages_the_longest_first() -> None:
    known = known_messages(
        (
            TranslatedMessage("Take {card}", ("{card} nehmen",), ""),
            TranslatedMessage("[pile] Stock", ("Talon",), ""),
            TranslatedMessage("Draw · {n} left", ("Ziehen · noch {n}",), ""),
            TranslatedMessage("Draw", ("Ziehen",), ""),
        )
    )
    assert messages_in("D♠ nehmen", known) == ["Take {card}"]
    assert messages_in("Ziehen · noch 21 (Talon)", known) == ["Draw · {n} left", "[pile] Stock"]
    assert messages_in("Benehmen", known) == []


@pytest.mark.slow
def test_screens_need_a_catalog(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["texts", "screens", "--language", "cs"])
    assert end.value.code == 1
    assert "remik texts update cs" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.usefixtures("already_extracted")
def test_update_makes_catalogs_and_check_lists_what_they_lack(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments, status in ((["update", "cs", "pt-BR"], 0), (["check"], 1)):
        with pytest.raises(SystemExit) as end:
            main(["texts", *arguments, "--folder", str(tmp_path)])
        assert end.value.code == status
    out = capsys.readouterr().out
    assert f"{tmp_path / 'cs' / 'remik.po'}: 0 translated, 0 to check (fuzzy), " in out
    assert "cs: [achievement] 'Comeback': has no translation: add one" in out
    assert "nplurals=2; plural=(n != 1);" in (tmp_path / "pt-BR" / "remik.po").read_text("utf-8")
    assert "nplurals=3" in (tmp_path / "cs" / "remik.po").read_text("utf-8")


def test_every_enum_of_sentences_is_extracted() -> None:
    found = set()
    for path in sorted((ROOT / "bot").rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                made = getattr(
                    importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts)), node.name
                )
                if isinstance(made, type) and issubclass(made, StrEnum) and any(str(one).endswith(".") for one in made):
                    found.add(made)
    assert found <= set(REASONS)
