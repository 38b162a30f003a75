from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from belie.report import markdown
from belie.report.words import squeeze

TAGS = {"h1", "h2", "h3", "p", "blockquote", "strong", "table", "thead", "tbody", "tr", "th", "td"}
TAGS |= {"ul", "li"}


class Page(HTMLParser):
    """The tags and the text of a page."""

    def __init__(self, source):
        super().__init__()
        self.tags, self.text = [], ""
        self.feed(source)
        self.close()

    def handle_starttag(self, tag, _attrs):
        self.tags.append(tag)

    def handle_data(self, data):
        self.text += data


def page_of(source):
    return Page(MarkdownIt("commonmark", {"html": True}).enable("table").render(source))


@settings(max_examples=60, deadline=None)
@given(st.text(st.sampled_from("a1 \\`*_{}[]()#+-.!|~<>&;:/=\"'$@w\n"), max_size=30))
def test_escaped_text_comes_back_letter_by_letter(text):
    page = page_of(f"> label:\n> {markdown.escape(text)}")
    assert page.tags == ["blockquote", "p"]
    assert page.text.strip() == f"label:\n{squeeze(text).strip()}".strip()


@pytest.mark.parametrize("text", ["1. one", "12) one", "- one", "+ one", "# one", "=== one", "| a"])
def test_text_cannot_begin_a_block(text):
    page = page_of(markdown.escape(text))
    assert (page.tags, page.text.strip()) == (["p"], text)


def test_addresses_are_no_links():
    assert markdown.escape("https://a.example www.b.example") == (
        r"https\://a.example www\.b.example"
    )


def test_hostile_text_brings_no_tag(hostile):
    page = page_of(markdown.render(hostile))
    assert set(page.tags) <= TAGS
    assert "<script>alert(1)</script></script>" in page.text
    assert "[click](javascript:alert(1))" in page.text
    assert "⟦U+202E⟧gnp.exe" in page.text


def test_both_sides_are_quoted_with_the_clash_in_bold(chat):
    source = markdown.render(chat, title="Audit")
    assert source.startswith("# Audit\n\n3 turns, 6 claims, ")
    assert (
        "### 4. Contradiction\n\n"
        "against its own earlier words · temporal · 0.94 · severity high\n\n"
        "> turn 2 (assistant):\n"
        "> As I said, the first iPhone went on sale in **June 2008**, and it sold well.\n\n"
        "> turn 1 (assistant):\n"
        "> The first iPhone went on sale in **June 2007**.\n\n"
        "Turn 1 said June 2007, turn 2 says June 2008.\n"
    ) in source


def test_documents_that_disagree_support_suggestion_and_warnings_are_there(chat):
    source = markdown.render(chat)
    assert "> document press.txt (turn 1), supports it:\n" in source
    assert "> document history.md (turn 1), contradicts it:\n" in source
    assert "Mended: It cost \\$499 at launch.\n" in source
    assert "| turn 1 (assistant) | 0.91 |" in source
    assert "- turn 2 (assistant): One sentence is in a language" in source
