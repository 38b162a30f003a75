"""Implicit contradictions: how many are found, and how many consistent twins are accused.

``python -m benchmarks.implicit`` prints both for belie with its inferences and for the pair
classifier alone, by kind. A case is found where its claim raises an alert; an alert on the twin,
the same claim made consistent, is a false alarm. The cases of the file were written before the
inferences; those of its test half were not run while these were made.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from belie import Monitor
from belie.monitor.settings import Settings
from benchmarks.implicit_templates import Implicit, generated

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from belie.datatypes import Alert

__all__ = ["Tally", "hand_written", "main", "outcomes", "tally"]

_CASES = Path(__file__).with_name("implicit_cases.jsonl")


@dataclass(frozen=True)
class Outcome:
    """What was said of a case: of its claim and of its twin, by all of belie and by pairs alone."""

    case: Implicit
    found: bool
    accused: bool
    found_by_pairs: bool
    accused_by_pairs: bool
    accused_by_inference: bool
    seconds: float
    seconds_inferring: float


@dataclass(frozen=True)
class Tally:
    """Shares in [0, 1] over ``cases`` cases."""

    cases: int
    found: float
    accused: float
    accused_by_inference: float
    found_by_pairs: float
    accused_by_pairs: float


def hand_written(half: str | None = None) -> list[Implicit]:
    """Return the cases of the file; of one half, ``"development"`` or ``"test"``, where given."""
    rows = [json.loads(line) for line in _CASES.read_text(encoding="utf-8").splitlines()]
    return [
        Implicit(
            row["id"], row["half"], row["kind"], row["domain"], tuple(row["documents"]),
            tuple((role, text) for role, text in row["turns"]), row["claim"], row["twin"],
        )
        for row in rows
        if half in {None, row["half"]}
    ]  # fmt: skip


def outcomes(cases: Iterable[Implicit]) -> Iterator[Outcome]:
    """Yield what is said of each case."""
    monitor = Monitor(settings=Settings(suggestions=False))
    pairs = Monitor(settings=Settings(suggestions=False, inferences=frozenset()))
    for case in cases:
        found, seconds, inferring = _alerts(monitor, case, case.claim)
        accused, *_ = _alerts(monitor, case, case.twin)
        yield Outcome(
            case=case,
            found=bool(found),
            accused=bool(accused),
            found_by_pairs=bool(_alerts(pairs, case, case.claim)[0]),
            accused_by_pairs=bool(_alerts(pairs, case, case.twin)[0]),
            accused_by_inference=any(_inferred(alert) for alert in accused),
            seconds=seconds,
            seconds_inferring=inferring,
        )


def _alerts(monitor: Monitor, case: Implicit, claim: str) -> tuple[tuple[Alert, ...], float, float]:
    """Return the alerts on ``claim`` in its own session, and its seconds: all, and inferring."""
    session = f"{case.id} {claim}"
    for role, text in case.turns:
        monitor.observe(text, session=session, role=role)
    report = monitor.observe(claim, session=session, documents=list(case.documents))
    monitor.forget(session)
    return report.alerts, sum(report.timings.values()), report.timings["infer"]


def _inferred(alert: Alert) -> bool:
    return alert.conflict.verdict.model.startswith("belie-reasoning/")


def tally(several: Sequence[Outcome]) -> Tally:
    """Return the shares over some outcomes."""
    count = len(several)

    def share(name: str) -> float:
        return sum(bool(getattr(one, name)) for one in several) / count if count else 0.0

    return Tally(
        count, share("found"), share("accused"), share("accused_by_inference"),
        share("found_by_pairs"), share("accused_by_pairs"),
    )  # fmt: skip


def _line(name: str, several: Sequence[Outcome]) -> str:
    told = tally(several)
    shares = (
        told.found, told.accused, told.accused_by_inference, told.found_by_pairs,
        told.accused_by_pairs,
    )  # fmt: skip
    return f"{name:<28}{told.cases:>6}" + "".join(f"{100 * share:>10.1f}" for share in shares)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=9, help="cases of every template")
    parser.add_argument("--seed", type=int, default=8)
    parser.add_argument("--half", choices=["development", "test"], default=None)
    parser.add_argument("--misses", action="store_true", help="print what went wrong")
    options = parser.parse_args()
    made = list(outcomes(generated(each=options.each, seed=options.seed)))
    written = list(outcomes(hand_written(options.half)))
    heads = "found", "accused", "by infer.", "pairs", "accused"
    print(f"{'':<28}{'cases':>6}" + "".join(f"{head:>10}" for head in heads))
    for name, several in (("generated", made), ("hand-written", written)):
        print(_line(name, several))
        for half in dict.fromkeys(one.case.half for one in several if name != "generated"):
            print(_line(f"  {half} half", [one for one in several if one.case.half == half]))
        for kind in dict.fromkeys(one.case.kind for one in several):
            print(_line(f"  {kind}", [one for one in several if one.case.kind == kind]))
    every = [*made, *written]
    share = sum(one.seconds_inferring for one in every) / sum(one.seconds for one in every)
    print(f"inferring takes {share:.1%} of a turn's time")
    for one in every if options.misses else []:
        if one.accused or not one.found:
            print("accused" if one.accused else "missed ", one.case)


if __name__ == "__main__":
    main()
