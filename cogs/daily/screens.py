"""The screens of the daily deal: the day with its games, the ranking and its rules, the proof, and the news."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from discord import ButtonStyle, ui

from bot.days.ranking import DayPlace, DayScore
from bot.play.state.days import DayCode, DayNews, DayPost, DayProof, DayRanking, DayToday
from bot.rummy.families import Variant
from bot.text.catalogs import Texts
from bot.text.days import changed_words, day_title, days_in_a_row, ranked_words, ranking_rules
from bot.text.fairness import grade_meaning, grade_words, round_words
from bot.text.games import variant_name
from bot.text.lists import NO_BREAK, all_of, gain, listed
from bot.text.ratings import member_name
from cogs.edge.custom_ids import DAILY, DAY_HERE, DAY_RANKING, DAY_SHARE, HERE, button
from cogs.edge.layout import GOLD, bold, fixed_moment, layout, moment, picture, plain_name, rows, small, text, title
from cogs.edge.messages import Attachment, Detail
from cogs.table.day_results import DayHands
from cogs.table.screens.replay import REPLAY

PLAY: Final = "daily-play"  # game: opens the actor's table of the day
RULES: Final = "daily-rules"
VERIFY: Final = "daily-verify"  # day, game
EVERYONE: Final = "everyone"
"""The argument for the ranking of all players who want to be in it."""
_MOST_TOP: Final = 5
"""How many of the best the news name."""
ROWS: Final = 10
"""Players on a page of the ranking."""


def day_screen(
    texts: Texts, games: Sequence[DayToday], codes: Sequence[DayCode], results: Mapping[DayToday, str], days: int
) -> ui.LayoutView:
    """Show today with its games: what the reader has done, and the buttons that play the others.

    ``results`` are the finished ones in words; ``days`` are the reader's days in a row. A deal of yesterday that can
    still be finished comes before today's of its game.
    """
    today = max(games, key=lambda one: one.day)
    shared = [button(texts.p("button", "Share"), DAY_SHARE, today.day)] if results else []
    first = {one.game: one for one in reversed(games)}
    return layout(
        text(
            title(day_title(texts, today.number)),
            texts.t("The same cards for everyone, against the same Expert. Ends {time}.", time=moment(today.ends_at)),
            *(f"- {_own_words(texts, one, results)}" for one in games),
            f"🔥 {days_in_a_row(texts, days)}" if days else "",
            code_line(texts, codes),
        ),
        rows([shown for one in first.values() if (shown := _own_button(texts, one, results)) is not None][::-1]),
        rows(
            [
                *shared,
                button(texts.p("button", "How it works"), RULES),
                button(texts.p("button", "Verify"), VERIFY, today.day, games[0].game),
            ]
        ),
    )


def code_line(texts: Texts, codes: Sequence[DayCode]) -> str:
    """Return the line with the codes of the next day's cards, which prove that these were fixed before."""
    told = listed(texts, (f"{variant_name(texts, one.game)} {one.code}" for one in codes))
    return small(texts.t("🔒 Tomorrow: {codes}", codes=told)) if codes else ""


def _own_words(texts: Texts, one: DayToday, results: Mapping[DayToday, str]) -> str:
    game = bold(variant_name(texts, one.game))
    if one in results:
        return results[one]
    if one.void:
        return texts.t("{game}: no deal today, because the public beacon didn't answer", game=game)
    if one.result is not None:
        given_up, closing = texts.t("{game}: given up", game=game), fixed_moment(one.closes_at)
        started = texts.t("{game}: started, counts until {closing}", game=game, closing=closing)
        return given_up if one.result.ended else started
    if one.played_before:
        return texts.t("{game}: played, and deleted with your data", game=game)
    waits = texts.t("{game}: the cards wait for the public beacon", game=game)
    return texts.t("{game}: not played yet", game=game) if one.is_ready else waits


def _own_button(texts: Texts, one: DayToday, results: Mapping[DayToday, str]) -> ui.Button[ui.LayoutView] | None:
    """Return the button of a game: its result, its table, or None if it can't be played now."""
    game = variant_name(texts, one.game)
    if one in results:
        return button(texts.t("{game}: result", game=game), DAILY, one.day, one.game)
    if one.result is not None and not one.result.ended:
        return button(texts.t("Continue {game}", game=game), PLAY, one.game, style=ButtonStyle.success)
    if one.result is not None or one.void or one.played_before or not one.is_ready:
        return None
    return button(texts.t("Play {game}", game=game), PLAY, one.game, style=ButtonStyle.success)


@dataclass(frozen=True, slots=True)
class RankingPage:
    """A page of a ranking: its number from 0, whose it is (`HERE` or `EVERYONE`), and the reader.

    ``others`` are the games whose ranking the reader can see as well; ``on_server``: there is one of the server, too.
    ``may_show``: the reader has finished the deal, and isn't listed on the server.
    """

    ranking: DayRanking
    place: str
    page: int
    me: int
    others: Sequence[Variant] = ()
    on_server: bool = True
    may_show: bool = False


def ranking_screen(texts: Texts, shown: RankingPage, names: Mapping[int, str]) -> ui.LayoutView:
    """Show a page of a ranking."""
    ranking, place = shown.ranking, shown.place
    day, game = ranking.day, ranking.game
    lists = {HERE: texts.p("ranking", "This server"), EVERYONE: texts.p("ranking", "All players")}
    heading = (day_title(texts, ranking.number), variant_name(texts, game), lists[place])
    pages = max(1, -(-ranking.total // ROWS))
    around = ((texts.p("page", "Previous"), shown.page - 1), (texts.p("page", "Next"), shown.page + 1))
    turning = [button(label, DAY_RANKING, day, game, place, page) for label, page in around if 0 <= page < pages]
    other = [
        button(label, DAY_RANKING, day, game, to, 0)
        for to, label in lists.items()
        if to != place and (to == EVERYONE or shown.on_server)
    ]
    here = [button(texts.p("button", "Show here"), DAY_HERE, day, game)] if shown.may_show else []
    games = [button(variant_name(texts, one), DAY_RANKING, day, one, place, 0) for one in shown.others]
    return layout(
        text(
            title(" · ".join(heading)),
            *([_ranked(texts, one, names, shown.me) for one in ranking.lines] or [_nobody(texts, place)]),
            _own_place(texts, shown, names),
            small(_below(texts, ranking)),
            small(changed_words(texts, changed=ranking.players_changed)),
        ),
        rows([*turning, *here, *other, *games, button(texts.p("button", "Back"), DAILY)]),
    )


def _nobody(texts: Texts, place: str) -> str:
    if place == HERE:
        return texts.t("Nobody is listed here yet. *{button Show here}* lists you, once you've finished the deal.")
    return texts.t("Nobody is listed yet. *{button Daily list}* in `{/me play}` puts you on this list.")


def _own_place(texts: Texts, shown: RankingPage, names: Mapping[int, str]) -> str:
    """Return the reader's own line, if it's on another page."""
    own = shown.ranking.own
    return "" if own is None or own in shown.ranking.lines else _ranked(texts, own, names, shown.me)


def _ranked(texts: Texts, one: DayPlace, names: Mapping[int, str], me: int) -> str:
    line = ranked_words(texts, one, bold(_name(texts, one, names)))
    return f"➤ {line}" if one.user == me else line


def _name(texts: Texts, one: DayPlace, names: Mapping[int, str]) -> str:
    return plain_name(member_name(texts, one.user, names))


def _below(texts: Texts, ranking: DayRanking) -> str:
    finished = texts.n("{n} player finished it", "{n} players finished it", ranking.finished)
    if ranking.par is None:
        return finished
    return " · ".join((texts.t("par {par} (an Expert in your seat)", par=gain(ranking.par.points)), finished))


def news_screen(texts: Texts, post: DayPost, names: Mapping[int, str], best: DayHands, detail: Detail) -> ui.LayoutView:
    """Show everyone how a day went on their server, the game that most members played first; lead to today's."""
    [first, *others] = shown_news(post)
    won = [_name(texts, one, names) for one in first.top if one.place == 1]
    points = first.top[0].score.points
    head = texts.t(
        "{day}: {names} {points}", day=day_title(texts, first.number), names=all_of(texts, won), points=gain(points)
    )
    head = texts.t("🏆 {outcome}", outcome=head) if points > 0 else head
    replay = [] if first.best is None else [button(texts.p("button", "Replay"), REPLAY, first.best)]
    code = code_line(texts, post.codes)
    return layout(
        text(
            title(head),
            _best_of(texts, first, names, _MOST_TOP, first.par),
            *(small(_best_of(texts, one, names, 1)) for one in others),
        ),
        picture(detail, best.file) or ([text(*best.words)] if best.words else []),
        [text(code)] if code else [],
        rows(
            [
                button(texts.t("Play today's deal"), DAILY, style=ButtonStyle.success),
                *replay,
                button(texts.p("button", "Ranking"), DAY_RANKING, first.day, first.game, HERE, 0),
            ]
        ),
        accent=GOLD,
    )


def shown_news(post: DayPost) -> list[DayNews]:
    """Return the games that members of the server are listed in, that with the most first."""
    return sorted((one for one in post.news if one.top), key=lambda one: -one.shown)


def _best_of(texts: Texts, news: DayNews, names: Mapping[int, str], most: int, par: DayScore | None = None) -> str:
    """Return the best of a game in one line: ``Gin: 1. Ala +31, 2. Kuba +20 · par +12``."""
    lines = (
        NO_BREAK.join((f"{one.place}.", _name(texts, one, names), gain(one.score.points))) for one in news.top[:most]
    )
    game, best = bold(variant_name(texts, news.game)), listed(texts, lines)
    if par is None:
        return texts.t("{game}: {best}", game=game, best=best)
    return texts.t("{game}: {best} · par {par}", game=game, best=best, par=gain(par.points))


def rules_screen(texts: Texts) -> ui.LayoutView:
    """Explain the daily deal and its ranking."""
    lines = (f"- {line}" for line in ranking_rules(texts))
    return layout(
        text(title(texts.t("How the daily deal works")), *lines), rows([button(texts.p("button", "Back"), DAILY)])
    )


def proof_file(proof: DayProof) -> Attachment | None:
    """Return a file with all that is needed to deal the cards of a day again; None until the day is closed."""
    if proof.secret is None or proof.signature is None:
        return None
    lines = (proof.line, f"secret {proof.secret}", f"beacon {proof.signature.hex()}", f"chain {proof.chain}")
    return Attachment(f"daily-{proof.number}-{proof.game}.txt", "".join(f"{line}\n" for line in lines).encode())


def proof_screen(
    texts: Texts, proof: DayProof, link: str, others: Sequence[Variant], file: Attachment | None = None
) -> ui.LayoutView:
    """Show what the shuffle of a day proves; ``link`` leads to the post where its code was seen first, if there's one.

    ``others`` are the other games of the day, ``file`` has what is needed to deal the cards again.
    """
    verdict, why = _verdict(texts, proof)
    game = variant_name(texts, proof.game)
    return layout(
        text(title(verdict), small(f"{day_title(texts, proof.number)} · {game}"), why),
        text(
            texts.t("Code of these cards: `{code}`", code=proof.code),
            _seen(texts, proof, link),
            round_words(texts, proof.beacon, proof.round, fixed_moment(proof.due)),
            texts.t("Secret: `{secret}`", secret=proof.secret)
            if proof.secret
            else texts.t("The secret comes out when the day closes: {time}.", time=fixed_moment(proof.closes_at)),
            texts.t(
                "What this can't prove: that my operator didn't look at the cards after midnight UTC, or that a friend "
                "or a second account didn't pass them on."
            ),
            small(changed_words(texts, changed=proof.players_changed)),
        ),
        [] if file is None else ui.File(file.uri),
        rows(
            [
                *(button(variant_name(texts, one), VERIFY, proof.day, one) for one in others),
                button(texts.p("button", "Back"), DAILY),
            ]
        ),
    )


def _verdict(texts: Texts, proof: DayProof) -> tuple[str, str]:
    if proof.fault is not None:
        words = texts.t("❌ The shuffle doesn't match: {fault}", fault=proof.fault)
        return words, texts.t("The cards dealt don't follow from what was fixed before.")
    return grade_words(texts, proof.proof, ""), grade_meaning(texts, proof.proof)


def _seen(texts: Texts, proof: DayProof, link: str) -> str:
    if proof.seen is None:
        return ""
    time = fixed_moment(proof.seen.at)
    if link:
        return texts.t("First shown: {time}, in [this message]({link})", time=time, link=link)
    return texts.t("First shown: {time}, to a player or on another server", time=time)
