"""Downloads from a server on loopback that misbehaves."""

from __future__ import annotations

import datetime as dt
import email.utils
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from knowledge.downloads import Downloaded, Http, HttpSettings, NotModified, Validators, user_agent
from knowledge.errors import SourceError
from tests.knowledge.web import Reply, Web, web_server

DATA = bytes(range(256)) * 4096


@dataclass
class Naps:
    """A sleep that only writes down how long it would have been."""

    taken: list[float] = field(default_factory=list)

    def __call__(self, seconds: float) -> None:
        self.taken.append(seconds)


@pytest.fixture
def web() -> Iterator[Web]:
    with web_server() as server:
        yield server


@pytest.fixture
def naps() -> Naps:
    return Naps()


@pytest.fixture
def settings(naps: Naps) -> HttpSettings:
    return HttpSettings(sleep=naps, between_requests=0.0, attempts=3)


def fetch(
    web: Web,
    settings: HttpSettings,
    target: Path,
    path: str = "/file",
    known: Validators | None = None,
    limit: int = 1 << 24,
) -> Downloaded | NotModified:
    with Http("test source", settings) as http:
        return http.download(web.url + path, target, known=known, limit=limit)


def test_whole_file__arrives_byte_for_byte_and_leaves_no_part(
    web: Web, settings: HttpSettings, tmp_path: Path
) -> None:
    web.file("/file", DATA)
    got = fetch(web, settings, tmp_path / "f")
    assert isinstance(got, Downloaded)
    assert got.path.read_bytes() == DATA
    assert [path.name for path in tmp_path.iterdir()] == ["f"]


def test_request__names_us_and_what_we_accept(web: Web, tmp_path: Path) -> None:
    web.file("/file", DATA)
    fetch(web, HttpSettings(user_agent=user_agent("judge@example.org")), tmp_path / "f")
    headers = web.requests[0].headers
    assert headers["User-Agent"].startswith("Judgecall/")
    assert "judge@example.org" in headers["User-Agent"]
    assert headers["Accept"]


def test_packed_in_transit__is_stored_as_sent(web: Web, settings: HttpSettings, tmp_path: Path) -> None:
    web.file("/file", b"\x1f\x8bnot really", {"Content-Encoding": "gzip"})
    got = fetch(web, settings, tmp_path / "f")
    assert isinstance(got, Downloaded)
    assert got.path.read_bytes() == b"\x1f\x8bnot really"


def test_unchanged__is_not_sent_again(web: Web, settings: HttpSettings, tmp_path: Path) -> None:
    web.file("/file", DATA)
    got = fetch(web, settings, tmp_path / "f")
    assert isinstance(got, Downloaded)
    assert isinstance(fetch(web, settings, tmp_path / "g", known=got.validators), NotModified)
    assert not (tmp_path / "g").exists()


def test_connection_breaks__goes_on_where_it_broke(web: Web, settings: HttpSettings, tmp_path: Path) -> None:
    web.file("/file", DATA)
    whole = web.routes["/file"]
    broken = iter([True])
    web.routes["/file"] = lambda request: (
        replace(whole(request), cut_after=300_000) if next(broken, False) else whole(request)
    )
    got = fetch(web, settings, tmp_path / "f")
    assert isinstance(got, Downloaded)
    assert got.resumed
    assert got.path.read_bytes() == DATA
    assert web.requests[1].headers["Range"].startswith("bytes=")


def test_part_left_by_a_killed_process__is_continued_by_the_next(
    web: Web, settings: HttpSettings, tmp_path: Path
) -> None:
    web.file("/file", DATA)
    whole = web.routes["/file"]
    web.routes["/file"] = lambda request: replace(whole(request), cut_after=500_000)
    with pytest.raises(SourceError):
        fetch(web, replace(settings, attempts=1), tmp_path / "f")
    web.file("/file", DATA)
    got = fetch(web, settings, tmp_path / "f")
    assert isinstance(got, Downloaded)
    assert got.resumed
    assert got.path.read_bytes() == DATA


def test_file_changes_while_broken__starts_anew(web: Web, settings: HttpSettings, tmp_path: Path) -> None:
    web.file("/file", DATA)
    whole = web.routes["/file"]
    web.routes["/file"] = lambda request: replace(whole(request), cut_after=500_000)
    with pytest.raises(SourceError):
        fetch(web, replace(settings, attempts=1), tmp_path / "f")
    web.file("/file", DATA[::-1])
    got = fetch(web, settings, tmp_path / "f")
    assert isinstance(got, Downloaded)
    assert got.path.read_bytes() == DATA[::-1]


def test_file_is_shorter_than_the_part__starts_anew(web: Web, settings: HttpSettings, tmp_path: Path) -> None:
    web.file("/file", DATA)
    whole = web.routes["/file"]
    web.routes["/file"] = lambda request: replace(whole(request), cut_after=500_000)
    with pytest.raises(SourceError):
        fetch(web, replace(settings, attempts=1), tmp_path / "f")
    tag = whole(web.requests[0]).headers["ETag"]
    web.say("/file", Reply(status=416), Reply(DATA[:100], headers={"ETag": tag}))
    got = fetch(web, settings, tmp_path / "f")
    assert isinstance(got, Downloaded)
    assert got.path.read_bytes() == DATA[:100]


def test_many_breaks_with_progress_each__still_arrives(
    web: Web, settings: HttpSettings, tmp_path: Path
) -> None:
    web.file("/file", DATA)
    whole = web.routes["/file"]
    web.routes["/file"] = lambda request: replace(whole(request), cut_after=150_000)
    got = fetch(web, settings, tmp_path / "f")
    assert isinstance(got, Downloaded)
    assert got.path.read_bytes() == DATA
    assert len(web.requests) > settings.attempts


def test_content_length_longer_than_the_body__is_an_error_not_a_short_file(
    web: Web, settings: HttpSettings, tmp_path: Path
) -> None:
    web.say("/file", Reply(DATA[:1000], length=2000, cut_after=1000))
    with pytest.raises(SourceError, match="could not be fetched"):
        fetch(web, settings, tmp_path / "f")
    assert not (tmp_path / "f").exists()


def test_404__is_said_at_once(web: Web, settings: HttpSettings, naps: Naps, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="404"):
        fetch(web, settings, tmp_path / "f", "/nowhere")
    assert not naps.taken


def test_429_with_retry_after__waits_as_long_as_asked(
    web: Web, settings: HttpSettings, naps: Naps, tmp_path: Path
) -> None:
    web.say("/file", Reply(status=429, headers={"Retry-After": "45"}), Reply(DATA))
    assert isinstance(fetch(web, settings, tmp_path / "f"), Downloaded)
    assert naps.taken == [45.0]


def test_429_with_a_date__waits_until_then(
    web: Web, settings: HttpSettings, naps: Naps, tmp_path: Path
) -> None:
    until = email.utils.format_datetime(dt.datetime.now(dt.UTC) + dt.timedelta(seconds=90), usegmt=True)
    web.say("/file", Reply(status=429, headers={"Retry-After": until}), Reply(DATA))
    assert isinstance(fetch(web, settings, tmp_path / "f"), Downloaded)
    assert len(naps.taken) == 1
    assert 80 < naps.taken[0] <= 90


def test_429_without_retry_after__waits_half_a_minute(
    web: Web, settings: HttpSettings, naps: Naps, tmp_path: Path
) -> None:
    web.say("/file", Reply(status=429), Reply(DATA))
    assert isinstance(fetch(web, settings, tmp_path / "f"), Downloaded)
    assert naps.taken == [30.0]


def test_asked_to_wait_for_hours__gives_up_and_says_so(
    web: Web, settings: HttpSettings, naps: Naps, tmp_path: Path
) -> None:
    web.say("/file", Reply(status=503, headers={"Retry-After": "7200"}))
    with pytest.raises(SourceError, match="7200 s"):
        fetch(web, settings, tmp_path / "f")
    assert not naps.taken


def test_500_then_success__arrives(web: Web, settings: HttpSettings, naps: Naps, tmp_path: Path) -> None:
    web.say("/file", Reply(status=500), Reply(status=503), Reply(DATA))
    got = fetch(web, settings, tmp_path / "f")
    assert isinstance(got, Downloaded)
    assert got.path.read_bytes() == DATA
    assert naps.taken == [1.0, 2.0]


def test_500_forever__gives_up_with_the_reason(web: Web, settings: HttpSettings, tmp_path: Path) -> None:
    web.say("/file", Reply(status=500))
    with pytest.raises(SourceError, match=r"500.*3 attempts"):
        fetch(web, settings, tmp_path / "f")
    assert len(web.requests) == 3


def test_no_answer__times_out_and_says_so(web: Web, settings: HttpSettings, tmp_path: Path) -> None:
    web.say("/file", Reply(DATA, delay=0.6))
    with pytest.raises(SourceError, match="no answer in time"):
        fetch(web, replace(settings, read_timeout=0.1, attempts=2), tmp_path / "f")


def test_nobody_listens__says_so(settings: HttpSettings, tmp_path: Path) -> None:
    with web_server() as gone:
        pass
    with pytest.raises(SourceError, match="Check the network"):
        fetch(gone, settings, tmp_path / "f")


def test_redirect_to_another_host__is_followed(web: Web, settings: HttpSettings, tmp_path: Path) -> None:
    with web_server() as other:
        other.file("/there", DATA)
        web.say("/file", Reply(status=302, headers={"Location": f"http://localhost:{other.port}/there"}))
        got = fetch(web, settings, tmp_path / "f")
    assert isinstance(got, Downloaded)
    assert got.path.read_bytes() == DATA
    assert got.url.endswith("/there")
    assert other.requests[0].headers["User-Agent"].startswith("Judgecall/")


@pytest.mark.parametrize("location", ["file:///etc/passwd", "ftp://example.org/x", "javascript:alert(1)"])
def test_redirect_to_no_web_address__is_refused(
    web: Web, settings: HttpSettings, tmp_path: Path, location: str
) -> None:
    web.say("/file", Reply(status=302, headers={"Location": location}))
    with pytest.raises(SourceError, match="redirects"):
        fetch(web, settings, tmp_path / "f")


def test_redirects_in_a_circle__end(web: Web, settings: HttpSettings, tmp_path: Path) -> None:
    web.say("/file", Reply(status=302, headers={"Location": "/file"}))
    with pytest.raises(SourceError, match="redirects"):
        fetch(web, settings, tmp_path / "f")
    assert len(web.requests) == settings.most_redirects + 1


@pytest.mark.parametrize("url", ["not an address", "http://", "gopher://example.org/", "http://[::1"])
def test_address_is_none__says_so(settings: HttpSettings, tmp_path: Path, url: str) -> None:
    with Http("test source", settings) as http, pytest.raises(SourceError):
        http.download(url, tmp_path / "f", limit=1000)


def test_address_with_a_raw_space__is_encoded(web: Web, settings: HttpSettings, tmp_path: Path) -> None:
    web.file("/a%20b.txt", DATA)
    assert isinstance(fetch(web, settings, tmp_path / "f", "/a b.txt"), Downloaded)


@pytest.mark.parametrize("length", [None, 10])
def test_more_bytes_than_believable__are_refused(
    web: Web, settings: HttpSettings, tmp_path: Path, length: int | None
) -> None:
    web.file("/file", DATA)
    with pytest.raises(SourceError, match="believable"):
        fetch(web, settings, tmp_path / "f", limit=length or 1000)
    assert not (tmp_path / "f").exists()


def test_large_document_where_a_small_one_belongs__is_refused(web: Web, settings: HttpSettings) -> None:
    web.file("/file", DATA)
    with Http("test source", settings) as http, pytest.raises(SourceError, match="small document"):
        http.get(web.url + "/file", limit=1000)
