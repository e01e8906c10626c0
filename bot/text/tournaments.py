"""A tournament in words: its form, its matchdays, how fixtures ended, its table and what breaks its ties."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from bot.text.catalogs import Texts
from bot.text.direction import isolated
from bot.text.durations import duration_words
from bot.text.lists import all_of, gain, signed
from bot.text.ratings import member_name, score_of_two
from bot.tournaments.tournament import matchdays
from bot.tournaments.values import (
    HOUR,
    Fixture,
    FixtureOutcome,
    FixtureResult,
    TieBreak,
    Tournament,
    TournamentFormat,
    TournamentPlace,
)

Names: TypeAlias = Mapping[int, str]
"""What people are called, made safe to put in a text."""


def format_words(texts: Texts, form: TournamentFormat) -> str:
    """Say who meets whom."""
    match form:
        case TournamentFormat.SINGLE:
            return texts.t("Round robin: everybody meets everybody once")
        case TournamentFormat.DOUBLE:
            return texts.t("Double round robin: everybody meets everybody twice")
        case TournamentFormat.KNOCKOUT:
            return texts.t("Knock-out: who loses is out, and a shared win is played again")


def length_words(texts: Texts, contest: Tournament) -> str:
    """Say how long a matchday lasts, and what becomes of what is not played until then."""
    time = duration_words(texts, contest.hours * HOUR)
    if contest.format is TournamentFormat.KNOCKOUT:
        return texts.t("A round lasts {time}; what is not played by then is lost by walk-over", time=time)
    return texts.t("A matchday lasts {time}; what is not played by then is lost by walk-over", time=time)


def counting_words(texts: Texts, form: TournamentFormat) -> str:
    """Say what a win is worth and how ties are broken; empty for a knock-out, which has none."""
    if form is TournamentFormat.KNOCKOUT:
        return ""
    return texts.t(
        "A win is 2 match points, a shared win 1. Ties: match points among those tied, then margin, then points, then "
        "fewer walk-overs lost"
    )


def matchday_name(texts: Texts, contest: Tournament, matchday: int) -> str:
    """Name a matchday; the last rounds of a knock-out have names of their own."""
    last = matchdays(contest)
    if contest.format is not TournamentFormat.KNOCKOUT:
        return texts.t("Matchday {number} of {last}", number=matchday, last=last)
    match last - matchday:
        case 0:
            return texts.t("Final")
        case 1:
            return texts.t("Semi-finals")
        case 2:
            return texts.t("Quarter-finals")
        case _:
            return texts.t("Round {number} of {last}", number=matchday, last=last)


def pair_words(texts: Texts, fixture: Fixture, names: Names) -> str:
    """Name the two who meet: ``Ala – Bob``; one alone has a bye."""
    home = member_name(texts, fixture.home, names)
    if fixture.away is None:
        return texts.t("{name} has a bye", name=home)
    return f"{home} – {member_name(texts, fixture.away, names)}"


def pair_label(texts: Texts, fixture: Fixture, names: Names) -> str:
    """Name the two who meet where there is no markup, as on a button; ``names`` as they are."""
    return " – ".join(isolated(member_name(texts, user, names)) for user in fixture.pair)


def decided_words(texts: Texts, fixture: Fixture, names: Names) -> str:
    """Say how a fixture ended: who has won by how much, or why there was no game; empty for an open one and a bye."""
    decided = fixture.decided
    if decided is None:
        return ""
    match decided.outcome:
        case FixtureOutcome.PLAYED:
            return _played_words(texts, decided, names)
        case FixtureOutcome.WALKOVER:
            return texts.t("walk-over for {name}", name=member_name(texts, decided.winners[0], names))
        case FixtureOutcome.NOBODY:
            return texts.t("not played, lost by both")
        case FixtureOutcome.BYE:
            return ""


def _played_words(texts: Texts, decided: FixtureResult, names: Names) -> str:
    """Say how a game ended."""
    score = score_of_two(decided.points)
    match decided.winners:
        case (winner,):
            return texts.t("{score}, {name} wins", score=score, name=member_name(texts, winner, names))
        case ():
            return texts.t("{score}, nobody wins", score=score)
        case _:
            return texts.t("{score}, a shared win", score=score)


def place_words(texts: Texts, place: TournamentPlace, names: Names) -> str:
    """Write a row of the table: rank, who, match points, won-shared-lost, margin, points."""
    line = texts.t(
        "`{rank}` **{name}** · {match_points} · {won}-{shared}-{lost} · {margin} · {points}",
        rank=place.rank,
        name=member_name(texts, place.user, names),
        match_points=place.match_points,
        won=place.won,
        shared=place.shared,
        lost=place.lost,
        margin=gain(place.margin),
        points=signed(place.points),
    )
    return texts.t("{row} · withdrawn", row=line) if place.withdrawn else line


def place_legend(texts: Texts) -> str:
    """Say what the numbers of a row are."""
    return texts.t("Rank, player · match points · won-shared-lost · margin · points")


def tie_words(texts: Texts, above: TournamentPlace, place: TournamentPlace, names: Names) -> str:
    """Spell out what keeps a row behind the one above that has as many match points; empty where it has fewer.

    Who has not played yet is told apart by nothing that is worth a line.
    """
    if place.match_points != above.match_points or not (above.played and place.played):
        return ""
    better, worse = member_name(texts, above.user, names), member_name(texts, place.user, names)
    if place.behind is None:
        return texts.t("{one} and {other} share the place: they are equal in everything", one=better, other=worse)
    told = _TIES.get(place.behind)
    if told is None:
        return ""
    one, other = told[1](above), told[1](place)
    return texts.t(
        "{one} is ahead of {other} by {what}: {more} to {less}",
        one=better,
        other=worse,
        what=told[0](texts),
        more=one,
        less=other,
    )


_TIES: Final[Mapping[TieBreak, tuple[Callable[[Texts], str], Callable[[TournamentPlace], str]]]] = {
    TieBreak.AMONG_TIED: (
        lambda texts: texts.t("match points among those tied"),
        lambda place: str(place.among or 0),
    ),
    TieBreak.MARGIN: (lambda texts: texts.p("tie-break", "margin"), lambda place: gain(place.margin)),
    TieBreak.POINTS: (lambda texts: texts.p("tie-break", "points"), lambda place: signed(place.points)),
    TieBreak.WALKOVERS: (
        lambda texts: texts.t("fewer walk-overs lost"),
        lambda place: str(place.walkovers),
    ),
}


def table_lines(
    texts: Texts, places: Sequence[TournamentPlace], names: Names, above: TournamentPlace | None = None
) -> tuple[str, ...]:
    """Write rows of the table, a line each, then a line for each tie that something else decided.

    ``above`` is the row before the first of these, with which that one may be tied.
    """
    rows = tuple(place_words(texts, place, names) for place in places)
    ordered = places if above is None else (above, *places)
    ties = (tie_words(texts, better, worse, names) for better, worse in pairwise(ordered))
    return (*rows, *(f"-# {tie}" for tie in ties if tie))


def people_words(texts: Texts, users: Sequence[int], names: Names) -> str:
    """Name several people: ``Ala, Bob and Cyd``."""
    return all_of(texts, [member_name(texts, user, names) for user in users])


def winners_words(texts: Texts, winners: Sequence[int], names: Names) -> str:
    """Say who has won a tournament."""
    if not winners:
        return texts.t("Nobody has won it.")
    who = people_words(texts, winners, names)
    return texts.n("{names} has won it!", "{names} have won it together!", len(winners), names=who)
