"""The estimates by which Expert decides to lay with several others, fitted by `remik bench train`."""

from collections.abc import Mapping
from typing import Final

from bot.players.melds.estimates import CrowdEstimate, CrowdEstimates

CROWDS: Final[Mapping[int, Mapping[bool, CrowdEstimates]]] = {
    3: {
        False: CrowdEstimates(
            hold=CrowdEstimate(2.26, -0.44, 1.00, -0.34, 3.54, 1.55, 3.18),
            lay=CrowdEstimate(0.94, -0.40, 3.40, -0.27, 0.96, 1.15, 1.53),
        ),
        True: CrowdEstimates(
            hold=CrowdEstimate(2.68, -0.39, -1.25, -0.20, 1.21, 1.55, 1.45),
            lay=CrowdEstimate(1.47, -0.42, -0.28, -0.17, 0.33, 1.15, 0.38),
        ),
    },
    4: {
        False: CrowdEstimates(
            hold=CrowdEstimate(1.96, -0.49, 1.90, -0.33, 5.46, 1.55, 5.00),
            lay=CrowdEstimate(0.53, -0.42, 3.80, -0.31, 1.46, 1.15, 2.95),
        ),
        True: CrowdEstimates(
            hold=CrowdEstimate(3.00, -0.49, -1.50, -0.38, 2.02, 1.55, 2.20),
            lay=CrowdEstimate(1.88, -0.49, -1.50, -0.29, 0.48, 1.15, 0.86),
        ),
    },
}
