"""Benchmark of least deadwood and discards, compared with rlcard and OpenSpiel on the same hands."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any, Final, TypeAlias

from bot.bench.rows import Row, Work, in_turn
from bot.rummy.cards import PACK, Card, CardMask, cards_in, mask_of
from bot.rummy.gin.arrange import deadwood, discards

Hand: TypeAlias = tuple[Card, ...]

COUNT: Final = 20_000
REPEATS: Final = 5
INSTALL: Final = "pip install -e '.[bench]'"


@dataclass(frozen=True, slots=True)
class DeadwoodLibrary:
    """A library's solver for the least deadwood of ten cards, and the conversion of a hand to its format."""

    name: str
    prepare: Callable[[Hand], Any]
    solve: Callable[[Any], int]


def rows(count: int = COUNT, repeats: int = REPEATS, seed: int = 1) -> list[Row]:
    """Measure all rows, on ``count`` hands of each kind; the same seed gives the same hands."""
    rng = Random(seed)  # noqa: S311 - hands to measure with, not to play with
    kinds: tuple[tuple[str, Callable[[Random, int], Hand]], ...] = (("as dealt", dealt), ("rich in melds", rich))
    made = [deadwood_row(kind, [deal(rng, 10) for _ in range(count)], repeats) for kind, deal in kinds]
    return made + [discards_row(kind, [deal(rng, 11) for _ in range(count)], repeats) for kind, deal in kinds]


def deadwood_row(kind: str, hands: Sequence[Hand], repeats: int) -> Row:
    """Measure how fast the least deadwood of hands of ten cards is found."""
    ours = DeadwoodLibrary("ours", mask_of, deadwood)
    peers, notes = [], []
    for name, find in (("rlcard", rlcard), ("OpenSpiel", open_spiel)):
        try:
            peers.append(find())
        except ImportError:
            notes.append(f"{name} is not installed: {INSTALL}")
    prepared = {one.name: (one.solve, [one.prepare(hand) for hand in hands]) for one in (ours, *peers)}
    answers = {name: [solve(hand) for hand in own] for name, (solve, own) in prepared.items()}
    faults = [f"{peer.name} finds other results" for peer in peers if answers[peer.name] != answers["ours"]]
    if peers and not faults:
        notes.insert(0, f"the same results on {len(hands):,} hands")
    times = in_turn({name: _each(solve, own) for name, (solve, own) in prepared.items()}, repeats)
    return Row(
        f"least deadwood of 10 cards, {kind}",
        "hands/s",
        times.rate("ours", len(hands)),
        {peer.name: times.rate(peer.name, len(hands)) for peer in peers},
        least={"rlcard": 15, "OpenSpiel": 1},
        notes=tuple(notes),
        faults=tuple(faults),
    )


def discards_row(kind: str, hands: Sequence[Hand], repeats: int) -> Row:
    """Measure rating all discards of eleven cards at once, compared with eleven separate calls of `deadwood`.

    The goal for dealt hands is the time of four such calls: 11/4 times as fast as all eleven.
    """
    masks = [mask_of(hand) for hand in hands]
    differ = any(discards(hand) != eleven_calls(hand) for hand in masks)
    times = in_turn({"ours": _each(discards, masks), "eleven calls": _each(eleven_calls, masks)}, repeats)
    return Row(
        f"all discards of 11 cards, {kind}",
        "hands/s",
        times.rate("ours", len(hands)),
        {"eleven calls": times.rate("eleven calls", len(hands))},
        least={"eleven calls": 11 / 4 if kind == "as dealt" else 1},
        faults=("eleven calls find other results",) if differ else (),
    )


def eleven_calls(hand: CardMask) -> tuple[tuple[Card, int], ...]:
    """Return the same as `discards`, computed card by card."""
    return tuple([(card, deadwood(hand ^ 1 << card)) for card in cards_in(hand)])


def rlcard() -> DeadwoodLibrary:
    """Return rlcard's solver, called as in its own gin rummy. ImportError if it isn't installed."""
    melding: Any = import_module("rlcard.games.gin_rummy.utils.melding")
    utils: Any = import_module("rlcard.games.gin_rummy.utils.utils")
    deck = utils.get_deck()

    def solve(hand: list[Any]) -> int:
        clusters = melding.get_best_meld_clusters(hand=hand)
        return int(utils.get_deadwood_count(hand=hand, meld_cluster=clusters[0] if clusters else []))

    return DeadwoodLibrary("rlcard", lambda hand: [deck[card] for card in hand], solve)


def open_spiel() -> DeadwoodLibrary:
    """Return OpenSpiel's solver, called through its Python binding. ImportError if it isn't installed."""
    pyspiel: Any = import_module("pyspiel")
    return DeadwoodLibrary("OpenSpiel", list, pyspiel.gin_rummy.GinRummyUtils(13, 4, 10).min_deadwood)


def dealt(rng: Random, size: int) -> Hand:
    """Return a random hand."""
    return tuple(rng.sample(PACK, size))


def rich(rng: Random, size: int) -> Hand:
    """Return a random hand in which melds compete: from four to six ranks in a row, or from overlapping melds."""
    if rng.random() < 0.5:
        width = rng.randint(4, 6)
        low = rng.randint(0, 13 - width)
        return tuple(rng.sample([card for card in PACK if low <= card % 13 < low + width], size))
    hand: set[Card] = set()
    while len(hand) < size:
        if rng.random() < 0.5:
            hand.update(rng.sample(range(rng.randrange(13), 52, 13), rng.choice((3, 3, 4))))
        else:
            length = rng.choice((3, 4, 5))
            low = 13 * rng.randrange(4) + rng.randrange(14 - length)
            hand.update(range(low, low + length))
    return tuple(rng.sample(sorted(hand), size))


def _each(solve: Callable[[Any], object], hands: Sequence[Any]) -> Work:
    """Return the work of calling a function for every hand."""

    def work() -> None:
        for hand in hands:
            solve(hand)

    return work
