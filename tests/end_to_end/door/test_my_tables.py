"""`/rummy mine` lists a person's tables everywhere; *Next table* leads from one to the next."""

from tests.end_to_end.club import Club
from tests.playground.spec import spec_faults


async def test_my_tables_on_two_servers_and_in_practice(club: Club) -> None:
    async with club.running():
        nothing = await club.ala.slash(club.channel, "rummy mine")
        assert "You aren't at any table." in nothing.text
        await club.table(pace="slow")
        other = club.standin.add_guild("Café", locale="en-US")
        other.join(club.ala)
        away = other.add_channel("cards")
        await club.standin.until(lambda: "rummy new" in club.ala.commands(away))
        lobby = await club.ala.slash(away, "rummy new", variant="german")
        assert lobby.message is not None
        await club.ala.slash(club.channel, "rummy practice", level="easy")
        await club.settled()
        mine = await club.ala.slash(club.ala.direct_channel, "rummy mine")
        assert mine.message is not None
        for part in ("Club, #rummy", "Café, #cards", "Not started yet", "practice against", "go to table"):
            assert part in mine.text, part
        assert f"https://discord.com/channels/{other.id}/{away.id}" in mine.text
        assert "Bob" not in (await club.eve.slash(club.channel, "rummy mine")).text
        carried_on = await club.ala.click("Continue Gin", message=mine.message)
        assert "Jasper" in carried_on.text
        assert spec_faults(club.standin.requests) == []


async def test_next_table_leads_to_the_table_that_waits_longest(club: Club) -> None:
    async with club.running():
        await club.table(pace="slow")
        first = await club.turn()
        rival = club.after(first)
        waiting = club.panel(rival)
        assert "Next table" in waiting.labels
        assert "Next table" not in club.panel(first).labels, "it's offered after the move only"
        none = await rival.click("Next table", message=waiting)
        assert "not your turn at any other table" in none.text
        back = await rival.click("My hand", message=none.message)
        assert "Waiting for" in back.text
        assert back.message is not None
        await rival.slash(club.channel, "rummy practice")
        await club.settled()
        mine = await rival.slash(club.channel, "rummy mine")
        assert mine.message is not None
        if "Next table" in mine.message.labels:  # the computer may have the first turn, and then it has moved
            following = await rival.click("Next table", message=mine.message)
            assert "Jasper" in following.text
        own = await first.slash(club.channel, "rummy mine")
        assert "**Your turn** · Gin" in own.text
        linked = await first.click("Next table", message=own.message)
        assert linked.message is not None
        assert linked.message.labels == ("Go to table",)
        assert spec_faults(club.standin.requests) == []
