from __future__ import annotations

import os
import threading
from contextlib import closing, redirect_stdout
from pathlib import Path

import pytest
from audit_parts import archive, make_scripted

from belie.auditing import PageOutput, ParquetOutput, Recipe, TextOutput, audit_each
from belie.datatypes import Role, Turn, TurnReport
from belie.errors import InputError
from belie.report import html
from belie.report.audit_summary import AuditSummary
from belie.report.audited import Audited, render
from belie.report.jsonl import JsonDocument, JsonLines
from belie.report.table import Csv, to_rows


@pytest.fixture(scope="module")
def audits():
    return list(audit_each(archive(4), recipe=Recipe(None, make_scripted)))


@pytest.fixture(scope="module")
def summary(audits):
    summary = AuditSummary()
    for audited in audits:
        summary = summary.add(audited)
    return summary


def write(output, audits, summary):
    with closing(output):
        for audited in audits:
            output.add(audited)
        output.finish(summary)


@pytest.mark.parametrize("form", [JsonDocument, JsonLines, Csv])
def test_a_file_holds_what_its_form_says(tmp_path, audits, summary, form):
    path = tmp_path / "out"
    path.write_text("from an earlier run", "utf-8")
    write(TextOutput(path, form()), audits, summary)
    assert path.read_bytes().decode() == render(form(), audits, summary)
    assert list(tmp_path.iterdir()) == [path]


def test_no_file_stands_there_before_it_is_whole(tmp_path, audits):
    path = tmp_path / "out"
    with closing(TextOutput(path, JsonLines())) as output:
        for audited in audits:
            output.add(audited)
        assert list(tmp_path.iterdir()) == []
    assert list(tmp_path.iterdir()) == []


def test_standard_output_takes_a_text_too(capsys, audits, summary):
    write(TextOutput(None, JsonLines()), audits, summary)
    assert capsys.readouterr().out == render(JsonLines(), audits, summary)


CAFE = Audited("", 1, "s", (TurnReport(Turn("s", 0, Role.ASSISTANT, "The café is “old”.")),))


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda: TextOutput(None, JsonLines()), render(JsonLines(), [CAFE], AuditSummary())),
        (lambda: PageOutput(None), html.render(CAFE.reports)),
    ],
)
def test_standard_output_is_utf_8_whatever_the_terminal_takes(tmp_path, make, expected):
    path = tmp_path / "out"
    with path.open("w", encoding="ascii", newline="\r\n") as stream, redirect_stdout(stream):
        stream.write("Before.\n")
        write(make(), [CAFE], AuditSummary())
        stream.write("After.\n")
    assert path.read_bytes().decode() == f"Before.\r\n{expected}After.\r\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_a_full_standard_output_is_said_so_and_python_does_not_try_again(audits, summary):
    message = "expected a file that can be written, got standard output: "
    with Path("/dev/full").open("w") as stream, redirect_stdout(stream):
        with pytest.raises(InputError, match=message):
            write(TextOutput(None, JsonLines()), audits, summary)
        stream.flush()


def test_a_pipe_is_written_and_stays_a_pipe(tmp_path, audits, summary):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    read = []
    reader = threading.Thread(target=lambda: read.append(path.read_text("utf-8")), daemon=True)
    reader.start()
    write(TextOutput(path, JsonLines()), audits, summary)
    reader.join(30)
    assert read == [render(JsonLines(), audits, summary)]
    assert path.is_fifo()


def test_a_folder_that_went_away_is_said_so(tmp_path, audits, summary):
    folder = tmp_path / "folder"
    folder.mkdir()
    output = TextOutput(folder / "out", JsonLines())
    folder.rmdir()
    with pytest.raises(InputError, match="expected a file that can be written, got"):
        write(output, audits, summary)


def test_what_a_link_leads_to_is_written_and_the_link_stays(tmp_path, audits, summary):
    link = tmp_path / "link"
    link.symlink_to("out")
    write(TextOutput(link, Csv()), audits, summary)
    assert link.readlink() == Path("out")
    assert (tmp_path / "out").read_bytes().decode() == render(Csv(), audits, summary)


@pytest.mark.parametrize("make", [lambda path: TextOutput(path, Csv()), PageOutput])
def test_a_link_to_itself_is_refused_before_the_work(tmp_path, make):
    loop = tmp_path / "loop"
    loop.symlink_to("loop")
    with pytest.raises(InputError, match="expected a file that can be written, got"):
        make(loop)
    assert loop.is_symlink()


@pytest.mark.parametrize("make", [lambda path: TextOutput(path, Csv()), PageOutput])
def test_a_folder_that_is_not_there_is_said_before_the_work(tmp_path, make):
    with pytest.raises(InputError, match="expected a file that can be written, got"):
        make(tmp_path / "none" / "out")


def test_the_page_is_that_of_all_reports(tmp_path, audits, summary):
    write(PageOutput(tmp_path / "page.html"), audits, summary)
    reports = [report for audited in audits for report in audited.reports]
    assert (tmp_path / "page.html").read_text("utf-8") == html.render(reports)


@pytest.mark.extras
def test_parquet_has_the_rows_of_the_table(tmp_path, audits, summary):
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "alerts.parquet"
    write(ParquetOutput(path), audits, summary)
    rows = parquet.read_table(path).to_pylist()
    expected = [row for audited in audits for row in to_rows(audited.reports)]
    assert [row["claim_words"] for row in rows] == [row.claim_words for row in expected]
    assert [row["line"] for row in rows] == [1, 4]
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.extras
def test_parquet_of_nothing_has_its_columns(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "alerts.parquet"
    write(ParquetOutput(path), [], AuditSummary())
    assert "explanation" in parquet.read_table(path).column_names
