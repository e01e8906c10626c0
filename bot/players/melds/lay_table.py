"""What Expert expects of a deal that the other player has opened; written by `remik bench train`.

By the style of the game, then by whether the seat lays. `bot.players.melds.estimates` lists what each number is a
weight of.
"""

from collections.abc import Mapping
from typing import Final

from bot.players.melds.estimates import Estimate, GameStyle

ESTIMATES: Final[Mapping[GameStyle, Mapping[bool, Estimate]]] = {
    GameStyle.AT_ONCE: {
        False: Estimate(
            odds=(-0.082, -0.756, 0.244, 5.622, 0.015, 0.245, -0.153, 0.504, -0.059, -0.001, -0.239, 0.107),
            won=(0.670, -0.240, 0.114, -0.023, 0.049, -0.090),
            lost=(0.438, 0.206, 0.293, 0.010, -0.050, -0.035),
        ),
        True: Estimate(
            odds=(-0.053, -0.492, 0.161, 1.881, -0.051, 0.196, -0.132, 0.337, -0.037, 0.018, -0.274, 0.034),
            won=(0.231, -0.107, 0.011, -0.010, 0.017, -0.015),
            lost=(0.246, -0.081, 0.356, -0.002, -0.020, -0.011),
        ),
    },
}
