"""Builds the messages that show a table: pictures and screens, in a language."""

import logging
from dataclasses import dataclass, replace
from functools import partial

from bot.play import lobby
from bot.play.errors import StoreError
from bot.play.finished_games import FinishedGames
from bot.play.game import FIRST, DealStage
from bot.play.limits.invitations import Invitations
from bot.play.session import Table
from bot.play.starts.starting import StartPromise
from bot.play.tournaments import Tournaments
from bot.play.values import Stamp, Status
from bot.ratings.ports import RequestRefused
from bot.ratings.values import Rated
from bot.rummy.events import EventKind
from bot.rummy.views import Phase
from bot.text.catalogs import Texts
from bot.text.tournaments import matchday_name
from bot.tournaments.tournament import find
from cogs.edge.layout import plain_name
from cogs.edge.messages import Message
from cogs.table.game_messages import GameMessages, presence_of, scene_of, with_notice
from cogs.table.screens.links import closed_screen
from cogs.table.screens.lobby import lobby_screen
from cogs.table.screens.proof.starting import starting_screen
from cogs.table.screens.scene import NO_NOTICE, Notice
from render.studio import Studio

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Mark:
    """The state of a table that a message shows. Two messages with equal marks show the same.

    ``part`` decides which message a table needs: the lobby and the first deal share one, every other part has its own.
    ``rated`` is whether its game counts, once that's known; ``promise`` is what the start of a lobby would prove.
    """

    table: int
    part: DealStage
    version: int
    stamp: Stamp
    status: Status
    notes: int = 0
    deadline: int | None = None
    nudged: bool = False
    names: tuple[str, ...] = ()
    rated: Rated | None = None
    resting: bool = False
    promise: StartPromise | None = None


def mark_of(table: Table) -> Mark:
    """Return the mark of a table's current state."""
    row, part = table.row, table.game.part if table.game else FIRST
    clock, here = row.clock, presence_of(table)
    deadline, nudged = (clock.deadline, clock.nudged) if clock else (None, False)
    names = tuple(player.name for player in row.seats)
    rated = table.outcome.result.rated if table.outcome else None
    return Mark(
        row.id,
        part,
        row.version,
        table.stamp(None),
        row.status,
        here.notes,
        deadline,
        nudged,
        names,
        rated,
        here.resting,
        table.promise if row.status is Status.LOBBY else None,
    )


def has_only_drawn(table: Table, shown: Mark) -> bool:
    """Return whether all that has happened since a mark is that the player whose turn it is has drawn or taken a card.

    Others can do nothing about that but wait for the discard. So False where discards can be claimed (H-8), which the
    draw ends. A take-back (C-9) is ended by it, too, but only its player's panel offers that, and it's updated at once.
    """
    if table.row.options.claims or table.game is None:
        return False
    if table.stamp(None).public != shown.stamp.public + 1 or replace(mark_of(table), stamp=shown.stamp) != shown:
        return False
    view = table.view(None)
    last = view.recent[-1] if view.recent else None
    drawn = last is not None and last.kind in (EventKind.DREW, EventKind.TOOK) and last.seat == view.turn
    return drawn and view.phase in (Phase.DISCARD, Phase.LAY)


def seat_at(table: Table, user: int) -> int | None:
    """Return the seat of a player; None for spectators, and for players who left a running game."""
    seat, game = table.seat_of(user), table.game
    return None if game is not None and not game.over and seat in game.left else seat


class TableMessages(GameMessages):
    """Builds the messages that show tables: lobbies too, and finished games with their ratings."""

    def __init__(
        self,
        studio: Studio,
        finished_games: FinishedGames,
        tournaments: Tournaments | None = None,
        invitations: Invitations | None = None,
    ) -> None:
        super().__init__(studio)
        self._invitations = invitations
        self._finished_games = finished_games
        self._tournaments = tournaments

    async def ready(self, table: Table) -> None:
        """Wait, for a limited time, for the outcome of the table's game, if it's over."""
        await self._finished_games.outcome(table)

    async def public(self, table: Table, texts: Texts) -> Message:
        """Show a table publicly: the lobby, a running deal, how a deal or the game ended."""
        scene = scene_of(table, texts)
        match table.row.status:
            case Status.LOBBY:
                seal, promise = table.seal(), table.promise
                start = table.row.start
                if start is not None and start.beacon is not None:
                    waited = partial(starting_screen, start=start)
                    return Message(lambda detail: waited(scene.with_detail(detail)))
                tournament = await self._tournament_name(table, texts)
                pings = lobby.awaited(table.row)
                if self._invitations is not None:
                    pings = await self._invitations.pinged(table.row)
                return Message(
                    lambda detail: lobby_screen(scene.with_detail(detail), seal, promise, tournament), pings=pings
                )
            case Status.CANCELLED:
                return Message(lambda detail: closed_screen(scene.with_detail(detail)))
            case _:
                return await self.seen_by_all(table, texts)

    async def watching(self, table: Table, texts: Texts, notice: Notice = NO_NOTICE) -> Message:
        """Show a started game to a spectator, in their language."""
        await self.ready(table)
        return with_notice(await self.seen_by_all(table, texts, watching=True), notice)

    async def _tournament_name(self, table: Table, texts: Texts) -> str:
        """Return the tournament and matchday of a table's game; empty if there's none or the store fails."""
        fixture = table.row.fixture
        if fixture is None or self._tournaments is None:
            return ""
        try:
            row = await self._tournaments.of_fixture(fixture)
            day = matchday_name(texts, row.tournament, find(row.tournament, fixture).matchday)
        except (RequestRefused, StoreError) as error:
            logger.warning("the tournament of a table can't be read: %r", error, extra={"table": table.row.id})
            return ""
        return texts.t("{tournament} ({matchday})", tournament=plain_name(row.name, len(row.name)), matchday=day)
