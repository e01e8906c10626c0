"""Rows of the lay-down benchmark, on a few hands: peers, notes and faults, but no speed."""

from random import Random

import pytest

from bot.bench import laydown as bench
from bot.laydown import best_plan
from bot.rummy.cards import JOKER, parse_card
from bot.rummy.families import Variant
from bot.rummy.options import options_for


def test_subsets_leave_the_same_as_the_best_plan() -> None:
    row, *_ = bench.rows(count=20, rich=3, repeats=1)
    assert row.notes == ("the same results on 20 hands",)
    assert list(row.ratios) == ["subsets"]
    assert row.faults == ()


def test_different_results_of_subsets_are_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "by_subsets", lambda hand, rules: (99, rules.ace + len(hand)))
    row = bench.subsets_row([bench.dealt(Random(1)) for _ in range(5)])
    assert row.faults == ("subsets find other results in 5 hands",)
    assert row.met is False


def test_the_slowest_rich_position_and_99_of_100_have_limits_and_the_median_is_noted() -> None:
    rows = bench.rows(count=2, rich=5, repeats=1)[1:]
    for worst, most in zip(rows[::2], rows[1::2], strict=True):
        assert (worst.limit, most.limit) == (bench.LIMIT, bench.LIMIT_OF_99)
        assert "median" in worst.notes[0]
        assert "99 of 100" in most.name
        assert worst.peers == most.peers == {}


@pytest.mark.parametrize(
    ("cards", "meld"),
    [
        ("7C 7S 7H", True),
        ("7C 7C 7H", False),
        ("7C XX 9C", True),
        ("7C XX XX", False),
        ("7C XX XX TC", True),
        ("QC KC AC", True),
        ("KC AC 2C", False),
        ("7C 7S XX XX", True),
        ("7C 7S 7H XX XX", False),
    ],
)
def test_D_2_D_3_D_4_the_peer_recognizes_melds(cards: str, meld: bool) -> None:
    assert bench.is_meld(list(map(parse_card, cards.split()))) is meld


def test_rich_positions_have_25_cards_of_one_pack_and_much_to_lay() -> None:
    rng, laid = Random(4), 0
    for _ in range(50):
        position = bench.rich_position(rng, options_for(Variant.GERMAN))
        cards = [*position.hand, *(card for meld in position.melds for card in meld.cards)]
        pack = options_for(Variant.GERMAN).pack
        assert len(position.hand) == 25
        assert all(cards.count(card) <= pack.count(card) for card in {*cards, JOKER})
        laid += len(position.hand) - len(best_plan(position).left)
    assert laid > 50 * 15
