from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.knowledge.sync.mirror import Mirror, mirror_server


@pytest.fixture
def mirror() -> Iterator[Mirror]:
    with mirror_server() as served:
        yield served


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    return tmp_path / "data"
