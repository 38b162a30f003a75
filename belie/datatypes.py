"""The nouns of belie: frozen, slotted values from the standard library only.

Order of words everywhere: **premise → claim**. A *pair* is unjudged, a *verdict* is judged, a
*conflict* is found by the graph, an *alert* is shown to someone. Ids come from position, never
from a clock or random bits, so that a replay yields the same ids.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from belie.errors import InputError

__all__ = [
    "Alert",
    "Claim",
    "Conflict",
    "ConflictKind",
    "Document",
    "ErrorType",
    "Judgement",
    "Pair",
    "Passage",
    "Relation",
    "Role",
    "Scope",
    "ScoredSpan",
    "Severity",
    "Span",
    "Statement",
    "Turn",
    "TurnReport",
    "Verdict",
]


class Role(StrEnum):
    """Who speaks in a turn."""

    USER = "user"
    ASSISTANT = "assistant"


class Relation(StrEnum):
    """What a premise says about a claim."""

    ENTAILMENT = "entailment"
    CONTRADICTION = "contradiction"
    PARTIAL_CONTRADICTION = "partial_contradiction"
    NEUTRAL = "neutral"


class ErrorType(StrEnum):
    """The finer kind of a contradiction (the typology of Face4RAG, Xu et al. 2024, and ours)."""

    NUMERIC = "numeric"
    TEMPORAL = "temporal"
    ENTITY = "entity"
    NEGATION = "negation"
    ENTITY_INVERSION = "entity_inversion"
    CONFLATION = "conflation"
    CONCEPTUAL_SUBSTITUTION = "conceptual_substitution"
    OVERGENERALIZATION = "overgeneralization"
    CAUSAL_CONFUSION = "causal_confusion"
    CONDITION_CONFUSION = "condition_confusion"
    INCLUSION_RELATION = "inclusion_relation"
    OTHER = "other"
    UNVERIFIABLE = "unverifiable"


class Scope(StrEnum):
    """How a claim is meant, where it is not plainly asserted."""

    NEGATED = "negated"
    CONDITIONAL = "conditional"
    HEDGED = "hedged"
    REPORTED = "reported"
    CORRECTION = "correction"


class ConflictKind(StrEnum):
    """Between whom a conflict stands."""

    REFERENCE = "reference"
    """A claim of the assistant against a retrieved document."""
    CROSS_TURN = "cross_turn"
    """A claim of the assistant against its own earlier claim."""
    USER_FACT = "user_fact"
    """A claim of the assistant against what the user stated."""
    SAME_TURN = "same_turn"
    """Two claims of one turn."""
    DOCUMENT = "document"
    """Two retrieved documents that disagree about a claim."""


class Severity(StrEnum):
    """How much an alert matters, from low to high."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range of code points of a named text.

    Raises
    ------
    InputError
        If not ``0 <= start <= end``.

    Examples
    --------
    >>> Span(4, 9).cut("The tower leans.")
    'tower'
    """

    start: int
    end: int

    def __post_init__(self) -> None:
        if self.start < 0 or self.end < self.start:
            raise InputError(f"expected 0 <= start <= end, got Span({self.start}, {self.end})")

    def __len__(self) -> int:
        return self.end - self.start

    def cut(self, text: str) -> str:
        """Return the words of ``text`` that this span covers."""
        if len(text) < self.end:
            raise InputError(f"expected a text of at least {self.end} characters, got {len(text)}")
        return text[self.start : self.end]

    def shift(self, by: int) -> Span:
        """Return this span moved by ``by`` characters."""
        return Span(self.start + by, self.end + by)


def _no_metadata() -> Mapping[str, object]:
    return {}


@dataclass(frozen=True, slots=True)
class Document:
    """One retrieved document. ``id`` is unique within its turn."""

    id: str
    text: str
    metadata: Mapping[str, object] = field(default_factory=_no_metadata, hash=False)


@dataclass(frozen=True, slots=True)
class Turn:
    """One message as its reader saw it.

    Parameters
    ----------
    session
        The conversation it belongs to.
    index
        Its place in the conversation, counted from 0 over all roles.
    role
        Who speaks.
    text
        The message, whole.
    documents
        What retrieval gave for this turn.
    question
        The question it answers, if it is known.
    at
        When it was said; belie's core has no clock.
    """

    session: str
    index: int
    role: Role
    text: str
    documents: tuple[Document, ...] = ()
    question: str | None = None
    at: datetime | None = None

    @property
    def id(self) -> str:
        """The session and the index: ``"s1/3"``."""
        return f"{self.session}/{self.index}"


@dataclass(frozen=True, slots=True)
class Claim:
    """One checkable statement.

    Parameters
    ----------
    id
        ``"<turn id>#<number in the turn>"``.
    text
        The statement, understandable alone.
    source
        The id of the turn whose text the spans slice.
    span
        From the first to the last source word.
    turn
        The index of that turn.
    role
        Who said it.
    pieces
        The source words where they are not contiguous; empty where ``span`` says it all.
    scope
        How it is meant, where it is not plainly asserted.
    """

    id: str
    text: str
    source: str
    span: Span
    turn: int = 0
    role: Role = Role.ASSISTANT
    pieces: tuple[Span, ...] = ()
    scope: frozenset[Scope] = frozenset()

    @property
    def spans(self) -> tuple[Span, ...]:
        """The source words, one or more spans."""
        return self.pieces or (self.span,)


@dataclass(frozen=True, slots=True)
class Passage:
    """A window of a document.

    Parameters
    ----------
    id
        ``"<turn id>/<document id>@<start>-<end>"``.
    text
        The window, equal to the document's text cut by ``span``.
    source
        The id of the document.
    span
        Where in the document's text it lies.
    turn
        The index of the turn that brought the document.
    """

    id: str
    text: str
    source: str
    span: Span
    turn: int = 0


Statement = Claim | Passage
"""Whatever can be a premise: documents and earlier claims share all code."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two texts to be judged: does the premise entail or contradict the claim?"""

    premise: str
    claim: str


@dataclass(frozen=True, slots=True)
class ScoredSpan:
    """A span with a score in [0, 1]: how likely its words are part of a clash."""

    span: Span
    score: float


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a classifier says of one pair.

    Parameters
    ----------
    probabilities
        A calibrated number for each relation; they sum to 1.
    premise_words, claim_words
        Words of each side scored as part of the clash, in order; empty if the model cannot tell.
    truncated
        Whether the model saw only the beginning of the premise.
    """

    probabilities: Mapping[Relation, float] = field(hash=False)
    premise_words: tuple[ScoredSpan, ...] = ()
    claim_words: tuple[ScoredSpan, ...] = ()
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judged pair.

    Parameters
    ----------
    premise, claim
        The two statements.
    probabilities
        A calibrated number for each relation; they sum to 1.
    relation
        The likeliest relation. Both kinds of contradiction compete as one; the likelier of the
        two then gives its name.
    error_type
        The kind of a contradiction; ``None`` for other relations.
    premise_span, claim_span
        The clashing words, in the statements' own ``text``; ``None`` unless they contradict.
    model
        Name and version of the classifier.
    truncated
        Whether the classifier saw only the beginning of the premise.
    """

    premise: Statement
    claim: Statement
    probabilities: Mapping[Relation, float] = field(hash=False)
    relation: Relation
    error_type: ErrorType | None = None
    premise_span: Span | None = None
    claim_span: Span | None = None
    model: str = ""
    truncated: bool = False

    @property
    def contradiction(self) -> float:
        """Probability in [0, 1] that the claim contradicts the premise, wholly or in part."""
        return (
            self.probabilities[Relation.CONTRADICTION]
            + self.probabilities[Relation.PARTIAL_CONTRADICTION]
        )

    @property
    def entailment(self) -> float:
        """Probability in [0, 1] that the premise entails the claim."""
        return self.probabilities[Relation.ENTAILMENT]

    @property
    def contradicts(self) -> bool:
        """Whether ``relation`` is one of the two contradictions."""
        return self.relation in (Relation.CONTRADICTION, Relation.PARTIAL_CONTRADICTION)


@dataclass(frozen=True, slots=True)
class Conflict:
    """A contradiction that the graph found.

    ``path`` holds the ids of the statements of the chain that shows it, from premise to claim.
    """

    kind: ConflictKind
    premise: Statement
    claim: Claim
    verdict: Verdict
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Alert:
    """A conflict as it is shown to someone.

    Parameters
    ----------
    conflict
        What clashes.
    claim_span
        The clashing words in the text of the claim's turn.
    premise_span
        The clashing words in the text of the other turn or the document.
    severity
        How much it matters.
    explanation
        One or two plain sentences.
    suggestion
        The claim's turn with the clash mended, where one is known.
    """

    conflict: Conflict
    claim_span: Span
    premise_span: Span
    severity: Severity
    explanation: str
    suggestion: str | None = None


def _no_timings() -> Mapping[str, float]:
    return {}


@dataclass(frozen=True, slots=True)
class TurnReport:
    """All that one turn produced: the unit of storage and replay.

    ``timings`` holds seconds per step and does not count for equality. ``warnings`` says in plain
    words what was left unchecked and why; it is empty where nothing was.
    """

    turn: Turn
    claims: tuple[Claim, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    alerts: tuple[Alert, ...] = ()
    warnings: tuple[str, ...] = ()
    timings: Mapping[str, float] = field(default_factory=_no_timings, compare=False)

    @property
    def consistency(self) -> float | None:
        """How far the documents support the response, in [0, 1].

        The mean over the claims of the best entailment any passage gives (as in SummaC-ZS, Laban
        et al. 2022). ``None`` where no claim was compared with a document: no evidence is neither
        a pass nor a failure.
        """
        support: dict[str, float] = {}
        for verdict in self.verdicts:
            if isinstance(verdict.premise, Passage):
                best = support.get(verdict.claim.id, 0.0)
                support[verdict.claim.id] = max(best, verdict.entailment)
        return sum(support.values()) / len(support) if support else None

    @property
    def unverifiable(self) -> tuple[Claim, ...]:
        """The claims that no document supports or contradicts."""
        judged = {
            verdict.claim.id
            for verdict in self.verdicts
            if isinstance(verdict.premise, Passage) and verdict.relation is not Relation.NEUTRAL
        }
        return tuple(claim for claim in self.claims if claim.id not in judged)
