"""What the program remembers of itself."""

from pathlib import Path

from data.database import open_database
from data.facts import Facts


async def test_a_fact_outlives_a_restart_and_is_replaced_by_the_next(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'remik.db'}"
    database = await open_database(url)
    assert await Facts(database).get("commands") is None
    await Facts(database).put("commands", "one")
    await Facts(database).put("commands", "two")
    await database.close()
    database = await open_database(url)
    assert await Facts(database).get("commands") == "two"
    assert await Facts(database).get("others") is None
    await database.close()
