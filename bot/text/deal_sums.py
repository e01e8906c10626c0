"""How the points of a deal add up, in one short sum for a row of a score sheet: ``25 + 23``, ``13 − 2``, ``30 × 2``."""

from bot.rummy.results import Count, DealResult, KnockCount


def deal_sum(result: DealResult) -> str:
    """Return the sum of the winner's points without its total; empty if nobody won or it's a single number."""
    if result.winner is None:
        return ""
    if result.knock is not None:
        return _knock(result.knock)
    return "" if result.count is None else _hands(result.count, result.winner)


def _knock(count: KnockCount) -> str:
    """Return the sum after a knock or gin (G-18 to G-20): with a bonus, the difference of the two hands is one term."""
    if count.bonus:
        return _times([str(count.bonus), str(count.higher - count.lower)], " + ", count.factor)
    return _times([str(count.higher), str(count.lower)], " − ", count.factor)


def _hands(count: Count, winner: int) -> str:
    """Return the sum after going out: the other hands, and the cards laid on the table (B-11, B-12, D-12, H-10)."""
    terms = [str(points) for seat, points in enumerate(count.hands) if seat != winner]
    if count.laid:
        terms.append(str(count.laid))
    return "" if len(terms) == 1 and count.factor == 1 else _times(terms, " + ", count.factor)


def _times(terms: list[str], sign: str, factor: int) -> str:
    """Return a sum of terms, multiplied by a factor unless it's 1."""
    line = sign.join(terms)
    if factor == 1:
        return line
    return f"({line}) × {factor}" if len(terms) > 1 else f"{line} × {factor}"
