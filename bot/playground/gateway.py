"""The gateway: sessions over websockets with zlib-stream, heartbeats, resuming with replay, shards, refusals."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import zlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from bot.playground.errors import JSON, ApiError
from bot.playground.limits import Limiter
from bot.playground.payloads import guild_create_json, member_json, own_user_json
from bot.playground.rough import Break, Fate
from bot.playground.state import Application, World

HEARTBEAT_MS = 41_250
BACKLOG = 500
"""The number of last events that a session keeps to replay them when the bot resumes."""
MAX_SESSIONS = 10
"""The number of disconnected sessions that are kept so that bots can resume them."""
STARTS = 1000
"""The number of IDENTIFYs allowed per day."""

_DISPATCH, _HEARTBEAT, _IDENTIFY, _RESUME, _RECONNECT, _MEMBERS, _INVALID, _HELLO, _ACK = (
    0, 1, 2, 6, 7, 8, 9, 10, 11,
)  # fmt: skip
_GUILDS, _GUILD_MEMBERS, _GUILD_MESSAGES, _DIRECT_MESSAGES = 1 << 0, 1 << 1, 1 << 9, 1 << 12
_MAX_INTENTS = 1 << 26


_NAMED = {2: "The bot identifies.", 6: "The bot resumes its session."}
"""What bots send that is worth watching, by op."""


class GatewayConnection:
    """A websocket. Messages are sent in order, compressed as one stream if the bot asked for that."""

    def __init__(self, socket: web.WebSocketResponse, *, compress: bool) -> None:
        self._socket = socket
        self._deflate = zlib.compressobj(1) if compress else None
        self._outgoing: asyncio.Queue[str | bytes | tuple[int, bytes]] = asyncio.Queue()

    def send(self, op: int, data: object = None, event: str | None = None, number: int | None = None) -> None:
        """Queue one gateway message."""
        self.send_text(json.dumps({"op": op, "d": data, "s": number, "t": event}))

    def send_text(self, text: str) -> None:
        """Queue a message that is already JSON text."""
        if self._deflate is None:
            self._outgoing.put_nowait(text)
        else:
            packed = self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
            self._outgoing.put_nowait(packed)

    def close(self, code: int, reason: str = "") -> None:
        """Close the websocket once all queued messages are sent."""
        self._outgoing.put_nowait((code, reason.encode()))

    async def pump(self) -> None:
        """Send queued messages until the websocket is closed."""
        while True:
            item = await self._outgoing.get()
            match item:
                case str():
                    await self._socket.send_str(item)
                case bytes():
                    await self._socket.send_bytes(item)
                case (code, reason):
                    await self._socket.close(code=code, message=reason, drain=False)
                    return


@dataclass(slots=True, eq=False)
class Session:
    """A gateway session, from IDENTIFY on: its shard, intents and numbered events.

    `connection` is None while the bot isn't connected.
    """

    id: str
    application: Application
    shard: int
    shards: int
    intents: int
    connection: GatewayConnection | None
    number: int = 0
    again: int = 0  # the number of events that the bot has received but gets once more when it resumes
    backlog: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=BACKLOG))

    def holds(self, guild_id: int | None) -> bool:
        """Return whether events of a guild (None: direct messages) belong to this shard."""
        return (0 if guild_id is None else (guild_id >> 22) % self.shards) == self.shard

    def wants(self, event: str, guild_id: int | None) -> bool:
        """Return whether the bot's intents include an event."""
        if event.startswith("MESSAGE_"):
            return bool(self.intents & (_DIRECT_MESSAGES if guild_id is None else _GUILD_MESSAGES))
        if event.startswith(("GUILD_", "CHANNEL_", "THREAD_")):
            return bool(self.intents & _GUILDS)
        return True

    def dispatch(self, event: str, data: object) -> None:
        """Send an event, and keep it for a replay when the bot resumes."""
        self.number += 1
        text = json.dumps({"op": _DISPATCH, "d": data, "s": self.number, "t": event})
        self.backlog.append((self.number, text))
        if self.connection is not None:
            self.connection.send_text(text)

    def replay(self, after: int) -> bool:
        """Send the events after a sequence number again. Return False if they can't be: the session is invalid then."""
        after, self.again = after - self.again, 0
        first = self.backlog[0][0] if self.backlog else self.number + 1
        if not first - 1 <= after <= self.number or self.connection is None:
            return False
        for number, text in self.backlog:
            if number > after:
                self.connection.send_text(text)
        return True


class Gateway:
    """The gateway, with the sessions of all bots.

    `shards` is how many of them bots are told to open, and `max_concurrency` how many at once. `starts_left` replaces
    the number of IDENTIFYs left today; `refusals` are the codes with which the next ones are closed. `complaints` says
    what bots have done that Discord doesn't want.
    """

    def __init__(self, world: World, url: Callable[[], str], fate: Fate, limiter: Limiter) -> None:
        self._world = world
        self._url = url
        self._fate = fate
        self._limiter = limiter
        self._connections: dict[GatewayConnection, asyncio.Task[None]] = {}
        self._open = asyncio.Event()
        self._open.set()
        self._refused = False
        self._away: set[int] = set()  # shards that get no session for now
        self.shards = self.max_concurrency = 1
        self.complaints: list[str] = []
        self.sessions: list[Session] = []
        self.identified = 0
        self.resumed = 0
        self.refused = 0  # connections
        self.starts_left: int | None = None
        self.refusals: deque[int] = deque()

    def starts(self) -> JSON:
        """Return what GET /gateway/bot says about shards and logins."""
        left = max(0, STARTS - self.identified) if self.starts_left is None else self.starts_left
        limit = {"total": STARTS, "remaining": left, "reset_after": 86_400_000}
        return {
            "shards": self.shards,
            "session_start_limit": {**limit, "max_concurrency": self.max_concurrency},
        }

    def emit(self, application: Application, guild_id: int | None, event: str, make: Callable[[], JSON]) -> None:
        """Send an event to every session of the shard; those that aren't connected get it when they resume."""
        shards = [s for s in self.sessions if s.application is application and s.holds(guild_id)]
        if not shards:
            return
        session = next((s for s in reversed(shards) if s.connection is not None), shards[-1])
        for other in shards:
            if other is not session and other.wants(event, guild_id):
                self._dispatch(other, event, make())
        if session.wants(event, guild_id):
            self._deliver(session, event, make)

    def _deliver(self, session: Session, event: str, make: Callable[[], JSON]) -> None:
        """Send an event to the newest session, whose connection may break before or after a click."""
        broken = self._fate.breaks() if event == "INTERACTION_CREATE" and session.connection is not None else None
        if broken is Break.BEFORE:
            _hang_up(session)
        self._dispatch(session, event, make())
        if broken is Break.AFTER:
            session.again = 1
            _hang_up(session)

    def _dispatch(self, session: Session, event: str, data: JSON) -> None:
        """Send an event, and report it to those who watch the wire."""
        session.dispatch(event, data)
        self._world.report("event", lambda: {"event": event, "data": data, "received": session.connection is not None})

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve a websocket until it closes."""
        if self._refused:
            self.refused += 1
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(compress=False, autoping=True)
        await socket.prepare(request)
        connection = GatewayConnection(socket, compress=request.query.get("compress") == "zlib-stream")
        self._connections[connection] = asyncio.create_task(connection.pump())
        session: Session | None = None
        try:
            await self._open.wait()
            connection.send(_HELLO, {"heartbeat_interval": HEARTBEAT_MS})
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    session = self._receive(connection, session, json.loads(message.data))
        finally:
            await self._leave(connection, session, socket.close_code)
        return socket

    async def _leave(self, connection: GatewayConnection, session: Session | None, code: int | None) -> None:
        pump = self._connections.pop(connection)
        pump.cancel()
        with contextlib.suppress(asyncio.CancelledError, ConnectionError):
            await pump
        if session is not None and session.connection is connection:
            session.connection = None
            if code in (1000, 1001) and session in self.sessions:
                self.sessions.remove(session)
        self._world.ring()

    def _receive(self, connection: GatewayConnection, session: Session | None, message: JSON) -> Session | None:
        data: Any = message.get("d")
        if (op := message.get("op")) in _NAMED:
            self._world.report("gateway", lambda: {"says": _NAMED[op], "data": {**(data or {}), "token": "hidden"}})
        match op:
            case 1:
                connection.send(_ACK)
            case 2:
                return self._identify(connection, data)
            case 6:
                return self._resume(connection, data)
            case 8 if session is not None:
                self._members(session, data)
            case 3 if session is not None:
                session.application.activity = _activity(data)
            case 4:
                pass  # voice has no effect here
            case _:
                connection.close(4001 if session else 4003, "unknown or too early")
        return session

    def _identify(self, connection: GatewayConnection, data: JSON) -> Session | None:
        if self.refusals:
            connection.close(self.refusals.popleft())
            return None
        application = self._world.applications.get(str(data.get("token")).removeprefix("Bot "))
        shard, shards = data.get("shard") or (0, 1)
        intents = data.get("intents")
        if application is None:
            connection.close(4004, "Authentication failed.")
        elif not 0 <= shard < shards:
            connection.close(4010, "Invalid shard.")
        elif shard in self._away:
            connection.close(4000, "unknown error")
        elif not isinstance(intents, int) or not 0 <= intents < _MAX_INTENTS:
            connection.close(4013, "Invalid intents.")
        elif self._too_early(application, shard):
            connection.send(_INVALID, False)
        else:
            application.activity = _activity(data.get("presence") or {})
            return self._start(Session(secrets.token_hex(16), application, shard, shards, intents, connection))
        return None

    def _too_early(self, application: Application, shard: int) -> bool:
        """Return whether another shard of the same bucket has just logged in."""
        bucket = shard % self.max_concurrency
        try:
            self._limiter.take("logins", (application.id, bucket))
        except ApiError:
            self.complaints.append(f"shard {shard} logs in too early after another one of bucket {bucket}")
            return True
        return False

    def _check_alone(self, session: Session) -> None:
        """Complain if a shard has another connected session: its bot would get every event twice."""
        shard = (session.application, session.shard, session.shards)
        for other in self.sessions:
            if other is not session and other.connection and (other.application, other.shard, other.shards) == shard:
                self.complaints.append(f"shard {session.shard} of {session.shards} has two sessions")

    def _start(self, session: Session) -> Session:
        self.identified += 1
        self.sessions.append(session)
        self._check_alone(session)
        for old in [s for s in self.sessions if s.connection is None][:-MAX_SESSIONS]:
            self.sessions.remove(old)
        guilds = [guild for guild in self._world.guilds.values() if session.holds(guild.id)]
        ready: JSON = {
            "v": 10,
            "user": own_user_json(session.application),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self._url(),
            "shard": [session.shard, session.shards],
            "application": {"id": str(session.application.id), "flags": 0},
        }
        self._dispatch(session, "READY", ready)
        if session.intents & _GUILDS:
            everybody = bool(session.intents & _GUILD_MEMBERS)
            for guild in filter(lambda guild: guild.available, guilds):
                self._dispatch(session, "GUILD_CREATE", guild_create_json(guild, everybody=everybody))
        self._world.ring()
        return session

    def _resume(self, connection: GatewayConnection, data: JSON) -> Session | None:
        for session in self.sessions:
            if session.id == data.get("session_id") and session.application.token == data.get("token"):
                if session.shard in self._away:
                    connection.close(4000, "unknown error")
                    return None
                if session.connection is not None:
                    session.connection.close(4000, "resumed elsewhere")
                session.connection = connection
                self._check_alone(session)
                if not session.replay(int(data.get("seq") or 0)):
                    session.connection = None
                    self.sessions.remove(session)
                    break
                self._dispatch(session, "RESUMED", {})
                self.resumed += 1
                self._world.ring()
                return session
        connection.send(_INVALID, False)
        return None

    def _members(self, session: Session, data: JSON) -> None:
        guild = self._world.guilds.get(int(data.get("guild_id", 0)))
        if guild is None:
            return
        wanted = {int(number) for number in data.get("user_ids") or ()}
        query = str(data.get("query") or "").lower()
        found = [
            member_json(member, guild)
            for member in guild.members.values()
            if (member.user.id in wanted if wanted else member.user.name.lower().startswith(query))
        ]
        session.dispatch(
            "GUILD_MEMBERS_CHUNK",
            {
                "guild_id": str(guild.id),
                "members": found,
                "chunk_index": 0,
                "chunk_count": 1,
                "not_found": [],
                "nonce": data.get("nonce"),
            },
        )

    def drop(self, shard: int | None, *, resumable: bool, politely: bool) -> int:
        """Cut connections. Return how many.

        With `politely`, ask the bot to reconnect (op 7) instead of closing the socket. If sessions aren't `resumable`,
        delete them and notify the bot (op 9), so that it has to identify again.
        """
        hit = [s for s in self.sessions if s.connection is not None and shard in (None, s.shard)]
        for session in hit:
            connection = session.connection
            if connection is None:
                continue
            if not resumable:
                connection.send(_INVALID, False)
                self.sessions.remove(session)
            elif politely:
                connection.send(_RECONNECT)
            else:
                _hang_up(session)
            session.connection = None
            self._world.report("gateway", lambda: {"says": _cut(resumable=resumable, politely=politely), "data": {}})
        self._world.ring()
        return len(hit)

    def forget(self) -> None:
        """Forget the sessions of bots that are no longer connected."""
        self.sessions[:] = [session for session in self.sessions if session.connection is not None]

    def close_for_good(self, code: int) -> None:
        """Close all connections with a code and delete their sessions."""
        for session in [one for one in self.sessions if one.connection is not None]:
            if session.connection is not None:
                session.connection.close(code)
            session.connection = None
            self.sessions.remove(session)
        self._world.ring()

    def send(self, event: str, data: object) -> None:
        """Send any data as an event to every session that is connected."""
        for session in self.sessions:
            if session.connection is not None:
                session.dispatch(event, data)

    def send_text(self, text: str) -> None:
        """Send any text as a message to every session that is connected."""
        for session in self.sessions:
            if session.connection is not None:
                session.connection.send_text(text)

    def shut(self, shard: int | None = None, *, refused: bool = False) -> None:
        """Send no HELLO to new connections until `open` is called, refuse them, or give no session to one shard."""
        self._refused = refused
        if shard is None:
            self._open.clear()
        else:
            self._away.add(shard)

    def open(self) -> None:
        """Send HELLO to waiting and new connections, and give sessions to all shards."""
        self._refused = False
        self._away.clear()
        self._open.set()

    async def stop(self) -> None:
        """Close every websocket."""
        self.open()
        for connection, pump in list(self._connections.items()):
            connection.close(1001, "going away")
            with contextlib.suppress(asyncio.CancelledError, ConnectionError, TimeoutError):
                await asyncio.wait_for(pump, 1)


def _cut(*, resumable: bool, politely: bool) -> str:
    """Return what happened to a connection, in words."""
    if not resumable:
        return "Discord ends the session: the bot has to identify again."
    return "Discord asks the bot to reconnect." if politely else "Discord closes the connection; it can be resumed."


def _activity(presence: JSON) -> str:
    """Return what people see of a presence: a custom status, or the name of an activity. discord.py sends ``game``."""
    shown = presence.get("activities") or [presence.get("game") or {}]
    return str(shown[0].get("state") or shown[0].get("name") or "")


def _hang_up(session: Session) -> None:
    """Close a session's connection so that the bot resumes it."""
    if session.connection is not None:
        session.connection.close(4000, "unknown error")
        session.connection = None
