"""Lobbies over the stand-in: computers, free seats, pace, invitations, and everything a host sets privately."""

import re

from bot.play.state.errors import TableReason
from bot.playground import Person, SeenMessage
from tests.cogs.answered import behind_more, said
from tests.end_to_end.club import Club
from tests.playground.spec import spec_faults


def lobby_of(club: Club) -> SeenMessage:
    message = club.newest()
    assert "host" in message.text
    return message


async def opened(club: Club, variant: str = "german", **about: str | bool | Person) -> SeenMessage:
    """Return a lobby that Ala has just opened."""
    return await said(club, club.ala.slash(club.channel, "rummy new", wait=True, variant=variant, **about))


async def shows(club: Club, *words: str) -> None:
    """Wait until the public lobby contains these texts."""
    await club.standin.until(lambda: all(word in lobby_of(club).text for word in words))


async def test_the_host_adds_and_removes_computers(club: Club) -> None:
    lobby = await opened(club)
    panel = await said(club, club.ala.click("Add computer", message=lobby))
    assert panel.ephemeral
    panel = await said(club, club.ala.choose("Choose a level", "Hard ▂▄▆", message=panel))
    assert re.search(r"🤖 \w+ ▂▄▆ joined the table\.", panel.text)
    panel = await said(club, club.ala.choose("Choose a level", "Hard ▂▄▆", message=panel))
    panel = await said(club, club.ala.choose("Choose a level", "Easy ▂", message=panel))
    assert "No free seat." in panel.text
    assert not panel.selects
    await shows(club, "② **🤖 ", "③ **🤖 ", "④ **🤖 ")
    names = re.findall(r"🤖 (\w+) (▂\S*)\*\*", lobby_of(club).text)
    assert [bars for _, bars in names] == ["▂▄▆", "▂▄▆", "▂"]
    assert len({name for name, _ in names}) == 3
    first, _, last = (name for name, _ in names)
    assert "Join" not in lobby_of(club).labels
    panel = await behind_more(club, club.ala, "Remove", lobby_of(club))
    panel = await said(club, club.ala.choose("Who leaves?", f"Seat 2: 🤖 {first} ▂▄▆", message=panel))
    assert f"{first} left the table." in panel.text
    await shows(club, f"③ **🤖 {last} ▂**", "④ open")


async def test_a_player_can_start_and_play_against_a_computer(club: Club) -> None:
    panel = await said(club, club.ala.click("Add computer", message=await opened(club, "gin")))
    await club.ala.choose("Choose a level", "Easy ▂", message=panel)
    await club.standin.until(lambda: "Start" in lobby_of(club).labels)
    started = await said(club, club.ala.click("Start", message=lobby_of(club)))
    assert "My hand" in started.labels
    answer = await said(club, club.ala.forge(panel, "r1:1:level:0:1", values=["hard"]))  # the panel was opened before
    assert TableReason.STARTED.value in answer.text
    assert "▂▄▆" not in answer.text


async def test_only_the_host_adds_computers_removes_players_and_changes_settings(club: Club) -> None:
    lobby = await opened(club)
    await said(club, club.bob.click("Join", message=lobby))
    more = await said(club, club.bob.click("More", message=lobby_of(club)))
    assert not {"House rules", "Table settings", "Invite", "Remove", "Cancel table"} & set(more.labels)
    answer = await said(club, club.bob.click("Add computer", message=lobby_of(club)))
    assert TableReason.HOST_ONLY.value in answer.text
    for action in ("remove", "keep", "guests", "house"):
        answer = await said(club, club.bob.forge(lobby_of(club), f"r1:1:{action}:0"))
        assert answer.ephemeral
        assert TableReason.HOST_ONLY.value in answer.text
        assert not answer.selects
    for action, values in (
        ("level", ["easy"]), ("seat", [str(club.ala.id)]), ("pace", ["none"]), ("manner", ["bare"]),
        ("invite", [str(club.cyd.id)]),
    ):  # fmt: skip
        answer = await said(club, club.bob.forge(lobby_of(club), f"r1:1:{action}:0:1", values=values))
        assert TableReason.HOST_ONLY.value in answer.text
    assert "🤖" not in lobby_of(club).text
    assert "① **Ala**, host" in lobby_of(club).text


async def test_forged_settings_change_nothing(club: Club) -> None:
    before = (await opened(club, pace="none")).text
    forged: list[tuple[str, list[str] | None]] = [
        ("level", ["best"]), ("level", []), ("seat", ["x"]), ("seat", ["-1"]), ("pace", ["fast"]), ("invite", ["x"]),
        ("manner", ["quick"]), ("manner", ["bare", "x"]), ("variant", ["chess"]), ("limits", None),
    ]  # fmt: skip
    for action, values in forged:
        assert (await said(club, club.ala.forge(lobby_of(club), f"r1:1:{action}:0:1", values=values))).ephemeral
        assert lobby_of(club).text == before


async def test_removing_a_player_who_has_left_is_refused(club: Club) -> None:
    lobby = await opened(club)
    await said(club, club.bob.click("Join", message=lobby))
    panel = await behind_more(club, club.ala, "Remove", lobby_of(club))
    await behind_more(club, club.bob, "Leave", lobby_of(club))
    answer = await said(club, club.ala.choose("Who leaves?", "Seat 2: Bob", message=panel))
    assert TableReason.NOT_THERE.value in answer.text
    assert "Nothing was changed." in answer.text
    assert "You're the only one here." in answer.text


async def test_the_host_sets_pace_and_limits_within_the_servers_bounds(club: Club) -> None:
    panel = await behind_more(club, club.ala, "Table settings", await opened(club))
    panel = await said(club, club.ala.choose("Time per turn", "Slow", message=panel))
    assert "Slow: 24 hours per turn" in panel.text
    await club.ala.click("Change time per turn", message=panel)
    panel = await said(club, club.ala.submit({"Hours per turn": "48"}))
    await shows(club, "2 days per turn")
    await club.ala.click("Change time per turn", message=panel)
    panel = await said(club, club.ala.submit({"Hours per turn": "99"}))
    assert TableReason.SLOW_TURN.format(least=1, most=72) in panel.text
    assert "Nothing was changed." in panel.text
    panel = await said(club, club.ala.choose("Time per turn", "Live", message=panel))
    await club.ala.click("Change time per turn", message=panel)
    panel = await said(club, club.ala.submit({"Seconds per turn": "30", "Reserve in seconds, for the whole game": "0"}))
    await shows(club, "30 seconds per turn")
    await club.ala.click("Change time per turn", message=panel)
    panel = await said(club, club.ala.submit({"Seconds per turn": "1.5"}))
    assert "whole number" in panel.text
    await club.ala.click("Change time per turn", message=panel)
    modal, club.ala.modal = club.ala.modal, None
    panel = await said(club, club.ala.choose("Time per turn", "Slow", message=panel))
    club.ala.modal = modal  # it's still open, and asks for seconds
    panel = await said(club, club.ala.submit({"Seconds per turn": "60"}))
    assert "That message was out of date" in panel.text
    assert "Slow: 24 hours per turn" in panel.text
    panel = await said(club, club.ala.choose("Time per turn", "No time limit", message=panel))
    assert "Change time per turn" not in panel.labels
    await shows(club, "No time limit")


async def test_settings_are_chosen_in_one_select_and_shown_in_the_lobby(club: Club) -> None:
    panel = await behind_more(club, club.ala, "Table settings", await opened(club))
    panel = await said(
        club, club.ala.choose("Choose what applies at this table", "No assistance", "Invite only", message=panel)
    )
    await shows(club, "no assistance", " · invite only")
    assert "Join" not in lobby_of(club).labels
    answer = await said(club, club.bob.forge(lobby_of(club), "r1:1:join:0"))
    assert TableReason.CLOSED_TABLE.value in answer.text
    await club.ala.choose("Choose what applies at this table", "Friendly", message=panel)
    await shows(club, "friendly (not rated)")
    assert "invite only" not in lobby_of(club).text
    await said(club, club.bob.click("Join", message=lobby_of(club)))
    assert "Bob" in lobby_of(club).text


async def test_invited_players_are_pinged_once_by_a_new_message_and_can_decline(club: Club) -> None:
    first = await opened(club, invite_only=True)
    panel = await behind_more(club, club.ala, "Invite", first)
    panel = await said(club, club.ala.choose("Invite players", club.bob, club.cyd, message=panel))
    assert f"Invited: {club.bob.mention}, {club.cyd.mention}" in panel.text
    assert "I reposted the lobby. They get a notification" in panel.text
    await shows(club, f"reserved for {club.bob.mention}", f"reserved for {club.cyd.mention}")
    await club.settled()
    assert lobby_of(club).id != first.id
    assert [len(person.pings) for person in (club.bob, club.cyd, club.dan)] == [1, 1, 0]
    answer = await said(club, club.dan.click("Decline", message=lobby_of(club)))
    assert TableReason.NOT_INVITED.value in answer.text
    await said(club, club.bob.click("Decline", message=lobby_of(club)))
    assert f"reserved for {club.bob.mention}" not in lobby_of(club).text
    await said(club, club.cyd.click("Join", message=lobby_of(club)))
    assert "Decline" not in lobby_of(club).labels
    before = lobby_of(club).id
    await club.ala.slash(club.channel, "rummy table")
    await club.standin.until(lambda: lobby_of(club).id != before)
    assert [len(person.pings) for person in (club.bob, club.cyd)] == [1, 1]
    await club.settled()
    panel = await behind_more(club, club.ala, "Invite", lobby_of(club))
    await club.ala.choose("Invite players", message=panel)
    await club.settled()
    assert "Cyd" in lobby_of(club).text
    assert [len(person.pings) for person in (club.bob, club.cyd)] == [1, 1]


async def test_bots_and_more_players_than_seats_cannot_be_invited(club: Club) -> None:
    lobby = await opened(club, "german")
    for person in (club.bob, club.cyd):
        await said(club, person.click("Join", message=lobby))
    panel = await behind_more(club, club.ala, "Invite", lobby_of(club))
    panel = await said(club, club.ala.choose("Invite players", club.dan, club.eve, message=panel))
    assert TableReason.INVITED_MANY.format(most=4) in panel.text
    assert "Nothing was changed" in panel.text
    panel = await said(club, club.ala.choose("Invite players", club.ala, message=panel))
    assert TableReason.INVITED_SELF.value in panel.text
    club.dan.user.bot = True
    answer = await said(club, club.ala.choose("Invite players", club.dan, message=panel))
    assert f"Bots can't play: {club.dan.mention}" in answer.text
    assert "Nothing was changed" in answer.text
    assert "reserved" not in lobby_of(club).text


async def test_the_host_can_switch_to_a_variant_with_enough_seats(club: Club) -> None:
    panel = await behind_more(club, club.ala, "House rules", await opened(club, "german"))
    panel = await said(club, club.ala.choose("Switch game", "Basic Rummy", message=panel))
    assert "House rules for Basic Rummy" in panel.text
    await shows(club, "Join Ala for Basic Rummy", "standard rules")
    for person in (club.bob, club.cyd):
        await said(club, person.click("Join", message=lobby_of(club)))
    panel = await said(club, club.ala.choose("Switch game", "Gin", message=panel))
    assert TableReason.TOO_MANY.format(most=2, seated=3) in panel.text
    assert "House rules for Basic Rummy" in panel.text


async def test_all_screens_of_hosts_and_managers_are_valid_for_discord(club: Club) -> None:
    lobby = await opened(club)
    panel = await said(club, club.ala.click("Add computer", message=lobby))
    await club.ala.choose("Choose a level", "Hard ▂▄▆", message=panel)
    await behind_more(club, club.ala, "Remove", lobby_of(club))
    panel = await behind_more(club, club.ala, "Invite", lobby_of(club))
    panel = await said(club, club.ala.choose("Invite players", club.bob, message=panel))
    panel = await behind_more(club, club.ala, "Table settings", lobby_of(club))
    for pace in ("Slow", "Live"):
        panel = await said(club, club.ala.choose("Time per turn", pace, message=panel))
        await club.ala.click("Change time per turn", message=panel)
        panel = await said(club, club.ala.submit({}))
    await club.ala.slash(club.channel, "me notifications", quiet_from="22", quiet_to="7", zone="UTC")
    await club.ala.autocomplete(club.channel, "me notifications", "zone", "")
    await club.ala.autocomplete(club.channel, "me notifications", "quiet_from", "")
    await club.eve.slash(club.channel, "rummy-admin pace", live_from=90)
    await said(club, club.bob.click("Decline", message=lobby_of(club)))
    await club.settled()
    assert not spec_faults(club.standin.requests)


async def test_a_table_of_remik_asks_whether_remik_51_is_meant(club: Club) -> None:
    await said(club, club.ala.slash(club.channel, "rummy new", variant="Remik (gin)"))
    lobby = club.public("Join")
    assert lobby is not None
    assert "Looking for 13 cards and jokers?" in lobby.text
    refused = await club.bob.click("Remik 51", message=lobby)
    assert "Only the host can do that" in refused.notice
    switched = await said(club, club.ala.click("Remik 51", message=lobby))
    assert "a run without jokers among them" in switched.text
    await club.settled()
    now = club.public("Join")
    assert now is not None
    assert "Join Ala for Remik 51" in now.text
    assert "Looking for" not in now.text
    assert "②–⑥ open" in now.text
