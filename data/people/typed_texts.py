"""Deletion of what a person has typed: names of presets, tournaments and seasons, reasons, and cuts.

The names are replaced by neutral ones, since others use what they belong to, also where the audit log repeats them. The
neutral names are English, as names in the database have no language. Every text column is listed in
`tests/data/test_typed_texts.py` as typed by people or not.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final

from sqlalchemy import ColumnElement, and_, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.state.names import preset_key
from data.ratings.schema import audit_entries, rulings, seasons
from data.schema import presets, seats, servers, tables, tournaments

_PRESETS: Final = ("settings", "preset-delete")
_TOURNAMENTS: Final = ("league-open", "league-draw", "league-cancel", "league-withdraw", "league-deadline")
_SEASONS: Final = ("season-start", "season-end", "season-rename", "export")
_TYPED: Final = ("void", "restore", "preset-delete")
"""Entries of the audit log with a text that the actor typed, apart from names that are replaced."""


@dataclass(frozen=True, slots=True)
class _Renamed:
    """A name on a server that was replaced, and the kinds of audit entries that may repeat it."""

    guild: int
    old: str
    new: str
    entries: Sequence[str]


# Names that others still use become neutral ones, in English, as stored names have no language. Deleting what they name
# would take tournaments and house rules from others.
async def erase_typed_texts(connection: AsyncConnection, user: int) -> None:
    """Delete or replace all texts that a person typed. Their id must still be in the database."""
    renamed = [
        *await _rename_presets(connection, user),
        *await _rename_tournaments(connection, user),
        *await _rename_seasons(connection, user),
    ]
    await _rename_in_audit_log(connection, renamed)
    own = and_(audit_entries.c.actor == user, audit_entries.c.what.in_(_TYPED))
    await connection.execute(update(audit_entries).where(or_(own, _deleted_presets(user))).values(about=""))
    await connection.execute(update(rulings).where(rulings.c.void_by == user).values(void_why=""))


async def _rename_presets(connection: AsyncConnection, user: int) -> list[_Renamed]:
    """Replace the names of a person's presets, also in the settings of servers that use one."""
    found = await connection.execute(
        select(presets.c.guild, presets.c.key, presets.c.name).where(presets.c.user == user)
    )
    renamed = []
    for guild, key, name in found.all():
        here = presets.c.guild == guild
        taken = set((await connection.execute(select(presets.c.key).where(here))).scalars())
        new = next(free for number in count(1) if preset_key(free := f"Preset {number}") not in taken)
        await connection.execute(
            update(presets).where(here, presets.c.key == key).values(name=new, key=preset_key(new))
        )
        settings = await connection.scalar(select(servers.c.settings).where(servers.c.guild == guild))
        if settings and preset_key(settings.get("preset") or "") == key:
            changed = {**settings, "preset": new}
            await connection.execute(update(servers).where(servers.c.guild == guild).values(settings=changed))
        renamed.append(_Renamed(guild, name, new, _PRESETS))
    gone = select(audit_entries.c.guild, audit_entries.c.about).where(_deleted_presets(user))
    return [*renamed, *(_Renamed(guild, name, "?", _PRESETS) for guild, name in (await connection.execute(gone)).all())]


def _deleted_presets(user: int) -> ColumnElement[bool]:
    """Return the condition for audit entries about presets of a person that were deleted."""
    return and_(audit_entries.c.target == user, audit_entries.c.what == "preset-delete")


async def _rename_tournaments(connection: AsyncConnection, user: int) -> list[_Renamed]:
    """Replace the names of tournaments that a person opened."""
    opened = select(tournaments.c.id, tournaments.c.guild, tournaments.c.name).where(tournaments.c.host == user)
    renamed = []
    for number, guild, name in (await connection.execute(opened)).all():
        new = f"Tournament {number}"
        await connection.execute(update(tournaments).where(tournaments.c.id == number).values(name=new))
        renamed.append(_Renamed(guild, name, new, _TOURNAMENTS))
    return renamed


async def _rename_seasons(connection: AsyncConnection, user: int) -> list[_Renamed]:
    """Replace the names that a person gave to seasons, which only the audit log tells, earlier names included."""
    named = select(audit_entries.c.guild, audit_entries.c.about).where(
        audit_entries.c.actor == user, audit_entries.c.what.in_(("season-start", "season-rename"))
    )
    renamed = []
    for guild, about in (await connection.execute(named)).all():
        name = about.rpartition("\n")[2]
        called = and_(seasons.c.guild == guild, seasons.c.name == name)
        number = await connection.scalar(select(seasons.c.number).where(called))
        new = "?" if number is None else f"Season {number}"  # it has been renamed since
        await connection.execute(update(seasons).where(called).values(name=new))
        renamed.append(_Renamed(guild, name, new, _SEASONS))
    return renamed


async def _rename_in_audit_log(connection: AsyncConnection, renamed: Iterable[_Renamed]) -> None:
    """Replace names where the audit log repeats them, in entries of all members."""
    for one in renamed:
        if not one.old:
            continue
        repeats = and_(
            audit_entries.c.guild == one.guild,
            audit_entries.c.what.in_(one.entries),
            audit_entries.c.about.icontains(one.old, autoescape=True),
        )
        found = await connection.execute(select(audit_entries.c.id, audit_entries.c.about).where(repeats))
        whole = re.compile(rf"(?<!\w){re.escape(one.old)}(?!\w)", re.IGNORECASE)
        for number, about in found.all():
            words = whole.sub(one.new, about)
            await connection.execute(update(audit_entries).where(audit_entries.c.id == number).values(about=words))


async def erase_cuts(connection: AsyncConnection, user: int) -> None:
    """Delete the cuts that a person typed, and their salts: what is left are digests that nobody can tell apart.

    Games that started before cuts had salts keep theirs, or the other players' proofs would fail.
    """
    cut = select(seats.c.table_id, seats.c.seat, tables.c.salts).join(tables)
    found = await connection.execute(cut.where(seats.c.user == user, seats.c.level.is_(None)))
    for table, seat, salts in found.all():
        if salts is None:
            continue
        here = (seats.c.table_id == table) & (seats.c.seat == seat)
        await connection.execute(update(seats).where(here).values(cut=""))
        left = [None if place == seat else salt for place, salt in enumerate(salts)]
        await connection.execute(update(tables).where(tables.c.id == table).values(salts=left))
