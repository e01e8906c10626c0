"""The exceptions of `bot.play`, and a table's reasons for refusing requests apart from the rules of the game."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from bot.rummy.refusals import Conflict, Refusal, Refused


class TableReason(StrEnum):
    """Reasons for refusals, with what the player can do instead (C-5). Each value is the English sentence."""

    NOT_SEATED = "You aren't at this table. Join one that has a free seat, or open your own in another channel."
    SEATED_ALREADY = "You're already at this table. Wait for the others, or leave to free your seat."
    TABLE_FULL = "All seats are taken. Watch this game, or open a table in another channel."
    SEAT_KEPT = "The last free seat is reserved for an invited player. Open your own table in another channel."
    INVITED_SELF = "You can't invite yourself. Pick another player, or leave the seat open to everyone."
    STARTED = "The game has already started. Keep playing, or resign to end it."
    STARTING = "The game is about to start, and its cards are already fixed. Wait a few seconds."
    NOT_STARTED = "The game hasn't started yet. The host starts it once there are enough players."
    CLOSED = "This table was canceled. Open a new one in this channel."
    OVER = "This game is over. A rematch starts a new one."
    NOT_OVER = "This game isn't over yet. Finish it or resign before the rematch."
    HOST_ONLY = "Only the host can do that. Ask them, or open your own table in another channel."
    TOO_FEW = "A game needs at least two players. Start it when another player has joined, or add a computer."
    NEEDS_PLAYERS = "Not enough players yet (this game needs {least}). Start it when all have joined, or add computers."
    TOO_MANY = (
        "Too many players for that game (seats: {most}, players: {seated}). Choose another game, or remove a player."
    )
    EMPTY_CUT = "Your cut is empty. Type at least one visible character."
    INVISIBLE_CUT = (
        "Your cut has invisible characters, which some emoji contain. Type only characters that everyone can see, such "
        "as letters and digits."
    )
    UNSEALED_CUT = (
        "This table's seal is from an earlier version, which has no cut for your seat. Ask a player in another seat to "
        "cut, or open a new table."
    )
    LONG_CUT = "That cut is too long (characters allowed: {most}). Type a shorter one."
    EMPTY_NAME = "A preset needs a name. Type at least one visible character."
    INVISIBLE_NAME = (
        "That name has invisible characters, which some emoji contain. Type only characters that everyone can see."
    )
    LONG_NAME = "That name is too long (characters allowed: {most}). Choose a shorter one."
    PRESETS_FULL = (
        "This server can't have more presets (limit: {most}). Delete one, or save under the name of one to replace it."
    )
    INVITED_MANY = "That's more players than this table has seats (seats: {most}). Invite fewer, or remove one first."
    NOT_INVITED = "You aren't invited to this table, so there's nothing to decline. Join if there's a free seat."
    CLOSED_TABLE = "This table is invite only. Ask the host, or open your own table in another channel."
    REMOVED_SELF = "You can't remove yourself. Leave to hand over the table, or cancel it."
    NOT_THERE = "That player isn't at this table. Choose someone who is."
    AWAY = "A computer is playing for you. Press *{button I'm back}* first."
    NOT_AWAY = "You're already back in your seat. Keep playing."
    LEFT = "You left this game, and a computer finishes it for you. Watch it, or open another table."
    NO_DEAL_DUE = "The next deal has already started. Keep playing."
    NUDGE_SLOW = "Nudges are only for slow games. Wait until their time is up."
    NUDGE_NOBODY = "There's no one to nudge right now. Wait for another player's turn."
    NUDGE_SELF = "It's your own turn. Make your move."
    NUDGED = "They've already been nudged this turn. Give them time."
    NUDGE_EARLY = "Their turn started less than an hour ago. Nudge them later."
    LIVE_TURN = (
        "This server doesn't allow that time for live turns. Choose one in its range (seconds: {least} to {most})."
    )
    LIVE_BANK = (
        "This server doesn't allow that reserve for live games. Choose one in its range (seconds: {least} to {most})."
    )
    SLOW_TURN = (
        "This server doesn't allow that time for slow turns. Choose one in its range (hours: {least} to {most})."
    )
    FIXTURE = "The tournament sets this game's players and rules. Join and play, or ask an admin to change it."
    AGREE_FIXTURE = (
        "The tournament decides about time limits and results, so its games can't be paused or called off. Play on, or "
        "ask an admin for a later deadline."
    )
    PAUSE_LIVE = "Only live games can be paused. Here you can take your time anyway."
    CALL_OFF_ALONE = "You're the only player here, so there's no one to agree with. Resign to end the game."
    WRONG_CHANNEL = "On this server, tables can only be opened in {channels}. Use the command there."
    NOT_OPENER = "Only {role} can open tables on this server. Join a waiting table, or ask one of them."
    COMPUTERS_MEMBER = (
        "You have too many games of computers running (limit: {most}). Stop one of them (*{button More}* there "
        "says how), or wait until one is over."
    )
    COMPUTERS_SERVER = (
        "This server has too many games of computers running (limit: {most}). Watch one of them, or wait until one is "
        "over."
    )
    COMPUTERS_BUSY = (
        "The computer players are too busy for another game without people right now. Try again in a few minutes, or "
        "play against one yourself."
    )
    LOBBIES_FULL = (
        "You have too many open tables that wait for players (limit: {most}). Start or cancel one of them first."
    )
    POSTS_FULL = "You've made me post a lot (limit: {most} in a row, then one every {seconds} s). Try again {when}."
    INVITER_REFUSED = (
        "{name} doesn't want invitations from you. Invite another player, or leave the seat open to everyone."
    )
    INVITED_OFTEN = (
        "You've invited {name} enough for now (limit: {most} per hour). Try again later, or leave the seat open to "
        "everyone."
    )
    PRESETS_YOURS = (
        "You've saved too many presets on this server (limit: {most}). Delete one, or save under the name of one of "
        "yours to replace it."
    )
    NO_ADMIN = (
        "Only members who manage this server can do that, and others it allows in its integration settings. Ask one of "
        "them."
    )
    TAKEBACK_RATED = (
        "Discards are final in rated games. To be asked first, turn on *{button Confirm discards}* under "
        "*{button More}*."
    )
    TAKEBACK_OFF = (
        "Discards are final at this table. To be asked first, turn on *{button Confirm discards}* under "
        "*{button More}*."
    )
    TAKEBACK_BOT = "The bot made that discard for you, so it stays. Wait for your next turn."
    TAKEBACK_TIME = "Your time for that turn is up, so your discard stays. Wait for your next turn."
    DEAL_RUNNING = "This deal isn't over yet. Finish it first."
    DAY_PLAYED = "You've already played this daily deal: everyone has one try. The next one opens {when}."
    DAY_OVER = "That day is over, so its deal can no longer be played. Play today's."
    DAY_NO_REMATCH = (
        "A daily deal has no rematch, since everyone has one try. Start a practice game, or play tomorrow's deal."
    )
    DAY_GAME = "There's no daily deal of that game. Play the one of Gin or German Rummy."
    DAY_NO_BEACON = (
        "There are no daily deals on this bot, because its operator has switched off the public beacon. Start a "
        "practice game instead."
    )
    DAY_WAITS = "Today's cards wait for the public beacon, which hasn't answered yet. Try again in a minute."
    DAY_VOID = "The public beacon didn't answer in time, so today has no daily deal. The next one opens {when}."
    DAY_UNFINISHED = "The ranking opens when you've finished this deal. Play it first."
    PUZZLES_MANY = "You've had enough puzzles for now (limit: {most} per hour). The next one opens {when}."
    REVIEW_GAME = (
        "Only games of the gin family between two players can be reviewed. *{button Replay}* shows every game."
    )
    REVIEW_ONE = "You're already waiting for another review. Ask for this one when it's there."
    REVIEWS_FULL = "Too many reviews are wanted right now (limit: {most}). Try again in a few minutes."
    DAY_OPEN = "Others are still playing this deal, so its cards stay hidden. Come back {when}."


LIMITS: Final = frozenset(
    {
        TableReason.COMPUTERS_MEMBER,
        TableReason.COMPUTERS_SERVER,
        TableReason.COMPUTERS_BUSY,
        TableReason.LOBBIES_FULL,
        TableReason.POSTS_FULL,
        TableReason.INVITED_OFTEN,
        TableReason.PRESETS_YOURS,
        TableReason.PRESETS_FULL,
    }
)
"""The reasons of requests that exceed a limit, which the operator may want to change."""


class Stale(Exception):
    """The click is from an outdated message, or another player was faster; show the current state."""


class UnknownTable(Exception):
    """No table has this id."""


def refusal(reason: TableReason, rule: str = "", **values: int | str) -> Refusal:
    """Return a refusal; ``rule`` is the id of the rule behind it, if there is one."""
    return Refusal(rule, reason, values)


def refused(reason: TableReason, rule: str = "", **values: int | str) -> Refused:
    """Return the error to raise for a refusal."""
    return Refused(refusal(reason, rule, **values))


def refusals_for_conflicts(conflicts: Iterable[Conflict]) -> tuple[Refusal, ...]:
    """Return a refusal for each conflict between options; a conflict's sentence names its rules."""
    return tuple(Refusal("", conflict) for conflict in conflicts)


def raise_refusals(*refusals: Refusal | None) -> None:
    """Raise Refused with all refusals that aren't None, if there is any."""
    if found := [one for one in refusals if one is not None]:
        raise Refused(*found)


class Repeated(Exception):
    """The interaction was already handled; nothing was written."""


class NotJudged(Exception):
    """A game couldn't be judged: the process for it ended, or took too long. The log has details."""


class Overtaken(Exception):
    """Another player or process wrote first; nothing was written. Load the table again."""


class ChannelTaken(Exception):
    """Another open table is in this channel (C-1); ``table`` is its id."""

    def __init__(self, table: int) -> None:
        super().__init__(f"table {table} sits in this channel")
        self.table = table


class FixtureTaken(Exception):
    """The fixture already has an open table; ``table`` is its id."""

    def __init__(self, table: int) -> None:
        super().__init__(f"table {table} is open for this fixture")
        self.table = table


class StoreError(Exception):
    """The store failed; the message says why in one sentence. Whether anything was written is uncertain."""
