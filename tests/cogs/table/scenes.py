"""Helpers for screens: tables of random games, and a layout's contents checked against Discord's limits."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeVar

import discord
from discord import ui

from bot.fairness.grades import Doubt, Grade, Proof
from bot.play.service.finished_games import FinishedGames
from bot.play.service.table import Table
from bot.play.state.shuffles import BeaconUse, StartPromise
from bot.play.state.values import HOUR, NO_LINES, Pace, Player, Stamp, Status, TableRow, TableSettings, TimeLimits
from bot.players.hints import advice_for
from bot.ratings.values import GameOutcome
from bot.rummy import games
from bot.rummy.games import State
from bot.rummy.gin.state import GinState
from bot.rummy.melds.state import MeldsState
from bot.rummy.moves import Move
from bot.rummy.options import Options
from bot.rummy.refusals import Refusal, Topic
from bot.rummy.views import Phase, View
from bot.text.catalogs import Catalogs
from cogs.edge.messages import FACED, Attachment, Detail, emoji_name
from cogs.table.screens.deal import NO_END, Ended, GameEnd, deal_screen, game_screen, hand_over_screen
from cogs.table.screens.games import SCREENS
from cogs.table.screens.running import HandDetails
from cogs.table.screens.scene import NO_PICKS, Notice, Picks, Scene
from cogs.table.table_messages import table_screen
from render.look import Sorting

AnyState = TypeVar("AnyState", GinState, MeldsState)
TEXTS = Catalogs().texts("en")
FACES = {card: discord.PartialEmoji(name=emoji_name(card), id=10**18 + card) for card in FACED}
FULL_DETAIL = Detail(FACES, files=True)
PNG = Attachment("table-1-2.png", b"png", "x" * 250)
NAMES = ("Ala", "Bob", "Cyd", "Dag", "Eve", "Fay")
SECRET = "a5" * 32
NO_CUTS = StartPromise(Proof(Grade.NOT_PROVEN, doubt=Doubt.NO_CUTS), BeaconUse.OFF)


class NoFixtures(FinishedGames):
    """A stand-in for finished games without any outcome."""

    def __init__(self) -> None:
        """Need nothing."""

    async def outcome(self, table: Table) -> GameOutcome | None:
        return table.outcome


def row_of(
    options: Options,
    status: Status = Status.PLAYING,
    names: tuple[str, ...] = ("Ala", "Bob"),
    invited: tuple[int, ...] = (),
) -> TableRow:
    """Return a stored table, with ids as long as Discord's."""
    return TableRow(
        id=2**31,
        guild=10**18,
        channel=10**18 + 1,
        host=10**18 + 2,
        options=options,
        pace=Pace.SLOW,
        limits=TimeLimits(24 * HOUR),
        settings=TableSettings(),
        invited=invited,
        secret=bytes(32),
        status=status,
        seats=tuple(Player(10**18 + 2 + seat, name, "c" * 100) for seat, name in enumerate(names)),
        created_at=0,
        touched_at=0,
        message=10**18 + 9,
    )


def scene_of(view: View, detail: Detail = FULL_DETAIL, names: tuple[str, ...] = NAMES) -> Scene:
    """Return the scene of a running table."""
    status = Status.OVER if view.phase is Phase.OVER else Status.PLAYING
    return Scene(TEXTS, row_of(view.options, status, names[: len(view.counts)]), Stamp(4321), detail)


def lobby_scene(row: TableRow) -> Scene:
    """Return the scene of a table that hasn't started."""
    return Scene(TEXTS, row, NO_LINES, FULL_DETAIL)


def end_of(view: View) -> GameEnd:
    """Return the end of a game that all players finished."""
    return GameEnd(view.result.winners) if view.result else NO_END


def public_layout(state: State, detail: Detail = FULL_DETAIL, names: tuple[str, ...] = NAMES) -> ui.LayoutView:
    """Return the public screen of a state."""
    view = games.view_for(state, None)
    scene = scene_of(view, detail, names)
    shown_here = view.phase is Phase.OVER or SCREENS[view.family].shows_hands(view)
    ended = Ended(view, PNG if shown_here else None, end_of(view))
    match view.phase:
        case Phase.DEAL:
            return deal_screen(scene, ended)
        case Phase.OVER:
            return game_screen(scene, ended)
        case _:
            return table_screen(scene, view, PNG)


def private_layout(
    state: State,
    seat: int,
    detail: Detail = FULL_DETAIL,
    sorting: Sorting = Sorting.MELDS,
    names: tuple[str, ...] = NAMES,
    *,
    picked: Picks = NO_PICKS,
    notice: str = "A line of notice.",
    unassisted: bool = False,
    coach: str = "",
) -> ui.LayoutView:
    """Return the screen of a state for one player."""

    def judge(move: Move) -> Refusal | None:
        return games.refusal_for(state, move)

    view = games.view_for(state, seat)
    scene = scene_of(view, detail, names)
    if unassisted:
        scene = replace(scene, row=replace(scene.row, settings=TableSettings(unassisted=True)))
    if view.phase in (Phase.DEAL, Phase.OVER):
        return hand_over_screen(scene, view, end_of(view), Notice(notice))
    render = 10**9 - 1
    advice = advice_for(view) if view.phase in (Phase.DISCARD, Phase.LAY) and not unassisted else ()
    screen = SCREENS[view.family].hand_screen(view, picked, judge, unassisted=unassisted)
    return screen(scene, HandDetails(PNG, sorting, render, advice, Notice(notice, Topic.TURN), coach=coach))


@dataclass(frozen=True, slots=True)
class Shown:
    """A layout as sent to Discord."""

    payload: list[dict[str, Any]]

    @property
    def parts(self) -> list[dict[str, Any]]:
        """All components, including nested ones."""
        return list(_walk(self.payload))

    @property
    def text(self) -> str:
        return "\n".join(part["content"] for part in self.parts if part["type"] == 10)

    @property
    def buttons(self) -> list[dict[str, Any]]:
        return [part for part in self.parts if part["type"] == 2]

    @property
    def labels(self) -> list[str]:
        """The labels of the enabled buttons."""
        return [str(button["label"]) for button in self.buttons if not button.get("disabled")]

    @property
    def selects(self) -> list[dict[str, Any]]:
        return [part for part in self.parts if part["type"] == 3]

    def listed(self, placeholder: str) -> list[list[str]]:
        """Return the values of each select whose placeholder begins with ``placeholder``."""
        found = [select for select in self.selects if select["placeholder"].startswith(placeholder)]
        return [[option["value"] for option in select["options"]] for select in found]

    @property
    def marked(self) -> list[str]:
        """The values that selects show as chosen."""
        return [option["value"] for select in self.selects for option in select["options"] if option["default"]]

    @property
    def ids(self) -> list[str]:
        return [part["custom_id"] for part in self.parts if "custom_id" in part]


def shown(layout: ui.LayoutView) -> Shown:
    """Convert a layout to what is sent to Discord."""
    payload: list[dict[str, Any]] = layout.to_components()  # type: ignore[no-untyped-call]
    return Shown(payload)


def _walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for component in components:
        yield component
        yield from _walk(component.get("components", []))


def assert_discord_takes(layout: ui.LayoutView) -> None:
    """Check a layout against all limits of Discord that the library doesn't check."""
    seen = shown(layout)
    assert 1 <= len(seen.parts) <= 40
    assert len(seen.text) <= 4000
    assert all(part["content"].strip() for part in seen.parts if part["type"] == 10)
    assert len(set(seen.ids)) == len(seen.ids)
    assert all(1 <= len(custom_id) <= 100 for custom_id in seen.ids)
    for part in seen.parts:
        if part["type"] == 1:
            kinds = [inner["type"] for inner in part["components"]]
            assert kinds in ([3], [5]) or (1 <= len(kinds) <= 5 and set(kinds) == {2})
    assert all(1 <= len(button["label"]) <= 80 for button in seen.buttons)
    for select in seen.selects:
        assert select["min_values"] in (0, 1)
        assert max(1, select["min_values"]) <= select["max_values"] <= len(select["options"])
        assert sum(option["default"] for option in select["options"]) <= select["max_values"]
        assert 1 <= len(select["placeholder"]) <= 150
        assert 1 <= len(select["options"]) <= 25
        assert len({option["value"] for option in select["options"]}) == len(select["options"])
        for option in select["options"]:
            assert all(1 <= len(option[name]) <= 100 for name in ("label", "value"))
            assert len(option.get("description") or "") <= 100
            assert "default" in option


def assert_discord_opens(modal: ui.Modal) -> None:
    """Check a modal against Discord's limits."""
    payload = modal.to_dict()
    assert 1 <= len(payload["title"]) <= 45
    assert 1 <= len(payload["custom_id"]) <= 100
    assert 1 <= len(payload["components"]) <= 5
    for label in payload["components"]:
        assert 1 <= len(label["label"]) <= 45
        assert len(label.get("description") or "") <= 100
        field = label["component"]
        assert len(field.get("value") or "") <= field.get("max_length", 4000)


def some_of(states: Sequence[AnyState], rng: Random, count: int) -> list[AnyState]:
    """Return some states of a game, including every end of a deal and the end of the game."""
    found = rng.sample(states[1:], min(count, len(states) - 1))
    found += [state for state in states if state.phase in (Phase.DEAL, Phase.OVER) and state.deals]
    return found
