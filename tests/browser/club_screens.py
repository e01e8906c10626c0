"""Screens that a game in play doesn't have, from the real bot over the stand-in: lobbies, starts, lessons, replays."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final
from unittest.mock import patch

from bot.playground import Person, SeenMessage
from bot.rummy.codes import code_for
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from cogs.door.lessons.learning import LESSONS
from cogs.door.lessons.script import Lesson
from cogs.edge import answers
from tests.browser.game_screens import screen_of
from tests.browser.goals import Kind, Screen
from tests.end_to_end.club import MINUTE_FOR_ANSWERS, Club, open_club, said

_SEED: Final = 3
_STEPS: Final = 3
"""How many steps of a replay are looked at."""
_SHORT: Final = {
    Variant.GIN: code_for(options_for(Variant.GIN, {"target": 20})),
    Variant.GERMAN: code_for(options_for(Variant.GERMAN, {"rounds": 1})),
    Variant.REMIK51: code_for(options_for(Variant.REMIK51, {"end_at": 1})),
    Variant.RUM500: code_for(options_for(Variant.RUM500, {"target": 100})),
}


async def club_screens(folder: Path) -> list[Screen]:
    """Return the screens around games: lobby, start, result with ratings, replay, practice; and every lesson step."""
    hurry = patch.multiple(answers, PATIENCE=MINUTE_FOR_ANSWERS, LAST_MOMENT=MINUTE_FOR_ANSWERS)
    with hurry:
        async with open_club(folder) as club, club.running():
            return [shown async for shown in _screens(club)]


async def translated_screens(folder: Path, language: str) -> list[Screen]:
    """Return a lobby as it fills, a form of settings, and the steps of a lesson, in a language."""
    hurry = patch.multiple(answers, PATIENCE=MINUTE_FOR_ANSWERS, LAST_MOMENT=MINUTE_FOR_ANSWERS)
    with hurry:
        async with open_club(folder, language=language) as club, club.running():
            shown = [one async for one in _lesson(club, LESSONS[0])]
            shown.append(_screen(club.ala, await _rules(club), "house rules", Kind.HOUSE_RULES))
            club.channel = club.guild.add_channel("table")
            return shown + [one async for one in _lobby(club, Variant.GERMAN, 4)]


async def _screens(club: Club) -> AsyncIterator[Screen]:
    for lesson in LESSONS:
        async for shown in _lesson(club, lesson):
            yield shown
    for variant, kind in ((Variant.GIN, Kind.GIN_DRAW), (Variant.GERMAN, Kind.DRAW)):
        practice = said(await club.cyd.slash(club.channel, "rummy practice", variant=variant))
        yield _screen(club.cyd, practice, f"practice, {variant}", kind)
    async for shown in _house_rules(club):
        yield shown
    for variant, players in ((Variant.GIN, 2), (Variant.GERMAN, 4), (Variant.REMIK51, 6), (Variant.RUM500, 3)):
        club.channel = club.guild.add_channel(variant)  # without the other game's result
        async for shown in _game(club, variant, players):
            yield shown


async def _lesson(club: Club, lesson: Lesson) -> AsyncIterator[Screen]:
    """Yield every step of a lesson."""
    answer = await club.ala.slash(club.channel, "rummy learn", game=lesson.name)
    for number, step in enumerate(lesson.steps):
        shown, expected = said(answer), step.expected
        yield _screen(club.ala, shown, f"lesson {lesson.name}, step {number + 1}", Kind.LESSON)
        wanted = ":".join(filter(None, ("l1:lesson", lesson.name, str(number), expected.action, expected.argument)))
        answer = await club.ala.click(wanted, message=shown)


async def _house_rules(club: Club) -> AsyncIterator[Screen]:
    """Yield the house rules of German Rummy: as they open, with a preset and each rule picked, all conflicts told."""
    opened = await _rules(club)
    yield _screen(club.ala, opened, "house rules", Kind.HOUSE_RULES)
    await club.ala.click("Save as preset", message=opened)
    answer = await club.ala.submit({"Name": "Friday night at Kunegunda's, from eight o'clock on"})
    [rules] = [select for select in said(answer).selects if select.placeholder == "Pick a rule"]
    for rule in rules.options:
        answer = await club.ala.choose("Pick a rule", rule.label, message=said(answer))
        yield _screen(club.ala, said(answer), f"house rules: {rule.value}", Kind.HOUSE_RULES)
    [switches] = [select for select in said(answer).selects if select.placeholder == "House rules"]
    every = [switch.label for switch in switches.options]
    answer = await club.ala.choose("House rules", *every, message=said(answer))
    yield _screen(club.ala, said(answer), "house rules: conflicts", Kind.HOUSE_RULES)


async def _rules(club: Club) -> SeenMessage:
    """Open the house rules of a table of German Rummy."""
    club.channel = club.guild.add_channel("rules")
    await club.open("german", players=2)
    await club.ala.click(club.label("More"))
    return said(await club.ala.click(club.label("House rules")))


async def _lobby(club: Club, variant: Variant, players: int) -> AsyncIterator[Screen]:
    """Yield the lobby of a game as it fills."""
    name = f"{variant}, {players} players"
    await club.open(variant, players=players, rules=_SHORT[variant])
    for person in club.players[1:]:
        yield _screen(club.eve, _public(club, "Join"), f"{name}: waiting for {person.name}", Kind.LOBBY)
        await person.click(club.label("Join"))
    await club.shown("Start")
    yield _screen(club.eve, _public(club, "Start"), f"{name}: full", Kind.LOBBY)


async def _game(club: Club, variant: Variant, players: int) -> AsyncIterator[Screen]:
    """Yield the lobby of a game as it fills, its start, its result and its replay."""
    name = f"{variant}, {players} players"
    async for shown in _lobby(club, variant, players):
        yield shown
    await club.ala.click("Start")
    await club.open_hands()
    yield _screen(club.eve, _public(club, "My hand"), f"{name}: start", Kind.START)
    await club.game_over(seed=_SEED)
    await club.settled()
    yield _screen(club.eve, _public(club, "Rematch"), f"{name}: result", Kind.GAME)
    replay = said(await club.eve.click("Replay", message=_public(club, "Rematch")))
    for step in range(_STEPS):
        yield _screen(club.eve, replay, f"{name}: replay {step}", Kind.REPLAY)
        replay = said(await club.eve.click("Next", message=replay))
    (points,) = replay.selects
    for number, point in enumerate(points.options[1:], 1):
        replay = said(await club.eve.choose(points.placeholder, point.label, message=replay))
        yield _screen(club.eve, replay, f"{name}: replay, turning point {number}", Kind.REPLAY)


def _public(club: Club, label: str) -> SeenMessage:
    """Return the newest public message with a button."""
    found = club.public(label)
    assert found is not None, f"nothing with {label}"
    return found


def _screen(person: Person, seen: SeenMessage, name: str, kind: Kind) -> Screen:
    """Return what a person sees as a screen."""
    return screen_of(person.message(seen.id), name, kind)
