"""The previous version: the clauses by rule that belie had before it had a parser.

It stays here to measure the shipped extractor against, and is not worked on. A claim is a verbatim
slice of its turn, so that its offsets are exact; a sentence is cut only where both sides can stand
alone, and never where a logical link governs both. What was skipped is not told, and pronouns stay.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from belie.datatypes import Claim, Extraction, Scope, Span
from belie.monitor.text import sentences, strip

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belie.datatypes import Turn

__all__ = ["ClauseExtractor"]

_VERB = (
    r"(?:am|is|are|was|were|be|been|has|have|had|do|does|did|will|would|can|could|should|must|"
    r"\w+n['’]t|\w+['’](?:s|m|re|ve|ll|d)|\w{2,}ed|\w{2,}s|"
    r"cost|put|set|cut|went|came|got|made|took|saw|knew|became|began|won|lost|met|left|ran|sold|bought|built|grew|"
    r"like|love|hate|prefer|want|need|live|work|play|own|know|think|go|eat|drink|enjoy)"
)
_SUBJECT = (
    r"(?:i|you|he|she|it|we|they|this|these|those|there|[a-z]+['’](?:m|re|s|ve|ll|d)"
    r"|(?:the|my|your|his|her|its|our|their|a|an)\s+\w+)"
)
_BORDER = re.compile(
    rf"\s*;\s+|\s*,\s+(?:and|but|so)\s+(?={_SUBJECT}\s)|\s+(?:and|but)\s+(?={_SUBJECT}\s+{_VERB}\b)"
    rf"|\s*,\s+(?={_SUBJECT}\s+(?:am|is|are|was|were|has|have|had)\b)",
    re.IGNORECASE,
)
_QUESTION_TAIL = re.compile(
    r"\s*,\s+(?:(?:and|but|so)\s+)?(?=(?:what|how|where|who|why|when|do|does|did|are|is|have|can|would)"
    r"\b[^,]*\?\W*$)",
    re.IGNORECASE,
)
_HAS_VERB = re.compile(rf"\b{_VERB}\b", re.IGNORECASE)
_LINK = re.compile(
    r"\b(?:if|unless|because|although|though|while|whereas|since|until|when|whenever|before|after|"
    r"either|neither|whether|except|provided|than|that|which|who|where)\b",
    re.IGNORECASE,
)
_WORDLIKE = re.compile(r"\w")
_SMALL_TALK = re.compile(
    r"(?:(?:oh|ah|well|ok|okay|yes|no|yeah|yep|nope|sure|wow|lol|haha|great|good|nice|cool|awesome|"
    r"hi|hello|hey|thanks?|thank\s+you|please|welcome|bye|goodbye|sorry|there|again|so|very|much|"
    r"you'?re|you\s+are|good\s+(?:morning|afternoon|evening|night)|of\s+course|certainly|absolutely|"
    r"sounds?|that'?s|that|is|to|hear|for|asking|question|a|how\s+are\s+you)\W*)+",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"(?:(?:hi|hello|hey|oh|ah|well|ok|okay|sure|yes|yeah|yep|of\s+course|certainly|absolutely|"
    r"thanks|thank\s+you)(?:\s+there)?\s*[,!]\s+)+",
    re.IGNORECASE,
)
_ADMISSION = (
    r"(?:sorry|apologies|my\s+(?:mistake|error|apologies)|correction|i\s+misspoke|"
    r"(?:i|that)\s+was\s+(?:wrong|mistaken|incorrect|not\s+right|a\s+mistake|an\s+error)|"
    r"i\s+made\s+(?:a|an)\s+(?:mistake|error)|let\s+me\s+correct\s+(?:that|myself|it)|"
    r"i\s+apologi[sz]e(?:\s+for\s+the\s+(?:error|mistake|confusion))?)"
    r"(?:\s+(?:about\s+(?:that|this|it)|earlier|before|there))*"
)
_ADMITTING = re.compile(rf"(?:{_ADMISSION}\W+(?:and\s+|but\s+)?)+", re.IGNORECASE)
_ADMITTED = re.compile(
    rf"(?:actually\s*,\s+)?(?:{_ADMISSION}\s*[,:;–—-]\s+)+(?:actually\s*,\s+)?|actually\s*,\s+",
    re.IGNORECASE,
)
_OFFER = re.compile(
    r"(?:let me know|feel free|please\s+(?:let|feel|note|contact|ask|tell|provide)|i hope|"
    r"i(?:'m| am) happy to|i(?:'d| would) be happy|i can help|i(?:'m| am) sorry|i apologi[sz]e|"
    r"how can i|is there anything|here (?:is|are|'s)\b.*:$)",
    re.IGNORECASE,
)
_CORRECTION = re.compile(
    r"\b(?:correction\b|i (?:was|am) (?:wrong|mistaken|incorrect)|i misspoke|let me correct|"
    r"i made (?:a|an) (?:mistake|error)|my (?:mistake|error)|to correct (?:myself|that)|"
    r"that was (?:wrong|incorrect|a mistake|an error|not right)|"
    r"i apologi[sz]e for the (?:error|mistake|confusion)|"
    r"sorry\b.{0,40}\b(?:wrong|mistake|incorrect|error|meant))|"
    r"^\W*(?:actually|sorry,? i meant|i meant)\b",
    re.IGNORECASE,
)
_SCOPES = {
    Scope.NEGATED: re.compile(
        r"\b(?:not|no|never|none|nobody|nothing|nowhere|neither|nor|without|cannot|\w+n['’]t)\b",
        re.IGNORECASE,
    ),
    Scope.CONDITIONAL: re.compile(
        r"\b(?:if|unless|in case|provided that|as long as|would|wish)\b", re.IGNORECASE
    ),
    Scope.HEDGED: re.compile(
        r"\b(?:might|may|could|perhaps|maybe|possibly|probably|likely|seems?|appears? to|"
        r"(?i:i (?:think|guess|believe|suppose))|(?i:not sure))\b"
    ),
    Scope.REPORTED: re.compile(
        r"\b(?:according to|reportedly|allegedly|(?:said|says|claimed|claims|told|reported)\b)",
        re.IGNORECASE,
    ),
}


class ClauseExtractor:
    """Takes claims out of a turn by sentence and clause, by regular expressions alone.

    Examples
    --------
    >>> from belie.datatypes import Role, Turn
    >>> text = "Hello! The tower is 330 m tall, and it was built in 1889. Shall I go on?"
    >>> extraction = ClauseExtractor().extract(Turn("s1", 0, Role.ASSISTANT, text))
    >>> [claim.text for claim in extraction.claims]
    ['The tower is 330 m tall', 'it was built in 1889.']
    """

    def extract(self, turn: Turn, earlier: Sequence[Turn] = ()) -> Extraction:
        """Return the claims of ``turn`` in reading order; each text is a slice of the turn's."""
        del earlier
        claims: list[Claim] = []
        correcting = False
        for sentence in sentences(turn.text):
            correcting = correcting or bool(_CORRECTION.search(sentence.cut(turn.text)))
            statement = _stated(sentence, turn.text)
            if not _is_checkable(statement.cut(turn.text)):
                continue
            for clause in _clauses(statement, turn.text):
                claims.append(_claim(turn, clause, number=len(claims), correcting=correcting))
        return Extraction(tuple(claims))


def _stated(sentence: Span, text: str) -> Span:
    """Return what is stated in "Oh, sorry, I was wrong: I like tea, what about you?"."""
    words = sentence.cut(text)
    start = 0
    for opening in (_OPENING, _ADMITTED):
        found = opening.match(words, start)
        start = found.end() if found else start
    tail = _QUESTION_TAIL.search(words)
    end = tail.start() if tail else len(words)
    return Span(start, end).shift(sentence.start) if start < end else sentence


def _is_checkable(sentence: str) -> bool:
    """Whether a sentence can be true or false: no question, greeting or offer."""
    if not _WORDLIKE.search(sentence) or sentence.rstrip("\"'”’)* ").endswith("?"):
        return False
    empty = _SMALL_TALK.fullmatch(sentence) or _ADMITTING.fullmatch(sentence)
    return not (empty or _OFFER.match(sentence))


def _clauses(sentence: Span, text: str) -> Iterator[Span]:
    """Cut a sentence where both sides have a subject and a verb of their own."""
    words = sentence.cut(text)
    borders = [] if _LINK.search(words) else [match.span() for match in _BORDER.finditer(words)]
    edges = [(0, 0), *borders, (len(words), len(words))]
    parts = [Span(left[1], right[0]) for left, right in pairwise(edges) if left[1] <= right[0]]
    if len(parts) < 2 or not all(_stands_alone(part.cut(words)) for part in parts):
        yield sentence
        return
    for part in parts:
        yield strip(part.shift(sentence.start), text)


def _stands_alone(clause: str) -> bool:
    return 3 <= len(clause.split()) and bool(_HAS_VERB.search(clause))


def _claim(turn: Turn, span: Span, *, number: int, correcting: bool) -> Claim:
    text = span.cut(turn.text)
    scope = {mark for mark, cue in _SCOPES.items() if cue.search(text)}
    if correcting:
        scope.add(Scope.CORRECTION)
    return Claim(
        id=f"{turn.id}#{number}",
        text=text,
        source=turn.id,
        span=span,
        turn=turn.index,
        role=turn.role,
        scope=frozenset(scope),
    )
