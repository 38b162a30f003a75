from __future__ import annotations

import contextvars
import threading

from belie.adapters.worker import Inline, Worker

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


class Held:
    """Work that is held up until a gate opens."""

    def __init__(self):
        self.gate, self.begun, self.done = threading.Event(), threading.Event(), []

    def __call__(self, item):
        self.begun.set()
        assert self.gate.wait(30)
        self.done.append(item)


def test_a_full_queue_can_drop_what_waits_longest():
    work = Held()
    worker = Worker(work, size=2, drop="oldest")
    worker.put(0)
    assert work.begun.wait(30)
    assert [worker.put(item) for item in (1, 2, 3, 4)] == [True, True, False, False]
    assert (worker.queued, worker.dropped) == (2, 2)
    work.gate.set()
    assert worker.flush(30)
    assert work.done == [0, 3, 4]


def test_what_is_offered_takes_no_room_and_comes_after_all_that_was_put():
    work = Held()
    worker = Worker(work, size=2)
    worker.put(0)
    assert work.begun.wait(30)
    for item in ("a", "b", "c"):
        worker.offer(item)
    assert [worker.put(item) for item in (1, 2)] == [True, True]
    assert (worker.queued, worker.dropped) == (2, 0)
    work.gate.set()
    assert worker.flush(30)
    assert work.done == [0, 1, 2, "a", "b", "c"]


def test_an_offer_alone_is_worked_on_and_a_closed_worker_takes_none():
    done = []
    worker = Worker(done.append, size=1)
    worker.offer(1)
    assert worker.close(30)
    worker.offer(2)
    assert worker.flush(30)
    assert (done, worker.dropped) == ([1], 0)


def test_inline_work_is_done_in_the_callers_thread_without_its_context():
    seen = []
    inline = Inline(lambda item: seen.append((item, threading.current_thread(), TONE.get())))
    token = TONE.set("loud")
    assert inline.put(1)
    inline.offer(2)
    TONE.reset(token)
    assert seen == [(item, threading.current_thread(), "none") for item in (1, 2)]


def test_inline_work_cannot_wait_for_itself():
    answers = []
    inline = Inline(lambda _: answers.append(inline.flush()))
    inline.put(1)
    assert answers == [False]
    assert inline.flush()


def test_inline_work_of_another_thread_is_waited_for():
    work = Held()
    inline = Inline(work)
    other = threading.Thread(target=inline.put, args=(1,))
    other.start()
    assert work.begun.wait(30)
    assert not inline.flush(0)
    work.gate.set()
    assert inline.flush(30)
    assert work.done == [1]
    other.join(30)


def test_inline_work_that_was_closed_takes_no_more():
    done = []
    inline = Inline(done.append)
    assert inline.close()
    assert not inline.put(1)
    inline.offer(2)
    assert (done, inline.dropped) == ([], 1)
