"""Clicks per turn of players who lay the best they can: draw, perhaps lay everything, discard."""

import random
from collections.abc import Sequence
from statistics import mean

import pytest

from bot.playground import Channel, Person
from bot.program.cli.guests import Done, GinGuest, Guest, MeldsGuest
from bot.program.cli.guests.melds import GuestStyle, TurnPlan
from bot.rummy.codes import code_for
from bot.rummy.families import Family, Variant
from bot.rummy.options import PRESETS, options_for
from bot.text.catalogs import Texts
from tests.end_to_end.club import TEXTS, Club

SELECTS = ("knocks", "throw", "pick", "lays")
"""Actions that take two clicks: one opens the select, one chooses."""
LAYS = ("all", "step", "lay", "lays")
BEGINNINGS = ("draw", "take", "pass")


class Counted(Guest):
    """A guest whose actions are counted."""

    def __init__(self, person: Person, texts: Texts, rng: random.Random, channel: Channel | None = None) -> None:
        super().__init__(person, texts, rng, channel)
        self.actions: list[str] = []

    async def act(self, *, wait: bool = True) -> Done | None:
        done = await super().act(wait=wait)
        if done is not None:
            self.actions.append(done.action)
        return done


class CountedGin(Counted, GinGuest):
    """A counted player of the gin family."""


class CountedMelds(Counted, MeldsGuest):
    """A counted player who always lays as much as possible at once."""

    def plan(self) -> TurnPlan:
        return TurnPlan(GuestStyle.ALL)


def turns_of(actions: Sequence[str]) -> list[tuple[str, ...]]:
    """Split the actions of a player into turns. A claim is made out of turn and isn't counted."""
    turns: list[list[str]] = []
    for action in actions:
        if action in BEGINNINGS:
            turns.append([])
        if action in ("claim", "next", "ready"):
            continue
        turns[-1].append(action)
    return [tuple(turn) for turn in turns]


def clicks_in(turn: Sequence[str]) -> int:
    return sum(2 if action in SELECTS else 1 for action in turn)


@pytest.mark.slow
@pytest.mark.discord(None)
@pytest.mark.parametrize(
    ("variant", "players", "changes"),
    [
        pytest.param(Variant.GIN, 2, {"target": 60}, marks=pytest.mark.soak),
        pytest.param(Variant.OKLAHOMA, 2, {"target": 40}, marks=pytest.mark.soak),
        pytest.param(Variant.BASIC, 3, {"target": 40}, marks=pytest.mark.soak),
        (Variant.GERMAN, 3, {"rounds": 1, "initial_40": True}),
    ],
)
async def test_a_turn_takes_two_clicks_and_three_with_lays(
    club: Club, monkeypatch: pytest.MonkeyPatch, variant: Variant, players: int, changes: dict[str, object]
) -> None:
    kind = CountedGin if PRESETS[variant].family is Family.GIN else CountedMelds
    async with club.running():
        await club.table(variant, players=players, rules=code_for(options_for(variant, changes)))
        guests = [kind(person, TEXTS, random.Random(person.name)) for person in club.players]
        monkeypatch.setattr(club, "guests", lambda _: guests)
        await club.play(1, lambda: club.public("Rematch") is not None)
    turns = [turn for guest in guests for turn in turns_of(guest.actions) if turn != ("pass",)]
    plain = [clicks_in(turn) for turn in turns if not set(LAYS) & set(turn)]
    laying = [clicks_in(turn) for turn in turns if set(LAYS) & set(turn)]
    print(f"{variant}: {len(plain)} turns without lays, {mean(plain):.2f} clicks;", end=" ")  # noqa: T201
    print(f"{len(laying)} with lays, {mean(laying or [0]):.2f}, at most {max(laying, default=0)}")  # noqa: T201
    assert len(plain) > 5
    assert set(plain) <= {2}
    assert max(laying, default=0) <= 3
