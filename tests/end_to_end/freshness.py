"""Checks that the public message and all panels match what the bot would show now."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any, Final

from bot.play.service.table import Table
from bot.play.state.values import Status
from bot.playground import Person, SeenMessage
from bot.playground.validate import BUTTON, SELECTS, TEXT, components_in
from cogs.edge.messages import Detail, Message
from cogs.setup.tables import TableViews
from tests.end_to_end.club import TEXTS, Club

SOON: Final = 6.0
"""Seconds after the last click within which all screens must be up to date."""
RULES: Final = "Rules"
"""A button that a panel shows only next to a refusal, which goes away with the next edit."""


async def up_to_date(club: Club, *, seconds: float = SOON) -> None:
    """Wait until no request is pending and no screen is stale. AssertionError if that takes too long."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while True:
        stale = [line async for line in _stale(club)] if club.standin.quiet else ["a request is still pending"]
        if not stale and club.standin.quiet:
            return
        if loop.time() > end:
            raise AssertionError("\n\n".join(stale))
        await asyncio.sleep(0.05)


async def _stale(club: Club) -> AsyncIterator[str]:
    """Yield a line for each stale message or panel."""
    assert club.bot is not None
    views = club.bot.views
    table = await club.bot.games.tables.in_channel(club.channel.id)
    assert table is not None
    await views.messages.ready(table)
    shown = next((one for one in club.standin.messages(club.channel) if one.id == table.row.message), None)
    fresh = await views.messages.public(table, TEXTS)
    if shown is None:
        yield f"the table's message {table.row.message} isn't there"
    elif (shown.text, _seen_buttons(shown)) != (_text(fresh), _buttons(fresh)):
        yield f"the public message shows\n{shown}\ninstead of\n{_text(fresh)}\n{_buttons(fresh)}"
    if table.row.status in (Status.PLAYING, Status.OVER):
        for person in club.players:
            if line := await _stale_panel(club, views, table, person):
                yield line


async def _stale_panel(club: Club, views: TableViews, table: Table, person: Person) -> str:
    """Return what's wrong with a player's newest panel; empty if it's right or dismissed.

    Out of turn, a panel may show an older state of the hand, but it must never say that it's the player's turn.
    """
    on_screen = {message.id for message in person.sees(club.channel)}
    panels = [one for one in club.live_panels(person) if one.id in on_screen and _is_about(one, table)]
    panel = panels[-1] if panels else None
    seat = table.seat_of(person.id)
    if panel is None or seat is None:
        return ""
    if table.view(None).turn not in (seat, None):
        return f"{person.name} is told to play:\n{panel}" if "Your turn:" in panel.text else ""
    fresh = await views.hands.message(table, await views.hands.person(person.id), seat, person.user.locale)
    shown = panel.text.splitlines()  # a refusal at the top replaces the same warning further down
    lines = [line for line in _text(fresh).splitlines() if line not in shown and line.removeprefix("⚠️ ") not in shown]
    buttons, seen = (
        [(label, disabled) for label, disabled, _ in found if label != RULES]
        for found in (_buttons(fresh), _seen_buttons(panel))
    )
    if lines or buttons != seen:
        return f"{person.name} sees\n{panel}\ninstead of\n{_text(fresh)}\n{buttons}"
    picks = [_options(select) for select in _parts(fresh) if select["type"] in SELECTS]
    return "" if picks == [[o.label for o in one.options] for one in panel.selects] else f"{person.name} sees\n{panel}"


def _is_about(message: SeenMessage, table: Table) -> bool:
    """Return whether a message's buttons belong to a table; a late click on an earlier one is answered about that."""
    return any(button.custom_id.startswith(f"r1:{table.row.id}:") for button in message.buttons)


def _parts(message: Message) -> Iterator[dict[str, Any]]:
    view: Any = message.layout(Detail(files=bool(message.files)))
    view.stop()
    return components_in(view.to_components())


def _text(message: Message) -> str:
    return "\n".join(part["content"] for part in _parts(message) if part["type"] == TEXT)


def _buttons(message: Message) -> list[tuple[str, bool, str]]:
    """Return each button's label, whether it's disabled, and its id."""
    return [
        (part.get("label") or "", bool(part.get("disabled")), part.get("custom_id") or "")
        for part in _parts(message)
        if part["type"] == BUTTON
    ]


def _seen_buttons(message: SeenMessage) -> list[tuple[str, bool, str]]:
    return [(button.label, button.disabled, button.custom_id) for button in message.buttons]


def _options(select: dict[str, Any]) -> list[str]:
    return [option["label"] for option in select.get("options") or ()]
