"""Everything a demo needs in one process: the stand-in for Discord, the real bot, and guests who play one game."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from bot.cli.demo_game import DemoGame, DemoTable
from bot.cli.guests import NAMES, guests_of
from bot.cli.guests.table import Computers, DemoError, GuestTable
from bot.cli.local_bot import LocalBot
from bot.playground import NO_LIMITS, StandIn
from bot.program import Remik
from bot.rummy.options import Options
from bot.serving import serve
from bot.text.catalogs import Catalogs


def _silent(_: str) -> None:
    """Ignore a line of progress."""


async def play(
    rules: Options,
    players: int,
    seed: int,
    language: str,
    computers: Computers,
    *,
    report: Callable[[str], None] = _silent,
    catalogs: Catalogs | None = None,
) -> DemoGame:
    """Start the stand-in and the bot, and play a game as guests. DemoError.

    ``report`` is called with what happens now, for each click.
    """
    catalogs = Catalogs() if catalogs is None else catalogs
    async with StandIn(limits=NO_LIMITS, log_limit=0) as standin, _bot(standin, seed, catalogs) as bot:
        locale = "en-US" if language == "en" else language
        guild = standin.add_guild("Club", locale=locale)
        channel = guild.add_channel("rummy")
        people = [guild.add_person(name, locale=locale) for name in NAMES[:players]]
        guests = guests_of(rules.variant, people, catalogs.texts(language), seed)
        table = GuestTable(standin, channel, guests, seed=seed, idle=bot.idle)
        recorded = DemoTable(standin, channel, guests, table, report=report)
        return await _served(bot, standin.token, recorded, rules, computers)


@asynccontextmanager
async def _bot(standin: StandIn, seed: int, catalogs: Catalogs) -> AsyncIterator[Remik]:
    """Build a bot without pauses on an empty database; the seed determines its shuffles."""
    with tempfile.TemporaryDirectory(prefix="remik-") as folder:
        file = Path(folder) / "demo.db"
        local = LocalBot(standin.token, standin.api_url, standin.gateway_url, file, seed, quick=True)
        async with local.built(catalogs) as bot:
            yield bot


async def _served(bot: Remik, token: str, table: DemoTable, rules: Options, computers: Computers) -> DemoGame:
    """Play a game while the bot is running. DemoError if the game fails or the bot stops."""
    stop = asyncio.Event()
    serving = asyncio.create_task(serve(bot, token, stop))
    playing = asyncio.create_task(table.play(rules, computers))
    try:
        await asyncio.wait((serving, playing), return_when=asyncio.FIRST_COMPLETED)
        if not playing.done():
            await serving
            raise DemoError("the bot stopped")
        return playing.result()
    finally:
        stop.set()
        playing.cancel()
        await asyncio.wait((serving, playing))
