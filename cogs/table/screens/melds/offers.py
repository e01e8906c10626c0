"""The moves that a panel offers: the bot's suggestions, moves with the picked cards, and discards."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from bot.laydown import Plan, Position, best_discards, best_plan, first_value, position_of
from bot.rummy.cards import Card
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.table_meld import TableMeld, read_meld, readings, value_of
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, RunEnd, Verb
from bot.rummy.refusals import Reason, Refusal, Topic
from bot.rummy.views import Phase
from bot.text.catalogs import Texts
from bot.text.deals import on_meld_words
from bot.text.lists import short_meld
from bot.text.melds.table import meld_names, meld_words
from cogs.edge.layout import LONGEST_LABEL
from cogs.table.screens.running import Judge
from cogs.table.screens.scene import Picks
from render.drawing.rows import in_order
from render.look import Sorting
from render.melds.reading import melds_rows

LAYING: Final = (Verb.MELD, Verb.LAYOFF, Verb.SWAP)
"""The moves that lay cards on the table."""
_SUGGESTED: Final = 5
_SHORTEST_MELD: Final = 3
_BUTTONS: Final = 3
FEW_CARDS: Final = 3
"""The most cards for which all discards have buttons."""
_NOTHING: Final = Plan((), 0, (), out=False)


@dataclass(frozen=True, slots=True)
class Offers:
    """The moves that the panel offers; out of turn there are none."""

    picks: tuple[Card, ...] = ()  # cards that the player has picked, sorted
    plan: Plan = _NOTHING  # the best lay-down of this turn
    steps: tuple[Move, ...] = ()  # steps of the plan that can be made separately right now
    lays: tuple[Move, ...] = ()  # moves with the picked cards
    why_not: Refusal | None = None  # why they can't be laid, if there's no move or their meld is refused
    discards: tuple[Card, ...] = ()  # one of each card that can be discarded, the best discard first
    kept: Refusal | None = None  # why the card just taken can't be discarded (B-5)
    value: int = 0  # of the plan: before the first meld only what counts for it (D-7), else everything
    ready: int = 0  # the value of the first melds (D-7)
    buttons: int = _BUTTONS  # how many of the discards have buttons
    additions: tuple[Move, ...] = ()  # with few cards, further lay-offs and swaps that are possible now
    advice: tuple[Move, ...] = ()  # an Expert's moves of this turn, from `bot.players.hints`

    @property
    def plays_all(self) -> bool:
        """Whether there is more than one step to lay."""
        return len(self.plan.steps) > 1

    @property
    def advises_laying(self) -> bool:
        """Whether the advice is to lay something in this turn."""
        return any(move.verb in LAYING for move in self.advice)

    @property
    def advises_undo(self) -> bool:
        """Whether the advice is to undo the lays of this turn."""
        return any(move.verb is Verb.UNDO for move in self.advice)

    @property
    def holds(self) -> bool:
        """Whether the advice is to discard although something could be laid."""
        discards = bool(self.advice) and self.advice[0].verb is Verb.DISCARD
        return discards and bool(self.plan.steps)

    @property
    def holds_melds(self) -> bool:
        """Whether the advice holds back a new meld, and not only cards that could be laid off."""
        return self.holds and any(step.verb is Verb.MELD for step in self.plan.steps)

    @property
    def best_discards(self) -> tuple[Card, ...]:
        """The discards with buttons: the only card picked, then the best ones."""
        picked = self.picks if len(self.picks) == 1 and self.picks[0] in self.discards else ()
        return tuple(dict.fromkeys((*picked, *self.discards[: self.buttons])))[:_BUTTONS]

    @property
    def goes_out(self) -> bool:
        """Whether a button wins the deal in this turn, as advised."""
        return bool(self.advice) and self.plan.out and not self.advises_undo

    @property
    def last_discard(self) -> Card | None:
        """The discard that ends the advised moves; None if they leave no card."""
        last = self.advice[-1] if self.advice else None
        return last.card if last is not None and last.verb is Verb.DISCARD else None

    @property
    def advised_discard(self) -> Card | None:
        """The discard to make now; None if the advice is to lay first or to hold."""
        first = self.advice[0] if self.advice else None
        return first.card if first is not None and first.verb is Verb.DISCARD and not self.holds else None

    def advised(self, moves: Sequence[Move]) -> "Offers":
        """Return the same offers with advice for this turn. The advised discard comes first."""
        first = [move.named for move in moves if move.verb is Verb.DISCARD and move.card in self.discards]
        discards = tuple(dict.fromkeys((*first, *self.discards)))
        return replace(self, advice=tuple(moves), discards=discards)


def in_order_of(view: MeldsView, sorting: Sorting) -> tuple[Card, ...]:
    """Return the cards of a hand in the given order."""
    return in_order(melds_rows(view, sorting))


def lays_now(view: MeldsView) -> bool:
    """Return whether it's the player's turn to lay and discard."""
    return view.turn is not None and view.turn == view.seat and view.phase is Phase.LAY


def offers_for(view: MeldsView, picked: Picks, judge: Judge, *, unassisted: bool = False) -> Offers:
    """Return the offers to the player of ``view``, ignoring picked cards that have left the hand.

    At an unassisted table nothing is suggested: only the card just drawn has a discard button, the others are in card
    order.
    """
    picks = tuple(sorted((Counter(view.hand) & Counter(picked.in_deal(view.deal))).elements()))
    if unassisted:
        return _plain(view, picks, judge)
    position = position_of(view)
    plan = best_plan(position)
    ready = first_value(position, plan) if view.needs and not position.opened else 0
    if not lays_now(view):
        return Offers(picks, ready=ready)
    # Two packs can hold the same meld twice: one button lays the first of them.
    alone = (step for step in dict.fromkeys(plan.steps) if _made_now(view, step) and judge(step) is None)
    steps = tuple(islice(alone, _SUGGESTED - (len(plan.steps) > 1)))
    lays = _lays(view, picks, judge)
    return Offers(
        picks,
        plan,
        steps,
        lays,
        _why_not(view, picks, lays, judge) if picks else None,
        _discards(view, position),
        _kept(view, judge),
        ready - view.laid if view.needs and not position.is_open else plan.value,
        ready,
        additions=_additions(view, plan),
    )


def _plain(view: MeldsView, picks: tuple[Card, ...], judge: Judge) -> Offers:
    if not lays_now(view):
        return Offers(picks)
    lays = _lays(view, picks, judge)
    why_not = _why_not(view, picks, lays, judge) if picks else None
    open_cards = {move.card for move in view.moves if move.verb is Verb.DISCARD}
    drawn = [view.drawn] if view.drawn in open_cards and view.drawn is not None else []
    discards = tuple(card for card in dict.fromkeys((*drawn, *sorted(view.hand))) if card in open_cards)
    return Offers(picks, lays=lays, why_not=why_not, discards=discards, kept=_kept(view, judge), buttons=len(drawn))


def _made_now(view: MeldsView, step: Move) -> bool:
    """Return whether a step of a plan is possible before the plan's other melds are laid."""
    return step.meld is None or step.meld < len(view.melds)


def _lays(view: MeldsView, picks: tuple[Card, ...], judge: Judge) -> tuple[Move, ...]:
    """Return the moves with picked cards: melds of all of them in each reading, lay-offs and swaps of single cards."""
    found = [
        move
        for meld in readings(picks, rules_for(view.options))
        if judge(move := Move(view.turn or 0, Verb.MELD, cards=meld.cards)) is None
    ]
    return (*found, *(move for move in view.moves if move.verb in LAYING and move.card in picks))


def _why_not(view: MeldsView, picks: tuple[Card, ...], lays: Sequence[Move], judge: Judge) -> Refusal | None:
    """Return why the picked cards can't be laid.

    None if they're too few for a meld and no other rule applies. If some of them can be laid off, only a refusal of the
    meld of all of them is returned (as with B-14).
    """
    seat, rules = view.turn or 0, rules_for(view.options)
    # A limit may refuse every reading. Its sentence is the reason then, so the cards are judged in a meld's order.
    read = readings(picks, rules) or readings(picks, replace(rules, limits=()))
    if lays:
        melds = [] if any(move.verb is Verb.MELD for move in lays) else read
        return judge(Move(seat, Verb.MELD, cards=melds[0].cards)) if melds else None
    if len(picks) < _SHORTEST_MELD:
        refusal = judge(Move(seat, Verb.LAYOFF, picks[0], meld=0)) if view.melds else None
        if refusal is None or (refusal.topic is not Topic.FIRST_MELD and refusal.reason is not Reason.LAY_LIMIT):
            return None  # it could be laid off later, or on another meld
        return refusal
    return judge(Move(seat, Verb.MELD, cards=read[0].cards if read else picks))


def _kept(view: MeldsView, judge: Judge) -> Refusal | None:
    """Return why the card just taken from the discard pile can't be discarded; None if it can (B-5)."""
    if view.taken is None or view.taken not in view.hand or view.turn is None:
        return None
    refusal = judge(Move(view.turn, Verb.DISCARD, view.taken))
    return refusal if refusal is not None and refusal.reason is Reason.JUST_TAKEN else None


def _discards(view: MeldsView, position: Position) -> tuple[Card, ...]:
    """Return the discards, best first; none while a debt forbids them all."""
    open_cards = {move.card for move in view.moves if move.verb is Verb.DISCARD}
    return tuple(card for card in best_discards(position) if card in open_cards)


def _additions(view: MeldsView, plan: Plan) -> tuple[Move, ...]:
    """Return the lay-offs and swaps that aren't in the plan, for a hand of a few cards."""
    if len(view.hand) > FEW_CARDS:
        return ()
    return tuple(move for move in view.moves if move.verb in LAYING and move not in plan.steps)


def move_label(texts: Texts, view: MeldsView, move: Move) -> str:
    """Return the label of a meld, lay-off or swap."""
    return (_spelled_label if texts.spells_cards else _short_label)(texts, view, move)


def _short_label(texts: Texts, view: MeldsView, move: Move) -> str:
    if move.verb is Verb.MELD:
        rules = rules_for(view.options)
        meld = read_meld(move.cards, rules)
        if not isinstance(meld, TableMeld):
            return texts.cards(move.cards)
        return texts.t("Lay {cards} · {value}", cards=meld_words(texts, meld, rules), value=value_of(meld, rules))
    card, number = texts.card(move.named), move.onto + 1
    if move.verb is Verb.SWAP:
        return texts.t("Swap {card} for joker (meld {n})", card=card, n=number)
    match move.end:
        case RunEnd.LOW:
            return texts.t("Lay off {card} (meld {n}, low end)", card=card, n=number)
        case RunEnd.HIGH:
            return texts.t("Lay off {card} (meld {n}, high end)", card=card, n=number)
        case None:
            return texts.t("Lay off {card} (meld {n})", card=card, n=number)


def _spelled_label(texts: Texts, view: MeldsView, move: Move) -> str:
    """Return the label for readers who listen: ``Lay 7 to 10 of spades, 34 points``."""
    if move.verb is Verb.MELD:
        rules = rules_for(view.options)
        meld = read_meld(move.cards, rules)
        if not isinstance(meld, TableMeld):
            return texts.cards(move.cards)
        value = value_of(meld, rules)
        ways = meld_words(texts, meld, rules), short_meld(texts, meld.cards, briefly=True)
        return _fitting_label(
            texts.n("Lay {cards}, {n} point", "Lay {cards}, {n} points", value, cards=words) for words in ways
        )
    card, number = texts.card(move.named), meld_names(texts, view)[move.onto]
    match move.verb, move.end:
        case Verb.SWAP, _:
            return texts.t("Swap {card} for the joker in meld {n}", card=card, n=number)
        case _, RunEnd.LOW:
            return texts.t("Lay off {card} on meld {n}, low end", card=card, n=number)
        case _, RunEnd.HIGH:
            return texts.t("Lay off {card} on meld {n}, high end", card=card, n=number)
        case _:
            return texts.t("Lay off {card} on meld {n}", card=card, n=number)


def plan_label(texts: Texts, view: MeldsView, offers: Offers) -> str:
    """Return the label for laying everything: ``Play all · 2 melds, 1 card · 58``."""
    if texts.spells_cards:
        return _fitting_label(
            texts.n("Play all: {what}, {n} point", "Play all: {what}, {n} points", offers.value, what=what)
            for what in _ways_to_tell(texts, view, offers.plan.steps)
        )
    return texts.t("Play all · {what} · {value}", what=_number_of(texts, offers.plan.steps), value=offers.value)


def _number_of(texts: Texts, steps: Sequence[Move]) -> str:
    """Return how many melds are laid and cards laid off, and in words how many jokers are swapped out.

    A swap takes no card from the hand, and the picture shows it, so a button only has it if there's nothing else.
    """
    melds, swaps = (sum(step.verb is verb for step in steps) for verb in (Verb.MELD, Verb.SWAP))
    cards = len(steps) - melds - swaps
    swaps = swaps if texts.spells_cards or not (melds or cards) else 0
    return ", ".join(
        (
            *([texts.n("{n} meld", "{n} melds", melds)] if melds else []),
            *([texts.n("{n} card", "{n} cards", cards)] if cards else []),
            *([texts.n("{n} swap", "{n} swaps", swaps)] if swaps else []),
        )
    )


def out_label(texts: Texts, view: MeldsView, offers: Offers) -> str:
    """Return the label for winning the deal at once: ``Go out: 9♣ to meld 6, discard 2♦``."""
    steps, last = offers.plan.steps, offers.last_discard
    if last is not None and not steps:
        return texts.t("Go out: discard {card}", card=texts.card(last))
    if texts.spells_cards:
        ways = _ways_to_tell(texts, view, steps)
    else:
        ways = [_one_lay(texts, view, steps[0]) if len(steps) == 1 else _number_of(texts, steps)]
    if last is None:
        return _fitting_label(texts.t("Go out: {lays}", lays=lays) for lays in ways)
    card = texts.card(last)
    if texts.spells_cards:
        labels = (texts.p("read aloud", "Go out: {lays}, discard {card}", lays=lays, card=card) for lays in ways)
    else:
        labels = (texts.t("Go out: {lays}, discard {card}", lays=lays, card=card) for lays in ways)
    return _fitting_label(labels)


def _fitting_label(labels: Iterable[str]) -> str:
    """Return the first label that isn't too long for a button, or the last one."""
    label = ""
    for label in labels:
        if len(label) <= LONGEST_LABEL:
            break
    return label


def _ways_to_tell(texts: Texts, view: MeldsView, steps: Sequence[Move]) -> list[str]:
    """Return what is laid, for readers who listen: by name, also the melds on the table, then only by number."""
    names = meld_names(texts, view)
    numbers = [str(number) for number in range(1, len(names) + 1)]
    return [
        *("; ".join(_spelled_lay(texts, view, step, melds) for step in steps) for melds in (names, numbers)),
        _number_of(texts, steps),
    ]


def _spelled_lay(texts: Texts, view: MeldsView, move: Move, melds: Sequence[str]) -> str:
    if move.verb is Verb.MELD:
        return _one_lay(texts, view, move)
    number = melds[move.onto] if move.onto < len(melds) else str(move.onto + 1)  # of a meld that is laid with it
    return on_meld_words(texts, texts.card(move.named), number, swapped=move.verb is Verb.SWAP)


def _one_lay(texts: Texts, view: MeldsView, move: Move) -> str:
    if move.verb is Verb.MELD:
        rules = rules_for(view.options)
        meld = read_meld(move.cards, rules)
        return meld_words(texts, meld, rules) if isinstance(meld, TableMeld) else texts.cards(move.cards)
    return texts.t("{card} to meld {n}", card=texts.card(move.named), n=move.onto + 1)
