"""Discord's errors: its error codes, and the tree of faults in `Invalid Form Body`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

JSON = dict[str, Any]
"""A JSON object of a request, an answer or an event."""

REFUSALS: Mapping[int, tuple[int, str]] = {
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    20028: (429, "The resource is being rate limited."),
    30008: (400, "Maximum number of emojis reached (2000)"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later."),
    40001: (401, "Unauthorized"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50027: (401, "Invalid Webhook Token"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
}
"""HTTP status and message by error code, for those that the stand-in uses."""


class ApiError(Exception):
    """A request that Discord refuses, with the complete answer.

    `errors` is the tree of faults by field, `headers` are those of the answer, and `extra` are further keys of its body
    (`retry_after`, `global`).
    """

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        *,
        errors: JSON | None = None,
        headers: Mapping[str, str] | None = None,
        extra: JSON | None = None,
    ) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.body: JSON = {"message": message, "code": code, **(extra or {})}
        if errors:
            self.body["errors"] = errors
        self.headers = dict(headers or {})


def refusal(code: int, errors: JSON | None = None) -> ApiError:
    """Return the error with a code of `REFUSALS`."""
    status, message = REFUSALS[code]
    return ApiError(status, code, message, errors=errors)


Path = tuple[str | int, ...]
"""The path to a fault in a body: keys and indexes, outermost first."""


class Faults:
    """Collects the faults of a body, which is then refused with all of them (50035)."""

    def __init__(self, prefix: Path = ()) -> None:
        self._prefix = prefix
        self._tree: JSON = {}

    def add(self, path: Sequence[str | int], code: str, message: str) -> None:
        """Record a fault at a path."""
        node = self._tree
        for step in (*self._prefix, *path):
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def length(self, path: Sequence[str | int], value: object, low: int, high: int) -> None:
        """Record a fault unless the value is a string of `low` to `high` characters."""
        if not isinstance(value, str):
            self.add(path, "BASE_TYPE_REQUIRED", "This field is required")
        elif not low <= len(value) <= high:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")

    def count(self, path: Sequence[str | int], value: object, low: int, high: int) -> bool:
        """Record a fault unless the value is a list of `low` to `high` items. Return whether it is a list."""
        if not isinstance(value, list):
            self.add(path, "BASE_TYPE_REQUIRED", "This field is required")
            return False
        if not low <= len(value) <= high:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
        return True

    def choose(self, path: Sequence[str | int], value: object, allowed: Sequence[int]) -> bool:
        """Record a fault unless the value is one of the allowed numbers. Return whether it is."""
        if value in allowed:
            return True
        numbers = ", ".join(map(str, allowed))
        self.add(path, "UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({numbers}).')
        return False

    def check(self) -> None:
        """Raise ApiError if any fault was recorded."""
        if self._tree:
            raise refusal(50035, self._tree)
