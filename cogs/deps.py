"""What the cogs are handed: everything they need from the rest of the house."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final, Protocol, cast

from bot.league.ports import Audit, Results, Seasons
from bot.play.fixtures import Fixtures
from bot.play.keeper import Keeper
from bot.play.league import League
from bot.play.people import Custody, People, Servers
from bot.play.ports import Clock, Presets
from bot.play.tables import Tables
from bot.text.catalogue import Catalogues
from cogs.announcer import DiscordAnnouncer
from cogs.emojis import CardEmojis
from cogs.fixtures_announcer import DiscordFixturesAnnouncer
from cogs.names import DiscordNames
from render.studio import Studio

EDIT_INTERVAL: Final = 1.25
"""Seconds between two edits in one channel: Discord allows about five in five seconds."""


@dataclass(frozen=True, slots=True)
class Deps:
    """The parts that ``bot.app`` put together, on the bot as ``bot.deps``.

    ``edit_interval`` is in seconds; ``faces`` reads the application's emojis when the cogs are loaded. ``sleep`` waits
    for seconds of the clock.
    """

    tables: Tables
    presets: Presets
    studio: Studio
    catalogues: Catalogues
    clock: Clock
    people: People
    servers: Servers
    keeper: Keeper
    announcer: DiscordAnnouncer
    names: DiscordNames
    league: League
    results: Results
    seasons: Seasons
    audit: Audit
    fixtures: Fixtures
    fixtures_announcer: DiscordFixturesAnnouncer
    custody: Custody
    faces: CardEmojis = field(default_factory=CardEmojis)
    edit_interval: float = EDIT_INTERVAL
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep


class HasDeps(Protocol):
    """A bot that carries them."""

    deps: Deps


def deps_of(bot: object) -> Deps:
    """Find what the bot carries."""
    return cast(HasDeps, bot).deps
