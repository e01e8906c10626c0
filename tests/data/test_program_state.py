"""The store of the program's own state."""

from pathlib import Path

from data.database import open_database
from data.people.store import SqlProgramState


async def test_a_value_survives_a_restart_and_is_replaced_by_the_next(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'remik.db'}"
    database = await open_database(url)
    assert await SqlProgramState(database).get("commands") is None
    await SqlProgramState(database).put("commands", "one")
    await SqlProgramState(database).put("commands", "two")
    await database.close()
    database = await open_database(url)
    assert await SqlProgramState(database).get("commands") == "two"
    assert await SqlProgramState(database).get("others") is None
    await database.close()
