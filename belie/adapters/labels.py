"""The names that models and data sets give to relations."""

from __future__ import annotations

import re

from belie.datatypes import CONTRADICTIONS, Relation

__all__ = ["NAMES", "relations_of"]

_ENTAILMENT = "entailment entail entails entailed support supports supported"
_CONTRADICTION = (
    "contradiction contradict contradicts contradicted contradictory refute refutes refuted "
    "refutation"
)
_PARTIAL = (
    "partial_contradiction partially_contradicts partially_contradicted partially_contradictory "
    "partially_refuted"
)
_NEUTRAL = "neutral not_enough_info not_enough_information notenoughinfo nei unverifiable"
_NOT_ENTAILMENT = "not_entailment not_entailed non_entailment not_supported unsupported"
_NOT_CONTRADICTION = (
    "not_contradiction no_contradiction non_contradiction not_contradicted not_refuted"
)
NAMES = {
    **dict.fromkeys(_ENTAILMENT.split(), frozenset({Relation.ENTAILMENT})),
    **dict.fromkeys(_CONTRADICTION.split(), frozenset({Relation.CONTRADICTION})),
    **dict.fromkeys(_PARTIAL.split(), frozenset({Relation.PARTIAL_CONTRADICTION})),
    **dict.fromkeys(_NEUTRAL.split(), frozenset({Relation.NEUTRAL})),
    **dict.fromkeys(_NOT_ENTAILMENT.split(), frozenset({*CONTRADICTIONS, Relation.NEUTRAL})),
    **dict.fromkeys(_NOT_CONTRADICTION.split(), frozenset({Relation.ENTAILMENT, Relation.NEUTRAL})),
}
"""Each known name, and the relations it leaves possible."""


def relations_of(name: str) -> frozenset[Relation] | None:
    """Return the relations that a label may mean; ``None`` for an unknown one.

    Case and punctuation do not count. A name that only denies a relation leaves the others.

    Examples
    --------
    >>> sorted(map(str, relations_of("Not entailment")))
    ['contradiction', 'neutral', 'partial_contradiction']
    >>> [str(relation) for relation in relations_of("REFUTES")]
    ['contradiction']
    >>> relations_of("irony") is None
    True
    """
    return NAMES.get(re.sub(r"\W+", "_", name.strip().lower()))
