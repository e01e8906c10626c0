"""What the packages of the Discord edge are built from: stores, games and shared services."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.counts import ProgramCounts
from bot.play.scheduling.judge import JudgingProcess
from bot.play.scheduling.thinking import PeopleFirst
from bot.play.service.days import Days
from bot.play.service.finished_games import FinishedGames, SeasonCalendar
from bot.play.service.posting import Posting
from bot.play.service.puzzles import PuzzleMaking
from bot.play.service.tables import Tables, TableSignals
from bot.play.service.tournaments import Tournaments
from bot.play.state.limits import Limits
from bot.play.state.people import (
    PeopleStore,
    PersonalData,
    Servers,
)
from bot.play.state.ports import Clock, PanelStore, ProgramState, ReviewStore, Signal
from bot.play.state.puzzles import PuzzleStore
from bot.ratings.ports import Audit, Results
from bot.text.catalogs import Catalogs
from cogs.door.help import Contact
from cogs.edge.channel_writer import ChannelWriter
from cogs.edge.channels import DiscordChannels
from cogs.edge.client import DiscordClient
from cogs.edge.languages import Languages, Readers
from cogs.edge.messages import CardEmojis
from cogs.edge.names import DiscordNames
from cogs.tournaments.posts import TournamentUpdates
from render.queue.studio import Studio


@dataclass(frozen=True, slots=True)
class Stores:
    """The stores that the edge reads and changes directly."""

    people: PeopleStore
    servers: Servers
    results: Results
    audit: Audit
    personal_data: PersonalData
    program: ProgramState
    panels: PanelStore
    puzzles: PuzzleStore
    reviews: ReviewStore


@dataclass(frozen=True, slots=True)
class Games:
    """The services that run the games, and the signals they send."""

    tables: Tables
    seasons: SeasonCalendar
    finished_games: FinishedGames
    tournaments: Tournaments
    days: Days
    puzzle_making: PuzzleMaking
    table_signals: TableSignals
    standings_changes: Signal[int]
    tournament_updates: TournamentUpdates


@dataclass(frozen=True, slots=True)
class Edge:
    """Services that every package uses. ``sleep`` follows ``clock``; it and ``edit_interval`` are in seconds.

    ``uptime`` is a clock that nobody sets, for how long ago something happened in this process.
    ``contact`` is how to reach the people who run the bot. ``posting`` counts the public posts of members.
    ``counts`` are for metrics, ``judge`` makes reviews.
    """

    client: DiscordClient
    languages: Languages
    readers: Readers
    catalogs: Catalogs
    channels: DiscordChannels
    writer: ChannelWriter
    emojis: CardEmojis
    names: DiscordNames
    studio: Studio
    clock: Clock
    uptime: Clock
    sleep: Callable[[float], Awaitable[None]]
    edit_interval: float
    contact: Contact
    limits: Limits
    posting: Posting
    people: PeopleFirst
    counts: ProgramCounts
    judge: JudgingProcess
