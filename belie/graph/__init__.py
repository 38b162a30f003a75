"""The incremental consistency graph: who says what, and which of it cannot hold together.

The only part of belie that imports NetworkX; nothing of it leaks but the frozen copy that
:meth:`ClaimGraph.view` hands out.
"""

from __future__ import annotations

from belie.graph.graph import ClaimGraph
from belie.graph.history import Event, EventKind, History
from belie.graph.minimal import MinimalConflict
from belie.graph.network import Edge, GraphView
from belie.graph.rules import EdgeKind
from belie.graph.semantics import ALL_RULES, Rule, Ruling

__all__ = [
    "ALL_RULES",
    "ClaimGraph",
    "Edge",
    "EdgeKind",
    "Event",
    "EventKind",
    "GraphView",
    "History",
    "MinimalConflict",
    "Rule",
    "Ruling",
]
