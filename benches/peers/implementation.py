"""An implementation of functions of one robot."""

from dataclasses import dataclass
from pathlib import Path

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
    lanes: int = 1


def newer(path, sources):
    """Whether a file is made of these as they are."""
    return path.is_file() and all(Path(source).stat().st_mtime <= path.stat().st_mtime for source in sources)
