"""Ask each question once: across rows, across sets, over several processes."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import TypeAlias

from benchmarks.data import Item, cluster_of, question_of
from benchmarks.engines import Variant, engine_of
from benchmarks.scoring import Answer, Scored, answers, scored
from benchmarks.spent import NOTHING, Spent

__all__ = ["Answers", "Ask", "alike_together", "pooled", "with_engines"]

Ask: TypeAlias = Callable[[Sequence[Item]], Iterator[tuple[Answer, ...]]]
"""Gives for each question an answer of every variant, in order."""

CHUNK = 64
SMALL = 8


class Answers:
    """The answers so far, by question.

    Parameters
    ----------
    ask
        Gives for each question an answer of every variant, in order.
    """

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._known: dict[Item, tuple[Answer, ...]] = {}

    def rows(self, items: Sequence[Item]) -> Iterator[tuple[Scored, ...]]:
        """Yield each item with its answers, one of every variant, as soon as they are there."""
        questions = [question_of(item) for item in items]
        new = [one for one in dict.fromkeys(questions) if one not in self._known]
        coming = zip(new, self._ask(new), strict=True)
        for item, question in zip(items, questions, strict=True):
            while question not in self._known:
                asked, told = next(coming)
                self._known[asked] = told
            yield tuple(scored(item, answer) for answer in self._known[question])

    @property
    def spent(self) -> Spent:
        """What all questions so far took of a chat model."""
        known = (answer.spent for told in self._known.values() for answer in told)
        return sum(known, NOTHING)


def with_engines(variants: Sequence[Variant]) -> Ask:
    """Return what asks the variants in this process."""

    def ask(questions: Sequence[Item]) -> Iterator[tuple[Answer, ...]]:
        for chunk in _chunks(questions):
            yield from _answer((tuple(variants), chunk))

    return ask


@contextmanager
def pooled(variants: Sequence[Variant], *, workers: int) -> Generator[Ask]:
    """Give what asks the variants in ``workers`` processes; with one worker in this one.

    Extraction is Python and would use one core only; the models run in each process.
    """
    if workers < 2:
        yield with_engines(variants)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:

        def ask(questions: Sequence[Item]) -> Iterator[tuple[Answer, ...]]:
            tasks = [(tuple(variants), chunk) for chunk in _chunks(questions)]
            for told in pool.map(_answer, tasks):
                yield from told

        try:
            yield ask
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def alike_together(items: Sequence[Item]) -> list[Item]:
    """Return the items so that those of one document follow each other, where it first occurs.

    So a worker meets a document's passages, and claims already judged, again and again.
    """
    first: dict[str, int] = {}
    for place, item in enumerate(items):
        first.setdefault(cluster_of(item), place)
    return sorted(items, key=lambda item: first[cluster_of(item)])


def _chunks(questions: Sequence[Item]) -> Iterable[tuple[Item, ...]]:
    """Yield pieces small enough that all workers have some, and that little is lost by a stop."""
    size = CHUNK if CHUNK * SMALL < len(questions) else SMALL
    return (tuple(questions[start : start + size]) for start in range(0, len(questions), size))


def _answer(task: tuple[tuple[Variant, ...], tuple[Item, ...]]) -> list[tuple[Answer, ...]]:
    variants, questions = task
    told = [list(answers(questions, engine=engine_of(variant))) for variant in variants]
    return list(zip(*told, strict=True))
