"""Players' hands as they prefer to see them, in all their panels: preferences, picked cards, the coach's lines."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import Final, NamedTuple

from cachetools import LRUCache

from bot.play.service.table import Table, TableReading
from bot.play.state.errors import StoreError
from bot.play.state.game import DealStage
from bot.play.state.people import PeopleStore, Preferences
from bot.play.state.ports import Clock, Signal
from bot.play.state.values import NO_LINES, Stamp, Status
from bot.players.coaching import CoachLine, CoachScope, CoachTip
from bot.players.hints import advice_at_hand, coach_tip
from bot.rummy.cards import Card
from bot.rummy.families import Variant
from bot.rummy.options import PRESETS
from bot.rummy.views import View
from bot.text.catalogs import Catalogs, Texts
from cogs.edge.languages import reader_texts
from cogs.edge.layout import LONGEST_LIST
from cogs.edge.messages import Message
from cogs.edge.tasks import Tasks
from cogs.table.day_results import DayResults
from cogs.table.public_messages import Mark
from cogs.table.screens.deal import is_moment
from cogs.table.screens.scene import NO_NOTICE, NO_PICKS, Chance, Notice, Picks, Scene
from cogs.table.table_messages import TableMessages, end_of, scene_of, seat_at
from render.look import Sorting, look_from, sorting_from

logger = logging.getLogger(__name__)

_REMEMBERED: Final = 20_000


class Owner(NamedTuple):
    """The owner of a panel: a user at a table."""

    table: int
    user: int


@dataclass(frozen=True, slots=True)
class PanelState:
    """What a panel shows. Two panels of one player with equal states look the same.

    ``said`` is the number of the answer whose notice the panel repeats, 0 for none. ``mark`` is None if the panel shows
    a screen of that answer instead of the hand. ``taste`` counts the changes of its owner's preferences.
    """

    mark: Mark | None
    stamp: Stamp
    picks: Picks = NO_PICKS
    said: int = 0
    taste: int = 0


NO_PANEL: Final = PanelState(None, NO_LINES)


@dataclass(frozen=True, slots=True)
class ShownPanel:
    """The panel that an answer shows: its table, its state, and the notice above the hand.

    ``screen`` is shown instead of the hand until the table changes. ``told`` is what its player can do, if they listen.
    """

    table: Table
    look: PanelState
    notice: Notice = NO_NOTICE
    screen: Message | None = None
    told: Chance | None = None


# An update often follows right after a refusal, so it repeats the notice. Until the next move or click is a limit that
# players understand; a number of seconds isn't.
@dataclass(frozen=True, slots=True)
class Said:
    """What the newest answer in a panel showed besides the hand, or instead of it (``screen``).

    It stays until the table changes from ``stamp``.
    """

    number: int
    stamp: Stamp
    notice: Notice = NO_NOTICE
    screen: Message | None = None

    def on(self, look: PanelState) -> PanelState:
        """Return the state of a panel that repeats this answer as long as the table hasn't changed."""
        if self.stamp != look.stamp:
            return look
        if self.screen is not None:
            return PanelState(None, look.stamp, said=self.number)
        return replace(look, said=self.number) if self.notice else look


def announces(person: Preferences) -> bool:
    """Return whether a player wants to hear of what they can do in new messages."""
    return look_from(person.look).announces


FIRST_GAMES: Final = 5
"""The number of finished games of a family after which the coach is silent there."""


@dataclass(slots=True)
class _Player:
    """A coached player at a table: the lines they have read, and the newest one with the moment it belongs to.

    ``given`` is None if they have finished their first games.
    """

    given: set[CoachLine] | None
    at: Stamp | None = None
    tip: CoachTip | None = None


# Lines are stored seconds later, many at once: storing each before it's shown took 3 ms of every other answer, only so
# that a crash doesn't repeat a line.
@dataclass(slots=True, eq=False)
class Coaching:
    """Chooses the coach's lines: one per moment in a player's first games of a family, and none twice.

    A line stays until the table moves on.
    """

    people: PeopleStore
    _players: LRUCache[Owner, _Player] = field(init=False, default_factory=lambda: LRUCache(_REMEMBERED))
    _locks: LRUCache[Owner, asyncio.Lock] = field(init=False, default_factory=lambda: LRUCache(_REMEMBERED))

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
                    if self.people.give(person.user, tip.line.name.lower()):
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
            coached = await self.people.coached(owner.user, variants)
            given = {line for line in CoachLine if line.name.lower() in coached.lines}
            found = self._players[owner] = _Player(given if coached.games < FIRST_GAMES else None)
        return found


async def _tip(view: View, scope: CoachScope, given: frozenset[CoachLine]) -> CoachTip | None:
    """Return a new line for a moment; computed in a thread if it needs advice, which may take long."""
    if scope is CoachScope.WORDS or advice_at_hand(view) is not None:
        return coach_tip(view, scope, given)
    return await asyncio.to_thread(coach_tip, view, scope, given)


def _scope(scene: Scene) -> CoachScope:
    if scene.unassisted:
        return CoachScope.WORDS
    return CoachScope.ADVICE if scene.hints else CoachScope.ASSISTED


@dataclass(slots=True, eq=False)
class Hands:
    """Builds the messages with players' hands, and changes what they look like.

    ``preferred`` is sent each user whose preferences have changed. ``public`` returns the texts of a table's picture.
    """

    showing: TableMessages
    catalogs: Catalogs
    clock: Clock
    people: PeopleStore
    _: KW_ONLY
    coaching: Coaching | None = None
    day_results: DayResults | None = None
    public: Callable[[TableReading], Texts] | None = None
    preferred: Signal[int] = field(init=False, default_factory=Signal)
    _tasks: Tasks = field(init=False, default_factory=Tasks)
    _picks: LRUCache[Owner, Picks] = field(init=False, default_factory=lambda: LRUCache(_REMEMBERED))
    # by user, how often their preferences have changed
    _tastes: LRUCache[int, int] = field(init=False, default_factory=lambda: LRUCache(_REMEMBERED))
    # by table, the newest part of a practice game whose end has moved
    _moments: LRUCache[int, DealStage] = field(init=False, default_factory=lambda: LRUCache(_REMEMBERED))
    # what is being drawn while a move is committed
    _ahead: dict[Owner, asyncio.Task[None]] = field(init=False, default_factory=dict)

    def picks(self, table: TableReading, user: int) -> Picks:
        """Return the cards that a player has picked; none once a turn of theirs has timed out since."""
        owner = Owner(table.row.id, user)
        picks = self._picks.get(owner, NO_PICKS)
        if picks.missed < _missed(table, user):
            self._picks.pop(owner, None)
            return NO_PICKS
        return picks

    def taste(self, user: int) -> int:
        """Return how often a user's preferences have changed since the start."""
        return self._tastes.get(user, 0)

    async def person(self, user: int) -> Preferences:
        """Return a user's preferences, or the defaults if the store fails: hands are shown in any case."""
        try:
            return await self.people.get(user)
        except StoreError as error:
            logger.warning("a user's preferences can't be read", exc_info=error)
            return Preferences(user)

    def texts(self, table: TableReading, person: Preferences, locale: str) -> Texts:
        """Return the texts of a player's panel. Cards have the letters of the table's public picture."""
        public = None if table.row.is_practice or self.public is None else self.public(table)
        return reader_texts(self.catalogs, person, locale, public)

    async def message(
        self, table: Table, person: Preferences, seat: int, locale: str, notice: Notice = NO_NOTICE
    ) -> Message:
        """Show a player's hand as they prefer it, with their picked cards marked."""
        owner = Owner(table.row.id, person.user)
        ahead = self._ahead.get(owner)
        if ahead is not None:
            await asyncio.wait({ahead})
        texts, picked = self.texts(table, person, locale), self.picks(table, person.user)
        if self.day_results is not None and table.row.day is not None and table.row.status is Status.OVER:
            return await self.day_results.message(table, seat, texts, notice)
        message = await self.showing.hand(
            table,
            seat,
            texts,
            sorting=sorted_as(table, person),
            picked=picked,
            render=self.clock() % 10**9,
            notice=notice,
            assisted=person.assisted,
            tip=await self.tip(table, person, seat, texts, picked),
        )
        return message.without_pictures() if look_from(person.look).text_only else message

    async def panel(self, table: Table, user: int, locale: str, notice: Notice = NO_NOTICE) -> Message:
        """Show what a user's panel shows now: a player's hand, or the public view for a spectator."""
        seat, person = seat_at(table, user), await self.person(user)
        if seat is not None:
            return await self.message(table, person, seat, locale, notice)
        watched = await self.showing.watching(table, self.texts(table, person, locale), notice)
        return watched.without_pictures() if look_from(person.look).text_only else watched

    def begins_moment(self, table: Table, user: int) -> bool:
        """Return whether a practice game has come to a winning moment, which its player hasn't seen yet."""
        practices = table.row.is_practice and table.row.day is None
        if not practices or table.game is None or table.game.part == self._moments.get(table.row.id):
            return False
        over = table.row.status is Status.OVER
        if seat_at(table, user) is None or not is_moment(table.view(None), end_of(table), over=over):
            return False
        self._moments[table.row.id] = table.game.part
        return True

    async def moment(self, table: Table, user: int, locale: str) -> Message | None:
        """Show a winning moment with a picture that moves, for a player who wants that; None without one."""
        person = await self.person(user)
        if look_from(person.look).text_only:
            return None
        return await self.showing.moment(table, self.texts(table, person, locale), seat_at(table, user))

    # A commit takes 2 to 3 ms, mostly waiting for the disk, and the picture as long again. Drawing all players'
    # pictures ahead would delay this answer.
    def drawing_ahead(self, user: int, locale: str) -> Callable[[TableReading], None]:
        """Return what begins to draw a user's hand while a move is being committed, as it will be then.

        Nothing is shown before the commit; if it fails, the picture is dropped.
        """

        def begin(table: TableReading) -> None:
            owner = Owner(table.row.id, user)
            drawing = self._tasks.start(self._draw_ahead(table, user, locale), {"table": owner.table})
            if drawing is not None:
                self._ahead[owner] = drawing
                drawing.add_done_callback(lambda done: self._ahead.get(owner) is done and self._ahead.pop(owner))

        return begin

    async def sort(self, user: int, *, unassisted: bool) -> Sorting:
        """Change to the user's next sorting, at all their tables, and return it; ``unassisted`` is this table.

        Raises StoreError.
        """
        person = await self.people.get(user)
        unassisted = unassisted or not person.assisted
        following = sorting_from(person.sorting, unassisted=unassisted).following(unassisted=unassisted)
        await self.prefer(replace(person, sorting=following.value))
        return following

    async def confirm_discards(self, user: int, *, confirms: bool) -> None:
        """Store whether a user is asked before each discard. Raises StoreError."""
        person = await self.people.get(user)
        await self.prefer(replace(person, confirms_discards=confirms))

    async def coach(self, user: int, *, wanted: bool) -> None:
        """Store whether the coach comments on a user's games. Raises StoreError."""
        await self.prefer(replace(await self.people.get(user), coach=wanted))

    async def prefer(self, person: Preferences) -> None:
        """Store a user's preferences, and update their panels. Raises StoreError."""
        await self.people.save(person)
        self._tastes[person.user] = self.taste(person.user) + 1
        self.preferred.send(person.user)

    # Picks stay in memory: storing them would be a commit per touch of the list. The buttons' ids hold what they do, so
    # a panel on screen survives a restart.
    async def pick(
        self, table: Table, user: int, number: int, chosen: Picks, in_order: Callable[[Sorting], Sequence[Card]]
    ) -> None:
        """Store the cards picked in a select, counted from 1. Picks in the other selects stay.

        ``in_order`` returns the hand in a sorting, as the selects show it.
        """
        owner, person = Owner(table.row.id, user), await self.person(user)
        hand = in_order(sorted_as(table, person))
        listed = hand[LONGEST_LIST * (number - 1) : LONGEST_LIST * number]
        kept = Counter(self.picks(table, user).in_deal(chosen.deal)) - Counter(listed)
        self._picks[owner] = Picks(chosen.deal, (*kept.elements(), *chosen.cards), _missed(table, user))

    def unpick(self, owner: Owner, cards: Sequence[Card] | None = None) -> None:
        """Unpick cards that have left the hand, or all cards as the turn ends."""
        picks = self._picks.get(owner)
        if cards is None:
            self._picks.pop(owner, None)
        elif picks is not None:
            left = Counter(picks.cards) - Counter(cards)
            self._picks[owner] = replace(picks, cards=tuple(left.elements()))

    def forget(self, owner: Owner) -> None:
        """Drop a player's picks, and what the coach has said, after a game."""
        self._picks.pop(owner, None)
        if self.coaching is not None:
            self.coaching.forget(owner)

    async def idle(self) -> None:
        """Wait until nothing is being drawn ahead."""
        await self._tasks.idle()

    async def close(self) -> None:
        """Stop drawing ahead."""
        await self._tasks.close()

    async def _draw_ahead(self, table: TableReading, user: int, locale: str) -> None:
        """Draw a user's hand, which `message` then finds in the cache."""
        person, seat = await self.person(user), table.seat_of(user)
        if seat is not None and not look_from(person.look).text_only:
            texts = self.texts(table, person, locale)
            sorting = sorted_as(table, person)
            await self.showing.draw_hand(table, seat, texts, sorting=sorting, assisted=person.assisted)

    async def tip(
        self, table: Table, person: Preferences, seat: int, texts: Texts, picked: Picks = NO_PICKS
    ) -> CoachTip | None:
        """Return the coach's line for a hand. There's none while cards are picked: other buttons are shown then."""
        if self.coaching is None or table.row.status is not Status.PLAYING or picked.in_deal(table.view(seat).deal):
            return None
        scene = replace(scene_of(table, texts, seat), assisted=person.assisted)
        return await self.coaching.tip(table, person, scene)


def _missed(table: TableReading, user: int) -> int:
    """Return how many turns in a row a player has let time out; none before the start."""
    seat, game = table.seat_of(user), table.game
    return 0 if seat is None or game is None else game.missed[seat]


def _is_unassisted(table: TableReading, person: Preferences) -> bool:
    """Return whether a player's panel shows no assistance, because the table or the player turned it off."""
    return table.row.settings.unassisted or not person.assisted


def sorted_as(table: TableReading, person: Preferences) -> Sorting:
    """Return the order of a player's hand at a table."""
    return sorting_from(person.sorting, unassisted=_is_unassisted(table, person))
