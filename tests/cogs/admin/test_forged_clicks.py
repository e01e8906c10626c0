"""Forged clicks on the screens of `/rummy-admin`: members who don't manage the server can't use them."""

import pytest

from bot.play.state.errors import TableReason
from tests.cogs.unplugged import Unplugged
from tests.refusals import sentence


@pytest.mark.parametrize(
    "custom_id", ["setup", "setup:channels:0", "setup-set:defaults:friendly", "setup-set:lounge:here"]
)
async def test_members_who_do_not_manage_the_server_cannot_change_it(unplugged: Unplugged, custom_id: str) -> None:
    before = unplugged.bot.stores.servers.of(unplugged.guild.id)
    answer = await unplugged.click(unplugged.ala, f"l1:{custom_id}")
    assert sentence(TableReason.NO_ADMIN) in answer.text
    assert unplugged.bot.stores.servers.of(unplugged.guild.id) == before
