"""What the rules of conversation do on public dialogues, beside plain pair classification.

Three answers to "does a checked turn contradict what was said?":

- ``utterances``: some earlier message, whole, and the checked one clash by the classifier alone;
- ``no rules``: belie's claims, search and graph, with no rule of conversation;
- ``rules``: belie as it ships.

All take the shipped threshold and what it is for earlier statements. No row tunes anything.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from belie.datatypes import ConflictKind
from benchmarks import build
from benchmarks.data import read_rows, sample

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from belie.adapters.onnx import ModelConfig
    from belie.datatypes import TurnReport, Verdict
    from benchmarks.data import Dialogue, Row

    Method = Callable[[int, Dialogue], bool]

__all__ = ["TASKS", "DialogueLine", "Task", "compare", "dialogue_text", "measure", "methods"]

OWN = frozenset({ConflictKind.CROSS_TURN, ConflictKind.SAME_TURN})
SAID = OWN | {ConflictKind.USER_FACT}


class Observer(Protocol):
    """Protocol: the part of ``belie.Monitor`` that is called here."""

    def observe(self, text: str, *, session: str, role: str = ...) -> TurnReport:
        """Take one turn and return what it produced."""
        ...


class Classify(Protocol):
    """Protocol: ``belie.classify``."""

    def __call__(self, premises: Sequence[str], claims: Sequence[str]) -> list[Verdict]:
        """Return one verdict a pair."""
        ...


@dataclass(frozen=True, slots=True)
class Task:
    """A set of dialogues and what is asked of them.

    Parameters
    ----------
    name
        Of its file below ``eval/``.
    build
        Makes a dialogue of a row.
    positive
        The gold label of a contradiction; empty where the set has none.
    kinds
        The conflicts that count: with the speaker's own words, or with anyone's.
    """

    name: str
    build: Callable[[Row], Dialogue]
    positive: str
    kinds: frozenset[ConflictKind]


TASKS = (
    Task("decode_human_bot", build.decode_dialogue, "contradiction", OWN),
    Task("ci_tod", build.citod, "history", SAID),
    Task("diahalu_v2", build.diahalu, "incoherence", SAID),
    Task("decode_rct", build.decode_dialogue, "", OWN),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DialogueLine:
    """A method's figures on a set, in [0, 1]; ``None`` where the set cannot give it."""

    name: str
    rows: int
    total: int
    method: str
    f1: float | None
    accuracy: float | None
    false_alarms: float | None


def compare(data: Path, *, limit: int | None, seed: int) -> list[DialogueLine]:
    """Return a line for each set and method, with the shipped models.

    Raises
    ------
    DataError
        If a file is not there.
    """
    import belie  # noqa: PLC0415 - the models load here
    from belie.adapters.onnx import load_config  # noqa: PLC0415

    plain = belie.Monitor(settings=belie.Settings(rules=frozenset()))
    ruled = belie.Monitor()
    threshold = _of_earlier(load_config())
    lines: list[DialogueLine] = []
    for task in TASKS:
        rows = read_rows(data / f"eval/{task.name}.jsonl.gz")
        items = [task.build(row) for row in sample(rows, limit, seed=seed)]
        for name, method in methods(
            task, classify=belie.classify, plain=plain, ruled=ruled, threshold=threshold
        ):
            lines.append(measure(task, items, len(rows), name=name, method=method))
            print(f"{task.name}, {name}: {len(items)} rows", file=sys.stderr)
    return lines


def _of_earlier(config: ModelConfig) -> float:
    """Return the probability from which an alert is raised of what was said before."""
    odds = config.threshold / (1 - config.threshold) / config.earlier_odds
    return odds / (1 + odds)


def methods(
    task: Task, *, classify: Classify, plain: Observer, ruled: Observer, threshold: float
) -> Iterator[tuple[str, Method]]:
    """Yield the three methods with their names."""

    def by_utterance(_: int, item: Dialogue) -> bool:
        return _utterances_clash(item, task, classify=classify, threshold=threshold)

    yield "utterances", by_utterance
    yield "no rules", lambda number, item: _raises(number, item, task, monitor=plain)
    yield "rules", lambda number, item: _raises(number, item, task, monitor=ruled)


def measure(
    task: Task, items: Sequence[Dialogue], total: int, *, name: str, method: Method
) -> DialogueLine:
    """Return the figures of one method; false alarms are over what is no contradiction."""
    told = [method(number, item) for number, item in enumerate(items)]
    gold = [bool(task.positive) and task.positive in item.gold for item in items]
    pairs = list(zip(gold, told, strict=True))
    hits, misses = pairs.count((True, True)), pairs.count((True, False))
    alarms, quiet = pairs.count((False, True)), pairs.count((False, False))
    return DialogueLine(
        name=task.name,
        rows=len(items),
        total=total,
        method=name,
        f1=_share(2 * hits, 2 * hits + misses + alarms) if task.positive else None,
        accuracy=_share(hits + quiet, len(items)),
        false_alarms=_share(alarms, alarms + quiet),
    )


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def dialogue_text(lines: Sequence[DialogueLine]) -> str:
    """Return a Markdown table, ready for the README."""
    rows = [
        "| set | rows | method | F1 | accuracy | false alarms |",
        "|---|---|---|---|---|---|",
    ]
    for line in lines:
        figures = map(_percent, (line.f1, line.accuracy, line.false_alarms))
        count = f"{line.rows}/{line.total}"
        rows.append(f"| {line.name} | {count} | {line.method} | {' | '.join(figures)} |")
    return "\n".join(rows)


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.1f}"


def _utterances_clash(item: Dialogue, task: Task, *, classify: Classify, threshold: float) -> bool:
    pairs = [
        (item.lines[earlier].text, item.lines[place].text)
        for place in item.checked
        for earlier in range(place)
        if task.kinds is not OWN or item.lines[earlier].role == item.lines[place].role
    ]
    pairs = [pair for pair in pairs if all(text.strip() for text in pair)]
    verdicts = classify([first for first, _ in pairs], [second for _, second in pairs])
    return any(verdict.contradicts and verdict.contradiction >= threshold for verdict in verdicts)


def _raises(number: int, item: Dialogue, task: Task, *, monitor: Observer) -> bool:
    """Let a monitor hear a dialogue, each as a session of its own."""
    reports = [
        monitor.observe(line.text, session=f"{task.name} {number}", role=line.role)
        for line in item.lines
    ]
    return any(
        conflict.kind in task.kinds
        for place in item.checked
        for conflict in reports[place].conflicts
    )
