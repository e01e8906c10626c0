"""What the cogs are handed: everything they need from the rest of the house."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Protocol, cast

from bot.play.finished_games import FinishedGames
from bot.play.ports import Clock, PersonalData, PreferencesStore, Presets, Servers
from bot.play.scheduling.scheduler import Scheduler
from bot.play.tables import Tables
from bot.play.tournaments import Tournaments
from bot.ratings.ports import Audit, Results, Seasons
from bot.text.catalogs import Catalogs
from cogs.edge.channel_writer import EDIT_INTERVAL
from cogs.edge.emojis import CardEmojis
from cogs.edge.names import DiscordNames
from cogs.table.announcer import DiscordAnnouncer
from cogs.tournaments.announcer import DiscordTournamentAnnouncer
from render.studio import Studio


@dataclass(frozen=True, slots=True)
class Deps:
    """The parts that ``bot.app`` put together, on the bot as ``bot.deps``.

    ``edit_interval`` is in seconds; ``faces`` reads the application's emojis when the cogs are loaded. ``sleep`` waits
    for seconds of the clock.
    """

    tables: Tables
    presets: Presets
    studio: Studio
    catalogs: Catalogs
    clock: Clock
    people: PreferencesStore
    servers: Servers
    scheduler: Scheduler
    announcer: DiscordAnnouncer
    names: DiscordNames
    finished_games: FinishedGames
    results: Results
    seasons: Seasons
    audit: Audit
    tournaments: Tournaments
    tournament_announcer: DiscordTournamentAnnouncer
    personal_data: PersonalData
    faces: CardEmojis = field(default_factory=CardEmojis)
    edit_interval: float = EDIT_INTERVAL
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep


class HasDeps(Protocol):
    """A bot that carries them."""

    deps: Deps


def deps_of(bot: object) -> Deps:
    """Find what the bot carries."""
    return cast(HasDeps, bot).deps
