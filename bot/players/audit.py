"""The check of computers' moves in a record: each has to follow from the view, level and budget, and the seed.

The seeds come from the deals' secrets, which are revealed after the deal, so nobody could choose a computer's moves, or
predict its mistakes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.players.choose import choose, claims
from bot.players.levels import STAND_IN, Level
from bot.players.seeds import seed_of
from bot.rummy.games import State, completed, view_for
from bot.rummy.moves import Move, Verb, parse_move
from bot.rummy.records.checking import CheckedRecord
from bot.rummy.records.sealed import SealedFairness
from bot.rummy.records.shape import RecordError, fault
from bot.rummy.records.starts import PERSON


@dataclass(frozen=True, slots=True)
class AuditedSeat:
    """How many moves of a seat were checked: a computer's, or those for an absent player."""

    seat: int
    moves: int


def audited(record: CheckedRecord) -> tuple[AuditedSeat, ...]:
    """Check all moves that computers made; RecordError names the first one that a computer wouldn't have made.

    Claims that a computer could have made but didn't aren't checked: a person may have been faster. Only records of
    version 2 can be checked, and only with the version of the computer players that they name.
    """
    fairness = record.fairness
    if not isinstance(fairness, SealedFairness):
        raise fault("fairness", "records of version 1 have no seeds, so the computers' moves can't be checked")
    checked: dict[int, int] = {}
    for k, (deal, states) in enumerate(zip(record.deals, record.states, strict=True), start=1):
        secret, moves = fairness.secret(k), deal["moves"]
        if secret is None or not isinstance(moves, list):
            continue
        for seat, count in _deal(k, moves, states, secret, fairness.terms.seats):
            checked[seat] = checked.get(seat, 0) + count
    return tuple(AuditedSeat(seat, checked[seat]) for seat in sorted(checked))


def _deal(
    k: int, texts: Sequence[str], states: Sequence[State], secret: bytes, seats: Sequence[str]
) -> Iterator[tuple[int, int]]:
    """Check the computers' moves of a deal. Yield each seat with a number of moves."""
    made = 0
    while made < len(texts):
        move = parse_move(texts[made])
        level = _level(move, seats)
        if level is None:
            made += 1
            continue
        would = _would(states[made], move, level, seed_of(secret, made))
        given = list(texts[made : made + len(would)])
        if not would or given != would:
            raise _other_move(k, made, texts[made], would)
        yield move.seat, len(would)
        made += len(would)


def _level(move: Move, seats: Sequence[str]) -> Level | None:
    """Return the level that made a move; None for a person's own move."""
    if seats[move.seat] != PERSON:
        return Level(seats[move.seat])
    return STAND_IN if move.timed_out else None


def _would(state: State, move: Move, level: Level, seed: int) -> list[str]:
    """Return the moves that a computer makes in place of this one, as a record has them."""
    view = view_for(state, move.seat)
    if move.verb is Verb.CLAIM:
        return [str(move)] if claims(view, level) else []
    chosen = choose(view, level, seed)
    return [str(completed(view, replace(one, seat=move.seat, timed_out=move.timed_out))) for one in chosen]


def _other_move(k: int, made: int, text: str, would: Sequence[str]) -> RecordError:
    instead = " and ".join(would) or "nothing"
    return fault(f"deal {k}, move {made + 1}: {text}", f"the computer would have chosen: {instead}")
