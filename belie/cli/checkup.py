"""What ``belie doctor`` looks at: versions, extras, model files, and two known verdicts."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from hashlib import sha256
from importlib import metadata
from time import perf_counter
from typing import TYPE_CHECKING

import belie
from belie.adapters.onnx import MODELS, load_config
from belie.datatypes import Relation

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["DEPENDENCIES", "EXTRAS", "SelfCheck", "check_models", "list_models", "list_versions"]

DEPENDENCIES = (
    *("cachetools", "jinja2", "networkx", "numpy", "onnxruntime", "rich", "sqlmodel", "syntok"),
    *("tokenizers", "typer"),
)
"""What belie cannot do without."""
EXTRAS = {
    "langchain": ("langchain-core",),
    "postgres": ("psycopg",),
    "torch": ("sentence-transformers", "torch", "transformers"),
}
"""What each extra brings."""

_PREMISE = "The bridge was opened to traffic in 1937."
_CLASHING = "The bridge was opened to traffic in 1962."


@dataclass(frozen=True, slots=True)
class SelfCheck:
    """How the shipped models did on two pairs with a known relation.

    Parameters
    ----------
    right
        Whether both verdicts are right.
    loading, judging
        Seconds until the models were ready, and for the two verdicts.
    """

    right: bool
    loading: float
    judging: float

    @property
    def passed(self) -> bool:
        """Whether the verdicts are right and came within a second."""
        return self.right and self.judging < 1


def check_models() -> SelfCheck:
    """Judge a clashing pair and an equal one.

    Raises
    ------
    ModelError
        If a model file is missing or broken.
    """
    started = perf_counter()
    belie.classify([_PREMISE], [_PREMISE])
    ready = perf_counter()
    clashing, equal = belie.classify([_PREMISE, _PREMISE], [_CLASHING, _PREMISE])
    right = clashing.contradicts and equal.relation is Relation.ENTAILMENT
    return SelfCheck(right, ready - started, perf_counter() - ready)


def list_versions() -> Iterator[tuple[str, str]]:
    """Yield names and versions: Python, belie, its dependencies, its extras."""
    yield "python", sys.version.split()[0]
    yield "belie", belie.__version__
    for package in DEPENDENCIES:
        yield package, _version(package) or "MISSING: reinstall belie"
    for extra, packages in EXTRAS.items():
        for package in packages:
            missing = f"not installed (optional): pip install 'belie[{extra}]'"
            yield package, _version(package) or missing


def list_models() -> Iterator[tuple[str, str]]:
    """Yield the models' version, and each model file with the head of its SHA-256.

    Raises
    ------
    ModelError
        If their configuration is missing or broken.
    """
    yield "models", load_config().version
    promised = json.loads((MODELS / "config.json").read_text("utf-8"))
    for path in sorted(MODELS.glob("*.onnx")) + sorted(MODELS.glob("tokenizer*.json")):
        found = sha256(path.read_bytes()).hexdigest()
        changed = promised.get(f"{path.stem}_sha256", found) != found
        yield f"  {path.name}", f"sha256 {found[:12]}{' CHANGED since release' * changed}"


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
