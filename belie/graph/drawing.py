"""The graph as a drawing, in the languages of Mermaid and Graphviz.

What people wrote is hostile text: it is escaped, so that it can neither end its label nor become
markup, and long texts are cut.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from belie.datatypes import CONTRADICTIONS, Relation
from belie.graph.export import plain
from belie.graph.rules import EdgeKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from belie.graph.network import GraphView

__all__ = ["to_dot", "to_mermaid"]

_LONGEST_LABEL = 80
_UNSAFE_IN_MERMAID = re.compile(r"[^\w .,:!?]|_")
_JUDGED = {
    EdgeKind.ENTAILS: (Relation.ENTAILMENT,),
    EdgeKind.CONTRADICTS: CONTRADICTIONS,
    EdgeKind.PARTIALLY_CONTRADICTS: CONTRADICTIONS,
}
_ARROWS = {
    EdgeKind.ENTAILS: "-->",
    EdgeKind.CONTRADICTS: "--x",
    EdgeKind.PARTIALLY_CONTRADICTS: "-.-x",
    EdgeKind.SUPERSEDES: "==>",
    EdgeKind.RETRACTS: "==>",
}


def to_mermaid(view: GraphView) -> str:
    """Return the graph as a Mermaid flowchart; long texts are cut."""
    graph = plain(view)
    names = {node: f"n{number}" for number, node in enumerate(graph)}
    lines = ["flowchart LR"]
    lines += [
        f'  {names[node]}["{_label(data, _to_mermaid)}"]' for node, data in graph.nodes(data=True)
    ]
    for start, end, data in graph.edges(data=True):
        arrow = _ARROWS[EdgeKind(data["relation"])]
        lines.append(f'  {names[start]} {arrow}|"{_edge_label(data)}"| {names[end]}')
    return "\n".join(lines) + "\n"


def to_dot(view: GraphView) -> str:
    """Return the graph in the DOT language of Graphviz; long texts are cut."""
    graph = plain(view)
    names = {node: f"n{number}" for number, node in enumerate(graph)}
    lines = ["digraph {", "  rankdir=LR"]
    lines += [
        f'  {names[node]} [shape={_shape(data)}, label="{_label(data, _to_dot)}"]'
        for node, data in graph.nodes(data=True)
    ]
    lines += [
        f'  {names[start]} -> {names[end]} [label="{_edge_label(data)}"]'
        for start, end, data in graph.edges(data=True)
    ]
    return "\n".join([*lines, "}"]) + "\n"


def _label(data: dict[str, Any], escape: Callable[[str], str]) -> str:
    speaker = data.get("role", "document")
    text = " ".join(data["text"].split())
    short = text if len(text) <= _LONGEST_LABEL else text[: _LONGEST_LABEL - 1] + "…"
    return escape(f"{speaker}, turn {data['turn']}: {short}")


def _edge_label(data: dict[str, Any]) -> str:
    """Return the relation, and how sure it is where it is a judged one; safe in all formats."""
    relation = EdgeKind(data["relation"])
    words = relation.replace("_", " ")
    chances = [float(data[str(each)]) for each in _JUDGED.get(relation, ()) if str(each) in data]
    return f"{words} {sum(chances):.2f}" if chances else words


def _shape(data: dict[str, Any]) -> str:
    return "box" if data["kind"] == "claim" else "note"


def _to_mermaid(text: str) -> str:
    """Return ``text`` with every sign that might be markup as its number."""
    return _UNSAFE_IN_MERMAID.sub(lambda found: f"#{ord(found[0])};", text)


def _to_dot(text: str) -> str:
    printable = "".join(sign if sign.isprintable() else "\ufffd" for sign in text)
    return printable.replace("\\", r"\\").replace('"', r"\"")
