"""Counts of legal continuations (perft) from fixed positions, listed in ``perft.txt`` in this folder.

Chess programs test their move generators this way: almost any mistake in the rules changes the number of move sequences
of some length. Each line of the file has a position and its counts:

    german claim=true | 3 seats, 40 moves | 12 144 1802

A position is a game after the given number of moves, each picked by `chosen`. The game's shuffle chain ends with
SHA-256 of ``perft``, and its cuts are ``0``, ``1`` and so on. The counts are the numbers of all sequences of one, two,
three and more further moves. Between deals the only move is to deal. A meld is counted once for each legal order of its
cards that `_melds` tries. ``python -m tests.golden.perft`` counts all positions of the file again, each to the same
depth, and writes the file. If it changes, the rules have changed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Final, TypeAlias

from bot.rummy.cards import JOKER, Card
from bot.rummy.families import Variant
from bot.rummy.games import State, apply, deal, new_game, refusal_for, view_for
from bot.rummy.moves import Move, Verb
from bot.rummy.options import Options, options_for
from bot.rummy.shuffle import (
    Stream,
    chain_links,
    dealer_for_round,
    deck_for,
    first_deal_for,
    mix_of_cuts,
    reshuffled_for,
)
from bot.rummy.views import Phase

FILE: Final = Path(__file__).with_suffix(".txt")
LINKS: Final = chain_links(sha256(b"perft").digest(), 4096)
Step: TypeAlias = Move | None
"""A move, or None for the next deal."""


@dataclass(frozen=True, slots=True)
class Position:
    """A game after some moves."""

    options: Options
    seats: int
    moves: int

    @property
    def cuts(self) -> tuple[str, ...]:
        """The cuts of the players."""
        return tuple(map(str, range(self.seats)))


def positions(text: str) -> Iterator[tuple[str, Position, tuple[int, ...]]]:
    """Yield the lines of the file: the text before the counts, the position, the counts."""
    for line in text.splitlines():
        if line.startswith("#") or not line.strip():
            continue
        rules, size, counts = line.split(" | ")
        variant, *told = rules.split()
        changes = {name: _value(value) for name, value in (one.split("=") for one in told)}
        seats, _, moves, _ = size.split()
        position = Position(options_for(Variant(variant), changes), int(seats), int(moves))
        yield f"{rules} | {size}", position, tuple(map(int, counts.split()))


def counted(position: Position, depth: int) -> tuple[int, ...]:
    """Count the sequences of one, two, ... ``depth`` moves from a position."""
    counts = [0] * depth

    def walk(state: State, at: int) -> None:
        steps = _steps(state)
        counts[at] += len(steps)
        if at + 1 < depth:
            for step in steps:
                walk(_made(position, state, step), at + 1)

    walk(reached(position), 0)
    return tuple(counts)


def reached(position: Position) -> State:
    """Play to a position, and return it."""
    first = first_deal_for(LINKS[0], mix_of_cuts(position.cuts), position.options)
    state = _made(position, new_game(position.options, position.seats, first), None)
    stream = Stream(LINKS[0], mix_of_cuts(("moves", *position.cuts)), 1)
    for _ in range(position.moves):
        state = _made(position, state, chosen(_steps(state), stream))
    return state


def chosen(steps: Sequence[Step], stream: Stream) -> Step:
    """Choose a move by the next numbers of a stream, preferably one that advances the game.

    Those are knocks and lays, if there are any, else the discard of the highest rank.
    """
    forward = [step for step in steps if step is not None and step.verb in _FORWARD]
    discards = [step for step in steps if step is not None and step.verb is Verb.DISCARD]
    if forward and stream.below(3):
        return forward[stream.below(len(forward))]
    if discards and stream.below(3):
        return max(discards, key=lambda step: (step.named % 13, str(step)))
    rest = [step for step in steps if step is None or step.verb not in (Verb.UNDO, Verb.KNOCK)] or steps
    return rest[stream.below(len(rest))]


_FORWARD: Final = frozenset({Verb.KNOCK, Verb.MELD, Verb.LAYOFF, Verb.SWAP})


def _steps(state: State) -> list[Step]:
    """List the legal next steps, sorted by the moves' text."""
    if state.phase is Phase.OVER:
        return []
    if state.phase is Phase.DEAL:
        return [None]
    moves = {move for seat in range(_seats(state)) for move in view_for(state, seat).moves}
    if state.phase is Phase.LAY and state.turn is not None:
        moves |= {move for move in _melds(state.turn, view_for(state, state.turn).hand) if not refusal_for(state, move)}
    return sorted(moves, key=str)


def _seats(state: State) -> int:
    return len(view_for(state, None).counts)


def _made(position: Position, state: State, step: Step) -> State:
    k, options, mix = len(state.deals), position.options, mix_of_cuts(position.cuts)
    if step is not None:
        return apply(state, step, lambda pile: reshuffled_for(LINKS[k], mix, k + 1, options, pile))
    dealer = dealer_for_round(LINKS[0], mix, k + 1) if options.dealer_by_chance else state.dealer
    return deal(state, _deck(position, k + 1), dealer)


@lru_cache
def _deck(position: Position, k: int) -> tuple[Card, ...]:
    return deck_for(LINKS[k - 1], mix_of_cuts(position.cuts), k, position.options)


def _melds(seat: int, hand: tuple[Card, ...]) -> Iterator[Move]:
    """Yield moves that lay melds of three or four cards, with the natural card or a joker in each place.

    They may be illegal.
    """
    jokers = hand.count(JOKER)
    sets = [[rank + 13 * suit for suit in suits] for rank in range(13) for suits in _SUITS]
    runs = [
        [suit * 13 + (low + step) % 13 for step in range(size)]
        for suit in range(4)
        for low in range(13)
        for size in (3, 4)
    ]
    for wanted in (*sets, *runs):
        choices = [[card] * (card in hand) + [JOKER] * (jokers > 0) for card in wanted]
        for cards in product(*choices):
            if cards.count(JOKER) <= jokers:
                yield Move(seat, Verb.MELD, cards=cards)


_SUITS: Final = ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3), (0, 1, 2, 3))


def _value(text: str) -> object:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdecimal() else text


def main() -> None:
    """Count all positions of the file again, and write it."""
    text = FILE.read_text("utf-8")
    head = [line for line in text.splitlines() if line.startswith("#")]
    found = [
        f"{line} | {' '.join(map(str, counted(position, len(counts))))}" for line, position, counts in positions(text)
    ]
    FILE.write_text("\n".join((*head, *found, "")), "utf-8")


if __name__ == "__main__":
    main()
