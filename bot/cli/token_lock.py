"""The lock of a token: two bots on this machine that use it would each get every click."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from bot.cli.heartbeat import token_files
from data.process_lock import file_lock

_REFUSAL: Final = "another bot on this machine uses the same token"


@contextmanager
def only_with_token(token: str) -> Iterator[list[Path]]:
    """Hold the lock of a token, and yield its files. DatabaseError if another bot of this user has it."""
    with ExitStack() as stack:
        files = token_files(token)
        for file in files:
            stack.enter_context(file_lock(file, _REFUSAL))
        yield files
