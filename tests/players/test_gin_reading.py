"""What an Expert of the gin family reads from a view: the opponent's style and hands, and what an end is worth."""

from dataclasses import replace
from statistics import fmean

from bot.players.gin.choosing import judged, left_after
from bot.players.gin.discards import Discard
from bot.players.gin.playouts import EndStakes
from bot.players.gin.reading import habits, knocks_in, reading_of
from bot.rummy.cards import mask_of
from bot.rummy.gin.arrange import deadwood
from bot.rummy.gin.options import Tie
from bot.rummy.results import DealResult, KnockCount, Outcome
from tests.cards import cards
from tests.players.gin_positions import position

HAND = "2C 3C 4C 6S 6H 6D AH AD QS QD 9C"
PILE = "KH 8D 7S QC JC 6C TC 5S 8C JH 7D KC TS 8H"
FAR = (1000, 1000)


def knock(winner: int, left: int) -> DealResult:
    return DealResult(Outcome.KNOCK, winner, (0, 20), knock=KnockCount(left + 20, left, 0, 1))


def shown(winner: int, left: int) -> DealResult:
    """Return a deal that a knock ended, in which the loser held some deadwood."""
    return DealResult(Outcome.KNOCK, winner, (10, 0), knock=KnockCount(left, 2, 0, 1))


def eager(turns: int, *deals: DealResult) -> float:
    """Return the probability that the opponent knocks as soon as it can in its next turn."""
    return knocks_in(habits(position(HAND, PILE, turns=turns, deals=deals), 1), (turns + 1) // 2 + 1)


def test_finished_deals_show_how_the_opponent_plays() -> None:
    gin = DealResult(Outcome.GIN, 1, (0, 40), knock=KnockCount(15, 0, 25, 1))
    knocks, waits, unknown = (eager(10, *deals) for deals in ((knock(1, 8),) * 2, (gin,) * 2, ()))
    assert waits < 0.1
    assert knocks > 0.5
    assert waits < unknown < knocks
    assert eager(10, shown(0, 8)) < unknown, "it could have knocked with 8, and didn't"
    undercut = DealResult(Outcome.UNDERCUT, 1, (0, 30), knock=KnockCount(9, 4, 25, 1))
    assert eager(10, undercut) < unknown, "it waited with 4"


def test_an_opponent_who_knocks_in_some_deals_and_waits_in_others_stops_knocking_at_some_turn() -> None:
    mixed = (knock(1, 8), shown(0, 5), knock(1, 4), shown(0, 3))
    assert eager(3, *mixed) > 0.9
    assert eager(20, *mixed) < 0.1


def test_turns_without_a_knock_show_that_the_opponent_waits() -> None:
    assert eager(28) < eager(20) < eager(10) < eager(4)
    assert eager(20, knock(1, 8)) < eager(4, knock(1, 8))


def test_no_sampled_hand_could_have_knocked_if_the_opponent_surely_would_have() -> None:
    for turns in (9, 15, 21):
        sure = reading_of(position(HAND, PILE, turns=turns, deals=(knock(1, 8),) * 16), 0)
        left = [(deadwood(hand), until) for hand, until in zip(sure.hands, sure.untils, strict=True)]
        assert sum(until > 0 for _, until in left) > 0.8 * len(left)
        assert all(one > 10 for one, until in left if until), "it would have knocked"
    waits = reading_of(position(HAND, PILE, turns=21, deals=(shown(0, 5),) * 4), 0)
    assert sum(deadwood(hand) <= 10 for hand in waits.hands) > len(waits.hands) / 3
    assert all(deadwood(hand) > 0 for hand in waits.hands), "gin would have ended the deal"


def test_waiting_gains_more_against_an_opponent_who_knocks_with_ten() -> None:
    for turns in (3, 7, 11):
        gains = []
        for deals in ((knock(1, 8),) * 3, (shown(0, 5),) * 3):
            view = position("4C 4S 4H 9S 9H 9D 2D AS AH 3C KS", "2C 3H JS", turns=turns, deals=deals)
            end = judged(view, 0).end
            assert end is not None
            assert end.compared is not None
            gains.append(end.compared.wait - end.compared.knock)
        assert gains[0] > gains[1], "it may knock into an undercut, and goes gin less often"


def test_C_4_sampled_hands_hold_what_the_opponent_took_and_nothing_that_is_seen_elsewhere() -> None:
    view = position(HAND, PILE, known="TH 9H")
    reading = reading_of(view, 0)
    gone = mask_of((*view.hand, *view.discards))
    assert all(hand.bit_count() == 10 and not hand & gone for hand in reading.hands)
    assert all(hand & mask_of(cards("TH 9H")) == mask_of(cards("TH 9H")) for hand in reading.hands)
    assert reading == reading_of(view, 0)


def test_sampled_hands_have_less_deadwood_later_in_the_deal() -> None:
    early, late = (fmean(map(deadwood, reading_of(position(HAND, PILE, turns=turns), 0).hands)) for turns in (2, 20))
    assert late < early - 5


def test_a_card_is_more_dangerous_if_the_opponent_took_its_neighbor() -> None:
    free, wanted = (
        reading_of(position(HAND, "KH 8D 7S", known=known), 0).danger(cards("9C")[0]) for known in ("", "9H 9D")
    )
    assert wanted > free + 0.2


def test_G_18_to_G_20_an_end_is_worth_what_the_score_sheet_would_say() -> None:
    stakes = EndStakes(25, 10, Tie.UNDERCUT, 2, FAR)
    assert [stakes.of_knock(mine, theirs, knocker=0) for mine, theirs in ((0, 7), (3, 9), (9, 3), (5, 5))] == [
        64,
        12,
        -32,
        -20,
    ]
    assert stakes.of_knock(3, 9, knocker=1) == -12
    assert EndStakes(25, 10, Tie.VOID, 1, FAR).of_knock(5, 5, knocker=0) == 0
    assert EndStakes(25, 10, Tie.VOID, 1, (5, 8)).of_knock(0, 30, knocker=0) == 5


def test_G_16_a_knock_counts_the_opponents_lay_offs() -> None:
    hand = "4C 5C 6C 9S 9H 9D TD JD QD 2H"
    opponent = mask_of(cards("7C 8C KD AS AC 3S 5H 7H 8S KC"))
    reading = replace(reading_of(position(f"{hand} KH", "2C"), 0), hands=(opponent,))
    left = left_after(reading, Discard(cards("KH")[0], 2, 0))
    assert left == [deadwood(opponent & ~mask_of(cards("7C 8C KD")))]
    assert EndStakes(25, 25, Tie.UNDERCUT, 1, FAR).of_knocks(2, left) == left[0] - 2
