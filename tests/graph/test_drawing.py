"""The graph as a drawing, whatever people wrote."""

from __future__ import annotations

import re

from hypothesis import example, given
from hypothesis import strategies as st

from belie.graph.drawing import to_dot, to_mermaid

TEXTS = st.text() | st.text(st.characters())


@given(TEXTS)
@example('"] --> x[" click n0 "javascript:alert(1)"')
@example('"]; n0 -> n1; // \\N')
@example("%%{init: {}}%% end `**b**` #quot; &amp; <b>")
@example("\\")
def test_nothing_people_wrote_leaves_its_label(view_of, text):
    view = view_of(text)
    nodes, edges = view.number_of_nodes(), view.number_of_edges()
    mermaid, dot = to_mermaid(view).splitlines(), to_dot(view).splitlines()
    node = re.compile(r'  n\d+\["(?:[\w .,:!?]|#\d+;)*"\]')
    edge = re.compile(r'  n\d+ (?:-->|--x|-\.-x|==>)\|"[a-z ]+(?: \d\.\d\d)?"\| n\d+')
    assert mermaid[0] == "flowchart LR"
    assert [bool(node.fullmatch(line)) for line in mermaid[1 : 1 + nodes]] == [True] * nodes
    assert [bool(edge.fullmatch(line)) for line in mermaid[1 + nodes :]] == [True] * edges
    node = re.compile(r'  n\d+ \[shape=(?:box|note), label="(?:[^"\\]|\\[\\"])*"\]')
    edge = re.compile(r'  n\d+ -> n\d+ \[label="[a-z ]+(?: \d\.\d\d)?"\]')
    assert [bool(node.fullmatch(line)) for line in dot[2 : 2 + nodes]] == [True] * nodes
    assert [bool(edge.fullmatch(line)) for line in dot[2 + nodes : -1]] == [True] * edges


def test_a_drawing_names_speaker_turn_words_and_how_sure(view_of):
    drawing = to_mermaid(view_of("is old."))
    assert '["assistant, turn 1: The mill is old."]' in drawing
    assert '|"entails 0.90"|' in drawing
    assert '|"partially contradicts 0.80"|' in drawing
    assert '|"retracts"|' in drawing


def test_long_texts_are_cut(view_of):
    view = view_of("x" * 500)
    assert all(len(line) < 200 for line in to_dot(view).splitlines())
    assert max(map(len, to_mermaid(view).splitlines())) < 200
