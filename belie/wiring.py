"""The one place where parts are put together; names and defaults are resolved here only."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from belie.adapters.onnx import OnnxClassifier, OnnxEncoder, load_config
from belie.datatypes import Claim, Passage, Span
from belie.errors import InputError
from belie.monitor import monitor as core
from belie.monitor.candidates import Candidate
from belie.monitor.checker import Checker
from belie.monitor.claims import ClauseExtractor
from belie.monitor.inputs import clean, make_turn
from belie.monitor.judging import Judge
from belie.monitor.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from belie.datatypes import TurnReport, Verdict
    from belie.protocols import Classifier, Encoder, Extractor, Sink, Store

__all__ = ["Monitor", "check", "classify"]


class Monitor(core.Monitor):
    """Watches conversations and says where the assistant contradicts its documents or itself.

    Parameters
    ----------
    store
        ``None`` keeps everything in memory. A URL such as ``"sqlite:///belie.db"`` opens a
        database. Or any `Store`.
    extractor, encoder, classifier
        Take the place of the shipped ones.
    settings
        The numbers to tune.
    sinks
        Are called with each alert, in order.

    Raises
    ------
    InputError
        If the store's URL cannot be used.
    ForeignDatabaseError
        If the database is not belie's.

    Examples
    --------
    >>> monitor = Monitor()
    >>> _ = monitor.observe("The bridge is 1,149 metres long.", session="s1")
    >>> report = monitor.observe("The bridge is 1,149 metres long.", session="s1")
    >>> report.alerts
    ()
    """

    def __init__(
        self,
        *,
        store: Store | str | None = None,
        extractor: Extractor | None = None,
        encoder: Encoder | None = None,
        classifier: Classifier | None = None,
        settings: Settings | None = None,
        sinks: Sequence[Sink] = (),
    ) -> None:
        checker = make_checker(
            extractor=extractor, encoder=encoder, classifier=classifier, settings=settings
        )
        super().__init__(checker=checker, store=open_store(store), sinks=sinks)


def check(
    response: str, documents: Iterable[object] = (), question: str | None = None
) -> TurnReport:
    """Check one response against its documents and itself; nothing is remembered.

    Parameters
    ----------
    response
        What the assistant said.
    documents
        Strings, `Document`, LangChain documents or mappings with a ``text``.
    question
        What it answers.

    Raises
    ------
    InputError
        If an argument cannot be used.

    Examples
    --------
    >>> report = check("The bridge opened in 1932.", ["The bridge opened in March 1932."])
    >>> len(report.claims)
    1
    """
    turn = make_turn(
        response,
        session="check",
        index=0,
        role="assistant",
        documents=documents,
        question=question,
    )
    checker = _shared_checker()
    return checker.check(turn, checker.new_memory())


def classify(premises: Sequence[str], claims: Sequence[str]) -> list[Verdict]:
    """Judge pairs of texts: does each premise entail or contradict its claim?

    Parameters
    ----------
    premises, claims
        Two lists of equal length.

    Raises
    ------
    InputError
        If the lists differ in length or hold something else than strings.

    Examples
    --------
    >>> verdicts = classify(["The bridge opened in 1932."], ["The bridge opened in 1932."])
    >>> verdicts[0].relation
    <Relation.ENTAILMENT: 'entailment'>
    """
    if isinstance(premises, str) or isinstance(claims, str):
        raise InputError("expected two lists of strings, got a string")
    if len(premises) != len(claims):
        raise InputError(
            f"expected as many claims as premises, got {len(claims)} and {len(premises)}"
        )
    candidates = [
        Candidate(_loose_premise(premise, number), _loose_claim(claim, number))
        for number, (premise, claim) in enumerate(zip(premises, claims, strict=True))
    ]
    return _shared_judge().judge(candidates)


def open_store(store: Store | str | None) -> Store:
    """Return the store that was named, or the one that was given."""
    if store is None:
        from belie.storage.memory import MemoryStore  # noqa: PLC0415 - SQL is not loaded for it

        return MemoryStore()
    if isinstance(store, str):
        from belie.storage.sql import SqlStore  # noqa: PLC0415 - loads SQLAlchemy

        return SqlStore(store)
    return store


def make_checker(
    *,
    extractor: Extractor | None = None,
    encoder: Encoder | None = None,
    classifier: Classifier | None = None,
    settings: Settings | None = None,
) -> Checker:
    """Return a checker of the given parts, the shipped ones where none is given."""
    settings = settings or Settings()
    return Checker(
        extractor=extractor or ClauseExtractor(),
        encoder=encoder or _shipped_encoder(),
        classifier=classifier or _shipped_classifier(),
        settings=settings,
        threshold=settings.threshold or load_config().threshold,
    )


# The shipped models are loaded once per process, when first needed; they hold no state.


@cache
def _shipped_encoder() -> OnnxEncoder:
    return OnnxEncoder()


@cache
def _shipped_classifier() -> OnnxClassifier:
    return OnnxClassifier()


@cache
def _shared_checker() -> Checker:
    return make_checker()


@cache
def _shared_judge() -> Judge:
    return Judge(_shipped_classifier())


def _loose_premise(text: object, number: int) -> Passage:
    words = clean(text, name=f"premises[{number}]")
    return Passage(f"premise-{number}", words, "premises", Span(0, len(words)))


def _loose_claim(text: object, number: int) -> Claim:
    words = clean(text, name=f"claims[{number}]")
    return Claim(f"claim-{number}", words, "claims", Span(0, len(words)))
