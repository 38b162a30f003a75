"""The one place where parts are put together; names and defaults are resolved here only."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from belie.adapters.onnx import OnnxClassifier, OnnxEncoder, OnnxParser, load_config
from belie.datatypes import Claim, Passage, Span
from belie.errors import InputError
from belie.expecting import expect_instance, expect_methods
from belie.monitor import monitor as core
from belie.monitor.calibration import CalibratedClassifier, Calibration
from belie.monitor.candidates import Candidate
from belie.monitor.checker import Checker
from belie.monitor.claims.extractor import ClaimExtractor
from belie.monitor.inputs import clean, make_documents, make_turn
from belie.monitor.judging import Judge
from belie.monitor.revising import revised
from belie.monitor.settings import Settings
from belie.monitor.verifying import LocalVerifier

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from belie.datatypes import TurnReport, Verdict
    from belie.monitor.revising import Revision
    from belie.protocols import Classifier, Encoder, Extractor, Sink, Store, Verifier

__all__ = ["Monitor", "check", "classify", "revise"]


class Monitor(core.Monitor):
    """Watches conversations and says where the assistant contradicts its documents or itself.

    Parameters
    ----------
    store
        ``None`` keeps everything in memory. A URL such as ``"sqlite:///belie.db"`` opens a
        database. Or any `Store`.
    extractor, encoder, classifier
        Take the place of the shipped ones.
    verifier
        Judges the claims of each turn in place of the classifier, such as one of
        `belie.verifiers`.
    settings
        The numbers to tune.
    calibration
        What ``belie calibrate`` wrote, or the path of its file: corrects the classifier's
        probabilities and gives the threshold, unless ``settings`` do.
    sinks
        Are called with each alert, in order.

    Raises
    ------
    InputError
        If a part cannot do its work, the store's URL cannot be used, or the calibration is none
        of this classifier.
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
        verifier: Verifier | None = None,
        settings: Settings | None = None,
        calibration: Calibration | str | PathLike[str] | None = None,
        sinks: Sequence[Sink] = (),
    ) -> None:
        checker = make_checker(
            extractor=extractor,
            encoder=encoder,
            classifier=classifier,
            verifier=verifier,
            settings=settings,
            calibration=read_calibration(calibration),
        )
        super().__init__(checker=checker, store=open_store(store), sinks=sinks)

    def _clear_caches(self) -> None:
        super()._clear_caches()
        shipped_judge().clear()  # extractor and verifiers ask it, too


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
    expect_instance("premises", premises, Collection, advice="write classify([…], […])")
    expect_instance("claims", claims, Collection, advice="write classify([…], […])")
    if len(premises) != len(claims):
        raise InputError(
            f"expected as many claims as premises, got {len(claims)} and {len(premises)}"
        )
    return shipped_judge().judge(candidates_of(premises, claims))


def candidates_of(premises: Sequence[str], claims: Sequence[str]) -> list[Candidate]:
    """Return the candidates that `classify` judges: each premise with the claim of its place."""
    return [
        Candidate(_loose_premise(premise, number), _loose_claim(claim, number), whole=True)
        for number, (premise, claim) in enumerate(zip(premises, claims, strict=True))
    ]


def revise(
    text: str,
    documents: Iterable[object] = (),
    question: str | None = None,
    *,
    rounds: int = 3,
) -> Revision:
    """Mend a response until nothing in it contradicts its documents or itself, or give up.

    Each round checks the response and puts the suggestions of its alerts into their places. A
    round that leaves as many alerts as there were is undone. The response itself is not touched:
    what was changed is told, and what could not be mended.

    Parameters
    ----------
    text
        What the assistant said.
    documents
        Strings, `Document`, LangChain documents or mappings with a ``text``.
    question
        What it answers.
    rounds
        How often suggestions are put into their places at most; 0 only checks.

    Raises
    ------
    InputError
        If an argument cannot be used.

    Examples
    --------
    >>> done = revise("Well: the bridge opened in 1940.", ["The bridge opened in 1932."])
    >>> done.text
    'Well: the bridge opened in 1932.'
    >>> [edit.new.cut(done.text) for edit in done.edits], done.alerts
    (['1932'], ())
    """
    if rounds < 0:
        raise InputError(f"expected rounds >= 0, got {rounds}")
    given = make_documents(documents)
    return revised(
        clean(text, name="text"),
        check=lambda words: check(words, given, question),
        rounds=rounds,
    )


def open_store(store: Store | str | None) -> Store:
    """Return the store that was named, or the one that was given."""
    if store is None:
        from belie.storage.memory import MemoryStore  # noqa: PLC0415 - SQL is not loaded for it

        return MemoryStore()
    if isinstance(store, str):
        from belie.storage.sql import SqlStore  # noqa: PLC0415 - loads SQLAlchemy

        return SqlStore(store)
    expect_methods("store", store, "append", "load", advice='write store="sqlite:///belie.db"')
    return store


def make_checker(
    *,
    extractor: Extractor | None = None,
    encoder: Encoder | None = None,
    classifier: Classifier | None = None,
    verifier: Verifier | None = None,
    settings: Settings | None = None,
    calibration: Calibration | None = None,
) -> Checker:
    """Return a checker of the given parts, the shipped ones where none is given."""
    settings = Settings() if settings is None else settings
    expect_instance("settings", settings, Settings, advice="write settings=Settings(…)")
    _expect_part("Extractor", extractor, "extract")
    _expect_part("Encoder", encoder, "encode")
    _expect_part("Classifier", classifier, "classify")
    _expect_part("Verifier", verifier, "verify")
    config = load_config()
    ours = classifier is None
    classifier = classifier or _shipped_classifier()
    calibrated = calibration.threshold if calibration else None
    return Checker(
        extractor=extractor or make_extractor(),
        encoder=encoder or shipped_encoder(),
        classifier=CalibratedClassifier(classifier, calibration) if calibration else classifier,
        verifier=verifier,
        english_only=ours,  # a classifier of the user's may read other languages
        settings=settings,
        threshold=settings.threshold or calibrated or config.threshold,
        earlier_odds=settings.earlier_odds or (config.earlier_odds if ours else 1.0),
    )


def read_calibration(
    calibration: Calibration | str | PathLike[str] | None,
) -> Calibration | None:
    """Return the calibration that was given, or the one of the file that was named."""
    if calibration is None or isinstance(calibration, Calibration):
        return calibration
    expect_instance(
        "calibration", calibration, Calibration, str, PathLike, advice="see belie calibrate --help"
    )
    try:
        text = Path(calibration).read_text("utf-8")
    except (OSError, ValueError) as error:
        raise InputError(f"expected a readable calibration, got {calibration}: {error}") from error
    return Calibration.from_json(text)


def make_extractor() -> ClaimExtractor:
    """Return belie's own extractor on the shipped models."""
    return ClaimExtractor(_shipped_parser(), entailments=shipped_judge().entailments)


def local_verifier() -> LocalVerifier:
    """Return the verifier that a monitor uses by itself, on the shipped models."""
    return LocalVerifier(shipped_judge(), english_only=True)


# The shipped models are loaded once per process, when first needed; they hold no state.


@cache
def _shipped_parser() -> OnnxParser:
    return OnnxParser()


@cache
def shipped_encoder() -> OnnxEncoder:
    """Return the encoder that ships."""
    return OnnxEncoder()


@cache
def _shipped_classifier() -> OnnxClassifier:
    return OnnxClassifier()


@cache
def _shared_checker() -> Checker:
    return make_checker()


@cache
def shipped_judge() -> Judge:
    """Return the judge of pairs on the classifier that ships."""
    return Judge(_shipped_classifier())


def _expect_part(protocol: str, part: object, method: str) -> None:
    if part is not None:
        expect_methods(protocol.lower(), part, method, advice=f"see belie.protocols.{protocol}")


def _loose_premise(text: object, number: int) -> Passage:
    words = clean(text, name=f"premises[{number}]")
    return Passage(f"premise-{number}", words, "premises", Span(0, len(words)))


def _loose_claim(text: object, number: int) -> Claim:
    words = clean(text, name=f"claims[{number}]")
    return Claim(f"claim-{number}", words, "claims", Span(0, len(words)))
