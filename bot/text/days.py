"""The daily deal in words: results against par, places, days in a row, the line to share, the ranking and its rules."""

from collections.abc import Iterable

from bot.days.ranking import Beaten, DayPlace, DayScore
from bot.rummy.families import Variant
from bot.text.catalogs import Texts
from bot.text.games import variant_name
from bot.text.lists import gain
from bot.text.ratings import share_words


def day_title(texts: Texts, number: int) -> str:
    """Return the heading of a day."""
    return texts.t("Daily deal {number}", number=number)


def against_par(texts: Texts, game: Variant, score: DayScore, par: DayScore | None) -> str:
    """Return a result in a game: ``Gin +31, par +12``. Par is an Expert's in the same seat; None if it isn't known."""
    name, own = variant_name(texts, game), gain(score.points)
    if par is None:
        return texts.t("{game} {points}", game=name, points=own)
    return texts.t("{game} {points}, par {par}", game=name, points=own, par=gain(par.points))


def standing_words(texts: Texts, beaten: Beaten, place: int | None) -> str:
    """Return how a result compares with all others of the day; ``place`` is that of players who are on the list.

    Everyone else learns how many of the others they have beaten.
    """
    if not beaten.others:
        return texts.t("the first result so far")
    if not beaten.beaten and place is None:
        return texts.n("{n} other player has finished", "{n} other players have finished", beaten.others)
    if place is not None:
        return texts.t("place {place} on the list", place=place)
    return texts.n(
        "better than {share} of {n} other player",
        "better than {share} of {n} other players",
        beaten.others,
        share=share_words(texts, beaten.beaten, beaten.others),
    )


def days_in_a_row(texts: Texts, days: int) -> str:
    """Return on how many days in a row someone has finished a deal."""
    return texts.pn("daily deals, in a row", "{n} day", "{n} days", days)


def share_line(texts: Texts, number: int, results: Iterable[str], days: int) -> str:
    """Return the line that a player shares: ``Remik daily 412 · Gin +31, par +12 · 6 days``. It never names a card."""
    heading = texts.t("Remik daily {number}", number=number)
    return " · ".join((heading, *results, days_in_a_row(texts, days)))


def ranked_words(texts: Texts, line: DayPlace, name: str) -> str:
    """Return a line of a ranking: ``1. Ala +31 (14 turns)``."""
    return texts.n(
        "{place}. {name} {points} ({n} turn)",
        "{place}. {name} {points} ({n} turns)",
        line.score.turns,
        place=f"**{line.place}**",  # with the bare number, Discord would make a list
        name=name,
        points=gain(line.score.points),
    )


def changed_words(texts: Texts, *, changed: bool) -> str:
    """Return that not everyone played against the same opponent, if that's so."""
    return texts.t("⚠️ The computer changed during this day, so not everyone met the same one.") if changed else ""


def ranking_rules(texts: Texts) -> tuple[str, ...]:
    """Return how the daily deal and its ranking work, a line per rule."""
    return (
        texts.t(
            "Each day has one deal of Gin and one round of German Rummy: the same cards for everyone, against the same "
            "Expert. You play each once, without hints, and discards are final."
        ),
        texts.t(
            "More points win, then fewer turns; equal results share a place. Par is what an Expert gets in your seat."
        ),
        texts.t(
            "A day starts and ends at midnight UTC. What you start in time counts for two more hours. Then the day "
            "closes, and everyone can replay the best hand."
        ),
        texts.t(
            "A server lists players who started there or pressed *{button Show here}*. The list of all players has "
            "only those who turned on *{button Daily list}* in `{/me play}`."
        ),
        texts.t("Your days in a row are days with a finished deal. A day without cards doesn't break them."),
        texts.t("A friend or a second account can pass on the day's cards, so the ranking is for fun."),
    )
