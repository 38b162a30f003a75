"""Refusals, and words of one who does not know."""

from __future__ import annotations

from belie.monitor.claims.checkworthy.patterns import END, REST, any_of, pattern
from belie.monitor.claims.checkworthy.vocabulary import GIVEN

__all__ = ["ABSTENTION", "UNSURE"]

UNSURE = (
    r"(?:(?:i|we)(?: really| honestly| just)? (?:don't|do not|dont) know(?: for sure)?|no idea|"
    r"(?:i'm |i am |we're )?not (?:entirely |really |quite |completely )?(?:sure|certain)|"
    r"i have no (?:idea|clue))(?: about (?:that|this|it))?"
)
_CANNOT = (
    r"(?:can't|cannot|cant|can not|couldn't|could not|won't|am unable to|was unable to|"
    r"'m unable to|'m not able to|am not able to|was not able to|wasn't able to|am not allowed to)"
)
_TO_ANSWER = (
    r"(?:help(?! (?:but|it))|assist|provide(?! for)|answer|access|offer|share|browse|determine|"
    r"confirm|verify|locate|comment|discuss|fulfil|fulfill|comply|predict|retrieve|engage|"
    r"find (?:(?:any|the|enough|specific|relevant|further)(?: \w++)? (?:information|info|answers?|"
    r"details?|data|results?|mention|records?|evidence)|information|anything|an answer|out)|"
    r"give (?:you|any|an|a|specific)|tell (?:you|if|whether|from|for)|say\b|speak (?:to|on)|"
    r"generate|do that|recommend)"
)
_KNOWLEDGE = (
    r"(?:information|info|data|details|knowledge|records?|context|answers?|opinions?|feelings|"
    r"preferences|emotions|beliefs|ability|capability|access(?! to (?:an?|my)\b)|idea)\b"
)
_SAYS = any_of(
    "mention say state specify provide contain include indicate discuss address give cover clarify "
    "tell describe explain answer reveal list have"
)
ABSTENTION = pattern(
    rf"{UNSURE}{END}",
    r"(?:i|we)(?: really| honestly| just)? (?:don't|do not|dont) know (?:what|who|where|when|why|"
    r"if|whether|which|how(?! to\b)|the (?:exact|precise|specific|answer)|anything about)\b",
    r"(?:i'm |i am )?not (?:entirely |really |quite )?(?:sure|certain) (?:about|if|whether|what|"
    r"how|which|who|where|when|why|that i)\b",
    r"(?:i'm|i am) not (?:aware of|familiar with (?:that|this|it|the))\b",
    rf"(?:i|we)(?:(?<=i)(?=')| ){_CANNOT}(?: \w++ly)? {_TO_ANSWER}",
    r"(?:i|we)(?: \w++ly)? (?:don't|do not|dont|didn't|did not) (?:\w++ly )?(?:have|find|see) "
    rf"(?!my\b)(?:[\w'-]++ ){{0,5}}?{_KNOWLEDGE}",
    rf"(?:i|we) have no (?:\w++ ){{0,2}}?{_KNOWLEDGE}",
    rf"(?:unfortunately\s*, )?(?:{GIVEN})(?: [^\s,.;:!?]++){{0,8}}? (?:does|do|did)(?:n't| not)"
    rf"(?: \w++ly)? {_SAYS}\b",
    rf"(?:none|neither) of (?:{GIVEN}) {_SAYS}\w*+",
    r"(?:there (?:is|was)|there's) (?:no|not (?:enough|any)) (?:\w++ ){0,2}?"
    r"(?:information|mention|indication|reference|details?|data) (?:about|on|of|regarding|"
    rf"available|provided|given|in|to){REST}*+{END}",
    r"(?:no|not enough|insufficient) (?:\w++ )?(?:information|data|context|answer)\b"
    rf"{REST}{{0,12}}+{END}",
    r"[^,;.]{1,120}? (?:is|are|was|were)(?:n't| not)(?: \w++ly)? (?:mentioned|stated|specified|"
    r"provided|given|included|described|discussed|listed|available|clear|possible to \w++)"
    rf" (?:in|by|from)(?: (?:{GIVEN}))",
    r"unable to (?:answer|determine|help|find|say)\b|unanswerable\b|no comment\b|"
    r"i(?:'d| would) rather not (?:say|answer|talk)\b",
)
