"""The Comprehensive Rules: fetched, read, checked and compared with the editions that are stored."""

from __future__ import annotations

import datetime as dt

from knowledge.content import Ruleset, SourceStamp
from knowledge.downloads import NotModified, Validators
from knowledge.errors import ContentError
from knowledge.notes import Notes
from knowledge.rules_diff import rules_diff
from knowledge.sources.comprehensive_rules import RulesClient, decode, parse_rules, read_text_file
from knowledge.store import Store
from knowledge.sync.prepared import Prepared, Sources, digest_of
from knowledge.sync.report import Change
from knowledge.sync.state import Seen

EXAMPLES = 5


def prepare_rules(sources: Sources) -> Prepared[Ruleset]:
    """The edition that the source has now; one that is not stored yet is added to those that are."""
    options, stored = sources.options, sources.stored_digest("rules")
    asked: list[str] = []

    def known(url: str) -> Validators | None:
        asked.append(url)
        return sources.state.validators("rules", url, stored)

    client = RulesClient(options.rules_url, options.http)
    got = client.fetch(sources.folder / "rules.download", known=known, progress=sources.progress)
    prepared: Prepared[Ruleset] = Prepared("rules", got.url)
    if isinstance(got, NotModified):
        return prepared
    try:
        data = read_text_file(got.path)
    finally:
        got.path.unlink(missing_ok=True)
    ruleset = read_rules(data)
    digest = digest_of([ruleset.model_dump_json()])
    etag, last_modified = got.validators.etag, got.validators.last_modified
    prepared.as_of = ruleset.effective
    prepared.seen = Seen(url=asked[-1], content=digest, etag=etag, last_modified=last_modified)
    prepared.stamp = SourceStamp(
        name="rules",
        url=got.url,
        fetched_at=options.now(),
        etag=etag,
        last_modified=last_modified,
        sha256=digest,
        size=len(data),
        records=len(ruleset.rules),
    )
    prepared.change = _compare(sources, ruleset, prepared.notes)
    if prepared.change or digest != stored:
        prepared.rows = ruleset
    return prepared


def read_rules(data: bytes) -> Ruleset:
    """A rules text as published → the edition. A text that is cut off or something else is a KnowledgeError."""
    text, encoding = decode(data)
    ruleset = parse_rules(text, encoding).ruleset()
    if not ruleset.glossary:
        raise ContentError("rules: the text has no glossary entry; it is cut off or laid out in a new way")
    return ruleset


def stored_ruleset(store: Store, effective: dt.date) -> Ruleset:
    """A stored edition, whole."""
    return Ruleset(effective=effective, rules=store.rules(effective), glossary=store.glossary(effective))


def with_stored_editions(store: Store | None, new: Ruleset) -> list[Ruleset]:
    """The stored editions, the one of the same date replaced by `new`."""
    dates = store.effective_dates() if store is not None else []
    kept = (
        [stored_ruleset(store, date) for date in dates if date != new.effective] if store is not None else []
    )
    return [*kept, new]


def _compare(sources: Sources, ruleset: Ruleset, notes: Notes) -> Change:
    store, total = sources.store, len(ruleset.rules)
    editions = store.effective_dates() if store is not None else []
    if store is None or not editions:
        return Change(total, added=total)
    newest = editions[-1]
    sources.refuse_shrunken("rules", len(store.rules(newest)), total)
    if ruleset.effective is not None and ruleset.effective < newest:
        notes.add("older edition than the one in use, kept for comparison only", str(ruleset.effective))
    same_date = ruleset.effective if ruleset.effective in editions else newest
    diff = rules_diff(stored_ruleset(store, same_date), ruleset)
    moved = [f"{move.old.number} → {move.new.number}" for move in diff.moved]
    examples = [rule.number for rule in diff.added] + [change.new.number for change in diff.changed] + moved
    changed = len(diff.changed) + len(diff.moved)
    return Change(total, len(diff.added), len(diff.removed), changed, tuple(examples[:EXAMPLES]))
