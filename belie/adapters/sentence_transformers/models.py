"""Foreign models in place of the shipped ones: any bi-encoder, any NLI cross-encoder.

Needs the extra ``belie[torch]``; torch is loaded by the constructors, not by importing this. Runs
in float32, where padding does not matter: masked positions get an attention weight of exactly 0,
and what is left is the order in which a kernel adds. Measured on models of random weights, company
moves a vector by 2e-7 and a probability by 1e-6; in half precision it is 4e-4 and 9e-4, so
checkpoints in half precision are widened.

Code that comes with a model is never run (the default of transformers asks whether to; here the
answer is no), and a model's weights are read from safetensors.
"""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from belie.adapters.sentence_transformers.loading import (
    backend_of,
    check_weights,
    labels_of,
    length_of,
    loaded,
    positive,
    require,
)
from belie.adapters.sentence_transformers.relations import four_relations
from belie.datatypes import Judgement, Relation
from belie.errors import ModelError

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from belie.datatypes import Pair
    from belie.protocols import Vectors

__all__ = ["CrossEncoderClassifier", "SentenceTransformerEncoder"]

_CHARACTERS_PER_TOKEN = 40  # far above any text's; keeps megabytes from the tokenizer
_UNENCODABLE = re.compile(r"[\ud800-\udfff]")


class SentenceTransformerEncoder:
    """A bi-encoder of sentence-transformers (Reimers & Gurevych 2019), by name or path.

    Parameters
    ----------
    name_or_path
        A folder, or the name of a model on the Hugging Face hub.
    device
        Where it runs, as torch names it: ``"cpu"``, ``"cuda"``, ``"cuda:1"``, ``"mps"``.
    batch_size
        How many texts run at once, >= 1.
    revision
        The branch, tag or commit of a model on the hub.

    Raises
    ------
    InputError
        If ``batch_size`` is below 1.
    MissingExtraError
        If sentence-transformers is not installed.
    ModelError
        If the model cannot be loaded.
    """

    def __init__(
        self,
        name_or_path: str | os.PathLike[str],
        *,
        device: str = "cpu",
        batch_size: int = 32,
        revision: str | None = None,
    ) -> None:
        library = require("sentence_transformers")
        self._batch_size = positive(batch_size, name="batch_size", whole=True)
        name = str(name_or_path)
        options = {
            "device": device,
            "revision": revision,
            "local_files_only": Path(name).is_dir(),  # else the hub is asked about a folder's name
            "model_kwargs": {"use_safetensors": True},
        }
        self._model = loaded(name, lambda: library.SentenceTransformer(name, **options).float())
        self._lock = threading.Lock()  # the library does not promise to be safe in threads

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return an array of shape (len(texts), dim), each row of length 1.

        A row depends on the other texts by less than 1e-5. The end of a text that is longer than
        the model reads is not seen.
        """
        if not texts:
            return self.encode([""])[:0]
        readable = [_UNENCODABLE.sub("\ufffd", text) for text in texts]
        with self._lock:
            rows = self._model.encode(
                readable,
                batch_size=self._batch_size,
                normalize_embeddings=True,
                convert_to_numpy=True,
                show_progress_bar=False,
            )
        return np.asarray(rows, dtype=np.float32)


@dataclass(frozen=True, slots=True)
class _Encoded:
    """A pair as the model reads it."""

    ids: Sequence[int]
    kinds: Sequence[int]
    truncated: bool


class CrossEncoderClassifier:
    """A cross-encoder for natural language inference of transformers, by name or path.

    Which output means what is read from the model's ``config.id2label``. A model of two or three
    relations works: partial contradictions are then told by their words, and what a model of two
    only denies ("not entailment") is neutral. Words are not scored; a monitor then aligns the
    two texts and takes what stands in each other's place.

    Parameters
    ----------
    name_or_path
        A folder, or the name of a model on the Hugging Face hub.
    device
        Where it runs, as torch names it: ``"cpu"``, ``"cuda"``, ``"cuda:1"``, ``"mps"``.
    batch_size
        How many pairs run at once, >= 1.
    max_length
        Tokens of a pair, special tokens included, >= 16; ``None`` takes what the model can read,
        at most 512.
    temperature
        What the logits are divided by (Guo et al. 2017), > 0.
    labels
        The relations in the order of the model's outputs, for a model that does not name them.
    revision
        The branch, tag or commit of a model on the hub.

    Raises
    ------
    InputError
        If a number is out of its range.
    MissingExtraError
        If torch or transformers is not installed.
    ModelError
        If the model cannot be loaded, has no trained classifier, or its labels do not fit.
    """

    def __init__(
        self,
        name_or_path: str | os.PathLike[str],
        *,
        device: str = "cpu",
        batch_size: int = 16,
        max_length: int | None = None,
        temperature: float = 1.0,
        labels: Sequence[str] | None = None,
        revision: str | None = None,
    ) -> None:
        self._torch, library = require("torch"), require("transformers")
        self._batch_size = positive(batch_size, name="batch_size", whole=True)
        self._temperature = positive(temperature, name="temperature")
        name = str(name_or_path)
        options: dict[str, Any] = {"trust_remote_code": False}
        if revision:
            options["revision"] = revision
        self._tokenizer = loaded(
            name, lambda: library.AutoTokenizer.from_pretrained(name, **options)
        )
        self._model, report = loaded(
            name,
            lambda: library.AutoModelForSequenceClassification.from_pretrained(
                name, use_safetensors=True, output_loading_info=True, **options
            ),
        )
        check_weights(name, report["missing_keys"])
        self._labels = labels_of(self._model.config.id2label, labels)
        self._model = loaded(name, lambda: self._model.float().eval().to(device))
        self._backend = backend_of(name, self._tokenizer)
        self._max_length = length_of(
            max_length,
            stated=self._tokenizer.model_max_length,
            positions=getattr(self._model.config, "max_position_embeddings", None),
        )
        self._name = f"{Path(name).name}@{revision}" if revision else Path(name).name

    @property
    def name(self) -> str:
        """The last part of its name or path, and the revision if one was given."""
        return self._name

    def classify(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """Return one judgement per pair, in order; it depends on the others by less than 1e-5.

        A premise beyond the model's length is cut, and the judgement says so. A claim is cut only
        where it fills more than half of the length.
        """
        encoded = [self._encode(pair) for pair in pairs]
        by_length = sorted(range(len(pairs)), key=lambda number: len(encoded[number].ids))
        logits = np.zeros((len(pairs), len(self._labels)))
        for start in range(0, len(pairs), self._batch_size):
            batch = by_length[start : start + self._batch_size]
            logits[batch] = self._run([encoded[number] for number in batch])
        return [
            Judgement(self._probabilities(pair, row), truncated=one.truncated)
            for pair, row, one in zip(pairs, logits, encoded, strict=True)
        ]

    def _encode(self, pair: Pair) -> _Encoded:
        premise, premise_cut = self._read(pair.premise)
        claim, claim_cut = self._read(pair.claim)
        room = self._max_length - self._backend.num_special_tokens_to_add(is_pair=True)
        claim_length = min(len(claim), max(room // 2, room - len(premise)))
        premise_length = min(len(premise), room - claim_length)
        cut = premise_length < len(premise) or claim_length < len(claim)
        premise.truncate(premise_length)
        claim.truncate(claim_length)
        both = self._backend.post_process(premise, claim)
        return _Encoded(both.ids, both.type_ids, cut or premise_cut or claim_cut)

    def _read(self, text: str) -> tuple[Any, bool]:
        """Return the tokens of a text, and whether it was too long to be given whole."""
        longest = self._max_length * _CHARACTERS_PER_TOKEN
        readable = _UNENCODABLE.sub("\ufffd", text[:longest])
        return self._backend.encode(readable, add_special_tokens=False), longest < len(text)

    def _run(self, batch: Sequence[_Encoded]) -> NDArray[np.float64]:
        """Return the logits of a batch, padded on the right: shape (len(batch), labels)."""
        feed = {
            "input_ids": _padded([one.ids for one in batch], self._tokenizer.pad_token_id),
            "attention_mask": _padded([[1] * len(one.ids) for one in batch], 0),
            "token_type_ids": _padded([one.kinds for one in batch], 0),
        }
        known = self._tokenizer.model_input_names
        with self._torch.inference_mode():
            tensors = {
                name: self._torch.from_numpy(rows).to(self._model.device)
                for name, rows in feed.items()
                if name in known
            }
            logits = self._model(**tensors).logits.cpu().numpy().astype(np.float64)
        if not np.isfinite(logits).all():
            raise ModelError(f"expected finite logits of {self.name}, got infinite ones or NaN")
        return logits

    def _probabilities(self, pair: Pair, logits: NDArray[np.float64]) -> Mapping[Relation, float]:
        scaled = logits / self._temperature
        powers = np.exp(scaled - scaled.max())
        shares = dict(zip(self._labels, (powers / powers.sum()).tolist(), strict=True))
        return four_relations(shares, pair)


def _padded(rows: Sequence[Sequence[int]], filler: int) -> NDArray[np.int64]:
    width = max(map(len, rows))
    return np.array([[*row, *[filler] * (width - len(row))] for row in rows], dtype=np.int64)
