"""The dense index: exact inner products over 16-bit vectors, opened by memory map (faiss, flat, SQfp16)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knowledge.embedders import Vectors
from knowledge.threads import cap_threads

FILE = "vectors.faiss"


def _faiss() -> Any:
    cap_threads()
    import faiss

    faiss.omp_set_num_threads(1)
    return faiss


def write_vectors(folder: Path, vectors: Vectors) -> None:
    """Writes the index; row i is the vector of passage i."""
    faiss = _faiss()
    index = faiss.IndexScalarQuantizer(
        vectors.shape[1], faiss.ScalarQuantizer.QT_fp16, faiss.METRIC_INNER_PRODUCT
    )
    index.train(vectors)
    index.add(vectors)
    try:
        faiss.write_index(index, str(folder / FILE))
    except RuntimeError as error:
        raise OSError(f"{FILE}: {str(error).splitlines()[0]}") from error


class VectorIndex:
    """Finds the passages whose vectors are nearest to a query's."""

    def __init__(self, folder: Path) -> None:
        faiss = _faiss()
        self._faiss = faiss
        try:
            self._index = faiss.read_index(str(folder / FILE), faiss.IO_FLAG_MMAP | faiss.IO_FLAG_READ_ONLY)
        except RuntimeError as error:
            raise ValueError(f"{FILE} cannot be read: {str(error).splitlines()[0]}") from error
        self.size: int = self._index.ntotal
        self.dimension: int = self._index.d

    def nearest(self, query: Vectors, k: int, ranges: Sequence[tuple[int, int]]) -> NDArray[np.int64]:
        """The ids of the k nearest passages within each of the half-open id ranges."""
        found = []
        for start, end in ranges:
            stop = min(end, self.size)
            if stop <= start:
                continue
            parameters = self._faiss.SearchParameters(sel=self._faiss.IDSelectorRange(start, stop))
            _, ids = self._index.search(query[None, :], min(k, stop - start), params=parameters)
            found.append(ids[0][ids[0] >= 0])
        return np.concatenate(found) if found else np.empty(0, dtype=np.int64)

    def similarities(self, query: Vectors, ids: NDArray[np.int64]) -> NDArray[np.float32]:
        """The cosine of the query with each passage; 0 for those that have no vector."""
        cosines = np.zeros(len(ids), dtype=np.float32)
        known = ids < self.size
        if known.any():
            cosines[known] = self.vectors(ids[known]) @ query
        return cosines

    def vectors(self, ids: NDArray[np.int64]) -> Vectors:
        """The stored vectors of passages, as 32-bit numbers."""
        return np.asarray(self._index.reconstruct_batch(np.ascontiguousarray(ids)), dtype=np.float32)
