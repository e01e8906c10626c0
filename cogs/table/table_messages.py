"""Builds the messages that show a table, for everyone and for each seat: pictures and screens, in a language."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from discord import ButtonStyle, ui
from discord.ui import LayoutView

from bot.play.service.finished_games import FinishedGames
from bot.play.service.posting import Invitations
from bot.play.service.table import Table, TableReading
from bot.play.service.tournaments import Tournaments
from bot.play.state import lobby
from bot.play.state.errors import StoreError
from bot.play.state.game import FIRST, DealStage
from bot.play.state.presence import asleep, open_questions
from bot.play.state.shuffles import StartPromise
from bot.play.state.values import Stamp, Status
from bot.play.time.due import is_resting
from bot.players.coaching import CoachTip
from bot.players.hints import advice_at_hand, advice_for
from bot.ratings.ports import RequestRefused
from bot.ratings.values import Rated
from bot.rummy.cards import Card
from bot.rummy.events import EventKind
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase, View
from bot.text.catalogs import Texts
from bot.text.deals import coach_words, table_heading
from bot.text.players import short_name
from bot.text.tournaments import matchday_name
from bot.tournaments.tournament import find
from cogs.edge.custom_ids import TableAction
from cogs.edge.layout import headed, layout, notice_screen, noticed, picture, plain_name, rows, small, text, title
from cogs.edge.messages import Attachment, Detail, Message
from cogs.table.screens.deal import NO_END, Ended, GameEnd, deal_screen, game_screen, hand_over_screen, past_deal_screen
from cogs.table.screens.games import SCREENS
from cogs.table.screens.lobby import lobby_screen
from cogs.table.screens.proof import starting_screen
from cogs.table.screens.running import HandDetails, absent_lines, continue_button, table_accent, turn_line
from cogs.table.screens.scene import (
    ALL_HERE,
    NO_NOTICE,
    NO_PICKS,
    Notice,
    Picks,
    Presence,
    Scene,
    closed_screen,
    moved_screen,
)
from render.look import look_from
from render.order import Sorting
from render.queue.studio import Studio
from render.values import FinalResult, Picture


def table_screen(scene: Scene, view: View, file: Attachment | None) -> ui.LayoutView:
    """Show a running deal; ``view`` is the public one."""
    screens = SCREENS[view.family]
    return layout(
        text(title(table_heading(scene.texts, view)), turn_line(scene, view), *absent_lines(scene)),
        picture(scene.detail, file),
        text(*screens.table_lines(scene, view)),
        rows(screens.turn_buttons(scene, view) if scene.people and not scene.watching else []),
        rows(_looking_buttons(scene)),
        accent=table_accent(view),
    )


def _looking_buttons(scene: Scene) -> list[ui.Button[ui.LayoutView]]:
    texts = scene.texts
    if scene.watching:
        hand = scene.button(texts.t("Look again"), TableAction.HAND)
    else:
        hand = scene.button(texts.t("My hand"), TableAction.HAND, style=ButtonStyle.success)
    return [*continue_button(scene), hand, scene.button(texts.t("More"), TableAction.MORE)]


def presence_of(table: TableReading) -> Presence:
    """Return which players of a table are present; in a lobby all are."""
    game = table.game
    if game is None:
        return ALL_HERE
    missed = frozenset(seat for seat, turns in enumerate(game.missed) if turns) - game.away - game.left
    questions, resting = open_questions(table.row, game), is_resting(table.row, game, table.limits)
    return Presence(game.away, game.left, game.ready, asleep(table.row, game), game.notes, missed, questions, resting)


def end_of(table: TableReading) -> GameEnd:
    """Return how a game ended; `NO_END` for a running game."""
    game = table.game
    if game is None or not game.over:
        return NO_END
    return GameEnd(game.winners, game.resigned, game.forfeits, game.closed)


def scene_of(table: TableReading, texts: Texts, seat: int | None = None, *, watching: bool = False) -> Scene:
    """Return the scene of a table. It's public if ``seat`` is None and ``watching`` is False."""
    return Scene(texts, table.row, table.stamp(seat), presence=presence_of(table), seat=seat, watching=watching)


@dataclass(slots=True, eq=False)
class GameMessages:
    """Builds the messages that show games. A record has no live table, and `TableReading` is all that they need."""

    studio: Studio

    async def seen_by_all(self, table: TableReading, texts: Texts, *, watching: bool = False) -> Message:
        """Show a started game: a running deal, how a deal or the game ended. ``watching`` is for one spectator."""
        scene, view = scene_of(table, texts, watching=watching), table.view(None)
        if table.row.status is Status.PLAYING and view.phase is not Phase.DEAL:
            return await self._deal(scene, view)
        return await self._ended(scene, table)

    async def hand(
        self,
        table: TableReading,
        seat: int,
        texts: Texts,
        *,
        sorting: Sorting,
        render: int,
        picked: Picks = NO_PICKS,
        notice: Notice = NO_NOTICE,
        assisted: bool = True,
        tip: CoachTip | None = None,
    ) -> Message:
        """Show a table to the player in a seat. ``render`` makes Discord reset the selects.

        With ``assisted`` False the player gets no assistance though the table offers it. ``tip`` is the coach's line.
        """
        if assisted:
            await _read_long(table, seat)
        scene = replace(scene_of(table, texts, seat), assisted=assisted)
        if table.row.status in (Status.LOBBY, Status.CANCELLED):
            waiting = texts.t("The game hasn't started yet.")
            return Message(lambda _: notice_screen("\n".join(filter(None, (notice.words, waiting)))))
        view = table.view(seat)
        if view.phase in (Phase.DEAL, Phase.OVER):
            if table.row.is_practice:
                return with_notice(await self._ended(scene, table), notice)
            end = end_of(table)
            return Message(lambda detail: hand_over_screen(scene.with_detail(detail), view, end, notice))
        judge, coach = partial(table.refusal_for, seat), "" if tip is None else coach_words(texts, tip)
        screen = SCREENS[view.family].hand_screen(view, picked, judge, unassisted=scene.unassisted)
        advice = await _advice(scene, view)
        if look_from(texts.look).text_only:
            file, words = (
                None,
                self.studio.hand_words(view, picture_names(scene), texts, sorting, unassisted=scene.unassisted),
            )
        else:
            file, words = _file("hand", scene, await self._hand(scene, view, advice, sorting)), ""
        details = HandDetails(file, sorting, render, advice, notice, words, coach)
        hand = Message(lambda detail: screen(scene.with_detail(detail), details), files=(file,) if file else ())
        return await self._with_table(scene, view, hand) if table.row.is_practice else hand

    async def draw_hand(
        self, table: TableReading, seat: int, texts: Texts, *, sorting: Sorting, assisted: bool = True
    ) -> None:
        """Do what takes long in `hand`, which then finds it in caches: advice and picture for a player in a deal."""
        if assisted:
            await _read_long(table, seat)
        view = table.view(seat)
        if table.row.status is Status.PLAYING and view.phase is not Phase.DEAL and not look_from(texts.look).text_only:
            scene = Scene(texts, table.row, table.stamp(seat), seat=seat, assisted=assisted)
            await self._hand(scene, view, await _advice(scene, view), sorting)

    def low_priority(self, since: float | None = None) -> AbstractAsyncContextManager[None]:
        """Let the pictures in the block wait for pictures of answers. Used for messages that aren't urgent.

        Those come first that have been wanted longest: ``since`` a time of the loop, or since now.
        """
        return self.studio.low_priority(since)

    def moved(self, table: TableReading, texts: Texts) -> Message:
        """Link to a table in one line, in an old message that can't be deleted."""
        scene = scene_of(table, texts)
        view = table.view(None) if table.game else None
        return Message(lambda _: moved_screen(scene, view))

    async def result_of_deal(self, table: TableReading, deal: int, texts: Texts) -> Message:
        """Show how a deal ended after the game has continued. Raises ValueError if it hasn't ended."""
        game = table.result_of_deal(deal)
        view = game.view(None)
        scene = Scene(texts, table.row, Stamp(game.stamp.public))
        hands = await self._hands(scene, view, "past-hands")
        sheet = _file("past-sheet", scene, await self.studio.sheet(view, picture_names(scene), texts))
        ended = Ended(view, hands, sheet)
        return Message(
            lambda detail: past_deal_screen(scene.with_detail(detail), ended), files=tuple(filter(None, (hands, sheet)))
        )

    async def _deal(self, scene: Scene, view: View) -> Message:
        drawn = await self.studio.table(view, picture_names(scene), scene.texts, unassisted=scene.unassisted)
        file = _file("table", scene, drawn)
        return Message(lambda detail: table_screen(scene.with_detail(detail), view, file), files=(file,))

    async def _hand(self, scene: Scene, view: View, advice: Sequence[Move], sorting: Sorting) -> Picture:
        """Draw a hand, with the advised discard or knock marked."""
        advised = next((move for move in advice[:1] if move.verb in (Verb.DISCARD, Verb.KNOCK)), None)
        return await self.studio.hand(
            view, picture_names(scene), scene.texts, sorting, unassisted=scene.unassisted, advised=advised
        )

    async def _with_table(self, scene: Scene, view: View, hand: Message) -> Message:
        """Put the table above a hand, for a practice game, which has no public message: its heading and its melds."""
        heading = small(scene.texts.t("Practice: {heading}", heading=table_heading(scene.texts, view)))
        if not SCREENS[view.family].has_table_melds(view):
            return replace(hand, layout=lambda detail: headed(text(heading), view=hand.layout(detail)))
        drawn = await self.studio.table(view, picture_names(scene), scene.texts, unassisted=scene.unassisted)
        file = _file("table", scene, drawn)

        def layout(detail: Detail) -> LayoutView:
            return headed(text(heading), *picture(detail, file), view=hand.layout(detail))

        return replace(hand, layout=layout, files=(file, *hand.files))

    async def _ended(self, scene: Scene, table: TableReading) -> Message:
        view, end = table.view(None), end_of(table)
        over = table.row.status is Status.OVER
        how = FinalResult(end.winners, end.forfeits, end.closed) if over else None
        hands = None if end.broken_off else await self._hands(scene, view)
        sheet = _file("sheet", scene, await self.studio.sheet(view, picture_names(scene), scene.texts, final=how))
        ended = Ended(view, hands, sheet, end, table.outcome)
        screen = game_screen if over else deal_screen
        return Message(
            lambda detail: screen(scene.with_detail(detail), ended), files=tuple(filter(None, (hands, sheet)))
        )

    async def _hands(self, scene: Scene, view: View, kind: str = "hands") -> Attachment | None:
        """Draw all hands at the end of a deal; None if there was no showdown."""
        if not SCREENS[view.family].shows_hands(view):
            return None
        return _file(kind, scene, await self.studio.ending(view, picture_names(scene), scene.texts))


def with_notice(message: Message, notice: Notice) -> Message:
    """Put a notice above what a message shows, if there is one."""
    if not notice:
        return message
    return replace(message, layout=lambda detail: noticed(notice.words, message.layout(detail)))


async def _read_long(table: TableReading, seat: int) -> None:
    """Read a hand in a thread if that may take long; showing it then finds the results in caches.

    The table may change meanwhile, so whatever is shown is read afterwards.
    """
    if table.row.status is not Status.PLAYING or table.row.settings.unassisted:
        return
    view = table.view(seat)
    reading = None if view.phase in (Phase.DEAL, Phase.OVER) else SCREENS[view.family].long_reading(view)
    if reading is not None:
        await asyncio.to_thread(reading)


async def _advice(scene: Scene, view: View) -> tuple[Move, ...]:
    """Return the moves to suggest after the draw; none at an unassisted table.

    They're computed in a thread, since that may take long.
    """
    if scene.unassisted or view.turn != view.seat or view.phase not in (Phase.DISCARD, Phase.LAY):
        return ()
    found = advice_at_hand(view)
    return await asyncio.to_thread(advice_for, view) if found is None else found


def picture_names(scene: Scene) -> tuple[str, ...]:
    """Return the players' names for a picture, without markup."""
    return tuple(short_name(scene.texts, player) for player in scene.row.seats)


def _file(kind: str, scene: Scene, drawn: Picture) -> Attachment:
    """Return a picture as a file, named after the table and its stamp, so that a changed picture has a new name."""
    number = f"{scene.row.id}-{scene.stamp.public}-{scene.stamp.own}-{scene.presence.notes}"
    return Attachment(f"{kind}-{number}.png", drawn.png, drawn.alt)


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


class Chance(NamedTuple):
    """What a player can do, as far as they have to be told when it changes. ``turn`` is the number of their turn."""

    deal: int
    over: bool
    turn: int | None
    verbs: frozenset[Verb]
    claim: Card | None

    def is_news_after(self, before: "Chance | None") -> bool:
        """Return whether a player who was told ``before`` has to be told this. A missed claim isn't worth it."""
        if before is None:
            return bool(self.verbs)
        return self != before and (bool(self.verbs) or before.turn is not None or self[:2] != before[:2])


def chance_of(table: TableReading, seat: int | None) -> Chance:
    """Return what the player in a seat can do; spectators can never do anything."""
    view = table.view(seat)
    ended = view.phase in (Phase.DEAL, Phase.OVER)
    claims = any(move.verb is Verb.CLAIM for move in view.moves)
    return Chance(
        view.deal,
        ended,
        view.turns if seat is not None and view.turn == seat else None,
        frozenset(move.verb for move in view.moves),
        view.claim if claims else None,
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


@dataclass(slots=True, eq=False)
class TableMessages(GameMessages):
    """Builds the messages that show tables: lobbies too, and finished games with their ratings."""

    finished_games: FinishedGames
    tournaments: Tournaments | None = None
    invitations: Invitations | None = None

    async def ready(self, table: Table) -> None:
        """Wait, for a limited time, for the outcome of the table's game, if it's over."""
        await self.finished_games.outcome(table)

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
                if self.invitations is not None:
                    pings = await self.invitations.pinged(table.row)
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
        if fixture is None or self.tournaments is None:
            return ""
        try:
            row = await self.tournaments.of_fixture(fixture)
            day = matchday_name(texts, row.tournament, find(row.tournament, fixture).matchday)
        except (RequestRefused, StoreError) as error:
            logger.warning("the tournament of a table can't be read: %r", error, extra={"table": table.row.id})
            return ""
        return texts.t("{tournament} ({matchday})", tournament=plain_name(row.name, len(row.name)), matchday=day)
