"""The command line called in this process: the same code from the arguments to the exit code, without a start of Python and PyTorch."""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys
from collections.abc import Iterator

from bot.terminal.main import run


def judgecall(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command as `judgecall ARGUMENTS` would, without a terminal."""
    out, err = _stream(), _stream()
    with _stdin(stdin), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = run(arguments)
        except SystemExit as ended:  # --help
            code = int(ended.code or 0)
    return subprocess.CompletedProcess(arguments, code, _text(out), _text(err))


@contextlib.contextmanager
def _stdin(text: str) -> Iterator[None]:
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")
    try:
        yield
    finally:
        sys.stdin = before


def _stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)


def _text(stream: io.TextIOWrapper) -> str:
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode()
