from __future__ import annotations

import csv
import io
import json
import os
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing

import pytest

import belie
from belie.cli import main
from belie.datatypes import Relation
from belie.testing import ScriptedClassifier, WordEncoder

OLD, NEW = "The bridge opened in 1937.", "The bridge opened in 1957."
UPGRADE = "belie sessions upgrade --store"
TURNS = [("user", "When did the bridge open?"), ("assistant", OLD), ("assistant", NEW)]


@pytest.fixture
def run(capsys):
    def run(*arguments):
        with pytest.raises(SystemExit) as stopped:
            main([str(argument) for argument in arguments])
        written = capsys.readouterr()
        return stopped.value.code, written.out, written.err

    return run


def write(path, turns=TURNS):
    records = [{"role": role, "content": text} for role, text in turns]
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(map(json.dumps, records)), "utf-8")
    return path


@pytest.fixture
def chat(tmp_path):
    return write(tmp_path / "chat.jsonl")


@pytest.fixture
def seen(tmp_path):
    """Return the URL of a store in which the session of ``chat`` holds one known conflict."""
    url = f"sqlite:///{tmp_path / 'seen.db'}"
    clash = Relation.CONTRADICTION
    classifier = ScriptedClassifier({(OLD, NEW): clash, (NEW, OLD): clash})
    monitor = belie.Monitor(store=url, encoder=WordEncoder(), classifier=classifier)
    for role, text in TURNS:
        report = monitor.observe(text, session="chat", role=role)
    assert len(report.conflicts) == 1
    return url


# audit


def test_an_audit_ends_with_0_and_its_summary(run, chat):
    code, out, err = run("audit", chat, "--quiet")
    assert (code, err) == (0, "")
    assert out.startswith("3 turns, ")
    assert out.count("\n") == 1


def test_an_audit_names_the_answers_that_had_nothing_to_check(run, tmp_path):
    path = write(tmp_path / "chat.jsonl", [*TURNS[:1], ("assistant", "Shall I go on?")])
    assert "nothing to check" in run("audit", path, "--quiet")[1]
    assert "turn 1 (assistant)    nothing to check" in run("audit", path)[1]


def test_an_audit_on_a_store_of_an_older_belie_is_one_clear_line(run, chat, tmp_path):
    with closing(sqlite3.connect(tmp_path / "old.db", isolation_level=None)) as database:
        database.execute("CREATE TABLE belie_meta (version)")
        database.execute("INSERT INTO belie_meta VALUES (1)")
    code, out, err = run("audit", chat, "--store", f"sqlite:///{tmp_path / 'old.db'}")
    assert (code, out) == (2, "")
    assert f"old.db, got 1; an older belie made them; run: {UPGRADE} sqlite:///" in err
    assert err.count("\n") == 1


def test_an_audit_shows_both_sides_of_a_conflict(run, chat, seen):
    code, out, _ = run("audit", chat, "--store", seen)
    assert code == 0
    assert "«" in out
    assert "1937" in out
    assert "1957" in out


@pytest.mark.parametrize("kind", ["any", "cross_turn", "cross-turn", "CONTRADICTION"])
def test_fail_on_ends_with_1_where_the_kind_is_found(run, chat, seen, kind):
    assert run("audit", chat, "--store", seen, "--fail-on", kind)[0] == 1


def test_fail_on_takes_several_kinds(run, chat, seen):
    kinds = ("--fail-on", "document", "--fail-on", "cross_turn")
    assert run("audit", chat, "--store", seen, *kinds)[0] == 1


@pytest.mark.parametrize("kind", ["reference", "document", "partial_contradiction"])
def test_fail_on_ends_with_0_where_the_kind_is_not_found(run, chat, seen, kind):
    assert run("audit", chat, "--store", seen, "--fail-on", kind)[0] == 0


@pytest.mark.parametrize("said", ["acknowledge", "mark_false"])
def test_what_a_person_reviewed_is_shown_and_does_not_fail_again(run, chat, seen, said):
    with belie.Monitor(store=seen) as monitor:
        (alert,) = monitor.session("chat").alerts
        getattr(monitor, said)(alert, by="Ann")
    code, out, _ = run("audit", chat, "--store", seen, "--fail-on", "any")
    assert code == 0
    assert "by Ann" in out
    with belie.Monitor(store=seen) as monitor:
        monitor.reopen(alert)
    assert run("audit", chat, "--store", seen, "--fail-on", "any")[0] == 1


def test_an_unknown_kind_is_a_usage_error_that_names_the_known_ones(run, chat):
    code, out, err = run("audit", chat, "--fail-on", "typo")
    assert (code, out) == (2, "")
    assert err.startswith("belie: expected --fail-on any, reference, cross_turn,")
    assert err.endswith("since > writes to a file); got typo\n")


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        ("cross_turn:contradiction>0", 1),
        ("cross_turn>1", 0),
        ("severity>=high", 1),
        ("rate>0.4", 1),
        ("rate>0.6", 0),
    ],
)
def test_fail_on_takes_rules(run, chat, seen, rule, code):
    found, _, err = run("audit", chat, "--store", seen, "--fail-on", rule)
    assert found == code
    assert err == (f"belie: fails by --fail-on {rule}\n" if code else "")


def test_broken_records_are_listed_counted_and_end_with_3(run, chat):
    chat.write_text(chat.read_text("utf-8") + "\noops\n", "utf-8")
    code, out, err = run("audit", chat, "--quiet")
    assert code == 3
    assert out.startswith("3 turns, ")
    assert f"{chat}:4: expected JSON" in err
    assert err.endswith("not audited: 1 broken record\n")


def test_a_match_of_fail_on_wins_over_broken_records(run, chat, seen):
    chat.write_text(chat.read_text("utf-8") + "\noops\n", "utf-8")
    assert run("audit", chat, "--store", seen, "--fail-on", "any")[0] == 1


@pytest.mark.parametrize("name", ["none.jsonl", "."])
def test_where_nothing_can_be_audited_it_ends_with_2_and_no_traceback(run, tmp_path, name):
    code, out, err = run("audit", tmp_path / name)
    assert (code, out) == (2, "")
    assert "nothing was audited" in err
    assert "Traceback" not in err


def test_a_file_without_messages_is_told_what_was_expected(run, tmp_path):
    (tmp_path / "chat.json").write_text("[]", "utf-8")
    code, _, err = run("audit", tmp_path / "chat.json")
    assert code == 2
    assert 'such as a line {"role": "assistant", "content": ' in err


def test_no_files_are_a_usage_error(run):
    assert run("audit")[0] == 2


def test_a_file_that_cannot_be_read_does_not_stop_the_others(run, chat, tmp_path):
    code, out, err = run("audit", tmp_path / "none.jsonl", chat, "--quiet")
    assert code == 3
    assert out.startswith("3 turns, ")
    assert "none.jsonl: expected a readable file, got: No such file" in err


def test_sessions_of_the_same_name_in_two_files_are_not_mixed(run, tmp_path):
    for folder, turns in (("a", TURNS[:2]), ("b", TURNS[2:])):
        (tmp_path / folder).mkdir()
        write(tmp_path / folder / "chat.jsonl", turns)
    code, out, _ = run("audit", tmp_path / "a/chat.jsonl", tmp_path / "b/chat.jsonl", "--json", "-")
    turns = [report["turn"] for report in json.loads(out)["reports"]]
    assert code == 0
    assert [turn["index"] for turn in turns] == [0, 1, 0]
    assert len({turn["session"] for turn in turns}) == 2


def test_a_file_named_twice_is_audited_once(run, chat):
    assert run("audit", chat, chat, "--quiet")[1].startswith("3 turns")


def test_json_on_standard_output_stands_alone(run, chat):
    code, out, err = run("audit", chat, "--json", "-", "--quiet")
    assert code == 0
    assert [report["turn"]["text"] for report in json.loads(out)["reports"]] == [
        text for _, text in TURNS
    ]
    assert err.startswith("3 turns, ")


def test_json_and_html_are_written_to_files(run, chat, tmp_path):
    as_json, as_html = tmp_path / "out.json", tmp_path / "out.html"
    code, out, _ = run("audit", chat, "--json", as_json, "--html", as_html, "--quiet")
    assert code == 0
    assert out.count("\n") == 1
    assert len(json.loads(as_json.read_text("utf-8"))["reports"]) == 3
    assert "The bridge opened in" in as_html.read_text("utf-8")


def test_an_audit_is_written_in_every_form_at_once(run, chat, seen, tmp_path):
    forms = {name: tmp_path / f"out.{name}" for name in ("json", "jsonl", "csv", "sarif", "junit")}
    options = [one for name, path in forms.items() for one in (f"--{name}", path)]
    assert run("audit", chat, "--store", seen, *options)[0] == 0
    written = {name: path.read_text("utf-8") for name, path in forms.items()}
    assert len(json.loads(written["json"])["reports"]) == 3
    assert [json.loads(line)["line"] for line in written["jsonl"].splitlines()] == [1, 1, 1]
    assert [row["kind"] for row in csv.DictReader(io.StringIO(written["csv"]))] == ["cross_turn"]
    assert len(json.loads(written["sarif"])["runs"][0]["results"]) == 1
    assert 'failures="1"' in written["junit"]


@pytest.mark.extras
def test_alerts_are_written_as_parquet(run, chat, seen, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "alerts.parquet"
    assert run("audit", chat, "--store", seen, "--parquet", path)[0] == 0
    assert parquet.read_table(path).column("kind").to_pylist() == ["cross_turn"]


def test_several_conversations_are_summed_up_for_who_reads_no_alert(run, chat, seen, tmp_path):
    other = write(tmp_path / "other.jsonl", TURNS[:2])
    code, out, _ = run("audit", chat, other, "--store", seen)
    assert code == 0
    assert "All in all: 2 sessions, 5 turns" in out
    assert "1 of 3 answers with a contradiction" in out
    assert f"1  chat (3 turns, {chat}:1)" in out.replace("\n", "")


def test_of_many_conversations_those_with_alerts_are_printed(run, chat, seen, tmp_path):
    clean = [
        {"id": f"clean-{number}", "messages": [{"role": "user", "content": "Hi."}]}
        for number in range(60)
    ]
    many = tmp_path / "many.jsonl"
    many.write_text("\n".join(map(json.dumps, clean)), "utf-8")
    code, out, _ = run("audit", many, chat, "--store", seen)
    assert code == 0
    assert out.startswith("61 sessions, 63 turns")
    assert "conversation chat" in out
    assert "conversation clean" not in out


def test_several_processes_find_what_one_finds(run, chat, tmp_path):
    other = write(tmp_path / "other.jsonl", TURNS[:2])
    written = []
    for workers in (1, 2):
        path = tmp_path / f"{workers}.json"
        assert run("audit", chat, other, "--json", path, "--workers", workers, "-q")[0] == 0
        found = json.loads(path.read_text("utf-8"))
        for report in found["reports"]:
            report["timings"] = {}
        written.append(found)
    assert written[0] == written[1]


def test_documents_of_a_folder_are_held_against_every_conversation(run, chat, tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "bridge.md").write_text("The bridge opened in 1937.", "utf-8")
    code, out, _ = run("audit", chat, "--docs", tmp_path / "docs", "--json", "-")
    assert code == 0
    documents = [report["turn"]["documents"] for report in json.loads(out)["reports"]]
    assert [[one["id"] for one in found] for found in documents] == [[], ["bridge.md"], []]


def test_a_document_that_cannot_be_read_ends_with_3(run, chat, tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "empty.md").write_text("", "utf-8")
    code, _, err = run("audit", chat, "--docs", tmp_path / "docs", "--quiet")
    assert code == 3
    assert "empty.md" in err


def test_the_format_of_a_transcript_can_be_said(run, chat):
    assert run("audit", chat, "--format", "openai", "--quiet")[0] == 0
    code, _, err = run("audit", chat, "--format", "typo")
    assert code == 2
    assert "expected one of the formats" in err


def open_when_read(pipe, process):
    """Open a pipe for writing as soon as a process reads it."""
    while process.poll() is None:
        try:
            return os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:
            time.sleep(0.01)
    raise AssertionError(process.stderr.read())


def test_ctrl_c_ends_an_audit_with_a_line_on_how_to_go_on(tmp_path):
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    command = [sys.executable, "-m", "belie", "audit", str(pipe)]
    store = ["--store", f"sqlite:///{tmp_path / 'belie.db'}"]
    with subprocess.Popen([*command, *store], stderr=subprocess.PIPE, text=True) as process:
        writes = open_when_read(pipe, process)
        process.send_signal(signal.SIGINT)
        err = process.stderr.read()
    os.close(writes)
    assert process.returncode == 130
    assert err == (
        "belie: stopped after 0 conversations; the store has what is done: the same command goes "
        "on from there\n"
    )


@pytest.mark.parametrize("option", ["--json", "--jsonl", "--csv", "--html"])
def test_an_audit_does_not_write_over_what_it_reads(run, chat, option):
    kept = chat.read_bytes()
    code, out, err = run("audit", chat, option, chat.parent / "." / chat.name)
    assert (code, out) == (2, "")
    assert f"expected {option} to name a file of its own" in err
    assert chat.read_bytes() == kept


@pytest.fixture
def kept(tmp_path, seen):
    """Return what an audit reads and keeps, each in a place of its own, by name."""
    del seen
    kept = {
        "chats": write(tmp_path / "chats" / "a.jsonl"),
        "link": tmp_path / "chats" / "link.jsonl",
        "linked": write(tmp_path / "linked.jsonl"),
        "docs": tmp_path / "docs" / "page.html",
        "store": tmp_path / "seen.db",
        "calibration": tmp_path / "calibration.json",
    }
    kept["link"].symlink_to(kept["linked"])
    for name in "docs", "calibration":
        kept[name].parent.mkdir(exist_ok=True)
        kept[name].write_text("It opened in 1937.", "utf-8")
    return kept


def audit_of(kept):
    """Return the arguments that audit it."""
    options = ("docs", kept["docs"].parent), ("calibration", kept["calibration"])
    named = [one for name, path in options for one in (f"--{name}", path)]
    return "audit", kept["chats"].parent, *named, "--store", f"sqlite:///{kept['store']}"


@pytest.mark.parametrize("name", ["chats", "link", "linked", "docs", "store", "calibration"])
@pytest.mark.parametrize("option", ["--json", "--csv", "--html"])
def test_no_output_takes_the_place_of_what_an_audit_reads_or_keeps(run, kept, name, option):
    before = kept[name].stat().st_ino
    code, out, err = run(*audit_of(kept), option, kept[name])
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"expected {option} to name a file of its own, got {kept[name]}: it " in err
    assert kept[name].stat().st_ino == before


@pytest.mark.parametrize("name", ["chats/report.jsonl", "chats/new.CSV.gz", "docs/report.html"])
def test_no_output_is_made_where_the_next_audit_would_read_it(run, kept, tmp_path, name):
    code, out, err = run(*audit_of(kept), "--jsonl", tmp_path / name)
    assert (code, out) == (2, "")
    assert err.endswith(f"got {tmp_path / name}: the next run would read it\n")
    assert not (tmp_path / name).exists()


@pytest.mark.parametrize("name", ["report.html", ".report.jsonl"])
def test_an_output_may_stand_beside_transcripts_where_no_audit_reads_it(run, tmp_path, name):
    chats = write(tmp_path / "chats" / "a.jsonl").parent
    assert run("audit", chats, "--jsonl", chats / name, "-q")[0] == 0
    assert (chats / name).is_file()


def test_two_files_of_an_audit_cannot_stand_in_one_place(run, chat, tmp_path):
    code, _, err = run("audit", chat, "--json", tmp_path / "out", "--csv", tmp_path / "out")
    assert code == 2
    assert ": it is that of --json" in err


def test_a_device_may_be_named_twice(run, chat):
    assert run("audit", chat, "--json", os.devnull, "--html", os.devnull, "-q")[0] == 0


@pytest.mark.parametrize("option", ["--json", "--html"])
@pytest.mark.parametrize("place", ["missing/out", "."])
def test_an_output_that_cannot_be_written_is_refused_before_the_work(
    run, chat, tmp_path, option, place
):
    code, out, err = run("audit", chat, option, tmp_path / place, "--store", "no such store")
    assert (code, out) == (2, "")
    assert "expected a file in a folder that exists" in err


def test_a_link_to_itself_is_no_transcript(run, tmp_path):
    (tmp_path / "loop").symlink_to("loop")
    code, out, err = run("audit", tmp_path / "loop")
    assert (code, out) == (2, "")
    assert f"{tmp_path / 'loop'}: expected a readable file, got: Too many levels" in err


@pytest.mark.parametrize("option", ["--json", "--html"])
def test_nothing_is_written_to_a_link_to_itself(run, chat, tmp_path, option):
    loop = tmp_path / "loop"
    loop.symlink_to("loop")
    code, out, err = run("audit", chat, option, loop)
    assert (code, out) == (2, "")
    assert err.startswith(f"belie: expected a file that can be written, got {loop}: ")
    assert err.count("\n") == 1
    assert loop.is_symlink()


def test_names_that_are_too_long_are_said_so(run, chat):
    name = "x" * 300
    assert f"{name}: expected a readable file, got: File name too long" in run("audit", name)[2]
    code, _, err = run("audit", chat, "--json", name)
    assert code == 2
    assert err.startswith("belie: expected a file that can be written, got xxx")


def test_standard_input_is_audited(run, chat, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(chat.read_bytes())))
    assert run("audit", "-", "--quiet")[:2] == run("audit", chat, "--quiet")[:2]


def test_a_second_audit_on_a_store_only_adds_new_turns(run, chat, seen):
    write(chat, [*TURNS, ("user", "Thanks.")])
    for _ in range(2):
        code, out, _ = run("audit", chat, "--store", seen, "--json", "-")
        assert code == 0
        assert len(json.loads(out)["reports"]) == 4
    assert len(belie.Monitor(store=seen).session("chat").reports) == 4


def test_a_store_that_knows_the_session_otherwise_is_left_alone(run, chat, seen):
    write(chat, [("user", "Something else."), *TURNS[1:]])
    code, _, err = run("audit", chat, "--store", seen)
    assert code == 2
    assert "expected the session 'chat' to go on as it is in the store, got other turns" in err
    assert len(belie.Monitor(store=seen).session("chat").reports) == 3


def test_a_store_that_cannot_be_opened_is_one_clear_line(run, chat, tmp_path):
    code, out, err = run("audit", chat, "--store", f"sqlite:///{tmp_path}/none/belie.db")
    assert (code, out) == (2, "")
    assert err.startswith("belie: ")
    assert err.count("\n") == 1


def test_words_of_a_conversation_never_act_on_the_terminal(run, tmp_path, seen):
    hostile = "\x1b[2JThe [red]bridge[/red] is \u202e50 metres long."
    path = write(tmp_path / "chat.jsonl", [*TURNS, ("assistant", hostile)])
    path.write_text(path.read_text("utf-8") + '\n{"role": "\\u001b[2J", "content": "x"}', "utf-8")
    code, out, err = run("audit", path, "--store", seen)
    assert code == 3
    for written in (out, err):
        assert "\x1b" not in written
        assert "\u202e" not in written


# check


def test_check_prints_a_report_of_the_response(run):
    code, out, _ = run("check", OLD, "--doc", OLD, "--question", "When?")
    assert code == 0
    assert "1 turn, 1 claim" in out


def test_check_of_a_response_without_a_claim_does_not_look_like_a_pass(run):
    code, out, _ = run("check", "Shall I go on?", "--doc", OLD)
    assert code == 0
    assert "1 turn, 0 claims, nothing to check" in out
    assert "turn 0 (assistant)    nothing to check" in out
    assert "no contradictions" not in out


def test_check_prints_json_with_documents_from_texts_and_files(run, tmp_path):
    (tmp_path / "bridge.txt").write_text("The bridge is long.", "utf-8")
    given = ("--doc", f"@{tmp_path / 'bridge.txt'}", "--doc", "Plain.", "--doc", "@@at")
    _, out, _ = run("check", OLD, *given, "--json")
    turn = json.loads(out)["reports"][0]["turn"]
    assert [(document["id"], document["text"]) for document in turn["documents"]] == [
        ("bridge.txt", "The bridge is long."),
        ("document-2", "Plain."),
        ("document-3", "@at"),
    ]


def test_check_reads_files_as_an_audit_reads_a_folder(run, tmp_path):
    (tmp_path / "old.txt").write_bytes("The café is long.".encode("latin-1"))
    (tmp_path / "page.html").write_text("<p>It is <b>330</b>&nbsp;m tall.", "utf-8")
    given = ("--doc", f"@{tmp_path / 'old.txt'}", "--doc", f"@{tmp_path / 'page.html'}")
    _, out, _ = run("check", OLD, *given, "--json")
    turn = json.loads(out)["reports"][0]["turn"]
    assert [document["text"] for document in turn["documents"]] == [
        "The café is long.",
        "It is 330\xa0m tall.",
    ]


def test_check_says_which_document_is_missing(run, tmp_path):
    given = f"@{tmp_path / 'none.txt'}"
    code, out, err = run("check", OLD, "--doc", given)
    assert (code, out) == (2, "")
    reason = "expected a readable file, got: No such file or directory"
    assert err == f"belie: --doc {given}: {reason}\n"


def test_check_asks_for_a_name_after_an_at(run):
    code, out, err = run("check", OLD, "--doc", "@")
    assert (code, out) == (2, "")
    assert "expected a file's name after @; @@ begins a text with an @" in err


def test_check_reads_the_response_from_standard_input(run, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(OLD))
    assert OLD in run("check", "-", "--json")[1]


def test_check_replaces_what_is_no_utf_8_in_standard_input(run, monkeypatch):
    bytes_in = io.BytesIO(b"The caf\xe9 opened in 1937.")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(bytes_in, encoding="utf-8"))
    code, out, _ = run("check", "-", "--json")
    assert code == 0
    assert json.loads(out)["reports"][0]["turn"]["text"] == "The caf\ufffd opened in 1937."


# demo, doctor, help


def test_demo_shows_each_turn_and_the_report(run):
    code, out, err = run("demo")
    assert (code, err) == (0, "")
    assert "user: How tall is the Eiffel Tower?" in out
    assert "6 turns, " in out


def test_doctor_lists_versions_models_and_the_self_check(run):
    code, out, _ = run("doctor")
    assert f"belie                  {belie.__version__}".split() == next(
        line.split() for line in out.splitlines() if line.startswith("belie ")
    )
    assert "cross_encoder.onnx" in out
    assert "'belie'" not in out
    assert f"self-check {'FAILED' if code else 'passed'}" in out


def test_help_teaches_with_examples(run):
    assert run("--help")[0] == 0
    assert "belie audit chat.jsonl" in run("audit", "--help")[1]
    assert "belie check" in run("check", "--help")[1]


def test_the_first_example_of_check_finds_a_contradiction(run):
    example = run("check", "--help")[1].split("Example:")[1]
    assert "1 partial contradiction" in run(*shlex.split(example)[1:])[1]


def test_version_is_printed(run):
    assert run("--version") == (0, f"belie {belie.__version__}\n", "")


def test_the_command_line_loads_nothing_heavy_before_a_command_runs():
    heavy = "{'numpy', 'onnxruntime', 'networkx', 'sqlmodel', 'jinja2', 'tokenizers'}"
    code = f"import sys, belie.cli; print(sorted({heavy} & set(sys.modules)))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"


def test_output_that_cannot_show_a_character_does_not_break():
    command = [sys.executable, "-m", "belie", "demo"]
    found = subprocess.run(
        command, capture_output=True, env={"PYTHONIOENCODING": "ascii"}, check=False
    )
    assert (found.returncode, found.stderr) == (0, b"")
    assert rb"\u2588" in found.stdout
