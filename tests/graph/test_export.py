"""The graph in common formats, whatever people wrote."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET

import networkx as nx
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from belie.errors import InputError
from belie.graph.export import (
    from_graphml,
    from_node_link,
    plain,
    to_graphml,
    to_node_link,
)

HOSTILE = [
    "",
    " ",
    "\n",
    "\r\n",
    "\x00\x07\x1b[31m",
    "\ud800",
    "\ufffe\uffff",
    "\\e \\u0007 \\",
    '"] --> x[" click n0 "javascript:alert(1)"',
    '"]; n0 -> n1; //',
    "%%{init: {}}%% end `**bold**` #quot; &amp; <b>x</b> ]]>",
    "<!DOCTYPE x [<!ENTITY a 'b'>]>&a;",
    "\\N \\G \\l",
    "日本語 🦊 e\u0301",
]


def no_split_pair(text):
    """Whether no two halves of a surrogate pair stand side by side: JSON reads them as one."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass") == text


TEXTS = st.text() | st.text(st.characters()).filter(no_split_pair) | st.sampled_from(HOSTILE)


def same(one, other):
    return nx.utils.graphs_equal(one, other)


@given(TEXTS, TEXTS)
@example("\ud800", "\udfff")
def test_node_link_json_and_graphml_read_back_what_was_written(view_of, text, session):
    view = view_of(text, session)
    assert same(from_node_link(to_node_link(view)), plain(view))
    assert same(from_graphml(to_graphml(view)), plain(view))


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_read_back_too(view_of, text):
    view = view_of(text, text)
    assert same(from_node_link(to_node_link(view)), plain(view))
    assert same(from_graphml(to_graphml(view)), plain(view))


def test_plain_keeps_ids_texts_mentions_relations_and_probabilities(view_of):
    graph = plain(view_of("is old."))
    assert graph.nodes["s/1#0"]["text"] == "The mill is old."
    assert json.loads(graph.nodes["s/1#0"]["mentions"]) == ["s/1#0", "s/3#0"]
    assert graph.nodes["s/0/is old.@0-9"]["kind"] == "passage"
    assert graph.edges["s/0/is old.@0-9", "s/1#0", "entails"]["entailment"] == 0.9
    superseded = graph.edges["s/5#0", "s/1#0", "supersedes"]
    assert superseded["rule"] == "explicit_correction"
    assert "neutral" not in graph.edges["s/7#0", "s/5#0", "retracts"]


def test_graphml_is_xml_that_others_read(view_of):
    root = ET.fromstring(to_graphml(view_of("\x00<b> & ]]>")))
    assert root.tag.endswith("graphml")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "null",
        "{",
        "[" * 10_000,
        '{"nodes": 1, "edges": []}',
        '{"directed": false, "multigraph": true, "graph": {}, "nodes": [], "edges": []}',
    ],
)
def test_what_is_no_node_link_json_is_refused(text):
    with pytest.raises(InputError, match="expected"):
        from_node_link(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<",
        "<x/>",
        "plain words",
        '<!DOCTYPE x [<!ENTITY a "b">]><graphml>&a;</graphml>',
    ],
)
def test_what_is_no_graphml_is_refused(text):
    with pytest.raises(InputError, match="expected"):
        from_graphml(text)
