"""A table with melds in words: its melds by number, each seat, what first melds take, when a deal is near its end."""

from collections.abc import Sequence

from bot.rummy.melds.rules import rules_for, target_for
from bot.rummy.options import BasicOptions, MeldsOptions
from bot.rummy.views import QUIET_LIMIT, QUIET_WARNING, MeldsView, Phase
from bot.text.catalogs import Texts
from bot.text.lists import signed
from bot.text.melds import meld_words


def meld_lines(texts: Texts, view: MeldsView) -> tuple[str, ...]:
    """Write the melds on the table, each behind the number by which people call it: ``1: 7♠ 8♠ 9♠``."""
    rules = rules_for(view.options)
    return tuple(f"{number}: {meld_words(texts, meld, rules)}" for number, meld in enumerate(view.melds, 1))


def seat_words(texts: Texts, view: MeldsView, seat: int, name: str) -> str:
    """Tell a seat: its cards, its score, who deals (B-2), whether it has laid its first melds where that matters."""
    count = texts.n("{n} card", "{n} cards", view.counts[seat])
    if seat == view.dealer and isinstance(view.options, BasicOptions):
        held = texts.t("{name} (dealer): {cards}", name=name, cards=count)
    else:
        held = texts.t("{name}: {cards}", name=name, cards=count)
    total = view.columns[0].totals[seat]
    parts = [held, texts.n("{points} point", "{points} points", abs(total), points=signed(total))]
    if view.needs is not None and view.opened[seat]:
        parts.append(texts.p("seat", "opened"))
    return " · ".join(parts)


def begins_words(texts: Texts, view: MeldsView, names: Sequence[str]) -> str:
    """Say who deals, and in German Rummy, where nobody does, who began (B-2, D-5)."""
    if isinstance(view.options, BasicOptions):
        return texts.t("{name} deals.", name=names[view.dealer])
    return texts.t("Chance had {name} begin.", name=names[(view.dealer + 1) % len(names)])


def opening_words(texts: Texts, view: MeldsView, ready: int | None) -> str:
    """Say what the first melds of this seat come to (D-7): ``first meld: 58 of 30 ✓``; empty once it has melded.

    ``ready`` is what the suggested melds come to (`bot.laydown.best.first_value`); None says nothing of it.
    """
    if view.needs is None or view.seat is None or view.opened[view.seat]:
        return ""
    if view.needs == 0:
        return "" if view.laid else texts.t("first meld: any")
    if not view.laid and ready is None:
        return texts.t("first meld: {needs} or more", needs=view.needs)
    value = view.laid or ready or 0
    if value >= view.needs:
        return texts.t("first meld: {value} of {needs} ✓", value=value, needs=view.needs)
    if view.laid:
        return texts.t("first meld: {value} of {needs} laid", value=value, needs=view.needs)
    return texts.t("first meld: {value} of {needs}", value=value, needs=view.needs)


def aim_words(texts: Texts, options: MeldsOptions, seats: int) -> str:
    """Say what has to be reached: with the first melds of a round (D-7, H-1 to H-3), or with the total (B-13)."""
    if isinstance(options, BasicOptions):
        return texts.t("The game ends at {target} points", target=target_for(options, seats))
    initial = rules_for(options).initial
    if initial:
        return texts.t("First melds: {needs} or more together", needs=initial)
    return texts.t("First melds: of any value")


def casino_words(texts: Texts, view: MeldsView, names: Sequence[str]) -> str:
    """Say what the cards that each player laid in this round count so far (H-10); empty without that rule."""
    if not rules_for(view.options).casino:
        return ""
    laid = " · ".join(f"{name} {points}" for name, points in zip(names, view.table_points, strict=True))
    return texts.t("Cards laid count: {points}", points=laid)


def last_turn_words(texts: Texts, view: MeldsView) -> str:
    """Warn that the turn that runs is the last one, as the stock has run out (B-8, D-12); empty before that."""
    if view.stock or view.phase is not Phase.LAY:
        return ""
    if isinstance(view.options, BasicOptions):
        return texts.t("⚠️ The stock has run out: if nobody is out after this turn, the deal is a stalemate.")
    return texts.t(
        "⚠️ The stock has run out: if nobody is out after this turn, the round ends, and everybody loses the cards in "
        "hand."
    )


def quiet_words(texts: Texts, view: MeldsView) -> str:
    """Warn five turns before a deal ends because nobody draws or lays (C-8); empty before that."""
    if view.quiet_turns < QUIET_WARNING or view.turn is None:
        return ""
    left = QUIET_LIMIT - view.quiet_turns
    if isinstance(view.options, BasicOptions):
        return texts.n(
            "⚠️ Nobody draws from the stock or lays anything: after {n} more turn like that the deal is a stalemate.",
            "⚠️ Nobody draws from the stock or lays anything: after {n} more turns like that the deal is a stalemate.",
            left,
        )
    return texts.n(
        "⚠️ Nobody draws from the stock or lays anything: after {n} more turn like that the round ends, and everybody "
        "loses the cards in hand.",
        "⚠️ Nobody draws from the stock or lays anything: after {n} more turns like that the round ends, and everybody "
        "loses the cards in hand.",
        left,
    )
