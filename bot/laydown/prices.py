"""Fair prices for what is scarce, by the simplex method: at them all there is costs as little as it can."""

from collections.abc import Sequence
from typing import Final, NamedTuple


class Offer(NamedTuple):
    """What something gains, and what it takes: one each of some things, and of others several, or less than nothing."""

    gain: int
    takes: Sequence[int]
    amounts: Sequence[tuple[int, int]] = ()


class Market(NamedTuple):
    """Prices, and which offers are taken at them as far as parts of an offer can be taken too."""

    prices: list[float]
    taken: set[int]


_SMALL: Final = 1e-7
_ROUNDS: Final = 1000
_AT_ONCE: Final = 32
"""Offers that are tried, one after the other, before all of them are looked at again."""


def fair_prices(stock: Sequence[int], offers: Sequence[Offer]) -> Market:
    """Price things so that no offer gains more than it costs, but for rounding, and all of the stock costs the least.

    After very many rounds the prices are given as they are then, at which an offer may still gain.
    """
    simplex = _Simplex(stock)
    for _ in range(_ROUNDS):
        good = _good_offers(simplex.prices, offers)
        if not good:
            break
        for number in good:
            simplex.take(number, offers)
    taken = zip(simplex.taken, simplex.left, strict=True)
    return Market(simplex.prices, {number for number, share in taken if share > 0.01})


def _good_offers(prices: list[float], offers: Sequence[Offer]) -> list[int]:
    """Find what gains the most at these prices for each thing that it takes, the best first.

    These are the numbers of offers, or ``~thing`` for leaving some of a thing that costs less than nothing.
    """
    gains = [(gain_of(prices, offer) / len(offer.takes), number) for number, offer in enumerate(offers)]
    gains += [(-price, ~thing) for thing, price in enumerate(prices)]
    good = sorted([one for one in gains if one[0] > _SMALL], reverse=True)
    return [number for _, number in good[:_AT_ONCE]]


def gain_of(prices: Sequence[float], offer: Offer) -> float:
    """Say what an offer gains more than it costs."""
    gain, takes, amounts = offer
    cost = sum([prices[thing] for thing in takes])
    for thing, amount in amounts:
        cost += amount * prices[thing]
    return gain - cost


class _Simplex:
    """What is taken of a stock, and the prices that go with it."""

    def __init__(self, stock: Sequence[int]) -> None:
        size = len(stock)
        self.left = [count + (at * 37 % 101 + 1) * 1e-5 for at, count in enumerate(stock)]  # no two run out together
        self.taken = [-1] * size
        self.prices = [0.0] * size
        self.inverse = [[0.0] * at + [1.0] + [0.0] * (size - at - 1) for at in range(size)]

    def take(self, number: int, offers: Sequence[Offer]) -> None:
        """Take as much of an offer as there is, if it gains anything, in the place of what it leaves nothing for."""
        gain = -self.prices[~number] if number < 0 else gain_of(self.prices, offers[number])
        if gain <= _SMALL:
            return
        column = self.inverse[~number] if number < 0 else self._column(offers[number])
        row, least = -1, 0.0
        for at, share in enumerate(column):
            if share > _SMALL and (row < 0 or self.left[at] < least * share):
                row, least = at, self.left[at] / share
        if row < 0:
            return
        self.left = [value - least * share for value, share in zip(self.left, column, strict=True)]
        self.left[row], self.taken[row] = least, number
        for at, values in enumerate(self.inverse):
            if values[row]:
                factor = values[row] / column[row]
                changed = [value - factor * share for value, share in zip(values, column, strict=True)]
                changed[row] = factor
                self.inverse[at] = changed
                self.prices[at] += gain * factor

    def _column(self, offer: Offer) -> list[float]:
        """Say how an offer changes what is taken now."""
        columns = [self.inverse[thing] for thing in offer.takes]
        columns += [[amount * value for value in self.inverse[thing]] for thing, amount in offer.amounts]
        return list(map(sum, zip(*columns, strict=True)))
