"""The files for operators agree with the program: Dockerfile, compose files, service, workflow, metadata and wheel.

`tests/packaging/test_steps.py` follows the Dockerfile; this is what can be checked in no time.
"""

import re
import runpy
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from bot.__main__ import COMMANDS
from bot.program.cli.health import ENDING, HUNG, OVERDUE, PERIOD
from bot.program.cli.run import PRIVATE_UMASK
from bot.program.commit import WRITTEN, commit_of
from bot.program.exit_status import ExitStatus
from bot.program.settings import PREFIX, Settings
from bot.rummy.families import Variant
from tests.locked import project
from tests.packaging.dockerfile import FOLDERS, ROOT, Followed, ignored, last, steps, variables

SERVICE = (ROOT / "deploy" / "remik.service").read_text(encoding="utf-8")
WORKFLOW = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
COMPOSE = ("compose.yaml", "compose.postgres.yaml", "compose.cluster.yaml")
PACKAGES = ("bot", "cogs", "data", "render")


def pythons() -> list[str]:
    """Return the versions of Python that the classifiers name."""
    return re.findall(r"Python :: (3\.\d+)", "\n".join(project()["classifiers"]))


def files_of(folders: Iterable[str]) -> set[str]:
    """Return all files of the project in some folders, without what Python compiles."""
    found = (path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file())
    return {path.relative_to(ROOT).as_posix() for path in found if "__pycache__" not in path.parts}


def test_the_wheel_has_every_file_of_the_packages_except_the_benches_and_nothing_else() -> None:
    included = {file.relative_path for file in WheelBuilder(str(ROOT)).recurse_included_files()}
    assert included == files_of(PACKAGES) - files_of(["bot/bench"])
    assert {"render/fonts/Lato-Bold.ttf", "bot/playground/page/static/pane.js", "data/migrations/env.py"} <= (included)


def test_the_installed_command_says_where_the_benches_are(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "bot", tmp_path / "bot", ignore=shutil.ignore_patterns("bench"))
    command = [sys.executable, "-m", "bot", "bench", "clicks", "--parts", "core"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    assert (done.returncode, done.stdout) == (2, "")
    assert "only in a checkout of the source: clone the repository" in done.stderr


def test_the_image_is_made_of_what_the_wheel_needs() -> None:
    copied = [name for step in steps() for name in step.copied]
    assert set(copied) == {
        *PACKAGES,
        *("constraints.txt", "requirements.lock", "pyproject.toml", "README.md", "LICENSE", "deploy/commit_hook.py"),
    }
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
    kind = "postgresql+asyncpg://remik:" if name != "compose.yaml" else "sqlite+aiosqlite:////data/"
    assert url.startswith(kind)


def test_the_service_runs_the_bot_and_isn_t_started_again_for_wrong_settings() -> None:
    assert re.findall(r"^ExecStart=/opt/remik/bin/(.*)$", SERVICE, re.MULTILINE) == ["remik run"]
    lines = dict(line.split("=", 1) for line in SERVICE.splitlines() if "=" in line and not line.startswith("#"))
    assert lines["UMask"] == f"{PRIVATE_UMASK:04o}"
    assert lines["RestartPreventExitStatus"] == str(ExitStatus.CONFIG.value)
    assert (lines["Restart"], lines["RestartSec"]) == ("on-failure", "30")
    assert lines["Environment"] == f"XDG_RUNTIME_DIR=/run/{lines['RuntimeDirectory']}"
    assert lines["User"] != "root"


def test_the_service_for_several_processes_is_the_same_apart_from_how_soon_it_starts_again() -> None:
    several = (ROOT / "deploy" / "remik@.service").read_text(encoding="utf-8")
    ours, theirs = ({line for line in text.splitlines() if line[:1] not in "#"} for text in (SERVICE, several))
    assert {line.split("=")[0] for line in ours - theirs} == {"Description", "RestartSec"}
    assert {line.split("=")[0] for line in theirs - ours} == {"Description", "RestartSec", "RuntimeDirectoryPreserve"}


def test_what_starts_the_bot_waits_longer_than_the_bot_itself_for_what_hangs() -> None:
    lines = dict(line.split("=", 1) for line in SERVICE.splitlines() if "=" in line and not line.startswith("#"))
    assert (lines["Type"], lines["TimeoutStartSec"]) == ("notify", "infinity")
    assert int(lines["WatchdogSec"]) > HUNG + PERIOD
    waits = [lines["TimeoutStopSec"]]
    for name in COMPOSE:
        waits += re.findall(r"stop_grace_period: (\d+)s", (ROOT / name).read_text(encoding="utf-8"))
    assert len(waits) == 1 + len(COMPOSE)
    assert min(map(int, waits)) > ENDING


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
    number, dev, _ = project()["version"].partition(".dev")
    when = "not released" if dev else r"\d{4}-\d\d-\d\d"
    assert re.search(rf"^## {re.escape(number)} \({when}\)$", text, re.MULTILINE)


def built_with(version: str) -> dict[str, str]:
    """Return what the build hook adds to a wheel: the content of each file, by its path."""
    hook = runpy.run_path(str(ROOT / "deploy/commit_hook.py"))["CommitHook"](str(ROOT), {}, None, None, "", "wheel")
    data: dict[str, dict[str, str]] = {"force_include": {}}
    hook.initialize(version, data)
    added = {path: Path(file).read_text(encoding="utf-8") for file, path in data["force_include"].items()}
    hook.finalize(version, data, "")
    assert not any(Path(file).exists() for file in data["force_include"])
    return added


def repository(folder: Path) -> str:
    """Make a repository with one commit, and return it."""
    git = ("git", "-C", str(folder), "-c", "user.name=Ala", "-c", "user.email=ala@example.com")
    for words in (("init", "-q"), ("commit", "-q", "--allow-empty", "-m", "Begin"), ("tag", "v9")):
        subprocess.run((*git, *words), check=True)  # noqa: S603 - git, with fixed words
    done = subprocess.run((*git, "rev-parse", "HEAD"), check=True, capture_output=True, text=True)  # noqa: S603
    return done.stdout[:12]


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_the_commit_is_that_of_a_checkout_and_never_of_a_project_around_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = repository(tmp_path)
    assert commit_of(tmp_path) == commit
    inside = tmp_path / "environment" / "site-packages"
    inside.mkdir(parents=True)
    assert commit_of(inside) is None
    monkeypatch.setenv("PATH", str(inside))
    assert commit_of(tmp_path) is None, "without git"


def test_a_broken_checkout_has_no_commit(tmp_path: Path) -> None:
    (tmp_path / ".git").write_text("gitdir: nowhere")
    assert commit_of(tmp_path) is None


def test_a_wheel_names_its_commit_and_an_editable_install_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMMIT", "0123456789ab")
    assert built_with("standard") == {f"bot/program/{WRITTEN}": "0123456789ab\n"}
    assert built_with("editable") == {}
    monkeypatch.delenv("COMMIT")
    commit = commit_of(ROOT)
    assert built_with("standard") == ({} if commit is None else {f"bot/program/{WRITTEN}": f"{commit}\n"})


def test_the_summary_names_all_games() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8").split("## What you can play")[1].split("\n## ")[0]
    games = re.findall(r"\*\*(.+?)\*\*", text)
    assert len(games) == len(Variant)
    assert all(game in project()["description"] for game in games)


def test_libraries_whose_private_parts_are_used_have_an_upper_bound_and_a_line() -> None:
    text = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    text = text.split("## Private parts")[1].split("\n## ")[0]
    bounded = {Requirement(line).name for line in project()["dependencies"] if "<" in line}
    assert bounded == set(re.findall(r"^- ([\w.]+) ", text, re.MULTILINE))
    assert "discord.py" in bounded


def test_actions_of_the_workflow_are_pinned_by_commit_with_their_version_behind() -> None:
    used = re.findall(r"uses: (.*)", WORKFLOW)
    assert used
    for action in used:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}  # v\d+\.\d+\.\d+", action), action


def test_the_audit_reads_what_operators_install() -> None:
    install = "pip install --require-hashes -r requirements.lock"
    assert install in (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.search(r"gh-action-pip-audit@.*\n\s+with:\n\s+inputs: requirements\.lock\n", WORKFLOW)
