"""The random seeds of computer players."""

import hmac

from bot.rummy.shuffle import framed


def seed_of(secret: bytes, made: int) -> int:
    """Return the seed of a computer's move, from the deal's secret and the number of moves made in the deal before it.

    It can't be predicted before the secret is revealed, and anyone can compute it afterwards.
    """
    return int.from_bytes(
        hmac.digest(secret, framed(b"rummy-record/2 computer", str(made).encode()), "sha256")[:8], "big"
    )
