"""``remik bench``: measure this program and others in the same run, and compare the figures."""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.bench import (
    abuse,
    arena,
    claims,
    clicks,
    deadwood,
    laydown,
    open_spiel,
    pictures,
    puzzles,
    standings,
    store,
    styles,
)
from bot.bench.rows import Row
from bot.bench.train import crowds, gin_weights, lay_tables
from bot.players.levels import Level
from bot.program.cli.progress import progress
from bot.rummy.families import Variant
from bot.rummy.options import MOST_SEATS

if TYPE_CHECKING:
    Parsers = argparse._SubParsersAction[argparse.ArgumentParser]

CLICKS: Final = "clicks"
GROUPS: Final[dict[str, Callable[[], Iterable[Row]]]] = {
    "deadwood": deadwood.rows,
    "laydown": laydown.rows,
    "pictures": pictures.rows,
    "store": store.rows,
    "standings": standings.rows,
    CLICKS: clicks.rows,
    "abuse": abuse.rows,
}
ARENA: Final = "arena"
TRAIN: Final = "train"
PUZZLES: Final = "puzzles"
SLOW: Final = (ARENA, TRAIN, PUZZLES)
"""The slow groups, which only run if they're named."""


def add_parser(commands: "Parsers") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("bench", help="measure this program and others side by side")
    parser.add_argument(
        "groups", nargs="*", metavar="GROUP", help=f"{', '.join(GROUPS)} (default: all of these), {', '.join(SLOW)}"
    )
    parser.add_argument("--json", type=Path, default=Path("bench.json"), help="output file (default: bench.json)")
    parser.set_defaults(run=run)
    clicking = parser.add_argument_group(CLICKS, "people who click at tables of the real bot")
    clicking.add_argument(
        "--parts",
        nargs="+",
        type=clicks.Part,
        choices=list(clicks.Part),
        default=list(clicks.Part),
        help="what to measure (default: all parts)",
    )
    _add_arena(parser)
    training = parser.add_argument_group(TRAIN, "play deals and fit Expert's tables to them; also --games and --first")
    training.add_argument("--write", type=Path, metavar="FILE", help="write the module with the tables to this file")
    parser.add_argument_group(
        PUZZLES,
        "judge the program's puzzles again with the seed of --first; with --write, add new ones to this file until it "
        f"has as many as --games (default: {puzzles.MANY}); with --claims, compare what reviews of --games games say "
        f"that mistakes cost with what they cost (default: {puzzles.REVIEWED})",
    )


def _add_arena(parser: argparse.ArgumentParser) -> None:
    matches = parser.add_argument_group(ARENA, "computer players against each other, every deal from each seat")
    matches.add_argument(
        "--variant", type=Variant, choices=list(Variant), help="the game (default: gin, basic, german)"
    )
    matches.add_argument(
        "--games",
        type=int,
        help=f"games per match, or deals against {open_spiel.NAME} (default: {arena.GAMES})",
    )
    matches.add_argument(
        "--players",
        default="",
        metavar="A,B[,C[,D]]",
        help=f"one match: the player whose wins count, then the opponents (players: {', '.join(arena.NAMES)}; "
        f"{open_spiel.NAME}: OpenSpiel's bot in its own gin)",
    )
    _add_kinds(matches)
    matches.add_argument(
        "--seats",
        type=int,
        nargs="+",
        choices=range(2, MOST_SEATS + 1),
        default=[2],
        help="with --pool and --claims, the seats (default: 2)",
    )
    matches.add_argument(
        "--first", type=int, metavar="SEED", help="seed of the first deals; the others follow (default: 0)"
    )
    matches.add_argument(
        "--processes", type=int, default=arena.PROCESSES, help=f"how many to play in (default: {arena.PROCESSES})"
    )


def _add_kinds(matches: argparse._ArgumentGroup) -> None:
    """Add what to measure instead of single matches."""
    matches.add_argument(
        "--pool",
        action="store_true",
        help="play each player of --players (default: all levels) against every opponent, and print its worst result",
    )
    matches.add_argument(
        "--styles",
        action="store_true",
        help="what each level does when it has a choice: takes, knocks, lays, lays off, discards high cards",
    )
    matches.add_argument(
        "--claims",
        action="store_true",
        help=f"play on from --games positions (default: {claims.POSITIONS}), and compare an Expert's figures with that",
    )


def run(options: argparse.Namespace) -> int:
    """Measure, print a line per row, and write a JSON file. Exit status 1 if a result is wrong, 2 for bad arguments."""
    unknown = [name for name in options.groups if name not in (*GROUPS, *SLOW)]
    if unknown:
        sys.stderr.write(f"no such group: {', '.join(unknown)}; groups: {', '.join((*GROUPS, *SLOW))}\n")
        return 2
    rows: list[Row] = []
    try:
        for row in _measured(options):
            rows.append(row)
            sys.stdout.write(line(row))
            sys.stdout.flush()
    except ValueError as error:
        if not set(SLOW) & set(options.groups):
            raise
        sys.stderr.write(f"{error}\n")
        return 2
    if len(rows) > 1:
        sys.stdout.write(summary(rows))
    options.json.write_text(json.dumps([row.as_json() for row in rows], indent=1) + "\n", encoding="utf-8")
    sys.stdout.write(f"written to {options.json}\n")
    return 1 if any(row.faults for row in rows) else 0


def _measured(options: argparse.Namespace) -> Iterator[Row]:
    """Yield the rows of all groups, and show which group is measured."""
    names = options.groups or list(GROUPS)
    for number, name in enumerate(names, 1):
        rows: Iterator[Row] | None = None
        while True:
            with progress() as show:  # ends before a row is printed, which takes the line's place on a terminal
                show(f"measuring {name}, group {number} of {len(names)}")
                rows = rows or _group(name, options)
                row = next(rows, None)
            if row is None:
                break
            yield row


def _group(name: str, options: argparse.Namespace) -> Iterator[Row]:
    match name:
        case "arena":
            return _arena(options)
        case "train":
            return _train(options)
        case "puzzles":
            return _puzzles(options)
        case "clicks":
            return clicks.rows(options.parts)
        case _:
            return iter(GROUPS[name]())


def _train(options: argparse.Namespace) -> Iterator[Row]:
    if options.variant is Variant.GIN:
        return gin_weights.rows(options.games, options.first)
    if options.seats != [2]:
        return crowds.rows(options.seats, options.games, options.first, options.write)
    return lay_tables.rows(options.games, options.first, options.write)


def _puzzles(options: argparse.Namespace) -> Iterator[Row]:
    if options.claims:
        return puzzles.claimed_rows(options.games, options.first)
    if options.write is None:
        return puzzles.checked_rows(options.games, options.first)
    return puzzles.made_rows(options.games, options.first, options.write)


def _arena(options: argparse.Namespace) -> Iterator[Row]:
    """Yield the rows of the matches given by the command-line options."""
    players = tuple(options.players.split(",")) if options.players else ()
    variants = arena.VARIANTS if options.variant is None else (options.variant,)
    games, first = options.games or arena.GAMES, options.first or 0
    if options.styles:
        return styles.rows(variants, games, first)
    if options.claims:
        positions, first = options.games or claims.POSITIONS, options.first or claims.FIRST
        return claims.rows(
            variants,
            seats=options.seats,
            against=players[1:],
            positions=positions,
            processes=options.processes,
            first=first,
        )
    if options.pool:
        arena.check_names(players)
        pool = partial(
            arena.pool_rows,
            variants=variants,
            seats=options.seats,
            games=games,
            processes=options.processes,
            first=first,
        )
        return chain.from_iterable(map(pool, players or tuple(Level)[::-1]))
    return arena.rows(variants, players, games, options.processes, first)


def line(row: Row) -> str:
    """Format a row: the figure, its ratio to each peer, and whether the goal is met."""
    parts = [f"{row.name}: {_figure(row.ours)} {row.unit}"]
    parts += [f"{ratio:.2f} x {peer} ({_figure(row.peers[peer])})" for peer, ratio in row.ratios.items()]
    if row.goal:
        parts.append(f"goal {row.goal}: {_verdict(row)}")
    return " | ".join(parts) + "\n" + "".join(f"    {note}\n" for note in (*row.notes, *row.faults))


def summary(rows: Sequence[Row]) -> str:
    """Format all rows as a table: name, figure, the ratio to the first peer, and whether the goal is met."""
    cells = [
        (
            row.name,
            f"{_figure(row.ours)} {row.unit}",
            next((f"{one:.2f} x" for one in row.ratios.values()), ""),
            _verdict(row),
        )
        for row in rows
    ]
    widths = [max(len(line[column]) for line in cells) for column in range(3)]
    lines = [
        f"{name:<{widths[0]}}  {figure:>{widths[1]}}  {ratio:>{widths[2]}}  {verdict}".rstrip()
        for name, figure, ratio, verdict in cells
    ]
    return "\n" + "".join(f"{one}\n" for one in lines) + "\n"


def _figure(number: float) -> str:
    """Format a figure with four digits, or as a whole number if that has more."""
    return f"{number:,.0f}" if abs(number) >= 1000 else f"{number:.4g}"


def _verdict(row: Row) -> str:
    """Return whether the goal of a row is met, in a word; empty if it has none and nothing is wrong."""
    if not row.goal:
        return "WRONG" if row.faults else ""
    return {True: "met", False: "MISSED", None: "not judged"}[row.met]
