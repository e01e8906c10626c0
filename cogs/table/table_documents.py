"""Information about a table on request: its record, the proof of fair shuffles."""

import asyncio

from bot.play.session import Table
from bot.play.values import Status
from bot.rummy.records.checking import RecordError, verify
from bot.rummy.records.writing import record_text
from bot.text.catalogs import Texts
from bot.text.deals import record_so_far
from bot.text.players import short_name
from cogs.edge.answers import Show
from cogs.edge.messages import Attachment, Message
from cogs.table.screens.fairness import Proof, secrets_file, verify_screen
from cogs.table.screens.information import record_screen


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
    row, fault = table.row, None
    if row.status in (Status.PLAYING, Status.OVER):
        try:
            await asyncio.to_thread(lambda: verify(table.record()))
        except RecordError as error:
            fault = str(error)
    cuts = tuple((short_name(texts, player), player.cut) for player in row.seats)
    proof = Proof(row.options, table.commitment(), cuts, table.revealed(), fault)
    file = secrets_file(proof)
    files = () if file is None else (file,)
    return Show(Message(lambda detail: verify_screen(texts, proof, file if detail.files else None), files=files))
