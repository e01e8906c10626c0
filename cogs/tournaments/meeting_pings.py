"""Tells players of the times of their fixtures, in the channel of the tournament or in direct messages."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import discord

from bot.play.state.people import Notifications
from bot.play.state.ports import Names
from bot.play.state.tournament_ports import TournamentRow
from bot.play.state.values import PingResult
from bot.text.catalogs import Catalogs, Texts
from bot.tournaments.values import Fixture
from cogs.edge.channels import DiscordChannels
from cogs.edge.discord_errors import Trouble, trouble_of
from cogs.edge.layout import full_moment, plain_name
from cogs.edge.messages import Post
from cogs.tournaments.screens.parts import tournament_link

logger = logging.getLogger(__name__)

PATIENCE: Final = 10.0
"""Seconds to wait for Discord. After that it's tried again later."""
_REFUSED: Final = (Trouble.FORBIDDEN, Trouble.NO_CHANNEL, Trouble.GONE, Trouble.REFUSED)
"""Errors that a retry wouldn't fix."""


class DiscordMeetingAnnouncer:
    """Sends the notices about times of fixtures."""

    def __init__(
        self, channels: DiscordChannels, catalogs: Catalogs, names: Names, reaches: Callable[[int], bool]
    ) -> None:
        self._channels = channels
        self._catalogs = catalogs
        self._names = names
        self._reaches = reaches

    def reaches(self, guild: int) -> bool:
        """Return whether the bot can reach a server."""
        return self._reaches(guild)

    async def tell(
        self, tournament: TournamentRow, fixture: Fixture, user: int, notifications: Notifications
    ) -> PingResult:
        """Notify a player of the time that the other suggests, or remind them of the agreed one."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._send(tournament, fixture, user, notifications)
        except discord.HTTPException as error:
            trouble = trouble_of(error)
            logger.info("notice of a fixture's time was rejected", extra={"league": tournament.id, "code": error.code})
            return PingResult.FAILED if trouble in _REFUSED else PingResult.LATER
        except (OSError, TimeoutError):
            return PingResult.LATER
        return PingResult.SENT

    async def _send(self, row: TournamentRow, fixture: Fixture, user: int, notifications: Notifications) -> None:
        """Send a notice in the server's language. Raises discord.HTTPException, OSError."""
        texts = self._catalogs.texts(self._channels.locale(row.guild), self._channels.look(row.guild))
        names = await self._names.names(row.guild, fixture.pair)
        other = next((names.get(one, "") for one in fixture.pair if one != user), "")
        words = meeting_words(texts, row, fixture, plain_name(other))
        direct = notifications is Notifications.DIRECT
        post = Post(("meeting", fixture.id, fixture.meeting, fixture.is_agreed, user, direct), lasting=True)
        if direct:
            await self._channels.write(user, words, post)
        else:
            await self._channels.ping(row.channel, user, f"<@{user}> {words}", post)


def meeting_words(texts: Texts, row: TournamentRow, fixture: Fixture, other: str) -> str:
    """Return the notice for a player of a fixture whose opponent is ``other``."""
    values = {
        "name": other,
        "tournament": plain_name(row.name, len(row.name)),
        "time": full_moment(fixture.meeting or 0),
        "link": tournament_link(row),
    }
    if fixture.is_agreed:
        return texts.t("Reminder: you play {name} in the tournament {tournament} at {time}: {link}", **values)
    return texts.t(
        "{name} suggests a time for your game in the tournament {tournament}: {time}. Press *Set a time* to accept or "
        "to suggest another: {link}",
        **values,
    )
