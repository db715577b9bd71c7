"""A generation is whole or not there; a damaged one is noticed, said and passed over."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from knowledge import Knowledge
from knowledge.builtin_corpus import builtin_content
from knowledge.content import Content
from knowledge.embedders import ModelCard, Vectors
from knowledge.errors import ContentError, DataFolderError, GenerationError
from knowledge.generations import (
    add_vectors,
    build_builtin,
    build_generation,
    current_generation,
    generations,
    replace_file,
)
from knowledge.manifest import find_damage, read_manifest
from knowledge.models import Card
from knowledge.store import Store
from tests.knowledge.made_up import CARDS, RULINGS, build, content

FILES = ("store.sqlite", "language.sqlite", "lexical/data.csc.index.npy", "lexical/vocab.index.json")


class LetterEncoder:
    """An encoder that counts letters: quick, and its vectors tell texts apart. It notes what it encoded."""

    def __init__(self, name: str = "letters") -> None:
        self.card = ModelCard(setting=name, weights=name, dimension=26)
        self.encoded: list[str] = []

    def encode_query(self, text: str) -> Vectors:
        counts = np.array([text.lower().count(letter) for letter in "abcdefghijklmnopqrstuvwxyz"], np.float32)
        return np.asarray(counts / max(float(np.linalg.norm(counts)), 1e-6), dtype=np.float32)

    def encode_passages(self, texts: Sequence[str], report: Callable[[int], None] | None = None) -> Vectors:
        self.encoded += texts
        return np.stack([self.encode_query(text) for text in texts])


def test_empty_folder__gets_the_builtin_corpus_and_says_how_far_it_is(data_dir: Path) -> None:
    stages: list[str] = []
    knowledge = Knowledge.open(
        data_dir, progress=lambda stage, done, total: stages.append(stage), model=False
    )
    status = knowledge.status()
    assert (status.cards, status.rulings, status.distinct_rulings) == (2, 21, 21)
    assert status.languages == ("en", "de", "es", "fr", "it", "ja", "pt", "zh")
    assert status.index == "lexical only"
    assert not status.problems
    assert "cards" in stages
    assert "rulings" in stages


def test_folder_opened_again__is_not_built_again(data_dir: Path) -> None:
    Knowledge.open(data_dir, model=False).close()
    before = current_generation(data_dir)
    Knowledge.open(data_dir, model=False).close()
    assert current_generation(data_dir) == before
    assert len(generations(data_dir)) == 1


def test_new_generation__replaces_the_one_in_use_and_keeps_the_one_before(data_dir: Path) -> None:
    folders = [build(data_dir) for _ in range(4)]
    assert current_generation(data_dir) == folders[-1]
    assert set(generations(data_dir)) == set(folders[-2:])


def test_open_knowledge__picks_a_new_generation_up(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    knowledge = Knowledge.open(data_dir, model=False)
    assert knowledge.card("Wombat Warden") is None
    build(data_dir)
    monkeypatch.setattr("knowledge.facade.LOOK_EVERY", -1.0)
    card = knowledge.card("Wombat Warden")
    assert card is not None
    assert card.oracle_id == "wombat"


def test_source_that_breaks_off__leaves_nothing_behind(data_dir: Path) -> None:
    before = build(data_dir)

    def broken() -> Iterator[Card]:
        yield CARDS[0]
        raise ContentError("the download broke off", "card 2")

    with pytest.raises(ContentError, match="card 2"):
        build_generation(content(cards=broken()), data_dir)
    assert current_generation(data_dir) == before
    assert os.listdir(data_dir / "generations") == [before.name]


@pytest.mark.parametrize(
    "changes, reason",
    [({"cards": ()}, "no card"), ({"cards": (CARDS[0], CARDS[0])}, "same oracle id")],
)
def test_content_that_contradicts_itself__is_refused(
    data_dir: Path, changes: dict[str, object], reason: str
) -> None:
    with pytest.raises(ContentError, match=reason):
        build(data_dir, **changes)
    assert current_generation(data_dir) is None


def test_rulings_and_printings_of_unknown_cards__are_left_out_and_counted(data_dir: Path) -> None:
    manifest = read_manifest(build(data_dir))
    assert manifest.dropped == {"printings": 1, "rulings": 1}
    assert manifest.counts["rulings"] == len(RULINGS) - 1


def test_parts_that_did_not_change__are_taken_over(data_dir: Path) -> None:
    first = Store(build(data_dir))
    rulings = [*RULINGS, RULINGS[0].model_copy(update={"comment": "A new ruling about burrows."})]
    kept = {"cards": None, "printings": None, "translations": None, "rulesets": None}
    second = Store(build(data_dir, rulings=rulings, **kept))
    assert second.card_digests() == first.card_digests()
    assert second.card_by_id("wombat") == first.card_by_id("wombat")
    assert second.rules() == first.rules()
    assert second.meta()["cards_as_of"] == first.meta()["cards_as_of"]
    assert len(second.ruling_keys() - first.ruling_keys()) == 1
    assert [ruling.translations["zh"].text for ruling in second.rulings("orla-1")] == [
        ruling.translations["zh"].text for ruling in first.rulings("orla-1")
    ]
    assert second.file.query("SELECT count(*) FROM names") == first.file.query("SELECT count(*) FROM names")


def test_parts_to_be_taken_over_from_nothing__are_refused(data_dir: Path) -> None:
    with pytest.raises(ContentError, match="no previous generation"):
        build(data_dir, rulings=None)


def test_texts_that_did_not_change__are_not_encoded_again(data_dir: Path) -> None:
    first, second = LetterEncoder(), LetterEncoder()
    build_generation(content(), data_dir, encoder=first)
    assert len(first.encoded) == len(set(first.encoded)) > 4
    rulings = [*RULINGS, RULINGS[0].model_copy(update={"comment": "A new ruling about burrows."})]
    build_generation(content(rulings=rulings), data_dir, encoder=second)
    assert second.encoded == ["A new ruling about burrows."]


def test_other_model__encodes_everything_again(data_dir: Path) -> None:
    build_generation(content(), data_dir, encoder=LetterEncoder())
    other = LetterEncoder("other")
    folder = build_generation(content(), data_dir, encoder=other)
    assert len(other.encoded) > 4
    assert read_manifest(folder).model == other.card


def test_build_without_an_encoder__keeps_vectors_only_if_every_text_has_one(data_dir: Path) -> None:
    encoder = LetterEncoder()
    build_generation(content(), data_dir, encoder=encoder)
    assert read_manifest(build(data_dir)).model == encoder.card
    rulings = [*RULINGS, RULINGS[0].model_copy(update={"comment": "A new ruling about burrows."})]
    assert read_manifest(build(data_dir, rulings=rulings)).model is None


def test_vectors_added_later__leave_the_texts_as_they_are(data_dir: Path) -> None:
    before = build(data_dir)
    encoder = LetterEncoder()
    after = add_vectors(before, data_dir, encoder)
    assert after != before
    assert read_manifest(after).passages == read_manifest(before).passages
    assert add_vectors(after, data_dir, encoder) == after


# Damage


def _damage(path: Path, how: str) -> None:
    data = path.read_bytes()
    if how == "missing":
        path.unlink()
    elif how == "truncated":
        path.write_bytes(data[: len(data) // 2])
    else:
        middle = len(data) // 2
        path.write_bytes(data[:middle] + bytes([data[middle] ^ 0xFF]) + data[middle + 1 :])


@pytest.mark.parametrize("how", ["missing", "truncated"])
@pytest.mark.parametrize("name", [*FILES, "manifest.json"])
def test_damaged_file__is_noticed_and_the_generation_before_serves(
    data_dir: Path, name: str, how: str
) -> None:
    before = build(data_dir)
    damaged = build(data_dir)
    _damage(damaged / name, how)
    knowledge = Knowledge.open(data_dir, model=False)
    assert knowledge.status().generation == before.name
    assert any(damaged.name in problem for problem in knowledge.status().problems)
    assert knowledge.card("Wombat Warden") is not None


@pytest.mark.parametrize("name", FILES)
def test_single_changed_byte__is_found_by_a_thorough_look(data_dir: Path, name: str) -> None:
    damaged = build(data_dir)
    assert not find_damage(damaged, read_manifest(damaged), thorough=True)
    _damage(damaged / name, "flipped")
    assert find_damage(damaged, read_manifest(damaged), thorough=True).keys() == {name}


@pytest.mark.parametrize("how", ["missing", "truncated"])
def test_only_generation_damaged__the_builtin_corpus_serves_and_it_is_said(data_dir: Path, how: str) -> None:
    _damage(build(data_dir) / "store.sqlite", how)
    knowledge = Knowledge.open(data_dir, model=False)
    assert knowledge.status().rulings == 21
    assert any("sync again" in problem for problem in knowledge.status().problems)


@pytest.mark.parametrize("how", ["missing", "truncated"])
def test_damaged_vectors__search_goes_on_lexically_and_it_is_said(data_dir: Path, how: str) -> None:
    folder = build_generation(content(), data_dir, encoder=LetterEncoder())
    _damage(folder / "vectors.faiss", how)
    knowledge = Knowledge.open(data_dir, model=False)
    found = knowledge.search("look at the burrow twice")
    assert found.retrieval == "lexical"
    assert found.hits[0].cards[0] in ("Wombat Warden", "Orla, Keeper of Burrows")
    assert any("lexical until" in problem for problem in knowledge.status().problems)


def test_vectors_of_other_texts__are_not_used(data_dir: Path) -> None:
    encoder = LetterEncoder()
    small = build_generation(content(rulings=RULINGS[:1], translations=()), data_dir, encoder=encoder)
    aside = data_dir / "aside"
    shutil.copyfile(small / "vectors.faiss", aside)
    folder = build_generation(content(), data_dir, encoder=encoder)
    shutil.copyfile(aside, folder / "vectors.faiss")
    knowledge = Knowledge.open(data_dir, model=False)
    assert knowledge.search("burrow").retrieval == "lexical"
    assert knowledge.status().problems


def test_damaged_generation__lends_nothing_to_a_sync(data_dir: Path) -> None:
    _damage(build(data_dir) / "store.sqlite", "flipped")
    with pytest.raises(GenerationError, match="all sources must be read again"):
        build(data_dir, rulings=None)
    assert Store(build(data_dir)).card_by_id("wombat") is not None


def test_pointer_to_nothing__counts_as_an_empty_folder(data_dir: Path) -> None:
    build(data_dir)
    shutil.rmtree(data_dir / "generations")
    assert Knowledge.open(data_dir, model=False).status().rulings == 21


@pytest.mark.parametrize("pointer", [b"", b"../..\n", b"\xff\xfe", b"no such generation\n"])
def test_damaged_pointer__the_newest_generation_is_used(data_dir: Path, pointer: bytes) -> None:
    build(data_dir)
    (data_dir / "current").write_bytes(pointer)
    knowledge = Knowledge.open(data_dir, model=False)
    assert knowledge.status().rulings in (3, 21)


def test_generation_of_another_format__is_passed_over(data_dir: Path) -> None:
    folder = build(data_dir)
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps(manifest | {"format": 99}))
    knowledge = Knowledge.open(data_dir, model=False)
    assert any("format 99" in problem for problem in knowledge.status().problems)


def test_corrupt_page__is_an_error_that_names_the_file(data_dir: Path) -> None:
    folder = build(data_dir)
    data = bytearray((folder / "store.sqlite").read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    (folder / "store.sqlite").write_bytes(bytes(data))
    with pytest.raises(GenerationError, match=r"store\.sqlite cannot be read"):
        Store(folder).card_by_id("wombat")


# Disks and other processes


def test_folder_that_is_a_file__is_an_error_that_says_so(data_dir: Path) -> None:
    data_dir.parent.mkdir(exist_ok=True)
    data_dir.write_text("not a folder")
    with pytest.raises(DataFolderError, match="cannot be"):
        build(data_dir)
    knowledge = Knowledge.open(data_dir, model=False)
    assert knowledge.status().rulings == 21
    assert any("built-in corpus is used" in problem for problem in knowledge.status().problems)


def test_killed_build__leaves_the_old_generation_and_its_remains_are_removed(data_dir: Path) -> None:
    before = build(data_dir)
    script = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "from tests.knowledge.made_up import CARDS, content\n"
        "from knowledge.generations import build_generation\n"
        "def cards():\n"
        "    yield CARDS[0]\n"
        "    print('building', flush=True)\n"
        "    time.sleep(60)\n"
        "build_generation(content(cards=cards()), Path(sys.argv[1]))\n"
    )
    process = subprocess.Popen([sys.executable, "-c", script, str(data_dir)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"building\n"
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    assert len(os.listdir(data_dir / "generations")) == 2
    assert current_generation(data_dir) == before
    assert Knowledge.open(data_dir, model=False).card("Wombat Warden") is not None
    after = build(data_dir)
    assert sorted(os.listdir(data_dir / "generations")) == sorted([before.name, after.name])


def test_several_processes_on_an_empty_folder__build_once(data_dir: Path) -> None:
    script = (
        "import sys\n"
        "from pathlib import Path\n"
        "from knowledge import Knowledge\n"
        "print(Knowledge.open(Path(sys.argv[1]), model=False).status().generation)\n"
    )
    processes = [
        subprocess.Popen([sys.executable, "-c", script, str(data_dir)], stdout=subprocess.PIPE)
        for _ in range(3)
    ]
    names = {process.communicate()[0] for process in processes}
    assert [process.returncode for process in processes] == [0, 0, 0]
    assert len(names) == 1
    assert len(generations(data_dir)) == 1


def test_two_threads_that_build__do_so_one_after_the_other(data_dir: Path) -> None:
    running = 0
    most = 0

    def cards() -> Iterator[Card]:
        nonlocal running, most
        running += 1
        most = max(most, running)
        time.sleep(0.1)
        running -= 1
        yield from CARDS

    threads = [threading.Thread(target=build, args=(data_dir,), kwargs={"cards": cards()}) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 1
    assert current_generation(data_dir) is not None


def test_readers_while_generations_change__never_see_half_of_one(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("knowledge.facade.LOOK_EVERY", -1.0)
    build(data_dir)
    knowledge = Knowledge.open(data_dir, model=False)
    failures: list[BaseException] = []
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            try:
                assert knowledge.search("burrow twice wombat", k=3).hits
                assert len(knowledge.rulings("wombat")) == 1
            except BaseException as error:  # noqa: BLE001 - reported by the test
                failures.append(error)
                return

    threads = [threading.Thread(target=read) for _ in range(3)]
    for thread in threads:
        thread.start()
    for _ in range(4):
        build(data_dir)
    done.set()
    for thread in threads:
        thread.join()
    assert not failures


def test_builtin_corpus_of_an_older_version__makes_way_for_the_newer(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = build_builtin(data_dir)
    monkeypatch.setattr("knowledge.builtin_corpus.corpus_hash", lambda: "newer")
    knowledge = Knowledge.open(data_dir, model=False)
    assert knowledge.status().generation != old.name
    assert not knowledge.status().problems


def test_synced_data__is_not_replaced_by_a_newer_builtin_corpus(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = build(data_dir)
    monkeypatch.setattr("knowledge.builtin_corpus.corpus_hash", lambda: "newer")
    assert Knowledge.open(data_dir, model=False).status().generation == folder.name


def test_small_file_replaced__is_never_half_written(tmp_path: Path) -> None:
    path = tmp_path / "current"
    replace_file(path, "one\n")
    replace_file(path, "two\n")
    assert path.read_text() == "two\n"
    assert os.listdir(tmp_path) == ["current"]


def test_content_of_the_builtin_corpus__streams_like_any_other(data_dir: Path) -> None:
    parts = builtin_content()
    streamed = Content(
        cards=iter(parts.cards or ()),
        printings=iter(parts.printings or ()),
        rulings=iter(parts.rulings or ()),
        translations=iter(parts.translations or ()),
        rulesets=parts.rulesets,
    )
    store = Store(build_generation(streamed, data_dir))
    assert len(store.ruling_keys()) == 21
    assert isinstance(store.card_by_id(store.card_ids("Arkaner Raub")[0]), Card)
