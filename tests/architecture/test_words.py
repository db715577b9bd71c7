"""Words that must not stand in the project, and files that should not grow further."""

from __future__ import annotations

import re

from tests.architecture.repository import ROOT, files

# Each is written so that this file does not hold it.
_FORBIDDEN = re.compile(
    r"/w[o]rk/|[.][.]/[.]l[i]brary|farm-(b[e]nch|st[u]dio)|sub[a]gent|rules[g]uru|claude[-. ]|anthr[o]pic",
    re.I,
)
_TEXT = {".py", ".md", ".yaml", ".toml", ".json", ".jsonl", ".txt", ".service", ".example", ""}


def test_words_of_where_it_was_made__do_not_stand_in_the_project() -> None:
    found = []
    for path in files():
        if path.suffix not in _TEXT:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if _FORBIDDEN.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}")
    assert not found


def test_archives_and_databases__are_not_kept_outside_the_tests() -> None:
    packed = [path for path in files() if path.suffix in {".gz", ".zip", ".db", ".sqlite", ".parquet"}]
    assert not [path for path in packed if path.relative_to(ROOT).parts[0] != "tests"]
