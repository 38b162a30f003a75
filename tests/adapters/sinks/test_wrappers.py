"""What holds for every wrapper of a sink, however many of them stand before it."""

from __future__ import annotations

import pytest

from belie import InputError
from belie.sinks import Cooldown, Deduplicated, Filtered, JsonlSink, Redacted, SinkHealth

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


@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_a_coroutine_function_behind_a_wrapper_is_refused(wrapper):
    async def page(alert):
        del alert

    with pytest.raises(InputError, match="expected sink to be a plain function, got a coroutine"):
        WRAPPERS[wrapper](page)
