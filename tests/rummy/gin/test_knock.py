"""The arrangement that a knocker is offered, and the one used for a knock without an arrangement."""

from random import Random

import pytest

from bot.rummy.cards import FULL_MASK, PACK, CardMask, cards_in, code, mask_of
from bot.rummy.gin.arrange import arrangements, deadwood
from bot.rummy.gin.showdown import defend, knock_default, knock_offer
from bot.rummy.moves import Melds
from bot.rummy.results import Arrangement
from tests.cards import mask
from tests.rummy.gin import brute


def written(choice: Arrangement) -> str:
    return " / ".join(" ".join(map(code, meld)) for meld in choice.melds)


EITHER = mask("4H 5H 6H 7H 7C 7S 7D KC KS KD")
"""4-5-6-7 with three sevens, or 4-5-6 with four."""


def test_G_15_the_offer_allows_the_fewest_lay_offs() -> None:
    """Ace, two, three and king of hearts fit either way; on 4-5-6-7, eight to queen fit as well."""
    assert written(knock_offer(EITHER, FULL_MASK ^ EITHER)) == "7C 7S 7H 7D / KC KS KD / 4H 5H 6H"


def test_G_15_the_offer_counts_whole_chains_of_lay_offs() -> None:
    """On the sets, three cards fit; on the runs, 8 and Q of clubs, and after the eight also the seven and the six."""
    cards = mask("9C TC JC 9S TS JS 9H TH JH 2D")
    runs, sets = "9C TC JC / 9S TS JS / 9H TH JH", "9C 9S 9H / TC TS TH / JC JS JH"
    assert written(knock_offer(cards, mask("9D TD JD 8C QC"))) == runs
    assert written(knock_offer(cards, mask("9D TD JD 8C QC 6C"))) == runs  # the seven is not there
    assert written(knock_offer(cards, mask("9D TD JD 8C QC 7C 6C"))) == sets


def test_G_15_the_offer_depends_only_on_unseen_cards() -> None:
    cards = mask("9C TC JC 9S TS JS 9H TH JH 2D")
    first, second = arrangements(cards, 2)
    assert knock_offer(cards, 0) == first
    assert knock_offer(cards, mask("8S")) == second
    assert knock_offer(cards, mask("8S TD JD")) == first


@pytest.mark.slow
def test_G_15_the_offer_has_the_least_deadwood_then_the_fewest_lay_offs() -> None:
    rng = Random(15)
    choices = 0
    for _ in range(500):
        cards = brute.rich(rng, 10)
        unseen = FULL_MASK & ~cards & ~brute.uniform(rng, 15)
        offer = knock_offer(cards, unseen)
        least = arrangements(cards, deadwood(cards))
        assert offer in least
        assert places(offer.melds, unseen) == min(places(choice.melds, unseen) for choice in least)
        choices += len({places(choice.melds, unseen) for choice in least}) > 1
    assert choices > 15


def test_G_15_a_knock_without_an_arrangement_leaves_the_opponent_the_most_deadwood() -> None:
    opponent = mask("8H 9H TH 2C 4S 6C AS QD JC 9S")
    knocked = mask("4H 5H 6H 7H 7C 7S 7D KC KS 2D")
    default = knock_default(knocked, opponent)
    assert written(default) == "7C 7S 7H 7D / 4H 5H 6H"
    rng = Random(51)
    choices = 0
    for _ in range(1500):
        cards, other = deal(rng)
        left = {
            choice: defend(other, choice.melds, lay_off=choice.deadwood > 0).arrangement.deadwood
            for choice in arrangements(cards, deadwood(cards))
        }
        assert left[knock_default(cards, other)] == max(left.values())
        choices += len(set(left.values())) > 1
    assert choices > 5


def deal(rng: Random) -> tuple[CardMask, CardMask]:
    cards = brute.rich(rng, 10)
    return cards, mask_of(rng.sample([card for card in PACK if not cards >> card & 1], 10))


def places(melds: Melds, unseen: CardMask) -> int:
    """Count the unseen cards that could end up on the melds, by laying off cards until none fits."""
    found: set[int] = set()
    for meld in melds:
        table, more = meld, True
        while more:
            more = False
            for card in cards_in(unseen):
                if brute.is_meld((*table, card)):
                    table, more = (*table, card), True
                    found.add(card)
    return len(found)
