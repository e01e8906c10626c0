"""Database errors, each with one sentence that the operator can act on."""

from bot.play.errors import StoreError


class DatabaseError(StoreError):
    """The database can't be opened, read or written; the message says why, and what to do about it."""


class NewerDatabaseError(DatabaseError):
    """The database was written by a newer version of this program."""

    def __init__(self, name: str, revision: str, newest: str) -> None:
        super().__init__(
            f"{name} was written by a newer version of this program (its schema is {revision}, the newest known here "
            f"is {newest}): update the program, or go back to a backup"
        )
