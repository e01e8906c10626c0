"""`/me` over the stand-in: preferences; and `/rummy-admin` commands for tables and turn times."""

from dataclasses import replace

import pytest

from bot.play.state.errors import TableReason
from bot.play.state.limits import Bounds
from bot.play.state.people import Notifications, Preferences, Quiet
from bot.play.state.values import HOUR, SECOND
from bot.playground import SeenMessage
from bot.playground.typing_in import CommandError
from tests.cogs.answered import said
from tests.end_to_end.club import Club


async def kept(club: Club) -> Preferences:
    """Return what Ala has chosen."""
    assert club.bot is not None
    return replace(await club.bot.stores.people.get(club.ala.id), locale=None)


async def notifications(club: Club, **asked: str) -> SeenMessage:
    return await said(club, club.ala.slash(club.channel, "me notifications", wait=True, **asked))


async def test_looking_at_notifications_changes_nothing(club: Club) -> None:
    shown = await notifications(club)
    assert shown.ephemeral
    for words in ("a short message in the table's channel mentions you", "Quiet hours: none"):
        assert words in shown.text
    assert shown.labels == ("Set quiet hours",)
    assert await kept(club) == Preferences(club.ala.id)


async def test_notifications_and_quiet_hours_are_set_changed_and_turned_off(club: Club) -> None:
    shown = await notifications(club, where="direct", quiet_from="10 pm", quiet_to="7:30", zone="europe/warsaw")
    assert "you get a direct message" in shown.text
    assert "Quiet hours: 22:00 to 07:30 in Europe/Warsaw" in shown.text
    assert await kept(club) == Preferences(club.ala.id, Notifications.DIRECT, Quiet(1320, 450, "Europe/Warsaw"))
    shown = await notifications(club, quiet_to="6", where="none")
    assert "You don't get notifications" in shown.text
    assert await kept(club) == Preferences(club.ala.id, Notifications.NONE, Quiet(1320, 360, "Europe/Warsaw"))
    shown = await notifications(club, quiet_from="off")
    assert "Quiet hours: none" in shown.text
    assert await kept(club) == Preferences(club.ala.id, Notifications.NONE)


async def test_notifications_are_changed_with_the_controls_of_the_message(club: Club) -> None:
    shown = await notifications(club)
    [way] = shown.selects
    shown = await said(club, club.ala.choose(way.custom_id, "A direct message", message=shown))
    assert "you get a direct message" in shown.text
    await club.ala.click("Set quiet hours", message=shown)
    typed = {"Start": "10 pm", "End": "7:30", "Your time zone": "Warsaw"}
    shown = await said(club, club.ala.submit(typed))
    assert "Quiet hours: 22:00 to 07:30 in Europe/Warsaw" in shown.text
    assert await kept(club) == Preferences(club.ala.id, Notifications.DIRECT, Quiet(1320, 450, "Europe/Warsaw"))
    await club.ala.click("Change quiet hours", message=shown)
    shown = await said(club, club.ala.submit({"End": "22:00"}))
    assert "can't start and end at the same time" in shown.text
    assert "Nothing was changed" in shown.text
    shown = await said(club, club.ala.click("Turn off quiet hours", message=shown))
    assert "Quiet hours: none" in shown.text
    assert shown.labels == ("Set quiet hours",)
    assert await kept(club) == Preferences(club.ala.id, Notifications.DIRECT)


async def test_current_quiet_hours_show_their_end(club: Club) -> None:
    hour = int(club.now() // 3_600_000) % 24
    shown = await notifications(club, quiet_from=f"{hour}", quiet_to=f"{(hour + 2) % 24}", zone="UTC")
    assert "It's quiet now; notifications start again at <t:" in shown.text
    shown = await notifications(club, quiet_from=f"{(hour + 3) % 24}", quiet_to=f"{(hour + 4) % 24}")
    assert "It's quiet now" not in shown.text


async def test_invalid_quiet_hours_change_nothing_and_say_what_is_valid(club: Club) -> None:
    for asked, words in (
        ({"quiet_from": "22:00"}, "Add `quiet_to` and `zone`"),
        ({"zone": "UTC"}, "Add `quiet_from` and `quiet_to`"),
        ({"quiet_from": "25:00", "quiet_to": "7", "zone": "UTC"}, "25:00 isn't a time"),
        ({"quiet_from": "22", "quiet_to": "7", "zone": "Krakow"}, "Krakow isn't a time zone"),
        ({"quiet_from": "7", "quiet_to": "7:00", "zone": "UTC"}, "Choose another end"),
    ):
        shown = await notifications(club, where="none", **asked)
        assert words in shown.text
        assert "Nothing was changed" in shown.text
        assert await kept(club) == Preferences(club.ala.id)


async def test_times_and_time_zones_are_offered_while_typing(club: Club) -> None:
    zones = await club.ala.autocomplete(club.channel, "me notifications", "zone", "wars")
    assert [value for _, value in zones] == ["Europe/Warsaw"]
    assert (await club.ala.autocomplete(club.channel, "me notifications", "quiet_from", "22"))[0] == ("22:00", "22:00")
    assert ("07:00", "07:00") in await club.ala.autocomplete(club.channel, "me notifications", "quiet_to", "")
    pole = club.guild.add_person("Ola", locale="pl")
    assert (await pole.autocomplete(club.channel, "me notifications", "zone", ""))[0][1] == "Europe/Warsaw"


async def test_failed_direct_messages_are_reported_and_can_be_chosen_again(club: Club) -> None:
    assert club.bot is not None
    people = club.bot.stores.people
    await people.save(Preferences(club.ala.id, Notifications.CHANNEL, failure_shown=False, sorting="ranks"))
    assert "couldn't send you a direct message" in (await notifications(club, where="direct")).text
    assert await kept(club) == Preferences(club.ala.id, Notifications.DIRECT, sorting="ranks")
    assert "couldn't send you a direct message" not in (await notifications(club)).text


async def test_an_admin_sets_the_bounds_of_turn_times(club: Club) -> None:
    assert club.bot is not None
    servers = club.bot.stores.servers
    shown = await said(club, club.eve.slash(club.channel, "rummy-admin pace"))
    assert shown.ephemeral
    assert "15 seconds to 10 minutes per turn" in shown.text
    shown = await said(club, club.eve.slash(club.channel, "rummy-admin pace", live_from=90, reserve=0, slow_to=12))
    assert "1 minute 30 seconds to 10 minutes per turn" in shown.text
    assert "Live: 1 minute 30 seconds per turn" in shown.text
    expected = replace(Bounds(), live_turn=(90 * SECOND, 600 * SECOND), live_bank=(0, 0), slow_turn=(HOUR, 12 * HOUR))
    assert servers.of(club.guild.id).bounds == expected
    shown = await said(club, club.eve.slash(club.channel, "rummy-admin pace", live_from=700))
    assert "Nothing was changed" in shown.text
    assert servers.of(club.guild.id).bounds == expected
    lobby = await said(club, club.ala.slash(club.channel, "rummy new", pace="slow"))
    assert "12 hours per turn" in lobby.text


async def test_only_managers_of_the_server_see_admin_commands(club: Club) -> None:
    for command in ("rummy-admin pace", "rummy-admin close"):
        with pytest.raises(CommandError):
            await club.ala.slash(club.channel, command)


async def test_an_admin_removes_a_player_from_a_lobby_and_from_a_game(club: Club) -> None:
    await club.lobby("german", players=3)
    shown = await said(club, club.eve.slash(club.channel, "rummy-admin remove", member=club.cyd))
    assert "Cyd left the table" in shown.text
    await club.standin.until(lambda: "Cyd" not in club.newest().text)
    shown = await said(club, club.eve.slash(club.channel, "rummy-admin remove", member=club.cyd))
    assert TableReason.NOT_THERE.value in shown.text
    await said(club, club.ala.click("Start", message=club.newest()))
    await club.shown("My hand")
    await club.eve.slash(club.channel, "rummy-admin remove", member=club.bob)
    await club.shown("Rematch")
    assert club.log()[-1][2:4] == (1, "resign")


async def test_removing_the_host_makes_another_player_host(club: Club) -> None:
    await club.lobby("german", players=2)
    await club.eve.slash(club.channel, "rummy-admin remove", member=club.ala)
    await club.standin.until(lambda: "**Bob**, host" in club.newest().text)
    assert "Ala" not in club.newest().text


async def test_closing_a_table_frees_its_channel(club: Club) -> None:
    assert "no table" in (await said(club, club.eve.slash(club.channel, "rummy-admin close"))).text
    await club.lobby("gin")
    await said(club, club.eve.slash(club.channel, "rummy-admin close"))
    await club.standin.until(lambda: "canceled" in club.newest().text)
    await club.lobby("gin")
    await said(club, club.ala.click("Start"))
    await club.shown("My hand")
    await said(club, club.eve.slash(club.channel, "rummy-admin close"))
    await club.standin.until(lambda: club.public("My hand") is None)
    assert club.log()[-1][3] == "close"
    await club.lobby("gin")
    assert "Gin with Ala** · ready to start" in club.newest().text
