"""The files for operators agree with the program: Dockerfile, compose files, service, workflow, metadata and wheel.

`tests/packaging/test_steps.py` follows the Dockerfile; this is what can be checked in no time.
"""

import re
import shlex
from collections.abc import Iterable

import pytest
from hatchling.builders.wheel import WheelBuilder
from packaging.specifiers import SpecifierSet

from bot.__main__ import COMMANDS
from bot.cli.heartbeat import OVERDUE
from bot.cli.run import PRIVATE_UMASK
from bot.exit_status import ExitStatus
from bot.settings import PREFIX, Settings
from tests.locked import project
from tests.packaging.dockerfile import FOLDERS, ROOT, Followed, ignored, last, steps, variables

SERVICE = (ROOT / "deploy" / "remik.service").read_text(encoding="utf-8")
WORKFLOW = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
COMPOSE = ("compose.yaml", "compose.postgres.yaml")
PACKAGES = ("bot", "cogs", "data", "render")


def pythons() -> list[str]:
    """Return the versions of Python that the classifiers name."""
    return re.findall(r"Python :: (3\.\d+)", "\n".join(project()["classifiers"]))


def files_of(folders: Iterable[str]) -> set[str]:
    """Return all files of the project in some folders, without what Python compiles."""
    found = (path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file())
    return {path.relative_to(ROOT).as_posix() for path in found if "__pycache__" not in path.parts}


def test_the_wheel_has_every_file_of_the_packages_and_nothing_else() -> None:
    included = {file.relative_path for file in WheelBuilder(str(ROOT)).recurse_included_files()}
    assert included == files_of(PACKAGES)
    assert {"render/fonts/Lato-Bold.ttf", "bot/playground/page/static/pane.js", "data/migrations/env.py"} <= (included)


def test_the_image_is_made_of_what_the_wheel_needs() -> None:
    copied = [name for step in steps() for name in step.copied]
    assert set(copied) == {*PACKAGES, "constraints.txt", "requirements.lock", "pyproject.toml", "README.md", "LICENSE"}
    assert sorted(line[1:] for line in ignored() if line.startswith("!")) == sorted(copied)
    assert ignored()[0] == "*"
    assert {"**/__pycache__", "**/*.db*", "**/.env*"} <= set(ignored())
    assert set(project()["license-files"]) <= {"LICENSE", *files_of(["render"])}


def test_everything_in_the_image_is_pinned() -> None:
    installs = [step.rest for step in steps() if step.word == "RUN" and " install " in step.rest and "pip" in step.rest]
    assert len(installs) == 3
    for line in installs:
        assert any(
            part in line
            for part in ("--require-hashes -r requirements.lock", "-c constraints.txt", "--no-deps /wheel/")
        ), line
    assert any("--no-deps --no-build-isolation" in step.rest for step in steps())


def test_the_image_runs_the_bot_for_a_user_and_keeps_the_database() -> None:
    assert last("ENTRYPOINT").words + last("CMD").words == ["remik", "run"]
    program, command = last("HEALTHCHECK").words
    assert (program, command in COMMANDS) == ("remik", True)
    uid = last("USER").rest.split(":")[0]
    assert int(uid) > 0
    assert any(f"useradd --uid {uid} " in step.rest for step in steps())
    volume = last("VOLUME").rest
    assert volume == last("WORKDIR").rest
    settings = dict(variables())
    assert settings["REMIK_DATABASE_URL"] == f"sqlite+aiosqlite:///{volume}/remik.db"
    assert settings["PATH"].startswith("/opt/remik/bin:")
    interval = re.search(r"--interval=(\d+)s", last("HEALTHCHECK").rest)
    assert interval
    assert int(interval[1]) >= OVERDUE


def test_all_stages_have_one_python_that_is_supported() -> None:
    images = {step.rest.split()[0] for step in steps() if step.word == "FROM"}
    assert len(images) == 1
    found = re.fullmatch(r"python:(3\.\d+)-slim", images.pop())
    assert found
    assert found[1] in pythons()


def test_the_steps_stay_in_the_folders_that_the_test_of_the_steps_moves() -> None:
    """If this fails, test_steps.py would write outside of its folder."""
    for step in steps():
        if step.word in ("RUN", "COPY", "WORKDIR"):
            for path in re.findall(r"(?<![\w.])/[\w/.-]+", step.rest):
                assert path.lstrip("/").startswith(FOLDERS), f"{step.word} {step.rest}: {path}"
    assert Followed.__doc__ is not None


@pytest.mark.parametrize("name", COMPOSE)
def test_a_compose_file_builds_this_image_with_settings_that_exist(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    known = {PREFIX + field.upper() for field in Settings.model_fields}
    assert set(re.findall(rf"\b{PREFIX}[A-Z_]+", text)) <= known
    assert f"data:{last('VOLUME').rest}\n" in text
    for line in ("build: .", "env_file: .env", "read_only: true", "cap_drop: [ALL]", "restart: unless-stopped"):
        assert f"    {line}\n" in text
    (url,) = re.findall(r"REMIK_DATABASE_URL: (\S+)", text)
    kind = "postgresql+asyncpg://remik:" if "postgres" in name else "sqlite+aiosqlite:////data/"
    assert url.startswith(kind)


def test_the_service_runs_the_bot_and_isn_t_started_again_for_wrong_settings() -> None:
    assert re.findall(r"^ExecStart=/opt/remik/bin/(.*)$", SERVICE, re.MULTILINE) == ["remik run"]
    lines = dict(line.split("=", 1) for line in SERVICE.splitlines() if "=" in line and not line.startswith("#"))
    assert lines["UMask"] == f"{PRIVATE_UMASK:04o}"
    assert lines["RestartPreventExitStatus"] == str(ExitStatus.CONFIG.value)
    assert (lines["Restart"], lines["RestartSec"]) == ("on-failure", "30")
    assert lines["Environment"] == f"XDG_RUNTIME_DIR=/run/{lines['RuntimeDirectory']}"
    assert lines["User"] != "root"


def test_the_workflow_tries_every_python_that_the_metadata_name() -> None:
    assert re.findall(r"python: \[(.*)\]", WORKFLOW)[0] == ", ".join(f'"{version}"' for version in pythons())
    requires = SpecifierSet(project()["requires-python"])
    assert all(requires.contains(f"{version}.0") for version in pythons())
    assert not requires.contains("3.10.0")
    for line in re.findall(r"- run: (.*)", WORKFLOW):
        for word in shlex.split(line):
            assert not word.startswith("tests/") or (ROOT / word).exists(), line
    assert "docker build" not in WORKFLOW


def test_the_changelog_has_a_section_for_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(
        rf"^## {re.escape(project()['version'])} \((\d{{4}}-\d\d-\d\d|not released)\)$", text, re.MULTILINE
    )
