"""Scores whole sessions written as assistants talk: ``python -m training.development_sessions``.

The other development sets hold one reply and most of them one document. Here an assistant answers
at length, in Markdown, from several retrieved documents and what was said before, with sums, steps,
tips and offers; three of four of its turns are right.

``training/development/sessions/*.txt``: ``=== `` and a title begin a session, ``--- document ``
and a name a document of it, ``U: `` a turn of the user, ``A [NAME, NAME]: `` one of the assistant
with what was retrieved for it. Below such a turn ``! words || document NAME || words`` or
``! words || turn N || words`` tell which of its words are wrong, and what they contradict: words of
a document, or of turn N, counted from 0.
"""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from belie import Monitor, Settings
from belie.datatypes import Document, Role
from training.development_sets import figures, place_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belie.datatypes import TurnReport

FOLDER = Path(__file__).parent / "development" / "sessions"
_TITLE, _DOCUMENT, _USER, _WRONG = "=== ", "--- document ", "U: ", "! "
_ASSISTANT = re.compile(r"A \[(?P<documents>[^\]]*)\]: ?(?P<text>.*)")


@dataclass(frozen=True, slots=True)
class Mistake:
    """The words of a turn that are wrong, and what they contradict: where, and its words."""

    words: str
    against: str
    there: str


@dataclass(frozen=True, slots=True)
class Said:
    """A turn, the names of the documents that were retrieved for it, and its mistakes."""

    role: Role
    text: str
    documents: tuple[str, ...] = ()
    mistakes: tuple[Mistake, ...] = ()


@dataclass(frozen=True, slots=True)
class Session:
    """The documents of a session by name, and its turns."""

    title: str
    documents: tuple[Document, ...]
    turns: tuple[Said, ...]

    def retrieved(self, turn: Said) -> list[Document]:
        """The documents of a turn, in the order in which they were retrieved."""
        by_name = {document.id: document for document in self.documents}
        return [by_name[name] for name in turn.documents]


@dataclass(frozen=True, slots=True)
class SessionFigures:
    """What came out of the assistant's turns, as shares of the wrong and of the right ones.

    ``auc`` is that of one minus the consistency of a turn.
    """

    turns: int
    auc: float
    found: float
    at_the_clash: float
    false_alarms: float

    def __str__(self) -> str:
        """One line."""
        return (
            f"{self.turns} turns, AUC {100 * self.auc:.1f}, alerts on {self.found:.1%} of the "
            f"wrong, {self.at_the_clash:.1%} at what is wrong, and {self.false_alarms:.1%} of the "
            f"right"
        )


def read_sessions(path: Path) -> Iterator[Session]:
    """Yield the sessions of a file; raises ValueError for a line that belongs to nothing."""
    title: str | None = None
    lines: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith(_TITLE):
            if title is not None:
                yield _session(title, lines)
            title, lines = line.removeprefix(_TITLE), []
        else:
            lines.append(line)
    if title is not None:
        yield _session(title, lines)


def _session(title: str, lines: Sequence[str]) -> Session:
    documents: list[Document] = []
    turns: list[Said] = []
    for first, *others in _parts(title, lines):
        text = "\n".join(others)
        if first.startswith(_DOCUMENT):
            documents.append(Document(first.removeprefix(_DOCUMENT).strip(), text.strip()))
        elif answer := _ASSISTANT.match(first):
            names = (name.strip() for name in answer["documents"].split(","))
            retrieved = tuple(name for name in names if name)
            said = f"{answer['text']}\n{text}".strip()
            turns.append(Said(Role.ASSISTANT, said, retrieved))
        elif first.startswith(_USER):
            said = f"{first.removeprefix(_USER)}\n{text}".strip()
            turns.append(Said(Role.USER, said))
        else:
            mistake = Mistake(*map(str.strip, first.removeprefix(_WRONG).split("||")))
            turns[-1] = replace(turns[-1], mistakes=(*turns[-1].mistakes, mistake))
    return Session(title, tuple(documents), tuple(turns))


def _parts(title: str, lines: Sequence[str]) -> list[list[str]]:
    """The lines of each document, turn and mistake, the one that says which it is first."""
    parts: list[list[str]] = []
    for line in lines:
        if line.startswith((_DOCUMENT, _USER, _WRONG)) or _ASSISTANT.match(line):
            parts.append([line])
        elif parts:
            parts[-1].append(line)
        elif line:
            raise ValueError(f"expected a document or a turn in {title!r}, got {line!r}")
    return parts


def score_sessions(monitor: Monitor, sessions: Sequence[Session]) -> SessionFigures:
    """Check each turn of each session, and count what is said of the assistant's."""
    checked = [
        (turn, report)
        for number, session in enumerate(sessions)
        for turn, report in _reports(monitor, f"session-{number}", session)
        if turn.role is Role.ASSISTANT
    ]
    wrong = [bool(turn.mistakes) for turn, _ in checked]
    scores = [
        0.5 if report.consistency is None else 1 - report.consistency for _, report in checked
    ]
    alerted = [bool(report.alerts) for _, report in checked]
    told = figures(scores, alerted, wrong)
    there = np.array([_is_at_a_mistake(report, turn) for turn, report in checked])
    return SessionFigures(
        told.items, told.auc, told.found, float(there[np.array(wrong)].mean()), told.false_alarms
    )


def _reports(monitor: Monitor, name: str, session: Session) -> Iterator[tuple[Said, TurnReport]]:
    for turn in session.turns:
        report = monitor.observe(
            turn.text, session=name, role=turn.role, documents=session.retrieved(turn)
        )
        yield turn, report


def _is_at_a_mistake(report: TurnReport, turn: Said) -> bool:
    places = [place_of(one.words, turn.text) for one in turn.mistakes]
    return any(alert.claim_span.overlaps(place) for alert in report.alerts for place in places)


def main() -> None:
    """Print a line for each file."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    for path in sorted(FOLDER.glob("*.txt")):
        monitor = Monitor(settings=Settings(suggestions=False))
        print(f"{path.stem}: {score_sessions(monitor, list(read_sessions(path)))}", flush=True)


if __name__ == "__main__":
    main()
