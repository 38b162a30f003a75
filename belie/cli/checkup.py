"""What ``belie doctor`` looks at: versions, extras, model files, and two known verdicts."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from hashlib import sha256
from importlib import metadata
from itertools import chain
from time import perf_counter
from typing import TYPE_CHECKING

import belie
from belie.adapters.onnx import MODELS, load_config
from belie.datatypes import Relation

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["DEPENDENCIES", "EXTRAS", "SelfCheck", "check_models", "list_models", "list_versions"]

DEPENDENCIES = (
    *("alembic", "cachetools", "jinja2", "markdown-it-py", "networkx", "numpy", "onnxruntime"),
    *("regex", "rich", "sqlmodel", "syntok", "tokenizers", "typer"),
)
"""What belie cannot do without."""
EXTRAS = {
    "agents": ("langchain",),
    "langchain": ("langchain-core",),
    "langfuse": ("langfuse",),
    "langsmith": ("langsmith",),
    "llm": ("langchain-core", "pydantic", "rapidfuzz"),
    "otel": ("opentelemetry-api",),
    "pandas": ("pandas",),
    "parquet": ("pyarrow",),
    "pdf": ("pypdf",),
    "postgres": ("psycopg",),
    "server": ("fastapi", "uvicorn"),
    "ray": ("ray",),
    "torch": ("sentence-transformers", "torch", "transformers"),
    "webhook": ("httpx",),
}
"""What each extra brings."""

_MODEL_FILES = ("*.onnx", "tokenizer*.json", "parser.json")
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
        Seconds until all the models were ready, and for the two verdicts.
    """

    right: bool
    loading: float
    judging: float

    @property
    def passed(self) -> bool:
        """Whether the verdicts are right and came within a second."""
        return self.right and self.judging < 1


def check_models() -> SelfCheck:
    """Check one claim, so that every model is loaded; judge a clashing pair and an equal one.

    Raises
    ------
    ModelError
        If a model file is missing or broken.
    """
    started = perf_counter()
    belie.check(_PREMISE, [_PREMISE])
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
    for package in dict.fromkeys(chain.from_iterable(EXTRAS.values())):
        extras = (f"'belie[{extra}]'" for extra, brought in EXTRAS.items() if package in brought)
        missing = f"not installed (optional): pip install {' or '.join(extras)}"
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
    for path in chain.from_iterable(sorted(MODELS.glob(pattern)) for pattern in _MODEL_FILES):
        found = sha256(path.read_bytes()).hexdigest()
        name = "parser_names" if path.name == "parser.json" else path.stem
        changed = promised.get(f"{name}_sha256", found) != found
        yield f"  {path.name}", f"sha256 {found[:12]}{' CHANGED since release' * changed}"


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
