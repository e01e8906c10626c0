"""The best lay-down of 500 Rum, for points instead of cards (R-12), compared with a brute-force oracle."""

from dataclasses import replace
from random import Random

import pytest

from bot.laydown import Plan, Position, best_plan, can_go_out
from bot.rummy.cards import MeldKind, parse_card
from bot.rummy.families import Variant
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.table_meld import TableMeld
from bot.rummy.options import options_for
from tests.laydown import brute

OPTIONS = options_for(Variant.RUM500)
SOAK = 20_000


def position_of(seed: int, size: int, melds: int) -> Position:
    """Return a random position of 500 Rum, in a third of them with a card due (R-6)."""
    rng = Random(seed)
    position = brute.random_position(rng, size, rng.randint(0, melds), OPTIONS)
    if not position.hand or rng.random() < 0.65:
        return position
    laid = [card for step in best_plan(replace(position, taken=None)).steps for card in step.cards or (step.named,)]
    return replace(position, taken=rng.choice(laid if laid and rng.random() < 0.5 else position.hand), due=True)


def on_table(meld: TableMeld) -> int:
    """Return what a meld counts (R-4): only an ace that begins a run counts 1."""
    values = [15 if card % 13 == 0 else min(card % 13 + 1, 10) for card in meld.cards]
    return sum(values) - 14 * (meld.kind is MeldKind.RUN and meld.cards[0] % 13 == 0)


def points_of(turn: brute.Turn, position: Position) -> int | None:
    """Return the points of a turn that ends here, with the best discard; None if it can't."""
    left = brute.ends(turn, position)
    return None if left is None else sum(map(on_table, turn.melds)) - sum(map(on_table, position.melds)) - left[1]


def best_points(position: Position) -> int | None:
    """Return the most points of all sequences of moves; None if the turn can't end."""
    start = brute.Turn(position.hand, position.melds, 0, 0, may_meld=True, due=position.must_lay)
    seen, ahead, best = {start}, [start], points_of(start, position)
    while ahead:
        for after in brute.moves(ahead.pop(), position):
            if after not in seen:
                seen.add(after)
                ahead.append(after)
                points = points_of(after, position)
                best = points if best is None or (points is not None and points > best) else best
    return best


def points_after(plan: Plan, position: Position) -> int | None:
    due = None if plan.steps else position.must_lay
    left = brute.ends(brute.Turn(plan.left, position.melds, 0, 0, may_meld=True, due=due), position)
    return None if left is None else plan.value - left[1]


def assert_best(seed: int, size: int, melds: int) -> bool:
    """Compare the search with the oracle; return whether a card is due."""
    position = position_of(seed, size, melds)
    if not position.hand:
        return False
    plan, best, described = best_plan(position), best_points(position), brute.describe(position)
    if best is None:
        assert not plan.steps, described
    else:
        assert points_after(plan, position) == best, described
    assert plan.out == can_go_out(position), described
    if position.due and plan.steps:
        assert any(position.taken in (*step.cards, step.card) for step in plan.steps), described
    return position.due


def test_R_12_the_best_lay_down_brings_the_most_points_in_small_hands() -> None:
    due = [assert_best(seed, 7, 2) for seed in range(150)]
    assert sum(due) > 30


@pytest.mark.slow
def test_R_12_the_best_lay_down_brings_the_most_points_of_all_sequences() -> None:
    for seed in range(1000, 1300):
        assert_best(seed, 9, 3)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(8))
def test_R_12_the_best_lay_down_brings_the_most_points_of_larger_hands(part: int, soak_seed: str) -> None:
    first = SOAK * (1 + int(soak_seed))
    for seed in range(first + part * SOAK // 8, first + (part + 1) * SOAK // 8):
        assert_best(seed, 10, 4)


def at(hand: str, *melds: str, due: str = "") -> Position:
    """Return a position of 500 Rum; melds on the table are runs from their low end, or sets."""
    table = tuple(meld for text in melds for meld in brute.melds_of(cards(text), RULES))
    taken = parse_card(due) if due else None
    return Position(0, RULES, cards(hand), table, True, 0, 0, taken, may_meld=True, due=bool(due))


def cards(text: str) -> tuple[int, ...]:
    return tuple(sorted(map(parse_card, text.split())))


RULES = rules_for(OPTIONS)


def steps(position: Position) -> set[str]:
    return {str(step) for step in best_plan(position).steps}


def test_R_4_an_ace_is_laid_where_it_counts_15() -> None:
    assert steps(at("AC KD 2D", "AS AH AD", "2C 3C 4C")) == {"0 layoff AC 0"}
    assert steps(at("AC KD 2D", "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC")) == {"0 layoff AC 0 high"}


def test_R_12_points_come_before_cards() -> None:
    # four cards in a run are 11 points, three aces 45
    position = at("AC AS AH 2C 3C 4C TD")
    assert steps(position) == {"0 meld AC AS AH", "0 meld 2C 3C 4C"}
    fewer = at("AC AS AH 2C 3C 4D")
    assert steps(fewer) == {"0 meld AC AS AH"}


def test_R_6_the_card_due_is_laid_though_more_points_could_be_laid_without_it() -> None:
    free = at("4C 4S 4H 5H 6H TD JD")
    assert steps(free) == {"0 meld 4H 5H 6H"}
    assert steps(replace(free, taken=parse_card("4C"), due=True)) == {"0 meld 4C 4S 4H"}
    assert best_plan(replace(free, taken=parse_card("TD"), due=True)).steps == ()
