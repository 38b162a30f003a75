"""What may be fed to the graph."""

from __future__ import annotations

from itertools import chain
from math import isfinite
from typing import TYPE_CHECKING

from belie.errors import InputError
from belie.graph import rules

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from belie.datatypes import Claim, Statement, Verdict
    from belie.graph.network import Network

__all__ = ["check", "gather"]


def gather(claims: Sequence[Claim], verdicts: Sequence[Verdict]) -> dict[str, Statement]:
    """Return the statements by id, the claims first."""
    found: dict[str, Statement] = {}
    judged = chain.from_iterable((verdict.premise, verdict.claim) for verdict in verdicts)
    for statement in chain(claims, judged):
        _check_same(found.setdefault(statement.id, statement), statement)
    return found


def check(
    statements: Mapping[str, Statement], verdicts: Sequence[Verdict], *, known: Network
) -> None:
    """Raise `InputError` unless all of it can be added to the network ``known``."""
    for statement in statements.values():
        rules.position(statement)
        if statement.id in known:
            _check_same(known.statement(statement.id), statement)
    for verdict in verdicts:
        _check_verdict(verdict)


def _check_same(known: Statement, statement: Statement) -> None:
    if known != statement:
        raise InputError(
            f"expected one statement per id, got another one with the id {statement.id!r}"
        )


def _check_verdict(verdict: Verdict) -> None:
    """Raise unless the two statements differ and the numbers can be compared."""
    if verdict.premise.id == verdict.claim.id:
        raise InputError(f"expected two statements, got {verdict.claim.id!r} judged against itself")
    pair = f"the verdict of {verdict.claim.id!r} against {verdict.premise.id!r}"
    try:
        numbers = verdict.entailment, verdict.contradiction
    except KeyError as error:
        raise InputError(f"expected a probability of each relation in {pair}") from error
    if not all(map(isfinite, numbers)):
        raise InputError(f"expected finite probabilities in {pair}, got {numbers}")
