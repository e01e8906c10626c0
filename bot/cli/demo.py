"""``remik demo``: let scripted guests, and computers if asked for, play a whole game with the real bot.

It needs no Discord account: a local stand-in takes Discord's place.
"""

import argparse
import asyncio
import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.cli.demo_game import DemoGame, unit_of
from bot.cli.demo_play import play
from bot.cli.guests.table import Computers, DemoError
from bot.cli.house_rules import options_from_words
from bot.cli.progress import progress
from bot.logs import set_up
from bot.players.levels import Level
from bot.rummy.families import Variant
from bot.rummy.options import OptionError
from bot.rummy.records.checking import RecordError, check
from bot.settings import LogLevel
from bot.text.catalogs import Catalogs

if TYPE_CHECKING:
    Parsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add_parser(commands: "Parsers") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("demo", help="play a whole game with the real bot, without a Discord account")
    parser.add_argument(
        "--variant", choices=list(Variant), type=Variant, help="the game (default: gin, or the game of the code)"
    )
    parser.add_argument(
        "--players", type=int, choices=range(1, 5), help="number of people (default: 2, or 1 with computers)"
    )
    parser.add_argument("--computers", type=int, choices=range(4), default=0, help="number of computer players")
    parser.add_argument(
        "--level", choices=list(Level), type=Level, default=Level.NORMAL, help="how well the computers play"
    )
    parser.add_argument(
        "--options",
        nargs="+",
        action="extend",
        default=[],
        metavar="NAME=VALUE",
        help="house rules: options as in a record (rounds=2 claim=on), a code, or a code and changes to it",
    )
    parser.add_argument(
        "--seed",
        type=int,
        help="the same seed gives the same game, or with knocking (H-8) the same cards (default: random)",
    )
    parser.add_argument("--out", type=Path, default=Path("demo-out"), help="output folder (default: demo-out)")
    parser.add_argument("--language", choices=Catalogs().languages, default="en", help="the language of all players")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play, write a page of what everyone saw, and print the result.

    Exit status 1 with an error message if the game fails or its record isn't valid, 2 for invalid house rules.
    """
    set_up(LogLevel.WARNING)
    players = options.players or (1 if options.computers else 2)
    computers = Computers(options.computers, options.level)
    try:
        rules = options_from_words(options.variant, options.options, players + computers.count)
    except OptionError as error:
        sys.stderr.write("".join(f"{fault}\n" for fault in error.faults))
        return 2
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(2**32)
    try:
        options.out.mkdir(parents=True, exist_ok=True)
        with progress() as show:
            game = asyncio.run(play(rules, players, seed, options.language, computers, report=show))
            show("writing the page")
            page = game.transcript.write(options.out, f"Remik: {rules.variant}", options.language)
        (options.out / "record.json").write_bytes(game.record)
        record = check(json.loads(game.record))
    except (DemoError, RecordError, OSError, ValueError) as error:
        sys.stderr.write(f"the demo failed: {error}\n")
        return 1
    sys.stdout.write(summary(record, game, seed, page))
    return 0


def summary(record: dict[str, Any], game: DemoGame, seed: int, page: Path) -> str:
    """Summarize in a few lines how the game ended; the last line is the URL of the page."""
    result, seats = record["result"], record["seats"]
    won = " and ".join(seats[seat] for seat in result["winners"])
    variant, deals = record["rules"]["variant"], len(record["deals"])
    lines = [
        *game.results,
        f"{variant}, {deals} {unit_of(variant)}{'' if deals == 1 else 's'}, {game.clicks} clicks, seed {seed}",
        f"{'shared' if len(result['winners']) > 1 else 'won'} by {won}; final points {_points(seats, result['final'])}",
        f"record (valid): {page.parent / 'record.json'}",
        f"what everyone saw: {page.resolve().as_uri()}",
    ]
    return "".join(f"{line}\n" for line in lines)


def _points(seats: Sequence[str], final: Sequence[Any]) -> str:
    """Format the final points of each seat, in Hollywood for each of the three games."""
    games = final if isinstance(final[0], list) else [final]
    return " / ".join(", ".join(f"{name} {points}" for name, points in zip(seats, game, strict=True)) for game in games)
