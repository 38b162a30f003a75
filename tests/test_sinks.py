"""``belie.sinks`` is a light import of ready names."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from belie import sinks

HEAVY = {
    *("httpx", "langfuse", "langsmith", "numpy", "networkx", "onnxruntime", "opentelemetry"),
    "sqlalchemy",
}
EXTRAS = {"LangSmithSink", "LangfuseSink", "OtelSink", "WebhookSink"}


def test_importing_it_loads_neither_a_model_runtime_nor_an_extra():
    code = "import sys, json, belie.sinks; print(json.dumps([*sys.modules]))"
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True
    )
    assert HEAVY.isdisjoint(json.loads(done.stdout))


def test_all_is_sorted_and_listed():
    assert sinks.__all__ == sorted(sinks.__all__) == dir(sinks)


@pytest.mark.parametrize("name", sorted({*sinks.__all__} - EXTRAS))
def test_every_name_exists(name):
    assert getattr(sinks, name).__name__ == name


@pytest.mark.extras
@pytest.mark.parametrize("name", sorted(EXTRAS))
def test_every_name_of_an_extra_exists(name):
    assert getattr(sinks, name).__name__ == name


def test_another_name_is_an_error():
    with pytest.raises(AttributeError, match=r"belie\.sinks.*PagerSink"):
        _ = sinks.PagerSink
