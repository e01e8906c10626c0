"""The lock of a token: two bots on this machine that use it would each get every click."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from bot.cli.heartbeat import token_files
from data.process_lock import file_lock


@contextmanager
def only_with_token(token: str) -> Iterator[list[Path]]:
    """Hold the lock of a token, and yield its files. DatabaseError if another bot of this user has it."""
    with ExitStack() as stack:
        files = token_files(token)
        for file in files:
            stack.enter_context(file_lock(file, _refusal))
        yield files


def _refusal(process: str, _: str) -> str:
    """Return why a second bot can't start."""
    return f"another bot on this machine uses the same token (process {process}): stop it before you start this one"
