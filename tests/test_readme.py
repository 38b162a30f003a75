"""The README's examples run, and its commands are the ones CI takes from it."""

import re
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"
pytestmark = pytest.mark.tree


def blocks():
    return re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)


def printed(code, capsys):
    exec(compile(code, "README.md", "exec"), {})
    return capsys.readouterr().out


def test_check_prints_both_prices(capsys):
    out = printed(blocks()[0], capsys)
    assert "“$599”" in out or "599" in out
    assert "499" in out


def test_the_words_that_no_document_backs_are_those_that_the_readme_says(capsys):
    code = blocks()[1]
    assert printed(code, capsys).strip() == code.rsplit("# ", 1)[1].strip()


def test_a_year_changed_between_turns_is_found(capsys):
    kind, score = printed(blocks()[2], capsys).split("\n")[:2]
    assert kind == "cross_turn 1957"
    assert float(score) < 1


@pytest.mark.extras
def test_the_handler_prints_both_heights(capsys):
    out = printed(blocks()[3], capsys)
    assert "250" in out
    assert "330" in out


@pytest.mark.parametrize(("mark", "does"), [("audit", "belie audit"), ("tests", "check.py")])
def test_each_command_stands_alone_on_the_line_after_its_mark(mark, does):
    command = re.search(rf"<!-- {mark} -->\n```sh\n(.*)\n```", README.read_text("utf-8"))
    assert command[1].startswith("python3 -m venv")
    assert does in command[1]
