from __future__ import annotations

import base64
import hashlib
import json
from collections import defaultdict
from dataclasses import replace
from html.parser import HTMLParser
from io import StringIO

from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from belie.datatypes import Claim, Role, Skipped, SkipReason, Span, Turn, TurnReport
from belie.report import html
from belie.report.summary import summarise
from belie.report.words import visible

VOID = {"meta"}
TAGS = {
    *(
        "b",
        "bdi",
        "body",
        "dd",
        "div",
        "dl",
        "dt",
        "h1",
        "h2",
        "head",
        "html",
        "li",
        "main",
        "mark",
    ),
    *("meta", "ol", "p", "script", "style", "title", "ul"),
}


class Page(HTMLParser):
    """What a browser would see of a page before its script runs, and the data that it runs on."""

    def __init__(self, source):
        super().__init__()
        self.tags, self.attributes, self.problems, self.open = set(), [], [], []
        self.style, self.script, self.block, self.plain = "", "", "", ""
        self.feed(source)
        self.close()
        lines = [json.loads(line) for line in self.block.strip().splitlines()]
        self.rows, self.bodies = lines[::2], lines[1::2]
        self.texts = [plain(text) for text in self.all_texts()]

    def all_texts(self):
        for body in self.bodies:
            for turn in body.get("turns", ()):
                yield turn.get("text", "")
                yield from (each["text"] for each in turn.get("documents", ()))

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes.extend((tag, name, value or "") for name, value in attrs)
        if tag not in VOID:
            self.open.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        if not self.open or self.open[-1][0] != tag:
            self.problems.append(tag)
        else:
            self.open.pop()

    def handle_data(self, data):
        tag, values = self.open[-1] if self.open else ("", {})
        if tag == "style":
            self.style += data
        elif tag == "script" and values.get("id") == "data":
            self.block += data
        elif tag == "script":
            self.script += data
        elif any(values.get("id") == "plain" for _, values in self.open):
            self.plain += data

    def values(self, name):
        return [value for _, key, value in self.attributes if key == name]

    @property
    def pieces(self):
        """All parts of texts that something covers."""
        parts = [part for text in self.all_texts() if isinstance(text, list) for part in text]
        return [part for part in parts if isinstance(part, dict)]

    @property
    def marks(self):
        found = defaultdict(str)
        for piece in self.pieces:
            for name in piece.get("marks", ()):
                found[name] += piece.get("text", "")
        return dict(found)

    @property
    def skipped(self):
        return [(each["skipped"], each["text"]) for each in self.pieces if "skipped" in each]

    @property
    def ungrounded(self):
        return [each["text"] for each in self.pieces if each.get("ungrounded")]


def plain(text):
    if isinstance(text, str):
        return text
    return "".join(each if isinstance(each, str) else each.get("text", "") for each in text)


def page_of(reports, **options):
    return Page(html.render(reports, **options))


def digest(text):
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def test_marked_words_are_exactly_the_spans_of_both_sides(chat):
    assert page_of(chat).marks == {
        "1-claim": "$599",
        "1-premise": "$499",
        "2-claim": "$599",
        "2-premise": "$499",
        "2-support": "The 4 GB model cost $599.",
        "3-claim": "8 GB of memory",
        "3-premise": "4 GB",
        "4-claim": "June 2008",
        "4-premise": "June 2007",
    }


def test_the_passage_that_was_read_is_known_around_the_words_that_clash(chat):
    read = [piece["text"] for piece in page_of(chat).pieces if 1 in piece.get("windows", ())]
    assert "".join(read) == "The 4 GB model cost $499 at launch."


def test_turns_and_documents_are_shown_whole_in_order(chat):
    shown = [chat[0].turn.text, chat[1].turn.text]
    shown += [document.text for document in chat[1].turn.documents]
    assert page_of(chat).texts == [*shown, chat[2].turn.text]


def test_a_side_that_is_not_in_the_page_is_quoted_in_its_alert_alone(chat):
    page = page_of(chat[2:])
    assert page.marks == {"1-claim": "June 2008"}
    claim, premise = page.bodies[0]["alerts"][0]["sides"]
    assert (claim["turn"], premise.get("turn"), premise["words"]) == (0, None, "June 2007")


def test_hostile_text_brings_no_tag_of_its_own(chat, hostile):
    page = page_of(chat + hostile, title="<script>x</script>")
    assert page.problems == []
    assert page.open == []
    assert page.tags <= TAGS
    assert page.values("id") == ["page", "data", "plain"]


def test_hostile_text_is_kept_to_the_letter(hostile):
    page = page_of(hostile)
    turn = hostile[0].turn
    assert page.texts == [visible(turn.text), visible(turn.documents[0].text)]
    assert page.marks["1-claim"] == visible(turn.text[2 : turn.text.index("tall") + 4])


def test_the_data_cannot_end_its_block(hostile):
    page = page_of(hostile)
    assert not {"<", ">", "&"} & set(page.block)


def test_the_page_fetches_nothing_and_no_attribute_runs_anything(chat, hostile):
    page = page_of(chat + hostile)
    names = {name for _, name, _ in page.attributes}
    assert not {"src", "href", "srcset", "style", "action", "ping", "background"} & names
    assert not [name for name in names if name.startswith("on")]
    for code in (page.style, page.script):
        assert "url(" not in code
        assert "@import" not in code


def test_the_script_makes_no_markup_and_evaluates_nothing(chat):
    script = page_of(chat).script
    for word in (
        "innerHTML",
        "outerHTML",
        "insertAdjacent",
        "document.write",
        "eval(",
        "Function(",
    ):
        assert word not in script
    for word in ("fetch(", "XMLHttpRequest", "import(", "localStorage", "sendBeacon"):
        assert word not in script


def test_the_policy_allows_the_pages_own_style_and_script_and_nothing_else(chat):
    page = page_of(chat)
    (policy,) = [value for value in page.values("content") if "default-src" in value]
    assert policy == (
        f"default-src 'none'; style-src 'sha256-{digest(page.style)}'; "
        f"script-src 'sha256-{digest(page.script)}'; base-uri 'none'; form-action 'none'"
    )


def test_markup_strings_in_a_conversation_are_escaped_too(chat):
    evil = Markup("<b onclick=x()>June 2007</b>")
    turn = replace(chat[0].turn, session=evil, text=evil, question=evil)
    alerts = tuple(replace(alert, explanation=evil) for alert in chat[1].alerts)
    page = page_of([TurnReport(turn, warnings=(evil,), alerts=alerts)], title=evil)
    assert "onclick" not in {name for _, name, _ in page.attributes}
    assert page.texts == [str(evil)]
    assert page.plain.count(evil) == 5


def test_hostile_bytes_never_reach_the_page(hostile):
    source = html.render(hostile)
    source.encode()
    assert not {"\x1b", "\x00", "\u202e", "\ud800"} & set(source)


def test_relation_kind_error_type_odds_and_explanation_are_there(chat):
    first = page_of(chat).bodies[0]["alerts"][0]
    assert first | {"sides": []} == {
        "number": 1,
        "kind": "reference",
        "between": "against a document",
        "relation": "partial_contradiction",
        "error_type": "numeric",
        "severity": "medium",
        "state": "open",
        "explanation": "history.md says $499 where the answer says $599.",
        "suggestion": "It cost $499 at launch.",
        "model": "scripted",
        "odds": [0.03, 0.91, 0.03, 0.03],
        "sides": [],
    }


def test_sides_are_quoted_in_their_sentence_in_the_order_of_reading(chat):
    sides = page_of(chat).bodies[0]["alerts"][1]["sides"]
    assert [(side["name"], side["words"]) for side in sides] == [
        ("claim", "$599"),
        ("support", "The 4 GB model cost $599."),
        ("premise", "$499"),
    ]
    assert (sides[0]["before"], sides[0]["after"]) == ("It cost ", " at launch.")


def test_evidence_is_quoted_where_it_is_more_than_the_sentence(chat):
    document = chat[1].turn.documents[0]
    (first, *_), turn = chat[1].alerts, chat[1].turn
    whole = Span(0, len(document.text))
    passage = replace(first.conflict.premise, text=document.text, span=whole)
    wide = replace(first, conflict=replace(first.conflict, premise=passage))
    page = page_of([TurnReport(turn, alerts=(first, wide))])
    narrow, wide = (alert["sides"][1].get("evidence") for alert in page.bodies[0]["alerts"])
    assert (narrow, wide) == (None, document.text)


def test_of_long_evidence_what_stands_around_the_clashing_words_is_quoted(chat):
    turn, (first, *_) = chat[1].turn, chat[1].alerts
    document = replace(turn.documents[0], text="Filler. " * 400 + "It cost $499." + " More." * 400)
    clash = Span(3208, 3212)
    passage = replace(first.conflict.premise, text=document.text, span=Span(0, len(document.text)))
    verdict = replace(first.conflict.verdict, premise=passage, premise_span=clash)
    conflict = replace(first.conflict, premise=passage, verdict=verdict, path=(passage.id,))
    alert = replace(first, conflict=conflict, premise_span=clash)
    page = page_of([TurnReport(replace(turn, documents=(document,)), alerts=(alert,))])
    quoted = page.bodies[0]["alerts"][0]["sides"][1]["evidence"]
    assert "It cost $499." in quoted
    assert quoted.startswith("…")
    assert quoted.endswith("…")
    assert len(quoted) < 1600


def test_words_that_make_no_claim_are_known_with_their_reason(reworded):
    page = page_of(reworded)
    assert page.skipped == [
        ("question", "What did it cost?"),
        ("greeting", "Hello!"),
        ("question", "Shall I go on?"),
        ("question", "Is that enough?"),
        ("instruction", "Tell me."),
        ("greeting", "You are welcome! Bye!"),
    ]
    assert page.texts == [report.turn.text for report in reworded]


def test_only_the_assistants_turns_list_what_was_not_checked(reworded):
    turns = page_of(reworded).bodies[0]["turns"]
    assert [len(turn.get("skipped", ())) for turn in turns] == [0, 2, 2, 1]
    assert [turn.get("no_claims") for turn in turns] == [
        None,
        None,
        None,
        "nothing to check (greeting)",
    ]


def test_claims_without_evidence_are_listed_where_there_were_documents(chat, reworded):
    lists = [turn.get("unverifiable", ()) for turn in page_of(chat).bodies[0]["turns"]]
    assert [[claim["text"] for claim in claims] for claims in lists] == [
        [],
        ["Your phone has 8 GB of memory."],
        ["the first iPhone went on sale in June 2008", "it sold well"],
    ]
    assert not [turn for turn in page_of(reworded).bodies[0]["turns"] if "unverifiable" in turn]


def test_a_stretch_without_a_claim_hides_no_mark(reworded):
    whole = Skipped(Span(0, len(reworded[2].turn.text)), SkipReason.META)
    page = page_of([*reworded[:2], replace(reworded[2], skipped=(whole,))])
    assert page.marks["1-claim"] == "$599"
    assert page.skipped[-2:] == [
        ("meta", "At launch, perhaps "),
        ("meta", ". Is that enough? Tell me."),
    ]


def test_a_stretch_beyond_its_turn_is_left_out(reworded):
    broken = (Skipped(Span(0, 5000), SkipReason.META), Skipped(Span(3, 3), SkipReason.META))
    page = page_of([replace(reworded[1], skipped=broken)])
    assert page.skipped == []
    assert page.texts == [reworded[1].turn.text]


def test_words_that_no_document_backs_are_known_and_all_else_is_not(unbacked):
    page = page_of(unbacked)
    assert page.ungrounded == ["painted a calm green", "Romans built", "tin"]
    assert page.skipped == [("question", "Shall I go on?")]
    assert [page.marks[name] for name in ("1-claim", "1-premise")] == ["310 m", "330 m"]
    assert page.texts[:2] == [report.turn.text for report in unbacked[:2]]


def test_words_that_no_document_backs_are_not_told_where_more_is_said_of_them(unbacked):
    whole = Span(0, len(unbacked[1].turn.text))
    page = page_of([replace(unbacked[1], ungrounded=(whole,))])
    assert page.marks["1-claim"] == "310 m"
    assert page.skipped == [("question", "Shall I go on?")]
    assert page.ungrounded == ["The tower is ", " tall and was painted a calm green. "]


def test_words_that_no_document_backs_may_overlap_or_be_a_users():
    turn = Turn("s", 0, Role.USER, "Dr. 👩‍🔬 says <b>שלום</b>.")
    page = page_of([TurnReport(turn, ungrounded=(Span(4, 12), Span(8, 24)))])
    assert "".join(page.ungrounded) == "👩‍🔬 says <b>שלום</b>"
    assert page.texts == [turn.text]


def test_words_beyond_their_turn_are_left_out(unbacked):
    page = page_of([replace(unbacked[2], ungrounded=(Span(4, 900), Span(90, 91), Span(3, 3)))])
    assert page.ungrounded == []
    assert page.texts[0] == unbacked[2].turn.text


def test_hostile_words_that_no_document_backs_are_kept_to_the_letter(hostile):
    report = replace(hostile[0], alerts=(), skipped=())
    assert page_of([report]).ungrounded == [visible(report.turn.text)]


def test_a_claim_in_other_words_comes_with_its_reading_and_scope(reworded):
    premise = page_of(reworded).bodies[0]["alerts"][0]["sides"][1]
    assert premise["reading"] == "The first iPhone was priced at $499."
    assert premise["label"] == "turn 1 (assistant), reported by Apple"


def test_five_thousand_stretches_are_a_page_in_no_time(soon):
    text = "- Well, so.\n" * 5000
    skipped = tuple(Skipped(Span(at, at + 11), SkipReason.META) for at in range(0, len(text), 12))
    with soon():
        page = page_of([TurnReport(Turn("s", 0, Role.ASSISTANT, text), skipped=skipped)])
    assert len(page.skipped) == 5000


def test_a_question_is_shown_where_the_turn_before_does_not_ask_it(chat):
    assert "question" not in page_of(chat).bodies[0]["turns"][1]
    assert page_of(chat[1:]).bodies[0]["turns"][0]["question"] == "What was it?"


def test_the_picture_ties_what_clashes_supports_and_changes(chat, mended):
    picture = page_of(chat).bodies[0]["picture"]
    ties = {(line["relation"], line.get("alert")) for line in picture["lines"]}
    assert ties == {
        ("partial_contradiction", 2),
        ("contradiction", 3),
        ("contradiction", 4),
        ("entailment", None),
    }
    assert [node["turn"] for node in picture["nodes"]] == sorted(
        n["turn"] for n in picture["nodes"]
    )
    mended_lines = page_of(mended).bodies[0]["picture"]["lines"]
    assert ["supersedes"] == [line["relation"] for line in mended_lines if "alert" not in line]
    assert [line["alert"] for line in mended_lines if line.get("implied")] == [2]


def test_the_list_knows_what_its_filters_ask_for(chat, reworded):
    first, second = page_of(chat + reworded).rows
    assert (first["session"], first["turns"], first["claims"]) == ("phones", 3, 6)
    assert first["at"] == "2026-03-01"
    assert [alert["severity"] for alert in first["alerts"]] == ["medium", "low", "high", "high"]
    assert first["headline"] == "The user said 4 GB; the answer says 8 GB."
    assert second["alerts"] == [
        {
            "kind": "cross_turn",
            "severity": "high",
            "relation": "contradiction",
            "state": "open",
            "turn": 2,
        }
    ]


def test_what_became_of_an_alert_and_what_was_changed_are_there(mended):
    (body,) = page_of(mended).bodies
    assert [alert["state_words"] for alert in body["alerts"]] == [
        "resolved in turn 3",
        "false alarm, by Ann: A joke.",
    ]
    assert "“it leaves at noon.” supersedes “It leaves at one.” of turn 1" in str(
        body["turns"][3]["changes"]
    )
    assert [side["name"] for side in body["alerts"][1]["sides"]] == ["claim", "premise", "between"]


def test_without_a_script_the_worst_conversations_are_there_the_worst_first(chat, reworded, mended):
    page = page_of(mended + reworded + chat)
    names = [page.plain.index(name) for name in ("phones", "prices", "trains")]
    assert names == sorted(names)
    assert "3 sessions, 11 turns" in page.plain
    assert "The user said 4 GB; the answer says 8 GB." in page.plain
    assert page.values("class").count("claim") == page.values("class").count("premise") == 6


def test_without_a_script_no_more_than_twenty_conversations_are_told(chat):
    many = [
        replace(report, turn=replace(report.turn, session=f"s{number}"))
        for number in range(30)
        for report in chat
    ]
    page = page_of(many)
    assert (len(page.rows), page.tags >= {"h2"}, page.plain.count("3 turns, 4 alerts")) == (
        30,
        True,
        20,
    )


def test_conversations_can_be_written_one_after_the_other(chat, reworded, mended):
    file = StringIO()
    html.write(iter([chat, reworded, mended]), file, title="All")
    assert file.getvalue() == html.render(chat + reworded + mended, title="All")


def test_what_was_written_of_a_conversation_is_not_kept_until_the_last(chat):
    file = StringIO()
    sizes = []

    def conversations():
        for number in range(300):
            sizes.append(file.tell())
            yield [
                replace(report, turn=replace(report.turn, session=f"s{number}")) for report in chat
            ]

    html.write(conversations(), file)
    assert file.tell() < 2 * sizes[-1]


def test_sums_are_those_of_all_conversations_together(chat, reworded, mended):
    reports = chat + reworded + mended
    assert f">{summarise(reports)}<" in html.render(reports)


def test_an_empty_report_is_a_page():
    page = page_of([])
    assert page.problems == []
    assert page.rows == []


@st.composite
def overlapping_alerts(draw):
    text = draw(st.text(st.sampled_from("ab <&>\"'\n{%\u202e\u05d0"), min_size=1, max_size=30))
    edges = st.integers(0, len(text))
    pairs = draw(st.lists(st.tuples(edges, edges, edges, edges), min_size=1, max_size=4))
    spans = [(Span(*sorted(each[:2])), Span(*sorted(each[2:]))) for each in pairs]
    some = st.lists(st.tuples(edges, edges).map(lambda ends: Span(*sorted(ends))), max_size=3)
    return text, spans, draw(some), draw(some)


def places(spans):
    return {at for span in spans for at in range(span.start, span.end)}


def letters(text, found):
    return "".join(visible(text[at]) for at in sorted(found))


@given(overlapping_alerts())
def test_overlapping_marks_slice_to_their_spans_and_lose_no_text(phone_alert, drawn):
    text, spans, stretches, ungrounded = drawn
    turn = Turn("s", 0, Role.ASSISTANT, text)
    claim = Claim("s/0#0", text, "s/0", Span(0, len(text)))
    conflict = replace(phone_alert.conflict, premise=claim, claim=claim)
    alerts = tuple(
        replace(phone_alert, conflict=conflict, claim_span=mine, premise_span=other)
        for mine, other in spans
    )
    skipped = tuple(Skipped(span, SkipReason.META) for span in stretches)
    report = TurnReport(turn, alerts=alerts, skipped=skipped, ungrounded=tuple(ungrounded))
    page = page_of([report])
    assert page.texts == [visible(text)]
    marked = places(span for pair in spans for span in pair)
    dimmed, waved = places(stretches) - marked, places(ungrounded) - places(stretches) - marked
    assert "".join(words for _, words in page.skipped) == letters(text, dimmed)
    assert "".join(page.ungrounded) == letters(text, waved)
    for number, (mine, other) in enumerate(spans, start=1):
        assert page.marks[f"{number}-claim"] == visible(mine.cut(text))
        assert page.marks[f"{number}-premise"] == visible(other.cut(text))
    begun = [name for piece in page.pieces for name in piece.get("starts", ())]
    ended = [name for piece in page.pieces for name in piece.get("ends", ())]
    assert sorted(begun) == sorted(ended) == sorted(page.marks)
