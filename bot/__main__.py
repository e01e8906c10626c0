"""The command line: ``remik run``, ``playground``, ``demo``, ``record``, ``check-config``, ``app``, ``db`` and more."""

import argparse
import gc
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

COMMANDS: Final = {
    "run": "bot.program.cli.run",
    "demo": "bot.program.cli.demo",
    "playground": "bot.program.cli.playground.command",
    "record": "bot.program.cli.record",
    "check-config": "bot.program.cli.config",
    "app": "bot.program.cli.app",
    "db": "bot.program.cli.db",
    "health": "bot.program.cli.health",
    "slots": "bot.program.cli.slots",
    "emojis": "bot.program.cli.emojis",
    "texts": "bot.program.cli.texts",
    "bench": "bot.bench.command",
}
"""Commands and their modules, in the order of the help."""


class _Version(argparse.Action):
    """``--version``. The version is only looked up if it's asked for, since that takes a while."""

    def __init__(self, option_strings: Sequence[str], dest: str, **about: Any) -> None:  # noqa: ANN401 - argparse's
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, **about)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print the version with its commit, if that's known, and exit."""
        from importlib.metadata import version  # noqa: PLC0415

        from bot.program.commit import commit  # noqa: PLC0415

        built_from = commit()
        sys.stdout.write(f"remik {version('remik')}{f' ({built_from})' if built_from else ''}\n")
        parser.exit()


def parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser. Only the named command is imported, so `remik record` doesn't load discord.py."""
    made = argparse.ArgumentParser(prog="remik", description="Play rummy in Discord channels.")
    made.add_argument("--version", action=_Version, help="print the version and exit")
    commands = made.add_subparsers(title="commands", required=True, metavar="COMMAND")
    named = [name for name in (*COMMANDS, "--version") if name in arguments[:1]]
    for name in (name for name in COMMANDS if name in (named or COMMANDS)):
        if name == "bench" and find_spec("bot.bench") is None:
            _add_absent_bench(commands)
        else:
            import_module(COMMANDS[name]).add_parser(commands)
    return made


def _add_absent_bench(commands: Any) -> None:  # noqa: ANN401 - argparse's, private there
    """Add a command that says where the benches are: the installed package leaves these developer tools out."""

    def run(_: argparse.Namespace) -> int:
        sys.stderr.write(
            "the benches are only in a checkout of the source: clone the repository and run `remik bench` there, "
            "as CONTRIBUTING.md describes\n"
        )
        return 2

    absent = commands.add_parser("bench", help="measure the program (only in a checkout of the source)")
    absent.add_argument("arguments", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    absent.set_defaults(run=run)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command and exit with its status; without one, print the help."""
    arguments = (sys.argv[1:] if arguments is None else arguments) or ["--help"]
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
