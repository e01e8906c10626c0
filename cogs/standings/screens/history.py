"""The game history of a server or a player: pages of games, and the details of one game."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from discord import ButtonStyle, ui

from bot.ratings.values import GameEnding, GameOutcome, PlayerResult, Rated, Result, Season
from bot.text.catalogs import Texts
from bot.text.games import variant_name
from bot.text.lists import gain, points_words
from bot.text.ratings import achievement_name, are_penalties, change_words, pool_name, season_name, unrated_words
from cogs.edge.custom_ids import ALL_GAMES, GAME, button, chooser, link_button
from cogs.edge.layout import bold, layout, moment, option, plain_text, rows, small, text, title
from cogs.standings.screens.standings import StandingsScene, counts_words, ended_words, message_url, scores_words
from cogs.table.screens.deal import SHARE
from cogs.table.screens.replay import REPLAY

HISTORY: Final = "history"  # user or "all", page: opens the games privately
PICK: Final = "game-pick"  # user or "all", page, render: a list of games
RECORD: Final = "game-record"  # as GAME
VERIFY: Final = "game-verify"  # as GAME
GAMES: Final = 8
"""Games per page."""


@dataclass(frozen=True, slots=True)
class History:
    """A page of games, newest first, of ``user`` or of all players (None).

    ``total`` is the number of games on all pages, ``me`` the viewer.
    """

    user: int | None
    number: int
    total: int
    games: Sequence[Result]
    me: int

    @property
    def whose(self) -> str:
        """The user as custom ids contain it, or the word for all players."""
        return ALL_GAMES if self.user is None else str(self.user)

    @property
    def pages(self) -> int:
        """The number of pages."""
        return max(1, -(-self.total // GAMES))


@dataclass(frozen=True, slots=True)
class HistoryGame:
    """The details of a game: its outcome and season, and the page of the list to return to."""

    outcome: GameOutcome
    season: Season | None
    whose: str = ALL_GAMES
    page: int = 0

    @property
    def result(self) -> Result:
        """The result of the game."""
        return self.outcome.result


def history_screen(scene: StandingsScene, shown: History) -> ui.LayoutView:
    """Show a page of games."""
    texts, buttons = scene.texts, list[ui.Button[ui.LayoutView]]()
    for label, number in ((texts.p("games", "Newer"), shown.number - 1), (texts.p("games", "Older"), shown.number + 1)):
        if 0 <= number < shown.pages:
            buttons.append(button(label, HISTORY, shown.whose, number))
    if shown.user is not None:
        buttons.append(button(texts.t("Everyone's games"), HISTORY, ALL_GAMES, 0))
    if shown.user != shown.me:
        buttons.append(button(texts.t("My games"), HISTORY, shown.me, 0))
    return layout(
        text(title(_whose_words(scene, shown)), *_game_lines(scene, shown)),
        pick_row(scene, shown.games, shown.whose, shown.number),
        rows(buttons),
    )


def _whose_words(scene: StandingsScene, shown: History) -> str:
    if shown.user is None:
        return scene.texts.t("Everyone's games")
    return scene.texts.t("Games of {name}", name=scene.name(shown.user))


def _game_lines(scene: StandingsScene, shown: History) -> list[str]:
    texts = scene.texts
    if not shown.games:
        return [texts.t("No finished games here yet. `{/rummy new}` opens a table.")]
    below = [texts.n("{n} game", "{n} games", shown.total)]
    if shown.pages > 1:
        below.insert(0, texts.t("Page {number} of {pages}", number=shown.number + 1, pages=shown.pages))
    lines = [game_line(scene, result, number) for number, result in enumerate(shown.games, 1)]
    return [*lines, small(" · ".join(below))]


def game_line(scene: StandingsScene, result: Result, number: int) -> str:
    """Return a game in one line: date, variant, winner, points, whether it's rated, a link to its result."""
    texts, players, url = scene.texts, scene.players(result), message_url(result)
    parts = (
        moment(result.facts.ended_at),
        variant_name(texts, result.facts.variant),
        bold(ended_words(texts, result, players)),
        scores_words(texts, result, players),
        "" if result.rated is Rated.YES else texts.t("not rated"),
        "" if url is None else texts.t("[result]({link})", link=url),
    )
    return f"{number}. {' · '.join(part for part in parts if part)}"


def pick_row(scene: StandingsScene, games: Sequence[Result], whose: str, page: int) -> list[ui.Item[Any]]:
    """Return a select of games to open; empty if there are no games."""
    texts, listed = scene.texts, []
    for number, result in enumerate(games, 1):
        game, scores = variant_name(texts, result.facts.variant), scores_words(texts, result, scene.labels(result))
        words = texts.t("{number}. {game}: {scores}", number=number, game=game, scores=scores)
        listed.append(option(words, str(result.facts.table)))
    return [chooser(texts.t("Open a game"), listed, PICK, whose, page, scene.render)] if listed else []


def game_screen(scene: StandingsScene, game: HistoryGame) -> ui.LayoutView:
    """Show the result of a game, with buttons for its replay, record and shuffles."""
    texts, table, url = scene.texts, game.result.facts.table, message_url(game.result)
    return layout(
        text(title(_game_heading(scene, game)), *_when_lines(texts, game), *_player_lines(scene, game)),
        rows(
            [
                button(texts.p("button", "Replay"), REPLAY, table, style=ButtonStyle.primary),
                *(
                    []
                    if game.result.facts.ending is GameEnding.CLOSED
                    else [button(texts.p("button", "Share"), SHARE, table)]
                ),
                button(texts.p("button", "Record"), RECORD, table, game.whose, game.page),
                button(texts.p("button", "Verify"), VERIFY, table, game.whose, game.page),
                *([] if url is None else [link_button(texts.t("Go to result"), url)]),
                button(texts.t("Back to the list"), HISTORY, game.whose, game.page),
            ]
        ),
    )


def back_to_game(texts: Texts, table: int, whose: str, page: int) -> list[ui.ActionRow[ui.LayoutView]]:
    """Return the button that leads from a record or proof back to the game."""
    return rows([button(texts.t("Back to the game"), GAME, table, whose, page)])


def _game_heading(scene: StandingsScene, game: HistoryGame) -> str:
    texts, outcome = scene.texts, ended_words(scene.texts, game.result, scene.players(game.result))
    return texts.t("{game}: {outcome}", game=variant_name(texts, game.result.facts.variant), outcome=outcome)


def _when_lines(texts: Texts, game: HistoryGame) -> list[str]:
    """Return when the game ended, its season, and why it isn't rated."""
    season = [plain_text(season_name(texts, game.season))] if game.season is not None else []
    return [
        " · ".join((moment(game.result.facts.ended_at), *season)),
        unrated_words(texts, game.result.rated),
    ]


def _player_lines(scene: StandingsScene, game: HistoryGame) -> list[str]:
    """Return the lines of all players: place, points, statistics, rating changes, achievements."""
    both = zip(game.result.facts.lines, scene.players(game.result), strict=True)
    ordered = sorted(both, key=lambda one: (one[0].place, one[0].seat))
    return [words for line, name in ordered for words in _player(scene.texts, game, line, name)]


def _player(texts: Texts, game: HistoryGame, line: PlayerResult, name: str) -> list[str]:
    first = (
        f"{line.place}. {bold(name)}",
        points_words(texts, line.points, penalties=are_penalties(line.points, game.result.facts.variant)),
        texts.t("margin {points}", points=gain(line.margin)),
        texts.t("didn't finish") if line.forfeit else "",
    )
    changes = [
        f"{pool_name(texts, change.pool)} {change_words(texts, change)}"
        for change in game.outcome.changes
        if change.user == line.user
    ]
    lines = [" · ".join(part for part in first if part), small(counts_words(texts, line.counts))]
    lines.append(small(" · ".join(changes)))
    earned = () if line.user is None else sorted(game.outcome.earned.get(line.user, ()))
    if earned:
        names = ", ".join(achievement_name(texts, one) for one in earned)
        lines.append(small(texts.t("Achievements: {names}", names=names)))
    return lines
