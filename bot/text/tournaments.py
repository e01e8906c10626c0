"""Words for tournaments: format, matchdays, results of fixtures, the table and its tie-breaks."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

from bot.text.catalogs import Texts
from bot.text.lists import all_of, duration_words, gain, isolated, score
from bot.text.ratings import member_name
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

SafeNames: TypeAlias = Mapping[int, str]
"""Players' names by user id, escaped for markup."""


def format_words(texts: Texts, form: TournamentFormat) -> str:
    """Return a format in words."""
    match form:
        case TournamentFormat.SINGLE:
            return texts.t("Round robin: everyone plays everyone once")
        case TournamentFormat.DOUBLE:
            return texts.t("Double round robin: everyone plays everyone twice")
        case TournamentFormat.KNOCKOUT:
            return texts.t("Knockout: the loser of a match is out, and a shared win is replayed")


def length_words(texts: Texts, tournament: Tournament) -> str:
    """Return the length of a matchday in words, and what happens to fixtures that aren't played in time."""
    time = duration_words(texts, tournament.hours * HOUR)
    if tournament.format is TournamentFormat.KNOCKOUT:
        return texts.t("Each round lasts {time}; unplayed games are lost by walkover", time=time)
    return texts.t("Each matchday lasts {time}; unplayed games are lost by walkover", time=time)


def counting_words(texts: Texts, form: TournamentFormat) -> str:
    """Return how many match points a win counts and how ties are broken; empty for a knock-out."""
    if form is TournamentFormat.KNOCKOUT:
        return ""
    return texts.t(
        "A win scores 2 match points, a shared win 1. Ties are broken by match points among the tied players, then "
        "margin, points, and fewer walkovers lost"
    )


def matchday_name(texts: Texts, tournament: Tournament, matchday: int) -> str:
    """Return the name of a matchday or round; the last rounds of a knock-out have special names."""
    last = matchdays(tournament)
    if tournament.format is not TournamentFormat.KNOCKOUT:
        return texts.t("Matchday {number} of {last}", number=matchday, last=last)
    match last - matchday:
        case 0:
            return texts.p("round of a tournament", "Final")
        case 1:
            return texts.p("round of a tournament", "Semifinals")
        case 2:
            return texts.p("round of a tournament", "Quarterfinals")
        case _:
            return texts.t("Round {number} of {last}", number=matchday, last=last)


def pair_words(texts: Texts, fixture: Fixture, names: SafeNames) -> str:
    """Return the players of a fixture, ``Ala – Bob``, or the player who has a bye."""
    home = member_name(texts, fixture.home, names)
    if fixture.away is None:
        return texts.t("{name} has a bye", name=home)
    return f"{home} – {member_name(texts, fixture.away, names)}"


def pair_label(texts: Texts, fixture: Fixture, names: SafeNames) -> str:
    """Return the players of a fixture for a button label; ``names`` are unescaped here."""
    return " – ".join(isolated(member_name(texts, user, names)) for user in fixture.pair)


def decided_words(texts: Texts, fixture: Fixture, names: SafeNames, *, penalties: bool = False) -> str:
    """Return the result of a fixture in words; empty for an undecided one and for a bye.

    ``penalties`` is whether points are penalty points (B-15), here and below.
    """
    decided = fixture.decided
    if decided is None:
        return ""
    match decided.outcome:
        case FixtureOutcome.PLAYED:
            return _played_words(texts, decided, names, penalties=penalties)
        case FixtureOutcome.WALKOVER:
            return texts.t("walkover for {name}", name=member_name(texts, decided.winners[0], names))
        case FixtureOutcome.NOBODY:
            return texts.t("not played, both lose")
        case FixtureOutcome.BYE:
            return ""


def _played_words(texts: Texts, decided: FixtureResult, names: SafeNames, *, penalties: bool) -> str:
    shown = " : ".join(score(points, penalties=penalties) for points in decided.points)
    told = texts.t("{scores} (penalty points)", scores=shown) if penalties else shown
    match decided.winners:
        case (winner,):
            return texts.t("{score}, {name} wins", score=told, name=member_name(texts, winner, names))
        case ():
            return texts.t("{score}, nobody wins", score=told)
        case _:
            return texts.t("{score}, shared win", score=told)


def place_words(texts: Texts, place: TournamentPlace, names: SafeNames, *, penalties: bool = False) -> str:
    """Format a row of the table: rank, player, match points, won-shared-lost, margin, points."""
    line = texts.t(
        "`{rank}` **{name}** · {match_points} · {won}-{shared}-{lost} · {margin} · {points}",
        rank=place.rank,
        name=member_name(texts, place.user, names),
        match_points=place.match_points,
        won=place.won,
        shared=place.shared,
        lost=place.lost,
        margin=gain(place.margin),
        points=score(place.points, penalties=penalties),
    )
    return texts.t("{row} · withdrawn", row=line) if place.withdrawn else line


def place_legend(texts: Texts, *, penalties: bool = False) -> str:
    """Return the legend of the table."""
    if penalties:
        return texts.t("Rank, player · match points · won-shared-lost · margin · penalty points")
    return texts.t("Rank, player · match points · won-shared-lost · margin · points")


def tie_words(
    texts: Texts, above: TournamentPlace, place: TournamentPlace, names: SafeNames, *, penalties: bool = False
) -> str:
    """Return the sentence for which tie-break puts a row behind the one above it.

    Empty if match points decide, or if one of the two players hasn't played yet.
    """
    if place.match_points != above.match_points or not (above.played and place.played):
        return ""
    players = {"one": member_name(texts, above.user, names), "other": member_name(texts, place.user, names)}
    if place.behind is None:
        return texts.t("{one} and {other} share this place: no tie-break separates them", **players)
    return _tie_sentence(texts, above, place, players, penalties=penalties)


def _tie_sentence(
    texts: Texts, above: TournamentPlace, place: TournamentPlace, players: Mapping[str, str], *, penalties: bool
) -> str:
    match place.behind:
        case TieBreak.AMONG_TIED:
            values = {**players, "more": above.among or 0, "less": place.among or 0}
            return texts.t(
                "{one} is ahead of {other} by match points among the tied players: {more} to {less}", **values
            )
        case TieBreak.MARGIN:
            values = {**players, "more": gain(above.margin), "less": gain(place.margin)}
            return texts.t("{one} is ahead of {other} by margin: {more} to {less}", **values)
        case TieBreak.POINTS:
            more, less = (score(each.points, penalties=penalties) for each in (above, place))
            values = {**players, "more": more, "less": less}
            if penalties:
                return texts.t("{one} is ahead of {other} by penalty points: {more} to {less}", **values)
            return texts.t("{one} is ahead of {other} by points: {more} to {less}", **values)
        case TieBreak.WALKOVERS:
            values = {**players, "more": above.walkovers, "less": place.walkovers}
            return texts.t("{one} is ahead of {other} by fewer walkovers lost: {more} to {less}", **values)
        case _:
            return ""


def table_lines(
    texts: Texts,
    places: Sequence[TournamentPlace],
    names: SafeNames,
    above: TournamentPlace | None = None,
    *,
    penalties: bool = False,
) -> tuple[str, ...]:
    """Return a line per row of the table, then a line per tie that was broken.

    ``above`` is the row before the first one, which may be tied with it.
    """
    rows = tuple(place_words(texts, place, names, penalties=penalties) for place in places)
    ordered = places if above is None else (above, *places)
    ties = (tie_words(texts, better, worse, names, penalties=penalties) for better, worse in pairwise(ordered))
    return (*rows, *(f"-# {tie}" for tie in ties if tie))


def people_words(texts: Texts, users: Sequence[int], names: SafeNames) -> str:
    """Return the names of several players: ``Ala, Bob and Cyd``."""
    return all_of(texts, [member_name(texts, user, names) for user in users])


def winners_words(texts: Texts, winners: Sequence[int], names: SafeNames) -> str:
    """Return the sentence that names the winners of a tournament."""
    if not winners:
        return texts.t("Nobody won.")
    who = people_words(texts, winners, names)
    return texts.n("{names} wins!", "{names} share the win!", len(winners), names=who)
