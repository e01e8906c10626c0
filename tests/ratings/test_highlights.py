"""The highlight of a finished game, for its share card."""

from dataclasses import replace

import pytest

from bot.ratings.game_facts import Deal, ReplayedRecord
from bot.ratings.highlights import Highlight, HighlightKind, highlight_of, share_card_facts
from bot.rummy.cards import parse_card
from bot.rummy.families import Variant
from bot.rummy.moves import Move, Verb, parse_move
from bot.rummy.options import PRESETS
from bot.rummy.results import Arrangement, Column, Count, DealResult, Defense, Ending, Outcome, Showdown
from tests.cards import cards
from tests.ratings.scenario_games import finished_from

GIN = PRESETS[Variant.GIN]
EMPTY = Arrangement((), (), 0)
KNOCK_TO_52 = {
    "variant": "gin",
    "options": {"deals": 1},
    "deals": [
        {
            "hands": ["2C 3S 5S 6H 7D 8D TH JC QH AH", "4C 5C 6C 9S 9H 9D JS QS KS TD"],
            "upcard": "8C",
            "stock": "4D",
            "moves": ["1 pass", "0 pass", "1 draw", "1 knock 4D"],
        }
    ],
}


def deal(outcome: Outcome, winner: int | None, points: int, *, turns: int = 4, away: bool = False) -> Deal:
    """Return a deal that ended in this way, after some turns of seat 0."""
    moves = (*(Move(0, Verb.DISCARD, 1) for _ in range(turns - 1)), Move(0, Verb.KNOCK, 2, timed_out=away))
    both = [0, 0]
    if winner is not None:
        both[winner] = points
    shown = Showdown(0, EMPTY, Defense(0, EMPTY, ()), 0, 0, 1) if outcome is not Outcome.OUT else None
    return Deal(moves, DealResult(outcome, winner, tuple(both)), shown)


def game(*deals: Deal) -> ReplayedRecord:
    column = Column((), (0, 0), (True, True), None, over=True)
    return ReplayedRecord(GIN, 2, (), deals, (column,), None)


def found(*deals: Deal, winners: tuple[int, ...] = (0,)) -> tuple[HighlightKind, int, int] | None:
    """Return the kind, the deal and the points of a game's highlight."""
    highlight = highlight_of(game(*deals), winners)
    return None if highlight is None else (highlight.kind, highlight.deal, highlight.points)


KNOCK = deal(Outcome.KNOCK, 0, 11)
LOST = deal(Outcome.KNOCK, 1, 60)


@pytest.mark.parametrize(
    ("deals", "expected"),
    [
        ((deal(Outcome.GIN, 0, 48), LOST, deal(Outcome.GIN, 0, 44)), (HighlightKind.GIN, 3, 44)),
        ((deal(Outcome.GIN, 0, 40), deal(Outcome.GIN, 0, 48), LOST), (HighlightKind.GIN, 2, 48)),
        ((LOST, deal(Outcome.UNDERCUT, 0, 31), KNOCK), (HighlightKind.UNDERCUT, 2, 31)),
        ((deal(Outcome.GIN, 0, 30, turns=1), deal(Outcome.GIN, 0, 90), LOST), (HighlightKind.FIRST_TURN, 1, 30)),
        ((deal(Outcome.GIN, 0, 30, turns=1), deal(Outcome.BIG_GIN, 0, 55), LOST), (HighlightKind.BIG_GIN, 2, 55)),
        ((deal(Outcome.GIN, 0, 30, turns=1, away=True), LOST), (HighlightKind.GIN, 1, 30)),
        ((deal(Outcome.GIN, 0, 30), KNOCK, KNOCK), (HighlightKind.SHUTOUT, 3, 11)),
        ((deal(Outcome.GIN, 0, 30), KNOCK), (HighlightKind.GIN, 1, 30)),
        ((LOST, LOST), None),
        ((deal(Outcome.VOID, None, 0),), None),
    ],
)
def test_the_rarest_moment_of_the_winner_is_the_highlight(
    deals: tuple[Deal, ...], expected: tuple[HighlightKind, int, int] | None
) -> None:
    assert found(*deals) == expected


def test_of_several_winners_each_can_have_the_highlight() -> None:
    assert found(KNOCK, deal(Outcome.GIN, 1, 40), winners=(0, 1)) == (HighlightKind.GIN, 2, 40)


def test_B_12_and_D_14_going_rummy_beats_everything() -> None:
    assert found(deal(Outcome.RUMMY, 0, 20), deal(Outcome.GIN, 0, 90), KNOCK) == (HighlightKind.RUMMY, 1, 20)


def test_G_24_winning_all_three_games_is_the_highlight_of_a_hollywood_series() -> None:
    column = Column((), (100, 20), (False, False), 0, over=True)
    series = replace(game(deal(Outcome.GIN, 0, 40), LOST, KNOCK), columns=(column,) * 3)
    highlight = highlight_of(series, (0,))
    assert highlight is not None
    assert highlight.kind is HighlightKind.SWEEP


def test_the_cards_are_the_winners_laid_out_with_the_loose_ones_last() -> None:
    facts = share_card_facts(finished_from(KNOCK_TO_52))
    shown = cards("4C 5C 6C JS QS KS 9S 9H 9D TD")
    assert facts.highlight is not None
    assert (set(facts.highlight.cards), facts.highlight.cards[-1]) == (set(shown), parse_card("TD"))
    assert (facts.winners, facts.scores, facts.deals) == ((1,), (0, 52), 1)


def test_B_12_the_cards_of_a_game_with_melds_are_those_that_the_winner_laid() -> None:
    moves = ["1 draw", "1 meld 5H 6H 7H", "1 undo", "1 meld 5H 6H 7H", "1 meld 2C 2S 2D", "1 meld TC TS TH TD"]
    played = {
        "hands": ["KC KH QC QH JC JH 9C 8H 7S 4D", "5H 6H 7H 2C 2S 2D TC TS TH TD"],
        "upcard": "KS",
        "stock": "8C",
        "moves": [*moves, "1 discard 8C"],
    }
    facts = share_card_facts(finished_from({"variant": "basic", "options": {"target": 100}, "deals": [played]}))
    laid = cards("5H 6H 7H 2C 2S 2D TC TS TH TD")
    points = facts.scores[1]
    assert facts.highlight == Highlight(HighlightKind.RUMMY, 1, 1, points, laid)


@pytest.mark.parametrize("swapper", [0, 1])
def test_a_joker_that_was_swapped_out_and_laid_again_is_among_the_winners_cards_once(swapper: int) -> None:
    moves = ["0 meld 7S 8S XX", "0 discard KH", f"{swapper} swap 9S 0", "0 meld QC QD XX", "0 discard 2H"]
    ended = replace(deal(Outcome.OUT, 0, 20), moves=tuple(map(parse_move, moves)))
    highlight = highlight_of(game(ended), (0,))
    assert highlight is not None
    assert highlight.cards == cards("7S 8S 9S QC QD XX")


def test_R_12_a_deal_that_another_player_ended_can_be_the_highlight_of_500_rum() -> None:
    count = Count((20, 0), 0, (0, 0), 1, (107, 64))
    ended = replace(deal(Outcome.OUT, 1, 64), result=DealResult(Outcome.OUT, 1, (87, 64), count=count))
    assert found(ended) == (HighlightKind.LAID, 1, 87)
    assert found(ended, winners=(1,)) == (HighlightKind.OUT, 1, 64)
    nobody = replace(ended, result=DealResult(Outcome.EXHAUSTED, None, (-20, 64), Ending.STOCK, count))
    assert found(nobody) is None
    assert found(nobody, ended) == (HighlightKind.LAID, 2, 87)


def test_a_win_by_resignation_before_the_first_result_has_no_highlight() -> None:
    facts = share_card_facts(replace(finished_from(KNOCK_TO_52), winners=(0,)))
    assert (facts.winners, facts.highlight) == ((0,), None)
