"""An implementation of functions of one robot."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from conventions import Convention


class Missing(Exception):
    """The reason why an implementation or a function is left out."""


@dataclass
class Implementation:
    """A shared object with functions that `host.c` calls."""

    # The name in the table, and the family: of each family, the fastest implementation is compared.
    name: str
    family: str
    binary: Path
    # For each function, the symbols of all algorithms for it.
    symbols: dict[str, list[str]]
    convention: Convention
    # The file that is passed to the function `prepare` of the shared object.
    prepared: Path | None = None
    # Whether results contain only the upper triangles of symmetric matrices.
    packed: bool = False
    # The number type of a call; `f64x8` computes eight states.
    number: str = "f64"

    @property
    def lanes(self):
        return int(self.number.partition("x")[2] or 1)

    @property
    def dtype(self):
        return np.dtype("f4" if self.number.startswith("f32") else "f8")

    def doubles(self, count):
        """The number of doubles that take as much memory as `count` numbers of this type."""
        return -(-count * self.lanes * self.dtype.itemsize // 8)


def newer(path, sources):
    """Whether a file exists and is not older than its sources."""
    return path.is_file() and all(Path(source).stat().st_mtime <= path.stat().st_mtime for source in sources)
