"""belie: catches a chatbot contradicting itself or its sources.

The public names, nothing else. Importing this package loads the standard library only; models,
NumPy, NetworkX and the rest are loaded by the first name that needs them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.datatypes import (
    Alert,
    Claim,
    Conflict,
    ConflictKind,
    Document,
    ErrorType,
    Judgement,
    Pair,
    Passage,
    Relation,
    Role,
    Scope,
    ScoredSpan,
    Severity,
    Span,
    Statement,
    Turn,
    TurnReport,
    Verdict,
)
from belie.errors import (
    BelieError,
    ForeignDatabaseError,
    InputError,
    MissingExtraError,
    ModelError,
    StoreError,
    TranscriptError,
)
from belie.lazy import lazy_names

if TYPE_CHECKING:
    from belie.monitor.revising import Edit, Revision
    from belie.monitor.settings import Settings
    from belie.recall import (
        FactualRecall,
        RecallRow,
        RecallTable,
        factual_recall,
        factual_recall_table,
    )
    from belie.wiring import Monitor, check, classify, revise

__all__ = [
    "Alert",
    "BelieError",
    "Claim",
    "Conflict",
    "ConflictKind",
    "Document",
    "Edit",
    "ErrorType",
    "FactualRecall",
    "ForeignDatabaseError",
    "InputError",
    "Judgement",
    "MissingExtraError",
    "ModelError",
    "Monitor",
    "Pair",
    "Passage",
    "RecallRow",
    "RecallTable",
    "Relation",
    "Revision",
    "Role",
    "Scope",
    "ScoredSpan",
    "Settings",
    "Severity",
    "Span",
    "Statement",
    "StoreError",
    "TranscriptError",
    "Turn",
    "TurnReport",
    "Verdict",
    "check",
    "classify",
    "factual_recall",
    "factual_recall_table",
    "revise",
]

__version__ = "0.1.0"

_LAZY = {
    "Edit": "belie.monitor.revising",
    "FactualRecall": "belie.recall",
    "Monitor": "belie.wiring",
    "RecallRow": "belie.recall",
    "RecallTable": "belie.recall",
    "Revision": "belie.monitor.revising",
    "Settings": "belie.monitor.settings",
    "check": "belie.wiring",
    "classify": "belie.wiring",
    "factual_recall": "belie.recall",
    "factual_recall_table": "belie.recall",
    "revise": "belie.wiring",
}

__getattr__ = lazy_names(__name__, _LAZY)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
