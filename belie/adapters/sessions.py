"""ONNX sessions that compute the same on every processor."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, cast

import numpy as np
import onnxruntime  # pyright: ignore[reportMissingTypeStubs]

from belie.errors import ModelError

__all__ = ["MODELS", "open_session"]

MODELS = Path(__file__).parent.parent / "models"
"""The folder of the shipped models."""
_PRODUCTS = MODELS / "products.onnx"
_EXACT = ("session.x64quantprecision", "1")
_SLOWER = ("SkipLayerNormFusion",)
"""Sums that onnxruntime joins with the normalisation behind them; apart they take a third."""


def open_session(path: Path, *, threads: int = 1) -> Any:  # noqa: ANN401 - onnxruntime has no types
    """Return a session that runs the model of ``path`` on the processor.

    Where sums of int8 products overflow it takes slower ones that do not, so that all processors
    compute the same (docs/decisions/0004).

    Parameters
    ----------
    path
        An ONNX file.
    threads
        How many of them one run takes, at least 1.

    Raises
    ------
    ModelError
        If ``path`` holds no model.
    """
    return _open(path, threads, exact=_overflows())


@cache
def _overflows() -> bool:
    """Whether the fastest int8 products of this processor overflow: those without VNNI do.

    The greatest products there are, summed: asking for slower ones everywhere would cost
    processors with VNNI two fifths of their speed.
    """
    session = _open(_PRODUCTS, 1, exact=False)
    (given,) = session.get_inputs()
    depth = given.shape[1]
    (sums,) = session.run(None, {given.name: np.full((8, depth), 255, dtype=np.uint8)})
    return bool((sums != 255 * 127 * depth).any())


def _open(path: Path, threads: int, *, exact: bool) -> Any:  # noqa: ANN401 - as above
    runtime = cast("Any", onnxruntime)
    options = runtime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    if exact:
        options.add_session_config_entry(*_EXACT)
    try:
        return runtime.InferenceSession(
            path, options, providers=["CPUExecutionProvider"], disabled_optimizers=[*_SLOWER]
        )
    except Exception as error:  # onnxruntime raises classes of its own, without a common base
        raise ModelError(f"expected an ONNX model in {path.name}: {error}") from error
