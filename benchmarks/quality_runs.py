"""Score the sets, by one verifier or by several on the same rows, and keep each row as it comes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import belie
from benchmarks import saved
from benchmarks.asking import Answers, pooled
from benchmarks.data import NliPair
from benchmarks.engines import Variant
from benchmarks.progress import shown
from benchmarks.sets import EvalSet, load_items
from benchmarks.verifiers_compared import SHIPPED, Choice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.scoring import Scored
    from benchmarks.spent import Spent

__all__ = ["Column", "Options", "Result", "compare", "run", "run_set", "weights"]

MODELS = Path(belie.__file__).parent / "models"


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What a run was asked for.

    Parameters
    ----------
    data
        The folder that holds ``train/`` and ``eval/``.
    out
        Where each set's rows are kept.
    limit
        How many rows of each set, drawn with ``seed``; ``None`` for all.
    resume
        Whether rows kept by an earlier run with the same weights are taken over.
    """

    data: Path
    out: Path = saved.OUT
    limit: int | None = None
    resume: bool = False
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """The scored rows of a set, and how many it has in all.

    ``of_pairs`` says whether they are pairs of texts, which the classifier judges and no verifier.
    """

    spec: EvalSet
    rows: tuple[Scored, ...]
    total: int
    of_pairs: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """What a verifier made of the sets, and what this run took of its chat model."""

    verifier: Choice
    results: tuple[Result, ...]
    spent: Spent


def weights(folder: Path | None) -> str:
    """Return the fingerprint of the weights in a folder, of the shipped ones without it."""
    return saved.fingerprint(folder or MODELS)


def run_set(
    spec: EvalSet,
    *,
    answers: Answers,
    options: Options,
    models: str,
    verifier: Choice = SHIPPED,
) -> Result:
    """Score a set, keep each row as it comes, and return them all."""
    items, total = load_items(spec, options.data, size=options.limit, seed=options.seed)
    of_pairs = all(isinstance(item, NliPair) for item in items)
    judge = SHIPPED if of_pairs else verifier
    header = saved.Header(spec.name, len(items), total, options.seed, _judged_by(judge, models))
    path = _folder(judge, options.out) / f"{spec.name}.jsonl"
    if not (options.resume and saved.load(path, header)):
        saved.start(path, header)
    done = len(saved.load(path, header))
    rows = (row for (row,) in answers.rows(items[done:]))
    saved.append(path, shown(rows, name=_judged_by(judge, spec.name), done=done, total=len(items)))
    return Result(spec, tuple(saved.load(path, header)), total, of_pairs)


def _judged_by(verifier: Choice, name: str) -> str:
    """Return a name with the verifier behind it; what ships goes without saying."""
    return name if verifier.is_local else f"{name}, {verifier.text}"


def _folder(verifier: Choice, out: Path) -> Path:
    """Return where the rows of a verifier are kept: those of what ships at the top."""
    return out if verifier.is_local else out / verifier.name.replace(":", "+")


def run(
    specs: Sequence[EvalSet],
    *,
    answers: Answers,
    options: Options,
    models: str,
    verifier: Choice = SHIPPED,
) -> list[Result]:
    """Score the sets one after the other."""
    return [
        run_set(spec, answers=answers, options=options, models=models, verifier=verifier)
        for spec in specs
    ]


def compare(
    specs: Sequence[EvalSet],
    verifiers: Sequence[Choice],
    *,
    options: Options,
    folder: Path | None = None,
    workers: int = 1,
) -> list[Column]:
    """Let each verifier score the sets, one verifier after the other.

    Pairs of texts are scored once, with the first, for the classifier alone judges them.

    Parameters
    ----------
    folder
        A cross-encoder in the shipped one's place, for all verifiers.
    workers
        How many processes.
    """

    def column(verifier: Choice, chosen: Sequence[EvalSet]) -> Column:
        variant = Variant(models=folder, verifier=verifier)
        models = weights(folder)
        with pooled([variant], workers=workers) as ask:
            answers = Answers(ask)
            results = run(
                chosen, answers=answers, options=options, models=models, verifier=verifier
            )
        return Column(verifier, tuple(results), answers.spent)

    first = column(verifiers[0], specs)
    turns = [result.spec for result in first.results if not result.of_pairs]
    return [first, *(_with_pairs(column(other, turns), first) for other in verifiers[1:])]


def _with_pairs(column: Column, first: Column) -> Column:
    """Return a column with the pairs that were scored with the first, the sets in its order."""
    own = {result.spec.name: result for result in column.results}
    results = tuple(own.get(result.spec.name, result) for result in first.results)
    return replace(column, results=results)
