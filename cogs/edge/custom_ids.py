"""The grammars of custom ids, of tables and of pages, and the controls that carry those of pages.

A table's id is ``r1:<table>:<action>:<stamp>[:<argument>]``: ``r1`` is the version of the grammar, ``stamp`` the state
of the table that the message shows (`Stamp`, ``12`` or ``12.3``). The argument is a card, a move with ``_`` for its
spaces, an option's name, or a counter that resets a select. The id of a page, such as standings, a profile or a
tournament, is ``l1:<word>[:<argument>...]``: the word names the page. It contains no server: its arguments are looked
up on the server where it was clicked.

Everyone who sees a message can read its ids, and any client can send any id: public ids contain nothing hidden, and
everything read from an id is checked.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import discord
from discord import ButtonStyle, ui

from bot.play.state.values import NO_LINES, Stamp
from bot.rummy.moves import Move, parse_move
from bot.text.catalogs import Texts
from cogs.edge.layout import LONGEST_LABEL, LONGEST_PLACEHOLDER, cut

LONGEST: Final = 100
HIGHEST: Final = 2**63 - 1
"""The highest id that the database can store."""
LONGEST_ARGUMENT: Final = 48
"""Maximum characters. Laying a run of thirteen cards takes 43."""
_TABLE_ID: Final = re.compile(
    r"r1:(?P<table>[1-9][0-9]{0,18}):(?P<action>[a-z]+)"
    r":(?P<stamp>(?:0|[1-9][0-9]{0,9})(?:\.[1-9][0-9]{0,3})?)"
    rf"(?::(?P<arg>[A-Za-z0-9_]{{1,{LONGEST_ARGUMENT}}}))?",
    re.ASCII,
)


class TableAction(StrEnum):
    """The actions that buttons, selects and modals ask for."""

    JOIN = "join"
    LEAVE = "leave"
    DECLINE = "decline"
    NEVER = "never"  # decline, and get no more invitations from the host
    COMPUTERS = "computers"  # choose a computer player to add
    LEVEL = "level"  # a select of levels: add a computer player
    REMOVE = "remove"  # choose a player to remove
    SEAT = "seat"  # a select of seats: remove the player
    KEEP = "keep"  # the settings of the table
    PACE = "pace"  # a select of paces
    LIMITS = "limits"  # time limits, typed in a modal
    SETTINGS = "manner"  # a select of the table's switches
    GUESTS = "guests"  # choose players to invite
    INVITE = "invite"  # a select of users
    VARIANT = "variant"  # house rules: which game
    HOUSE_RULES = "house"
    OPTION = "option"  # house rules: which option
    VALUE = "value"  # house rules: its value, from a select
    NUMBER = "number"  # house rules: its value, typed in a modal
    SWITCHES = "switches"  # house rules: the switches that are on, from a select
    RESET = "reset"
    SAVE = "save"  # house rules: save as a preset
    PRESET = "preset"  # a select of presets
    FORGET = "forget"  # delete a preset
    CODE = "code"  # house rules: set by a code
    CUT = "cut"
    START = "start"
    CANCEL = "cancel"
    HAND = "hand"
    DRAW = "draw"
    TAKE = "take"  # the top discard; with a card as the argument, that card and those on top of it
    BELOW = "below"  # a select of cards to take with those on top of them
    PASS = "pass"  # noqa: S105 - a move, not a password
    DISCARD = "discard"
    KNOCK = "knock"
    KNOCKS = "knocks"  # a select of knocks
    BIGGIN = "biggin"
    CLAIM = "claim"
    PICK = "pick"  # a select of cards to do something with
    ALL = "all"  # lay all that can be laid
    STEP = "step"  # one of these lays; the move is the argument
    LAY = "lay"  # a meld, lay-off or swap of the picked cards; the move is the argument
    LAYS = "lays"  # a select of them
    UNDO = "undo"
    THROW = "throw"  # a select of discards
    SURE = "sure"  # discard, after the question whether to
    TAKEBACK = "takeback"  # take back a discard
    CONFIRM = "confirm"  # ask before each discard; the argument is on or off
    COACH = "coach"  # turn the coach on or off; `stop` is off from the panel
    SORT = "sort"
    NEXT = "next"
    READY = "ready"  # for the next deal; the argument is the number of the deal before
    BACK = "back"  # a player who was away continues
    NUDGE = "nudge"
    AGREE = "agree"  # to what the argument says: to pause the game, or to call it off
    GO_ON = "goon"  # no longer agree to either
    HINT = "hint"
    MOVES = "moves"
    SHEET = "sheet"  # the score sheet
    WORDS = "words"  # the table and the hand in words
    READ = "read"  # the table, its melds or the scores, in a message of its own
    TABLE = "table"  # the table of a practice game, which has no public message
    MORE = "more"  # rarely needed actions
    DOWN = "down"  # repost the table
    REMATCH = "rematch"
    RULES = "rules"  # the argument is a place in them, as `cogs.table.rules_pages` writes it; none is the goal
    TOPIC = "topic"  # a select of topics of the rules
    DISCARDS = "discards"
    RECORD = "record"
    VERIFY = "verify"
    GIVE_UP = "giveup"  # asks for confirmation before resigning
    RESIGN = "resign"
    STAY = "stay"
    WAKE = "wake"  # let a game of computers go on


@dataclass(frozen=True, slots=True)
class TableId:
    """A custom id. ``str(custom_id)`` formats it for Discord, `parse` reads it back."""

    table: int
    action: TableAction
    stamp: Stamp = NO_LINES
    argument: str | None = None

    def __str__(self) -> str:
        """Return the id as sent to Discord."""
        text = f"r1:{self.table}:{self.action}:{self.stamp}"
        return text if self.argument is None else f"{text}:{self.argument}"


def parse(text: object) -> TableId | None:
    """Parse a custom id; None if it isn't one of a table."""
    if not isinstance(text, str) or len(text) > LONGEST or (match := _TABLE_ID.fullmatch(text)) is None:
        return None
    try:
        action = TableAction(match["action"])
    except ValueError:
        return None
    table = int(match["table"])
    return None if table > HIGHEST else TableId(table, action, Stamp.read(match["stamp"]), match["arg"])


def move_argument(move: Move) -> str:
    """Format a move without its seat as an argument: ``meld_7H_8H_XX``."""
    return "_".join(str(move).split(" ")[1:])


def move_from(argument: str, seat: int) -> Move | None:
    """Parse a seat's move from an argument; None if it isn't a move."""
    try:
        return parse_move(f"{seat} {argument.replace('_', ' ')}")
    except ValueError:
        return None


PREFIX: Final = "l1:"
GAME: Final = "game"
"""Opens a finished game. Arguments: its table, and the user (or `ALL_GAMES`) and page of the list to go back to."""
RATINGS: Final = "ratings"
"""Explains ratings. Argument, if any: the table to go back to."""
PRACTICE: Final = "practice"
"""Starts or continues a practice game. Arguments, if any: the variant and the computer's level."""
LEARN: Final = "learn"
"""Offers the lessons, or continues the one that the actor has begun."""
MY_TABLES: Final = "mine"
"""Lists the actor's tables on all servers."""
NEXT_TABLE: Final = "next-table"
"""Leads to the next table that waits for the actor. Argument, if any: the table that is shown."""
DAILY: Final = "daily"
"""Shows the daily deal. Arguments, if any: a day and a game, whose result is shown."""
PUZZLE: Final = "puzzle"
"""Shows the actor's next puzzle."""
DAY_RANKING: Final = "daily-ranking"
"""Shows the ranking of a day. Arguments: day, game, `HERE` or all, page."""
DAY_SHARE: Final = "daily-share"
"""Posts the actor's results of a day. Argument: the day."""
DAY_HERE: Final = "daily-here"
"""Lists the actor in the ranking of this server. Arguments: day, game."""
HERE: Final = "here"
"""The argument for the ranking of the players who are listed on this server."""
ALL_GAMES: Final = "all"
"""The argument for the games of all players, and for standings over all variants."""
_PAGE_ID: Final = re.compile(
    r"l1:(?P<word>[a-z][a-z0-9-]*)(?P<arguments>(?::[A-Za-z0-9_-]+)*)",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class PageId:
    """A custom id of a page. ``str(page_id)`` formats it for Discord, `parse_page_id` reads it back."""

    word: str
    arguments: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return the id as sent to Discord."""
        return ":".join(("l1", self.word, *self.arguments))


def page_id(word: str, *arguments: object) -> str:
    """Return the custom id of a page as sent to Discord. Raises ValueError if it couldn't be parsed again."""
    written = str(PageId(word, tuple(map(str, arguments))))
    if parse_page_id(written) is None:
        raise ValueError(f"{written!r} is no custom id of a page")
    return written


def parse_page_id(text: object) -> PageId | None:
    """Parse a custom id; None if it isn't one of a page."""
    if not isinstance(text, str) or len(text) > LONGEST or (match := _PAGE_ID.fullmatch(text)) is None:
        return None
    return PageId(match["word"], tuple(match["arguments"].split(":")[1:]))


def button(
    label: str,
    word: str,
    *arguments: object,
    style: ButtonStyle = ButtonStyle.secondary,
) -> ui.Button[ui.LayoutView]:
    """Return a button that opens a page."""
    return ui.Button(label=cut(label, LONGEST_LABEL), custom_id=page_id(word, *arguments), style=style)


def learn_button(texts: Texts, style: ButtonStyle = ButtonStyle.secondary) -> ui.Button[ui.LayoutView]:
    """Return the button that offers the lessons, or continues the one that the reader has begun."""
    return button(texts.p("button", "Learn"), LEARN, style=style)


def practice_button(texts: Texts, style: ButtonStyle = ButtonStyle.success) -> ui.Button[ui.LayoutView]:
    """Return the button that starts a practice game, or continues it: what the player practiced last."""
    return button(texts.p("button", "Practice"), PRACTICE, style=style)


def daily_button(texts: Texts, style: ButtonStyle = ButtonStyle.secondary) -> ui.Button[ui.LayoutView]:
    """Return the button that shows the daily deal."""
    return button(texts.p("button", "Daily deal"), DAILY, style=style)


def puzzle_button(texts: Texts, style: ButtonStyle = ButtonStyle.secondary) -> ui.Button[ui.LayoutView]:
    """Return the button that shows a puzzle."""
    return button(texts.p("button", "Puzzle"), PUZZLE, style=style)


def link_button(label: str, url: str) -> ui.Button[ui.LayoutView]:
    """Return a button that opens a URL."""
    return ui.Button(label=cut(label, LONGEST_LABEL), url=url)


def channel_chooser(
    placeholder: str,
    kinds: Sequence[discord.ChannelType],
    asked: Sequence[object],
    *,
    chosen: Sequence[int] = (),
    most: int = 1,
) -> ui.ActionRow[ui.LayoutView]:
    """Return a row with a select for channels; ``asked`` is the word and the arguments of its id."""
    select: ui.ChannelSelect[ui.LayoutView] = ui.ChannelSelect(
        custom_id=page_id(str(asked[0]), *asked[1:]),
        placeholder=cut(placeholder, LONGEST_PLACEHOLDER),
        channel_types=list(kinds),
        min_values=1,
        max_values=most,
        required=True,
        default_values=[discord.SelectDefaultValue.from_channel(discord.Object(one)) for one in chosen[:most]],
    )
    return ui.ActionRow(select)


def role_chooser(
    placeholder: str, asked: Sequence[object], *, chosen: int | None = None
) -> ui.ActionRow[ui.LayoutView]:
    """Return a row with a select for a role; ``asked`` is the word and the arguments of its id."""
    select: ui.RoleSelect[ui.LayoutView] = ui.RoleSelect(
        custom_id=page_id(str(asked[0]), *asked[1:]),
        placeholder=cut(placeholder, LONGEST_PLACEHOLDER),
        min_values=1,
        max_values=1,
        required=True,
        default_values=[] if chosen is None else [discord.SelectDefaultValue.from_role(discord.Object(chosen))],
    )
    return ui.ActionRow(select)


def chooser(
    placeholder: str, options: Sequence[discord.SelectOption], word: str, *arguments: object
) -> ui.ActionRow[ui.LayoutView]:
    """Return a row with a select for one option."""
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=page_id(word, *arguments),
        placeholder=cut(placeholder, LONGEST_PLACEHOLDER),
        min_values=1,
        max_values=1,
        required=True,
        options=list(options),
    )
    return ui.ActionRow(select)
