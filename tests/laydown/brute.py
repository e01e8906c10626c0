"""A brute-force oracle for lay-downs: it tries every sequence of moves that the rules of a turn allow.

It shares the reading of single melds with the program (`bot.rummy.melds.table_meld`), but nothing of the search.
"""

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from random import Random

from bot.laydown import Position
from bot.rummy.cards import JOKER, code
from bot.rummy.families import Variant
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.table_meld import MeldRules, Need, TableMeld, ends_for, laid_off, readings, swapped, value_of
from bot.rummy.options import Options, options_for


@dataclass(frozen=True)
class Turn:
    """The state of a turn between two moves, as far as the rules need it."""

    hand: tuple[int, ...]
    melds: tuple[TableMeld, ...]
    laid: int
    owed: int
    may_meld: bool
    new: tuple[TableMeld, ...] = ()  # melds laid in the turn, where first melds need more than a value
    due: int | None = None  # the card that has to be laid before the turn ends (H-18)


@dataclass(frozen=True)
class Best:
    """The best results of all sequences of moves after which the turn can end."""

    cards: tuple[int, int] | None  # cards left and their points; None: the turn can't end
    out: bool
    initial: int  # the highest value of the new melds


@lru_cache(maxsize=1 << 16)
def melds_of(cards: tuple[int, ...], rules: MeldRules) -> tuple[TableMeld, ...]:
    return readings(cards, rules)


def best(position: Position) -> Best:
    """Return the best results of all sequences of moves."""
    new = tuple(sorted(position.first, key=str)) if others(position.rules) else ()
    start = Turn(position.hand, position.melds, position.laid, position.owed, position.may_meld, new, position.must_lay)
    seen = {start}
    ahead = [start]
    cards: tuple[int, int] | None = None
    initial = position.laid
    while ahead:
        turn = ahead.pop()
        if len(turn.melds) == len(position.melds) or only_melds(turn, position):
            initial = max(initial, turn.laid)
        left = ends(turn, position)
        if left is not None:
            cards = left if cards is None else min(cards, left)
        for after in moves(turn, position):
            if after not in seen:
                seen.add(after)
                ahead.append(after)
    return Best(cards, cards is not None and cards[0] == 0, initial)


def only_melds(turn: Turn, position: Position) -> bool:
    """Return whether nothing was added to the melds that were on the table."""
    new = sum(len(meld.cards) for meld in turn.melds[len(position.melds) :])
    return turn.melds[: len(position.melds)] == position.melds and new == len(position.hand) - len(turn.hand)


def is_open(turn: Turn, position: Position) -> bool:
    initial = position.rules.initial
    if initial is None or position.opened:
        return True
    rules = position.rules
    return 0 < turn.laid >= initial and all(
        sum(need.points(meld, rules) for meld in turn.new) >= need.least for need in others(rules)
    )


def others(rules: MeldRules) -> list[Need]:
    """Return what first melds need besides a value."""
    return [need for need in rules.first or () if need.points is not value_of]


def ends(turn: Turn, position: Position) -> tuple[int, int] | None:
    """Return the cards left and their value if the turn ends here in the best way; None if it can't."""
    rules = position.rules
    if not turn.hand:
        return (0, 0)
    if turn.owed or turn.due is not None or (turn.laid and not is_open(turn, position)):
        return None
    found = []
    for card in set(turn.hand):
        if rules.keep_taken and card == position.taken:
            continue
        if rules.joker_rule and card == JOKER and set(turn.hand) != {JOKER}:
            continue
        left = Counter(turn.hand) - Counter([card])
        found.append((left.total(), sum(rules.hand_values[one] for one in left.elements())))
    return min(found, default=None)


def moves(turn: Turn, position: Position) -> list[Turn]:
    """Return the turn after each possible move."""
    rules = position.rules
    first = rules.initial is not None and not position.opened
    found = []
    if turn.may_meld:
        for size in range(3, min(13, len(turn.hand)) + 1):
            for cards in sorted(set(combinations(turn.hand, size))):
                for meld in melds_of(cards, rules):
                    found.append(
                        Turn(
                            minus(turn.hand, cards),
                            (*turn.melds, meld),
                            turn.laid + first * value_of(meld, rules),
                            max(0, turn.owed - meld.jokers),
                            not rules.one_meld,
                            tuple(sorted((*turn.new, meld), key=str)) if first and others(rules) else (),
                            None if turn.due in cards else turn.due,
                        )
                    )
    if is_open(turn, position):
        for at, meld in enumerate(turn.melds):
            for card in sorted(set(turn.hand)):
                hand, due = minus(turn.hand, (card,)), None if turn.due == card else turn.due
                for end in ends_for(meld, card, rules):
                    longer = laid_off(meld, card, end, rules)
                    assert isinstance(longer, TableMeld)
                    found.append(replace(with_meld(turn, at, longer), hand=hand, owed=paid(turn, card), due=due))
                other = swapped(meld, card, rules)
                if isinstance(other, TableMeld):
                    owed, hand = turn.owed + rules.joker_rule, tuple(sorted((*hand, JOKER)))
                    found.append(replace(with_meld(turn, at, other), hand=hand, owed=owed, due=due))
    return [after for after in found if stands(after, position)]


def paid(turn: Turn, card: int) -> int:
    return max(0, turn.owed - (card == JOKER))


def with_meld(turn: Turn, at: int, meld: TableMeld) -> Turn:
    return replace(turn, melds=(*turn.melds[:at], meld, *turn.melds[at + 1 :]))


def minus(hand: tuple[int, ...], cards: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted((Counter(hand) - Counter(cards)).elements()))


def stands(turn: Turn, position: Position) -> bool:
    """Return whether a move may leave this hand (B-5, D-11, H-6, H-9)."""
    rules, hand = position.rules, turn.hand
    if not hand:
        return not rules.last_discard and is_open(turn, position)
    if rules.joker_rule and rules.last_discard and set(hand) == {JOKER}:
        return False
    if rules.keep_taken and hand == (position.taken,):
        return any(ends_for(meld, hand[0], rules) for meld in turn.melds)
    return True


SWITCHES = (
    "initial_40",
    "no_initial_meld",
    "round_the_corner",
    "joker_rule",
    "set_rule",
    "win_without_discard",
    "casino_scoring",
)


def random_options(rng: Random) -> Options:
    """Return options of Basic Rummy, or of German Rummy with random compatible house rules."""
    if rng.random() < 0.2:
        return options_for(Variant.BASIC, {"one_meld_per_turn": rng.random() < 0.4})
    changes: dict[str, object] = {name: True for name in SWITCHES if rng.random() < 0.3}
    if "no_initial_meld" in changes:
        changes.pop("initial_40", None)
    if rng.random() < 0.3:
        changes["joker_value"] = rng.choice((0, 5, 15, 50))
    return options_for(Variant.GERMAN, changes)


def random_position(rng: Random, size: int, melds: int, options: Options | None = None) -> Position:
    """Return a position with many possible lays, limited in cards and melds."""
    options = random_options(rng) if options is None else options
    rules = rules_for(options)
    pack = list(options.pack)
    rng.shuffle(pack)
    if rng.random() < 0.8:
        low, width, suits = rng.randrange(13), rng.randint(4, 8), rng.sample(range(4), rng.randint(1, 4))
        near = [
            card
            for card in pack
            if card == JOKER or ((card % 13 - low) % 13 < width and (card // 13 in suits or rng.random() < 0.2))
        ]
        pack = near if len(near) > size + 3 else pack
    if rng.random() < 0.5:  # more jokers
        pack.sort(key=lambda card: card == JOKER and rng.random() < 0.7)
    else:
        pack.sort(key=lambda card: card != JOKER or rng.random() < 0.6)
        pack = rng.sample(pack[:20], min(20, len(pack))) + pack[20:]
    table: list[TableMeld] = []
    for _ in range(melds * 3):
        if len(table) == melds:
            break
        meld = random_meld(rng, pack, rules)
        if meld is not None:
            table.append(meld)
            for card in meld.cards:
                pack.remove(card)
    hand = tuple(sorted(pack[: rng.randint(min(2, size), size)]))
    opened = rng.random() < 0.6
    taken = rng.choice(hand) if hand and rules.keep_taken and rng.random() < 0.5 else None
    laid = rng.choice((0, 0, 12, 21)) if rules.initial and not opened else 0
    may = not rules.one_meld or rng.random() < 0.8
    owed = int(rules.joker_rule and opened and JOKER in hand and rng.random() < 0.1)
    return Position(1, rules, hand, tuple(table), opened, laid, owed, taken, may)


def random_meld(rng: Random, pack: list[int], rules: MeldRules) -> TableMeld | None:
    """Return a random meld from the pack, if it finds one."""
    for _ in range(30):
        size = rng.choice((3, 3, 3, 4, 4, 5, 6))
        anchor = rng.choice(pack)
        near = [
            card
            for card in set(pack)
            if card == JOKER
            or card % 13 == anchor % 13
            or (card // 13 == anchor // 13 and min((card - anchor) % 13, (anchor - card) % 13) < 6)
        ]
        jokers = min(pack.count(JOKER), rng.choice((0, 0, 1, 1, 2)))
        naturals = [card for card in near if card != JOKER]
        if len(naturals) < size - jokers:
            continue
        cards = (*rng.sample(naturals, size - jokers), *(JOKER,) * jokers)
        found = readings(cards, rules)
        if found:
            return rng.choice(found)
    return None


def describe(position: Position) -> str:
    """Describe a position for a failure message."""
    melds = " / ".join(" ".join(map(code, meld.cards)) for meld in position.melds)
    hand = " ".join(map(code, position.hand))
    rest = {name: getattr(position, name) for name in ("opened", "laid", "owed", "taken", "may_meld", "due")}
    return f"{hand} onto {melds} {rest} {position.rules}"
