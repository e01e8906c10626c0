"""The pinned chain and its signatures, against rounds that drand has published."""

import pytest

from bot.fairness.chains import QUICKNET, is_signature_of, randomness_of, sent_at
from tests.fairness.vectors import OTHER_KEYS, PUBLISHED, RANDOMNESS, chain_with


def test_the_pinned_key_has_the_published_hash() -> None:
    assert QUICKNET.hash == "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"


@pytest.mark.parametrize("number", PUBLISHED)
def test_a_published_round_has_a_valid_signature_for_no_other_round(number: int) -> None:
    signature = bytes.fromhex(PUBLISHED[number])
    assert is_signature_of(QUICKNET, number, signature)
    assert not is_signature_of(QUICKNET, number + 1, signature)
    assert number not in RANDOMNESS or randomness_of(signature).hex() == RANDOMNESS[number]


@pytest.mark.parametrize(("key", "number", "signature"), OTHER_KEYS)
def test_signatures_of_other_keys_are_valid_for_their_key_only(key: str, number: int, signature: str) -> None:
    assert is_signature_of(chain_with(key), number, bytes.fromhex(signature))
    assert not is_signature_of(QUICKNET, number, bytes.fromhex(signature))


@pytest.mark.parametrize(
    "signature", [b"", bytes(48), b"\xff" * 48, b"\xc0" + bytes(47), bytes.fromhex(PUBLISHED[42])[:-1] + b"\0"]
)
def test_anything_else_is_no_signature(signature: bytes) -> None:
    assert not is_signature_of(QUICKNET, 42, signature)


def test_rounds_are_due_every_three_seconds() -> None:
    assert QUICKNET.due(1) == 1_692_803_367_000
    assert QUICKNET.due(42) == 1_692_803_367_000 + 41 * 3000
    for at, number in ((QUICKNET.due(42), 42), (QUICKNET.due(42) + 1, 43), (QUICKNET.due(42) - 2999, 42), (0, 1)):
        assert QUICKNET.first_due(at) == number


def test_a_message_is_early_two_periods_before_its_round_and_at_most_a_minute() -> None:
    due = QUICKNET.due(1000)

    def early(seconds: float) -> bool:
        message = int(due - seconds * 1000 - sent_at(0)) << 22
        return QUICKNET.was_early(1000, message)

    assert [early(seconds) for seconds in (-1, 0, 5.999, 6, 30, 60, 60.001)] == [
        False, False, False, True, True, True, False,
    ]  # fmt: skip
