"""Custom ids of pages: each is parsed back to what it was made from, and other texts are refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.edge.clicking.custom_ids import parse
from cogs.edge.clicking.page_ids import LONGEST, PageId, page_id, parse_page_id

WORDS = st.from_regex(r"[a-z][a-z0-9-]{0,15}", fullmatch=True)
ARGUMENTS = st.lists(st.from_regex(r"[A-Za-z0-9_-]{1,19}", fullmatch=True), max_size=4).map(tuple)


@pytest.mark.slow
@given(WORDS, ARGUMENTS)
def test_an_id_reads_back_fits_and_is_none_of_a_table(word: str, arguments: tuple[str, ...]) -> None:
    written = page_id(word, *arguments)
    assert parse_page_id(written) == PageId(word, arguments)
    assert len(written) <= LONGEST
    assert parse(written) is None


@given(st.one_of(st.text(), st.none(), st.integers(), st.from_regex(r"l1:.{0,120}")))
def test_anything_else_is_none_or_reads_back_as_it_is(text: object) -> None:
    read = parse_page_id(text)
    assert read is None or str(read) == text


@pytest.mark.parametrize(
    "text", ["l1", "l1:", "l1::a", "l1:A", "l1:a:", "l1:a: ", "l2:a", "l1:a\n", "l1:a:ł", "x" * 101]
)
def test_what_nobody_wrote_is_none(text: str) -> None:
    assert parse_page_id(text) is None


@pytest.mark.parametrize("argument", ["", "a b", "a:b", "x" * 100])
def test_an_id_that_would_not_read_back_raises_an_error(argument: str) -> None:
    with pytest.raises(ValueError, match="no custom id"):
        page_id("page", argument, "")
