"""Interactions: sent to the bot, which has to answer within three seconds, and can use the token for 15 minutes."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum

from bot.playground.errors import JSON, refusal
from bot.playground.messages import Draft, delete, edit, loading, write
from bot.playground.payloads import channel_json, member_json, message_json, user_json
from bot.playground.registry import GROUP, SUBCOMMAND
from bot.playground.rest import Call, Reply, Route, expect_object
from bot.playground.state import EPHEMERAL, Application, Channel, StoredMessage, User, World
from bot.playground.validate import check_modal

FIRST_ANSWER = 3.0
"""Seconds within which the bot has to answer."""
TOKEN_LIFE = 900.0
"""Seconds for which an interaction's token works."""
KEPT = 20_000
"""The number of last interactions that are remembered, enough for all tokens that still work."""
REPEATABLE = 1000
"""The number of last interactions that can be delivered again."""
ATTACHMENT_LIMIT = 10 * 1024 * 1024
_BEAT = 0.05
"""Seconds between two looks at the clocks."""
_SHORTEST_STALL = 0.2
"""Seconds without CPU time from which a late look counts as a stall of the machine."""


class Stalls:
    """Measures how long this process was kept from running, by a suspended machine or by other processes.

    The bot can't answer then, so it isn't late either. Time in which the process computed counts as its own: a bot that
    blocks its event loop is late.
    """

    def __init__(self) -> None:
        self._seconds = 0.0
        self._looked = time.monotonic()
        self._worked = time.process_time()
        self._beat: asyncio.TimerHandle | None = None

    def seconds(self) -> float:
        """Return the seconds lost while this was measuring."""
        if self._beat is not None:
            self._look()
        return self._seconds

    def start(self) -> None:
        """Start measuring."""
        if self._beat is None:
            self._looked, self._worked = time.monotonic(), time.process_time()
            self._beat = asyncio.get_running_loop().call_later(_BEAT, self._again)

    def stop(self) -> None:
        """Stop measuring."""
        if self._beat is not None:
            self._beat.cancel()
            self._beat = None

    def _again(self) -> None:
        self._look()
        self._beat = asyncio.get_running_loop().call_later(_BEAT, self._again)

    def _look(self) -> None:
        looked, worked = time.monotonic(), time.process_time()
        lost = (looked - self._looked) - (worked - self._worked) - _BEAT
        if lost >= _SHORTEST_STALL:
            self._seconds += lost
        self._looked, self._worked = looked, worked


class InteractionKind(IntEnum):
    """Discord's interaction types."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class AnswerKind(StrEnum):
    """The kind of the first answer to an interaction."""

    MESSAGE = "message"
    THINKING = "thinking"
    ACKNOWLEDGED = "acknowledged"
    UPDATE = "update"
    CHOICES = "choices"
    MODAL = "modal"
    FAILED = "failed"
    NOTHING = "nothing"


@dataclass(slots=True, eq=False)
class Interaction:
    """A person's action that the bot has to answer.

    `stalled` is what `Stalls.seconds` returned when it was created. `source` is the message whose component was used,
    `original` the message that `@original` refers to. `done` is completed once the first answer comes or is too late.
    `followups` are by message id.
    """

    id: int
    token: str
    kind: InteractionKind
    application: Application
    user: User
    channel: Channel
    created: float
    stalled: float
    source: StoredMessage | None
    payload: JSON
    metadata: JSON
    done: asyncio.Future[AnswerKind]
    original: StoredMessage | None = None
    answered: float | None = None
    modal: JSON | None = None
    choices: list[JSON] = field(default_factory=list)
    followups: dict[int, StoredMessage] = field(default_factory=dict)


class Interactions:
    """All interactions: sends them to bots on behalf of people, and serves the routes for answers."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._by_token: dict[str, Interaction] = {}
        self._pending: set[Interaction] = set()
        self._recent: deque[Interaction] = deque()
        self._stalls = Stalls()

    def routes(self) -> Iterable[Route]:
        """Return the routes for answers to interactions, which need only the token in the path."""
        webhook = "/webhooks/{application_id}/{token}"
        message = webhook + "/messages/{message_id}"
        return (
            Route("POST", "/interactions/{interaction_id}/{token}/callback", self._callback, token=False),
            Route("POST", webhook, self._follow_up, token=False),
            Route("GET", message, self._get, token=False),
            Route("PATCH", message, self._edit, token=False),
            Route("DELETE", message, self._delete, token=False),
        )

    def send(
        self,
        kind: InteractionKind,
        user: User,
        channel: Channel,
        asked: tuple[Application, JSON],
        *,
        source: StoredMessage | None = None,
        trigger: Interaction | None = None,
    ) -> Interaction:
        """Send INTERACTION_CREATE.

        `asked` is the application and the data to send, `source` the message whose component is used, `trigger` the
        interaction whose modal is submitted.
        """
        application, data = asked
        user.heard = user.locale
        loop = asyncio.get_running_loop()
        interaction = Interaction(
            self._world.new_interaction_id(),
            secrets.token_urlsafe(48),
            kind,
            application,
            user,
            channel,
            self._world.now(),
            self._stalls.seconds(),
            source,
            {},
            {},
            loop.create_future(),
        )
        interaction.metadata = _metadata(interaction, data, trigger)
        interaction.payload = _payload(interaction, data)
        self._remember(interaction)
        self._stalls.start()
        loop.call_later(FIRST_ANSWER + 0.01, self._check_again, interaction)
        self.deliver(interaction)
        return interaction

    def _remember(self, interaction: Interaction) -> None:
        self._by_token[interaction.token] = interaction
        self._pending.add(interaction)
        if len(self._by_token) > KEPT:
            del self._by_token[next(iter(self._by_token))]
        self._recent.append(interaction)
        if len(self._recent) > REPEATABLE:
            self._recent.popleft().payload = {}

    def deliver(self, interaction: Interaction) -> None:
        """Send the event, perhaps once more. ValueError if the interaction is too old."""
        if not interaction.payload:
            raise ValueError("that interaction is too long ago to be delivered again")
        guild = interaction.channel.guild
        guild_id = None if guild is None else guild.id
        self._world.emit(interaction.application, guild_id, "INTERACTION_CREATE", lambda: interaction.payload)

    def expire(self) -> int:
        """Make every token expire whose interaction is answered. Return how many still worked."""
        limit = self._world.now() - TOKEN_LIFE
        fresh = [one for one in self._by_token.values() if one.answered is not None and one.created >= limit]
        for one in fresh:
            one.created = limit - 1
        self._world.ring()
        return len(fresh)

    def forget(self, before: float) -> None:
        """Forget the interactions that were created before a time, and whose tokens have expired."""
        for token in [token for token, one in self._by_token.items() if one.created < before]:
            del self._by_token[token]
        while self._recent and self._recent[0].created < before:
            self._recent.popleft()

    def clear(self) -> None:
        """Forget all interactions. Those without an answer fail."""
        for interaction in list(self._pending):
            self._decide(interaction, AnswerKind.FAILED)
        self._by_token.clear()
        self._recent.clear()

    def check_deadlines(self) -> None:
        """Mark every interaction as failed whose first answer is too late."""
        for interaction in [i for i in self._pending if self._late(i)]:
            self._decide(interaction, AnswerKind.FAILED)

    def _check_again(self, interaction: Interaction) -> None:
        """Check all deadlines, and this interaction's once more if a stall has moved it."""
        self.check_deadlines()
        if interaction in self._pending:
            left = FIRST_ANSWER - self._age(interaction)
            asyncio.get_running_loop().call_later(left + 0.01, self._check_again, interaction)

    def _age(self, interaction: Interaction) -> float:
        """Return how many seconds the bot has had for an answer."""
        return self._world.now() - interaction.created - (self._stalls.seconds() - interaction.stalled)

    def _late(self, interaction: Interaction) -> bool:
        return self._age(interaction) > FIRST_ANSWER

    def _decide(self, interaction: Interaction, kind: AnswerKind) -> None:
        self._pending.discard(interaction)
        if not self._pending:
            self._stalls.stop()
        if not interaction.done.done():
            interaction.done.set_result(kind)
        self._world.ring()

    def _callback(self, call: Call) -> Reply:
        interaction = self._by_token.get(call.parts["token"])
        if interaction is None or interaction.id != call.number("interaction_id"):
            raise refusal(10062)
        if interaction.answered is not None:
            raise refusal(40060)
        if self._late(interaction):
            raise refusal(10062)
        body = expect_object(call)
        kind = self._answer(interaction, int(body.get("type") or 0), body.get("data") or {}, call)
        interaction.answered = self._world.now()
        self._decide(interaction, kind)
        if call.query.get("with_response", "0").lower() not in ("1", "true"):
            return Reply(204)
        return Reply(200, _callback_json(interaction, kind))

    def _answer(self, interaction: Interaction, kind: int, data: JSON, call: Call) -> AnswerKind:
        draft = Draft(data, call.files, ("data",))
        match kind, interaction.kind:
            case 8, InteractionKind.AUTOCOMPLETE:
                interaction.choices = _checked_choices(data)
                return AnswerKind.CHOICES
            case 4, InteractionKind.COMMAND | InteractionKind.COMPONENT | InteractionKind.MODAL:
                interaction.original = self._write(interaction, draft)
                return AnswerKind.MESSAGE
            case 5, InteractionKind.COMMAND | InteractionKind.COMPONENT | InteractionKind.MODAL:
                owner = interaction.user if int(data.get("flags") or 0) & EPHEMERAL else None
                interaction.original = loading(
                    self._world, interaction.channel, interaction.application, owner, interaction.metadata
                )
                return AnswerKind.THINKING
            case ((6 | 7), InteractionKind.COMPONENT | InteractionKind.MODAL) if interaction.source is not None:
                interaction.original = interaction.source
                if kind == 6:
                    return AnswerKind.ACKNOWLEDGED
                if interaction.source.gone:
                    raise refusal(10008)
                edit(self._world, interaction.source, draft)
                return AnswerKind.UPDATE
            case 9, InteractionKind.COMMAND | InteractionKind.COMPONENT:
                check_modal(data, interaction.application.emojis)
                interaction.modal = data
                return AnswerKind.MODAL
        message = f"Response type {kind} is not valid for this interaction"
        error = {"code": "INTERACTION_RESPONSE_TYPE_INVALID", "message": message}
        raise refusal(50035, {"type": {"_errors": [error]}})

    def _write(self, interaction: Interaction, draft: Draft) -> StoredMessage:
        owner = interaction.user if int(draft.body.get("flags") or 0) & EPHEMERAL else None
        reference = None
        if interaction.kind is InteractionKind.COMPONENT and interaction.source is not None:
            reference = {
                "type": 0,
                "message_id": str(interaction.source.id),
                "channel_id": str(interaction.channel.id),
            }
        return write(
            self._world,
            interaction.channel,
            interaction.application,
            draft,
            owner=owner,
            metadata=interaction.metadata,
            reference=reference,
        )

    def _of_token(self, call: Call) -> Interaction:
        interaction = self._by_token.get(call.parts["token"])
        if interaction is None or interaction.application.id != call.number("application_id"):
            raise refusal(10015)
        if self._world.now() - interaction.created > TOKEN_LIFE:
            raise refusal(50027)
        if interaction.answered is None:
            raise refusal(10015)
        return interaction

    def _message(self, call: Call) -> StoredMessage:
        interaction = self._of_token(call)
        if call.parts["message_id"] == "@original":
            message = interaction.original
        else:
            message = interaction.followups.get(call.number("message_id"))
            if interaction.original is not None and interaction.original.id == call.number("message_id"):
                message = interaction.original
        if message is None or message.gone:
            raise refusal(10008)
        return message

    def _get(self, call: Call) -> Reply:
        return Reply(200, message_json(self._message(call)))

    def _edit(self, call: Call) -> Reply:
        message = self._message(call)
        edit(self._world, message, call.draft())
        return Reply(200, message_json(message))

    def _delete(self, call: Call) -> Reply:
        delete(self._world, self._message(call))
        return Reply(204)

    def _follow_up(self, call: Call) -> Reply:
        interaction = self._of_token(call)
        original = interaction.original
        if original is not None and original.is_loading and not original.gone:
            # The first follow-up after "thinking" replaces the deferred message.
            edit(self._world, original, call.draft())
            return Reply(200, message_json(original))
        message = self._write(interaction, call.draft())
        interaction.followups[message.id] = message
        return Reply(200, message_json(message))


def _metadata(interaction: Interaction, data: JSON, trigger: Interaction | None) -> JSON:
    metadata: JSON = {
        "id": str(interaction.id),
        "type": int(interaction.kind),
        "user": user_json(interaction.user),
        "authorizing_integration_owners": interaction.application.owners(interaction.user, interaction.channel.guild),
    }
    if interaction.kind is InteractionKind.COMPONENT and interaction.source is not None:
        metadata["interacted_message_id"] = str(interaction.source.id)
    if interaction.kind is InteractionKind.COMMAND:
        metadata |= {"name": _full_name(data), "command_type": data["type"]}
    if trigger is not None:
        metadata["triggering_interaction_metadata"] = trigger.metadata
    return metadata


def _full_name(data: JSON) -> str:
    """Return the name of a command with its group and subcommand, without a slash."""
    nested = [option for option in data.get("options") or [] if option["type"] in (SUBCOMMAND, GROUP)]
    return " ".join((data["name"], *map(_full_name, nested)))


def _checked_choices(data: JSON) -> list[JSON]:
    choices = data.get("choices")
    if not isinstance(choices, list) or len(choices) > 25:
        error = {"code": "BASE_TYPE_BAD_LENGTH", "message": "Must be between 0 and 25 in length."}
        raise refusal(50035, {"data": {"choices": {"_errors": [error]}}})
    return choices


def _payload(interaction: Interaction, data: JSON) -> JSON:
    channel, guild = interaction.channel, interaction.channel.guild
    body: JSON = {
        "id": str(interaction.id),
        "application_id": str(interaction.application.id),
        "type": int(interaction.kind),
        "data": data,
        "token": interaction.token,
        "version": 1,
        "channel_id": str(channel.id),
        "channel": channel_json(channel),
        "app_permissions": str((channel.parent or channel).bot_permissions),
        "locale": interaction.user.locale,
        "entitlements": [],
        "authorizing_integration_owners": interaction.metadata["authorizing_integration_owners"],
        "context": 1 if guild is None else 0,
        "attachment_size_limit": ATTACHMENT_LIMIT,
    }
    if guild is None:
        body["user"] = user_json(interaction.user)
    else:
        member = guild.members[interaction.user.id]
        body["guild_id"] = str(guild.id)
        body["guild"] = {"id": str(guild.id), "locale": guild.locale, "features": []}
        body["guild_locale"] = guild.locale
        body["member"] = {**member_json(member, guild), "permissions": str(member.permissions)}
    if interaction.source is not None:
        body["message"] = message_json(interaction.source)
    return body


def _callback_json(interaction: Interaction, kind: AnswerKind) -> JSON:
    about: JSON = {
        "id": str(interaction.id),
        "type": int(interaction.kind),
        "channel_id": str(interaction.channel.id),
    }
    if interaction.channel.guild is not None:
        about["guild_id"] = str(interaction.channel.guild.id)
    message = interaction.original
    body: JSON = {"interaction": about}
    if message is not None:
        about["response_message_id"] = str(message.id)
        about["response_message_loading"] = message.is_loading
        about["response_message_ephemeral"] = message.owner is not None
        if kind in (AnswerKind.MESSAGE, AnswerKind.UPDATE):
            number = 4 if kind is AnswerKind.MESSAGE else 7
            body["resource"] = {"type": number, "message": message_json(message)}
    return body
