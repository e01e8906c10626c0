"""Database errors, each with one sentence that the operator can act on."""

from bot.play.state.errors import StoreError


class DatabaseError(StoreError):
    """The database can't be opened, read or written; the message says why, and what to do about it."""


class DatabaseUnavailableError(DatabaseError):
    """The database's server can't be reached or isn't ready; later it may be."""


class DatabaseInUseError(DatabaseError):
    """Another bot or another program uses the database, or another bot uses the token."""


class DatabaseLostError(DatabaseError):
    """The database's file was deleted or replaced while it was open: what is written to it is lost."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name} was deleted or replaced while the bot was running, so nothing can be stored: put the file back or "
            "restore a backup, and start the bot again"
        )


class NewerDatabaseError(DatabaseError):
    """The database was written by a newer version of this program."""

    def __init__(self, name: str, revision: str, newest: str) -> None:
        super().__init__(
            f"{name} was written by a newer version of this program (its schema is {revision}, the newest known here "
            f"is {newest}): update the program, or go back to a backup"
        )
