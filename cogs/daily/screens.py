"""The screens of the daily deal: the day with its games, the ranking and its rules, the proof, the morning message."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from discord import ButtonStyle, ui

from bot.rummy.families import Variant
from bot.text.catalogs import Texts
from bot.text.days import day_title, days_in_a_row, ranked_words, ranking_rules
from bot.text.games import variant_name
from bot.text.lists import all_of, gain, listed
from bot.text.ratings import member_name
from cogs.edge.custom_ids import DAILY, DAY_RANKING, DAY_SHARE, button
from cogs.edge.layout import GOLD, bold, layout, moment, picture, plain_name, rows, small, text, title
from cogs.edge.messages import Attachment, Detail

PLAY: Final = "daily-play"  # game: opens the actor's table of today
RULES: Final = "daily-rules"
VERIFY: Final = "daily-verify"  # day
REPLAY: Final = "daily-replay"  # day, game: the best hand of a closed day
HERE: Final = "here"
ALL: Final = "all"
"""The lists of a ranking: of the players who are listed on this server, and of all who want to be."""
ROWS: Final = 10
"""Players on a page of the ranking."""
MOST_TOP: Final = 5
"""How many of the best the morning's message names."""


@dataclass(frozen=True, slots=True)
class DayScene:
    """A day for one reader: its number, when it ends in epoch milliseconds, and the code of the next day's cards.

    ``days`` are the reader's days in a row with a finished deal.
    """

    texts: Texts
    number: int
    ends: int
    code: str = ""
    days: int = 0


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game of a day for one reader: whether they have begun it, and once finished in words how it went."""

    game: Variant
    begun: bool = False
    result: str = ""


def day_screen(scene: DayScene, games: Sequence[OwnGame], notice: str = "") -> ui.LayoutView:
    """Show today with its games: what the reader has done, and the buttons that play the others."""
    texts = scene.texts
    finished = any(one.result for one in games)
    return layout(
        text(
            title(day_title(texts, scene.number)),
            notice,
            texts.t("The same cards for everyone, against the same Expert. Ends {time}.", time=moment(scene.ends)),
            *(f"- {_own_words(texts, one)}" for one in games),
            _streak(texts, scene.days),
            _next_code(texts, scene.code),
        ),
        rows([_own_button(texts, scene.number, one) for one in games]),
        rows(
            [
                *([button(texts.p("button", "Share"), DAY_SHARE, scene.number)] if finished else []),
                button(texts.p("button", "How it works"), RULES),
                button(texts.p("button", "Verify"), VERIFY, scene.number),
            ]
        ),
    )


def _own_words(texts: Texts, one: OwnGame) -> str:
    name = bold(variant_name(texts, one.game))
    if one.result:
        return one.result
    if one.begun:
        return texts.t("{game}: not finished yet", game=name)
    return texts.t("{game}: not played yet", game=name)


def _own_button(texts: Texts, number: int, one: OwnGame) -> ui.Button[ui.LayoutView]:
    game = variant_name(texts, one.game)
    if one.result:
        return button(texts.t("{game}: result", game=game), DAILY, number, one.game)
    label = texts.t("Continue {game}", game=game) if one.begun else texts.t("Play {game}", game=game)
    return button(label, PLAY, one.game, style=ButtonStyle.success)


def _streak(texts: Texts, days: int) -> str:
    return f"🔥 {days_in_a_row(texts, days)}" if days else ""


@dataclass(frozen=True, slots=True)
class Place:
    """A result in a ranking."""

    place: int
    user: int
    points: int
    turns: int


@dataclass(frozen=True, slots=True)
class RankingPage:
    """A page of a ranking; ``page`` counts from 0 and ``total`` the players. ``place`` is ``HERE`` or ``ALL``."""

    game: Variant
    place: str
    page: int
    total: int
    rows: Sequence[Place]
    par: int | None
    others: Sequence[Variant] = ()  # the games of the day whose ranking the reader can see as well


def ranking_screen(
    scene: DayScene, shown: RankingPage, names: Mapping[int, str], me: int, *, here: bool
) -> ui.LayoutView:
    """Show a page of a ranking; ``here``: the reader is on a server, which has a list, too."""
    texts, place = scene.texts, shown.place
    where = texts.t("on this server") if place == HERE else texts.t("all players")
    heading = texts.t(
        "{day} · {game} · {where}",
        day=day_title(texts, scene.number),
        game=variant_name(texts, shown.game),
        where=where,
    )
    lines = [_ranked(texts, one, names, me) for one in shown.rows]
    par = "" if shown.par is None else texts.t("Par (an Expert in your seat): {points}", points=gain(shown.par))
    pages = max(1, -(-shown.total // ROWS))
    around = ((texts.p("page", "Previous"), shown.page - 1), (texts.p("page", "Next"), shown.page + 1))
    turning = [
        button(label, DAY_RANKING, scene.number, shown.game, place, page) for label, page in around if 0 <= page < pages
    ]
    other = ALL if place == HERE else HERE
    label = texts.p("ranking", "All players") if other == ALL else texts.p("ranking", "This server")
    lists = [button(label, DAY_RANKING, scene.number, shown.game, other, 0)] if here or other == ALL else []
    games = [button(variant_name(texts, one), DAY_RANKING, scene.number, one, place, 0) for one in shown.others]
    return layout(
        text(title(heading), *(lines or [_nobody(texts, place)]), small(par)),
        rows([*turning, *lists, *games, button(texts.p("button", "Back"), DAILY, scene.number)]),
    )


def _nobody(texts: Texts, place: str) -> str:
    if place == HERE:
        return texts.t("Nobody is listed here yet. *{button Show here}* below your result does that.")
    return texts.t("Nobody is listed yet. *{button Daily list}* in `{/me play}` puts you on this list.")


def _ranked(texts: Texts, one: Place, names: Mapping[int, str], me: int) -> str:
    name = _name(texts, one, names)
    mark = "▸ " if one.user == me else ""
    return mark + ranked_words(texts, one.place, bold(name), one.points, one.turns)


def rules_screen(texts: Texts) -> ui.LayoutView:
    """Explain the daily deal and its ranking."""
    lines = (f"- {line}" for line in ranking_rules(texts))
    return layout(
        text(title(texts.t("How the daily deal works")), *lines), rows([button(texts.p("button", "Back"), DAILY)])
    )


@dataclass(frozen=True, slots=True)
class PostedGame:
    """The best of a game of a closed day on a server, best first, and par."""

    game: Variant
    best: Sequence[Place]
    par: int | None


@dataclass(frozen=True, slots=True)
class PostedDay:
    """A closed day on a server: its games, the one that most members played first, and that one's best hand.

    ``file`` is its picture, ``words`` are the same for where there are no pictures.
    """

    number: int
    games: Sequence[PostedGame]
    file: Attachment | None
    words: Sequence[str]
    code: str = ""


def post_screen(texts: Texts, posted: PostedDay, names: Mapping[int, str], detail: Detail) -> ui.LayoutView:
    """Show everyone how a day went on their server, and lead to today's."""
    [first, *others] = posted.games
    won = [_name(texts, one, names) for one in first.best if one.place == 1]
    best = texts.t("{names} {points}", names=all_of(texts, won), points=gain(first.best[0].points))
    return layout(
        text(
            title(texts.t("🏆 {day}: {best}", day=day_title(texts, posted.number), best=best)),
            _of_game(texts, first, names, MOST_TOP),
            *(small(_of_game(texts, one, names, 1)) for one in others),
        ),
        picture(detail, posted.file) or text(*posted.words),
        text(_next_code(texts, posted.code)),
        rows(
            [
                button(texts.t("Play today's deal"), DAILY, style=ButtonStyle.success),
                button(texts.p("button", "Replay"), REPLAY, posted.number, first.game),
                button(texts.p("button", "Ranking"), DAY_RANKING, posted.number, first.game, HERE, 0),
            ]
        ),
        accent=GOLD,
    )


def _of_game(texts: Texts, one: PostedGame, names: Mapping[int, str], most: int) -> str:
    """Return the best of a game in one line: ``Gin: 1. Ala +31, 2. Kuba +20 · par +12``."""
    best = listed(texts, (f"{row.place}. {_name(texts, row, names)} {gain(row.points)}" for row in one.best[:most]))
    game = bold(variant_name(texts, one.game))
    if one.par is None:
        return texts.t("{game}: {best}", game=game, best=best)
    return texts.t("{game}: {best} · par {par}", game=game, best=best, par=gain(one.par))


def _name(texts: Texts, one: Place, names: Mapping[int, str]) -> str:
    return plain_name(member_name(texts, one.user, names))


def _next_code(texts: Texts, code: str) -> str:
    """Return the line with the code of the next day's cards; empty if it isn't known."""
    return small(texts.t("🔒 Tomorrow's cards: {code}", code=code)) if code else ""
