"""A player's profile, and the head-to-head record of two players, in text and picture."""

from typing import Any, Final

from discord import ButtonStyle, ui

from bot.ratings.values import RANKED_FROM, Profile, Scope, Tally, Versus
from bot.rummy.families import Variant
from bot.text.catalogs import Texts
from bot.text.ratings import (
    achievement_name,
    achievement_words,
    level_words,
    pool_name,
    rating_words,
    scope_name,
    share_words,
)
from cogs.edge.custom_ids import button, chooser
from cogs.edge.layout import bold, layout, moment, option, rows, small, text, title
from cogs.standings.screens.history import HISTORY, game_line, pick_row
from cogs.standings.screens.standings import StandingsScene, counts_words, streaks_words, total_words, won_words

PROFILE: Final = "profile"  # user: opens it privately
SHARE: Final = "profile-share"  # user: posts it publicly
RIVAL: Final = "profile-rival"  # user, render: a select of opponents
VERSUS: Final = "versus"  # one, other: opens it privately
SHARE_VERSUS: Final = "versus-share"  # one, other: posts it publicly
_LISTED: Final = 5


def profile_screen(scene: StandingsScene, profile: Profile) -> ui.LayoutView:
    """Show a profile; a private one has a select of the player's opponents."""
    texts, user = scene.texts, profile.user
    games = button(texts.p("games that were played", "Games"), HISTORY, user, 0, style=ButtonStyle.primary)
    if scene.public:
        return layout(_body(scene, profile), rows([button(texts.p("button", "Details"), PROFILE, user), games]))
    met = (rival.users[1] for rival in profile.rivals)
    listed = [option(scene.label(other), str(other)) for other in met if other > 0]
    share = [button(texts.p("button", "Share"), SHARE, user)] if _everything(profile).games else []
    return layout(
        _body(scene, profile),
        rows([games, *share]),
        [chooser(texts.t("Compare with an opponent"), listed, RIVAL, user, scene.render)] if listed else [],
    )


def _everything(profile: Profile) -> Tally:
    """Return the totals over all games, rated or not."""
    return profile.all.get(None, Tally())


def _body(scene: StandingsScene, profile: Profile) -> list[ui.Item[Any]]:
    texts, heading = scene.texts, title(scene.name(profile.user))
    if not _everything(profile).games:
        return [text(heading, texts.t("No finished games here yet. `{/rummy new}` opens a table."))]
    return [text(heading), *scene.picture(), text(*_lines(scene, profile))]


def _lines(scene: StandingsScene, profile: Profile) -> list[str]:
    texts, everything = scene.texts, _everything(profile)
    return [
        level_words(texts, profile),
        _rating_line(texts, profile),
        *_rated_lines(texts, profile),
        _everything_line(texts, profile),
        counts_words(texts, everything.counts),
        _rivals_line(scene, profile),
        *_achievement_lines(texts, profile),
    ]


def _rating_line(texts: Texts, profile: Profile) -> str:
    if profile.rating is None:
        return texts.t("No rating yet: it starts with the first rated game.")
    families = [f"{pool_name(texts, family)} {rating_words(texts, rating)}" for family, rating in profile.pools.items()]
    overall = bold(texts.t("Rating {rating}", rating=rating_words(texts, profile.rating)))
    return " · ".join((overall, *families))


def _rated_lines(texts: Texts, profile: Profile) -> list[str]:
    """Return the totals of rated games, overall with streaks and per variant."""
    rated = profile.rated.get(None, Tally())
    if not rated.games:
        return []
    streaks = streaks_words(texts, profile.streak, profile.best_streak)
    played: list[Scope] = [variant for variant in Variant if profile.rated.get(variant, Tally()).games]
    return [
        texts.t("Rated: {games}", games=" · ".join(filter(None, (_tally(texts, rated), streaks)))),
        small(texts.n("Ranked after {n} more rated game.", "Ranked after {n} more rated games.", missing))
        if (missing := RANKED_FROM - rated.games) > 0
        else "",
        *(
            f"{scope_name(texts, scope)}: {_tally(texts, profile.rated[scope], scope)}"
            for scope in played
            if len(played) > 1
        ),
    ]


def _everything_line(texts: Texts, profile: Profile) -> str:
    """Return the totals of all games; empty if all are rated."""
    everything = _everything(profile)
    if everything == profile.rated.get(None):
        return ""
    return texts.t("With unrated games: {games}", games=_tally(texts, everything))


def _tally(texts: Texts, tally: Tally, scope: Scope = None) -> str:
    return f"{won_words(texts, tally.wins, tally.games)} · {total_words(texts, tally.points, tally.games, scope)}"


def _rivals_line(scene: StandingsScene, profile: Profile) -> str:
    """Return the most frequent opponents with the head-to-head record: ``Kuba 5–3``."""
    if not profile.rivals:
        return ""
    met = [f"{scene.name(rival.users[1])} {rival.wins[0]}–{rival.wins[1]}" for rival in profile.rivals]
    return scene.texts.t("Most frequent opponents: {players}", players=" · ".join(met))


def _achievement_lines(texts: Texts, profile: Profile) -> list[str]:
    """Return the achievements, and when the last one was earned."""
    if not profile.earned:
        return []
    told = [(achievement_name(texts, one), achievement_words(texts, one)) for one, _ in profile.earned]
    return [
        texts.t("Achievements:"),
        *(f"- {bold(name)}: {words}" for name, words in told),
        small(texts.t("latest {time}", time=moment(profile.earned[-1][1]))),
    ]


def versus_screen(scene: StandingsScene, versus: Versus) -> ui.LayoutView:
    """Show a head-to-head record; a private one has a select of the last games."""
    texts, one = scene.texts, versus.users[0]
    if scene.public:
        closer = button(texts.p("button", "Details"), VERSUS, *versus.users)
        return layout(_versus_body(scene, versus), rows([closer, *_profiles(scene, versus)]))
    share = [button(texts.p("button", "Share"), SHARE_VERSUS, *versus.users)] if versus.games else []
    return layout(
        _versus_body(scene, versus),
        pick_row(scene, versus.last[:_LISTED], str(one), 0),
        rows([*_profiles(scene, versus), *share]),
    )


def _versus_body(scene: StandingsScene, versus: Versus) -> list[ui.Item[Any]]:
    texts, (one, other) = scene.texts, map(scene.name, versus.users)
    heading = title(texts.t("{one} vs. {other}", one=one, other=other))
    if not versus.games:
        none = texts.t("No finished games between them yet. `{/rummy new}` with `{option opponent}` starts one.")
        return [text(heading, none)]
    return [text(heading), *scene.picture(), text(*_versus_lines(scene, versus))]


def _versus_lines(scene: StandingsScene, versus: Versus) -> list[str]:
    texts = scene.texts
    sides = [
        texts.t(
            "{name}: {games} · {points}",
            name=bold(scene.name(user)),
            games=_ahead_words(texts, wins, versus.games),
            points=total_words(texts, points, versus.games),
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
        share=share_words(texts, ahead, games),
    )


def _profiles(scene: StandingsScene, versus: Versus) -> list[ui.Button[ui.LayoutView]]:
    """Return buttons for both profiles, except those of deleted users."""
    return [
        button(scene.texts.t("Profile of {name}", name=scene.label(user)), PROFILE, user)
        for user in versus.users
        if user > 0
    ]
