"""Builds the messages that show a table, for everyone and for each seat: pictures and screens, in a language."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from discord import ButtonStyle, ui

from bot.play.service.finished_games import FinishedGames
from bot.play.service.posting import Invitations
from bot.play.service.table import Table, TableReading
from bot.play.service.tournaments import Tournaments
from bot.play.state import lobby
from bot.play.state.errors import StoreError
from bot.play.state.presence import asleep, open_questions
from bot.play.state.values import Stamp, Status
from bot.play.time.due import is_resting
from bot.players.coaching import TAKING, CoachScope, CoachTip
from bot.players.hints import advice_at_hand, advice_for, hint_for
from bot.ratings.highlights import ShareCardFacts, facts_in
from bot.ratings.ports import RequestRefused
from bot.rummy.moves import Move
from bot.rummy.views import Phase, View
from bot.text.catalogs import Texts
from bot.text.deals import coach_words, heard_coach_words, hint_words, short_coach_words, short_reason, table_heading
from bot.text.players import short_name
from bot.text.tournaments import matchday_name
from bot.tournaments.tournament import find
from cogs.edge.custom_ids import TableAction
from cogs.edge.layout import layout, notice_screen, noticed, picture, plain_name, rows, small, text, title
from cogs.edge.messages import Attachment, Detail, Message
from cogs.table.screens.deal import (
    NO_END,
    Ended,
    GameEnd,
    hand_over_screen,
    is_moment,
    past_deal_screen,
    result_screen,
    sheet_screen,
)
from cogs.table.screens.ear import read_buttons, told_table
from cogs.table.screens.games import SCREENS
from cogs.table.screens.lobby import lobby_screen
from cogs.table.screens.proof import starting_screen
from cogs.table.screens.running import HandDetails, absent_lines, table_accent, turn_line
from cogs.table.screens.scene import (
    ALL_HERE,
    NO_NOTICE,
    NO_PICKS,
    Notice,
    Picks,
    Presence,
    Scene,
    closed_screen,
    continue_button,
    lock_line,
    moved_screen,
    way_back,
)
from render.look import WHOLE, Sorting, look_from
from render.queue.studio import Studio
from render.values import FinalResult, Picture


def table_screen(scene: Scene, view: View, file: Attachment | None) -> ui.LayoutView:
    """Show a running deal; ``view`` is the public one."""
    shown, playing, screens = (
        picture(scene.detail, file),
        bool(scene.people) and not scene.watching,
        SCREENS[view.family],
    )
    moves = screens.turn_buttons(scene, view) if playing else []
    moves += read_buttons(scene, screens.reads(view)) if scene.texts.spells_cards else []
    lines = (*absent_lines(scene), *screens.table_warnings(scene.texts, view))
    head = text(turn_line(scene, view), *map(small, lines)) if shown else _table_in_words(scene, view)
    lock = lock_line(scene)
    return layout(
        head,
        shown,
        rows([*moves, *_looking_buttons(scene)]),
        text(lock) if lock else [],
        accent=table_accent(view),
    )


# The table for players who want no pictures, or where Discord took none.
def _table_in_words(scene: Scene, view: View) -> ui.TextDisplay[Any]:
    """Return the text of a running deal without its picture; those who listen read the rest on request."""
    if scene.texts.spells_cards:
        return told_table(scene, view)
    return text(
        title(table_heading(scene.texts, view)),
        turn_line(scene, view),
        *absent_lines(scene),
        *SCREENS[view.family].table_lines(scene, view),
    )


def _looking_buttons(scene: Scene) -> list[ui.Button[ui.LayoutView]]:
    texts = scene.texts
    if scene.watching and scene.seat is None:
        hand = scene.button(texts.t("Look again"), TableAction.HAND)
    else:
        hand = scene.button(texts.p("button", "My hand"), TableAction.HAND, style=ButtonStyle.success)
    return [*continue_button(scene), hand, scene.button(texts.p("button", "More"), TableAction.MORE)]


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

    async def seen_by_all(
        self, table: TableReading, texts: Texts, *, watching: bool = False, seat: int | None = None
    ) -> Message:
        """Show a started game: a running deal, how a deal or the game ended.

        ``watching`` is for one spectator, or for the player in a ``seat`` who looks at the table.
        """
        scene, view = scene_of(table, texts, seat, watching=watching), table.view(None)
        if table.row.status is Status.PLAYING and view.phase is not Phase.DEAL:
            return await self._deal(scene, view)
        ended = await self._ended(scene, table)
        return ended.without_pictures() if texts.spells_cards else ended

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
            end, in_words = end_of(table), look_from(texts.look).text_only
            return Message(
                lambda detail: hand_over_screen(scene.with_detail(detail), view, end, notice, in_words=in_words)
            )
        judge = partial(table.refusal_for, seat)
        screen = SCREENS[view.family].hand_screen(view, picked, judge, unassisted=scene.unassisted)
        details = await self._details(scene, view, HandDetails(None, sorting, render, notice=notice), tip)
        files = () if details.file is None else (details.file,)
        return Message(lambda detail: screen(scene.with_detail(detail), details), files=files)

    async def _details(self, scene: Scene, view: View, details: HandDetails, tip: CoachTip | None) -> HandDetails:
        """Add to a hand's details its picture or words, the advice, and the coach's line or a reason."""
        texts, advice = scene.texts, await advice_of(scene, view, tip)
        if look_from(texts.look).text_only:
            names, unassisted = picture_names(scene), scene.unassisted
            tell = partial(self.studio.hand_words, view, names, texts, details.sorting, unassisted=unassisted)
            coach = "" if tip is None else heard_coach_words(texts, tip)
            return replace(details, advice=advice, words=tell(), brief=tell(most=0), coach=coach)
        file = _file("hand", scene, await self._hand(scene, view, advice, details.sorting))
        if tip is not None:
            coach = short_coach_words(texts, tip)
            reason = coach if tip.line.scope is CoachScope.ADVICE else ""
            return replace(details, file=file, advice=advice, coach=coach, reason=reason)
        return replace(details, file=file, advice=advice, reason=await _reason(scene, view, advice))

    async def in_words(
        self,
        table: TableReading,
        seat: int | None,
        texts: Texts,
        sorting: Sorting,
        *,
        assisted: bool = True,
        tip: CoachTip | None = None,
    ) -> Message:
        """Describe a running deal and a player's hand, or how it ended: all that screens with pictures don't say.

        The coach's line, ``tip``, is in full.
        """
        texts = texts.spelled
        if table.row.status is Status.OVER or table.view(None).phase is Phase.DEAL:
            return (await self.score_sheet(table, texts, seat)).without_pictures()
        scene, view = replace(scene_of(table, texts, seat), assisted=assisted), table.view(seat)
        screens, names = SCREENS[view.family], picture_names(scene)
        if seat is None or seat in scene.presence.away:
            words, lines = "", screens.table_lines(scene, view)
        else:
            await _read_long(table, seat)
            words = self.studio.hand_words(view, names, texts, sorting, unassisted=scene.unassisted, most=WHOLE)
            lines = screens.hand_lines(scene, view, await advice_of(scene, view))
            if scene.hints and (found := await asyncio.to_thread(hint_for, view)) is not None:
                lines = [hint_words(texts, found), *lines]
            lines = [coach_words(texts, tip) if tip else "", *lines]
        head = (title(table_heading(texts, view)), turn_line(scene, view), *absent_lines(scene))
        return Message(lambda _: layout(text(*head, words, *lines), way_back(scene)))

    async def draw_hand(
        self, table: TableReading, seat: int, texts: Texts, *, sorting: Sorting, assisted: bool = True
    ) -> None:
        """Do what takes long in `hand`, which then finds it in caches: advice and picture for a player in a deal."""
        if assisted:
            await _read_long(table, seat)
        view = table.view(seat)
        if table.row.status is Status.PLAYING and view.phase is not Phase.DEAL and not look_from(texts.look).text_only:
            scene = Scene(texts, table.row, table.stamp(seat), seat=seat, assisted=assisted)
            await self._hand(scene, view, await advice_of(scene, view), sorting)

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
        ended = Ended(view, await self._hands(scene, view, "past-hands"))
        return _with_picture(ended.picture, lambda detail: past_deal_screen(scene.with_detail(detail), ended))

    async def score_sheet(self, table: TableReading, texts: Texts, seat: int | None) -> Message:
        """Show a player, or a spectator (None), the score sheet, and what the result of a finished game leaves out."""
        scene, view, end = scene_of(table, texts, seat), table.view(None), end_of(table)
        over = table.row.status is Status.OVER
        how = FinalResult(end.winners, end.forfeits, end.closed) if over else None
        sheet = _file("sheet", scene, await self.studio.sheet(view, picture_names(scene), texts, final=how))
        alone = over and table.row.is_practice and not end.broken_off  # no message has the last deal
        ended = Ended(view, await self._hands(scene, view) if alone else None, end, table.outcome)
        return Message(
            lambda detail: sheet_screen(scene.with_detail(detail), ended, sheet),
            files=tuple(filter(None, (ended.picture, sheet))),
        )

    async def _deal(self, scene: Scene, view: View) -> Message:
        if scene.texts.spells_cards:
            return Message(lambda detail: table_screen(scene.with_detail(detail), view, None))
        drawn = await self.studio.table(view, picture_names(scene), scene.texts, unassisted=scene.unassisted)
        file = _file("table", scene, drawn)
        return Message(lambda detail: table_screen(scene.with_detail(detail), view, file), files=(file,))

    async def _hand(self, scene: Scene, view: View, advice: Sequence[Move], sorting: Sorting) -> Picture:
        """Draw a hand, with what is left after the same move as the buttons say."""
        advised = None if scene.unassisted else SCREENS[view.family].pictured(view, advice)
        return await self.studio.hand(
            view, picture_names(scene), scene.texts, sorting, unassisted=scene.unassisted, advised=advised
        )

    async def _ended(self, scene: Scene, table: TableReading) -> Message:
        view, end = table.view(None), end_of(table)
        over = table.row.status is Status.OVER
        shown = await (self._card(scene, table) if over else self._hands(scene, view))
        ended = Ended(view, shown, end, table.outcome)
        return _with_picture(shown, lambda detail: result_screen(scene.with_detail(detail), ended))

    async def moment(self, table: TableReading, texts: Texts, seat: int | None = None) -> Message | None:
        """Show the end of a deal or game with a picture that moves; None if it's no such moment, or no time for one."""
        scene, view, end = scene_of(table, texts, seat), table.view(None), end_of(table)
        over, names = table.row.status is Status.OVER, picture_names(scene)
        if look_from(texts.look).still or not is_moment(view, end, over=over):
            return None
        if over:
            facts = await asyncio.to_thread(_card_facts, table)
            drawn = await self.studio.share_moment(facts, names, texts)
        else:
            drawn = await self.studio.ending_moment(view, names, texts)
        if drawn is None:
            return None
        ended = Ended(view, _file("card" if over else "hands", scene, drawn), end, table.outcome)
        return _with_picture(ended.picture, lambda detail: result_screen(scene.with_detail(detail), ended))

    async def _card(self, scene: Scene, table: TableReading) -> Attachment | None:
        """Draw the share card of a finished game; None if nobody has won it, or no deal of it has ended."""
        if not end_of(table).winners or not table.view(None).deals:
            return None
        facts = await asyncio.to_thread(_card_facts, table)  # replays all deals
        return _file("card", scene, await self.studio.share_card(facts, picture_names(scene), scene.texts))

    async def _hands(self, scene: Scene, view: View, kind: str = "hands") -> Attachment | None:
        """Draw all hands at the end of a deal; None if there was no showdown."""
        if not SCREENS[view.family].shows_hands(view):
            return None
        return _file(kind, scene, await self.studio.ending(view, picture_names(scene), scene.texts))


def _card_facts(table: TableReading) -> ShareCardFacts:
    row = table.row
    return facts_in(table.record(), row.options, end_of(table).winners, len(row.seats))


def _with_picture(file: Attachment | None, layout: Callable[[Detail], ui.LayoutView]) -> Message:
    return Message(layout, files=() if file is None else (file,))


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


async def advice_of(scene: Scene, view: View, tip: CoachTip | None = None) -> tuple[Move, ...]:
    """Return the moves to suggest; none at an unassisted table, and before the draw only what the coach advises.

    They're computed in a thread, since that may take long.
    """
    beginning = view.phase not in (Phase.DISCARD, Phase.LAY)
    if scene.unassisted or view.turn != view.seat or (beginning and (tip is None or tip.line not in TAKING)):
        return ()
    found = advice_at_hand(view)
    return await asyncio.to_thread(advice_for, view) if found is None else found


async def _reason(scene: Scene, view: View, advice: Sequence[Move]) -> str:
    """Return why to make the advised move, in a few words; empty where hints aren't allowed or would take too long."""
    if not scene.hints or not advice or not SCREENS[view.family].gives_reasons:
        return ""
    hint = await asyncio.to_thread(hint_for, view)
    return "" if hint is None else short_reason(scene.texts, hint)


def picture_names(scene: Scene) -> tuple[str, ...]:
    """Return the players' names for a picture, without markup."""
    return tuple(short_name(scene.texts, player) for player in scene.row.seats)


def _file(kind: str, scene: Scene, drawn: Picture) -> Attachment:
    """Return a picture as a file, named after the table and its stamp, so that a changed picture has a new name."""
    number = f"{scene.row.id}-{scene.stamp.public}-{scene.stamp.own}-{scene.presence.notes}"
    return Attachment(f"{kind}-{number}{drawn.suffix}", drawn.png, drawn.alt)


logger = logging.getLogger(__name__)


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
                promise = table.promise
                if table.row.is_starting:
                    return Message(lambda detail: starting_screen(scene.with_detail(detail)))
                tournament = await self._tournament_name(table, texts)
                pings = lobby.awaited(table.row)
                if self.invitations is not None:
                    pings = await self.invitations.pinged(table.row)
                return Message(lambda detail: lobby_screen(scene.with_detail(detail), promise, tournament), pings=pings)
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
