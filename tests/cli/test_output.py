from __future__ import annotations

import io

import pytest
from rich.console import Console

from belie.cli.output import complain, show_turn
from belie.datatypes import Claim, Role, Skipped, SkipReason, Span, Turn, TurnReport


def test_words_of_a_turn_never_act_on_the_terminal():
    console = Console(file=io.StringIO(), width=80)
    show_turn(console, TurnReport(Turn("s", 0, Role.USER, "\x1b[2J[red]a\u202eb")))
    written = console.file.getvalue()
    assert "\x1b" not in written
    assert "\u202e" not in written
    assert "[red]a" in written


def test_names_in_complaints_never_act_on_the_terminal(capsys):
    complain("a\u202eb\x9b\nc.jsonl: expected text")
    assert capsys.readouterr().err == "a\\u202eb\\x9b\\nc.jsonl: expected text\n"


HELLO = Skipped(Span(0, 6), SkipReason.GREETING)


@pytest.mark.parametrize(
    ("role", "claims", "line"),
    [
        (Role.ASSISTANT, False, "  nothing to check (greeting)\n"),
        (Role.ASSISTANT, True, "  not checked: greeting “Hello!”\n"),
        (Role.USER, False, ""),
    ],
)
def test_a_turn_of_the_assistant_says_what_was_not_checked(role, claims, line):
    turn = Turn("s", 0, role, "Hello! It is old.")
    claim = Claim("s/0#0", "It is old.", "s/0", Span(7, 17))
    console = Console(file=io.StringIO(), width=80)
    show_turn(console, TurnReport(turn, claims=(claim,) * claims, skipped=(HELLO,)))
    assert console.file.getvalue() == f"{role}: Hello! It is old.\n{line}"


def test_a_turn_that_was_read_whole_says_no_more():
    turn = Turn("s", 0, Role.ASSISTANT, "It is old.")
    claim = Claim("s/0#0", "It is old.", "s/0", Span(0, 10))
    console = Console(file=io.StringIO(), width=80)
    show_turn(console, TurnReport(turn, claims=(claim,)))
    assert console.file.getvalue() == "assistant: It is old.\n"


def test_words_that_no_document_backs_are_told_before_what_was_not_checked():
    turn = Turn("s", 0, Role.ASSISTANT, "Hello! It is old and \x1b[31mred\u202e.")
    claim = Claim("s/0#0", turn.text[7:], "s/0", Span(7, len(turn.text)))
    words = Span(13, 16), Span(21, 30), Span(90, 91)
    console = Console(file=io.StringIO(), width=80)
    show_turn(console, TurnReport(turn, claims=(claim,), skipped=(HELLO,), ungrounded=words))
    assert console.file.getvalue().splitlines()[1:] == [
        "  no document backs “old” · “␛[31mred⟦U+202E⟧”",
        "  not checked: greeting “Hello!”",
    ]
