from __future__ import annotations

import json as stdlib
from dataclasses import replace
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import PurePosixPath

import numpy as np
import pytest

from belie.datatypes import Document, Relation, Role, Span, Turn, TurnReport
from belie.report import json


def parsed(reports):
    return stdlib.loads(json.render(reports))


def metadata_of(value):
    document = Document("d", "text", {"key": value})
    turn = Turn("s", 0, Role.ASSISTANT, "Hello.", (document,))
    return parsed([TurnReport(turn)])["reports"][0]["turn"]["documents"][0]["metadata"]["key"]


def test_the_keys_are_the_names_of_the_nouns(chat):
    whole = parsed(chat)
    report = whole["reports"][1]
    alert = report["alerts"][0]
    assert list(whole) == ["format", "summary", "reports"]
    assert whole["format"] == 1
    assert list(report) == [
        *("turn", "claims", "verdicts", "conflicts", "alerts", "changes"),
        *("consistency", "unverifiable", "ungrounded", "warnings", "skipped", "timings"),
    ]
    assert list(alert) == [
        *("number", "id", "conflict", "claim_span", "premise_span"),
        *("severity", "explanation", "suggestion", "state", "reviews", "resolved_by"),
    ]
    assert list(alert["conflict"]) == [
        *("kind", "premise", "claim", "verdict", "path"),
        *("score", "implied", "earlier_document"),
    ]
    assert list(report["turn"]) == [
        *("id", "session", "index", "role", "text", "documents", "question", "at")
    ]
    assert list(alert["conflict"]["verdict"]) == [
        *("premise", "claim", "probabilities", "relation", "error_type"),
        *("premise_span", "claim_span", "model", "truncated", "ungrounded"),
    ]
    assert list(alert["conflict"]["claim"]) == [
        *("type", "id", "text", "source", "span", "turn", "role", "pieces", "scope"),
        *("anchors", "links", "reported_by", "as_of", "subject", "context", "at"),
    ]
    assert list(alert["conflict"]["premise"]) == ["type", "id", "text", "source", "span", "turn"]


def test_every_span_of_an_alert_slices_its_text(chat):
    reports = parsed(chat)["reports"]
    turns = {report["turn"]["index"]: report["turn"] for report in reports}
    for report in reports:
        for alert in report["alerts"]:
            span, premise = alert["claim_span"], alert["conflict"]["premise"]
            assert report["turn"]["text"][span["start"] : span["end"]] == span["text"]
            turn = turns[premise["turn"]]
            texts = {document["id"]: document["text"] for document in turn["documents"]}
            owner = turn["text"] if premise["type"] == "claim" else texts[premise["source"]]
            span = alert["premise_span"]
            assert owner[span["start"] : span["end"]] == span["text"] != ""


def test_a_claim_says_which_of_its_words_stand_for_which_of_the_turn(reworded):
    claim = parsed(reworded)["reports"][1]["claims"][1]
    assert (claim["reported_by"], claim["as_of"], claim["scope"]) == ("Apple", None, ["reported"])
    assert [(one["span"]["text"], one["source"]["text"]) for one in claim["anchors"]] == [
        ("The first iPhone", "It"),
        ("was priced at $499", "was priced at $499"),
    ]
    (link,) = claim["links"]
    assert (link["kind"], link["first"]["text"], link["second"]["text"]) == (
        *("order", "was priced", "$499"),
    )


def test_what_makes_no_claim_is_listed_with_its_words_and_counted(reworded):
    whole = parsed(reworded)
    assert whole["reports"][1]["skipped"] == [
        {"span": {"start": 0, "end": 6, "text": "Hello!"}, "reason": "greeting"},
        {"span": {"start": 77, "end": 91, "text": "Shall I go on?"}, "reason": "question"},
    ]
    assert whole["summary"]["skipped"] == {"greeting": 2, "instruction": 1, "question": 2}


def test_what_no_document_backs_is_listed_with_its_words_and_scores(unbacked):
    first, last = parsed(unbacked)["reports"][1:]
    assert first["ungrounded"] == [{"start": 32, "end": 52, "text": "painted a calm green"}]
    assert [span["text"] for span in last["ungrounded"]] == ["Romans built", "tin"]
    assert first["verdicts"][0]["ungrounded"] == [
        {"span": {"start": 32, "end": 39, "text": "painted"}, "score": 0.9},
        {"span": {"start": 47, "end": 52, "text": "green"}, "score": 0.8},
    ]


def test_that_a_classifier_cannot_tell_is_not_that_all_words_are_backed(unbacked):
    report = unbacked[2]
    backed = replace(report.verdicts[0], ungrounded=())
    (written,) = parsed([replace(report, verdicts=(*report.verdicts, backed))])["reports"]
    assert [verdict["ungrounded"] for verdict in written["verdicts"]] == [None, []]


def test_words_beyond_the_text_of_a_turn_are_null(unbacked):
    report = replace(unbacked[2], ungrounded=(Span(4, 900),))
    assert parsed([report])["reports"][0]["ungrounded"] == [{"start": 4, "end": 900, "text": None}]


def test_values_are_plain(chat):
    report = parsed(chat)["reports"][1]
    assert report["turn"]["at"] == "2026-03-01T09:30:00+00:00"
    assert report["turn"]["role"] == "assistant"
    assert report["timings"] == {"classify": 0.012}
    assert report["consistency"] == pytest.approx((0.91 + 0.91 + 1 - 0.94) / 3)
    assert report["verdicts"][2]["probabilities"]["partial_contradiction"] == 0.91
    assert report["alerts"][0]["conflict"]["kind"] == "reference"


def test_the_summary_is_counted_and_in_words(chat):
    summary = parsed(chat)["summary"]
    assert summary["by_relation"] == {"contradiction": 2, "partial_contradiction": 2}
    assert summary["text"].startswith("3 turns, 6 claims")


def test_a_text_that_is_not_at_hand_is_null(chat):
    alert = parsed(chat[2:])["reports"][0]["alerts"][0]
    assert alert["premise_span"] == {"start": 33, "end": 42, "text": None}
    assert alert["conflict"]["premise"]["span"]["text"] is None
    assert alert["claim_span"]["text"] == "June 2008"


def test_the_state_of_an_alert_and_what_was_changed_are_there(mended):
    whole = parsed(mended)
    alert, seen = (report["alerts"][0] for report in whole["reports"][1:3])
    assert (alert["state"], alert["resolved_by"]) == ("resolved", "trains/3#0")
    assert alert["id"] == "trains/1#0 user_fact trains/0#0"
    assert (seen["state"], seen["reviews"]) == (
        "false_alarm",
        [
            {
                "state": "false_alarm",
                "by": "Ann",
                "note": "A joke.",
                "at": "2026-03-02T08:00:00+00:00",
            }
        ],
    )
    conflict = seen["conflict"]
    assert (conflict["implied"], alert["conflict"]["implied"]) == (True, False)
    assert conflict["score"] == pytest.approx(
        0.9 * conflict["verdict"]["probabilities"]["contradiction"] + 0.9 * 0.03
    )
    (change,) = whole["reports"][3]["changes"]
    assert (change["kind"], change["premise"]["id"], change["claim"]["id"]) == (
        *("supersedes", "trains/1#0", "trains/3#0"),
    )
    assert (change["rule"], change["reason"]) == ("explicit_correction", "It says so.")
    assert whole["summary"]["by_state"] == {"false_alarm": 1, "resolved": 1}
    assert whole["summary"]["changes"] == 1


def test_hostile_text_comes_back_as_it_was(hostile, hostile_text):
    source = json.render(hostile)
    source.encode()
    turn = stdlib.loads(source)["reports"][0]["turn"]
    assert turn["question"] == hostile_text
    assert turn["documents"][0]["metadata"] == {hostile_text: hostile_text}


def test_letters_of_any_language_stay_readable():
    source = json.render([TurnReport(Turn("s", 0, Role.USER, "Größe 5 €, 身長"))])
    assert "Größe 5 €, 身長" in source


class Colour(StrEnum):
    RED = "red"


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (PurePosixPath("a/b"), "a/b"),
        (datetime(2026, 1, 2, tzinfo=UTC), "2026-01-02T00:00:00+00:00"),
        ({1: {"b", "a"}}, {"1": ["a", "b"]}),
        ((1, None, True), [1, None, True]),
        (float("nan"), "nan"),
        (float("inf"), "inf"),
        (np.float32(0.5), 0.5),
        (np.int64(7), 7),
        (Colour.RED, "red"),
        (b"raw", "b'raw'"),
    ],
)
def test_metadata_that_json_cannot_hold_is_written_in_words(value, written):
    assert metadata_of(value) == written


def test_metadata_that_holds_itself_is_cut_off():
    endless = {}
    endless["again"] = endless
    assert "'again': {...}" in stdlib.dumps(metadata_of(endless))


def test_probabilities_of_a_foreign_number_type_are_numbers(chat):
    verdict = replace(
        chat[2].verdicts[0], probabilities={each: np.float32(0.25) for each in Relation}
    )
    written = parsed([replace(chat[2], verdicts=(verdict,))])["reports"][0]["verdicts"][0]
    assert written["probabilities"] == {each.value: 0.25 for each in Relation}
