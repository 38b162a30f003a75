"""The nouns of belie: frozen, slotted values from the standard library only.

Order of words everywhere: **premise → claim**. A *pair* is unjudged, a *verdict* is judged, a
*conflict* is found by the graph, an *alert* is shown to someone. Ids come from position, never
from a clock or random bits, so that a replay yields the same ids.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from operator import index

from belie.errors import InputError

__all__ = [
    "CONTRADICTIONS",
    "Alert",
    "AlertState",
    "Anchor",
    "Candidate",
    "Change",
    "ChangeKind",
    "Claim",
    "Conflict",
    "ConflictKind",
    "Document",
    "ErrorType",
    "Extraction",
    "Judgement",
    "Link",
    "LinkKind",
    "Pair",
    "Passage",
    "Relation",
    "Review",
    "Role",
    "Scope",
    "ScoredSpan",
    "SessionSummary",
    "Severity",
    "SkipReason",
    "Skipped",
    "Span",
    "Statement",
    "StoredAlert",
    "Syntax",
    "Turn",
    "TurnReport",
    "Verdict",
    "Verification",
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


CONTRADICTIONS = (Relation.CONTRADICTION, Relation.PARTIAL_CONTRADICTION)
"""What says that a claim is wrong, wholly or in one of its details."""


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
    """It holds under a condition, or is one."""
    HYPOTHETICAL = "hypothetical"
    """Imagined, wished or planned: "would", "suppose", "will"."""
    HEDGED = "hedged"
    REPORTED = "reported"
    """Somebody else says so; `Claim.reported_by` names them where the text does."""
    AS_OF = "as_of"
    """It holds for a time, which `Claim.as_of` gives."""
    QUESTION = "question"
    """Said within a question, not asserted."""
    QUOTED = "quoted"
    """Within quotation marks."""
    CORRECTION = "correction"


class LinkKind(StrEnum):
    """How two parts of one claim hang together; the first part is named first."""

    CAUSE = "cause"
    """Cause, then effect."""
    CONDITION = "condition"
    """Sufficient condition, then result."""
    NECESSITY = "necessity"
    """Necessary condition, then result: "only if", "unless"."""
    PART = "part"
    """Part, then whole: "is part of", "belongs to", "includes"."""
    ORDER = "order"
    """What is earlier, then what is later."""
    COMPARISON = "comparison"
    """What is more, then what is less."""


class SkipReason(StrEnum):
    """Why a stretch of a turn makes no claim."""

    GREETING = "greeting"
    """Greetings, thanks, goodbyes, fillers."""
    QUESTION = "question"
    INSTRUCTION = "instruction"
    """Instructions, advice, requests and offers, but for those that give a figure."""
    SUBJECTIVE = "subjective"
    """Opinions, feelings, wishes."""
    ABSTENTION = "abstention"
    """Refusals, and saying that one does not know."""
    META = "meta"
    """Talk about the answer itself, headings, lead-ins, apologies."""
    CODE = "code"
    """Code blocks, bare links, formulas and other things that are no sentence."""


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


class AlertState(StrEnum):
    """What became of an alert."""

    OPEN = "open"
    ACKNOWLEDGED = "acknowledged"
    """A person has seen it and takes it as right."""
    FALSE_ALARM = "false_alarm"
    """A person has seen it and takes it as wrong."""
    RESOLVED = "resolved"
    """A later turn of the same speaker withdrew one of its sides."""


class ChangeKind(StrEnum):
    """What a speaker does to a claim of their own that they said before."""

    SUPERSEDES = "supersedes"
    """Says something else in its place."""
    RETRACTS = "retracts"
    """Takes it back."""


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range of code points of a named text.

    Raises
    ------
    InputError
        If not ``0 <= start <= end``, whole numbers.

    Examples
    --------
    >>> Span(4, 9).cut("The tower leans.")
    'tower'
    """

    start: int
    end: int

    def __post_init__(self) -> None:
        try:
            fits = 0 <= index(self.start) <= index(self.end)
        except TypeError:
            fits = False
        if not fits:
            raise InputError(
                f"expected whole numbers 0 <= start <= end, got Span({self.start!r}, {self.end!r})"
            )

    def __len__(self) -> int:
        return self.end - self.start

    def cut(self, text: str) -> str:
        """Return the words of ``text`` that this span covers."""
        if len(text) < self.end:
            raise InputError(f"expected a text of at least {self.end} characters, got {len(text)}")
        return text[self.start : self.end]

    def overlaps(self, other: Span) -> bool:
        """Whether both cover a code point of the same text; an empty span needs to lie inside.

        Examples
        --------
        >>> Span(0, 4).overlaps(Span(3, 9)), Span(0, 4).overlaps(Span(4, 9))
        (True, False)
        """
        return self.start < other.end and other.start < self.end

    def contains(self, other: Span) -> bool:
        """Whether ``other``, of the same text, lies inside this span.

        Examples
        --------
        >>> Span(0, 9).contains(Span(3, 9)), Span(0, 4).contains(Span(3, 9))
        (True, False)
        """
        return self.start <= other.start and other.end <= self.end

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
class Anchor:
    """Which words of a turn some words of a claim come from.

    ``span`` slices the claim's text, ``source`` the turn's. The words are the same, except where
    a name stands in a pronoun's place, then ``source`` is the pronoun, and where chat cuts a word
    short: ``source`` is the "nt" of "dont".
    """

    span: Span
    source: Span


@dataclass(frozen=True, slots=True)
class Link:
    """A logical relation between two parts of one claim; both spans slice the claim's text."""

    kind: LinkKind
    first: Span
    second: Span


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
    anchors
        Where each stretch of ``text`` comes from, in the order of ``text``; empty where ``text``
        is the slice of its source that ``span`` gives. Supplied words have no anchor. What "Yes."
        stands for is anchored in it as a whole.
    links
        The logical relations that ``text`` states between its parts.
    reported_by, as_of
        Whose words it reports, and the time it holds for, as the text names them.
    subject
        The words of ``text`` that say what it is about, the grammatical subject of its main verb;
        empty where not known.
    context
        The words of the conversation that a pronoun left in ``text`` may point to; empty where no
        pronoun was left.
    at
        When its turn was said, if that is known.
    """

    id: str
    text: str
    source: str
    span: Span
    turn: int = 0
    role: Role = Role.ASSISTANT
    pieces: tuple[Span, ...] = ()
    scope: frozenset[Scope] = frozenset()
    anchors: tuple[Anchor, ...] = ()
    links: tuple[Link, ...] = ()
    reported_by: str | None = None
    as_of: str | None = None
    subject: str = ""
    context: str = ""
    at: datetime | None = None

    @property
    def spans(self) -> tuple[Span, ...]:
        """The source words, one or more spans."""
        return self.pieces or (self.span,)


@dataclass(frozen=True, slots=True)
class Skipped:
    """A stretch of a turn that makes no claim, and why."""

    span: Span
    reason: SkipReason


@dataclass(frozen=True, slots=True)
class Extraction:
    """What was read in a turn.

    Parameters
    ----------
    claims
        In reading order.
    skipped
        What makes no claim, in reading order.
    warnings
        Plain sentences about what could not be read as it should have been.
    """

    claims: tuple[Claim, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Syntax:
    """The dependency tree of one sentence (Universal Dependencies, Nivre et al. 2020).

    Parameters
    ----------
    words
        The tokens: punctuation and "n't", "'s" stand alone.
    tags
        A Penn Treebank tag for each word: ``"NNP"``, ``"VBD"``.
    heads
        The index of each word's head; -1 for the one root. There is no cycle.
    relations
        What each word is to its head: ``"nsubj"``, ``"obl"``, ``"acl:relcl"``.
    """

    words: tuple[str, ...]
    tags: tuple[str, ...]
    heads: tuple[int, ...]
    relations: tuple[str, ...]


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
class Candidate:
    """Two statements worth judging.

    Parameters
    ----------
    premise, claim
        What is held against what.
    said
        The words that the statements were taken from, where they tell more. Of two claims: what
        the assistant said in an earlier turn, and by the end of the claim's sentence in this one,
        where both are short. Of a passage and a claim: the claim's sentence, and what of the
        passage shares its words.
    earlier
        Whether the premise was said before, or shown with another turn only: it may well speak of
        something else.
    one_sentence
        Whether two claims were taken from one sentence, which hardly ever denies itself.
    whole
        Whether a passage of which only some sentences are read is read as a whole, too.
    """

    premise: Statement
    claim: Claim
    said: Pair | None = None
    earlier: bool = False
    one_sentence: bool = False
    whole: bool = False


@dataclass(frozen=True, slots=True)
class ScoredSpan:
    """A span with a score in [0, 1]: how likely its words clash, or are ungrounded."""

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
    error_type
        The likeliest kind of error, should it be one; ``None`` if the model cannot tell.
    ungrounded_words
        Words of the claim scored as not backed by the premise, in order; empty if the model cannot
        tell.
    """

    probabilities: Mapping[Relation, float] = field(hash=False)
    premise_words: tuple[ScoredSpan, ...] = ()
    claim_words: tuple[ScoredSpan, ...] = ()
    truncated: bool = False
    error_type: ErrorType | None = None
    ungrounded_words: tuple[ScoredSpan, ...] = ()


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
        The kind of a contradiction, or of what is neutral and should not be, where a verifier
        tells; ``None`` otherwise.
    premise_span, claim_span
        The clashing words, in the statements' own ``text``; ``None`` unless they contradict.
    model
        Name and version of the classifier.
    truncated
        Whether the classifier saw only the beginning of the premise.
    ungrounded
        Words of the claim, in its ``text``, that the premise, a passage, does not back with a
        probability of 0.1 or more; none if it backs them all. ``None`` if the classifier cannot
        tell, or the premise is no passage.
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
    ungrounded: tuple[ScoredSpan, ...] | None = None

    @property
    def contradiction(self) -> float:
        """Probability in [0, 1] that the claim contradicts the premise, wholly or in part."""
        return sum(self.probabilities[relation] for relation in CONTRADICTIONS)

    @property
    def entailment(self) -> float:
        """Probability in [0, 1] that the premise entails the claim."""
        return self.probabilities[Relation.ENTAILMENT]

    @property
    def contradicts(self) -> bool:
        """Whether ``relation`` is one of the two contradictions."""
        return self.relation in CONTRADICTIONS


def on_passages(verdicts: Iterable[Verdict]) -> dict[str, list[Verdict]]:
    """Return the verdicts whose premise is a passage, in order, by the id of their claim."""
    found: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        if isinstance(verdict.premise, Passage):
            found.setdefault(verdict.claim.id, []).append(verdict)
    return found


def least_ungrounded(
    several: Iterable[tuple[ScoredSpan, ...] | None],
) -> tuple[ScoredSpan, ...] | None:
    """Return the words of one claim that none of several texts backs, each with its least score.

    Parameters
    ----------
    several
        For each text the words that it does not back; ``None`` where that is not known.

    Returns
    -------
    tuple of ScoredSpan or None
        ``None`` where nothing is known of any.

    Examples
    --------
    >>> red, tall = ScoredSpan(Span(6, 9), 0.9), ScoredSpan(Span(14, 18), 0.8)
    >>> least_ungrounded([(red, tall), (ScoredSpan(Span(14, 18), 0.4),), None])
    (ScoredSpan(span=Span(start=14, end=18), score=0.4),)
    """
    known = [words for words in several if words is not None]
    if not known:
        return None
    scores = [{word.span: word.score for word in words} for words in known]
    return tuple(
        ScoredSpan(word.span, min(each[word.span] for each in scores))
        for word in known[0]
        if all(word.span in each for each in scores)
    )


@dataclass(frozen=True, slots=True)
class Verification:
    """What a verifier says of the claims of a turn.

    Parameters
    ----------
    verdicts
        On claims of the turn; a premise is one of its candidates or a window of its documents.
    warnings
        Plain sentences about what was not or not fully verified.
    read
        Passages that were read on the way to the verdicts, beside the candidates; several of them
        together may refute a claim that none of them does alone.
    """

    verdicts: tuple[Verdict, ...]
    warnings: tuple[str, ...] = ()
    read: tuple[Candidate, ...] = ()


@dataclass(frozen=True, slots=True)
class Conflict:
    """A contradiction that the graph found.

    Parameters
    ----------
    kind
        Between whom it stands.
    premise, claim
        The two statements that cannot both hold.
    verdict
        The judged contradiction it rests on: of these two statements, or, where the conflict is
        implied, of two neighbours on ``path``.
    path
        The ids of the statements of the chain that shows it, from premise to claim.
    discount
        What is left of the verdict's probability, in (0, 1]: the product of the entailments of the
        chain, and of a contradiction by one passage what other passages of its document leave.
    """

    kind: ConflictKind
    premise: Statement
    claim: Claim
    verdict: Verdict
    path: tuple[str, ...] = ()
    discount: float = 1.0

    @property
    def score(self) -> float:
        """Probability in [0, 1] that the two cannot both hold, with the ``discount``."""
        return self.verdict.contradiction * self.discount

    def words(self, statement: Statement) -> Span | None:
        """Return the clashing words of one of the two statements, if it was judged itself."""
        verdict = self.verdict
        if statement.id == verdict.claim.id:
            return verdict.claim_span
        return verdict.premise_span if statement.id == verdict.premise.id else None

    @property
    def implied(self) -> bool:
        """Whether it follows from other statements, the two themselves not having been judged."""
        judged = {self.verdict.premise.id, self.verdict.claim.id}
        return judged != {self.premise.id, self.claim.id}

    @property
    def earlier_document(self) -> bool:
        """Whether the premise lies in a document that an earlier turn than the claim's brought."""
        return isinstance(self.premise, Passage) and self.premise.turn < self.claim.turn


@dataclass(frozen=True, slots=True)
class Change:
    """A claim that changes what its speaker said before: shown beside the conflicts, and none.

    Parameters
    ----------
    kind
        What becomes of the earlier claim.
    premise
        The earlier claim.
    claim
        The later claim, which changes it.
    rule
        The name of the rule that found it.
    reason
        One short sentence for people.
    """

    kind: ChangeKind
    premise: Claim
    claim: Claim
    rule: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Review:
    """What a person said of an alert.

    Parameters
    ----------
    state
        Acknowledged, a false alarm, or open again.
    by
        Who; empty where not known.
    note
        Why, in the person's words.
    at
        When; belie's core has no clock.

    Raises
    ------
    InputError
        If ``state`` is resolved: only a later turn can do that.
    """

    state: AlertState
    by: str = ""
    note: str = ""
    at: datetime | None = None

    def __post_init__(self) -> None:
        if self.state is AlertState.RESOLVED:
            raise InputError("expected a review to acknowledge, mark false or reopen, got resolved")


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
        What could stand in the place of ``conflict.claim.span`` in the claim's turn, so that the
        claim follows from the premise; ``None`` where nothing was found that does. It is never
        applied: `revise` does that.
    reviews
        What people said of it, oldest first.
    resolved_by
        The id of the later claim that withdrew one of its sides; `Session` tells.
    refused
        Whether a guard kept its claim from the reader. It is then told to sinks and nowhere kept;
        an answer given in the draft's place may raise an alert with the same id.
    """

    conflict: Conflict
    claim_span: Span
    premise_span: Span
    severity: Severity
    explanation: str
    suggestion: str | None = None
    reviews: tuple[Review, ...] = ()
    resolved_by: str | None = None
    refused: bool = False

    @property
    def id(self) -> str:
        """Claim, kind and premise, by position: ``"s1/3#0 cross_turn s1/1#0"``.

        No other alert of the session has it, and a replay gives it again.
        """
        return f"{self.conflict.claim.id} {self.conflict.kind} {self.conflict.premise.id}"

    @property
    def session(self) -> str:
        """The conversation it was raised in."""
        return self.conflict.claim.source.rpartition("/")[0]

    @property
    def state(self) -> AlertState:
        """What became of it: the last review, unless a later turn resolved it.

        What a person took for a false alarm stays one: there was nothing to resolve.
        """
        reviewed = self.reviews[-1].state if self.reviews else AlertState.OPEN
        if self.resolved_by is None or reviewed is AlertState.FALSE_ALARM:
            return reviewed
        return AlertState.RESOLVED


def _no_timings() -> Mapping[str, float]:
    return {}


@dataclass(frozen=True, slots=True)
class TurnReport:
    """All that one turn produced: the unit of storage and replay.

    ``timings`` holds seconds per step and does not count for equality. ``warnings`` says in plain
    words what was left unchecked and should not have been; it is empty where nothing was.
    ``skipped`` are the stretches of the turn that make no claim, ``changes`` what its speaker
    changed of earlier words. ``ungrounded`` are the words, in the turn's text, that none of the
    passages backs that their claim was compared with, whether they clash with one or not; empty
    where nothing was compared or the classifier cannot tell.
    """

    turn: Turn
    claims: tuple[Claim, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    alerts: tuple[Alert, ...] = ()
    warnings: tuple[str, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    timings: Mapping[str, float] = field(default_factory=_no_timings, compare=False)
    changes: tuple[Change, ...] = ()
    ungrounded: tuple[Span, ...] = ()

    @property
    def consistency(self) -> float | None:
        """How far the documents support the response and do not contradict it, in [0, 1].

        The mean of four views: the support of all claims on average, which is the best
        entailment any passage gives each (SummaC-ZS, Laban et al. 2022), the support of the
        weakest claim, one minus the strongest contradiction, and one minus the score of the word
        that the passages back least, as far as its claim lacks support; of three where the
        classifier tells nothing of words. So one wrong detail does not get lost among many right
        ones; a response neither supported nor contradicted has 1/4 to 1/2. ``None`` where no claim
        was compared with a document: no evidence is neither a pass nor a failure.
        """
        judged = on_passages(self.verdicts).values()
        if not judged:
            return None
        support = [max(verdict.entailment for verdict in one) for one in judged]
        against = max(verdict.contradiction for one in judged for verdict in one)
        views = [sum(support) / len(support), min(support), 1 - against]
        told = [least_ungrounded(verdict.ungrounded for verdict in one) for one in judged]
        if any(words is not None for words in told):
            lacking = [
                (1 - backed) * max((word.score for word in words or ()), default=0.0)
                for backed, words in zip(support, told, strict=True)
            ]
            views.append(1 - max(lacking))
        return sum(views) / len(views)

    @property
    def unverifiable(self) -> tuple[Claim, ...]:
        """The claims that no document supports or contradicts."""
        judged = {
            verdict.claim.id
            for verdict in self.verdicts
            if isinstance(verdict.premise, Passage) and verdict.relation is not Relation.NEUTRAL
        }
        return tuple(claim for claim in self.claims if claim.id not in judged)

    def reviewed(self, alert_id: str, review: Review) -> TurnReport | None:
        """Return this report with ``review`` added to its alert; ``None`` if it has none such."""
        for place, alert in enumerate(self.alerts):
            if alert.id == alert_id:
                changed = replace(alert, reviews=(*alert.reviews, review))
                alerts = (*self.alerts[:place], changed, *self.alerts[place + 1 :])
                return replace(self, alerts=alerts)
        return None


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """What a store tells of a session without loading it.

    Parameters
    ----------
    session
        Its name.
    turns
        How many turns it has, at least 1.
    alerts
        How many alerts were raised in it.
    to_review
        How many of them wait for a person: not reviewed yet, or reopened. Those that a later turn
        resolved are among them, since only a `Session` tells that.
    first_at, last_at
        When its first and its last turn were said, in UTC; when they were stored, where that is
        not known.
    """

    session: str
    turns: int
    alerts: int
    to_review: int
    first_at: datetime
    last_at: datetime


@dataclass(frozen=True, slots=True)
class StoredAlert:
    """An alert and its cursor: what was stored later has a higher one, in all sessions."""

    cursor: int
    alert: Alert
