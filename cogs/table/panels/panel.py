"""The state of a private panel: what it shows of the table, and the notice of the last answer."""

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from bot.play.service.table import Table
from bot.play.state.values import NO_LINES, Stamp
from cogs.edge.answer_messages import AnswerMessage
from cogs.edge.messages import Message
from cogs.table.screens.scene import NO_NOTICE, NO_PICKS, Notice, Picks
from cogs.table.table_messages import Mark


class Owner(NamedTuple):
    """The owner of a panel: a user at a table."""

    table: int
    user: int


@dataclass(frozen=True, slots=True)
class PanelState:
    """What a panel shows. Two panels of one player with equal states look the same.

    ``said`` is the number of the answer whose notice the panel repeats, 0 for none. ``mark`` is None if the panel shows
    a screen of that answer instead of the hand. ``taste`` counts the changes of its owner's preferences.
    """

    mark: Mark | None
    stamp: Stamp
    picks: Picks = NO_PICKS
    said: int = 0
    taste: int = 0


NO_PANEL: Final = PanelState(None, NO_LINES)


@dataclass(frozen=True, slots=True)
class ShownPanel:
    """The panel that an answer shows: its table, its state, and the notice above the hand.

    ``screen`` is shown instead of the hand until the table changes.
    """

    table: Table
    look: PanelState
    notice: Notice = NO_NOTICE
    screen: Message | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """What the newest answer in a panel showed besides the hand, or instead of it (``screen``).

    It stays until the table changes from ``stamp``.
    """

    number: int
    stamp: Stamp
    notice: Notice = NO_NOTICE
    screen: Message | None = None

    def on(self, look: PanelState) -> PanelState:
        """Return the state of a panel that repeats this answer as long as the table hasn't changed."""
        if self.stamp != look.stamp:
            return look
        if self.screen is not None:
            return PanelState(None, look.stamp, said=self.number)
        return replace(look, said=self.number) if self.notice else look


@dataclass(frozen=True, slots=True)
class Panel:
    """The panel of a user at a table."""

    message: AnswerMessage
    table: Table
    said: Said
