"""Sessions compute the same whatever the processor's int8 products are."""

import numpy as np
import onnxruntime
import pytest

from belie.adapters import sessions
from belie.adapters.sessions import MODELS, open_session
from belie.errors import ModelError

EXACT = "session.x64quantprecision"
DEPTH = 16


REAL = onnxruntime.InferenceSession


class Saturating:
    """A session on a processor whose sums of int8 products have 16 bits."""

    def __init__(self, path, options, **settings):
        self._session = REAL(path, options, **settings)

    def __getattr__(self, name):
        return getattr(self._session, name)

    def run(self, names, feed):
        found = self._session.run(names, feed)
        return found if is_exact(self) else [np.minimum(sums, 32_767) for sums in found]


def is_exact(session):
    try:
        return session.get_session_options().get_session_config_entry(EXACT) == "1"
    except RuntimeError:  # it was given no such entry
        return False


@pytest.fixture(name="on")
def processor(monkeypatch):
    def on(session):
        monkeypatch.setattr(onnxruntime, "InferenceSession", session)
        sessions._overflows.cache_clear()

    yield on
    monkeypatch.undo()
    sessions._overflows.cache_clear()


def greatest_sums(session):
    (sums,) = session.run(None, {"given": np.full((3, DEPTH), 255, dtype=np.uint8)})
    return {*sums.ravel().tolist()}


def test_the_greatest_products_are_summed_exactly():
    assert greatest_sums(open_session(MODELS / "products.onnx")) == {255 * 127 * DEPTH}


def test_where_sums_overflow_slower_products_are_taken(on):
    on(Saturating)
    session = open_session(MODELS / "products.onnx")
    assert is_exact(session)
    assert greatest_sums(session) == {255 * 127 * DEPTH}


def test_a_session_takes_as_many_threads_as_were_asked_for():
    options = open_session(MODELS / "products.onnx", threads=2).get_session_options()
    assert (options.intra_op_num_threads, options.inter_op_num_threads) == (2, 1)


def test_what_is_no_model_is_refused_by_name(tmp_path):
    path = tmp_path / "model.onnx"
    path.write_bytes(b"no model")
    with pytest.raises(ModelError, match=r"expected an ONNX model in model\.onnx"):
        open_session(path)
