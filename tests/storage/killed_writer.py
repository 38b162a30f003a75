"""A writer that is killed again and again: ``python killed_writer.py FOLDER ROUNDS FILES``.

Each round forks, appends turns to one of the files until SIGKILL comes at a random moment, and
the next round on that file goes on from what is there.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
import traceback
from pathlib import Path

from belie.datatypes import (
    Alert,
    Claim,
    Conflict,
    ConflictKind,
    Document,
    Passage,
    Relation,
    Role,
    Severity,
    Skipped,
    SkipReason,
    Span,
    Turn,
    TurnReport,
    Verdict,
)
from belie.storage.sql import SqlStore

CLAIMS = 12
SESSION = "kïlled/1#0"


def make_claim(index, number):
    turn = f"{SESSION}/{index}"
    return Claim(f"{turn}#{number}", f"Claim {number} of {index}.", turn, Span(0, 5), turn=index)


def make_verdict(premise, claim, index):
    doubt = 1 / (index + 3)
    numbers = dict.fromkeys(Relation, doubt / 3) | {Relation.CONTRADICTION: 1 - doubt}
    return Verdict(premise, claim, numbers, Relation.CONTRADICTION, model="made")


def make_report(index):
    """Return the one report that ``index`` has: every table gets rows, and earlier claims."""
    document = Document("d", "Some words. " * 20, {"page": index})
    turn = Turn(SESSION, index, Role.ASSISTANT, f"Turn {index}. " * 9, (document,))
    claims = tuple(make_claim(index, number) for number in range(CLAIMS))
    passage = Passage(f"{turn.id}/d@0-10", document.text[:10], "d", Span(0, 10), turn=index)
    earlier = make_claim(max(index - 1, 0), 0)
    verdicts = tuple(
        make_verdict(premise, claim, index) for claim in claims for premise in (passage, earlier)
    )
    conflict = Conflict(ConflictKind.REFERENCE, passage, claims[0], verdicts[0], (passage.id,))
    alert = Alert(conflict, Span(0, 4), Span(1, 3), Severity.HIGH, f"Because of {index}.")
    skipped = (Skipped(Span(0, 5), SkipReason.GREETING),)
    return TurnReport(turn, claims, verdicts, (conflict,), (alert,), ("long",), skipped)


def write_until_killed(path):
    with SqlStore(f"sqlite:///{path}") as store:
        index = len(store.load(SESSION))
        while True:
            store.append(make_report(index))
            index += 1


def kill_one(path, delay):
    """Fork a writer and kill it after ``delay`` seconds; fail where it ended by itself."""
    child = os.fork()
    if child == 0:
        try:
            write_until_killed(path)
        finally:
            traceback.print_exc()
            os._exit(3)
    time.sleep(delay)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if not os.WIFSIGNALED(status):
        sys.exit(f"the writer on {path} failed before it was killed")


def main(folder, rounds, files):
    chance = random.Random(7)
    for each in range(int(rounds)):
        path = Path(folder) / f"{each % int(files)}.db"
        kill_one(path, chance.uniform(0.005, 0.35))
        SqlStore(f"sqlite:///{path}").close()  # a machine under load may need longer for that


if __name__ == "__main__":
    main(*sys.argv[1:])
