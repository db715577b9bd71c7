"""`python -m knowledge.encoder_child SETTING`: encodes for another process until that hangs up.

It says {"card": …} once it is loaded, or {"error": why} and ends. Each line of JSON [kind, texts] with kind `query` or
`passages` gets {"shape": [rows, columns]} and then the numbers (float32, as they lie in memory), or {"error": why}.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
from typing import Any, BinaryIO

from knowledge.embedders import Encoder, Vectors, load_encoder
from knowledge.errors import EmbedderError


def main() -> int:
    """Load, then serve; the exit code."""
    # Ctrl-C and an orderly stop reach all processes at once, but answers under way still need this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    out = _own_stdout()
    # Nothing that is imported becomes garbage; looking for some takes a tenth of the time.
    gc.disable()
    try:
        encoder = load_encoder(sys.argv[1])
    except EmbedderError as error:
        _say(out, {"error": str(error)})
        return 1
    gc.freeze()
    gc.enable()
    _say(out, {"card": encoder.card.model_dump(mode="json")})
    for line in sys.stdin.buffer:
        _answer(out, encoder, *json.loads(line))
    return 0


def _own_stdout() -> BinaryIO:
    """Where answers go; what a library prints goes to stderr from now on."""
    own = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return own


def _say(out: BinaryIO, told: dict[str, Any], numbers: bytes = b"") -> None:
    out.write(json.dumps(told).encode() + b"\n" + numbers)
    out.flush()


def _answer(out: BinaryIO, encoder: Encoder, kind: str, texts: list[str]) -> None:
    try:
        vectors = _encoded(encoder, kind, texts)
    except (RuntimeError, ValueError, MemoryError) as error:
        _say(out, {"error": f"a text cannot be encoded: {error}"})
        return
    _say(out, {"shape": list(vectors.shape)}, vectors.tobytes())


def _encoded(encoder: Encoder, kind: str, texts: list[str]) -> Vectors:
    if kind == "query":
        return encoder.encode_query(texts[0])[None, :]
    return encoder.encode_passages(texts)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        # its owner is gone, so nobody waits for an answer, and there is nobody to tell
        os._exit(0)
