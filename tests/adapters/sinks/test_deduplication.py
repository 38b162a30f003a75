from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from belie.datatypes import ConflictKind
from belie.sinks import Deduplicated


@pytest.fixture
def heard():
    return []


@pytest.fixture
def sink(heard):
    return Deduplicated(heard.append)


def test_the_same_clash_said_again_is_told_once(make_alert, sink, heard):
    alerts = [make_alert(turn=turn, kind=ConflictKind.REFERENCE) for turn in (3, 5, 7)]
    for alert in alerts:
        sink(alert)
    assert heard == alerts[:1]
    assert sink.held == 2


def test_capitals_blanks_and_the_order_of_the_sides_make_no_other_clash(make_alert, sink, heard):
    sink(make_alert("It is red.", "It is blue."))
    sink(make_alert("IT  is\nred.", "It is blue.", turn=5))
    sink(make_alert("It is blue.", "It is red.", turn=7))
    assert len(heard) == 1


def test_a_clash_of_a_refused_draft_does_not_hide_the_one_that_was_given(make_alert, sink, heard):
    for refused in (True, True, False):
        sink(make_alert(refused=refused))
    assert [alert.refused for alert in heard] == [True, False]


def test_another_claim_another_premise_and_another_session_are_told(make_alert, sink, heard):
    sink(make_alert("It is red.", "It is blue."))
    sink(make_alert("It is green.", "It is blue."))
    sink(make_alert("It is red.", "It is black."))
    sink(make_alert("It is red.", "It is blue.", session="t"))
    assert len(heard) == 4


def test_texts_that_only_join_to_the_same_are_told_apart(make_alert, sink, heard):
    sink(make_alert("a', 'b", "c"))
    sink(make_alert("a", "b', 'c"))
    assert len(heard) == 2


def test_what_the_sink_failed_to_take_is_told_again(make_alert, heard):
    broken = [True]

    def send(alert):
        if broken.pop() if broken else False:
            raise OSError("no pager")
        heard.append(alert)

    sink = Deduplicated(send)
    with pytest.raises(OSError, match="no pager"):
        sink(make_alert(turn=3))
    sink(make_alert(turn=5))
    sink(make_alert(turn=7))
    assert heard == [make_alert(turn=5)]
    assert sink.held == 1


def test_threads_that_find_the_same_clash_tell_it_once(make_alert, sink, heard):
    alerts = [make_alert(turn=turn) for turn in range(200)]
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(sink, alerts))
    assert (len(heard), sink.held) == (1, 199)


def test_no_words_are_kept(make_alert, sink):
    sink(make_alert("It is red.", "It is blue."))
    assert "red" not in repr(vars(sink))
