"""Which servers belong to which slot."""

import pytest

from bot.play.state.slots import ONLY_SLOT, Slot

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
