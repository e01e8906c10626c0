"""Which servers belong to which slot, and how slots share what Discord allows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.play.state.slots import ONLY_SLOT, Slot, least_share, shares

SERVERS = [number << 22 | 17 for number in range(40)]


@pytest.mark.parametrize(("slots", "shards"), [(4, 16), (3, 8), (2, 2), (4, 5)])
def test_each_server_belongs_to_the_slot_of_its_shard_alone(slots: int, shards: int) -> None:
    every = [Slot(number, slots, shards) for number in range(slots)]
    assert [shard for slot in every for shard in slot.own_shards] == [*range(shards)]
    assert max(len(slot.own_shards) for slot in every) - min(len(slot.own_shards) for slot in every) <= 1
    for guild in SERVERS:
        (owner,) = [slot for slot in every if slot.serves(guild)]
        assert (guild >> 22) % shards in owner.own_shards
    assert [slot.number for slot in every if slot.serves(None)] == [0]


@pytest.mark.parametrize("slot", [ONLY_SLOT, Slot(0, 1, 8)])
def test_the_only_slot_has_all_servers(slot: Slot) -> None:
    assert all(slot.serves(guild) for guild in (None, *SERVERS))


@pytest.mark.parametrize(
    ("wanted", "granted"),
    [
        ([0, 0, 0, 0], [12, 12, 12, 11]),
        ([90, 0, 0, 0], [32, 5, 5, 5]),
        ([90, 90, 0, 0], [19, 18, 5, 5]),
        ([90, 14, 13, 0], [15, 14, 13, 5]),
        ([20, 0, 0, 0], [23, 8, 8, 8]),
    ],
)
def test_a_busy_slot_borrows_what_others_leave(wanted: list[int], granted: list[int]) -> None:
    assert sorted(shares(47, wanted), reverse=True) == granted
    assert shares(47, wanted)[0] == granted[0] or wanted[0] == wanted[1]


@given(budget=st.integers(1, 200), wanted=st.lists(st.integers(0, 300), min_size=1, max_size=12))
def test_shares_are_the_whole_budget_and_nobody_is_left_without(budget: int, wanted: list[int]) -> None:
    granted, slots = shares(budget, wanted), len(wanted)
    assert sum(granted) == max(budget, slots)
    assert all(share >= min(least_share(budget, slots), max(1, budget // slots)) for share in granted)
    for share, wish in zip(granted, wanted, strict=True):
        if share < wish:
            assert share >= max(1, budget // slots), "it wants more than an equal share, which it has"
