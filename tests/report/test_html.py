from __future__ import annotations

import base64
import hashlib
from collections import defaultdict
from dataclasses import replace
from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from belie.datatypes import Claim, Role, Skipped, SkipReason, Span, Turn, TurnReport
from belie.report import html
from belie.report.words import visible

VOID = {"meta", "rect"}
TEXT_TAGS = {"a", "b", "bdi", "blockquote", "figcaption", "i", "mark", "p", "span", "time"}
LIST_TAGS = {"dd", "details", "dl", "dt", "figure", "li", "ol", "summary", "ul"}
PAGE_TAGS = {"body", "div", "footer", "h1", "h2", "h3", "h4", "header", "main", "nav", "section"}
HEAD_TAGS = {"head", "html", "meta", "rect", "style", "svg", "title"}


class Page(HTMLParser):
    """What a browser would see of a page."""

    def __init__(self, source):
        super().__init__()
        self.tags, self.attributes, self.problems = set(), [], []
        self.marks = defaultdict(str)
        self.texts, self.style, self.open = [], "", []
        self.skipped = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.tags.add(tag)
        self.attributes.extend((tag, name, value or "") for name, value in attrs)
        if tag not in VOID:
            self.open.append((tag, values))
        if tag == "div" and values.get("class") == "text":
            self.texts.append("")
        if tag == "mark" and "data-alert" in values:
            self.marks[values["data-alert"], values["class"]] += ""
        if tag == "span" and "title" in values:
            self.skipped.append((values["title"], ""))

    def handle_startendtag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes.extend((tag, name, value or "") for name, value in attrs)

    def handle_endtag(self, tag):
        if not self.open or self.open[-1][0] != tag:
            self.problems.append(tag)
        else:
            self.open.pop()

    def handle_data(self, data):
        for tag, values in self.open:
            if tag == "style":
                self.style += data
            if tag == "mark" and "data-alert" in values:
                self.marks[values["data-alert"], values["class"]] += data
            if tag == "div" and values.get("class") == "text":
                self.texts[-1] += data
            if tag == "span" and "title" in values:
                self.skipped[-1] = values["title"], self.skipped[-1][1] + data

    def values(self, name):
        return [value for _, key, value in self.attributes if key == name]


def page_of(reports, **options):
    return Page(html.render(reports, **options))


def test_marked_words_are_exactly_the_spans_of_both_sides(chat):
    assert page_of(chat).marks == {
        ("1", "claim"): "$599",
        ("1", "premise"): "$499",
        ("2", "claim"): "$599",
        ("2", "premise"): "$499",
        ("2", "support"): "The 4 GB model cost $599.",
        ("3", "claim"): "8 GB of memory",
        ("3", "premise"): "4 GB",
        ("4", "claim"): "June 2008",
        ("4", "premise"): "June 2007",
    }


def test_turns_and_documents_are_shown_whole_in_order(chat):
    shown = [chat[0].turn.text, chat[1].turn.text]
    shown += [document.text for document in chat[1].turn.documents]
    assert page_of(chat).texts == [*shown, chat[2].turn.text]


def test_every_link_leads_to_a_place_in_the_page_and_every_place_is_one(chat, hostile):
    page = page_of(chat + hostile)
    anchors = page.values("id")
    assert len(anchors) == len(set(anchors))
    assert {href[1:] for href in page.values("href")} <= set(anchors)
    assert all(href.startswith("#") for href in page.values("href"))


def test_each_side_links_to_the_other(chat):
    source = html.render(chat)
    assert 'id="a4-claim" data-alert="4"><a href="#a4-premise">June 2008</a></mark>' in source
    assert 'id="a4-premise" data-alert="4"><a href="#a4-claim">June 2007</a></mark>' in source


def test_a_side_that_is_not_in_the_page_is_reached_through_the_alert(chat):
    page = page_of(chat[2:])
    assert page.marks == {("1", "claim"): "June 2008"}
    assert "#a1-premise" not in page.values("href")


def test_the_page_is_well_formed_and_hostile_text_brings_no_tag_of_its_own(chat, hostile):
    page = page_of(chat + hostile, title="<script>x</script>")
    assert page.problems == []
    assert page.open == []
    assert page.tags <= TEXT_TAGS | LIST_TAGS | PAGE_TAGS | HEAD_TAGS


def test_hostile_text_is_shown_to_the_letter(hostile):
    page = page_of(hostile)
    turn = hostile[0].turn
    assert page.texts == [visible(turn.text), visible(turn.documents[0].text)]
    assert page.marks["1", "claim"] == visible(turn.text[2 : turn.text.index("tall") + 4])


def test_the_page_fetches_nothing_and_runs_nothing(chat, hostile):
    page = page_of(chat + hostile)
    names = {name for _, name, _ in page.attributes}
    assert not {"src", "srcset", "style", "action", "ping", "background"} & names
    assert not [name for name in names if name.startswith("on")]
    assert "url(" not in page.style
    assert "@import" not in page.style


def test_the_policy_allows_the_pages_own_style_and_nothing_else(chat):
    page = page_of(chat)
    (policy,) = [value for value in page.values("content") if "default-src" in value]
    digest = base64.b64encode(hashlib.sha256(page.style.encode()).digest()).decode()
    assert policy == (
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    )


def test_markup_strings_in_a_conversation_are_escaped_too(chat):
    evil = Markup("<b onclick=x()>June 2007</b>")
    turn = replace(chat[0].turn, session=evil, text=evil, question=evil)
    page = page_of([TurnReport(turn, warnings=(evil,))], title=evil)
    assert "onclick" not in {name for _, name, _ in page.attributes}
    assert page.texts == [str(evil)]


def test_hostile_bytes_never_reach_the_page(hostile):
    source = html.render(hostile)
    source.encode()
    assert not {"\x1b", "\x00", "\u202e", "\ud800"} & set(source)


def test_texts_of_strangers_find_their_own_direction(chat):
    page = page_of(chat)
    directions = [values for values in page.values("dir") if values == "auto"]
    assert len(directions) >= len(page.texts)
    assert "isolate" in page.style


def test_documents_are_folded_unless_an_alert_quotes_them(chat):
    bare = replace(chat[1], alerts=(), conflicts=())
    assert page_of([bare]).values("open") == []
    assert len(page_of(chat).values("open")) == 2


def test_relation_kind_error_type_probability_and_explanation_are_there(chat):
    source = html.render(chat)
    for words in (
        "Partial contradiction",
        "against its own earlier words",
        "temporal",
        "contradicts in part <b>0.91</b>",
        "Turn 1 said June 2007, turn 2 says June 2008.",
        "mended",
        "One sentence is in a language the model does not know.",
        "2 claims that no document supports or contradicts",
        "wiki",
    ):
        assert words in source


def test_words_that_make_no_claim_are_dimmed_and_say_why(reworded):
    page = page_of(reworded)
    assert page.skipped == [
        ("no claim: question", "What did it cost?"),
        ("no claim: greeting", "Hello!"),
        ("no claim: question", "Shall I go on?"),
        ("no claim: question", "Is that enough?"),
        ("no claim: instruction", "Tell me."),
        ("no claim: greeting", "You are welcome! Bye!"),
    ]
    assert page.texts == [report.turn.text for report in reworded]


def test_what_was_not_checked_can_be_read_without_pointing_at_it(reworded):
    source = html.render(reworded)
    assert "<summary>2 stretches not checked</summary>" in source
    assert '<li dir="auto"><span class="note">greeting</span> Hello!</li>' in source
    assert "What did it cost?</li>" not in source


def test_the_legend_is_there_where_something_is_dimmed(chat, reworded):
    assert "Words like these" in html.render(reworded)
    assert "Words like these" not in html.render(chat)


def test_a_turn_of_the_assistant_without_claims_has_nothing_to_check(reworded):
    folded = '<summary><span class="nothing">nothing to check (greeting)</span></summary>'
    assert html.render(reworded).count("nothing to check") == html.render(reworded).count(folded)
    silent = replace(reworded[3], skipped=())
    assert '<p><span class="nothing">nothing to check</span></p>' in html.render([silent])
    assert '<p class="verdict empty">' in html.render(reworded[3:])
    assert '<p class="verdict good">' in html.render(reworded[1:2])


def test_a_stretch_without_a_claim_hides_no_mark(reworded):
    whole = Skipped(Span(0, len(reworded[2].turn.text)), SkipReason.META)
    page = page_of([*reworded[:2], replace(reworded[2], skipped=(whole,))])
    assert page.marks["1", "claim"] == "$599"
    assert page.skipped[-2:] == [
        ("no claim: meta", "At launch, perhaps "),
        ("no claim: meta", ". Is that enough? Tell me."),
    ]


def test_a_stretch_beyond_its_turn_is_left_out(reworded):
    broken = (Skipped(Span(0, 5000), SkipReason.META), Skipped(Span(3, 3), SkipReason.META))
    page = page_of([replace(reworded[1], skipped=broken)])
    assert page.skipped == []
    assert page.texts == [reworded[1].turn.text]


def test_a_claim_in_other_words_is_shown_with_its_reading_and_scope(reworded):
    source = html.render(reworded)
    reading = '<span class="note">read as</span> The first iPhone was priced at $499.</p>'
    assert reading in source
    assert ">turn 1 (assistant), reported by Apple</a>" in source
    unverifiable = 'at $499. <span class="note">reported by Apple</span></li>'
    assert unverifiable in source


def test_five_thousand_stretches_are_a_page_in_no_time(soon):
    text = "- Well, so.\n" * 5000
    skipped = tuple(Skipped(Span(at, at + 11), SkipReason.META) for at in range(0, len(text), 12))
    with soon():
        page = page_of([TurnReport(Turn("s", 0, Role.ASSISTANT, text), skipped=skipped)])
    assert len(page.skipped) == 5000


def test_a_question_is_shown_where_the_turn_before_does_not_ask_it(chat):
    asked = "asked <bdi>What was it?</bdi>"
    assert asked not in html.render(chat)
    assert asked in html.render(chat[1:])


def test_several_conversations_have_a_table_of_contents(chat, hostile):
    assert "<nav" not in html.render(chat)
    assert '<a href="#c2">' in html.render(chat + hostile)


def test_an_empty_report_is_a_page():
    page = page_of([])
    assert page.problems == []


@st.composite
def overlapping_alerts(draw):
    text = draw(st.text(st.sampled_from("ab <&>\"'\n{%\u202e\u05d0"), min_size=1, max_size=30))
    edges = st.integers(0, len(text))
    pairs = draw(st.lists(st.tuples(edges, edges, edges, edges), min_size=1, max_size=4))
    spans = [(Span(*sorted(each[:2])), Span(*sorted(each[2:]))) for each in pairs]
    stretches = draw(st.lists(st.tuples(edges, edges), max_size=3))
    return text, spans, [Span(*sorted(ends)) for ends in stretches]


@given(overlapping_alerts())
def test_overlapping_marks_slice_to_their_spans_and_lose_no_text(phone_alert, drawn):
    text, spans, stretches = drawn
    turn = Turn("s", 0, Role.ASSISTANT, text)
    claim = Claim("s/0#0", text, "s/0", Span(0, len(text)))
    conflict = replace(phone_alert.conflict, premise=claim, claim=claim)
    alerts = tuple(
        replace(phone_alert, conflict=conflict, claim_span=mine, premise_span=other)
        for mine, other in spans
    )
    skipped = tuple(Skipped(span, SkipReason.META) for span in stretches)
    page = page_of([TurnReport(turn, alerts=alerts, skipped=skipped)])
    assert page.texts == [visible(text)]
    marked = {at for pair in spans for span in pair for at in range(span.start, span.end)}
    dimmed = {at for span in stretches for at in range(span.start, span.end)} - marked
    said = "".join(visible(text[at]) for at in sorted(dimmed))
    assert "".join(words for _, words in page.skipped) == said
    assert page.problems == []
    for number, (mine, other) in enumerate(spans, start=1):
        assert page.marks[str(number), "claim"] == visible(mine.cut(text))
        assert page.marks[str(number), "premise"] == visible(other.cut(text))
    sides = [f"a{at}-{side}" for at in range(1, len(spans) + 1) for side in ("claim", "premise")]
    assert sorted(each for each in page.values("id") if "-" in each) == sorted(sides)
    assert page.values("class").count("ref") == len(sides)


def test_what_became_of_an_alert_and_what_was_changed_are_shown(mended):
    source = html.render(mended)
    page = Page(source)
    assert page.problems == []
    assert '<p class="state resolved" dir="auto">resolved in turn 3</p>' in source
    assert '<p class="state false_alarm" dir="auto">false alarm, by Ann: A joke.</p>' in source
    assert "“it leaves at noon.” supersedes “It leaves at one.” of turn 1" in source
    assert source.count("between them") == 1
