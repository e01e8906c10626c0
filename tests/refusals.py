"""The sentences of refusals, so that tests don't repeat them: each is quoted at most where its wording matters."""

import re
from enum import StrEnum


def sentence(reason: StrEnum, **values: object) -> str:
    """Return a refusal as players read it; ``values`` fill its placeholders."""
    return reason.value.format(**values)


def beginning(reason: StrEnum) -> str:
    """Return the part of a refusal before its first value."""
    return reason.value.partition("{")[0]


def pattern(reason: StrEnum, **values: object) -> str:
    """Return a regular expression for a refusal, in which any text fills the placeholders that aren't given."""
    words, *rest = re.split(r"\{(\w+)\}", reason.value)
    named = zip(rest[::2], rest[1::2], strict=True)
    return re.escape(words) + "".join(
        (re.escape(str(values[name])) if name in values else ".*") + re.escape(after) for name, after in named
    )
