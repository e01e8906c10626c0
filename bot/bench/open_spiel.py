"""A level against OpenSpiel's simple bot, in OpenSpiel's own gin rummy, mirrored: each deal is played from both seats.

The level sees only what a person in its seat sees there, as a view of our gin. OpenSpiel numbers cards as we do, only
its suits have other names.
"""

from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from importlib import import_module
from importlib.util import find_spec
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, Final

from bot.bench.deadwood import INSTALL
from bot.bench.rows import Row
from bot.players.games import choose
from bot.players.levels import Level
from bot.rummy.cards import PACK, RANKS, Card, CardMask, cards_in, mask_of
from bot.rummy.families import Variant
from bot.rummy.gin.arrange import arrange
from bot.rummy.gin.options import GIN_PRESETS, GinOptions
from bot.rummy.gin.score_sheet import blank_sheet
from bot.rummy.gin.showdown import defend
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase

NAME: Final = "open-spiel"
MISSING: Final = f"OpenSpiel's bot can't play, because OpenSpiel is not installed: {INSTALL}"
GOAL: Final = 7.5
"""The points per deal that Expert should win."""
_UPCARD, _STOCK, _PASS, _KNOCK, _MELDS = 52, 53, 54, 55, 56
"""OpenSpiel's actions; lower ones discard or lay off that card, ones from `_MELDS` lay a meld."""
_SUITS: Final = "scdh"
_LONGEST: Final = 5
"""OpenSpiel lays longer runs as several."""
_CHUNK: Final = 25


@dataclass(frozen=True, slots=True)
class MirroredDeal:
    """The points per deal of the level over both seats of a deal, and its illegal moves."""

    points: float
    faults: tuple[str, ...] = ()


def installed() -> bool:
    """Return whether OpenSpiel is installed."""
    return find_spec("pyspiel") is not None


def row(level: Level, deals: int, processes: int = 1, first: int = 0) -> Row:
    """Play and return the row. ``deals`` counts both plays of each deal. ValueError if OpenSpiel isn't installed."""
    results = played(level, range(first, first + max(2, -(-deals // 2))), processes)
    points = [one.points for one in results]
    mean, half = fmean(points), 1.96 * stdev(points) / sqrt(len(points))
    return Row(
        f"{level} against OpenSpiel's bot in its gin, {2 * len(points):,} mirrored deals",
        "points/deal",
        mean,
        limit=GOAL if level is Level.EXPERT else None,
        notes=(f"95% interval {mean - half:.2f} to {mean + half:.2f}", f"seeds {first} to {first + len(points) - 1}"),
        faults=tuple(fault for one in results for fault in one.faults)[:5],
    )


def played(level: Level, seeds: Sequence[int], processes: int = 1) -> list[MirroredDeal]:
    """Play each deal from both seats. ValueError if OpenSpiel isn't installed."""
    if not installed():
        raise ValueError(MISSING)
    chunks = [(level, seeds[at : at + _CHUNK]) for at in range(0, len(seeds), _CHUNK)]
    if processes == 1:
        return [one for chunk in chunks for one in _chunk(chunk)]
    with ProcessPoolExecutor(processes) as pool:
        return [one for part in pool.map(_chunk, chunks) for one in part]


def _chunk(chunk: tuple[Level, Iterable[int]]) -> list[MirroredDeal]:
    """Play some deals. One argument, since `ProcessPoolExecutor.map` passes one."""
    level, seeds = chunk
    done = []
    for seed in seeds:
        sides = [_Side(level, seat, seed) for seat in (0, 1)]
        points = fmean(side.play() for side in sides)
        done.append(MirroredDeal(points, tuple(fault for side in sides for fault in side.faults)))
    return done


@dataclass(slots=True)
class _Public:
    """What both players saw in a deal."""

    pile: list[Card] = field(default_factory=list)
    discarders: list[int | None] = field(default_factory=list)
    known: tuple[set[Card], set[Card]] = field(default_factory=lambda: (set(), set()))
    taken: Card | None = None
    turns: int = 0

    def draw(self, seat: int, *, upcard: bool) -> None:
        """Record a draw."""
        self.taken = None
        if upcard:
            self.taken = self.pile.pop()
            self.discarders.pop()
            self.known[seat].add(self.taken)

    def discard(self, seat: int, card: Card) -> None:
        """Record a discard."""
        self.pile.append(card)
        self.discarders.append(seat)
        self.known[seat].discard(card)
        self.taken, self.turns = None, self.turns + 1


class _Side:
    """A deal with the level in one seat, and OpenSpiel's bot in the other."""

    def __init__(self, level: Level, seat: int, seed: int) -> None:
        self._spiel: Any = import_module("pyspiel")
        game = self._spiel.load_game("gin_rummy")
        self._level, self._seat, self._seed = level, seat, seed
        self._state: Any = game.new_initial_state()
        self._bot: Any = self._spiel.make_simple_gin_rummy_bot(game.get_parameters(), 1 - seat)
        self._deck = Random(f"open-spiel {seed}").sample(PACK, len(PACK))  # noqa: S311 - games to measure with
        self._public, self._made = _Public(), 0
        self._ending: tuple[Card, list[CardMask]] | None = None
        self._answer: tuple[CardMask, list[CardMask]] | None = None
        self.faults: list[str] = []

    def play(self) -> float:
        """Play the deal and return the level's points."""
        state = self._state
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(self._deck.pop())
                continue
            if not self._public.pile and not self._public.turns and state.upcard() is not None:
                self._public.pile, self._public.discarders = [state.upcard()], [None]
            player, legal = state.current_player(), state.legal_actions()
            action = self._own(legal) if player == self._seat else self._bot.step(state)
            if action not in legal:
                self.faults.append(f"{self._level}, deal {self._seed}, seat {player}: {action} isn't legal")
                action = legal[0]
            self._saw(player, action)
            state.apply_action(action)
        return float(state.returns()[self._seat])

    def _saw(self, player: int, action: int) -> None:
        """Record what both players see of an action."""
        phases = self._spiel.gin_rummy
        match self._state.current_phase():
            case phases.FIRST_UPCARD | phases.DRAW if action != _PASS:
                self._public.draw(player, upcard=action == _UPCARD)
            case phases.DISCARD if action < _UPCARD:
                self._public.discard(player, action)

    def _own(self, legal: Sequence[int]) -> int:
        """Return the level's action."""
        phases = self._spiel.gin_rummy
        if len(legal) == 1:
            return legal[0]
        match self._state.current_phase():
            case phases.KNOCK:
                return self._laid_out(legal)
            case phases.LAYOFF:
                return self._defended(legal)
            case phases.DISCARD:
                return self._discarded(self._chosen(Phase.DISCARD))
            case phases.WALL:  # the last upcard may be taken to knock
                move = self._chosen(Phase.DISCARD, last=self._state.upcard())
                return _KNOCK if self._discarded(move) == _KNOCK else _PASS
            case _:
                return self._drawn(legal)

    def _drawn(self, legal: Sequence[int]) -> int:
        """Return the action that takes the upcard or refuses it."""
        move = self._chosen(Phase.UPCARD if _PASS in legal else Phase.DRAW)
        refuse = _PASS if _PASS in legal else _STOCK
        return _UPCARD if move.verb is Verb.TAKE else refuse

    def _discarded(self, move: Move) -> int:
        """Return the action of a discard or knock, and remember what to lay out."""
        if move.verb is not Verb.KNOCK:
            return move.named
        hand = mask_of((*self._state.hands()[self._seat], *self._wall())) & ~(1 << move.named)
        self._ending = move.named, _pieces(move.melds or arrange(hand).melds)
        return _KNOCK

    def _wall(self) -> tuple[Card, ...]:
        """Return the upcard that a knock at the end of the stock takes; () before."""
        return (self._state.upcard(),) if self._state.current_phase() == self._spiel.gin_rummy.WALL else ()

    def _laid_out(self, legal: Sequence[int]) -> int:
        """Return the next action of a knock: its discard, then the melds."""
        card, melds = self._ending or (legal[0], [])
        return card if card in legal else self._meld_of(legal, melds)

    def _defended(self, legal: Sequence[int]) -> int:
        """Return the next action of the answer to a knock: lay-offs, then the melds."""
        if self._answer is None:
            melds = [self._cards_of(_MELDS + meld) for meld in self._state.layed_melds()[1 - self._seat]]
            gin = sum(meld.bit_count() for meld in melds) == len(self._state.hands()[self._seat])
            hand = mask_of(self._state.hands()[self._seat])
            best = defend(hand, tuple(map(cards_in, melds)), lay_off=not gin)
            self._answer = mask_of(one.card for one in best.lay_offs), _pieces(best.arrangement.melds)
        cards, own = self._answer
        for action in legal:
            if action < _UPCARD and cards >> action & 1:
                return action
        return self._meld_of(legal, own)

    def _meld_of(self, legal: Sequence[int], melds: Sequence[CardMask]) -> int:
        """Return the action that lays one of the melds, or ends the laying."""
        return next((one for one in legal if one >= _MELDS and self._cards_of(one) in melds), _PASS)

    def _cards_of(self, action: int) -> CardMask:
        """Return the cards of an action that lays a meld."""
        text = self._state.action_to_string(self._seat, action).rsplit(" ", 1)[-1]
        pairs = [text[at : at + 2] for at in range(0, len(text), 2)]
        return mask_of(len(RANKS) * _SUITS.index(suit) + RANKS.index(rank) for rank, suit in pairs)

    def _chosen(self, phase: Phase, *, last: Card | None = None) -> Move:
        """Return the level's move; ``last`` is an upcard that it is shown as taken."""
        self._made += 1
        return choose(self._view(phase, last), self._level, self._made)[0]

    def _view(self, phase: Phase, last: Card | None) -> GinView:
        """Return what the level's seat sees, as a view of our gin."""
        state, public, seat, options = self._state, self._public, self._seat, _options()
        extra, gone = ((), len(public.pile)) if last is None else ((last,), len(public.pile) - 1)
        hand = tuple(sorted((*state.hands()[seat], *extra)))
        return GinView(
            seat=seat, options=options, phase=phase, deal=1, dealer=1, waits=None, turn=seat, turns=public.turns,
            hand=hand, drawn=None, taken=public.taken if last is None else last,
            discards=tuple(public.pile[:gone]), discarders=tuple(public.discarders[:gone]),
            stock=state.stock_size(), counts=(10, 10), quiet_turns=0,
            known=(tuple(sorted(public.known[0])), tuple(sorted(public.known[1]))),
            recent=(), moves=(), deals=(), columns=blank_sheet(options), result=None, claim=None, takeback=None,
            showdown=None, upcard=None, knock_limit=10, factor=1, dealer_draw=(), pair=(0, 1),
        )  # fmt: skip


def _options() -> GinOptions:
    """Return the rules of one deal in OpenSpiel's gin: those of ours, played for one deal."""
    return replace(GIN_PRESETS[Variant.GIN], deals=1)


def _pieces(melds: Iterable[Sequence[Card]]) -> list[CardMask]:
    """Return the melds as OpenSpiel lays them: runs that are too long in several."""
    pieces = []
    for meld in melds:
        rest = list(meld)
        while len(rest) > _LONGEST:
            pieces.append(mask_of(rest[:3]))
            rest = rest[3:]
        pieces.append(mask_of(rest))
    return pieces


def level_for(player: str, variants: Sequence[Variant]) -> Level:
    """Return the level that plays OpenSpiel's bot. ValueError if it isn't one, or the game isn't gin."""
    if player not in list(Level) or Variant.GIN not in variants:
        raise ValueError(f"OpenSpiel's bot plays only gin, against a level: {', '.join(Level)}")
    return Level(player)
