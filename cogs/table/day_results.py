"""The end of a daily deal in its player's panel: how they did, what everyone held, and the ways to the ranking."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from discord import ui

from bot.play.service.days import Days
from bot.play.service.table import Table
from bot.play.state.days import DayStanding
from bot.play.state.errors import StoreError
from bot.play.state.values import TableRow
from bot.rummy.refusals import Refused
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


@dataclass(slots=True, eq=False)
class DayResults:
    """Builds the last screen of daily deals."""

    days: Days
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
        file = None
        if SCREENS[view.family].shows_hands(view):
            drawn = await self.studio.ending(view, picture_names(scene), texts)
            file = named_by_content("hands", drawn.png, drawn.alt)
        words = (outcome_title(texts, view.deals[-1], scene.names), *SCREENS[view.family].deal_lines(scene, view))
        shown = Message(
            lambda detail: day_result_screen(scene.with_detail(detail), standing, file, words),
            files=() if file is None else (file,),
        )
        return with_notice(shown.without_pictures() if texts.spells_cards else shown, notice)


def day_result_screen(
    scene: Scene, standing: DayStanding | None, file: Attachment | None, words: Sequence[str]
) -> ui.LayoutView:
    """Show how a player did in a daily deal; ``words`` replace the picture, None is a standing that can't be read."""
    texts = scene.texts
    told = [] if standing is None else standing_lines(texts, standing)
    return layout(
        text(*told),
        picture(scene.detail, file) or text(*words),
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
