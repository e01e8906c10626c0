"""Actions that are due at a table: playing for computers and absent players, dealing, taking over seats, closing."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.play.scheduling.thinking import Think
from bot.play.service import program_actions
from bot.play.service.table import Table
from bot.play.state.presence import awaited, claiming, level_of, people, present, seat_to_play, seat_to_take_over
from bot.play.state.values import LogWord
from bot.play.time.due import DueAction
from bot.players.choose import choose, claims
from bot.players.levels import STAND_IN, Level
from bot.rummy.moves import Move, Verb
from bot.rummy.refusals import Refused
from bot.rummy.views import View

_FALLBACKS: Final = (Verb.DISCARD, Verb.DRAW, Verb.PASS, Verb.TAKE, Verb.UNDO)
"""The moves to try if a computer player fails: repeating the first one that is allowed ends any turn."""

_log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Actor:
    """Does the due actions of a table. Stale or Repeated: another player was faster, look again; also StoreError."""

    think: Think

    async def do(self, table: Table, action: DueAction) -> bool:
        """Do an action that writes a line of the log. Return whether it wrote one."""
        row, game, seq = table.row, table.game, table.seq
        match action:
            case DueAction.CLOSE:
                await program_actions.abandon(table, seq=seq)
            case DueAction.TAKE_OVER if game is not None and (seat := seat_to_take_over(row, game)) is not None:
                await program_actions.write_word(table, LogWord.AWAY, seat, seq=seq)
            case DueAction.DEAL:
                await program_actions.write_word(table, LogWord.NEXT, 0, seq=seq)
            case DueAction.CLAIM:
                return await self._claim(table)
            case DueAction.ACT if game is not None and (seat := seat_to_play(row, game)) is not None:
                await self._play(table, seat, level_of(row, seat))
            case DueAction.TIME_OUT if game is not None and (seat := awaited(row, game)) is not None:
                await self._play(table, seat, STAND_IN)
            case _:
                return False
        return True

    async def _play(self, table: Table, seat: int, level: Level) -> None:
        """Make the moves of one line; a fallback if the computer player returns no legal ones."""
        view, seq = table.view(seat), table.seq
        seed = table.seed_for(seq)
        try:
            moves = await self.think(lambda: choose(view, level, seed), watched=bool(people(table.row)))
        except Exception:  # noqa: BLE001 - logged; the table continues with a fallback
            _log.exception("a computer player failed", extra={"table": table.row.id, "seat": seat, "seq": seq})
            moves = ()
        if moves:
            try:
                await program_actions.move(table, seat, moves, seq=seq)
            except Refused as error:
                why = [refusal.reason.name for refusal in error.refusals]  # their sentences may name a card of the hand
                about = {"table": table.row.id, "seat": seat, "seq": seq, "why": why}
                _log.warning("a computer player chose an invalid move", extra=about)
            else:
                return
        await program_actions.move(table, seat, (fallback(view),), seq=seq)

    async def _claim(self, table: Table) -> bool:
        """Ask the computers that can claim the discard, one after the other (H-8)."""
        game, seq = table.game, table.seq
        if game is None:
            return False
        for seat in claiming(game, set(range(len(table.row.seats))) - present(table.row, game)):
            if await self.think(_wants(table, seat), watched=bool(people(table.row))):
                await program_actions.move(table, seat, (Move(seat, Verb.CLAIM),), seq=seq)
                return True
        return False


def fallback(view: View) -> Move:
    """Return a legal move that brings the turn closer to its end."""
    return min((move for move in view.moves if move.verb in _FALLBACKS), key=lambda move: _FALLBACKS.index(move.verb))


def _wants(table: Table, seat: int) -> Callable[[], bool]:
    """Ask a computer player whether it claims the discard."""
    view, level = table.view(seat), level_of(table.row, seat)
    return lambda: claims(view, level)
