"""The view of a game with melds on the table: everything that a seat may see (C-4)."""

from dataclasses import dataclass, replace
from typing import ClassVar

from bot.rummy.cards import Card
from bot.rummy.families import Family
from bot.rummy.melds.game import legal_moves
from bot.rummy.melds.lays import debt, may_meld
from bot.rummy.melds.options import MeldsOptions
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.scoring import game_result
from bot.rummy.melds.state import MeldsState, after_draw, begun
from bot.rummy.melds.table_meld import TableMeld
from bot.rummy.refusals import Reason, Refusal
from bot.rummy.results import Totals
from bot.rummy.views import View, discarders_of


@dataclass(frozen=True, slots=True)
class MeldsView(View):
    """A game with melds on the table.

    Until a turn ends, only the player on turn sees its lays (D-10): for the others everything, counts and events
    included, is as it was after the draw. ``moves`` lists everything but melds to lay, which `bot.laydown` finds; a
    claim out of turn is included (H-8).
    """

    family: ClassVar[Family] = Family.MELDS

    options: MeldsOptions
    melds: tuple[TableMeld, ...]  # on the table, in the order in which they were laid; their numbers count from 0
    staged: tuple[frozenset[int], ...]  # for each meld the places of cards that this seat laid in the current turn
    opened: tuple[bool, ...]  # whether each seat has laid or laid off anything in a finished turn of this deal
    needs: int | None  # the value that first melds need (D-7); 0: any first meld (H-3); None: no first meld is needed
    may_meld: bool  # whether this seat may lay another meld in this turn (B-14)
    reshuffled: bool  # whether the discard pile has become the stock in this deal (B-7)
    hands: tuple[tuple[Card, ...], ...]  # the cards left in each hand once a deal has ended; () before
    table_points: Totals  # the value of the cards that each seat laid in this deal, where it counts (H-10, R-12)
    laid: int = 0  # the value of this seat's first melds, if laid in the current turn
    owed: int = 0  # jokers swapped in this turn that still have to be laid in it (H-6)
    debt: Refusal | None = None  # what keeps this seat from ending its turn with any discard (D-10)
    may_lay: bool = True  # whether this seat may lay anything else in this turn (C-10)
    due: Card | None = None  # the card it took in this turn, as long as it has to lay it or give it back (H-18, R-6)
    first: tuple[TableMeld, ...] = ()  # this seat's first melds, if laid in the current turn, as they were laid
    laid_by: tuple[tuple[int, ...], ...] = ()  # for each meld the seats that laid its cards, where that counts
    lifted: tuple[Card, ...] = ()  # taken from below in the current turn, by any seat, the one named first

    @property
    def kept(self) -> Card | None:
        """The card that the seat on turn took in this turn and can't discard in it (B-5, R-8)."""
        return self.taken if rules_for(self.options).keep_taken and not self.lifted else None

    @property
    def gives_back(self) -> Card | None:
        """The card that goes back to the discard pile if this seat undoes now, with all of ``lifted`` (H-18, R-7)."""
        return None if any(self.staged) else self.due

    @property
    def is_open(self) -> bool:
        """Whether this seat may lay off and swap, now or in its next turn without laying a meld (B-4, D-7)."""
        if self.seat is None:
            return False
        if self.needs is None or self.opened[self.seat]:
            return True
        other_debt = self.owed > 0 or (self.debt is not None and self.debt.reason is Reason.TAKEN_DUE)
        return 0 < self.laid >= self.needs and (self.debt is None or other_debt)


def view_for(state: MeldsState, seat: int | None) -> MeldsView:
    """Return what a seat may see of a game; ``seat`` None is everyone who isn't playing (C-4).

    Lays of the current turn are visible to the player who makes them, and to the others when the turn ends (D-10).
    """
    if seat is None or seat != state.turn:
        return _seen(after_draw(state), seat)
    lays = begun(state)
    first = state.rules.initial is not None and not state.opened[seat]
    return replace(
        _seen(state, seat),
        drawn=state.drawn,
        laid=lays.value if first else 0,
        owed=lays.owed,
        debt=debt(state, seat),
        may_lay=not state.take_backs_spent,
        due=state.due,
        first=lays.new if first else (),
    )


def _seen(seen: MeldsState, seat: int | None) -> MeldsView:
    """Return the view of a seat, without what only the player on turn sees of this turn."""
    return MeldsView(
        seat=seat,
        options=seen.options,
        phase=seen.phase,
        deal=seen.deal,
        dealer=seen.dealer,
        waits=None,
        turn=seen.turn,
        turns=seen.turns,
        hand=tuple(seen.hands[seat]) if seat is not None and seen.hands else (),
        drawn=None,
        taken=seen.taken,
        discards=tuple(seen.discards),
        discarders=discarders_of(seen.discards, seen.discarders),
        stock=len(seen.deck) - seen.gone,
        counts=tuple(map(len, seen.hands)) or (0,) * seen.seats,
        quiet_turns=seen.quiet,
        known=tuple(map(tuple, after_draw(seen).known)) or ((),) * seen.seats,
        recent=tuple(event.seen_by(seat) for event in seen.recent),
        moves=() if seat is None else legal_moves(seen, seat),
        deals=seen.deals,
        columns=seen.sheet,
        result=game_result(seen.sheet, seen.deals),
        melds=seen.melds,
        staged=begun(seen).staged,
        opened=seen.opened or (False,) * seen.seats,
        needs=seen.rules.initial,
        may_meld=may_meld(seen),
        claim=seen.claim,
        takeback=seen.discards[-1] if seat is not None and seat == seen.takeback else None,
        reshuffled=seen.reshuffles > 0,
        hands=tuple(map(tuple, seen.hands)) if seen.turn is None else (),
        table_points=seen.table_points or (0,) * seen.seats,
        laid_by=tuple(map(tuple, seen.laid_by)),
        lifted=tuple(seen.lifted),
    )
