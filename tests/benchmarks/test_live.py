from __future__ import annotations

import json

import pytest

pytest.importorskip("benchmarks", reason="needs the source tree")
pytest.importorskip("langchain_core", reason="needs the extra langchain")

from belie.datatypes import Role, Turn, TurnReport
from benchmarks import live
from benchmarks.live_chat import Latencies, latencies, stream_times
from benchmarks.live_texts import SAID_LATER, document, history, subjects
from benchmarks.live_turns import Clocked, percentile, split, standard_turns

pytestmark = [pytest.mark.tree, pytest.mark.extras]


def test_a_town_is_drawn_by_its_number():
    assert subjects(3) == subjects(3)
    assert subjects(3) != subjects(4)


def test_each_of_ten_subjects_has_facts_that_can_be_said_wrongly():
    several = subjects(1)
    assert len(several) == 10
    for subject in several:
        assert len(subject.facts) == 8
        assert all(fact.true != fact.false for fact in subject.facts)
        assert all("{" not in f"{fact.true}{fact.false}" for fact in subject.facts)


def test_a_document_is_as_long_as_asked_and_tells_what_is_so():
    subject = subjects(2)[0]
    text = document(subject, words=200, seed=1)
    assert 200 <= len(text.split()) < 225
    assert text == document(subject, words=200, seed=1) != document(subject, words=200, seed=2)
    whole = document(subject, words=400, seed=1)
    assert all(fact.true[:-1] in whole for fact in subject.facts)


def test_a_history_has_as_many_turns_and_says_what_is_so():
    several = subjects(0)
    talks = list(history(several, turns=100, words=50))
    assert len(talks) == 50
    answers = " ".join(talk.answer for talk in talks)
    for subject in several:
        said = [fact.true in answers for fact in subject.facts]
        assert said == [True] * SAID_LATER + [False] * (len(said) - SAID_LATER)


class Noting:
    """Takes turns and finds nothing."""

    def __init__(self):
        self.seen = []

    def observe(self, text, *, session, role="assistant", documents=(), question=None):
        del question
        self.seen.append((session, role, text, tuple(documents)))
        return TurnReport(Turn(session, 0, Role(role), text), timings={"search": 0.5, "graph": 0.1})


def test_a_second_answer_brings_the_documents_of_the_first_and_other_words():
    noting = Noting()
    cold, seen = standard_turns(noting, Clocked(), towns=[5], turns=4)
    assert (len(cold), len(seen)) == (2, 2)
    asked = noting.seen[4:]
    assert [len(documents) for *_, documents in asked] == [5] * 4
    assert asked[0][3] == asked[1][3] != asked[2][3] == asked[3][3]
    assert len({text for _, _, text, _ in asked}) == 4
    earlier = {text for *_, documents in noting.seen[:4] for text in documents}
    assert not earlier & {*asked[0][3], *asked[2][3]}


def test_the_steps_of_a_turn_sum_to_its_time():
    samples, _ = standard_turns(Noting(), Clocked(), towns=[5], turns=2)
    for sample in samples:
        assert sum(sample.steps.values()) == pytest.approx(sample.wall)
    assert list(split(samples)) == ["embed", "search", "graph", "store", "rest"]


@pytest.mark.parametrize(("per_cent", "value"), [(50, 3.0), (99, 4.96)])
def test_percentiles_lie_between_values(per_cent, value):
    assert percentile([5.0, 1.0, 2.0, 4.0, 3.0], per_cent) == pytest.approx(value)


def test_a_percentile_of_one_value_is_that_value():
    assert percentile([2.0], 99) == 2.0


def test_what_is_added_is_the_difference_of_percentiles():
    taken = Latencies((1.0, 2.0, 3.0), (2.0, 4.0, 6.0), (1.0,), (1.5,))
    assert taken.added(50) == pytest.approx(2.0)
    assert taken.added_cpu == pytest.approx(0.5)


class Watching(Noting):
    def session(self, name):
        raise NotImplementedError(name)


def test_with_each_handler_there_are_as_many_runs():
    taken = latencies(Watching(), runs=3, pause=0.0)
    assert len(taken.plain) == len(taken.watched) == 3
    assert len(taken.plain_cpu) == len(taken.watched_cpu) == 3


def test_a_worker_that_sleeps_is_woken_at_the_end():
    taken = latencies(None, runs=2, pause=0.0)
    assert len(taken.watched_cpu) == 2


class Streaming:
    """Raises an alert for the first sentence as soon as the second begins."""

    def stream(self, *, session, documents):
        del session, documents
        return self

    def __init__(self):
        self.tokens = []
        self.closed = False

    def feed(self, token):
        begun = any(one.endswith(".") for one in self.tokens)
        self.tokens.append(token)
        return [_first_alert()] if begun else []

    def close(self):
        self.closed = True


def _first_alert():
    import belie  # noqa: PLC0415 - loads the models

    [alert, *_] = belie.check("The tower is 300 m tall.", ["The tower is 330 m tall."]).alerts
    return alert


def test_a_stream_is_fed_every_token_and_closed():
    streaming = Streaming()
    times = stream_times(streaming, town=1, rate=10_000.0)
    assert streaming.closed
    assert "".join(streaming.tokens).count(".") == 5
    assert times.alert is not None
    assert 0 < times.first_ends < times.fifth_begins < times.ends
    assert times.alert <= times.closed


SMALL = ["--towns", "1", "--turns", "2", "--runs", "2", "--pause", "0"]


def test_the_command_prints_the_bars_and_writes_json(tmp_path, capsys):
    out = tmp_path / "figures.json"
    assert live.main([*SMALL, "--only", "turns", "clashes", "handler", "--json", str(out)]) == 0
    printed = capsys.readouterr().out
    for said in ("cores", "cold documents", "seen before", "  embed", "  suggest", "<= 350", "p99"):
        assert said in printed
    written = json.loads(out.read_text("utf-8"))
    assert len(written) == 5
    bars = [line["bar"] for each in written for line in each["lines"] if line["bar"] is not None]
    assert bars == [350.0, 250.0, 1.0, 5.0, 1.0, 5.0]
    clashes = {line["what"]: line["value"] for line in written[2]["lines"]}
    assert clashes["alerts"] >= 5


def test_streamed_answers_have_their_part(capsys):
    assert live.main([*SMALL, "--only", "stream"]) == 0
    assert "answers whose first sentence raised an alert" in capsys.readouterr().out


def test_there_is_at_least_one_conversation(capsys):
    with pytest.raises(SystemExit):
        live.main(["--towns", "0"])
    assert "expected at least 1, got 0" in capsys.readouterr().err
