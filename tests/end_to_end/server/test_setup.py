"""`/rummy-admin setup`: an admin sets a server up with buttons alone, and nobody else can."""

from bot.play.state.errors import TableReason
from bot.playground import SeenMessage
from bot.rummy.families import Variant
from tests.cogs.answered import said
from tests.end_to_end.club import Club
from tests.playground.spec import spec_faults
from tests.refusals import sentence


async def test_a_server_is_set_up_with_buttons(club: Club) -> None:
    place, role = club.guild.add_channel("lounge"), club.guild.add_role("Regulars", club.ala)
    games = club.guild.add_category("Games")
    async with club.running() as bot:
        servers, guild = bot.stores.servers, club.guild.id

        async def press(label: str, shown: SeenMessage) -> SeenMessage:
            return await said(club, club.eve.click(label, message=shown))

        setup = await said(club, club.eve.slash(club.channel, "rummy-admin setup"))
        assert setup.ephemeral
        assert setup.labels == ("Channels", "Language", "Lounge", "Standings", "Daily deal and puzzles", "Defaults")
        assert "- ✓ I have all permissions I need." in setup.text

        page = await press("Channels", setup)
        page = await said(club, club.eve.choose("Choose channels", club.channel, games, message=page))
        assert servers.of(guild).channels == (club.channel.id, games.id)
        assert f"**Table channels**: all → <#{club.channel.id}> <#{games.id}>" in page.text
        page = await said(club, club.eve.choose("Choose who", role, message=page))
        assert servers.of(guild).openers == role.id
        page = await press("All channels", page)
        page = await press("Everyone can open tables", page)
        assert (servers.of(guild).channels, servers.of(guild).openers) == ((), None)
        setup = await press("Back", page)
        assert setup.text.startswith("### Setup of this server")

        page = await said(club, club.eve.choose("Choose a language", "English", message=await press("Language", setup)))
        assert servers.of(guild).language == "en"

        page = await press("Lounge", await press("Back", page))
        page = await said(club, club.eve.choose("Choose a channel", place, message=page))
        assert f"The lounge is open in <#{place.id}>" in page.text
        page = await press("Repost when it scrolls up", page)
        kept = servers.of(guild).lounge
        assert kept is not None
        assert (kept.channel, kept.reposts) == (place.id, True)
        page = await press("Remove", await press("No reposts", page))
        assert servers.of(guild).lounge is None
        await club.standin.until(lambda: club.standin.messages(place) == [])
        page = await press("Post it here", page)
        assert "Quick play" in club.newest().labels

        page = await press("Standings", await press("Back", page))
        page = await press("Post it here", page)
        assert servers.of(guild).board is not None
        page = await press("Remove", page)

        page = await press("Defaults", await press("Back", page))
        page = await said(club, club.eve.choose("Choose the game of new tables", "German Rummy", message=page))
        page = await press("Don't rate games", page)
        assert (servers.of(guild).variant, servers.of(guild).rated) == (Variant.GERMAN, False)
        page = await press("Rate games", page)
        log = await said(club, club.eve.slash(club.channel, "rummy-admin log"))
        assert "**Rated games**: no → yes" in log.text

    assert spec_faults(club.standin.requests) == []


async def test_nobody_else_sets_a_server_up_and_forged_choices_change_nothing(club: Club) -> None:
    async with club.running() as bot:
        servers, guild = bot.stores.servers, club.guild.id
        await club.eve.slash(club.channel, "rummy-admin lounge", channel=club.channel, wait=True)
        page = await said(club, club.eve.slash(club.channel, "rummy-admin setup"))
        before = servers.of(guild)
        for forged in ("l1:setup-set:lounge:remove", "l1:setup-set:defaults:friendly", "l1:setup:lounge", "l1:setup"):
            refused = await said(club, club.ala.forge(club.newest(), forged))
            assert sentence(TableReason.NO_ADMIN) in refused.text
        refused = await said(club, club.ala.forge(page, "l1:setup-choose:language:language:1", values=["automatic"]))
        assert sentence(TableReason.NO_ADMIN) in refused.text
        for forged, values in (
            ("l1:setup-choose:language:language:1", ["xx"]),
            ("l1:setup-choose:channels:channels:1", ["5"]),
            ("l1:setup-choose:channels:openers:1", ["5"]),
            ("l1:setup-choose:defaults:variant:1", ["chess"]),
            ("l1:setup-choose:defaults:preset:1", ["=none"]),
            ("l1:setup-choose:lounge:channel:1", ["5"]),
            ("l1:setup-choose:lounge:other:1", ["5"]),
        ):
            assert "no longer works" in (await said(club, club.eve.forge(page, forged, values=values))).text
        for forged in (
            "l1:setup-set:lounge:other",
            "l1:setup-set:other:rated",
            "l1:setup:other",
            "l1:sit:99",
            "l1:sit",
        ):
            assert "no longer works" in (await said(club, club.eve.forge(page, forged))).text
        assert servers.of(guild) == before
