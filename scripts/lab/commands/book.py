"""`scripts/book`: an opening book built by several processes or machines."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence

from lab.book import BookError, build
from lab.options.book import parse
from lab.scheduler import Scheduler, SchedulerError
from lab.scheduler.local import Local
from lab.terminal import complain

INTERRUPTED = 130
"""The exit code after Ctrl-C."""


def main(given: Sequence[str] | None = None) -> int:
    """Builds; the exit code."""
    read = parse(given)
    try:
        with contextlib.ExitStack() as stack:
            scheduler = _scheduler(read.scheduler, read.concurrency, stack)
            return build(read.program, [read.command, *read.words], scheduler, read.chunk, print, read.remote_program)
    except KeyboardInterrupt:
        return INTERRUPTED
    except (BookError, SchedulerError, OSError) as error:
        complain(f"book: {error}")
        return 1


def _scheduler(address: str | None, concurrency: int | None, stack: contextlib.ExitStack) -> Scheduler:
    """The cluster at this address, or processes of this machine. SchedulerError."""
    if address is None:
        return Local(concurrency or len(os.sched_getaffinity(0)))
    from lab.scheduler.cluster import Cluster  # takes half a second

    cluster = Cluster(address)
    stack.callback(cluster.close)
    return cluster
