"""The command line: ``remik run``, ``demo``, ``record``, ``bench``, ``check-config``, ``db``, ``emojis``, ``texts``."""

import argparse
import gc
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

COMMANDS: Final = {
    "run": "bot.cli.run",
    "demo": "bot.cli.demo",
    "record": "bot.cli.record",
    "check-config": "bot.cli.config",
    "db": "bot.cli.db",
    "emojis": "bot.cli.emojis",
    "texts": "bot.cli.texts",
    "bench": "bot.cli.bench",
}
"""Commands and their modules, in the order in which the help lists them."""


def parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """Make the parser. Only a command that is named is imported, so that `remik record` does not load Discord."""
    made = argparse.ArgumentParser(prog="remik", description="Rummy tables in Discord channels.")
    commands = made.add_subparsers(title="commands", required=True, metavar="COMMAND")
    named = [name for name in COMMANDS if name in arguments[:1]]
    for name in named or COMMANDS:
        import_module(COMMANDS[name]).add_parser(commands)
    return made


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command and end with its exit status."""
    arguments = sys.argv[1:] if arguments is None else arguments
    gc.disable()  # what is imported stays, so looking through it for what could go is time lost, now and later
    options = parser(arguments).parse_args(arguments)
    gc.freeze()
    gc.enable()
    try:
        status = options.run(options)
    except KeyboardInterrupt:
        status = 130
    except BrokenPipeError:  # somebody reads with head(1)
        sys.stderr.close()
        status = 0
    sys.exit(status)


if __name__ == "__main__":
    main()
