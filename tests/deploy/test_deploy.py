"""The files in deploy/, checked as far as a machine without a container engine can."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from bot.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
BIN = Path(sys.executable).parent


def _passes(*command: str | Path) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_dockerfile__passes_hadolint() -> None:
    _passes(BIN / "hadolint", "--failure-threshold", "info", DEPLOY / "Dockerfile")


def test_dockerfile__copies_only_what_is_there_and_let_through() -> None:
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    sources = [
        name for line in re.findall(r"^COPY (?!--from)(.*) \S+$", text, re.MULTILINE) for name in line.split()
    ]
    assert sources
    let_through = (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8").split()
    for name in sources:
        assert (ROOT / name).exists()
        assert f"!{name}" in let_through


def test_compose_file__fits_the_compose_specification() -> None:
    _passes(BIN / "check-jsonschema", "--builtin-schema", "vendor.compose-spec", DEPLOY / "compose.yaml")


def test_compose_file__keeps_the_container_small_and_the_token_out_of_the_environment() -> None:
    bot = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]["bot"]
    assert bot["read_only"] is True
    assert bot["cap_drop"] == ["ALL"]
    assert "DISCORD_TOKEN" not in bot["environment"]
    assert bot["environment"]["DISCORD_TOKEN_FILE"].startswith("/run/secrets/")


def test_variables_of_the_deployment__are_settings_of_the_bot() -> None:
    known = {str(field.validation_alias) for field in Settings.model_fields.values()}
    known |= {"HF_HUB_OFFLINE"}
    example = (DEPLOY / "bot.env.example").read_text(encoding="utf-8")
    unit = (DEPLOY / "judgecall.service").read_text(encoding="utf-8")
    named = set(re.findall(r"^#?([A-Z_]+)=", example, re.MULTILINE))
    named |= set(re.findall(r"^Environment=([A-Z_]+)=", unit, re.MULTILINE))
    assert named
    assert named <= known


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit with a program that exists here in the place of the installed one."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not on this machine (apt install systemd): the unit is not checked")
    text = (DEPLOY / "judgecall.service").read_text(encoding="utf-8")
    copy = tmp_path / "judgecall.service"
    copy.write_text(
        text.replace("/opt/judgecall/.venv/bin/judgecall", str(BIN / "judgecall")), encoding="utf-8"
    )
    return copy


def test_systemd_unit__is_valid_and_confined(unit: Path) -> None:
    _passes("systemd-analyze", "verify", unit)
    _passes("systemd-analyze", "security", "--offline=true", "--threshold=20", unit)
