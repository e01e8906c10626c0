"""Catalogs of real languages: every locale of Discord works, and no fault in a catalog stops anything."""

import gettext
import io
import time
from pathlib import Path

import discord
import pytest
from babel.messages.pofile import read_po

from bot.text.catalogs import MADE_UP, Catalogs, Texts, _log_once, babel_locale, compiled, language_name
from bot.text.extraction import pseudo_catalog, write_catalog
from bot.text.po_files import PoTranslations
from bot.text.ratings import season_called
from tests.text.extracted import every_message

ENGLISH = Texts("en", gettext.NullTranslations())
HEADER = (
    'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
)
PORTUGUESE = f"""{HEADER}msgid "{{n}} point"
msgid_plural "{{n}} points"
msgstr[0] "{{n}} ponto"
msgstr[1] "{{n}} pontos"
"""


def catalogs(folder: Path, **languages: str) -> Catalogs:
    for language, written in languages.items():
        (folder / language).mkdir()
        (folder / language / "remik.po").write_text(written, encoding="utf-8")
    return Catalogs(folder)


def one(message: str, translation: str) -> str:
    return f'{HEADER}msgid "{message}"\nmsgstr "{translation}"\n'


@pytest.mark.parametrize("folder", ["pt-BR", "pt_BR", "pt"])
def test_brazilian_readers_get_the_catalog_with_its_own_plural_rule(tmp_path: Path, folder: str) -> None:
    texts = catalogs(tmp_path, **{folder: PORTUGUESE}).texts("pt-BR")
    assert [texts.n("{n} point", "{n} points", n) for n in (0, 1, 2)] == ["0 pontos", "1 ponto", "2 pontos"]
    assert season_called(texts, "2026-11") == "novembro de 2026"


def test_every_locale_of_discord_can_have_a_catalog(tmp_path: Path) -> None:
    codes = [locale.value for locale in discord.Locale if not locale.value.startswith("en")]
    found = catalogs(tmp_path, **{code: one("Draw", f"Draw in {code}") for code in codes})
    assert found.faults == []
    for code in codes:
        texts = found.texts(code)
        assert texts.t("Draw") == f"Draw in {code}"
        assert babel_locale(code).language == code.split("-")[0]
        assert language_name(ENGLISH, code) != code
        assert "2026" in season_called(texts, "2026-11")


def test_a_language_that_babel_does_not_know_has_english_dates(tmp_path: Path) -> None:
    texts = catalogs(tmp_path, xx=one("Draw", "Xdraw")).texts("xx")
    assert (texts.t("Draw"), season_called(texts, "2026-11")) == ("Xdraw", "November 2026")
    assert language_name(ENGLISH, "xx") == "xx"


@pytest.mark.parametrize("folder", ["en-GB", "en", "en_US"])
def test_no_folder_shadows_english(tmp_path: Path, folder: str) -> None:
    found = catalogs(tmp_path, **{folder: one("Draw", "Oops")})
    assert [found.texts(locale).t("Draw") for locale in ("en-GB", "en-US")] == ["Draw", "Draw"]
    assert len(found.faults) == 1
    found.add(MADE_UP, compiled(read_po(io.BytesIO(one("Draw", "Dráẃ").encode()))))
    assert [found.texts(locale).t("Draw") for locale in ("en-GB", "en-US")] == ["Dráẃ", "Draw"]


@pytest.mark.parametrize(
    ("written", "why"),
    [
        (one("Draw", "Dobierz").replace('z"', "z"), "line 4"),
        (one("Draw", "Dobierz").replace("(n != 1)", "(n != 1"), "Plural-Forms"),
        (one("Draw", "Dobierz").replace("(n != 1)", "1 / n"), "Plural-Forms"),
        (one("Draw", "Dobierz") + "msgstr nonsense\n", "line 6"),
    ],
)
def test_an_unreadable_catalog_is_one_fault_and_its_readers_get_english(tmp_path: Path, written: str, why: str) -> None:
    found = catalogs(tmp_path, pl=written, de=one("Draw", "Ziehen"))
    assert [found.texts(locale).t("Draw") for locale in ("pl", "de")] == ["Draw", "Ziehen"]
    (fault,) = found.faults
    assert str(Path("pl", "remik.po")) in fault
    assert why in fault


def test_a_catalog_in_another_encoding_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "pl").mkdir()
    (tmp_path / "pl" / "remik.po").write_bytes(one("Your turn", "Twój ruch").encode("cp1250"))
    assert Catalogs(tmp_path).texts("pl").t("Your turn") == "Your turn"
    assert "UTF-8" in Catalogs(tmp_path).faults[0]


@pytest.mark.parametrize("wrong", ["Karta: {kard}", "Karta: {card", "Karta: {card.back}", "Karta: {0}", "{card:d}"])
def test_a_wrong_placeholder_shows_the_english_message_and_is_logged_once_without_values(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, wrong: str
) -> None:
    _log_once.cache_clear()
    texts = catalogs(tmp_path, pl=one("You drew {card}.", wrong)).texts("pl")
    for _ in range(3):
        assert texts.t("You drew {card}.", card="QUEEN") == "You drew QUEEN."
    assert len(caplog.records) == 1
    assert "QUEEN" not in caplog.text


def test_too_few_plural_forms_are_shown_in_english(tmp_path: Path) -> None:
    slavic = PORTUGUESE.replace("plural=(n != 1)", "plural=n==1 ? 0 : n<5 ? 1 : 2")
    texts = catalogs(tmp_path, pl=slavic).texts("pl")
    assert [texts.n("{n} point", "{n} points", n) for n in (1, 2, 5)] == ["1 ponto", "2 pontos", "5 points"]


def test_messages_that_are_fuzzy_empty_or_no_longer_used_are_not_shown(tmp_path: Path) -> None:
    written = (
        f'{HEADER}#~ msgid "Pass"\n#~ msgstr "Stary pas"\n\n#, fuzzy\nmsgid "Draw"\nmsgstr "Rysuj"\n\n'
        'msgid "Take"\nmsgstr ""\n\n#: a.py:1\n#, fuzzy, other\n\nmsgctxt "the pile"\nmsgid "Dis"\n"card"\n'
        'msgstr ""\n"Odrzu"\n"cone \\"x\\"\\n"\n\n#~ msgid "Old"\n#~ msgstr "Stare"\n'
    )
    texts = catalogs(tmp_path, pl=written.replace("\n", "\r\n")).texts("pl")
    assert [texts.t(word) for word in ("Pass", "Draw", "Take", "Old")] == ["Pass", "Draw", "Take", "Old"]
    assert (texts.p("the pile", "Discard"), texts.t("Discard")) == ('Odrzucone "x"\n', "Discard")


@pytest.mark.slow
def test_a_whole_catalog_is_read_as_babel_reads_it_and_fast() -> None:
    file = io.BytesIO()
    write_catalog(pseudo_catalog(every_message(), "pl"), file)
    written = file.getvalue()
    seconds = []
    for _ in range(3):
        began = time.process_time()
        read = PoTranslations(written)
        seconds.append(time.process_time() - began)
    assert min(seconds) < 0.05, "three catalogs have to load in 0.15 s"
    for message in read_po(io.BytesIO(written)):
        if not message.id:
            continue
        if isinstance(message.id, str):
            found = read.pgettext(message.context, message.id) if message.context else read.gettext(message.id)
            assert found == message.string
        else:
            one, many = message.id
            for n, form in ((1, 0), (2, 1), (5, 2)):
                with_context = message.context and read.npgettext(message.context, one, many, n)
                assert (with_context or read.ngettext(one, many, n)) == tuple(message.string or ())[form]
