"""SARIF and JUnit held against what their standards demand, property by property.

No package that ships the schema of SARIF could be had, so its demands stand here (OASIS 2020,
section 3) for each object that belie writes: no property that it does not know, none missing that
it requires, each of its type. A property that belie begins to write must be added.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree as ET

import pytest

from belie.datatypes import ConflictKind
from belie.report.audit_summary import AuditSummary
from belie.report.audited import Audited, render
from belie.report.junit import Junit
from belie.report.sarif import Sarif


@pytest.fixture
def usual(chat, reworded, mended):
    return [
        Audited("logs/a b%.jsonl", 1, "phones", tuple(chat), None, 0.8),
        Audited("logs/a b%.jsonl", 2, problem="logs/a b%.jsonl:2: expected [an] object"),
        Audited("/srv/b.jsonl", 7, "prices", tuple(reworded), "/srv/b.jsonl:7: broke off", 0.8),
        Audited("<stdin>", 0, "trains", tuple(mended), None, 0.8),
    ]


@pytest.fixture
def strange(hostile, hostile_text):
    return [
        Audited(hostile_text, 1, hostile_text, tuple(hostile), hostile_text, 0.8),
        Audited("", 0, problem=hostile_text),
    ]


@pytest.fixture(params=["usual", "hostile", "windows", "nothing"])
def audits(request, usual, strange):
    windows = [replace(one, source="C:\\logs\\chat#1?.jsonl") for one in usual]
    return {"usual": usual, "hostile": strange, "windows": windows, "nothing": []}[request.param]


def written(form, audits):
    summary = AuditSummary()
    for audited in audits:
        summary = summary.add(audited)
    return render(form, audits, summary).encode("utf-8", "backslashreplace").decode()


# SARIF


def thing(required, **properties):
    """Return a check of an object: these properties and no others, each by its own check."""

    def check(value):
        assert isinstance(value, dict)
        assert set(required.split()) <= set(value), value
        assert set(value) <= set(properties), value
        for name, held in value.items():
            properties[name](held)

    return check


def some(check, *, unique=False):
    def check_all(values):
        assert isinstance(values, list)
        assert not unique or len({json.dumps(value) for value in values}) == len(values)
        for value in values:
            check(value)

    return check_all


def one_of(*words):
    def check(value):
        assert value in words

    return check


def whole(least):
    def check(value):
        assert type(value) is int
        assert least <= value

    return check


def exactly(kind):
    def check(value):
        assert type(value) is kind

    return check


def is_text(value):
    assert type(value) is str
    assert value


def is_bag(value):
    assert isinstance(value, dict)
    assert "tags" not in value  # these would have to be a list of texts


def is_reference(value):
    """A URI reference (RFC 3986): its characters, and percent signs before two digits only."""
    is_text(value)
    assert re.fullmatch(r"(?:[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+", value)
    parts = urlsplit(value)
    assert parts.scheme in {"", "file", "https"}
    assert not parts.query
    assert not parts.fragment


def is_fingerprints(value):
    for name, fingerprint in value.items():
        is_text(name)
        is_text(fingerprint)


def is_message(value):
    """Square brackets that are not escaped would be a link or be dropped."""
    thing("text", text=is_text)(value)
    assert not re.search(r"(?<!\\)[\[\]]", value["text"])


LEVEL = one_of("none", "note", "warning", "error")
REGION = thing("startLine", startLine=whole(1), startColumn=whole(1), endColumn=whole(1))
PHYSICAL = thing(
    "artifactLocation region",
    artifactLocation=thing("uri", uri=is_reference),
    region=REGION,
)
LOCATION = thing(
    "physicalLocation",
    id=whole(0),
    message=is_message,
    physicalLocation=PHYSICAL,
    logicalLocations=some(thing("", fullyQualifiedName=exactly(str)), unique=True),
)
SUPPRESSION = thing(
    "kind",
    kind=one_of("inSource", "external"),
    status=one_of("accepted", "underReview", "rejected"),
    justification=exactly(str),
)
RESULT = thing(
    "ruleId ruleIndex level message locations",
    ruleId=is_text,
    ruleIndex=whole(0),
    level=LEVEL,
    message=is_message,
    locations=some(LOCATION),
    relatedLocations=some(LOCATION, unique=True),
    partialFingerprints=is_fingerprints,
    suppressions=some(SUPPRESSION, unique=True),
    properties=is_bag,
)
RULE = thing("id", id=is_text, shortDescription=thing("text", text=is_text))
DRIVER = thing("name version rules", name=is_text, version=is_text, rules=some(RULE, unique=True))
NOTIFICATION = thing("message", message=is_message, level=LEVEL)
INVOCATION = thing(
    "executionSuccessful",
    executionSuccessful=exactly(bool),
    toolExecutionNotifications=some(NOTIFICATION),
)
RUN = thing(
    "tool results",
    tool=thing("driver", driver=DRIVER),
    columnKind=one_of("utf16CodeUnits", "unicodeCodePoints"),
    invocations=some(INVOCATION),
    properties=is_bag,
    results=some(RESULT),
)
LOG = thing(
    "$schema version runs", **{"$schema": is_reference}, version=one_of("2.1.0"), runs=some(RUN)
)


def test_a_sarif_log_has_what_the_standard_demands_and_nothing_else(audits):
    LOG(json.loads(written(Sarif(version="1.2.3"), audits)))


def test_each_sarif_result_names_one_of_the_rules(audits):
    (run,) = json.loads(written(Sarif(version="1"), audits))["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert rules == [kind.value for kind in ConflictKind]
    assert len(run["results"]) == sum(len(audited.alerts) for audited in audits)
    assert all(rules[result["ruleIndex"]] == result["ruleId"] for result in run["results"])


def test_related_locations_are_told_apart_by_their_ids(audits):
    (run,) = json.loads(written(Sarif(version="1"), audits))["runs"]
    for result in run["results"]:
        ids = [location["id"] for location in result["relatedLocations"]]
        assert len(set(ids)) == len(ids)


def test_a_sarif_uri_gives_the_name_of_the_file_again(chat):
    name = "logs/ä b#1?%41 [x].jsonl"
    (run,) = json.loads(written(Sarif(version="1"), [Audited(name, 1, "s", tuple(chat))]))["runs"]
    [location] = run["results"][0]["locations"]
    assert unquote(location["physicalLocation"]["artifactLocation"]["uri"]) == name


# JUnit: https://github.com/testmoapp/junitxml names what tools write and read


SUITES = {"name", "tests", "failures", "errors", "skipped", "time"}
CASE = {"name", "classname", "time"}
OUTCOMES = {"failure", "error", "skipped"}


def counted(element):
    return {name: int(element.get(name)) for name in ("tests", "failures", "errors")}


def test_the_counts_of_junit_are_those_of_its_elements(audits):
    suites = ET.fromstring(written(Junit(), audits))
    cases = list(suites.iter("testcase"))
    found = {
        "tests": len(cases),
        "failures": len(list(suites.iter("failure"))),
        "errors": len(list(suites.iter("error"))),
    }
    assert len(cases) == len(audits)
    assert counted(suites) == found
    assert [counted(suite) for suite in suites] == [found]
    assert [suite.get("skipped") for suite in suites] == ["0"]


def test_junit_has_the_elements_and_attributes_that_tools_know(audits):
    suites = ET.fromstring(written(Junit(), audits))
    assert (suites.tag, [suite.tag for suite in suites]) == ("testsuites", ["testsuite"])
    [suite] = suites
    assert {"name", "tests"} <= set(suite.attrib) <= SUITES
    assert set(suites.attrib) <= SUITES
    assert [child.tag for child in suite] == ["testcase"] * len(audits) + ["system-out"]
    for case in suite.iter("testcase"):
        assert set(case.attrib) == CASE
        assert case.get("name")
        assert len(case) <= 1
        assert {outcome.tag for outcome in case} <= OUTCOMES
        assert all(set(outcome.attrib) == {"type", "message"} for outcome in case)


def test_the_times_of_junit_are_seconds(audits):
    timed = [one for one in ET.fromstring(written(Junit(), audits)).iter() if "time" in one.attrib]
    assert len(timed) == 1 + len(audits)
    assert all(0 <= float(one.get("time")) for one in timed)


def test_junit_holds_no_character_that_xml_forbids(audits):
    text = written(Junit(), audits)
    assert not re.search("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", text)
