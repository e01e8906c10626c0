"""The messages of the program, extracted once per process: reading the whole source takes most of a second."""

import asyncio
from functools import cache

from bot.program.cli.texts import FOLDERS, REASONS, ROOT, commands_of_the_bot
from bot.text.extraction import ExtractedMessage, messages


@cache
def source_messages() -> tuple[ExtractedMessage, ...]:
    """Return the messages of the source, as `remik texts extract` finds them."""
    return tuple(messages(ROOT, FOLDERS, REASONS))


@cache
def command_messages() -> tuple[ExtractedMessage, ...]:
    """Return the texts of all commands. Not for tests that run in an event loop."""
    return asyncio.run(commands_of_the_bot())


def every_message() -> tuple[ExtractedMessage, ...]:
    """Return all messages. Not for tests that run in an event loop."""
    return (*source_messages(), *command_messages())
