"""What the program does at a table by itself, line by line: it plays, deals, takes seats over and closes."""

import logging
from collections.abc import Callable
from typing import Final

from bot.play.log import LogWord
from bot.play.presence import STAND_IN, awaited, claiming, driven, gone, level_of, present
from bot.play.scheduling.thinking import Think
from bot.play.session import Table
from bot.play.timing.due import DueAction
from bot.players.choose import choose, claims
from bot.players.levels import Level
from bot.rummy.moves import Move, Verb
from bot.rummy.refusals import Refused
from bot.rummy.views import GinView, MeldsView

_PLAIN: Final = (Verb.DISCARD, Verb.DRAW, Verb.PASS, Verb.TAKE, Verb.UNDO)
"""What is done where a computer player fails: the first of these that is allowed, which ends every turn."""

_log = logging.getLogger(__name__)


class Actor:
    """Does a table's duties. Each may raise Stale or Repeated: somebody was quicker, look again; and StoreError."""

    def __init__(self, think: Think) -> None:
        self._think = think

    async def do(self, table: Table, action: DueAction) -> bool:
        """Do one of the duties that are lines of the log; say whether it came to one."""
        row, game, seq = table.row, table.game, table.seq
        match action:
            case DueAction.CLOSE:
                await table.program.abandon(seq=seq)
            case DueAction.TAKE_OVER if game is not None and (seat := gone(row, game)) is not None:
                await table.program.write_word(LogWord.AWAY, seat, seq=seq)
            case DueAction.DEAL:
                await table.program.write_word(LogWord.NEXT, 0, seq=seq)
            case DueAction.CLAIM:
                return await self._claim(table)
            case DueAction.ACT if game is not None and (seat := driven(row, game)) is not None:
                await self._play(table, seat, level_of(row, seat))
            case DueAction.TIME_OUT if game is not None and (seat := awaited(row, game)) is not None:
                await self._play(table, seat, STAND_IN)
            case _:
                return False
        return True

    async def _play(self, table: Table, seat: int, level: Level) -> None:
        """Make the moves of one line; something plain where the player does not come up with any that are allowed."""
        view, seq = table.view(seat), table.seq
        seed = table.seed_for(seq)
        try:
            moves = await self._think(lambda: choose(view, level, seed))
        except Exception:  # noqa: BLE001 - logged; whatever fails in a player, its table goes on
            _log.exception("a computer player failed", extra={"table": table.row.id, "seat": seat, "seq": seq})
            moves = ()
        if moves:
            try:
                await table.program.move(seat, moves, seq=seq)
            except Refused as error:
                why = [refusal.reason.name for refusal in error.refusals]  # their sentences may name a card of the hand
                about = {"table": table.row.id, "seat": seat, "seq": seq, "why": why}
                _log.warning("a computer player erred", extra=about)
            else:
                return
        await table.program.move(seat, (plain(view),), seq=seq)

    async def _claim(self, table: Table) -> bool:
        """Let the computers that may claim a discard have a look at it, one after the other (H-8)."""
        game, seq = table.game, table.seq
        if game is None:
            return False
        for seat in claiming(game, set(range(len(table.row.seats))) - present(table.row, game)):
            if await self._think(_wants(table, seat)):
                await table.program.move(seat, (Move(seat, Verb.CLAIM),), seq=seq)
                return True
        return False


def plain(view: GinView | MeldsView) -> Move:
    """Choose a move that is allowed and brings the turn nearer to its end."""
    return min((move for move in view.moves if move.verb in _PLAIN), key=lambda move: _PLAIN.index(move.verb))


def _wants(table: Table, seat: int) -> Callable[[], bool]:
    """Ask a computer player whether it claims the discard."""
    view, level = table.view(seat), level_of(table.row, seat)
    return lambda: claims(view, level)
