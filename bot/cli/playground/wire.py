"""The wire: the last requests, answers, events and log lines of the bot, for the drawer of the page."""

import re
from collections import deque
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any, Final

KEPT: Final = 600
"""The number of entries that are kept."""
_ANSWER: Final = re.compile(r"/interactions/(\d+)/[^/]+/callback")
_TOKEN: Final = re.compile(r"(/(?:interactions|webhooks)/\d+/)[^/?]{12,}")
_ID: Final = re.compile(r"\d{17,}")
_ANSWERS: Final = {
    4: "a message",
    5: "“thinking …”",
    6: "nothing yet",
    7: "an update of the message",
    8: "choices",
    9: "a modal",
}
"""What the types of answers to interactions are."""
_INTERACTIONS: Final = {2: "a command", 3: "a click", 4: "choices wanted", 5: "a modal"}
"""What the types of interactions are."""


class Wire:
    """Collects entries, newest last, and calls ``changed`` after each. ``names`` returns the name of an id, if any.

    An entry is a line with a number, a kind, a time in epoch milliseconds and a title; its body is kept apart.
    """

    def __init__(
        self, now: Callable[[], float], changed: Callable[[], None], names: Callable[[int], str | None]
    ) -> None:
        self._now = now
        self._changed = changed
        self._names = names
        self._numbers = count(1)
        self._entries: deque[dict[str, Any]] = deque(maxlen=KEPT)
        self._bodies: dict[int, object] = {}

    def since(self, number: int) -> list[dict[str, Any]]:
        """List the entries after a number."""
        newer: list[dict[str, Any]] = []
        for entry in reversed(self._entries):
            if entry["n"] <= number:
                break
            newer.append(entry)
        return newer[::-1]

    def body(self, number: int) -> object:
        """Return the body of an entry; None if it's no longer kept or has none."""
        return self._bodies.get(number)

    def hear(self, kind: str, make: Callable[[], Mapping[str, Any]]) -> None:
        """Add what the stand-in reports."""
        about = make()
        match kind:
            case "request":
                self._request(about)
            case "event":
                data = about["data"]
                lost = "" if about["received"] else ", kept until the bot resumes"
                what = _INTERACTIONS.get(int(data.get("type", 0)), "") if about["event"] == "INTERACTION_CREATE" else ""
                title = about["event"] + (f": {what}" if what else "") + lost
                self._add("event", title, data)
            case _:
                self._add("gateway", about["says"], about["data"])

    def log(self, line: Mapping[str, Any]) -> None:
        """Add a log line of the bot."""
        error = line.get("error") or None
        self._add("log", f"{line['source']}: {line['text']}", error, level=line["log"])

    def note(self, sentence: str) -> None:
        """Add a sentence about the playground itself, such as a fault that was set."""
        self._add("note", sentence, None)

    def _request(self, about: Mapping[str, Any]) -> None:
        path = _ID.sub(self._named, _TOKEN.sub(r"\1…", about["path"]))
        body = {"sent": about["body"], "files": about["files"], "received": about["response"]}
        answer = _ANSWER.search(about["path"])
        if answer is None:
            kind, title = "request", f"{about['method']} {path}"
        else:
            sent = about["body"] if isinstance(about["body"], dict) else {}
            kind, title = "answer", f"answer: {_ANSWERS.get(int(sent.get('type', 0)), 'unknown')}"
        self._add(kind, title, body, status=about["status"], ms=about["ms"])

    def _named(self, found: re.Match[str]) -> str:
        """Return the name of an id in a path, or its last digits."""
        return self._names(int(found[0])) or f"…{found[0][-4:]}"

    def _add(self, kind: str, title: str, body: object, **more: object) -> None:
        number = next(self._numbers)
        if len(self._entries) == KEPT:
            self._bodies.pop(self._entries[0]["n"], None)
        if body:
            self._bodies[number] = body
        entry = {"n": number, "kind": kind, "at": round(self._now() * 1000), "title": title, "folded": bool(body)}
        self._entries.append({**entry, **more})
        self._changed()
