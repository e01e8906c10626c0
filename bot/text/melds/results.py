"""The end of a deal with melds on the table in words: the points for going out, or why nobody went out.

The rules are B-8 to B-12 and D-12.
"""

from collections.abc import Sequence

from bot.rummy.melds.views import MeldsView
from bot.rummy.results import Count, DealResult, Ending, Outcome
from bot.text.catalogs import Texts
from bot.text.lists import gain, signed
from bot.text.scores import gains_words


def out_sum(texts: Texts, result: DealResult, names: Sequence[str]) -> str:
    """Return how the winner's points add up, ``Ola +47: Kuba 30 + Ewa 17``, or why nobody won."""
    count = result.count
    if result.winner is None or count is None:
        return _nobody_out(texts, result)
    name, won = names[result.winner], gain(result.points[result.winner])
    terms = [f"{names[seat]} {points}" for seat, points in enumerate(count.hands) if seat != result.winner]
    if count.laid:
        terms.append(texts.t("{points} laid", points=count.laid))
    points = _times(terms, count.factor)
    if result.outcome is Outcome.RUMMY:
        return texts.t("{name} {points}, going rummy: {sum}", name=name, points=won, sum=points)
    return texts.t("{name} {points}: {sum}", name=name, points=won, sum=points)


def loss_lines(texts: Texts, result: DealResult, names: Sequence[str]) -> tuple[str, ...]:
    """Return what the other players lose: one line if each loses the value of the hand, else one line each.

    Those lines contain the sum. Empty if nobody loses points.
    """
    count = result.count
    if count is None or min(result.points) >= 0:
        return ()
    losers = [seat for seat in range(len(names)) if seat != result.winner]
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
            cards=texts.cards(hand),
        )
        if hand
        else texts.t("{name}: no cards left", name=name)
        for name, hand, points in zip(names, view.hands, count.hands, strict=True)
    )


def _nobody_out(texts: Texts, result: DealResult) -> str:
    """Return why a deal ended although nobody went out (B-8, B-9, D-12, C-8)."""
    if result.outcome is Outcome.EXHAUSTED:
        if result.ending is Ending.QUIET:
            return texts.t(
                "20 turns without a draw from the stock or a meld. All players lose the points in their hands."
            )
        return texts.t("The stock ran out before anyone went out. All players lose the points in their hands.")
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
