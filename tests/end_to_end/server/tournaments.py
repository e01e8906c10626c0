"""Plays a tournament as its players do: by the buttons they see, in whichever channel a table opens."""

from bot.playground import Channel, Person, SeenMessage
from tests.end_to_end.club import Club

MINE = "My fixture"
"""A button of every message about a running tournament."""


def message_of(club: Club) -> SeenMessage:
    """Return the current message of the tournament."""
    shown = club.public(MINE)
    assert shown is not None
    return shown


def table_of(club: Club, person: Person, label: str) -> SeenMessage | None:
    """Return the newest public message in a thread with this button, as this person sees it."""
    for message in reversed(person.sees()):
        elsewhere = message.channel_id != club.channel.id and not message.direct
        if elsewhere and not message.ephemeral and label in message.labels:
            return message
    return None


def thread_of(club: Club, message: SeenMessage) -> Channel:
    """Return the thread that contains a message."""
    return club.guild.state.channels[message.channel_id]


async def sit_down(club: Club, one: Person, other: Person) -> SeenMessage:
    """Press the button of both players of a pair, and return the table at which their game begins."""
    for person in (one, other):
        answer = await person.click(MINE, message=message_of(club))
        assert not answer.failed
    await club.standin.until(lambda: table_of(club, one, "My hand") is not None)
    table = table_of(club, one, "My hand")
    assert table is not None
    return table


async def resign(club: Club, winner: Person, loser: Person) -> None:
    """Begin the game of a pair and let one of them resign."""
    table = await sit_down(club, winner, loser)
    for label in ("More", "Resign", "Resign"):
        answer = await loser.click(label, message=table if label == "More" else None)
        assert not answer.failed
    await decided(club, winner, loser)


async def play(club: Club, one: Person, other: Person, seed: int) -> Person:
    """Play the game of a pair to its end and return the winner."""
    table = await sit_down(club, one, other)
    home, club.channel, club.players = club.channel, thread_of(club, table), [one, other]
    try:
        await club.open_hands()
        await club.game_over(seed)
        end = club.public("Rematch")
        assert end is not None
        won = one if f"{one.name} wins" in (end.pictures[0].alt or "") else other
    finally:
        club.channel = home
    await decided(club, one, other)
    return won


async def decided(club: Club, one: Person, other: Person) -> None:
    """Wait until neither the tournament's message nor their table has a button for a pair."""
    names = {f"{one.name} – {other.name}", f"{other.name} – {one.name}"}

    def shown() -> bool:
        tournament = club.public(MINE)
        decided = tournament is None or not names.intersection(tournament.labels)
        return decided and all(table_of(club, person, "My hand") is None for person in (one, other))

    await club.standin.until(shown)
