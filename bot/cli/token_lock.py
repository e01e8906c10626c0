"""The lock of a token: two bots on this machine that use it would each get every click."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Final

from data.process_lock import file_lock

_REFUSAL: Final = "another bot on this machine uses the same token"


@contextmanager
def only_with_token(token: str) -> Iterator[None]:
    """Hold the lock of a token. DatabaseError if another bot of this user has it.

    The file is named after the token's digest. It's locked in the folder of the login session and in the one for
    temporary files, since a service may have only the second.
    """
    name = f"{sha256(token.encode()).hexdigest()[:32]}.lock"
    with ExitStack() as stack:
        for folder in _folders():
            stack.enter_context(file_lock(folder / name, _REFUSAL))
        yield


def _folders() -> Iterator[Path]:
    """Yield folders for lock files that only this user can write to."""
    user = os.getuid() if hasattr(os, "getuid") else 0
    session = os.environ.get("XDG_RUNTIME_DIR")
    for parent in (*([Path(session)] if session else []), Path(tempfile.gettempdir())):
        folder = parent / f"remik-{user}"
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
            about = folder.lstat()
        except OSError:
            continue  # it doesn't exist, or can't be written: the other one is enough
        if folder.is_dir() and not folder.is_symlink() and about.st_uid == user and os.access(folder, os.W_OK):
            yield folder
