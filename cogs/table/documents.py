"""What people ask for about a game: its record, the proof of its fair shuffles, its replay, its share card."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

import discord
from cachetools import LRUCache
from discord import ui

from bot.fairness.grades import grade_of
from bot.play.service.days import Days
from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.errors import UnknownTable, raise_refusals
from bot.play.state.lobby import cutters
from bot.play.state.records import Moment, Replay, replayed
from bot.play.state.shuffles import links_of_voided
from bot.play.state.values import Status, TableRow
from bot.players.reasons import Hint
from bot.rummy.cards import Card
from bot.rummy.moves import Verb
from bot.rummy.records.checking import verify
from bot.rummy.records.shape import RecordError
from bot.rummy.records.writing import record_text
from bot.rummy.views import Phase, View
from bot.text.catalogs import Texts
from bot.text.deals import record_so_far
from bot.text.players import short_name
from bot.text.scores import sheet_lines
from cogs.edge.answers import Reply, Show, notice
from cogs.edge.clicks import PageClick, PageHandlers, PageRoute, number_in
from cogs.edge.languages import Languages
from cogs.edge.layout import LONGEST_LIST, layout, notice_screen, text
from cogs.edge.messages import Attachment, Detail, Message, named_by_content
from cogs.edge.notices import Meaningless
from cogs.table.day_results import anonymous
from cogs.table.screens.proof import ShuffleReport, secrets_file, verify_screen
from cogs.table.screens.replay import (
    REPLAY,
    REPLAY_DEAL,
    REPLAY_GAME,
    REPLAY_MORE,
    REPLAY_MOVE,
    REPLAY_POINT,
    Looked,
    games_screen,
    heading,
    replay_more_screen,
    replay_screen,
)
from cogs.table.screens.scene import Scene, start_link, way_back
from cogs.table.table_messages import end_of, picture_names, scene_of
from render.queue.studio import Studio
from render.values import FinalResult, Picture


async def record_of(table: Table, texts: Texts) -> Show:
    """Send a table's record as a file. Raises Refused in a lobby."""
    row = table.row
    words = texts.t("The record of this game") if row.status is Status.OVER else record_so_far(texts, row.options)
    await table.wait_for_names()  # a file can't be edited later
    record = await asyncio.to_thread(table.record)  # replays all deals, which would block other clicks
    file = Attachment("record.json", record_text(record).encode())
    return Show(Message(lambda detail: record_screen(texts, detail, file, words), files=(file,)))


def record_screen(texts: Texts, detail: Detail, file: Attachment, words: str) -> ui.LayoutView:
    """Show the record of a game; ``words`` describe it."""
    if not detail.files:
        return notice_screen(texts.t("Discord refused the file. Please try again in a moment."))
    return layout(text(words), ui.File(file.uri))


async def proof_of(table: Table, texts: Texts) -> Show:
    """Check a table's shuffles, as anyone could, and show the result."""
    await table.wait_for_names()  # as for a record
    row, fault, proof = table.row, None, table.promise.proof
    started = row.status in (Status.PLAYING, Status.OVER)
    if started:
        try:
            proof = grade_of((await asyncio.to_thread(lambda: verify(table.record()))).fairness)
        except RecordError as error:
            fault = str(error)
    report = ShuffleReport(
        row.options,
        table.seal(),
        tuple(short_name(texts, player) for player in row.seats),
        proof,
        started,
        cuts=_cuts(row),
        secrets=table.revealed(),
        voided=tuple(link.hex() for link in links_of_voided(row)),
        counts=await table.start_counts(),
        start=row.start,
        link=start_link(row),
        beacon=table.promise.beacon,
        running=len(table.revealed()) + 1 if _is_dealt(table) else 0,
        fault=fault,
    )
    file = secrets_file(report)
    files = () if file is None else (file,)
    return Show(Message(lambda detail: verify_screen(texts, report, file if detail.files else None), files=files))


def _is_dealt(table: Table) -> bool:
    """Return whether a deal is being played, whose secret isn't revealed yet."""
    return table.row.status is Status.PLAYING and table.view(None).phase not in (Phase.DEAL, Phase.OVER)


def led_back(reply: Show, scene: Scene) -> Show:
    """Add the way back to the table to a private answer about it."""
    message = reply.message
    return replace(
        reply, message=replace(message, layout=lambda detail: layout(message.layout(detail).children, way_back(scene)))
    )


def _cuts(row: TableRow) -> tuple[tuple[int, str | None], ...]:
    """List the seats that cut, in order, with their texts; None for one that was deleted.

    Games of the first version have a cut for every seat, and their order isn't known.
    """
    if row.status in (Status.PLAYING, Status.OVER) and row.start is None:
        return tuple((seat, player.cut) for seat, player in enumerate(row.seats))
    return tuple((seat, None if row.salts[seat] is None else row.seats[seat].cut) for seat in cutters(row))


# In memory only: a second card after a restart harms nobody, while a table of cards would be one more thing to delete
# with a server's data.
_KEPT: Final = 16
"""Number of games in the cache, a few hundred kilobytes each."""
_MOST: Final = 10**6


@dataclass(slots=True, eq=False)
class Replays:
    """Shows finished games move by move, privately. The custom ids contain the moment to show, so there's no state."""

    languages: Languages
    tables: Tables
    studio: Studio
    days: Days
    _ready: LRUCache[int, Replay] = field(init=False, default_factory=lambda: LRUCache(_KEPT))

    @property
    def handlers(self) -> PageHandlers:
        """The handler of each word in a custom id (`l1:<word>`)."""
        return {
            REPLAY: PageRoute(self._show),
            REPLAY_POINT: PageRoute(self._point),
            REPLAY_MORE: PageRoute(self._more),
            REPLAY_DEAL: PageRoute(self._deal),
            REPLAY_MOVE: PageRoute(self._move),
            REPLAY_GAME: PageRoute(self._chosen),
        }

    async def begin(self, interaction: discord.Interaction, table: Table) -> Reply:
        """Show a table's game from its beginning."""
        texts = self.languages.for_user(interaction)
        if table.row.status is not Status.OVER:
            return notice(texts.t("The game here isn't over yet. `{/league history}` lists finished games."))
        return await self._at(table, texts, (1, 0), interaction)

    async def list(self, interaction: discord.Interaction) -> Reply:
        """List the actor's last finished games on all servers, and their practice games, to replay one."""
        texts = self.languages.for_user(interaction)
        games = await self.tables.finished_games(interaction.user.id, LONGEST_LIST)
        if not games:
            line = texts.t("You haven't finished a game yet. `{/rummy practice}` starts one against the computer.")
            return notice(line)
        return Show(Message(lambda _: games_screen(texts, games, interaction.id)))

    async def _chosen(self, press: PageClick) -> Reply:
        return await self._in_game(press, number_in(press.choice, 1), 1, 0)

    async def _show(self, press: PageClick) -> Reply:
        place = (press.number(1, 1, _MOST), press.number(2, 0, _MOST)) if len(press.asked.arguments) > 1 else (1, 0)
        return await self._to(press, *place)

    async def _point(self, press: PageClick) -> Reply:
        deal, _, at = press.choice.partition("-")
        return await self._to(press, number_in(deal, 1, _MOST), number_in(at, 0, _MOST))

    async def _more(self, press: PageClick) -> Reply:
        place = press.number(1, 1, _MOST), press.number(2, 0, _MOST)
        return await self._in_game(press, press.number(0, 1), *place, more=True)

    async def _deal(self, press: PageClick) -> Reply:
        return await self._to(press, number_in(press.choice, 1, _MOST), 0)

    async def _move(self, press: PageClick) -> Reply:
        return await self._to(press, press.number(1, 1, _MOST), number_in(press.choice, 0, _MOST))

    async def _to(self, press: PageClick, deal: int, at: int) -> Reply:
        return await self._in_game(press, press.number(0, 1), deal, at)

    async def _in_game(self, press: PageClick, number: int, deal: int, at: int, *, more: bool = False) -> Reply:
        """Show a moment of a game."""
        table = await self.game(press, number)
        if table.row.status is not Status.OVER:
            return notice(press.texts.t("That game isn't over yet. Replays show finished games."))
        return await self._at(table, press.texts, (deal, at), press.interaction, more=more)

    async def game(self, press: PageClick, number: int) -> Table:
        """Return the table of a game that the actor may see: of this server, their own, or the best of a closed day.

        Raises Meaningless for others, and Refused for a daily deal that others can still play.
        """
        try:
            table = await self.tables.get(number)
        except UnknownTable:
            raise Meaningless from None
        own, of_day = table.seat_of(press.user) is not None, table.row.day is not None
        if of_day and not await self.days.may_replay(table, press.user):
            raise_refusals(table.hidden if own else None)
            raise Meaningless
        if not of_day and not own and (table.row.is_practice or table.row.guild != press.interaction.guild_id):
            raise Meaningless
        return table

    async def before(self, table: Table, place: tuple[int, int]) -> View:
        """Return what everyone saw at a moment of a finished game."""
        game = await self._played(table)
        return await asyncio.to_thread(lambda: game.moment(*place).views[0])

    async def _at(
        self,
        table: Table,
        texts: Texts,
        place: tuple[int, int],
        interaction: discord.Interaction,
        *,
        more: bool = False,
    ) -> Reply:
        """Show a moment of a finished game, or the nearest one that exists; with ``more`` what is behind *More*."""
        await table.wait_for_names()  # names that arrive later wouldn't be added to this answer
        game = await self._played(table)
        # In a thread: the hint takes long, which would block other clicks.
        moment, hint = await asyncio.to_thread(_looked_up, game, place)
        before = len(game.moves[moment.deal - 2]) if moment.deal > 1 else 0
        on_server = interaction.guild_id == table.row.guild
        looked = Looked(moment, table.view(None).deals, hint, before=before, render=interaction.id, on_server=on_server)
        scene = scene_for(table, texts, interaction.user.id)
        if more:
            drawn = await self._with_sheet(table, scene, looked) if moment.ends_game else looked
            return _shown(drawn.sheet, lambda detail: replay_more_screen(scene.with_detail(detail), drawn))
        drawn = replace(looked, hands=await self._drawn(scene, looked))
        return _shown(drawn.hands, lambda detail: replay_screen(scene.with_detail(detail), drawn))

    async def _played(self, table: Table) -> Replay:
        number, game = table.row.id, table.game
        if game is None:
            raise Meaningless
        ready = self._ready.get(number)
        if ready is None:
            ready = self._ready[number] = await asyncio.to_thread(replayed, table.row, game.lines)
        return ready

    async def _drawn(self, scene: Scene, looked: Looked) -> Attachment:
        title, names = heading(scene, looked.moment), picture_names(scene)
        return _file(
            "replay",
            await self.studio.replay(
                looked.moment.views, names, scene.texts, title=title, advised=_advised(looked.hint)
            ),
        )

    async def _with_sheet(self, table: Table, scene: Scene, looked: Looked) -> Looked:
        """Add the score sheet of the whole game, as its result shows it."""
        view, end = table.view(None), end_of(table)
        final = FinalResult(end.winners, end.forfeits, end.closed)
        drawn = await self.studio.sheet(view, picture_names(scene), scene.texts, final=final)
        lines = sheet_lines(scene.texts, view, scene.names)
        return replace(looked, sheet=_file("replay-sheet", drawn), sheet_lines=lines)


def scene_for(table: Table, texts: Texts, user: int | None) -> Scene:
    """Return what a user sees of a finished game: of a daily deal without the name of another player."""
    scene = scene_of(table, texts, None if user is None else table.seat_of(user))
    if table.row.day is not None and scene.seat is None:
        return replace(scene, row=anonymous(table.row, texts, {}))
    return scene


def _looked_up(game: Replay, place: tuple[int, int]) -> tuple[Moment, Hint | None]:
    moment = game.moment(*place)
    return moment, moment.hint


def _advised(hint: Hint | None) -> Card | None:
    """Return the card that an Expert would discard; None if it would draw first."""
    if hint is None or hint.move.verb in (Verb.DRAW, Verb.TAKE, Verb.PASS, Verb.UNDO):
        return None
    return hint.values.get("card")


def _shown(file: Attachment | None, screen: Callable[[Detail], ui.LayoutView]) -> Show:
    return Show(Message(screen, files=() if file is None else (file,)))


def _file(kind: str, drawn: Picture) -> Attachment:
    return named_by_content(kind, drawn.png, drawn.alt)
