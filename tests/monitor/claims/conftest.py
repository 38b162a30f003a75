"""The shipped parser, and two ways to a tree: parsed, and written down by hand."""

import re

import pytest

from belie.adapters.onnx import OnnxParser
from belie.datatypes import Span, Syntax
from belie.monitor.claims.tree import Tree
from belie.monitor.claims.words import tokens

_GLUED = re.compile(r" (?=(?:[.,;:!?)%]|n't|'s)(?: |$))|(?<=[(]) ")


@pytest.fixture(scope="session")
def parser():
    return OnnxParser()


@pytest.fixture(scope="session")
def tree_of(parser):
    """Return a function from a sentence to its tree, as the shipped parser reads it."""

    def parsed(text):
        spans = tokens(text, Span(0, len(text)))
        [syntax] = parser.parse([[span.cut(text) for span in spans]])
        return Tree(syntax, spans=spans, text=text)

    return parsed


@pytest.fixture(scope="session")
def written():
    """Return a function from "The/DT/det/1 tower/NN/root/-1" to a tree: one that is right.

    A word, its tag, its relation and the index of its head. The text is the words with blanks
    between them, except before what closes and after what opens.
    """

    def tree(notation):
        rows = [row.rsplit("/", 3) for row in notation.split()]
        words, tags, relations, heads = zip(*rows, strict=True)
        text = _GLUED.sub("", " ".join(words))
        spans, end = [], 0
        for word in words:
            start = text.index(word, end)
            end = start + len(word)
            spans.append(Span(start, end))
        return Tree(Syntax(words, tags, tuple(map(int, heads)), relations), spans=spans, text=text)

    return tree
