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
from functools import cache, partial
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np
from tokenizers import Tokenizer

from belie.adapters.pieces import Pieces
from belie.adapters.projective import best_tree
from belie.adapters.sessions import MODELS, open_session
from belie.datatypes import ErrorType, Judgement, Relation, Span, Syntax
from belie.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray
    from tokenizers import Encoding

    from belie.datatypes import Pair
    from belie.protocols import Vectors

    Floats = NDArray[np.float32]

__all__ = ["MODELS", "ModelConfig", "OnnxClassifier", "OnnxEncoder", "OnnxParser", "load_config"]

Item = TypeVar("Item")
Result = TypeVar("Result")

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
    earlier_odds
        What the odds of a contradiction of an earlier statement are multiplied by, > 0.
    max_length
        Tokens of a pair, special tokens included.
    errors
        The kinds of error in the order of the classifier's outputs; empty if it has none.
    """

    version: str
    labels: tuple[Relation, ...]
    temperature: float
    threshold: float
    earlier_odds: float
    max_length: int
    errors: tuple[ErrorType, ...] = ()


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
            earlier_odds=float(fields["earlier_odds"]),
            max_length=int(fields["max_length"]),
            errors=tuple(ErrorType(error) for error in fields.get("errors", ())),
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
        if not texts:
            return self.encode([""])[:0]
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
        optional = {"error": bool(self._config.errors), "ungrounded": True}
        told = (name for name in self._model.outputs if optional.get(name))
        self._outputs = ("logits", "clash", *told)

    @property
    def name(self) -> str:
        """Name and version."""
        return f"belie-minilm-{self._config.version}"

    def classify(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """Return one judgement per pair, in order; a judgement does not depend on the others.

        A premise beyond the model's length, or beyond 20,000 characters, is cut, and the judgement
        says so. A claim is cut only where it fills more than half of the length.
        """
        read = cache(self._read)  # pairs of one call share their texts
        return self._model.each(partial(self._judge, read), pairs)

    def _read(self, text: str) -> Pieces:
        return Pieces.of(_read(self._tokenizer, text))

    def _judge(self, read: Callable[[str], Pieces], pair: Pair) -> Judgement:
        premise, claim = read(pair.premise), read(pair.claim)
        room = self._config.max_length - 3
        claim_length = min(len(claim), max(room // 2, room - len(premise)))
        premise_length = min(len(premise), room - claim_length)
        first = [premise.ids[0], *premise.ids[1 : 1 + premise_length], premise.ids[-1]]
        second = [*claim.ids[1 : 1 + claim_length], claim.ids[-1]]
        kinds = [0] * len(first) + [1] * len(second)
        found = self._model.run(first + second, kinds, outputs=self._outputs)
        told = dict(zip(self._outputs, (output[0] for output in found), strict=True))
        clash, of_claim = _shares(told["clash"]), slice(len(first), len(first) + claim_length)
        return Judgement(
            probabilities=self._probabilities(told["logits"]),
            premise_words=premise.scored(clash[1 : 1 + premise_length]),
            claim_words=claim.scored(clash[of_claim]),
            truncated=premise_length < len(premise)
            or claim_length < len(claim)
            or _LONGEST_READ < max(len(pair.premise), len(pair.claim)),
            error_type=self._config.errors[int(told["error"].argmax())]
            if "error" in told
            else None,
            ungrounded_words=claim.scored(_shares(told["ungrounded"])[of_claim])
            if "ungrounded" in told
            else (),
        )

    def _probabilities(self, logits: Floats) -> dict[Relation, float]:
        scaled = logits.astype(np.float64) / self._config.temperature
        powers = np.exp(scaled - scaled.max())
        shares = powers / powers.sum()
        return {
            label: float(share) for label, share in zip(self._config.labels, shares, strict=True)
        }


class OnnxParser:
    """A dependency parser that also resolves pronouns: biaffine (Dozat and Manning 2017), MiniLM.

    Parameters
    ----------
    folder
        Holds ``parser.onnx``, ``references.onnx`` (what pronouns stand for, from the lower layers
        of the former), ``parser.json`` (the names of tags and relations) and ``tokenizer.json``.

    Examples
    --------
    >>> parser = OnnxParser()
    >>> syntax = parser.parse([["The", "tower", "leans", "."]])[0]
    >>> syntax.heads
    (1, 2, -1, 2)
    >>> text = "Eiffel built the tower for the city. It is tall."
    >>> tower, city, it = Span(13, 22), Span(27, 35), Span(37, 39)
    >>> [[of_tower, of_city]] = parser.refer(text, [it], [tower, city])
    >>> of_tower > of_city
    True
    """

    def __init__(self, folder: Path = MODELS) -> None:
        self._model = _Model(folder / "parser.onnx")
        self._references = _Model(folder / "references.onnx")
        self._tokenizer = _tokenizer(folder)
        self._tags, self._relations, temperature = _parser_config(folder)
        self._sharpness = 1 / temperature

    def parse(self, sentences: Sequence[Sequence[str]]) -> list[Syntax]:
        """Return the tree of each sentence, given as words; a tree does not depend on the others.

        Words beyond 256 word pieces hang on the word before them as ``"dep"``.
        """
        return self._model.each(self._parse, sentences)

    def _parse(self, words: Sequence[str]) -> Syntax:
        readable = [_UNENCODABLE.sub("\ufffd", word[:_LONGEST_WORD]) for word in words]
        encoding = self._tokenizer.encode(readable[:_MOST_PIECES], is_pretokenized=True)
        firsts = _first_pieces(encoding)
        if not firsts:
            return _flat(words)
        ids = [*encoding.ids[:-1][: _MOST_PIECES - 1], encoding.ids[-1]]
        kinds = [
            int(word is not None and readable[word][:1].isupper()) for word in encoding.word_ids
        ][: len(ids)]
        kinds[-1] = 0
        tags, relations, arcs = self._model.run(ids, kinds, outputs=["tags", "relations", "arcs"])
        pieces = list(firsts.values())
        heads = best_tree(arcs[0][np.ix_(pieces, [0, *pieces])].astype(np.float64))
        numbers = list(firsts)
        named = self._named(relations[0])
        read = {
            number: (
                self._tags[int(tags[0][piece].argmax())],
                -1 if head < 0 else numbers[head],
                "root" if head < 0 else named[piece],
            )
            for (number, piece), head in zip(firsts.items(), heads, strict=True)
        }
        return _completed(words, read)

    def _named(self, scores: Floats) -> list[str]:
        """Return the likeliest relation of each piece, if it is not the root."""
        others = scores.copy()
        others[:, self._relations.index("root")] = -np.inf
        return [self._relations[int(best)] for best in others.argmax(axis=1)]

    def refer(
        self, text: str, pronouns: Sequence[Span], candidates: Sequence[Span]
    ) -> list[list[float]]:
        """Return for each pronoun a probability for each candidate; the rest to 1 is "none"."""
        encoding = _read(self._tokenizer, text)
        cut = max(0, len(encoding.ids) - _LONGEST_REFERENCE)
        ids = [encoding.ids[0], *encoding.ids[1 + cut :]]
        offsets = [(0, 0), *encoding.offsets[1 + cut :]]
        groups = [_pieces_within(span, offsets) for span in candidates]
        [hidden] = self._model.run(ids, _capitals(text, offsets), outputs=["hidden"])
        [scores] = self._references.feed({"hidden": hidden}, outputs=["antecedents"])
        rows: list[list[float]] = []
        for pronoun in pronouns:
            at = _pieces_within(pronoun, offsets)
            if not at:
                rows.append([0.0] * len(candidates))
                continue
            line = np.exp(scores[0][at[0]].astype(np.float64) - scores[0][at[0]].max())
            masses = [sum(line[piece] for piece in group) ** self._sharpness for group in groups]
            total = line[0] ** self._sharpness + sum(masses)
            rows.append([float(mass / total) for mass in masses])
        return rows


class _Model:
    """An ONNX session that runs one input at a time, in the calling thread and a few others."""

    def __init__(self, path: Path) -> None:
        self._session = open_session(path)
        self._workers = min(4, _threads())
        self.outputs: tuple[str, ...] = tuple(one.name for one in self._session.get_outputs())

    def each(self, work: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
        """Return ``work`` of each item, in order; the calling thread and a few others do it."""
        others = min(self._workers, len(items)) - 1
        if others < 1:
            return [work(item) for item in items]
        places = iter(range(len(items)))  # whoever is free takes the next
        found: dict[int, Result] = {}

        def work_off() -> None:
            for place in places:
                found[place] = work(items[place])

        with ThreadPoolExecutor(others) as pool:
            working = [pool.submit(work_off) for _ in range(others)]
            work_off()
        for one in working:
            one.result()
        return [found[place] for place in range(len(items))]

    def run(self, ids: list[int], kinds: list[int], *, outputs: Sequence[str]) -> list[Floats]:
        """Return the named outputs for one unpadded input, each with a first axis of length 1."""
        feed = {
            "input_ids": np.array([ids], dtype=np.int64),
            "attention_mask": np.ones((1, len(ids)), dtype=np.int64),
            "token_type_ids": np.array([kinds], dtype=np.int64),
        }
        return self.feed(feed, outputs=outputs)

    def feed(self, inputs: Mapping[str, NDArray[Any]], *, outputs: Sequence[str]) -> list[Floats]:
        """Return the named outputs for inputs by their names."""
        return cast("list[Floats]", self._session.run(list(outputs), dict(inputs)))


def _threads() -> int:
    """Return how many threads may run: what the environment grants, or one a core."""
    granted = os.environ.get("OMP_NUM_THREADS", "")
    return int(granted) if granted.isdecimal() and int(granted) else os.cpu_count() or 1


_MOST_PIECES = 256
_LONGEST_WORD = 200
_LONGEST_REFERENCE = 160
"""Word pieces of a text with pronouns, counted from its end; training saw no longer ones."""


def _parser_config(folder: Path) -> tuple[list[str], list[str], float]:
    """Return the names of tags and relations, and the temperature of antecedents."""
    path = folder / "parser.json"
    try:
        fields = json.loads(path.read_text("utf-8"))
        tags, relations = ([str(name) for name in fields[key]] for key in ("tags", "relations"))
        temperature = float(fields["temperature"])
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise ModelError(f"expected tags and relations in {path.name}: {error!r}") from error
    if not tags or not relations or temperature <= 0:
        raise ModelError(f"expected tags, relations and a temperature > 0 in {path.name}")
    return tags, relations, temperature


def _first_pieces(encoding: Encoding) -> dict[int, int]:
    """Return for each word the place of its first piece; words beyond the length are left out."""
    firsts: dict[int, int] = {}
    for place, word in enumerate(encoding.word_ids[: _MOST_PIECES - 1]):
        if word is not None:
            firsts.setdefault(word, place)
    return firsts


def _capitals(text: str, offsets: Sequence[tuple[int, int]]) -> list[int]:
    """Return 1 for the pieces of capitalised words, which the vocabulary does not tell apart."""
    capitals = [int(start < end and text[start].isupper()) for start, end in offsets]
    for place in range(1, len(offsets) - 1):  # a later piece of a word is as its first one
        if offsets[place][0] == offsets[place - 1][1]:
            capitals[place] = capitals[place - 1]
    return capitals


def _pieces_within(span: Span, offsets: Sequence[tuple[int, int]]) -> list[int]:
    return [
        place
        for place, (start, end) in enumerate(offsets)
        if start < end and span.start <= start < span.end
    ]


def _completed(words: Sequence[str], read: dict[int, tuple[str, int, str]]) -> Syntax:
    """Return the syntax with words that had no piece hung on a neighbour."""
    anchor = next(number for number, (_, head, _) in read.items() if head < 0)
    rows: list[tuple[str, int, str]] = []
    last = anchor
    for number in range(len(words)):
        rows.append(read.get(number, ("SYM", last, "dep")))
        last = number if number in read else last
    tags, heads, relations = zip(*rows, strict=True)
    return Syntax(tuple(words), tags, heads, relations)


def _flat(words: Sequence[str]) -> Syntax:
    """Return a tree without structure, for words without a letter the model knows."""
    count = len(words)
    heads = (-1, *range(count - 1))[:count]
    return Syntax(tuple(words), ("SYM",) * count, heads, ("root", *["dep"] * count)[:count])


@cache  # the models share one
def _tokenizer(folder: Path) -> Tokenizer:
    path = folder / "tokenizer.json"
    try:
        return Tokenizer.from_file(str(path))
    except Exception as error:  # tokenizers raises bare Exception
        raise ModelError(f"expected a tokenizer in {path.name}: {error}") from error


def _read(tokenizer: Tokenizer, text: str) -> Encoding:
    """Return the tokens of ``text`` with [CLS] first and [SEP] last."""
    return tokenizer.encode(_UNENCODABLE.sub("\ufffd", text[:_LONGEST_READ]))


def _shares(logits: Floats) -> NDArray[np.float64]:
    return 1 / (1 + np.exp(-logits.astype(np.float64)))
