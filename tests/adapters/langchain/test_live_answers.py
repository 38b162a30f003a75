"""Tokens on their way to a look; with real chains see ``test_handler_stream.py``."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.adapters.langchain.live_answers import LiveAnswer, LiveAnswers
from belie.adapters.langchain.runs import Exchange
from belie.adapters.langchain.shapes import Said
from belie.adapters.langchain.told import Told
from belie.datatypes import Document

pytestmark = pytest.mark.extras

NOTHING_SAID = Exchange(
    "root-1", "s1", Said("I am Ann."), Said(""), (Document("d", "Ann, 330 m."),)
)


class Recorder:
    """A monitor that writes down what its streams are fed with."""

    def __init__(self):
        self.begun, self.fed = [], []
        self.alerts = ()

    def stream(self, **known):
        self.begun.append(known)
        self.fed.append("")
        return self

    def feed(self, token):
        self.fed[-1] += token


def live(monitor, redact=None):
    return LiveAnswer(NOTHING_SAID, told=Told(), monitor=monitor, redact=redact)


def without_ann(text):
    return text.replace("Ann", "[name]")


def test_a_look_is_due_when_the_next_sentence_begins():
    answer = live(Recorder())
    tokens = ["It", " is 3", ".", "5 m", ".", '"', " ", "\n", '"', "It", " is old"]
    assert [answer.hear(token) for token in tokens].index(True) == tokens.index("It", 1)


def test_one_look_is_due_at_a_time():
    monitor = Recorder()
    answer = live(monitor)
    assert [answer.hear(token) for token in ("One. Two.", " Three.", " Four.")] == [
        True,
        False,
        False,
    ]
    answer.look(session="s1")
    assert monitor.fed == ["One. Two. Three. Four."]
    assert answer.hear(" Five.")


def test_an_answer_that_was_stopped_is_looked_at_no_more():
    monitor = Recorder()
    answer = live(monitor)
    answer.hear("One. Two.")
    answer.stop()
    assert not answer.hear(" Three.")
    assert answer.look(session="s1") == ()
    assert monitor.fed == []


@given(text=st.text(alphabet="An .\n", max_size=60), cuts=st.lists(st.integers(0, 60)))
def test_all_that_is_fed_went_through_the_redaction_as_one_text(text, cuts):
    monitor = Recorder()
    answer = live(monitor, redact=without_ann)
    places = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    for start, end in pairwise(places):
        answer.hear(text[start:end])
        answer.look(session="s1")
        assert monitor.fed[-1] == without_ann(text[:end])


def test_question_and_documents_are_redacted_for_a_look():
    monitor = Recorder()
    answer = live(monitor, redact=without_ann)
    answer.hear("One. Two.")
    answer.look(session="s9")
    (known,) = monitor.begun
    assert (known["session"], known["question"]) == ("s9", "I am [name].")
    assert [document.text for document in known["documents"]] == ["[name], 330 m."]


def registry(exchanges, *, watches=True, size=1_000):
    offered = []
    answers = LiveAnswers(
        begin=exchanges.get,
        watches=lambda _: watches,
        offer=offered.append,
        monitor=Recorder(),
        size=size,
    )
    return answers, offered


def saying(text, root="root-1"):
    return replace(NOTHING_SAID, root=root, answer=Said(text))


def test_what_was_said_before_it_was_sure_to_be_the_answer_is_looked_at_too():
    run, exchanges = uuid4(), {}
    answers, offered = registry(exchanges)
    answers.hear(run, "One.")
    exchanges[run] = saying("One. Two.")
    answers.hear(run, " Two.")
    assert len(offered) == 1


def test_a_conversation_that_is_not_watched_is_not_looked_at():
    run = uuid4()
    answers, offered = registry({run: saying("One. Two.")}, watches=False)
    answers.hear(run, " Two.")
    answers.hear(run, " Three. Four.")
    assert offered == []


def test_what_begins_with_a_call_of_a_tool_is_not_looked_at():
    run = uuid4()
    answers, offered = registry({run: saying("One.")})
    answers.stop(run)
    answers.hear(run, " Two. Three.")
    assert offered == []


def test_models_of_one_root_share_what_was_told_and_go_with_it():
    root, first, second = uuid4(), uuid4(), uuid4()
    said = saying("One. Two.", str(root))
    answers, offered = registry({first: said, second: said})
    for run in (first, second):
        answers.hear(run, " Two.")
    assert answers.end(first) is None
    assert answers.end(root) is offered[0].told is offered[1].told
    assert len(answers) == 0
    assert answers.end(root) is None


def test_roots_that_never_end_are_forgotten():
    runs = [uuid4() for _ in range(5)]
    answers, _ = registry({run: saying("One.", f"root-{run}") for run in runs}, size=2)
    for run in runs:
        answers.hear(run, "One.")
    assert len(answers) == 2
