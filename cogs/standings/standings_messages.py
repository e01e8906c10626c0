"""Builds the messages of standings, profiles, head-to-head records and history."""

from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace

from discord.ui import LayoutView

from bot.play.state.ports import Names
from bot.ratings.ports import Results, Seasons
from bot.ratings.values import ALL_TIME, Result, Scope, Season
from bot.text.catalogs import Texts
from cogs.edge.messages import Message, named_by_content
from cogs.standings.screens.history import GAMES, History, HistoryGame, game_screen, history_screen
from cogs.standings.screens.profile import profile_screen, versus_screen
from cogs.standings.screens.standings import Standings, StandingsScene, standings_screen, standings_title
from render.queue.studio import Studio
from render.values import ROWS, Picture


@dataclass(frozen=True, slots=True)
class Viewer:
    """The viewer of a message: texts, user (None: everyone), and a number that resets selects."""

    texts: Texts
    user: int | None = None
    render: int = 0


@dataclass(slots=True, eq=False)
class StandingsMessages:
    """Builds messages about results. Every method may raise StoreError."""

    results: Results
    calendar: Seasons
    names: Names
    studio: Studio

    def low_priority(self) -> AbstractAsyncContextManager[None]:
        """Let the pictures in the block wait for pictures of answers. Used for posted standings."""
        return self.studio.low_priority()

    async def seasons(self, guild: int) -> tuple[Season, ...]:
        """Return the seasons of a server, oldest first."""
        return await self.calendar.list(guild)

    async def season(self, guild: int, number: int | None = None) -> int:
        """Return a server's season by number, falling back to the current one, then to all time."""
        seasons = await self.seasons(guild)
        running = next((season.number for season in seasons if season.ended_at is None), ALL_TIME)
        known = {ALL_TIME, *(season.number for season in seasons)}
        return number if number in known else running

    async def standings(
        self,
        viewer: Viewer,
        guild: int,
        season: int,
        scope: Scope,
        number: int = 0,
        *,
        notice: str = "",
        kept: bool = False,
    ) -> Message:
        """Show a page of standings, or the last page if there are fewer.

        ``notice`` is shown above them. ``kept`` adds that the message updates itself.
        """
        seasons = await self.calendar.list(guild)
        page = await self.results.standings(guild, season, scope, number * ROWS, ROWS)
        if not page.rows and page.total:
            page = await self.results.standings(guild, season, scope, (page.total - 1) // ROWS * ROWS, ROWS)
        shown = Standings(page, seasons, viewer.user, kept, notice)
        scene = await self._named(viewer, guild, (row.standing.user for row in page.rows))
        if page.rows:
            heading = standings_title(viewer.texts, shown)
            drawn = await self.studio.standings(page, scene.names, viewer.texts, heading, me=viewer.user)
            scene = _with(scene, "standings", drawn)
        return _message(scene, lambda detailed: standings_screen(detailed, shown))

    async def can_name(self, guild: int, season: int, scope: Scope) -> bool:
        """Return whether all names on the first page are known. Soon after a start few are."""
        page = await self.results.standings(guild, season, scope, 0, ROWS)
        users = {row.standing.user for row in page.rows if row.standing.user > 0}
        return users <= (await self.names.names(guild, users)).keys()

    async def page_of(self, guild: int, season: int, scope: Scope, user: int) -> int | None:
        """Return the number of the page with a player's row; None if they have no row."""
        before = await self.results.place(guild, season, scope, user)
        return None if before is None else before // ROWS

    async def profile(self, viewer: Viewer, guild: int, user: int) -> Message:
        """Show a player's profile."""
        profile = await self.results.profile(guild, user)
        scene = await self._named(
            viewer,
            guild,
            (*await self._players_of(guild, user), *(rival.users[1] for rival in profile.rivals)),
            (user,),
        )
        if None in profile.all:
            scene = _with(scene, "profile", await self.studio.profile(profile, scene.names, viewer.texts))
        return _message(scene, lambda detailed: profile_screen(detailed, profile))

    async def versus(self, viewer: Viewer, guild: int, one: int, other: int) -> Message:
        """Show the head-to-head record of two players."""
        versus = await self.results.versus(guild, one, other)
        played = await self._players_of(guild, one, other)
        scene = await self._named(viewer, guild, (*played, *_players(versus.last)), (one, other))
        if versus.games:
            scene = _with(scene, "versus", await self.studio.versus(versus, scene.names, viewer.texts))
        return _message(scene, lambda detailed: versus_screen(detailed, versus))

    async def history(self, viewer: Viewer, guild: int, user: int | None, number: int = 0) -> Message:
        """Show a page of the games of one player or all (None), or the last page if there are fewer."""
        total, games = await self.results.history(guild, user, number * GAMES, GAMES)
        if not games and total:
            number = (total - 1) // GAMES
            total, games = await self.results.history(guild, user, number * GAMES, GAMES)
        shown = History(user, number if games else 0, total, games, viewer.user or 0)
        asked = () if user is None else (user,)
        scene = await self._named(viewer, guild, _players(games), asked)
        return _message(scene, lambda detailed: history_screen(detailed, shown))

    async def game(self, viewer: Viewer, guild: int, table: int, whose: str, page: int) -> Message | None:
        """Show the result of a game; None if the server has no such game.

        ``whose`` and ``page`` are the list to return to.
        """
        if await self.results.result(guild, table) is None:
            return None
        outcome = await self.results.outcome(table)
        if outcome is None:
            return None
        season = next((one for one in await self.calendar.list(guild) if one.number == outcome.result.season), None)
        scene = await self._named(viewer, guild, _players((outcome.result,)))
        shown = HistoryGame(outcome, season, whose, page)
        return _message(scene, lambda detailed: game_screen(detailed, shown))

    async def _named(
        self, viewer: Viewer, guild: int, users: Iterable[int], others: Iterable[int] = ()
    ) -> StandingsScene:
        """Return a scene with the names of players.

        Missing names of ``users`` are looked up on Discord. ``others`` get only cached names, because their ids may
        come from a forged click.
        """
        names = {
            **self.names.at_hand(guild, tuple(others)),
            **await self.names.names(guild, {u for u in users if u > 0}),
        }
        return StandingsScene(viewer.texts, names, render=viewer.render, public=viewer.user is None)

    async def _players_of(self, guild: int, *users: int) -> list[int]:
        """Return which of these users have played on a server. Raises StoreError."""
        return [user for user in users if (await self.results.history(guild, user, 0, 1))[0]]


def _players(games: Iterable[Result]) -> set[int]:
    return {line.user for result in games for line in result.facts.lines if line.user is not None}


def _with(scene: StandingsScene, kind: str, drawn: Picture) -> StandingsScene:
    return replace(scene, file=named_by_content(kind, drawn.png, drawn.alt))


def _message(scene: StandingsScene, screen: Callable[[StandingsScene], LayoutView]) -> Message:
    files = () if scene.file is None else (scene.file,)
    return Message(lambda detail: screen(scene.with_detail(detail)), files)
