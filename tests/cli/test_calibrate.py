"""`belie calibrate` from rows to a file that a monitor takes."""

import json
import re

import pytest

import belie
from belie.cli import main
from belie.cli.labelled import read_labelled
from belie.datatypes import Relation
from belie.errors import InputError

NAMES = ["Oslo", "Rome", "Bern", "Lima", "Kyiv", "Cork"]


def rows():
    """Sixty pairs about made-up towns: supported, contradicted, open; some labelled wrongly."""
    made = []
    for number in range(30):
        town, year = f"{NAMES[number % 6]}ville", 1900 + number
        premise = f"The bridge of {town} was opened in {year}."
        made += [
            (premise, f"The bridge of {town} was opened in {year}.", "SUPPORTS"),
            (premise, f"The bridge of {town} was opened in {year + 31}.", "REFUTES"),
            (premise, f"The mayor of {town} likes jazz number {number}.", "NOT ENOUGH INFO"),
        ]
    return made


def write(path, rows, *more):
    lines = [json.dumps(dict(zip(("premise", "claim", "label"), row, strict=True))) for row in rows]
    path.write_text("\n".join([*lines, *more]), "utf-8")
    return path


@pytest.fixture
def run(capsys):
    def run(*arguments):
        with pytest.raises(SystemExit) as stopped:
            main([str(argument) for argument in arguments])
        written = capsys.readouterr()
        return stopped.value.code, written.out, written.err

    return run


@pytest.fixture
def labelled(tmp_path):
    return write(tmp_path / "labelled.jsonl", rows())


def test_it_says_what_it_did_and_a_monitor_takes_the_file(run, labelled, tmp_path):
    out, page = tmp_path / "calibration.json", tmp_path / "page.html"
    code, text, _ = run("calibrate", labelled, "-q", "--out", out, "--html", page)
    assert code == 0
    assert "90 rows, judged by belie-minilm-" in text
    assert re.search(r"30 REFUTES\s+= contradiction", text)
    assert "Fewer than 300 rows" in text
    assert "before  after (held out)" in re.sub(" {3,}", "  ", text)
    assert re.search(r"threshold 0\.\d+: the smallest with a precision of 0\.95", text)
    assert page.read_text("utf-8").count("<svg") == 4
    fields = json.loads(out.read_text("utf-8"))
    monitor = belie.Monitor(calibration=out)
    report = monitor.observe(
        "The bridge of Osloville was opened in 1931.",
        session="s",
        documents=["The bridge of Osloville was opened in 1900."],
    )
    (verdict,) = report.verdicts
    assert verdict.model.startswith(f"{fields['model']}+calibration-")
    plain = belie.classify([verdict.premise.text], [verdict.claim.text])[0]
    assert verdict.contradiction != plain.contradiction or fields["temperature"] == 1
    assert bool(report.conflicts) == (fields["threshold"] <= verdict.contradiction)


def test_unusable_rows_are_named_by_line_and_the_rest_goes_on(run, tmp_path):
    premise, claim, _ = rows()[0]
    bad = [
        "oops",
        '["a", "b"]',
        '{"premise": "a", "claim": "b"}',
        '{"premise": 1, "claim": "b", "label": "neutral"}',
        '{"premise": " ", "claim": "b", "label": "neutral"}',
        '{"premise": "a", "claim": "b", "label": "irony"}',
        json.dumps({"premise": premise, "claim": claim, "label": "neutral"}),
    ]
    path = write(tmp_path / "labelled.jsonl", rows(), *bad)
    code, text, err = run("calibrate", path, "-q")
    assert code == 3
    assert "90 rows" in text
    assert [line.split(":")[1] for line in err.splitlines()] == [str(91 + n) for n in range(7)]
    assert "'irony'" in err
    assert "that of line 1 again with another label" in err


def test_too_few_rows_end_with_2_and_write_nothing(run, tmp_path):
    path = write(tmp_path / "labelled.jsonl", rows()[:30])
    out = tmp_path / "calibration.json"
    code, _, err = run("calibrate", path, "-q", "--out", out)
    assert (code, out.exists()) == (2, False)
    assert "expected at least 50 usable rows, got 30" in err


def test_where_no_threshold_is_precise_enough_nothing_is_written(run, tmp_path):
    wrong = {"SUPPORTS": "REFUTES", "REFUTES": "SUPPORTS"}
    swapped = [(premise, claim, wrong.get(label, label)) for premise, claim, label in rows()]
    out = tmp_path / "calibration.json"
    code, _, err = run("calibrate", write(tmp_path / "labelled.jsonl", swapped), "-q", "--out", out)
    assert (code, out.exists()) == (1, False)
    assert "no threshold has a precision of 0.95" in err


@pytest.mark.parametrize("option", ["--out", "--html"])
def test_the_labelled_rows_are_never_written_over(run, labelled, option):
    kept = labelled.read_bytes()
    code, out, err = run("calibrate", labelled, option, labelled, "-q")
    assert (code, out) == (2, "")
    assert err.endswith(
        f"expected {option} to name a file of its own, got {labelled}: it is to be read\n"
    )
    assert labelled.read_bytes() == kept


def test_the_calibration_and_its_page_cannot_stand_in_one_place(run, labelled, tmp_path):
    place = tmp_path / "out"
    code, _, err = run("calibrate", labelled, "--out", place, "--html", place, "-q")
    assert (code, place.exists()) == (2, False)
    assert err.endswith(": it is that of --out\n")


@pytest.mark.parametrize("name", ["none.jsonl", "."])
def test_a_file_that_cannot_be_read_is_one_clear_line(run, tmp_path, name):
    code, out, err = run("calibrate", tmp_path / name, "-q")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "expected a readable file of labelled rows" in err


def test_rows_keep_their_lines_and_labels_their_spelling(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text('\n{"premise": "a", "claim": "b", "label": "Not entailed"}\n\n', "utf-8")
    found = read_labelled(str(path))
    (row,) = found.rows
    assert row.line == 2
    assert row.relations == set(Relation) - {Relation.ENTAILMENT}
    assert found.names == {"Not entailed": (1, row.relations)}


def test_a_row_that_is_nested_too_deeply_is_a_problem_as_any_other(tmp_path):
    found = read_labelled(str(write(tmp_path / "rows.jsonl", rows()[:1], "[" * 200_000)))
    assert len(found.rows) == 1
    (problem,) = found.problems
    assert "rows.jsonl:2: expected a JSON object, got: " in problem


def test_a_calibration_of_another_model_is_refused(run, tmp_path):
    path = tmp_path / "calibration.json"
    path.write_text('{"format": 1, "model": "other", "temperature": 1, "threshold": 0.5}', "utf-8")
    with pytest.raises(InputError, match="got one of other; run `belie calibrate` again"):
        belie.Monitor(calibration=path)
    chat = tmp_path / "chat.jsonl"
    chat.write_text('{"role": "assistant", "content": "It is red."}', "utf-8")
    code, _, err = run("audit", chat, "-q", "--calibration", path)
    assert code == 2
    assert "got one of other" in err
