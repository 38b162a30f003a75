"""Processes that append to one database: ``python racing_writers.py URL WRITERS TURNS``.

First all try the same turn at once, again and again; then each adds turns to a session that all
share, going on after a reload where it lost, and to one of its own. Prints what happened as JSON.
"""

from __future__ import annotations

import json
import multiprocessing
import sys

from belie.datatypes import (
    Alert,
    Claim,
    Conflict,
    ConflictKind,
    Relation,
    Role,
    Severity,
    Span,
    Turn,
    TurnReport,
    Verdict,
)
from belie.errors import StoreError
from belie.storage.sql import SqlStore

PATIENCE = 120
"""Seconds until a process that waits for one that died gives up."""


def make_report(session, index, text):
    turn = Turn(session, index, Role.ASSISTANT, text)
    claims = [Claim(f"{turn.id}#{number}", text, turn.id, Span(0, 1), index) for number in (0, 1)]
    verdict = Verdict(*claims, dict.fromkeys(Relation, 0.25), Relation.CONTRADICTION)
    conflict = Conflict(ConflictKind.SAME_TURN, *claims, verdict)
    alert = Alert(conflict, Span(0, 1), Span(0, 1), Severity.LOW, "Clash.")
    return TurnReport(turn, tuple(claims), (verdict,), (conflict,), (alert,))


def try_to_append(store, session, text):
    """Return whether a turn could be added to the session as it is now."""
    return appended(store, make_report(session, len(store.load(session)), text))


def appended(store, report):
    try:
        store.append(report)
    except StoreError:
        return False
    return True


def write_or_stop_all(url, name, turns, barrier, results):
    try:
        write(url, name, turns, barrier, results)
    except BaseException:
        barrier.abort()
        raise


def write(url, name, turns, barrier, results):
    won = []
    with SqlStore(url) as store:
        for number in range(turns):
            report = make_report("raced", len(store.load("raced")), f"{name} {number}")
            barrier.wait(PATIENCE)
            won.append(appended(store, report))
            barrier.wait(PATIENCE)
        for number in range(turns):
            while not try_to_append(store, "shared", f"{name} {number}"):
                pass
            store.append(make_report(f"own {name}", number, f"{name} {number}"))
    results.put((name, won))


def main(url, writers, turns):
    context = multiprocessing.get_context("spawn")
    barrier, results = context.Barrier(int(writers)), context.SimpleQueue()
    processes = [
        context.Process(
            target=write_or_stop_all, args=(url, f"w{number}", int(turns), barrier, results)
        )
        for number in range(int(writers))
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    if any(process.exitcode for process in processes):
        sys.exit("a writer failed")
    json.dump(dict(results.get() for _ in processes), sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
