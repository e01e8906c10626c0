"""The playground's page: a server on 127.0.0.1 that shows a stand-in for Discord to several people in a browser.

Every person has a separate document (`/pane/1`) with a live connection, over which the person acts as in Discord. A
pane gets only what that person may see. Only the stand-in is needed: the bot may start later, be slow, or stop.
"""

from bot.playground.page.pane import PageStep
from bot.playground.page.screen import Reader, message_on_page
from bot.playground.page.server import PlaygroundPage

__all__ = ["PageStep", "PlaygroundPage", "Reader", "message_on_page"]
