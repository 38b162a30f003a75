"""What speakers mean by a clash: an update, a report, a plan, or a contradiction after all.

Small rules over the words of two claims, without a parser, a model or a clock, so that a replay
judges as the live conversation did. In doubt a rule is silent and the clash stands.
"""

from __future__ import annotations

from belie.graph.semantics.kinds import ALL_RULES, Rule, Ruling
from belie.graph.semantics.ruling import ruling, would_change
from belie.graph.semantics.topics import topics
from belie.graph.semantics.withdrawals import Retraction, retracted, retraction, withdrawals

__all__ = [
    "ALL_RULES",
    "Retraction",
    "Rule",
    "Ruling",
    "retracted",
    "retraction",
    "ruling",
    "topics",
    "withdrawals",
    "would_change",
]
