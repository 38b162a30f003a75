"""Words that admit a mistake: "I was wrong", "sorry", "you're right"."""

from __future__ import annotations

from belie.monitor.claims.checkworthy.patterns import REST

__all__ = ["ADMISSIONS", "SLIPS"]

_WRONG = (
    r"(?:wrong|mistaken|incorrect|inaccurate|not (?:right|correct)|a mistake|an error|in error)"
)
SLIPS = (
    rf"(?:i (?:was|am)|i'm) {_WRONG}(?! for\b)",
    (
        r"i (?:misspoke|misstated|misread|mistyped|misremembered|misunderstood|stand corrected|"
        r"got (?:that|it|this) wrong|take that back|mixed (?:that|it|this|them|those) up)"
    ),
    r"i(?: have|'ve)? made (?:a|an)(?: \w++)? (?:mistake|error|typo)",
    r"there (?:is|was) (?:a|an)(?: \w++)? (?:mistake|error|typo) in my(?: \w++){1,3}",
    (
        r"(?:let me|allow me to|i (?:need|have|want|must|should)(?: to)?|to) correct "
        r"(?:that|this|it|myself|something|my(?: \w++){1,3})"
    ),
    (
        r"(?:that|it|this|(?:my|the) (?:previous|earlier|last|first) \w++|what i said(?: \w++)?) "
        rf"was {_WRONG}"
    ),
    r"my (?:mistake|error|bad)|scratch that|strike that|good catch",
)
"""What says that something said before was wrong."""
_REGRET = (
    r"(?:i'm |i am )?(?:so |very |really )?sorry"
    rf"(?: (?:for|about){REST}{{1,10}}+(?=\W*+\Z|[,.;:!]| but\b))?|pardon me|excuse me|"
    r"(?:(?:my |our )?apologies|(?:i|we)(?: \w++ly| do)? apologi[sz]e)"
    rf"(?: for{REST}{{1,20}}+(?=\W*+\Z|[,.;:!]| but\b))?"
)
ADMISSIONS = (
    _REGRET,
    *(rf"(?:{slip})(?: about (?:that|this|it))?(?: earlier| before| there)?" for slip in SLIPS),
    r"correction|actually",
    (
        r"(?:you're|you are|that's|that is)(?: absolutely| quite| completely)? (?:right|correct)"
        r"(?: about that)?"
    ),
)
