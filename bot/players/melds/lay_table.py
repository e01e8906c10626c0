"""The estimates by which Expert decides to lay, written by `remik bench train`."""

from collections.abc import Mapping
from typing import Final

from bot.players.melds.estimates import Estimate
from bot.players.melds.moments import Opened
from bot.rummy.families import Variant

ESTIMATES: Final[Mapping[Variant, Mapping[tuple[Opened, bool], Estimate]]] = {
    Variant.BASIC: {
        (Opened.OTHER, False): Estimate(
            odds=(0.023, -0.321, 0.346, 5.422, -0.376, 0.211, -0.303, -1.221, 0.551, 0.020, -0.159, 0.117),
            won=(0.598, -0.221, 0.100, -0.015, 0.048, -0.076),
            lost=(0.311, 0.350, 0.158, 0.014, -0.045, -0.029),
        ),
        (Opened.OTHER, True): Estimate(
            odds=(-0.027, -0.321, 0.107, 2.195, -0.048, 0.180, -0.520, -0.007, 0.049, -0.001, -0.298, 0.021),
            won=(0.172, -0.105, 0.006, -0.006, 0.026, -0.013),
            lost=(0.249, -0.088, 0.356, -0.001, -0.019, -0.012),
        ),
        (Opened.SELF, False): Estimate(
            odds=(0.052, -0.476, 0.069, 2.045, -0.378, 0.523, -0.225, -1.107, -0.093, 0.028, -0.222, 0.270),
            won=(0.006, 0.273, 0.017, 0.029, 0.059, -0.111),
            lost=(0.001, 0.317, 0.593, 0.024, 0.007, -0.060),
        ),
        (Opened.SELF, True): Estimate(
            odds=(0.037, -0.258, -0.288, 0.482, -0.312, 0.366, -0.003, -0.598, -0.218, 0.019, 0.070, 0.271),
            won=(0.005, -0.215, 0.040, 0.018, 0.050, -0.014),
            lost=(-0.000, 0.010, 0.508, 0.013, -0.002, 0.010),
        ),
        (Opened.BOTH, False): Estimate(
            odds=(1.862, -0.381, 0.098, 0.217, -0.197, 0.216, -0.170, -0.392, -0.072, 0.011, 0.207, -0.003),
            won=(0.081, 0.022, -0.145, -0.005, 0.033, -0.011),
            lost=(0.099, 0.096, 0.328, 0.002, -0.014, -0.007),
        ),
        (Opened.BOTH, True): Estimate(
            odds=(0.964, -0.362, -0.035, 1.601, -0.147, 0.175, -0.201, -0.149, -0.048, 0.013, -0.011, 0.130),
            won=(0.110, -0.078, 0.029, -0.008, 0.026, -0.009),
            lost=(0.059, 0.011, 0.449, 0.002, -0.009, -0.003),
        ),
    },
}
