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


SETTINGS = {str(field.validation_alias) for field in Settings.model_fields.values()}
NOT_FOR_OWNERS = {"JUDGECALL_DISCORD_API", "JUDGECALL_DISCORD_GATEWAY"}
BY_SYSTEMD = {"NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"}


def test_variables_of_the_deployment__are_settings_of_the_bot() -> None:
    unit = (DEPLOY / "judgecall.service").read_text(encoding="utf-8")
    bot = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]["bot"]
    image = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    named = set(re.findall(r"^Environment=([A-Z_]+)=", unit, re.MULTILINE)) | set(bot["environment"])
    named |= set(re.findall(r" ((?:JUDGECALL|HEALTH|SYNC)[A-Z_]*)=", image))
    assert named >= {"JUDGECALL_DATA", "DISCORD_TOKEN_FILE", "HEALTH_PORT"}
    assert named <= SETTINGS | {"HF_HUB_OFFLINE"}


def test_example_of_settings__explains_every_one_that_an_owner_may_set() -> None:
    example = (DEPLOY / "bot.env.example").read_text(encoding="utf-8")
    named = re.findall(r"^#([A-Z_]+)=", example, re.MULTILINE)
    assert sorted(named) == sorted(SETTINGS - NOT_FOR_OWNERS - BY_SYSTEMD)
    for paragraph in example.split("\n\n"):
        assert paragraph.startswith("# "), "every variable has a line of words above it"


def test_health_checks__ask_the_bot_itself() -> None:
    bot = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]["bot"]
    assert bot["healthcheck"]["test"] == ["CMD", "judgecall", "bot", "health"]
    image = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    assert re.search(r'^HEALTHCHECK .*CMD \["judgecall", "bot", "health"\]$', image, re.MULTILINE)


def test_systemd_unit__waits_for_the_bot_and_ends_only_the_bot_first() -> None:
    unit = (DEPLOY / "judgecall.service").read_text(encoding="utf-8").splitlines()
    assert "Type=notify" in unit
    assert "KillMode=mixed" in unit
    assert any(line.startswith("WatchdogSec=") for line in unit)


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
