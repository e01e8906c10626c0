"""Private screens without moves: the discards, the moves of the deal, the record, what replaces an old panel."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from discord import ui

from bot.rummy.events import Event, by_turn
from bot.rummy.options import Options
from bot.rummy.views import View
from bot.text.catalogs import Texts
from bot.text.deals import moves_heading, turn_words
from cogs.edge.layout import GRAY, layout, notice_screen, small, text, title
from cogs.edge.messages import Attachment, Detail
from cogs.table.screens.scene import Scene, way_back


def expired_screen(scene: Scene) -> ui.LayoutView:
    """Replace a panel that can't be updated any more with a button that opens the hand or the table."""
    texts = scene.texts
    if scene.seat is None:
        return layout(text(texts.t("Press *The table* to see the game.")), way_back(scene), accent=GRAY)
    return layout(text(texts.t("Press *My hand* to see your cards.")), way_back(scene), accent=GRAY)


def restarting_words(texts: Texts, *, watching: bool) -> str:
    """Return a notice for the time in which the bot restarts."""
    if watching:
        return texts.t("I'm restarting. If this line stays, open the table again.")
    return texts.t("I'm restarting. No time runs until I'm back. If this line stays, open your hand again.")


def discards_screen(scene: Scene, view: View) -> ui.LayoutView:
    """Show the discard pile, from the top."""
    texts = scene.texts
    cards = texts.cards(view.discards[::-1])
    line = texts.t("Discard pile, top first: {cards}", cards=cards) if cards else texts.t("The discard pile is empty.")
    return layout(text(line), way_back(scene))


def record_screen(texts: Texts, detail: Detail, file: Attachment, words: str) -> ui.LayoutView:
    """Show the record of a game; ``words`` describe it."""
    if not detail.files:
        return notice_screen(texts.t("Discord refused the file. Please try again in a moment."))
    return layout(text(words), ui.File(file.uri))


def undelivered_words(texts: Texts) -> str:
    """Return an explanation for a player whose direct messages can't be delivered."""
    return texts.t(
        "I couldn't send you a direct message, so I ping you in the channel. Allow messages from members of "
        "this server, then choose `direct` again with `/me notifications`."
    )


_ROOM: Final = 3_600
"""Maximum characters of all lines. A message holds a little more."""


def moves_screen(scene: Scene, options: Options, deal: int, events: Sequence[Event]) -> ui.LayoutView:
    """Show the public moves of a deal in one line per turn, as many of the latest as fit into a message."""
    texts, names = scene.texts, scene.numbered
    lines = [
        f"{number}. {turn_words(texts, turn, names[turn[0].seat])}" for number, turn in enumerate(by_turn(events), 1)
    ]
    used = 0

    def fits(line: str) -> bool:
        nonlocal used
        used += len(line) + 1
        return used <= _ROOM

    shown = list(takewhile(fits, reversed(lines)))[::-1]
    earlier = texts.t("`/rummy record` has the earlier moves once the game is over.")
    head = [title(moves_heading(texts, options, deal)), small(earlier) if len(shown) < len(lines) else ""]
    return layout(text(*head, *shown, "" if events else texts.t("No moves yet.")), way_back(scene))
