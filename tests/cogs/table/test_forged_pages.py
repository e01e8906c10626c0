"""Forged ids of pages about tables: other servers' replays, and invitations that nobody made."""

import pytest

from bot.play.service import play_requests
from cogs.table.inviting import REFUSE
from cogs.table.screens.replay import REPLAY, REPLAY_GAME
from tests.cogs.unplugged import Unplugged
from tests.play.process import ids

NOTHING = "That button no longer works."


@pytest.fixture
async def over(unplugged: Unplugged) -> Unplugged:
    """A game that Ala has resigned."""
    table = await unplugged.table()
    await play_requests.resign(table, unplugged.ala.id, interaction=next(ids))
    return unplugged


@pytest.mark.parametrize(("custom_id", "values"), [(f"l1:{REPLAY}:1", None), (f"l1:{REPLAY_GAME}:1", ["1"])])
async def test_a_replay_is_for_the_server_of_the_game_and_its_players(
    over: Unplugged, custom_id: str, values: list[str] | None
) -> None:
    stranger = over.other.add_person("Dan")
    for person, channel in ((over.eve, over.channel), (over.ala, over.elsewhere)):
        seen = await over.click(person, custom_id, values=values, channel=channel)
        assert "deal 1 of 1" in seen.text
        assert len(seen.files) == 1
    refused = await over.click(stranger, custom_id, values=values, channel=over.elsewhere)
    assert NOTHING in refused.text
    assert not refused.files


async def test_only_another_player_of_the_table_can_be_refused_as_an_inviter(over: Unplugged) -> None:
    people = over.bot.stores.people
    for inviter in (over.bob, over.eve):
        assert NOTHING in (await over.click(over.bob, f"l1:{REFUSE}:{inviter.id}:1")).text
    assert await people.refused_by(over.bob.id) == ()
    await over.click(over.bob, f"l1:{REFUSE}:{over.ala.id}:1")
    assert await people.refused_by(over.bob.id) == (over.ala.id,)
