"""`/rummy-admin` over the stand-in: settings, their immediate effects, and the audit log."""

import asyncio
from dataclasses import replace
from pathlib import Path

from bot.play.state.errors import TableReason
from bot.play.state.people import Server
from bot.playground import MEMBER, Permission, Person, SeenMessage
from bot.playground.state import INVITED, Channel
from bot.playground.typing_in import OptionValue
from bot.ratings.values import RatingsReason
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.text.catalogs import Catalogs
from cogs.edge.notices import command_mentions
from data.database import open_database
from data.people.servers import SqlServers
from tests.cogs.answered import behind_more, said
from tests.end_to_end.club import Club
from tests.playground.spec import spec_faults
from tests.refusals import beginning, sentence

MENTIONS = command_mentions(Catalogs().texts("en"))


def kept(club: Club) -> Server:
    """Return the club's settings."""
    assert club.bot is not None
    return club.bot.stores.servers.of(club.guild.id)


async def admin(club: Club, command: str, who: Person | None = None, **asked: OptionValue) -> SeenMessage:
    """Use an admin command as Eve and return the answer, which is private."""
    shown = await said(club, (who or club.eve).slash(club.channel, f"rummy-admin {command}", wait=True, **asked))
    assert shown.ephemeral
    return shown


async def new(
    club: Club, channel: Channel | None = None, who: Person | None = None, **asked: OptionValue
) -> SeenMessage:
    """Try to open a table."""
    return await said(club, (who or club.ala).slash(channel or club.channel, "rummy new", wait=True, **asked))


async def bot_knows(club: Club, channel: Channel, *, gone: bool = False) -> None:
    """Wait until the bot has heard that a channel was added or removed."""
    assert club.bot is not None
    bot = club.bot
    await club.standin.until(lambda: (bot.client.get_channel(channel.id) is None) == gone)


async def test_looking_at_the_setup_changes_nothing(club: Club) -> None:
    for command in ("setup", "channels", "openers", "language", "defaults", "presets", "season monthly", "log"):
        await admin(club, command)
    assert kept(club) == Server(club.guild.id)
    await admin(club, "defaults", meetings=2)
    shown = await admin(club, "setup")
    assert "**Rated games per day between the same two players**: 2" in shown.text


async def test_the_audit_log_has_pages_and_actions_at_tables(club: Club) -> None:
    for number in range(11):
        await admin(club, "defaults", meetings=number + 10)
    await club.lobby("german", players=3)
    await admin(club, "remove", member=club.cyd)
    await admin(club, "close")
    first = (await admin(club, "log")).text
    assert "Page 1 of 2" in first
    assert "19 → 20" in first
    assert f"removed <@{club.cyd.id}> from table 1" in first
    assert "closed table 1" in first
    assert "5 → 10" in (await admin(club, "log", page=2)).text
    assert "This is the last one" in (await admin(club, "log", page=9)).text
    assert "\n".join(spec_faults(club.standin.requests)) == ""


async def test_tables_open_only_in_allowed_channels_their_threads_and_categories(
    club: Club,
) -> None:
    games = club.guild.add_category("Games")
    other, within = club.guild.add_channel("other"), club.guild.add_channel("chess", category=games)
    await bot_knows(club, within)
    assert f"all → <#{other.id}>" in (await admin(club, "channels", add=other)).text
    refusals = [
        await new(club),
        await said(club, club.ala.slash(club.channel, "rummy quick")),
        await said(club, club.ala.slash(club.channel, "rummy watch", variant="gin")),
        await said(club, club.ala.context_menu("Challenge to rummy", club.bob, channel=club.channel)),
    ]
    for refused in refusals:
        assert refused.ephemeral
        assert f"tables can only be opened in <#{other.id}>" in refused.text
    thread = club.guild.add_thread("aside", other)
    await bot_knows(club, thread)
    for place in (other, thread):
        assert not (await new(club, place)).ephemeral
    assert (await new(club, within)).ephemeral
    both = await admin(club, "channels", add=games)
    assert f"<#{other.id}> → <#{other.id}> <#{games.id}>" in both.text
    assert not (await new(club, within)).ephemeral


async def test_deleted_channels_can_be_removed_from_the_list(club: Club) -> None:
    other = club.guild.add_channel("other")
    await admin(club, "channels", add=other)
    await admin(club, "channels", add=club.channel)
    assert "isn't one of the table channels" in (await admin(club, "channels", remove="elsewhere")).text
    choices = await club.eve.autocomplete(club.channel, "rummy-admin channels", "remove", "rum")
    assert choices == [("#rummy", str(club.channel.id))]
    await club.table("basic")
    await admin(club, "channels", remove="#Rummy")
    await club.ala.slash(club.channel, "rummy resign")
    await club.ala.click("Resign")
    await club.shown("Rematch")
    refused = await said(club, club.bob.click("Rematch", message=club.public("Rematch")))
    assert sentence(TableReason.WRONG_CHANNEL, channels=f"<#{other.id}>") in refused.text
    club.guild.remove_channel(other)
    await bot_knows(club, other, gone=True)
    [(name, value)] = await club.eve.autocomplete(club.channel, "rummy-admin channels", "remove", "")
    assert name == f"{other.id} (deleted)"
    assert "→ all" in (await admin(club, "channels", remove=str(value))).text
    await admin(club, "channels", add=club.channel)
    assert "→ all" in (await admin(club, "channels", everywhere=True)).text
    assert kept(club) == Server(club.guild.id)


async def test_only_the_role_and_managers_open_tables_and_everyone_can_join(club: Club) -> None:
    role = club.guild.add_role("Openers", club.bob)
    assert club.bot is not None
    found = club.bot.client.get_guild(club.guild.id)
    assert found is not None
    await club.standin.until(lambda: found.get_role(role.id))
    assert f"everyone → <@&{role.id}>" in (await admin(club, "openers", role=role)).text
    for command in ("rummy new", "rummy quick"):
        refused = await said(club, club.ala.slash(club.channel, command))
        assert refused.ephemeral
        assert f"Only <@&{role.id}> can open tables" in refused.text
    opened = await said(club, club.bob.slash(club.channel, "rummy quick"))
    assert not opened.ephemeral
    seated = await said(club, club.ala.slash(club.channel, "rummy quick"))
    assert "Opponent found" in seated.text
    assert not (await new(club, club.guild.add_channel("second"), club.eve)).ephemeral
    await admin(club, "openers", everyone=True)
    assert not (await new(club, club.guild.add_channel("third"))).ephemeral


async def test_new_tables_have_the_servers_defaults(club: Club) -> None:
    assert club.bot is not None
    servers = club.bot.stores.servers
    await servers.save_preset(club.guild.id, "Ours", options_for(Variant.GERMAN, {"no_jokers": True}), club.ala.id, 0)
    offered = await club.eve.autocomplete(club.channel, "rummy-admin defaults", "preset", "")
    assert [value for _, value in offered] == ["none", "Ours"]
    shown = await admin(club, "defaults", preset="ours", rated=False)
    assert "standard rules → Ours" in shown.text
    lobby = await new(club)
    assert "German Rummy" in lobby.text
    assert "3 rounds" in lobby.text
    gin = await new(club, club.guild.add_channel("gin"), variant="gin")
    assert "German" not in gin.text
    await admin(club, "defaults", variant="Oklahoma Gin")
    assert "Oklahoma" in (await new(club, club.guild.add_channel("usual"))).text
    await behind_more(club, club.ala, "Cancel table", lobby)
    quick = await said(club, club.cyd.slash(club.guild.add_channel("quick"), "rummy quick", variant="german"))
    assert not quick.ephemeral
    assert "jokers" in quick.text
    shown = await admin(club, "defaults", preset="Theirs", meetings=9)
    assert "There's no preset Theirs on this server" in shown.text
    assert kept(club).meetings == 5
    await admin(club, "defaults", preset="none")
    assert kept(club).preset is None


async def test_new_tables_are_friendly_while_the_server_rates_nothing(club: Club) -> None:
    await admin(club, "defaults", rated=False)
    lobby = await new(club)
    assert "friendly" in lobby.text
    await behind_more(club, club.ala, "Table settings", lobby)
    kept_so = await club.ala.choose("Choose what applies at this table", "No assistance")
    assert "stays friendly" in kept_so.text
    assert "Friendly" in kept_so.text
    assert "No assistance" in kept_so.text
    quick = club.bob.slash(club.guild.add_channel("q"), "rummy quick", variant="german")
    assert "friendly (not rated)" in (await said(club, quick)).text
    await admin(club, "defaults", rated=True)
    assert "Friendly" not in (await new(club, club.guild.add_channel("rated"))).text


async def test_deleting_the_default_preset_restores_the_standard_rules(club: Club) -> None:
    assert club.bot is not None
    for name in ("Ours", "Others"):
        await club.bot.stores.servers.save_preset(club.guild.id, name, options_for(Variant.BASIC), club.ala.id, 0)
    await admin(club, "defaults", preset="Ours")
    shown = await admin(club, "presets")
    assert "**Ours** · Basic Rummy" in shown.text
    assert " · default for new tables" in shown.text
    shown = await admin(club, "presets", delete="OURS")
    assert "**Ours**" not in shown.text
    assert "**Others**" in shown.text
    assert kept(club).preset is None
    assert "no preset" in (await admin(club, "presets", delete="Ours")).text
    log = (await admin(club, "log")).text
    assert "deleted the preset OURS" in log
    assert "**House rules of new tables**: Ours → standard rules" in log
    await club.bot.stores.servers.save_preset(club.guild.id, "Ours", options_for(Variant.BASIC), club.ala.id, 0)
    await admin(club, "defaults", preset="Ours")
    await club.bot.stores.servers.delete_preset(club.guild.id, "Ours")  # as a host can in the house rules
    assert "was deleted" in (await admin(club, "setup")).text
    assert "Gin" in (await new(club)).text


async def test_public_messages_are_in_the_servers_language(club: Club, tmp_path: Path) -> None:
    assert club.bot is not None
    (tmp_path / "pl").mkdir()
    (tmp_path / "pl" / "remik.po").write_text(POLISH, encoding="utf-8")
    catalogs = Catalogs(tmp_path)
    club.bot.edge.catalogs._texts.update(catalogs._texts)
    offered = await club.eve.autocomplete(club.channel, "rummy-admin language", "language", "")
    assert offered == [
        ("same as the server on Discord", "automatic"),
        ("English", "en"), ("Deutsch", "de"), ("polski", "pl"), ("português (Brasil)", "pt-BR"),
    ]  # fmt: skip
    assert "I don't speak" in (await admin(club, "language", language="Klingon")).text
    assert "same as the server on Discord → polski" in (await admin(club, "language", language="pl")).text
    lobby = await new(club)
    assert "Remik na stole" in lobby.text
    assert "Join" not in lobby.text
    private = await said(club, club.ala.slash(club.channel, "rummy table"))
    assert private.ephemeral
    await admin(club, "language", language="Automatic")
    assert "Join Ala for Gin" in (await new(club, club.guild.add_channel("english"))).text


async def test_standings_are_posted_moved_and_removed(club: Club) -> None:
    other = club.guild.add_channel("other", bot_permissions=Permission.VIEW_CHANNEL)
    await bot_knows(club, other)
    assert "none" in (await admin(club, "standings")).text
    assert "There's no standings message on this server yet" in (await admin(club, "standings", remove=True)).text
    assert f"I can't post in <#{other.id}>" in (await admin(club, "standings", channel=other)).text
    assert kept(club).board is None
    await admin(club, "standings", variant="gin")
    (shown,) = club.eve.sees(club.channel)[-2:-1]
    assert "updates itself" in shown.text
    assert f"in <#{club.channel.id}>: Gin" in (await admin(club, "standings")).text
    club.guild.permit(other, INVITED)
    await admin(club, "standings", channel=other)
    assert shown.id not in [message.id for message in club.eve.sees(club.channel)], "it has moved"
    assert "is removed" in (await admin(club, "standings", remove=True)).text
    assert club.standin.messages(other) == []
    log = (await admin(club, "log")).text
    assert f"posted the standings in <#{other.id}>" in log
    assert "removed the standings message" in log


async def test_seasons_are_started_renamed_and_ended(club: Club) -> None:
    assert RatingsReason.NO_SEASON.format(**MENTIONS) in (await admin(club, "season end")).text
    assert RatingsReason.NO_SEASON.format(**MENTIONS) in (await admin(club, "season rename", name="x")).text
    assert RatingsReason.NAMED_A_MONTH.value in (await admin(club, "season start", name="2027-05")).text
    assert "Autumn has started" in (await admin(club, "season start", name="Autumn")).text
    assert RatingsReason.NAMED_A_MONTH.value in (await admin(club, "season rename", name="2027-05")).text
    assert "Autumn is already running" in (await admin(club, "season start")).text
    assert "Autumn is now called Late Autumn" in (await admin(club, "season rename", name="Late Autumn")).text
    assert "**Late Autumn**" in (await admin(club, "setup")).text
    assert "Late Autumn is over" in (await admin(club, "season end")).text
    assert "Season 2 has started" in (await admin(club, "season start")).text
    offered = await club.eve.autocomplete(club.channel, "rummy-admin season rename", "season", "")
    assert offered == [("Season 2", 2), ("Late Autumn", 1)]
    assert "Late Autumn is now called One" in (await admin(club, "season rename", name="One", season=1)).text
    assert RatingsReason.NO_SUCH_SEASON.value in (await admin(club, "season rename", name="One", season=7)).text
    log = (await admin(club, "log")).text
    assert log.index("renamed a season from Late Autumn to One") < log.index("started a season: Autumn")
    assert log.count(f"<@{club.eve.id}>") == 5


async def test_monthly_seasons_begin_and_end_by_themselves(club: Club) -> None:
    assert "Krakow isn't a time zone" in (await admin(club, "season monthly", on=True, zone="Krakow")).text
    assert not kept(club).monthly
    shown = await admin(club, "season monthly", on=True, zone="Warsaw")
    assert "Europe/Warsaw" in shown.text
    for command in ("season start", "season end"):
        assert RatingsReason.BY_CALENDAR.format(**MENTIONS) in (await admin(club, command)).text
    assert beginning(RatingsReason.NO_SEASON) not in (await admin(club, "setup")).text
    club.standin.advance(40 * 24 * 3600)
    seasons = await club.eve.autocomplete(club.channel, "rummy-admin season rename", "season", "")
    assert [number for _, number in seasons][:2] == [len(seasons), len(seasons) - 1]
    assert len(seasons) in (2, 3)
    await admin(club, "season monthly", on=False)
    assert not (await admin(club, "season start")).text.startswith("20"), "a month is named in words"
    assert "is over" in (await admin(club, "season end")).text


async def test_settings_changed_by_two_admins_at_once_are_both_kept(club: Club) -> None:
    boss = club.guild.add_person("Boss", permissions=MEMBER | Permission.MANAGE_GUILD)
    asked: list[tuple[Person, str, dict[str, OptionValue]]]
    places = [club.guild.add_channel(f"c{n}") for n in range(6)]
    asked = [(who, "channels", {"add": place}) for who, place in zip([club.eve, boss] * 3, places, strict=True)]
    asked += [(club.eve, "defaults", {"meetings": 2}), (boss, "defaults", {"rated": False})]
    asked += [(boss, "pace", {"slow_to": 10}), (club.eve, "pace", {"live_from": 20})]
    await asyncio.gather(*(admin(club, command, who, **about) for who, command, about in asked))
    server = kept(club)
    assert set(server.channels) == {place.id for place in places}
    assert (server.meetings, server.rated) == (2, False)
    assert (server.bounds.live_turn[0], server.bounds.slow_turn[1]) == (20_000, 36_000_000)
    assert club.bot is not None
    _, entries = await club.bot.stores.audit.entries(club.guild.id, 0, 20)
    assert len(entries) == len(asked)
    grown = [entry.about.count(",") for entry in reversed(entries) if "channels" in entry.about]
    assert grown == sorted(grown), "each names the value at that time"
    elsewhere = await open_database(club.settings.database_url)
    await SqlServers(elsewhere).change(club.guild.id, lambda server: replace(server, meetings=9))
    await elsewhere.close()
    assert kept(club).meetings == 2, "this process has not heard of it"
    shown = await admin(club, "defaults", rated=True, meetings=4)
    assert "9 → 4" in shown.text
    assert "9 → 4" in (await admin(club, "log")).text


POLISH = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"

msgid "Join {host} for {game}"
msgstr "{game}: Remik na stole"
"""
