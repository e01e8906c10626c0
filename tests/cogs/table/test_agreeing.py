"""Agreements at a table: a live game is paused or called off once all people at it agree, also across a restart."""

import sqlite3
from pathlib import Path

from bot.playground import Person, SeenMessage
from tests.cogs.answered import said
from tests.end_to_end.club import Club, open_club

HOUR = 3_600_000
PAUSE, OFF = "Pause this game", "Call this game off"


async def more(club: Club, person: Person) -> SeenMessage:
    """Open the screen behind *More* of the table."""
    return await said(club, person.click("More", message=club.public("More")))


def asked(club: Club) -> str:
    """Return the public lines that say who has agreed to something."""
    return "\n".join(line for line in club.newest().text.splitlines() if PAUSE in line or OFF in line)


def stored(club: Club) -> tuple[str, str, int | None, int | None]:
    """Return the stored pace and status of the table, the time per turn, and the deadline."""
    with sqlite3.connect(club.file) as connection:
        row = connection.execute("SELECT pace, status, turn_ms, deadline FROM tables").fetchone()
    found: tuple[str, str, int | None, int | None] = row
    return found


async def test_a_live_game_is_paused_once_all_people_agree_and_a_restart_keeps_their_answers(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club:
        async with club.running():
            await club.table("basic", players=3, pace="live")
            assert stored(club)[0] == "live"
            screen = await more(club, club.ala)
            assert {"Pause", "Call it off"} <= set(screen.labels)
            agreed = await said(club, club.ala.click("Pause", message=screen))
            assert "Not yet: ② Bob and ③ Cyd" in agreed.text
            await club.standin.until(lambda: "Agreed: ① Ala · Not yet: ② Bob and ③ Cyd" in asked(club))
            twice = next(one.custom_id for one in screen.buttons if one.label == "Pause")
            assert not (await club.ala.forge(agreed, twice)).failed  # she has agreed already
            screen = await more(club, club.ala)
            assert {"Call it off", "Play on"} <= set(screen.labels)
            assert "Pause" not in screen.labels
            await said(club, club.ala.click("Play on", message=screen))
            await club.standin.until(lambda: not asked(club))
            for person in (club.ala, club.bob):
                await said(club, person.click("Pause", message=await more(club, person)))
            await club.standin.until(lambda: "Not yet: ③ Cyd" in asked(club))
        async with club.running():
            await said(club, club.cyd.click("My hand", message=club.public("My hand")))
            await club.standin.until(lambda: "Not yet: ③ Cyd" in asked(club))
            done = await said(club, club.cyd.click("Pause", message=await more(club, club.cyd)))
            assert "this is a slow game now" in done.text
            pace, status, turn, deadline = stored(club)
            assert (pace, status, turn) == ("slow", "playing", 24 * HOUR)
            assert deadline is not None
            assert 23 * HOUR < deadline - club.now() <= 24 * HOUR
            await club.standin.until(lambda: not asked(club))
            assert "Pause" not in (await more(club, club.ala)).labels
            refused = await club.ala.forge(await more(club, club.ala), twice)
            assert refused.message is not None
            assert "Only live games can be paused" in refused.message.text
            for person in (club.ala, club.bob, club.cyd):
                await said(club, person.click("Call it off", message=await more(club, person)))
            await club.standin.until(lambda: "Closed without a result" in club.newest().text)
            assert stored(club)[1] == "over"


async def test_computers_have_no_say_and_a_player_who_left_neither(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club, club.running():
        await club.table("basic", players=3, pace="live", computers=1)
        for person in (club.ala, club.bob):
            await said(club, person.click("Call it off", message=await more(club, person)))
        await club.standin.until(lambda: "Not yet: ④ Cyd" in asked(club))
        sure = await said(club, club.bob.click("Resign", message=await more(club, club.bob)))
        await said(club, club.bob.click("Leave the game", message=sure))
        await club.standin.until(lambda: "Agreed: ① Ala · Not yet: ④ Cyd" in asked(club))
        await said(club, club.cyd.click("Call it off", message=await more(club, club.cyd)))
        await club.standin.until(lambda: "Closed without a result" in club.newest().text)
