"""Whole sessions of an assistant with retrieved documents."""

import pytest

pytest.importorskip("training", reason="needs the source tree")

from belie import Monitor, Settings
from belie.datatypes import Document, Role
from training.development_sessions import (
    FOLDER,
    Mistake,
    Said,
    Session,
    SessionFigures,
    read_sessions,
    score_sessions,
)

pytestmark = pytest.mark.tree

POOL = """=== The pool
--- document hours
The pool opens at 7 am.

Lanes close at 9 pm.
--- document prices
A day ticket costs 4 euros.
U: when does it open?
A [hours, prices]: **It opens** at 7 am.

- A day ticket costs 4 euros.
U: and how much is it?
A [prices]: A day ticket costs 6 euros.
! costs 6 euros || document prices || costs 4 euros
"""


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "sports.txt"
    path.write_text(POOL, encoding="utf-8")
    return path


def test_a_session_has_documents_turns_and_mistakes(path):
    hours = Document("hours", "The pool opens at 7 am.\n\nLanes close at 9 pm.")
    prices = Document("prices", "A day ticket costs 4 euros.")
    answer = "**It opens** at 7 am.\n\n- A day ticket costs 4 euros."
    mistake = Mistake("costs 6 euros", "document prices", "costs 4 euros")
    assert list(read_sessions(path)) == [
        Session(
            "The pool",
            (hours, prices),
            (
                Said(Role.USER, "when does it open?"),
                Said(Role.ASSISTANT, answer, ("hours", "prices")),
                Said(Role.USER, "and how much is it?"),
                Said(Role.ASSISTANT, "A day ticket costs 6 euros.", ("prices",), (mistake,)),
            ),
        )
    ]


def test_documents_come_in_the_order_of_retrieval(path):
    [session] = read_sessions(path)
    assert [one.id for one in session.retrieved(session.turns[1])] == ["hours", "prices"]


def test_a_line_before_all_else_belongs_to_nothing(tmp_path):
    path = tmp_path / "stray.txt"
    path.write_text("=== The pool\nIt opens.\n", encoding="utf-8")
    with pytest.raises(ValueError, match="expected a document or a turn in 'The pool'"):
        list(read_sessions(path))


def test_alerts_are_counted_on_wrong_and_on_right_turns(path):
    monitor = Monitor(settings=Settings(suggestions=False))
    assert score_sessions(monitor, list(read_sessions(path))) == SessionFigures(
        turns=2, auc=1.0, found=1.0, at_the_clash=1.0, false_alarms=0.0
    )


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_mistakes_stand_where_the_file_says(path):
    for session in read_sessions(path):
        documents = {document.id: document.text for document in session.documents}
        for turn in session.turns:
            assert set(turn.documents) <= documents.keys(), session.title
            for one in turn.mistakes:
                where, _, name = one.against.partition(" ")
                text = documents[name] if where == "document" else session.turns[int(name)].text
                assert one.words in turn.text, one
                assert one.there in text, one
