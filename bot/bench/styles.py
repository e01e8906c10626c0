"""The style of each level in figures: what it does in turns in which it has a choice, in games against itself."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from bot.bench.arena import contestant, play
from bot.bench.rows import Row
from bot.laydown import best_plan, position_of
from bot.players.gin.discards import face_up, joins
from bot.players.gin.player import gin_view
from bot.players.levels import Level
from bot.players.melds.outlook import loose
from bot.players.melds.player import melds_view
from bot.players.melds.turns import helps
from bot.rummy.cards import JOKER, POINTS, Card, mask_of, rank_of
from bot.rummy.families import Family, Variant
from bot.rummy.gin.arrange import arrange, deadwood
from bot.rummy.gin.views import GinView
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, Verb
from bot.rummy.options import PRESETS, options_for
from bot.rummy.views import Phase, View

_HIGH: Final = 10
"""The least value of a high card."""
_LOW: Final = 8
"""The highest value of a low card."""
_SIXTH: Final = 5
"""The number of turns of each seat before the turn after which hands are compared."""


class Trait(StrEnum):
    """A figure of a style: a percentage of the turns with that choice, or an average."""

    TAKES = "takes a card that helps"
    KNOCKS = "knocks as soon as it can, without gin"
    LAYS = "lays melds as soon as it can, without winning"
    LAYS_OFF = "lays off if it lays or has melded, and cards fit the table"
    KEEPS_PAIRS = "keeps a high pair and discards another loose card"
    KEEPS_HIGH = "keeps a single high card and discards a low one"
    HAND = "points in hand after six turns, in gin deadwood"

    @property
    def unit(self) -> str:
        """The unit of the figure."""
        return "points" if self is Trait.HAND else "%"


@dataclass(slots=True)
class StyleCounts:
    """For each trait: how often there was a choice, and the sum of the choices (1 if made, else 0) or of the points."""

    chances: dict[Trait, int] = field(default_factory=dict)
    sums: dict[Trait, int] = field(default_factory=dict)

    def add(self, trait: Trait, amount: int) -> None:
        """Count one turn."""
        self.chances[trait] = self.chances.get(trait, 0) + 1
        self.sums[trait] = self.sums.get(trait, 0) + amount

    def figure(self, trait: Trait) -> float:
        """Return the percentage, or the average."""
        average = self.sums[trait] / self.chances[trait]
        return average if trait is Trait.HAND else 100 * average


def rows(variants: Sequence[Variant], games: int, first: int = 0) -> Iterator[Row]:
    """Yield a row per variant, level and trait, from games of two seats with seeds that count up from ``first``."""
    for variant in variants:
        for level in Level:
            counts = counted(variant, level, range(first, first + games))
            for trait in counts.chances:
                note = f"{counts.chances[trait]:,} turns"
                yield Row(f"{level} in {variant}: {trait}", trait.unit, counts.figure(trait), notes=(note,))


def counted(variant: Variant, level: Level, seeds: range) -> StyleCounts:
    """Play games of a level against itself, and count what it does."""
    counts, player = StyleCounts(), contestant(level)

    def watched(view: View, seed: int) -> tuple[Move, ...]:
        moves = player.choose(view, seed)
        if PRESETS[variant].family is Family.GIN:
            _watch_gin(counts, gin_view(view), moves[0])
        else:
            _watch_melds(counts, melds_view(view), moves)
        return moves

    for seed in seeds:
        play(options_for(variant, {}), [replace(player, choose=watched)] * 2, f"{variant} {seed}")
    return counts


def _watch_gin(counts: StyleCounts, view: GinView, move: Move) -> None:
    hand = mask_of(view.hand)
    if view.phase is not Phase.DISCARD:
        card = face_up(view)
        if card is not None and joins(hand, card):
            counts.add(Trait.TAKES, move.verb is Verb.TAKE)
        return
    left = [deadwood(hand ^ 1 << one.named) for one in view.moves if one.verb is Verb.DISCARD]
    if 0 < min(left) <= view.knock_limit:
        counts.add(Trait.KNOCKS, move.verb is Verb.KNOCK)
    if view.turns // 2 == _SIXTH:
        counts.add(Trait.HAND, deadwood(hand ^ 1 << move.named))
    if move.verb is Verb.DISCARD:
        free = [card for card in arrange(hand).loose if card != view.taken]
        _watch_discard(counts, {card: POINTS[card] for card in free}, move.named)


def _watch_melds(counts: StyleCounts, view: MeldsView, moves: Sequence[Move]) -> None:
    """Count the moves of a turn in a game with melds on the table."""
    if view.phase is Phase.DRAW:
        if helps(view):
            counts.add(Trait.TAKES, moves[0].verb is Verb.TAKE)
        return
    position, laid = position_of(view), [move for move in moves if move.verb is not Verb.DISCARD]
    plan = best_plan(position)
    if plan.out or any(view.staged):
        return
    verbs = {step.verb for step in plan.steps}
    if Verb.MELD in verbs:
        counts.add(Trait.LAYS, bool(laid))
    if verbs & {Verb.LAYOFF, Verb.SWAP} and (laid or position.opened):
        counts.add(Trait.LAYS_OFF, any(move.verb in (Verb.LAYOFF, Verb.SWAP) for move in laid))
    hand = list(view.hand)
    for move in moves:
        for card in move.cards or (move.named,):
            hand.remove(card)
        hand += [JOKER] if move.verb is Verb.SWAP else []
    values = position.rules.hand_values
    if view.turns // len(view.counts) == _SIXTH:
        counts.add(Trait.HAND, sum(values[card] for card in hand))
    if not laid:
        free = {card for card in loose(position, view.hand) if card not in (JOKER, view.taken)}
        _watch_discard(counts, {card: values[card] for card in free}, moves[-1].named)


def _watch_discard(counts: StyleCounts, loose_values: Mapping[Card, int], card: Card) -> None:
    """Count a discard; ``loose_values`` are the values of the different loose cards that could be discarded."""
    ranks = [rank_of(one) for one in loose_values]
    pairs = {one for one, value in loose_values.items() if value >= _HIGH and ranks.count(rank_of(one)) > 1}
    single = {one for one, value in loose_values.items() if value >= _HIGH} - pairs
    if pairs and len(loose_values) > len(pairs):
        counts.add(Trait.KEEPS_PAIRS, card not in pairs)
    if single and any(value <= _LOW for value in loose_values.values()):
        counts.add(Trait.KEEPS_HIGH, loose_values.get(card, 0) <= _LOW)
