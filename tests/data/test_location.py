"""Database URLs: passwords stay secret, and the parameters of managed databases are understood."""

import logging
import ssl
from pathlib import Path

import pytest

from data.database import described, open_database
from data.location import DatabaseError, Location, located
from tests.data.sockets import server_saying

SECRET = "hunter2"


def arguments(query: str) -> dict[str, object]:
    return dict(located(f"postgresql+asyncpg://me@host/name?{query}").arguments)


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql+asyncpg://me:a@{SECRET}@db.example/name",
        f"postgresql+asyncpg://me:{SECRET}@{SECRET}@db.example:5432/name",
        f"postgresql+asyncpg://me:{SECRET}/x@{SECRET}@db.example/name",
        f"postgresql+asyncpg://me:a@{SECRET}@/name",
    ],
)
async def test_a_password_with_an_unescaped_at_sign_is_refused_and_never_printed(url: str) -> None:
    with pytest.raises(DatabaseError, match="write the one in the password as %40") as refused:
        await open_database(url)
    assert SECRET not in str(refused.value)
    with pytest.raises(DatabaseError):
        described(url)


def test_a_password_with_an_escaped_at_sign_is_used_and_never_printed() -> None:
    url = f"postgresql+asyncpg://me:a%40{SECRET}@db.example/name"
    location = located(url)
    assert location.url.password == f"a@{SECRET}"
    assert described(url) == "name on db.example (PostgreSQL)"
    for words in (repr(location), str(location), described(url), str(location.url)):
        assert SECRET not in words


def test_a_password_in_a_drivers_message_is_removed() -> None:
    location = located(f"postgresql+asyncpg://me:a%40{SECRET}@db.example/name")
    assert location.without_password(f"no: me:a@{SECRET} me:a%40{SECRET}") == "no: me:*** me:***"
    location = located(f"postgresql+asyncpg://me@db.example/name?password={SECRET}")
    assert location.without_password(f"no: {SECRET}") == "no: ***"


async def test_an_error_of_the_server_hides_the_password() -> None:
    said = f"SFATAL\0C28P01\0Mbad {SECRET}\0\0".encode()
    async with server_saying(b"E" + (len(said) + 4).to_bytes(4, "big") + said) as port:
        with pytest.raises(DatabaseError) as refused:
            await open_database(f"postgresql+asyncpg://me:{SECRET}@127.0.0.1:{port}/name?sslmode=disable")
    assert "bad ***" in str(refused.value)


def test_the_parameters_of_managed_databases_are_translated(tmp_path: Path) -> None:
    assert arguments("sslmode=require") == {"dsn": "postgresql:///?sslmode=require"}
    cert = tmp_path / "ca.crt"
    cert.touch()
    assert "sslrootcert=" in str(arguments(f"sslmode=verify-full&sslrootcert={cert}")["dsn"])
    made = arguments("sslmode=verify-full&sslrootcert=system")["ssl"]
    assert isinstance(made, ssl.SSLContext)
    assert made.check_hostname
    assert arguments("connect_timeout=7") == {"timeout": 7}
    assert arguments("target_session_attrs=read-write") == {"target_session_attrs": "read-write"}
    assert arguments("application_name=club&options=-c%20search_path%3Dremik") == {
        "server_settings": {"application_name": "club", "options": "-c search_path=remik"}
    }
    assert arguments("prepared_statement_cache_size=0&statement_cache_size=0") == {
        "prepared_statement_cache_size": 0,
        "statement_cache_size": 0,
    }
    assert arguments("gssencmode=disable&keepalives_idle=5") == {}


def test_channel_binding_is_accepted_with_a_warning(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert arguments("channel_binding=prefer") == {}
        assert caplog.records == []
        assert arguments("channel_binding=require&sslmode=require") == {"dsn": "postgresql:///?sslmode=require"}
    assert "channel_binding" in caplog.text


def test_several_hosts_stay_in_the_url() -> None:
    location: Location = located("postgresql+asyncpg://me@/name?host=a:1&host=b:2&target_session_attrs=primary")
    assert location.url.query == {"host": ("a:1", "b:2")}
    assert location.name == "name on a:1 or b:2"
    with pytest.raises(DatabaseError, match="add the port of each"):
        located("postgresql+asyncpg://me@/name?host=a&host=b:2")


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("sslmod=require", "unknown parameter sslmod: remove it; known are "),
        ("connect_timeout=soon", "connect_timeout must be a whole number"),
    ],
)
def test_a_wrong_parameter_is_refused(query: str, sentence: str) -> None:
    with pytest.raises(DatabaseError, match=sentence):
        arguments(query)


async def test_a_wrong_value_is_refused_in_a_sentence() -> None:
    for query, sentence in (("sslmode=maybe", "sslmode"), ("sslmode=verify-full&sslrootcert=/nowhere.crt", "nowhere")):
        with pytest.raises(DatabaseError, match=sentence):
            await open_database(f"postgresql+asyncpg://me@127.0.0.1:1/name?{query}")
