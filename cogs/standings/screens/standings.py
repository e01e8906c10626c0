"""Standings: pages in text and picture with selects and buttons, and the public message."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ButtonStyle, ui

from bot.ratings.values import ALL_TIME, RANKED_FROM, Page, Ranked, Season
from bot.rummy.families import Variant
from bot.text.catalogs import Texts
from bot.text.ratings import NOTHING, rating_words, scope_name, season_name
from cogs.edge.clicking.page_ids import button, chooser
from cogs.edge.layout import LONGEST_LIST, bold, layout, moment, option, plain_text, rows, small, text, title
from cogs.standings.screens.parts import StandingsScene, points_words, scope_word, streaks_words, won_words
from render.values import ROWS

STANDINGS: Final = "standings"  # season, scope, page: opens a page privately
ME: Final = "standings-me"  # season, scope: opens the page with the user's row
SEASON: Final = "standings-season"  # scope, render: a select of seasons
SCOPE: Final = "standings-scope"  # season, render: a select of scopes
SHARE: Final = "standings-share"  # season, scope, page: posts the page publicly
_HERE: Final = "➤ "


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
    me = button(texts.t("Me"), ME, season, scope, style=ButtonStyle.primary)
    if scene.public:
        more = button(texts.t("Browse"), STANDINGS, season, scope, shown.number)
        return layout(_body(scene, shown), rows([me, more]))
    turning = [
        button(texts.t("Previous"), STANDINGS, season, scope, max(0, shown.number - 1), disabled=shown.number == 0),
        button(texts.t("Next"), STANDINGS, season, scope, shown.number + 1, disabled=shown.number + 1 >= shown.pages),
    ]
    share = button(texts.t("Share"), SHARE, season, scope, shown.number)
    return layout(
        _body(scene, shown),
        rows([*(turning if shown.pages > 1 else []), me, *([share] if page.rows else [])]),
        chooser(texts.t("Season"), _season_options(texts, shown), SEASON, scope, scene.render),
        chooser(texts.t("Game"), _scope_options(texts, shown), SCOPE, season, scene.render),
    )


def _body(scene: StandingsScene, shown: Standings) -> list[ui.Item[Any]]:
    """Return a page in picture and text."""
    texts, heading = scene.texts, title(plain_text(standings_title(scene.texts, shown)))
    if not shown.page.rows:
        nobody = texts.t("No rated games here yet. `/rummy new` opens a table.")
        return [text(heading, shown.notice, nobody, _below(texts, shown))]
    lines = [row_words(scene, row, shown.me) for row in shown.page.rows]
    return [text(heading, shown.notice), *scene.picture(), text(*lines, _below(texts, shown))]


def row_words(scene: StandingsScene, row: Ranked, me: int | None) -> str:
    """Return a row of the standings in one line; the viewer's own row is marked."""
    texts, standing = scene.texts, row.standing
    rank = NOTHING if row.rank is None else f"{row.rank}."
    mark = _HERE if standing.user == me else ""
    words = (
        f"{mark}{rank} {bold(scene.name(standing.user))}",
        rating_words(texts, standing.rating),
        won_words(texts, standing.wins, standing.games),
        points_words(texts, standing.points, standing.games),
        streaks_words(texts, standing.streak, standing.best_streak),
        texts.t("last played {time}", time=moment(standing.last_at)),
    )
    return " · ".join(word for word in words if word)


def _below(texts: Texts, shown: Standings) -> str:
    """Return the footer: page, number of players, how to get a rank, and that the message updates itself."""
    page, lines = shown.page, list[str]()
    if shown.pages > 1:
        lines.append(
            texts.t(
                "Page {number} of {pages} · {total} players",
                number=shown.number + 1,
                pages=shown.pages,
                total=page.total,
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
    """Return the options for all games and each variant."""
    return [
        option(scope_name(texts, scope), scope_word(scope), chosen=scope == shown.page.scope)
        for scope in (None, *Variant)
    ]
