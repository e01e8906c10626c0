"""Record the answers of an earlier version to clicks on its messages: ``python -m tests.earlier.answers FOLDER``.

The clicks are made one after the other on the folder's database. ``answers.json`` lists each click with its result; if
its message is null, it's a click on the answer to the previous one. ``tables.json`` describes the state of each running
game, ``records.jsonl`` contains the records of finished games. Run it again only after a deliberate change of an
answer, and review the differences; with ``--repeat`` after a change of the buttons that answers offer, which keeps the
clicks and refuses to write any other difference.
"""

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from tests.earlier.kept import records_of, resumed
from tests.earlier.remembered import Remembered, open_remembered

LATE: Final = (
    *("fx-mine", "fx-play", "fx-join", "nudge", "down", "pass", "claim", "undo"),
    *("take", "draw", "step", "throw", "knocks", "knock", "discard", "next"),
    *("decline", "switches", "value", "variant", "reset", "preset", "forget", "join"),
    *("cut", "start", "leave", "cancel", "rematch", "giveup", "fx-leave", "forget-me"),
)
"""Actions that change something. They are clicked in this order, after all others."""
INSTEAD: Final = {"take": "draw", "knocks": "knock"}
"""Actions clicked in their own place at every third table, and right after another action at the others."""
MEANINGLESS: Final = (
    *("r1:999:draw:0", "r1:1:nothing:0", "r1:0:draw:0"),
    *("l1:nothing", "l1:history:1:2:3:4", "l1:game", "x"),
)
"""Custom ids that no message has ever had, or that are incomplete."""
TYPED: Final = {"code": "1W3-N8", "save": "Kept"}
"""Texts for the fields of a modal; other fields get a 7."""
SCREEN: Final[dict[str, Any]] = {"ids": [], "text": ""}
"""The parts of an answer that may change with the screens."""
TABLES: Final = 5
"""The number of tables at which actions that change nothing are clicked."""


def action_of(custom_id: str) -> str:
    words = custom_id.split(":")
    return words[2] if words[0] == "r1" else words[1]


def values_of(club: Remembered, part: dict[str, Any]) -> list[str] | None:
    """Return values to choose in a select, if possible ones that aren't chosen yet; None for a button."""
    if part["type"] == 2:
        return None
    if part["type"] != 3:
        return [next(str(one.id) for one in club.members.values() if one.name == "Dan")]
    options = [option["value"] for option in part["options"] if not option.get("default")]
    return (options or [option["value"] for option in part["options"]])[: max(1, part.get("min_values", 1))]


def clicks_in(club: Remembered, screens: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the clicks to make: first actions that change nothing, at a few tables, then the others, by all players."""
    found = [(message, part) for message in screens["messages"] for part in message["parts"]]
    counts: Counter[str] = Counter()
    seen: set[tuple[str, str, int]] = set()
    for message, part in sorted(found, key=lambda one: _order(one[1]["custom_id"])):
        action, table = action_of(part["custom_id"]), part["custom_id"].split(":")[1]
        late = action in LATE
        for who in people_for(club, message, part["custom_id"], late=late):
            kind = (action, "outsider") if who in club.outsiders else (action, "player")
            if part.get("disabled") and (counts[f"{kind} disabled"] >= 1 or late):
                continue
            if (key := (part["custom_id"], action, who)) in seen:
                continue
            most = 40 if late and kind[1] == "player" else 2 if kind[1] == "outsider" else TABLES
            once = f"{kind} {table}" if part["custom_id"].startswith("r1") else f"{kind} {part['custom_id']}"
            if counts[str(kind)] >= most or counts[once] >= (2 if late else 1):
                continue
            seen.add(key)
            counts.update([str(kind), once] + [f"{kind} disabled"] * bool(part.get("disabled")))
            click = {"who": who, "message": message["id"], "custom_id": part["custom_id"]}
            values = values_of(club, part)
            yield click if values is None else {**click, "values": values}


def _order(custom_id: str) -> float:
    """Return the sort key of a click; negative for an action that changes nothing."""
    action = action_of(custom_id)
    if action not in LATE:
        return -1
    other = INSTEAD.get(action)
    return LATE.index(action) if other is None or int(custom_id.split(":")[1]) % 3 == 0 else LATE.index(other) + 0.5


def people_for(club: Remembered, message: dict[str, Any], custom_id: str, *, late: bool) -> list[int]:
    """List the users who click: the reader of a private message; on others an outsider and players of the table."""
    if message["reader"] is not None or message["direct"] is not None:
        return [message["reader"] or message["direct"]]
    words = custom_id.split(":")
    if words[0] == "r1":
        table = club.before[int(words[1])]
        named = [*table["seats"], *map(str, json.loads(table["invited"]))]
        people = [one for one in club.members if str(one) in named]
    else:
        people = list(club.members)[:2]
    return [*club.outsiders, *(people if late else people[:1])]


async def record(folder: Path, inside: Path) -> None:
    """Make all clicks, and write each answer and its changes to ``answers.json``."""
    screens = json.loads((folder / "screens.json").read_text("utf-8"))
    lines: list[dict[str, Any]] = []
    async with open_remembered(folder, inside) as club, club.running():
        covered = {action_of(part["custom_id"]) for message in screens["messages"] for part in message["parts"]}
        for click in clicks_in(club, screens):
            if club.messages[click["message"]].gone:
                continue
            came = await club.click(click)
            lines.append({"click": click, "came": came})
            if came["answer"] == "modal":
                fields = {name: TYPED.get(action_of(click["custom_id"]), "7") for name in came["fields"]}
                sent = {**click, "custom_id": came["custom_id"], "fields": fields}
                lines.append({"click": sent, "came": await club.click(sent)})
                continue
            if came["answer"] == "private":
                for part in club.answered_parts():
                    custom_id = part["custom_id"]
                    if (action := action_of(custom_id)) not in covered:
                        covered.add(action)
                        further = {"who": click["who"], "message": None, "custom_id": custom_id}
                        values = values_of(club, part)
                        further |= {} if values is None else {"values": values}
                        lines.append({"click": further, "came": await club.click(further)})
        for custom_id in MEANINGLESS:
            for message in screens["messages"][:2]:
                if not club.messages[message["id"]].gone:
                    click = {"who": club.outsiders[0], "message": message["id"], "custom_id": custom_id}
                    lines.append({"click": click, "came": await club.click(click)})
    _write(folder, lines)
    tables = await resumed(folder, inside)
    (folder / "tables.json").write_text(json.dumps(tables, indent=1) + "\n", "utf-8")
    records = await records_of(folder, inside)
    (folder / "records.jsonl").write_text("".join(f"{one}\n" for one in records.values()), "utf-8")


async def repeat(folder: Path, inside: Path) -> None:
    """Make the recorded clicks again, and write which buttons the answers offer now. ValueError if more has changed."""
    lines = json.loads((folder / "answers.json").read_text("utf-8"))
    async with open_remembered(folder, inside) as club, club.running():
        for line in lines:
            came, before = await club.click(line["click"]), line["came"]
            if {**came, **SCREEN} != {**before, **SCREEN}:
                raise ValueError(f"another answer or another change: {line['click']}: {came}, not {before}")
            line["came"] = came
    _write(folder, lines)


def _write(folder: Path, lines: list[dict[str, Any]]) -> None:
    text = ",\n".join(json.dumps(line, ensure_ascii=False) for line in lines)
    (folder / "answers.json").write_text(f"[\n{text}\n]\n", "utf-8")


if __name__ == "__main__":
    with TemporaryDirectory() as inside:
        (Path(inside) / "bot").mkdir()
        making = repeat if "--repeat" in sys.argv else record
        asyncio.run(making(Path(sys.argv[1]), Path(inside) / "bot"))
