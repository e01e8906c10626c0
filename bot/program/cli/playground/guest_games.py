"""Games of guests in a playground, as an address names them."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

from bot.program.cli.guests import guests_of
from bot.program.cli.guests.table import Computers, GuestTable
from bot.program.cli.playground.session import Playground
from bot.rummy.families import Variant
from bot.rummy.options import PRESETS


@dataclass(frozen=True, slots=True)
class GuestGame:
    """A game of guests: the seed, the game, the number of players. A single one plays against a computer."""

    seed: int
    variant: Variant
    players: int


async def guest_clicks(game: GuestGame, playground: Playground) -> AsyncIterator[str]:
    """Play a game with guests and a fresh bot, and yield each click in words. DemoError."""
    people = playground.people[: game.players]
    texts = playground.catalogs.texts
    guests = [
        one for person in people for one in guests_of(game.variant, [person], texts(person.user.locale), game.seed)
    ]
    idle = playground.idle
    table = GuestTable(playground.standin, playground.channel, guests, seed=game.seed, idle=idle, patient=True)
    await playground.idle()
    async for click in table.clicks(PRESETS[game.variant], Computers(max(0, 2 - game.players))):
        yield f"{click.person.name}: {click.label}"
