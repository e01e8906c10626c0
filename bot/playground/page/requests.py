"""A pane's request, whose fields are checked when they are read."""

from __future__ import annotations

import json
from collections.abc import Mapping


class ProblemError(Exception):
    """An action that isn't possible, with the sentence that the person sees."""


class PaneRequest:
    """A request from a browser. Raises ProblemError for anything that the page wouldn't send."""

    def __init__(self, text: str) -> None:
        try:
            self._body = json.loads(text)
        except (ValueError, RecursionError):
            raise ProblemError("That isn't a request of this page.") from None
        if not isinstance(self._body, dict):
            raise ProblemError("That isn't a request of this page.")

    @property
    def id(self) -> object:
        """The request's id, which the answer repeats so that the browser knows to which request it belongs."""
        return self._body.get("id")

    @property
    def action(self) -> str:
        """The name of the action."""
        return self.text("do")

    def text(self, name: str) -> str:
        """Return a text."""
        value = self._body.get(name)
        if not isinstance(value, str):
            raise ProblemError(f"The request has no text {name!r}.")
        return value

    def number(self, name: str) -> int:
        """Return an id."""
        return to_id(self.text(name))

    def texts(self, name: str) -> list[str]:
        """Return a list of texts."""
        value = self._body.get(name)
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise ProblemError(f"The request has no list of texts {name!r}.")
        return value

    def table(self, name: str) -> Mapping[str, object]:
        """Return values by name, none if they are left out."""
        value = self._body.get(name, {})
        if not isinstance(value, dict):
            raise ProblemError(f"The request has no values {name!r}.")
        return value


def to_id(text: str) -> int:
    """Convert an id. Raises ProblemError."""
    if not (text.isascii() and text.isdecimal() and len(text) < 20):
        raise ProblemError(f"{text[:40]!r} is not an id.")
    return int(text)
