"""What a speaker feels, likes or has lived through, of which documents do not speak.

"I'd love to see one!", "My uncle is one." or "They are so cute!" neither follows from a document
about the thing nor clashes with it, unless somebody speaks of themselves there too, or praises and
blames.
"""

from __future__ import annotations

from belie.monitor.claims.checkworthy.patterns import END, any_of, pattern
from belie.monitor.claims.checkworthy.vocabulary import DEGREE, VALUED

__all__ = ["may_speak_of"]

_LONGEST = 200
"""Characters: what is longer says more than how its speaker feels."""
_OF_ONESELF = pattern(r"\b(?:i|me|my|mine|myself)\b")
_PRAISED = any_of(
    f"{VALUED} pretty relaxing peaceful tasty yummy ugly soothing thrilling magical fearless brave "
    "courageous clever romantic timeless haunting catchy spooky creepy fabulous mesmerizing genius "
    "iconic touching moving heartbreaking tragic charming elegant graceful mean silly smart stupid "
    "magnificent marvelous marvellous breathtaking captivating heroic overrated underrated odd "
    "strange fierce intense addictive"
)
_PRAISE = pattern(rf"\b{_PRAISED}\b")
_STATES_MORE = pattern(r"\d|(?<=\s)(?:you|your|who|whose|which|what|how|why|where)\b")
"""Figures, clauses and what is done for the other may be facts: "I sent you two.".

Reasons and what is taken for granted are claims of their own.
"""
_LED_IN = r"(?:(?:so|and|well|oh|yes|no|even|though|honestly|personally|actually),? ){0,3}"
_ADVERB = (
    r"(?:(?:also|always|just|never|really|still|definitely|certainly|surely|usually|often|truly|"
    r"absolutely|even|once|only|actually|probably|totally|do|don't|do not|did|didn't) ){0,3}"
)
_OF_FACTS = any_of(
    "think thought believe believed know knew read hear heard learn learned learnt understand "
    "understood see find found note recall remember guess suppose bet mean say said tell told "
    "assume expect doubt recommend suggest advise argue call called need must can could may might "
    "will shall should can't cannot couldn't won't shouldn't"
)
"""What follows is a statement about the world, or what the speaker is able to do for the other."""
_CLOSE = any_of(
    "mom mum mother dad father brother sister uncle aunt cousin grandma grandmother grandpa "
    "grandfather wife husband girlfriend boyfriend son daughter kids friend friends family "
    "neighbor neighbour boss roommate dog cat brain heart mind stomach"
)
_PERSONAL = pattern(
    rf"{_LED_IN}i(?:'m|'ve|'d)? (?!{_ADVERB}(?:(?:would|have|had|am) {_ADVERB})?{_OF_FACTS}\b)",
    rf"{_LED_IN}i(?:'ve| have)? {_ADVERB}"
    r"(?:(?:thought|think) (?:of|about)|(?:read|heard|learned) (?:of|about))\b",
    rf"{_LED_IN}i don't (?:think|know|believe) (?:if |that )?i\b",
    rf"{_LED_IN}i (?:can't|cannot|couldn't|can hardly|could (?:never|hardly|eat|watch|listen)) ",
    rf"{_LED_IN}i (?:know|bet|see|guess|must say|must admit){END}",
    rf"{_LED_IN}my {_CLOSE} ",
    r"(?:it|that|this|these|those|they|he|she)(?:'s|'re)? (?:[\w'-]++ ){0,5}"
    rf"(?:me|mine|my [\w-]++){END}",
    r"(?:[^.;:]*(?:'s| is| are|'re| was| were) (?:one of )?)?my "
    r"(?:(?:all-time|absolute) )?(?:favou?rites?\b|(?:kind|idea|sort|type) of\b)",
    r"[^.;:]*\b(?:makes?|gives?|moves?|scares?|amazes?|reminds?) me\b",
    r"[^.;:]*\b(?:in my (?:book|opinion|view|eyes)|if you ask me)\b",
    r"(?:it|that)(?:'s| is) (?:so |really )?hard to (?:imagine|believe)\b",
)
_EVALUATION = pattern(
    r"(?:[\w'-]++ ){0,4}[\w-]++"
    r"(?:(?:'s|'re)| (?:is|are|was|were|sounds?|looks?|seems?|feels?|(?:must|would) be))"
    rf" (?:{DEGREE} ){{0,3}}{_PRAISED}{END}",
    rf"(?:sounds?|looks?|seems?|feels?) (?:{DEGREE} ){{0,3}}{_PRAISED}{END}",
    rf"i find (?:[\w'-]++ ){{1,4}}?(?:{DEGREE} ){{0,3}}{_PRAISED}{END}",
    rf"(?:{DEGREE} ){{0,3}}{_PRAISED}(?: [^\W\d]++)?{END}",
)


def may_speak_of(document: str, claim: str) -> bool:
    """Whether a document may support or contradict a claim, for it speaks of such things.

    Parameters
    ----------
    document
        Words of a document.
    claim
        A claim of the assistant.

    Examples
    --------
    >>> iguanas = "Iguanas are lizards that eat plants."
    >>> may_speak_of(iguanas, "I'd love to have one."), may_speak_of(iguanas, "They eat meat.")
    (False, True)
    >>> may_speak_of("I have always been afraid of lizards.", "I'd love to have one.")
    True
    """
    if _LONGEST < len(claim):
        return True
    straight = claim.replace("’", "'")
    if _PERSONAL.match(straight) and not _STATES_MORE.search(straight):
        return _OF_ONESELF.search(document) is not None
    if _EVALUATION.match(straight):
        return _PRAISE.search(document) is not None
    return True
