"""Logs that a person or a collector can read."""

import io
import json
import logging

import pytest

from bot.program.logs import JsonFormatter, LineFormatter, OncePerMinute, WithoutSecrets, set_up


@pytest.fixture
def record() -> logging.LogRecord:
    made = logging.LogRecord("cogs.edge.clicks", logging.WARNING, __file__, 1, "Click refused: %s", ("stale",), None)
    made.table, made.seat = 7, 1
    return made


def test_a_json_line_holds_message_and_fields(record: logging.LogRecord) -> None:
    line = json.loads(JsonFormatter().format(record))
    assert (line["level"], line["logger"], line["message"]) == (
        "warning",
        "cogs.edge.clicks",
        "Click refused: stale",
    )
    assert (line["table"], line["seat"]) == (7, 1)
    assert line["time"].endswith("Z")


def test_a_terminal_line_ends_with_the_fields(record: logging.LogRecord) -> None:
    assert LineFormatter().format(record).endswith("cogs.edge.clicks: Click refused: stale table=7 seat=1")


def test_an_error_stays_one_json_line_and_its_trace_follows_a_terminal_line() -> None:
    try:
        int("seven")
    except ValueError as error:
        info = (ValueError, error, error.__traceback__)
    record = logging.LogRecord("bot", logging.ERROR, __file__, 1, "Failed", (), info)
    assert "\n" not in JsonFormatter().format(record)
    assert json.loads(JsonFormatter().format(record))["error"].endswith("'seven'")
    first, *rest = LineFormatter().format(record).split("\n")
    assert first.endswith("Failed")
    assert rest[-1].endswith("'seven'")


def test_off_a_terminal_logs_are_json_and_libraries_are_quiet() -> None:
    root = logging.getLogger()
    before = root.handlers[:], root.level
    stream = io.StringIO()
    try:
        set_up("INFO", stream)
        logging.getLogger("bot.program.app").info("Ready", extra={"guilds": 2})
        logging.getLogger("discord.gateway").info("not for us")
    finally:
        root.handlers[:], level = before
        root.setLevel(level)
    (line,) = stream.getvalue().splitlines()
    assert json.loads(line)["guilds"] == 2


def test_neither_the_token_nor_tokens_of_interactions_are_written_even_in_errors() -> None:
    url = "https://discord.com/api/v10/webhooks/15742/aW50ZXJhY3Rpb24-_x/messages/@original"
    error = ConnectionError(f"{url} with Bot MTU3.abc.def")
    about = (ConnectionError, error, None)
    record = logging.LogRecord("discord", logging.WARNING, __file__, 1, "Failed: %s", (url,), about)
    for formatter in (JsonFormatter(), LineFormatter()):
        line = WithoutSecrets(formatter, "MTU3.abc.def").format(record)
        assert "aW50" not in line
        assert "abc" not in line
        assert line.count("/webhooks/15742/***/messages/@original") >= 2


class StoreFailure(Exception):
    """What comes with every click while it lasts."""


def test_the_traceback_of_a_lasting_failure_is_logged_once_a_minute() -> None:
    def record(at: float, error: Exception) -> logging.LogRecord:
        made = logging.LogRecord("cogs", logging.ERROR, __file__, 1, "failed: %s", (error,), (type(error), error, None))
        made.created = at
        return made

    wrapped = ValueError("a command")
    wrapped.__cause__ = StoreFailure("the disk is full")
    rarely = OncePerMinute(StoreFailure)
    records = [record(at, error) for at in (0, 1, 59, 60.5) for error in (StoreFailure("the disk is full"), wrapped)]
    assert all(rarely.filter(one) for one in records), "no line is dropped"
    assert [bool(one.exc_info) for one in records] == [True, *[False] * 5, True, False]
    other = record(2, ValueError("something else"))
    assert rarely.filter(other)
    assert other.exc_info
