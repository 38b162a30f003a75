"""The one row type all recipes share, and readers that turn each published set into it.

Standard library only, so that the generator and its tests run without torch.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

ENTAILMENT = "entailment"
CONTRADICTION = "contradiction"
PARTIAL = "partial_contradiction"
NEUTRAL = "neutral"
# A published three-way set does not say whether its contradiction is whole or partial.
CONFLICT = "conflict"
# A published two-way set does not say whether what does not follow is contradicted.
NOT_ENTAILED = "not entailed"
# The pair is in no conflict, and nobody says whether it is entailed: see `training.positions`.
COMPATIBLE = "compatible"
# Nobody has labelled the pair: see `training.unlabelled`.
UNKNOWN = "unknown"

LABELS = (ENTAILMENT, CONTRADICTION, PARTIAL, NEUTRAL)  # the order of the model's outputs
CONFLICTING = frozenset({CONTRADICTION, PARTIAL, CONFLICT})

# The kinds of error that edits make, in the order of the model's outputs.
ERRORS = (
    "numeric", "temporal", "entity", "negation", "entity_inversion", "conceptual_substitution",
    "overgeneralization",
)  # fmt: skip
ERROR_OF_EDIT = {
    "number": "numeric",
    "number within": "numeric",
    "number word": "numeric",
    "bound": "numeric",
    "date": "temporal",
    "name": "entity",
    "name within": "entity",
    "inversion": "entity_inversion",
    "negation": "negation",
    "antonym": "negation",
    "detail antonym": "conceptual_substitution",
    "concept": "conceptual_substitution",
    "general": "overgeneralization",
}
_YEAR = re.compile(r"1[2-9]\d\d|20[0-4]\d")

Span = tuple[int, int]
Spans = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A premise, a claim and how they relate; marks are the character spans that clash.

    Both marks empty on a conflicting row means that the clashing words are not known. The words of
    the claim that the premise does not back are ``ungrounded``, None where nobody knows which.
    """

    premise: str
    claim: str
    label: str
    source: str
    group: str
    premise_marks: Spans = ()
    claim_marks: Spans = ()
    ungrounded: Spans | None = None

    @property
    def error(self) -> str | None:
        """What kind of error the claim makes, where the row was made by an edit of known kind."""
        kind = self.source.rpartition(":")[2]
        if kind.startswith("number") and self._is_year():
            return "temporal"
        return ERROR_OF_EDIT.get(kind)

    def _is_year(self) -> bool:
        return any(_YEAR.fullmatch(self.claim[slice(*mark)]) for mark in self.claim_marks)

    @property
    def marked(self) -> bool:
        """Whether the clashing words are known."""
        return bool(self.premise_marks or self.claim_marks)


def to_json(row: Row) -> str:
    """One line of a mixture file."""
    fields = {
        "premise": row.premise,
        "claim": row.claim,
        "label": row.label,
        "source": row.source,
        "group": row.group,
        "premise_marks": row.premise_marks,
        "claim_marks": row.claim_marks,
    }
    known = {} if row.ungrounded is None else {"ungrounded": row.ungrounded}
    return json.dumps(fields | known, ensure_ascii=False)


def from_json(line: str) -> Row:
    """The inverse of to_json."""
    raw = json.loads(line)
    for key in raw.keys() & {"premise_marks", "claim_marks", "ungrounded"}:
        raw[key] = tuple((start, end) for start, end in raw[key])
    return Row(**raw)


def read_rows(path: Path) -> list[Row]:
    """All rows of a mixture file."""
    with path.open(encoding="utf-8") as lines:
        return [from_json(line) for line in lines]


def normalise(text: str) -> str:
    """Case, spacing and punctuation removed: what counts as the same text in a leakage check."""
    return " ".join(re.findall(r"\w+", text.lower()))


def digest(text: str) -> int:
    """A number that depends on the text alone, unlike hash(), which is salted per process."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


def read_jsonl(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of one gzip JSONL file of the shared data."""
    if not path.is_file():
        raise FileNotFoundError(
            f"missing data file {path}: pass --data with the folder that holds train/, text/, eval/"
        )
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


_SPACED = re.compile(r" ([.,;:!?%)\]]|'s\b|n't\b|'re\b|'ve\b|'ll\b|'d\b|'m\b)")
_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "``": '"', "''": '"'}


def detokenise(text: str) -> str:
    """Undo the treebank spacing of fact-verification sets, which no user text has."""
    for token, plain in _BRACKETS.items():
        text = text.replace(token, plain)
    text = re.sub(r'" ([^"]*?) "', r'"\1"', text)
    text = re.sub(r"([(\[]) ", r"\1", text)
    return re.sub(r"\s+", " ", _SPACED.sub(r"\1", text)).strip()


def differing_words(premise: str, claim: str, limit: int = 3) -> tuple[Spans, Spans]:
    """Spans of replaced words when two texts differ by at most `limit` words a side, else none."""
    left, right = (list(re.finditer(r"\w+", text)) for text in (premise, claim))
    words = [[m.group().lower() for m in side] for side in (left, right)]
    marks: tuple[list[Span], list[Span]] = ([], [])
    for kind, a, b, c, d in SequenceMatcher(None, *words, autojunk=False).get_opcodes():
        if kind != "equal":
            marks[0].extend(m.span() for m in left[a:b])
            marks[1].extend(m.span() for m in right[c:d])
    if not marks[0] or max(map(len, marks)) > limit:
        return (), ()
    return tuple(marks[0]), tuple(marks[1])


_PUBLISHED = {
    "entailment": ENTAILMENT,
    "supports": ENTAILMENT,
    "contradiction": CONFLICT,
    "refutes": CONFLICT,
    "neutral": NEUTRAL,
    "nei": NEUTRAL,
    "not_entailment": NOT_ENTAILED,
}

_CONTENT = re.compile(r"\b(?!(?:an?|the|of|in|on|at|to|is|are|was|were|and|or|for|by|with)\b)\w+")
_STEP = re.compile(r"[ .]*\bsent\d+: ")
_TOLD = 0.4  # of a claim's words in an explanation that says what the claim is about

Keep = Callable[[dict[str, Any]], bool]


def _all_rows(_raw: dict[str, Any]) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class PublishedSet:
    """Where a published set lies, its licence, and how many of its rows train at most."""

    name: str
    file: str
    licence: str
    cap: int
    premise_key: str = "premise"
    claim_key: str = "hypothesis"
    keep: Keep = _all_rows
    clean: Callable[[str], str] = detokenise
    minimal_edits: bool = False
    passes: int = 1  # copies that train, each padded by its own lot


def _not_dev(raw: dict[str, Any]) -> bool:
    return raw["split"] not in ("dev", "val", "validation")


def _snli_train(raw: dict[str, Any]) -> bool:
    """The `disco-` rows are about 10 % mislabelled; the neutral ones are kept, being scarce."""
    return _not_dev(raw) and (not raw["id"].startswith("disco-") or raw["label"] == "neutral")


def _is_told(raw: dict[str, Any]) -> bool:
    """Whether an explanation has enough of the claim's words to be a premise by itself."""
    claim = _CONTENT.findall(raw["claim"].lower())
    told = set(_CONTENT.findall(raw["evidence"].lower()))
    return sum(word in told for word in claim) >= _TOLD * len(claim)


def _steps(text: str) -> str:
    """The statements of a proof as sentences."""
    return detokenise(_STEP.sub(". ", text))


def _verification(name: str, file: str, licence: str, cap: int, keep: Keep) -> PublishedSet:
    return PublishedSet(name, file, licence, cap, "evidence", "claim", keep)


PUBLISHED_SETS = (
    _verification("vitaminc", "fv_vitaminc", "CC BY-SA 3.0", 60_000, _all_rows),
    _verification("fever", "fv_fever_dev", "CC BY-SA 3.0", 14_000, _all_rows),
    PublishedSet("mnli", "nli_mnli_subset", "OANC / CC", 19_000, keep=_not_dev, passes=2),
    PublishedSet("wanli", "nli_wanli_subset", "CC BY 4.0", 15_001, passes=2),
    PublishedSet("snli", "nli_snli_subset", "CC BY-SA 4.0", 34_000, keep=_snli_train),
    PublishedSet("infotabs", "nli_infotabs", "Apache-2.0", 8_000, keep=_not_dev),
    PublishedSet("cad", "nli_cad", "Apache-2.0", 6_000, keep=_not_dev),
    PublishedSet("conjnli", "nli_conjnli", "MIT", 4_000, keep=_not_dev),
    PublishedSet("negation_bench", "nli_negation_bench", "MIT", 2_900),
    PublishedSet("scone", "nli_scone", "CC0", 2_500),
    PublishedSet("breaking", "nli_breaking", "CC BY-SA 4.0", 3_000, minimal_edits=True),
    PublishedSet("help", "nli_help", "CC BY-SA 4.0", 2_000),
    PublishedSet("semfragments", "nli_semfragments", "Apache-2.0 / MIT", 2_500, keep=_not_dev),
    _verification("creak", "fv_creak_explanation", "MIT", 8_000, _is_told),
    PublishedSet("rte", "nlibin_rte_scitail_addone", "mixed permissive", 11_000),
    PublishedSet(
        "proofs",
        "nlibin_curr_entailment_tree",
        "mixed permissive",
        1_700,
        clean=_steps,
    ),
)

HELD_OUT_SETS = (
    PublishedSet(
        "mnli_dev",
        "nli_mnli_subset",
        "OANC / CC",
        20_000,
        keep=lambda raw: raw["split"] == "dev" and raw["label_kind"] == "gold",
    ),
    PublishedSet(
        "snli_dev",
        "nli_snli_subset",
        "CC BY-SA 4.0",
        20_000,
        keep=lambda raw: raw["split"] == "dev" and not raw["id"].startswith("disco-"),
    ),
)


def read_published(data: Path, published: PublishedSet) -> Iterator[Row]:
    """The rows of one published set, contradictions labelled `conflict`."""
    for raw in read_jsonl(data / "train" / f"{published.file}.jsonl.gz"):
        if raw["label"] not in _PUBLISHED or not published.keep(raw):
            continue
        premise = published.clean(raw[published.premise_key])
        claim = published.clean(raw[published.claim_key])
        label = _PUBLISHED[raw["label"]]
        marks: tuple[Spans, Spans] = ((), ())
        if published.minimal_edits and label == CONFLICT:
            marks = differing_words(premise, claim)
        group = f"{published.name}:{raw['group']}"
        yield Row(premise, claim, label, published.name, group, *marks)
