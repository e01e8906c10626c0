"""Parts shared by the screens of standings, profiles and history: names, buttons, selects, words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from discord import ui

from bot.ratings.values import RANKED_FROM, Counts, GameEnding, Result, Scope
from bot.rummy.families import Variant
from bot.rummy.options import PRESETS
from bot.text.catalogs import Texts
from bot.text.lists import isolated, signed
from bot.text.players import numbered_computer
from bot.text.ratings import average_words, member_name, share_words, streak_words
from bot.text.scores import closed_words, winner_words
from cogs.edge.custom_ids import ALL_GAMES
from cogs.edge.layout import PLAIN, picture, plain_name
from cogs.edge.messages import Attachment, Detail

_SHORTEST_STREAK: Final = 2


@dataclass(frozen=True, slots=True)
class StandingsScene:
    """The context of a standings screen: texts, names by user id, picture and level of detail.

    ``render`` is part of the ids of selects, so that Discord resets them. Everyone sees a ``public`` screen; its
    buttons open private ones.
    """

    texts: Texts
    names: Mapping[int, str] = field(default_factory=dict)
    file: Attachment | None = None
    render: int = 0
    public: bool = False
    detail: Detail = PLAIN

    def with_detail(self, detail: Detail) -> "StandingsScene":
        """Return the same scene with another level of detail."""
        return replace(self, detail=detail)

    def picture(self) -> list[ui.Item[Any]]:
        """Return the picture as a gallery, if there is one."""
        return picture(self.detail, self.file)

    def name(self, user: int) -> str:
        """Return a player's name, escaped for markup."""
        return member_name(self.texts, user, {user: plain_name(self.names.get(user, ""))})

    def label(self, user: int) -> str:
        """Return a player's unescaped name, for selects and buttons."""
        return isolated(member_name(self.texts, user, self.names))

    def players(self, result: Result) -> tuple[str, ...]:
        """Return the names of a game's players in seat order, escaped for markup."""
        return self._players(result, self.name)

    def labels(self, result: Result) -> tuple[str, ...]:
        """Return the names of a game's players in seat order, unescaped."""
        return self._players(result, self.label)

    def _players(self, result: Result, name: Callable[[int], str]) -> tuple[str, ...]:
        """Return the names of a game's players: users by ``name``; computers of earlier versions are numbered."""
        texts, players, computers = self.texts, list[str](), 0
        for line in result.facts.lines:
            if line.user is not None:
                players.append(name(line.user))
                continue
            computers += 1
            players.append(line.computer or numbered_computer(texts, computers))
        return tuple(players)


def scope_word(scope: Scope) -> str:
    """Return a scope as custom ids contain it."""
    return ALL_GAMES if scope is None else scope.value


def scope_from(word: str) -> Scope:
    """Parse the scope in a custom id. Raises ValueError."""
    return None if word == ALL_GAMES else Variant(word)


def message_url(result: Result) -> str | None:
    """Return the link to the message with a game's result; None if it has no message."""
    facts = result.facts
    if facts.message is None:
        return None
    return f"https://discord.com/channels/{facts.guild}/{facts.channel}/{facts.message}"


def ended_words(texts: Texts, result: Result, players: Sequence[str]) -> str:
    """Return the winner of a game, with the margin if there were two players, or that it has no result."""
    facts = result.facts
    if facts.ending is GameEnding.CLOSED:
        return closed_words(texts)
    winners = [line for line in facts.lines if line.won]
    by_points = facts.ending is GameEnding.PLAYED and not PRESETS[facts.variant].columns_decide
    if by_points and len(facts.lines) == 2 and len(winners) == 1 and winners[0].margin > 0:
        return texts.t("{name} wins by {margin}", name=players[winners[0].seat], margin=winners[0].margin)
    return winner_words(texts, [line.seat for line in winners], players)


def scores_words(result: Result, players: Sequence[str]) -> str:
    """Return every player's points, best first: ``Ola 103 · Kuba 45``."""
    ordered = sorted(zip(result.facts.lines, players, strict=True), key=lambda one: (one[0].place, -one[0].points))
    return " · ".join(f"{name} {signed(line.points)}" for line, name in ordered)


def won_words(texts: Texts, wins: int, games: int) -> str:
    """Return the number of wins out of a player's games, as a percentage too once there are enough of them."""
    if games < RANKED_FROM:
        return texts.n("{wins} of {n} game won", "{wins} of {n} games won", games, wins=wins)
    return texts.n(
        "{wins} of {n} game won ({share})",
        "{wins} of {n} games won ({share})",
        games,
        wins=wins,
        share=share_words(wins, games),
    )


def points_words(texts: Texts, points: int, games: int) -> str:
    """Return a player's points, in total and, after several games, per game."""
    if games == 1:
        return texts.n("{points} point", "{points} points", abs(points), points=signed(points))
    return texts.n(
        "{points} point ({average} per game)",
        "{points} points ({average} per game)",
        abs(points),
        points=signed(points),
        average=average_words(points, games),
    )


def streaks_words(texts: Texts, streak: int, best: int) -> str:
    """Return a player's current and longest streak; empty while both are shorter than two games."""
    if abs(streak) < _SHORTEST_STREAK and best < _SHORTEST_STREAK:
        return ""
    words = streak_words(texts, streak)
    if best in (0, streak):
        return words
    return texts.n("{streak}, best {n} win", "{streak}, best {n} wins", best, streak=words)


def counts_words(texts: Texts, counts: Counts) -> str:
    """Return a player's statistics, without those that are 0."""
    words = [
        texts.n("{won} of {n} deal won", "{won} of {n} deals won", counts.deals, won=counts.deals_won),
        texts.n("{n} gin", "{n} gins", counts.gins) if counts.gins else "",
        texts.n(
            "{n} knock with {average} deadwood on average",
            "{n} knocks with {average} deadwood on average",
            counts.knocks,
            average=average_words(counts.knock_deadwood, counts.knocks),
        )
        if counts.knocks
        else "",
        texts.n("{n} undercut", "{n} undercuts", counts.undercuts_given) if counts.undercuts_given else "",
        texts.n("undercut {n} time", "undercut {n} times", counts.undercuts_taken) if counts.undercuts_taken else "",
        texts.n("went rummy once", "went rummy {n} times", counts.rummies) if counts.rummies else "",
        texts.n("{n} stalemate", "{n} stalemates", counts.stalemates) if counts.stalemates else "",
    ]
    return " · ".join(word for word in words if word)
