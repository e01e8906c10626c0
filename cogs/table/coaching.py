"""The coach in private panels: one line per moment during a player's first games of a family, and none twice."""

import asyncio
import logging
from dataclasses import dataclass
from typing import Final

from cachetools import LRUCache

from bot.play.service.table import Table
from bot.play.state.errors import StoreError
from bot.play.state.people import PeopleStore, Preferences
from bot.play.state.values import Stamp
from bot.players.coaching import CoachLine, CoachScope, CoachTip
from bot.players.hints import advice_at_hand, coach_tip
from bot.rummy.families import Variant
from bot.rummy.options import PRESETS
from bot.rummy.views import View
from cogs.table.panels.panel import Owner
from cogs.table.screens.scene import Scene

logger = logging.getLogger(__name__)

FIRST_GAMES: Final = 5
"""The number of finished games of a family after which the coach is silent there."""
_REMEMBERED: Final = 20_000


@dataclass(slots=True)
class _Player:
    """A coached player at a table: the lines they have read, and the newest one with the moment it belongs to.

    ``given`` is None if they have finished their first games.
    """

    given: set[CoachLine] | None
    at: Stamp | None = None
    tip: CoachTip | None = None


class Coaching:
    """Chooses the coach's lines. A line stays until the table moves on."""

    def __init__(self, people: PeopleStore) -> None:
        self._people = people
        self._players: LRUCache[Owner, _Player] = LRUCache(_REMEMBERED)
        self._locks: LRUCache[Owner, asyncio.Lock] = LRUCache(_REMEMBERED)

    async def tip(self, table: Table, person: Preferences, scene: Scene) -> CoachTip | None:
        """Return the line for the player of a panel; None if there's nothing to say, or they don't want the coach.

        ``scene`` is the panel's: it knows what assistance the table and the player allow.
        """
        if not person.coach or scene.seat is None or scene.seat in scene.presence.away:
            return None
        view = table.view(scene.seat)
        if not view.moves:
            return None
        owner = Owner(table.row.id, person.user)
        try:
            async with self._locks.setdefault(owner, asyncio.Lock()):
                player = await self._player(owner, table)
                if player.at == scene.stamp or player.given is None:
                    return player.tip
                tip = await _tip(view, _scope(scene), frozenset(player.given))
                player.at, player.tip = scene.stamp, None
                if tip is not None:
                    player.given.add(tip.line)
                    if self._people.give(person.user, tip.line.name.lower()):
                        player.tip = tip
                return player.tip
        except StoreError as error:
            logger.warning("the coach's lines can't be read", exc_info=error)
            return None

    def forget(self, owner: Owner) -> None:
        """Forget what a player has read at a table whose game is over."""
        self._players.pop(owner, None)
        self._locks.pop(owner, None)

    async def _player(self, owner: Owner, table: Table) -> _Player:
        """Return what is known about a player at a table. Raises StoreError."""
        found = self._players.get(owner)
        if found is None:
            family = table.row.options.family
            variants = [variant for variant in Variant if PRESETS[variant].family is family]
            coached = await self._people.coached(owner.user, variants)
            given = {line for line in CoachLine if line.name.lower() in coached.lines}
            found = self._players[owner] = _Player(given if coached.games < FIRST_GAMES else None)
        return found


async def _tip(view: View, scope: CoachScope, given: frozenset[CoachLine]) -> CoachTip | None:
    """Return a new line for a moment; computed in a thread if it needs advice, which may take long."""
    if scope is CoachScope.WORDS or advice_at_hand(view) is not None:
        return coach_tip(view, scope, given)
    return await asyncio.to_thread(coach_tip, view, scope, given)


def _scope(scene: Scene) -> CoachScope:
    """Return how much the coach may say at a table."""
    if scene.unassisted:
        return CoachScope.WORDS
    return CoachScope.ADVICE if scene.hints else CoachScope.ASSISTED
