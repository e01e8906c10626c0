"""The text form of moves: every form round-trips exactly, and no other text is a move."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rummy.cards import JOKER
from bot.rummy.moves import Move, RunEnd, Verb, parse_move
from tests.cards import cards

SEATS = st.integers(0, 99)
NATURAL = st.integers(0, 51)
CARDS = NATURAL | st.just(JOKER)
MELDS = st.lists(st.lists(NATURAL, min_size=1, max_size=10).map(tuple), min_size=1, max_size=3).map(tuple)
NUMBERS = st.integers(0, 99)
MOVES = (
    st.builds(Move, SEATS, st.sampled_from([Verb.PASS, Verb.TAKE, Verb.DRAW, Verb.UNDO, Verb.CLAIM, Verb.TAKEBACK]))
    | st.builds(Move, SEATS, st.just(Verb.DISCARD), CARDS)
    | st.builds(Move, SEATS, st.just(Verb.KNOCK), CARDS, st.none() | MELDS)
    | st.builds(Move, SEATS, st.just(Verb.BIGGIN), melds=st.none() | MELDS)
    | st.builds(Move, SEATS, st.just(Verb.MELD), cards=st.lists(CARDS, min_size=3, max_size=13).map(tuple))
    | st.builds(Move, SEATS, st.just(Verb.LAYOFF), CARDS, meld=NUMBERS, end=st.none() | st.sampled_from(RunEnd))
    | st.builds(Move, SEATS, st.just(Verb.SWAP), CARDS, meld=NUMBERS)
)
MOVES |= MOVES.map(lambda move: parse_move(f"{move} !"))


@given(MOVES)
def test_what_is_written_is_read_back(move: Move) -> None:
    assert parse_move(str(move)) == move


FORMS = {
    "0 pass": Move(0, Verb.PASS),
    "1 take": Move(1, Verb.TAKE),
    "1 take 8H !": Move(1, Verb.TAKE, 33, timed_out=True),
    "3 draw": Move(3, Verb.DRAW),
    "2 draw !": Move(2, Verb.DRAW, timed_out=True),
    "1 discard 7H": Move(1, Verb.DISCARD, 32),
    "1 discard XX !": Move(1, Verb.DISCARD, JOKER, timed_out=True),
    "0 knock 7H : 2S 2H 2D / 4H 5H 6H": Move(0, Verb.KNOCK, 32, melds=(cards("2S 2H 2D"), cards("4H 5H 6H"))),
    "1 biggin": Move(1, Verb.BIGGIN),
    "1 biggin : 2S 2H 2D / 4H 5H 6H !": Move(
        1, Verb.BIGGIN, melds=(cards("2S 2H 2D"), cards("4H 5H 6H")), timed_out=True
    ),
    "2 meld 5H XX 7H": Move(2, Verb.MELD, cards=cards("5H XX 7H")),
    "2 meld XX 7H XX 9H": Move(2, Verb.MELD, cards=cards("XX 7H XX 9H")),
    "0 meld AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS": Move(0, Verb.MELD, cards=tuple(range(13, 26))),
    "0 layoff 8H 2": Move(0, Verb.LAYOFF, 33, meld=2),
    "0 layoff XX 12 low": Move(0, Verb.LAYOFF, JOKER, meld=12, end=RunEnd.LOW),
    "0 layoff AC 0 high !": Move(0, Verb.LAYOFF, 0, meld=0, end=RunEnd.HIGH, timed_out=True),
    "3 swap 6H 2": Move(3, Verb.SWAP, 31, meld=2),
    "0 undo": Move(0, Verb.UNDO),
    "2 claim": Move(2, Verb.CLAIM),
    "1 takeback": Move(1, Verb.TAKEBACK),
}


@pytest.mark.parametrize("text", FORMS)
def test_every_form_in_records_round_trips(text: str) -> None:
    assert parse_move(text) == FORMS[text]
    assert str(FORMS[text]) == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "a move is a seat, a verb and, where it needs them, cards"),
        ("draw", "a move is a seat, a verb and"),
        ("0", "a move is a seat, a verb and"),
        ("0 !", "a move is a seat, a verb and"),
        ("x draw", "a move is a seat, a verb and"),
        ("00 draw", "a move is a seat, a verb and"),
        ("-1 draw", "a move is a seat, a verb and"),
        ("100 draw", "a move is a seat, a verb and"),
        ("\u0661 draw", "a move is a seat, a verb and"),
        (" 0 draw", "a move is a seat, a verb and"),
        ("0 Draw", "there is no move 'Draw'; moves are pass, take, draw, discard, knock, biggin, meld, layoff, swap, "),
        ("0  draw", "there is no move ''"),
        ("0 draw ", "draw names no card"),
        ("0 draw 7H", "draw names no card"),
        ("0 undo 1", "undo names no card"),
        ("0 claim 7H", "claim names no card"),
        ("0 takeback 7H", "takeback names no card"),
        ("0 take 7H 8H", "take names one card at most"),
        ("0 take 7h", "'7h' is no card"),
        ("0 draw ! !", "draw names no card"),
        ("0 discard", "discard names no card and needs one"),
        ("0 discard 7H 8H", "discard names one card"),
        ("0 discard 7h", "'7h' is no card"),
        ("0 meld", "meld names three cards or more"),
        ("0 meld 7H 8H", "meld names three cards or more"),
        ("0 meld 7H 8H 10H", "'10H' is no card"),
        ("0 meld 7H 8H 9H; discard 2C", "'9H;' is no card"),
        ("0 meld 7H 8H  9H", "'' is no card"),
        ("0 layoff 8H", "layoff names a card and a meld, perhaps low or high"),
        ("0 layoff 8H x", "layoff names a card and a meld, perhaps low or high"),
        ("0 layoff 8H 02", "layoff names a card and a meld"),
        ("0 layoff 8H -1", "layoff names a card and a meld"),
        ("0 layoff 8H 2 middle", "a run has the ends low and high, not 'middle'"),
        ("0 layoff 8H 2 low high", "layoff names a card and a meld"),
        ("0 layoff 8X 2", "'8X' is no card"),
        ("0 swap 6H", "swap names a card and a meld"),
        ("0 swap 6H 2 low", "swap names a card and a meld"),
        ("0 knock 7H 2S 2H 2D", "knock names one card, then ':' and melds"),
        ("0 knock 7H :", "'' is no card"),
        ("0 biggin 7H", "biggin names no card, only ':' and melds"),
        ("0 biggin 7H : 2S 2H 2D", "biggin names no card, only ':' and melds"),
        ("0 biggin :", "'' is no card"),
    ],
)
def test_an_invalid_move_text_is_explained(text: str, why: str) -> None:
    with pytest.raises(ValueError, match="^" + re.escape(why)):
        parse_move(text)


PIECES = st.sampled_from(
    [
        "0",
        "1",
        "12",
        "draw",
        "takeback",
        "meld",
        "layoff",
        "swap",
        "discard",
        "knock",
        "7H",
        "XX",
        "low",
        "high",
        "!",
        ":",
        "/",
        "",
    ]
)


@given(st.lists(PIECES, max_size=8).map(" ".join) | st.text(max_size=12))
def test_a_move_has_one_text_form_only(text: str) -> None:
    """Every text that can be parsed is written back exactly."""
    try:
        move = parse_move(text)
    except ValueError:
        return
    assert str(move) == text


def test_a_move_without_its_card_or_meld_raises_an_error() -> None:
    with pytest.raises(ValueError, match="layoff needs a card"):
        _ = Move(0, Verb.LAYOFF).named
    with pytest.raises(ValueError, match="swap needs a meld"):
        _ = Move(0, Verb.SWAP, 3).onto
