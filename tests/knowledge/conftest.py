"""Fixtures of the tests of sources and sync."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.knowledge.sync.mirror import Mirror, mirror_server


@pytest.fixture
def mirror() -> Iterator[Mirror]:
    with mirror_server() as served:
        yield served
