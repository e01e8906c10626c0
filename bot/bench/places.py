"""Where simulated people click in benchmarks: tables of gin, and the buttons of other bots."""

import asyncio
import random
from collections.abc import Iterable, Sequence
from typing import Final

from bot.bench.load import SentClick
from bot.bench.peers import CLICK, OPEN
from bot.playground import Channel, Guild, Person, SeenButton, SeenMessage, SeenSelect
from bot.program.cli.guests import Done, GinGuest
from bot.program.cli.guests.base import stamp_of
from bot.rummy.codes import code_for
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.text.catalogs import Catalogs

FOR_OTHERS: Final = ("pass", "discard", "knock", "next", "ready")
"""The actions in gin after which another player may do something else. After a draw or a take, nobody else may."""
DEALS: Final = 20
"""More deals than a benchmark plays, so that no game ends."""
_AT_ONCE: Final = 4
"""Tables that are opened at the same time."""
_TEXTS: Final = Catalogs().texts("en")


class GinTable:
    """A table with two players, who click what their screens offer. `opened_tables` opens it."""

    edits_later = True

    def __init__(self, people: Sequence[Person], place: Channel, chance: random.Random) -> None:
        self.channel = place.id
        self._place = place
        self._guests = [GinGuest(person, _TEXTS, chance, place) for person in people]
        self._ready = 0  # the progress at which the first player was ready for the next deal

    async def click(self) -> SentClick | None:
        """Make the next click that any player's screen offers, without waiting for its answer."""
        for guest in self._guests:
            done = await guest.act(wait=False)
            if done is not None:
                return self._sent(done)
        for guest in self._guests:
            done = await guest.go_on(wait=False)
            if done is not None:
                return self._sent(done)
        return None

    def _sent(self, done: Done) -> SentClick:
        """Return a guest's click. A move is one line of the log, which the next stamp counts."""
        before = int(done.stamp.partition(".")[0])
        if done.action == "ready" and self._ready != before:
            self._ready = before
            return SentClick(done.action, done.answer)  # the deal starts when the other player is ready as well
        return SentClick(done.action, done.answer, before + 1, done.action in FOR_OTHERS)

    def shown(self) -> tuple[int, int]:
        """Return the progress that the public messages show, and the least that any player's panel shows."""
        screens = [guest.person.sees(self._place) for guest in self._guests]
        public = _progress(message for message in screens[0] if not message.ephemeral)
        return public, min(_progress(message for message in screen if message.ephemeral) for screen in screens)


class PeerButton:
    """A button of one of the other bots."""

    edits_later = False

    def __init__(self, person: Person, message: SeenMessage) -> None:
        self.channel = message.channel_id
        self._person = person
        self._message = message

    async def click(self) -> SentClick | None:
        """Click the button, without waiting for the answer."""
        return SentClick(CLICK, await self._person.click(CLICK, message=self._message, wait=False))

    def shown(self) -> tuple[int, int]:
        """Return that nothing is to be seen."""
        return 0, 0


async def opened_tables(guild: Guild, count: int) -> list[GinTable]:
    """Open tables and both players' panels."""
    gate = asyncio.Semaphore(_AT_ONCE)

    async def opened(number: int) -> GinTable:
        async with gate:
            return await _opened_table(guild, number)

    return list(await asyncio.gather(*map(opened, range(count))))


async def posted_button(guild: Guild, number: int) -> PeerButton:
    """Post a button of one of the other bots."""
    channel = guild.add_channel(f"button-{number}")
    person = guild.add_person("Ala")
    await person.slash(channel, OPEN)
    return PeerButton(person, person.sees(channel)[-1])


async def _opened_table(guild: Guild, number: int) -> GinTable:
    channel = guild.add_channel(f"table-{number}")
    people = [guild.add_person(name) for name in ("Ala", "Bob")]
    host, other = people
    rules = code_for(options_for(Variant.GIN, {"deals": DEALS}))
    await host.slash(channel, "rummy new", variant="gin", opponent=other, rules=rules)
    await other.click("Join", channel=channel)
    await host.click("Start", channel=channel)
    for person in people:
        await person.click("My hand", channel=channel)
    return GinTable(people, channel, random.Random(number))  # noqa: S311 - people to measure with


def _progress(messages: Iterable[SeenMessage]) -> int:
    """Return the newest stamp in the custom ids of messages: how many lines of the log they show."""
    parts: list[SeenButton | SeenSelect] = []
    for message in messages:
        parts += (*message.buttons, *message.selects)
    return max((int(stamp_of(part).partition(".")[0] or 0) for part in parts), default=0)
