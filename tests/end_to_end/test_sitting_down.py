"""Joining a table by quick play, challenge or invitation; leaving by declining, removal or closing."""

from bot.playground import MEMBER, Permission
from tests.end_to_end.club import Club
from tests.playground.spec import spec_faults


async def test_two_commands_start_a_quick_game(club: Club) -> None:
    async with club.running():
        opened = await club.ala.slash(club.channel, "rummy quick")
        assert opened.message is not None
        assert not opened.message.ephemeral
        elsewhere = club.guild.add_channel("elsewhere")
        seated = await club.bob.slash(elsewhere, "rummy quick")
        assert seated.message is not None
        assert seated.message.ephemeral
        assert str(club.channel.id) in seated.text, "the answer has no link"
        await club.shown("My hand")
        assert club.eve.sees(elsewhere) == []
        await club.open_hands()
        await club.play(1, lambda: len(club.log()) >= 4)
        assert spec_faults(club.standin.requests) == []


async def test_quick_play_skips_hidden_channels_and_invite_only_tables(club: Club) -> None:
    async with club.running():
        secret = club.guild.add_channel("secret", member_permissions=MEMBER & ~Permission.VIEW_CHANNEL)
        secret.member_permissions = MEMBER
        await club.ala.slash(secret, "rummy quick")
        secret.member_permissions = MEMBER & ~Permission.VIEW_CHANNEL
        closed = club.guild.add_channel("closed")
        await club.cyd.slash(closed, "rummy new", variant="gin", opponent=club.dan, invite_only=True)
        own = await club.bob.slash(club.channel, "rummy quick")
        assert own.message is not None
        assert not own.message.ephemeral
        assert club.public("Join") is not None


async def test_a_challenge_pings_one_member_and_lets_nobody_else_join(club: Club) -> None:
    async with club.running():
        opened = await club.ala.context_menu("Challenge to rummy", club.bob, channel=club.channel)
        assert opened.message is not None
        assert not opened.message.ephemeral
        assert [ping.id for ping in club.bob.pings] == [opened.message.id]
        refused = await club.eve.click("Join")
        assert refused.message is not None
        assert refused.message.ephemeral
        await club.bob.click("Join")
        await club.ala.click("Start")
        await club.shown("My hand")
        assert club.ala.pings == club.eve.pings == []
        assert spec_faults(club.standin.requests) == []


async def test_declining_a_challenge_closes_the_table(club: Club) -> None:
    async with club.running():
        await club.ala.context_menu("Challenge to rummy", club.bob, channel=club.channel)
        stranger = await club.eve.click("Decline")
        assert stranger.message is not None
        assert stranger.message.ephemeral
        await club.bob.click("Decline")
        await club.standin.until(lambda: club.public("Join") is None)
        await club.lobby()


async def test_challenging_yourself_or_a_bot_is_refused(club: Club) -> None:
    async with club.running():
        answer = await club.ala.context_menu("Challenge to rummy", club.ala, channel=club.channel)
        assert answer.message is not None
        assert answer.message.ephemeral
        assert club.eve.sees(club.channel) == []


async def test_a_host_adds_computers_and_removes_them(club: Club) -> None:
    async with club.running():
        await club.lobby("basic", players=2)
        await club.ala.click("Add computer")
        assert not (await club.ala.choose("Choose a level", "Hard ▂▄▆")).failed
        await club.standin.until(lambda: "▂▄▆" in club.newest().text)
        not_host = await club.bob.click("More")
        assert not_host.message is not None
        assert not_host.message.ephemeral
        assert "Remove" not in not_host.message.labels
        await club.ala.click("More")
        await club.ala.click("Remove")
        await club.ala.choose("Who leaves?", "Seat 2: Bob")
        await club.standin.until(lambda: "Bob" not in club.newest().text)
        await club.bob.click("Join")
        await club.standin.until(lambda: "Bob" in club.newest().text)


async def test_an_admin_removes_a_player_and_closes_a_table(club: Club) -> None:
    async with club.running():
        assert not [line for line in club.ala.commands(club.channel) if line.startswith("rummy-admin")]
        await club.lobby("basic", players=3)
        await club.eve.slash(club.channel, "rummy-admin remove", member=club.cyd)
        await club.standin.until(lambda: "Cyd" not in club.newest().text)
        await club.ala.click("Start")
        await club.shown("My hand")
        await club.eve.slash(club.channel, "rummy-admin close")
        await club.standin.until(lambda: club.public("Draw") is None)
        assert "won" not in club.newest().text
        await club.lobby()
