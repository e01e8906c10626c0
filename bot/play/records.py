"""A table's record, and the revealed links of its shuffle chain: never that of a deal that is still running."""

from collections.abc import Sequence

from bot.play.game import Game, cuts_of, replay
from bot.play.log import LogWord, moves_of, split_line, word_of
from bot.play.names import recorded_name
from bot.play.values import LogLine, Player, TableRow
from bot.ratings.values import Finished, GameEnding, Participant
from bot.rummy.records import checking as record
from bot.rummy.shuffle import chain_links, commitment, deck_for


def revealed_in(row: TableRow, game: Game) -> tuple[str, ...]:
    """Return ``s[1]``, ``s[2]`` ... in hex, one for each deal that can be revealed."""
    return tuple(link.hex() for link in chain_links(row.secret, _shown(game)))


def finished_of(row: TableRow, entries: Sequence[LogLine]) -> Finished:
    """Return a finished game for ratings, from its stored table and log. BrokenLog."""
    return finished(row, replay(row, entries), commitment(row.secret))


def finished(row: TableRow, game: Game, promised: str) -> Finished:
    """Return a finished game for ratings; ``promised`` is the table's commitment."""
    ending = GameEnding.CLOSED if game.closed else GameEnding.PLAYED if game.resigned is None else GameEnding.RESIGNED
    return Finished(
        table=row.id,
        guild=row.home.guild,
        channel=row.home.channel,
        message=row.message,
        options=row.options,
        seats=tuple(_participant(player) for player in row.seats),
        record=record_of(row, game, promised),
        ending=ending,
        winners=game.winners,
        forfeits=game.forfeits,
        friendly=row.settings.friendly,
        fixture=row.fixture,
        started_at=row.created_at if game.first_at is None else game.first_at,
        ended_at=row.created_at if game.last_at is None else game.last_at,
    )


def _participant(player: Player) -> Participant:
    return Participant(None, player.name) if player.is_computer else Participant(player.user)


def record_of(row: TableRow, game: Game, promised: str) -> dict[str, object]:
    """Return the record of a game: the deals that have ended, and after the game also one that was broken off."""
    links = chain_links(row.secret, _shown(game))
    cuts = cuts_of(row)
    return record.write(
        options=row.options,
        seats=tuple(map(recorded_name, row.seats)),
        fairness=record.Fairness(promised, cuts, tuple(link.hex() for link in links)),
        deals=[
            record.PlayedDeal(deck_for(link, cuts, k, row.options), moves)
            for k, (link, moves) in enumerate(zip(links, _moves(game), strict=False), start=1)
        ],
    )


def _shown(game: Game) -> int:
    """Return how many deals' secrets can be revealed: those of ended deals, or of all deals after the game."""
    return game.state.deal if game.over else len(game.state.deals)


def _moves(game: Game) -> list[list[str]]:
    """Return the moves of each deal, in their text form."""
    deals: list[list[str]] = [[]]
    for line in game.lines:
        seat, text = split_line(line)
        word = word_of(text)
        if word is None:
            deals[-1] += map(str, moves_of(seat, text))
        elif word is LogWord.NEXT:
            deals.append([])
    return deals
