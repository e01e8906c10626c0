"""Tournaments over the stand-in: joining, leaving, tables in threads or channels, withdrawals, admins, old clicks."""

import re

from bot.playground import Channel, Person, SeenMessage
from bot.playground.state import INVITED, Permission
from bot.text.catalogs import Catalogs
from bot.tournaments.values import TournamentReason
from cogs.edge.notices import command_mentions
from tests.cogs.answered import said
from tests.end_to_end.club import Club
from tests.end_to_end.server.tournaments import MINE, message_of, table_of
from tests.playground.spec import spec_faults

MENTIONS = command_mentions(Catalogs().texts("en"))

PRIVATE_TABLE = "My hand"


async def opened(club: Club, *people: Person, name: str = "Winter", form: str = "single") -> None:
    """Open a tournament, and let players join it."""
    await club.eve.slash(
        club.channel, "rummy-admin tournament open", name=name, pace="none", format=form, variant="gin", hours=48
    )
    await club.shown("Join")
    for person in people:
        await person.slash(club.channel, "tournament join", tournament=name)


async def drawn(club: Club, *people: Person, form: str = "single") -> tuple[Person, Person]:
    """Draw a tournament. Return the first pair with a button."""
    await opened(club, *people, form=form)
    await club.eve.slash(club.channel, "rummy-admin tournament draw", tournament="Winter")
    await club.shown(MINE)
    return pairs(club, *people)[0]


def pairs(club: Club, *people: Person) -> list[tuple[Person, Person]]:
    """Return the pairs with a button."""
    named = {person.name: person for person in people}
    shown = [label.split(" – ") for label in message_of(club).labels if " – " in label]
    return [(named[one], named[other]) for one, other in shown]


def label_of(pair: tuple[Person, Person]) -> str:
    return " – ".join(person.name for person in pair)


async def test_players_join_by_button_or_command_and_leave_and_the_message_follows(club: Club) -> None:
    nothing = await said(club, club.ala.slash(club.channel, "tournament join"))
    assert "There's no tournament to join right now" in nothing.text
    assert (
        "This server has no tournaments yet"
        in (await said(club, club.ala.slash(club.channel, "tournament fixtures"))).text
    )
    await opened(club)
    joined = await said(club, club.ala.click("Join", message=club.public("Join")))
    assert joined.ephemeral
    assert "You joined the tournament Winter. You get a ping when you have a game to play" in joined.text
    assert "You joined" in (await said(club, club.bob.slash(club.channel, "tournament join"))).text
    again = await said(club, club.bob.click("Join", message=club.public("Join")))
    assert again.text == TournamentReason.JOINED.value
    await club.standin.until(lambda: "2 of at most 20" in shown(club, "Join").text)
    left = await said(club, club.ala.click("Leave", message=club.public("Join")))
    assert "You left the tournament Winter" in left.text
    await club.standin.until(lambda: "1 of at most 20" in shown(club, "Join").text)
    rules = await said(club, club.cyd.click("Rules", message=club.public("Join")))
    assert "You can knock with 10 deadwood or less" in rules.text
    offered = await club.cyd.autocomplete(club.channel, "tournament join", "tournament", "win")
    assert [name for name, _ in offered] == ["Winter"]
    await opened(club, name="Summer")
    choice = await said(club, club.cyd.slash(club.channel, "tournament join"))
    assert "Which tournament?" in choice.text
    chosen = await said(club, club.cyd.choose("Tournaments of this server", "Summer", message=choice))
    assert "You joined the tournament Summer" in chosen.text
    assert spec_faults(club.standin.requests) == []


async def test_a_pair_gets_a_thread_and_others_a_link_to_it(club: Club) -> None:
    people = (club.ala, club.bob, club.cyd, club.dan)
    one, other = await drawn(club, *people)
    label = label_of((one, other))
    (stranger,) = {*people} - {one, other, club.cyd if club.cyd not in (one, other) else club.dan}
    refused = await said(club, stranger.click(label, message=message_of(club)))
    assert refused.text == TournamentReason.NOT_YOURS.value
    seated = await said(club, one.click(label, message=message_of(club)))
    assert "as soon as you've both joined" in seated.text
    await club.standin.until(lambda: table_of(club, other, "Join") is not None)
    lobby = table_of(club, other, "Join")
    assert lobby is not None
    assert lobby.channel == f"Matchday 1 of 3: {label}"
    assert "Game of **Winter (Matchday 1 of 3)**: players and rules are fixed." in lobby.text
    assert " · rated · starts when both have joined" in lobby.text
    assert other.pings[-1].id == lobby.id
    assert not {"House rules", "Add computer", "Table settings", "Decline"}.intersection(lobby.labels)
    await club.standin.until(lambda: "table open" in message_of(club).text)
    assert str(lobby.channel_id) in (await said(club, stranger.click(label, message=message_of(club)))).text
    begun = await said(club, other.click(MINE, message=message_of(club)))
    assert "Your game is running" in begun.text
    await club.standin.until(lambda: table_of(club, one, PRIVATE_TABLE) is not None)
    await club.standin.until(lambda: "playing now" in message_of(club).text)
    assert "Your game is running" in (await said(club, one.click(label, message=message_of(club)))).text
    threads = [channel for channel in club.guild.state.channels.values() if channel.is_thread]
    assert len(threads) == 1
    assert spec_faults(club.standin.requests) == []


async def test_without_threads_a_table_opens_where_the_button_is_pressed(club: Club) -> None:
    people = (club.ala, club.bob, club.cyd, club.dan)
    first = await drawn(club, *people)
    second = pairs(club, *people)[1]
    club.guild.permit(club.channel, INVITED & ~Permission.CREATE_PUBLIC_THREADS)
    await said(club, first[0].click(MINE, message=message_of(club)))
    await club.standin.until(lambda: club.public("Join") is not None)
    taken = await said(club, second[0].click(MINE, message=message_of(club)))
    assert "This channel already has a table" in taken.text
    assert "/tournament fixtures" in taken.text
    elsewhere = club.guild.add_channel("elsewhere")
    club.guild.permit(elsewhere, INVITED & ~Permission.CREATE_PUBLIC_THREADS)
    panel = await said(club, second[0].slash(elsewhere, "tournament fixtures"))
    assert f"**{label_of(second)}** · to be played" in panel.text
    seated = await said(club, second[0].click(label_of(second), message=panel))
    assert str(elsewhere.id) in seated.text
    await club.standin.until(lambda: any("Join" in message.labels for message in club.eve.sees(elsewhere)))


async def test_withdrawing_asks_first_and_loses_all_remaining_fixtures(club: Club) -> None:
    people = (club.ala, club.bob, club.cyd)
    one, other = await drawn(club, *people)
    panel = await said(club, one.slash(club.channel, "tournament fixtures"))
    question = await said(club, one.click("Withdraw", message=panel))
    assert "This can't be undone" in question.text
    back = await said(club, one.click("Play on", message=question))
    assert "Yours to play" in back.text
    await one.click("Withdraw", message=back)
    done = await said(club, one.click("Withdraw"))
    assert "You withdrew from the tournament Winter" in done.text
    await club.standin.until(lambda: "Matchday 2 of 3" in message_of(club).text)
    assert f"**{one.name}** · 0 · 0-0-2 · 0 · 0 · withdrawn" in message_of(club).text
    ruled = f"**{label_of((one, other))}** · walkover for {other.name}"
    await club.standin.until(lambda: any(ruled in message.text for message in club.eve.sees(club.channel)))


async def test_admins_move_deadlines_withdraw_players_and_cancel_with_audit_entries(club: Club) -> None:
    people = (club.ala, club.bob, club.cyd, club.dan)
    one, other = await drawn(club, *people)
    moved = await said(
        club, club.eve.slash(club.channel, "rummy-admin tournament deadline", tournament="Winter", hours=1)
    )
    (until,) = re.findall(r"<t:\d+:f>", moved.text)
    await club.standin.until(lambda: until in message_of(club).text)
    out = await said(
        club, club.eve.slash(club.channel, "rummy-admin tournament withdraw", tournament="Winter", member=one)
    )
    assert f"{one.name} is out of the tournament Winter" in out.text
    await club.standin.until(lambda: f"walkover for {other.name}" in message_of(club).text)
    stranger = club.guild.add_person("Gus")
    not_in = await said(
        club, club.eve.slash(club.channel, "rummy-admin tournament withdraw", tournament="Winter", member=stranger)
    )
    assert not_in.text == TournamentReason.THEY_ARE_NOT_IN.value
    offered = await club.eve.autocomplete(club.channel, "rummy-admin tournament cancel", "tournament", "")
    before = message_of(club)
    await club.eve.slash(club.channel, "rummy-admin tournament cancel", tournament=offered[0][1])
    await club.standin.until(lambda: "The tournament Winter was canceled" in again(club, before).text)
    assert again(club, before).labels == ()
    late = await said(club, club.ala.forge(again(club, before), "l1:fx-mine:1"))
    assert "You have no fixture to play right now" in late.text
    log = await said(club, club.eve.slash(club.channel, "rummy-admin log"))
    for entry in (
        "opened the tournament Winter", "drew the tournament Winter",
        "moved the deadline of the tournament Winter, 1 h",
        f"removed <@{one.id}> from the tournament Winter", "canceled the tournament Winter",
    ):  # fmt: skip
        assert log.text.count(entry) == 1, entry


async def test_a_number_from_the_list_beats_a_tournament_with_that_number_as_its_name(club: Club) -> None:
    await opened(club, name="Winter")
    await opened(club, name="1")
    offered = await club.eve.autocomplete(club.channel, "rummy-admin tournament cancel", "tournament", "winter")
    done = await said(club, club.eve.slash(club.channel, "rummy-admin tournament cancel", tournament=offered[0][1]))
    assert "The tournament Winter is canceled" in done.text


async def test_forged_and_stale_clicks_are_answered_and_change_nothing(club: Club) -> None:
    await drawn(club, club.ala, club.bob)
    shown_before = message_of(club).text
    for forged in (
        "l1:fx-join", "l1:fx-join:1", "l1:fx-join:99", "l1:fx-play:1:99", "l1:fx-play:1", "l1:fx-day:1:7",
        "l1:fx-day:1:0", "l1:fx-table:1:50", "l1:fx-table:1:-1", "l1:fx-leave:1", "l1:fx-see:1", "l1:fx-enter:0",
        "l1:fx-out:1", "l1:fx-x:1",
    ):  # fmt: skip
        answer = await said(club, club.cyd.forge(message_of(club), forged))
        assert answer.ephemeral, forged
    for values in (["x"], ["99"], [], ["1", "1"]):
        assert (await said(club, club.cyd.forge(message_of(club), "l1:fx-see:1", values=values))).ephemeral
    other = club.standin.add_guild("Other")
    channel = other.add_channel("rummy")
    other.join(club.ala)
    await club.ala.slash(channel, "tournament fixtures")
    answer = await said(club, club.ala.forge(private_of(club.ala, channel), "l1:fx-leave:1"))
    assert answer.text == TournamentReason.GONE.format(**MENTIONS)
    assert message_of(club).text == shown_before


async def test_a_message_deleted_by_a_moderator_is_posted_again(club: Club) -> None:
    await opened(club, club.ala)
    club.standin.delete_message(shown(club, "Join"))
    await club.bob.slash(club.channel, "tournament join")
    await club.standin.until(lambda: club.public("Join") is not None)
    await club.standin.until(lambda: "Ala and Bob" in shown(club, "Join").text)


def shown(club: Club, label: str) -> SeenMessage:
    """Return the newest public message with a button."""
    found = club.public(label)
    assert found is not None
    return found


def again(club: Club, message: SeenMessage) -> SeenMessage:
    """Return the current state of a message."""
    return next(one for one in club.eve.sees(club.channel) if one.id == message.id)


def private_of(person: Person, channel: Channel) -> SeenMessage:
    """Return the newest private message to a user in a channel."""
    return [message for message in person.sees(channel) if message.ephemeral][-1]


async def test_a_table_opens_in_allowed_channels_or_in_the_tournaments_channel(club: Club) -> None:
    pair = await drawn(club, club.ala, club.bob)
    allowed, wrong = club.guild.add_channel("tables"), club.guild.add_channel("talk")
    await club.eve.slash(club.channel, "rummy-admin channels", add=allowed)
    panel = await said(club, pair[0].slash(wrong, "tournament fixtures"))
    refused = await said(club, pair[0].click(label_of(pair), message=panel))
    assert f"<#{allowed.id}>" in refused.text
    assert f"<#{club.channel.id}>" in refused.text
    seated = await said(club, pair[0].click(MINE, message=message_of(club)))
    assert "as soon as you've both joined" in seated.text
