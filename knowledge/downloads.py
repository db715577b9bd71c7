"""Streamed HTTP downloads: conditional, resumed after a break, patient with an overloaded server, and bounded.

Nothing here knows what is downloaded. A file arrives in `<target>.part` and becomes `<target>` by one rename
once it is complete, so whoever reads `<target>` reads a whole file or none.
"""

from __future__ import annotations

import datetime as dt
import email.utils
import ipaddress
import ssl
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Self, TypeVar

import httpx

from knowledge.content import Progress, no_progress
from knowledge.errors import SourceError
from knowledge.partial_file import PartialFile

Result = TypeVar("Result")

ACCEPT = "application/json;q=0.9,text/plain;q=0.9,*/*;q=0.8"
RETRIED = frozenset({408, 429, 500, 502, 503, 504})
MEBIBYTE = 1 << 20
MOST_ATTEMPTS = 40
"""Attempts at one file altogether, also when each of them brought it a little further."""


def user_agent(contact: str | None = None) -> str:
    """The name under which servers know us; `contact` is where to reach whoever runs this copy."""
    try:
        number = version("judgecall")
    except PackageNotFoundError:  # run from a source tree that is not installed
        number = "0"
    where = f"; {contact}" if contact else ""
    return f"Judgecall/{number} (unofficial Magic rules bot{where})"


@dataclass(frozen=True, slots=True)
class HttpSettings:
    """How to talk to servers. Times are seconds, `slowest` bytes a second; tests shorten the times."""

    user_agent: str = field(default_factory=user_agent)
    connect_timeout: float = 10.0
    read_timeout: float = 60.0
    slowest: float = 256.0
    attempts: int = 5
    least_pause_after_429: float = 30.0
    longest_pause: float = 600.0
    first_pause: float = 1.0
    between_requests: float = 0.1
    most_redirects: int = 5
    sleep: Callable[[float], None] = field(default=time.sleep)


@dataclass(frozen=True, slots=True)
class Validators:
    """What a server said about the version that is stored, to ask it whether that is still the newest."""

    etag: str | None = None
    last_modified: str | None = None

    def conditional(self) -> dict[str, str]:
        """Headers that make the server answer 304 when nothing changed."""
        headers = {"If-None-Match": self.etag, "If-Modified-Since": self.last_modified}
        return {name: value for name, value in headers.items() if value}

    def strong(self) -> str | None:
        """A validator that may guard a resumed download (a weak ETag may not, RFC 9110 13.1.5)."""
        if self.etag and not self.etag.startswith("W/"):
            return self.etag
        return None if self.etag else self.last_modified


@dataclass(frozen=True, slots=True)
class Downloaded:
    """A whole file on disk, with what the server said about it."""

    path: Path
    url: str
    validators: Validators
    resumed: bool = False


@dataclass(frozen=True, slots=True)
class NotModified:
    """The server says that the stored version is the newest."""

    url: str


class _Retry(Exception):
    """This attempt failed in a way that another one may not."""

    def __init__(self, reason: str, wait: float | None = None) -> None:
        super().__init__(reason)
        self.wait = wait


class Http:
    """A polite HTTP client: names itself, keeps its pace, retries what can pass, and says what went wrong."""

    def __init__(self, source: str, settings: HttpSettings | None = None) -> None:
        self._source = source
        self._settings = settings or HttpSettings()
        self._last_request = float("-inf")
        self._client = httpx.Client(
            headers={"User-Agent": self._settings.user_agent, "Accept": ACCEPT, "Accept-Encoding": "gzip"},
            timeout=httpx.Timeout(self._settings.read_timeout, connect=self._settings.connect_timeout),
            follow_redirects=False,
            verify=_certificates(),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def get(self, url: str, *, limit: int = 8 * MEBIBYTE) -> httpx.Response:
        """A small document, read whole; more than `limit` bytes after unpacking are refused."""
        return self._with_retries(url, lambda: self._get(url, limit), lambda: 0)

    def download(
        self,
        url: str,
        target: Path,
        *,
        known: Validators | None = None,
        limit: int,
        progress: Progress = no_progress,
        stage: str = "download",
    ) -> Downloaded | NotModified:
        """Fetch `url` into `target` as the bytes on the wire (still packed when the server packs them).

        With `known` the server is asked for it only when it changed. A part left by an earlier attempt, or by
        a process that was killed, is continued when the server confirms that it is the same version.
        """
        part = PartialFile(target)
        return self._with_retries(
            url, lambda: self._download(url, part, known, limit, progress, stage), part.size
        )

    def _with_retries(self, url: str, attempt: Callable[[], Result], arrived: Callable[[], int]) -> Result:
        """Try until it works or `attempts` in a row brought nothing; `arrived` tells how many bytes there are."""
        settings = self._settings
        failures, pause, most = 0, settings.first_pause, 0
        for _ in range(MOST_ATTEMPTS):
            try:
                return attempt()
            except _Retry as failure:
                reason, wait = str(failure), failure.wait
            except httpx.TimeoutException:
                reason, wait = "no answer in time", None
            except (httpx.TransportError, httpx.DecodingError) as error:
                reason, wait = _words(error), None
            if arrived() > most:
                failures, pause, most = 0, settings.first_pause, arrived()
            failures += 1
            if failures >= settings.attempts or (wait or 0.0) > settings.longest_pause:
                break
            settings.sleep(pause if wait is None else wait)
            pause *= 2
        later = (
            f" and asks to be left alone for {wait:.0f} s" if wait and wait > settings.longest_pause else ""
        )
        raise SourceError(
            self._source,
            f"{url} could not be fetched: {reason}{later} ({failures} attempts). "
            "Check the network and the address, or try again later; the stored data stays in use.",
        )

    def _get(self, url: str, limit: int) -> httpx.Response:
        with self._open(url, {}) as response:
            self._check(response)
            body = bytearray()
            for chunk in response.iter_bytes(65536):
                body += chunk
                if len(body) > limit:
                    raise self._refuse(
                        url, f"it sends more than {limit:,} bytes where a small document belongs"
                    )
            return httpx.Response(
                200, headers=_plain(response.headers), content=bytes(body), request=response.request
            )

    def _download(
        self,
        url: str,
        part: PartialFile,
        known: Validators | None,
        limit: int,
        progress: Progress,
        stage: str,
    ) -> Downloaded | NotModified:
        offset, guard = part.resumable(url)
        headers = {"Range": f"bytes={offset}-", "If-Range": guard} if guard else {}
        if not headers and known is not None:
            headers = known.conditional()
        with self._open(url, headers) as response:
            if response.status_code == 304 and known is not None and "If-Range" not in headers:
                return NotModified(str(response.url))
            if response.status_code == 416:
                part.discard()
                raise _Retry("the part that was left does not fit the file any more", wait=0.0)
            self._check(response)
            resumed = response.status_code == 206 and _range_start(response) == offset and bool(guard)
            if response.status_code == 206 and not resumed:
                part.discard()
                raise _Retry("it sent another part of the file than the one asked for", wait=0.0)
            validators = Validators(response.headers.get("ETag"), response.headers.get("Last-Modified"))
            done = offset if resumed else 0
            length = response.headers.get("Content-Length", "")
            total = done + int(length) if length.isdigit() else None
            if total is not None and total > limit:
                raise self._refuse(
                    url, f"the file has {total:,} bytes, more than the {limit:,} that are believable"
                )
            with part.writing(url, validators.strong(), append=resumed) as file:
                started = time.monotonic()
                progress(stage, done, total)
                for chunk in response.iter_raw():
                    done += len(chunk)
                    if done > limit:
                        raise self._refuse(
                            url, f"the file has more than the {limit:,} bytes that are believable"
                        )
                    file.write(chunk)
                    progress(stage, done, total)
                    self._check_speed(done - (offset if resumed else 0), time.monotonic() - started)
            if total is not None and done != total:
                raise _Retry(f"the connection ended after {done:,} of {total:,} bytes")
        part.finish()
        return Downloaded(part.target, str(response.url), validators, resumed)

    @contextmanager
    def _open(self, url: str, headers: Mapping[str, str]) -> Iterator[httpx.Response]:
        """Send the request and follow redirects, each checked before it is followed."""
        for _ in range(self._settings.most_redirects + 1):
            self._keep_pace()
            try:
                response = self._client.send(
                    self._client.build_request("GET", url, headers=dict(headers)), stream=True
                )
            except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
                reason = f"{url!r} is not a web address, or redirects to what is none ({error})"
                raise SourceError(self._source, reason) from error
            try:
                if not response.has_redirect_location:
                    yield response
                    return
                url = self._redirected(response)
            finally:
                response.close()
        raise self._refuse(url, f"more than {self._settings.most_redirects} redirects, one after the other")

    def _redirected(self, response: httpx.Response) -> str:
        old, new = response.url, response.next_request.url if response.next_request else None
        if new is None or new.scheme not in ("http", "https"):
            raise self._refuse(str(old), "it redirects to something that is not a web address")
        if old.scheme == "https" and new.scheme != "https":
            raise self._refuse(str(old), f"it redirects from https to plain {new}")
        if _is_private(new.host) and not _is_private(old.host):
            raise self._refuse(str(old), f"it redirects into a private network: {new}")
        return str(new)

    def _check(self, response: httpx.Response) -> None:
        status = response.status_code
        if status in (200, 206):
            return
        reason = f"it answers {status} {response.reason_phrase}".rstrip()
        if status in RETRIED:
            raise _Retry(reason, self._asked_pause(response))
        raise self._refuse(str(response.url), reason)

    def _check_speed(self, received: int, seconds: float) -> None:
        """A server that trickles would hold the sync for ever without a single read timing out."""
        if seconds > self._settings.read_timeout and received < seconds * self._settings.slowest:
            raise _Retry(f"it sent {received:,} bytes in {seconds:.0f} s")

    def _asked_pause(self, response: httpx.Response) -> float | None:
        asked = _retry_after(response.headers.get("Retry-After"))
        if response.status_code == 429:
            return max(asked or 0.0, self._settings.least_pause_after_429)
        return asked

    def _keep_pace(self) -> None:
        wait = self._last_request + self._settings.between_requests - time.monotonic()
        if wait > 0:
            time.sleep(wait)
        self._last_request = time.monotonic()

    def _refuse(self, url: str, reason: str) -> SourceError:
        return SourceError(self._source, f"{url}: {reason}. The stored data stays in use; check the address.")


@cache
def _certificates() -> ssl.SSLContext:
    """The trusted certificates, read once: that takes longer than most requests."""
    return httpx.create_ssl_context()


def _range_start(response: httpx.Response) -> int | None:
    unit, _, rest = response.headers.get("Content-Range", "").partition(" ")
    start = rest.partition("-")[0]
    return int(start) if unit == "bytes" and start.isdigit() else None


def _retry_after(value: str | None) -> float | None:
    """Seconds to wait, from a number or an HTTP date (RFC 9110 10.2.3); None when there is neither."""
    if not value:
        return None
    if value.strip().isdigit():
        return float(value)
    try:
        until = email.utils.parsedate_to_datetime(value)
    except ValueError:
        return None
    if until.tzinfo is None:
        until = until.replace(tzinfo=dt.UTC)
    return max(0.0, (until - dt.datetime.now(dt.UTC)).total_seconds())


def _is_private(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return not ipaddress.ip_address(host.strip("[]")).is_global
    except ValueError:
        return False


def _plain(headers: httpx.Headers) -> dict[str, str]:
    """The headers of a body that is already unpacked."""
    dropped = {"content-encoding", "content-length", "transfer-encoding"}
    return {name: value for name, value in headers.items() if name.lower() not in dropped}


def _words(error: Exception) -> str:
    text = str(error) or type(error).__name__
    return text[:200]
