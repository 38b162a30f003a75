"""What the values of options mean."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from belie.datatypes import AlertState, ConflictKind, Document, Relation
from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from belie.datatypes import TurnReport

__all__ = ["KINDS", "matches", "read_document", "read_kinds"]

_RELATIONS = (Relation.CONTRADICTION, Relation.PARTIAL_CONTRADICTION)
KINDS = ("any", *(kind.value for kind in ConflictKind), *(name.value for name in _RELATIONS))
"""What ``--fail-on`` takes."""
_COUNTED = (AlertState.OPEN, AlertState.RESOLVED)


def read_document(given: str, number: int) -> Document:
    """Return a document given as its text or as ``@FILE``; ``@@`` begins a text with an @."""
    if not given.startswith("@") or given.startswith("@@"):
        return Document(f"document-{number}", given.removeprefix("@"))
    path = Path(given[1:])
    try:
        return Document(path.name, path.read_text("utf-8", errors="replace"))
    except OSError as error:
        raise InputError(f"expected a readable file after @, got {path}: {error}") from error


def read_kinds(names: Collection[str]) -> frozenset[str]:
    """Return the values of ``--fail-on``; case and hyphens do not count.

    Raises
    ------
    InputError
        If one is none of `KINDS`.
    """
    wanted = frozenset(name.lower().replace("-", "_") for name in names)
    if unknown := sorted(wanted.difference(KINDS)):
        raise InputError(f"expected --fail-on {', '.join(KINDS)}; got {', '.join(unknown)}")
    return wanted


def matches(reports: Sequence[TurnReport], wanted: frozenset[str]) -> bool:
    """Whether any conflict is of a wanted kind or relation.

    What a person acknowledged or marked false in the store does not count again; what a later
    turn mended was still said.
    """
    found = {
        name
        for report in reports
        for alert in report.alerts
        if alert.state in _COUNTED
        for conflict in (alert.conflict,)
        for name in ("any", conflict.kind.value, conflict.verdict.relation.value)
    }
    return not wanted.isdisjoint(found)
