"""Nothing leads into a dead end: look-ups lead back to the hand, and `/rummy hand` finds games elsewhere."""

from collections import deque

import pytest

from bot.playground import Person, SeenMessage
from cogs.edge.custom_ids import TableAction, parse
from tests.cogs.answered import said
from tests.end_to_end.club import Club

BACK = ("My hand", "The table", "Back", "Keep playing")
"""The buttons that lead back: to the hand, to the table for spectators, to *More* in a lobby."""
A = TableAction
MOVES = {
    A.DRAW, A.TAKE, A.PASS, A.DISCARD, A.KNOCK, A.KNOCKS, A.CLAIM, A.PICK, A.ALL, A.STEP, A.LAY, A.LAYS, A.UNDO,
    A.THROW, A.SURE, A.TAKEBACK, A.SORT, A.HINT, A.HAND, A.READY, A.NEXT, A.BACK, A.NUDGE, A.AGREE, A.GO_ON,
    A.REMATCH, A.RESIGN, A.STAY, A.WAKE,
}  # fmt: skip
"""What changes the game, or shows the hand itself. Everything else in a panel looks something up."""
RARE = {A.MORE, A.RULES, A.RECORD, A.VERIFY, A.MOVES, A.DISCARDS, A.GIVE_UP, A.COACH, A.CONFIRM, A.DOWN}
"""What the walk has to find."""


def is_hand(message: SeenMessage) -> bool:
    """Return whether a panel shows the hand: its own order of the cards can be changed."""
    return "Sort" in "".join(message.labels) or "Your hand" in message.text


def look_ups(message: SeenMessage) -> list[str]:
    """Return the ids of a message's buttons that look something up."""
    asked = {button.custom_id: parse(button.custom_id) for button in message.buttons}
    return [one for one, found in asked.items() if found is not None and found.action not in MOVES]


async def back(club: Club, person: Person, message: SeenMessage) -> SeenMessage:
    """Press the buttons that lead back until the hand is there again; each leads nearer."""
    for _ in range(2):
        if is_hand(message):
            return message
        label = next((one for one in BACK if one in message.labels), None)
        assert label is not None, f"no way back from:\n{message}"
        message = await said(club, person.click(label, message=message))
    assert is_hand(message), message
    return message


async def walked(club: Club, person: Person, hand: SeenMessage) -> set[TableAction]:
    """Press every look-up that can be reached from a hand in up to three clicks, and return to it each time."""
    seen, found = set[tuple[str, str | None]](), set[TableAction]()
    paths = deque[tuple[str, ...]]((one,) for one in look_ups(hand))
    while paths:
        path = paths.popleft()  # the shortest first: a longer one may lead through a switch, whose id has changed since
        message = hand
        for custom_id in path:
            if custom_id not in {button.custom_id for button in message.buttons}:
                break  # such as the page of the rules that is shown
            message = await said(club, person.press(message.id, custom_id))
        else:
            asked = parse(path[-1])
            assert asked is not None
            found.add(asked.action)
            for one in look_ups(message) if len(path) < 3 else []:
                further = parse(one)
                if further is not None and (key := (further.action, further.argument)) not in seen:
                    seen.add(key)
                    paths.append((*path, one))
        hand = await back(club, person, message)
        await club.settled()  # a table that was posted again also updates the hand: that isn't the next click's answer
    return found


@pytest.mark.parametrize("variant", ["gin", "german"])
async def test_every_look_up_from_a_hand_leads_back_to_it(club: Club, variant: str) -> None:
    async with club.running():
        await club.table(variant, pace="slow")
        for person in (club.to_move(), club.waiting()):
            found = await walked(club, person, club.panel(person))
            assert found >= RARE


async def test_every_look_up_in_a_lobby_leads_back_to_more(club: Club) -> None:
    async with club.running():
        await club.lobby("german")
        more = await said(club, club.ala.click("More", message=club.newest()))
        for label in ("Rules", "Verify", "House rules", "Table settings", "Invite", "Remove"):
            shown = await said(club, club.ala.click(label, message=more))
            more = await said(club, club.ala.click("Back", message=shown))
            assert "Cancel table" in more.labels
        shown = await said(club, club.ala.click("Add computer", message=club.newest()))
        assert "Cancel table" in (await said(club, club.ala.click("Back", message=shown))).labels


async def test_the_hand_is_found_where_no_game_is_played(club: Club) -> None:
    async with club.running():
        await club.table("gin", pace="slow")
        quiet = club.guild.add_channel("quiet")
        hand = await said(club, club.ala.slash(quiet, "rummy hand"))
        assert hand.text.startswith("Your game is in another channel: ")
        assert is_hand(hand)
        await said(club, club.eve.slash(quiet, "rummy practice", variant="gin"))
        assert is_hand(await said(club, club.eve.slash(club.guild.add_channel("empty"), "rummy hand")))
        assert is_hand(await said(club, club.eve.slash(club.eve.direct_channel, "rummy hand")))
        assert "There's no table in this channel" in (await said(club, club.dan.slash(quiet, "rummy hand"))).text


async def test_several_games_are_listed_with_a_button_for_each(club: Club) -> None:
    async with club.running():
        await club.table("gin", pace="slow")
        first = club.channel
        club.channel = club.guild.add_channel("second")
        await club.table("german", pace="slow")
        await said(club, club.ala.slash(club.channel, "rummy practice", variant="basic"))
        quiet = club.guild.add_channel("quiet")
        listed = await said(club, club.ala.slash(quiet, "rummy hand"))
        assert "Choose a game" in listed.text
        practice, *_ = [label for label in listed.labels if label.startswith("Basic Rummy against ")]
        assert {*listed.labels} == {"Gin against Bob", "German Rummy against Bob", practice}
        hand = await said(club, club.ala.click("German Rummy against Bob", message=listed))
        assert is_hand(hand)
        assert is_hand(await said(club, club.ala.slash(first, "rummy hand"))), "the table of the channel comes first"


async def test_a_game_on_another_server_is_linked(club: Club) -> None:
    async with club.running():
        other = club.standin.add_guild("Elsewhere")
        channel, fay, gus = other.add_channel("rummy"), other.add_person("Fay"), other.add_person("Gus")
        await said(club, fay.slash(channel, "rummy new", variant="gin", opponent=gus, pace="slow"))
        await said(club, gus.click("Join", channel=channel))
        await said(club, fay.click("Start", channel=channel))
        shown = await said(club, fay.slash(fay.direct_channel, "rummy hand"))
        assert shown.labels == ("Gin against Gus",)
        assert shown.buttons[0].style == "link"
