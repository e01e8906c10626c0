"""Languages over the stand-in: a player's own, letters on cards, direct messages, and commands in all languages."""

import io
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from bot.play.state.slots import ONLY_SLOT, Slot
from bot.playground import Person, SeenMessage
from bot.program.app import bot_for
from bot.rummy.cards import parse_card
from bot.text.catalogs import Catalogs, compiled
from cogs.edge import command_texts
from cogs.edge.client import SYNCED
from tests.cogs.answered import said
from tests.end_to_end.club import Club, open_club

HEADER = (
    'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
)
POLISH = {
    "Your language": "Twój język",
    "How you play": "Jak grasz",
    ("rank", "Q"): "D",
    ("rank", "J"): "W",
    ("game", "Gin"): "Gin po polsku",
    ("level", "Easy"): "Łatwy",
    "melds stay in your hand until someone knocks": "układy zostają w ręku",
    "How you play: sorting, assistance, confirm discards, coach": "Jak grasz: sortowanie",
    "Set your turn notifications and quiet hours": "Ustawienia: " + 100 * "x",
    ("command name", "look"): "Wygląd Kart",
    ("command name", "play"): "gra",
    "{name} invites you to a table: {game} · [go to table]({link})": "{name} zaprasza: {game} · [stół]({link})",
    "All time": "Łącznie",
}
GERMAN = {"Your language": "Deine Sprache", ("rank", "Q"): "D", ("rank", "J"): "B", "How you play": "Wie du spielst"}
PORTUGUESE = {"Your language": "Seu idioma", "How you play": "Como você joga"}
JACK = parse_card("JC")
LETTERS = {"pl": "W", "de": "B", "pt-BR": "J", "en-US": "J"}


def catalog(translations: dict[Any, str]) -> bytes:
    lines = [HEADER]
    for message, translation in translations.items():
        context, text = message if isinstance(message, tuple) else ("", message)
        lines.append((f'msgctxt "{context}"\n' if context else "") + f'msgid "{text}"\nmsgstr "{translation}"\n\n')
    return compiled(read_po(io.BytesIO("".join(lines).encode())))


@pytest.fixture(autouse=True)
def _polyglot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all bots speak some Polish, German and Portuguese."""
    add_all = Catalogs.__init__

    def loaded(self: Catalogs, *about: Any) -> None:  # noqa: ANN401
        add_all(self, *about)
        for code, translations in (("de", GERMAN), ("pl", POLISH), ("pt-BR", PORTUGUESE)):
            self.add(code, catalog(translations))

    monkeypatch.setattr(Catalogs, "__init__", loaded)


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with open_club(tmp_path) as opened, opened.running():
        yield opened


def direct(person: Person) -> list[SeenMessage]:
    """Return the direct messages to a person."""
    return [message for message in person.sees() if message.direct]


async def test_a_chosen_language_is_used_from_then_on_and_automatic_follows_discord(club: Club) -> None:
    club.ala.user.locale = "de"
    assert "Deine Sprache" in (await said(club, club.ala.slash(club.channel, "me language"))).text
    offered = await club.ala.autocomplete(club.channel, "me language", "language", "")
    assert [value for _, value in offered] == ["automatic", "en", "de", "pl", "pt-BR"]
    for typed in ("portugues", "PORTUGUÊS", "pt-br"):
        found = await club.ala.autocomplete(club.channel, "me language", "language", typed)
        assert [value for _, value in found] == ["pt-BR"]
    shown = await said(club, club.ala.slash(club.channel, "me language", language="pl"))
    assert "Twój język" in shown.text
    assert "Jak grasz" in (await said(club, club.ala.slash(club.channel, "me play"))).text
    shown = await said(club, club.ala.slash(club.channel, "me language"))
    shown = await said(club, club.ala.choose("Twój język", "português (Brasil)", message=shown))
    assert "Seu idioma" in shown.text
    shown = await said(club, club.ala.slash(club.channel, "me language", language="Klingon"))
    assert "I don't speak" in shown.text
    assert "Seu idioma" in shown.text
    await said(club, club.ala.slash(club.channel, "me language", language="automatic"))
    assert "Wie du spielst" in (await said(club, club.ala.slash(club.channel, "me play"))).text
    forged = await said(club, club.ala.forge(shown, "l1:language", values=["../pl"]))
    assert "Wie du spielst" not in forged.text


@pytest.mark.parametrize("server", ["pl", "en-US"])
async def test_letters_on_cards_are_those_of_the_table_unless_chosen(club: Club, server: str) -> None:
    assert club.bot is not None
    club.guild.state.locale = server
    await said(club, club.eve.slash(club.channel, "rummy-admin language", language=server[:2]))
    for person, locale in ((club.ala, "de"), (club.bob, "pl"), (club.cyd, "pt-BR")):
        person.user.locale = locale
    await club.table("gin", players=2)
    hands = club.bot.views.hands
    table = await club.bot.games.tables.in_channel(club.channel.id)
    assert table is not None
    for person in (club.ala, club.bob, club.cyd):
        known = await hands.person(person.id)
        texts = hands.texts(table, known, person.user.locale)
        assert texts.card(JACK) == f"{LETTERS[server]}♣"
    for person in (club.ala, club.bob):
        screen = "\n".join(map(str, person.sees(club.channel)))
        letters = set(re.findall(r"([A-Z]+)[♣♠♥♦]", screen))
        assert letters <= ({"A", "K", "D", "W"} if server == "pl" else {"A", "K", "Q", "J"}), screen
        assert letters, "some hand has no face card: deal other cards"
    club.dan.user.locale = "en-US"
    labels = str((await said(club, club.dan.slash(club.channel, "me look"))).labels)
    assert ("Rank letters" in labels) is (server == "pl"), "a choice only where letters differ"
    for look, letter in (("international", "J"), ("own-ranks", "B")):
        shown = await said(club, club.ala.slash(club.channel, "me look"))
        label = {"international": "as at the table", "own-ranks": "international"}[look]
        await said(club, club.ala.click(f"Rank letters: {label}", message=shown))
        known = await hands.person(club.ala.id)
        assert known.look == look
        assert hands.texts(table, known, "de").card(JACK) == f"{letter}♣"


async def test_practice_which_nobody_else_sees_has_the_readers_letters(club: Club) -> None:
    assert club.bot is not None
    club.guild.state.locale, club.ala.user.locale = "pl", "de"
    await said(club, club.ala.slash(club.channel, "rummy practice", variant="gin"))
    panels = club.bot.views.panels._panels
    await club.standin.until(lambda: [owner for owner in panels if owner.user == club.ala.id])
    (panel,) = [panel for owner, panel in panels.items() if owner.user == club.ala.id]
    known = await club.bot.views.hands.person(club.ala.id)
    assert club.bot.views.hands.texts(panel.table, known, "de").card(JACK) == "B♣"


async def test_direct_messages_are_in_the_readers_language(club: Club) -> None:
    assert club.bot is not None
    club.bob.user.locale = "pl"
    await said(club, club.bob.slash(club.channel, "me notifications", where="direct"))
    await said(club, club.bob.slash(club.channel, "me play"))
    assert (await club.bot.stores.people.get(club.bob.id)).locale == "pl"
    await club.open("gin", players=2)
    await club.settled()
    await club.bot.packages.tables.inviting.idle()
    await club.standin.until(lambda: any("zaprasza" in one.text for one in direct(club.bob)))
    (invitation,) = [one for one in direct(club.bob) if "stół" in one.text]
    assert "Gin po polsku" in invitation.text


async def test_commands_are_offered_in_the_readers_language_with_english_names(club: Club) -> None:
    registered = {one["name"]: one for one in club.standin.bot.commands[None]}
    me = {one["name"]: one for one in registered["me"]["options"]}
    assert me["play"]["description_localizations"] == {"pl": "Jak grasz: sortowanie"}
    assert me["play"]["name_localizations"] == {"pl": "gra"}
    assert not me["look"].get("name_localizations"), "Discord allows no capital letters"
    assert not me["notifications"].get("description_localizations"), "too long for Discord"
    new = next(one for one in registered["rummy"]["options"] if one["name"] == "new")
    choices = {
        choice["name"]: choice.get("name_localizations")
        for option in new["options"]
        for choice in option.get("choices") or []
    }
    assert choices["Easy"] == {"pl": "Łatwy"}
    assert choices["Gin: melds stay in your hand until someone knocks"] == {
        "pl": "Gin po polsku: układy zostają w ręku"
    }


async def test_seasons_are_found_in_both_languages_without_accents(club: Club) -> None:
    club.ala.user.locale = "pl"
    for typed in ("lacznie", "ŁĄCZ", "all time"):
        found = await club.ala.autocomplete(club.channel, "league standings", "season", typed)
        assert [name for name, _ in found] == ["Łącznie"]


async def test_commands_are_synced_again_when_only_a_translation_changed(club: Club) -> None:
    assert club.bot is not None
    client = club.bot.client
    key = SYNCED.format(application=client.application_id)
    state = club.bot.stores.program
    before = await state.get(key)
    club.bot.edge.catalogs.add(
        "de", catalog({**GERMAN, "How you play: sorting, assistance, confirm discards, coach": "X"})
    )
    await client.setup_hook()
    assert await state.get(key) != before
    me = next(one for one in club.standin.bot.commands[None] if one["name"] == "me")
    assert "X" in str(next(one for one in me["options"] if one["name"] == "play"))


async def test_commands_stay_those_of_the_newest_version_and_are_the_first_slots(club: Club) -> None:
    assert club.bot is not None
    client, state = club.bot.client, club.bot.stores.program
    key = SYNCED.format(application=client.application_id)
    for stored in ("other 99.0.0", "other 0.0.1", "other"):
        await state.put(key, stored)
        client.slot, client.replaceable = Slot(1, 2, 2), True
        await client.setup_hook()
        assert await state.get(key) == stored
        client.slot = ONLY_SLOT
        await client.setup_hook()
        assert (await state.get(key) == stored) is stored.endswith("99.0.0")


async def test_an_operator_who_goes_back_to_an_earlier_version_gets_its_commands(club: Club) -> None:
    assert club.bot is not None
    client, state = club.bot.client, club.bot.stores.program
    key = SYNCED.format(application=client.application_id)
    await state.put(key, "other 99.0.0")
    await client.setup_hook()
    assert await state.get(key) != "other 99.0.0"


async def test_names_that_discord_refuses_leave_the_commands_in_english(
    club: Club, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert club.bot is not None
    monkeypatch.setattr(command_texts, "_is_name", lambda _: True)  # Discord has more rules than the bot knows
    await club.bot.client.setup_hook()
    assert "so they stay English" in caplog.text
    assert "localizations': {'" not in str(club.standin.bot.commands[None])
    assert "How you play" in (await said(club, club.bob.slash(club.channel, "me play"))).text


async def test_a_catalog_that_can_not_be_read_is_logged_and_the_bot_starts(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "pl").mkdir()
    (tmp_path / "pl" / "remik.po").write_text(f'{HEADER}msgid "Draw"\nmsgstr "Dobierz\n', encoding="utf-8")
    async with open_club(tmp_path) as club, bot_for(club.settings, catalogs=Catalogs(tmp_path)) as bot:
        assert bot.edge.catalogs.texts("pl").t("Draw") == "Draw"
    (logged,) = [record.getMessage() for record in caplog.records if "catalog" in record.getMessage()]
    assert str(Path("pl", "remik.po")) in logged
    assert "English" in logged


async def test_hands_have_the_letters_of_the_table_after_a_restart_before_the_server_is_known(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club:
        club.guild.state.locale = "pl"
        async with club.running():
            await club.table("gin")
        async with club.built() as bot:
            assert bot.edge.channels.locale(club.guild.id) is None
            await bot.client.login(club.standin.token)  # but it doesn't connect to the gateway
            await club.standin.until(lambda: bot.edge.channels.locale(club.guild.id) is not None)
            table = await bot.games.tables.in_channel(club.channel.id)
            assert table is not None
            known = await bot.views.hands.person(club.ala.id)
            assert bot.views.hands.texts(table, known, "de").card(JACK) == "W♣"
