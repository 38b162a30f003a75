"""The incremental consistency graph: who says what, and which of it cannot hold together.

The only part of belie that imports NetworkX; nothing of it leaks but the frozen copy that
:meth:`ClaimGraph.view` hands out.
"""

from __future__ import annotations

from belie.graph.graph import ClaimGraph, Edge, GraphView
from belie.graph.rules import EdgeKind

__all__ = ["ClaimGraph", "Edge", "EdgeKind", "GraphView"]
