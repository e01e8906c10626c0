"""Fair prices for what is scarce, by the simplex method: at them the sum of all there is promises as little as it can."""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

Offer: TypeAlias = tuple[int, Sequence[int], int]
"""What something gains, and what it takes: one of each of some things and a number of jokers, which are the last."""

_SMALL: Final = 1e-7
_ROUNDS: Final = 1000
_AT_ONCE: Final = 12
"""Offers that are looked at again before all of them are."""


class Market(NamedTuple):
    """Prices, and what is taken at them as far as parts of an offer can be taken too."""

    prices: list[float]
    taken: set[int]


def fair_prices(stock: Sequence[int], offers: Sequence[Offer]) -> Market:
    """Price things so that no offer gains more than it costs, but for rounding, and all of the stock costs the least.

    After very many rounds the prices are given as they are then, at which an offer may still gain.
    """
    size = len(stock)
    left = [count + (at * 37 % 101 + 1) * 1e-5 for at, count in enumerate(stock)]  # so that no two run out together
    inverse = [[0.0] * size for _ in stock]
    for at in range(size):
        inverse[at][at] = 1.0
    prices = [0.0] * size
    taken = [-1] * size
    good: list[int] = []
    for _ in range(_ROUNDS):
        gain, best = _best_offer(prices, [(at, offers[at]) for at in good])
        if gain <= _SMALL:
            good = _good_offers(prices, offers)
            gain, best = _best_offer(prices, [(at, offers[at]) for at in good])
            if gain <= _SMALL:
                break
        column = inverse[~best] if best < 0 else _column(inverse, offers[best])
        row, least = -1, 0.0
        for at, share in enumerate(column):
            if share > _SMALL and (row < 0 or left[at] < least * share):
                row, least = at, left[at] / share
        if row < 0:
            break
        left = [value - least * share for value, share in zip(left, column, strict=True)]
        left[row], taken[row] = least, best
        pivot = column[row]
        for at, values in enumerate(inverse):
            if values[row]:
                factor = values[row] / pivot
                inverse[at] = changed = [value - factor * share for value, share in zip(values, column, strict=True)]
                changed[row] = factor
                prices[at] += gain * factor
    return Market(prices, {offer for offer, share in zip(taken, left, strict=True) if share > 0.01})


def _best_offer(prices: list[float], good: list[tuple[int, Offer]]) -> tuple[float, int]:
    """Find what gains the most at these prices: the number of an offer, or ``~thing`` for leaving some of a thing."""
    cheapest = min(range(len(prices)), key=prices.__getitem__)
    most, best = -prices[cheapest], ~cheapest
    for at, (worth, takes, jokers) in good:
        gain = worth - jokers * prices[-1] - sum([prices[thing] for thing in takes])
        if gain > most:
            most, best = gain, at
    return most, best


def _column(inverse: list[list[float]], offer: Offer) -> list[float]:
    """Say how an offer changes what is taken now."""
    _, takes, jokers = offer
    columns = [inverse[thing] for thing in takes]
    if jokers:
        columns.append([jokers * value for value in inverse[-1]])
    return [sum(values) for values in zip(*columns, strict=True)]


def _good_offers(prices: list[float], offers: Sequence[Offer]) -> list[int]:
    """Find the offers that gain the most at these prices."""
    gains = []
    joker = prices[-1]
    for at, (worth, takes, jokers) in enumerate(offers):
        gain = worth - jokers * joker - sum([prices[thing] for thing in takes])
        if gain > _SMALL:
            gains.append((-gain, at))
    gains.sort()
    return [at for _, at in gains[:_AT_ONCE]]
