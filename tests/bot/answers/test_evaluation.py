"""How answers are scored."""

from __future__ import annotations

import pytest

from bot.answers.evaluation import rules_found


@pytest.mark.parametrize(
    ("cited", "shown", "share"),
    [
        (["704.5e"], ["704.5e"], 1.0),
        (["704.5"], ["704.5e"], 1.0),
        (["704.5e"], ["704.5"], 0.0),
        (["704.5"], ["704.51"], 0.0),
        (["704"], ["704.5e"], 1.0),
        (["70"], ["704.5e"], 0.0),
        (["704.5e", "601.2"], ["601.2b"], 0.5),
        ([], ["601.2b"], 0.0),
    ],
)
def test_rule_is_found_by_itself_or_a_subrule__not_by_a_parent(
    cited: list[str], shown: list[str], share: float
) -> None:
    assert rules_found(cited, shown) == share
