"""What a private panel shows: how far the table is for its owner, and what the last answer said."""

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from bot.play.session import Table
from bot.play.values import NO_LINES, Stamp
from cogs.edge.answer_messages import AnswerMessage
from cogs.edge.messages import Message
from cogs.table.screens.picks import NO_PICKS, Picks
from cogs.table.table_messages import Mark


class Owner(NamedTuple):
    """Whose panel: a table, a user."""

    table: int
    user: int


@dataclass(frozen=True, slots=True)
class PanelState:
    """How far a table was for the owner of a panel that shows it; two panels with equal looks show the same.

    ``said`` is the number of the answer whose notice the panel repeats, 0 for none. ``mark`` is None if it shows a
    screen of that answer in place of the hand.
    """

    mark: Mark | None
    stamp: Stamp
    picks: Picks = NO_PICKS
    said: int = 0


NO_PANEL: Final = PanelState(None, NO_LINES)


@dataclass(frozen=True, slots=True)
class ShownPanel:
    """What an answer shows of a table that its player has in front of them: how far it was, and the notice above."""

    table: Table
    look: PanelState
    notice: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """What the newest answer in a panel said besides the hand. It stays until the table moves on from ``stamp``.

    ``screen`` is what it showed in place of the hand.
    """

    number: int
    stamp: Stamp
    notice: str = ""
    screen: Message | None = None

    def on(self, look: PanelState) -> PanelState:
        """Return how a panel looks that repeats this while it may."""
        if self.stamp != look.stamp:
            return look
        if self.screen is not None:
            return PanelState(None, look.stamp, said=self.number)
        return replace(look, said=self.number) if self.notice else look


@dataclass(frozen=True, slots=True)
class Panel:
    """The panel that somebody has at a table."""

    message: AnswerMessage
    table: Table
    said: Said
