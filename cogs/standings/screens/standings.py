"""Standings in text and picture, and what profiles and history show as well: names, numbers in words, scopes in ids."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import discord
from discord import ButtonStyle, ui

from bot.ratings.values import ALL_TIME, RANKED_FROM, Counts, GameEnding, Page, Ranked, Result, Scope, Season
from bot.rummy.families import Variant
from bot.rummy.options import PRESETS
from bot.text.catalogs import Texts
from bot.text.lists import isolated, points_words, score, signed
from bot.text.players import numbered_computer
from bot.text.ratings import (
    NOTHING,
    are_penalties,
    average_words,
    member_name,
    rating_words,
    scope_name,
    season_name,
    share_words,
    streak_words,
)
from bot.text.scores import closed_words, winner_words
from cogs.edge.custom_ids import ALL_GAMES, button, chooser
from cogs.edge.layout import (
    LONGEST_LIST,
    PLAIN,
    bold,
    layout,
    moment,
    option,
    picture,
    plain_name,
    plain_text,
    rows,
    small,
    text,
    title,
)
from cogs.edge.messages import Attachment, Detail
from render.values import ROWS

_SHORTEST_STREAK: Final = 2
STANDINGS: Final = "standings"  # season, scope, page: opens a page privately
ME: Final = "standings-me"  # season, scope: opens the page with the user's row
SEASON: Final = "standings-season"  # scope, render: a select of seasons
SCOPE: Final = "standings-scope"  # season, render: a select of scopes
SHARE: Final = "standings-share"  # season, scope, page: posts the page publicly
_HERE: Final = "➤ "


@dataclass(frozen=True, slots=True)
class StandingsScene:
    """The context of a standings screen: texts, names by user id, picture and level of detail.

    ``render`` is part of the ids of selects, so that Discord resets them. Everyone sees a ``public`` screen; its
    buttons open private ones.
    """

    texts: Texts
    names: Mapping[int, str] = field(default_factory=dict)
    file: Attachment | None = None
    render: int = 0
    public: bool = False
    detail: Detail = PLAIN

    def with_detail(self, detail: Detail) -> "StandingsScene":
        """Return the same scene with another level of detail."""
        return replace(self, detail=detail)

    def picture(self) -> list[ui.Item[Any]]:
        """Return the picture as a gallery, if there is one."""
        return picture(self.detail, self.file)

    def name(self, user: int) -> str:
        """Return a player's name, escaped for markup."""
        return member_name(self.texts, user, {user: plain_name(self.names.get(user, ""))})

    def label(self, user: int) -> str:
        """Return a player's unescaped name, for selects and buttons."""
        return isolated(member_name(self.texts, user, self.names))

    def players(self, result: Result) -> tuple[str, ...]:
        """Return the names of a game's players in seat order, escaped for markup."""
        return self._players(result, self.name)

    def labels(self, result: Result) -> tuple[str, ...]:
        """Return the names of a game's players in seat order, unescaped."""
        return self._players(result, self.label)

    def _players(self, result: Result, name: Callable[[int], str]) -> tuple[str, ...]:
        """Return the names of a game's players: users by ``name``; computers of earlier versions are numbered."""
        texts, players, computers = self.texts, list[str](), 0
        for line in result.facts.lines:
            if line.user is not None:
                players.append(name(line.user))
                continue
            computers += 1
            players.append(line.computer or numbered_computer(texts, computers))
        return tuple(players)


def scope_word(scope: Scope) -> str:
    """Return a scope as custom ids contain it."""
    return ALL_GAMES if scope is None else scope.value


def scope_from(word: str) -> Scope:
    """Parse the scope in a custom id. Raises ValueError."""
    return None if word == ALL_GAMES else Variant(word)


def message_url(result: Result) -> str | None:
    """Return the link to the message with a game's result; None if it has no message."""
    facts = result.facts
    if facts.message is None:
        return None
    return f"https://discord.com/channels/{facts.guild}/{facts.channel}/{facts.message}"


def ended_words(texts: Texts, result: Result, players: Sequence[str]) -> str:
    """Return the winner of a game, with the margin if there were two players, or that it has no result."""
    facts = result.facts
    if facts.ending is GameEnding.CLOSED:
        return closed_words(texts)
    winners = [line for line in facts.lines if line.won]
    by_points = facts.ending is GameEnding.PLAYED and not PRESETS[facts.variant].columns_decide
    if by_points and len(facts.lines) == 2 and len(winners) == 1 and winners[0].margin > 0:
        name, margin = players[winners[0].seat], winners[0].margin
        return texts.n("{name} wins by {n} point", "{name} wins by {n} points", margin, name=name)
    return winner_words(texts, [line.seat for line in winners], players)


def scores_words(texts: Texts, result: Result, players: Sequence[str]) -> str:
    """Return every player's points, best first: ``Ola 103 · Kuba 45``, or say that they are penalty points."""
    ordered = sorted(zip(result.facts.lines, players, strict=True), key=lambda one: (one[0].place, -one[0].points))
    penalties = any(are_penalties(line.points, result.facts.variant) for line in result.facts.lines)
    words = " · ".join(f"{name} {score(line.points, penalties=penalties)}" for line, name in ordered)
    return texts.t("{scores} (penalty points)", scores=words) if penalties else words


def won_words(texts: Texts, wins: int, games: int) -> str:
    """Return the number of wins out of a player's games, as a percentage too once there are enough of them."""
    if games < RANKED_FROM:
        return texts.n("{wins} of {n} game won", "{wins} of {n} games won", games, wins=wins)
    return texts.n(
        "{wins} of {n} game won ({share})",
        "{wins} of {n} games won ({share})",
        games,
        wins=wins,
        share=share_words(texts, wins, games),
    )


def total_words(texts: Texts, points: int, games: int, scope: Scope = None) -> str:
    """Return a player's points, in total and, after several games, per game."""
    penalties = are_penalties(points, scope)
    if games == 1:
        return points_words(texts, points, penalties=penalties)
    if penalties:
        average = average_words(texts, -points, games)
        return texts.t("{n} penalty points ({average} per game)", n=-points, average=average)
    return texts.n(
        "{points} point ({average} per game)",
        "{points} points ({average} per game)",
        abs(points),
        points=signed(points),
        average=average_words(texts, points, games),
    )


def streaks_words(texts: Texts, streak: int, best: int) -> str:
    """Return a player's current and longest streak; empty while both are shorter than two games."""
    if abs(streak) < _SHORTEST_STREAK and best < _SHORTEST_STREAK:
        return ""
    words = streak_words(texts, streak)
    if best in (0, streak):
        return words
    return texts.n("{streak}, best {n} win", "{streak}, best {n} wins", best, streak=words)


def counts_words(texts: Texts, counts: Counts) -> str:
    """Return a player's statistics, without those that are 0."""
    words = [
        texts.n("{won} of {n} deal won", "{won} of {n} deals won", counts.deals, won=counts.deals_won),
        texts.n("{n} gin", "{n} gins", counts.gins) if counts.gins else "",
        texts.n(
            "{n} knock with {average} deadwood on average",
            "{n} knocks with {average} deadwood on average",
            counts.knocks,
            average=average_words(texts, counts.knock_deadwood, counts.knocks),
        )
        if counts.knocks
        else "",
        texts.n("{n} undercut", "{n} undercuts", counts.undercuts_given) if counts.undercuts_given else "",
        texts.n("undercut {n} time", "undercut {n} times", counts.undercuts_taken) if counts.undercuts_taken else "",
        texts.n("went rummy once", "went rummy {n} times", counts.rummies) if counts.rummies else "",
        texts.n("{n} stalemate", "{n} stalemates", counts.stalemates) if counts.stalemates else "",
    ]
    return " · ".join(word for word in words if word)


@dataclass(frozen=True, slots=True)
class Standings:
    """The content of a standings screen: a page, the server's seasons, and the viewer (None if public).

    ``kept`` means that the message updates itself.
    """

    page: Page
    seasons: Sequence[Season]
    me: int | None = None
    kept: bool = False
    notice: str = ""

    @property
    def season(self) -> Season | None:
        """The season of the page; None for all time."""
        return next((season for season in self.seasons if season.number == self.page.season), None)

    @property
    def number(self) -> int:
        """The number of the page, from 0."""
        return self.page.first // ROWS

    @property
    def pages(self) -> int:
        """The number of pages."""
        return max(1, -(-self.page.total // ROWS))


def standings_title(texts: Texts, shown: Standings) -> str:
    """Return the title of the standings: season and scope."""
    return f"{season_name(texts, shown.season)} · {scope_name(texts, shown.page.scope)}"


def standings_screen(scene: StandingsScene, shown: Standings) -> ui.LayoutView:
    """Show a page. A private one has controls for other pages, seasons and scopes."""
    texts, page = scene.texts, shown.page
    season, scope = page.season, scope_word(page.scope)
    me = button(texts.p("button to one's own place", "Me"), ME, season, scope, style=ButtonStyle.primary)
    if scene.public:
        more = button(texts.p("button", "Browse"), STANDINGS, season, scope, shown.number)
        return layout(_body(scene, shown), rows([me, more]))
    around = ((texts.p("page", "Previous"), shown.number - 1), (texts.p("page", "Next"), shown.number + 1))
    turning = [button(label, STANDINGS, season, scope, number) for label, number in around if 0 <= number < shown.pages]
    share = button(texts.p("button", "Share"), SHARE, season, scope, shown.number)
    return layout(
        _body(scene, shown),
        rows([*turning, me, *([share] if page.rows else [])]),
        chooser(texts.p("list to choose from", "Season"), _season_options(texts, shown), SEASON, scope, scene.render),
        chooser(texts.p("list to choose from", "Game"), _scope_options(texts, shown), SCOPE, season, scene.render),
    )


def _body(scene: StandingsScene, shown: Standings) -> list[ui.Item[Any]]:
    texts, heading = scene.texts, title(plain_text(standings_title(scene.texts, shown)))
    if not shown.page.rows:
        nobody = texts.t("No rated games here yet. `{/rummy new}` opens a table.")
        return [text(heading, shown.notice, nobody, _below(texts, shown))]
    lines = [row_words(scene, row, shown.me, shown.page.scope) for row in shown.page.rows]
    return [text(heading, shown.notice), *scene.picture(), text(*lines, _below(texts, shown))]


def row_words(scene: StandingsScene, row: Ranked, me: int | None, scope: Scope = None) -> str:
    """Return a row of the standings in one line; the viewer's own row is marked."""
    texts, standing = scene.texts, row.standing
    rank = NOTHING if row.rank is None else f"{row.rank}."
    mark = _HERE if standing.user == me else ""
    words = (
        f"{mark}{rank} {bold(scene.name(standing.user))}",
        rating_words(texts, standing.rating),
        won_words(texts, standing.wins, standing.games),
        total_words(texts, standing.points, standing.games, scope),
        streaks_words(texts, standing.streak, standing.best_streak),
        texts.t("last played {time}", time=moment(standing.last_at)),
    )
    return " · ".join(word for word in words if word)


def _below(texts: Texts, shown: Standings) -> str:
    """Return the footer: page, number of players, how to get a rank, and that the message updates itself."""
    page, lines = shown.page, list[str]()
    if shown.pages > 1:
        lines.append(
            texts.n(
                "Page {number} of {pages} · {n} player",
                "Page {number} of {pages} · {n} players",
                page.total,
                number=shown.number + 1,
                pages=shown.pages,
            )
        )
    if any(row.rank is None for row in page.rows):
        lines.append(texts.n("Ranked after {n} rated game", "Ranked after {n} rated games", RANKED_FROM))
    if shown.kept:
        lines.append(texts.t("This message updates itself."))
    return small(" · ".join(lines))


def _season_options(texts: Texts, shown: Standings) -> list[discord.SelectOption]:
    """Return the options for all time and the newest seasons, always including the shown one."""
    chosen = shown.season
    newest = sorted(shown.seasons, key=lambda season: season.number, reverse=True)[: LONGEST_LIST - 1]
    if chosen is not None and chosen not in newest:
        newest[-1] = chosen
    return [
        option(season_name(texts, None), str(ALL_TIME), chosen=chosen is None),
        *(
            option(
                season_name(texts, season),
                str(season.number),
                chosen=season == chosen,
                description=texts.t("current season") if season.ended_at is None else None,
            )
            for season in newest
        ),
    ]


def _scope_options(texts: Texts, shown: Standings) -> list[discord.SelectOption]:
    return [
        option(scope_name(texts, scope), scope_word(scope), chosen=scope == shown.page.scope)
        for scope in (None, *Variant)
    ]
