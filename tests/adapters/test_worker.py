from __future__ import annotations

import contextvars
import threading

from belie.adapters.worker import Worker

TONE = contextvars.ContextVar("TONE", default="none")


def test_items_are_worked_off_in_order_by_one_thread_at_a_time():
    done, threads = [], set()

    def work(item):
        threads.add(threading.current_thread().name)
        done.append(item)

    worker = Worker(work, size=1_000)
    for item in range(500):
        worker.put(item)
    assert worker.flush(10)
    assert done == list(range(500))
    assert threads == {"belie"}


def test_no_thread_stays_when_there_is_no_work():
    threads = []
    worker = Worker(lambda _: threads.append(threading.current_thread()), size=8)
    worker.put(1)
    assert worker.flush(10)
    threads[0].join(10)
    assert not threads[0].is_alive()


def test_context_variables_of_the_chat_do_not_reach_the_work():
    seen = []
    worker = Worker(lambda _: seen.append(TONE.get()), size=8)
    token = TONE.set("loud")
    worker.put(1)
    TONE.reset(token)
    assert worker.flush(10)
    assert seen == ["none"]


def test_a_full_queue_drops_the_newest():
    gate, begun, done = threading.Event(), threading.Event(), []

    def work(item):
        begun.set()
        assert gate.wait(10)
        done.append(item)

    worker = Worker(work, size=2)
    worker.put(0)
    assert begun.wait(10)
    assert [worker.put(item) for item in (1, 2, 3)] == [True, True, False]
    assert (worker.queued, worker.dropped) == (2, 1)
    assert not worker.flush(0.01)
    gate.set()
    assert worker.flush(10)
    assert done == [0, 1, 2]


def test_work_that_waits_for_itself_is_refused():
    answers = []
    worker = Worker(lambda _: answers.append(worker.flush()), size=8)
    worker.put(1)
    assert worker.flush(10)
    assert answers == [False]


def test_work_that_ends_its_thread_does_not_end_the_work(monkeypatch):
    monkeypatch.setattr(threading, "excepthook", lambda _: None)
    gate, done, threads = threading.Event(), [], []

    def work(item):
        threads.append(threading.current_thread())
        assert gate.wait(10)
        if item == 0:
            raise SystemExit
        done.append(item)

    worker = Worker(work, size=8)
    for item in range(3):
        worker.put(item)
    gate.set()
    assert worker.flush(10)
    threads[0].join(10)
    assert done == [1, 2]


def test_a_closed_worker_finishes_what_it_has_and_takes_no_more():
    done = []
    worker = Worker(done.append, size=8)
    worker.put(1)
    assert worker.close(10)
    assert not worker.put(2)
    assert (done, worker.dropped) == ([1], 1)
