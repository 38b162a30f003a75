"""An audit as JSON, CSV, SARIF and JUnit: what holds for each, with hostile words too."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import fields
from xml.etree import ElementTree as ET

import pytest

from belie.datatypes import Role, Turn, TurnReport
from belie.report import json as json_format
from belie.report.audit_summary import AuditSummary
from belie.report.audit_text import describe
from belie.report.audited import Audited, render
from belie.report.jsonl import JsonDocument, JsonLines
from belie.report.junit import Junit
from belie.report.sarif import Sarif
from belie.report.table import Csv, Row, to_pandas, to_rows


@pytest.fixture
def audits(chat, reworded, mended):
    """Three conversations, one that broke off, and a record that is none."""
    return [
        Audited("logs/a b.jsonl", 1, "phones", tuple(chat), None, 0.8),
        Audited("logs/a b.jsonl", 2, problem="logs/a b.jsonl:2: expected [an] object"),
        Audited("/srv/b.jsonl", 7, "prices", tuple(reworded), "/srv/b.jsonl:7: broke off", 0.8),
        Audited("/srv/b.jsonl", 9, "trains", tuple(mended), None, 0.8),
    ]


@pytest.fixture
def hostile_audits(hostile, hostile_text):
    return [Audited(hostile_text, 1, hostile_text, tuple(hostile), None, 0.8)]


def summary_of(audits):
    summary = AuditSummary()
    for audited in audits:
        summary = summary.add(audited)
    return summary


def written(form, audits):
    return render(form, audits, summary_of(audits))


def test_the_json_document_is_that_of_its_reports_with_a_summary_of_the_audit(audits):
    reports = [report for audited in audits for report in audited.reports]
    found = json.loads(written(JsonDocument(), audits))
    audit = found.pop("audit")
    assert found == json.loads(json_format.render(reports))
    assert (audit["problems"], audit["answers"], audit["thresholds"]) == (2, 8, [0.8])
    assert [worst["session"] for worst in audit["worst"]] == ["phones", "prices", "trains"]
    assert sum(one["alerts"] for one in audit["findings"]) == 7


def test_the_json_document_is_laid_out_as_that_of_its_reports(audits):
    reports = [report for audited in audits for report in audited.reports]
    text = written(JsonDocument(), audits)
    without = re.sub(r'^  "audit": \{.*?^  \},\n', "", text, flags=re.DOTALL | re.MULTILINE)
    assert without == json_format.render(reports) + "\n"


def test_a_json_document_of_nothing_is_whole():
    assert json.loads(written(JsonDocument(), []))["reports"] == []


def test_each_turn_is_a_line_of_json_with_its_place(audits):
    lines = [json.loads(line) for line in written(JsonLines(), audits).splitlines()]
    whole = json.loads(written(JsonDocument(), audits))["reports"]
    places = [(line.pop("source"), line.pop("line")) for line in lines]
    assert lines == whole
    assert (
        places
        == [("logs/a b.jsonl", 1)] * 3 + [("/srv/b.jsonl", 7)] * 4 + [("/srv/b.jsonl", 9)] * 4
    )


def test_each_alert_is_a_row_whose_words_are_those_that_clash(audits):
    rows = list(csv.DictReader(io.StringIO(written(Csv(), audits))))
    assert [row["session"] for row in rows] == ["phones"] * 4 + ["prices"] + ["trains"] * 2
    first = rows[0]
    assert (first["source"], first["line"], first["turn"]) == ("logs/a b.jsonl", "1", "1")
    assert (first["claim_words"], first["premise_words"]) == ("$599", "$499")
    assert (first["kind"], first["relation"]) == ("reference", "partial_contradiction")
    assert (first["premise_source"], first["at"]) == ("history.md", "2026-03-01T09:30:00+00:00")


def test_a_table_of_nothing_has_its_columns():
    assert written(Csv(), []).strip().split(",") == [field.name for field in fields(Row)]


def test_no_cell_is_a_formula(audits):
    turn = TurnReport(Turn("=1+2", 0, Role.USER, "Hello."))
    (alert,) = audits[0].reports[2].alerts
    report = TurnReport(Turn("=cmd()", 2, Role.ASSISTANT, "x" * 90), alerts=(alert,))
    text = written(Csv(), [Audited("-a.jsonl", 1, "=1+2", (turn, report))])
    (row,) = csv.DictReader(io.StringIO(text))
    assert (row["source"], row["session"]) == ("'-a.jsonl", "'=cmd()")


@pytest.mark.extras
def test_pandas_takes_the_rows_as_they_are(chat):
    pandas = pytest.importorskip("pandas")
    frame = to_pandas(chat)
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame["claim_words"]) == [row.claim_words for row in to_rows(chat)]
    assert list(to_pandas([]).columns) == [field.name for field in fields(Row)]


def test_sarif_has_a_result_for_each_alert_with_its_rule_and_both_sides(audits):
    (run,) = (log := json.loads(written(Sarif(version="1.2.3"), audits)))["runs"]
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("/sarif-schema-2.1.0.json")
    assert run["tool"]["driver"]["version"] == "1.2.3"
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert len(run["results"]) == 7
    for result in run["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"]
        assert result["level"] in {"error", "warning", "note"}
        assert result["message"]["text"]
        (location,) = result["locations"]
        assert location["physicalLocation"]["region"]["startLine"] in {1, 7, 9}
        assert 2 <= len(result["relatedLocations"])
        assert {type(number) for number in result["partialFingerprints"].values()} == {str}
    first = run["results"][0]
    assert first["level"] == "warning"
    assert first["locations"][0]["physicalLocation"]["artifactLocation"] == {
        "uri": "logs/a%20b.jsonl"
    }
    quoted = [one["message"]["text"] for one in first["relatedLocations"]]
    assert quoted == ["turn 1 (assistant): “$599”", "document history.md (turn 1): “$499”"]
    last = run["results"][-1]
    assert last["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == (
        "file:///srv/b.jsonl"
    )
    assert last["suppressions"] == [
        {"kind": "external", "status": "accepted", "justification": "A joke."}
    ]
    notes = run["invocations"][0]["toolExecutionNotifications"]
    assert [note["message"]["text"] for note in notes] == [
        r"logs/a b.jsonl:2: expected \[an\] object",
        "/srv/b.jsonl:7: broke off",
    ]


def test_sarif_gives_two_alerts_two_fingerprints(audits):
    (run,) = json.loads(written(Sarif(version="1"), audits))["runs"]
    found = [result["partialFingerprints"]["belieAlert/v1"] for result in run["results"]]
    assert len(set(found)) == len(found)


def test_junit_has_a_test_case_for_each_conversation(audits):
    suites = ET.fromstring(written(Junit(), audits))
    (suite,) = suites
    assert suites.tag == "testsuites"
    counted = {name: suite.get(name) for name in ("tests", "failures", "errors", "skipped")}
    assert counted == {"tests": "4", "failures": "2", "errors": "2", "skipped": "0"}
    *cases, output = suite
    assert [(case.get("name"), case.get("classname")) for case in cases] == [
        ("phones", "logs/a b.jsonl"),
        ("line 2", "logs/a b.jsonl"),
        ("prices", "/srv/b.jsonl"),
        ("trains", "/srv/b.jsonl"),
    ]
    assert [[child.tag for child in case] for case in cases] == [
        ["failure"],
        ["error"],
        ["error"],
        ["failure"],
    ]
    assert cases[0][0].get("message").endswith("(and 3 more)")
    assert "turn 1 (assistant): “$599”" in cases[0][0].text
    assert output.text.startswith("3 sessions, 11 turns")


def test_a_conversation_whose_alerts_a_person_took_for_false_does_not_fail(mended):
    audited = Audited("a.jsonl", 1, "trains", (mended[2],))
    suites = ET.fromstring(written(Junit(), [audited]))
    assert suites.get("failures") == "0"


@pytest.mark.parametrize("form", [JsonDocument, JsonLines, Csv, Junit, lambda: Sarif(version="1")])
def test_hostile_words_stay_words_in_every_form(form, hostile_audits):
    text = written(form(), hostile_audits).encode("utf-8", "backslashreplace").decode()
    if text.startswith("<?xml"):
        suite = ET.fromstring(text)[0]
        assert [child.tag for child in suite] == ["testcase", "system-out"]
        assert [child.tag for child in suite[0]] in ([], ["failure"])
    elif text.startswith("source,"):
        assert len(list(csv.reader(io.StringIO(text)))) == 2
    else:
        assert json.loads(text)


def test_the_summary_in_words_says_what_was_found_and_what_was_not_checked(audits):
    words = describe(summary_of(audits))
    for line in (
        "3 sessions, 11 turns, ",
        "4 of 8 answers with a contradiction (50.00%)",
        "     1  against a document",
        "     4  phones (3 turns, logs/a b.jsonl:1)",
        "2026-03-01  1 turn, 3 alerts",
        "10 turns without a time",
        "     2  record or conversation that could not be audited",
        "judged by scripted (7 verdicts); a contradiction from 0.8",
    ):
        assert line in words


def test_no_word_of_a_conversation_acts_in_the_summary(hostile_audits):
    words = describe(summary_of(hostile_audits))
    assert "\x1b" not in words
    assert "\u202e" not in words
