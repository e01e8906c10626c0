"""The lounge's screen: what it lists, and that Discord accepts the longest one."""

from dataclasses import replace
from typing import Any

import pytest

from bot.play.state.values import Player, TableRow
from bot.playground.errors import Faults
from bot.playground.validate import check_components, components_in
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from cogs.door.lounges import MOST_TABLES, lounge_screen
from tests.end_to_end.club import TEXTS
from tests.play.rows import row_of

NAME = "*" * 32


def rows(count: int) -> list[TableRow]:
    """Tables of German Rummy with three players each, whose names are as long as they can be."""
    row = row_of(options_for(Variant.GERMAN), seats=3)
    players = tuple(Player(player.user, NAME, player.cut) for player in row.seats)
    most = 2**63 - 1
    return [replace(row, id=most - n, guild=most, channel=most, message=most, seats=players) for n in range(count)]


def shown(count: int) -> list[dict[str, Any]]:
    """The components of a lounge with a number of tables, after checking that Discord accepts them."""
    view: Any = lounge_screen(TEXTS, rows(count))
    parts = view.to_components()
    faults = Faults()
    check_components(parts, v2=True, files=(), emojis=(), faults=faults)
    faults.check()
    return list(components_in(parts))


@pytest.mark.parametrize("count", [0, 1, MOST_TABLES, MOST_TABLES + 1, 500])
def test_it_lists_the_longest_waiting_tables_and_counts_the_rest(count: int) -> None:
    parts = shown(count)
    words = "\n".join(part.get("content", "") for part in parts)
    joins = [part["custom_id"] for part in parts if part.get("label") == "Join"]
    assert joins == [f"l1:sit:{row.id}" for row in rows(count)[:MOST_TABLES]]
    assert ("No table is waiting" in words) == (count == 0)
    assert (f"{count - MOST_TABLES} more table" in words) == (count > MOST_TABLES)
    assert len(parts) < 40, "room for a button more"
