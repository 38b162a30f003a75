"""The shipped models on onnxruntime and tokenizers, without torch.

Every text and every pair runs alone and unpadded, two at a time on two threads: int8 activation
ranges are taken over a whole batch, so in a batch a verdict would depend on its neighbours.
Measured, this costs nothing (docs/decisions/0004).
"""

from __future__ import annotations

import json
import os
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np
import onnxruntime  # pyright: ignore[reportMissingTypeStubs]
from tokenizers import Tokenizer

from belie.datatypes import Judgement, Relation, ScoredSpan, Span
from belie.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray
    from tokenizers import Encoding

    from belie.datatypes import Pair
    from belie.protocols import Vectors

    Floats = NDArray[np.float32]

__all__ = ["MODELS", "ModelConfig", "OnnxClassifier", "OnnxEncoder", "load_config"]

Item = TypeVar("Item")
Result = TypeVar("Result")

MODELS = Path(__file__).parent.parent / "models"
"""The folder of the shipped models."""

_UNENCODABLE = re.compile(r"[\ud800-\udfff]")
_LONGEST_READ = 20_000
"""Characters of a text given to the tokenizer: far beyond any model's length, so that a text of
megabytes does not cost seconds to be cut to 256 tokens."""


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """What the models' folder says of them.

    Parameters
    ----------
    version
        Of the models, kept with every verdict.
    labels
        The relations in the order of the classifier's outputs.
    temperature
        What the logits are divided by (Guo et al. 2017), > 0.
    threshold
        The probability in (0, 1] from which a contradiction is worth an alert.
    max_length
        Tokens of a pair, special tokens included.
    """

    version: str
    labels: tuple[Relation, ...]
    temperature: float
    threshold: float
    max_length: int


def load_config(folder: Path = MODELS) -> ModelConfig:
    """Read ``config.json`` of a folder of models.

    Raises
    ------
    ModelError
        If it is missing or does not fit.
    """
    path = folder / "config.json"
    try:
        fields = json.loads(path.read_text("utf-8"))
        config = ModelConfig(
            version=str(fields["version"]),
            labels=tuple(Relation(label) for label in fields["labels"]),
            temperature=float(fields["temperature"]),
            threshold=float(fields["threshold"]),
            max_length=int(fields["max_length"]),
        )
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise ModelError(f"expected a model configuration in {path.name}: {error!r}") from error
    if set(config.labels) != set(Relation):
        raise ModelError(f"expected labels {', '.join(Relation)}, got {', '.join(config.labels)}")
    return config


class OnnxEncoder:
    """A bi-encoder: mean-pooled token embeddings of length 1 (MiniLM, Wang et al. 2020).

    Parameters
    ----------
    folder
        Holds ``bi_encoder.onnx`` and ``tokenizer.json``.
    max_length
        Tokens read of each text; passages and claims are shorter.

    Examples
    --------
    >>> vectors = OnnxEncoder().encode(["A dog barks.", "A hound is barking.", "Taxes rose."])
    >>> vectors.shape
    (3, 384)
    >>> bool(vectors[0] @ vectors[1] > vectors[0] @ vectors[2])
    True
    """

    def __init__(self, folder: Path = MODELS, *, max_length: int = 256) -> None:
        self._model = _Model(folder / "bi_encoder.onnx")
        self._tokenizer = _tokenizer(folder)
        self._max_length = max_length

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return an array of shape (len(texts), dim); a row does not depend on the others."""
        return np.stack(self._model.each(self._encode, texts))

    def _encode(self, text: str) -> Floats:
        encoding = _read(self._tokenizer, text)
        ids = [*encoding.ids[:-1][: self._max_length - 1], encoding.ids[-1]]
        return self._model.run(ids, [0] * len(ids), outputs=["pooled"])[0][0]


class OnnxClassifier:
    """A cross-encoder over the four relations, which also scores the clashing words.

    Parameters
    ----------
    folder
        Holds ``cross_encoder.onnx``, ``tokenizer.json`` and ``config.json``.

    Examples
    --------
    >>> from belie.datatypes import Pair
    >>> pairs = [Pair("The bridge opened in 1932.", "The bridge opened in 1932.")]
    >>> OnnxClassifier().classify(pairs)[0].probabilities["entailment"] > 0.5
    True
    """

    def __init__(self, folder: Path = MODELS) -> None:
        self._config = load_config(folder)
        self._model = _Model(folder / "cross_encoder.onnx")
        self._tokenizer = _tokenizer(folder)

    @property
    def name(self) -> str:
        """Name and version."""
        return f"belie-minilm-{self._config.version}"

    def classify(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """Return one judgement per pair, in order; a judgement does not depend on the others.

        A premise beyond the model's length is cut, and the judgement says so. A claim is cut only
        where it fills more than half of the length.
        """
        return self._model.each(self._judge, pairs)

    def _judge(self, pair: Pair) -> Judgement:
        premise, claim = _read(self._tokenizer, pair.premise), _read(self._tokenizer, pair.claim)
        room = self._config.max_length - 3
        claim_length = min(_length(claim), max(room // 2, room - _length(premise)))
        premise_length = min(_length(premise), room - claim_length)
        first = [premise.ids[0], *premise.ids[1 : 1 + premise_length], premise.ids[-1]]
        second = [*claim.ids[1 : 1 + claim_length], claim.ids[-1]]
        kinds = [0] * len(first) + [1] * len(second)
        logits, clash = self._model.run(first + second, kinds, outputs=["logits", "clash"])
        scores = 1 / (1 + np.exp(-clash[0].astype(np.float64)))
        return Judgement(
            probabilities=self._probabilities(logits[0]),
            premise_words=_words(premise, scores[1 : 1 + premise_length]),
            claim_words=_words(claim, scores[len(first) : len(first) + claim_length]),
            truncated=premise_length < _length(premise) or claim_length < _length(claim),
        )

    def _probabilities(self, logits: Floats) -> dict[Relation, float]:
        scaled = logits.astype(np.float64) / self._config.temperature
        powers = np.exp(scaled - scaled.max())
        shares = powers / powers.sum()
        return {
            label: float(share) for label, share in zip(self._config.labels, shares, strict=True)
        }


class _Model:
    """An ONNX session with a small pool of threads that each run one input at a time."""

    def __init__(self, path: Path) -> None:
        runtime = cast("Any", onnxruntime)  # it has no types
        options = runtime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        try:
            self._session = runtime.InferenceSession(
                path, options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # onnxruntime raises classes of its own, without a common base
            raise ModelError(f"expected an ONNX model in {path.name}: {error}") from error
        self._workers = min(4, os.cpu_count() or 1)

    def each(self, work: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
        """Return ``work`` of each item, in order, worked off by a few threads."""
        if len(items) < 2:
            return [work(item) for item in items]
        with ThreadPoolExecutor(self._workers) as pool:
            return list(pool.map(work, items))

    def run(self, ids: list[int], kinds: list[int], *, outputs: Sequence[str]) -> list[Floats]:
        """Return the named outputs for one unpadded input, each with a first axis of length 1."""
        feed = {
            "input_ids": np.array([ids], dtype=np.int64),
            "attention_mask": np.ones((1, len(ids)), dtype=np.int64),
            "token_type_ids": np.array([kinds], dtype=np.int64),
        }
        return cast("list[Floats]", self._session.run(list(outputs), feed))


def _tokenizer(folder: Path) -> Tokenizer:
    path = folder / "tokenizer.json"
    try:
        return Tokenizer.from_file(str(path))
    except Exception as error:  # tokenizers raises bare Exception
        raise ModelError(f"expected a tokenizer in {path.name}: {error}") from error


def _read(tokenizer: Tokenizer, text: str) -> Encoding:
    """Return the tokens of ``text`` with [CLS] first and [SEP] last."""
    return tokenizer.encode(_UNENCODABLE.sub("\ufffd", text[:_LONGEST_READ]))


def _length(encoding: Encoding) -> int:
    return len(encoding.ids) - 2


def _words(encoding: Encoding, scores: NDArray[np.float64]) -> tuple[ScoredSpan, ...]:
    """Return the words of a text with the score of their most clashing piece.

    ``scores`` holds one number per token, from the first token after [CLS].
    """
    words: dict[int, ScoredSpan] = {}
    tokens = zip(encoding.word_ids[1:-1], encoding.offsets[1:-1], scores, strict=False)
    for word, (start, end), score in tokens:
        if word is None:
            continue
        before = words.get(word, ScoredSpan(Span(start, end), 0.0))
        words[word] = ScoredSpan(Span(before.span.start, end), max(before.score, float(score)))
    return tuple(words.values())
