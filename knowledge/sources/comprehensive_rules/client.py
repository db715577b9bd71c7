"""Finds and fetches the current text of the Comprehensive Rules."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from knowledge.content import Progress, no_progress
from knowledge.downloads import Downloaded, Http, HttpSettings, NotModified, Validators
from knowledge.errors import SourceError
from knowledge.unpacking import unpacked

NAME = "Comprehensive Rules"
PAGE = "https://magic.wizards.com/en/rules"
MOST_BYTES = 32 << 20
"""The text has about one megabyte; two in UTF-16."""


class RulesClient:
    """The publisher's rules page, or any address that delivers such a page or the text itself."""

    def __init__(self, page: str = PAGE, http: HttpSettings | None = None) -> None:
        self._page = page
        self._http = http

    def fetch(
        self,
        target: Path,
        *,
        known: Callable[[str], Validators | None] = lambda _url: None,
        progress: Progress = no_progress,
    ) -> Downloaded | NotModified:
        """Download the text that the page links; `known` has what was stored from an address, if anything."""
        with Http(NAME, self._http) as http:
            url = self._text_url(http)
            return http.download(
                url, target, known=known(url), limit=MOST_BYTES, progress=progress, stage="rules text"
            )

    def text_url(self) -> str:
        """The address of the text, which is not fetched."""
        with Http(NAME, self._http) as http:
            return self._text_url(http)

    def _text_url(self, http: Http) -> str:
        if _is_text(self._page):
            return self._page
        response = http.get(self._page)
        return rules_link(response.text, str(response.url))


def read_text_file(path: Path) -> bytes:
    """The bytes of a downloaded rules text, packed or not."""
    with unpacked(path, limit=MOST_BYTES, source=NAME) as stream:
        parts = []
        while part := stream.read():
            parts.append(part)
    return b"".join(parts)


def rules_link(html: str, page: str) -> str:
    """The address of the rules text that a page links.

    The page has one `.txt` link. With several, those of the Comprehensive Rules count, and of these the one
    whose name has the newest date; if that does not decide, nothing is guessed.
    """
    reader = _Links()
    reader.feed(html)
    links = list(
        dict.fromkeys(urljoin(page, link.strip()) for link in reader.links if _is_text(link.strip()))
    )
    if not links:
        raise _unclear(page, "it links no .txt file")
    if len(links) == 1:
        return links[0]
    named = [link for link in links if "comprules" in re.sub(r"[\W_]", "", _file_name(link)).lower()]
    if len(named) == 1:
        return named[0]
    dated = {link: found[0] for link in named if (found := re.search(r"20\d{6}", _file_name(link)))}
    newest = [link for link, date in dated.items() if date == max(dated.values())]
    if len(newest) == 1 and len(dated) == len(named):
        return newest[0]
    raise _unclear(
        page, f"it links {len(links)} .txt files and none of them is clearly the newest rules text"
    )


def _unclear(page: str, reason: str) -> SourceError:
    return SourceError(NAME, f"{page}: {reason}. Give the address of the text itself with --rules-url.")


def _is_text(url: str) -> bool:
    return urlsplit(url).path.lower().endswith(".txt")


def _file_name(url: str) -> str:
    return unquote(urlsplit(url).path).rpartition("/")[2]


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self.links += [value for name, value in attrs if name == "href" and value]
