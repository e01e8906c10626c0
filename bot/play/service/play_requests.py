"""Requests of players in a game, and of people who watch one of computers.

``interaction`` is the click that asked for it. ``stamp`` is the state of the game that the player saw: Stale if it is
out of date. Also Refused, Repeated and StoreError, as `bot.play.service.table.Table` describes.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from bot.play.service.table import Ahead, Table, TableReading
from bot.play.state.errors import Stale, TableReason, raise_refusals, refused
from bot.play.state.presence import (
    Agreement,
    between_deals,
    ending_without,
    giving_up,
    is_of_computers,
    refusal_to_agree,
    refusal_to_play,
)
from bot.play.state.values import MINUTE, LogWord, Stamp, TimeLimits, moves_text
from bot.play.time.due import is_resting, wake_for
from bot.play.time.turn_clock import nudged, refusal_to_nudge, refusal_to_take_back, resumed
from bot.rummy.cards import Card
from bot.rummy.games import completed
from bot.rummy.moves import Melds, Move, RunEnd, Verb

_PUBLIC: Final = (Verb.DRAW, Verb.TAKE, Verb.CLAIM)
"""Moves that use only cards on the table. The message that everyone sees has buttons for them."""


async def move(
    table: Table,
    user: int,
    verb: Verb,
    card: Card | None = None,
    melds: Melds | None = None,
    *,
    cards: tuple[Card, ...] = (),
    meld: int | None = None,
    end: RunEnd | None = None,
    stamp: Stamp,
    interaction: int,
    ahead: Ahead | None = None,
) -> None:
    """Make one move; its arguments are those of `Move`."""
    made = Move(0, verb, card, melds, cards=cards, meld=meld, end=end)
    await moves(table, user, (made,), stamp=stamp, interaction=interaction, ahead=ahead)


async def moves(
    table: Table,
    user: int,
    moves: Sequence[Move],
    *,
    stamp: Stamp,
    interaction: int,
    ahead: Ahead | None = None,
) -> None:
    """Make all of these moves or none; ``user`` makes them, whatever seat they name. ValueError without a move.

    A knock without melds gets those that the bot offers, so the log always contains them. For a draw, a take or a
    claim the public part of ``stamp`` is enough. A discard can be taken back where the table allows it (C-9).
    """
    if not moves:
        raise ValueError("there is no move to make")
    async with table.asked(user, interaction, stamp, public=moves[0].verb in _PUBLIC) as seat:
        _must_play(table, seat)
        _must_not_be_final(table, seat, moves)
        await table.write(seat, line_text(table, seat, moves), interaction, ahead=ahead)


async def next_deal(table: Table, user: int, *, stamp: Stamp, interaction: int) -> None:
    """Deal the next deal; any player can."""
    async with table.asked(user, interaction, stamp) as seat:
        _must_play(table, seat)
        await table.write(seat, LogWord.NEXT, interaction)


async def ready(table: Table, user: int, deal: int, interaction: int) -> None:
    """Mark a player as ready for the deal after ``deal``; Stale if it has been dealt, or if they were ready."""
    async with table.asked(user, interaction) as seat:
        _must_play(table, seat)
        game = table.running()
        if game.state.deal != deal or not between_deals(game) or seat in game.ready:
            raise Stale
        await table.write(seat, LogWord.READY, interaction)


async def come_back(table: Table, user: int, interaction: int) -> None:
    """Take back the seat that a computer plays for the absent player."""
    async with table.asked(user, interaction) as seat:
        await table.write(seat, LogWord.BACK, interaction)


async def agree(
    table: Table,
    user: int,
    about: Agreement,
    slow: TimeLimits | None,
    interaction: int,
    *,
    gone: Collection[int] = (),
) -> None:
    """Agree to pause the game, or to end it without a result; it happens once all people have agreed.

    ``slow`` are the time limits of the paused game; ``gone`` are people who left the server, so that the game can
    end without them (`ending_without`). Stale if the player has agreed already.
    """
    async with table.asked(user, interaction) as seat:
        row, game = table.row, table.running()
        _must_play(table, seat)
        ending = ending_without(row, game, seat, gone) if about is Agreement.CALL_OFF else None
        if ending is not None:
            await table.write(*ending, interaction)
            return
        raise_refusals(refusal_to_agree(row, game, about))
        if seat in (game.pausing if about is Agreement.PAUSE else game.calling_off):
            raise Stale
        await table.write(seat, about.word, interaction, slow=slow)


async def go_on(table: Table, user: int, interaction: int) -> None:
    """Take back what the player has agreed to. Stale if that is nothing."""
    async with table.asked(user, interaction) as seat:
        game = table.running()
        if seat not in game.pausing | game.calling_off:
            raise Stale
        await table.write(seat, LogWord.GO_ON, interaction)


async def resign(table: Table, user: int, *, interaction: int) -> None:
    """Resign, at any time after the start.

    With three seats or more, and another person still playing, a computer plays the seat to the end. Otherwise the
    game is over, and `winners` lists its winners.
    """
    async with table.asked(user, interaction) as seat:
        await table.write(seat, giving_up(table.row, table.running(), seat), interaction)


async def nudge(table: Table, user: int, interaction: int) -> None:
    """Notify the player whose turn it is once more; in slow games, once a turn."""
    async with table.asked(user, interaction) as seat:
        _must_play(table, seat)
        row, clock = table.row, table.row.clock
        raise_refusals(refusal_to_nudge(row, table.running(), seat, table.clock()))
        if clock is not None:
            await table.keep_clock(nudged(clock))


async def move_to_channel(table: Table, user: int, channel: int, interaction: int) -> None:
    """Continue a paused game in another channel. Stale if it isn't paused; also ChannelTaken (C-1)."""
    async with table.asked(user, interaction) as seat:
        if seat in table.running().left:
            raise refused(TableReason.LEFT)
        if table.row.paused_at is None:
            raise Stale
        at = table.clock()
        row = replace(table.row, channel=channel, message=None, message_at=None, touched_at=at, paused_at=None)
        row = replace(row, clock=resumed(table.row, at))
        await table.store.move_to_channel(row, wake_for(row, table.running(), row.clock, table.limits), interaction)
        table.replace_row(row)


async def wake(table: Table) -> None:
    """Let a resting game of computers go on. Stale if it doesn't rest; Refused if too many others run."""
    async with table.changing(None):
        if not is_resting(table.row, table.game, table.limits):
            raise Stale
        row = replace(table.row, touched_at=table.clock())
        wake = wake_for(row, table.running(), row.clock, table.limits)
        await table.store.touch(row, wake, table.limits)
        table.replace_row(row)


async def watched(table: Table) -> None:
    """Note that a person has pressed something at a game of computers, at most once a minute."""
    if not _is_unattended(table):
        return
    async with table.changing(None):
        if _is_unattended(table):
            row = replace(table.row, touched_at=table.clock())
            await table.store.touch(row, wake_for(row, table.running(), row.clock, table.limits))
            table.replace_row(row)


def _must_not_be_final(table: Table, seat: int, moves: Sequence[Move]) -> None:
    """Raise Refused for a take-back of a discard that this table doesn't allow, though the rules do (C-9)."""
    takes_back = any(move.verb is Verb.TAKEBACK for move in moves)
    if takes_back and table.running().state.takeback == seat:
        raise_refusals(refusal_to_take_back(table.row, table.clock()))


def _must_play(table: Table, seat: int) -> None:
    raise_refusals(refusal_to_play(table.running(), seat))


def _is_unattended(table: Table) -> bool:
    """Return whether a game of computers runs where nobody has pressed anything for a minute."""
    if not is_of_computers(table.row) or is_resting(table.row, table.game, table.limits):
        return False
    return table.clock() >= table.row.touched_at + MINUTE


def line_text(table: TableReading, seat: int, moves: Sequence[Move]) -> str:
    """Return the text of a line of moves of a seat."""
    return moves_text([completed(table.view(seat), replace(move, seat=seat)) for move in moves])
