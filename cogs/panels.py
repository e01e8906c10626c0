"""Private panels: each player's newest one at a table, and which cards they have picked.

A private message can only be changed through the token of the interaction that made it, and only for a quarter of an
hour. Tokens stay in memory.
"""

import logging
from collections import Counter, OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, TypeVar

import discord

from bot.play.people import People, Person
from bot.play.ports import Clock, StoreError
from bot.play.session import Table
from bot.rummy.cards import Card
from bot.rummy.views import MeldsView
from bot.text.catalogue import Catalogues
from cogs.emojis import CardEmojis
from cogs.messages import Message, send_plainer
from cogs.screens.melds_offers import NO_PICKS, Picks
from cogs.screens.parts import LONGEST_LIST
from cogs.screens.sorting import in_order_of, sorting_from
from cogs.showing import Showing, seat_at
from cogs.tasks import Tasks
from cogs.troubles import trouble_of

T = TypeVar("T")

logger = logging.getLogger(__name__)

FRESH: Final = 14 * 60_000 + 30_000
"""Milliseconds for which a token is taken for good; Discord gives it fifteen minutes."""
_REMEMBERED: Final = 20_000


class Owner(NamedTuple):
    """Whose panel: a table, a user."""

    table: int
    user: int


@dataclass(frozen=True, slots=True)
class _Panel:
    """The newest panel: the interaction whose original response it is, and when that came in, epoch milliseconds."""

    interaction: discord.Interaction
    at: int


class Panels:
    """The newest panel of everybody, kept up to date while its token is fresh."""

    def __init__(
        self, showing: Showing, catalogues: Catalogues, clock: Clock, people: People, emojis: CardEmojis
    ) -> None:
        self._showing = showing
        self._catalogues = catalogues
        self._clock = clock
        self._people = people
        self._emojis = emojis
        self._tasks = Tasks()
        self._panels: OrderedDict[Owner, _Panel] = OrderedDict()  # the oldest first
        self._picks: OrderedDict[Owner, Picks] = OrderedDict()
        self._pushing: set[Owner] = set()
        self._again: set[Owner] = set()

    def remember(self, owner: Owner, interaction: discord.Interaction, heard: int) -> None:
        """Take note that an answered interaction, which came in at ``heard``, shows somebody's newest panel."""
        interaction.message = interaction.data = None  # the token is all that is needed, the rest is heavy
        self._panels[owner] = _Panel(interaction, heard)
        self._panels.move_to_end(owner)
        while self._panels and not self._fresh(next(iter(self._panels))):
            continue  # asking for an old one has let go of it

    def push(self, table: Table, user: int) -> None:
        """Have somebody's panel brought up to date soon, if they have a fresh one."""
        owner = Owner(table.row.id, user)
        if owner in self._pushing:
            self._again.add(owner)
        elif self._fresh(owner):
            self._pushing.add(owner)
            self._tasks.start(self._push(table, owner), {"table": table.row.id, "seat": table.seat_of(user) or 0})

    async def person(self, user: int) -> Person:
        """Find what somebody has chosen; the defaults while that can't be read, for a hand is shown in any case."""
        try:
            return await self._people.get(user)
        except StoreError as error:
            logger.warning("what a person has chosen can't be read", exc_info=error)
            return Person(user)

    async def hand(self, table: Table, person: Person, seat: int, locale: str, notice: str = "") -> Message:
        """Show somebody their hand, sorted as they like it, what they have picked marked, in their language."""
        owner = Owner(table.row.id, person.user)
        return await self._showing.hand(
            table,
            seat,
            self._catalogues.texts(locale),
            sorting=sorting_from(person.sorting, bare=table.row.manner.bare),
            picked=self._picks.get(owner, NO_PICKS),
            render=self._clock() % 10**9,
            notice=notice,
        )

    async def sort(self, user: int, *, bare: bool) -> None:
        """Change to the next way to sort a hand, at this table and at all others. StoreError."""
        person = await self._people.get(user)
        following = sorting_from(person.sorting, bare=bare).following(bare=bare)
        await self._people.save(replace(person, sorting=following.value))

    async def pick(self, table: Table, view: MeldsView, user: int, number: int, chosen: Sequence[Card]) -> None:
        """Take note of the cards chosen in the list with a number, counted from 1; picks in the others stay."""
        owner, person = Owner(table.row.id, user), await self.person(user)
        sorting = sorting_from(person.sorting, bare=table.row.manner.bare)
        listed = in_order_of(view, sorting)[LONGEST_LIST * (number - 1) : LONGEST_LIST * number]
        kept = Counter(self._picks.get(owner, NO_PICKS).in_deal(view.deal)) - Counter(listed)
        _remember(self._picks, owner, Picks(view.deal, (*kept.elements(), *chosen)))

    def unpick(self, owner: Owner, cards: Sequence[Card]) -> None:
        """Take note that cards have left the hand."""
        picks = self._picks.get(owner)
        if picks is not None:
            left = Counter(picks.cards) - Counter(cards)
            _remember(self._picks, owner, Picks(picks.deal, tuple(left.elements())))

    async def idle(self) -> None:
        """Wait until every panel is shown."""
        await self._tasks.idle()

    async def close(self) -> None:
        """Stop; panels are pulled again by a click."""
        await self._tasks.close()

    def _fresh(self, owner: Owner) -> _Panel | None:
        """Find somebody's panel; one whose token is too old is let go of."""
        panel = self._panels.get(owner)
        if panel is not None and self._clock() - panel.at > FRESH:
            del self._panels[owner]
            return None
        return panel

    async def _push(self, table: Table, owner: Owner) -> None:
        """Show the table as it stands, until the panel shows what is now."""
        try:
            stamp = None
            while table.stamp(table.seat_of(owner.user)) != stamp or owner in self._again:
                self._again.discard(owner)
                panel, seat = self._fresh(owner), seat_at(table, owner.user)
                if panel is None or seat is None:
                    return
                async with self._showing.lull():
                    stamp = table.stamp(seat)
                    person = await self.person(owner.user)
                    message = await self.hand(table, person, seat, panel.interaction.locale.value)
                if not await self._edit(owner, panel, seat, message):
                    return
        finally:
            self._pushing.discard(owner)
            self._again.discard(owner)

    async def _edit(self, owner: Owner, panel: _Panel, seat: int, message: Message) -> bool:
        """Replace a panel; false if Discord does not have it any more, or refuses."""
        interaction = panel.interaction

        async def send(
            view: discord.ui.LayoutView, files: list[discord.File], mentions: discord.AllowedMentions
        ) -> None:
            await interaction.edit_original_response(view=view, attachments=files, allowed_mentions=mentions)

        try:
            await send_plainer(send, message, self._emojis.faces)
        except (discord.HTTPException, OSError) as error:
            trouble = trouble_of(error).name if isinstance(error, discord.HTTPException) else "DOWN"
            logger.info("panel can't be pushed", extra={"table": owner.table, "seat": seat, "trouble": trouble})
            if self._panels.get(owner) is panel:
                del self._panels[owner]
            return False
        return True


def _remember(notes: OrderedDict[Owner, T], owner: Owner, note: T) -> None:
    """Keep a note of somebody's, and let go of the oldest where there are too many."""
    notes[owner] = note
    notes.move_to_end(owner)
    if len(notes) > _REMEMBERED:
        notes.popitem(last=False)
