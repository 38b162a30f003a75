from __future__ import annotations

import pytest

pytest.importorskip("benchmarks", reason="needs the source tree")

from benchmarks import asking
from benchmarks.asking import Answers, alike_together, pooled, with_engines
from benchmarks.data import Dialogue, Grounded, Line, NliPair, question_of
from benchmarks.engines import Variant
from benchmarks.scoring import Answer
from benchmarks.spent import Spent

pytestmark = pytest.mark.tree


class Asked:
    """Gives each question the number of its turn, and keeps what it was asked."""

    def __init__(self):
        self.questions = []

    def __call__(self, questions):
        for question in questions:
            self.questions.append(question)
            yield (Answer({"place": float(len(self.questions))}, spent=Spent(calls=1)),)


def pair(name, premise="P.", gold="neutral"):
    return NliPair(name, (gold,), premise, "C.", "group", {"peer X": 0.5})


def test_what_is_asked_tells_nothing_of_the_answer():
    items = [
        pair("p"),
        Grounded("g", ("x",), "R.", ("D.",), "group", "Q?", ((0, 1),), {"peer X": 1.0}),
        Dialogue("d", ("x",), (Line("user", "Hi."),), (0,), "group"),
    ]
    for question in map(question_of, items):
        assert (question.id, question.gold, question.group, question.peers) == ("", (), "", {})
        assert getattr(question, "marks", None) is None


def test_the_same_question_is_asked_once_within_a_set_and_across_sets():
    asked = Asked()
    answers = Answers(asked)
    first = [row for (row,) in answers.rows([pair("a"), pair("b", "Q."), pair("c", gold="x")])]
    (again,) = [row for (row,) in answers.rows([pair("d", "Q.")])]
    assert len(asked.questions) == 2
    assert [row.scores["place"] for row in first] == [1, 2, 1]
    assert [row.gold for row in first] == [("neutral",), ("neutral",), ("x",)]
    assert (again.id, again.scores["place"]) == ("d", 2)
    assert answers.spent == Spent(calls=2)


def test_a_row_is_there_before_the_next_is_asked():
    asked = Asked()
    rows = Answers(asked).rows([pair("a"), pair("b", "Q.")])
    next(rows)
    assert len(asked.questions) == 1


def test_items_of_one_document_follow_each_other():
    items = [pair("a"), pair("b", "Q."), pair("c")]
    assert [item.id for item in alike_together(items)] == ["a", "c", "b"]


@pytest.mark.parametrize("count", [0, 3, 9, 600])
def test_every_question_is_answered_in_order_by_every_variant(count, monkeypatch):
    def echo(questions, *, engine):
        return [
            Answer({"said": float(question.claim), "by": float(engine)}) for question in questions
        ]

    monkeypatch.setattr(asking, "answers", echo)
    monkeypatch.setattr(asking, "engine_of", lambda variant: variant.sentences)
    questions = [NliPair("", (), "P.", str(n)) for n in range(count)]
    told = list(with_engines([Variant(), Variant(sentences=True)])(questions))
    assert [[(one.scores["said"], one.scores["by"]) for one in each] for each in told] == [
        [(n, 0.0), (n, 1.0)] for n in range(count)
    ]


def test_one_worker_needs_no_second_process(monkeypatch):
    monkeypatch.setattr(asking, "ProcessPoolExecutor", None)
    with pooled([Variant()], workers=1) as ask:
        assert list(ask([])) == []
