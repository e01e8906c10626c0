"""The context of every screen of a table: links, picked cards, orders of the hand, and the button back to it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final, NamedTuple, Self

import discord
from discord import ButtonStyle, ui

from bot.play.state.presence import Question
from bot.play.state.values import Stamp, Status, TableRow
from bot.rummy.cards import Card
from bot.rummy.moves import Verb
from bot.rummy.refusals import Topic
from bot.rummy.views import Phase, View
from bot.text.catalogs import Texts
from bot.text.deals import table_heading
from bot.text.games import variant_name
from bot.text.players import name_in_sentence, numbered, seat_name
from cogs.edge.custom_ids import TableAction, TableId
from cogs.edge.layout import (
    GRAY,
    LONGEST_LABEL,
    LONGEST_PLACEHOLDER,
    PLAIN,
    cut,
    layout,
    plain_name,
    rows,
    small,
    text,
)
from cogs.edge.messages import NO_FACES, Detail


@dataclass(frozen=True, slots=True)
class Presence:
    """The seats whose players are away, have left the game or are ready for the next deal.

    ``asleep`` is True while all users are away and the game is paused. ``resting``: only computers play, and they have
    stopped because nobody has pressed anything for a while. ``notes`` counts the changes of presence.
    ``missed`` are the seats whose last turn timed out, but whose players are still in the game. ``questions`` are what
    some players have agreed on, but not all.
    """

    away: frozenset[int] = frozenset()
    left: frozenset[int] = frozenset()
    ready: frozenset[int] = frozenset()
    asleep: bool = False
    notes: int = 0
    missed: frozenset[int] = frozenset()
    questions: tuple[Question, ...] = ()
    resting: bool = False


ALL_HERE: Final = Presence()


class NoticePlace(Enum):
    """Where a hand shows a notice: above everything, or within the small line, so that no button moves."""

    ABOVE = auto()
    NEWS = auto()
    ADVICE = auto()


@dataclass(frozen=True, slots=True)
class Notice:
    """The lines above a screen: why a request was refused, or what happened instead. Empty words show nothing.

    ``topic`` is the part of the rules that explains a refusal; a *Rules* button opens it.
    """

    words: str = ""
    topic: Topic | None = None
    place: NoticePlace = NoticePlace.ABOVE

    def __bool__(self) -> bool:
        """Return whether there is anything to show."""
        return bool(self.words)


NO_NOTICE: Final = Notice()


@dataclass(frozen=True, slots=True)
class Scene:
    """The context of a screen: texts, the stored table, its stamp, and the level of detail.

    ``seat`` is the owner of a private screen. ``watching`` is True for a spectator, who can't make moves. ``assisted``
    is False if the owner doesn't want any assistance.
    """

    texts: Texts
    row: TableRow
    stamp: Stamp
    detail: Detail = PLAIN
    presence: Presence = ALL_HERE
    seat: int | None = None
    watching: bool = False
    assisted: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names in seat order, escaped for markup."""
        return tuple(plain_name(name_in_sentence(self.texts, player)) for player in self.row.seats)

    @property
    def seat_names(self) -> tuple[str, ...]:
        """The same names for lists of seats, computers with their face and level."""
        return tuple(plain_name(seat_name(self.texts, player)) for player in self.row.seats)

    @property
    def numbered(self) -> tuple[str, ...]:
        """The players' names, preceded by the numbers that they have in the picture, unless the texts are heard."""
        if self.texts.spells_cards and len(set(self.names)) == len(self.names):
            return self.names
        return tuple(numbered(seat, name) for seat, name in enumerate(self.names))

    @property
    def line_names(self) -> tuple[str, ...]:
        """The names for a short line: with their numbers only where two players have the same."""
        return self.names if len(set(self.names)) == len(self.names) else self.numbered

    @property
    def numbered_seats(self) -> tuple[str, ...]:
        """The names for lists of seats, preceded by the same numbers."""
        if self.numbered == self.names:
            return self.names
        return tuple(numbered(seat, name) for seat, name in enumerate(self.seat_names))

    @property
    def unassisted(self) -> bool:
        """Whether the screen shows no assistance: at this table players get none, or its owner turned it off."""
        return self.row.settings.unassisted or not self.assisted

    @property
    def people(self) -> frozenset[int]:
        """The seats of users, without computers."""
        return frozenset(seat for seat, player in enumerate(self.row.seats) if not player.is_computer)

    @property
    def hints(self) -> bool:
        """Whether hints are allowed: not in a rated game, nor at an unassisted table."""
        return not self.unassisted and not self.row.is_rated

    def with_detail(self, detail: Detail) -> "Scene":
        """Return the same scene with another level of detail.

        Card faces, which have international ranks, are left out where the labels have other letters or are words.
        """
        plain = self.texts.writes_own_ranks or self.texts.spells_cards
        return replace(self, detail=replace(detail, faces=NO_FACES) if plain else detail)

    def id(self, action: TableAction, argument: str | None = None) -> str:
        """Return the custom id of a button or select of this table."""
        return str(TableId(self.row.id, action, self.stamp, argument))

    def button(
        self,
        label: str,
        action: TableAction,
        argument: str | None = None,
        *,
        style: ButtonStyle = ButtonStyle.secondary,
        emoji: discord.PartialEmoji | None = None,
    ) -> ui.Button[ui.LayoutView]:
        """Return a button of this table."""
        return ui.Button(
            label=cut(label, LONGEST_LABEL),
            custom_id=self.id(action, argument),
            style=style,
            emoji=emoji,
        )

    def select(
        self,
        placeholder: str,
        action: TableAction,
        argument: str,
        options: Sequence[discord.SelectOption],
        *,
        several: bool = False,
    ) -> ui.ActionRow[ui.LayoutView]:
        """Return a row with a select for one option, or for any number of them with ``several``."""
        select: ui.Select[ui.LayoutView] = ui.Select(
            custom_id=self.id(action, argument),
            placeholder=cut(placeholder, LONGEST_PLACEHOLDER),
            min_values=0 if several else 1,
            max_values=len(options) if several else 1,
            required=not several,
            options=list(options),
        )
        return ui.ActionRow(select)


class Chance(NamedTuple):
    """What a player can do, as far as they have to be told when it changes. ``turn`` is the number of their turn."""

    deal: int
    over: bool
    turn: int | None
    verbs: frozenset[Verb]
    claim: Card | None

    def is_news_after(self, before: Self | None) -> bool:
        """Return whether a player who was told ``before`` has to be told this. A missed claim isn't worth it."""
        if before is None:
            return bool(self.verbs)
        return self != before and (bool(self.verbs) or before.turn is not None or self[:2] != before[:2])


def chance_in(view: View) -> Chance:
    """Return what the player of a view can do; spectators can never do anything."""
    ended = view.phase in (Phase.DEAL, Phase.OVER)
    claims = any(move.verb is Verb.CLAIM for move in view.moves)
    return Chance(
        view.deal,
        ended,
        view.turns if view.seat is not None and view.turn == view.seat else None,
        frozenset(move.verb for move in view.moves),
        view.claim if claims else None,
    )


def resting_words(scene: Scene) -> str:
    """Return that a game of computers has stopped, and how it goes on; empty for any other game."""
    if not scene.presence.resting:
        return ""
    return scene.texts.t(
        "💤 The computers are resting: no one has pressed anything here for a while. Press *{button Continue}* to wake "
        "them."
    )


def continue_button(scene: Scene) -> list[ui.Button[ui.LayoutView]]:
    """Return the button that lets a resting game of computers go on; empty for any other game."""
    if not scene.presence.resting:
        return []
    return [scene.button(scene.texts.p("button", "Continue"), TableAction.WAKE, style=ButtonStyle.success)]


def way_back(scene: Scene) -> list[ui.ActionRow[ui.LayoutView]]:
    """Return a row with the button back to the hand, to the table for a spectator, to *More* in a lobby."""
    return rows(back_buttons(scene))


def back_buttons(scene: Scene) -> list[ui.Button[ui.LayoutView]]:
    """Return the button of `way_back`; none after a lobby was canceled."""
    texts = scene.texts
    match scene.row.status:
        case Status.LOBBY:
            return [scene.button(texts.p("button", "Back"), TableAction.MORE)]
        case Status.CANCELLED:
            return []
        case _:
            label = texts.p("button", "The table") if scene.seat is None else texts.p("button", "My hand")
            return [scene.button(label, TableAction.HAND)]


def start_link(row: TableRow) -> str:
    """Return the link to the message with the code of a start; empty if there's none in the table's channel."""
    message, channel = None if row.start is None else row.start.message, row.channel
    if message is None or channel is None or message < channel:  # else the channel is newer: the table has moved
        return ""
    return f"https://discord.com/channels/{row.home.guild}/{channel}/{message}"


def lock_line(scene: Scene) -> str:
    """Return the last line of a table's message, which leads to the code of its start; empty without a code."""
    start, words = scene.row.start, scene.texts.t("🔒 Fair shuffle")
    if start is None or start.due is None:
        return ""
    link = start_link(scene.row)
    return small(f"[{words}]({link})" if link else words)


def message_link(row: TableRow) -> str:
    """Return the link to the public message of a table; empty if it has no message."""
    return (
        "" if row.message is None else f"https://discord.com/channels/{row.home.guild}/{row.home.channel}/{row.message}"
    )


def table_link(row: TableRow) -> str:
    """Return the link to the message of a table, or else to its channel."""
    return message_link(row) or f"https://discord.com/channels/{row.home.guild}/{row.home.channel}"


def moved_screen(scene: Scene, view: View | None) -> ui.LayoutView:
    """Show a link to the table's current message, in place of an old one; ``view`` is None in a lobby."""
    texts, link = scene.texts, table_link(scene.row)
    if scene.row.status is Status.OVER:
        game = variant_name(texts, scene.row.options.variant)
        line = texts.t("[{game}: result]({link})", game=game, link=link)
    else:
        game = variant_name(texts, scene.row.options.variant) if view is None else table_heading(texts, view)
        line = texts.t("[{game}: jump to the table]({link})", game=game, link=link)
    return layout(text(small(line)), accent=None)


def closed_screen(scene: Scene) -> ui.LayoutView:
    """Show that a lobby was canceled."""
    texts = scene.texts
    line = texts.t("{game}: table canceled", game=variant_name(texts, scene.row.options.variant))
    return layout(text(small(line)), accent=None)


def restarting_words(texts: Texts, *, watching: bool) -> str:
    """Return a notice for the time in which the bot restarts."""
    if watching:
        return texts.t("I'm restarting. If this line stays, open the table again.")
    return texts.t("I'm restarting. The clock is stopped until I'm back. If this line stays, open your hand again.")


def expired_screen(scene: Scene) -> ui.LayoutView:
    """Replace a panel that can't be updated any more with a button that opens the hand or the table."""
    texts = scene.texts
    if scene.seat is None:
        return layout(text(texts.t("Press *{button The table}* to see the game.")), way_back(scene), accent=GRAY)
    return layout(text(texts.t("Press *{button My hand}* to see your cards.")), way_back(scene), accent=GRAY)


@dataclass(frozen=True, slots=True)
class Picks:
    """Cards that a player has picked in a deal, after ``missed`` turns in a row that timed out. Deals count from 1."""

    deal: int
    cards: tuple[Card, ...]
    missed: int = 0

    def in_deal(self, deal: int) -> tuple[Card, ...]:
        """Return the picked cards if they were picked in this deal, else none."""
        return self.cards if self.deal == deal else ()


NO_PICKS: Final = Picks(0, ())
