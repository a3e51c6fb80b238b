"""An implementation of functions of one robot."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from conventions import Convention


class Missing(Exception):
    """Why something is left out."""


@dataclass
class Implementation:
    """A shared object with functions that `host.c` calls."""

    # As in the table, and what of it is compared: the fastest of a family counts.
    name: str
    family: str
    binary: Path
    # Of a function all ways to it.
    symbols: dict[str, list[str]]
    convention: Convention
    # What its `prepare` is told.
    prepared: Path | None = None
    # Of matrices the upper triangle alone comes out.
    packed: bool = False
    # In which number a call computes, and how many states.
    number: str = "f64"

    @property
    def lanes(self):
        return int(self.number.partition("x")[2] or 1)

    @property
    def dtype(self):
        return np.dtype("f4" if self.number.startswith("f32") else "f8")

    def doubles(self, count):
        """The numbers of double precision that hold so many of its floats."""
        return -(-count * self.lanes * self.dtype.itemsize // 8)


def newer(path, sources):
    """Whether a file is made of these as they are."""
    return path.is_file() and all(Path(source).stat().st_mtime <= path.stat().st_mtime for source in sources)
