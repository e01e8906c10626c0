"""Logs: readable lines on a terminal, one JSON object a line elsewhere, with the fields given as ``extra=``."""

import json
import logging
import sys
import time
from typing import Final, TextIO

MINUTE: Final = 60.0
_OWN: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class JsonFormatter(logging.Formatter):
    """One JSON object a line: time (ISO 8601, UTC), level, logger, message, fields, the error if any."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record as one line."""
        line: dict[str, object] = {
            "time": f"{self.formatTime(record, '%Y-%m-%dT%H:%M:%S')}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line.update(extra_fields(record))
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class LineFormatter(logging.Formatter):
    """A line for a person: time, level, message, then the extra fields as ``name=value``."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s", "%H:%M:%S")

    def format(self, record: logging.LogRecord) -> str:
        """Write a record, its fields behind the message."""
        fields = " ".join(f"{name}={value}" for name, value in extra_fields(record).items())
        first, *rest = super().format(record).split("\n")
        return "\n".join([f"{first} {fields}".rstrip(), *rest])


class OncePerMinute(logging.Filter):
    """Keeps the traceback of errors of these types, or caused by them, once a minute; every line stays."""

    def __init__(self, *types: type[BaseException]) -> None:
        super().__init__()
        self._types = types
        self._next = 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        """Take the traceback off a record if one was kept less than a minute ago."""
        error = record.exc_info[1] if record.exc_info else None
        while error is not None and not isinstance(error, self._types):
            error = error.__cause__ or error.__context__
        if error is None:
            return True
        if record.created < self._next:
            record.exc_info = record.exc_text = None
        else:
            self._next = record.created + MINUTE
        return True


def extra_fields(record: logging.LogRecord) -> dict[str, object]:
    """Find what was given as ``extra=``."""
    return {name: value for name, value in vars(record).items() if name not in _OWN}


def set_up(level: str, stream: TextIO = sys.stderr, *, once_per_minute: tuple[type[BaseException], ...] = ()) -> None:
    """Send all logs to ``stream``; ours from ``level`` on, libraries from WARNING on, or ``level`` if higher.

    ``once_per_minute`` are errors that come with every click while they last: their tracebacks are logged that often.
    """
    handler = logging.StreamHandler(stream)
    formatter = LineFormatter() if stream.isatty() else JsonFormatter()
    formatter.converter = time.gmtime
    handler.setFormatter(formatter)
    handler.addFilter(OncePerMinute(*once_per_minute))
    number = logging.getLevelNamesMapping()[level]
    logging.basicConfig(level=max(number, logging.WARNING), handlers=[handler], force=True)
    for name in ("bot", "cogs", "data", "render"):
        logging.getLogger(name).setLevel(number)
