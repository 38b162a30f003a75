"""Scores whole responses and dialogues written by hand: ``python -m training.development_sets``.

Evaluation rows may not choose how verdicts on claims become a score of a response, or where the
threshold lies. These sets may: they trained nothing.

``training/development/responses/*.txt``: blocks of a document, one line, and of responses to it:
``+`` before what it wholly supports, ``-`` before what it does not in one thing.
``training/development/dialogues/*.txt``: blocks that begin with ``none``, or with
``contradiction`` and the number, from 0, of the line that the last line contradicts; then the
turns, ``H:`` of a human and ``B:`` of a chatbot, whose last turn is checked. ``talks/*.txt`` are
such, harder: in natural words, half of them tempting and right, and they calibrate nothing.
``training/development/pairs/*.txt``: lines of a letter, a premise and a claim, separated by tabs:
``C`` where both cannot be true, ``E`` where the claim follows, ``N`` where it is open.
``training/development/documents/*.jsonl``: documents as retrievers return them, pages of questions,
tables, JSON, HTML, hours, prose, with claims that are right, wrong and open.
``training/development/cases/*.jsonl``: a reply after what was said ``before`` it, with all the
documents that a retriever brought; ``clash`` are the words that contradict one of these, if any.
``training/development/marks/*.tsv``: lines of a response of the file of that name and of the words
in it that are wrong, separated by a tab; several stretches by `` ||| ``.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from belie import ConflictKind, Monitor, Settings, classify
from belie.adapters.onnx import load_config
from belie.datatypes import Claim, Relation, Role, Span
from training.blocks import read_blocks
from training.marks import places

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from belie.datatypes import TurnReport
    from training.rows import Spans

FOLDER = Path(__file__).parent / "development"
_ROLES = {"H": Role.USER, "B": Role.ASSISTANT}
_EARLIER = frozenset({ConflictKind.CROSS_TURN, ConflictKind.USER_FACT})
_REFERENCE = frozenset({ConflictKind.REFERENCE})
_LETTERS = {
    Relation.CONTRADICTION: "C",
    Relation.PARTIAL_CONTRADICTION: "C",
    Relation.ENTAILMENT: "E",
    Relation.NEUTRAL: "N",
}


@dataclass(frozen=True, slots=True)
class Response:
    """A response to a document, and whether the document supports all of it."""

    document: str
    text: str
    supported: bool


@dataclass(frozen=True, slots=True)
class Dialogue:
    """The turns of a dialogue, and the number of the one that the last contradicts."""

    turns: tuple[tuple[Role, str], ...]
    contradicted: int | None


@dataclass(frozen=True, slots=True)
class Statements:
    """Two statements and the letter of what the one is to the other: ``C``, ``E`` or ``N``."""

    premise: str
    claim: str
    letter: str


@dataclass(frozen=True, slots=True)
class Marked:
    """A wrong response and where its wrong words stand."""

    response: Response
    spans: Spans


@dataclass(frozen=True, slots=True)
class Sheet:
    """A document and claims about it: what it supports, what it contradicts, and neither."""

    document: str
    right: tuple[str, ...]
    wrong: tuple[str, ...]
    open: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """A reply, the turns before it, its documents, and its words that contradict one of these."""

    before: tuple[tuple[Role, str], ...]
    documents: tuple[str, ...]
    text: str
    clash: str | None


@dataclass(frozen=True, slots=True)
class CaseFigures:
    """What came out of cases, as shares: wrong ones with an alert, with one on the clash, right."""

    items: int
    found: float
    at_the_clash: float
    false_alarms: float

    def __str__(self) -> str:
        """One line."""
        return (
            f"{self.items} items, alerts on {self.found:.1%} of the wrong, {self.at_the_clash:.1%} "
            f"at what is wrong, and {self.false_alarms:.1%} of the right"
        )


@dataclass(frozen=True, slots=True)
class SheetFigures:
    """What came out of documents: right and wrong claims, and the share of alerts on open ones."""

    claims: Figures
    accused_open: float

    def __str__(self) -> str:
        """One line."""
        return f"{self.claims}, on {self.accused_open:.1%} of the open ones"


@dataclass(frozen=True, slots=True)
class MarkFigures:
    """Of the wrong responses with an alert: how the characters it marks and the wrong ones meet."""

    items: int
    alerted: int
    precision: float
    recall: float

    def __str__(self) -> str:
        """One line."""
        f1 = 2 * self.precision * self.recall / max(1e-9, self.precision + self.recall)
        return (
            f"{self.items} wrong items, {self.alerted} with an alert, there "
            f"{self.precision:.1%} of the marked characters right and {self.recall:.1%} "
            f"of the wrong ones marked, F1 {100 * f1:.1f}"
        )


@dataclass(frozen=True, slots=True)
class Figures:
    """What came out of a set: AUC, and the share of alerts on wrong and on right items."""

    items: int
    auc: float
    found: float
    false_alarms: float

    def __str__(self) -> str:
        """One line."""
        return (
            f"{self.items} items, AUC {100 * self.auc:.1f}, "
            f"alerts on {self.found:.1%} of the wrong and {self.false_alarms:.1%} of the right"
        )


@dataclass(frozen=True, slots=True)
class PairFigures:
    """What came out of pairs, and the share of them whose relation was the likeliest."""

    contradictions: Figures
    accuracy: float

    def __str__(self) -> str:
        """One line."""
        return f"{self.contradictions}, {self.accuracy:.1%} of the relations right"


def read_responses(path: Path) -> Iterator[Response]:
    """Yield the responses of a file."""
    for block in read_blocks(path):
        document, *lines = block
        for line in lines:
            sign, _, text = line.partition(" ")
            if sign not in ("+", "-"):
                raise ValueError(f"expected '+ ' or '- ' and a response, got {line!r}")
            yield Response(document, text, sign == "+")


def read_dialogues(path: Path) -> Iterator[Dialogue]:
    """Yield the dialogues of a file."""
    for head, *lines in read_blocks(path):
        label, _, number = head.partition(" ")
        if label not in ("none", "contradiction"):
            raise ValueError(f"expected 'none' or 'contradiction N', got {head!r}")
        turns = tuple((_ROLES[line[0]], line[3:]) for line in lines)
        yield Dialogue(turns, int(number) if label == "contradiction" else None)


def score_responses(monitor: Monitor, responses: Sequence[Response]) -> Figures:
    """Score each response by one minus its consistency."""
    return _of_responses(_reports(monitor, responses), responses)


def _of_responses(reports: Sequence[TurnReport], responses: Sequence[Response]) -> Figures:
    scores = [1 - (0.5 if one.consistency is None else one.consistency) for one in reports]
    return figures(
        scores, [bool(one.alerts) for one in reports], [not one.supported for one in responses]
    )


def _reports(monitor: Monitor, responses: Iterable[Response]) -> list[TurnReport]:
    """What a monitor that has seen none of the responses says of each, beside its document."""
    return [
        monitor.observe(one.text, session=f"response-{number}", documents=[one.document])
        for number, one in enumerate(responses)
    ]


def all_responses() -> Iterator[Response]:
    """Yield the responses of all files."""
    for path in sorted((FOLDER / "responses").glob("*.txt")):
        yield from read_responses(path)


def strongest_of_document(monitor: Monitor, responses: Iterable[Response]) -> list[float]:
    """For each response how sure the surest alert is that it has for its document.

    0 where it has none.
    """
    return [_surest(report, _REFERENCE) for report in _reports(monitor, responses)]


def score_dialogues(monitor: Monitor, dialogues: Sequence[Dialogue]) -> Figures:
    """Score the last turn of each by its strongest contradiction of an own earlier claim."""
    reports = [_last(monitor, number, one) for number, one in enumerate(dialogues)]
    alerts = [
        any(alert.conflict.kind is ConflictKind.CROSS_TURN for alert in report.alerts)
        for report in reports
    ]
    return figures(
        [_against_itself(report) for report in reports],
        alerts,
        [one.contradicted is not None for one in dialogues],
    )


def _last(monitor: Monitor, number: int, dialogue: Dialogue) -> TurnReport:
    *_, last = (
        monitor.observe(text, session=f"dialogue-{number}", role=role)
        for role, text in dialogue.turns
    )
    return last


def all_dialogues() -> Iterator[Dialogue]:
    """Yield the dialogues of all files."""
    for path in sorted((FOLDER / "dialogues").glob("*.txt")):
        yield from read_dialogues(path)


def strongest_of_earlier(monitor: Monitor, dialogues: Sequence[Dialogue]) -> list[float]:
    """For each dialogue how sure the surest alert is that its last turn has for an earlier one.

    0 where it has none.
    """
    reports = [_last(monitor, number, one) for number, one in enumerate(dialogues)]
    return [_surest(report, _EARLIER) for report in reports]


def _surest(report: TurnReport, kinds: frozenset[ConflictKind]) -> float:
    return max(
        (one.conflict.score for one in report.alerts if one.conflict.kind in kinds), default=0
    )


def _against_itself(report: TurnReport) -> float:
    return max(
        (
            verdict.contradiction
            for verdict in report.verdicts
            if isinstance(verdict.premise, Claim) and verdict.premise.role is Role.ASSISTANT
        ),
        default=0.0,
    )


def read_pairs(path: Path) -> Iterator[Statements]:
    """Yield the pairs of a file."""
    for line in path.read_text("utf-8").splitlines():
        letter, premise, claim = line.split("\t")
        if letter not in _LETTERS.values():
            raise ValueError(f"expected 'C', 'E' or 'N', got {letter!r}")
        yield Statements(premise, claim, letter)


def score_pairs(pairs: Sequence[Statements], *, threshold: float) -> PairFigures:
    """Score each pair by its contradiction; an alert is what reaches the threshold."""
    verdicts = classify([one.premise for one in pairs], [one.claim for one in pairs])
    scores = [verdict.contradiction for verdict in verdicts]
    letters = [one.letter for one in pairs]
    found = figures(
        scores, [threshold <= score for score in scores], [letter == "C" for letter in letters]
    )
    right = [
        _LETTERS[verdict.relation] == letter
        for verdict, letter in zip(verdicts, letters, strict=True)
    ]
    return PairFigures(found, sum(right) / len(right))


def read_sheets(path: Path) -> Iterator[Sheet]:
    """Yield the documents of a file."""
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        yield Sheet(row["document"], *(tuple(row[label]) for label in ("right", "wrong", "open")))


def score_sheets(monitor: Monitor, sheets: Sequence[Sheet]) -> SheetFigures:
    """Score each claim beside its document, as a response of one sentence."""
    known = [
        Response(one.document, claim, claim in one.right)
        for one in sheets
        for claim in (*one.right, *one.wrong)
    ]
    unsaid = [Response(one.document, claim, False) for one in sheets for claim in one.open]
    reports = _reports(monitor, [*known, *unsaid])
    accused = [bool(report.alerts) for report in reports[len(known) :]]
    return SheetFigures(
        _of_responses(reports[: len(known)], known), sum(accused) / max(1, len(accused))
    )


def read_cases(path: Path) -> Iterator[Case]:
    """Yield the replies of a file."""
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        before = tuple((Role(role), text) for role, text in row["before"])
        yield Case(before, tuple(row["documents"]), row["text"], row["clash"])


def score_cases(monitor: Monitor, cases: Sequence[Case]) -> CaseFigures:
    """Check each reply in a session of its own."""
    reports = [_of_case(monitor, number, case) for number, case in enumerate(cases)]
    alerted = np.array([bool(report.alerts) for report in reports])
    wrong = np.array([case.clash is not None for case in cases])
    there = np.array([_is_at_the_clash(*one) for one in zip(reports, cases, strict=True)])
    return CaseFigures(
        len(cases), alerted[wrong].mean(), there[wrong].mean(), alerted[~wrong].mean()
    )


def _of_case(monitor: Monitor, number: int, case: Case) -> TurnReport:
    session = f"case-{number}"
    for role, text in case.before:
        monitor.observe(text, role=role, session=session)
    return monitor.observe(case.text, session=session, documents=case.documents)


def _is_at_the_clash(report: TurnReport, case: Case) -> bool:
    if case.clash is None:
        return False
    place = place_of(case.clash, case.text)
    return any(alert.claim_span.overlaps(place) for alert in report.alerts)


def place_of(words: str, text: str) -> Span:
    """Where words stand first in a text; raises ValueError where they do not."""
    start = text.index(words)
    return Span(start, start + len(words))


def read_marked(path: Path, responses: Iterable[Response]) -> Iterator[Marked]:
    """Yield the wrong responses of a file of marks; ``responses`` are those of its set."""
    by_text = {one.text: one for one in responses if not one.supported}
    for line in path.read_text("utf-8").splitlines():
        text, stretches = line.split("\t")
        yield Marked(by_text[text], places(stretches, text))


def score_marks(monitor: Monitor, marked: Sequence[Marked]) -> MarkFigures:
    """Hold the words that alerts mark in wrong responses against those that are wrong."""
    right = told = wrong = alerted = 0
    reports = _reports(monitor, [one.response for one in marked])
    for one, report in zip(marked, reports, strict=True):
        if report.alerts:
            spans = [(alert.claim_span.start, alert.claim_span.end) for alert in report.alerts]
            found, gold = _characters(spans), _characters(one.spans)
            right, told, wrong = right + len(found & gold), told + len(found), wrong + len(gold)
            alerted += 1
    return MarkFigures(len(marked), alerted, right / max(1, told), right / max(1, wrong))


def _characters(spans: Iterable[tuple[int, int]]) -> set[int]:
    return {place for start, end in spans for place in range(start, end)}


def figures(scores: Sequence[float], alerts: Sequence[bool], wrong: Sequence[bool]) -> Figures:
    """Put together what came out; a higher score speaks for wrong."""
    score, alert, bad = np.array(scores), np.array(alerts), np.array(wrong)
    above, below = score[bad][:, None], score[~bad][None]
    auc = float((above > below).mean() + (above == below).mean() / 2)
    return Figures(len(score), auc, float(alert[bad].mean()), float(alert[~bad].mean()))


def main() -> None:
    """Print a line for each file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="score each N-th response only")
    options = parser.parse_args()
    settings = Settings(suggestions=False)
    for path in sorted((FOLDER / "responses").glob("*.txt")):
        responses = list(read_responses(path))[:: options.every]
        print(f"{path.stem}: {score_responses(Monitor(settings=settings), responses)}", flush=True)
    for path in sorted([*(FOLDER / "dialogues").glob("*.txt"), *(FOLDER / "talks").glob("*.txt")]):
        dialogues = list(read_dialogues(path))
        print(f"{path.stem}: {score_dialogues(Monitor(settings=settings), dialogues)}", flush=True)
    for path in sorted((FOLDER / "cases").glob("*.jsonl")):
        cases = list(read_cases(path))
        print(f"{path.stem}: {score_cases(Monitor(settings=settings), cases)}", flush=True)
    for path in sorted((FOLDER / "marks").glob("*.tsv")):
        marked = list(read_marked(path, read_responses(FOLDER / "responses" / f"{path.stem}.txt")))
        print(f"{path.stem}: {score_marks(Monitor(settings=settings), marked)}", flush=True)
    for path in sorted((FOLDER / "documents").glob("*.jsonl")):
        sheets = list(read_sheets(path))[:: options.every]
        print(f"{path.stem}: {score_sheets(Monitor(settings=settings), sheets)}", flush=True)
    threshold = load_config().threshold
    for path in sorted((FOLDER / "pairs").glob("*.txt")):
        pairs = list(read_pairs(path))
        print(f"{path.stem}: {score_pairs(pairs, threshold=threshold)}", flush=True)


if __name__ == "__main__":
    main()
