"""Builds the messages that show a game, for everyone and for each seat, from what can be read of its table."""

import asyncio
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from functools import partial

from discord.ui import LayoutView

from bot.play.limits.limits import is_resting
from bot.play.presence import asleep
from bot.play.requests.agreement import open_questions
from bot.play.table_reading import TableReading
from bot.play.values import Stamp, Status
from bot.players.coaching import CoachTip
from bot.players.hints import advice_at_hand, advice_for
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase, View
from bot.text.catalogs import Texts
from bot.text.deals import table_heading
from bot.text.hints import coach_words
from bot.text.players import short_name
from cogs.edge.layout import headed, notice_screen, noticed, picture, small, text
from cogs.edge.messages import Attachment, Detail, Message
from cogs.table.screens.deal import Ended, deal_screen, game_screen, past_deal_screen
from cogs.table.screens.endings import NO_END, GameEnd
from cogs.table.screens.games import screens_for
from cogs.table.screens.hand import HandDetails, hand_over_screen
from cogs.table.screens.links import moved_screen
from cogs.table.screens.picks import NO_PICKS, Picks
from cogs.table.screens.scene import ALL_HERE, NO_NOTICE, Notice, Presence, Scene
from cogs.table.screens.sorting import Sorting
from cogs.table.screens.table import table_screen
from render.final_result import FinalResult
from render.look import look_from
from render.picture import Picture
from render.studio import Studio


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


class GameMessages:
    """Builds the messages that show games. A record has no live table, and `TableReading` is all that they need."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio

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
        screen = screens_for(view.family).hand_screen(view, picked, judge, unassisted=scene.unassisted)
        advice = await _advice(scene, view)
        if look_from(texts.look).text_only:
            words = self._studio.hand_words(view, picture_names(scene), texts, unassisted=scene.unassisted)
            spoken = HandDetails(None, sorting, render, advice, notice, words, coach)
            hand = Message(lambda detail: screen(scene.with_detail(detail), spoken))
            return await self._with_table(scene, view, hand) if table.row.is_practice else hand
        file = _file("hand", scene, await self._hand(scene, view, advice))
        details = HandDetails(file, sorting, render, advice, notice, coach=coach)
        hand = Message(lambda detail: screen(scene.with_detail(detail), details), files=(file,))
        return await self._with_table(scene, view, hand) if table.row.is_practice else hand

    async def draw_hand(self, table: TableReading, seat: int, texts: Texts, *, assisted: bool = True) -> None:
        """Do what takes long in `hand`, which then finds it in caches: advice and picture for a player in a deal."""
        if assisted:
            await _read_long(table, seat)
        view = table.view(seat)
        if table.row.status is Status.PLAYING and view.phase is not Phase.DEAL and not look_from(texts.look).text_only:
            scene = Scene(texts, table.row, table.stamp(seat), seat=seat, assisted=assisted)
            await self._hand(scene, view, await _advice(scene, view))

    def low_priority(self, since: float | None = None) -> AbstractAsyncContextManager[None]:
        """Let the pictures in the block wait for pictures of answers. Used for messages that aren't urgent.

        Those come first that have been wanted longest: ``since`` a time of the loop, or since now.
        """
        return self._studio.low_priority(since)

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
        sheet = _file("past-sheet", scene, await self._studio.sheet(view, picture_names(scene), texts))
        ended = Ended(view, hands, sheet)
        return Message(
            lambda detail: past_deal_screen(scene.with_detail(detail), ended), files=tuple(filter(None, (hands, sheet)))
        )

    async def _deal(self, scene: Scene, view: View) -> Message:
        """Show a running deal."""
        drawn = await self._studio.table(view, picture_names(scene), scene.texts, unassisted=scene.unassisted)
        file = _file("table", scene, drawn)
        return Message(lambda detail: table_screen(scene.with_detail(detail), view, file), files=(file,))

    async def _hand(self, scene: Scene, view: View, advice: Sequence[Move]) -> Picture:
        """Draw a hand, with the advised discard or knock marked."""
        advised = next((move for move in advice[:1] if move.verb in (Verb.DISCARD, Verb.KNOCK)), None)
        return await self._studio.hand(
            view, picture_names(scene), scene.texts, unassisted=scene.unassisted, advised=advised
        )

    async def _with_table(self, scene: Scene, view: View, hand: Message) -> Message:
        """Put the table above a hand, for a practice game, which has no public message: its heading and its melds."""
        heading = small(scene.texts.t("Practice: {heading}", heading=table_heading(scene.texts, view)))
        if not screens_for(view.family).has_table_melds(view):
            return replace(hand, layout=lambda detail: headed(text(heading), view=hand.layout(detail)))
        drawn = await self._studio.table(view, picture_names(scene), scene.texts, unassisted=scene.unassisted)
        file = _file("table", scene, drawn)

        def layout(detail: Detail) -> LayoutView:
            return headed(text(heading), *picture(detail, file), view=hand.layout(detail))

        return replace(hand, layout=layout, files=(file, *hand.files))

    async def _ended(self, scene: Scene, table: TableReading) -> Message:
        """Show how a deal or the game ended."""
        view, end = table.view(None), end_of(table)
        over = table.row.status is Status.OVER
        how = FinalResult(end.winners, end.forfeits, end.closed) if over else None
        hands = None if end.broken_off else await self._hands(scene, view)
        sheet = _file("sheet", scene, await self._studio.sheet(view, picture_names(scene), scene.texts, final=how))
        ended = Ended(view, hands, sheet, end, table.outcome)
        screen = game_screen if over else deal_screen
        return Message(
            lambda detail: screen(scene.with_detail(detail), ended), files=tuple(filter(None, (hands, sheet)))
        )

    async def _hands(self, scene: Scene, view: View, kind: str = "hands") -> Attachment | None:
        """Draw all hands at the end of a deal; None if there was no showdown."""
        if not screens_for(view.family).shows_hands(view):
            return None
        return _file(kind, scene, await self._studio.ending(view, picture_names(scene), scene.texts))


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
    reading = None if view.phase in (Phase.DEAL, Phase.OVER) else screens_for(view.family).long_reading(view)
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
