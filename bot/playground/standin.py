"""The stand-in itself: starts and stops the server, adds guilds, simulates faults, and waits for conditions."""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import count

from aiohttp import web

from bot.playground.directory import ChannelRoutes, DirectoryRoutes
from bot.playground.errors import JSON, ApiError, refusal
from bot.playground.gateway import Gateway, Session
from bot.playground.guild import Guild
from bot.playground.interactions import TOKEN_LIFE, Interaction, Interactions
from bot.playground.limits import Limiter, RateLimits
from bot.playground.messages import delete
from bot.playground.people import Person
from bot.playground.places import open_guild
from bot.playground.registry import SLASH, USER_MENU, find, paths
from bot.playground.rest import (
    Api,
    Call,
    Fault,
    LoggedRequest,
    Unreadable,
    changes_a_message,
    matching,
    refused_with,
    shows_custom_emoji,
)
from bot.playground.rough import Fate, Rough
from bot.playground.seeing import see
from bot.playground.seen import SeenMessage
from bot.playground.state import Application, Channel, Listener, World, new_token

WAIT = 60.0
"""Seconds after which `until` gives up: enough for a slow, busy machine."""
PATIENCE = 60.0
"""Seconds for which people wait for a button to appear on a rough stand-in."""
_GLANCE = 0.02
"""Seconds after which `until` checks again even if nothing changed here, since the bot's state may have."""
_DEFAULT_LIMITS = RateLimits()


class StandIn:
    """Discord on 127.0.0.1 for one or more bots.

    `limits` are the rate limits (`NO_LIMITS` for none). `rough` makes it as slow and unreliable as Discord can be
    (None: everything happens at once and in order). `clock` returns the time in seconds since 1970. `log_limit` is the
    number of requests in the log (None: unlimited). With `port` 0 the system chooses one. Use `start` and `stop`, or
    `async with`.
    """

    def __init__(
        self,
        *,
        limits: RateLimits = _DEFAULT_LIMITS,
        rough: Rough | None = None,
        clock: Callable[[], float] = time.time,
        log_limit: int | None = None,
        port: int = 0,
    ) -> None:
        self._port = port
        self._runner: web.AppRunner | None = None
        self._world = World(clock)
        self._world.patience = 0.0 if rough is None else PATIENCE
        self._fate = fate = Fate(rough, self._world.delay)
        self._limiter = Limiter(limits, self._world.now)
        self._gateway = Gateway(self._world, lambda: self.gateway_url, fate, self._limiter)
        self._world.emit = self._gateway.emit
        self._interactions = Interactions(self._world)
        directory = DirectoryRoutes(self._world, lambda: self.gateway_url, self._gateway.starts)
        channels = ChannelRoutes(self._world, self._limiter)
        routes = (*directory.routes(), *channels.routes(), *self._interactions.routes())
        self._api = Api(self._world, self._limiter, routes, fate, log_limit)
        self._people: list[Person] = []
        self.bot = self._world.add_application("Remik")

    # --- running ------------------------------------------------------------------------------------------

    async def start(self) -> StandIn:
        """Start the server. `api_url` and `gateway_url` are valid afterward."""
        app = web.Application(client_max_size=256 * 1024 * 1024)
        app.router.add_get("/gateway/", self._gateway.handle)
        app.router.add_get("/attachments/{channel}/{attachment}/{name}", self._serve_attachment)
        app.router.add_get("/emojis/{emoji}", self._serve_emoji)
        app.router.add_route("*", "/api/{rest:.*}", self._api.handle)
        self._runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=0.5)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self._port)
        await site.start()
        self._port = self._runner.addresses[0][1]
        self._world.origin = f"http://127.0.0.1:{self._port}"
        return self

    async def stop(self) -> None:
        """Stop the server. Stop the bots first."""
        if self._runner is not None:
            await self._gateway.stop()
            await self._runner.cleanup()
            self._runner = None

    async def __aenter__(self) -> StandIn:
        return await self.start()

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    @property
    def api_url(self) -> str:
        """The value for `discord.http.Route.BASE`."""
        return f"{self._world.origin}/api/v10"

    @property
    def gateway_url(self) -> str:
        """The value for `discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY` (as a yarl.URL)."""
        return f"ws://127.0.0.1:{self._port}/gateway/"

    @property
    def token(self) -> str:
        """The token of the first bot."""
        return self.bot.token

    async def _serve_attachment(self, request: web.Request) -> web.Response:
        attachment = self._world.attachments.get(int(request.match_info["attachment"]))
        if attachment is None:
            raise web.HTTPNotFound
        return web.Response(body=attachment.data, content_type=attachment.content_type)

    async def _serve_emoji(self, request: web.Request) -> web.Response:
        number = int(request.match_info["emoji"].partition(".")[0])
        for application in self._world.applications.values():
            if number in application.emojis:
                return web.Response(body=application.emojis[number].image, content_type="image/png")
        raise web.HTTPNotFound

    # --- guilds, bots and messages ----------------------------------------------------------------------------

    @property
    def world(self) -> World:
        """All data, for modules of this package that show it."""
        return self._world

    def add_bot(self, name: str) -> Application:
        """Add another bot account, which logs in with its `token`."""
        return self._world.add_application(name)

    def add_guild(self, name: str, *, locale: str = "en-US", guild_id: int | None = None) -> Guild:
        """Add a guild with every bot in it. Its shard is `(id >> 22) % shards`."""
        return Guild(self._world, self._interactions, open_guild(self._world, name, locale, guild_id))

    def commands(self, application: Application | None = None) -> list[str]:
        """List the full names of the registered global slash commands, such as "rummy new"."""
        registered = (application or self.bot).commands.get(None, [])
        ways = (way for command in registered if command["type"] == SLASH for way in paths(command))
        return [" ".join(part["name"] for part in way) for way in ways]

    def options(self, line: str) -> list[JSON]:
        """List the options of a registered global slash command, as the bot registered them."""
        path = find(self.bot.commands.get(None, []), line.split(), "en-US")
        return [] if path is None else list(path[-1].get("options") or [])

    def menu(self, application: Application | None = None) -> list[str]:
        """List the registered global entries of the menu that a right-click on a person opens."""
        registered = (application or self.bot).commands.get(None, [])
        return [command["name"] for command in registered if command["type"] == USER_MENU]

    def messages(self, channel: Channel) -> list[SeenMessage]:
        """List every message of a channel, including all private ones, newest last."""
        return [see(message) for message in channel.messages.values()]

    def private(self, channel: Channel) -> list[tuple[SeenMessage, int]]:
        """List the private messages in a channel, including dismissed ones, each with its reader's user id."""
        shown = channel.messages.values()
        return [(see(message), message.owner.id) for message in shown if message.owner is not None]

    @property
    def requests(self) -> list[LoggedRequest]:
        """The logged REST requests with their responses, oldest first."""
        return list(self._api.log)

    def refused_answer(self, interaction: Interaction | None) -> str | None:
        """Return the status and error of the last refused answer to an interaction, or None, from the log."""
        number = 0 if interaction is None else interaction.id
        for one in reversed(self._api.log):
            if f"/interactions/{number}/" in one.path and one.status >= 400:
                about = one.response if isinstance(one.response, dict) else {}
                return f"{one.status} {about.get('message', '')}".strip()
        return None

    @property
    def quiet(self) -> bool:
        """True if no request is waiting for its response."""
        return self._api.under_way == 0

    def busiest(self, method: str, channel: Channel, seconds: float) -> int:
        """Return the highest number of requests about a channel's messages, by method, in any period of `seconds`."""
        path = f"/channels/{channel.id}/messages"
        times = [one.at for one in self._api.log if one.method == method and path in one.path]
        return max((bisect_left(times, start + seconds) - place for place, start in enumerate(times)), default=0)

    @property
    def sessions(self) -> list[Session]:
        """The gateway sessions of connected bots, oldest first."""
        return [session for session in self._gateway.sessions if session.connection is not None]

    @property
    def complaints(self) -> list[str]:
        """What bots have done that Discord doesn't want: two sessions of a shard, logins too early."""
        return self._gateway.complaints

    @property
    def identified(self) -> int:
        """The number of IDENTIFYs so far."""
        return self._gateway.identified

    @property
    def resumed(self) -> int:
        """The number of sessions resumed so far."""
        return self._gateway.resumed

    @property
    def refused_connections(self) -> int:
        """The number of gateway connections refused so far."""
        return self._gateway.refused

    # --- time and waiting ---------------------------------------------------------------------------------

    def now(self) -> float:
        """Return the time on the stand-in's clock, in seconds since 1970."""
        return self._world.now()

    def advance(self, seconds: float) -> None:
        """Move the clock forward: answers become late, tokens expire, rate limits end."""
        self._world.advance(seconds)
        self._interactions.check_deadlines()

    def slow_down(self, times: float) -> None:
        """Let the clock run a number of times slower than the machine's from now on.

        That's for tests on a slow machine: next to nothing comes too late while they run, and time passes by `advance`.
        Requests don't take longer on a rough stand-in.
        """
        self._world.slow_down(times)

    def age(self, seconds: float, people: Iterable[Person]) -> None:
        """Move the clock forward, and forget everything that is older than an interaction's token lives.

        That is for long runs, which would otherwise keep every message with its pictures.
        """
        self.advance(seconds)
        before = self.now() - TOKEN_LIFE
        self._interactions.forget(before)
        self._world.forget(before)
        for person in people:
            person.forget()

    async def until(self, condition: Callable[[], object], *, seconds: float = WAIT) -> None:
        """Wait until a condition is true. It's checked at every change here, and regularly for changes elsewhere.

        Raises TimeoutError, which lists the messages of every channel.
        """
        try:
            async with asyncio.timeout(seconds):
                while not condition():
                    await asyncio.wait((self._world.change(),), timeout=_GLANCE)
        except TimeoutError:
            raise TimeoutError(f"not within {seconds:g} s; on the screens:\n{self._everything()}") from None

    def _everything(self) -> str:
        lines = []
        for channel in self._world.channels.values():
            for message in channel.messages.values():
                private = "" if message.owner is None else f"(only {message.owner.name}) "
                lines.append(f"{private}{see(message)}")
        return "\n".join(lines) or "(nothing)"

    async def sleep(self, seconds: float) -> None:
        """Sleep by the stand-in's clock, for a bot that uses the same clock. `advance` may end the sleep."""
        await self._world.sleep(seconds)

    async def connected(self, sessions: int = 1) -> None:
        """Wait until that many gateway sessions are connected."""
        await self.until(lambda: len(self.sessions) >= sessions)

    # --- running it again, and watching -------------------------------------------------------------------

    def listen(self, listener: Listener) -> None:
        """Call a function with everything on the wire: requests, events, and what happens to gateway connections."""
        self._world.report = listener

    def ring(self) -> None:
        """Wake everything that waits for a change, because something changed without an action or a request."""
        self._world.ring()

    def limit(self, limits: RateLimits) -> None:
        """Change the rate limits."""
        self._limiter.change(limits)

    def start_over(self, people: Iterable[Person], *, repeatable: bool = False) -> None:
        """Empty all channels and forget what happened, for a bot that starts from nothing. Stop the bot first.

        If the world is `repeatable`, the same clicks have the same interaction ids.
        """
        self.mend()
        self.delay()
        self._interactions.clear()
        self._world.clear(repeatable=repeatable)
        self._gateway.forget()
        self._api.log.clear()
        for person in people:
            person.forget()

    # --- faults ---------------------------------------------------------------------------------------------

    def delete_message(self, message: SeenMessage) -> None:
        """Delete a message, as a moderator might."""
        channel = self._world.channel(message.channel_id)
        if message.id in channel.messages:
            delete(self._world, channel.messages[message.id])

    def deliver_again(self, interaction: Interaction | None) -> None:
        """Send an INTERACTION_CREATE once more; `interaction` is that of an `Answer`. ValueError if it can't be."""
        if interaction is None:
            raise ValueError("nothing was sent the first time")
        self._interactions.deliver(interaction)

    def drop_gateway(self, shard: int | None = None, *, resumable: bool = True, politely: bool = False) -> int:
        """Cut the bots' gateway connections, of one shard or all. Return how many.

        With `politely`, ask bots to reconnect (op 7) instead. If sessions aren't `resumable`, bots must identify again.
        """
        return self._gateway.drop(shard, resumable=resumable, politely=politely)

    def refuse_logins(self, *codes: int) -> None:
        """Close the connections of the next IDENTIFYs, one per code, with these codes."""
        self._gateway.refusals.extend(codes)

    def close_gateway(self, code: int) -> None:
        """Close all gateway connections with a code, and delete their sessions."""
        self._gateway.close_for_good(code)

    def allow_logins(self, left: int | None) -> None:
        """Set how many IDENTIFYs are left today; None is the usual number."""
        self._gateway.starts_left = left

    def reset_token(self, application: Application | None = None) -> None:
        """Replace a bot's token, as its owner can on Discord's page: requests with the old one get a 401."""
        reset = application or self.bot
        del self._world.applications[reset.token]
        reset.token = new_token(reset.id)
        self._world.applications[reset.token] = reset

    def recommend_shards(self, shards: int, max_concurrency: int = 1) -> None:
        """Set how many shards bots are told to open, and how many of them at once."""
        self._gateway.shards, self._gateway.max_concurrency = shards, max_concurrency

    def send_event(self, event: str, data: object) -> None:
        """Send bots an event with any data, also such as Discord never sends."""
        self._gateway.send(event, data)

    def send_raw(self, text: str) -> None:
        """Send bots any text through the gateway."""
        self._gateway.send_text(text)

    @contextmanager
    def gateway_away(
        self, shard: int | None = None, *, resumable: bool = True, refused: bool = False
    ) -> Iterator[None]:
        """Cut the gateway connections of a shard, or all, and allow no new ones until the end of the block.

        New ones hang unless they are `refused`. If sessions aren't `resumable`, bots must identify again.
        """
        self._gateway.shut(shard, refused=refused)
        self._gateway.drop(shard, resumable=resumable, politely=False)
        try:
            yield
        finally:
            self._gateway.open()

    def fail_next(
        self,
        method: str,
        path: str,
        status: int,
        code: int = 0,
        *,
        times: int = 1,
        message: str | None = None,
        errors: JSON | None = None,
        retry_after: float | None = None,
    ) -> Fault:
        """Refuse the next requests whose path (without /api/v10 and query) matches the regular expression anywhere.

        `retry_after` (seconds) is for a 429, which then has the headers that discord.py needs.
        """
        error = refused_with(status, code, message=message, errors=errors, retry_after=retry_after)
        return self._add_fault(matching(method, path), error, times)

    def garble_next(self, method: str, path: str, how: Unreadable = Unreadable.GARBLED, *, times: int = 1) -> Fault:
        """Carry out the next requests whose path matches, as for `fail_next`, but make their responses unreadable."""
        fault = self._add_fault(matching(method, path), None, times)
        fault.unreadable = how
        return fault

    def expire_tokens(self) -> int:
        """Make the tokens of all answered interactions expire, as after 15 minutes. Return how many still worked."""
        return self._interactions.expire()

    def delay(self, answers: float = 0.0, changes: float = 0.0) -> None:
        """Delay first answers to interactions, and other posts, edits and deletions, by some seconds."""
        self._fate.delays.answers, self._fate.delays.changes = answers, changes

    def refuse_every_second(self, retry_after: float = 1.0) -> Fault:
        """Refuse every second post, edit and deletion of a message with a 429."""
        number = count()
        error = refused_with(429, retry_after=retry_after)
        return self._add_fault(lambda call: changes_a_message(call) and next(number) % 2 == 0, error, None)

    def refuse_pictures(self, status: int = 413, *, times: int | None = None) -> Fault:
        """Refuse requests with files: 413 (too large), 403 (missing permissions) or 400 (invalid form body)."""
        error = refusal({413: 40005, 403: 50013, 400: 50035}[status])
        return self._add_fault(lambda call: bool(call.files), error, times)

    def refuse_emojis(self, *, times: int | None = None) -> Fault:
        """Refuse messages with custom emojis, as Discord does with a small share of them (50035)."""
        wrong = {"code": "BUTTON_COMPONENT_INVALID_EMOJI", "message": "Invalid emoji"}
        path = {"components": {"0": {"emoji": {"id": {"_errors": [wrong]}}}}}
        return self._add_fault(shows_custom_emoji, refusal(50035, path), times)

    def forbid(self, channel: Channel, code: int = 50013) -> Fault:
        """Refuse all the bot's requests in a channel, except answers: 50013 (permissions) or 50001 (access)."""
        prefix = f"/channels/{channel.id}"
        return self._add_fault(
            lambda call: call.path == prefix or call.path.startswith(prefix + "/"), refusal(code), None
        )

    def mend(self, fault: Fault | None = None) -> None:
        """Remove one simulated fault, or all."""
        self._api.faults[:] = [one for one in self._api.faults if fault is not None and one is not fault]

    def _add_fault(self, matches: Callable[[Call], bool], error: ApiError | None, times: int | None) -> Fault:
        fault = Fault(matches, error, times)
        self._api.faults.append(fault)
        return fault
