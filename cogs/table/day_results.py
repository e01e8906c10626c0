"""The end of a daily deal: in its player's panel with how they did, and the best hand of a day for everyone."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from discord import ui

from bot.play.service.days import Days
from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.days import DayStanding
from bot.play.state.errors import StoreError, UnknownTable
from bot.play.state.values import TableRow
from bot.rummy.refusals import Refused
from bot.rummy.views import View
from bot.text.catalogs import Texts
from bot.text.days import against_par, changed_words, day_title, days_in_a_row, standing_words
from bot.text.scores import outcome_title
from cogs.edge.custom_ids import DAILY, DAY_RANKING, DAY_SHARE, HERE, TableAction, button
from cogs.edge.layout import GOLD, bold, layout, picture, rows, small, text
from cogs.edge.messages import Attachment, Message, named_by_content
from cogs.table.screens.games import SCREENS
from cogs.table.screens.replay import REPLAY
from cogs.table.screens.scene import Notice, Scene
from cogs.table.table_messages import picture_names, scene_of, with_notice
from render.queue.studio import Studio

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class DayHands:
    """All hands at the end of a daily deal: a picture, and the same in words for where there are no pictures."""

    file: Attachment | None = None
    words: Sequence[str] = ()

    @property
    def files(self) -> tuple[Attachment, ...]:
        """The picture, if there is one."""
        return () if self.file is None else (self.file,)


@dataclass(slots=True, eq=False)
class DayResults:
    """Shows how daily deals ended."""

    days: Days
    tables: Tables
    studio: Studio

    async def message(self, table: Table, seat: int, texts: Texts, notice: Notice) -> Message:
        """Show a player the end of their daily deal, with what it counts, if that can be read."""
        scene, view, row = scene_of(table, texts, seat), table.view(None), table.row
        standing = None
        try:
            standing = await self.days.standing(row.seats[seat].user, row.options.variant, row.day or 0, None)
        except (StoreError, Refused) as error:
            logger.warning("the result of a daily deal can't be read: %s", error, extra={"table": row.id})
        if not view.deals:  # given up
            return with_notice(Message(lambda _: _given_up_screen(scene)), notice)
        hands = await self._hands(scene, view)
        shown = Message(lambda detail: day_result_screen(scene.with_detail(detail), standing, hands), files=hands.files)
        return with_notice(shown.without_pictures() if texts.spells_cards else shown, notice)

    async def best_hands(self, number: int, names: Mapping[int, str], texts: Texts) -> DayHands:
        """Show everyone how the best deal of a day ended: its player is named if it's in ``names``. StoreError.

        Its picture waits for those of answers.
        """
        try:
            table = await self.tables.get(number)
        except UnknownTable:
            return DayHands()
        scene = scene_of(table, texts)
        async with self.studio.low_priority():
            return await self._hands(replace(scene, row=anonymous(table.row, texts, names)), table.view(None))

    async def _hands(self, scene: Scene, view: View) -> DayHands:
        screens = SCREENS[view.family]
        words = (outcome_title(scene.texts, view.deals[-1], scene.names), *screens.deal_lines(scene, view))
        if not screens.shows_hands(view):
            return DayHands(None, words)
        drawn = await self.studio.ending(view, picture_names(scene), scene.texts)
        return DayHands(named_by_content("hands", drawn.png, drawn.alt), words)


def day_result_screen(scene: Scene, standing: DayStanding | None, hands: DayHands) -> ui.LayoutView:
    """Show how a player did in a daily deal; None is a standing that can't be read."""
    texts = scene.texts
    told = [] if standing is None else standing_lines(texts, standing)
    return layout(
        text(*told),
        picture(scene.detail, hands.file) or text(*hands.words),
        rows(_buttons(scene, standing)),
        accent=GOLD,
    )


def standing_lines(texts: Texts, standing: DayStanding) -> list[str]:
    """Return how a player did in a daily deal: the result against par, and how it compares with others."""
    result = bold(against_par(texts, standing.game, standing.score, standing.par))
    line = (day_title(texts, standing.number), standing_words(texts, standing.beaten, standing.place_of_all))
    changed = changed_words(texts, changed=standing.players_changed)
    return [f"{result} · 🔥 {days_in_a_row(texts, standing.streak)}", small(" · ".join(line)), small(changed)]


def anonymous(row: TableRow, texts: Texts, names: Mapping[int, str]) -> TableRow:
    """Return the table of a daily deal for others to see: its player has a name only if it's in ``names``."""
    unnamed = texts.p("in place of a name", "Best player")
    seats = (one if one.is_computer else replace(one, name=names.get(one.user) or unnamed) for one in row.seats)
    return replace(row, seats=tuple(seats))


def _buttons(scene: Scene, standing: DayStanding | None) -> list[ui.Button[ui.LayoutView]]:
    texts, game = scene.texts, scene.row.options.variant
    more = scene.button(texts.p("button", "More"), TableAction.MORE)
    if standing is None:
        return [button(texts.p("button", "Daily deal"), DAILY), more]
    after = [
        button(texts.p("button", "Replay"), REPLAY, scene.row.id),
        scene.button(texts.p("button", "Record"), TableAction.RECORD),
    ]
    return [
        button(texts.p("button", "Ranking"), DAY_RANKING, standing.day, game, HERE, 0),
        button(texts.p("button", "Share"), DAY_SHARE, standing.day),
        *(after if standing.closed else []),
        button(texts.p("button", "Daily deal"), DAILY),
        more,
    ]


def _given_up_screen(scene: Scene) -> ui.LayoutView:
    texts = scene.texts
    line = texts.t("You gave up this daily deal, so it doesn't count.")
    return layout(text(line), rows([button(texts.p("button", "Daily deal"), DAILY)]))
