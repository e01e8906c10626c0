"""``remik playground``: try the bot in a browser, without a Discord account.

This module is imported at the start of the program, so it loads nothing that the help doesn't need.
"""

import argparse
import asyncio
import secrets
import signal
import sys
import tempfile
import webbrowser
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bot.playground import StandIn
    from bot.playground.page import PlaygroundPage
    from bot.program.cli.playground.control import Control
    from bot.program.cli.playground.scripts import Script
    from bot.program.cli.playground.session import Playground

    Parsers = argparse._SubParsersAction[argparse.ArgumentParser]

PORT: Final = 8080
_LOGGED: Final = 2_000
"""The number of requests that the stand-in remembers."""


def add_parser(commands: "Parsers") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("playground", help="try the bot in a browser, without a Discord account")
    parser.add_argument("--port", type=int, default=PORT, help=f"default: {PORT}, or the next free one")
    parser.add_argument("--people", type=int, choices=range(1, 7), default=3, help="number of people (default: 3)")
    parser.add_argument("--seed", type=int, help="the same seed and clicks give the same cards (default: random)")
    scripts = parser.add_mutually_exclusive_group()
    scripts.add_argument("--record", type=Path, metavar="FILE", help="write what people do to a script (.jsonl)")
    scripts.add_argument("--replay", type=Path, metavar="FILE", help="step through a recorded script")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Serve until Ctrl-C. Exit status 1 with an error message if no port is free or a file is invalid."""
    from bot.program.cli.playground.scripts import Script, ScriptError  # noqa: PLC0415 - only this command needs it

    try:
        script = None if options.replay is None else Script.read(options.replay)
        asyncio.run(_serve(options, script))
    except ScriptError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except OSError as error:
        sys.stderr.write(f"the playground can't start: {error}\n")
        return 1
    return 0


async def _serve(options: argparse.Namespace, script: "Script | None") -> None:
    """Run the stand-in, the page and the bot until a signal arrives."""
    from bot.playground import StandIn  # noqa: PLC0415
    from bot.program.cli.playground.control import Control  # noqa: PLC0415 - see above
    from bot.program.cli.playground.scripts import Recording  # noqa: PLC0415
    from bot.program.cli.playground.session import Playground, random_seed  # noqa: PLC0415

    stop = _signaled()
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="remik-playground-"))
        standin = await stack.enter_async_context(StandIn(log_limit=_LOGGED))
        seed = random_seed() if options.record is not None and options.seed is None else options.seed
        playground = Playground(standin, Path(folder), options.people, seed)
        stack.push_async_callback(playground.stop)
        recording = None if options.record is None else Recording(options.record, playground)
        control = Control(playground, script=script, recording=recording)
        stack.push_async_callback(control.stepper.stop)
        page = await stack.enter_async_context(_page(standin, playground, control, options.port))
        if recording is not None:
            recording.begin()
        if script is None:
            playground.start()
        else:
            await control.stepper.open(script)
        _introduce(page, options)
        await stop.wait()
        _print("\nStopping ...")
        if recording is not None:
            await recording.end()


def _page(standin: "StandIn", playground: "Playground", control: "Control", port: int) -> "PlaygroundPage":
    from bot.playground.page import PlaygroundPage  # noqa: PLC0415
    from bot.program.cli.playground.records import record_routes  # noqa: PLC0415 - see above
    from bot.text.page_words import page_words  # noqa: PLC0415

    return PlaygroundPage(
        standin,
        playground.guild,
        playground.people,
        token=secrets.token_urlsafe(16),
        port=port,
        routes=(*control.routes(), *record_routes()),
        recorder=control.acted,
        locales=playground.locales,
        words=partial(page_words, playground.catalogs),
        language_of=control.language_of,
    )


def _signaled() -> asyncio.Event:
    """Return an event that Ctrl-C and SIGTERM set."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))
    return stop


def _introduce(page: "PlaygroundPage", options: argparse.Namespace) -> None:
    """Print the address, and open it in a browser if there is one."""
    if page.port != options.port and options.port:
        _print(f"Port {options.port} is taken, so this is port {page.port}.")
    opened = not options.no_browser and _open(page.address)
    if opened:
        _print(f"Remik's playground is open in your browser: {page.address}")
    else:
        none = "" if options.no_browser else "There's no browser here. "
        _print(f"{none}Open Remik's playground in a browser: {page.address}")
    _print("It isn't Discord: everything runs on this machine. Press Ctrl-C to stop.")


def _open(address: str) -> bool:
    """Open an address in a graphical browser. Return whether there is one."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return False
    if isinstance(browser, webbrowser.GenericBrowser) and not isinstance(browser, webbrowser.BackgroundBrowser):
        return False  # a browser in the terminal, which would take it over and can't show the page
    return browser.open(address)


def _print(line: str) -> None:
    """Print a line and flush it, so that it appears at once in a pipe too."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
