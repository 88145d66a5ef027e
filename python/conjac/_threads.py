"""How many threads work."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from . import _conjac


@contextmanager
def threads(count: int) -> Iterator[int]:
    """At most `count` threads work on parallel loops inside the block; gives how many really do.

    Results do not depend on the number, to the last bit.
    """
    limit = _conjac.ThreadCount(count)
    try:
        yield limit.count
    finally:
        limit.close()
