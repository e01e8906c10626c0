"""Parser for games in scenarios of ratings, with their cards or only their points (tests/scenarios/README.md)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from bot.ratings.seasons import season_at
from bot.ratings.settling import ServerTotals
from bot.ratings.values import (
    Achievement,
    Counts,
    Finished,
    GameEnding,
    GameFacts,
    Participant,
    PlayerResult,
    Rated,
    Season,
    Settled,
)
from bot.rummy import games
from bot.rummy.cards import code
from bot.rummy.families import Variant
from bot.rummy.moves import parse_move
from bot.rummy.options import Options, options_for
from bot.rummy.records.checking import PlayedDeal, write
from tests.rummy.stacked import deck_of, filled, whole_turn

GUILD: Final = 7
NAMES: Final = ("Ala", "Bob", "Cyd", "Dag", "Ewa")
USERS: Final = {name: 100 + number for number, name in enumerate(NAMES)}
DAY: Final = 24 * 60 * 60 * 1000
_PLAYER = re.compile(r"(?P<name>[A-Z][a-z]+)(?P<won>\*?)( (?P<points>-?[0-9]+))?(?P<left> left)?")


def finished_from(told: Mapping[str, Any]) -> Finished:
    """Return the finished game of a scenario with cards. Winners are those of the record unless given."""
    options = options_for(Variant(told["variant"]), told.get("options", {}))
    dealt = [deal for deal in told["deals"] for _ in range(deal.get("times", 1))]
    seats = len(dealt[0]["hands"])
    record, winners = _record(options, seats, dealt)
    return Finished(
        table=1,
        guild=GUILD,
        channel=2,
        message=3,
        options=options,
        seats=tuple(Participant(None if seat in told.get("computers", ()) else 100 + seat) for seat in range(seats)),
        record=record,
        ending=GameEnding(told.get("way", "played")),
        winners=tuple(told.get("winners", winners)),
        forfeits=frozenset(told.get("forfeits", ())),
        friendly=told.get("friendly", False),
        fixture=None,
        started_at=0,
        ended_at=DAY,
    )


def facts_from(line: str, table: int) -> GameFacts:
    """Parse a game written as a line, such as ``gin: Ala 120, Bob 40 | day 2, friendly``.

    Stars mark the winners. Without stars, they are the players with the most points who haven't left.
    """
    game, _, rest = line.partition(" | ")
    variant, _, players = game.partition(": ")
    words = dict(_word(word) for word in rest.split(", ") if word)
    day, deals_won = int(words.pop("day", 1)), int(words.pop("deals", 1))
    words.pop("void", None)
    why = Rated(next(iter(words))) if words else None
    lines = _lines(players.split(", "), deals_won, short=why is Rated.SHORT)
    alone = any(row.user is None for row in lines)
    return GameFacts(
        table=table,
        guild=GUILD,
        channel=2,
        message=3,
        variant=Variant(variant),
        ending=GameEnding.CLOSED if why is Rated.CLOSED else GameEnding.PLAYED,
        unrated=Rated.COMPUTER if alone else why,
        fixture=None,
        started_at=day * DAY,
        ended_at=day * DAY + table,
        lines=lines,
        achievements=_achievements(lines) if why is not Rated.CLOSED and not alone else {},
    )


def told(scenario: Mapping[str, Any]) -> tuple[ServerTotals, list[Settled]]:
    """Count all games of a scenario. Return the totals after them, and each counted game."""
    totals = ServerTotals()
    seasons = [
        Season(GUILD, number, f"Season {number}", days[0] * DAY, days[1] * DAY if len(days) > 1 else None)
        for number, days in enumerate(scenario.get("seasons", ()), start=1)
    ]
    allowed = scenario.get("meetings", 5)
    lines = [line for line in scenario["games"] for line in _repeated(line)]
    settled = []
    for table, line in enumerate(lines, start=1):
        facts = facts_from(line, table)
        void = " | " in line and "void" in line.split(" | ")[1].split(", ")
        settled.append(totals.count(facts, season_at(seasons, facts.ended_at), allowed, void=void))
    return totals, settled


def _repeated(line: str) -> Sequence[str]:
    """Parse a repeated game: ``5 times gin: Ala 120, Bob 40``."""
    times, found, game = line.partition(" times ")
    return [game] * int(times) if found else [line]


def _word(word: str) -> tuple[str, str]:
    """Parse a word and its value, if any: ``day 2``, ``friendly``."""
    name, _, value = word.partition(" ")
    return name, value


def _lines(players: Sequence[str], deals_won: int, *, short: bool) -> tuple[PlayerResult, ...]:
    """Parse the players' results: ``Ala* 120``, ``Bob 40 left``; the name ``Computer`` is a computer."""
    read = [_PLAYER.fullmatch(player) for player in players]
    found = [match for match in read if match]
    assert len(found) == len(players), f"{players} can't be read"
    points = [int(match["points"] or 0) for match in found]
    left = [bool(match["left"]) for match in found]
    won = [bool(match["won"]) for match in found]
    if not any(won):
        best = max((mine for mine, gone in zip(points, left, strict=True) if not gone), default=None)
        won = [mine == best and not gone for mine, gone in zip(points, left, strict=True)]
    keys = [(0, 0) if won[n] else (2, 0) if left[n] else (1, -points[n]) for n in range(len(found))]
    return tuple(
        PlayerResult(
            seat=seat,
            user=USERS.get(match["name"]),
            place=1 + sum(other < keys[seat] for other in keys),
            won=won[seat],
            forfeit=left[seat],
            points=points[seat],
            margin=points[seat] - max(other for n, other in enumerate(points) if n != seat),
            counts=Counts(moves=1 if short else 20, deals=deals_won, deals_won=deals_won if won[seat] else 0),
        )
        for seat, match in enumerate(found)
    )


def _achievements(lines: Iterable[PlayerResult]) -> dict[int, frozenset[Achievement]]:
    """Return the achievements of a game without cards."""
    first = frozenset({Achievement.FIRST_WIN})
    return {line.user: first if line.won else frozenset() for line in lines if line.user is not None}


def _record(
    options: Options, seats: int, dealt: Sequence[Mapping[str, Any]]
) -> tuple[dict[str, object], Sequence[int]]:
    """Play stacked deals. Return the record and the winners."""
    state = games.new_game(options, seats, 0)
    deals = []
    for told_deal in dealt:
        dealer = told_deal.get("dealer", state.dealer)
        deck = deck_of(options, told_deal["hands"], f"{told_deal['upcard']} {told_deal.get('stock', '')}", dealer)
        state = games.deal(state, deck, dealer if options.dealer_by_chance else None)
        moves, stocks = [], list[object]()

        def reshuffle(pile: Sequence[int], stocks: list[object] = stocks) -> Sequence[int]:
            stocks.append([code(card) for card in filled("", pile)])
            return filled("", pile)

        for line in told_deal["moves"]:
            turns, _, what = line.partition(" turns: ")
            for _ in range(int(turns) if what else 1):
                for move in whole_turn(state, what) if what else (parse_move(line),):
                    state = games.apply(state, move, reshuffle)
                    moves.append(str(move))
        deals.append(PlayedDeal(deck, moves, dealer, stocks))
    result = games.result_of(state)
    return write(options, NAMES[:seats], None, deals), result.winners if result else ()
