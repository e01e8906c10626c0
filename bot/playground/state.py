"""The stand-in's data: applications, guilds, channels, users, messages, emojis."""

from __future__ import annotations

import asyncio
import base64
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntFlag

from bot.playground.errors import JSON, refusal
from bot.playground.seen import SeenMessage

DISCORD_EPOCH_MS = 1_420_070_400_000
"""The first millisecond of 2015, the epoch of snowflakes."""

_REPEATABLE_MS = 2_208_988_800_000
"""The first millisecond of 2040: the time of the first interaction of a repeatable world."""

V2 = 1 << 15
"""Message flag IS_COMPONENTS_V2."""
EPHEMERAL = 1 << 6
"""Message flag EPHEMERAL: only one person sees the message."""
LOADING = 1 << 7
"""Message flag LOADING: a deferred answer that hasn't come yet."""
THREAD_CREATED = 18
"""The type of the message with which Discord announces a thread in its channel, in the name of its creator."""
NONCE_LIFE = 300.0
"""Seconds for which the nonces of messages are remembered. Discord says "a few minutes"."""
SILENT = 1 << 12
"""Message flag SUPPRESS_NOTIFICATIONS: mentions don't notify anyone."""


class Permission(IntFlag):
    """The permissions that matter to the bot, with Discord's bits."""

    ADMINISTRATOR = 1 << 3
    MANAGE_GUILD = 1 << 5
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    USE_EXTERNAL_EMOJIS = 1 << 18
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38


INVITED = 309_237_763_072
"""The bot's permissions with the standard invitation, including public threads."""
MEMBER = int(
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.SEND_MESSAGES_IN_THREADS
)
"""The permissions of a plain member."""
OWNER = (1 << 51) - 1
"""All permissions, which the owner of a guild has."""


@dataclass(slots=True)
class User:
    """An account of a person or a bot. `locale` is the language of the person's client, `heard` what bots know of it.

    `pings` are the messages that notified the person, including deleted ones: mentions in channels that the person can
    see, and direct messages.
    """

    id: int
    name: str
    locale: str = "en-US"
    heard: str = ""
    bot: bool = False
    takes_direct_messages: bool = True
    pings: list[StoredMessage] = field(default_factory=list, repr=False)


@dataclass(frozen=True, slots=True)
class Emoji:
    """An application emoji, with the bytes of its image."""

    id: int
    name: str
    image: bytes


def new_token(application: int) -> str:
    """Return a random token of the form that Discord's have: the application's id, a time and a signature."""
    number = base64.urlsafe_b64encode(str(application).encode()).decode().rstrip("=")
    return f"{number}.{secrets.token_urlsafe(4)}.{secrets.token_urlsafe(28)}"


@dataclass(slots=True)
class Application:
    """A bot's application: its token, its commands (by guild, None for global) and its emojis by id.

    `profile` are the fields that were set with PATCH /applications/@me, `activity` is what the bot's presence shows,
    `installed` are the ids of the users who installed it for themselves.
    """

    user: User
    token: str
    commands: dict[int | None, list[JSON]] = field(default_factory=dict, repr=False)
    emojis: dict[int, Emoji] = field(default_factory=dict, repr=False)
    profile: JSON = field(default_factory=dict, repr=False)
    activity: str = ""
    installed: set[int] = field(default_factory=set)

    def owners(self, user: User, guild: GuildState | None) -> JSON:
        """Return by installation type (0: server, 1: user) for whom this application is installed here.

        A server's installation counts as `0` in direct messages with the bot.
        """
        owners: JSON = {"1": str(user.id)} if user.id in self.installed else {}
        if guild is None:
            return {"0": "0", **owners}
        return {"0": str(guild.id), **owners} if self.user.id in guild.members else owners

    @property
    def id(self) -> int:
        """The application's id, which is also the id of its bot user."""
        return self.user.id


@dataclass(slots=True)
class Member:
    """A member of a guild, with the member's permissions, and roles other than @everyone."""

    user: User
    permissions: int
    joined: float
    roles: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Role:
    """A role of members; it doesn't add any permissions."""

    id: int
    name: str


@dataclass(slots=True)
class GuildState:
    """A guild, which users call a server. `locale` is its preferred language; `roles` are those of people, not bots.

    During an outage it isn't `available`. Discord welcomes new members in its `system_channel`. Its owner is an account
    of its own, `unseen_owner_id`, unless a person owns it.
    """

    id: int
    name: str
    locale: str
    owner_id: int = 0
    unseen_owner_id: int = 0
    available: bool = True
    bot_permissions: int = INVITED
    members: dict[int, Member] = field(default_factory=dict, repr=False)
    channels: dict[int, Channel] = field(default_factory=dict, repr=False)
    roles: dict[int, Role] = field(default_factory=dict)
    system_channel: Channel | None = None
    command_permissions: dict[tuple[int, int], dict[int, tuple[int, bool]]] = field(default_factory=dict, repr=False)
    """Overrides in the integration settings by application and command (all: the application): id to type, allowed."""


class ChannelKind:
    """Discord's channel types that exist here."""

    TEXT = 0
    DIRECT = 1
    CATEGORY = 4
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


@dataclass(slots=True)
class Channel:
    """A text channel (possibly in a `category`), a category, a thread of `parent`, or direct messages with `recipient`.

    `bot_permissions` are the bot's permissions in it, `member_permissions` those of a plain member. A thread may be
    `archived`, and has a `creator`: None if it's a person.
    """

    id: int
    name: str
    kind: int = ChannelKind.TEXT
    guild: GuildState | None = None
    parent: Channel | None = None
    recipient: User | None = None
    bot_permissions: int = INVITED
    member_permissions: int = MEMBER
    messages: dict[int, StoredMessage] = field(default_factory=dict, repr=False)
    category: Channel | None = None
    archived: bool = False
    creator: User | None = None

    @property
    def is_thread(self) -> bool:
        """True for a thread."""
        return self.parent is not None

    def seen_by(self, user: User) -> bool:
        """Return whether a user can see the channel."""
        if self.guild is None:
            return self.recipient is user
        place = self.parent or self
        return user.id in self.guild.members and bool(place.member_permissions & Permission.VIEW_CHANNEL)


@dataclass(frozen=True, slots=True)
class StoredAttachment:
    """A file of a message, with the URL at which it's served."""

    id: int
    filename: str
    data: bytes = field(repr=False)
    description: str | None
    content_type: str
    url: str
    size: tuple[int, int] | None


@dataclass(slots=True)
class StoredMessage:
    """A message as Discord stores it.

    An ephemeral message has an `owner`, the only user who sees it. `edits` counts the edits. `components` are in the
    form in which Discord returns them. `metadata` describes the interaction that it answers. A message of a person has
    an `author`; all others are from the application. `kind` is Discord's type of a message from the system.
    """

    id: int
    channel: Channel
    application: Application
    created: float
    owner: User | None = None
    content: str = ""
    flags: int = 0
    components: list[JSON] = field(default_factory=list)
    embeds: list[JSON] = field(default_factory=list)
    attachments: list[StoredAttachment] = field(default_factory=list)
    mentions: list[User] = field(default_factory=list)
    metadata: JSON | None = None
    reference: JSON | None = None
    edited: float | None = None
    edits: int = 0
    gone: bool = False
    author: User | None = None
    kind: int = 0
    seen: tuple[object, SeenMessage] | None = field(default=None, repr=False, compare=False)  # cached by `see`

    @property
    def sender(self) -> User:
        """The account that posted the message."""
        return self.author or self.application.user

    @property
    def is_v2(self) -> bool:
        """True if the message uses components v2."""
        return bool(self.flags & V2)

    @property
    def is_loading(self) -> bool:
        """True for a deferred answer that hasn't come yet."""
        return bool(self.flags & LOADING)


Listener = Callable[[str, Callable[[], JSON]], None]
"""Hears of everything on the wire: its kind (``request``, ``event``, ``gateway``), and a function for what it was."""

Emit = Callable[[Application, int | None, str, Callable[[], JSON]], None]
"""Sends an event to a bot: application, guild (None: direct messages), event name, and a function for the data."""


class World:
    """All data of the stand-in, its clock, new ids, and futures that complete at the next change.

    `clock` returns seconds since 1970; `emit` sends events to bots; `origin` is the base URL of the server; `patience`
    is how many seconds people wait for a button to appear. `report` is called with everything on the wire. In a
    `repeatable` world the same clicks have the same interaction ids, from which bots may derive what chance decides.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._machine = self._clock = clock
        self._slowness = 1.0
        self._offset = 0.0
        self._last_id = 0
        self._interactions = 0
        self._guild_ids = int(clock() * 1000) - DISCORD_EPOCH_MS - 40_000_000_000
        self._bell: set[asyncio.Future[None]] = set()
        self._jumped = asyncio.Event()
        self.origin = ""
        self.patience = 0.0
        self.emit: Emit = lambda *_: None
        self.report: Listener = lambda *_: None
        self.repeatable = False
        self.applications: dict[str, Application] = {}
        self.guilds: dict[int, GuildState] = {}
        self.channels: dict[int, Channel] = {}
        self.users: dict[int, User] = {}
        self.attachments: dict[int, StoredAttachment] = {}
        self._nonces: dict[tuple[int, str], StoredMessage] = {}  # by application and nonce

    def now(self) -> float:
        """Return the time on the stand-in's clock, in seconds since 1970."""
        return self._clock() + self._offset

    def slow_down(self, times: float) -> None:
        """Let the clock run a number of times slower than its machine's from now on, except for `advance`."""
        began, since, machine = self._clock(), self._machine(), self._machine
        self._clock = lambda: began + (machine() - since) / times
        self._slowness = times

    def advance(self, seconds: float) -> None:
        """Move the clock forward."""
        self._offset += seconds
        jumped, self._jumped = self._jumped, asyncio.Event()
        jumped.set()
        self.ring()

    async def sleep(self, seconds: float) -> None:
        """Wait until that much time has passed on this clock."""
        due = self.now() + seconds
        while (left := due - self.now()) > 0:
            with suppress(TimeoutError):
                async with asyncio.timeout(left * self._slowness):
                    await self._jumped.wait()

    async def delay(self, seconds: float) -> None:
        """Wait as long as a request takes: by the machine's clock, even if this one is slower. `advance` ends it."""
        await self.sleep(seconds / self._slowness)

    def new_id(self) -> int:
        """Return a new snowflake for the current time."""
        stamp = (int(self.now() * 1000) - DISCORD_EPOCH_MS) << 22
        self._last_id = max(stamp, self._last_id + 1)
        return self._last_id

    def new_interaction_id(self) -> int:
        """Return the id of a new interaction; in a repeatable world the n-th one is always the same.

        Its time is then an hour after that of the last one, and in the future: bots that compare it with their clock
        find no click late.
        """
        if not self.repeatable:
            return self.new_id()
        self._interactions += 1
        return (_REPEATABLE_MS + self._interactions * 3_600_000 - DISCORD_EPOCH_MS) << 22

    def new_guild_id(self) -> int:
        """Return a new guild id: older than everything else, and spread evenly over shards."""
        self._guild_ids += 1
        return self._guild_ids << 22

    def ring(self) -> None:
        """Complete the futures of `change`."""
        waiting, self._bell = self._bell, set()
        for one in waiting:
            if not one.done():
                one.set_result(None)

    def change(self) -> asyncio.Future[None]:
        """Return a future that completes at the next change."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._bell.add(future)
        return future

    def add_application(self, name: str, token: str | None = None) -> Application:
        """Add a bot account."""
        user = User(self.new_id(), name, bot=True)
        application = Application(user, token or new_token(user.id))
        self.users[user.id] = user
        self.applications[application.token] = application
        for guild in self.guilds.values():
            guild.members[user.id] = Member(user, guild.bot_permissions, self.now())
        return application

    def channel(self, channel_id: int) -> Channel:
        """Return the channel with an id. ApiError (10003) if there isn't one."""
        try:
            return self.channels[channel_id]
        except KeyError:
            raise refusal(10003) from None

    def posted_with(self, application: Application, nonce: str | int | None) -> StoredMessage | None:
        """Return the message, maybe deleted, that a bot has posted with a nonce in the last minutes."""
        found = None if nonce is None else self._nonces.get((application.id, str(nonce)))
        return found if found is not None and self.now() - found.created < NONCE_LIFE else None

    def remember_nonce(self, message: StoredMessage, nonce: str | int | None) -> None:
        """Record the nonce of a new message."""
        if nonce is not None:
            self._nonces[message.application.id, str(nonce)] = message

    def announce(self, guild_id: int | None, event: str, make: Callable[[], JSON]) -> None:
        """Send an event to every bot."""
        for application in self.applications.values():
            self.emit(application, guild_id, event, make)

    def clear(self, *, repeatable: bool) -> None:
        """Delete all messages, threads, direct messages and registered commands, and count interactions anew."""
        self.repeatable, self._interactions = repeatable, 0
        for channel in list(self.channels.values()):
            for message in channel.messages.values():
                message.gone = True
            channel.messages.clear()
            if channel.is_thread or channel.guild is None:
                del self.channels[channel.id]
                if channel.guild is not None:
                    channel.guild.channels.pop(channel.id, None)
        for user in self.users.values():
            user.pings.clear()
        for application in self.applications.values():
            application.commands.clear()
        self.attachments.clear()
        self._nonces.clear()
        self.ring()

    def forget(self, before: float) -> None:
        """Delete the messages that were last changed before a time, without an event, as if nobody would look again."""
        for channel in self.channels.values():
            for message in [one for one in channel.messages.values() if (one.edited or one.created) < before]:
                message.gone = True
                del channel.messages[message.id]
                for attachment in message.attachments:
                    self.attachments.pop(attachment.id, None)
        for user in self.users.values():
            user.pings[:] = [message for message in user.pings if not message.gone]
        self._nonces = {key: message for key, message in self._nonces.items() if message.created >= before}
        self.ring()

    def meets(self, application: Application, user: User) -> bool:
        """Return whether a bot and a user share a guild."""
        return any(user.id in guild.members and application.user.id in guild.members for guild in self.guilds.values())
