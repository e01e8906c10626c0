"""Settings from the environment and from .env, and all their faults at once."""

import argparse
import os
from pathlib import Path

import pytest
from dotenv import dotenv_values
from pydantic import ValidationError

from bot.fairness.beacon import DEFAULT_RELAYS, RelaySession
from bot.fairness.chains import QUICKNET
from bot.program.cli import config
from bot.program.cli.run import beacon_for
from bot.program.settings import PREFIX, LogLevel, Settings, SettingsError, listening_at, load_settings
from bot.text.catalogs import Catalogs

ROOT = Path(__file__).parent.parent
TOKEN = "MTU3NDI3NDkwMzQyNTY3OTM2MA.Gabcde.s3cr3t-s3cr3t-s3cr3t-s3cr3t-s3cr3t"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder, with none of our settings in the environment."""
    monkeypatch.chdir(tmp_path)
    for key in list(os.environ):
        if key.upper().startswith(PREFIX):
            monkeypatch.delenv(key)


def write(*lines: str) -> None:
    Path(".env").write_text("\n".join(lines) + "\n", encoding="utf-8")


def faults() -> tuple[str, ...]:
    with pytest.raises(SettingsError) as caught:
        load_settings()
    return caught.value.faults


def test_only_the_token_is_required() -> None:
    write(f"REMIK_TOKEN={TOKEN}")
    settings = load_settings()
    assert settings.token.get_secret_value() == TOKEN
    assert settings.database_url == "sqlite+aiosqlite:///remik.db"
    assert (settings.api_url, settings.gateway_url, settings.log_level) == (None, None, LogLevel.INFO)


def test_the_environment_overrides_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    write(f"REMIK_TOKEN={TOKEN}", "REMIK_LOG_LEVEL=debug", "OTHER_PROGRAM=1")
    assert load_settings().log_level is LogLevel.DEBUG
    monkeypatch.setenv("REMIK_LOG_LEVEL", "ERROR")
    assert load_settings().log_level is LogLevel.ERROR


def test_the_lock_of_a_server_can_have_its_own_address() -> None:
    address = "postgresql+asyncpg://remik:hunter2@db.club.org/remik"
    write(f"REMIK_TOKEN={TOKEN}", f"REMIK_DATABASE_URL={address}", f"REMIK_DATABASE_LOCK_URL={address}")
    assert load_settings().database_lock_url == address
    assert "hunter2" not in repr(load_settings())
    write(f"REMIK_TOKEN={TOKEN}", f"REMIK_DATABASE_LOCK_URL={address}")
    assert faults() == ("REMIK_DATABASE_LOCK_URL works with PostgreSQL only: remove it, since a file has its own lock",)
    write(f"REMIK_TOKEN={TOKEN}", "REMIK_DATABASE_LOCK_URL=sqlite+aiosqlite:///remik.db")
    assert faults() == ("REMIK_DATABASE_LOCK_URL must be postgresql+asyncpg://USER:PASSWORD@HOST/NAME",)


def test_a_database_can_be_on_several_hosts() -> None:
    address = "postgresql+asyncpg://remik@/remik?host=db1.club.org:5432&host=db2.club.org:5432"
    write(f"REMIK_TOKEN={TOKEN}", f"REMIK_DATABASE_URL={address}", f"REMIK_DATABASE_LOCK_URL={address}")
    assert load_settings().database_url == address
    write(f"REMIK_TOKEN={TOKEN}", f"REMIK_DATABASE_URL={address}", "REMIK_API_URL=http:///?host=club.org")
    assert len(faults()) == 1


def test_slots_need_a_server_and_a_shard_each() -> None:
    address = "REMIK_DATABASE_URL=postgresql+asyncpg://remik@db.club.org/remik"
    write(f"REMIK_TOKEN={TOKEN}", address, "REMIK_SHARDS=16", "REMIK_SLOTS=4")
    assert (load_settings().shards, load_settings().slots) == (16, 4)
    write(f"REMIK_TOKEN={TOKEN}", address, "REMIK_SHARDS=auto", "REMIK_SLOTS=4")
    assert (load_settings().shards, load_settings().slots) == (None, 4)
    write(f"REMIK_TOKEN={TOKEN}", address, "REMIK_SHARDS=3", "REMIK_SLOTS=4")
    assert faults() == ("REMIK_SHARDS must be at least REMIK_SLOTS, since each slot needs a shard",)
    write(f"REMIK_TOKEN={TOKEN}", address, "REMIK_SHARDS=many", "REMIK_SLOTS=0")
    assert faults() == ("REMIK_SHARDS must be a whole number", "REMIK_SLOTS must be at least 1")
    write(f"REMIK_TOKEN={TOKEN}", address, "REMIK_SHARDS=100000")
    assert faults() == ("REMIK_SHARDS must be at most 10000",)
    write(f"REMIK_TOKEN={TOKEN}", address, "REMIK_SLOTS=26")
    assert faults() == ("REMIK_SLOTS must be at most half of REMIK_REQUESTS_PER_SECOND, of which each slot needs some",)
    write(f"REMIK_TOKEN={TOKEN}", "REMIK_SLOTS=4")
    assert faults() == (
        "REMIK_SLOTS works with PostgreSQL only: remove it, since one process serves an SQLite database",
    )


def test_only_another_gateway_can_keep_sessions() -> None:
    write(f"REMIK_TOKEN={TOKEN}", "REMIK_GATEWAY_KEEPS_SESSIONS=true")
    assert faults() == ("REMIK_GATEWAY_KEEPS_SESSIONS needs REMIK_GATEWAY_URL: Discord's own gateway wants pauses",)
    write(f"REMIK_TOKEN={TOKEN}", "REMIK_GATEWAY_KEEPS_SESSIONS=true", "REMIK_GATEWAY_URL=ws://127.0.0.1:7878")
    assert load_settings().gateway_keeps_sessions


def test_pauses_of_computers_can_be_set_within_bounds() -> None:
    write(f"REMIK_TOKEN={TOKEN}", "REMIK_COMPUTER_PAUSE=0", "REMIK_CLAIM_DELAY=2.5")
    settings = load_settings()
    assert (settings.computer_pause, settings.claim_delay) == (0, 2.5)
    write(f"REMIK_TOKEN={TOKEN}", "REMIK_COMPUTER_PAUSE=-1", "REMIK_CLAIM_DELAY=nan")
    assert [fault.split()[0] for fault in faults()] == ["REMIK_COMPUTER_PAUSE", "REMIK_CLAIM_DELAY"]


def test_a_wrong_number_is_refused_with_what_it_must_be() -> None:
    write(
        f"REMIK_TOKEN={TOKEN}",
        "REMIK_COMPUTER_PAUSE=slow",
        "REMIK_CLAIM_DELAY=31",
        "REMIK_COMPUTER_BACKLOG=0",
        "REMIK_LOBBIES_PER_MEMBER=1.5",
        "REMIK_POSTS_IN_A_ROW=0",
        "REMIK_EDIT_BY_CLICKS=perhaps",
    )
    assert faults() == (
        "REMIK_EDIT_BY_CLICKS must be true or false",
        "REMIK_COMPUTER_PAUSE must be a number",
        "REMIK_CLAIM_DELAY must be at most 30",
        "REMIK_COMPUTER_BACKLOG must be more than 0",
        "REMIK_LOBBIES_PER_MEMBER must be a whole number",
        "REMIK_POSTS_IN_A_ROW must be at least 1",
    )


def test_settings_are_frozen_and_addresses_end_without_a_slash() -> None:
    write(f"REMIK_TOKEN={TOKEN}", "REMIK_API_URL=http://127.0.0.1:8080/api/v10/", "REMIK_GATEWAY_URL=ws://127.0.0.1:1")
    settings = load_settings()
    assert settings.api_url == "http://127.0.0.1:8080/api/v10"
    with pytest.raises(ValidationError):
        settings.api_url = None


def test_all_faults_are_listed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REMIK_DATABASE", "x")
    write(
        "REMIK_LOG_LEVEL=loud",
        "= nothing",
        "REMIK_DATABASE_URL=mysql://me:hunter2@host/name",
        "REMIK_API_URL=discord.com",
        "REMIK_GATEWAY_URL=http://gateway",
        "REMIK_LOGLEVEL=INFO",
        "REMIK_TOKEN",
    )
    told = faults()
    assert [fault.split()[0] for fault in told] == [
        ".env,",
        ".env,",
        "REMIK_LOGLEVEL",
        "REMIK_DATABASE",
        "REMIK_TOKEN",
        "REMIK_DATABASE_URL",
        "REMIK_API_URL",
        "REMIK_GATEWAY_URL",
        "REMIK_LOG_LEVEL",
    ]
    assert told[0] == ".env, line 2: write it as NAME=value"
    assert "did you mean REMIK_LOG_LEVEL?" in told[2]
    assert "missing" in told[4]
    assert "hunter2" not in "".join(told)


@pytest.mark.parametrize("value", ["", "   ", '""'])
def test_an_empty_token_counts_as_missing(value: str) -> None:
    write(f"REMIK_TOKEN={value}")
    assert [fault.split(":")[0] for fault in faults()] == ["REMIK_TOKEN is missing"]


@pytest.mark.parametrize(
    "lines",
    [
        (f"REMIK_TOKEN=Bot {TOKEN}",),
        (f"REMIK_TOKEN={TOKEN}ż",),
        (f"REMIK_TOKEN={TOKEN}", "REMIK_LOG_LEVEL=loud"),
        (f"REMIK_TOKN={TOKEN}",),
        (f"REMIK_TOKEN:{TOKEN}",),
        (f"REMIK_TOKEN:{TOKEN}==",),
        (f"REMIK_TOKEN '{TOKEN}",),
        (f"REMIK_TOKEN='{TOKEN}",),
    ],
)
def test_a_fault_never_shows_the_token(lines: tuple[str, ...]) -> None:
    write(*lines)
    with pytest.raises(SettingsError) as caught:
        load_settings()
    error: BaseException | None = caught.value
    while error is not None:
        assert TOKEN not in str(error)
        assert "s3cr3t" not in repr(error)
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def test_the_token_never_appears_in_the_settings_as_text() -> None:
    write(f"REMIK_TOKEN={TOKEN}", "REMIK_DATABASE_URL=postgresql+asyncpg://me:hunter2@host/name")
    settings = load_settings()
    for text in (str(settings), repr(settings), settings.model_dump_json()):
        assert TOKEN not in text
    assert "hunter2" not in repr(settings) + str(settings)


def test_a_file_that_is_not_utf_8_is_the_only_fault() -> None:
    Path(".env").write_bytes(b"REMIK_TOKEN=caf\xe9\n")
    assert faults() == (".env isn't UTF-8 text (byte 16): save it as UTF-8",)


def test_a_folder_called_env_is_named() -> None:
    Path(".env").mkdir()
    assert faults() == (".env can't be read: Is a directory",)


def test_the_example_is_the_settings_with_their_defaults() -> None:
    blocks = (ROOT / ".env.example").read_text(encoding="utf-8").strip().split("\n\n")[1:]
    expected = []
    for name, field in Settings.model_fields.items():
        key = f"{PREFIX}{name.upper()}"
        default = str(field.default).lower() if isinstance(field.default, bool) else field.default
        line = f"{key}=" if field.is_required() else f"# {key}={'' if default is None else default}"
        expected.append(f"# {field.description}\n{line}")
    assert blocks == expected


def test_the_example_with_a_token_is_valid() -> None:
    text = (ROOT / ".env.example").read_text(encoding="utf-8")
    write(text.replace("REMIK_TOKEN=", f"REMIK_TOKEN={TOKEN}"))
    assert load_settings().token.get_secret_value() == TOKEN
    write(text.replace("REMIK_TOKEN=", f"REMIK_TOKEN={TOKEN}").replace("# REMIK_", "REMIK_"))
    assert load_settings() == load_settings()
    assert set(dotenv_values(".env")) == {PREFIX + name.upper() for name in Settings.model_fields}


def check_config(capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    parser = argparse.ArgumentParser()
    config.add_parser(parser.add_subparsers())
    options = parser.parse_args(["check-config"])
    status = options.run(options)
    said = capsys.readouterr()
    return status, said.out, said.err


def test_check_config_reports_success_and_creates_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    write(f"REMIK_TOKEN={TOKEN}")
    status, out, err = check_config(capsys)
    assert (status, err) == (0, "")
    assert out == "settings: OK\ndatabase: doesn't exist yet; the first start creates it\n"
    assert [path.name for path in Path().iterdir()] == [".env"]


def test_check_config_reports_a_folder_for_backups(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    for folder, status, words in (
        (tmp_path / "new", 0, ""),
        (tmp_path, 0, ""),
        (tmp_path / "no" / "where", 78, f"REMIK_BACKUP_DIR: the folder {tmp_path}/no doesn't exist; "),
        (tmp_path / "file", 78, f"REMIK_BACKUP_DIR: {tmp_path}/file isn't a folder"),
    ):
        write(f"REMIK_TOKEN={TOKEN}", f"REMIK_BACKUP_DIR={folder}")
        found, out, err = check_config(capsys)
        assert (found, "backups: OK" in out) == (status, status == 0)
        assert err.startswith(words)
    write(f"REMIK_TOKEN={TOKEN}", "REMIK_BACKUP_DIR=x", "REMIK_DATABASE_URL=postgresql+asyncpg://me:hunter2@host/name")
    found, out, err = check_config(capsys)
    assert (found, out) == (78, "")
    assert err.startswith("REMIK_BACKUP_DIR works with SQLite only")


def test_check_config_names_a_catalog_that_can_not_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(f"REMIK_TOKEN={TOKEN}")
    (tmp_path / "pl").mkdir()
    (tmp_path / "pl" / "remik.po").write_text('msgid "Draw"\nmsgstr "Dobierz\n', encoding="utf-8")
    monkeypatch.setattr(config, "Catalogs", lambda: Catalogs(tmp_path))
    status, _, faults = check_config(capsys)
    assert status == 1
    assert len(faults.splitlines()) == 1
    assert str(Path("pl", "remik.po")) in faults
    assert "line 1" in faults
    assert "English" in faults


def test_check_config_lists_the_faults_of_the_settings(capsys: pytest.CaptureFixture[str]) -> None:
    write("REMIK_LOG_LEVEL=loud")
    status, out, err = check_config(capsys)
    assert (status, out) == (78, "")
    assert [line.split()[0] for line in err.splitlines()] == ["REMIK_TOKEN", "REMIK_LOG_LEVEL"]


@pytest.mark.parametrize(
    ("token", "sentence"),
    [
        ("your-token-here", "is still a placeholder"),
        ("<token>", "is still a placeholder"),
        ("MTU3NDI3NDkwMzQyNTY3OTM2MA.XXXXXX.XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX", "is still a placeholder"),
        ("0f" * 32, "is the application's public key"),
        ("1574274903425679360", "is an id"),
        ("4rT9-kq2_ZpLm0aBcDeFgHiJkLmNoPqR", "looks like the application's client secret"),
        (TOKEN.rpartition(".")[0], "can't be a bot's token"),
        (TOKEN.replace("MTU3", "abc_"), "can't be a bot's token"),
        (TOKEN[:-20], "can't be a bot's token"),
    ],
)
def test_only_check_config_refuses_what_cannot_be_a_token(
    capsys: pytest.CaptureFixture[str], token: str, sentence: str
) -> None:
    write(f"REMIK_TOKEN={token}")
    status, out, err = check_config(capsys)
    assert (status, out, err.count("\n")) == (78, "", 1)
    assert err.startswith(f"REMIK_TOKEN {sentence}")
    assert token not in err
    assert load_settings().token.get_secret_value() == token, "`remik run` leaves it to Discord"


def test_check_config_lists_every_placeholder_that_was_left(capsys: pytest.CaptureFixture[str]) -> None:
    write(
        f"REMIK_TOKEN={TOKEN}",
        "REMIK_DATABASE_URL=postgresql+asyncpg://remik:PASSWORD@db.host.pl/NAME",
        "REMIK_TERMS_URL=https://...",
        "REMIK_PRIVACY_URL=https://www.example.com/privacy",
        "REMIK_CONTACT=me@example.org",
        "REMIK_BEACON=https://HOST,https://HOST",
    )
    status, _, err = check_config(capsys)
    assert status == 78
    first, *others = err.splitlines()
    assert first == "REMIK_DATABASE_URL still has the placeholders PASSWORD, NAME"
    assert [line.split()[0] for line in others] == [
        "REMIK_TERMS_URL",
        "REMIK_PRIVACY_URL",
        "REMIK_BEACON",
        "REMIK_CONTACT",
    ]


def test_check_config_reports_an_unusable_database(capsys: pytest.CaptureFixture[str]) -> None:
    write(f"REMIK_TOKEN={TOKEN}", "REMIK_DATABASE_URL=sqlite+aiosqlite:///there/is/no/folder.db")
    status, _, err = check_config(capsys)
    assert status == 78
    why = "the folder there/is/no doesn't exist; create it, or name another file"
    assert err == f"database: there/is/no/folder.db: {why}\n"


@pytest.mark.parametrize(
    ("value", "relays"),
    [("auto", len(DEFAULT_RELAYS)), ("https://one.example, http://127.0.0.1:9/x", 2), ("off", None), ("maybe", ...)],
)
async def test_the_beacon_is_automatic_off_or_other_relays(value: str, relays: object) -> None:
    write(f"REMIK_TOKEN={TOKEN}", f"REMIK_BEACON={value}")
    if relays is ...:
        (fault,) = faults()
        assert fault.startswith("REMIK_BEACON must be auto, off, or addresses")
        return
    beacon = beacon_for(load_settings().beacon, RelaySession())
    assert (None if beacon is None else beacon.relays) == relays
    assert beacon is None or beacon.chain is QUICKNET


@pytest.mark.parametrize(
    ("address", "parsed"),
    [
        ("9464", ("127.0.0.1", 9464)),
        ("0.0.0.0:9464", ("0.0.0.0", 9464)),  # noqa: S104 - only parsed
        ("localhost:0", ("localhost", 0)),
        ("[::1]:65535", ("::1", 65535)),
    ],
)
def test_metrics_are_served_on_this_machine_or_at_a_host_and_port(address: str, parsed: tuple[str, int]) -> None:
    write(f"REMIK_TOKEN={TOKEN}", f"REMIK_METRICS={address}")
    assert load_settings().metrics == address
    assert listening_at(address) == parsed


@pytest.mark.parametrize(
    "address", ["host", "host:", ":9464", "host:65536", "::1:9464", "[::1", "[x]:1", "a b:1", "-1"]
)
def test_other_addresses_for_metrics_are_refused(address: str) -> None:
    write(f"REMIK_TOKEN={TOKEN}", f"REMIK_METRICS={address}")
    assert faults() == ("REMIK_METRICS must be PORT or HOST:PORT, such as 9464, 127.0.0.1:9464 or [::1]:9464",)


def test_metrics_without_the_extra_are_refused_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    write(f"REMIK_TOKEN={TOKEN}", "REMIK_METRICS=9464")
    monkeypatch.setattr("bot.program.settings.find_spec", lambda _: None)
    assert faults() == ("REMIK_METRICS needs the extra metrics: pip install 'remik[metrics]'",)
