"""Buttons of an earlier version are still answered and work as before.

``tests/earlier/2026-11`` has the database and the screens of the version from before the restructure. What is asserted
are the moves and settings that are kept and the ids that can be clicked next, never the wording of a sentence.
"""

import json
import logging
from pathlib import Path
from typing import Any, Final

import pytest

from tests.cogs.answered import said
from tests.earlier.kept import NOVEMBER_2026, rows_of
from tests.earlier.remembered import Remembered, open_remembered

ANSWERS: Final[list[dict[str, Any]]] = json.loads((NOVEMBER_2026 / "answers.json").read_text("utf-8"))


async def test_every_old_button_is_answered_once_and_works_as_before(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    differing = []
    async with open_remembered(NOVEMBER_2026, tmp_path) as club, club.running():
        for line in ANSWERS:
            came, expected = await club.click(line["click"]), line["came"]
            if "ids" in expected:
                expected = {**expected, "ids": club.sure(expected["ids"])}
            if {**came, "text": ""} != {**expected, "text": ""}:
                differing.append(f"{line['click']}\n  was: {expected}\n  now: {came}")
        refused = [request for request in club.standin.requests if request.status >= 400]
    assert not differing, f"{len(differing)} of {len(ANSWERS)}:\n" + "\n".join(differing[:5])
    assert {request.status for request in refused} <= {404}, "an interaction is answered once, and validly"
    assert [line for line in caplog.records if line.levelno >= logging.ERROR] == []


def test_the_old_clicks_cover_every_kind_of_message() -> None:
    """Moves, refusals, lobbies, modals and messages of leagues are among them."""
    came = [line["came"] for line in ANSWERS]
    changed = [news for one in came for news in one.get("changed", {}).values()]
    verbs = {entry.split(" ")[1] for news in changed for entry in news.get("log", ())}
    assert verbs >= {"pass", "draw", "discard", "knock", "meld", "claim", "undo", "next", "resign"}
    assert {news["status"] for news in changed if "status" in news} == {"lobby", "begun", "over", "cancelled"}
    assert {name for news in changed for name in news} >= {"seats", "options", "variant", "pace", "manner", "invited"}
    assert {one["answer"] for one in came} == {"private", "public", "modal"}
    assert len({line["click"]["custom_id"] for line in ANSWERS if line["click"]["custom_id"].startswith("l1:")}) > 40


async def test_a_game_with_a_deleted_channel_continues_in_another_one(tmp_path: Path) -> None:
    async with open_remembered(NOVEMBER_2026, tmp_path) as club, club.running():
        (table,) = [number for number, row in club.before.items() if _channel(club, number) is None and row["log"]]
        bob = next(person for person in club.members.values() if person.name == "Bob")
        elsewhere = next(one for one in club.guild.state.channels.values() if one.name == "desk")
        await said(club, bob.slash(elsewhere, "rummy table"))
        await club.settled()
        assert _channel(club, table) == "desk"
        assert club.tables()[table] == club.before[table], "something else about the game changed"
        shown = [part.custom_id for message in club.standin.messages(elsewhere) for part in message.buttons]
        assert any(custom_id.startswith(f"r1:{table}:hand:") for custom_id in shown)


def _channel(club: Remembered, table: int) -> str | None:
    """Return the name of a table's channel; None if the channel is gone."""
    ((channel,),) = rows_of(club.file, f"SELECT channel FROM tables WHERE id = {table}")  # noqa: S608 - a number
    found = club.guild.state.channels.get(channel)
    return None if found is None else found.name
