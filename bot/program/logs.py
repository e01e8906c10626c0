"""Logs: readable lines on a terminal, one JSON object per line elsewhere, with the fields given as ``extra=``."""

import json
import logging
import re
import sys
import time
from typing import Final, TextIO

MINUTE: Final = 60.0
_INTERACTION: Final = re.compile(r"((?:webhooks|interactions)/\d+/)[\w.~%+=-]+")
"""The path of a request with an interaction's token, as it occurs in errors of libraries."""
OWN_LOGGERS: Final = ("bot", "cogs", "data", "render")
_OWN: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class JsonFormatter(logging.Formatter):
    """Formats records as JSON, one object per line: time (ISO 8601, UTC), level, logger, message, fields, any error."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record as one line."""
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
    """Formats records for reading: time, level, logger, message, then the extra fields as ``name=value``."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s", "%H:%M:%S")

    def format(self, record: logging.LogRecord) -> str:
        """Format a record with its fields after the message."""
        fields = " ".join(f"{name}={value}" for name, value in extra_fields(record).items())
        first, *rest = super().format(record).split("\n")
        return "\n".join([f"{first} {fields}".rstrip(), *rest])


class WithoutSecrets(logging.Formatter):
    """Formats records as another formatter, and removes secrets and the tokens of interactions from the result."""

    def __init__(self, inner: logging.Formatter, *secrets: str) -> None:
        super().__init__()
        self._inner = inner
        self._secrets = [secret for secret in secrets if secret]

    def format(self, record: logging.LogRecord) -> str:
        """Format a record."""
        line = self._inner.format(record)
        for secret in self._secrets:
            line = line.replace(secret, "***")
        return _INTERACTION.sub(r"\1***", line)


class OncePerMinute(logging.Filter):
    """Keeps at most one traceback per minute of errors of these types or caused by them. Every line is still logged."""

    def __init__(self, *types: type[BaseException]) -> None:
        super().__init__()
        self._types = types
        self._next = 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        """Remove a record's traceback if it is of these errors and one was kept less than a minute ago. Return True."""
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


class InOneLine(logging.Filter):
    """Replaces tracebacks by the error in words, for errors of these types that other libraries log."""

    def __init__(self, *types: type[BaseException]) -> None:
        super().__init__()
        self._types = types

    def filter(self, record: logging.LogRecord) -> bool:
        """Append a record's error to its message, if it's one of these and not logged by the bot. Return True."""
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and isinstance(error, self._types) and record.name.partition(".")[0] not in OWN_LOGGERS:
            record.msg = f"{record.getMessage()} ({type(error).__name__}: {error})"
            record.args, record.exc_info, record.exc_text = (), None, None
        return True


def extra_fields(record: logging.LogRecord) -> dict[str, object]:
    """Return the fields given as ``extra=``."""
    return {name: value for name, value in vars(record).items() if name not in _OWN}


def set_up(
    level: str,
    stream: TextIO = sys.stderr,
    *,
    once_per_minute: tuple[type[BaseException], ...] = (),
    in_one_line: tuple[type[BaseException], ...] = (),
    secrets: tuple[str, ...] = (),
) -> None:
    """Send all logs to ``stream``: ours from ``level`` up, libraries' from WARNING up, or from ``level`` if higher.

    ``once_per_minute`` are errors that may repeat at every click; their tracebacks are logged once a minute.
    ``in_one_line`` are errors of the network, which libraries log without a traceback. ``secrets`` are never written.
    """
    handler = logging.StreamHandler(stream)
    formatter = LineFormatter() if stream.isatty() else JsonFormatter()
    formatter.converter = time.gmtime
    handler.setFormatter(WithoutSecrets(formatter, *secrets))
    handler.addFilter(InOneLine(*in_one_line))
    handler.addFilter(OncePerMinute(*once_per_minute))
    number = logging.getLevelNamesMapping()[level]
    logging.basicConfig(level=max(number, logging.WARNING), handlers=[handler], force=True)
    for name in OWN_LOGGERS:
        logging.getLogger(name).setLevel(number)
