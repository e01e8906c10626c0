"""Exit statuses of the command line. They tell a supervisor whether to start the bot again (docs/operating.md)."""

from enum import IntEnum


# 78 keeps a supervisor from restarting what can't work, such as a wrong token: each try uses up a login. Discord or a
# database that is away is 75, also at the first start, before the network is up.
class ExitStatus(IntEnum):
    """What a command ends with. The numbers from 64 up are those of sysexits.h."""

    OK = 0
    FAILED = 1  # an error that the program should have handled, or what the command found isn't right
    USAGE = 2  # wrong arguments, or a record that can't be read
    UNCHECKED = 3  # nothing is wrong, but the command couldn't check everything
    LOST = 74  # EX_IOERR: the database's file is gone
    UNAVAILABLE = 75  # EX_TEMPFAIL: Discord or the database can't be reached, another bot is running, or this one hung
    CONFIG = 78  # EX_CONFIG: the settings, the token or the database have to be changed first
