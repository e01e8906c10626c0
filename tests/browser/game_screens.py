"""The screens of whole games between computers in every variant, built by the bot's own screens and pictures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final
from urllib.parse import quote

from bot.laydown import best_plan, pile_takes, position_of
from bot.play.service.table import TableReading
from bot.play.state.game import Game, begin
from bot.play.state.values import LogWord, Pace, Player, Start, Status, TableRow, TimeLimits, TurnClock, moves_text
from bot.players.coaching import CoachScope
from bot.players.games import choose
from bot.players.hints import coach_tip
from bot.players.levels import Level
from bot.playground.messages import Draft, Upload, write
from bot.playground.page import Reader, message_on_page
from bot.playground.state import EPHEMERAL, V2, Channel, StoredMessage, User, World
from bot.rummy.cards import mask_of
from bot.rummy.families import Family, Variant
from bot.rummy.gin.arrange import deadwood
from bot.rummy.gin.views import GinView
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, Verb
from bot.rummy.options import options_for
from bot.rummy.views import Phase, View
from bot.text.catalogs import Catalogs
from cogs.edge.messages import Detail, Message
from cogs.table.table_messages import GameMessages
from render.look import Look, Sorting, ways_to_sort
from render.queue.studio import Studio
from tests.browser.goals import NO_GAME, Kind, Pictured, Screen
from tests.play.finished import row_of, said

NOW: Final = 1_700_000_000_000
"""The time on every screen, in epoch milliseconds."""
NAMES: Final = ("Ala", "Łukasz", "Zoë", "Jan", "Krzysztof Wiśniewski", "Maximiliane Freifrau")
Played = tuple[Variant, Mapping[str, object], int]
GAMES: Final[tuple[Played, ...]] = (
    (Variant.GIN, {"target": 60}, 2),
    (Variant.REMIK, {"target": 30}, 2),
    (Variant.HOLLYWOOD, {"target": 30}, 2),
    (Variant.OKLAHOMA, {"target": 30}, 2),
    *((Variant.BASIC, {"target": 60}, seats) for seats in (2, 3, 4)),
    *((Variant.GERMAN, {"rounds": 2}, seats) for seats in (2, 3, 4)),
    (Variant.GERMAN, {"rounds": 1, "claim": True}, 3),
    (Variant.REMIK51, {"end_at": 1}, 6),
    (Variant.REMI51, {"rounds": 1}, 5),
    (Variant.KALUKI, {"end_at": 1}, 2),
    *((Variant.RUM500, {"target": 100}, seats) for seats in (2, 3, 4)),
    (Variant.THREE_HANDED, {"target": 60}, 3),
    (Variant.THREE_HANDED, {"target": 60, "form": "captain"}, 3),
)
"""The games that are played: variant, changes to its rules, players."""
SEED: Final = 3
_ONCE: Final = (Kind.AWAY, Kind.TEXT, Kind.LARGE, Kind.GIN_WAIT, Kind.WAIT)
"""Kinds that are looked at in one phase of a turn, not in each."""
_LARGE_PILE: Final = 10
_LARGE, _PLAIN = str(Look(large=True)), str(Look(text_only=True))
_LIMITS: Final = TimeLimits(60_000, 60_000)
_CATALOGS: Final = Catalogs()


@dataclass(slots=True)
class Moment:
    """A moment of a game whose screen is one of those to look at."""

    kind: Kind
    table: TableReading
    seat: int | None
    sorting: Sorting = Sorting.MELDS
    look: str = ""
    coached: bool = True


@dataclass(slots=True)
class Camera:
    """Turns messages into what a pane shows. Pictures are at the addresses that a pane would load them from."""

    language: str = "en"
    world: World = field(default_factory=lambda: World(lambda: NOW / 1000))
    messages: GameMessages = field(default_factory=lambda: GameMessages(Studio()))

    async def screens(self, moment: Moment, name: str) -> Screen:
        """Build the message of a moment."""
        table, seat = moment.table, moment.seat
        texts = _CATALOGS.texts(self.language, moment.look)
        if seat is None:
            built = await self.messages.seen_by_all(table, texts)
        else:
            view, tip = table.view(seat), None
            if moment.coached and view.moves:
                tip = coach_tip(view, CoachScope.ADVICE, ())
            built = await self.messages.hand(table, seat, texts, sorting=moment.sorting, render=1, tip=tip)
        if moment.look == _PLAIN:
            built = built.without_pictures()
        stored = self._stored(built, private=seat is not None)
        names = tuple(player.name for player in table.row.seats)
        return screen_of(stored, name, moment.kind, Pictured(table.view(seat), moment.sorting, names))

    def _stored(self, message: Message, *, private: bool) -> StoredMessage:
        """Return a message as Discord stores it."""
        layout: Any = message.layout(Detail(files=bool(message.files)))
        files = [{"id": at, "filename": file.name, "description": file.alt} for at, file in enumerate(message.files)]
        body = {"flags": V2 | (EPHEMERAL if private else 0), "components": layout.to_components(), "attachments": files}
        uploads = [Upload(index, file.name, file.data) for index, file in enumerate(message.files)]
        channel = Channel(self.world.new_id(), "rummy")
        owner = User(self.world.new_id(), "Ala") if private else None
        return write(self.world, channel, self.world.add_application("Remik"), Draft(body, uploads), owner=owner)


def screen_of(stored: StoredMessage, name: str, kind: Kind, game: Pictured = NO_GAME) -> Screen:
    """Return a stored message as a screen, with its pictures."""
    shown = message_on_page(stored, Reader(stored.owner or User(1, "Ala"), "/pane/1"))
    pictures = {f"/pane/1/picture/{file.id}/{quote(file.filename)}": file.data for file in stored.attachments}
    return Screen(name, kind, shown, pictures, game)


async def game_screens(language: str = "en", games: Sequence[Played] = GAMES) -> list[Screen]:
    """Return the screens of games, of all by default."""
    camera, shown = Camera(language), []
    for variant, changes, seats in games:
        played = f"{variant}, {seats} players"
        for number, moment in enumerate(chosen(moments(variant, changes, seats)), 1):
            look = {_LARGE: ", large", _PLAIN: ", text only"}.get(moment.look, "")
            name = f"{played}: {moment.kind.label}{look}, by {moment.sorting} ({number})"
            shown.append(await camera.screens(moment, name))
    return shown


def moments(variant: Variant, changes: Mapping[str, object], seats: int) -> Iterator[Moment]:
    """Play a game, and yield every moment of it for the player on turn, one who waits, and everyone."""
    row = replace(
        row_of(options_for(variant, changes), seats, SEED),
        status=Status.PLAYING,
        pace=Pace.LIVE,
        limits=_LIMITS,
        seats=tuple(Player(101 + seat, name, f"cut {seat}") for seat, name in enumerate(NAMES[:seats])),
        clock=TurnClock(NOW + 50_000, (60_000,) * seats),
    )
    game, start = begin(row), Start(1, "", 0, due=NOW, message=2, signature=b"")
    locked = replace(row, channel=1, starts=(start,))  # below a table is the lock, a link to this start's line
    while not game.over:
        turn = game.state.turn
        if game.state.phase is Phase.DEAL or turn is None:
            yield _result(locked, game)
            game = said(row, game, 0, LogWord.NEXT)
            continue
        yield from _turn(locked, game, turn)
        for move in _moves(game.view(turn)):
            game = said(row, game, turn, moves_text([move]))
            if game.state.turn == turn and game.state.phase in (Phase.DISCARD, Phase.LAY):
                yield from _turn(locked, game, turn)
    yield Moment(Kind.GAME, TableReading(replace(row, status=Status.OVER), game), None)


def _moves(view: View) -> tuple[Move, ...]:
    """Return the moves of a Normal computer; in the first deal of 500 Rum those of players who hoard cards."""
    if isinstance(view, MeldsView) and view.options.takes_from_below and view.deal == 1:
        return (_hoarding(view, view.turn or 0),)
    return choose(view, Level.NORMAL, 1)


def _hoarding(view: MeldsView, seat: int) -> Move:
    """Return a move of a player who takes as much as possible from a large pile, and lays only what has to be laid."""
    if view.phase is Phase.DRAW:
        deepest = next(pile_takes(view), None) if len(view.discards) > _LARGE_PILE else None
        return Move(seat, Verb.DRAW) if deepest is None else deepest.move
    if view.due is not None:
        return next(step for step in best_plan(position_of(view)).steps if view.due in (*step.cards, step.card))
    discards = [move for move in view.moves if move.verb is Verb.DISCARD]
    return discards[len(discards) // 2]


def _result(row: TableRow, game: Game) -> Moment:
    kind = Kind.DEAL if row.options.family is Family.GIN else Kind.ROUND
    return Moment(kind, TableReading(row, game), None)


def _turn(row: TableRow, game: Game, turn: int) -> Iterator[Moment]:
    """Yield a moment of a turn, in several looks and orders."""
    table, gin = TableReading(row, game), row.options.family is Family.GIN
    view, waiting = table.view(turn), [seat for seat in range(len(row.seats)) if seat != turn]
    other = next(
        (seat for seat in waiting if table.view(seat).claim is not None and table.view(seat).moves), waiting[0]
    )
    kind = kind_of(view)
    for sorting in ways_to_sort(unassisted=False):
        yield Moment(kind, table, turn, sorting)
    yield Moment(Kind.GIN_LARGE if gin else Kind.LARGE, table, turn, look=_LARGE)
    yield Moment(Kind.TEXT, table, turn, look=_PLAIN)
    yield Moment(Kind.CLAIM if table.view(other).moves else Kind.GIN_WAIT if gin else Kind.WAIT, table, other)
    if view.waits is not None:
        yield Moment(Kind.GIN_WAIT, table, view.waits)
    open_claim = table.view(None).claim is not None
    yield Moment(Kind.GIN_TABLE if gin else Kind.CLAIM if open_claim else Kind.TABLE, table, None)
    away = replace(game, away=frozenset({turn}))
    yield Moment(Kind.AWAY, TableReading(row, away), turn)
    yield Moment(Kind.AWAY, TableReading(row, away), None)


def kind_of(view: View) -> Kind:
    """Return which kind of turn a hand shows."""
    drawing = view.phase in (Phase.UPCARD, Phase.DRAW, Phase.STOCK)
    if isinstance(view, GinView):
        if drawing:
            return Kind.GIN_DRAW
        return Kind.GIN_KNOCK if any(move.verb is Verb.KNOCK for move in view.moves) else Kind.GIN_DISCARD
    if drawing:
        return Kind.DRAW
    laid = isinstance(view, MeldsView) and any(view.staged)
    return Kind.FEW if len(view.hand) <= 2 and not laid else Kind.LAY


def weight(moment: Moment) -> tuple[int, int, int]:
    """Return how much a moment has to show: the cards in the hand, the melds on the table, what can be done."""
    view = moment.table.view(moment.seat)
    melds = sum(len(meld.cards) for meld in view.melds) if isinstance(view, MeldsView) else 0
    gins = sum(deadwood(mask_of(view.hand) & ~(1 << card)) == 0 for card in view.hand if isinstance(view, GinView))
    return gins, len(view.hand) + melds, len(view.moves)


def chosen(every: Iterator[Moment]) -> Iterator[Moment]:
    """Choose of each kind, phase and order the first moment, the last, and the one with most to show."""
    groups: dict[tuple[object, ...], list[Moment]] = defaultdict(list)
    for moment in every:
        phase = None if moment.kind in _ONCE else moment.table.view(moment.seat).phase
        groups[moment.kind, phase, moment.sorting, moment.seat is None].append(moment)
    for found in groups.values():
        by_weight = [found[0], found[-1], max(found, key=weight)]
        yield from {id(moment): moment for moment in by_weight}.values()
