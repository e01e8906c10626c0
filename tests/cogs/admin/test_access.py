"""Permissions of `/rummy-admin`: forged commands and clicks, permissions taken away, a server's overrides; the log."""

import json
import sqlite3
from collections.abc import Callable
from typing import Any

import pytest

from bot.playground import MEMBER, Permission, Person
from bot.playground.registry import BOOLEAN, INTEGER, STRING, USER
from cogs.admin.section import GROUP
from data.location import DatabaseError
from data.people import servers as server_store
from data.tables import log_steps
from data.tables import store as table_store
from tests.cogs.answered import said
from tests.end_to_end.club import Club

BY_ITSELF = {"facts", "panels"}
REFUSED = "Only members who manage this server can do that"
VALUES: dict[int, str | float] = {STRING: "1", INTEGER: 1, BOOLEAN: True}
CLICKS = (
    ("l1:setup", None),
    ("l1:setup:defaults", None),
    ("l1:setup-set:defaults:friendly", None),
    ("l1:setup-set:lounge:here", None),
    ("l1:setup-choose:language:language:1", ["en"]),
    ("l1:server-look:deck:1", ["four"]),
)


def rows(club: Club) -> dict[str, list[tuple[object, ...]]]:
    """Return everything in the database that an admin can change; the bot stores its facts and panels by itself."""
    with sqlite3.connect(f"file:{club.file}?mode=ro", uri=True) as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        changed = names - BY_ITSELF
        found = {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in changed}  # noqa: S608
    connection.close()
    return found


async def refuses(club: Club, who: Person) -> bool:
    """Return whether a member's forged admin command is refused."""
    return REFUSED in (await said(club, who.forge_slash(club.channel, f"{GROUP} log", {}))).text


def filled_in(club: Club, line: str) -> dict[str, str | float]:
    """Return valid values for a command's options that need no lookup."""
    found: dict[str, str | float] = {}
    for option in club.standin.options(line):
        if option.get("choices"):
            found[option["name"]] = option["choices"][0]["value"]
        elif option["type"] in VALUES:
            found[option["name"]] = option.get("min_value") or VALUES[option["type"]]
    return found


async def test_forged_commands_and_clicks_of_other_members_change_nothing(club: Club) -> None:
    await club.lobby("gin")
    await club.settled()
    before = rows(club)
    lines = [line for line in club.standin.commands() if line.startswith(GROUP)]
    assert len(lines) > 20
    for line in lines:
        answer = await said(club, club.bob.forge_slash(club.channel, line, filled_in(club, line)))
        assert answer.ephemeral
        is_unreadable = any(one["type"] == USER and one.get("required") for one in club.standin.options(line))
        assert ("That command didn't work" if is_unreadable else REFUSED) in answer.text, line
    for forged, values in CLICKS:
        assert REFUSED in (await said(club, club.bob.forge(club.newest(), forged, values=values))).text, forged
    assert rows(club) == before
    closed = await said(club, club.eve.slash(club.channel, f"{GROUP} close"))
    assert "The table is closed" in closed.text


async def choices(club: Club, who: Person, line: str, option: str) -> list[object]:
    """Return what a member is offered for an option of an admin command, also if Discord's client wouldn't ask."""
    answer = await who.forge_slash(club.channel, f"{GROUP} {line}", {option: ""}, focused=option)
    assert not answer.failed
    return [*answer.choices]


async def test_choices_are_offered_only_to_members_who_may_use_the_command(club: Club) -> None:
    lists = [
        (line.removeprefix(f"{GROUP} "), option["name"])
        for line in club.standin.commands()
        for option in club.standin.options(line)
        if line.startswith(GROUP) and option.get("autocomplete")
    ]
    assert len(lists) > 12
    assert [one for one in lists if await choices(club, club.bob, *one)] == []
    assert all([await choices(club, club.eve, *one) for one in (("language", "language"), ("defaults", "preset"))])
    club.guild.override(GROUP, club.eve, allowed=False)
    club.guild.override(GROUP, club.bob, allowed=True)
    while await choices(club, club.eve, "language", "language"):  # until the bot has read the overrides
        await club.settled()
    assert await choices(club, club.bob, "language", "language")


async def test_a_permission_that_was_taken_away_ends_at_the_next_click(club: Club) -> None:
    page = await said(club, club.eve.slash(club.channel, f"{GROUP} setup"))
    club.guild.state.members[club.eve.id].permissions = MEMBER
    assert REFUSED in (await said(club, club.eve.forge(page, "l1:setup-set:defaults:friendly"))).text
    assert club.bot is not None
    assert club.bot.stores.servers.of(club.guild.id).rated
    club.guild.state.members[club.eve.id].permissions = MEMBER | Permission.ADMINISTRATOR
    club.guild.override(GROUP, club.eve, allowed=False)
    assert not await refuses(club, club.eve), "overrides don't bind administrators"


async def test_a_servers_overrides_decide_for_members_and_roles(club: Club) -> None:
    assert await refuses(club, club.bob)
    assert not await refuses(club, club.eve)
    guild = club.guild
    helpers = guild.add_role("helpers", club.bob, club.cyd)
    guild.override(GROUP, club.eve, allowed=False)
    guild.override(GROUP, helpers, allowed=True)
    assert club.bot is not None
    found = club.bot.client.get_guild(guild.id)
    assert found is not None
    await club.standin.until(lambda: found.get_role(helpers.id))
    await club.standin.until(lambda: club.standin.quiet)
    assert await refuses(club, club.eve)
    assert not await refuses(club, club.bob)
    guild.override(GROUP, club.cyd, allowed=False)
    await club.standin.until(lambda: club.standin.quiet)
    assert await refuses(club, club.cyd), "a member's own override counts before those of roles"
    assert not (await said(club, club.bob.slash(club.channel, f"{GROUP} setup"))).text.startswith("Only members")
    club.standin.fail_next("GET", "commands/permissions", status=403, times=100)
    club.standin.advance(61)
    assert not await refuses(club, club.eve), "without an answer from Discord, Manage Server decides"
    assert await refuses(club, club.dan)


@pytest.mark.parametrize("action", ["close lobby", "close game", "remove lobby", "remove game", "presets", "export"])
async def test_an_action_and_its_audit_entry_are_stored_together(
    club: Club, action: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the entry can't be written, nothing happens; afterwards both do."""
    if action.endswith("game"):
        await club.table("gin")
    else:
        await club.lobby("gin")
    assert club.bot is not None
    await club.settled()
    with sqlite3.connect(club.file) as connection:
        values = (club.guild.id, "evening", "Evening", "gin", json.dumps({}), club.ala.id, 1)
        connection.execute("INSERT INTO presets VALUES (?, ?, ?, ?, ?, ?, ?)", values)
    connection.close()
    before = rows(club)

    def broken(*_: object) -> None:
        raise DatabaseError("the disk is full")

    async def fails(*_: object) -> None:
        broken()

    asked: dict[str, Any] = {}
    if action.startswith("remove"):
        asked["member"] = club.bob
    if action == "presets":
        asked["delete"] = "evening"

    def audit() -> list[tuple[object, ...]]:
        return [row for name, found in rows(club).items() if name == "deeds" for row in found]

    async def act() -> str:
        return (await said(club, club.eve.slash(club.channel, f"{GROUP} {action.partition(' ')[0]}", **asked))).text

    places: tuple[Callable[[pytest.MonkeyPatch], None], ...] = (
        lambda patch: patch.setattr(table_store, "write_entry", fails),
        lambda patch: patch.setattr(log_steps, "entry_values", broken),
        lambda patch: patch.setattr(server_store, "write_entry", fails),
        lambda patch: patch.setattr("data.people.audit_log.write_entry", fails),
    )
    with monkeypatch.context() as patch:
        for place in places:
            place(patch)
        assert "The database isn't answering" in await act()
    assert {name: found for name, found in rows(club).items() if name != "people"} == {
        name: found for name, found in before.items() if name != "people"
    }
    assert "The database isn't answering" not in await act()
    assert len(audit()) == 1
