"""constraints.txt pins everything that the project and its extras need; requirements.lock has the same with hashes."""

import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.locked import NOT_AT_RUN_TIME, command, locked, project, run_time_extras

ROOT = Path(__file__).parent.parent
ANEW = "make it anew (docs/releasing.md)"


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.split("==") for line in lines if line and not line.startswith("#"))
    return {canonicalize_name(name): pin for name, pin in pairs}


def needed(name: str, extras: frozenset[str], seen: set[tuple[str, frozenset[str]]]) -> Iterator[Requirement]:
    """Walk all that ``name[extras]`` needs on this machine, as far as it is installed."""
    if (name, extras) in seen:
        return
    seen.add((name, extras))
    try:
        lines = requires(name) or []
    except PackageNotFoundError:
        return
    for line in lines:
        requirement = Requirement(line)
        environments = [{"extra": extra} for extra in extras or {""}]
        if requirement.marker is None or any(requirement.marker.evaluate(env) for env in environments):
            yield requirement
            yield from needed(requirement.name, frozenset(requirement.extras), seen)


def test_every_requirement_is_pinned_at_a_version_that_it_allows() -> None:
    pinned = pins()
    found = list(needed("remik", frozenset(project()["optional-dependencies"]), set()))
    assert {"discord-py", "pytest", "sqlalchemy"} <= {canonicalize_name(requirement.name) for requirement in found}
    for requirement in found:
        name = canonicalize_name(requirement.name)
        assert name in pinned, f"{requirement} is not in constraints.txt"
        assert requirement.specifier.contains(pinned[name]), f"{requirement}, but constraints.txt has {pinned[name]}"


def test_what_is_installed_is_what_is_pinned() -> None:
    for name, pin in pins().items():
        try:
            assert version(name) == pin, f"{name}: {version(name)} is installed, constraints.txt has {pin}"
        except PackageNotFoundError:
            continue  # an extra that is not installed here, or a package for another system


def test_constraints_hold_exact_versions_and_no_addresses() -> None:
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines():
        assert line.startswith("#") or re.fullmatch(r"[a-z0-9.-]+==[0-9][0-9a-z.]*", line), line


def test_the_lock_has_the_versions_of_the_constraints_each_with_hashes() -> None:
    pinned = pins()
    assert len({one.name for one in locked()}) == len(locked()) >= 30
    for one in locked():
        assert pinned.get(one.name) == one.version, f"{one.name} {one.version} is locked: {ANEW}"
        assert one.digests, f"{one.name} has no hashes: {ANEW}"


def test_the_lock_has_all_that_the_bot_needs_with_every_extra_for_operators() -> None:
    names = {one.name for one in locked()}
    for requirement in needed("remik", frozenset(run_time_extras()), set()):
        assert canonicalize_name(requirement.name) in names, f"{requirement} is not in requirements.lock: {ANEW}"
    declared = [Requirement(line) for line in project()["dependencies"]]
    for extra in run_time_extras():
        declared += [Requirement(line) for line in project()["optional-dependencies"][extra]]
    for requirement in declared:  # also what is not installed here
        assert canonicalize_name(requirement.name) in names, f"{requirement} is not in requirements.lock: {ANEW}"


def test_the_lock_names_no_addresses_and_the_command_that_makes_it() -> None:
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert "://" not in text
    assert f"#    {command()}\n" in text
    assert set(re.findall(r"--extra (\S+)", command())) == run_time_extras()
    assert set(project()["optional-dependencies"]) >= NOT_AT_RUN_TIME
