from __future__ import annotations

import io

from rich.console import Console

from belie.cli.output import complain, show_turn
from belie.datatypes import Role, Turn, TurnReport


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
