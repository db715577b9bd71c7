"""What an installed judgecall consists of."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
import zipfile
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.architecture.repository import PACKAGES, ROOT, files_of, pyproject


def _owns(owner: Distribution, package: str) -> bool:
    if owner.name == "judgecall":
        return True
    tops = (owner.read_text("top_level.txt") or "").split()
    return package in tops or any(path.parts[0] == package for path in owner.files or ())


@pytest.mark.parametrize("package", PACKAGES)
def test_package__belongs_to_exactly_one_distribution(package: str) -> None:
    # PyPI has a `knowledge` and a `rules-engine` whose files would silently take the place of ours.
    assert {owner.name for owner in distributions() if _owns(owner, package)} == {"judgecall"}
    module = importlib.import_module(package)
    assert [Path(place) for place in module.__path__] == [Path(str(module.__file__)).parent]


def test_version__is_the_one_of_the_changelog() -> None:
    assert distribution("judgecall").version == pyproject()["project"]["version"]
    assert f"## {pyproject()['project']['version']}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The names of the files in a wheel built from here."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    with zipfile.ZipFile(built) as archive:
        return archive.namelist()


def test_wheel__holds_all_code_and_data_of_the_packages(wheel: list[str]) -> None:
    suffixes = (".py", ".yaml", ".json", ".jsonl", ".toml", ".typed", ".npz", ".sql")
    expected = {str(path.relative_to(ROOT)) for path in files_of(*PACKAGES, suffixes=suffixes)}
    assert expected <= set(wheel)
    assert any(name.startswith("rules_engine/library/") for name in wheel)


def test_wheel__holds_nothing_else(wheel: list[str]) -> None:
    tops = {name.partition("/")[0] for name in wheel}
    assert {top for top in tops if not re.fullmatch(r"judgecall-[\d.]+\.dist-info", top)} == set(PACKAGES)


@pytest.mark.parametrize("lock", ["run", "dev"])
def test_lock__pins_every_dependency_in_its_range_with_hashes(lock: str) -> None:
    text = (ROOT / "requirements" / f"{lock}.lock").read_text(encoding="utf-8")
    pins = {
        canonicalize_name(name): (Version(version), hashes.count("--hash=sha256:"))
        for name, version, hashes in re.findall(
            r"^([\w.-]+)==(\S+) \\\n((?:    --hash=.*\n)+)", text, re.MULTILINE
        )
    }
    torch = Requirement((ROOT / "requirements" / "torch.txt").read_text(encoding="utf-8").splitlines()[-1])
    assert torch.name == "torch"
    assert "torch" not in pins
    pins[canonicalize_name("torch")] = (Version(str(torch.specifier).removeprefix("==")), 1)
    project = pyproject()["project"]
    wanted = [*project["dependencies"], *(project["optional-dependencies"]["dev"] if lock == "dev" else [])]
    for requirement in map(Requirement, wanted):
        version, hashes = pins[canonicalize_name(requirement.name)]
        assert version in requirement.specifier, requirement
        assert hashes > 0, requirement
    assert not [name for name in pins if re.match(r"nvidia|cuda|triton", name)]
