"""Keeps the numeric libraries from fighting over the cores: one thread each."""

from __future__ import annotations

import os


def cap_threads() -> None:
    """Must run before torch, faiss or numpy's BLAS are first imported to have its full effect."""
    for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(variable, "1")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
