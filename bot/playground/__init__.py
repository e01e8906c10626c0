"""A stand-in for Discord on 127.0.0.1: REST API (v10) and gateway, with simulated people who act on what they see.

Unmodified discord.py runs against it, by setting `discord.http.Route.BASE` and
`discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY`.

Left out: voice, reactions, polls, pins, embeds (stored and returned, but not checked), stickers, permissions of
roles other than the bots', guild emojis, auto-moderation, replies and files of people, editing channels,
registering single commands (only bulk), webhooks other than an interaction's, command permissions set by admins, the
limits of webhooks, unfurling of other sites' pictures, checking whether a Unicode emoji exists. Every session of a
shard gets each event, as on Discord; `StandIn.complaints` names the shards that have two.
"""

from bot.playground.answers import Answer, CannotSeeError
from bot.playground.guild import Guild
from bot.playground.interactions import AnswerKind, Interaction
from bot.playground.limits import LOGINS, NO_LIMITS, Limit, RateLimits
from bot.playground.modals import Modal
from bot.playground.people import Person
from bot.playground.rest import Fault, LoggedRequest, Unreadable
from bot.playground.rough import Rough
from bot.playground.seen import (
    SeenButton,
    SeenContainer,
    SeenFile,
    SeenGallery,
    SeenMessage,
    SeenOption,
    SeenPart,
    SeenPicture,
    SeenRow,
    SeenSection,
    SeenSelect,
    SeenSeparator,
    SeenText,
)
from bot.playground.standin import StandIn
from bot.playground.state import INVITED, MEMBER, Application, Channel, Permission
from bot.playground.typing_in import CommandError

__all__ = [
    "INVITED",
    "LOGINS",
    "MEMBER",
    "NO_LIMITS",
    "Answer",
    "AnswerKind",
    "Application",
    "CannotSeeError",
    "Channel",
    "CommandError",
    "Fault",
    "Guild",
    "Interaction",
    "Limit",
    "LoggedRequest",
    "Modal",
    "Permission",
    "Person",
    "RateLimits",
    "Rough",
    "SeenButton",
    "SeenContainer",
    "SeenFile",
    "SeenGallery",
    "SeenMessage",
    "SeenOption",
    "SeenPart",
    "SeenPicture",
    "SeenRow",
    "SeenSection",
    "SeenSelect",
    "SeenSeparator",
    "SeenText",
    "StandIn",
    "Unreadable",
]
