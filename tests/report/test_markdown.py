from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from belie.datatypes import Span
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


@example(" -")
@example(" 1. a")
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
    assert "| turn 1 (assistant) | 0.63 |" in source
    assert "- turn 2 (assistant): One sentence is in a language" in source


def test_what_no_document_backs_stands_beside_the_support_of_its_turn(unbacked, reworded):
    first, last = (f"{report.consistency:.2f}" for report in unbacked[1:])
    assert (
        "\n\n| turn | supported by its documents | what no document backs |\n| --- | --- | --- |\n"
        f"| turn 1 (assistant) | {first} | “painted a calm green” |\n"
        f"| turn 2 (assistant) | {last} | “Romans built” · “tin” |\n\n"
    ) in markdown.render(unbacked)
    quiet = replace(reworded[3], turn=replace(reworded[3].turn, session="towers"))
    source = markdown.render([*unbacked, quiet])
    assert "| turn 3 (assistant) | nothing to check (greeting) |  |\n\n" in source


def test_where_documents_back_all_words_there_is_no_column_of_them(chat):
    source = markdown.render(chat)
    assert "| turn | supported by its documents |\n| --- | --- |\n| turn 1 " in source


def test_words_that_no_document_backs_stay_in_their_cell(unbacked):
    turn = replace(unbacked[2].turn, text="of | `tin|` <b>\n\n# [x](y) |")
    report = replace(unbacked[2], turn=turn, ungrounded=(Span(0, len(turn.text)),))
    page = page_of(markdown.render([report]))
    assert page.tags.count("td") == 3
    assert set(page.tags) <= TAGS
    assert "“of | `tin|` <b> # [x](y) |”" in page.text


def test_a_claim_in_other_words_is_quoted_with_its_reading_and_scope(reworded):
    source = markdown.render(reworded)
    assert (
        "> turn 1 (assistant), reported by Apple:\n"
        "> It was priced at **\\$499**, Apple says.\n"
        ">\n"
        "> read as: The first iPhone was priced at \\$499.\n\n"
    ) in source
    assert "read as" not in markdown.render(reworded[1:2])


def test_what_was_not_checked_is_listed_for_the_assistants_turns(reworded):
    source = markdown.render(reworded)
    assert "| turn 3 (assistant) | nothing to check (greeting) |" in source
    assert source.endswith(
        "\n\nNo claim, so not checked:\n\n"
        "- turn 1 (assistant): greeting “Hello\\!” · question “Shall I go on?”\n"
        "- turn 2 (assistant): question “Is that enough?” · instruction “Tell me.”\n"
        "- turn 3 (assistant): greeting “You are welcome\\! Bye\\!”\n"
    )


def test_what_became_of_an_alert_and_what_was_changed_are_shown(mended):
    source = markdown.render(mended)
    assert "\n\n**resolved in turn 3**\n\n" in source
    assert "\n\n**false alarm, by Ann: A joke.**\n\n" in source
    assert (
        "Changed, no contradiction:\n\n- turn 3 (assistant): “it leaves at noon.” supersedes "
        "“It leaves at one.” of turn 1 (explicit correction: It says so.)\n"
    ) in source
    assert "> turn 0 (user), between them:\n> **The train leaves at noon.**" in source
