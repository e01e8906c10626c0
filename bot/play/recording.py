"""A table's record, and the links of its shuffle chain that may be shown: never those of a deal that still runs."""

from bot.play.game import NEXT, WORDS, Game, cuts_of, moves_of
from bot.play.names import recorded_name
from bot.play.ports import TableRow
from bot.rummy import record
from bot.rummy.shuffle import chain_links, deck_for


def revealed_in(row: TableRow, game: Game) -> tuple[str, ...]:
    """List ``s[1]``, ``s[2]`` ... in hex, one for each deal that may be shown."""
    return tuple(link.hex() for link in chain_links(row.secret, _shown(game)))


def record_of(row: TableRow, game: Game, commitment: str) -> dict[str, object]:
    """Write the game down: the deals that have ended, and once the game is over also one that was broken off."""
    links = chain_links(row.secret, _shown(game))
    cuts = cuts_of(row)
    return record.write(
        options=row.options,
        seats=tuple(map(recorded_name, row.seats)),
        fairness=record.Fairness(commitment, cuts, tuple(link.hex() for link in links)),
        deals=[
            record.PlayedDeal(deck_for(link, cuts, k, row.options), moves)
            for k, (link, moves) in enumerate(zip(links, _moves(game), strict=False), start=1)
        ],
    )


def _shown(game: Game) -> int:
    """Count the deals that may be shown: those that have ended, all of them when the game is over."""
    return game.state.deal if game.over else len(game.state.deals)


def _moves(game: Game) -> list[list[str]]:
    """Split the log in deals, and its lines in moves."""
    deals: list[list[str]] = [[]]
    for line in game.lines:
        seat, text = line.split(" ", 1)
        if text == NEXT:
            deals.append([])
        elif text not in WORDS:
            deals[-1] += map(str, moves_of(int(seat), text))
    return deals
