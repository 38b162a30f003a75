"""Factual recall: how many facts of a reference an answer holds.

`factual_recall` measures one answer, `factual_recall_table` many, with the error rate and the F1
of the method against labels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.datatypes import Role, Turn
from belie.errors import InputError
from belie.monitor.inputs import clean
from belie.monitor.recall import (
    FactualRecall,
    RecalledFact,
    RecallRow,
    RecallTable,
    error_rate,
    f1_micro,
    recall_of,
)
from belie.wiring import local_verifier, make_extractor

if TYPE_CHECKING:
    from collections.abc import Iterable

    from belie.protocols import Extractor, Verifier

__all__ = [
    "FactualRecall",
    "RecallRow",
    "RecallTable",
    "RecalledFact",
    "factual_recall",
    "factual_recall_table",
]


def factual_recall(
    answer: str,
    reference_answer: str | None = None,
    facts: Iterable[str] = (),
    question: str | None = None,
    *,
    verifier: Verifier | None = None,
    extractor: Extractor | None = None,
) -> FactualRecall:
    """Say which facts of a reference an answer states (Katranidis and Barany 2024).

    Parameters
    ----------
    answer
        What is measured.
    reference_answer
        A right and whole answer: its claims are the facts.
    facts
        The facts, in place of a reference answer: sentences that are understood alone.
    question
        What both answer.
    verifier
        Judges each fact with the answer as its document; by default belie's own models.
    extractor
        Takes the facts out of ``reference_answer``; by default belie's own.

    Raises
    ------
    InputError
        If not exactly one of ``reference_answer`` and ``facts`` is given, ``facts`` is one text
        instead of a list, or one is no text.

    Examples
    --------
    >>> told = factual_recall(
    ...     "The bridge opened in 1932.",
    ...     facts=["The bridge opened in 1932.", "The bridge is 1,149 metres long."],
    ... )
    >>> told.recall, [fact.recalled for fact in told.facts]
    (0.5, [True, False])
    """
    if isinstance(facts, str):
        raise InputError("expected a list of facts, got a string")
    row = RecallRow(answer, tuple(facts), reference_answer, question)
    return _measured(row, verifier or local_verifier(), extractor)


def factual_recall_table(
    rows: Iterable[RecallRow],
    *,
    verifier: Verifier | None = None,
    extractor: Extractor | None = None,
) -> RecallTable:
    """Do as `factual_recall` for each row, and hold what was told against the rows' labels.

    Parameters
    ----------
    rows
        The answers.
    verifier, extractor
        As for `factual_recall`.

    Raises
    ------
    InputError
        If a text is none.

    Examples
    --------
    >>> rows = [RecallRow("It opened in 1932.", ("It opened in 1932.",), labels=(True,))]
    >>> factual_recall_table(rows).error_rate
    0.0
    """
    given = list(rows)
    verifier = verifier or local_verifier()
    measured = [_measured(row, verifier, extractor) for row in given]
    labelled = [
        (fact.recalled, label)
        for row, told in zip(given, measured, strict=True)
        if row.labels is not None
        for fact, label in zip(told.facts, row.labels, strict=True)
    ]
    told, labels = [one for one, _ in labelled], [label for _, label in labelled]
    return RecallTable(tuple(measured), error_rate(told, labels), f1_micro(told, labels))


def _measured(row: RecallRow, verifier: Verifier, extractor: Extractor | None) -> FactualRecall:
    answer = clean(row.answer, name="answer")
    question = None if row.question is None else clean(row.question, name="question")
    if row.reference_answer is None:
        facts = tuple(clean(fact, name="fact") for fact in row.facts)
    else:
        reference = clean(row.reference_answer, name="reference_answer")
        turn = Turn("recall", 0, Role.ASSISTANT, reference, question=question)
        claims = (extractor or make_extractor()).extract(turn).claims
        facts = tuple(claim.text for claim in claims)
    return recall_of(answer, facts, question=question, verifier=verifier)
