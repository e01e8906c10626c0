"""What `remik run` loads before it logs in: nothing that only later moments or other databases need."""

import subprocess
import sys

LATER = {
    "PIL",
    "render.pictures",
    "bot.players.gin.player",
    "sqlalchemy.dialects.postgresql",
    "alembic",
    "bot.bench",
    "bot.playground",
    "prometheus_client",  # only with the extra `metrics`
    "asyncpg",
    "uvloop",
}


def test_the_bot_starts_without_what_it_needs_later() -> None:
    code = f"import sys, bot.program.app, bot.program.cli.run; print(*({LATER} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603 - our own
    assert done.stdout.strip() == ""
