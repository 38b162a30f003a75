import pytest

from belie.datatypes import Span
from belie.monitor.claims.html import is_heading, rows, tags


def cut(text):
    return [tag.span.cut(text) for tag in tags(Span(0, len(text)), text)]


@pytest.mark.parametrize(
    "text",
    [
        "Use the <div> tag for boxes.",
        "The <b> tag makes text bold.",
        "A List<String> holds text, and a <b or c> d.",
        "Close it with `</b>`.",
        "<unknown>It is old.</unknown>",
    ],
)
def test_what_is_spoken_of_is_no_tag(text):
    assert cut(text) == []


def test_tags_around_words_and_between_blocks_are_told_apart():
    text = '<P>It is <a href="x">old</a>.</P>1<br/>2'
    found = tags(Span(0, len(text)), text)
    assert [(tag.span.cut(text), tag.is_border) for tag in found] == [
        ("<P>", True),
        ('<a href="x">', False),
        ("</a>", False),
        ("</P>", True),
        ("<br/>", True),
    ]


def test_what_opens_a_block_needs_no_end_so_that_a_text_that_grows_is_read_alike():
    assert cut("<p>It is old") == ["<p>"]
    assert cut("It has:<ul><li>three floors") == ["<ul>", "<li>"]


def test_rows_without_ends_end_where_the_next_begins():
    text = "<tr><td>a<td>b<tr><td>c</table>"
    found = rows(Span(0, len(text)), text)
    assert [[cell.cut(text) for cell in row.cells] for row in found] == [["a", "b"], ["c"]]


def test_a_window_may_begin_within_a_row():
    text = "Plan</th><th>Price</th></tr><tr><td></td><td>$5</td></tr><tr></tr>"
    found = rows(Span(0, len(text)), text)
    assert [(row.is_header, [cell.cut(text) for cell in row.cells]) for row in found] == [
        (True, ["Plan", "Price"]),
        (False, ["", "$5"]),
        (False, []),
    ]


def test_a_heading_is_told_by_the_tag_before_it():
    assert is_heading(Span(5, 6), "<h1> A</h1>")
    assert not is_heading(Span(3, 4), "<p>A</p>")
