"""The result of a deal and of a game, in one screen; and the score sheet, with everything that they leave out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from discord import ButtonStyle, ui

from bot.play.state.values import Status
from bot.ratings.highlights import Celebration, CelebrationKind, celebrations
from bot.ratings.values import Achievement, GameEnding, GameOutcome, Rated, RatingChange
from bot.rummy.results import Outcome
from bot.rummy.views import Phase, View
from bot.text.catalogs import Texts
from bot.text.deals import deal_heading, deal_is_over, deals_words, next_deal_at, table_heading
from bot.text.games import variant_name
from bot.text.players import ready_words
from bot.text.ratings import (
    achievement_name,
    achievement_words,
    change_words,
    changes_line,
    pool_name,
    unrated_words,
)
from bot.text.scores import (
    closed_words,
    final_words,
    forfeit_words,
    game_won_words,
    margin_words,
    outcome_title,
    outcome_words,
    resigned_words,
    score_words,
    series_lines,
    sheet_lines,
)
from cogs.edge.custom_ids import RATINGS, TableAction
from cogs.edge.custom_ids import button as page_button
from cogs.edge.layout import GOLD, GREEN, bold, cut, layout, moment, picture, rows, small, text
from cogs.edge.messages import Attachment
from cogs.table.screens.games import SCREENS
from cogs.table.screens.replay import REPLAY
from cogs.table.screens.running import (
    absent_lines,
    asks_for_ready,
    back_button,
    is_away,
    next_buttons,
    rules_button,
    scores,
)
from cogs.table.screens.scene import NO_NOTICE, Notice, Scene, back_buttons, lock_line

_LONGEST: Final = 1000
"""Maximum characters. The rest of the message needs space too."""
_CELEBRATED: Final = frozenset({Achievement.FIRST_WIN})
"""Achievements with a celebration instead."""


@dataclass(frozen=True, slots=True)
class GameEnd:
    """How a game ended: winners, the seat that resigned, the seats that lost by absence, or that it was closed."""

    winners: tuple[int, ...] = ()
    resigned: int | None = None
    forfeits: frozenset[int] = frozenset()
    closed: bool = False

    @property
    def broken_off(self) -> bool:
        """Whether the last deal wasn't played to its end."""
        return self.closed or self.resigned is not None


NO_END: Final = GameEnd()


def game_words(texts: Texts, view: View, names: Sequence[str], end: GameEnd) -> str:
    """Return how a finished game ended: who won and by how much, who resigned, or that it has no result."""
    if end.closed:
        return closed_words(texts)
    if end.resigned is not None:
        outcome = resigned_words(texts, end.resigned, end.winners, names)
    else:
        outcome = game_won_words(texts, view, end.winners, names)
    return texts.t("🏆 {outcome}", outcome=outcome) if end.winners else outcome


def forfeit_lines(texts: Texts, names: Sequence[str], end: GameEnd) -> list[str]:
    """Return a line for each player who lost because they were absent at the end."""
    if end.closed:
        return []
    return [forfeit_words(texts, seat, names, resigned=seat == end.resigned) for seat in sorted(end.forfeits)]


def outcome_lines(scene: Scene, outcome: GameOutcome | None) -> list[str]:
    """Return lines about ratings, record and achievements; empty until the outcome is known."""
    if outcome is None or outcome.result.facts.ending is GameEnding.CLOSED:
        return []
    lines = [*_ratings(scene, outcome), *_between_two(scene, outcome), *achievement_lines(scene, outcome)]
    return cut("\n".join(lines), _LONGEST).splitlines()


def celebration_lines(scene: Scene, outcome: GameOutcome | None) -> list[str]:
    """Return a line for everything worth celebrating; empty until the outcome is known."""
    if outcome is None:
        return []
    names = dict(_people(scene, outcome))
    found = celebrations(outcome)
    return [_celebrated(scene.texts, one, names[one.user]) for one in found if one.user in names]


def shows_first_rating(outcome: GameOutcome | None) -> bool:
    """Return whether a player gets their first rating with a game, so that ratings have to be explained."""
    return outcome is not None and any(not change.before.games for change in outcome.changes)


def _celebrated(texts: Texts, celebration: Celebration, name: str) -> str:
    shown_name, number = bold(name), celebration.number
    match celebration.kind:
        case CelebrationKind.FIRST_WIN:
            return texts.t("🌟 First win for {name}!", name=shown_name)
        case CelebrationKind.SHUTOUT:
            return texts.t("💯 Shutout: {name} won every deal", name=shown_name)
        case CelebrationKind.STREAK:
            return texts.n("🔥 {n} win in a row for {name}", "🔥 {n} wins in a row for {name}", number, name=shown_name)
        case CelebrationKind.BEST_RATING:
            return texts.t("📈 New best rating for {name}: {rating}", name=shown_name, rating=number)


def _ratings(scene: Scene, outcome: GameOutcome) -> list[str]:
    """Return the rating changes of all players, or why the game isn't rated."""
    texts, rated = scene.texts, outcome.result.rated
    if rated is not Rated.YES:
        return [small(unrated_words(texts, rated))]
    lines = [
        texts.t("{name}: {rating}", name=bold(name), rating=words)
        for user, name in _people(scene, outcome)
        if (words := _changed(scene, outcome, user))
    ]
    return [bold(texts.t("Ratings")), *lines] if lines else []


def _ratings_line(scene: Scene, outcome: GameOutcome | None) -> list[str]:
    """Return the rating changes of all players in the game's family in one line, or why the game isn't rated."""
    if outcome is None or outcome.result.facts.ending is GameEnding.CLOSED:
        return []
    texts, rated = scene.texts, outcome.result.rated
    if rated is not Rated.YES:
        return [small(unrated_words(texts, rated))]
    places = {line.user: line.place for line in outcome.result.facts.lines}
    named = [
        (name, change)
        for user, name in sorted(_people(scene, outcome), key=lambda one: places[one[0]])
        for change in [min((one for one in outcome.changes if one.user == user), key=_is_overall, default=None)]
        if change is not None
    ]
    return [changes_line(texts, named)]


def _changed(scene: Scene, outcome: GameOutcome, user: int) -> str:
    """Return how a player's rating changed in the game's family, and overall if that's different."""
    texts = scene.texts
    changes: list[str] = []
    for change in sorted((one for one in outcome.changes if one.user == user), key=_is_overall):
        rating = change_words(texts, change)
        if not any(words.endswith(rating) for words in changes):
            changes.append(texts.t("{games} {rating}", games=pool_name(texts, change.pool), rating=rating))
    return " · ".join(changes)


def _is_overall(change: RatingChange) -> bool:
    return change.pool is None


def _between_two(scene: Scene, outcome: GameOutcome) -> list[str]:
    texts, versus = scene.texts, outcome.versus
    if versus is None or versus.games < 2 or not any(versus.wins):
        return []
    names = dict(_people(scene, outcome))
    one, other = (names.get(user, "") for user in versus.users)
    return [
        texts.n(
            "Head to head: {one} {wins}–{losses} {other} ({n} game)",
            "Head to head: {one} {wins}–{losses} {other} ({n} games)",
            versus.games,
            one=one,
            wins=versus.wins[0],
            losses=versus.wins[1],
            other=other,
        )
    ]


def achievement_lines(scene: Scene, outcome: GameOutcome | None) -> list[str]:
    """Return a line for each achievement that was earned; empty until the outcome is known."""
    texts = scene.texts
    if outcome is None:
        return []
    return [
        texts.t(
            "🏅 {name}: {achievement} ({description})",
            name=name,
            achievement=bold(achievement_name(texts, achievement)),
            description=achievement_words(texts, achievement),
        )
        for user, name in _people(scene, outcome)
        for achievement in sorted(outcome.earned.get(user, frozenset()) - _CELEBRATED)
    ]


def _people(scene: Scene, outcome: GameOutcome) -> list[tuple[int, str]]:
    return [(line.user, scene.names[line.seat]) for line in outcome.result.facts.lines if line.user is not None]


SHARE: Final = "share"  # table: posts a card of the game in the channel of the click
SHARE_TO: Final = "share-to"  # table: asks for a channel, which a select passes on, and posts the card there
_GO_ON: Final = ButtonStyle.success
_MOST_WORDS: Final = 25
"""Words below a share card, so that the result of a game stays short with its buttons."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A finished deal or game.

    ``picture`` shows all hands and the sum of the deal, or is the share card of the game; None if there is neither.
    ``end`` is how the game ended if it's over, ``outcome`` its ratings and achievements once they're known.
    """

    view: View
    picture: Attachment | None
    end: GameEnd = NO_END
    outcome: GameOutcome | None = None


_MOMENTS: Final = (Outcome.GIN, Outcome.BIG_GIN, Outcome.UNDERCUT, Outcome.RUMMY)


def is_moment(view: View, end: GameEnd, *, over: bool) -> bool:
    """Return whether a result may move: a game that was won to its end, or a deal by gin, an undercut, going rummy."""
    if over:
        return bool(end.winners) and not end.broken_off
    ended = view.phase is Phase.DEAL and SCREENS[view.family].shows_hands(view)
    return ended and view.deals[-1].winner is not None and view.deals[-1].outcome in _MOMENTS


def result_screen(scene: Scene, ended: Ended) -> ui.LayoutView:
    """Show how a deal or the game ended."""
    return game_screen(scene, ended) if scene.row.status is Status.OVER else deal_screen(scene, ended)


def deal_screen(scene: Scene, ended: Ended) -> ui.LayoutView:
    """Show how a deal ended, before the next one begins."""
    lines = (_over_line(scene, ended.view), *map(small, _waiting_lines(scene, ended.view)))
    return _deal_layout(scene, ended, lines, _between_buttons(scene, ended.view))


def past_deal_screen(scene: Scene, ended: Ended) -> ui.LayoutView:
    """Show how a deal ended after the next one has begun, or the game is over. This message stays in the channel."""
    over = bold(deal_is_over(scene.texts, ended.view))
    return _deal_layout(scene, ended, (over,), [scene.button(scene.texts.p("button", "More"), TableAction.MORE)])


def hand_over_screen(
    scene: Scene, view: View, end: GameEnd, notice: Notice = NO_NOTICE, *, in_words: bool = False
) -> ui.LayoutView:
    """Show a player how the deal or the game ended, with the button for the next deal or a rematch.

    ``in_words`` adds the hands and the sum of the deal for players who don't want pictures.
    """
    texts = scene.texts
    if view.phase is Phase.OVER:
        lines = [bold(game_words(texts, view, scene.names, end)), *forfeit_lines(texts, scene.names, end)]
        buttons = [scene.button(texts.p("button", "Rematch"), TableAction.REMATCH, style=_GO_ON)]
    else:
        outcome = outcome_words(texts, view.deals[-1], scene.names)
        told = " · ".join((outcome, *scores(scene, view)))
        lines = [_over_line(scene, view), told if in_words else small(told), *map(small, _waiting_lines(scene, view))]
        buttons = [back_button(scene)] if is_away(scene, view) else next_buttons(scene, view)
    if in_words and view.deals and not end.broken_off:
        lines += SCREENS[view.family].deal_lines(scene, view)
    if notice.topic is not None:
        buttons.append(rules_button(scene, notice.topic))
    buttons.append(scene.button(texts.p("button", "More"), TableAction.MORE))
    return layout(text(notice.words, *lines), rows(buttons), accent=GOLD)


def _over_line(scene: Scene, view: View) -> str:
    """Return which deal is over, and when the next one starts."""
    clock, over = scene.row.clock, bold(deal_is_over(scene.texts, view))
    if clock is None or clock.deadline is None:
        return over
    return " · ".join((over, next_deal_at(scene.texts, view.options, moment(clock.deadline))))


def _waiting_lines(scene: Scene, view: View) -> list[str]:
    """Return who plays next if not all do, and who is away or ready, if anybody is."""
    following = SCREENS[view.family].next_lines(scene, view)
    ready = ready_words(scene.texts, scene.numbered, scene.presence.ready) if asks_for_ready(scene) else ""
    return [line for line in (*following, *absent_lines(scene), ready) if line]


def _deal_layout(
    scene: Scene, ended: Ended, lines: Sequence[str], buttons: Sequence[ui.Button[ui.LayoutView]]
) -> ui.LayoutView:
    """Lay out the result of a deal: the picture, or the same in words."""
    shown, lock = picture(scene.detail, ended.picture), lock_line(scene)
    return layout(
        text(*lines),
        shown or text(*_deal_words(scene, ended.view)),
        rows(buttons),
        [text(lock)] if lock else [],
        accent=GREEN if ended.view.deals[-1].winner is None else GOLD,
    )


def _deal_words(scene: Scene, view: View) -> list[str]:
    """Return how a deal ended, all hands, the sum, and the score."""
    texts = scene.texts
    return [
        outcome_title(texts, view.deals[-1], scene.names),
        *SCREENS[view.family].deal_lines(scene, view),
        _score(scene, view),
    ]


def game_screen(scene: Scene, ended: Ended) -> ui.LayoutView:
    """Show the end of a game: its share card, the final score, the ratings."""
    texts, view, end = scene.texts, ended.view, ended.end
    card = picture(scene.detail, ended.picture)
    resigned = [] if scene.row.is_practice else forfeit_lines(texts, scene.names, end)
    lines = [line for line in (*resigned, _final_line(scene, ended), *_ratings_line(scene, ended.outcome)) if line]
    lines += _celebrated_line(scene, ended, lines)
    return layout(
        card or text(bold(game_words(texts, view, scene.names, end)), small(_game_line(scene, view))),
        [text(*lines)] if lines else [],
        rows(_final_buttons(scene, ended)),
        accent=GOLD if end.winners else GREEN,
    )


def _celebrated_line(scene: Scene, ended: Ended, lines: Sequence[str]) -> list[str]:
    """Return the first thing to celebrate, if the message stays short with it. The score sheet has all of them."""
    found = [*celebration_lines(scene, ended.outcome), *achievement_lines(scene, ended.outcome)][:1]
    return found if sum(len(line.split()) for line in (*lines, *found)) <= _MOST_WORDS else []


def sheet_screen(scene: Scene, ended: Ended, sheet: Attachment) -> ui.LayoutView:
    """Show the score sheet, privately: the picture or its words, and after the game everything else about its result.

    The picture in ``ended`` shows the last deal, where no other message does.
    """
    texts, view, end = scene.texts, ended.view, ended.end
    over = scene.row.status is Status.OVER
    drawn = picture(scene.detail, sheet)
    written = [*_final_lines(scene, view), *map(small, sheet_lines(texts, view, scene.names))] if not drawn else []
    told = [*celebration_lines(scene, ended.outcome), *outcome_lines(scene, ended.outcome)] if over else []
    head = game_words(texts, view, scene.names, end) if over else table_heading(texts, view)
    margin = "" if not over or end.broken_off else margin_words(texts, view, end.winners)
    line = " · ".join(filter(None, (_game_line(scene, view), margin))) if over else ""
    explaining = [page_button(texts.t("What's a rating?"), RATINGS)] if shows_first_rating(ended.outcome) else []
    last = picture(scene.detail, ended.picture)
    return layout(
        text(bold(head), small(line)),
        last,
        [text(_last_deal(scene, view), *SCREENS[view.family].deal_lines(scene, view))]
        if view.deals and not end.broken_off and not last and (over or not drawn)
        else [],
        drawn,
        [text(*written, *told)] if written or told else [],
        rows([*back_buttons(scene), *explaining]),
        accent=GOLD if end.winners else GREEN,
    )


def _game_line(scene: Scene, view: View) -> str:
    texts = scene.texts
    game = variant_name(texts, view.options.variant)
    if not view.deals:
        return game
    return texts.t("{game} · {deals}", game=game, deals=deals_words(texts, view.options, len(view.deals)))


def _last_deal(scene: Scene, view: View) -> str:
    words = outcome_title(scene.texts, view.deals[-1], scene.names)
    return bold(deal_heading(scene.texts, view.options, len(view.deals), words))


def _score(scene: Scene, view: View) -> str:
    score = score_words(scene.texts, view.columns, scene.numbered, penalties=view.options.penalties)
    return scene.texts.t("Score: {score}", score=score)


def _final_line(scene: Scene, ended: Ended) -> str:
    """Return the final score in one line, with the winner's bonuses (G-23); empty if no deal has ended."""
    return final_words(scene.texts, ended.view, ended.end.winners, scene.names) if ended.view.deals else ""


def _final_lines(scene: Scene, view: View) -> list[str]:
    """Return the final scores: with bonuses how they add up (G-23); in Hollywood Gin those of its games first."""
    bonuses = list(SCREENS[view.family].bonus_lines(scene, view))
    if len(view.columns) > 1:
        return [*map(bold, series_lines(scene.texts, view.columns, scene.names)), *bonuses]
    return bonuses or [bold(_score(scene, view))]


def _final_buttons(scene: Scene, ended: Ended) -> list[ui.Button[ui.LayoutView]]:
    texts, table = scene.texts, scene.row.id
    rematch = [] if scene.watching else [scene.button(texts.p("button", "Rematch"), TableAction.REMATCH, style=_GO_ON)]
    shared = not ended.end.closed and not scene.row.is_practice
    return [
        *rematch,
        page_button(texts.p("button", "Replay"), REPLAY, table),
        *([page_button(texts.t("Share to..."), SHARE_TO, table)] if shared else []),
        scene.button(texts.p("button", "More"), TableAction.MORE),
    ]


def _between_buttons(scene: Scene, view: View) -> list[ui.Button[ui.LayoutView]]:
    texts = scene.texts
    more = scene.button(texts.p("button", "More"), TableAction.MORE)
    if scene.watching:
        return [scene.button(texts.t("Look again"), TableAction.HAND), more]
    back = [back_button(scene)] if scene.presence.away else []
    return [*next_buttons(scene, view), *back, more]
