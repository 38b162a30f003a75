from __future__ import annotations

import os
import signal
import sys
import weakref

import pytest

from belie.cli.interrupts import kept_interrupts


class Held:
    pass


def test_ctrl_c_that_python_drops_is_kept(monkeypatch):
    dropped = []
    monkeypatch.setattr(sys, "unraisablehook", lambda told: dropped.append(told.exc_type))
    held = Held()
    finalizer = weakref.ref(held, lambda _: os.kill(os.getpid(), signal.SIGINT))
    with kept_interrupts() as check:
        check()
        del held
        assert (finalizer(), dropped) == (None, [KeyboardInterrupt])
        with pytest.raises(KeyboardInterrupt):
            check()


def test_ctrl_c_comes_at_once_where_nothing_drops_it():
    with kept_interrupts(), pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)


def test_what_handled_ctrl_c_before_handles_it_after():
    before = signal.getsignal(signal.SIGINT)
    with kept_interrupts():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before
