"""The named properties that scenarios of games with melds on the table can check, and how to read them from a state."""

from collections.abc import Callable, Iterable
from typing import Any

from bot.rummy.cards import Card, code
from bot.rummy.melds.game import legal_moves, result_of
from bot.rummy.melds.state import MeldsState
from bot.rummy.melds.table_meld import value_of
from bot.rummy.melds.views import MeldsView, view_for
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase


def text(cards: Iterable[Card]) -> str:
    return " ".join(map(code, cards))


def mine(state: MeldsState) -> MeldsView:
    """Return the view of the player on turn."""
    return view_for(state, state.turn)


def others(state: MeldsState) -> MeldsView:
    """Return the public view."""
    return view_for(state, None)


def moves(state: MeldsState, *verbs: Verb) -> list[str]:
    """Return the listed moves of these kinds for the player on turn, without the seat."""
    return [str(move).partition(" ")[2] for move in mine(state).moves if move.verb in verbs]


def count(state: MeldsState) -> dict[str, Any]:
    counted = state.deals[-1].count
    assert counted is not None
    return {
        "hands": list(counted.hands),
        "laid": counted.laid,
        "shares": list(counted.shares),
        "factor": counted.factor,
        **({"table": list(counted.table)} if counted.table else {}),
    }


def stands_for(state: MeldsState) -> list[str]:
    """Return the possible cards of each joker on the table: ``6H``, ``7H 7D`` for one of two suits."""
    return [
        text(possible)
        for meld in state.melds
        for card, possible in zip(meld.cards, meld.stands_for(state.rules), strict=True)
        if code(card) == "XX"
    ]


def claimers(state: MeldsState) -> list[int]:
    return [seat for seat in range(state.seats) if Move(seat, Verb.CLAIM) in legal_moves(state, seat)]


LOOKS: dict[str, Callable[[MeldsState], object]] = {
    "outcome": lambda state: state.deals[-1].outcome.value,
    "ending": lambda state: str(state.deals[-1].ending),
    "winner": lambda state: "none" if state.deals[-1].winner is None else state.deals[-1].winner,
    "points": lambda state: list(state.deals[-1].points),
    "sum": lambda state: sum(state.deals[-1].points),
    "count": count,
    "totals": lambda state: [list(column.totals) for column in state.sheet],
    "over": lambda state: state.phase is Phase.OVER,
    "winners": lambda state: list(result.winners) if (result := result_of(state)) else [],
    "final": lambda state: [bonus.final for bonus in result.bonuses[0]] if (result := result_of(state)) else [],
    "phase": lambda state: state.phase.value,
    "turn": lambda state: "none" if state.turn is None else state.turn,
    "dealer": lambda state: state.dealer,
    "stock": lambda state: len(state.stock),
    "deal": lambda state: state.deal,
    "turns": lambda state: state.turns,
    "quiet": lambda state: others(state).quiet_turns,
    "discards": lambda state: text(state.discards),
    "hand": lambda state: text(mine(state).hand),
    "hands": lambda state: [text(hand) for hand in state.hands],
    "sizes": lambda state: [len(hand) for hand in state.hands],
    "melds": lambda state: [text(meld.cards) for meld in state.melds],
    "values": lambda state: [value_of(meld, state.rules) for meld in state.melds],
    "stands_for": stands_for,
    "opened": lambda state: list(state.opened),
    "needs": lambda state: mine(state).needs,
    "laid": lambda state: mine(state).laid,
    "owed": lambda state: mine(state).owed,
    "debt": lambda state: debt.rule if (debt := mine(state).debt) else "",
    "may_meld": lambda state: mine(state).may_meld,
    "may_lay": lambda state: mine(state).may_lay,
    "staged": lambda state: [
        text(meld.cards[place] for place in sorted(places))
        for meld, places in zip(state.melds, mine(state).staged, strict=True)
    ],
    "claimers": claimers,
    "claim": lambda state: code(card) if (card := others(state).claim) is not None else "",
    "takeback": lambda state: "none" if state.takeback is None else state.takeback,
    "reshuffled": lambda state: others(state).reshuffled,
    "verbs": lambda state: sorted({move.verb.value for move in mine(state).moves}),
    "lay_offs": lambda state: moves(state, Verb.LAYOFF),
    "swaps": lambda state: moves(state, Verb.SWAP),
    "discard": lambda state: text(move.named for move in mine(state).moves if move.verb is Verb.DISCARD),
    "seen_melds": lambda state: [text(meld.cards) for meld in others(state).melds],
    "seen_sizes": lambda state: list(others(state).counts),
    "seen": lambda state: [event.kind.value for event in others(state).recent],
    "seen_cards": lambda state: [
        text(event.cards) or ("" if event.card is None else code(event.card)) for event in others(state).recent
    ],
    "known": lambda state: [text(cards) for cards in others(state).known],
    "open_hands": lambda state: [text(hand) for hand in others(state).hands],
    "lifted": lambda state: text(others(state).lifted),
    "due": lambda state: "" if (due := mine(state).due) is None else code(due),
    "discarders": lambda state: ["none" if seat is None else seat for seat in others(state).discarders],
    "table_points": lambda state: list(others(state).table_points),
}
