"""The estimates by which Expert decides to lay with several others, fitted by `remik bench train`."""

from collections.abc import Mapping
from typing import Final

from bot.players.melds.estimates import CrowdEstimate, CrowdEstimates

CROWDS: Final[Mapping[int, Mapping[bool, CrowdEstimates]]] = {
    3: {
        False: CrowdEstimates(
            hold=CrowdEstimate(2.36, -0.40, 0.19, -0.42, 3.38, 1.36, 2.90),
            lay=CrowdEstimate(0.58, -0.35, 4.97, -0.34, 0.81, 0.97, 1.47),
        ),
        True: CrowdEstimates(
            hold=CrowdEstimate(2.19, -0.43, 0.99, -0.35, 1.26, 1.16, 1.51),
            lay=CrowdEstimate(0.76, -0.26, -1.52, -0.23, 0.39, 0.74, 0.43),
        ),
    },
    4: {
        False: CrowdEstimates(
            hold=CrowdEstimate(2.43, -0.54, 1.70, -0.48, 5.49, 1.46, 4.74),
            lay=CrowdEstimate(0.07, -0.36, 5.72, -0.38, 1.22, 1.11, 2.84),
        ),
        True: CrowdEstimates(
            hold=CrowdEstimate(1.89, -0.42, -2.92, 0.15, 2.37, 1.50, 2.69),
            lay=CrowdEstimate(1.50, -0.44, -2.43, -0.32, 0.73, 1.08, 1.26),
        ),
    },
}
