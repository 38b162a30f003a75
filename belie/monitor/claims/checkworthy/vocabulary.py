"""Words that several kinds of wording share."""

from __future__ import annotations

from belie.monitor.claims.checkworthy.patterns import any_of

__all__ = ["DEGREE", "GIVEN", "PART_OF_ANSWER", "STATED", "VALUED"]

VALUED = any_of(
    "amazing awesome great fantastic wonderful fascinating beautiful lovely nice cool good fun "
    "interesting terrible awful horrible incredible brilliant excellent exciting funny perfect "
    "impressive inspiring gorgeous stunning delightful cute boring sad crazy weird hilarious "
    "remarkable neat sweet superb disgusting annoying best worst bad fine admirable adorable "
    "unfortunate understandable thoughtful delicious scary tough kind rough enjoyable wild"
)
DEGREE = any_of(
    "so very really quite pretty such truly just absolutely too super always also a an the most "
    "one of certainly definitely all rather incredibly extremely indeed simply totally not"
)
GIVEN = (
    r"(?:the|this|these|those|your|our|all the|any of the)"
    r"(?: (?:provided|given|above|retrieved|available|supplied|attached|relevant|current|following|"
    r"search))*+ (?:context|documents?|passages?|information|sources?|excerpts?|texts?|results|"
    r"knowledge base|snippets?)|"
    r"(?:the|this|your) (?:provided|given|above|retrieved|supplied|attached) (?:articles?|reports?|"
    r"pages?|websites?|tables?|paragraphs?|data|materials?|content|transcript|files?|summary|search)"
)
"""What was retrieved for an answer."""
PART_OF_ANSWER = (
    r"(?:answer|list|summary|breakdown|overview|explanation|facts?|tips|steps|examples?|"
    r"information|details|results|reasons|ways|options|what)\b"
)
STATED = (
    r"(?:i|you|we|they|it|he|she|there|this|that|the|our|your|its|their|a|an|some|most|all|no)"
    r"(?:'\w++)? \w"
)
"""How a clause begins that states something."""
