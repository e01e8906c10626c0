"""Fair shuffles as the record format specifies them: known answers, and a second, naive implementation."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations
from random import Random

import pytest

from bot.rummy.cards import PACK, code, rank_of
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.rummy.shuffle import (
    CHAIN_LENGTH,
    Stream,
    chain_link,
    clean_cut,
    commitment,
    dealer_for_round,
    deck_for,
    first_deal_for,
    mix_of_cuts,
    reshuffled_for,
)

GIN = options_for(Variant.GIN)
LAST = bytes(range(32))
CUTS = ("1234567890123456789", "mój/cut")
MIX = mix_of_cuts(CUTS)
VECTORS = {
    "commitment": "fbd3136db367d4cb21dc522f7e8a28ccce1bec79ee01d51fcd31af5d31c08754",
    "s1": "27ad82e6eeaf90dedb923c1fa2aa6d5188210e9ad587e6f1583ffb104245bc3e",
    "s2": "9943e7900360ca33b0d540344385aaa35b90dc3643da811bd79497a1221b983c",
    "deck 1": "KH JC 9H TH KD KC 2H AS 2C 7D AD 6S JS 3H 5H 8D 2S TD 4C 7C AH QH 5S TS 8S 5C 6H 9S 7S 3S 5D 4S 3C QC "
    "TC 9C KS 6D QS 8C 8H 7H JD 6C 9D AC JH 2D 4H 3D QD 4D",
    "deck 2": "8C TH 6C AD 2C 5C 5S JC 3C QH 7H KC 7C 6D 8D 3H 8S QC JH 5D KH 4S 7S 3D 5H AH 4C 9D 6H 8H 9S AS TD TS "
    "6S 9H QS KD 9C QD TC AC 4H JD 2D 7D 2H 3S 4D KS JS 2S",
    "draw": "8C AS",
    "draw dealer": 0,
    "random dealer": 0,
}
"""Computed once from `LAST` and `CUTS` with hashlib and hmac, without the project's code."""


def naive_words(secret: bytes, cuts: tuple[str, ...], k: int, blocks: int = 40) -> list[int]:
    """Compute the stream as the format specifies it, byte by byte."""
    stream = b""
    for i in range(blocks):
        message = "rummy-record/1|" + "|".join(cuts) + "|" + str(k) + "|" + str(i)
        stream += hmac.new(secret, message.encode("utf-8"), hashlib.sha256).digest()
    return [
        stream[n] * 2**24 + stream[n + 1] * 2**16 + stream[n + 2] * 2**8 + stream[n + 3]
        for n in range(0, len(stream), 4)
    ]


def naive_shuffle(words: list[int], cards: list[str]) -> list[str]:
    """Shuffle as the format specifies it, removing the words it reads from the list."""
    for j in range(len(cards) - 1, 0, -1):
        while words[0] >= (2**32 // (j + 1)) * (j + 1):
            words.pop(0)
        w = words.pop(0) % (j + 1)
        cards[j], cards[w] = cards[w], cards[j]
    return cards


def naive_pack() -> list[str]:
    return [rank + suit for suit in "CSHD" for rank in "A23456789TJQK"]


def test_C_2_known_answers() -> None:
    assert commitment(LAST) == VECTORS["commitment"]
    assert chain_link(LAST, 1).hex() == VECTORS["s1"]
    assert chain_link(LAST, 2).hex() == VECTORS["s2"]
    for k in (1, 2):
        assert " ".join(map(code, deck_for(chain_link(LAST, k), MIX, k, GIN))) == VECTORS[f"deck {k}"]
    draw, random = options_for(Variant.GIN), options_for(Variant.REMIK)
    dealer, pairs, _ = first_deal_for(chain_link(LAST, 1), MIX, draw)
    assert (dealer, " ".join(code(card) for pair in pairs for card in pair)) == (
        VECTORS["draw dealer"],
        VECTORS["draw"],
    )
    assert first_deal_for(chain_link(LAST, 1), MIX, random) == (VECTORS["random dealer"], (), None)


def test_C_2_the_chain_runs_from_the_last_secret_to_the_commitment() -> None:
    assert CHAIN_LENGTH == 4096
    assert chain_link(LAST, CHAIN_LENGTH) == LAST
    assert chain_link(LAST, 0).hex() == commitment(LAST)
    for k in (1, 2, 77, 4096):
        assert hashlib.sha256(chain_link(LAST, k)).digest() == chain_link(LAST, k - 1)


@pytest.mark.parametrize("seed", range(40))
def test_C_2_decks_match_the_naive_implementation(seed: int) -> None:
    rng = Random(seed)
    secret, k = rng.randbytes(32), rng.randint(1, 4096)
    cuts = ("".join(rng.choices("abc é♠/ \n", k=rng.randint(0, 30))), str(rng.getrandbits(64)))
    deck = [code(card) for card in deck_for(secret, mix_of_cuts(cuts), k, GIN)]
    assert deck == naive_shuffle(naive_words(secret, cuts, k), naive_pack())
    assert sorted(deck) == sorted(naive_pack())


@pytest.mark.parametrize(
    ("changes", "copies", "jokers"),
    [
        ({}, 2, 6),
        ({"no_jokers": True}, 2, 0),
        ({"small_deck": True}, 1, 3),
        ({"small_deck": True, "no_jokers": True}, 1, 0),
    ],
    ids=["110 cards", "104 cards", "55 cards", "52 cards"],
)
def test_H_1_H_5_shuffles_of_german_rummy_match_the_naive_implementation(
    changes: dict[str, object], copies: int, jokers: int
) -> None:
    options, secret, cuts = options_for(Variant.GERMAN, changes), Random("packs").randbytes(32), ("a", "b", "ć")
    pack = [card for card in naive_pack() for _ in range(copies)] + ["XX"] * jokers
    deck = [code(card) for card in deck_for(secret, mix_of_cuts(cuts), 7, options)]
    assert deck == naive_shuffle(naive_words(secret, cuts, 7), list(pack))
    assert sorted(deck) == sorted(pack)


@pytest.mark.parametrize("seed", range(10))
def test_B_7_a_reshuffle_continues_the_stream_of_its_deal(seed: int) -> None:
    rng = Random(seed)
    secret, k, pile = rng.randbytes(32), rng.randint(1, 99), rng.sample(PACK, rng.randint(1, 40))
    words = naive_words(secret, CUTS, k)
    naive_shuffle(words, naive_pack())
    stock = reshuffled_for(secret, MIX, k, options_for(Variant.BASIC), pile)
    assert [code(card) for card in stock] == naive_shuffle(words, [code(card) for card in pile])


def naive_seats(secret: bytes, cuts: tuple[str, ...], count: int) -> list[int]:
    """Read random seats from deal 0's stream, one after the other."""
    seats, fair = len(cuts), 2**32 // len(cuts) * len(cuts)
    return [word % seats for word in naive_words(secret, cuts, 0) if word < fair][:count]


@pytest.mark.parametrize("cuts", [("a", "b"), ("a", "b", "c"), ("a", "b", "c", "d")], ids=len)
def test_B_2_D_5_the_first_dealer_and_each_rounds_dealer_are_random(cuts: tuple[str, ...]) -> None:
    basic, german, seats = options_for(Variant.BASIC), options_for(Variant.GERMAN), len(cuts)
    dealers = Counter[int]()
    for seed in range(60):
        secret = Random(f"seats {seed}").randbytes(32)
        begins = naive_seats(secret, cuts, 20)
        assert first_deal_for(secret, mix_of_cuts(cuts), basic) == (begins[0], (), None)
        rounds = [dealer_for_round(secret, mix_of_cuts(cuts), k) for k in range(1, 21)]
        assert rounds == [(seat - 1) % seats for seat in begins], "the dealer sits before the one who begins"
        assert first_deal_for(secret, mix_of_cuts(cuts), german) == (rounds[0], (), None)
        dealers.update(rounds)
    assert set(dealers) == set(range(seats))


@pytest.mark.parametrize("seed", range(40))
def test_G_4_the_first_dealer_matches_the_naive_implementation(seed: int) -> None:
    secret = Random(seed).randbytes(32)
    words = naive_words(secret, CUTS, 0)
    assert first_deal_for(secret, MIX, options_for(Variant.HOLLYWOOD)) == (words[0] % 2, (), None)

    drawn = naive_shuffle(words, naive_pack())
    dealer, pairs, _ = first_deal_for(secret, MIX, options_for(Variant.GIN))
    for place, (first, second) in enumerate(pairs):
        assert [code(first), code(second)] == drawn[2 * place : 2 * place + 2]
        assert (rank_of(first) == rank_of(second)) == (place < len(pairs) - 1), "equal ranks draw again, others don't"
    high = "A23456789TJQK".index(drawn[2 * len(pairs) - 2][0]) > "A23456789TJQK".index(drawn[2 * len(pairs) - 1][0])
    assert dealer == (0 if high else 1)


@pytest.mark.parametrize("seed", range(40))
def test_G3_3_G3_4_the_first_roles_match_the_naive_implementation(seed: int) -> None:
    secret, cuts = Random(f"trio {seed}").randbytes(32), ("a", "b", "c")
    mix = mix_of_cuts(cuts)
    alone, captain = (options_for(Variant.THREE_HANDED, {"form": form}) for form in ("cutthroat", "captain"))
    words = naive_words(secret, cuts, 0, blocks=40)
    drawn = naive_shuffle(words, naive_pack())
    dealer, shown, waits = first_deal_for(secret, mix, alone)
    for place, cards in enumerate(shown):
        assert [code(card) for card in cards] == drawn[3 * place : 3 * place + 3]
        assert (len({rank_of(card) for card in cards}) < 3) == (place < len(shown) - 1), "equal ranks draw again"
    ranks = ["A23456789TJQK".index(card[0]) for card in drawn[3 * len(shown) - 3 : 3 * len(shown)]]
    lowest, middle, highest = sorted(range(3), key=lambda seat: ranks[seat])
    assert (dealer, waits) == (middle, lowest)
    assert first_deal_for(secret, mix, captain) == (highest, shown, lowest)


@pytest.mark.parametrize("seed", range(40))
def test_G3_4_random_roles_are_two_numbers(seed: int) -> None:
    secret, cuts = Random(f"roles {seed}").randbytes(32), ("a", "b", "c")
    words = naive_words(secret, cuts, 0)
    first, second = words[0] % 3, words[1] % 2
    others = [(first + 1) % 3, (first + 2) % 3]
    for form, roles in (
        ("cutthroat", (others[second], (), first)),
        ("captain", (first, (), others[1 - second])),
    ):
        options = options_for(Variant.THREE_HANDED, {"form": form, "first_dealer": "random"})
        assert first_deal_for(secret, mix_of_cuts(cuts), options) == roles


def test_G3_4_a_pack_with_fewer_than_three_cards_left_is_shuffled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seventeen draws of three equal ranks leave one card, and the next three come from a new shuffle."""
    packs = iter([[0] * 52, [*range(52)]])
    monkeypatch.setattr(Stream, "shuffled", lambda *_: tuple(next(packs)))
    first = first_deal_for(bytes(32), mix_of_cuts(("a", "b", "c")), options_for(Variant.THREE_HANDED))
    assert first.drawn == (*((0, 0, 0) for _ in range(17)), (0, 1, 2))
    assert (first.dealer, first.waits) == (1, 0)


def test_G_4_equal_ranks_draw_again() -> None:
    draws = (first_deal_for(Random(seed).randbytes(32), MIX, options_for(Variant.GIN)) for seed in range(200))
    assert any(len(pairs) > 1 for _, pairs, _ in draws)


def test_a_stream_continues_where_the_last_call_stopped() -> None:
    """Two shuffles of 110 cards, a reshuffle of a pile, and a seat per round come from one stream."""
    secret, words = bytes(32), naive_words(bytes(32), CUTS, 5, blocks=60)
    stream = Stream(secret, MIX, 5)
    assert list(map(str, stream.shuffled(range(110)))) == naive_shuffle(words, list(map(str, range(110))))
    assert list(map(str, stream.shuffled(range(40, 90)))) == naive_shuffle(words, list(map(str, range(40, 90))))
    assert stream.below(4) == words[0] % 4


def test_a_word_that_would_favor_some_numbers_is_skipped() -> None:
    """With n just above half of all words, about every other word is too high and skipped."""
    n = 2**31 + 1
    stream, fair = Stream(bytes(32), MIX, 0), [word for word in naive_words(bytes(32), CUTS, 0) if word < n]
    assert [stream.below(n) for _ in range(50)] == fair[:50]


def test_C_2_all_orders_are_equally_frequent() -> None:
    """24 orders of four cards, 12,000 shuffles: each near 500 (a wrong bound in the loop is off by hundreds)."""
    stream = Stream(b"\1" * 32, MIX, 1)
    counts = Counter(stream.shuffled(range(4)) for _ in range(12_000))
    assert set(counts) == set(permutations(range(4)))
    assert all(abs(count - 500) < 120 for count in counts.values())


def test_every_part_of_the_message_changes_the_stream() -> None:
    secret, other = bytes(32), bytes(31) + b"\1"
    decks = [
        deck_for(secret, mix_of_cuts(("a", "b")), 1, GIN),
        deck_for(other, mix_of_cuts(("a", "b")), 1, GIN),
        deck_for(secret, mix_of_cuts(("b", "a")), 1, GIN),
        deck_for(secret, mix_of_cuts(("a", "b ")), 1, GIN),
        deck_for(secret, mix_of_cuts(("a", "b")), 2, GIN),
        PACK,
    ]
    assert len(set(decks)) == len(decks)


@pytest.mark.parametrize(("text", "cut"), [("a|b||", "a|b||"), ("", ""), ("żółw", "żółw"), ("x\ud83d", "x?")])
def test_a_cut_is_cleaned(text: str, cut: str) -> None:
    assert clean_cut(text) == cut
    deck_for(bytes(32), mix_of_cuts((clean_cut(text), "b")), 1, GIN)
