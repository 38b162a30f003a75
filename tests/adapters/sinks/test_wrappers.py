"""What holds for every wrapper of a sink, however many of them stand before it."""

from __future__ import annotations

import pytest

from belie import InputError, Monitor
from belie.sinks import (
    Background,
    Cooldown,
    Deduplicated,
    Filtered,
    JsonlSink,
    Redacted,
    SinkHealth,
)

WRAPPERS = {
    "filtered": Filtered,
    "deduplicated": Deduplicated,
    "cooldown": lambda sink: Cooldown(sink, seconds=600),
    "redacted": lambda sink: Redacted(sink, str.upper),
}


@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_the_health_of_a_wrapper_is_that_of_the_sink_behind_it(wrapper, make_alert, tmp_path):
    wrapped = WRAPPERS[wrapper](Deduplicated(JsonlSink(tmp_path / "no such folder" / "alerts")))
    wrapped(make_alert())
    assert wrapped.health() == SinkHealth(delivered=0, failed=1)


@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_a_wrapper_of_a_function_has_no_health_to_tell(wrapper):
    assert WRAPPERS[wrapper](print).health() is None


async def page(alert):
    del alert


class Pager:
    async def __call__(self, alert):
        del alert


@pytest.mark.parametrize("wrapper", [*WRAPPERS, "background", "monitor"])
@pytest.mark.parametrize(
    ("sink", "got"),
    [
        (page, "to be a plain function, got a coroutine function"),
        (Pager(), "to be a plain function, got Pager with a coroutine function"),
        (JsonlSink, "to be an object, got the class JsonlSink"),
    ],
)
def test_a_sink_that_nobody_would_await_or_make_is_refused(wrapper, sink, got):
    take = {**WRAPPERS, "background": Background, "monitor": lambda sink: Monitor(sinks=[sink])}
    with pytest.raises(InputError, match=rf"expected sinks?(\[0\])? {got}"):
        take[wrapper](sink)
