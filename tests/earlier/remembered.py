"""A club as an earlier version left it: its database, channels, people and messages."""

import json
import re
import time
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from bot.playground import NO_LIMITS, Channel, Person, StandIn
from bot.playground.answers import Answer
from bot.playground.interactions import AnswerKind
from bot.playground.places import open_channel
from bot.playground.state import EPHEMERAL, V2, ChannelKind, Member, StoredMessage, User
from bot.playground.validate import components_in
from tests.earlier.kept import database_of, rows_of
from tests.end_to_end.club import Club

_LONG: Final = re.compile(r"(?<![0-9a-f])[0-9]{6,}(?![0-9a-f])")
LOBBY: Final[Mapping[str, Any]] = {"status": "lobby"}
BEGUN: Final = "begun"
"""The status of a table whose game began after the recording. Its cards are random, so moves can't be compared."""


NEXT_TABLE: Final = "l1:next-table"
"""The beginning of the button that leads a player to their next table, where another one is on turn."""


class Remembered(Club):
    """The earlier club, in addition to the empty one that `Club` creates. Use `open_remembered` to open it."""

    def __init__(self, standin: StandIn, folder: Path, screens: Mapping[str, Any]) -> None:
        super().__init__(standin, folder)
        world = standin._world
        self.guild = standin.add_guild(screens["guild"]["name"], guild_id=screens["guild"]["id"])
        self.members: dict[int, Person] = {}
        for about in screens["people"]:
            user = world.users[about["id"]] = User(about["id"], about["name"])
            self.members[user.id] = Person(world, standin._interactions, user)
            self.guild.state.members[user.id] = Member(user, about["permissions"], world.now())
        for about in screens["channels"]:
            parent = world.channels[about["parent"]] if about["parent"] else None
            open_channel(world, Channel(about["id"], about["name"], about["kind"], self.guild.state, parent))
        self.messages = {about["id"]: self._shown(about) for about in screens["messages"]}
        self.before = self._tables = self._read()
        """The tables as the earlier version left them, by id."""
        self.outsiders = tuple(one.id for one in self.members.values() if one.name == "Eve")
        self._answered: StoredMessage | None = None

    def _shown(self, about: Mapping[str, Any]) -> StoredMessage:
        """Post a message again in its channel, with only its buttons and selects."""
        world = self.standin._world
        channel = world.channels.get(about["channel"])
        reader = None if about["reader"] is None else world.users[about["reader"]]
        if channel is None:
            user = world.users[about["direct"]]
            channel = world.channels[about["channel"]] = Channel(
                about["channel"], user.name, ChannelKind.DIRECT, recipient=user
            )
        flags = V2 | (EPHEMERAL if reader else 0)
        rows = [{"type": 1, "components": [part]} for part in about["parts"]]
        message = StoredMessage(
            about["id"], channel, self.standin.bot, world.now(), reader, flags=flags, components=rows
        )
        channel.messages[message.id] = message
        return message

    def tables(self) -> dict[int, dict[str, Any]]:
        """Read all tables. A game that began after the recording has the status `BEGUN`, whether running or over."""
        found = self._read()
        for number, table in found.items():
            if self.before.get(number, LOBBY)["status"] == "lobby" and table["status"] in ("playing", "over"):
                table["status"] = BEGUN
        return found

    def _read(self) -> dict[int, dict[str, Any]]:
        """Read the status, settings, seats and log of every table, by id."""
        seats: dict[int, list[str]] = {}
        for table, user, level in rows_of(self.file, 'SELECT table_id, "user", level FROM seats ORDER BY 1, seat'):
            seats.setdefault(table, []).append(level or ("former" if user < 0 else str(user)))
        lines: dict[int, list[str]] = {}
        for table, _, seat, text, _ in self.log():
            lines.setdefault(table, []).append(f"{seat} {text}")
        columns = "id, status, variant, options, pace, manner, invited"
        return {
            row[0]: dict(zip(columns.split(", ")[1:], row[1:], strict=True))
            | {"seats": seats.get(row[0], []), "log": lines.get(row[0], [])}
            for row in rows_of(self.file, f"SELECT {columns} FROM tables ORDER BY id")  # noqa: S608 - names of ours
        }

    async def click(self, click: Mapping[str, Any]) -> dict[str, Any]:
        """Make a click that was made with the earlier version. Return its answer and changes.

        If ``message`` is None, click on the answer to the previous click. With ``fields``, submit a modal.
        """
        who = self.members[click["who"]]
        message = self._answered if click["message"] is None else self.messages[click["message"]]
        assert message is not None
        assert not message.gone, "the message is gone"
        answer = await self._sent(who, message, click)
        assert not answer.failed, answer.notice
        await self.settled()
        before, self._tables = self._tables, self.tables()
        return self._told(answer) | self._changed(before)

    async def _sent(self, who: Person, message: StoredMessage, click: Mapping[str, Any]) -> Answer:
        custom_id, fields = click["custom_id"], click.get("fields")
        if fields is not None:
            return await who.forge_modal(self._seen(message), custom_id, fields)
        return await who.forge(self._seen(message), custom_id, values=click.get("values"))

    def _seen(self, message: StoredMessage) -> Any:  # noqa: ANN401 - only its ids are used
        return next(one for one in self.standin.messages(message.channel) if one.id == message.id)

    def _told(self, answer: Answer) -> dict[str, Any]:
        """Return an answer as JSON: a modal, or whether it's private, the ids of its components, and its first line."""
        assert answer.interaction is not None
        if answer.kind is AnswerKind.MODAL:
            assert answer.interaction.modal is not None
            modal = answer.interaction.modal
            fields = [part["component"]["custom_id"] for part in modal["components"] if "component" in part]
            return {"answer": "modal", "custom_id": modal["custom_id"], "fields": fields}
        shown = [*answer.interaction.followups.values(), answer.interaction.original]
        there = [message for message in shown if message is not None and not message.gone]
        if not there:
            return {"answer": "nothing"}
        self._answered = there[-2] if len(there) > 1 else there[-1]
        seen = self._seen(self._answered)
        ids = {part.custom_id for part in (*seen.buttons, *seen.selects) if part.custom_id}
        return {
            "answer": "private" if seen.ephemeral else "public",
            "ids": sorted(self._steady(one) for one in self.sure(ids)),
            "text": _LONG.sub("#", seen.text.partition("\n")[0]),
        }

    def _changed(self, before: Mapping[int, Mapping[str, Any]]) -> dict[str, Any]:
        """Return the changes at the tables since the last click, as JSON."""
        changed = {}
        for table, now in self._tables.items():
            was: Mapping[str, Any] = before.get(table, {"log": []})
            news = {name: value for name, value in now.items() if name != "log" and value != was.get(name)}
            log = now["log"][len(was["log"]) :]
            if log and not self._by_lot(f"r1:{table}:"):
                news["log"] = log
            if news:
                changed[str(table)] = news
        return {"changed": changed}

    def answered_parts(self) -> list[dict[str, Any]]:
        """List the enabled components of the answer to the last click."""
        assert self._answered is not None
        parts = components_in(self._answered.components)
        return [part for part in parts if part.get("custom_id") and not part.get("disabled")]

    def _steady(self, custom_id: str) -> str:
        """Return a custom id without the time that makes it unique."""
        return _LONG.sub(lambda found: found[0] if int(found[0]) in self.members else "#", custom_id)

    def sure(self, ids: Iterable[str]) -> list[str]:
        """Return the custom ids that don't depend on the cards of a game that began after the recording."""
        return [one for one in ids if not self._by_lot(one)]

    def _by_lot(self, custom_id: str) -> bool:
        """Return whether a custom id is of a game that began after the recording, whose cards are others now."""
        kind, table, *_ = custom_id.split(":")
        if kind != "r1":
            kind, table = custom_id.rsplit(":", 1)
            if kind != NEXT_TABLE:
                return False
        return bool(self._tables.get(int(table), LOBBY)["status"] == BEGUN)


@asynccontextmanager
async def open_remembered(made: Path, folder: Path) -> AsyncIterator[Remembered]:
    """Open the club as the earlier version left it, with the clock of that time. Start the bot afterward.

    The clock runs slower than real time, so that answers aren't too late on a busy machine.
    """
    database_of(made, folder)
    screens = json.loads((made / "screens.json").read_text("utf-8"))
    began = time.monotonic()
    async with StandIn(
        limits=NO_LIMITS, clock=lambda: screens["now"] / 1000 + (time.monotonic() - began) / 4
    ) as standin:
        yield Remembered(standin, folder, screens)
