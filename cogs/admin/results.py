"""`/rummy-admin void`, `restore`, `export` and `log`: void results, export them, show the audit log."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

import discord
from discord import app_commands, ui
from discord.app_commands import Choice

from bot.play.state.errors import StoreError
from bot.play.state.people import changes_from
from bot.ratings.ports import AuditEntry, RequestRefused
from bot.ratings.values import ALL_TIME, Ranked, Rated, RatingsReason, Result, Scope, Season
from bot.rummy.families import Variant
from bot.text.catalogs import Texts
from bot.text.games import variant_name
from bot.text.ratings import member_name, season_called, season_name
from cogs.admin.screens.settings import change_words, person_words
from cogs.admin.section import LONGEST_REMARK, AdminSection, offered_to_admins, remark
from cogs.edge.answers import Reply, Show, Where
from cogs.edge.command_texts import ENGLISH
from cogs.edge.languages import is_typed
from cogs.edge.layout import LONGEST_LIST, LONGEST_OPTION, cut, layout, notice_screen, plain_text, small, text, title
from cogs.edge.messages import Attachment, Detail, Message
from cogs.standings.exports import counts_for, moment, named_file, results_csv, standings_csv

A_PAGE: Final = 10
"""Entries per page."""
_Words: TypeAlias = Callable[[Texts, AuditEntry], str]


def log_screen(texts: Texts, entries: Sequence[AuditEntry], page: int, pages: int, notice: str = "") -> ui.LayoutView:
    """Show a page of the log, newest entries first; pages count from 1."""
    lines = [
        texts.t(
            "- {time} · {actor}: {action}",
            time=f"<t:{entry.at // 1000}:f>",
            actor=texts.t("the bot") if not entry.actor else person_words(texts, entry.actor),
            action=entry_words(texts, entry),
        )
        for entry in entries
    ]
    none = texts.t("Nothing has been set or changed on this server yet.")
    where = texts.t(
        "Page {page} of {pages}. See another one with `{/rummy-admin log}` and `{option page}`.", page=page, pages=pages
    )
    return layout(
        text(
            title(texts.t("Admin log of this server")),
            notice,
            *(lines or [none]),
            small(where) if pages > 1 else "",
        )
    )


def entry_words(texts: Texts, entry: AuditEntry) -> str:
    """Return an entry in words; an unknown action is shown as stored."""
    if entry.what in _ACTIONS:
        return _ACTIONS[entry.what](texts, entry)
    return plain_text(f"{entry.what} {entry.about}".strip())


def game_words(texts: Texts, entry: AuditEntry) -> str:
    """Return the number of an entry's game, with the reason if there is one."""
    game = texts.t("game {number}", number=entry.table)
    return texts.t("{game} ({why})", game=game, why=plain_text(entry.about)) if entry.about else game


def _settings_words(texts: Texts, entry: AuditEntry) -> str:
    try:
        changes = changes_from(entry.about)
    except ValueError:
        return plain_text(entry.about)
    return " · ".join(change_words(texts, name, change) for name, change in changes.items())


def _renamed_words(texts: Texts, entry: AuditEntry) -> str:
    """Return the old and the new name of a season, stored as two lines."""
    before, _, after = entry.about.partition("\n")
    return texts.t(
        "renamed a season from {before} to {after}", before=_season(texts, before), after=_season(texts, after)
    )


def _season(texts: Texts, name: str) -> str:
    """Return a season's name; an empty one is all time."""
    return plain_text(season_called(texts, name) if name else season_name(texts, None))


def _channel(about: str) -> str:
    """Return the mention of the channel whose id is in a text."""
    number = "".join(sign for sign in about if sign.isdigit())
    return f"<#{number}>"


def _target(texts: Texts, entry: AuditEntry) -> str:
    """Return the mention of the user an entry is about."""
    return texts.t("a former member") if entry.target is None else person_words(texts, entry.target)


_ACTIONS: Final[Mapping[str, _Words]] = {
    "settings": _settings_words,
    "preset-delete": lambda texts, entry: texts.t("deleted the preset {name}", name=plain_text(entry.about)),
    "season-start": lambda texts, entry: texts.t("started a season: {name}", name=_season(texts, entry.about)),
    "season-end": lambda texts, entry: texts.t("ended a season: {name}", name=_season(texts, entry.about)),
    "season-rename": _renamed_words,
    "void": lambda texts, entry: texts.t("voided the result of {game}", game=game_words(texts, entry)),
    "restore": lambda texts, entry: texts.t("restored the result of {game}", game=game_words(texts, entry)),
    "remove": lambda texts, entry: texts.t(
        "removed {user} from table {number}", user=_target(texts, entry), number=entry.table
    ),
    "close": lambda texts, entry: texts.t("closed table {number}", number=entry.table),
    "standings-post": lambda texts, entry: texts.t("posted the standings in {channel}", channel=_channel(entry.about)),
    "standings-remove": lambda texts, _: texts.t("removed the standings message"),
    "standings-gone": lambda texts, entry: texts.t(
        "noticed that the standings message in {channel} was deleted", channel=_channel(entry.about)
    ),
    "lounge-post": lambda texts, entry: texts.t("posted the lounge in {channel}", channel=_channel(entry.about)),
    "lounge-remove": lambda texts, _: texts.t("removed the lounge"),
    "lounge-gone": lambda texts, entry: texts.t(
        "noticed that the lounge in {channel} was deleted", channel=_channel(entry.about)
    ),
    "daily-gone": lambda texts, entry: texts.t(
        "noticed that the channel for the daily deal, {channel}, was deleted", channel=_channel(entry.about)
    ),
    "league-open": lambda texts, entry: texts.t("opened the tournament {name}", name=plain_text(entry.about)),
    "league-draw": lambda texts, entry: texts.t("drew the tournament {name}", name=plain_text(entry.about)),
    "league-cancel": lambda texts, entry: texts.t("canceled the tournament {name}", name=plain_text(entry.about)),
    "league-withdraw": lambda texts, entry: texts.t(
        "removed {user} from the tournament {name}", user=_target(texts, entry), name=plain_text(entry.about)
    ),
    "league-deadline": lambda texts, entry: texts.t(
        "moved the deadline of the tournament {name}", name=plain_text(entry.about)
    ),
    "export": lambda texts, entry: texts.t("exported the results ({season})", season=_season(texts, entry.about)),
}

_MOST_PAGES: Final = 10**6
MOST_GAMES: Final = 50_000
"""Maximum games per export, so that its files stay below Discord's limit."""
_AT_ONCE: Final = 1000
_LOOKED_THROUGH: Final = 200
"""Number of audit log entries that are searched for voided games."""


class AdminResults(AdminSection):
    """The commands for results."""

    @app_commands.command(name="void", description="Void the result of a game")
    @app_commands.describe(
        game="Which game; the list shows the newest",
        reason="Reason, for the log",
        member="A player in it: the list then shows their games",
    )
    async def void(
        self,
        interaction: discord.Interaction,
        game: str,
        reason: app_commands.Range[str, 1, LONGEST_REMARK] | None = None,
        member: discord.User | None = None,
    ) -> None:
        """Void the result of a game."""
        del member  # only used for the choices of ``game``
        await self._runner.give(interaction, Where.PRIVATE, lambda: self._void(interaction, game, reason))

    @void.autocomplete("game")
    @offered_to_admins
    async def games_to_void(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Offer the newest games that count."""
        member = getattr(interaction.namespace, "member", None)
        try:
            _, found = await self._services.results.history(
                interaction.guild_id or 0, None if member is None else member.id, 0, 4 * LONGEST_LIST
            )
        except StoreError:
            return []
        counting = [result for result in found if result.rated not in (Rated.VOID, Rated.CLOSED)]
        return await self._choices(interaction, counting, current)

    @app_commands.command(name="restore", description="Restore a voided result")
    @app_commands.describe(game="Which game; the list shows the newest", reason="Reason, for the log")
    async def restore(
        self,
        interaction: discord.Interaction,
        game: str,
        reason: app_commands.Range[str, 1, LONGEST_REMARK] | None = None,
    ) -> None:
        """Restore a voided result."""
        await self._runner.give(interaction, Where.PRIVATE, lambda: self._restore(interaction, game, reason))

    @restore.autocomplete("game")
    @offered_to_admins
    async def games_to_restore(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Offer the games that were voided most recently."""
        deps, guild = self._services, interaction.guild_id or 0
        try:
            _, entries = await deps.audit.entries(guild, 0, _LOOKED_THROUGH)
            tables = dict.fromkeys(entry.table for entry in entries if entry.what == "void" and entry.table is not None)
            found = [await deps.results.result(guild, table) for table in list(tables)[:LONGEST_LIST]]
        except StoreError:
            return []
        void = [result for result in found if result is not None and result.rated is Rated.VOID]
        return await self._choices(interaction, void, current)

    @app_commands.command(name="export", description="Export all results and standings as CSV files")
    @app_commands.describe(season="Which season (default: all time)")
    async def export(self, interaction: discord.Interaction, season: int | None = None) -> None:
        """Send results and standings as files."""
        await self._runner.give(interaction, Where.PRIVATE, lambda: self._export(interaction, season))

    @export.autocomplete("season")
    @offered_to_admins
    async def seasons_to_export(self, interaction: discord.Interaction, current: int | str) -> list[Choice[int]]:
        """Offer the seasons of the server."""
        return await self.season_choices(interaction, str(current))

    @app_commands.command(name="log", description="Show the admin log")
    @app_commands.describe(page="Which page; the first has the newest entries")
    async def log(self, interaction: discord.Interaction, page: app_commands.Range[int, 1, _MOST_PAGES] = 1) -> None:
        """Show the audit log."""
        await self._runner.give(interaction, Where.PRIVATE, lambda: self._log(interaction, page))

    async def _void(self, interaction: discord.Interaction, game: str, reason: str | None) -> Reply:
        table, texts = await self._table_meant(interaction, game), self.texts(interaction)
        await self._services.finished_games.void(self.audit_entry(interaction, "void", remark(reason), table=table))
        return self.notice(
            texts.t(
                "The result of game {number} is void: ratings, standings and streaks no longer include it. "
                "`{/rummy-admin restore}` makes it count again.",
                number=table,
            )
        )

    async def _restore(self, interaction: discord.Interaction, game: str, reason: str | None) -> Reply:
        table, texts = await self._table_meant(interaction, game), self.texts(interaction)
        await self._services.finished_games.restore(
            self.audit_entry(interaction, "restore", remark(reason), table=table)
        )
        return self.notice(texts.t("The result of game {number} counts again, as of when it was played.", number=table))

    async def _table_meant(self, interaction: discord.Interaction, game: str) -> int:
        """Return the table of a game typed by number. Raises RequestRefused if there is no such game."""
        number = game.strip().removeprefix("#")
        known = number.isascii() and number.isdigit() and len(number) < 19
        if not known or await self._services.results.result(interaction.guild_id or 0, int(number)) is None:
            raise RequestRefused(RatingsReason.NO_SUCH_GAME)
        return int(number)

    async def _choices(
        self, interaction: discord.Interaction, results: Sequence[Result], typed: str
    ) -> list[Choice[str]]:
        """Return choices of games whose line contains ``typed``."""
        texts, users = self.texts(interaction), {user for result in results for user in _users(result)}
        names = await self._services.names.names(interaction.guild_id or 0, users)
        found = [
            Choice(name=cut(game_line(texts, one, names), LONGEST_OPTION), value=str(one.facts.table))
            for one in results
            if is_typed(typed, game_line(texts, one, names), game_line(ENGLISH, one, names))
        ]
        return found[:LONGEST_LIST]

    async def _export(self, interaction: discord.Interaction, number: int | None) -> Reply:
        deps, texts, guild = self._services, self.texts(interaction), interaction.guild_id or 0
        seasons = await deps.seasons.list(guild)
        season = next((one for one in seasons if one.number == number), None)
        if number is not None and season is None:
            raise RequestRefused(RatingsReason.NO_SUCH_SEASON)
        results, all_there = await self._results(guild, season)
        standings = {scope: await self._standings(guild, season, scope) for scope in (None, *Variant)}
        people = {user for result in results for user in _users(result)}
        people |= {row.standing.user for rows in standings.values() for row in rows}
        names = await deps.names.names(guild, {user for user in people if user > 0})
        files = await asyncio.to_thread(_files, results, seasons, season, standings, names)
        called = season_name(texts, season)
        entry = self.audit_entry(interaction, "export", "" if season is None else season.name)
        await self._services.audit.note(entry)  # nothing is sent unless it's stored
        lines = [
            texts.n("{n} game, {season}.", "{n} games, {season}.", len(results), season=plain_text(called)),
            texts.t("The results have a line per player and game, the standings a line per player."),
        ]
        if not all_there:
            lines.append(texts.t("These are the newest games. Choose a season to get older ones."))
        return Show(Message(lambda detail: export_screen(texts, detail, lines, files), files=files))

    async def _results(self, guild: int, season: Season | None) -> tuple[list[Result], bool]:
        """Return the newest results of a season (None: all), oldest first, and whether that's all of them."""
        found: dict[int, Result] = {}
        first, total = await self._first(guild, season), 2**63
        while first < total and len(found) < MOST_GAMES:
            total, page = await self._services.results.history(guild, None, first, _AT_ONCE)
            first += _AT_ONCE
            chosen = (one for one in page if counts_for(one, None if season is None else season.number))
            found.update((one.facts.table, one) for one in chosen)
            if season is not None and page and page[-1].facts.ended_at < season.started_at:
                break
        return list(reversed(found.values())), first >= total or len(found) < MOST_GAMES

    async def _first(self, guild: int, season: Season | None) -> int:
        """Return how many games ended after a season.

        Uses binary search, since there may be a million.
        """
        if season is None or season.ended_at is None:
            return 0
        low, (high, _) = 0, await self._services.results.history(guild, None, 0, 1)
        while low < high:
            middle = (low + high) // 2
            _, page = await self._services.results.history(guild, None, middle, 1)
            low, high = (middle + 1, high) if _is_newer(page, season.ended_at) else (low, middle)
        return low

    async def _standings(self, guild: int, season: Season | None, scope: Scope) -> list[Ranked]:
        """Return all rows of the standings, at most `MOST_GAMES`."""
        number, rows, total = ALL_TIME if season is None else season.number, list[Ranked](), 1
        while len(rows) < min(total, MOST_GAMES):
            page = await self._services.results.standings(guild, number, scope, len(rows), _AT_ONCE)
            total = page.total
            if not page.rows:
                break
            rows += page.rows
        return rows

    async def _log(self, interaction: discord.Interaction, page: int) -> Reply:
        texts, guild, audit = self.texts(interaction), interaction.guild_id or 0, self._services.audit
        total, entries = await audit.entries(guild, (page - 1) * A_PAGE, A_PAGE)
        pages = max(1, -(-total // A_PAGE))
        notice = ""
        if page > pages:
            page, notice = pages, texts.t("There aren't that many pages. This is the last one.")
            _, entries = await audit.entries(guild, (page - 1) * A_PAGE, A_PAGE)
        return Show(Message(lambda _: log_screen(texts, entries, page, pages, notice)))


def game_line(texts: Texts, result: Result, names: Mapping[int, str]) -> str:
    """Return a game in one line: number, variant, players with points, date."""
    facts = result.facts
    players = ", ".join(
        texts.t("{name} {points}", name=_name(texts, line.user, names), points=line.points) for line in facts.lines
    )
    game = variant_name(texts, facts.variant)
    return f"#{facts.table} · {game} · {players} · {moment(facts.ended_at)[:10]}"


def export_screen(texts: Texts, detail: Detail, lines: Sequence[str], files: Sequence[Attachment]) -> ui.LayoutView:
    """Show the files of an export."""
    if not detail.files:
        return notice_screen(texts.t("Discord didn't accept the files. Choose a season, or try again in a moment."))
    return layout(text(*lines), [ui.File(file.uri) for file in files])


def _files(
    results: Sequence[Result],
    seasons: Sequence[Season],
    season: Season | None,
    standings: Mapping[Scope, Sequence[Ranked]],
    names: Mapping[int, str],
) -> tuple[Attachment, ...]:
    part = "all" if season is None else str(season.number)
    return (
        named_file(f"results-{part}.csv", results_csv(results, seasons, names)),
        named_file(f"standings-{part}.csv", standings_csv(season, standings, names)),
    )


def _is_newer(page: Sequence[Result], at: int) -> bool:
    """Return whether the first game of a page ended at or after a time; False for an empty page."""
    return bool(page) and page[0].facts.ended_at >= at


def _users(result: Result) -> tuple[int, ...]:
    """Return the users of a game, without computers and deleted users."""
    return tuple(line.user for line in result.facts.lines if line.user is not None and line.user > 0)


def _name(texts: Texts, user: int | None, names: Mapping[int, str]) -> str:
    if user is None:
        return texts.t("Computer")
    return member_name(texts, user, names)
