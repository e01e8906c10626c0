"""What Expert expects of a deal that the other player has opened; written by `remik bench train`.

By game, then by whether the seat lays. `bot.players.melds.estimates` lists what each number is a weight of.
"""

from collections.abc import Mapping
from typing import Final

from bot.players.melds.estimates import Estimate
from bot.rummy.families import Variant

ESTIMATES: Final[Mapping[Variant, Mapping[bool, Estimate]]] = {
    Variant.BASIC: {
        False: Estimate(
            odds=(0.023, -0.321, 0.346, 5.422, -0.376, 0.211, -0.303, -1.221, 0.551, 0.020, -0.159, 0.117),
            won=(0.598, -0.221, 0.100, -0.015, 0.048, -0.076),
            lost=(0.311, 0.350, 0.158, 0.014, -0.045, -0.029),
        ),
        True: Estimate(
            odds=(-0.027, -0.321, 0.107, 2.195, -0.048, 0.180, -0.520, -0.007, 0.049, -0.001, -0.298, 0.021),
            won=(0.172, -0.105, 0.006, -0.006, 0.026, -0.013),
            lost=(0.249, -0.088, 0.356, -0.001, -0.019, -0.012),
        ),
    },
}
