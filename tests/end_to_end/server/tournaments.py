"""A league as its people play it: they press the buttons that they see, wherever a table opens."""

from bot.playground import Channel, Person, SeenMessage
from tests.end_to_end.club import Club

MINE = "My fixture"
"""The button that the message of a running league has."""


def message_of(club: Club) -> SeenMessage:
    """Find the message that shows the league now."""
    shown = club.public(MINE)
    assert shown is not None
    return shown


def table_of(club: Club, person: Person, label: str) -> SeenMessage | None:
    """Find the newest public message with a button in a thread, as somebody sees it."""
    for message in reversed(person.sees()):
        elsewhere = message.channel_id != club.channel.id and not message.direct
        if elsewhere and not message.ephemeral and label in message.labels:
            return message
    return None


def thread_of(club: Club, message: SeenMessage) -> Channel:
    """Find the thread in which a message stands."""
    return club.guild.state.channels[message.channel_id]


async def sit_down(club: Club, one: Person, other: Person) -> SeenMessage:
    """Let both of a pair press their button, and give the table at which their game begins."""
    for person in (one, other):
        answer = await person.click(MINE, message=message_of(club))
        assert not answer.failed
    await club.standin.until(lambda: table_of(club, one, "My hand") is not None)
    table = table_of(club, one, "My hand")
    assert table is not None
    return table


async def resign(club: Club, winner: Person, loser: Person) -> None:
    """Let a pair begin, and one of them resign."""
    table = await sit_down(club, winner, loser)
    for label in ("More", "Resign", "Resign"):
        answer = await loser.click(label, message=table if label == "More" else None)
        assert not answer.failed
    await decided(club, winner, loser)


async def play(club: Club, one: Person, other: Person, seed: int) -> Person:
    """Let a pair play their game to its end, and say who has won."""
    table = await sit_down(club, one, other)
    home, club.channel, club.players = club.channel, thread_of(club, table), [one, other]
    try:
        await club.open_hands()
        await club.game_over(seed)
        end = club.public("Rematch")
        assert end is not None
        won = one if f"🏆 {one.name} wins" in end.text else other
    finally:
        club.channel = home
    await decided(club, one, other)
    return won


async def decided(club: Club, one: Person, other: Person) -> None:
    """Wait until no message has a button for a pair any more, neither the league's nor that of their game."""
    names = {f"{one.name} – {other.name}", f"{other.name} – {one.name}"}

    def shown() -> bool:
        league = club.public(MINE)
        decided = league is None or not names.intersection(league.labels)
        return decided and all(table_of(club, person, "My hand") is None for person in (one, other))

    await club.standin.until(shown)
