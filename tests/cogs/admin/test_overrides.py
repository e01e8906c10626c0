"""Who may use `/rummy-admin` by a server's integration settings: Discord's rules, case by case."""

from typing import Any
from unittest.mock import Mock

import discord
import pytest

from cogs.admin.section import Overrides, ServerOverrides

GUILD, CHANNEL, ROLE, OTHER_ROLE, USER = 100, 200, 300, 301, 400
EVERYONE, ALL_CHANNELS = (1, GUILD), (3, GUILD - 1)
HERE, ROLES, OTHERS, OWN = (3, CHANNEL), (1, ROLE), (1, OTHER_ROLE), (2, USER)
NONE: Overrides = {}


def interaction(*, in_thread: bool = False) -> Any:  # noqa: ANN401 - what the library passes
    """Return an interaction of a member with two roles and the one that everyone has."""
    roles = [Mock(id=number) for number in (GUILD, ROLE, OTHER_ROLE)]
    channel = Mock(spec=discord.Thread, parent_id=CHANNEL) if in_thread else Mock(spec=discord.TextChannel)
    return Mock(
        guild_id=GUILD,
        channel=channel,
        channel_id=999 if in_thread else CHANNEL,
        user=Mock(spec=discord.Member, id=USER, roles=roles),
    )


@pytest.mark.parametrize("in_thread", [False, True])
@pytest.mark.parametrize(
    ("command", "application", "expected"),
    [
        (NONE, NONE, (False, True)),  # as the member's permissions say
        ({HERE: False}, NONE, (False, False)),
        ({HERE: False, OWN: True}, NONE, (False, False)),
        ({ALL_CHANNELS: False}, NONE, (False, False)),
        ({ALL_CHANNELS: False, HERE: True}, NONE, (False, True)),
        (NONE, {HERE: False}, (False, False)),
        ({HERE: True}, {HERE: False}, (False, True)),
        ({OWN: True}, NONE, (True, True)),
        ({OWN: False, ROLES: True}, NONE, (False, False)),
        ({ROLES: False, OTHERS: True}, NONE, (True, True)),
        ({ROLES: False, EVERYONE: True}, NONE, (False, False)),
        ({EVERYONE: True}, NONE, (True, True)),
        ({EVERYONE: False}, NONE, (False, False)),
        (NONE, {OWN: False}, (False, False)),
        (NONE, {EVERYONE: False}, (False, False)),
        (NONE, {OWN: True}, (False, True)),  # those for all commands can only forbid
        ({OWN: True}, {OWN: False}, (True, True)),
    ],
)
def test_overrides_decide_as_on_discord(
    command: Overrides, application: Overrides, expected: tuple[bool, bool], in_thread: bool
) -> None:
    settings, used = ServerOverrides(command, application), interaction(in_thread=in_thread)
    assert tuple(settings.allow(used, by_default=allowed) for allowed in (False, True)) == expected
