"""What is worth telling about a finished game: its best moment, the cards that won it, and what to celebrate."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.ratings.game_facts import Deal, ReplayedRecord, replayed
from bot.ratings.rating import is_provisional, shown
from bot.ratings.values import Achievement, Finished, GameEnding, GameOutcome, Rated
from bot.rummy.cards import JOKER, Card
from bot.rummy.moves import Move, Verb
from bot.rummy.options import Options
from bot.rummy.results import Outcome, Totals

_SHUTOUT_FROM: Final = 3
"""Deals that a shutout has at least."""


class HighlightKind(StrEnum):
    """What is worth telling about a game, the rarest first."""

    RUMMY = "rummy"  # going rummy: B-12, D-14
    SWEEP = "sweep"  # all three games of a Hollywood series
    BIG_GIN = "big-gin"  # G-28
    FIRST_TURN = "first-turn"  # gin in the winner's first turn of a deal
    SHUTOUT = "shutout"  # at least three deals, all won by the same player
    LAST_UNDERCUT = "last-undercut"  # an undercut that won the game
    GIN = "gin"
    UNDERCUT = "undercut"
    KNOCK = "knock"
    OUT = "out"
    LAID = "laid"  # the most points in a deal that another player or nobody won


_RARITY: Final = tuple(HighlightKind)
_USUAL: Final[Mapping[Outcome, HighlightKind]] = {
    Outcome.GIN: HighlightKind.GIN,
    Outcome.BIG_GIN: HighlightKind.BIG_GIN,
    Outcome.UNDERCUT: HighlightKind.UNDERCUT,
    Outcome.KNOCK: HighlightKind.KNOCK,
    Outcome.OUT: HighlightKind.OUT,
    Outcome.RUMMY: HighlightKind.OUT,  # by a move that the bot made for an absent player
}


@dataclass(frozen=True, slots=True)
class Highlight:
    """The best moment of a game: what a winner did, in which deal (from 1), and for how many points.

    ``cards`` are the winner's cards in that deal, meld by meld, the loose ones last; everybody saw them when it ended.
    """

    kind: HighlightKind
    seat: int
    deal: int
    points: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ShareCardFacts:
    """Everything that a share card shows, apart from names: nothing secret, no ids.

    ``scores`` are the final points of each seat, in Hollywood the games that it won. ``highlight`` is None if no winner
    has won a deal.
    """

    options: Options
    winners: tuple[int, ...]  # seats; several share the win, none if nobody was there at the end
    scores: Totals
    deals: int  # finished ones
    highlight: Highlight | None


def share_card_facts(finished: Finished) -> ShareCardFacts:
    """Return what to show on the share card of a finished game. RecordError if its record doesn't fit the game.

    Replaying the record can take a tenth of a second.
    """
    return facts_in(finished.record, finished.options, finished.winners, len(finished.seats))


def facts_in(record: Mapping[str, object], options: Options, winners: tuple[int, ...], seats: int) -> ShareCardFacts:
    """Return the same from a record, also of a practice game, which counts for nothing. RecordError."""
    game = replayed(record, options, seats)
    return ShareCardFacts(
        options=options,
        winners=winners,
        scores=_scores(game),
        deals=len(game.deals),
        highlight=highlight_of(game, winners),
    )


def highlight_of(game: ReplayedRecord, winners: tuple[int, ...]) -> Highlight | None:
    """Return the best moment of the winners: the rarest one, then one that ended the game, then the most points."""
    found = [each for number, deal in enumerate(game.deals, 1) for each in _in_deal(game, number, deal, winners)]
    last = len(game.deals)
    return min(
        found, key=lambda each: (_RARITY.index(each.kind), each.deal != last, -each.points, -each.deal), default=None
    )


def _scores(game: ReplayedRecord) -> Totals:
    if game.options.columns_decide:
        return tuple(sum(column.winner == seat for column in game.columns) for seat in range(game.seats))
    return tuple(game.points(seat) for seat in range(game.seats))


def _in_deal(game: ReplayedRecord, number: int, deal: Deal, winners: tuple[int, ...]) -> Iterator[Highlight]:
    seat, count = deal.result.winner, deal.result.count
    for other in winners if count is not None and count.table else ():
        if other != seat and deal.result.points[other] > 0:
            yield Highlight(HighlightKind.LAID, other, number, deal.result.points[other], _winning_cards(deal, other))
    if seat is None or seat not in winners:
        return
    kind = _kind(game, number, deal, seat)
    if kind is not None:
        yield Highlight(kind, seat, number, deal.result.points[seat], _winning_cards(deal, seat))


def _kind(game: ReplayedRecord, number: int, deal: Deal, seat: int) -> HighlightKind | None:
    """Return what is worth telling about a deal; for the last one it may be the whole game."""
    if deal.own_win(Outcome.RUMMY) == seat:
        return HighlightKind.RUMMY
    if deal.own_win(Outcome.GIN) == seat and deal.turns_of(seat) == 1:
        usual: HighlightKind | None = HighlightKind.FIRST_TURN
    else:
        usual = _USUAL.get(deal.result.outcome)
    if usual is HighlightKind.UNDERCUT and number == len(game.deals):
        usual = HighlightKind.LAST_UNDERCUT
    whole = _of_whole_game(game, seat) if number == len(game.deals) else None
    return min((kind for kind in (whole, usual) if kind is not None), key=_RARITY.index, default=None)


def _of_whole_game(game: ReplayedRecord, seat: int) -> HighlightKind | None:
    """Return what is worth telling about a game that a seat won from beginning to end."""
    if len(game.columns) > 1 and all(column.winner == seat for column in game.columns):
        return HighlightKind.SWEEP
    won_all = all(deal.result.winner == seat for deal in game.deals)
    return HighlightKind.SHUTOUT if won_all and len(game.deals) >= _SHUTOUT_FROM else None


def _winning_cards(deal: Deal, seat: int) -> tuple[Card, ...]:
    if deal.showdown is None:
        return tuple(card for cards in _laid(deal.moves, seat) for card in cards)
    mine = deal.showdown.knocker == seat
    laid_out = deal.showdown.arrangement if mine else deal.showdown.defense.arrangement
    return (*(card for meld in laid_out.melds for card in meld), *laid_out.loose)


def _laid(moves: tuple[Move, ...], seat: int) -> list[tuple[Card, ...]]:
    """Return what a seat laid on the table in a deal: its melds in order, then the cards that it laid off.

    Where anybody swapped a joker out of them, they have the card that replaced it: the joker may come back elsewhere.
    """
    laid: list[tuple[int, bool, tuple[Card, ...]]] = []  # the number of the meld, whether it's new, and the cards
    melds, kept = 0, (0, [*laid])
    for move in moves:
        match move.verb:
            case Verb.UNDO:  # takes back everything laid in the turn
                melds, laid = kept[0], [*kept[1]]
            case Verb.DISCARD:
                kept = melds, [*laid]
            case Verb.MELD:
                laid += [(melds, True, move.cards)] if move.seat == seat else []
                melds += 1
            case Verb.LAYOFF if move.seat == seat:
                laid.append((move.onto, False, (move.named,)))
            case Verb.SWAP:
                _swap(laid, move, seat)
            case _:
                pass
    return [cards for new in (True, False) for _, is_new, cards in laid if is_new is new]


def _swap(laid: list[tuple[int, bool, tuple[Card, ...]]], swap: Move, seat: int) -> None:
    """Put a card in the place of a joker that a seat laid; add it if the seat swapped it for another's joker."""
    for at, (number, new, cards) in enumerate(laid):
        if number == swap.onto and JOKER in cards:
            place = cards.index(JOKER)
            laid[at] = number, new, (*cards[:place], swap.named, *cards[place + 1 :])
            return
    if swap.seat == seat:
        laid.append((swap.onto, False, (swap.named,)))


SHORTEST_STREAK: Final = 3
"""Rated wins in a row that are celebrated."""


class CelebrationKind(StrEnum):
    """The kinds of celebrations, in the order in which they are shown."""

    FIRST_WIN = "first-win"
    SHUTOUT = "shutout"
    STREAK = "streak"
    BEST_RATING = "best-rating"


@dataclass(frozen=True, slots=True)
class Celebration:
    """Something to celebrate: whose it is, and the length of a streak or the new rating."""

    kind: CelebrationKind
    user: int
    number: int = 0


def celebrations(outcome: GameOutcome) -> tuple[Celebration, ...]:
    """Return what is worth celebrating about a game, in the order of its kinds; nothing if it was closed or voided."""
    if outcome.result.rated in (Rated.CLOSED, Rated.VOID) or outcome.result.facts.ending is GameEnding.CLOSED:
        return ()
    return (*_first_wins(outcome), *_shutouts(outcome), *_streaks(outcome), *_best_ratings(outcome))


def _first_wins(outcome: GameOutcome) -> list[Celebration]:
    first = (user for user, earned in outcome.earned.items() if Achievement.FIRST_WIN in earned)
    return [Celebration(CelebrationKind.FIRST_WIN, user) for user in sorted(first)]


def _shutouts(outcome: GameOutcome) -> list[Celebration]:
    """Return the winner who won every deal, if that was so."""
    facts = outcome.result.facts
    won = (user for user, achieved in facts.achievements.items() if Achievement.SHUT_OUT in achieved)
    return [Celebration(CelebrationKind.SHUTOUT, user) for user in sorted(won)]


def _streaks(outcome: GameOutcome) -> list[Celebration]:
    """Return the players who have won several rated games in a row, this one included."""
    streaks = sorted(outcome.streaks.items())
    return [Celebration(CelebrationKind.STREAK, user, streak) for user, streak in streaks if streak >= SHORTEST_STREAK]


def _best_ratings(outcome: GameOutcome) -> list[Celebration]:
    """Return the players whose rating over all games is higher than ever; not while it is provisional."""
    found = []
    for change in outcome.changes:
        best, now = outcome.best_before.get(change.user), shown(change.after)
        if change.pool is not None or best is None or is_provisional(change.after):
            continue
        if now > max(best, shown(change.before)):
            found.append(Celebration(CelebrationKind.BEST_RATING, change.user, now))
    return found
