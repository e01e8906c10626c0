"""Words for a table with melds: its melds, while a deal runs, examples of melds, and the end of a deal.

The rules of a deal's end are B-8 to B-12 and D-12.
"""

from collections.abc import Sequence

from bot.rummy.cards import JOKER, Card, MeldKind, parse_card
from bot.rummy.melds.options import MeldsOptions
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.table_meld import MeldRules, TableMeld, pure_runs
from bot.rummy.melds.views import MeldsView
from bot.rummy.results import Count, DealResult, Ending, Outcome
from bot.rummy.views import QUIET_LIMIT, QUIET_WARNING, Phase
from bot.text.catalogs import Texts
from bot.text.lists import gain, held_cards, listed, points_words, short_meld, signed, spelled_meld
from bot.text.rule_words import CardExample
from bot.text.scores import ends_below_words, gains_words


def meld_words(texts: Texts, meld: TableMeld, rules: MeldRules) -> str:
    """Format a meld in short, each joker with what it replaces: ``7-🃏(8)-9♠``, ``Q♠ 🃏(Q♥) Q♦``.

    A joker in a set that could be one of several suits has only the rank: ``Q♠ Q♥ 🃏(Q)``. In words for text-only
    readers.
    """
    if texts.spells_cards:
        return meld_alt(texts, meld, rules)
    if meld.kind is MeldKind.RUN:
        return short_meld(texts, meld.cards)
    places = zip(meld.cards, meld.stands_for(rules), strict=True)
    return " ".join(_place(texts, card, possible) for card, possible in places)


def meld_alt(texts: Texts, meld: TableMeld, rules: MeldRules) -> str:
    """Describe a meld in words: ``7 to 9 of spades, joker as the 8``, ``queens of spades, hearts and clubs``."""
    places = zip(meld.cards, meld.stands_for(rules), strict=True)
    replaced = sorted({one for card, possible in places if card == JOKER for one in possible})
    return spelled_meld(texts, meld.cards, replaced)


def _place(texts: Texts, card: Card, possible: tuple[Card, ...]) -> str:
    """Format one card of a meld; ``possible`` are the cards that a joker may stand for."""
    if card != JOKER:
        return texts.card(card)
    replaced = texts.card(possible[0]) if len(possible) == 1 else texts.rank(possible[0])
    return texts.joker_as(replaced)


def hand_value(texts: Texts, view: MeldsView) -> str:
    """Return the points of the cards in the hand of the view's seat, in words."""
    value = sum(rules_for(view.options).hand_values[card] for card in view.hand)
    return texts.n("{n} point in hand", "{n} points in hand", value)


def meld_lines(texts: Texts, view: MeldsView) -> tuple[str, ...]:
    """Return a line per meld on the table, each with its number: ``Meld 1: 7-8-9♠``."""
    rules = rules_for(view.options)
    return tuple(
        texts.t("Meld {number}: {cards}", number=number, cards=meld_words(texts, meld, rules))
        for number, meld in enumerate(view.melds, 1)
    )


def meld_names(texts: Texts, view: MeldsView) -> list[str]:
    """Return the numbers of the melds on the table, for readers who listen each with what it is: ``4 (fives)``."""
    if not texts.spells_cards:
        return [str(number) for number, _ in enumerate(view.melds, 1)]
    return [_meld_name(texts, meld, number) for number, meld in enumerate(view.melds, 1)]


def _meld_name(texts: Texts, meld: TableMeld, number: int) -> str:
    known = next(card for card in meld.cards if card != JOKER)
    cards = texts.suit_word(known) if meld.kind is MeldKind.RUN else texts.ranks_word(known)
    # Translators: the number of a meld and what it is, its suit or its ranks, as in “meld 4 (fives)”
    return texts.p("number of a meld", "{number} ({cards})", number=number, cards=cards)


def owner_words(texts: Texts, view: MeldsView, number: int, names: Sequence[str]) -> str:
    """Return who laid the cards of a meld, counted from 0, where they count for that player (R-12).

    ``Ola``, or for several ``Ola 6♣ 6♥, Kuba 6♠``; empty in other games.
    """
    if not rules_for(view.options).laid_counts:
        return ""
    laid: dict[int, list[Card]] = {}
    for card, seat in zip(view.melds[number].cards, view.laid_by[number], strict=True):
        laid.setdefault(seat, []).append(card)
    if len(laid) == 1:
        return names[next(iter(laid))]
    parts = (texts.t("{name} {cards}", name=names[seat], cards=texts.cards(cards)) for seat, cards in laid.items())
    return listed(texts, parts)


def pile_words(texts: Texts, view: MeldsView) -> str:
    """Return the whole discard pile in order, in games in which it lies spread (R-1); empty in others."""
    if not rules_for(view.options).from_below or not view.discards:
        return ""
    return texts.t("Discard pile, bottom first: {cards}", cards=texts.cards(view.discards))


def laid_words(texts: Texts, view: MeldsView, seat: int) -> str:
    """Return the points that a player has laid in this deal, where they count (R-12); empty in other games."""
    if not rules_for(view.options).laid_counts:
        return ""
    return texts.n("{n} point laid", "{n} points laid", view.table_points[seat])


def seat_words(texts: Texts, view: MeldsView, seat: int, name: str) -> str:
    """Describe a seat: its cards, its score, the dealer (B-2), and whether it has laid its first meld (D-7)."""
    count = texts.n("{n} card", "{n} cards", view.counts[seat])
    if seat == view.dealer and view.options.has_dealer:
        held = texts.t("{name} (dealer): {cards}", name=name, cards=count)
    else:
        held = texts.t("{name}: {cards}", name=name, cards=count)
    total = view.columns[0].totals[seat]
    parts = [held, points_words(texts, total, penalties=view.options.penalties)]
    if view.needs is not None and view.opened[seat]:
        parts.append(texts.p("seat", "melded"))
    return " · ".join(filter(None, (*parts, laid_words(texts, view, seat))))


def begins_words(texts: Texts, view: MeldsView, names: Sequence[str]) -> str:
    """Return who deals, or who goes first in games in which nobody deals (B-2, D-5, H-17)."""
    if view.options.has_dealer:
        return texts.t("{name} deals.", name=names[view.dealer])
    name = names[(view.dealer + 1) % len(names)]
    if view.options.dealer_by_chance or view.deal == 1:
        return texts.t("{name} goes first (random).", name=name)
    return texts.t("{name} goes first.", name=name)


def opening_words(texts: Texts, view: MeldsView, ready: int | None) -> str:
    """Return the value of the first melds of the view's seat (D-7), ``first meld: 58 of 30 ✓``; empty after them.

    ``ready`` is the value of the suggested melds (`bot.laydown.first_value`); None if none are suggested.
    """
    if view.needs is None or view.seat is None or view.opened[view.seat]:
        return ""
    words = _value_of_first_melds(texts, view, ready)
    if not lacks_pure_run(view):
        return words
    needed = texts.t("a pure run is needed")
    return texts.t("{value}, {pure_run}", value=words, pure_run=needed) if words else needed


def lacks_pure_run(view: MeldsView) -> bool:
    """Return whether the first melds of the view's seat still need a run without jokers (H-13)."""
    rules = rules_for(view.options)
    return rules.pure_run and not any(pure_runs(meld, rules) for meld in view.first)


def _value_of_first_melds(texts: Texts, view: MeldsView, ready: int | None) -> str:
    if view.needs == 0:
        return "" if view.laid else texts.t("first meld: any value")
    if not view.laid and ready is None:
        return texts.t("first meld: {needs} or more", needs=view.needs)
    value, needs = view.laid or ready or 0, view.needs or 0
    if value >= needs and (view.is_open or not (view.laid or lacks_pure_run(view))):
        return texts.t("first meld: {value} of {needs} ✓", value=value, needs=needs)
    if view.laid:
        return texts.t("first meld: {value} of {needs} laid", value=value, needs=needs)
    return texts.t("first meld: {value} of {needs}", value=value, needs=needs)


def opening_sentences(texts: Texts, view: MeldsView, ready: int | None) -> str:
    """Return the same as `opening_words` in whole sentences, for readers who listen."""
    if view.needs is None or view.seat is None or view.opened[view.seat]:
        return ""
    value = _opening_sentence(texts, view, ready) if view.needs else ""
    return " ".join(filter(None, (value, _pure_run_sentence(texts) if lacks_pure_run(view) else "")))


def missing_words(texts: Texts, view: MeldsView, ready: int | None, *, lays: bool) -> str:
    """Return what first melds lack, for readers who listen; empty if a button ``lays`` them: its label says what."""
    words = opening_sentences(texts, view, ready)
    if not words or (view.laid or ready or 0) < (view.needs or 0):
        return words
    return _pure_run_sentence(texts) if lacks_pure_run(view) and (view.laid or not lays) else ""


def _pure_run_sentence(texts: Texts) -> str:
    return texts.t("A pure run is needed.")


def taking_words(texts: Texts, view: MeldsView) -> str:
    """Return what readers who listen can do where the discard may only be taken to lay it (H-18); else empty."""
    if view.opened[view.seat or 0] or not rules_for(view.options).use_taken:
        return ""
    return texts.t("Your turn: draw, or take it to lay it")


def _opening_sentence(texts: Texts, view: MeldsView, ready: int | None) -> str:
    if view.laid:
        return texts.t("First meld: {value} laid, {needs} needed.", value=view.laid, needs=view.needs)
    if ready is None:
        return texts.t("First meld: {needs} or more.", needs=view.needs)
    if not ready:
        return texts.t("First meld: {needs} needed.", needs=view.needs)
    return texts.t("First meld: {value}, {needs} needed.", value=ready, needs=view.needs)


def aim_words(texts: Texts, options: MeldsOptions, seats: int) -> str:
    """Return what players aim for: the value of first melds (D-7, H-1 to H-3), or else the total that ends the game.

    That's a target (B-13), or a number of penalty points (B-18).
    """
    initial, below = rules_for(options).initial, options.ends_below(seats)
    if initial is None and below is not None:
        return ends_below_words(texts, below, penalties=options.penalties)
    if initial is None:
        return texts.n("First to {n} point", "First to {n} points", options.target_for(seats) or 0)
    if initial:
        words = texts.n("First meld: {n} point or more", "First meld: {n} points or more", initial)
    else:
        words = texts.t("First meld: any value")
    return texts.t("{value}, with a pure run", value=words) if rules_for(options).pure_run else words


def casino_words(texts: Texts, view: MeldsView, names: Sequence[str]) -> str:
    """Return the points of the cards that each player has laid in this round (H-10); empty without that rule."""
    if not rules_for(view.options).casino:
        return ""
    laid = " · ".join(f"{name} {points}" for name, points in zip(names, view.table_points, strict=True))
    return texts.t("Points laid: {points}", points=laid)


def last_turn_words(texts: Texts, view: MeldsView) -> str:
    """Warn that the current turn is the last one because the stock is empty (B-8, D-12); empty before that."""
    if view.stock or view.phase is not Phase.LAY:
        return ""
    if rules_for(view.options).stalemate:
        return texts.t("⚠️ The stock is empty: unless this player goes out now, the deal is a stalemate.")
    if rules_for(view.options).laid_counts:
        return texts.t("⚠️ The stock is empty: the deal ends with this turn.")
    return texts.t(
        "⚠️ The stock is empty: unless this player goes out now, the round ends and everyone's hand counts against them."
    )


def quiet_words(texts: Texts, view: MeldsView) -> str:
    """Warn in the five turns before a deal ends because nobody draws or lays (C-8); empty before that."""
    if view.quiet_turns < QUIET_WARNING or view.turn is None:
        return ""
    left = QUIET_LIMIT - view.quiet_turns
    if rules_for(view.options).laid_counts:
        return texts.n(
            "⚠️ Draw from the stock or lay something: after {n} more turn without either, the deal ends.",
            "⚠️ Draw from the stock or lay something: after {n} more turns without either, the deal ends.",
            left,
        )
    if rules_for(view.options).stalemate:
        return texts.n(
            "⚠️ Draw from the stock or lay something: after {n} more turn without either, the deal is a stalemate.",
            "⚠️ Draw from the stock or lay something: after {n} more turns without either, the deal is a stalemate.",
            left,
        )
    return texts.n(
        "⚠️ Draw from the stock or lay something: after {n} more turn without either, the round ends and everyone's "
        "hand counts against them.",
        "⚠️ Draw from the stock or lay something: after {n} more turns without either, the round ends and everyone's "
        "hand counts against them.",
        left,
    )


def turn_steps(texts: Texts) -> tuple[str, ...]:
    """Return how a turn is played, step by step, in the words of the buttons."""
    return (
        texts.t(
            "Press *{button Draw}* for a card from the stock, or *{take}* for the top discard. Your hand opens, and "
            "only you can see it.",
            take=texts.p("button", "Take"),
        ),
        texts.t(
            "Lay what you like: press *{button Play all}* if it's there, or pick cards from the list. "
            "*{button Take back}* returns everything you laid in this turn."
        ),
        texts.t(
            "Discard a card with its button or from the list. That ends your turn, and the others see what you laid."
        ),
    )


def set_and_run(texts: Texts) -> tuple[CardExample, ...]:
    """Return a set and a run, which are melds in every game."""
    return (
        CardExample(texts.p("cards", "Set"), example_cards("7C", "7S", "7H")),
        CardExample(texts.p("cards", "Run"), example_cards("4H", "5H", "6H", "7H")),
    )


def example_cards(*codes: str) -> tuple[Card, ...]:
    """Return the cards with these codes."""
    return tuple(map(parse_card, codes))


def out_sum(texts: Texts, result: DealResult, names: Sequence[str]) -> str:
    """Return how the winner's points add up, ``Ola +47: Kuba 30 + Ewa 17``, or why nobody won.

    If the losers pay, what each of them takes (B-15, B-16).
    """
    count = result.count
    if count is not None and count.table:
        return _first_kept(texts, result, names)
    if result.winner is None or count is None:
        return _nobody_out(texts, result)
    if result.penalties:
        taken = (taken_words(texts, result, seat, name) for seat, name in enumerate(names) if seat != result.winner)
        return " · ".join(taken)
    name, won = names[result.winner], gain(result.points[result.winner])
    terms = [f"{names[seat]} {points}" for seat, points in enumerate(count.hands) if seat != result.winner]
    if count.laid:
        terms.append(texts.t("{points} laid", points=count.laid))
    points = _times(terms, count.factor)
    if result.outcome is Outcome.RUMMY:
        return texts.t("{name} {points}, going rummy: {sum}", name=name, points=won, sum=points)
    return texts.t("{name} {points}: {sum}", name=name, points=won, sum=points)


def taken_words(texts: Texts, result: DealResult, seat: int, name: str) -> str:
    """Return how many penalty points a player takes, ``Kuba takes 26 penalty points: 13 × 2`` (B-15, B-16)."""
    taken = -result.points[seat]
    words = texts.n("{name} takes {n} penalty point", "{name} takes {n} penalty points", taken, name=name)
    if result.count is None or result.count.factor == 1:
        return words
    return texts.t("{points}: {sum}", points=words, sum=f"{result.count.hands[seat]} × {result.count.factor}")


def _first_kept(texts: Texts, result: DealResult, names: Sequence[str]) -> str:
    """Return what the player who went out gets, or why nobody did, where all score what they laid (R-11, R-12)."""
    if result.winner is not None:
        return kept_words(texts, result, result.winner, names[result.winner])
    if result.ending is Ending.QUIET:
        return texts.t("20 turns without a draw from the stock or a meld. Everyone scores as usual.")
    return texts.t("The stock ran out before anyone went out. Everyone scores as usual.")


def kept_words(texts: Texts, result: DealResult, seat: int, name: str) -> str:
    """Return what a player gets where all score what they laid, ``Kuba −13: 16 laid − 29 in hand`` (R-12)."""
    points = gain(result.points[seat])
    return texts.t("{name} {points}: {sum}", name=name, points=points, sum=kept_sum(texts, result, seat))


def kept_sum(texts: Texts, result: DealResult, seat: int) -> str:
    """Return what a player laid in a deal, less what is left in the hand (R-12); ValueError in other games."""
    if result.count is None or not result.count.table:
        raise ValueError("in this game only one player's cards count")
    laid, left = result.count.table[seat], result.count.hands[seat]
    if not left:
        return texts.t("{laid} laid", laid=laid)
    return texts.t("{laid} laid − {left} in hand", laid=laid, left=left)


def loss_lines(texts: Texts, result: DealResult, names: Sequence[str]) -> tuple[str, ...]:
    """Return what the other players lose: one line if each loses the value of the hand, else one line each.

    Those lines contain the sum. Empty if nobody loses points, or `out_sum` says who takes how many.
    """
    count = result.count
    losers = [seat for seat in range(len(names)) if seat != result.winner]
    if count is not None and count.table:
        return tuple(kept_words(texts, result, seat, names[seat]) for seat in losers)
    if count is None or min(result.points) >= 0 or result.penalties:
        return ()
    if count.factor == 1 and not count.laid:
        return (gains_words([result.points[seat] for seat in losers], [names[seat] for seat in losers]),)
    return tuple(
        texts.t(
            "{name} {points}: {sum}",
            name=names[seat],
            points=signed(result.points[seat]),
            sum=_times(_losses(texts, count, seat), count.factor),
        )
        for seat in losers
    )


def hand_lines(texts: Texts, view: MeldsView, names: Sequence[str]) -> tuple[str, ...]:
    """Return the cards left in each hand when the last deal ended, one line per seat; empty during a deal."""
    count = view.deals[-1].count if view.deals and view.hands else None
    if count is None:
        return ()
    return tuple(
        texts.n(
            "{name}: {cards} · {n} point",
            "{name}: {cards} · {n} points",
            points,
            name=name,
            cards=held_cards(texts, hand),
        )
        if hand
        else texts.t("{name}: no cards left", name=name)
        for name, hand, points in zip(names, view.hands, count.hands, strict=True)
    )


def _nobody_out(texts: Texts, result: DealResult) -> str:
    """Return why a deal ended although nobody went out (B-8, B-9, D-12, C-8)."""
    if result.outcome is Outcome.EXHAUSTED:
        if result.ending is Ending.QUIET:
            return texts.t("20 turns without a draw from the stock or a meld. Everyone's hand counts against them.")
        return texts.t("The stock ran out before anyone went out. Everyone's hand counts against them.")
    match result.ending:
        case Ending.QUIET:
            return texts.t("20 turns without a draw from the stock or a meld: a stalemate, no points.")
        case Ending.STUCK:
            return texts.t(
                "Everyone holds one card, and nothing left fits a meld on the table: a stalemate, no points."
            )
        case _:
            return texts.t("The stock ran out a second time before anyone went out: a stalemate, no points.")


def _losses(texts: Texts, count: Count, seat: int) -> list[str]:
    """Return the terms of one player's loss: the hand, and a share of the cards that the winner laid (H-10)."""
    hand = str(count.hands[seat])
    return [hand, texts.t("{points} of the cards laid", points=count.shares[seat])] if count.laid else [hand]


def _times(terms: Sequence[str], factor: int) -> str:
    """Format a sum with its factor, if it isn't 1: ``(Kuba 30 + Ewa 17) × 2``."""
    line = " + ".join(terms)
    if factor == 1:
        return line
    return f"({line}) × {factor}" if len(terms) > 1 else f"{line} × {factor}"
