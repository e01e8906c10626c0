"""Custom ids of tables and pages: each is parsed back to what it was made from, and other texts are refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.play.state.values import Stamp
from bot.rummy.cards import JOKER, PACK, code
from bot.rummy.moves import Move, RunEnd, Verb
from bot.text.rules import OPTION_NAMES
from cogs.edge.custom_ids import (
    LONGEST,
    LONGEST_ARGUMENT,
    PageId,
    TableAction,
    TableId,
    move_argument,
    move_from,
    page_id,
    parse,
    parse_page_id,
)

WORDS = st.from_regex(r"[a-z][a-z0-9-]{0,15}", fullmatch=True)
PAGE_ARGUMENTS = st.lists(st.from_regex(r"[A-Za-z0-9_-]{1,19}", fullmatch=True), max_size=4).map(tuple)
CARDS = st.sampled_from([*PACK, JOKER])
LAYS = st.one_of(
    st.builds(Move, st.just(2), st.just(Verb.MELD), cards=st.lists(CARDS, min_size=3, max_size=13).map(tuple)),
    st.builds(
        Move,
        st.just(2),
        st.just(Verb.LAYOFF),
        CARDS,
        meld=st.integers(0, 99),
        end=st.one_of(st.none(), st.sampled_from(RunEnd)),
    ),
    st.builds(Move, st.just(2), st.just(Verb.SWAP), CARDS, meld=st.integers(0, 99)),
)
STAMPS = st.builds(Stamp, st.integers(0, 10**9), st.integers(0, 9999))
ARGUMENTS = st.one_of(
    st.none(),
    st.sampled_from([code(card) for card in PACK]),
    st.sampled_from(OPTION_NAMES),
    st.integers(0, 10**9).map(str),
    LAYS.map(move_argument),
)
IDS = st.builds(TableId, st.integers(1, 2**63 - 1), st.sampled_from(TableAction), STAMPS, ARGUMENTS)


@given(IDS)
def test_an_id_reads_back_and_fits(custom_id: TableId) -> None:
    assert parse(str(custom_id)) == custom_id
    assert len(str(custom_id)) <= LONGEST


def test_the_longest_argument_fits() -> None:
    render = f"{10**9 - 1}_{max(OPTION_NAMES, key=len)}"
    run = move_argument(Move(0, Verb.MELD, cards=(JOKER,) * 13))
    for argument in (render, run, "x" * LONGEST_ARGUMENT):
        longest = TableId(2**63 - 1, max(TableAction, key=len), Stamp(10**10 - 1, 9999), argument)
        assert parse(str(longest)) == longest
        assert len(str(longest)) <= LONGEST


@given(LAYS)
def test_a_lay_reads_back_from_an_argument(move: Move) -> None:
    assert move_from(move_argument(move), move.seat) == move


@pytest.mark.parametrize("argument", ["", "meld_7H", "layoff_7H", "fly_7H", "meld_7H_8H_ZZ", "0_draw", "swap_7H_-1"])
def test_an_argument_that_is_not_a_move_is_none(argument: str) -> None:
    assert move_from(argument, 0) is None


@given(st.text(max_size=120))
def test_other_text_is_not_parsed_as_an_id(text: str) -> None:
    found = parse(text)
    assert found is None or str(found) == text


@given(IDS, st.integers(0, 60), st.characters())
def test_a_forged_id_is_none_or_reads_back_unchanged(custom_id: TableId, place: int, sign: str) -> None:
    text = str(custom_id)
    forged = text[:place] + sign + text[place + 1 :]
    found = parse(forged)
    assert found is None or str(found) == forged


@pytest.mark.parametrize(
    "text",
    [
        None, 7, "", "r1", "r1:1:draw", "r1:0:draw:0", "r1:-1:draw:0", "r1:01:draw:0", "r1:1:draw:00", "r1:1:draw:0:",
        "r1:1:draw:0.0", "r1:1:draw:1.", "r1:1:draw:1.2.3", "r2:1:draw:0", "r1:1:explode:0", "r1:1:draw:0:7H:7H",
        "r1:1:draw:0:7 H", " r1:1:draw:0", "r1:1:draw:0\n",
        "r1:1:discard:0:" + "A" * 100, "r1:٣:draw:0", f"r1:{'9' * 40}:draw:0",
    ],
)  # fmt: skip
def test_malformed_ids_are_none(text: object) -> None:
    assert parse(text) is None


@pytest.mark.slow
@given(WORDS, PAGE_ARGUMENTS)
def test_a_page_id_reads_back_fits_and_is_none_of_a_table(word: str, arguments: tuple[str, ...]) -> None:
    written = page_id(word, *arguments)
    assert parse_page_id(written) == PageId(word, arguments)
    assert len(written) <= LONGEST
    assert parse(written) is None


@given(st.one_of(st.text(), st.none(), st.integers(), st.from_regex(r"l1:.{0,120}")))
def test_anything_else_is_no_page_id_or_reads_back_as_it_is(text: object) -> None:
    read = parse_page_id(text)
    assert read is None or str(read) == text


@pytest.mark.parametrize(
    "text", ["l1", "l1:", "l1::a", "l1:A", "l1:a:", "l1:a: ", "l2:a", "l1:a\n", "l1:a:ł", "x" * 101]
)
def test_what_nobody_wrote_is_no_page_id(text: str) -> None:
    assert parse_page_id(text) is None


@pytest.mark.parametrize("argument", ["", "a b", "a:b", "x" * 100])
def test_a_page_id_that_would_not_read_back_raises_an_error(argument: str) -> None:
    with pytest.raises(ValueError, match="no custom id"):
        page_id("page", argument, "")
