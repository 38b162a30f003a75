"""The graph as node-link JSON and GraphML, and back.

Both hold everything that :func:`plain` names. What people wrote is hostile text: each format
escapes it, so that it stays text. Drawings are in :mod:`belie.graph.drawing`.
"""

from __future__ import annotations

import json
import re
from io import BytesIO
from typing import TYPE_CHECKING, Any, TypeAlias

import networkx as nx

from belie.datatypes import Claim, Relation
from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from belie.datatypes import Statement, Verdict
    from belie.graph.network import GraphView

__all__ = [
    "PlainGraph",
    "from_graphml",
    "from_node_link",
    "plain",
    "to_graphml",
    "to_node_link",
]

PlainGraph: TypeAlias = "nx.MultiDiGraph[str]"
"""A graph whose attributes are strings and numbers only, as :func:`plain` makes it."""

_Attributes: TypeAlias = dict[str, str | int | float]

_NETWORKX: Any = nx
"""NetworkX, whose readers and writers have no complete types."""

_UNSAFE_IN_XML = re.compile("[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|\\\\")
_ESCAPED = re.compile(r"\\(\\|e|u[0-9a-f]{4})")
_UNREADABLE = (
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    SyntaxError,
    RecursionError,
    nx.NetworkXException,
)
"""What NetworkX and its parsers raise on what is not theirs."""


def plain(view: GraphView) -> PlainGraph:
    """Return a view of :class:`ClaimGraph` with strings and numbers for its attributes.

    Parameters
    ----------
    view
        What :meth:`ClaimGraph.view` or ``session.graph`` gave.

    Returns
    -------
    PlainGraph
        A node has ``kind`` (``"claim"`` or ``"passage"``), ``text``, ``source``, ``start``, ``end``
        and ``turn`` of its first statement, the ``role`` of a claim, and ``mentions``, the ids of
        all equal claims in a JSON list. An edge, keyed by relation, has ``relation``; ``model`` and
        the probability of each relation by its name where it rests on a verdict; ``rule`` and
        ``reason`` where a rule of conversation spoke.
    """
    graph: PlainGraph = nx.MultiDiGraph()
    for node, data in view.nodes(data=True):
        graph.add_node(node, **_of_statement(data["statement"], data["mentions"]))
    for start, end, data in view.edges(data=True):
        relation = str(data["relation"])
        attributes: _Attributes = {"relation": relation}
        if data["verdict"] is not None:
            attributes |= _of_verdict(data["verdict"])
        if data["ruling"] is not None:
            attributes |= {"rule": str(data["ruling"].rule), "reason": data["ruling"].reason}
        graph.add_edge(start, end, key=relation, **attributes)
    return graph


def to_node_link(view: GraphView) -> str:
    """Return the graph as node-link JSON, as NetworkX, D3 and others read it.

    Two halves of a surrogate pair that stand side by side are read back as their character.

    Examples
    --------
    >>> from belie.datatypes import Claim, Span
    >>> from belie.graph import ClaimGraph
    >>> graph = ClaimGraph(threshold=0.9)
    >>> graph.update([Claim("s/0#0", "It is red.", "s/0", Span(0, 10))], [])
    ()
    >>> json.loads(to_node_link(graph.view()))["nodes"][0]["text"]
    'It is red.'
    """
    return json.dumps(_NETWORKX.node_link_data(plain(view), edges="edges"))


def from_node_link(text: str) -> PlainGraph:
    """Return the graph that :func:`to_node_link` wrote, equal to that of :func:`plain`.

    Raises
    ------
    InputError
        If ``text`` is no node-link JSON of a directed multigraph.
    """
    return _read(
        lambda: _NETWORKX.node_link_graph(json.loads(text), edges="edges"), "node-link JSON"
    )


def to_graphml(view: GraphView) -> str:
    r"""Return the graph as GraphML.

    XML cannot hold every character: those it cannot hold are written like ``\u0007``, and a
    backslash as two.
    """
    out = BytesIO()
    graph = _renamed(plain(view), _to_xml)
    _NETWORKX.write_graphml_xml(graph, out)
    return out.getvalue().decode()


def from_graphml(text: str) -> PlainGraph:
    """Return the graph that :func:`to_graphml` wrote, equal to that of :func:`plain`.

    Raises
    ------
    InputError
        If ``text`` is no GraphML of a directed multigraph, or defines entities, which could blow
        it up without bounds.
    """
    if "<!" in text:
        raise InputError("expected GraphML without declarations, got one with '<!'")
    graph = _read(lambda: _NETWORKX.parse_graphml(text, force_multigraph=True), "GraphML")
    return _renamed(graph, _from_xml)


def _of_statement(first: Statement, mentions: tuple[Statement, ...]) -> _Attributes:
    role: _Attributes = {"role": str(first.role)} if isinstance(first, Claim) else {}
    return {
        "kind": "claim" if role else "passage",
        "text": first.text,
        "source": first.source,
        "start": first.span.start,
        "end": first.span.end,
        "turn": first.turn,
        "mentions": json.dumps([one.id for one in mentions]),
        **role,
    }


def _of_verdict(verdict: Verdict) -> _Attributes:
    given = verdict.probabilities
    chances = {str(each): float(given[each]) for each in Relation if each in given}
    return {"model": verdict.model, **chances}


def _read(parse: Callable[[], Any], form: str) -> PlainGraph:
    try:
        graph = parse()
    except _UNREADABLE as error:
        raise InputError(f"expected {form}, got {type(error).__name__}: {error}") from error
    if not (graph.is_multigraph() and graph.is_directed()):
        raise InputError(f"expected {form} of a directed multigraph, got another kind of graph")
    return graph


def _renamed(graph: PlainGraph, change: Callable[[str], str]) -> PlainGraph:
    """Return a copy with ``change`` made to every id and every string."""

    def changed(attributes: dict[str, Any]) -> dict[str, Any]:
        return {
            name: change(value) if isinstance(value, str) else value
            for name, value in attributes.items()
        }

    copy: PlainGraph = nx.MultiDiGraph()
    for node, data in graph.nodes(data=True):
        copy.add_node(change(node), **changed(data))
    for start, end, key, data in graph.edges(keys=True, data=True):
        copy.add_edge(change(start), change(end), key=str(key), **changed(data))
    return copy


def _to_xml(text: str) -> str:
    r"""Return ``text`` without what XML cannot hold; no text becomes ``\e``."""
    return _UNSAFE_IN_XML.sub(_escaped, text) or r"\e"


def _escaped(found: re.Match[str]) -> str:
    return r"\\" if found[0] == "\\" else f"\\u{ord(found[0]):04x}"


def _from_xml(text: str) -> str:
    return _ESCAPED.sub(_unescaped, text)


def _unescaped(found: re.Match[str]) -> str:
    code = found[1]
    if code == "e":
        return ""
    return code if code == "\\" else chr(int(code[1:], 16))
