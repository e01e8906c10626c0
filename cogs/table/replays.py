"""Replays of the server's finished games, shown privately."""

import asyncio
from dataclasses import replace
from typing import Final

import discord
from cachetools import LRUCache

from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.errors import UnknownTable
from bot.play.state.records import Moment, Replay, replayed
from bot.play.state.values import Status
from bot.players.reasons import Hint
from bot.rummy.cards import Card
from bot.rummy.moves import Verb
from bot.rummy.views import View
from bot.text.catalogs import Texts
from bot.text.scores import sheet_lines
from cogs.edge.answers import Reply, Show, notice
from cogs.edge.clicking.clicks import PageClick, PageHandlers, PageRoute, number_in
from cogs.edge.languages import Languages
from cogs.edge.layout import LONGEST_LIST
from cogs.edge.messages import Attachment, Message, named_by_content
from cogs.edge.notices import Meaningless
from cogs.table.screens.games import screens_for
from cogs.table.screens.replay import (
    REPLAY,
    REPLAY_DEAL,
    REPLAY_GAME,
    REPLAY_MOVE,
    Looked,
    games_screen,
    heading,
    replay_screen,
)
from cogs.table.screens.scene import Scene
from cogs.table.table_messages import end_of, picture_names, scene_of
from render.queue.studio import Studio
from render.values import FinalResult, Picture

_KEPT: Final = 16
"""Number of games in the cache, a few hundred kilobytes each."""
_MOST: Final = 10**6


class Replays:
    """Shows finished games move by move. The custom ids contain the moment to show, so there's no state."""

    def __init__(
        self,
        languages: Languages,
        tables: Tables,
        studio: Studio,
    ) -> None:
        self._languages = languages
        self._tables = tables
        self._studio = studio
        self._ready: LRUCache[int, Replay] = LRUCache(_KEPT)

    @property
    def handlers(self) -> PageHandlers:
        """The handler of each word in a custom id (`l1:<word>`)."""
        return {
            REPLAY: PageRoute(self._show),
            REPLAY_DEAL: PageRoute(self._deal),
            REPLAY_MOVE: PageRoute(self._move),
            REPLAY_GAME: PageRoute(self._chosen),
        }

    async def begin(self, interaction: discord.Interaction, table: Table) -> Reply:
        """Show a table's game from its beginning."""
        texts = self._languages.for_user(interaction)
        if table.row.status is not Status.OVER:
            return notice(texts.t("The game here isn't over yet. `/league history` lists finished games."))
        return await self._at(table, texts, (1, 0), interaction)

    async def list(self, interaction: discord.Interaction) -> Reply:
        """List the actor's last finished games on all servers, and their practice games, to replay one."""
        texts = self._languages.for_user(interaction)
        games = await self._tables.finished_games(interaction.user.id, LONGEST_LIST)
        if not games:
            line = texts.t("You haven't finished a game yet. `/rummy practice` starts one against the computer.")
            return notice(line)
        return Show(Message(lambda _: games_screen(texts, games, interaction.id)))

    async def _chosen(self, press: PageClick) -> Reply:
        """Show the beginning of a game chosen from the list."""
        return await self._in_game(press, number_in(press.choice, 1), 1, 0)

    async def _show(self, press: PageClick) -> Reply:
        """Show the moment in a button's id, by default the beginning."""
        place = (press.number(1, 1, _MOST), press.number(2, 0, _MOST)) if len(press.asked.arguments) > 1 else (1, 0)
        return await self._to(press, *place)

    async def _deal(self, press: PageClick) -> Reply:
        """Show the beginning of the chosen deal."""
        return await self._to(press, number_in(press.choice, 1, _MOST), 0)

    async def _move(self, press: PageClick) -> Reply:
        """Show the position at the chosen move."""
        return await self._to(press, press.number(1, 1, _MOST), number_in(press.choice, 0, _MOST))

    async def _to(self, press: PageClick, deal: int, at: int) -> Reply:
        """Show a moment of the clicked game."""
        return await self._in_game(press, press.number(0, 1), deal, at)

    async def _in_game(self, press: PageClick, number: int, deal: int, at: int) -> Reply:
        """Show a moment of a game: one of this server, or the actor's own. Raises Meaningless for others."""
        try:
            table = await self._tables.get(number)
        except UnknownTable:
            raise Meaningless from None
        if table.row.guild != press.interaction.guild_id and table.seat_of(press.user) is None:
            raise Meaningless
        if table.row.status is not Status.OVER:
            return notice(press.texts.t("That game isn't over yet. Replays show finished games."))
        return await self._at(table, press.texts, (deal, at), press.interaction)

    async def _at(self, table: Table, texts: Texts, place: tuple[int, int], interaction: discord.Interaction) -> Reply:
        """Show a moment of a finished game, or the nearest one that exists."""
        await table.wait_for_names()  # names that arrive later wouldn't be added to this answer
        game = await self._played(table)
        # In a thread: the hint takes long, which would block other clicks.
        moment, hint = await asyncio.to_thread(_looked_up, game, place)
        before = len(game.moves[moment.deal - 2]) if moment.deal > 1 else 0
        on_server = interaction.guild_id == table.row.guild
        looked = Looked(moment, table.view(None).deals, hint, before=before, render=interaction.id, on_server=on_server)
        scene = scene_of(table, texts, table.seat_of(interaction.user.id))
        drawn = await self._drawn(scene, looked)
        if moment.ends_game:
            drawn = await self._with_sheet(table, scene, drawn)
        return Show(Message(lambda detail: replay_screen(scene.with_detail(detail), drawn), files=drawn.files))

    async def _played(self, table: Table) -> Replay:
        """Return a game's replay, from the cache or computed."""
        number, game = table.row.id, table.game
        if game is None:
            raise Meaningless
        ready = self._ready.get(number)
        if ready is None:
            ready = self._ready[number] = await asyncio.to_thread(replayed, table.row, game.lines)
        return ready

    async def _drawn(self, scene: Scene, looked: Looked) -> Looked:
        """Draw the hands, and the table if there are melds on it."""
        studio, texts, moment = self._studio, scene.texts, looked.moment
        title = heading(scene, moment)
        names = picture_names(scene)
        hands = await studio.replay(moment.views, names, texts, title=title, advised=_advised(looked.hint))
        looked = replace(looked, hands=_file("replay", hands))
        view = _melds_at(moment)
        if view is None:
            return looked
        return replace(looked, table=_file("replay-table", await studio.table(view, names, texts)))

    async def _with_sheet(self, table: Table, scene: Scene, looked: Looked) -> Looked:
        """Add the score sheet of the whole game, as its result shows it."""
        view, end = table.view(None), end_of(table)
        final = FinalResult(end.winners, end.forfeits, end.closed)
        drawn = await self._studio.sheet(view, picture_names(scene), scene.texts, final=final)
        lines = sheet_lines(scene.texts, view, scene.names)
        return replace(looked, sheet=_file("replay-sheet", drawn), sheet_lines=lines)


def _looked_up(game: Replay, place: tuple[int, int]) -> tuple[Moment, Hint | None]:
    """Return a moment, and the hint of an Expert for it."""
    moment = game.moment(*place)
    return moment, moment.hint


def _advised(hint: Hint | None) -> Card | None:
    """Return the card that an Expert would discard; None if it would draw first."""
    if hint is None or hint.move.verb in (Verb.DRAW, Verb.TAKE, Verb.PASS, Verb.UNDO):
        return None
    return hint.values.get("card")


def _melds_at(moment: Moment) -> View | None:
    """Return the view to draw table melds from, including those of the current turn; None without melds."""
    view = moment.views[moment.views[0].turn or 0]
    return view if screens_for(view.family).has_table_melds(view) else None


def _file(kind: str, drawn: Picture) -> Attachment:
    return named_by_content(kind, drawn.png, drawn.alt)
