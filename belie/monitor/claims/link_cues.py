"""Cue words of logical relations, and what each says of the parts around it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from belie.datatypes import LinkKind, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Cue", "Shape", "find_cues", "has_cue"]


class Shape(Enum):
    """Where the part lies that a cue does not govern; what it governs follows it."""

    BETWEEN = auto()
    """Before the cue: "X caused Y"."""
    EITHER = auto()
    """Before it, or after a divider where the cue opens a clause: "Y if X", "if X, Y"."""
    JOINED = auto()
    """Before the cue and a comma or "and", or in the sentence before: "X, so Y"."""
    INSIDE = auto()
    """After a divider: "the cause of Y is X"."""


@dataclass(frozen=True, slots=True)
class Cue:
    """What some words say of the part that they govern and the other one.

    Without ``kinds`` the words only look like a cue. ``first``: the governed part is the first.
    """

    pattern: str
    kinds: tuple[LinkKind, ...] = ()
    shape: Shape = Shape.BETWEEN
    first: bool = True
    dividers: str = ","


_CAUSE, _PART, _ORDER = (LinkKind.CAUSE,), (LinkKind.PART,), (LinkKind.ORDER,)
_MORE, _IF, _ONLY_IF = (LinkKind.COMPARISON,), (LinkKind.CONDITION,), (LinkKind.NECESSITY,)
_BE = r"(?:is|are|was|were|be|been|being|become|becomes|became|remains?)"
_FILLER = (
    r"(?:(?:a|an|the|one|also|now|still|mainly|largely|absolutely|integral|major|main|key|small|"
    r"large|important|essential|central|leading|primary|founding|permanent)\s+){0,3}"
)
_PIECE = (
    r"(?:part|member|kind|type|form|sort|species|subset|subclass|subspecies|branch|component|"
    r"element|ingredient|subsidiary|division|province|district|suburb)"
)
_THAN = (
    r"\s+than\b(?!\s+(?:(?:about|around|just|only)\s+)?(?:[\d$€£]|(?:one|two|three|four|five|six|"
    r"seven|eight|nine|ten|twenty|fifty|hundred|half|twice|expected|ever|usual|before|average|"
    r"normal|anticipated|thought|necessary|needed|previously|most|others|that|it|this|an?\s+(?:dozen|"
    r"hundred|thousand|million|year|month|week|day|hour|decade|century|third|quarter|few))\b))"
)
_QUALITY = r"(?:\s+(?!(?:more|less|fewer|is|are|was|were|ha[sd]|have)\b)\w++(?<!er)){0,3}"
_COMPARATIVE = (
    r"\w{2,}+(?<=er)(?<!rather)(?<!other)(?<!hether)(?<!ither)(?<!\bever)(?<!never)(?<!however)"
    r"(?<!after)(?<!\bover)(?<!\bunder)(?<!earlier)(?<!\blater)"
)
_BEAT = r"(?:defeat|outnumber|outperform|exceed|surpass|outrank|outweigh|outlive|outlast)"

_CUES = (
    Cue(
        r"so\s+(?:that|far|much|many|called|on|forth|few|little|often|too)|(?:even|as|what)\s+"
        r"(?:if|when|though)|even\s+(?:after|before)|if\s+(?:not|any|ever|so|possible|necessary|needed|"
        r"anything|only)|(?:time|days?|year|moment|point|era|period|age|night|week|month)\s+when|"
        r"after\s+all|(?:look\w*|named|sought|take|taking|took|called|modell?ed|ask\w*)\s+after|"
        r"(?:no|not|much|any)\s+(?:more|less|fewer|later|earlier)\s+than|as\s+long\s+as\s+(?:\d+|an?|"
        r"one|two|three|ten)|must\s+(?:have|be|go|come|travel|move|return|listen|talk|"
        r"speak|refer|apply|adhere|conform|comply|submit|send|give|report|get|agree|try|learn)|due\s+to\s+(?:be|have|start|begin|open|close|arrive|"
        r"leave|take|end|run|play|return)|(?:give|gave|many)\s+thanks\s+to|before\s+(?:the\s+)?"
        rf"(?:court|judge|jury|committee|congress|parliament|senate)|{_BE}\s+required\s+(?:by|in)"
    ),
    Cue(
        r"because(?:\s+of)?|due\s+to|owing\s+to|thanks\s+to|on\s+account\s+of|"
        r"as\s+a\s+(?:direct\s+)?(?:result|consequence)\s+of",
        _CAUSE,
        Shape.EITHER,
    ),
    Cue(
        rf"(?:{_BE}\s+)?(?:caused|triggered|brought\s+about)\s+by|result(?:s|ed|ing)?\s+from|"
        rf"stem(?:s|med|ming)?\s+from|ar(?:ises?|ose|ising)\s+from|{_BE}\s+attribut(?:ed|able)\s+to",
        _CAUSE,
    ),
    Cue(
        r"cause[sd]?|causing|(?:leads?|led|leading)\s+to|result(?:s|ed|ing)?\s+in|"
        r"(?:brings?|brought)\s+about|(?:gives?|gave|giving)\s+rise\s+to|trigger(?:s|ed|ing)?|"
        rf"{_BE}\s+{_FILLER}(?:cause|reason)\s+(?:of|for|behind|why)",
        _CAUSE,
        first=False,
    ),
    Cue(
        r"so|therefore|thus|hence|consequently|as\s+a\s+result|(?:that|this|which)\s+(?:is|was)\s+why|"
        r"for\s+(?:this|that)\s+reason",
        _CAUSE,
        Shape.JOINED,
        first=False,
    ),
    Cue(
        r"(?:the|its|their)\s+(?:\w+\s+)?(?:cause|reason)\s+(?:of|for|behind|why)",
        _CAUSE,
        Shape.INSIDE,
        first=False,
        dividers="is was are were",
    ),
    Cue(
        r"if\s+and\s+only\s+if|provid(?:ed|ing)\s+that|(?:as|so)\s+long\s+as|on\s+condition\s+that",
        _IF + _ONLY_IF,
        Shape.EITHER,
    ),
    Cue(
        r"only\s+(?:if|when)",
        _ONLY_IF,
        Shape.EITHER,
        dividers=", will can do does may would could should",
    ),
    Cue(r"unless", _ONLY_IF, Shape.EITHER),
    Cue(
        rf"{_BE}\s+{_FILLER}(?:required|needed|necessary|indispensable|prerequisite|requirement|"
        r"precondition|condition|essential)\s+(?:for|of|to)",
        _ONLY_IF,
        first=False,
    ),
    Cue(r"require[sd]?(?!\s+(?:to|for|that|by|in)\b)", _ONLY_IF),
    Cue(
        r"(?<![\w,] )(?:in\s+order\s+)?to(?=\s[^,.;]{1,80},\s+\w+\s+(?:must|needs?|ha(?:s|ve))\b)",
        _ONLY_IF,
        Shape.INSIDE,
        first=False,
    ),
    Cue(r"must", _ONLY_IF, Shape.INSIDE, dividers="to"),
    Cue(
        r"if|when|whenever|in\s+case\s+of|in\s+the\s+event\s+(?:of|that)",
        _IF,
        Shape.EITHER,
        dividers=", then",
    ),
    Cue(
        rf"{_BE}\s+{_FILLER}(?:sufficient|enough)\s+(?:for|to)|guarantees?|implies",
        _IF,
        first=False,
    ),
    Cue(
        rf"{_BE}\s+{_FILLER}{_PIECE}\s+of|belong(?:s|ed)?\s+to|"
        rf"{_BE}\s+(?:\w+\s+)?(?:located|situated|contained|included)\s+(?:in|within)",
        _PART,
        first=False,
    ),
    Cue(
        r"(?:include|comprise)[sd]?|(?:contain|consist)(?:s|ed)?(?:\s+of)?|encompass(?:es|ed)?|"
        rf"{_BE}\s+(?:composed|comprised|made\s+up)\s+of",
        _PART,
    ),
    Cue(r"before|prior\s+to", _ORDER, Shape.EITHER, first=False),
    Cue(r"after|subsequent\s+to", _ORDER, Shape.EITHER),
    Cue(r"then|afterwards?|subsequently", _ORDER, Shape.JOINED, first=False),
    Cue(rf"(?:{_BE}\s+)?preceded\s+by|later\s+than", _ORDER),
    Cue(
        rf"(?:{_BE}\s+)?followed\s+by|prece?de[sd]?|predate[sd]?|earlier\s+than",
        _ORDER,
        first=False,
    ),
    Cue(
        rf"{_BE}\s+(?:beaten|outsold|{_BEAT}(?:ed|d))\s+by|(?:less|fewer)\b{_QUALITY}{_THAN}", _MORE
    ),
    Cue(
        rf"beats?|outsold|{_BEAT}(?:s|es|ed)?|(?:more|worse|{_COMPARATIVE})\b{_QUALITY}{_THAN}",
        _MORE,
        first=False,
    ),
)
# The empty group that ends an alternative tells the cue. Lower case and no group ahead let the
# engine skip an alternative by its first letter, which is four times as fast.
_PATTERN = re.compile(rf"\b(?:{'|'.join(f'(?:{cue.pattern})()' for cue in _CUES)})(?!\w)")


def has_cue(lowered: str) -> bool:
    """Whether there is any cue in text in lower case."""
    return bool(_PATTERN.search(lowered))


def find_cues(lowered: str, stretch: Span) -> Iterator[tuple[Cue, Span]]:
    """Find the cues in a stretch of text in lower case, in reading order."""
    for match in _PATTERN.finditer(lowered, stretch.start, stretch.end):
        yield _CUES[(match.lastindex or 1) - 1], Span(match.start(), match.end())
