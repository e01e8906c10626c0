"""Two players agree on the time of their fixture and are reminded of it, over the stand-in."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from bot.playground import Person, SeenMessage
from bot.text.catalogs import Catalogs
from bot.tournaments.meetings import LEAD
from bot.tournaments.values import TournamentReason
from tests.cogs.answered import said
from tests.end_to_end.club import Club, open_club
from tests.end_to_end.server.tournaments import MINE, message_of

MINUTE, HOUR = 60.0, 3600.0
WARSAW = ZoneInfo("Europe/Warsaw")


async def times(club: Club, person: Person) -> SeenMessage:
    """Open the screen on which a person agrees on a time."""
    return await said(club, person.click("Set a time", message=message_of(club)))


async def suggest(club: Club, person: Person, at: datetime, zone: str | None = None) -> SeenMessage:
    """Suggest a time, typed in a time zone or with the one that is filled in."""
    asked = await person.click("Suggest a time", message=await times(club, person))
    assert asked.modal is not None
    filled = {"Day": at.strftime("%Y-%m-%d"), "Time": at.strftime("%H:%M")}
    return await said(club, person.submit(filled if zone is None else {**filled, "Your time zone": zone}))


def told(person: Person, words: str) -> list[SeenMessage]:
    """Return the notifications of a person with these words."""
    return [ping for ping in person.pings if words in ping.text]


async def test_players_agree_on_a_time_in_their_own_zones_and_are_reminded_once(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club:
        async with club.running():
            await club.eve.slash(
                club.channel, "rummy-admin tournament open", name="Winter", pace="none", variant="gin", hours=48
            )
            await club.shown("Join")
            for person in (club.ala, club.bob):
                await person.slash(club.channel, "tournament join", tournament="Winter")
            await club.eve.slash(club.channel, "rummy-admin tournament draw", tournament="Winter")
            await club.shown(MINE)
            far = (datetime.fromtimestamp(club.now() // 1000, WARSAW).hour + 12) % 24  # nothing is sent in this hour
            quiet_from, quiet_to = str(far), str((far + 1) % 24)
            ask = club.ala.slash(
                club.channel,
                "me notifications",
                where="direct",
                quiet_from=quiet_from,
                quiet_to=quiet_to,
                zone="Europe/Warsaw",
            )
            await said(club, ask)

            start = datetime.fromtimestamp(club.now() // 1000, UTC).replace(second=0)
            first, second = start + timedelta(hours=20), start + timedelta(hours=6)
            late = await suggest(club, club.ala, (start + timedelta(days=3)).astimezone(WARSAW))
            assert late.text == TournamentReason.MEETING_TIME.value
            wrong = await suggest(club, club.bob, first, "Atlantis")
            assert "isn't a time zone" in wrong.text
            mine = await suggest(club, club.ala, first.astimezone(WARSAW))
            shown = f"<t:{round(first.timestamp())}:F>"
            assert f"You suggested {shown}" in mine.text
            await club.standin.until(lambda: f"Ala suggests {shown}" in message_of(club).text)
            club.standin.advance(MINUTE)
            await club.standin.until(lambda: told(club.bob, "suggests a time"))
            assert "Accept the time" not in (await times(club, club.ala)).labels
            seen = await times(club, club.bob)
            assert "Accept the time" in seen.labels
            await suggest(club, club.bob, second, "UTC")
            club.standin.advance(MINUTE)
            await club.standin.until(lambda: told(club.ala, "suggests a time"))
            assert told(club.ala, "suggests a time")[0].direct
            old = await said(club, club.bob.click("Accept the time", message=seen))
            assert old.text == Catalogs().texts("en").t(TournamentReason.MEETING_CHANGED.value)
            agreed = await said(club, club.ala.click("Accept the time", message=await times(club, club.ala)))
            shown = f"<t:{round(second.timestamp())}:F>"
            assert f"Agreed: {shown}" in agreed.text
            await club.standin.until(lambda: f"they play at {shown}" in message_of(club).text)
            club.standin.advance(second.timestamp() - club.standin.now() - LEAD / 1000 - 5 * MINUTE)
            await club.settled()
            assert not told(club.ala, "Reminder")
        async with club.running():
            for _ in range(5):
                club.standin.advance(2 * MINUTE)
                await club.settled()
            await club.standin.until(lambda: told(club.ala, "Reminder") and told(club.bob, "Reminder"))
            for _ in range(4):
                club.standin.advance(2 * MINUTE)
                await club.settled()
            for person in (club.ala, club.bob):
                [reminder] = told(person, "Reminder")
                assert shown in reminder.text
                assert reminder.direct is (person is club.ala)
