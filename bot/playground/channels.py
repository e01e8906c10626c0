"""Routes for channels, their messages and threads, and direct messages."""

from __future__ import annotations

from collections.abc import Iterable

from bot.playground.errors import JSON, Faults, refusal
from bot.playground.limits import Limiter
from bot.playground.messages import announce_thread, delete, edit, write
from bot.playground.payloads import channel_json, message_json
from bot.playground.places import archive, change_channel, open_channel
from bot.playground.rest import Call, Reply, Route, expect_object
from bot.playground.state import Application, Channel, ChannelKind, Permission, StoredMessage, User, World

OLD = 3600.0
"""Seconds after which a message is old, and may be edited less often."""


class ChannelRoutes:
    """Everything a bot can do in channels, as far as its permissions allow."""

    def __init__(self, world: World, limiter: Limiter) -> None:
        self._world = world
        self._limiter = limiter

    def routes(self) -> Iterable[Route]:
        """Return the routes and their rate limits."""
        one, messages = "/channels/{channel_id}", "/channels/{channel_id}/messages"
        message = messages + "/{message_id}"
        return (
            Route("GET", one, self._channel),
            Route("PATCH", one, self._change_thread),
            Route("GET", messages, self._history),
            Route("POST", messages, self._post, limit="posts"),
            Route("GET", message, self._message),
            Route("PATCH", message, self._edit, limit="edits"),
            Route("DELETE", message, self._delete, limit="deletions"),
            Route("POST", one + "/typing", self._typing),
            Route("POST", one + "/threads", self._thread),
            Route("POST", message + "/threads", self._thread),
            Route("POST", "/users/@me/channels", self._direct),
        )

    def _place(self, call: Call, needed: Permission = Permission.VIEW_CHANNEL) -> Channel:
        channel = self._world.channel(call.number("channel_id"))
        if channel.guild is not None and channel.guild.id not in self._world.guilds:
            raise refusal(50001)
        allowed = (channel.parent or channel).bot_permissions
        if channel.guild is not None and not allowed & Permission.VIEW_CHANNEL:
            raise refusal(50001)
        if needed == Permission.SEND_MESSAGES and channel.is_thread:
            needed = Permission.SEND_MESSAGES_IN_THREADS
        if channel.guild is not None and allowed & needed != needed:
            raise refusal(50013)
        return channel

    def _public(self, call: Call, channel: Channel) -> StoredMessage:
        message = channel.messages.get(call.number("message_id"))
        if message is None or message.owner is not None:
            raise refusal(10008)
        return message

    def _own(self, call: Call, channel: Channel) -> StoredMessage:
        message = self._public(call, channel)
        if message.sender is not call.caller.user:
            raise refusal(50005)
        return message

    def _channel(self, call: Call) -> Reply:
        return Reply(200, channel_json(self._place(call)))

    def _history(self, call: Call) -> Reply:
        channel = self._place(call, Permission.READ_MESSAGE_HISTORY)
        before, after = int(call.query.get("before", 1 << 63)), int(call.query.get("after", 0))
        chosen = [m for m in channel.messages.values() if m.owner is None and after < m.id < before]
        limit = int(call.query.get("limit", 50))
        page = chosen[:limit] if "after" in call.query else chosen[-limit:]
        return Reply(200, [message_json(message) for message in reversed(page)])

    def _post(self, call: Call) -> Reply:
        channel = self._place(call, Permission.SEND_MESSAGES)
        if call.files:
            self._place(call, Permission.ATTACH_FILES)
        if channel.recipient is not None:
            self._expect_reachable(call.caller, channel.recipient)
        draft = call.draft()
        nonce = _nonce(draft.body)
        message = self._world.posted_with(call.caller, nonce) if draft.body.get("enforce_nonce") else None
        if message is None:
            reference = draft.body.get("message_reference")
            archive(self._world, channel, archived=False)  # a new message opens an archived thread
            message = write(self._world, channel, call.caller, draft, reference=reference)
            self._world.remember_nonce(message, nonce)
        elif message.gone:
            raise refusal(10008)
        return Reply(200, {**message_json(message), **({} if nonce is None else {"nonce": nonce})})

    def _expect_reachable(self, application: Application, user: User) -> None:
        """Refuse a direct message to a user who can't or won't get any from the bot, even if a channel exists."""
        if not self._world.meets(application, user):
            raise refusal(50278)
        if not user.takes_direct_messages:
            raise refusal(50007)

    def _message(self, call: Call) -> Reply:
        return Reply(200, message_json(self._public(call, self._place(call, Permission.READ_MESSAGE_HISTORY))))

    def _edit(self, call: Call) -> Reply:
        channel = self._place(call)
        message = self._own(call, channel)
        if channel.archived:
            raise refusal(50083)
        if self._world.now() - message.created > OLD:
            self._limiter.take("old_edits", (call.caller.id, channel.id))
        edit(self._world, message, call.draft())
        return Reply(200, message_json(message))

    def _delete(self, call: Call) -> Reply:
        channel = self._place(call)
        message = self._public(call, channel)
        if message.sender is not call.caller.user:
            self._place(call, Permission.MANAGE_MESSAGES)
        delete(self._world, message)
        return Reply(204)

    def _typing(self, call: Call) -> Reply:
        self._place(call, Permission.SEND_MESSAGES)
        return Reply(204)

    def _thread(self, call: Call) -> Reply:
        parent = self._place(call)
        body = expect_object(call)
        private = body.get("type") == ChannelKind.PRIVATE_THREAD and "message_id" not in call.parts
        self._place(call, Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS)
        faults = Faults()
        faults.length(("name",), body.get("name"), 1, 100)
        faults.check()
        kind = ChannelKind.PRIVATE_THREAD if private else ChannelKind.PUBLIC_THREAD
        # A thread created from a message has the id of that message.
        number = self._public(call, parent).id if "message_id" in call.parts else self._world.new_id()
        thread = Channel(number, body["name"], kind, parent.guild, parent, bot_permissions=parent.bot_permissions)
        thread.creator = call.caller.user
        open_channel(self._world, thread)
        if "message_id" not in call.parts and not private:
            announce_thread(self._world, thread, call.caller)
        return Reply(201, channel_json(thread))

    def _change_thread(self, call: Call) -> Reply:
        """Rename, archive or open a thread: its creator may, and bots with the permission to manage threads."""
        thread = self._place(call)
        if not thread.is_thread or thread.creator is not call.caller.user:
            self._place(call, Permission.MANAGE_THREADS)
        body = expect_object(call)
        faults = Faults()
        if "name" in body:
            faults.length(("name",), body["name"], 1, 100)
            faults.check()
            thread.name = body["name"]
        thread.archived = bool(body.get("archived", thread.archived))
        change_channel(self._world, thread)
        return Reply(200, channel_json(thread))

    def _direct(self, call: Call) -> Reply:
        user = self._world.users.get(int(expect_object(call).get("recipient_id") or 0))
        if user is None:
            raise refusal(10013)
        if user.bot:
            raise refusal(50007)
        return Reply(200, channel_json(self._world.direct_channel(user)))


def _nonce(body: JSON) -> str | int | None:
    """Return the nonce of a message in a request: a number, or up to 25 characters. ApiError for anything else."""
    nonce: str | int | None = body.get("nonce")
    faults = Faults()
    if not isinstance(nonce, int | None):
        faults.length(("nonce",), nonce, 0, 25)
    faults.check()
    return nonce
