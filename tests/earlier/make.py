"""Record the database and the messages of the current version: ``python -m tests.earlier.make FOLDER``.

Name the folder after the month. Six people play with the real bot on the stand-in until every table of the schema has
rows. The folder then contains the database as SQL (``database.sql``) and all messages with buttons (``screens.json``).
``python -m tests.earlier.answers FOLDER`` adds the answers. The ids are different in each run.
"""

import asyncio
import json
import random
import sqlite3
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bot.playground import MEMBER, NO_LIMITS, Channel, Permission, Person, SeenMessage, StandIn
from bot.playground.seeing import see
from bot.playground.state import StoredMessage
from bot.playground.validate import components_in
from bot.program.cli.guests import Guest, guest_for
from bot.rummy.codes import code_for
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from tests.cogs.answered import said
from tests.data.fresh import ready_file
from tests.end_to_end.club import TEXTS, Club
from tests.end_to_end.server import tournaments as leagues
from tests.end_to_end.server.evenings import counted, quick_game

BEGIN = 1_794_765_600
"""15 November 2026, 18:00 UTC."""
WINTER, CUP, OLD = "Winter league", "Cup", "Opening league"


class Evening(Club):
    """A club that plays in many channels at once; guests look only at the current one."""

    def guests(self, seed: int) -> list[Guest]:
        kind = guest_for(self.variant)
        return [kind(one, TEXTS, random.Random(f"{seed} {one.name}"), self.channel) for one in self.players]

    def go(self, name: str) -> Channel:
        """Create a channel, and make it the current one."""
        self.channel = self.guild.add_channel(name)
        return self.channel

    async def tell(self, who: Person, command: str, **asked: Any) -> None:  # noqa: ANN401 - any values of options
        """Type a slash command, and wait for its answer."""
        await said(self, who.slash(self.channel, command, wait=True, **asked))
        await self.settled()

    async def admin(self, command: str, **asked: Any) -> None:  # noqa: ANN401 - as above
        await self.tell(self.eve, f"rummy-admin {command}", **asked)

    async def click(self, who: Person, *labels: str) -> None:
        """Click buttons one after the other, each the newest with its label in this channel."""
        for label in labels:
            message = next(one for one in reversed(who.sees(self.channel)) if any(map(label.__eq__, one.labels)))
            assert not (await who.click(label, message=message)).failed
            await self.settled()

    async def until(self, lines: int, seed: int = 1) -> None:
        """Play until the log of the newest table has a number of lines."""
        table = max(row[0] for row in self.rows("SELECT id FROM tables"))
        await self.play(seed, lambda: sum(line[0] == table for line in self.log()) >= lines)
        await self.settled()

    async def until_shown(self, *actions: str, seed: int = 1) -> None:
        """Play until one of the players is offered one of these actions."""

        def offered() -> bool:
            panels = [guest.panel() for guest in self.guests(0)]
            ids = [button.custom_id for panel in panels if panel for button in panel.buttons if not button.disabled]
            return any(f":{action}:" in one for action in actions for one in ids)

        await self.play(seed, offered)
        await self.settled()

    def panel(self, person: Person) -> SeenMessage:
        """Return the newest message in this channel that shows a person's hand."""
        (guest,) = [guest for guest in self.guests(0) if guest.person is person]
        panel = guest.panel()
        assert panel is not None
        return panel

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        with sqlite3.connect(f"file:{self.file}?mode=ro", uri=True) as connection:
            found = connection.execute(query).fetchall()
        connection.close()
        return found


def rules(variant: str, **changes: object) -> str:
    return code_for(options_for(Variant(variant), changes))


async def settings(club: Evening, fay: Person) -> None:
    """Set people's preferences, server settings and presets."""
    await club.admin("defaults", variant="gin", meetings=10)
    await club.admin("pace", slow_to=72, live_from=30)
    await club.tell(club.bob, "me notifications", where="channel", quiet_from="22:00", quiet_to="7:30", zone="UTC")
    await club.tell(club.cyd, "me notifications", where="none")
    await club.tell(fay, "me notifications", where="direct")
    assert club.bot is not None
    for name, variant, changes, who in (
        ("House", "german", {"claim": True, "rounds": 5}, club.ala),
        ("Short gin", "gin", {"deals": 2}, club.bob),
        ("Fay's own", "oklahoma", {"target": 150}, fay),
    ):
        options = options_for(Variant(variant), changes)
        await club.bot.stores.servers.save_preset(club.guild.id, name, options, who.id, club.now())


async def finished(club: Evening, fay: Person) -> None:
    """Finish games: played to the end, resigned, closed, voided, against a computer, before and during seasons."""
    for number, (name, variant, players, changes) in enumerate(
        (
            ("finished-gin", "gin", 2, {"deals": 2}),
            ("finished-oklahoma", "oklahoma", 2, {"deals": 1}),
            ("finished-remik", "remik", 2, {"deals": 1}),
            ("finished-basic", "basic", 3, {"target": 10}),
            ("finished-german", "german", 3, {"rounds": 1, "claim": True, "no_initial_meld": True}),
            ("finished-training", "german", 2, {"rounds": 1, "training": True}),
        )
    ):
        club.go(name)
        await club.table(variant, players=players, rules=rules(variant, **changes))
        await club.game_over(number)
        await counted(club)
        if number == 1:
            await club.admin("season start", name="Autumn")
    club.go("finished-hollywood")
    await club.table("hollywood")
    await club.until(12)
    await club.click(club.bob, "More", "Resign", "Resign")
    club.go("finished-closed")
    await club.table("gin")
    await club.until(8)
    await club.admin("close")
    club.go("finished-with-fay")
    await quick_game(club, club.channel, fay, club.ala, 7)
    await quick_game(club, club.go("finished-with-fay-2"), club.dan, fay, 8)
    await counted(club)
    await club.admin("void", game="2", reason="they agreed")
    await club.admin("void", game="3")
    await club.admin("restore", game="3")
    club.standin.advance(60)
    await club.admin("season end")
    club.standin.advance(60)
    await club.admin("season start", name="Winter")
    club.go("finished-computer")
    await club.table("gin", players=1, computers=1, level="easy", rules=rules("gin", deals=1))
    await club.game_over(3)
    await quick_game(club, club.go("finished-winter"), club.ala, club.cyd, 11)
    await quick_game(club, club.go("finished-winter-2"), club.dan, club.bob, 12)
    await counted(club)


async def league(club: Evening, name: str, form: str, people: list[Person]) -> None:
    """Open a tournament, let people join, and draw it."""
    club.go(name.lower().replace(" ", "-"))
    await club.admin("league open", name=name, format=form, pace="none", rules=rules("gin", deals=1), hours=72)
    await club.shown("Join")
    for person in people:
        await said(club, person.click("Join", message=club.public("Join")))
    await club.settled()
    await club.admin("league draw", league=name)
    await club.shown(leagues.MINE)


async def all_leagues(club: Evening, fay: Person) -> None:
    """Create tournaments: one that is over, a running round robin, a running knock-out, and one before its draw."""
    four = [club.ala, club.bob, club.cyd, club.dan]
    await league(club, OLD, "single", [club.ala, club.bob, fay])
    named = {person.name: person for person in (*four, fay)}
    while club.public(leagues.MINE) is not None:
        winner, loser = pairs(club)[0]
        await leagues.resign(club, named[winner], named[loser])
        await counted(club)
    waiting = []
    for name, form in ((WINTER, "double"), (CUP, "knockout")):
        await league(club, name, form, four)
        first, second = pairs(club)[:2]
        await leagues.resign(club, named[first[0]], named[first[1]])
        waiting.append((club.channel, named[second[0]], named[second[1]]))
    (club.channel, one, other), (cup, early, _) = waiting
    await leagues.sit_down(club, one, other)
    club.channel = cup
    await said(club, early.click(leagues.MINE, message=leagues.message_of(club)))
    await club.settled()
    club.go("joining-league")
    await club.admin("league open", name="Spring league", variant="german")
    await club.shown("Join")
    await said(club, club.dan.click("Join", message=club.public("Join")))


def pairs(club: Evening) -> list[list[str]]:
    """List the pairs that have a button on the newest message of a tournament."""
    return [label.split(" – ") for label in leagues.message_of(club).labels if " – " in label]


async def lobbies(club: Evening) -> None:
    """Open lobbies: a plain one, with a reserved seat, with house rules, with computers, and a canceled one."""
    club.go("lobby-gin")
    await club.lobby("gin", pace="live")
    await club.ala.slash(club.go("lobby-invited"), "rummy new", variant="gin", opponent=club.cyd, pace="slow")
    await club.settled()
    club.go("lobby-german")
    await club.lobby("german", players=3, rules="House", computers=1, level="hard", pace="slow")
    await club.click(club.ala, "House rules")
    club.go("lobby-basic")
    await club.open("basic", players=2, rules=rules("basic", one_meld_per_turn=True))
    club.go("lobby-canceled")
    await club.open("oklahoma", players=1)
    await club.click(club.ala, "Cancel")


async def playing(club: Evening, fay: Person) -> None:
    """Start games and leave them in many phases; one is paused because its channel was deleted."""
    club.go("gin-upcard")
    await club.table("gin", pace="slow")
    for name, variant, players, lines, changes in (
        ("gin-draw", "gin", 2, 12, {"deals": 3}),
        ("gin-discard", "gin", 2, 15, {"undercut_bonus": 10}),
        ("oklahoma", "oklahoma", 2, 9, {}),
        ("remik", "remik", 2, 20, {}),
        ("hollywood", "hollywood", 2, 33, {}),
        ("basic-draw", "basic", 3, 10, {}),
        ("basic-lay", "basic", 4, 13, {}),
        ("german-draw", "german", 4, 16, {}),
        ("german-late", "german", 2, 60, {"no_initial_meld": True, "joker_rule": True}),
    ):
        club.go(name)
        await club.table(variant, players=players, rules=rules(variant, **changes))
        await club.until(lines)
    club.go("gin-knock")
    await club.table("gin", rules=rules("gin", deals=3))
    await club.until_shown("knock")
    club.go("gin-between-deals")
    await club.table("gin", rules=rules("gin", deals=3))
    await club.play(5, lambda: club.public("Next deal") is not None)
    club.go("german-staged")
    await club.table("german", players=3, rules=rules("german", no_initial_meld=True))
    await club.until_shown("undo")
    club.go("german-claim")
    await club.table("german", players=3, rules="House")
    await club.until_shown("claim")
    club.go("gin-computer")
    await club.table("gin", players=1, computers=1, level="normal", pace="live")
    await club.until(6)
    await club.click(club.ala, "More")
    club.go("basic-with-fay")
    club.variant, club.players = Variant.BASIC, [club.dan, fay, club.cyd]
    await club.dan.slash(club.channel, "rummy new", variant="basic", pace="none")
    await club.shown("Join")
    for person in club.players[1:]:
        await club.click(person, "Join")
    await club.click(club.dan, "Start")
    await club.open_hands()
    await club.until(5)
    club.go("to-be-deleted")
    await club.table("gin", pace="slow")
    await club.until(5)
    club.guild.remove_channel(club.channel)
    await club.settled()


async def panels(club: Evening) -> None:
    """Open private messages other than hands: statistics, settings, menus, replays."""
    club.channel = club.guild.add_channel("desk")
    for person, command in (
        *((club.ala, f"league {page}") for page in ("standings", "history", "profile", "fixtures")),
        (club.ala, "me data delete"), (club.ala, "me notifications"), (club.eve, "rummy-admin setup"),
        (club.eve, "rummy-admin log"), (club.bob, "rummy rules"),
    ):  # fmt: skip
        await club.tell(person, command)
    await club.tell(club.ala, "league versus", member=club.bob)
    for name, person, label in (
        ("gin-draw", club.ala, "More"),
        ("gin-discard", club.bob, "More"),
        ("german-draw", club.bob, "More"),
        ("finished-gin", club.ala, "Replay"),
    ):
        club.channel = next(one for one in club.guild.state.channels.values() if one.name == name)
        await club.click(person, label)
    club.channel = next(one for one in club.guild.state.channels.values() if one.name == "german-draw")
    club.variant = Variant.GERMAN
    sort = next(button for button in club.panel(club.ala).buttons if ":sort:" in button.custom_id)
    await said(club, club.ala.click(sort.custom_id, message=club.panel(club.ala)))
    club.channel = next(one for one in club.guild.state.channels.values() if one.name == "finished-gin")
    await club.tell(club.bob, "rummy record")
    await club.tell(club.bob, "rummy verify")


def screens(club: Evening, people: list[Person]) -> dict[str, Any]:
    """Return the people, the channels, and every existing message with a button or select, as JSON."""
    channels = club.guild.state.channels.values()
    direct = [person.direct_channel for person in people]
    return {
        "now": int(club.standin.now() * 1000),
        "guild": {"id": club.guild.id, "name": club.guild.state.name},
        "channels": [
            {"id": one.id, "name": one.name, "kind": one.kind, "parent": one.parent and one.parent.id}
            for one in channels
        ],
        "people": [
            {"id": one.id, "name": one.name, "permissions": club.guild.state.members[one.id].permissions}
            for one in people
        ],
        "messages": [
            described(message)
            for channel in (*channels, *direct)
            for message in channel.messages.values()
            if see(message).buttons or see(message).selects
        ],
    }


def described(message: StoredMessage) -> dict[str, Any]:
    """Return a message as JSON: its text, and its buttons and selects as Discord returns them."""
    parts = [part for part in components_in(message.components) if "custom_id" in part]
    return {
        "id": message.id,
        "channel": message.channel.id,
        "reader": message.owner and message.owner.id,
        "direct": message.channel.recipient and message.channel.recipient.id,
        "text": see(message).text,
        "parts": [{name: value for name, value in part.items() if name != "id"} for part in parts],
    }


def written(seen: dict[str, Any]) -> str:
    """Format the messages as JSON, with a line per channel, person and message."""
    lines = []
    for name, value in seen.items():
        one_a_line = ",\n".join(json.dumps(one, ensure_ascii=False) for one in value) if isinstance(value, list) else ""
        lines.append(f'"{name}": ' + (f"[\n{one_a_line}\n]" if one_a_line else json.dumps(value)))
    return "{\n" + ",\n".join(lines) + "\n}\n"


async def made(folder: Path, inside: Path) -> None:
    """Play, and write the database and the messages to the folder."""
    began = time.monotonic()
    await ready_file(inside)
    standin = StandIn(limits=NO_LIMITS, clock=lambda: BEGIN + time.monotonic() - began)
    async with standin:
        club = Evening(standin, inside)
        fay = club.guild.add_person("Fay")
        gus = club.guild.add_person("Gus", permissions=MEMBER | Permission.MANAGE_GUILD)
        people = [club.ala, club.bob, club.cyd, club.dan, club.eve, fay, gus]
        left = standin.add_guild("Left")
        async with club.running():
            left.remove_bots()
            for part in (settings(club, fay), finished(club, fay), all_leagues(club, fay), lobbies(club)):
                await part
            await playing(club, fay)
            await panels(club)
            await club.tell(fay, "me data delete")
            await club.click(fay, "Delete my data")
            await counted(club)
            seen = screens(club, people)
    (folder / "screens.json").write_text(written(seen), "utf-8")
    with sqlite3.connect(club.file) as connection:
        (folder / "database.sql").write_text("\n".join((*connection.iterdump(), "")), "utf-8")


if __name__ == "__main__":
    Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as inside:
        (Path(inside) / "bot").mkdir()
        asyncio.run(made(Path(sys.argv[1]), Path(inside) / "bot"))
