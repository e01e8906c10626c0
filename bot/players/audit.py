"""The check of computers' moves in a record: each has to follow from the view, level and budget, and the seed.

The seeds come from the deals' secrets, which are revealed after the deal, so nobody could choose a computer's moves, or
predict its mistakes.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.players.games import choose, claims
from bot.players.levels import STAND_IN, Level
from bot.players.seeds import CHECKED, RELEASES, counts_before, seed_of
from bot.rummy.games import State, completed, view_for
from bot.rummy.moves import Move, Verb, parse_move
from bot.rummy.records.checking import CheckedRecord
from bot.rummy.records.sealed import SealedFairness
from bot.rummy.records.shape import RecordError, fault
from bot.rummy.records.starts import PERSON, StartTerms
from bot.rummy.shown import shown


@dataclass(frozen=True, slots=True)
class AuditedSeat:
    """What the check says about a seat: the moves of a computer, or those for an absent player.

    ``level`` is the computer's, None for a person. ``unchecked`` moves belong to a deal whose secret hasn't been
    revealed, or to another version of the computer players.
    """

    seat: int
    level: Level | None
    checked: int = 0
    unchecked: int = 0


def audited(record: CheckedRecord) -> tuple[AuditedSeat, ...]:
    """Check all moves that computers made, and account for each seat; () for a record of version 1, which has no seeds.

    RecordError names the first move that a computer wouldn't have made, or a level or version that doesn't exist.
    Claims that a computer could have made but didn't aren't checked: a person may have been faster.
    """
    fairness = record.fairness
    if not isinstance(fairness, SealedFairness):
        return ()
    levels = _levels(fairness.terms)
    checked, unchecked = Counter[int](), Counter[int]()
    for k, (deal, states) in enumerate(zip(record.deals, record.states, strict=True), start=1):
        secret, texts = fairness.secret(k), deal["moves"]
        if not isinstance(texts, list):
            continue
        moves = [parse_move(text) for text in texts]
        if secret is None or fairness.terms.players not in CHECKED:
            unchecked.update(move.seat for move in moves if _level(move, levels) is not None)
            continue
        seeds = [seed_of(secret, made) for made in counts_before(moves, earlier=fairness.earlier)]
        for seat, count in _deal(k, texts, states, seeds, levels):
            checked[seat] += count
    return tuple(AuditedSeat(seat, level, checked[seat], unchecked[seat]) for seat, level in enumerate(levels))


def _levels(terms: StartTerms) -> list[Level | None]:
    """Return the level of each seat, None for a person; RecordError if it or the version doesn't exist."""
    if terms.players not in RELEASES:
        known = f"this release knows the versions 1 to {max(RELEASES)} of the computer players"
        raise fault("fairness.start: players", f"{known}, and not {terms.players}")
    kinds = (PERSON, *Level)
    for seat, kind in enumerate(terms.seats):
        if kind not in kinds:
            raise fault("fairness.start: seats", f"seat {seat} must be one of {', '.join(kinds)}, not {shown(kind)}")
    return [None if kind == PERSON else Level(kind) for kind in terms.seats]


def _deal(
    k: int, texts: Sequence[str], states: Sequence[State], seeds: Sequence[int], levels: Sequence[Level | None]
) -> Iterator[tuple[int, int]]:
    made = 0
    while made < len(texts):
        move = parse_move(texts[made])
        level = _level(move, levels)
        if level is None:
            made += 1
            continue
        would = _would(states[made], move, level, seeds[made])
        given = list(texts[made : made + len(would)])
        if not would or given != would:
            raise _other_move(k, made, texts[made], would)
        yield move.seat, len(would)
        made += len(would)


def _level(move: Move, levels: Sequence[Level | None]) -> Level | None:
    return levels[move.seat] or (STAND_IN if move.timed_out else None)


def _would(state: State, move: Move, level: Level, seed: int) -> list[str]:
    view = view_for(state, move.seat)
    if move.verb is Verb.CLAIM:
        return [str(move)] if claims(view, level) else []
    chosen = choose(view, level, seed)
    return [str(completed(view, replace(one, seat=move.seat, timed_out=move.timed_out))) for one in chosen]


def _other_move(k: int, made: int, text: str, would: Sequence[str]) -> RecordError:
    instead = " and ".join(would) or "nothing"
    return fault(f"deal {k}, move {made + 1}: {text}", f"the computer would have chosen: {instead}")
