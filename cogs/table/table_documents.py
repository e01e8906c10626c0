"""Information about a table on request: its record, the proof of fair shuffles."""

import asyncio

from bot.fairness.grades import grade_of
from bot.play.service.table import Table
from bot.play.state.lobby import cutters
from bot.play.state.shuffles import links_of_voided
from bot.play.state.values import Status, TableRow
from bot.rummy.records.checking import RecordError, verify
from bot.rummy.records.writing import record_text
from bot.text.catalogs import Texts
from bot.text.deals import record_so_far
from bot.text.players import short_name
from cogs.edge.answers import Show
from cogs.edge.messages import Attachment, Message
from cogs.table.screens.information import record_screen
from cogs.table.screens.proof import ShuffleReport, secrets_file, verify_screen


async def record_of(table: Table, texts: Texts) -> Show:
    """Send a table's record as a file. Raises Refused in a lobby."""
    row = table.row
    words = texts.t("The record of this game") if row.status is Status.OVER else record_so_far(texts, row.options)
    await table.wait_for_names()  # a file can't be edited later
    record = await asyncio.to_thread(table.record)  # replays all deals, which would block other clicks
    file = Attachment("record.json", record_text(record).encode())
    return Show(Message(lambda detail: record_screen(texts, detail, file, words), files=(file,)))


async def proof_of(table: Table, texts: Texts) -> Show:
    """Check a table's shuffles, as anyone could, and show the result."""
    await table.wait_for_names()  # as for a record
    row, fault, proof = table.row, None, table.promise.proof
    started = row.status in (Status.PLAYING, Status.OVER)
    if started:
        try:
            proof = grade_of((await asyncio.to_thread(lambda: verify(table.record()))).fairness)
        except RecordError as error:
            fault = str(error)
    report = ShuffleReport(
        row.options,
        table.seal(),
        tuple(short_name(texts, player) for player in row.seats),
        proof,
        started,
        cuts=_cuts(row),
        secrets=table.revealed(),
        voided=tuple(link.hex() for link in links_of_voided(row)),
        counts=await table.start_counts(),
        start=row.start,
        link=_link(row),
        beacon=table.promise.beacon,
        fault=fault,
    )
    file = secrets_file(report)
    files = () if file is None else (file,)
    return Show(Message(lambda detail: verify_screen(texts, report, file if detail.files else None), files=files))


def _link(row: TableRow) -> str:
    """Return the address of the message that announced the round of a start; empty without one."""
    if row.start is None or row.start.message is None:
        return ""
    return f"https://discord.com/channels/{row.home.guild}/{row.home.channel}/{row.start.message}"


def _cuts(row: TableRow) -> tuple[tuple[int, str | None], ...]:
    """List the seats that cut, in order, with their texts; None for one that was deleted.

    Games of the first version have a cut for every seat, and their order isn't known.
    """
    if row.status in (Status.PLAYING, Status.OVER) and row.start is None:
        return tuple((seat, player.cut) for seat, player in enumerate(row.seats))
    return tuple((seat, None if row.salts[seat] is None else row.seats[seat].cut) for seat in cutters(row))
