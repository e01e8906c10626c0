"""A player against a pool of opponents: every opponent for itself, and the worst result, which is the one that counts.

The pool holds the rules of thumb, the reference players and all levels. A player that was tuned to some of them may be
weak against others, which an average would hide. In gin, levels also play OpenSpiel's bot in OpenSpiel's game, if
that is installed: single deals for points, which don't count for the worst result.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.bench import open_spiel
from bot.bench.arena import GAMES, PROCESSES, VARIANTS, Match, interval, played, wins_row
from bot.bench.opponents.named import OPPONENTS
from bot.bench.rows import Row
from bot.players.levels import Level
from bot.rummy.families import Family, Variant
from bot.rummy.options import PRESETS

_REFERENCES: Final = {Family.GIN: ("baseline", "patient"), Family.MELDS: ()}
"""The reference players of each family."""


def opponents(player: str, family: Family) -> tuple[str, ...]:
    """Return the names of a player's opponents in the games of a family."""
    own = [name for name, opponent in OPPONENTS.items() if opponent.family is family]
    return tuple(name for name in (*own, *_REFERENCES[family], *Level) if name != player)


def rows(
    player: str = Level.EXPERT,
    *,
    variants: Sequence[Variant] = VARIANTS,
    seats: Sequence[int] = (2,),
    games: int = GAMES,
    processes: int = PROCESSES,
    first: int = 0,
) -> Iterator[Row]:
    """Play against each opponent, in each variant and with each number of seats. Yield the results, then the worst.

    With three or four seats all others are the same opponent. ``games``, ``processes`` and ``first`` are those of
    `arena.rows`. ValueError for an unknown player, or if no variant has so many seats.
    """
    tables = [(variant, count) for variant in variants for count in seats if count in PRESETS[variant].seat_counts]
    if not tables:
        raise ValueError(f"{', '.join(variants)} can't be played with {' or '.join(map(str, seats))} seats")
    for variant, count in tables:
        done = []
        for opponent in opponents(player, PRESETS[variant].family):
            match = Match(variant, (player, *(opponent,) * (count - 1)))
            results = played(match, games, processes, first)
            row = wins_row(match, results, first)
            yield row
            done.append((row.ours, sum(one.shares[0] for one in results), len(results), opponent))
        missing = ""
        if variant is Variant.GIN and player in list(Level):
            if open_spiel.installed():
                yield open_spiel.row(Level(player), games, processes, first)
            else:
                missing = open_spiel.MISSING
        yield _worst(f"{player} in {variant}, {count} seats, worst of {len(done)} opponents", done, missing)


def _worst(name: str, done: Sequence[tuple[float, float, int, str]], missing: str = "") -> Row:
    """Return the row of the worst result, with a note on what is missing."""
    percent, wins, games, opponent = min(done)
    low, high = interval(wins, games)
    against = f"against {opponent}, 95% interval {100 * low:.1f} to {100 * high:.1f}"
    return Row(name, "% won", percent, notes=(against, *((missing,) if missing else ())))
