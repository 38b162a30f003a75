"""Whether every way to an audit gives the same: ``python -m benchmarks.audit_equal``.

Each set of dialogues of the evaluation data is audited by one process into SQLite, by two, into
PostgreSQL where ``--postgres`` names one, on Ray with ``--ray``, and lastly turn by turn by a live
monitor. What comes out is compared as JSON, byte for byte, but for the seconds that the steps
took.
"""

from __future__ import annotations

import argparse
import hashlib
import tempfile
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from belie.adapters.transcripts import Conversation
from belie.auditing import Recipe, audit_each, read_conversations
from belie.report.json import dump, entries
from belie.wiring import Monitor, open_store

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.datatypes import TurnReport

SETS = ("decode_human_bot", "decode_rct", "ci_tod", "diahalu_v2", "cdconv_zh_dev")


@dataclass(frozen=True, slots=True)
class Way:
    """One way to audit; without an engine it is a live monitor."""

    name: str
    store: str
    engine: str | None = "local"
    workers: int = 1


def read(data: Path, name: str, limit: int | None) -> list[Conversation]:
    """Return the first conversations of a set; one that cannot be read ends the benchmark."""
    found: list[Conversation] = []
    for one in islice(read_conversations([data / "eval" / f"{name}.jsonl.gz"]), limit):
        if not isinstance(one, Conversation):
            raise one
        found.append(replace(one, session=f"{name}/{one.session}"))
    return found


def fingerprint(conversations: Sequence[Conversation], way: Way) -> str:
    """Return a hash of all that comes out, but for times."""
    found = hashlib.sha256()
    for reports in audited(conversations, way):
        timeless = [replace(report, timings={}) for report in reports]
        found.update(dump(entries(timeless)).encode())
    return found.hexdigest()[:16]


def audited(conversations: Sequence[Conversation], way: Way) -> list[Sequence[TurnReport]]:
    """Return the reports of each conversation."""
    if way.engine is None:
        return live(conversations, way.store)
    audits = audit_each(
        conversations, recipe=Recipe.shipped(way.store), workers=way.workers, engine=way.engine
    )
    return [one.reports for one in audits]


def live(conversations: Sequence[Conversation], store: str) -> list[Sequence[TurnReport]]:
    """Return the reports of a monitor that sees the conversations side by side, turn by turn."""
    with Monitor(store=store) as monitor:
        longest = max(len(one.turns) for one in conversations)
        for place in range(longest):
            for one in conversations:
                for turn in one.turns[place : place + 1]:
                    monitor.observe(
                        turn.text,
                        session=one.session,
                        role=turn.role,
                        documents=turn.documents,
                        question=turn.question,
                        at=turn.at,
                    )
        return [monitor.session(one.session).reports for one in conversations]


def forget(store: str, conversations: Sequence[Conversation]) -> None:
    """Remove the sessions from a database that others use as well."""
    with closing(open_store(store)) as opened:
        for one in conversations:
            opened.delete(one.session)


def ways(folder: Path, *, postgres: str | None, ray: bool) -> list[Way]:
    """Return what is compared, the plain audit first."""

    def sqlite(name: str) -> str:
        return f"sqlite:///{folder / name}.db"

    asked = [
        Way("one process, SQLite", sqlite("one")),
        Way("two processes, SQLite", sqlite("two"), workers=2),
        Way("live, SQLite", sqlite("live"), engine=None),
    ]
    if postgres:
        asked.append(Way("one process, PostgreSQL", postgres))
    if ray:
        asked.append(Way("Ray, SQLite", sqlite("ray"), engine="ray", workers=2))
    return asked


def main() -> None:
    """Run the benchmark and print a line for each set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--limit", type=int, default=None, help="conversations of each set")
    parser.add_argument("--postgres", default=None, help="the URL of a database")
    parser.add_argument("--ray", action="store_true")
    asked = parser.parse_args()
    for name in SETS:
        conversations = read(asked.data, name, asked.limit)
        with tempfile.TemporaryDirectory() as folder:
            compared = ways(Path(folder), postgres=asked.postgres, ray=asked.ray)
            if asked.postgres:
                forget(asked.postgres, conversations)
            found = {way.name: fingerprint(conversations, way) for way in compared}
            if asked.postgres:
                forget(asked.postgres, conversations)
        turns = sum(len(one.turns) for one in conversations)
        other = [way for way, mark in found.items() if mark != next(iter(found.values()))]
        told = f"NOT EQUAL: {', '.join(other)}" if other else f"{len(found)} ways equal"
        print(f"{name}: {len(conversations)} conversations, {turns} turns: {told}", flush=True)


if __name__ == "__main__":
    main()
