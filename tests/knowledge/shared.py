"""The folder with real data beside the repository, which only some machines have."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(os.environ.get("JUDGECALL_SHARED", Path(__file__).resolve().parents[3] / "shared"))


def shared_file(name: str) -> Path:
    """A file of the shared folder; where the folder is absent, the test is skipped and counted."""
    if not ROOT.is_dir():
        pytest.skip("the shared folder with real data is not on this machine")
    return ROOT / name
