"""Loading foreign models: what is asked of them, and the errors where they do not fit."""

from __future__ import annotations

import importlib
import math
from numbers import Integral, Real
from typing import TYPE_CHECKING, Protocol, TypeVar

from belie.adapters.sentence_transformers.relations import label_order
from belie.errors import InputError, MissingExtraError, ModelError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from types import ModuleType

    from tokenizers import Tokenizer

    from belie.datatypes import Relation

__all__ = [
    "FastTokenizer",
    "backend_of",
    "check_weights",
    "labels_of",
    "length_of",
    "loaded",
    "positive",
    "require",
]

_LONGEST_BY_DEFAULT, _SHORTEST = 512, 16
_OUTPUTS = range(2, 5)

Loaded = TypeVar("Loaded")
Number = TypeVar("Number", int, float)


class FastTokenizer(Protocol):
    """Protocol: what is used of a tokenizer of transformers when it is loaded."""

    is_fast: bool
    pad_token_id: int | None
    backend_tokenizer: Tokenizer


def labels_of(id2label: Mapping[int, str], labels: Sequence[str] | None) -> tuple[Relation, ...]:
    """Return the relations in the order of a model's outputs, as it or its user names them."""
    if isinstance(labels, str):
        raise InputError(f"expected labels to be a list, one for each output, got {labels!r}")
    names = list(labels or (id2label[number] for number in sorted(id2label)))
    if len(id2label) not in _OUTPUTS:
        got = f"{len(id2label)}: {', '.join(names)}"
        raise ModelError(f"expected a classifier with two, three or four outputs, got {got}")
    if len(names) != len(id2label):
        raise ModelError(f"expected {len(id2label)} labels, got {', '.join(names)}")
    return label_order(names)


def require(package: str) -> ModuleType:
    """Return a package of the extra ``belie[torch]``.

    Examples
    --------
    >>> require("torche")
    Traceback (most recent call last):
    belie.errors.MissingExtraError: torche is not installed; run: pip install 'belie[torch]'
    """
    try:
        return importlib.import_module(package)
    except ImportError as error:
        raise MissingExtraError(package, extra="torch") from error


def loaded(name: str, load: Callable[[], Loaded]) -> Loaded:
    """Return what ``load`` returns; whatever it raises becomes a `ModelError`."""
    try:
        return load()
    except Exception as error:  # the libraries raise classes of their own, without a common base
        raise ModelError(
            f"expected a folder or a model of the Hugging Face hub with weights in safetensors, "
            f"got {name}: {error}"
        ) from error


def check_weights(name: str, missing: Collection[str]) -> None:
    """Refuse a model whose weights lack parameters: transformers would fill them at random."""
    if missing:
        raise ModelError(
            f"expected a trained classifier in {name}, got a model without weights for "
            f"{', '.join(sorted(missing))}"
        )


def backend_of(name: str, tokenizer: FastTokenizer) -> Tokenizer:
    """Return the Rust part of a tokenizer, which cuts and pads nothing by itself."""
    if not tokenizer.is_fast or tokenizer.pad_token_id is None:
        raise ModelError(
            f"expected a fast tokenizer (tokenizer.json) with a padding token in {name}, "
            f"got {type(tokenizer).__name__}"
        )
    backend = tokenizer.backend_tokenizer
    backend.no_truncation()
    backend.no_padding()
    return backend


def length_of(asked: int | None, *, stated: int, positions: int | None) -> int:
    """Return the tokens of a pair: as asked, or what the tokenizer states, at most 512.

    A model without a limit to its positions has ``None`` or a negative number there.
    """
    longest = positions if positions and 0 < positions else stated
    if asked is None:
        return min(stated, longest, _LONGEST_BY_DEFAULT)
    if not isinstance(asked, Integral) or not _SHORTEST <= asked <= longest:
        raise InputError(f"expected {_SHORTEST} <= max_length <= {longest}, got {asked!r}")
    return asked


def positive(number: Number, *, name: str, whole: bool = False) -> Number:
    """Return ``number`` if it is above 0 and finite, and whole where that is asked."""
    kind = Integral if whole else Real
    if not isinstance(number, kind) or not 0 < number < math.inf:
        sort = "a whole number" if whole else "a number"
        raise InputError(f"expected {name} > 0, {sort}, got {number!r}")
    return number
