"""Head to head: the record of two players and their last games."""

from typing import Any, Final

from discord import ui

from bot.ratings.values import Versus
from bot.text.catalogs import Texts
from bot.text.ratings import share_words
from cogs.edge.custom_ids import button
from cogs.edge.layout import bold, layout, rows, text, title
from cogs.standings.screens.history import game_line, pick_row
from cogs.standings.screens.parts import StandingsScene, points_words
from cogs.standings.screens.profile import PROFILE

VERSUS: Final = "versus"  # one, other: opens it privately
SHARE: Final = "versus-share"  # one, other: posts it publicly
_LISTED: Final = 5


def versus_screen(scene: StandingsScene, versus: Versus) -> ui.LayoutView:
    """Show a head-to-head record; a private one has a select of the last games."""
    texts, one = scene.texts, versus.users[0]
    if scene.public:
        closer = button(texts.t("Details"), VERSUS, *versus.users)
        return layout(_body(scene, versus), rows([closer, *_profiles(scene, versus)]))
    share = [button(texts.t("Share"), SHARE, *versus.users)] if versus.games else []
    return layout(
        _body(scene, versus),
        pick_row(scene, versus.last[:_LISTED], str(one), 0),
        rows([*_profiles(scene, versus), *share]),
    )


def _body(scene: StandingsScene, versus: Versus) -> list[ui.Item[Any]]:
    """Return a head-to-head record as picture and text."""
    texts, (one, other) = scene.texts, map(scene.name, versus.users)
    heading = title(texts.t("{one} vs. {other}", one=one, other=other))
    if not versus.games:
        none = texts.t("No finished games between them yet. `/rummy new` with `opponent` starts one.")
        return [text(heading, none)]
    return [text(heading), *scene.picture(), text(*_lines(scene, versus))]


def _lines(scene: StandingsScene, versus: Versus) -> list[str]:
    """Return the lines of a head-to-head record, with the last games."""
    texts = scene.texts
    sides = [
        texts.t(
            "{name}: {games} · {points}",
            name=bold(scene.name(user)),
            games=_ahead_words(texts, wins, versus.games),
            points=points_words(texts, points, versus.games),
        )
        for user, wins, points in zip(versus.users, versus.wins, versus.points, strict=True)
    ]
    return [
        texts.n("{n} game together", "{n} games together", versus.games),
        *sides,
        *(game_line(scene, result, number) for number, result in enumerate(versus.last[:_LISTED], 1)),
    ]


def _ahead_words(texts: Texts, ahead: int, games: int) -> str:
    """Return how many of their games one player finished ahead of the other."""
    return texts.n(
        "ahead in {ahead} of {n} game ({share})",
        "ahead in {ahead} of {n} games ({share})",
        games,
        ahead=ahead,
        share=share_words(ahead, games),
    )


def _profiles(scene: StandingsScene, versus: Versus) -> list[ui.Button[ui.LayoutView]]:
    """Return buttons for both profiles, except those of deleted users."""
    return [
        button(scene.texts.t("Profile of {name}", name=scene.label(user)), PROFILE, user)
        for user in versus.users
        if user > 0
    ]
