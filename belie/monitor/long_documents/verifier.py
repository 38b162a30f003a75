"""The verifier of turns whose documents are long."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from belie.datatypes import Candidate, Passage, Role, Verification, least_ungrounded
from belie.errors import InputError
from belie.monitor.candidates import ranked
from belie.monitor.languages import readable
from belie.monitor.long_documents.bisecting import Descent, Search, bisect, look_at, reunited
from belie.monitor.long_documents.relevance import relevances
from belie.monitor.long_documents.sections import (
    around,
    cut_documents,
    readable_parts,
    windows,
)
from belie.monitor.subjective import may_speak_of
from belie.monitor.verifying import LocalVerifier

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from belie.datatypes import Claim, ScoredSpan, Turn, Verdict
    from belie.monitor.judging import Judge
    from belie.monitor.long_documents.bisecting import Look
    from belie.monitor.long_documents.sections import CutDocument, Section
    from belie.monitor.vectors import CachedEncoder

    Floats = NDArray[np.float64]
    Words = tuple[ScoredSpan, ...] | None

__all__ = ["ScaleVerifier"]

_SHARPNESS = 4


class ScaleVerifier:
    """Finds the sentence of long documents that decides on a claim, by halving large windows.

    Documents are read in windows, the windows are judged, and the best one is halved down to one
    sentence: once for what supports the claim, once for what contradicts it (SCALE, Lattimer et al.
    2023). There are two ways to begin. With ``windows_per_claim`` the bi-encoder looks for the
    sentences nearest to the claim, each becomes a window with its neighbours, and verdicts on what
    is near count more. Without, every window is judged and all count the same, as published.

    The premise of a verdict is the deciding sentence, or the shortest section around it that
    decides where the sentence alone does not. Each claim gets one verdict or two. Earlier claims,
    and passages of earlier turns, are judged one by one, as ever.

    Parameters
    ----------
    judge
        Judges the sections.
    encoder
        Makes the vectors of claims and sentences; not asked where every window is judged.
    from_words
        How many words the documents of a turn need together; in a turn that has fewer,
        its candidates are judged and nothing else.
    windows_per_claim
        How many windows a claim is compared with; ``None`` for all.
    window_words
        The length of a window, in words and punctuation marks.
    sentences_searched
        How many sentences the encoder reads per turn; of more, those that share the rarest words
        with the claims.
    english_only
        Whether claims, and parts of documents, that are not English are left out, with a warning.

    Raises
    ------
    InputError
        If a number is below 1, or ``from_words`` below 0.
    """

    def __init__(
        self,
        judge: Judge,
        encoder: CachedEncoder,
        *,
        from_words: int = 0,
        windows_per_claim: int | None = 5,
        window_words: int = 70,
        sentences_searched: int = 1_024,
        english_only: bool = False,
    ) -> None:
        if from_words < 0:
            raise InputError(f"expected from_words >= 0, got {from_words}")
        for count in (windows_per_claim, window_words, sentences_searched):
            if count is not None and count < 1:
                raise InputError(f"expected numbers of windows, words, sentences >= 1, got {count}")
        self._judge = judge
        self._local = LocalVerifier(judge, english_only=english_only)
        self._encoder = encoder
        self._from_words = from_words
        self._windows_per_claim = windows_per_claim
        self._window_words = window_words
        self._sentences_searched = sentences_searched
        self._english_only = english_only

    @property
    def name(self) -> str:
        """Name and version of the classifier, and how it is asked."""
        return f"scale/{self._judge.name}"

    def verify(
        self, turn: Turn, claims: Sequence[Claim], candidates: Sequence[Candidate]
    ) -> Verification:
        """Return verdicts on the deciding sentences of the documents and on other candidates."""
        if not self.reads(turn):
            return self._local.verify(turn, claims, candidates)
        other = [one for one in candidates if not _is_part_of(turn, one)]
        judged = self._local.verify(turn, claims, other)
        known = readable(turn, claims, ()).claims if self._english_only else claims
        found = self._decide(turn, [claim for claim in known if _is_told_by(turn, claim)])
        places = {claim.id: place for place, claim in enumerate(claims)}
        verdicts = sorted((*found.verdicts, *judged.verdicts), key=lambda one: places[one.claim.id])
        warnings = (*judged.warnings, *found.warnings)
        return Verification(tuple(verdicts), warnings, found.read)

    def reads(self, turn: Turn) -> bool:
        """Whether the documents of ``turn`` are long enough to be read whole."""
        words = sum(len(document.text.split()) for document in turn.documents)
        return max(1, self._from_words) <= words

    def prepare(self, turn: Turn) -> None:
        """Make the vectors that any claim of ``turn`` will be compared with, before it is said."""
        cuts, _ = self._cut(turn)
        sentences = [text for cut in cuts for text in cut.texts()]
        if self._windows_per_claim and 0 < len(sentences) <= self._sentences_searched:
            self._encoder.encode(sentences)

    def clear(self) -> None:
        """Forget the texts that were encoded and judged."""
        self._encoder.clear()
        self._judge.clear()

    def _cut(self, turn: Turn) -> tuple[list[CutDocument], tuple[str, ...]]:
        """Return what is read of the documents, and what is to be said of the rest."""
        cuts = [cut for cut in cut_documents(turn, size=self._window_words) if cut.spans]
        if not self._english_only:
            return cuts, ()
        return readable_parts(cuts, size=self._window_words)

    def _decide(self, turn: Turn, claims: Sequence[Claim]) -> Verification:
        cuts, warnings = self._cut(turn)
        if not cuts or not claims:
            return Verification((), warnings)
        near = self._relevances(cuts, claims)
        rows = {claim.id: near[place] for place, claim in enumerate(claims)}

        def weight(section: Section, claim: Claim) -> float:
            return float(rows[claim.id][section.numbers].max()) ** _SHARPNESS

        opened = [self._open(cuts, row) for row in near]
        wanted = [
            (window, claim) for claim, found in zip(claims, opened, strict=True) for window in found
        ]
        looks = look_at(wanted, judge=self._judge, weight=weight)
        coming = iter(looks)
        descents = [
            descent
            for claim, found in zip(claims, opened, strict=True)
            for descent in _begin(claim, [next(coming) for _ in found])
        ]
        settled = self._settle(bisect(descents, judge=self._judge, weight=weight))
        verdicts = _beside_windows(settled, [look.verdict for look in looks])
        read = tuple(Candidate(window.passage, claim) for window, claim in wanted)
        return Verification(tuple(verdicts), warnings, read)

    def _settle(self, descents: Sequence[Descent]) -> list[Verdict]:
        """Return the verdicts of descents that come in pairs, for support and for contradiction.

        Where the two of a claim end at one section, or must be read together, it gets one verdict.
        """
        ends = [
            (support, contradiction, reunited(support, contradiction, size=self._window_words))
            for support, contradiction in zip(descents[::2], descents[1::2], strict=True)
        ]
        torn = [Candidate(both.passage, one.claim) for one, _, both in ends if both]
        settled = iter(self._judge.judge(torn))
        found: dict[tuple[str, str], Verdict] = {}
        for support, contradiction, both in ends:
            told = [next(settled)] if both else [support.end.verdict, contradiction.end.verdict]
            found.update({(one.claim.id, one.premise.id): one for one in told})
        return list(found.values())

    def _relevances(self, cuts: Sequence[CutDocument], claims: Sequence[Claim]) -> Floats:
        sentences = [text for cut in cuts for text in cut.texts()]
        if self._windows_per_claim is None:
            return np.ones((len(claims), len(sentences)))
        texts = [claim.text for claim in claims]
        return relevances(texts, sentences, self._encoder, searched=self._sentences_searched)

    def _open(self, cuts: Sequence[CutDocument], near: Floats) -> list[Section]:
        """Return the windows that a claim is first compared with."""
        size = self._window_words
        if self._windows_per_claim is None:
            return [window for cut in cuts for window in windows(cut, size=size)]
        offsets = [cut.offset for cut in cuts]
        found: list[Section] = []
        covered = np.zeros(len(near), dtype=bool)
        for number in ranked(near):
            if len(found) == self._windows_per_claim:
                break
            if not covered[number]:
                cut = cuts[int(np.searchsorted(offsets, number, side="right")) - 1]
                found.append(around(cut, number - cut.offset, size=size))
                covered[found[-1].numbers] = True
        return found


def _is_told_by(turn: Turn, claim: Claim) -> bool:
    """Whether the documents of a turn may say something of a claim."""
    if claim.role is not Role.ASSISTANT:
        return False
    return any(may_speak_of(document.text, claim.text) for document in turn.documents)


def _is_part_of(turn: Turn, candidate: Candidate) -> bool:
    """Whether a candidate is a passage of the documents that are read whole, now or earlier."""
    premise = candidate.premise
    return isinstance(premise, Passage) and any(
        premise.text in document.text for document in turn.documents
    )


def _beside_windows(settled: Sequence[Verdict], windows: Sequence[Verdict]) -> list[Verdict]:
    """Return verdicts without the ungrounded words that a window backs: its sentence is a part."""
    read: dict[str, list[Words]] = {}
    for verdict in windows:
        read.setdefault(verdict.claim.id, []).append(verdict.ungrounded)
    return [
        replace(one, ungrounded=least_ungrounded([one.ungrounded, *read[one.claim.id]]))
        for one in settled
    ]


def _begin(claim: Claim, looks: Sequence[Look]) -> list[Descent]:
    """Return a descent from the best window for each thing that is looked for."""
    return [
        max((Descent(claim, search, (look,)) for look in looks), key=_promise) for search in Search
    ]


def _promise(descent: Descent) -> float:
    return descent.score(descent.looks[0])
