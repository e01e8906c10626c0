"""The command line: ``remik run``, ``playground``, ``demo``, ``record``, ``check-config``, ``app``, ``db`` and more."""

import argparse
import gc
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

COMMANDS: Final = {
    "run": "bot.cli.run",
    "demo": "bot.cli.demo",
    "playground": "bot.cli.playground.command",
    "record": "bot.cli.record",
    "check-config": "bot.cli.config",
    "app": "bot.cli.app",
    "db": "bot.cli.db",
    "emojis": "bot.cli.emojis",
    "texts": "bot.cli.texts",
    "bench": "bot.cli.bench",
}
"""Commands and their modules, in the order of the help."""


def parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser. Only the named command is imported, so `remik record` doesn't load discord.py."""
    made = argparse.ArgumentParser(prog="remik", description="Play rummy in Discord channels.")
    commands = made.add_subparsers(title="commands", required=True, metavar="COMMAND")
    named = [name for name in COMMANDS if name in arguments[:1]]
    for name in named or COMMANDS:
        import_module(COMMANDS[name]).add_parser(commands)
    return made


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command and exit with its status."""
    arguments = sys.argv[1:] if arguments is None else arguments
    gc.disable()  # imported modules stay in memory, so collecting garbage among them only costs time
    options = parser(arguments).parse_args(arguments)
    gc.freeze()
    gc.enable()
    try:
        status = options.run(options)
    except KeyboardInterrupt:
        status = 130
    except BrokenPipeError:  # the output was piped into head(1)
        sys.stderr.close()
        status = 0
    sys.exit(status)


if __name__ == "__main__":
    main()
