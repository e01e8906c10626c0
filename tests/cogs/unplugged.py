"""The whole program without a network: clicks come in as Discord's JSON, and what it would send is recorded.

It starts many times as fast as a club (`tests.end_to_end.club`), so fast tests can check guards along the real path.
"""

import asyncio
import hashlib
import json
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import discord
import pytest
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter
from pydantic import SecretStr

from bot.play.service import table_requests
from bot.play.service.table import Table
from bot.play.state.values import Pace
from bot.playground import Person, StandIn
from bot.playground.errors import JSON
from bot.playground.payloads import message_json, own_user_json
from bot.playground.seeing import see
from bot.playground.state import EPHEMERAL, Channel, StoredMessage
from bot.program.app import bot_for
from bot.program.serving import Remik
from bot.program.settings import Settings
from bot.rummy.families import Variant
from bot.rummy.options import Options, options_for
from tests.data.fresh import ready_file
from tests.end_to_end.club import NO_MEMBER_LIMITS

V2 = 1 << 15
"""The flag of messages with components of the second version."""


@dataclass(frozen=True)
class Sent:
    """A request that the program would have sent: the JSON of a message, and its files by name.

    ``reader`` is the person whose click's token it was sent with; None for messages in channels.
    """

    method: str
    path: str
    reader: Person | None
    body: JSON
    files: dict[str, bytes] = field(default_factory=dict)

    @property
    def is_answer(self) -> bool:
        """Whether this is the first answer to an interaction."""
        return self.path.endswith("/callback")

    @property
    def message(self) -> JSON:
        """The message in it; empty if there is none, as in a deferral."""
        found: JSON = self.body.get("data") or {} if self.is_answer else self.body
        return found

    @property
    def is_private(self) -> bool:
        """Whether it's an answer that only the actor sees."""
        return bool(self.message.get("flags", 0) & EPHEMERAL)

    @property
    def is_public(self) -> bool:
        """Whether it's a message in a channel."""
        return self.path.startswith("/channels/")

    @property
    def parts(self) -> list[JSON]:
        """All components, also nested ones."""
        return list(_nested(self.message.get("components", [])))

    @property
    def text(self) -> str:
        return "\n".join(part["content"] for part in self.parts if "content" in part)

    @property
    def ids(self) -> list[str]:
        """The custom ids of all components."""
        return [part["custom_id"] for part in self.parts if "custom_id" in part]

    @property
    def alts(self) -> dict[str, str | None]:
        """The alt text of each picture, as the list of attachments says."""
        listed = self.message.get("attachments", [])
        return {one["filename"]: one.get("description") for one in listed if "filename" in one}

    @property
    def gallery(self) -> dict[str, str | None]:
        """The alt text of each picture, as the component that shows it says."""
        shown = [part for part in self.parts if "media" in part]
        return {part["media"]["url"].removeprefix("attachment://"): part.get("description") for part in shown}


def _nested(found: Any) -> Iterator[JSON]:  # noqa: ANN401 - JSON
    for one in found if isinstance(found, list) else [found]:
        if isinstance(one, dict):
            yield one
            for value in one.values():
                if isinstance(value, list | dict):
                    yield from _nested(value)


class Clickers:
    """Two servers on a stand-in that nobody connects to, whose members click: ``ala`` and ``bob`` are in both."""

    def __init__(self, standin: StandIn) -> None:
        self.standin = standin
        self.guild, self.other = standin.add_guild("Club"), standin.add_guild("Other")
        self.channel, self.elsewhere = self.guild.add_channel("rummy"), self.other.add_channel("rummy")
        self.ala, self.bob, self.eve = (self.guild.add_person(name) for name in ("Ala", "Bob", "Eve"))
        for person in (self.ala, self.bob):
            self.other.join(person)
        self._clicks: list[JSON] = []
        self._clicked: dict[str, Person] = {}  # by token
        standin.world.emit = lambda _app, _guild, event, make: self._heard(event, make)

    def _heard(self, event: str, make: Callable[[], JSON]) -> None:
        if event == "INTERACTION_CREATE":
            self._clicks.append(make())

    async def payload(
        self,
        person: Person,
        custom_id: str,
        *,
        channel: Channel | None = None,
        private: bool = False,
        values: list[str] | None = None,
    ) -> JSON:
        """Return a click's JSON. It's on a message of the bot, which may be in any channel and have any custom id."""
        place, world = channel or self.channel, self.standin.world
        source = StoredMessage(world.new_id(), place, self.standin.bot, world.now(), flags=V2)
        if private:
            source.owner, source.flags = person.user, V2 | EPHEMERAL
        place.messages[source.id] = source
        await person.forge(see(source), custom_id, values=values, wait=False)
        self._clicked[self._clicks[-1]["token"]] = person
        return self._clicks.pop()

    async def command_payload(self, person: Person, command: str, **options: str | bool) -> JSON:
        """Return a slash command's JSON, from its words without the slash."""
        kinds = {str: 3, bool: 5}
        given: list[JSON] = [
            {"name": one, "type": kinds[type(value)], "value": value} for one, value in options.items()
        ]
        name, *words = command.split()
        for depth, word in reversed(list(enumerate(words))):
            given = [{"name": word, "type": 1 if depth == len(words) - 1 else 2, "options": given}]
        data = {"id": str(self.standin.world.new_id()), "name": name, "type": 1, "options": given}
        click = await self.payload(person, "none")
        del click["message"]
        return {**click, "type": 2, "data": data}

    def reply(self, route: Route) -> JSON:
        """Return what Discord replies: about the first answer to an interaction, or a message."""
        number = self.standin.world.new_id()
        if route.path.endswith("/callback"):
            return {"interaction": {"id": str(number), "type": 3, "response_message_id": str(number)}}
        return message_json(StoredMessage(number, self.channel, self.standin.bot, self.standin.now()))

    def log_in(self, client: discord.Client) -> None:
        """Let a client think that it's logged in, without a connection."""
        state = client._connection
        state.user = discord.ClientUser(state=state, data=own_user_json(self.standin.bot))  # type: ignore[arg-type]


class Unplugged(Clickers):
    """The program without a network. ``sent`` is what it sent, each with the number of moves stored by then."""

    def __init__(self, bot: Remik, standin: StandIn, file: Path) -> None:
        super().__init__(standin)
        self.log_in(bot.client)
        self.bot = bot
        self.sent: list[tuple[Sent, int]] = []
        self._file = file
        self._numbers = count(1)
        self._came = asyncio.Event()

    def record(self, route: Route, body: JSON, files: dict[str, bytes]) -> JSON | list[JSON]:
        """Record a request. Return what Discord would."""
        if route.method == "GET":
            return []
        sent = Sent(route.method, route.path, self._clicked.get(route.webhook_token or ""), body, files)
        self.sent.append((sent, len(self.log())))
        self._came.set()
        return self.reply(route)

    def log(self) -> list[str]:
        """Return the moves that are stored."""
        with closing(sqlite3.connect(f"file:{self._file}?mode=ro", uri=True)) as connection:
            return [text for (text,) in connection.execute("SELECT text FROM moves ORDER BY table_id, seq")]

    async def table(self, options: Options | None = None) -> Table:
        """Open a table of Ala and Bob in the channel, and start it."""
        table = await self.bot.games.tables.open(
            guild=self.guild.id,
            channel=self.channel.id,
            host=self.ala.id,
            name="Ala",
            options=options or options_for(Variant.GIN),
            pace=Pace.NONE,
            limits=None,
            interaction=next(self._numbers),
        )
        await table_requests.join(table, self.bob.id, "Bob", next(self._numbers))
        await table_requests.start(table, self.ala.id, next(self._numbers))
        return table

    async def deliver(self, payload: JSON) -> Sent:
        """Deliver an interaction as the gateway would. Return the program's first answer."""
        known = len(self.sent)
        self.bot.client._connection.parse_interaction_create(payload)  # type: ignore[arg-type]
        while not (answers := [one for one, _ in self.sent[known:] if one.is_answer]):
            self._came.clear()
            await self._came.wait()
        return answers[0]

    async def slash(self, person: Person, command: str, **options: str | bool) -> Sent:
        """Type a slash command, and return the program's first answer."""
        return await self.deliver(await self.command_payload(person, command, **options))

    async def click(self, person: Person, custom_id: str, **about: Any) -> Sent:  # noqa: ANN401 - those of `payload`
        """Click, and return the program's first answer."""
        return await self.deliver(await self.payload(person, custom_id, **about))


@asynccontextmanager
async def unplugged_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Unplugged]:
    """Run the program on a new database in a folder."""
    file, standin, limits = await ready_file(folder), StandIn(), dict[str, Any](NO_MEMBER_LIMITS)
    settings = Settings(token=SecretStr(standin.token), database_url=f"sqlite+aiosqlite:///{file}", **limits)
    async with bot_for(
        settings,
        edit_interval=0,
        hold=0,
        token=hashlib.sha256(b"Cards for tests").digest,
        clock=lambda: int(standin.now() * 1000),
        sleep=standin.sleep,
        pause=0,
        claim_delay=0,
    ) as bot:
        here = Unplugged(bot, standin, file)

        async def webhook(_: AsyncWebhookAdapter, route: Route, *_rest: object, **about: Any) -> object:  # noqa: ANN401
            return here.record(route, *_read(about.get("payload"), about.get("multipart")))

        async def request(route: Route, **about: Any) -> object:  # noqa: ANN401 - as the library's
            return here.record(route, *_read(about.get("json"), about.get("form")))

        monkeypatch.setattr(AsyncWebhookAdapter, "request", webhook)
        monkeypatch.setattr(bot.client.http, "request", request)
        yield here


def _read(payload: JSON | None, parts: list[dict[str, Any]] | None) -> tuple[JSON, dict[str, bytes]]:
    """Return the JSON and the files of a request."""
    body, files = payload or {}, dict[str, bytes]()
    for part in parts or ():
        if part["name"] == "payload_json":
            body = json.loads(part["value"])
        else:
            files[part["filename"]] = part["value"].read()
    return body, files
